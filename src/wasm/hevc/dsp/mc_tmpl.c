/* Inter prediction, scalar: the specification that the SIMD kernels are compared with. */
#include "mc.h"
#include "pixel.h"

/* Tables 8-11 and 8-12. Row 0 is the full-sample position: 64 << 0, so that one path serves all. */
static const int8_t luma_filter[4 /* quarter */][8 /* tap, from -3 */] = {{0, 0, 0, 64, 0, 0, 0, 0},
                                                                          {-1, 4, -10, 58, 17, -5, 1, 0},
                                                                          {-1, 4, -11, 40, 40, -11, 4, -1},
                                                                          {0, 1, -5, 17, 58, -10, 4, -1}};
static const int8_t chroma_filter[8 /* eighth */][4 /* tap, from -1 */] = {
    {0, 64, 0, 0},    {-2, 58, 10, -2}, {-4, 54, 16, -2}, {-6, 46, 28, -4},
    {-4, 36, 36, -4}, {-4, 28, 46, -6}, {-2, 16, 54, -4}, {-2, 10, 58, -2}};

enum { MAX_TAPS = 8, MAX_SIZE = 64 };

/* 8.5.3.3.3.2/.3: predSamplesLX of a block with either filter. shift1 = BitDepth - 8, shift2 = 6, shift3 = 14 -
 * BitDepth. */
static void interpolate(int16_t *mid, const pixel *src, ptrdiff_t src_stride, int w, int h, const int8_t *fx,
                        const int8_t *fy, int taps, int bit_depth) {
    const int before = taps / 2 - 1, shift1 = HEVC_DEPTH(bit_depth) - 8, shift3 = 14 - HEVC_DEPTH(bit_depth);
    const ptrdiff_t mid_stride = HEVC_MID_STRIDE(w);
    int16_t rows[(MAX_SIZE + MAX_TAPS - 1) * MAX_SIZE];

    (void)bit_depth;
    if (!fx && !fy) {
        for (int y = 0; y < h; y++, src += src_stride, mid += mid_stride)
            for (int x = 0; x < w; x++) mid[x] = (int16_t)(src[x] << shift3);
        return;
    }
    if (!fy) {
        for (int y = 0; y < h; y++, src += src_stride, mid += mid_stride)
            for (int x = 0; x < w; x++) {
                int sum = 0;
                for (int t = 0; t < taps; t++) sum += fx[t] * src[x + t - before];
                mid[x] = (int16_t)(sum >> shift1);
            }
        return;
    }
    if (!fx) {
        for (int y = 0; y < h; y++, src += src_stride, mid += mid_stride)
            for (int x = 0; x < w; x++) {
                int sum = 0;
                for (int t = 0; t < taps; t++) sum += fy[t] * src[x + (t - before) * src_stride];
                mid[x] = (int16_t)(sum >> shift1);
            }
        return;
    }
    src -= before * src_stride;
    for (int y = 0; y < h + taps - 1; y++, src += src_stride)
        for (int x = 0; x < w; x++) {
            int sum = 0;
            for (int t = 0; t < taps; t++) sum += fx[t] * src[x + t - before];
            rows[y * MAX_SIZE + x] = (int16_t)(sum >> shift1);
        }
    for (int y = 0; y < h; y++, mid += mid_stride)
        for (int x = 0; x < w; x++) {
            int sum = 0;
            for (int t = 0; t < taps; t++) sum += fy[t] * rows[(y + t) * MAX_SIZE + x];
            mid[x] = (int16_t)(sum >> 6);
        }
}

static void luma(int16_t *mid, const pixel *src, ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    interpolate(mid, src, src_stride, w, h, mx ? luma_filter[mx] : NULL, my ? luma_filter[my] : NULL, 8, bit_depth);
}

static void chroma(int16_t *mid, const pixel *src, ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    interpolate(mid, src, src_stride, w, h, mx ? chroma_filter[mx] : NULL, my ? chroma_filter[my] : NULL, 4, bit_depth);
}

/* 8.5.3.3.4.2 with one list: shift1 = 14 - bitDepth. */
static void put(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid, int w, int h, int bit_depth) {
    const int shift = 14 - HEVC_DEPTH(bit_depth), round = 1 << shift >> 1;

    for (int y = 0; y < h; y++, dst += dst_stride, mid += HEVC_MID_STRIDE(w))
        for (int x = 0; x < w; x++) dst[x] = clip_pixel((mid[x] + round) >> shift, bit_depth);
}

/* 8.5.3.3.4.2 with both lists: shift2 = 15 - bitDepth. */
static void average(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid0, const int16_t *mid1, int w, int h,
                    int bit_depth) {
    const int shift = 15 - HEVC_DEPTH(bit_depth), round = 1 << shift >> 1;

    for (int y = 0; y < h; y++, dst += dst_stride, mid0 += HEVC_MID_STRIDE(w), mid1 += HEVC_MID_STRIDE(w))
        for (int x = 0; x < w; x++) dst[x] = clip_pixel((mid0[x] + mid1[x] + round) >> shift, bit_depth);
}

void HEVC_C(hevc_mc_luma_uni)(pixel *dst, ptrdiff_t dst_stride, const pixel *src, ptrdiff_t src_stride, int w, int h,
                              int mx, int my, int bit_depth) {
    int16_t mid[HEVC_MID_SIZE];

    luma(mid, src, src_stride, w, h, mx, my, bit_depth);
    put(dst, dst_stride, mid, w, h, bit_depth);
}

void HEVC_C(hevc_mc_luma_mid)(int16_t *mid, const pixel *src, ptrdiff_t src_stride, int w, int h, int mx, int my,
                              int bit_depth) {
    luma(mid, src, src_stride, w, h, mx, my, bit_depth);
}

void HEVC_C(hevc_mc_luma_bi)(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid, const pixel *src,
                             ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    int16_t second[HEVC_MID_SIZE];

    luma(second, src, src_stride, w, h, mx, my, bit_depth);
    average(dst, dst_stride, mid, second, w, h, bit_depth);
}

void HEVC_C(hevc_mc_chroma_uni)(pixel *dst_cb, pixel *dst_cr, ptrdiff_t dst_stride, const pixel *src_cb,
                                const pixel *src_cr, ptrdiff_t src_stride, int w, int h, int mx, int my,
                                int bit_depth) {
    int16_t mid[HEVC_MID_SIZE];

    chroma(mid, src_cb, src_stride, w, h, mx, my, bit_depth);
    put(dst_cb, dst_stride, mid, w, h, bit_depth);
    chroma(mid, src_cr, src_stride, w, h, mx, my, bit_depth);
    put(dst_cr, dst_stride, mid, w, h, bit_depth);
}

void HEVC_C(hevc_mc_chroma_mid)(int16_t *mid_cb, int16_t *mid_cr, const pixel *src_cb, const pixel *src_cr,
                                ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    chroma(mid_cb, src_cb, src_stride, w, h, mx, my, bit_depth);
    chroma(mid_cr, src_cr, src_stride, w, h, mx, my, bit_depth);
}

void HEVC_C(hevc_mc_chroma_bi)(pixel *dst_cb, pixel *dst_cr, ptrdiff_t dst_stride, const int16_t *mid_cb,
                               const int16_t *mid_cr, const pixel *src_cb, const pixel *src_cr, ptrdiff_t src_stride,
                               int w, int h, int mx, int my, int bit_depth) {
    int16_t second[HEVC_MID_SIZE];

    chroma(second, src_cb, src_stride, w, h, mx, my, bit_depth);
    average(dst_cb, dst_stride, mid_cb, second, w, h, bit_depth);
    chroma(second, src_cr, src_stride, w, h, mx, my, bit_depth);
    average(dst_cr, dst_stride, mid_cr, second, w, h, bit_depth);
}

/* 8.5.3.3.4.2 of two predictions << shift3: the remaining shift2 is 1. */
void HEVC_C(hevc_mc_average)(pixel *dst, ptrdiff_t dst_stride, const pixel *src0, ptrdiff_t src0_stride,
                             const pixel *src1, ptrdiff_t src1_stride, int w, int h) {
    for (int y = 0; y < h; y++, dst += dst_stride, src0 += src0_stride, src1 += src1_stride)
        for (int x = 0; x < w; x++) dst[x] = (pixel)((src0[x] + src1[x] + 1) >> 1);
}

void HEVC_C(hevc_mc_weight_uni)(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid, int w, int h, int log2_wd, int w0,
                                int o0, int bit_depth) {
    const int round = log2_wd < 1 ? 0 : 1 << (log2_wd - 1);

    for (int y = 0; y < h; y++, dst += dst_stride, mid += HEVC_MID_STRIDE(w))
        for (int x = 0; x < w; x++) dst[x] = clip_pixel(((mid[x] * w0 + round) >> log2_wd) + o0, bit_depth);
}

void HEVC_C(hevc_mc_weight_bi)(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid0, const int16_t *mid1, int w, int h,
                               int log2_wd, int w0, int o0, int w1, int o1, int bit_depth) {
    const int round = (o0 + o1 + 1) * (1 << log2_wd);

    for (int y = 0; y < h; y++, dst += dst_stride, mid0 += HEVC_MID_STRIDE(w), mid1 += HEVC_MID_STRIDE(w))
        for (int x = 0; x < w; x++)
            dst[x] = clip_pixel((mid0[x] * w0 + mid1[x] * w1 + round) >> (log2_wd + 1), bit_depth);
}
