#include "fetch.h"

#include "inspect.h"

enum {
    CACHE_LINE_BYTES = 64, /* of most processors; a longer one is read twice */
    /* A reference is read if the picture predicts at least this fraction of its samples from it: one of MIN_SHARE. A
       line that a block waits for costs about three times as much as one of the run. */
    MIN_SHARE = 4,
    /* Lines of a reference below the row: for the taps and for small motion. The lines above were read with the row
       above. */
    LINES_BELOW = 8
};

void hevc_fetch_start(hevc_work *w) {
    atomic_store_explicit(&w->counted_units, 0, memory_order_relaxed);
    for (uint32_t i = 0; i < HEVC_MAX_REFS; i++) {
        atomic_store_explicit(&w->taken_units[i], 0, memory_order_relaxed);
        atomic_store_explicit(&w->taken_motion[i], 0, memory_order_relaxed);
    }
}

void hevc_fetch_count(hevc_work *w, hevc_taken taken[HEVC_MAX_REFS], uint32_t num_refs) {
    for (uint32_t i = 0; i < num_refs; i++) {
        if (!taken[i].units) continue;
        atomic_fetch_add_explicit(&w->taken_units[i], taken[i].units, memory_order_relaxed);
        atomic_fetch_add_explicit(&w->taken_motion[i], taken[i].motion, memory_order_relaxed);
        taken[i] = (hevc_taken){0, 0};
    }
    atomic_fetch_add_explicit(&w->counted_units, w->stride4 << (w->log2_ctb - 2), memory_order_relaxed);
}

/* Lines [from, end) of luma, and half as many of chroma. The samples are of no use here: volatile keeps the reads. */
static void read_lines(const hevc_pic *pic, int from, int end) {
    for (uint32_t c = 0; c < (pic->plane[1] ? 3u : 1u); c++) {
        const uint32_t shift = hevc_plane_shift_y(pic->chroma_format_idc, c);
        const uint32_t first = (uint32_t)from >> shift, last = (uint32_t)end >> shift;
        const uint8_t *at = pic->plane[c] + (size_t)first * pic->stride[c];
        const uint8_t *const stop = pic->plane[c] + (size_t)last * pic->stride[c];
        for (; at < stop; at += CACHE_LINE_BYTES) (void)*(const volatile uint8_t *)at;
    }
}

static int clip(int line, int height) { return line < 0 ? 0 : line > height ? height : line; }

/* Number of luma lines from the top that no thread writes any more. */
static int count_finished_lines(hevc_pic *pic) {
    const int64_t rows = atomic_load_explicit(&pic->rows_final, memory_order_acquire); /* may be HEVC_ROWS_ERROR */
    const int64_t lines = rows << pic->log2_ctb_size;
    return lines >= (int)pic->height ? (int)pic->height : (int)lines - HEVC_UNFILTERED_LINES;
}

void hevc_fetch_row(const hevc_frame *frame, uint32_t ctb_y) {
    const hevc_work *w = frame->work;
    const hevc_pic *pic = frame->pic;
    if (frame->tiles.columns > 1) return; /* the next CTBs are only a part of each line */
    hevc_stage(HEVC_STAGE_PREDICTION);

    const int y = (int)(ctb_y << w->log2_ctb), end = y + (1 << w->log2_ctb);
    read_lines(pic, y, clip(end, (int)pic->height));

    const uint32_t counted = atomic_load_explicit(&w->counted_units, memory_order_relaxed);
    for (uint32_t i = 0; i < pic->num_refs; i++) {
        const uint32_t units = atomic_load_explicit(&w->taken_units[i], memory_order_relaxed);
        if (units == 0 || units < counted / MIN_SHARE) continue;
        const int64_t motion = atomic_load_explicit(&w->taken_motion[i], memory_order_relaxed) / (int64_t)units;
        hevc_pic *ref = pic->refs[i].pic;
        const int below = LINES_BELOW + (int)motion, height = (int)ref->height;
        const int from = clip(ctb_y ? y + below : (int)motion, height), to = clip(end + below, height);
        if (to <= count_finished_lines(ref)) read_lines(ref, from, to); /* else another thread is at work there */
    }
    hevc_stage(HEVC_STAGE_OTHER);
}
