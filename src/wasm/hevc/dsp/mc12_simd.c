/* Inter prediction of 12-bit samples, SIMD128, in range modules only.
 *
 * A sum of 12-bit samples needs 20 bits, and its part that luma of 10 bits divides early would not fit 16. So every sum
 * is one of i32x4.dot_i16x8_s, and the v pass always goes over interleaved rows. The sums >> shift1 fit 16 bits: 88/16
 * of the largest sample is 22522. */
#include "../format.h"

#if HEVC_RANGE_EXTENSIONS

#define HEVC_MC_DEPTH 12
#include "mc16_parts.h"

struct luma_taps {
    v128_t c01, c23, c45, c67;
};

INLINE struct luma_taps load_luma_taps(int fraction) {
    const int16_t *taps = luma_taps[fraction];
    return (struct luma_taps){wasm_v128_load32_splat(taps), wasm_v128_load32_splat(taps + 2),
                              wasm_v128_load32_splat(taps + 4), wasm_v128_load32_splat(taps + 6)};
}

/* Four h sums of every other column; src at the first tap of the first. */
INLINE v128_t luma_h_sum(struct luma_taps t, const uint16_t *src) {
    return wasm_i32x4_add(wasm_i32x4_add(wasm_i32x4_dot_i16x8(wasm_v128_load(src), t.c01),
                                         wasm_i32x4_dot_i16x8(wasm_v128_load(src + 2), t.c23)),
                          wasm_i32x4_add(wasm_i32x4_dot_i16x8(wasm_v128_load(src + 4), t.c45),
                                         wasm_i32x4_dot_i16x8(wasm_v128_load(src + 6), t.c67)));
}

/* One row of work: eight samples, or their h sums >> shift1 (src then points at the first tap). */
INLINE v128_t luma_row(int has_h, struct luma_taps t, const uint16_t *src) {
    if (!has_h) return wasm_v128_load(src);
    OPAQUE(src);
    const v128_t even = luma_h_sum(t, src), odd = luma_h_sum(t, src + 1);
    /* >> SHIFT1 of both, the odd ones straight into the upper halves. */
    return wasm_i16x8_shuffle(wasm_i32x4_shr(even, SHIFT1), wasm_i32x4_shl(odd, 16 - SHIFT1), 0, 9, 2, 11, 4, 13, 6,
                              15);
}

INLINE void luma_h(enum sink sink, int mx, struct place at, const uint16_t *src, ptrdiff_t src_stride, int h) {
    const struct luma_taps t = load_luma_taps(mx);

    src -= LUMA_BEFORE;
    for (int y = 0; y < h; y++, src += src_stride, at = next_place(sink, at)) put(sink, at, luma_row(1, t, src));
}

/* Rows -3..h+4 of eight columns, each interleaved with the next. */
INLINE void luma_pairs(int has_h, struct pair *pairs, const uint16_t *src, ptrdiff_t src_stride, int h, int mx) {
    const struct luma_taps t = load_luma_taps(mx);

    src -= LUMA_BEFORE * src_stride + (has_h ? LUMA_BEFORE : 0);
    v128_t last = luma_row(has_h, t, src);
    for (int y = 1; y < LUMA_BEFORE + h + LUMA_AFTER; y++, pairs++) {
        const v128_t now = luma_row(has_h, t, src += src_stride);
        *pairs = zip(last, now);
        last = now;
    }
}

INLINE void luma_strip(enum sink sink, struct place at, const uint16_t *src, ptrdiff_t src_stride, int h, int mx,
                       int my) {
    if (my) {
        struct pair pairs[LUMA_BEFORE + MAX_SIZE + LUMA_AFTER - 1];

        if (mx) luma_pairs(1, pairs, src, src_stride, h, mx);
        else luma_pairs(0, pairs, src, src_stride, h, mx);
        luma_v_of_pairs(sink, my, at, pairs, h, mx ? SHIFT2 : SHIFT1);
    } else if (mx) luma_h(sink, mx, at, src, src_stride, h);
    else luma_full(sink, at, src, src_stride, h);
}

void hevc_mc_luma_uni_12_simd(uint16_t *dst, ptrdiff_t dst_stride, const uint16_t *src, ptrdiff_t src_stride, int w,
                              int h, int mx, int my) {
    luma(UNI, (struct place){dst, no_mid, dst_stride, 0}, src, src_stride, w, h, mx, my);
}

void hevc_mc_luma_mid_12_simd(int16_t *mid, const uint16_t *src, ptrdiff_t src_stride, int w, int h, int mx, int my) {
    luma(MID, (struct place){no_samples, mid, 0, HEVC_MID_STRIDE(w)}, src, src_stride, w, h, mx, my);
}

void hevc_mc_luma_bi_12_simd(uint16_t *dst, ptrdiff_t dst_stride, const int16_t *mid, const uint16_t *src,
                             ptrdiff_t src_stride, int w, int h, int mx, int my) {
    luma(BI, (struct place){dst, (int16_t *)mid /* BI only reads it */, dst_stride, HEVC_MID_STRIDE(w)}, src,
         src_stride, w, h, mx, my);
}

void hevc_mc_chroma_uni_12_simd(uint16_t *dst_cb, uint16_t *dst_cr, ptrdiff_t dst_stride, const uint16_t *src_cb,
                                const uint16_t *src_cr, ptrdiff_t src_stride, int w, int h, int mx, int my) {
    chroma(UNI, (struct target){dst_cb, dst_cr, no_mid, no_mid, dst_stride, 0},
           (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}

void hevc_mc_chroma_mid_12_simd(int16_t *mid_cb, int16_t *mid_cr, const uint16_t *src_cb, const uint16_t *src_cr,
                                ptrdiff_t src_stride, int w, int h, int mx, int my) {
    chroma(MID, (struct target){no_samples, no_samples, mid_cb, mid_cr, 0, HEVC_MID_STRIDE(w)},
           (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}

void hevc_mc_chroma_bi_12_simd(uint16_t *dst_cb, uint16_t *dst_cr, ptrdiff_t dst_stride, const int16_t *mid_cb,
                               const int16_t *mid_cr, const uint16_t *src_cb, const uint16_t *src_cr,
                               ptrdiff_t src_stride, int w, int h, int mx, int my) {
    chroma(BI, (struct target){dst_cb, dst_cr, (int16_t *)mid_cb, (int16_t *)mid_cr, dst_stride, HEVC_MID_STRIDE(w)},
           (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}

#endif
