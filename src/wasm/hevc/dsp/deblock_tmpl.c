/* Deblocking, scalar: the specification that the SIMD kernels are compared with. */
#include "deblock.h"
#include "pixel.h"

static inline int magnitude(int value) { return value < 0 ? -value : value; }

/* 8.7.2.5.6: one line is smooth enough for the strong filter. dpq is already doubled. */
static int is_smooth(const pixel *q0, ptrdiff_t across, int dpq, int beta, int tc) {
    return dpq < beta >> 2 &&
           magnitude(q0[-4 * across] - q0[-across]) + magnitude(q0[0] - q0[3 * across]) < beta >> 3 &&
           magnitude(q0[-across] - q0[0]) < (5 * tc + 1) >> 1;
}

/* 8.7.2.5.7 of one line: nDp, nDq as far as `keep` allows. */
static void filter_strong(pixel *pix, ptrdiff_t across, int tc, int keep) {
    const int p3 = pix[-4 * across], p2 = pix[-3 * across], p1 = pix[-2 * across], p0 = pix[-across];
    const int q0 = pix[0], q1 = pix[across], q2 = pix[2 * across], q3 = pix[3 * across];

    if (!(keep & HEVC_KEEP_P)) {
        pix[-across] = (pixel)clip3(p0 - 2 * tc, p0 + 2 * tc, (p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3);
        pix[-2 * across] = (pixel)clip3(p1 - 2 * tc, p1 + 2 * tc, (p2 + p1 + p0 + q0 + 2) >> 2);
        pix[-3 * across] = (pixel)clip3(p2 - 2 * tc, p2 + 2 * tc, (2 * p3 + 3 * p2 + p1 + p0 + q0 + 4) >> 3);
    }
    if (!(keep & HEVC_KEEP_Q)) {
        pix[0] = (pixel)clip3(q0 - 2 * tc, q0 + 2 * tc, (p1 + 2 * p0 + 2 * q0 + 2 * q1 + q2 + 4) >> 3);
        pix[across] = (pixel)clip3(q1 - 2 * tc, q1 + 2 * tc, (p0 + q0 + q1 + q2 + 2) >> 2);
        pix[2 * across] = (pixel)clip3(q2 - 2 * tc, q2 + 2 * tc, (p0 + q0 + q1 + 3 * q2 + 2 * q3 + 4) >> 3);
    }
}

static void filter_normal(pixel *pix, ptrdiff_t across, int tc, int keep, int dEp, int dEq, int bit_depth) {
    const int p2 = pix[-3 * across], p1 = pix[-2 * across], p0 = pix[-across];
    const int q0 = pix[0], q1 = pix[across], q2 = pix[2 * across];
    int delta = (9 * (q0 - p0) - 3 * (q1 - p1) + 8) >> 4;

    if (magnitude(delta) >= tc * 10) return;
    delta = clip3(-tc, tc, delta);
    if (!(keep & HEVC_KEEP_P)) {
        pix[-across] = clip_pixel(p0 + delta, bit_depth);
        if (dEp)
            pix[-2 * across] =
                clip_pixel(p1 + clip3(-(tc >> 1), tc >> 1, (((p2 + p0 + 1) >> 1) - p1 + delta) >> 1), bit_depth);
    }
    if (!(keep & HEVC_KEEP_Q)) {
        pix[0] = clip_pixel(q0 - delta, bit_depth);
        if (dEq)
            pix[across] =
                clip_pixel(q1 + clip3(-(tc >> 1), tc >> 1, (((q2 + q0 + 1) >> 1) - q1 - delta) >> 1), bit_depth);
    }
}

/* 8.7.2.5.3 and 8.7.2.5.7 of four lines. across: from p0 to q0; along: from line to line. */
static void filter_luma(pixel *pix, ptrdiff_t across, ptrdiff_t along, int beta, int tc, int keep, int bit_depth) {
    const pixel *line3 = pix + 3 * along;
    const int dp0 = magnitude(pix[-3 * across] - 2 * pix[-2 * across] + pix[-across]);
    const int dp3 = magnitude(line3[-3 * across] - 2 * line3[-2 * across] + line3[-across]);
    const int dq0 = magnitude(pix[2 * across] - 2 * pix[across] + pix[0]);
    const int dq3 = magnitude(line3[2 * across] - 2 * line3[across] + line3[0]);

    if (dp0 + dq0 + dp3 + dq3 >= beta) return;
    const int is_strong =
        is_smooth(pix, across, 2 * (dp0 + dq0), beta, tc) && is_smooth(line3, across, 2 * (dp3 + dq3), beta, tc);
    const int side = (beta + (beta >> 1)) >> 3;
    for (int i = 0; i < 4; i++, pix += along)
        if (is_strong) filter_strong(pix, across, tc, keep);
        else filter_normal(pix, across, tc, keep, dp0 + dp3 < side, dq0 + dq3 < side, bit_depth);
}

static void filter_luma_unit(pixel *pix, ptrdiff_t across, ptrdiff_t along, int beta, int tc0, int tc1, int keep,
                             int bit_depth) {
    const int scale = 1 << (HEVC_DEPTH(bit_depth) - 8);

    if (tc0) filter_luma(pix, across, along, beta * scale, tc0 * scale, keep, bit_depth);
    if (tc1) filter_luma(pix + 4 * along, across, along, beta * scale, tc1 * scale, keep, bit_depth);
}

/* 8.7.2.5.8 of four lines. */
static void filter_chroma(pixel *pix, ptrdiff_t across, ptrdiff_t along, int tc, int keep, int bit_depth) {
    tc *= 1 << (HEVC_DEPTH(bit_depth) - 8);
    for (int i = 0; i < 4; i++, pix += along) {
        const int p1 = pix[-2 * across], p0 = pix[-across], q0 = pix[0], q1 = pix[across];
        const int delta = clip3(-tc, tc, ((q0 - p0) * 4 + p1 - q1 + 4) >> 3);

        if (!(keep & HEVC_KEEP_P)) pix[-across] = clip_pixel(p0 + delta, bit_depth);
        if (!(keep & HEVC_KEEP_Q)) pix[0] = clip_pixel(q0 - delta, bit_depth);
    }
}

void HEVC_C(hevc_deblock_luma_v)(pixel *pix, ptrdiff_t stride, int beta, int tc0, int tc1, int keep, int bit_depth) {
    filter_luma_unit(pix, 1, stride, beta, tc0, tc1, keep, bit_depth);
}

void HEVC_C(hevc_deblock_luma_h)(pixel *pix, ptrdiff_t stride, int beta, int tc0, int tc1, int keep, int bit_depth) {
    filter_luma_unit(pix, stride, 1, beta, tc0, tc1, keep, bit_depth);
}

void HEVC_C(hevc_deblock_chroma_v)(pixel *cb, pixel *cr, ptrdiff_t stride, int tc_cb, int tc_cr, int keep,
                                   int bit_depth) {
    filter_chroma(cb, 1, stride, tc_cb, keep, bit_depth);
    filter_chroma(cr, 1, stride, tc_cr, keep, bit_depth);
}

void HEVC_C(hevc_deblock_chroma_h)(pixel *cb, pixel *cr, ptrdiff_t stride, int tc_cb, int tc_cr, int keep,
                                   int bit_depth) {
    filter_chroma(cb, stride, 1, tc_cb, keep, bit_depth);
    filter_chroma(cr, stride, 1, tc_cr, keep, bit_depth);
}
