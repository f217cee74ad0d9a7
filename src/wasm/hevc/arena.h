/* The one memory of the decoder: a few large blocks over a region that only grows (wasm memory, or an mmap natively).
 *
 * Blocks are taken at hevc_open, at SPS activation, and when a slot is bound or an input slot grows; never per picture.
 * First fit over a table of blocks in address order; freeing merges neighbours. Owner: the calling thread. */
#ifndef HEVC_ARENA_H
#define HEVC_ARENA_H

#include <stdint.h>

enum {
    HEVC_ARENA_BLOCKS = 160,
    HEVC_ARENA_ALIGN = 64,
    HEVC_ARENA_GAP = 64 /* bytes between blocks: no two share a cache line, and sanitizers see an overrun */
};

typedef struct hevc_arena_block {
    uint32_t offset, bytes; /* from base */
    uint32_t used;
} hevc_arena_block;

typedef struct hevc_arena {
    uint8_t *base;
    uint32_t committed, limit; /* bytes behind base: usable now, at most ever */
    uint32_t used;             /* sum of used blocks: HEVC_COUNT_ARENA_BYTES */
    uint32_t num_blocks;
    hevc_arena_block blocks[HEVC_ARENA_BLOCKS];
} hevc_arena;

/* Null when limit is reached or memory does not grow. Content is unspecified. */
void *hevc_arena_take(hevc_arena *a, uint32_t bytes);
void hevc_arena_give(hevc_arena *a, void *memory);

/* The platform below (memory.c): where free memory starts, and how to get at least `bytes` behind it. */
uint8_t *hevc_memory_base(uint32_t limit);
uint32_t hevc_memory_grow(uint8_t *base,
                          uint32_t bytes); /* bytes usable behind base after the call, may be less than asked */
/* For address sanitizers, nothing elsewhere: only blocks that are taken may be touched, to the byte. */
void hevc_memory_show(uint8_t *memory, uint32_t bytes);
void hevc_memory_hide(uint8_t *memory, uint32_t bytes);
void hevc_memory_end(uint8_t *base, uint32_t limit); /* native: give everything back; wasm: nothing */

#endif
