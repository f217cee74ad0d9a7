#if !defined(__wasm__)
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#endif

/* Provided by the platform: memory, and the four functions of string.h that compilers call on their own. */
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

#if defined(__wasm__)

#include <string.h>

extern unsigned char __heap_base;
enum { WASM_PAGE = 65536 };

uint8_t *hevc_memory_base(uint32_t limit) {
    (void)limit;
    return (uint8_t *)(((uintptr_t)&__heap_base + HEVC_ARENA_ALIGN - 1) & ~(uintptr_t)(HEVC_ARENA_ALIGN - 1));
}

uint32_t hevc_memory_grow(uint8_t *base, uint32_t bytes) {
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * WASM_PAGE, need = (uint64_t)(uintptr_t)base + bytes;
    if (need > have) {
        uint64_t pages = (need - have + WASM_PAGE - 1) / WASM_PAGE;
        if (pages > 65536 || __builtin_wasm_memory_grow(0, (size_t)pages) == (size_t)-1)
            return (uint32_t)(have - (uintptr_t)base);
        have = (uint64_t)__builtin_wasm_memory_size(0) * WASM_PAGE;
    }
    return (uint32_t)(have - (uintptr_t)base);
}

void hevc_memory_end(uint8_t *base, uint32_t limit) {
    (void)base;
    (void)limit;
}

void hevc_memory_show(uint8_t *memory, uint32_t bytes) {
    (void)memory;
    (void)bytes;
}

void hevc_memory_hide(uint8_t *memory, uint32_t bytes) {
    (void)memory;
    (void)bytes;
}

/* With bulk memory the builtins become memory.copy and memory.fill, not calls to themselves. */
void *memcpy(void *restrict to, const void *restrict from, size_t n) { return __builtin_memcpy(to, from, n); }
void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (; n && *x == *y; n--) x++, y++;
    return n ? *x - *y : 0;
}

#else

#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEVC_ASAN 1
#endif
#endif

#ifdef HEVC_ASAN
void __asan_poison_memory_region(const volatile void *, size_t);
void __asan_unpoison_memory_region(const volatile void *, size_t);
void hevc_memory_show(uint8_t *memory, uint32_t bytes) { __asan_unpoison_memory_region(memory, bytes); }
void hevc_memory_hide(uint8_t *memory, uint32_t bytes) { __asan_poison_memory_region(memory, bytes); }
#else
void hevc_memory_show(uint8_t *memory, uint32_t bytes) {
    (void)memory;
    (void)bytes;
}
void hevc_memory_hide(uint8_t *memory, uint32_t bytes) {
    (void)memory;
    (void)bytes;
}
#endif

uint8_t *hevc_memory_base(uint32_t limit) {
    void *p = mmap(0, limit, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return 0;
    hevc_memory_hide(p, limit);
    return p;
}

uint32_t hevc_memory_grow(uint8_t *base, uint32_t bytes) {
    (void)base;
    return bytes;
}

void hevc_memory_end(uint8_t *base, uint32_t limit) {
    hevc_memory_show(base, limit);
    munmap(base, limit);
}

#endif
