/* Inter prediction of samples in 16 bits, SIMD128: the parts that 10 bits (mc16_simd.c) and 12 bits (mc12_simd.c)
 * share. The file that includes this one defines HEVC_MC_DEPTH, the bit depth: with a constant every shift is an
 * immediate.
 *
 * Sums of sums need 32 bits and use i32x4.dot_i16x8_s. Luma h+v uses a buffer of row pairs, each interleaved once:
 * there are more of them than registers. Chroma, with half the taps, goes down a strip of eight columns in registers:
 * there h pairs neighbours by dot, without a shuffle. */
#ifndef HEVC_DSP_MC16_PARTS_H
#define HEVC_DSP_MC16_PARTS_H

#define BITDEPTH 16
#include "lanes.h"
#include "mc.h"
#include "pixel.h"

/* Destination of 14-bit values: uni rounds them to samples, mid keeps them, bi averages them with the first prediction.
 */
enum sink { UNI, MID, BI };

enum { DEPTH = HEVC_MC_DEPTH, SHIFT1 = DEPTH - 8, SHIFT2 = 6, SHIFT3 = 14 - DEPTH, MAX_SAMPLE = (1 << DEPTH) - 1 };

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

/* Eight 14-bit values to samples; a saturated sum clips to the largest sample anyway. In BI the largest sum is that of
 * the largest sample, so nothing is left to clip there. */
INLINE v128_t finish(enum sink sink, v128_t v, v128_t first) {
    if (sink == BI) {
        v = wasm_i16x8_add_sat(wasm_i16x8_add_sat(v, first), wasm_i16x8_splat(1 << SHIFT3));
        return wasm_i16x8_max(wasm_i16x8_shr(v, SHIFT3 + 1), wasm_i16x8_splat(0));
    }
    v = wasm_i16x8_shr(wasm_i16x8_add_sat(v, wasm_i16x8_splat(1 << (SHIFT3 - 1))), SHIFT3);
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
    v = finish(sink, v,
               sink != BI ? v
               : narrow   ? wasm_v128_load64_lane(t.mid_b, wasm_v128_load64_zero(t.mid_a), 1)
                          : wasm_v128_load(t.mid_a));
    if (!narrow) store_samples(t.a, v, count);
    else if (count >= 4) {
        wasm_v128_store64_lane(t.a, v, 0);
        wasm_v128_store64_lane(t.b, v, 1);
    } else {
        wasm_v128_store32_lane(t.a, v, 0);
        wasm_v128_store32_lane(t.b, v, 2);
    }
}

/* Tables 8-11 and 8-12, in the pairs that dot takes. */
static const int16_t luma_taps[4 /* quarter */][8 /* tap, from -3 */] = {{0, 0, 0, 64, 0, 0, 0, 0},
                                                                         {-1, 4, -10, 58, 17, -5, 1, 0},
                                                                         {-1, 4, -11, 40, 40, -11, 4, -1},
                                                                         {0, 1, -5, 17, 58, -10, 4, -1}};
static const int16_t chroma_taps[8 /* eighth */][4 /* tap, from -1 */] = {
    {0, 64, 0, 0},    {-2, 58, 10, -2}, {-4, 54, 16, -2}, {-6, 46, 28, -4},
    {-4, 36, 36, -4}, {-4, 28, 46, -6}, {-2, 16, 54, -4}, {-2, 10, 58, -2}};

struct pair {
    v128_t low, high;
};

INLINE struct pair zip(v128_t a, v128_t b) { return (struct pair){zip_low_16(a, b), zip_high_16(a, b)}; }

/* ---- luma -------------------------------------------------------------------------------------------------------- */

enum { LUMA_BEFORE = 3, LUMA_AFTER = 4, MAX_SIZE = 64, TAIL_LANES = 8 };

/* Destination of eight 14-bit values. */
struct place {
    uint16_t *dst;
    int16_t *mid;
    ptrdiff_t stride, mid_stride;
};

INLINE struct place next_place(enum sink sink, struct place at) {
    return (struct place){sink == MID ? at.dst : at.dst + at.stride, sink == UNI ? at.mid : at.mid + at.mid_stride,
                          at.stride, at.mid_stride};
}

INLINE void put(enum sink sink, struct place at, v128_t v) {
    if (sink == MID) wasm_v128_store(at.mid, v);
    else wasm_v128_store(at.dst, finish(sink, v, sink == BI ? wasm_v128_load(at.mid) : v));
}

INLINE void luma_full(enum sink sink, struct place at, const uint16_t *src, ptrdiff_t src_stride, int h) {
    for (int y = 0; y < h; y++, src += src_stride, at = next_place(sink, at))
        put(sink, at, wasm_i16x8_shl(wasm_v128_load(src), SHIFT3));
}

/* The v pass over interleaved rows: of h sums, or of samples. pairs: of rows -3 and -2, -2 and -1, and so on. */
INLINE void luma_v_of_pairs(enum sink sink, int my, struct place at, const struct pair *pairs, int h, uint32_t shift) {
    const int16_t *taps = luma_taps[my];
    const v128_t c01 = wasm_v128_load32_splat(taps), c23 = wasm_v128_load32_splat(taps + 2);
    const v128_t c45 = wasm_v128_load32_splat(taps + 4), c67 = wasm_v128_load32_splat(taps + 6);

    for (int y = 0; y < h; y++, pairs++, at = next_place(sink, at)) {
#define SUM(half)                                                                                                      \
    wasm_i32x4_shr(                                                                                                    \
        wasm_i32x4_add(                                                                                                \
            wasm_i32x4_add(wasm_i32x4_dot_i16x8(pairs[0].half, c01), wasm_i32x4_dot_i16x8(pairs[2].half, c23)),        \
            wasm_i32x4_add(wasm_i32x4_dot_i16x8(pairs[4].half, c45), wasm_i32x4_dot_i16x8(pairs[6].half, c67))),       \
        shift)
        put(sink, at, wasm_i16x8_narrow_i32x4(SUM(low), SUM(high)));
#undef SUM
    }
}

/* Eight columns. Each depth defines it, because 10 bits need no 32-bit sums in one direction. */
INLINE void luma_strip(enum sink sink, struct place at, const uint16_t *src, ptrdiff_t src_stride, int h, int mx,
                       int my);

/* Every strip has eight columns; the last strip of a width that is no multiple of 8 uses a buffer, because a branch on
 * the width in the inner loop costs more. */
INLINE void luma(enum sink sink, struct place at, const uint16_t *src, ptrdiff_t src_stride, int w, int h, int mx,
                 int my) {
    uint16_t tail[MAX_SIZE * TAIL_LANES];

    for (int x = 0; x < w; x += 8, src += 8) {
        const int in_tail = sink != MID && w - x < 8;
        const struct place to = {in_tail       ? tail
                                 : sink == MID ? at.dst
                                               : at.dst + x,
                                 sink == UNI ? at.mid : at.mid + x, in_tail ? TAIL_LANES : at.stride, at.mid_stride};

        luma_strip(sink, to, src, src_stride, h, mx, my);
        if (in_tail)
            for (int y = 0; y < h; y++)
                wasm_v128_store64_lane(at.dst + x + y * at.stride, wasm_v128_load64_zero(tail + y * TAIL_LANES), 0);
    }
}

/* ---- chroma ------------------------------------------------------------------------------------------------------ */

struct taps {
    v128_t c01, c23;
};

INLINE struct taps load_taps(int fraction) {
    return (struct taps){wasm_v128_load32_splat(chroma_taps[fraction]),
                         wasm_v128_load32_splat(chroma_taps[fraction] + 2)};
}

INLINE v128_t h_sum(int narrow, struct taps t, struct strip s, int x) {
    return wasm_i32x4_add(wasm_i32x4_dot_i16x8(load_at(narrow, s, x), t.c01),
                          wasm_i32x4_dot_i16x8(load_at(narrow, s, x + 2), t.c23));
}

/* One row of work: samples, or their h sums >> shift1 (s then points at the first tap). */
INLINE v128_t row(int narrow, int has_h, struct taps t, struct strip s) {
    if (!has_h) return load_at(narrow, s, 0);
    const v128_t even = h_sum(narrow, t, s, 0), odd = h_sum(narrow, t, s, 1);
    /* >> SHIFT1 of both, the odd ones straight into the upper halves. */
    return wasm_i16x8_shuffle(wasm_i32x4_shr(even, SHIFT1), wasm_i32x4_shl(odd, 16 - SHIFT1), 0, 9, 2, 11, 4, 13, 6,
                              15);
}

INLINE v128_t v_sum(struct pair p0, struct pair p2, struct taps t, uint32_t shift) {
    const v128_t low = wasm_i32x4_add(wasm_i32x4_dot_i16x8(p0.low, t.c01), wasm_i32x4_dot_i16x8(p2.low, t.c23));
    const v128_t high = wasm_i32x4_add(wasm_i32x4_dot_i16x8(p0.high, t.c01), wasm_i32x4_dot_i16x8(p2.high, t.c23));
    return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(low, shift), wasm_i32x4_shr(high, shift));
}

/* A strip without vertical filter: shift3 of the samples, or their h sums. */
INLINE void chroma_strip_h(enum sink sink, int narrow, struct target t, struct strip s, int count, int h, int mx) {
    const struct taps tx = load_taps(mx);

    if (!mx) {
        for (int y = 0; y < h; y++, s = next_row(s), t = next_target(t))
            emit(sink, narrow, t, wasm_i16x8_shl(load_at(narrow, s, 0), SHIFT3), count);
        return;
    }
    s.a--, s.b--;
    for (int y = 0; y < h; y++, s = next_row(s), t = next_target(t))
        emit(sink, narrow, t, row(narrow, 1, tx, s), count);
}

INLINE void chroma_strip_v(enum sink sink, int narrow, int has_h, struct target t, struct strip s, int count, int h,
                           int mx, int my) {
    const struct taps tx = load_taps(mx), ty = load_taps(my);
    const uint32_t shift = has_h ? SHIFT2 : SHIFT1;
    const ptrdiff_t back = s.stride + (has_h ? 1 : 0);

    s.a -= back, s.b -= back;
    const v128_t r0 = row(narrow, has_h, tx, s), r1 = row(narrow, has_h, tx, s = next_row(s));
    v128_t r2 = row(narrow, has_h, tx, s = next_row(s));
    struct pair p0 = zip(r0, r1), p1 = zip(r1, r2);

    for (int y = 0; y < h; y += 2) {
        const v128_t r3 = row(narrow, has_h, tx, s = next_row(s));
        const struct pair p2 = zip(r2, r3);
        emit(sink, narrow, t, v_sum(p0, p2, ty, shift), count);
        t = next_target(t);
        r2 = row(narrow, has_h, tx, s = next_row(s));
        const struct pair p3 = zip(r3, r2);
        emit(sink, narrow, t, v_sum(p1, p3, ty, shift), count);
        t = next_target(t);
        p0 = p2, p1 = p3;
    }
}

INLINE void chroma_strip(enum sink sink, int narrow, struct target t, struct strip s, int count, int h, int mx,
                         int my) {
    if (!my) chroma_strip_h(sink, narrow, t, s, count, h, mx);
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

/* Placeholders for the half of a target that a sink does not use. */
static uint16_t no_samples[1];
static int16_t no_mid[1];

#endif
