/* Inter prediction of 10-bit samples, SIMD128; other depths in 16-bit storage (9, or 8 beside 10) are rare enough for
 * the scalar references, and a depth known at compile time keeps every shift an immediate.
 *
 * One sum of 10-bit samples needs 18 bits, so both passes run by i32x4.dot_i16x8_s: h pairs neighbours without a
 * shuffle, v pairs rows, each pair interleaved once. h+v goes down a strip of eight columns in registers, without a
 * buffer between. */
#define BITDEPTH 16
#include "lanes.h"
#include "mc.h"
#include "pixel.h"

/* Where 14-bit values go: uni rounds them to samples, mid keeps them, bi averages them with the first prediction. */
enum sink { UNI, MID, BI };

enum { DEPTH = 10, SHIFT1 = DEPTH - 8, SHIFT2 = 6, SHIFT3 = 14 - DEPTH, MAX_SAMPLE = (1 << DEPTH) - 1 };

struct strip {
    const uint16_t *a, *b; /* narrow: four lanes of Cb and four of Cr; else eight of a */
    ptrdiff_t stride;
};

struct target {
    uint16_t *a, *b;
    int16_t *mid_a, *mid_b;
    ptrdiff_t stride;
    int mid_stride;
};

INLINE struct strip next_row(struct strip s) { return (struct strip){s.a + s.stride, s.b + s.stride, s.stride}; }

INLINE struct target next_target(struct target t) {
    return (struct target){t.a + t.stride,         t.b + t.stride, t.mid_a + t.mid_stride,
                           t.mid_b + t.mid_stride, t.stride,       t.mid_stride};
}

INLINE v128_t load_at(int narrow, struct strip s, int x) {
    return narrow ? wasm_v128_load64_lane(s.b + x, wasm_v128_load64_zero(s.a + x), 1) : wasm_v128_load(s.a + x);
}

INLINE void store_samples(uint16_t *dst, v128_t v, int count) {
    if (count >= 8) wasm_v128_store(dst, v);
    else if (count >= 4) {
        wasm_v128_store64_lane(dst, v, 0);
        if (count == 6) wasm_v128_store32_lane(dst + 4, v, 2);
    } else wasm_v128_store32_lane(dst, v, 0);
}

INLINE v128_t clip(v128_t v) {
    return wasm_i16x8_min(wasm_i16x8_max(v, wasm_i16x8_splat(0)), wasm_i16x8_splat(MAX_SAMPLE));
}

INLINE void emit(enum sink sink, int narrow, struct target t, v128_t v, int count) {
    if (sink == MID) {
        if (narrow) {
            wasm_v128_store64_lane(t.mid_a, v, 0);
            wasm_v128_store64_lane(t.mid_b, v, 1);
        } else wasm_v128_store(t.mid_a, v);
        return;
    }
    if (sink == BI) { /* a saturated sum clips to the largest sample anyway */
        const v128_t first =
            narrow ? wasm_v128_load64_lane(t.mid_b, wasm_v128_load64_zero(t.mid_a), 1) : wasm_v128_load(t.mid_a);
        v = wasm_i16x8_shr(wasm_i16x8_add_sat(wasm_i16x8_add_sat(v, first), wasm_i16x8_splat(1 << SHIFT3)), SHIFT3 + 1);
    } else v = wasm_i16x8_shr(wasm_i16x8_add_sat(v, wasm_i16x8_splat(1 << (SHIFT3 - 1))), SHIFT3);
    v = clip(v);
    if (!narrow) store_samples(t.a, v, count);
    else if (count >= 4) {
        wasm_v128_store64_lane(t.a, v, 0);
        wasm_v128_store64_lane(t.b, v, 1);
    } else {
        wasm_v128_store32_lane(t.a, v, 0);
        wasm_v128_store32_lane(t.b, v, 2);
    }
}

static void copy_rows(uint16_t *dst, ptrdiff_t dst_stride, const uint16_t *src, ptrdiff_t src_stride, int w, int h) {
    for (int y = 0; y < h; y++, dst += dst_stride, src += src_stride)
        for (int x = 0; x < w; x += 8) store_samples(dst + x, wasm_v128_load(src + x), w - x);
}

/* Tables 8-11 and 8-12, in the pairs that dot takes. */
static const int16_t luma_taps[4 /* quarter */][8 /* tap, from -3 */] = {{0, 0, 0, 64, 0, 0, 0, 0},
                                                                         {-1, 4, -10, 58, 17, -5, 1, 0},
                                                                         {-1, 4, -11, 40, 40, -11, 4, -1},
                                                                         {0, 1, -5, 17, 58, -10, 4, -1}};
static const int16_t chroma_taps[8 /* eighth */][4 /* tap, from -1 */] = {
    {0, 64, 0, 0},    {-2, 58, 10, -2}, {-4, 54, 16, -2}, {-6, 46, 28, -4},
    {-4, 36, 36, -4}, {-4, 28, 46, -6}, {-2, 16, 54, -4}, {-2, 10, 58, -2}};

struct taps {
    v128_t c[4]; /* pairs; chroma uses two */
};

INLINE struct taps load_taps(int taps, int fraction) {
    const int16_t *c = taps == 8 ? luma_taps[fraction] : chroma_taps[fraction];
    struct taps t = {{wasm_v128_load32_splat(c), wasm_v128_load32_splat(c + 2)}};

    if (taps == 8) {
        t.c[2] = wasm_v128_load32_splat(c + 4);
        t.c[3] = wasm_v128_load32_splat(c + 6);
    }
    return t;
}

INLINE v128_t h_sum(int taps, int narrow, const struct taps *t, struct strip s, int x) {
    v128_t sum = wasm_i32x4_add(wasm_i32x4_dot_i16x8(load_at(narrow, s, x), t->c[0]),
                                wasm_i32x4_dot_i16x8(load_at(narrow, s, x + 2), t->c[1]));

    if (taps == 8)
        sum = wasm_i32x4_add(sum, wasm_i32x4_add(wasm_i32x4_dot_i16x8(load_at(narrow, s, x + 4), t->c[2]),
                                                 wasm_i32x4_dot_i16x8(load_at(narrow, s, x + 6), t->c[3])));
    return sum;
}

/* One row of work: samples, or their h sums >> shift1 (s then points at the first tap). */
INLINE v128_t row(int taps, int narrow, int has_h, const struct taps *t, struct strip s) {
    if (!has_h) return load_at(narrow, s, 0);
    const v128_t even = h_sum(taps, narrow, t, s, 0), odd = h_sum(taps, narrow, t, s, 1);
    /* >> SHIFT1 of both, the odd ones straight into the upper halves. */
    return wasm_i16x8_shuffle(wasm_i32x4_shr(even, SHIFT1), wasm_i32x4_shl(odd, 16 - SHIFT1), 0, 9, 2, 11, 4, 13, 6,
                              15);
}

struct pair {
    v128_t low, high;
};

INLINE struct pair zip(v128_t a, v128_t b) { return (struct pair){zip_low_16(a, b), zip_high_16(a, b)}; }

INLINE v128_t v_sum_8(struct pair p0, struct pair p2, struct pair p4, struct pair p6, const struct taps *t,
                      uint32_t shift) {
    const v128_t low =
        wasm_i32x4_add(wasm_i32x4_add(wasm_i32x4_dot_i16x8(p0.low, t->c[0]), wasm_i32x4_dot_i16x8(p2.low, t->c[1])),
                       wasm_i32x4_add(wasm_i32x4_dot_i16x8(p4.low, t->c[2]), wasm_i32x4_dot_i16x8(p6.low, t->c[3])));
    const v128_t high =
        wasm_i32x4_add(wasm_i32x4_add(wasm_i32x4_dot_i16x8(p0.high, t->c[0]), wasm_i32x4_dot_i16x8(p2.high, t->c[1])),
                       wasm_i32x4_add(wasm_i32x4_dot_i16x8(p4.high, t->c[2]), wasm_i32x4_dot_i16x8(p6.high, t->c[3])));
    return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(low, shift), wasm_i32x4_shr(high, shift));
}

INLINE v128_t v_sum_4(struct pair p0, struct pair p2, const struct taps *t, uint32_t shift) {
    const v128_t low = wasm_i32x4_add(wasm_i32x4_dot_i16x8(p0.low, t->c[0]), wasm_i32x4_dot_i16x8(p2.low, t->c[1]));
    const v128_t high = wasm_i32x4_add(wasm_i32x4_dot_i16x8(p0.high, t->c[0]), wasm_i32x4_dot_i16x8(p2.high, t->c[1]));
    return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(low, shift), wasm_i32x4_shr(high, shift));
}

/* A strip without vertical filter: shift3 of the samples, or their h sums. */
INLINE void strip_h(enum sink sink, int taps, int narrow, struct target t, struct strip s, int count, int h, int mx) {
    const struct taps tx = load_taps(taps, mx);

    if (!mx) {
        for (int y = 0; y < h; y++, s = next_row(s), t = next_target(t))
            emit(sink, narrow, t, wasm_i16x8_shl(load_at(narrow, s, 0), SHIFT3), count);
        return;
    }
    s.a -= taps / 2 - 1, s.b -= taps / 2 - 1;
    for (int y = 0; y < h; y++, s = next_row(s), t = next_target(t))
        emit(sink, narrow, t, row(taps, narrow, 1, &tx, s), count);
}

INLINE void luma_strip_v(enum sink sink, int has_h, struct target t, struct strip s, int count, int h, int mx, int my) {
    const struct taps tx = load_taps(8, mx), ty = load_taps(8, my);
    const uint32_t shift = has_h ? SHIFT2 : SHIFT1;

    s.a -= 3 * s.stride + (has_h ? 3 : 0);
    const v128_t r0 = row(8, 0, has_h, &tx, s), r1 = row(8, 0, has_h, &tx, s = next_row(s)),
                 r2 = row(8, 0, has_h, &tx, s = next_row(s));
    const v128_t r3 = row(8, 0, has_h, &tx, s = next_row(s)), r4 = row(8, 0, has_h, &tx, s = next_row(s));
    const v128_t r5 = row(8, 0, has_h, &tx, s = next_row(s));
    v128_t r6 = row(8, 0, has_h, &tx, s = next_row(s));
    struct pair p0 = zip(r0, r1), p1 = zip(r1, r2), p2 = zip(r2, r3), p3 = zip(r3, r4), p4 = zip(r4, r5),
                p5 = zip(r5, r6);

    for (int y = 0; y < h; y += 2) {
        const v128_t r7 = row(8, 0, has_h, &tx, s = next_row(s));
        const struct pair p6 = zip(r6, r7);
        emit(sink, 0, t, v_sum_8(p0, p2, p4, p6, &ty, shift), count);
        t = next_target(t);
        r6 = row(8, 0, has_h, &tx, s = next_row(s));
        const struct pair p7 = zip(r7, r6);
        emit(sink, 0, t, v_sum_8(p1, p3, p5, p7, &ty, shift), count);
        t = next_target(t);
        p0 = p2, p1 = p3, p2 = p4, p3 = p5, p4 = p6, p5 = p7;
    }
}

INLINE void chroma_strip_v(enum sink sink, int narrow, int has_h, struct target t, struct strip s, int count, int h,
                           int mx, int my) {
    const struct taps tx = load_taps(4, mx), ty = load_taps(4, my);
    const uint32_t shift = has_h ? SHIFT2 : SHIFT1;
    const ptrdiff_t back = s.stride + (has_h ? 1 : 0);

    s.a -= back, s.b -= back;
    const v128_t r0 = row(4, narrow, has_h, &tx, s), r1 = row(4, narrow, has_h, &tx, s = next_row(s));
    v128_t r2 = row(4, narrow, has_h, &tx, s = next_row(s));
    struct pair p0 = zip(r0, r1), p1 = zip(r1, r2);

    for (int y = 0; y < h; y += 2) {
        const v128_t r3 = row(4, narrow, has_h, &tx, s = next_row(s));
        const struct pair p2 = zip(r2, r3);
        emit(sink, narrow, t, v_sum_4(p0, p2, &ty, shift), count);
        t = next_target(t);
        r2 = row(4, narrow, has_h, &tx, s = next_row(s));
        const struct pair p3 = zip(r3, r2);
        emit(sink, narrow, t, v_sum_4(p1, p3, &ty, shift), count);
        t = next_target(t);
        p0 = p2, p1 = p3;
    }
}

INLINE void luma(enum sink sink, struct target t, const uint16_t *src, ptrdiff_t src_stride, int w, int h, int mx,
                 int my) {
    for (int x = 0; x < w; x += 8) {
        const struct target at = {t.a + x, t.a, t.mid_a + x, t.mid_a, t.stride, t.mid_stride};
        const struct strip s = {src + x, src, src_stride};

        if (!my) strip_h(sink, 8, 0, at, s, w - x, h, mx);
        else if (mx) luma_strip_v(sink, 1, at, s, w - x, h, mx, my);
        else luma_strip_v(sink, 0, at, s, w - x, h, mx, my);
    }
}

INLINE void chroma_strip(enum sink sink, int narrow, struct target t, struct strip s, int count, int h, int mx,
                         int my) {
    if (!my) strip_h(sink, 4, narrow, t, s, count, h, mx);
    else if (mx) chroma_strip_v(sink, narrow, 1, t, s, count, h, mx, my);
    else chroma_strip_v(sink, narrow, 0, t, s, count, h, mx, my);
}

INLINE void chroma(enum sink sink, struct target t, struct strip s, int w, int h, int mx, int my) {
    if (w <= 4) {
        chroma_strip(sink, 1, t, s, w, h, mx, my);
        return;
    }
    for (int plane = 0; plane < 2; plane++) {
        for (int x = 0; x < w; x += 8) {
            const struct target at = {t.a + x, t.a, t.mid_a + x, t.mid_a, t.stride, t.mid_stride};
            chroma_strip(sink, 0, at, (struct strip){s.a + x, s.a, s.stride}, w - x, h, mx, my);
        }
        t.a = t.b, t.mid_a = t.mid_b, s.a = s.b;
    }
}

/* Stand-ins for the half of a target that a sink does not use. */
static uint16_t no_samples[1];
static int16_t no_mid[1];

void hevc_mc_luma_uni_16_simd(uint16_t *dst, ptrdiff_t dst_stride, const uint16_t *src, ptrdiff_t src_stride, int w,
                              int h, int mx, int my, int bit_depth) {
    if (!mx && !my) copy_rows(dst, dst_stride, src, src_stride, w, h);
    else if (bit_depth != DEPTH) hevc_mc_luma_uni_16_c(dst, dst_stride, src, src_stride, w, h, mx, my, bit_depth);
    else luma(UNI, (struct target){dst, dst, no_mid, no_mid, dst_stride, 0}, src, src_stride, w, h, mx, my);
}

void hevc_mc_luma_mid_16_simd(int16_t *mid, const uint16_t *src, ptrdiff_t src_stride, int w, int h, int mx, int my,
                              int bit_depth) {
    if (bit_depth != DEPTH) hevc_mc_luma_mid_16_c(mid, src, src_stride, w, h, mx, my, bit_depth);
    else
        luma(MID, (struct target){no_samples, no_samples, mid, mid, 0, HEVC_MID_STRIDE(w)}, src, src_stride, w, h, mx,
             my);
}

void hevc_mc_luma_bi_16_simd(uint16_t *dst, ptrdiff_t dst_stride, const int16_t *mid, const uint16_t *src,
                             ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    int16_t *const first = (int16_t *)mid; /* BI only reads it */

    if (bit_depth != DEPTH) hevc_mc_luma_bi_16_c(dst, dst_stride, mid, src, src_stride, w, h, mx, my, bit_depth);
    else
        luma(BI, (struct target){dst, dst, first, first, dst_stride, HEVC_MID_STRIDE(w)}, src, src_stride, w, h, mx,
             my);
}

void hevc_mc_chroma_uni_16_simd(uint16_t *dst_cb, uint16_t *dst_cr, ptrdiff_t dst_stride, const uint16_t *src_cb,
                                const uint16_t *src_cr, ptrdiff_t src_stride, int w, int h, int mx, int my,
                                int bit_depth) {
    if (!mx && !my) {
        copy_rows(dst_cb, dst_stride, src_cb, src_stride, w, h);
        copy_rows(dst_cr, dst_stride, src_cr, src_stride, w, h);
    } else if (bit_depth != DEPTH)
        hevc_mc_chroma_uni_16_c(dst_cb, dst_cr, dst_stride, src_cb, src_cr, src_stride, w, h, mx, my, bit_depth);
    else
        chroma(UNI, (struct target){dst_cb, dst_cr, no_mid, no_mid, dst_stride, 0},
               (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}

void hevc_mc_chroma_mid_16_simd(int16_t *mid_cb, int16_t *mid_cr, const uint16_t *src_cb, const uint16_t *src_cr,
                                ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    if (bit_depth != DEPTH)
        hevc_mc_chroma_mid_16_c(mid_cb, mid_cr, src_cb, src_cr, src_stride, w, h, mx, my, bit_depth);
    else
        chroma(MID, (struct target){no_samples, no_samples, mid_cb, mid_cr, 0, HEVC_MID_STRIDE(w)},
               (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}

void hevc_mc_chroma_bi_16_simd(uint16_t *dst_cb, uint16_t *dst_cr, ptrdiff_t dst_stride, const int16_t *mid_cb,
                               const int16_t *mid_cr, const uint16_t *src_cb, const uint16_t *src_cr,
                               ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    if (bit_depth != DEPTH)
        hevc_mc_chroma_bi_16_c(dst_cb, dst_cr, dst_stride, mid_cb, mid_cr, src_cb, src_cr, src_stride, w, h, mx, my,
                               bit_depth);
    else
        chroma(BI,
               (struct target){dst_cb, dst_cr, (int16_t *)mid_cb, (int16_t *)mid_cr, dst_stride, HEVC_MID_STRIDE(w)},
               (struct strip){src_cb, src_cr, src_stride}, w, h, mx, my);
}
