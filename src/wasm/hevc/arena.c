#include "arena.h"

#include <string.h>

static uint32_t align_up(uint32_t v) { return (v + HEVC_ARENA_ALIGN - 1) & ~(uint32_t)(HEVC_ARENA_ALIGN - 1); }

static void insert(hevc_arena *a, uint32_t at, hevc_arena_block block) {
    memmove(a->blocks + at + 1, a->blocks + at, (a->num_blocks - at) * sizeof block);
    a->blocks[at] = block;
    a->num_blocks++;
}

static void erase(hevc_arena *a, uint32_t at) {
    a->num_blocks--;
    memmove(a->blocks + at, a->blocks + at + 1, (a->num_blocks - at) * sizeof a->blocks[0]);
}

void *hevc_arena_take(hevc_arena *a, uint32_t bytes) {
    if (!bytes || bytes > a->limit - 2 * HEVC_ARENA_ALIGN || a->num_blocks + 1 >= HEVC_ARENA_BLOCKS) return 0;
    uint32_t wanted = bytes;
    bytes = align_up(bytes + HEVC_ARENA_GAP);
    uint32_t at = 0, end = 0; /* end of the last block */
    for (; at < a->num_blocks; at++) {
        hevc_arena_block *b = &a->blocks[at];
        if (!b->used && b->bytes >= bytes) break;
        end = b->offset + b->bytes;
    }
    if (at == a->num_blocks) { /* after all blocks, over a free block at the end if one exists */
        if (at && !a->blocks[at - 1].used) end = a->blocks[--at].offset;
        if (bytes > a->limit - end) return 0;
        if (end + bytes > a->committed) a->committed = hevc_memory_grow(a->base, end + bytes);
        if (end + bytes > a->committed) return 0;
        hevc_arena_block block = {end, bytes, 0};
        if (at < a->num_blocks) a->blocks[at] = block;
        else insert(a, at, block);
    }
    hevc_arena_block *b = &a->blocks[at];
    if (b->bytes > bytes) {
        hevc_arena_block rest = {b->offset + bytes, b->bytes - bytes, 0};
        b->bytes = bytes;
        insert(a, at + 1, rest);
    }
    a->blocks[at].used = 1;
    a->used += bytes;
    hevc_memory_show(a->base + a->blocks[at].offset, wanted);
    return a->base + a->blocks[at].offset;
}

void hevc_arena_give(hevc_arena *a, void *memory) {
    if (!memory) return;
    uint32_t offset = (uint32_t)((uint8_t *)memory - a->base);
    for (uint32_t i = 0; i < a->num_blocks; i++) {
        if (a->blocks[i].offset != offset || !a->blocks[i].used) continue;
        a->blocks[i].used = 0;
        hevc_memory_hide(memory, a->blocks[i].bytes);
        a->used -= a->blocks[i].bytes;
        if (i + 1 < a->num_blocks && !a->blocks[i + 1].used) {
            a->blocks[i].bytes += a->blocks[i + 1].bytes;
            erase(a, i + 1);
        }
        if (i && !a->blocks[i - 1].used) {
            a->blocks[i - 1].bytes += a->blocks[i].bytes;
            erase(a, i);
        }
        return;
    }
}
