/* Intra prediction, SIMD128, eight columns at a time in 16-bit lanes: 10 bits times 64 plus rounding just fit,
 * unsigned. Range modules have a separate path for 12 bits, which do not fit (is_deep). */
#include "intra.h"
#include "../format.h"
#include "lanes.h"
#include "pixel.h"

enum { MAX_SIZE = 32, LEAD = 48 };

/* More than 10 bits: a constant in modules of version 1. */
INLINE int is_deep(int bit_depth) { return HEVC_RANGE_EXTENSIONS && BITDEPTH == 16 && bit_depth > 10; }

/* Table 8-5, modes 2..34, and table 8-6, modes 11..25. */
static const int8_t intra_pred_angle[35 /* mode */] = {0,  0,  32,  26,  21,  17,  13,  9,   5,   2,   0,   -2,
                                                       -5, -9, -13, -17, -21, -26, -32, -26, -21, -17, -13, -9,
                                                       -5, -2, 0,   2,   5,   9,   13,  17,  21,  26,  32};
static const int16_t inv_angle[15 /* mode - 11 */] = {-4096, -1638, -910, -630, -482, -390,  -315, -256,
                                                      -315,  -390,  -482, -630, -910, -1638, -4096};
static const int16_t ascending[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

#if BITDEPTH == 8

INLINE v128_t load_8(const pixel *p) { return wasm_u16x8_load8x8(p); }

/* Four or eight of the lanes. */
INLINE void store_8(pixel *p, v128_t v, int count) {
    v = wasm_u8x16_narrow_i16x8(v, v);
    if (count >= 8) wasm_v128_store64_lane(p, v, 0);
    else wasm_v128_store32_lane(p, v, 0);
}

#else

INLINE v128_t load_8(const pixel *p) { return wasm_v128_load(p); }

INLINE void store_8(pixel *p, v128_t v, int count) {
    if (count >= 8) wasm_v128_store(p, v);
    else wasm_v128_store64_lane(p, v, 0);
}

#endif

INLINE v128_t splat(int value) { return wasm_i16x8_splat((int16_t)value); }

/* out[first + i] = ((64 - i) * from + i * to + 32) >> 6 for i = 0..63. */
INLINE void ramp(pixel *out, int from, int to) {
    v128_t sum = wasm_i16x8_add(wasm_i16x8_mul(wasm_v128_load(ascending), splat(to - from)), splat(64 * from + 32));

    for (int i = 0; i < 64; i += 8, sum = wasm_i16x8_add(sum, splat(8 * (to - from))))
        store_8(out + i, wasm_u16x8_shr(sum, 6), 8);
}

void HEVC_SIMD(hevc_intra_smooth)(pixel *out, const pixel *in, int log2_size, int allow_strong, int bit_depth) {
    const int size = 1 << log2_size, last = 4 * size;

    (void)bit_depth;
    if (allow_strong) {
        const int bottom_left = in[0], corner = in[2 * size], top_right = in[last],
                  flat = 1 << (HEVC_DEPTH(bit_depth) - 5);
        const int bend_left = bottom_left + corner - 2 * in[size], bend_above = corner + top_right - 2 * in[3 * size];

        if (bend_left < flat && bend_left > -flat && bend_above < flat && bend_above > -flat) {
            if (is_deep(bit_depth)) {
                HEVC_C(hevc_intra_smooth)(out, in, log2_size, allow_strong, bit_depth);
                return;
            }
            ramp(out, bottom_left, corner);
            ramp(out + 64, corner, top_right);
            out[last] = (pixel)top_right;
            return;
        }
    }
    for (int i = 1; i < last; i += 8) {
        const v128_t outer = wasm_i16x8_add(load_8(in + i - 1), load_8(in + i + 1));
        const v128_t sum = wasm_i16x8_add(wasm_i16x8_add(wasm_i16x8_shl(load_8(in + i), 1), outer), splat(2));
        store_8(out + i, wasm_u16x8_shr(sum, 2), 8);
    }
    out[0] = in[0];
    out[last] = in[last];
}

INLINE void planar(int log2_size, pixel *dst, ptrdiff_t dst_stride, const pixel *border) {
    const int size = 1 << log2_size;
    const pixel *above = border + 2 * size + 1, *left = border + 2 * size - 1;
    const int top_right = above[size], bottom_left = left[-size];

    for (int x = 0; x < size; x += 8) {
        const v128_t column = wasm_i16x8_add(wasm_v128_load(ascending + x), splat(1)), top = load_8(above + x);
        const v128_t step = wasm_i16x8_sub(splat(bottom_left), top), weight = wasm_i16x8_sub(splat(size), column);
        v128_t sum = wasm_i16x8_add(wasm_i16x8_mul(column, splat(top_right)),
                                    wasm_i16x8_add(wasm_i16x8_shl(top, (uint32_t)log2_size), splat(size)));
        pixel *to = dst + x;

        for (int y = 0; y < size; y++, to += dst_stride) {
            sum = wasm_i16x8_add(sum, step);
            store_8(
                to,
                wasm_u16x8_shr(wasm_i16x8_add(sum, wasm_i16x8_mul(weight, splat(left[-y]))), (uint32_t)log2_size + 1),
                size);
        }
    }
}

void HEVC_SIMD(hevc_intra_planar)(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size) {
    switch (log2_size) {
    case 2: planar(2, dst, dst_stride, border); return;
    case 3: planar(3, dst, dst_stride, border); return;
    case 4: planar(4, dst, dst_stride, border); return;
    default: planar(5, dst, dst_stride, border); return;
    }
}

#if HEVC_RANGE_EXTENSIONS && BITDEPTH == 16

/* Four samples of planar prediction. down: the part of the samples above and at the bottom left, and the rounding. */
INLINE v128_t deep_row(v128_t left_and_right, v128_t weights, v128_t down, uint32_t shift) {
    return wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_dot_i16x8(left_and_right, weights), down), shift);
}

void hevc_intra_planar_16_deep(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size) {
    const int size = 1 << log2_size;
    const pixel *above = border + 2 * size + 1, *left = border + 2 * size - 1;
    const int top_right = above[size], bottom_left = left[-size];
    const uint32_t shift = (uint32_t)log2_size + 1;

    for (int x = 0; x < size; x += 8) {
        const v128_t column = wasm_i16x8_add(wasm_v128_load(ascending + x), splat(1)), top = load_8(above + x);
        const v128_t weight = wasm_i16x8_sub(splat(size), column);
        const v128_t low = zip_low_16(weight, column), high = zip_high_16(weight, column);
        const v128_t step = wasm_i16x8_sub(splat(bottom_left), top), round = wasm_i32x4_splat(size);
        const v128_t step_low = wasm_i32x4_extend_low_i16x8(step), step_high = wasm_i32x4_extend_high_i16x8(step);
        v128_t down_low = wasm_i32x4_add(wasm_i32x4_shl(wasm_i32x4_extend_low_i16x8(top), (uint32_t)log2_size), round);
        v128_t down_high =
            wasm_i32x4_add(wasm_i32x4_shl(wasm_i32x4_extend_high_i16x8(top), (uint32_t)log2_size), round);
        pixel *to = dst + x;

        for (int y = 0; y < size; y++, to += dst_stride) {
            const v128_t sides = wasm_i32x4_splat(left[-y] | top_right << 16);
            down_low = wasm_i32x4_add(down_low, step_low);
            down_high = wasm_i32x4_add(down_high, step_high);
            store_8(
                to,
                wasm_i16x8_narrow_i32x4(deep_row(sides, low, down_low, shift), deep_row(sides, high, down_high, shift)),
                size);
        }
    }
}

#endif

void HEVC_SIMD(hevc_intra_dc)(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size, int edge_filter) {
    const int size = 1 << log2_size;
    const pixel *above = border + 2 * size + 1, *left = border + 2 * size - 1;
    int sum = size;

    if (size == 4) {
        for (int i = 0; i < 4; i++) sum += above[i] + left[-i];
    } else {
        v128_t lanes = splat(0);
        for (int i = 0; i < size; i += 8)
            lanes = wasm_i16x8_add(lanes, wasm_i16x8_add(load_8(above + i), load_8(left - i - 7)));
        lanes = wasm_u32x4_extadd_pairwise_u16x8(lanes);
        lanes = wasm_i32x4_add(lanes, wasm_i32x4_shuffle(lanes, lanes, 2, 3, 0, 1));
        sum += wasm_i32x4_extract_lane(lanes, 0) + wasm_i32x4_extract_lane(lanes, 1);
    }
    const int dc = sum >> (log2_size + 1);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x += 8) store_8(dst + y * dst_stride + x, splat(dc), size);
    if (!edge_filter) return;
    for (int x = 0; x < size; x += 8)
        store_8(dst + x, wasm_u16x8_shr(wasm_i16x8_add(load_8(above + x), splat(3 * dc + 2)), 2), size);
    dst[0] = (pixel)((left[0] + 2 * dc + above[0] + 2) >> 2);
    for (int i = 1; i < size; i++) dst[i * dst_stride] = (pixel)((left[-i] + 3 * dc + 2) >> 2);
}

/* ---- angular ---- */

/* line[i] = from[-i] for i = 0..count - 1, and up to 15 beyond. */
INLINE void copy_backwards(pixel *line, const pixel *from, int count) {
#if BITDEPTH == 8
    for (int i = 0; i < count; i += 16) {
        const v128_t v = wasm_v128_load(from - i - 15);
        wasm_v128_store(line + i, wasm_i8x16_shuffle(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    }
#else
    for (int i = 0; i < count; i += 8) {
        const v128_t v = wasm_v128_load(from - i - 7);
        wasm_v128_store(line + i, wasm_i16x8_shuffle(v, v, 7, 6, 5, 4, 3, 2, 1, 0));
    }
#endif
}

INLINE void copy_forwards(pixel *line, const pixel *from, int count) {
    for (int i = 0; i < count; i += 16 / (int)sizeof(pixel)) wasm_v128_store(line + i, wasm_v128_load(from + i));
}

/* Eight columns of one row: ref at the column's place for a zero angle. */
INLINE v128_t angular_row(int deep, const pixel *ref, int position) {
    const v128_t near = load_8(ref + (position >> 5)), far = load_8(ref + (position >> 5) + 1);

    if (deep) /* (step * 1024 + (1 << 14)) >> 15: the same without a product that leaves 16 bits */
        return wasm_i16x8_add(near, wasm_i16x8_q15mulr_sat(wasm_i16x8_sub(far, near), splat((position & 31) << 10)));
    const v128_t step = wasm_i16x8_mul(wasm_i16x8_sub(far, near), splat(position & 31));

    return wasm_i16x8_add(near, wasm_i16x8_shr(wasm_i16x8_add(step, splat(16)), 5));
}

/* Stores 8 x 8 lanes turned about the diagonal. */
INLINE void store_turned(pixel *dst, ptrdiff_t dst_stride, const v128_t v[8]) {
#if BITDEPTH == 8
    const v128_t c01 = wasm_u8x16_narrow_i16x8(v[0], v[1]), c23 = wasm_u8x16_narrow_i16x8(v[2], v[3]);
    const v128_t c45 = wasm_u8x16_narrow_i16x8(v[4], v[5]), c67 = wasm_u8x16_narrow_i16x8(v[6], v[7]);
    const v128_t a04 = zip_low_8(c01, c45), a15 = zip_high_8(c01, c45), a26 = zip_low_8(c23, c67),
                 a37 = zip_high_8(c23, c67);
    const v128_t even0 = zip_low_8(a04, a26), even4 = zip_high_8(a04, a26), odd0 = zip_low_8(a15, a37),
                 odd4 = zip_high_8(a15, a37);
    const v128_t r01 = zip_low_8(even0, odd0), r23 = zip_high_8(even0, odd0), r45 = zip_low_8(even4, odd4),
                 r67 = zip_high_8(even4, odd4);

    wasm_v128_store64_lane(dst, r01, 0);
    wasm_v128_store64_lane(dst + dst_stride, r01, 1);
    wasm_v128_store64_lane(dst + 2 * dst_stride, r23, 0);
    wasm_v128_store64_lane(dst + 3 * dst_stride, r23, 1);
    dst += 4 * dst_stride;
    wasm_v128_store64_lane(dst, r45, 0);
    wasm_v128_store64_lane(dst + dst_stride, r45, 1);
    wasm_v128_store64_lane(dst + 2 * dst_stride, r67, 0);
    wasm_v128_store64_lane(dst + 3 * dst_stride, r67, 1);
#else
    const v128_t a04 = zip_low_16(v[0], v[4]), b04 = zip_high_16(v[0], v[4]), a26 = zip_low_16(v[2], v[6]),
                 b26 = zip_high_16(v[2], v[6]);
    const v128_t a15 = zip_low_16(v[1], v[5]), b15 = zip_high_16(v[1], v[5]), a37 = zip_low_16(v[3], v[7]),
                 b37 = zip_high_16(v[3], v[7]);
    const v128_t even0 = zip_low_16(a04, a26), even2 = zip_high_16(a04, a26), even4 = zip_low_16(b04, b26),
                 even6 = zip_high_16(b04, b26);
    const v128_t odd0 = zip_low_16(a15, a37), odd2 = zip_high_16(a15, a37), odd4 = zip_low_16(b15, b37),
                 odd6 = zip_high_16(b15, b37);

    wasm_v128_store(dst, zip_low_16(even0, odd0));
    wasm_v128_store(dst + dst_stride, zip_high_16(even0, odd0));
    wasm_v128_store(dst + 2 * dst_stride, zip_low_16(even2, odd2));
    wasm_v128_store(dst + 3 * dst_stride, zip_high_16(even2, odd2));
    dst += 4 * dst_stride;
    wasm_v128_store(dst, zip_low_16(even4, odd4));
    wasm_v128_store(dst + dst_stride, zip_high_16(even4, odd4));
    wasm_v128_store(dst + 2 * dst_stride, zip_low_16(even6, odd6));
    wasm_v128_store(dst + 3 * dst_stride, zip_high_16(even6, odd6));
#endif
}

/* The first four lanes of four rows, turned. */
INLINE void store_turned_4x4(pixel *dst, ptrdiff_t dst_stride, const v128_t v[4]) {
    const v128_t a02 = zip_low_16(v[0], v[2]), a13 = zip_low_16(v[1], v[3]);
    const v128_t rows01 = zip_low_16(a02, a13), rows23 = zip_high_16(a02, a13);

    store_8(dst, rows01, 4);
    store_8(dst + dst_stride, zip_high_64(rows01, rows01), 4);
    store_8(dst + 2 * dst_stride, rows23, 4);
    store_8(dst + 3 * dst_stride, zip_high_64(rows23, rows23), 4);
}

INLINE void angular(int deep, pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size, int mode,
                    int edge_filter, int bit_depth) {
    const int size = 1 << log2_size, angle = intra_pred_angle[mode], is_vertical = mode >= 18;
    const pixel *corner = border + 2 * size;
    pixel line[LEAD + 2 * MAX_SIZE + 32];
    const pixel *ref = corner; /* ref[-size .. 2 * size], 8.4.4.2.6 */

    if (!is_vertical || angle < 0) {
        pixel *const own = line + LEAD;
        if (is_vertical) copy_forwards(own, corner, size + 1);
        else copy_backwards(own, corner, angle < 0 ? size + 1 : 2 * size + 1);
        if (angle < 0) {
            const int inverse = inv_angle[mode - 11], towards_side = is_vertical ? -1 : 1,
                      count = -((size * angle) >> 5);
            for (int i = 1, at = 128 - inverse; i < count; i++, at -= inverse)
                own[-i] = corner[towards_side * (at >> 8)];
        }
        ref = own;
    }
    ref++;
    if (size == 4) {
        const v128_t v[4] = {angular_row(deep, ref, angle), angular_row(deep, ref, 2 * angle),
                             angular_row(deep, ref, 3 * angle), angular_row(deep, ref, 4 * angle)};
        if (is_vertical) UNROLL for (int y = 0; y < 4; y++) store_8(dst + y * dst_stride, v[y], 4);
        else store_turned_4x4(dst, dst_stride, v);
    } else if (is_vertical) {
        int position = angle;
        for (int y = 0; y < size; y++, position += angle)
            for (int x = 0; x < size; x += 8)
                store_8(dst + y * dst_stride + x, angular_row(deep, ref + x, position), 8);
    } else {
        for (int y = 0; y < size; y += 8)
            for (int x = 0; x < size; x += 8) {
                v128_t v[8];
                UNROLL for (int i = 0; i < 8; i++) { v[i] = angular_row(deep, ref + x, (y + i + 1) * angle); }
                store_turned(dst + x * dst_stride + y, dst_stride, v);
            }
    }
    if (angle == 0 && edge_filter) {
        const ptrdiff_t across = is_vertical ? dst_stride : 1;
        const int towards_side = is_vertical ? -1 : 1;
        for (int y = 0; y < size; y++)
            dst[y * across] = clip_pixel(ref[0] + ((corner[towards_side * (y + 1)] - corner[0]) >> 1), bit_depth);
    }
}

void HEVC_SIMD(hevc_intra_angular)(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size, int mode,
                                   int edge_filter, int bit_depth) {
    if (is_deep(bit_depth)) angular(1, dst, dst_stride, border, log2_size, mode, edge_filter, bit_depth);
    else angular(0, dst, dst_stride, border, log2_size, mode, edge_filter, bit_depth);
}
