/* Sample adaptive offset, SIMD128, in strips as wide as a vector.
 *
 * A strip goes down the block with the rows above, at and below in registers, so nothing is copied to be offset in
 * place; only the column that the next strip sees on its left is kept. Which lanes may change is a mask: it holds the
 * width, and at the block's border the sides that may not be looked at. 8-bit samples are taken less 128: signed
 * compares are one instruction each, and a signed saturating add is the clip. */
#include "lanes.h"
#include "pixel.h"
#include "sao.h"

enum { MAX_SIZE = 64, LANES = 16 / sizeof(pixel), BIAS = BITDEPTH == 8 ? 0 : 128 };

#if BITDEPTH == 8

INLINE v128_t load(const pixel *p) { return wasm_v128_xor(wasm_v128_load(p), wasm_i8x16_splat(-128)); }

INLINE v128_t splat(const pixel *p) { return wasm_v128_xor(wasm_v128_load8_splat(p), wasm_i8x16_splat(-128)); }

INLINE void store(pixel *p, v128_t v) { wasm_v128_store(p, wasm_v128_xor(v, wasm_i8x16_splat(-128))); }

/* The last lane of `left`, then all but the last of v. */
INLINE v128_t after(v128_t left, v128_t v) {
    return wasm_i8x16_shuffle(left, v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

/* All but the first lane of v, then the first of `right`. */
INLINE v128_t before(v128_t v, v128_t right) {
    return wasm_i8x16_shuffle(v, right, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}

/* Sign(one - now) + Sign(other - now), negated: -2..2. */
INLINE v128_t signs(v128_t now, v128_t one, v128_t other) {
    return wasm_i8x16_add(wasm_i8x16_sub(wasm_i8x16_gt(one, now), wasm_i8x16_gt(now, one)),
                          wasm_i8x16_sub(wasm_i8x16_gt(other, now), wasm_i8x16_gt(now, other)));
}

/* The table's entry of each lane. */
INLINE v128_t look_up(v128_t table, v128_t index) { return wasm_i8x16_swizzle(table, index); }

INLINE v128_t offset_by(v128_t now, v128_t offset, int bit_depth) {
    (void)bit_depth;
    return wasm_i8x16_add_sat(now, offset);
}

INLINE v128_t lane_splat(int value) { return wasm_i8x16_splat((int8_t)value); }

INLINE v128_t lane_add(v128_t a, v128_t b) { return wasm_i8x16_add(a, b); }

INLINE v128_t lane_equal(v128_t a, int value) { return wasm_i8x16_eq(a, lane_splat(value)); }

INLINE v128_t lane_below(v128_t a, int value) { return wasm_i8x16_gt(lane_splat(value), a); }

INLINE v128_t lane_numbers(int first) {
    return lane_add(wasm_i8x16_const(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), lane_splat(first));
}

INLINE v128_t band_of(v128_t now, int bit_depth) {
    (void)bit_depth;
    return wasm_u8x16_shr(wasm_v128_xor(now, wasm_i8x16_splat(-128)), 3);
}

#else

INLINE v128_t load(const pixel *p) { return wasm_v128_load(p); }

INLINE v128_t splat(const pixel *p) { return wasm_v128_load16_splat(p); }

INLINE void store(pixel *p, v128_t v) { wasm_v128_store(p, v); }

INLINE v128_t after(v128_t left, v128_t v) { return wasm_i16x8_shuffle(left, v, 7, 8, 9, 10, 11, 12, 13, 14); }

INLINE v128_t before(v128_t v, v128_t right) { return wasm_i16x8_shuffle(v, right, 1, 2, 3, 4, 5, 6, 7, 8); }

INLINE v128_t signs(v128_t now, v128_t one, v128_t other) {
    return wasm_i16x8_add(wasm_i16x8_sub(wasm_i16x8_gt(one, now), wasm_i16x8_gt(now, one)),
                          wasm_i16x8_sub(wasm_i16x8_gt(other, now), wasm_i16x8_gt(now, other)));
}

/* Entries are bytes plus BIAS; an upper byte of 16 selects 0. */
INLINE v128_t look_up(v128_t table, v128_t index) {
    return wasm_i16x8_sub(wasm_i8x16_swizzle(table, wasm_i16x8_add(index, wasm_i16x8_splat(0x1000))),
                          wasm_i16x8_splat(BIAS));
}

INLINE v128_t offset_by(v128_t now, v128_t offset, int bit_depth) {
    return wasm_i16x8_min(wasm_i16x8_max(wasm_i16x8_add(now, offset), wasm_i16x8_splat(0)),
                          wasm_i16x8_splat((int16_t)((1 << bit_depth) - 1)));
}

INLINE v128_t lane_splat(int value) { return wasm_i16x8_splat((int16_t)value); }

INLINE v128_t lane_add(v128_t a, v128_t b) { return wasm_i16x8_add(a, b); }

INLINE v128_t lane_equal(v128_t a, int value) { return wasm_i16x8_eq(a, lane_splat(value)); }

INLINE v128_t lane_below(v128_t a, int value) { return wasm_i16x8_gt(lane_splat(value), a); }

INLINE v128_t lane_numbers(int first) { return lane_add(wasm_i16x8_const(0, 1, 2, 3, 4, 5, 6, 7), lane_splat(first)); }

INLINE v128_t band_of(v128_t now, int bit_depth) { return wasm_u16x8_shr(now, (uint32_t)bit_depth - 5); }

#endif

/* The four offsets at these indices, 0 elsewhere. They fit a byte: at most 31 << (bitDepth - Min(bitDepth, 10)). */
INLINE v128_t offset_table(const int16_t offset[4], int first, int second, int third, int fourth) {
    int8_t table[16];

    wasm_v128_store(table, wasm_i8x16_splat((int8_t)BIAS));
    table[first] = (int8_t)(offset[0] + BIAS);
    table[second] = (int8_t)(offset[1] + BIAS);
    table[third] = (int8_t)(offset[2] + BIAS);
    table[fourth] = (int8_t)(offset[3] + BIAS);
    return wasm_v128_load(table);
}

void HEVC_SIMD(hevc_sao_band)(pixel *pix, ptrdiff_t stride, int w, int h, int sao_band_position,
                              const int16_t offset[4], int bit_depth) {
    const v128_t table = offset_table(offset, 0, 1, 2, 3), back = lane_splat(-sao_band_position);

    for (int x = 0; x < w; x += LANES) {
        const v128_t in_width = lane_below(lane_numbers(x), w);
        pixel *p = pix + x;

        for (int y = 0; y < h; y++, p += stride) {
            const v128_t now = load(p);
            const v128_t band = wasm_v128_and(lane_add(band_of(now, bit_depth), back), lane_splat(31));
            const v128_t offsets = look_up(table, wasm_u8x16_min(band, lane_splat(15))); /* from 4 on: none */
            store(p, offset_by(now, wasm_v128_and(offsets, in_width), bit_depth));
        }
    }
}

/* ---- edge ---- */

/* Whether all these neighbours may be read. */
INLINE int all_of(int sides, int needed) { return (sides & needed) == needed ? -1 : 0; }

/* Which lanes of a strip may change in a row. top, bottom: the row is the block's first, last. */
INLINE v128_t lanes_of(int dx, int dy, v128_t x, int w, int sides, int top, int bottom) {
    const int above = dy && top, below = dy && bottom; /* rows outside */
    const int middle = all_of(sides, (above ? HEVC_SAO_ABOVE : 0) | (below ? HEVC_SAO_BELOW : 0));
    v128_t lanes = wasm_v128_and(lane_below(x, w), lane_splat(middle));

    if (dx) {
        /* Column 0 reads column -1 above (class 2) or below (3), and inside the block on the other side; column w - 1
         * is the mirror image. */
        const int left_above = above ? HEVC_SAO_ABOVE_LEFT : HEVC_SAO_LEFT,
                  left_below = below ? HEVC_SAO_BELOW_LEFT : HEVC_SAO_LEFT;
        const int right_above = above ? HEVC_SAO_ABOVE_RIGHT : HEVC_SAO_RIGHT;
        const int right_below = below ? HEVC_SAO_BELOW_RIGHT : HEVC_SAO_RIGHT;
        const int first =
            dx < 0 ? left_above | (below ? HEVC_SAO_BELOW : 0) : left_below | (above ? HEVC_SAO_ABOVE : 0);
        const int last =
            dx < 0 ? right_below | (above ? HEVC_SAO_ABOVE : 0) : right_above | (below ? HEVC_SAO_BELOW : 0);

        lanes = wasm_v128_bitselect(lane_splat(all_of(sides, first)), lanes, lane_equal(x, 0));
        lanes = wasm_v128_bitselect(lane_splat(all_of(sides, last)), lanes, lane_equal(x, w - 1));
    }
    return lanes;
}

/* dx, dy: hPos, vPos of table 8-13 for k = 0; k = 1 is opposite. left[-1 .. h]: the column left of the strip as it
 * was. */
INLINE void strip(int dx, int dy, pixel *p, ptrdiff_t stride, const pixel *above, const pixel *left, pixel *next_left,
                  int h, const v128_t lanes[3], v128_t table, int bit_depth) {
    v128_t over = load(above), now = load(p);

    next_left[-1] = above[LANES - 1];
    for (int part = 0, y = 0; part < 3; part++) {
        const int end = part == 0 ? 1 : part == 1 ? h - 1 : h;
        const v128_t may_change = lanes[part];

        for (; y < end; y++, p += stride) {
            const v128_t under = load(p + stride);
            v128_t one, other;

            next_left[y] = p[LANES - 1];
            if (dy == 0) one = after(splat(left + y), now), other = load(p + 1);
            else if (dx == 0) one = over, other = under;
            else if (dx < 0) one = after(splat(left + y - 1), over), other = load(p + stride + 1);
            else
                one = before(over, part == 0 ? splat(above + LANES) : splat(p - stride + LANES)),
                other = after(splat(left + y + 1), under);
            const v128_t offsets = look_up(table, lane_add(signs(now, one, other), lane_splat(2)));
            store(p, offset_by(now, wasm_v128_and(offsets, may_change), bit_depth));
            over = now;
            now = under;
        }
    }
    next_left[h] = p[LANES - 1];
}

INLINE void edge(int dx, int dy, pixel *pix, ptrdiff_t stride, const pixel *above, const pixel *left, int w, int h,
                 const int16_t offset[4], int sides, int bit_depth) {
    const v128_t table = offset_table(offset, 0, 1, 3, 4); /* by the sum of signs, plus 2 */
    pixel columns[2][1 + MAX_SIZE + 1], *seen = columns[0] + 1, *next = columns[1] + 1;

    seen[-1] = above[-1];
    for (int y = 0; y < h; y++) seen[y] = left[y];
    seen[h] = pix[h * stride - 1];
    for (int x = 0; x < w; x += LANES) {
        const v128_t at = lane_numbers(x);
        const v128_t lanes[3] = {lanes_of(dx, dy, at, w, sides, 1, 0), lanes_of(dx, dy, at, w, sides, 0, 0),
                                 lanes_of(dx, dy, at, w, sides, 0, 1)};
        strip(dx, dy, pix + x, stride, above + x, seen, next, h, lanes, table, bit_depth);
        pixel *const swap = seen;
        seen = next;
        next = swap;
    }
}

void HEVC_SIMD(hevc_sao_edge)(pixel *pix, ptrdiff_t stride, const pixel *above, const pixel *left, int w, int h,
                              int sao_eo_class, const int16_t offset[4], int sides, int bit_depth) {
    switch (sao_eo_class) { /* table 8-13 */
    case 0: edge(-1, 0, pix, stride, above, left, w, h, offset, sides, bit_depth); return;
    case 1: edge(0, -1, pix, stride, above, left, w, h, offset, sides, bit_depth); return;
    case 2: edge(-1, -1, pix, stride, above, left, w, h, offset, sides, bit_depth); return;
    default: edge(1, -1, pix, stride, above, left, w, h, offset, sides, bit_depth); return;
    }
}
