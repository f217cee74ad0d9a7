/* Deblocking decisions that need no samples: which edges of a CTB are filtered at its borders (8.7.2.3), boundary
 * strengths (8.7.2.4), beta and tC (8.7.2.5.3, 8.7.2.5.5). */
#ifndef HEVC_DEBLOCK_DECIDE_H
#define HEVC_DEBLOCK_DECIDE_H

#include "dsp/pixel.h"
#include "spans.h"
#include "work.h"

static const uint8_t beta_table[52] = {0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  6,  7,
                                       8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 26, 28, 30, 32,
                                       34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64};
static const uint8_t tc_table[54] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  0,  0,  0,  0,  0,
                                     1, 1, 1, 1, 1, 1, 1, 1, 1, 2,  2,  2,  2,  3,  3,  3,  3,  4,
                                     4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 20, 22, 24};

/* Vectors of two units as loaded: x in the low half. */
static inline int far_apart(uint32_t a, uint32_t b) {
    const int x = (int16_t)a - (int16_t)b, y = (int16_t)(a >> 16) - (int16_t)(b >> 16);
    return (uint32_t)(x + 3) > 6 || (uint32_t)(y + 3) > 6;
}

/* bS of two units between which neither a coefficient nor an intra block decides. Fields of an unused list are 0, -1,
 * 255: equal pictures in both lists mean equal use of the lists. */
static inline int motion_strength(hevc_motion_words p, hevc_motion_words q) {
    const uint32_t p0 = p.refs >> 16 & 0xff, p1 = p.refs >> 24, q0 = q.refs >> 16 & 0xff, q1 = q.refs >> 24;
    const int straight = p0 == q0 && p1 == q1, crossed = p0 == q1 && p1 == q0;
    if (!straight && !crossed) return 1;
    const int straight_far = far_apart(p.mv[0], q.mv[0]) || far_apart(p.mv[1], q.mv[1]);
    const int crossed_far = far_apart(p.mv[0], q.mv[1]) || far_apart(p.mv[1], q.mv[0]);
    return (!straight || straight_far) && (!crossed || crossed_far);
}

/* coefficients: a transform edge with cbf_luma on either side. */
static inline int strength(const hevc_motion *p_motion, const hevc_motion *q_motion, uint32_t coefficients) {
    const uint32_t p_refs = hevc_motion_refs(p_motion), q_refs = hevc_motion_refs(q_motion);
    if (p_refs == HEVC_INTRA_REFS || q_refs == HEVC_INTRA_REFS) return 2;
    if (coefficients) return 1;
    if (((hevc_motion_vectors(p_motion) ^ hevc_motion_vectors(q_motion)) | (p_refs ^ q_refs)) == 0) return 0;
    return motion_strength(hevc_motion_load(p_motion), hevc_motion_load(q_motion));
}

static inline int tc_of(int qp, int bs, int offset) {
    return bs ? tc_table[clip3(0, 53, qp + 2 * (bs - 1) + offset)] : 0;
}

/* QpC of 8.7.2.5.5, ChromaArrayType 1. */
static inline int chroma_tc(int qp, int offset_qp, int offset_tc) {
    static const uint8_t table[14] = {29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37, 37};
    const int i = qp + offset_qp;
    return tc_of(i < 30 ? i : i < 44 ? table[i - 30] : i - 6, 2, offset_tc);
}

/* Edges at the CTB's left and top: filterEdgeFlag of 8.7.2.3. Here and not where they are parsed: what a broken tile
 * beside leaves without a slice is known now, however many threads decoded. */
static inline void hevc_cut_edges(const hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y) {
    const hevc_work *w = frame->work;
    const hevc_tiles *t = &frame->tiles;
    const uint32_t rs = ctb_y * w->ctb_cols + ctb_x, tile = hevc_tile_id(t, ctb_x, ctb_y), slice = w->ctb_slice[rs];
    const int across_slices = frame->slices[slice].slice_loop_filter_across_slices_enabled_flag;
    const int across_tiles = frame->pps.loop_filter_across_tiles_enabled_flag;
    const int left = ctb_x > 0 && (across_slices || w->ctb_slice[rs - 1] == slice) &&
                     (across_tiles || hevc_tile_id(t, ctb_x - 1, ctb_y) == tile);
    const int above = ctb_y > 0 && (across_slices || w->ctb_slice[rs - w->ctb_cols] == slice) &&
                      (across_tiles || hevc_tile_id(t, ctb_x, ctb_y - 1) == tile);
    hevc_edges *e = &w->edges[rs];
    if (!left)
        for (int i = 0; i < 16; i++) e->transform_v[i] &= (uint16_t)~1u;
    if (!above) e->transform_h[0] = 0;
}

#endif
