/* Deblocking of a CTB row: walks all vertical edges that have a strength, then all horizontal ones. The filter of
 * an edge is decided in deblock_decide.h, its strength in strength.c. Compiled twice, see dsp/pixel.h. */
#include "deblock_decide.h"
#include "dsp/deblock.h"
#include "dsp/pixel.h"
#include "filter.h"

typedef struct hevc_row {
    hevc_frame *frame;
    hevc_work *work;
    const hevc_slice *slice; /* of the present CTB: holds q0 */
    pixel *plane[3];
    ptrdiff_t stride[2];
    int depth[2];
    int keeps;
    uint32_t format; /* chroma_format_idc */
} hevc_row;

/* HEVC_KEEP_P | HEVC_KEEP_Q of an edge between two 8x8 blocks. */
static inline int keep_of(const hevc_row *r, uint32_t ctb_p, uint32_t ctb_q, uint32_t at_p, uint32_t at_q) {
    const hevc_work *w = r->work;
    return (w->ctb_keep[ctb_p] && w->keep[at_p] ? HEVC_KEEP_P : 0) |
           (w->ctb_keep[ctb_q] && w->keep[at_q] ? HEVC_KEEP_Q : 0);
}

/* One edge of 8 luma lines between blocks p and q (indices into qp and keep); x, y: luma, of q's first sample. */
static inline void filter_edge(const hevc_row *r, int vertical, uint32_t x, uint32_t y, int bs0, int bs1, uint32_t at_p,
                               uint32_t at_q, int keep) {
    const int qp = (r->work->qp[at_p] + r->work->qp[at_q] + 1) >> 1;
    const int tc0 = tc_of(qp, bs0, r->slice->slice_tc_offset), tc1 = tc_of(qp, bs1, r->slice->slice_tc_offset);
    if (tc0 | tc1) {
        const int beta = beta_table[clip3(0, 51, qp + r->slice->slice_beta_offset)];
        pixel *pix = r->plane[0] + (ptrdiff_t)y * r->stride[0] + x;
        const int depth = r->depth[0];
        if (vertical) hevc_sized(hevc_deblock_luma_v)(pix, r->stride[0], beta, tc0, tc1, keep, depth);
        else hevc_sized(hevc_deblock_luma_h)(pix, r->stride[0], beta, tc0, tc1, keep, depth);
    }
    /* Chroma: edges 8 of its samples apart; intra on one side: bS is 2 all along the edge. */
    const uint32_t shift_x = hevc_chroma_shift_x(r->format), shift_y = hevc_chroma_shift_y(r->format);
    if (!r->plane[1] || bs0 < 2 || (vertical ? x >> shift_x : y >> shift_y) & 7) return;
    const hevc_pps *pps = &r->frame->pps;
    const int tc_cb = chroma_tc(qp, pps->pps_cb_qp_offset, r->slice->slice_tc_offset, r->format);
    const int tc_cr = chroma_tc(qp, pps->pps_cr_qp_offset, r->slice->slice_tc_offset, r->format);
    if (!(tc_cb | tc_cr)) return;
    ptrdiff_t at = (ptrdiff_t)(y >> shift_y) * r->stride[1] + (x >> shift_x);
    /* A kernel takes 4 lines: half of the edge where it is as long as that of luma. */
    for (uint32_t left = 8 >> (vertical ? shift_y : shift_x); left > 0;
         left -= 4, at += vertical ? 4 * r->stride[1] : 4) {
        pixel *const cb = r->plane[1] + at, *const cr = r->plane[2] + at;
        if (vertical) hevc_sized(hevc_deblock_chroma_v)(cb, cr, r->stride[1], tc_cb, tc_cr, keep, r->depth[1]);
        else hevc_sized(hevc_deblock_chroma_h)(cb, cr, r->stride[1], tc_cb, tc_cr, keep, r->depth[1]);
    }
}

/* The CTB's edges of one direction, by the strengths of their halves. */
static inline void filter_edges(const hevc_row *r, int vertical, uint32_t ctb_x, uint32_t ctb_y, const uint64_t weak[2],
                                uint64_t strong) {
    const hevc_work *w = r->work;
    const uint32_t rs = ctb_y * w->ctb_cols + ctb_x, log2_n8 = w->log2_ctb - 3;
    const uint32_t across = vertical ? 1 : w->stride8, beside = vertical ? 1 : w->ctb_cols;
    for (uint64_t left = weak[0] | weak[1] | strong; left; left &= left - 1) {
        const uint32_t bit = (uint32_t)__builtin_ctzll(left);
        const uint32_t x = (ctb_x << log2_n8) + (bit & 7), y = (ctb_y << log2_n8) + (bit >> 3), at = y * w->stride8 + x;
        const int bs = (int)(strong >> bit & 1) << 1;
        filter_edge(r, vertical, x << 3, y << 3, bs | (int)(weak[0] >> bit & 1), bs | (int)(weak[1] >> bit & 1),
                    at - across, at,
                    r->keeps ? keep_of(r, (vertical ? bit & 7 : bit >> 3) ? rs : rs - beside, rs, at - across, at) : 0);
    }
}

void hevc_sized(hevc_deblock_row)(hevc_frame *frame, uint32_t ctb_y) {
    hevc_work *w = frame->work;
    const hevc_pic *pic = frame->pic;
    hevc_row r = {.frame = frame, .work = w, .keeps = hevc_filter_keeps(frame)};
    for (int c = 0; c < 3; c++) r.plane[c] = (pixel *)(void *)pic->plane[c];
    r.stride[0] = (ptrdiff_t)(pic->stride[0] / sizeof(pixel));
    r.stride[1] = (ptrdiff_t)(pic->stride[1] / sizeof(pixel));
    r.depth[0] = pic->bit_depth_luma;
    r.depth[1] = pic->bit_depth_chroma;
    r.format = pic->chroma_format_idc;
    for (int horizontal = 0; horizontal < 2; horizontal++)
        for (uint32_t x = 0; x < w->ctb_cols; x++) {
            const uint32_t slice = w->ctb_slice[ctb_y * w->ctb_cols + x];
            if (slice == HEVC_NO_SLICE) continue; /* no edges there */
            r.slice = &frame->slices[slice];
            if (!horizontal) hevc_cut_edges(frame, x, ctb_y);
            const hevc_edges *e = &w->edges[ctb_y * w->ctb_cols + x];
            if (horizontal) filter_edges(&r, 0, x, ctb_y, e->weak_h, e->strong_h);
            else filter_edges(&r, 1, x, ctb_y, e->weak_v, e->strong_v);
        }
}
