/* Deblocking, SIMD128: eight lines of an edge unit in the eight 16-bit lanes, whichever way the edge runs. A vertical
 * edge is transposed after loading and before storing; only the changed columns are stored. 12 bits leave room: the
 * largest sum is 32764, but for one (delta_of). */
#include "../format.h"
#include "deblock.h"
#include "lanes.h"
#include "pixel.h"

enum change { UNCHANGED, CHANGED_2, CHANGED_3 }; /* samples on each side of the edge */

struct lines {
    v128_t p3, p2, p1, p0, q0, q1, q2, q3;
};

INLINE v128_t difference(v128_t a, v128_t b) { return wasm_i16x8_abs(wasm_i16x8_sub(a, b)); }

INLINE v128_t clamp(v128_t v, v128_t low, v128_t high) { return wasm_i16x8_min(wasm_i16x8_max(v, low), high); }

/* Lanes 0..3 and 4..7 belong to the two halves of the unit: the sum (the and) of a half's first and last line, in all
 * its lanes. */
INLINE v128_t ends_sum(v128_t v) {
    return wasm_i16x8_add(wasm_i16x8_shuffle(v, v, 0, 0, 0, 0, 4, 4, 4, 4),
                          wasm_i16x8_shuffle(v, v, 3, 3, 3, 3, 7, 7, 7, 7));
}

INLINE v128_t ends_and(v128_t v) {
    return wasm_v128_and(wasm_i16x8_shuffle(v, v, 0, 0, 0, 0, 4, 4, 4, 4),
                         wasm_i16x8_shuffle(v, v, 3, 3, 3, 3, 7, 7, 7, 7));
}

INLINE v128_t halves(int first, int second) {
    return wasm_i64x2_replace_lane(wasm_i64x2_splat((int64_t)first * 0x0001000100010001), 1,
                                   (int64_t)second * 0x0001000100010001);
}

INLINE v128_t to_depth(v128_t v, int bit_depth) {
    (void)bit_depth;
    /* Bytes saturate when they are narrowed. */
    return BITDEPTH == 8 ? v
                         : clamp(v, wasm_i16x8_splat(0), wasm_i16x8_splat((int16_t)((1 << HEVC_DEPTH(bit_depth)) - 1)));
}

/* (3 * three + 8) >> 4. Of 12-bit samples the sum would leave 16 bits: (6144 * three + (1 << 14)) >> 15 is the same. */
INLINE v128_t delta_of(v128_t three) {
    if (HEVC_RANGE_EXTENSIONS && BITDEPTH == 16) return wasm_i16x8_q15mulr_sat(three, wasm_i16x8_splat(6144));
    return wasm_i16x8_shr(wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_shl(three, 1), three), wasm_i16x8_splat(8)), 4);
}

/* 8.7.2.5.3, .6 and .7 of a whole unit. tc, beta scaled; a half with tc 0 is not changed. */
INLINE enum change filter(struct lines *l, int beta, v128_t tc, int keep, int bit_depth) {
    const v128_t p3 = l->p3, p2 = l->p2, p1 = l->p1, p0 = l->p0, q0 = l->q0, q1 = l->q1, q2 = l->q2, q3 = l->q3;
    const v128_t dp = wasm_i16x8_abs(wasm_i16x8_add(wasm_i16x8_sub(p2, wasm_i16x8_shl(p1, 1)), p0));
    const v128_t dq = wasm_i16x8_abs(wasm_i16x8_add(wasm_i16x8_sub(q2, wasm_i16x8_shl(q1, 1)), q0));
    const v128_t dpq = wasm_i16x8_add(dp, dq);
    const v128_t is_filtered = wasm_v128_and(wasm_i16x8_gt(wasm_i16x8_splat((int16_t)beta), ends_sum(dpq)),
                                             wasm_i16x8_gt(tc, wasm_i16x8_splat(0)));

    if (!wasm_v128_any_true(is_filtered)) return UNCHANGED;

    const v128_t side_p = wasm_i16x8_splat(keep & HEVC_KEEP_P ? 0 : -1),
                 side_q = wasm_i16x8_splat(keep & HEVC_KEEP_Q ? 0 : -1);
    const v128_t is_flat = wasm_i16x8_gt(wasm_i16x8_splat((int16_t)(beta >> 2)), wasm_i16x8_shl(dpq, 1));
    const v128_t is_even =
        wasm_i16x8_gt(wasm_i16x8_splat((int16_t)(beta >> 3)), wasm_i16x8_add(difference(p3, p0), difference(q0, q3)));
    const v128_t limit =
        wasm_i16x8_shr(wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_shl(tc, 2), tc), wasm_i16x8_splat(1)), 1);
    const v128_t is_close = wasm_i16x8_gt(limit, difference(p0, q0));
    const v128_t is_strong =
        wasm_v128_and(is_filtered, ends_and(wasm_v128_and(wasm_v128_and(is_flat, is_even), is_close)));
    const v128_t is_normal = wasm_v128_andnot(is_filtered, is_strong);

    if (wasm_v128_any_true(is_normal)) {
        const v128_t step = wasm_i16x8_sub(q0, p0), outer = wasm_i16x8_sub(q1, p1);
        const v128_t three =
            wasm_i16x8_sub(wasm_i16x8_add(wasm_i16x8_shl(step, 1), step), outer); /* 9a - 3b = 3 (3a - b) */
        v128_t delta = delta_of(three);
        const v128_t is_changed =
            wasm_v128_and(is_normal, wasm_i16x8_gt(wasm_i16x8_mul(tc, wasm_i16x8_splat(10)), wasm_i16x8_abs(delta)));
        const v128_t half_tc = wasm_i16x8_shr(tc, 1), side = wasm_i16x8_splat((int16_t)((beta + (beta >> 1)) >> 3));

        delta = clamp(delta, wasm_i16x8_neg(tc), tc);
        const v128_t delta_p =
            clamp(wasm_i16x8_shr(wasm_i16x8_add(wasm_i16x8_sub(wasm_u16x8_avgr(p2, p0), p1), delta), 1),
                  wasm_i16x8_neg(half_tc), half_tc);
        const v128_t delta_q =
            clamp(wasm_i16x8_shr(wasm_i16x8_sub(wasm_i16x8_sub(wasm_u16x8_avgr(q2, q0), q1), delta), 1),
                  wasm_i16x8_neg(half_tc), half_tc);
        const v128_t change_p = wasm_v128_and(is_changed, side_p), change_q = wasm_v128_and(is_changed, side_q);
        l->p0 = to_depth(wasm_i16x8_add(p0, wasm_v128_and(delta, change_p)), bit_depth);
        l->q0 = to_depth(wasm_i16x8_sub(q0, wasm_v128_and(delta, change_q)), bit_depth);
        l->p1 = to_depth(
            wasm_i16x8_add(p1, wasm_v128_and(delta_p, wasm_v128_and(change_p, wasm_i16x8_gt(side, ends_sum(dp))))),
            bit_depth);
        l->q1 = to_depth(
            wasm_i16x8_add(q1, wasm_v128_and(delta_q, wasm_v128_and(change_q, wasm_i16x8_gt(side, ends_sum(dq))))),
            bit_depth);
    }
    if (!wasm_v128_any_true(is_strong)) return CHANGED_2;

    const v128_t tc2 = wasm_i16x8_shl(tc, 1), change_p = wasm_v128_and(is_strong, side_p),
                 change_q = wasm_v128_and(is_strong, side_q);
    const v128_t middle = wasm_i16x8_add(p0, q0), four = wasm_i16x8_splat(4), two = wasm_i16x8_splat(2);
    const v128_t near_p = wasm_i16x8_add(middle, p1),
                 near_q = wasm_i16x8_add(middle, q1); /* p1 + p0 + q0, p0 + q0 + q1 */
#define STRONG(x, change, sum, shift)                                                                                  \
    l->x = wasm_v128_bitselect(clamp(wasm_i16x8_shr(sum, shift), wasm_i16x8_sub(x, tc2), wasm_i16x8_add(x, tc2)),      \
                               l->x, change)
    STRONG(p0, change_p, wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_shl(near_p, 1), four), wasm_i16x8_add(p2, q1)), 3);
    STRONG(p1, change_p, wasm_i16x8_add(wasm_i16x8_add(near_p, p2), two), 2);
    STRONG(p2, change_p,
           wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_shl(wasm_i16x8_add(p3, p2), 1), wasm_i16x8_add(p2, near_p)), four),
           3);
    STRONG(q0, change_q, wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_shl(near_q, 1), four), wasm_i16x8_add(q2, p1)), 3);
    STRONG(q1, change_q, wasm_i16x8_add(wasm_i16x8_add(near_q, q2), two), 2);
    STRONG(q2, change_q,
           wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_shl(wasm_i16x8_add(q3, q2), 1), wasm_i16x8_add(q2, near_q)), four),
           3);
#undef STRONG
    return CHANGED_3;
}

#if BITDEPTH == 8

INLINE v128_t load_line(const pixel *p) { return wasm_u16x8_load8x8(p); }

INLINE void store_line(pixel *p, v128_t v) { wasm_v128_store64_lane(p, wasm_u8x16_narrow_i16x8(v, v), 0); }

/* Eight lines of p3..q3; p at p3 of the first. */
INLINE struct lines load_turned(const pixel *p, ptrdiff_t stride) {
#define LINE(k) wasm_v128_load64_zero(p + (k)*stride)
    const v128_t a04 = zip_low_8(LINE(0), LINE(4)), a26 = zip_low_8(LINE(2), LINE(6));
    const v128_t a15 = zip_low_8(LINE(1), LINE(5)), a37 = zip_low_8(LINE(3), LINE(7));
#undef LINE
    const v128_t even0 = zip_low_8(a04, a26), even4 = zip_high_8(a04, a26);
    const v128_t odd0 = zip_low_8(a15, a37), odd4 = zip_high_8(a15, a37);
    const v128_t c01 = zip_low_8(even0, odd0), c23 = zip_high_8(even0, odd0);
    const v128_t c45 = zip_low_8(even4, odd4), c67 = zip_high_8(even4, odd4);

    return (struct lines){wasm_u16x8_extend_low_u8x16(c01), wasm_u16x8_extend_high_u8x16(c01),
                          wasm_u16x8_extend_low_u8x16(c23), wasm_u16x8_extend_high_u8x16(c23),
                          wasm_u16x8_extend_low_u8x16(c45), wasm_u16x8_extend_high_u8x16(c45),
                          wasm_u16x8_extend_low_u8x16(c67), wasm_u16x8_extend_high_u8x16(c67)};
}

/* p1..q1 of eight lines; p at p1 of the first. */
INLINE void store_turned_4(pixel *p, ptrdiff_t stride, const struct lines *l) {
    const v128_t p1q0 = wasm_u8x16_narrow_i16x8(l->p1, l->q0), p0q1 = wasm_u8x16_narrow_i16x8(l->p0, l->q1);
    const v128_t left = zip_low_8(p1q0, p0q1), right = zip_high_8(p1q0, p0q1);
    const v128_t first = zip_low_16(left, right), last = zip_high_16(left, right);

    wasm_v128_store32_lane(p, first, 0);
    wasm_v128_store32_lane(p + stride, first, 1);
    wasm_v128_store32_lane(p + 2 * stride, first, 2);
    wasm_v128_store32_lane(p + 3 * stride, first, 3);
    p += 4 * stride;
    wasm_v128_store32_lane(p, last, 0);
    wasm_v128_store32_lane(p + stride, last, 1);
    wasm_v128_store32_lane(p + 2 * stride, last, 2);
    wasm_v128_store32_lane(p + 3 * stride, last, 3);
}

INLINE void store_turned_8(pixel *p, ptrdiff_t stride, const struct lines *l) {
    const v128_t c01 = wasm_u8x16_narrow_i16x8(l->p3, l->p2), c23 = wasm_u8x16_narrow_i16x8(l->p1, l->p0);
    const v128_t c45 = wasm_u8x16_narrow_i16x8(l->q0, l->q1), c67 = wasm_u8x16_narrow_i16x8(l->q2, l->q3);
    const v128_t a04 = zip_low_8(c01, c45), a15 = zip_high_8(c01, c45);
    const v128_t a26 = zip_low_8(c23, c67), a37 = zip_high_8(c23, c67);
    const v128_t even0 = zip_low_8(a04, a26), even4 = zip_high_8(a04, a26);
    const v128_t odd0 = zip_low_8(a15, a37), odd4 = zip_high_8(a15, a37);
    const v128_t r01 = zip_low_8(even0, odd0), r23 = zip_high_8(even0, odd0);
    const v128_t r45 = zip_low_8(even4, odd4), r67 = zip_high_8(even4, odd4);

    wasm_v128_store64_lane(p, r01, 0);
    wasm_v128_store64_lane(p + stride, r01, 1);
    wasm_v128_store64_lane(p + 2 * stride, r23, 0);
    wasm_v128_store64_lane(p + 3 * stride, r23, 1);
    p += 4 * stride;
    wasm_v128_store64_lane(p, r45, 0);
    wasm_v128_store64_lane(p + stride, r45, 1);
    wasm_v128_store64_lane(p + 2 * stride, r67, 0);
    wasm_v128_store64_lane(p + 3 * stride, r67, 1);
}

#else

INLINE v128_t load_line(const pixel *p) { return wasm_v128_load(p); }

INLINE void store_line(pixel *p, v128_t v) { wasm_v128_store(p, v); }

/* Turns 8 x 8 lanes about the diagonal. */
INLINE void turn(v128_t v[8]) {
    const v128_t a04 = zip_low_16(v[0], v[4]), b04 = zip_high_16(v[0], v[4]), a26 = zip_low_16(v[2], v[6]),
                 b26 = zip_high_16(v[2], v[6]);
    const v128_t a15 = zip_low_16(v[1], v[5]), b15 = zip_high_16(v[1], v[5]), a37 = zip_low_16(v[3], v[7]),
                 b37 = zip_high_16(v[3], v[7]);
    const v128_t even0 = zip_low_16(a04, a26), even2 = zip_high_16(a04, a26), even4 = zip_low_16(b04, b26),
                 even6 = zip_high_16(b04, b26);
    const v128_t odd0 = zip_low_16(a15, a37), odd2 = zip_high_16(a15, a37), odd4 = zip_low_16(b15, b37),
                 odd6 = zip_high_16(b15, b37);

    v[0] = zip_low_16(even0, odd0), v[1] = zip_high_16(even0, odd0);
    v[2] = zip_low_16(even2, odd2), v[3] = zip_high_16(even2, odd2);
    v[4] = zip_low_16(even4, odd4), v[5] = zip_high_16(even4, odd4);
    v[6] = zip_low_16(even6, odd6), v[7] = zip_high_16(even6, odd6);
}

INLINE struct lines load_turned(const pixel *p, ptrdiff_t stride) {
    v128_t v[8];

    UNROLL for (int i = 0; i < 8; i++) v[i] = wasm_v128_load(p + i * stride);
    turn(v);
    return (struct lines){v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]};
}

INLINE void store_turned_4(pixel *p, ptrdiff_t stride, const struct lines *l) {
    const v128_t left0 = zip_low_16(l->p1, l->p0), left4 = zip_high_16(l->p1, l->p0);
    const v128_t right0 = zip_low_16(l->q0, l->q1), right4 = zip_high_16(l->q0, l->q1);
    const v128_t r01 = zip_low_32(left0, right0), r23 = zip_high_32(left0, right0);
    const v128_t r45 = zip_low_32(left4, right4), r67 = zip_high_32(left4, right4);

    wasm_v128_store64_lane(p, r01, 0);
    wasm_v128_store64_lane(p + stride, r01, 1);
    wasm_v128_store64_lane(p + 2 * stride, r23, 0);
    wasm_v128_store64_lane(p + 3 * stride, r23, 1);
    p += 4 * stride;
    wasm_v128_store64_lane(p, r45, 0);
    wasm_v128_store64_lane(p + stride, r45, 1);
    wasm_v128_store64_lane(p + 2 * stride, r67, 0);
    wasm_v128_store64_lane(p + 3 * stride, r67, 1);
}

INLINE void store_turned_8(pixel *p, ptrdiff_t stride, const struct lines *l) {
    v128_t v[8] = {l->p3, l->p2, l->p1, l->p0, l->q0, l->q1, l->q2, l->q3};

    turn(v);
    UNROLL for (int i = 0; i < 8; i++) wasm_v128_store(p + i * stride, v[i]);
}

#endif

void HEVC_SIMD(hevc_deblock_luma_v)(pixel *pix, ptrdiff_t stride, int beta, int tc0, int tc1, int keep, int bit_depth) {
    const int scale = HEVC_DEPTH(bit_depth) - 8;
    struct lines l = load_turned(pix - 4, stride);

    (void)bit_depth;
    switch (filter(&l, beta << scale, halves(tc0 << scale, tc1 << scale), keep, bit_depth)) {
    case UNCHANGED: return;
    case CHANGED_2: store_turned_4(pix - 2, stride, &l); return;
    case CHANGED_3: store_turned_8(pix - 4, stride, &l); return;
    }
}

void HEVC_SIMD(hevc_deblock_luma_h)(pixel *pix, ptrdiff_t stride, int beta, int tc0, int tc1, int keep, int bit_depth) {
    const int scale = HEVC_DEPTH(bit_depth) - 8;
    struct lines l = {load_line(pix - 4 * stride),
                      load_line(pix - 3 * stride),
                      load_line(pix - 2 * stride),
                      load_line(pix - stride),
                      load_line(pix),
                      load_line(pix + stride),
                      load_line(pix + 2 * stride),
                      load_line(pix + 3 * stride)};
    const enum change change = filter(&l, beta << scale, halves(tc0 << scale, tc1 << scale), keep, bit_depth);

    (void)bit_depth;
    if (change == UNCHANGED) return;
    store_line(pix - 2 * stride, l.p1);
    store_line(pix - stride, l.p0);
    store_line(pix, l.q0);
    store_line(pix + stride, l.q1);
    if (change == CHANGED_3) {
        store_line(pix - 3 * stride, l.p2);
        store_line(pix + 2 * stride, l.q2);
    }
}

/* 8.7.2.5.8: Cb in lanes 0..3, Cr in lanes 4..7. */
INLINE void filter_chroma(v128_t p1, v128_t *p0, v128_t *q0, v128_t q1, v128_t tc, int keep, int bit_depth) {
    const v128_t sum = wasm_i16x8_add(wasm_i16x8_shl(wasm_i16x8_sub(*q0, *p0), 2), wasm_i16x8_sub(p1, q1));
    const v128_t delta = clamp(wasm_i16x8_shr(wasm_i16x8_add(sum, wasm_i16x8_splat(4)), 3), wasm_i16x8_neg(tc), tc);

    if (!(keep & HEVC_KEEP_P)) *p0 = to_depth(wasm_i16x8_add(*p0, delta), bit_depth);
    if (!(keep & HEVC_KEEP_Q)) *q0 = to_depth(wasm_i16x8_sub(*q0, delta), bit_depth);
}

#if BITDEPTH == 8

INLINE v128_t load_4_lines(const pixel *p, ptrdiff_t stride) {
    v128_t v = wasm_v128_load32_zero(p);
    v = wasm_v128_load32_lane(p + stride, v, 1);
    v = wasm_v128_load32_lane(p + 2 * stride, v, 2);
    v = wasm_v128_load32_lane(p + 3 * stride, v, 3);
    return wasm_i8x16_shuffle(v, v, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

INLINE v128_t load_both(const pixel *cb, const pixel *cr) {
    return wasm_u16x8_extend_low_u8x16(wasm_v128_load32_lane(cr, wasm_v128_load32_zero(cb), 1));
}

INLINE void store_both(pixel *cb, pixel *cr, v128_t v) {
    v = wasm_u8x16_narrow_i16x8(v, v);
    wasm_v128_store32_lane(cb, v, 0);
    wasm_v128_store32_lane(cr, v, 1);
}

#else

INLINE v128_t load_both(const pixel *cb, const pixel *cr) {
    return wasm_v128_load64_lane(cr, wasm_v128_load64_zero(cb), 1);
}

INLINE void store_both(pixel *cb, pixel *cr, v128_t v) {
    wasm_v128_store64_lane(cb, v, 0);
    wasm_v128_store64_lane(cr, v, 1);
}

#endif

void HEVC_SIMD(hevc_deblock_chroma_v)(pixel *cb, pixel *cr, ptrdiff_t stride, int tc_cb, int tc_cr, int keep,
                                      int bit_depth) {
    const int scale = HEVC_DEPTH(bit_depth) - 8;
    const v128_t tc = halves(tc_cb << scale, tc_cr << scale);

    (void)bit_depth;
    cb -= 2, cr -= 2;
#if BITDEPTH == 8
    const v128_t turned_cb = load_4_lines(cb, stride), turned_cr = load_4_lines(cr, stride);
    const v128_t p = zip_low_32(turned_cb, turned_cr), q = zip_high_32(turned_cb, turned_cr);
    v128_t p0 = wasm_u16x8_extend_high_u8x16(p), q0 = wasm_u16x8_extend_low_u8x16(q);

    filter_chroma(wasm_u16x8_extend_low_u8x16(p), &p0, &q0, wasm_u16x8_extend_high_u8x16(q), tc, keep, bit_depth);
    const v128_t bytes = wasm_u8x16_narrow_i16x8(p0, q0), out = zip_low_8(bytes, zip_high_64(bytes, bytes));
    cb++, cr++;
    wasm_v128_store16_lane(cb, out, 0);
    wasm_v128_store16_lane(cb + stride, out, 1);
    wasm_v128_store16_lane(cb + 2 * stride, out, 2);
    wasm_v128_store16_lane(cb + 3 * stride, out, 3);
    wasm_v128_store16_lane(cr, out, 4);
    wasm_v128_store16_lane(cr + stride, out, 5);
    wasm_v128_store16_lane(cr + 2 * stride, out, 6);
    wasm_v128_store16_lane(cr + 3 * stride, out, 7);
#else
#define LINES(plane, a, b)                                                                                             \
    zip_low_16(wasm_v128_load64_zero((plane) + (a)*stride), wasm_v128_load64_zero((plane) + (b)*stride))
    const v128_t cb01 = LINES(cb, 0, 1), cb23 = LINES(cb, 2, 3), cr01 = LINES(cr, 0, 1), cr23 = LINES(cr, 2, 3);
#undef LINES
    const v128_t cb_p = zip_low_32(cb01, cb23), cb_q = zip_high_32(cb01, cb23);
    const v128_t cr_p = zip_low_32(cr01, cr23), cr_q = zip_high_32(cr01, cr23);
    v128_t p0 = zip_high_64(cb_p, cr_p), q0 = zip_low_64(cb_q, cr_q);

    filter_chroma(zip_low_64(cb_p, cr_p), &p0, &q0, zip_high_64(cb_q, cr_q), tc, keep, bit_depth);
    const v128_t out_cb = zip_low_16(p0, q0), out_cr = zip_high_16(p0, q0);
    cb++, cr++;
    wasm_v128_store32_lane(cb, out_cb, 0);
    wasm_v128_store32_lane(cb + stride, out_cb, 1);
    wasm_v128_store32_lane(cb + 2 * stride, out_cb, 2);
    wasm_v128_store32_lane(cb + 3 * stride, out_cb, 3);
    wasm_v128_store32_lane(cr, out_cr, 0);
    wasm_v128_store32_lane(cr + stride, out_cr, 1);
    wasm_v128_store32_lane(cr + 2 * stride, out_cr, 2);
    wasm_v128_store32_lane(cr + 3 * stride, out_cr, 3);
#endif
}

void HEVC_SIMD(hevc_deblock_chroma_h)(pixel *cb, pixel *cr, ptrdiff_t stride, int tc_cb, int tc_cr, int keep,
                                      int bit_depth) {
    const int scale = HEVC_DEPTH(bit_depth) - 8;
    v128_t p0 = load_both(cb - stride, cr - stride), q0 = load_both(cb, cr);

    (void)bit_depth;
    filter_chroma(load_both(cb - 2 * stride, cr - 2 * stride), &p0, &q0, load_both(cb + stride, cr + stride),
                  halves(tc_cb << scale, tc_cr << scale), keep, bit_depth);
    store_both(cb - stride, cr - stride, p0);
    store_both(cb, cr, q0);
}
