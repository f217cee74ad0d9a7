#include "activate.h"

#include <string.h>

#include "dpb.h"
#include "flight.h"
#include "slots.h"

static uint32_t minimum(uint32_t a, uint32_t b) { return a < b ? a : b; }

static hevc_layout layout_of(const hevc *d, const hevc_sps *sps) {
    hevc_layout l;
    memset(&l, 0, sizeof l); /* compared as bytes */
    l.width = sps->pic_width_in_luma_samples;
    l.height = sps->pic_height_in_luma_samples;
    l.dpb = minimum(sps->sps_max_dec_pic_buffering[sps->sps_max_sub_layers - 1], d->limits.max_dpb);
    l.threads = d->threads;
    l.frames = d->threads ? minimum(2 + (d->threads > 3), HEVC_MAX_FRAMES) : 1;
    l.slots = l.dpb + d->limits.max_held + l.frames + 2;
    l.chroma_format_idc = sps->chroma_format_idc;
    l.bit_depth_luma = sps->bit_depth_luma;
    l.bit_depth_chroma = sps->bit_depth_chroma;
    l.log2_ctb_size = sps->log2_ctb_size;
    l.log2_min_cb_size = sps->log2_min_cb_size;
    l.log2_min_tb_size = sps->log2_min_tb_size;
    l.valid = 1;
    return l;
}

static uint32_t align64(uint32_t v) { return (v + 63) & ~63u; }

static int bind_frame(hevc *d, hevc_frame *f, const hevc_sps *sps) {
    uint32_t columns = sps->pic_width_in_ctbs, rows = sps->pic_height_in_ctbs, ctbs = columns * rows;
    f->max_slices = minimum(HEVC_MAX_SLICES, ctbs);
    f->max_segments = minimum(HEVC_MAX_SEGMENTS, ctbs);
    f->max_entry_points = minimum(columns, HEVC_MAX_TILE_COLS) * rows + f->max_segments;
    uint32_t slices = align64(f->max_slices * (uint32_t)sizeof(hevc_slice));
    uint32_t segments = align64(f->max_segments * (uint32_t)sizeof(hevc_segment));
    uint32_t entries = align64(f->max_entry_points * (uint32_t)sizeof(uint32_t));
    uint32_t work = hevc_work_bytes(sps, d->threads);
    if (!work || work > 0x70000000) return 0;
    uint8_t *at = hevc_arena_take(&d->arena, slices + segments + entries + work);
    if (!at) return 0;
    f->decoder = d;
    f->memory = at;
    f->slices = (hevc_slice *)(void *)at;
    f->segments = (hevc_segment *)(void *)(at + slices);
    f->entry_points = (uint32_t *)(void *)(at + slices + segments);
    memset(at + slices + segments + entries, 0, work);
    hevc_work_bind(f, sps, d->threads, at + slices + segments + entries);
    return 1;
}

int hevc_activate(hevc *d, const hevc_sps *sps) {
    hevc_layout wanted = layout_of(d, sps);
    d->dpb.size = wanted.dpb;
    uint32_t tid = sps->sps_max_sub_layers - 1u; /* HighestTid */
    d->dpb.max_num_reorder = sps->sps_max_num_reorder_pics[tid];
    d->dpb.max_latency = sps->sps_max_latency_pictures[tid];
    if (!memcmp(&wanted, &d->layout, sizeof wanted)) return HEVC_OK;
    if (sps->pic_width_in_luma_samples > d->limits.max_width ||
        sps->pic_height_in_luma_samples > d->limits.max_height) {
        d->reason = "picture larger than the limits";
        return HEVC_ERR_LIMIT;
    }
    hevc_frames_wait(d);
    hevc_dpb_clear(d, 0);
    hevc_dpb_output_all(d);
    d->layout = wanted;
    d->dpb.layout++;
    for (uint32_t i = 0; i < HEVC_MAX_FRAMES; i++) {
        hevc_arena_give(&d->arena, d->frames[i].memory);
        memset(&d->frames[i], 0, sizeof d->frames[i]);
    }
    hevc_release_stale(d);
    d->num_frames = wanted.frames;
    int ok = 1;
    for (uint32_t i = 0; i < wanted.frames && ok; i++) ok = bind_frame(d, &d->frames[i], sps);
    if (ok) ok = hevc_slots_fit(d, sps) && hevc_slot_bind(d, sps);
    d->counters[HEVC_COUNT_ARENA_BYTES] = d->arena.used;
    if (ok) return HEVC_OK;
    memset(&d->layout, 0, sizeof d->layout); /* nothing fits: the next picture tries again */
    d->num_frames = 0;
    d->dpb.layout++;
    hevc_release_stale(d);
    d->reason = "memory for the pictures";
    return HEVC_ERR_MEMORY;
}
