#include "slots.h"

#include <string.h>

void hevc_release_stale(hevc *d) {
    for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++) {
        hevc_pic *pic = &d->pictures[i];
        if (!pic->memory || pic->layout == d->dpb.layout || pic->queued || pic->held || pic->users || pic->in_flight)
            continue;
        hevc_arena_give(&d->arena, pic->memory);
        memset(pic, 0, sizeof *pic);
    }
}

int hevc_slots_fit(const hevc *d, const hevc_sps *sps) {
    uint64_t bytes = hevc_pic_bytes(sps);
    return bytes && bytes + HEVC_ARENA_GAP + HEVC_ARENA_ALIGN <= (d->arena.limit - d->arena.used) / d->layout.slots;
}

int hevc_slots_unbound(const hevc *d) {
    uint32_t bound = 0;
    for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++)
        bound += d->pictures[i].memory && d->pictures[i].layout == d->dpb.layout;
    return bound < d->layout.slots;
}

hevc_pic *hevc_slot_bind(hevc *d, const hevc_sps *sps) {
    uint32_t i = 0;
    while (i < HEVC_MAX_PICTURES && d->pictures[i].memory) i++;
    uint8_t *memory = i < HEVC_MAX_PICTURES ? hevc_arena_take(&d->arena, hevc_pic_bytes(sps)) : 0;
    if (!memory) return 0;
    hevc_pic_bind(&d->pictures[i], sps, memory);
    d->pictures[i].layout = d->dpb.layout;
    d->counters[HEVC_COUNT_ARENA_BYTES] = d->arena.used;
    return &d->pictures[i];
}
