/* Of the debugging and the profiling build alone: see inspect.h. In the others this file is not compiled (build.mjs).
 */
#include "inspect.h"

#include <string.h>

#include "decoder.h"

#ifdef HEVC_PROFILE
enum { STAGE_WORDS = 16 /* a cache line a thread */ };

static _Alignas(64) uint32_t stages[HEVC_MAX_THREADS + 1][STAGE_WORDS];
static _Thread_local uint32_t thread_index;
static _Thread_local enum hevc_stage paused;

/* Words that a sampler reads meanwhile: plain stores of 32 bits would suffice, atomic ones make it explicit. */
void hevc_stage(enum hevc_stage stage) {
    uint32_t *words = stages[thread_index];
    if (__atomic_load_n(words, __ATOMIC_RELAXED) == stage) return;
    __atomic_store_n(words, stage, __ATOMIC_RELAXED);
    words[1 + stage]++;
}

void hevc_stage_pause(void) {
    paused = (enum hevc_stage)__atomic_load_n(stages[thread_index], __ATOMIC_RELAXED);
    hevc_stage(HEVC_STAGE_WAITING);
}

void hevc_stage_resume(void) { hevc_stage(paused); }

void hevc_stage_thread(uint32_t index) { thread_index = index; }

uint32_t *hevc_stages(void) { return stages[0]; }
#endif

#ifdef HEVC_DEBUG

static uint32_t columns_of(uint32_t width) { return (width + 3) / 4; }

uint32_t hevc_blocks_bytes(const hevc_sps *sps) {
    return columns_of(sps->pic_width_in_luma_samples) * columns_of(sps->pic_height_in_luma_samples) *
           (uint32_t)sizeof(hevc_block_info);
}

/* A rectangle of luma samples, as far as it is inside the picture. */
typedef struct hevc_blocks_area {
    hevc_block_info *first;
    uint32_t stride, columns, rows;
} hevc_blocks_area;

static hevc_blocks_area area(const hevc_pic *pic, uint32_t x, uint32_t y, uint32_t w, uint32_t h) {
    const uint32_t stride = columns_of(pic->width), rows = columns_of(pic->height), x4 = x / 4, y4 = y / 4;
    hevc_blocks_area a = {pic->blocks + y4 * stride + x4, stride, w / 4, h / 4};
    if (a.columns > stride - x4) a.columns = stride - x4;
    if (a.rows > rows - y4) a.rows = rows - y4;
    return a;
}

static void mark_edges(const hevc_blocks_area *a, uint16_t left, uint16_t top) {
    for (uint32_t y = 0; y < a->rows; y++) a->first[y * a->stride].flags |= left;
    for (uint32_t x = 0; x < a->columns; x++) a->first[x].flags |= top;
}

void hevc_blocks_clear(const hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y) {
    const uint32_t log2_ctb = frame->sps.log2_ctb_size, size = 1u << log2_ctb;
    const hevc_blocks_area a = area(frame->pic, ctb_x << log2_ctb, ctb_y << log2_ctb, size, size);
    for (uint32_t y = 0; y < a.rows; y++) memset(a.first + y * a.stride, 0, a.columns * sizeof *a.first);
}

void hevc_blocks_coding(const hevc_parser *p, int skip) {
    const uint32_t size = 1u << p->cu_log2;
    const hevc_blocks_area a = area(p->frame->pic, p->cu_x, p->cu_y, size, size);
    const uint16_t flags = (uint16_t)((p->cu_intra ? HEVC_BLOCK_INTRA : 0) | (skip ? HEVC_BLOCK_SKIP : 0));
    for (uint32_t y = 0; y < a.rows; y++)
        for (uint32_t x = 0; x < a.columns; x++) {
            hevc_block_info *block = a.first + y * a.stride + x;
            block->flags |= flags;
            block->qp = (int8_t)p->qp;
            block->set = 1;
        }
    mark_edges(&a, HEVC_BLOCK_CODING_LEFT | HEVC_BLOCK_PREDICTION_LEFT | HEVC_BLOCK_TRANSFORM_LEFT,
               HEVC_BLOCK_CODING_TOP | HEVC_BLOCK_PREDICTION_TOP | HEVC_BLOCK_TRANSFORM_TOP);
    if (!p->cu_intra || p->cu_part_mode != HEVC_PART_NxN) return;
    const hevc_blocks_area part = area(p->frame->pic, p->cu_x + size / 2, p->cu_y + size / 2, size / 2, size / 2);
    for (uint32_t y = 0; y < a.rows; y++) a.first[y * a.stride + size / 8].flags |= HEVC_BLOCK_PREDICTION_LEFT;
    for (uint32_t x = 0; x < a.columns; x++) part.first[x - size / 8].flags |= HEVC_BLOCK_PREDICTION_TOP;
}

void hevc_blocks_prediction(const hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                            const hevc_motion *m) {
    const hevc_blocks_area a = area(p->frame->pic, x, y, w, h);
    for (uint32_t row = 0; row < a.rows; row++)
        for (uint32_t column = 0; column < a.columns; column++) a.first[row * a.stride + column].motion = *m;
    mark_edges(&a, HEVC_BLOCK_PREDICTION_LEFT, HEVC_BLOCK_PREDICTION_TOP);
}

void hevc_blocks_transform(const hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t cbf) {
    const uint32_t size = 1u << log2_size;
    const hevc_blocks_area a = area(p->frame->pic, x, y, size, size);
    mark_edges(&a, HEVC_BLOCK_TRANSFORM_LEFT, HEVC_BLOCK_TRANSFORM_TOP);
    for (uint32_t row = 0; cbf && row < a.rows; row++)
        for (uint32_t column = 0; column < a.columns; column++)
            a.first[row * a.stride + column].flags |= HEVC_BLOCK_CODED;
}

int32_t hevc_blocks(hevc *d, int handle, int field) {
    const uint32_t slot = ((uint32_t)handle - HEVC_FIRST_HANDLE) & 0xff;
    if (handle < HEVC_FIRST_HANDLE || slot >= HEVC_MAX_PICTURES) return 0;
    const hevc_pic *pic = &d->pictures[slot];
    if (!pic->held || pic->handle != (uint32_t)handle) return 0;
    if (field >= HEVC_BLOCKS_POC && field < HEVC_BLOCKS_POC + pic->num_refs)
        return pic->refs[field - HEVC_BLOCKS_POC].poc;
    switch (field) {
    case HEVC_BLOCKS_ADDRESS: return (int32_t)(uintptr_t)pic->blocks;
    case HEVC_BLOCKS_COLUMNS: return (int32_t)columns_of(pic->width);
    case HEVC_BLOCKS_ROWS: return (int32_t)columns_of(pic->height);
    case HEVC_BLOCKS_LOG2_CTB: return pic->log2_ctb_size;
    case HEVC_BLOCKS_LEFT: return (int32_t)pic->crop_left;
    case HEVC_BLOCKS_TOP: return (int32_t)pic->crop_top;
    default: return 0;
    }
}
#endif
