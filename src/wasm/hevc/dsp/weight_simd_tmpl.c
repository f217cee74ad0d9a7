/* Predictions put together, SIMD128: by explicit weights (8.5.3.3.4.3), or two at full samples. */
#include "lanes.h"
#include "mc.h"
#include "pixel.h"

/* Eight values of 32 bits to clipped samples; w: how many are left in the row. */
INLINE void store(pixel *dst, v128_t low, v128_t high, int w, int bit_depth) {
    v128_t v = wasm_i16x8_narrow_i32x4(low, high);

    (void)bit_depth;
#if BITDEPTH == 8
    v = wasm_u8x16_narrow_i16x8(v, v);
    if (w >= 8) wasm_v128_store64_lane(dst, v, 0);
    else {
        if (w & 4) wasm_v128_store32_lane(dst, v, 0);
        if (w == 6) wasm_v128_store16_lane(dst + 4, v, 2);
        else if (w == 2) wasm_v128_store16_lane(dst, v, 0);
    }
#else
    v = wasm_i16x8_min(wasm_i16x8_max(v, wasm_i16x8_splat(0)), wasm_i16x8_splat((int16_t)((1 << bit_depth) - 1)));
    if (w >= 8) wasm_v128_store(dst, v);
    else {
        if (w & 4) wasm_v128_store64_lane(dst, v, 0);
        if (w == 6) wasm_v128_store32_lane(dst + 4, v, 2);
        else if (w == 2) wasm_v128_store32_lane(dst, v, 0);
    }
#endif
}

/* The offset is part of the rounding term: (m * w + (o << s) + round) >> s is the same as ((m * w + round) >> s) + o.
 */
void HEVC_SIMD(hevc_mc_weight_uni)(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid, int w, int h, int log2_wd,
                                   int w0, int o0, int bit_depth) {
    const v128_t weight = wasm_i16x8_splat((int16_t)w0);
    const v128_t round = wasm_i32x4_splat((1 << log2_wd >> 1) + o0 * (1 << log2_wd));

    for (int y = 0; y < h; y++, dst += dst_stride, mid += HEVC_MID_STRIDE(w))
        for (int x = 0; x < w; x += 8) {
            const v128_t m = wasm_v128_load(mid + x);
            store(dst + x,
                  wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_extmul_low_i16x8(m, weight), round), (uint32_t)log2_wd),
                  wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_extmul_high_i16x8(m, weight), round), (uint32_t)log2_wd),
                  w - x, bit_depth);
        }
}

void HEVC_SIMD(hevc_mc_weight_bi)(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid0, const int16_t *mid1, int w,
                                  int h, int log2_wd, int w0, int o0, int w1, int o1, int bit_depth) {
    const v128_t weights = wasm_i32x4_splat((int)((uint32_t)(uint16_t)w0 | (uint32_t)w1 << 16));
    const v128_t round = wasm_i32x4_splat((o0 + o1 + 1) * (1 << log2_wd));

    for (int y = 0; y < h; y++, dst += dst_stride, mid0 += HEVC_MID_STRIDE(w), mid1 += HEVC_MID_STRIDE(w))
        for (int x = 0; x < w; x += 8) {
            const v128_t a = wasm_v128_load(mid0 + x), b = wasm_v128_load(mid1 + x);
            const v128_t low = wasm_i32x4_add(wasm_i32x4_dot_i16x8(zip_low_16(a, b), weights), round);
            const v128_t high = wasm_i32x4_add(wasm_i32x4_dot_i16x8(zip_high_16(a, b), weights), round);
            store(dst + x, wasm_i32x4_shr(low, (uint32_t)log2_wd + 1), wasm_i32x4_shr(high, (uint32_t)log2_wd + 1),
                  w - x, bit_depth);
        }
}

#if BITDEPTH == 8

/* Sixteen samples, or the last 4, 8, 12 (chroma: any even number) of a row. */
INLINE void average(pixel *dst, const pixel *a, const pixel *b, int w) {
    v128_t v = wasm_u8x16_avgr(wasm_v128_load(a), wasm_v128_load(b));

    if (w >= 16) {
        wasm_v128_store(dst, v);
        return;
    }
    if (w & 8) {
        wasm_v128_store64_lane(dst, v, 0);
        v = zip_high_64(v, v);
        dst += 8;
    }
    if (w & 4) {
        wasm_v128_store32_lane(dst, v, 0);
        v = wasm_i32x4_shuffle(v, v, 1, 1, 1, 1);
        dst += 4;
    }
    if (w & 2) wasm_v128_store16_lane(dst, v, 0);
}

#else

INLINE void average(pixel *dst, const pixel *a, const pixel *b, int w) {
    v128_t v = wasm_u16x8_avgr(wasm_v128_load(a), wasm_v128_load(b));

    if (w >= 8) {
        wasm_v128_store(dst, v);
        return;
    }
    if (w & 4) {
        wasm_v128_store64_lane(dst, v, 0);
        v = zip_high_64(v, v);
        dst += 4;
    }
    if (w & 2) wasm_v128_store32_lane(dst, v, 0);
}

#endif

/* In strips, not row by row: the fewer instructions a row takes, the more rows of references that are in no cache are
 * on their way together. */
void HEVC_SIMD(hevc_mc_average)(pixel *dst, ptrdiff_t dst_stride, const pixel *src0, ptrdiff_t src0_stride,
                                const pixel *src1, ptrdiff_t src1_stride, int w, int h) {
    enum { STEP = 16 / sizeof(pixel) };
    for (; w >= 2 * STEP; w -= 2 * STEP, dst += 2 * STEP, src0 += 2 * STEP, src1 += 2 * STEP)
        for (int y = 0; y < h; y++) {
            pixel *const to = dst + y * dst_stride;
            const pixel *const a = src0 + y * src0_stride, *const b = src1 + y * src1_stride;
            average(to, a, b, STEP);
            average(to + STEP, a + STEP, b + STEP, STEP);
        }
    for (; w > 0; w -= STEP, dst += STEP, src0 += STEP, src1 += STEP)
        for (int y = 0; y < h; y++) average(dst + y * dst_stride, src0 + y * src0_stride, src1 + y * src1_stride, w);
}
