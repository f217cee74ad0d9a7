/* Stacks of the thread workers: part of the module's own data, so that JavaScript needs no allocator.
 * The glue puts the TLS block of the worker at the low end of its stack. */
#include <stdint.h>

#include "hevc.h"

#ifdef HEVC_THREADS
enum {
    HEVC_MAX_WORKERS = 8, /* as WORKERS_MAX of glue/decoder.ts */
    HEVC_THREAD_STACK_BYTES = 128 << 10
};

/* hevc_thread_stack: lowest address for worker index 1..HEVC_MAX_WORKERS, 0 outside. */
uint8_t *hevc_thread_stack(int index);
uint32_t hevc_thread_stack_bytes(void);

static _Alignas(64) uint8_t stacks[HEVC_MAX_WORKERS][HEVC_THREAD_STACK_BYTES];

uint8_t *hevc_thread_stack(int index) { return index >= 1 && index <= HEVC_MAX_WORKERS ? stacks[index - 1] : 0; }

uint32_t hevc_thread_stack_bytes(void) { return HEVC_THREAD_STACK_BYTES; }
#endif
