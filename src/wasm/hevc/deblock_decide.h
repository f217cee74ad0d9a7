/* Deblocking decisions that need neither samples nor motion: which edges of a CTB are filtered at its borders
 * (8.7.2.3), beta and tC (8.7.2.5.3, 8.7.2.5.5). Boundary strengths are in strength.c. */
#ifndef HEVC_DEBLOCK_DECIDE_H
#define HEVC_DEBLOCK_DECIDE_H

#include "dsp/pixel.h"
#include "strength.h"
#include "work.h"

static const uint8_t beta_table[52] = {0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  6,  7,
                                       8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 26, 28, 30, 32,
                                       34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64};
static const uint8_t tc_table[54] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  0,  0,  0,  0,
                                     1, 1, 1, 1, 1, 1, 1, 1, 1, 2,  2,  2,  2,  3,  3,  3,  3,  4,
                                     4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 20, 22, 24};

static inline int tc_of(int qp, int bs, int offset) {
    return bs ? tc_table[clip3(0, 53, qp + 2 * (bs - 1) + offset)] : 0;
}

/* QpC of 8.7.2.5.5. */
static inline int chroma_tc(int qp, int offset_qp, int offset_tc, uint32_t chroma_format_idc) {
    static const uint8_t table[14] = {29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37, 37};
    const int i = qp + offset_qp;
    if (HEVC_RANGE_EXTENSIONS && chroma_format_idc != HEVC_CHROMA_420) return tc_of(i < 51 ? i : 51, 2, offset_tc);
    return tc_of(i < 30 ? i : i < 44 ? table[i - 30] : i - 6, 2, offset_tc);
}

/* Edges at the CTB's left and top: filterEdgeFlag of 8.7.2.3. Decided here and not during parsing: only now all CTBs
 * that a broken neighbouring tile leaves without a slice are known, with any number of threads. */
static inline void hevc_cut_edges(const hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y) {
    hevc_work *w = frame->work;
    const hevc_tiles *t = &frame->tiles;
    const uint32_t rs = ctb_y * w->ctb_cols + ctb_x, tile = hevc_tile_id(t, ctb_x, ctb_y), slice = w->ctb_slice[rs];
    const int across_slices = frame->slices[slice].slice_loop_filter_across_slices_enabled_flag;
    const int across_tiles = frame->pps.loop_filter_across_tiles_enabled_flag;
    const int left = ctb_x > 0 && (across_slices || w->ctb_slice[rs - 1] == slice) &&
                     (across_tiles || hevc_tile_id(t, ctb_x - 1, ctb_y) == tile);
    const int above = ctb_y > 0 && (across_slices || w->ctb_slice[rs - w->ctb_cols] == slice) &&
                      (across_tiles || hevc_tile_id(t, ctb_x, ctb_y - 1) == tile);
    hevc_edges *e = &w->edges[rs];
    if (!left || e->open_left) {
        const uint64_t edges = left ? e->weak_v[0] & HEVC_EDGES_LEFT : 0;
        for (int i = 0; i < 2; i++) e->weak_v[i] &= ~HEVC_EDGES_LEFT;
        e->strong_v &= ~HEVC_EDGES_LEFT;
        hevc_decide_v(w, ctb_x, ctb_y, edges, edges);
    }
    if (!above || e->open_above) {
        const uint64_t edges = above ? e->weak_h[0] & HEVC_EDGES_TOP : 0;
        for (int i = 0; i < 2; i++) e->weak_h[i] &= ~(uint64_t)HEVC_EDGES_TOP;
        e->strong_h &= ~(uint64_t)HEVC_EDGES_TOP;
        hevc_decide_h(w, ctb_x, ctb_y, edges, edges);
    }
}

#endif
