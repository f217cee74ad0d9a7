/* Inter prediction of 8-bit samples, SIMD128.
 *
 * With 8 bits shift1 is 0: sums of one pass are exact in 16 bits (-6120..22440), and the two passes may change places.
 * Luma h+v runs v first, in 16 bits, then h by i32x4.dot_i16x8_s, which pairs neighbours without any shuffle.
 * Chroma h+v stays in registers: h in 16 bits, then v by dot over pairs of rows, each pair interleaved once. */
#define BITDEPTH 8
#include "lanes.h"
#include "mc.h"
#include "pixel.h"

/* Destination of 14-bit values: uni rounds them to samples, mid keeps them, bi averages them with the first prediction.
 */
enum sink { UNI, MID, BI };

enum { LUMA_BEFORE = 3, LUMA_AFTER = 4, MAX_SIZE = 64, ROW_LANES = MAX_SIZE + 8 };

INLINE v128_t load8(const uint8_t *p) { return wasm_u16x8_load8x8(p); }

INLINE v128_t times(v128_t v, int c) { return wasm_i16x8_mul(v, wasm_i16x8_splat((int16_t)c)); }

/* 2, 4, 6 or 8 samples. */
static void store_samples(uint8_t *dst, v128_t bytes, int count) {
    if (count >= 8) {
        wasm_v128_store64_lane(dst, bytes, 0);
        return;
    }
    if (count & 4) {
        wasm_v128_store32_lane(dst, bytes, 0);
        bytes = wasm_i32x4_shuffle(bytes, bytes, 1, 1, 1, 1);
        dst += 4;
    }
    if (count & 2) wasm_v128_store16_lane(dst, bytes, 0);
}

/* Kernels always make strips of eight columns: a branch on the width in the inner loop costs up to a fifth. The last
 * strip of a width that is no multiple of 8 uses a buffer. */
struct tail {
    uint8_t samples[2 /* narrow: Cb, Cr */][64 * 8];
};

static void copy_tail(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *samples, int count, int h) {
    for (int y = 0; y < h; y++, dst += dst_stride, samples += 8)
        store_samples(dst, wasm_v128_load64_zero(samples), count);
}

/* Eight 14-bit values to eight bytes in the low half. The saturation is exact: any sum above 32640 clips to 255. */
INLINE v128_t finish(enum sink sink, v128_t v, v128_t first) {
    v = sink == BI ? wasm_i16x8_shr(wasm_i16x8_add_sat(wasm_i16x8_add_sat(v, first), wasm_i16x8_splat(64)), 7)
                   : wasm_i16x8_shr(wasm_i16x8_add(v, wasm_i16x8_splat(32)), 6);
    return wasm_u8x16_narrow_i16x8(v, v);
}

/* Advances the pointer that this sink uses; the other pointer is null and stays null. */
INLINE uint8_t *dst_step(enum sink sink, uint8_t *dst, ptrdiff_t by) { return sink == MID ? NULL : dst + by; }

INLINE int16_t *mid_step(enum sink sink, int16_t *mid, ptrdiff_t by) { return sink == UNI ? NULL : mid + by; }

INLINE void emit(enum sink sink, uint8_t *dst, int16_t *mid, v128_t v) {
    if (sink == MID) wasm_v128_store(mid, v);
    else wasm_v128_store64_lane(dst, finish(sink, v, sink == BI ? wasm_v128_load(mid) : v), 0);
}

/* ---- luma -------------------------------------------------------------------------------------------------------- */

/* Table 8-11 for a fraction known at compile time; r0..r7 in the order of the taps. */
INLINE v128_t luma_sum(int fraction, v128_t r0, v128_t r1, v128_t r2, v128_t r3, v128_t r4, v128_t r5, v128_t r6,
                       v128_t r7) {
    if (fraction == 2) {
        const v128_t outer = wasm_i16x8_sub(wasm_i16x8_shl(wasm_i16x8_add(r1, r6), 2), wasm_i16x8_add(r0, r7));
        const v128_t inner = wasm_i16x8_sub(times(wasm_i16x8_add(r3, r4), 40), times(wasm_i16x8_add(r2, r5), 11));
        return wasm_i16x8_add(outer, inner);
    }
    if (fraction == 3) return luma_sum(1, r7, r6, r5, r4, r3, r2, r1, r0);
    const v128_t outer = wasm_i16x8_add(wasm_i16x8_sub(r6, r0), wasm_i16x8_shl(r1, 2));
    const v128_t inner = wasm_i16x8_add(times(r3, 58), times(r4, 17));
    return wasm_i16x8_sub(wasm_i16x8_add(outer, inner), wasm_i16x8_add(times(r2, 10), times(r5, 5)));
}

INLINE void luma_h(enum sink sink, int mx, uint8_t *dst, ptrdiff_t dst_stride, int16_t *mid, int mid_stride,
                   const uint8_t *src, ptrdiff_t src_stride, int h) {
    src -= LUMA_BEFORE;
    for (int y = 0; y < h; y++, src += src_stride) {
        OPAQUE(src);
        emit(sink, dst, mid,
             luma_sum(mx, load8(src), load8(src + 1), load8(src + 2), load8(src + 3), load8(src + 4), load8(src + 5),
                      load8(src + 6), load8(src + 7)));
        dst = dst_step(sink, dst, dst_stride), mid = mid_step(sink, mid, mid_stride);
    }
}

INLINE void luma_v(enum sink sink, int my, uint8_t *dst, ptrdiff_t dst_stride, int16_t *mid, int mid_stride,
                   const uint8_t *src, ptrdiff_t src_stride, int h) {
    src -= LUMA_BEFORE * src_stride;
    v128_t r0 = load8(src), r1 = load8(src += src_stride), r2 = load8(src += src_stride);
    v128_t r3 = load8(src += src_stride), r4 = load8(src += src_stride), r5 = load8(src += src_stride);
    v128_t r6 = load8(src += src_stride);

    for (int y = 0; y < h; y += 2) {
        const v128_t r7 = load8(src += src_stride);
        emit(sink, dst, mid, luma_sum(my, r0, r1, r2, r3, r4, r5, r6, r7));
        dst = dst_step(sink, dst, dst_stride), mid = mid_step(sink, mid, mid_stride);
        const v128_t r8 = load8(src += src_stride);
        emit(sink, dst, mid, luma_sum(my, r1, r2, r3, r4, r5, r6, r7, r8));
        dst = dst_step(sink, dst, dst_stride), mid = mid_step(sink, mid, mid_stride);
        r0 = r2, r1 = r3, r2 = r4, r3 = r5, r4 = r6, r5 = r7, r6 = r8;
    }
}

/* Tap pairs in the layout of i32x4.dot_i16x8_s. */
static const int16_t luma_pairs[4 /* quarter */][8 /* tap */] = {{0, 0, 0, 64, 0, 0, 0, 0},
                                                                 {-1, 4, -10, 58, 17, -5, 1, 0},
                                                                 {-1, 4, -11, 40, 40, -11, 4, -1},
                                                                 {0, 1, -5, 17, 58, -10, 4, -1}};

/* rows: sums of the v pass, from column -3 of the strip on, ROW_LANES apart. */
INLINE void luma_h_of_sums(enum sink sink, int mx, uint8_t *dst, ptrdiff_t dst_stride, int16_t *mid, int mid_stride,
                           const int16_t *rows, int h) {
    const int16_t *taps = luma_pairs[mx];
    const v128_t c01 = wasm_v128_load32_splat(taps), c23 = wasm_v128_load32_splat(taps + 2);
    const v128_t c45 = wasm_v128_load32_splat(taps + 4), c67 = wasm_v128_load32_splat(taps + 6);

    for (int y = 0; y < h; y++, rows += ROW_LANES) {
        OPAQUE(rows);
#define PAIR(k, c) wasm_i32x4_dot_i16x8(wasm_v128_load(rows + (k)), c)
        const v128_t even =
            wasm_i32x4_add(wasm_i32x4_add(PAIR(0, c01), PAIR(2, c23)), wasm_i32x4_add(PAIR(4, c45), PAIR(6, c67)));
        const v128_t odd =
            wasm_i32x4_add(wasm_i32x4_add(PAIR(1, c01), PAIR(3, c23)), wasm_i32x4_add(PAIR(5, c45), PAIR(7, c67)));
#undef PAIR
        /* >> 6 of both, the odd ones straight into the upper halves. */
        emit(sink, dst, mid,
             wasm_i16x8_shuffle(wasm_i32x4_shr(even, 6), wasm_i32x4_shl(odd, 10), 0, 9, 2, 11, 4, 13, 6, 15));
        dst = dst_step(sink, dst, dst_stride), mid = mid_step(sink, mid, mid_stride);
    }
}

INLINE void luma_full(enum sink sink, uint8_t *dst, ptrdiff_t dst_stride, int16_t *mid, int mid_stride,
                      const uint8_t *src, ptrdiff_t src_stride, int h) {
    for (int y = 0; y < h; y++, src += src_stride) {
        emit(sink, dst, mid, wasm_i16x8_shl(load8(src), 6));
        dst = dst_step(sink, dst, dst_stride), mid = mid_step(sink, mid, mid_stride);
    }
}

static void copy_rows(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t src_stride, int w, int h) {
    if (w < 8) {
        for (int y = 0; y < h; y++, dst += dst_stride, src += src_stride)
            store_samples(dst, wasm_v128_load64_zero(src), w);
        return;
    }
    for (int y = 0; y < h; y++, dst += dst_stride, src += src_stride) {
        int x = 0;
        for (; x + 16 <= w; x += 16) wasm_v128_store(dst + x, wasm_v128_load(src + x));
        if (x < w) store_samples(dst + x, wasm_v128_load64_zero(src + x), w - x);
        if (w - x > 8) store_samples(dst + x + 8, wasm_v128_load64_zero(src + x + 8), w - x - 8);
    }
}

/* The v pass for luma_h_of_sums: w + 7 columns from -3 on. */
static void luma_v_sums(int16_t *rows, const uint8_t *src, ptrdiff_t src_stride, int w, int h, int my) {
    src -= LUMA_BEFORE;
    for (int x = 0; x < w + LUMA_BEFORE + LUMA_AFTER; x += 8, src += 8, rows += 8) switch (my) {
        case 1: luma_v(MID, 1, NULL, 0, rows, ROW_LANES, src, src_stride, h); break;
        case 2: luma_v(MID, 2, NULL, 0, rows, ROW_LANES, src, src_stride, h); break;
        default: luma_v(MID, 3, NULL, 0, rows, ROW_LANES, src, src_stride, h); break;
        }
}

INLINE void luma(enum sink sink, uint8_t *dst, ptrdiff_t dst_stride, int16_t *mid, const uint8_t *src,
                 ptrdiff_t src_stride, int w, int h, int mx, int my) {
    const int mid_stride = HEVC_MID_STRIDE(w);
    int16_t rows[MAX_SIZE * ROW_LANES];
    struct tail tail;

    if (mx && my) luma_v_sums(rows, src, src_stride, w, h, my);
    for (int x = 0; x < w; x += 8, src += 8, mid = mid_step(sink, mid, 8)) {
        const int in_tail = sink != MID && w - x < 8;
        uint8_t *const to = in_tail ? tail.samples[0] : dst_step(sink, dst, x);
        const ptrdiff_t to_stride = in_tail ? 8 : dst_stride;

        if (mx && my) luma_h_of_sums(sink, mx, to, to_stride, mid, mid_stride, rows + x, h);
        else switch (mx | my << 2) {
            case 0: luma_full(sink, to, to_stride, mid, mid_stride, src, src_stride, h); break;
            case 1: luma_h(sink, 1, to, to_stride, mid, mid_stride, src, src_stride, h); break;
            case 2: luma_h(sink, 2, to, to_stride, mid, mid_stride, src, src_stride, h); break;
            case 3: luma_h(sink, 3, to, to_stride, mid, mid_stride, src, src_stride, h); break;
            case 4: luma_v(sink, 1, to, to_stride, mid, mid_stride, src, src_stride, h); break;
            case 8: luma_v(sink, 2, to, to_stride, mid, mid_stride, src, src_stride, h); break;
            default: luma_v(sink, 3, to, to_stride, mid, mid_stride, src, src_stride, h); break;
            }
        if (in_tail) copy_tail(dst + x, dst_stride, to, w - x, h);
    }
}

void hevc_mc_luma_uni_8_simd(uint8_t *dst, ptrdiff_t dst_stride, const uint8_t *src, ptrdiff_t src_stride, int w, int h,
                             int mx, int my, int bit_depth) {
    (void)bit_depth;
    if (mx | my) luma(UNI, dst, dst_stride, NULL, src, src_stride, w, h, mx, my);
    else copy_rows(dst, dst_stride, src, src_stride, w, h);
}

void hevc_mc_luma_mid_8_simd(int16_t *mid, const uint8_t *src, ptrdiff_t src_stride, int w, int h, int mx, int my,
                             int bit_depth) {
    (void)bit_depth;
    luma(MID, NULL, 0, mid, src, src_stride, w, h, mx, my);
}

void hevc_mc_luma_bi_8_simd(uint8_t *dst, ptrdiff_t dst_stride, const int16_t *mid, const uint8_t *src,
                            ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    (void)bit_depth;
    luma(BI, dst, dst_stride, (int16_t *)mid, src, src_stride, w, h, mx, my); /* BI only reads mid */
}

/* ---- chroma ------------------------------------------------------------------------------------------------------ */

/* Table 8-12. */
static const int16_t chroma_taps[8 /* eighth */][4 /* tap, from -1 */] = {
    {0, 64, 0, 0},    {-2, 58, 10, -2}, {-4, 54, 16, -2}, {-6, 46, 28, -4},
    {-4, 36, 36, -4}, {-4, 28, 46, -6}, {-2, 16, 54, -4}, {-2, 10, 58, -2}};

struct taps4 {
    v128_t c0, c1, c2, c3;
};

INLINE struct taps4 load_taps4(int fraction) {
    const int16_t *c = chroma_taps[fraction];
    return (struct taps4){wasm_v128_load16_splat(c), wasm_v128_load16_splat(c + 1), wasm_v128_load16_splat(c + 2),
                          wasm_v128_load16_splat(c + 3)};
}

INLINE v128_t chroma_sum(struct taps4 c, v128_t r0, v128_t r1, v128_t r2, v128_t r3) {
    return wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_mul(r0, c.c0), wasm_i16x8_mul(r1, c.c1)),
                          wasm_i16x8_add(wasm_i16x8_mul(r2, c.c2), wasm_i16x8_mul(r3, c.c3)));
}

/* A row of work is eight lanes: eight columns of one plane, or (narrow) up to four of Cb and four of Cr. */
struct rows {
    const uint8_t *a, *b; /* b: Cr when narrow */
    ptrdiff_t stride;
};

INLINE v128_t load_row(int narrow, struct rows s) {
    if (!narrow) return load8(s.a);
    return wasm_u16x8_extend_low_u8x16(wasm_v128_load32_lane(s.b, wasm_v128_load32_zero(s.a), 1));
}

/* The h sum of one row; s points at column -1. */
INLINE v128_t chroma_h(int narrow, struct taps4 c, struct rows s) {
    if (!narrow) return chroma_sum(c, load8(s.a), load8(s.a + 1), load8(s.a + 2), load8(s.a + 3));
    const v128_t both = wasm_v128_load64_lane(s.b, wasm_v128_load64_zero(s.a), 1);
    enum { Z = 0x80 };
#define TAP(k) /* Z: nothing; an index with the top bit spares engines a check */                                      \
    wasm_i8x16_swizzle(both,                                                                                           \
                       wasm_u8x16_const(k, Z, k + 1, Z, k + 2, Z, k + 3, Z, 8 + k, Z, 9 + k, Z, 10 + k, Z, 11 + k, Z))
    return chroma_sum(c, TAP(0), TAP(1), TAP(2), TAP(3));
#undef TAP
}

struct target {
    uint8_t *a, *b;
    int16_t *mid_a, *mid_b;
    ptrdiff_t stride;
    int mid_stride;
};

INLINE void chroma_emit(enum sink sink, int narrow, struct target t, v128_t v) {
    if (!narrow) {
        emit(sink, t.a, t.mid_a, v);
        return;
    }
    if (sink == MID) {
        wasm_v128_store64_lane(t.mid_a, v, 0);
        wasm_v128_store64_lane(t.mid_b, v, 1);
        return;
    }
    v = finish(sink, v, sink == BI ? wasm_v128_load64_lane(t.mid_b, wasm_v128_load64_zero(t.mid_a), 1) : v);
    wasm_v128_store32_lane(t.a, v, 0);
    wasm_v128_store32_lane(t.b, v, 1);
}

INLINE struct rows next_row(struct rows s) { return (struct rows){s.a + s.stride, s.b + s.stride, s.stride}; }

INLINE struct target next_target(enum sink sink, struct target t) {
    return (struct target){dst_step(sink, t.a, t.stride),
                           dst_step(sink, t.b, t.stride),
                           mid_step(sink, t.mid_a, t.mid_stride),
                           mid_step(sink, t.mid_b, t.mid_stride),
                           t.stride,
                           t.mid_stride};
}

struct pair {
    v128_t low, high;
};

INLINE struct pair interleave(v128_t a, v128_t b) { return (struct pair){zip_low_16(a, b), zip_high_16(a, b)}; }

INLINE v128_t dot_pairs(struct pair ab, struct pair cd, v128_t c01, v128_t c23) {
    const v128_t low = wasm_i32x4_add(wasm_i32x4_dot_i16x8(ab.low, c01), wasm_i32x4_dot_i16x8(cd.low, c23));
    const v128_t high = wasm_i32x4_add(wasm_i32x4_dot_i16x8(ab.high, c01), wasm_i32x4_dot_i16x8(cd.high, c23));
    return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(low, 6), wasm_i32x4_shr(high, 6));
}

/* One strip of eight lanes, h rows. */
INLINE void chroma_strip(enum sink sink, int narrow, struct target t, struct rows s, int h, int mx, int my) {
    if (!mx && !my) {
        for (int y = 0; y < h; y++, s = next_row(s), t = next_target(sink, t))
            chroma_emit(sink, narrow, t, wasm_i16x8_shl(load_row(narrow, s), 6));
        return;
    }
    if (!my) {
        const struct taps4 c = load_taps4(mx);
        s.a--, s.b--;
        for (int y = 0; y < h; y++, s = next_row(s), t = next_target(sink, t))
            chroma_emit(sink, narrow, t, chroma_h(narrow, c, s));
        return;
    }
    s.a -= s.stride, s.b -= s.stride;
    if (!mx) {
        const struct taps4 c = load_taps4(my);
        v128_t r0 = load_row(narrow, s);
        v128_t r1 = load_row(narrow, s = next_row(s));
        v128_t r2 = load_row(narrow, s = next_row(s));
        for (int y = 0; y < h; y++, t = next_target(sink, t)) {
            const v128_t r3 = load_row(narrow, s = next_row(s));
            chroma_emit(sink, narrow, t, chroma_sum(c, r0, r1, r2, r3));
            r0 = r1, r1 = r2, r2 = r3;
        }
        return;
    }
    const struct taps4 c = load_taps4(mx);
    const v128_t c01 = wasm_v128_load32_splat(chroma_taps[my]), c23 = wasm_v128_load32_splat(chroma_taps[my] + 2);
    s.a--, s.b--;
    const v128_t r0 = chroma_h(narrow, c, s);
    const v128_t r1 = chroma_h(narrow, c, s = next_row(s));
    v128_t last = chroma_h(narrow, c, s = next_row(s));
    struct pair p01 = interleave(r0, r1), p12 = interleave(r1, last);
    for (int y = 0; y < h; y += 2) {
        const v128_t r3 = chroma_h(narrow, c, s = next_row(s));
        const struct pair p23 = interleave(last, r3);
        chroma_emit(sink, narrow, t, dot_pairs(p01, p23, c01, c23));
        t = next_target(sink, t);
        last = chroma_h(narrow, c, s = next_row(s));
        const struct pair p34 = interleave(r3, last);
        chroma_emit(sink, narrow, t, dot_pairs(p12, p34, c01, c23));
        t = next_target(sink, t);
        p01 = p23, p12 = p34;
    }
}

INLINE void chroma(enum sink sink, struct target t, struct rows s, int w, int h, int mx, int my) {
    struct tail tail;

    if (w <= 4) { /* one call for both targets: a strip is much code */
        const int in_tail = sink != MID && w < 4;
        const struct target buffer = {tail.samples[0], tail.samples[1], t.mid_a, t.mid_b, 8, t.mid_stride};
        chroma_strip(sink, 1, in_tail ? buffer : t, s, h, mx, my);
        if (in_tail) {
            copy_tail(t.a, t.stride, tail.samples[0], w, h);
            copy_tail(t.b, t.stride, tail.samples[1], w, h);
        }
        return;
    }
    for (int plane = 0; plane < 2; plane++) {
        for (int x = 0; x < w; x += 8) {
            const int in_tail = sink != MID && w - x < 8;
            uint8_t *const to = in_tail ? tail.samples[0] : dst_step(sink, t.a, x);
            int16_t *const mid = mid_step(sink, t.mid_a, x);
            const struct target at = {to, to, mid, mid, in_tail ? 8 : t.stride, t.mid_stride};

            chroma_strip(sink, 0, at, (struct rows){s.a + x, s.a + x, s.stride}, h, mx, my);
            if (in_tail) copy_tail(t.a + x, t.stride, to, w - x, h);
        }
        t.a = t.b, t.mid_a = t.mid_b, s.a = s.b;
    }
}

void hevc_mc_chroma_uni_8_simd(uint8_t *dst_cb, uint8_t *dst_cr, ptrdiff_t dst_stride, const uint8_t *src_cb,
                               const uint8_t *src_cr, ptrdiff_t src_stride, int w, int h, int mx, int my,
                               int bit_depth) {
    (void)bit_depth;
    if (!mx && !my) {
        copy_rows(dst_cb, dst_stride, src_cb, src_stride, w, h);
        copy_rows(dst_cr, dst_stride, src_cr, src_stride, w, h);
        return;
    }
    chroma(UNI, (struct target){dst_cb, dst_cr, NULL, NULL, dst_stride, 0}, (struct rows){src_cb, src_cr, src_stride},
           w, h, mx, my);
}

void hevc_mc_chroma_mid_8_simd(int16_t *mid_cb, int16_t *mid_cr, const uint8_t *src_cb, const uint8_t *src_cr,
                               ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth) {
    (void)bit_depth;
    chroma(MID, (struct target){NULL, NULL, mid_cb, mid_cr, 0, HEVC_MID_STRIDE(w)},
           (struct rows){src_cb, src_cr, src_stride}, w, h, mx, my);
}

void hevc_mc_chroma_bi_8_simd(uint8_t *dst_cb, uint8_t *dst_cr, ptrdiff_t dst_stride, const int16_t *mid_cb,
                              const int16_t *mid_cr, const uint8_t *src_cb, const uint8_t *src_cr, ptrdiff_t src_stride,
                              int w, int h, int mx, int my, int bit_depth) {
    (void)bit_depth;
    chroma(BI, (struct target){dst_cb, dst_cr, (int16_t *)mid_cb, (int16_t *)mid_cr, dst_stride, HEVC_MID_STRIDE(w)},
           (struct rows){src_cb, src_cr, src_stride}, w, h, mx, my);
}
