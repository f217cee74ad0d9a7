/* The four functions that compilers call on their own; memory.c has them. On the include path of the wasm builds only.
 */
#ifndef HEVC_LIBC_STRING_H
#define HEVC_LIBC_STRING_H
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif
