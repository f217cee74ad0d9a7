/* Inter prediction of 10-bit samples, SIMD128. Range modules also have kernels of 12 bits; the scalar references
 * predict the other depths in 16-bit storage (9 and 11, or 8 beside 10), which are rare.
 *
 * A sum of 10-bit samples needs 18 bits, but the sum >> shift1 only 16: luma computes it in 16-bit lanes from the
 * quotient of each tap by 4 and from the sum of the remainders, which is shifted separately. */
#define HEVC_MC_DEPTH 10
#include "mc16_parts.h"
#include "../format.h"

/* In strips of a cache line, not row by row: the fewer instructions a row takes, the more rows of a reference that is
 * in no cache are on their way together. */
static void copy_rows(uint16_t *dst, ptrdiff_t dst_stride, const uint16_t *src, ptrdiff_t src_stride, int w, int h) {
    for (; w >= 16; w -= 16, dst += 16, src += 16)
        for (int y = 0; y < h; y++) {
            wasm_v128_store(dst + y * dst_stride, wasm_v128_load(src + y * src_stride));
            wasm_v128_store(dst + y * dst_stride + 8, wasm_v128_load(src + y * src_stride + 8));
        }
    for (; w > 0; w -= 8, dst += 8, src += 8)
        for (int y = 0; y < h; y++) store_samples(dst + y * dst_stride, wasm_v128_load(src + y * src_stride), w);
}

INLINE v128_t twice(v128_t v) { return wasm_i16x8_add(v, v); }

/* Table 8-11 for a fraction known at compile time, >> SHIFT1; r0..r7: samples in the order of the taps. The multiple of
 * 4 in each tap is added as it is, the remainders of all taps are divided together: -11 = 4 * -3 + 1, -10 = 4 * -2 - 2,
 * and so on.
 */
INLINE v128_t luma_sum(int fraction, v128_t r0, v128_t r1, v128_t r2, v128_t r3, v128_t r4, v128_t r5, v128_t r6,
                       v128_t r7) {
    if (fraction == 3) return luma_sum(1, r7, r6, r5, r4, r3, r2, r1, r0);
    if (fraction == 2) {
        const v128_t a = wasm_i16x8_add(r0, r7), b = wasm_i16x8_add(r1, r6), c = wasm_i16x8_add(r2, r5),
                     d = wasm_i16x8_add(r3, r4);
        const v128_t inner = wasm_i16x8_sub(wasm_i16x8_mul(d, wasm_i16x8_splat(10)), wasm_i16x8_add(twice(c), c));
        return wasm_i16x8_add(wasm_i16x8_add(inner, b), wasm_i16x8_shr(wasm_i16x8_sub(c, a), SHIFT1));
    }
    const v128_t slope = twice(wasm_i16x8_sub(r3, r2));
    const v128_t rest = wasm_i16x8_add(wasm_i16x8_add(slope, wasm_i16x8_sub(r4, r5)), wasm_i16x8_sub(r6, r0));
    const v128_t inner = wasm_i16x8_shl(wasm_i16x8_add(wasm_i16x8_add(twice(r3), r3), r4), 2);
    return wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_sub(r1, r5), slope),
                          wasm_i16x8_add(inner, wasm_i16x8_shr(rest, SHIFT1)));
}

/* One row of h sums; src at the first tap. */
INLINE v128_t luma_row(int mx, const uint16_t *src) {
    OPAQUE(src);
#define TAP(k) wasm_v128_load(src + (k))
    return luma_sum(mx, TAP(0), TAP(1), TAP(2), TAP(3), TAP(4), TAP(5), TAP(6), TAP(7));
#undef TAP
}

INLINE void luma_h(enum sink sink, int mx, struct place at, const uint16_t *src, ptrdiff_t src_stride, int h) {
    src -= LUMA_BEFORE;
    for (int y = 0; y < h; y++, src += src_stride, at = next_place(sink, at)) put(sink, at, luma_row(mx, src));
}

INLINE void luma_v(enum sink sink, int my, struct place at, const uint16_t *src, ptrdiff_t src_stride, int h) {
    src -= LUMA_BEFORE * src_stride;
    v128_t r0 = wasm_v128_load(src), r1 = wasm_v128_load(src += src_stride), r2 = wasm_v128_load(src += src_stride);
    v128_t r3 = wasm_v128_load(src += src_stride), r4 = wasm_v128_load(src += src_stride);
    v128_t r5 = wasm_v128_load(src += src_stride), r6 = wasm_v128_load(src += src_stride);

    for (int y = 0; y < h; y += 2) {
        const v128_t r7 = wasm_v128_load(src += src_stride);
        put(sink, at, luma_sum(my, r0, r1, r2, r3, r4, r5, r6, r7));
        at = next_place(sink, at);
        const v128_t r8 = wasm_v128_load(src += src_stride);
        put(sink, at, luma_sum(my, r1, r2, r3, r4, r5, r6, r7, r8));
        at = next_place(sink, at);
        r0 = r2, r1 = r3, r2 = r4, r3 = r5, r4 = r6, r5 = r7, r6 = r8;
    }
}

INLINE void luma_pairs_of(int mx, struct pair *pairs, const uint16_t *src, ptrdiff_t src_stride, int rows) {
    v128_t last = luma_row(mx, src);

    for (int y = 1; y < rows; y++, pairs++) {
        const v128_t now = luma_row(mx, src += src_stride);
        *pairs = zip(last, now);
        last = now;
    }
}

/* The h pass of h+v: the sums of rows -3..h+4 of eight columns, each row interleaved with the next. */
static void luma_pairs(struct pair *pairs, const uint16_t *src, ptrdiff_t src_stride, int h, int mx) {
    const int rows = LUMA_BEFORE + h + LUMA_AFTER;

    src -= LUMA_BEFORE * src_stride + LUMA_BEFORE;
    switch (mx) {
    case 1: luma_pairs_of(1, pairs, src, src_stride, rows); return;
    case 2: luma_pairs_of(2, pairs, src, src_stride, rows); return;
    default: luma_pairs_of(3, pairs, src, src_stride, rows); return;
    }
}

INLINE void luma_strip(enum sink sink, struct place at, const uint16_t *src, ptrdiff_t src_stride, int h, int mx,
                       int my) {
    if (mx && my) {
        struct pair pairs[LUMA_BEFORE + MAX_SIZE + LUMA_AFTER - 1];

        luma_pairs(pairs, src, src_stride, h, mx);
        luma_v_of_pairs(sink, my, at, pairs, h, SHIFT2);
        return;
    }
    switch (mx | my << 2) {
    case 0: luma_full(sink, at, src, src_stride, h); return;
    case 1: luma_h(sink, 1, at, src, src_stride, h); return;
    case 2: luma_h(sink, 2, at, src, src_stride, h); return;
    case 3: luma_h(sink, 3, at, src, src_stride, h); return;
    case 4: luma_v(sink, 1, at, src, src_stride, h); return;
    case 8: luma_v(sink, 2, at, src, src_stride, h); return;
    default: luma_v(sink, 3, at, src, src_stride, h); return;
    }
}

/* Ends the kernel for other depths than 10 bits. The arguments are those of the kernel without the depth. */
#if HEVC_RANGE_EXTENSIONS
#define UNLESS_DEPTH(name, ...)                                                                                        \
    if (bit_depth != DEPTH) {                                                                                          \
        if (bit_depth == 12) name##_12_simd(__VA_ARGS__);                                                              \
        else name##_16_c(__VA_ARGS__, bit_depth);                                                                      \
        return;                                                                                                        \
    }
#else
#define UNLESS_DEPTH(name, ...)                                                                                        \
    if (bit_depth != DEPTH) {                                                                                          \
        name##_16_c(__VA_ARGS__, bit_depth);                                                                           \
        return;                                                                                                        \
    }
#endif

void hevc_mc_luma_uni_16_simd(uint16_t *dst, ptrdiff_t dst_stride, const uint16_t *src, ptrdiff_t src_stride, int w,
                              int h, int mx, int my, int bit_depth) {
    if (!mx && !my) {
        copy_rows(dst, dst_stride, src, src_stride, w, h);
        return;
    }
    UNLESS_DEPTH(hevc_mc_luma_uni, dst, dst_stride, src, src_stride, w, h, mx, my)
    luma(UNI, (struct place){dst, no_mid, dst_stride, 0}, src, src_stride, w, h, mx, my);
}

void hevc_mc_luma_mid_16_simd(int16_t *mid, const uint16_t *src, ptrdiff_t src_stride, int w, int h, int mx, int my,
                              int bit_depth) {
    UNLESS_DEPTH(hevc_mc_luma_mid, mid, src, src_stride, w, h, mx, my)
    luma(MID, (struct place){no_samples, mid, 0, HEVC_MID_STRIDE(w)}, src, src_stride, w, h, mx, my);
}

void hevc_mc_luma_bi_16_simd(uint16_t *dst, ptrdiff_t dst_stride, const int16_t *mid, const uint16_t *src,
                             ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    UNLESS_DEPTH(hevc_mc_luma_bi, dst, dst_stride, mid, src, src_stride, w, h, mx, my)
    luma(BI, (struct place){dst, (int16_t *)mid /* BI only reads it */, dst_stride, HEVC_MID_STRIDE(w)}, src,
         src_stride, w, h, mx, my);
}

void hevc_mc_chroma_uni_16_simd(uint16_t *dst_cb, uint16_t *dst_cr, ptrdiff_t dst_stride, const uint16_t *src_cb,
                                const uint16_t *src_cr, ptrdiff_t src_stride, int w, int h, int mx, int my,
                                int bit_depth) {
    if (!mx && !my) {
        copy_rows(dst_cb, dst_stride, src_cb, src_stride, w, h);
        copy_rows(dst_cr, dst_stride, src_cr, src_stride, w, h);
        return;
    }
    UNLESS_DEPTH(hevc_mc_chroma_uni, dst_cb, dst_cr, dst_stride, src_cb, src_cr, src_stride, w, h, mx, my)
    chroma(UNI, (struct target){dst_cb, dst_cr, no_mid, no_mid, dst_stride, 0},
           (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}

void hevc_mc_chroma_mid_16_simd(int16_t *mid_cb, int16_t *mid_cr, const uint16_t *src_cb, const uint16_t *src_cr,
                                ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    UNLESS_DEPTH(hevc_mc_chroma_mid, mid_cb, mid_cr, src_cb, src_cr, src_stride, w, h, mx, my)
    chroma(MID, (struct target){no_samples, no_samples, mid_cb, mid_cr, 0, HEVC_MID_STRIDE(w)},
           (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}

void hevc_mc_chroma_bi_16_simd(uint16_t *dst_cb, uint16_t *dst_cr, ptrdiff_t dst_stride, const int16_t *mid_cb,
                               const int16_t *mid_cr, const uint16_t *src_cb, const uint16_t *src_cr,
                               ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    UNLESS_DEPTH(hevc_mc_chroma_bi, dst_cb, dst_cr, dst_stride, mid_cb, mid_cr, src_cb, src_cr, src_stride, w, h, mx,
                 my)
    chroma(BI, (struct target){dst_cb, dst_cr, (int16_t *)mid_cb, (int16_t *)mid_cr, dst_stride, HEVC_MID_STRIDE(w)},
           (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}
