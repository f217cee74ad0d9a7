/* Sample adaptive offset, SIMD128, sixteen samples at a time.
 *
 * A block is offset in place; what its neighbours were before is kept in three line buffers, into which each row is
 * copied once. 8-bit lines are kept less 128: signed compares are one instruction each, and a signed saturating add is
 * the clip. */
#include "lanes.h"
#include "pixel.h"
#include "sao.h"

enum { MAX_SIZE = 64, LEAD = 16, LINE = LEAD + MAX_SIZE + 32 };

/* Up to sixteen samples, their count a multiple of 4. */
#if BITDEPTH == 8

typedef int8_t kept; /* a sample in a line buffer */

INLINE kept keep_sample(pixel sample) { return (kept)(sample ^ 0x80); }

INLINE void keep_16(kept *to, const pixel *from) {
    wasm_v128_store(to, wasm_v128_xor(wasm_v128_load(from), wasm_i8x16_splat(-128)));
}

INLINE void store_16(pixel *to, v128_t v, int count) {
    if (count >= 16) {
        wasm_v128_store(to, v);
        return;
    }
    if (count & 8) {
        wasm_v128_store64_lane(to, v, 0);
        to += 8;
        v = zip_high_64(v, v);
    }
    if (count & 4) wasm_v128_store32_lane(to, v, 0);
}

/* Sum of both signs, -2..2, from the two comparisons with each neighbour. */
INLINE v128_t edge_class(const kept *c, const kept *a, const kept *b) {
    const v128_t now = wasm_v128_load(c), one = wasm_v128_load(a), other = wasm_v128_load(b);

    return wasm_i8x16_add(wasm_i8x16_sub(wasm_i8x16_gt(one, now), wasm_i8x16_gt(now, one)),
                          wasm_i8x16_sub(wasm_i8x16_gt(other, now), wasm_i8x16_gt(now, other)));
}

INLINE void offset_kept(pixel *to, const kept *c, v128_t offset, int count, int bit_depth) {
    (void)bit_depth;
    store_16(to, wasm_v128_xor(wasm_i8x16_add_sat(wasm_v128_load(c), offset), wasm_i8x16_splat(-128)), count);
}

#else

typedef int16_t kept;

INLINE kept keep_sample(pixel sample) { return (kept)sample; }

INLINE void keep_16(kept *to, const pixel *from) {
    wasm_v128_store(to, wasm_v128_load(from));
    wasm_v128_store(to + 8, wasm_v128_load(from + 8));
}

INLINE void store_16(pixel *to, v128_t low, v128_t high, int count) {
    if (count >= 8) wasm_v128_store(to, low);
    else wasm_v128_store64_lane(to, low, 0);
    if (count >= 16) wasm_v128_store(to + 8, high);
    else if (count > 8) wasm_v128_store64_lane(to + 8, high, 0);
}

INLINE v128_t edge_class_8(const kept *c, const kept *a, const kept *b) {
    const v128_t now = wasm_v128_load(c), one = wasm_v128_load(a), other = wasm_v128_load(b);

    return wasm_i16x8_add(wasm_i16x8_sub(wasm_i16x8_gt(one, now), wasm_i16x8_gt(now, one)),
                          wasm_i16x8_sub(wasm_i16x8_gt(other, now), wasm_i16x8_gt(now, other)));
}

INLINE v128_t edge_class(const kept *c, const kept *a, const kept *b) {
    return wasm_i8x16_narrow_i16x8(edge_class_8(c, a, b), edge_class_8(c + 8, a + 8, b + 8));
}

INLINE v128_t clip(v128_t v, int bit_depth) {
    return wasm_i16x8_min(wasm_i16x8_max(v, wasm_i16x8_splat(0)), wasm_i16x8_splat((int16_t)((1 << bit_depth) - 1)));
}

INLINE void offset_kept(pixel *to, const kept *c, v128_t offset, int count, int bit_depth) {
    store_16(to, clip(wasm_i16x8_add(wasm_v128_load(c), wasm_i16x8_extend_low_i8x16(offset)), bit_depth),
             clip(wasm_i16x8_add(wasm_v128_load(c + 8), wasm_i16x8_extend_high_i8x16(offset)), bit_depth), count);
}

#endif

/* Offsets fit a byte: SaoOffsetVal is within 31 << (bitDepth - Min(bitDepth, 10)). */
INLINE v128_t offset_table(const int16_t offset[4], int first, int second, int third, int fourth) {
    int8_t table[16] = {0};

    table[first] = (int8_t)offset[0];
    table[second] = (int8_t)offset[1];
    table[third] = (int8_t)offset[2];
    table[fourth] = (int8_t)offset[3];
    return wasm_v128_load(table);
}

void HEVC_SIMD(hevc_sao_band)(pixel *pix, ptrdiff_t stride, int w, int h, int sao_band_position,
                              const int16_t offset[4], int bit_depth) {
    /* Lanes 4..15 and indices beyond 15 (of 0..31) give 0. */
    const v128_t table = offset_table(offset, 0, 1, 2, 3), position = wasm_i8x16_splat((int8_t)sao_band_position);

    for (int y = 0; y < h; y++, pix += stride)
        for (int x = 0; x < w; x += 16) {
            kept now[16];
#if BITDEPTH == 8
            const v128_t band = wasm_u8x16_shr(wasm_v128_load(pix + x), 3);
#else
            const uint32_t shift = (uint32_t)bit_depth - 5;
            const v128_t band = wasm_u8x16_narrow_i16x8(wasm_u16x8_shr(wasm_v128_load(pix + x), shift),
                                                        wasm_u16x8_shr(wasm_v128_load(pix + x + 8), shift));
#endif
            const v128_t index = wasm_v128_and(wasm_i8x16_sub(band, position), wasm_i8x16_splat(31));
            keep_16(now, pix + x);
            offset_kept(pix + x, now, wasm_i8x16_swizzle(table, index), w - x, bit_depth);
        }
}

static void keep_line(kept *line, const pixel *row, int w, pixel left) {
    for (int x = 0; x <= w; x += 16) keep_16(line + x, row + x);
    line[-1] = keep_sample(left);
}

/* Which of the block's neighbours hold the sample at row y of the columns -1 (0), 0..w - 1 (1), w (2). 0 = the block
 * itself. */
INLINE int side_of(int row_place, int column) {
    static const uint8_t side[3 /* above, in, below */][3] = {
        {HEVC_SAO_ABOVE_LEFT, HEVC_SAO_ABOVE, HEVC_SAO_ABOVE_RIGHT},
        {HEVC_SAO_LEFT, 0, HEVC_SAO_RIGHT},
        {HEVC_SAO_BELOW_LEFT, HEVC_SAO_BELOW, HEVC_SAO_BELOW_RIGHT}};

    return side[row_place][column];
}

static pixel offset_one(kept c, kept a, kept b, const int16_t offset[4], int bit_depth) {
    const int sum = (c > a) - (c < a) + (c > b) - (c < b);
    const int sample = BITDEPTH == 8 ? c + 128 : c;

    return sum ? clip_pixel(sample + offset[sum < 0 ? sum + 2 : sum + 1], bit_depth) : (pixel)sample;
}

INLINE void edge(int dx, int dy, pixel *pix, ptrdiff_t stride, const pixel *above, const pixel *left, int w, int h,
                 const int16_t offset[4], int sides, int bit_depth) {
    const v128_t table = offset_table(offset, 0, 1, 3, 4), two = wasm_i8x16_splat(2); /* by the sum of signs, plus 2 */
    kept lines[3][LINE], *before = lines[0] + LEAD, *now = lines[1] + LEAD, *after = lines[2] + LEAD;

    if (dy) keep_line(before, above, w, above[-1]);
    keep_line(now, pix, w, left[0]);
    for (int y = 0; y < h; y++, pix += stride) {
        if (y + 1 < h || dy) keep_line(after, pix + stride, w, y + 1 < h ? left[y + 1] : pix[stride - 1]);

        const int top = dy && y == 0 ? 0 : 1, bottom = dy && y == h - 1 ? 2 : 1;
        const int middle = side_of(top, 1) | side_of(bottom, 1);
        /* (0, y) looks at (dx, y + dy) and (-dx, y - dy): one of them is at column -1 or, for class 1, neither. */
        const int first = dx == 0  ? middle
                          : dx < 0 ? side_of(top, 0) | side_of(bottom, 1)
                                   : side_of(top, 1) | side_of(bottom, 0);
        const int last = dx == 0  ? middle
                         : dx < 0 ? side_of(top, 1) | side_of(bottom, 2)
                                  : side_of(top, 2) | side_of(bottom, 1);
        const kept *a = (dy ? before : now) + dx, *b = (dy ? after : now) - dx;

        if ((sides & middle) == middle)
            for (int x = 0; x < w; x += 16)
                offset_kept(pix + x, now + x,
                            wasm_i8x16_swizzle(table, wasm_i8x16_add(edge_class(now + x, a + x, b + x), two)), w - x,
                            bit_depth);
        if (dx && ((sides & middle) != middle || (sides & first) != first))
            pix[0] = (sides & first) == first ? offset_one(now[0], a[0], b[0], offset, bit_depth)
                                              : (pixel)(BITDEPTH == 8 ? now[0] ^ 0x80 : now[0]);
        if (dx && ((sides & middle) != middle || (sides & last) != last))
            pix[w - 1] = (sides & last) == last ? offset_one(now[w - 1], a[w - 1], b[w - 1], offset, bit_depth)
                                                : (pixel)(BITDEPTH == 8 ? now[w - 1] ^ 0x80 : now[w - 1]);

        kept *const oldest = before;
        before = now;
        now = after;
        after = oldest;
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
