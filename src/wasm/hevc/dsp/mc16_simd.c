/* Inter prediction of 10-bit samples, SIMD128; other depths in 16-bit storage (9, or 8 beside 10) are rare enough for
 * the scalar references, and a depth known at compile time keeps every shift an immediate.
 *
 * A sum of 10-bit samples needs 18 bits, but the sum >> shift1 only 16: luma gets it in 16-bit lanes from what each tap
 * leaves divided by 4 and a remainder that is shifted by itself. Sums of sums need 32 bits and go by
 * i32x4.dot_i16x8_s. Luma h+v uses a buffer of row pairs, each interleaved once: kept in registers they
 * would be more than there are. Chroma, with half the taps, goes down a strip of eight columns in registers: there h
 * pairs neighbours by dot, without a shuffle. */
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

/* Where eight 14-bit values go. */
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

INLINE void luma_full(enum sink sink, struct place at, const uint16_t *src, ptrdiff_t src_stride, int h) {
    for (int y = 0; y < h; y++, src += src_stride, at = next_place(sink, at))
        put(sink, at, wasm_i16x8_shl(wasm_v128_load(src), SHIFT3));
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

INLINE void luma_v_of_pairs(enum sink sink, int my, struct place at, const struct pair *pairs, int h) {
    const int16_t *taps = luma_taps[my];
    const v128_t c01 = wasm_v128_load32_splat(taps), c23 = wasm_v128_load32_splat(taps + 2);
    const v128_t c45 = wasm_v128_load32_splat(taps + 4), c67 = wasm_v128_load32_splat(taps + 6);

    for (int y = 0; y < h; y++, pairs++, at = next_place(sink, at)) {
#define SUM(half)                                                                                                      \
    wasm_i32x4_shr(                                                                                                    \
        wasm_i32x4_add(                                                                                                \
            wasm_i32x4_add(wasm_i32x4_dot_i16x8(pairs[0].half, c01), wasm_i32x4_dot_i16x8(pairs[2].half, c23)),        \
            wasm_i32x4_add(wasm_i32x4_dot_i16x8(pairs[4].half, c45), wasm_i32x4_dot_i16x8(pairs[6].half, c67))),       \
        SHIFT2)
        put(sink, at, wasm_i16x8_narrow_i32x4(SUM(low), SUM(high)));
#undef SUM
    }
}

/* Kernels always make strips of eight columns; the last strip of a width that is no multiple of 8 uses a
 * buffer: a branch on the width in the inner loop costs more. */
INLINE void luma(enum sink sink, struct place at, const uint16_t *src, ptrdiff_t src_stride, int w, int h, int mx,
                 int my) {
    struct pair pairs[LUMA_BEFORE + MAX_SIZE + LUMA_AFTER - 1];
    uint16_t tail[MAX_SIZE * TAIL_LANES];

    for (int x = 0; x < w; x += 8, src += 8) {
        const int in_tail = sink != MID && w - x < 8;
        const struct place to = {in_tail       ? tail
                                 : sink == MID ? at.dst
                                               : at.dst + x,
                                 sink == UNI ? at.mid : at.mid + x, in_tail ? TAIL_LANES : at.stride, at.mid_stride};

        if (mx && my) {
            luma_pairs(pairs, src, src_stride, h, mx);
            luma_v_of_pairs(sink, my, to, pairs, h);
        } else switch (mx | my << 2) {
            case 0: luma_full(sink, to, src, src_stride, h); break;
            case 1: luma_h(sink, 1, to, src, src_stride, h); break;
            case 2: luma_h(sink, 2, to, src, src_stride, h); break;
            case 3: luma_h(sink, 3, to, src, src_stride, h); break;
            case 4: luma_v(sink, 1, to, src, src_stride, h); break;
            case 8: luma_v(sink, 2, to, src, src_stride, h); break;
            default: luma_v(sink, 3, to, src, src_stride, h); break;
            }
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

/* Stand-ins for the half of a target that a sink does not use. */
static uint16_t no_samples[1];
static int16_t no_mid[1];

void hevc_mc_luma_uni_16_simd(uint16_t *dst, ptrdiff_t dst_stride, const uint16_t *src, ptrdiff_t src_stride, int w,
                              int h, int mx, int my, int bit_depth) {
    if (!mx && !my) copy_rows(dst, dst_stride, src, src_stride, w, h);
    else if (bit_depth != DEPTH) hevc_mc_luma_uni_16_c(dst, dst_stride, src, src_stride, w, h, mx, my, bit_depth);
    else luma(UNI, (struct place){dst, no_mid, dst_stride, 0}, src, src_stride, w, h, mx, my);
}

void hevc_mc_luma_mid_16_simd(int16_t *mid, const uint16_t *src, ptrdiff_t src_stride, int w, int h, int mx, int my,
                              int bit_depth) {
    if (bit_depth != DEPTH) hevc_mc_luma_mid_16_c(mid, src, src_stride, w, h, mx, my, bit_depth);
    else luma(MID, (struct place){no_samples, mid, 0, HEVC_MID_STRIDE(w)}, src, src_stride, w, h, mx, my);
}

void hevc_mc_luma_bi_16_simd(uint16_t *dst, ptrdiff_t dst_stride, const int16_t *mid, const uint16_t *src,
                             ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    if (bit_depth != DEPTH) hevc_mc_luma_bi_16_c(dst, dst_stride, mid, src, src_stride, w, h, mx, my, bit_depth);
    else
        luma(BI, (struct place){dst, (int16_t *)mid /* BI only reads it */, dst_stride, HEVC_MID_STRIDE(w)}, src,
             src_stride, w, h, mx, my);
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
