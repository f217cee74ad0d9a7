/* Inverse transforms, SIMD128, all by i32x4.dot_i16x8_s: two rows of the matrix times two coefficients at once.
 *
 * First stage: columns in lanes, eight at a time, pairs of rows interleaved. Second stage: one row at a time, its
 * coefficients splatted in pairs, output columns in lanes; so nothing is ever transposed. For that the first stage
 * keeps each eight columns in the order 1 3 5 7 2 6 0 4: values that the second stage splats together are adjacent.
 *
 * Butterflies end where a vector is full: 32 = 8 whole + 8 odd + 16 odd, 16 = 4 whole + 4 odd + 8 odd, 8 = 4 whole + 4
 * odd. Every function below is inlined with a constant size and a constant limit (4, 8, 16, 32: how many rows or
 * columns may hold coefficients), which leaves straight loops over just the pairs that matter. */
#include "itx.h"
#include "itx_pairs.h"
#include "lanes.h"
#include "pixel.h"

/* A depth known at compile time keeps every shift an immediate. Range modules also have kernels of 12 bits; the rare
 * other depths in 16-bit storage use the scalar references. */
enum { MAX_SIZE = 32, DEPTH = BITDEPTH == 8 ? 8 : 10, HAS_12_BITS = HEVC_RANGE_EXTENSIONS && BITDEPTH == 16 };

#define ROLLED _Pragma("clang loop unroll(disable)")

/* How many pairs of each level are not zero below `limit`, and where a pair starts. Level 0 holds the rows 0 4 8 ...
 * (of size 8 also 2 6), level 1 of sizes 16 and 32 the rows 2 6 10 ...; the last level holds the odd rows. */
INLINE int whole_pairs(int size, int limit) { return size == 8 ? 2 : limit <= 8 ? 1 : limit / 8; }

INLINE int middle_pairs(int limit) { return limit <= 8 ? 1 : limit / 8; }

INLINE int odd_pairs(int limit) { return limit / 4; }

INLINE const int16_t *whole_table(int size) {
    return size == 32 ? hevc_itx_all_8[0][0] : size == 16 ? hevc_itx_all_4[0][0] : hevc_itx_even_odd_4[0][0];
}

INLINE const int16_t *odd_table(int size) {
    return size == 32 ? hevc_itx_odd_32[0][0] : size == 16 ? hevc_itx_odd_16[0][0] : hevc_itx_odd_8[0][0];
}

/* ---- first stage ---- */

struct wide {
    v128_t low, high; /* columns (in their order above) 0..3, 4..7 */
};

INLINE struct wide load_pair(const int16_t *coeffs, int size, int first, int second) {
#define ROW(k) wasm_v128_load(coeffs + (k)*size)
    const v128_t a = wasm_i16x8_shuffle(ROW(first), ROW(first), 1, 3, 5, 7, 2, 6, 0, 4);
    const v128_t b = wasm_i16x8_shuffle(ROW(second), ROW(second), 1, 3, 5, 7, 2, 6, 0, 4);
#undef ROW
    return (struct wide){zip_low_16(a, b), zip_high_16(a, b)};
}

/* One output of one level. table: [pair][outputs][2]. */
INLINE struct wide column_sum(const struct wide *pairs, int count, const int16_t *table, int outputs, int y) {
    const v128_t c = wasm_v128_load32_splat(table + 2 * y);
    struct wide sum = {wasm_i32x4_dot_i16x8(pairs[0].low, c), wasm_i32x4_dot_i16x8(pairs[0].high, c)};

    UNROLL for (int p = 1; p < count; p++) {
        const v128_t d = wasm_v128_load32_splat(table + 2 * (p * outputs + y));
        sum.low = wasm_i32x4_add(sum.low, wasm_i32x4_dot_i16x8(pairs[p].low, d));
        sum.high = wasm_i32x4_add(sum.high, wasm_i32x4_dot_i16x8(pairs[p].high, d));
    }
    return sum;
}

INLINE struct wide plus(struct wide a, struct wide b) {
    return (struct wide){wasm_i32x4_add(a.low, b.low), wasm_i32x4_add(a.high, b.high)};
}

INLINE struct wide minus(struct wide a, struct wide b) {
    return (struct wide){wasm_i32x4_sub(a.low, b.low), wasm_i32x4_sub(a.high, b.high)};
}

/* (e + 64) >> 7 within 16 bits (8.6.4.2); the 64 came in with the whole part. */
INLINE void store_stage(int16_t *stage, struct wide v) {
    wasm_v128_store(stage, wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(v.low, 7), wasm_i32x4_shr(v.high, 7)));
}

INLINE void column_stage(int size, int limit, int16_t *stage, const int16_t *coeffs) {
    const int whole = size == 32 ? 8 : 4, step = size == 8 ? 2 : 8;
    const struct wide round = {wasm_i32x4_splat(64), wasm_i32x4_splat(64)};
    struct wide pairs[8], even[MAX_SIZE / 2];

    UNROLL for (int p = 0; p < whole_pairs(size, limit); p++) pairs[p] =
        load_pair(coeffs, size, step * p, step * p + 4);
    ROLLED for (int y = 0; y < whole; y++) even[y] =
        plus(column_sum(pairs, whole_pairs(size, limit), whole_table(size), whole, y), round);
    if (size > 8) {
        UNROLL for (int p = 0; p < middle_pairs(limit); p++) pairs[p] = load_pair(coeffs, size, 8 * p + 2, 8 * p + 6);
        ROLLED for (int y = 0; y < whole; y++) {
            const struct wide odd = column_sum(pairs, middle_pairs(limit), odd_table(size / 2), whole, y), e = even[y];
            even[y] = plus(e, odd);
            even[2 * whole - 1 - y] = minus(e, odd);
        }
    }
    UNROLL for (int p = 0; p < odd_pairs(limit); p++) pairs[p] = load_pair(coeffs, size, 4 * p + 1, 4 * p + 3);
    ROLLED for (int y = 0; y < size / 2; y++) {
        const struct wide odd = column_sum(pairs, odd_pairs(limit), odd_table(size), size / 2, y);
        store_stage(stage + y * size, plus(even[y], odd));
        store_stage(stage + (size - 1 - y) * size, minus(even[y], odd));
    }
}

/* ---- second stage ---- */

/* Four output columns of one level. at: the first pair; the next ones follow at `near`, `far`, far + near, 2 * far, ...
 */
INLINE v128_t row_sum(const int16_t *at, int near, int far, int count, const int16_t *table, int outputs, int x) {
    v128_t sum = wasm_i32x4_dot_i16x8(wasm_v128_load32_splat(at), wasm_v128_load(table + 2 * x));

    UNROLL for (int p = 1; p < count; p++) sum =
        wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_v128_load32_splat(at + (p & 1) * near + (p >> 1) * far),
                                                 wasm_v128_load(table + 2 * (p * outputs + x))));
    return sum;
}

INLINE v128_t reverse(v128_t v) { return wasm_i32x4_shuffle(v, v, 3, 2, 1, 0); }

INLINE void add_8(int depth, pixel *dst, v128_t residual) {
    (void)depth;
#if BITDEPTH == 8
    const v128_t v = wasm_i16x8_add_sat(wasm_u16x8_load8x8(dst), residual);
    wasm_v128_store64_lane(dst, wasm_u8x16_narrow_i16x8(v, v), 0);
#else
    const v128_t v = wasm_i16x8_max(wasm_i16x8_add_sat(wasm_v128_load(dst), residual), wasm_i16x8_splat(0));
    wasm_v128_store(dst, wasm_i16x8_min(v, wasm_i16x8_splat((int16_t)((1 << depth) - 1))));
#endif
}

INLINE void row_stage(int size, int limit, int depth, pixel *dst, ptrdiff_t dst_stride, const int16_t *stage) {
    const int whole = size == 32 ? 8 : 4, vectors = size / 4;
    const uint32_t shift = 20 - (uint32_t)depth;
    const v128_t round = wasm_i32x4_splat(1 << (shift - 1));

    ROLLED for (int y = 0; y < size; y++, stage += size, dst += dst_stride) {
        v128_t even[4], out[8];

        UNROLL for (int x = 0; x < whole; x += 4) {
            const v128_t sum = size == 8
                                   ? row_sum(stage + 6, -2, 0, 2, whole_table(8), 4, x)
                                   : row_sum(stage + 6, 8, 16, whole_pairs(size, limit), whole_table(size), whole, x);
            even[x / 4] = wasm_i32x4_add(sum, round);
        }
        if (size > 8) UNROLL for (int x = 0; x < whole; x += 4) {
                const v128_t odd = row_sum(stage + 4, 8, 16, middle_pairs(limit), odd_table(size / 2), whole, x),
                             e = even[x / 4];
                even[x / 4] = wasm_i32x4_add(e, odd);
                out[x / 4] = reverse(wasm_i32x4_sub(e, odd));
            }
        if (size > 8) UNROLL for (int x = 0; x < whole; x += 4) even[(2 * whole - 4 - x) / 4] = out[x / 4];
        UNROLL for (int x = 0; x < size / 2; x += 4) {
            const v128_t odd = row_sum(stage, 2, 8, odd_pairs(limit), odd_table(size), size / 2, x), e = even[x / 4];
            out[x / 4] = wasm_i32x4_shr(wasm_i32x4_add(e, odd), shift);
            out[vectors - 1 - x / 4] = wasm_i32x4_shr(reverse(wasm_i32x4_sub(e, odd)), shift);
        }
        UNROLL for (int x = 0; x < size; x += 8)
            add_8(depth, dst + x, wasm_i16x8_narrow_i32x4(out[x / 4], out[x / 4 + 1]));
    }
}

/* ---- a block ---- */

INLINE int limit_class(int count) { return count <= 4 ? 4 : count <= 8 ? 8 : count <= 16 ? 16 : 32; }

static void clear(int16_t *coeffs, int size, int cols, int rows) {
    for (int y = 0; y < rows; y++, coeffs += size)
        for (int x = 0; x < cols; x += 8) wasm_v128_store(coeffs + x, wasm_i16x8_splat(0));
}

/* Functions of their own: streams use few sizes and limits, and engines compile only what runs. */
#define STAGE static __attribute__((noinline)) void

#define COLUMNS(size, limit)                                                                                           \
    STAGE columns_##size##_##limit(int16_t *stage, const int16_t *coeffs, int cols) {                                  \
        for (int x = 0; x < cols; x += 8) column_stage(size, limit, stage + x, coeffs + x);                            \
    }
#define ROWS(size, limit)                                                                                              \
    STAGE rows_##size##_##limit(pixel *dst, ptrdiff_t dst_stride, const int16_t *stage) {                              \
        row_stage(size, limit, DEPTH, dst, dst_stride, stage);                                                         \
    }                                                                                                                  \
    STAGE rows_##size##_##limit##_12(pixel *dst, ptrdiff_t dst_stride, const int16_t *stage) {                         \
        row_stage(size, limit, 12, dst, dst_stride, stage);                                                            \
    }
#define FOR_LIMITS_8(X, size) X(size, 4) X(size, 8)
#define FOR_LIMITS_16(X, size) FOR_LIMITS_8(X, size) X(size, 16)
#define FOR_LIMITS_32(X, size) FOR_LIMITS_16(X, size) X(size, 32)

#define COLUMNS_CASE(size, limit)                                                                                      \
    case limit:                                                                                                        \
        columns_##size##_##limit(stage, coeffs, col_limit);                                                            \
        break;
#define ROWS_CASE(size, limit)                                                                                         \
    case limit:                                                                                                        \
        if (HAS_12_BITS && bit_depth == 12) rows_##size##_##limit##_12(dst, dst_stride, stage);                        \
        else rows_##size##_##limit(dst, dst_stride, stage);                                                            \
        break;

#define DEFINE_DCT(size)                                                                                               \
    FOR_LIMITS_##size(COLUMNS, size) FOR_LIMITS_##size(ROWS, size) static void dct_##size(                             \
        pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int cols, int rows, int bit_depth) {                        \
        (void)bit_depth;                                                                                               \
        const int col_limit = limit_class(cols);                                                                       \
        int16_t stage[size * size];                                                                                    \
        switch (limit_class(rows)) { FOR_LIMITS_##size(COLUMNS_CASE, size) }                                           \
        clear(coeffs, size, cols, rows);                                                                               \
        switch (col_limit) { FOR_LIMITS_##size(ROWS_CASE, size) }                                                      \
    }

DEFINE_DCT(8)
DEFINE_DCT(16)
DEFINE_DCT(32)

/* ---- 4x4 ---- */

INLINE void add_4x4(int depth, pixel *dst, ptrdiff_t dst_stride, v128_t rows01, v128_t rows23) {
    (void)depth;
#if BITDEPTH == 8
    v128_t before01 = wasm_v128_load32_lane(dst + dst_stride, wasm_v128_load32_zero(dst), 1);
    v128_t before23 = wasm_v128_load32_lane(dst + 3 * dst_stride, wasm_v128_load32_zero(dst + 2 * dst_stride), 1);
    const v128_t v = wasm_u8x16_narrow_i16x8(wasm_i16x8_add_sat(wasm_u16x8_extend_low_u8x16(before01), rows01),
                                             wasm_i16x8_add_sat(wasm_u16x8_extend_low_u8x16(before23), rows23));
    wasm_v128_store32_lane(dst, v, 0);
    wasm_v128_store32_lane(dst + dst_stride, v, 1);
    wasm_v128_store32_lane(dst + 2 * dst_stride, v, 2);
    wasm_v128_store32_lane(dst + 3 * dst_stride, v, 3);
#else
    const v128_t max = wasm_i16x8_splat((int16_t)((1 << depth) - 1)), zero = wasm_i16x8_splat(0);
    const v128_t before01 = wasm_v128_load64_lane(dst + dst_stride, wasm_v128_load64_zero(dst), 1);
    const v128_t before23 = wasm_v128_load64_lane(dst + 3 * dst_stride, wasm_v128_load64_zero(dst + 2 * dst_stride), 1);
    const v128_t v01 = wasm_i16x8_min(wasm_i16x8_max(wasm_i16x8_add_sat(before01, rows01), zero), max);
    const v128_t v23 = wasm_i16x8_min(wasm_i16x8_max(wasm_i16x8_add_sat(before23, rows23), zero), max);
    wasm_v128_store64_lane(dst, v01, 0);
    wasm_v128_store64_lane(dst + dst_stride, v01, 1);
    wasm_v128_store64_lane(dst + 2 * dst_stride, v23, 0);
    wasm_v128_store64_lane(dst + 3 * dst_stride, v23, 1);
#endif
}

/* Both stages of a 4x4 block in registers. */
INLINE void transform_4x4(int depth, pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, const int16_t (*table)[4][2]) {
    const uint32_t shift = 20 - (uint32_t)depth;
    const v128_t round = wasm_i32x4_splat(1 << (shift - 1)), in01 = wasm_v128_load(coeffs),
                 in23 = wasm_v128_load(coeffs + 8);
    const v128_t pair01 = wasm_i16x8_shuffle(in01, in01, 0, 4, 1, 5, 2, 6, 3, 7);
    const v128_t pair23 = wasm_i16x8_shuffle(in23, in23, 0, 4, 1, 5, 2, 6, 3, 7);

    wasm_v128_store(coeffs, wasm_i16x8_splat(0));
    wasm_v128_store(coeffs + 8, wasm_i16x8_splat(0));
#define COLUMN(y)                                                                                                      \
    wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_add(wasm_i32x4_dot_i16x8(pair01, wasm_v128_load32_splat(table[0][y])),    \
                                                 wasm_i32x4_dot_i16x8(pair23, wasm_v128_load32_splat(table[1][y]))),   \
                                  wasm_i32x4_splat(64)),                                                               \
                   7)
    const v128_t stage01 = wasm_i16x8_narrow_i32x4(COLUMN(0), COLUMN(1)),
                 stage23 = wasm_i16x8_narrow_i32x4(COLUMN(2), COLUMN(3));
#undef COLUMN
    const v128_t c01 = wasm_v128_load(table[0]), c23 = wasm_v128_load(table[1]);
#define ROW(v, k)                                                                                                      \
    wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_add(wasm_i32x4_dot_i16x8(wasm_i32x4_shuffle(v, v, k, k, k, k), c01),      \
                                                 wasm_i32x4_dot_i16x8(                                                 \
                                                     wasm_i32x4_shuffle(v, v, k + 1, k + 1, k + 1, k + 1), c23)),      \
                                  round),                                                                              \
                   shift)
    add_4x4(depth, dst, dst_stride, wasm_i16x8_narrow_i32x4(ROW(stage01, 0), ROW(stage01, 2)),
            wasm_i16x8_narrow_i32x4(ROW(stage23, 0), ROW(stage23, 2)));
#undef ROW
}

/* Ends the kernel for depths that only the scalar references have. */
#define UNLESS_DEPTH(name, ...)                                                                                        \
    if (BITDEPTH == 16 && bit_depth != DEPTH && !(HAS_12_BITS && bit_depth == 12)) {                                   \
        HEVC_C(name)(__VA_ARGS__);                                                                                     \
        return;                                                                                                        \
    }

/* The statement with `depth`, a constant in it. */
#define AT_DEPTH(statement)                                                                                            \
    if (HAS_12_BITS && bit_depth == 12) {                                                                              \
        enum { depth = 12 };                                                                                           \
        statement;                                                                                                     \
    } else {                                                                                                           \
        enum { depth = DEPTH };                                                                                        \
        statement;                                                                                                     \
    }

void HEVC_SIMD(hevc_itx_dct_add)(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int log2_size, int cols, int rows,
                                 int bit_depth) {
    UNLESS_DEPTH(hevc_itx_dct_add, dst, dst_stride, coeffs, log2_size, cols, rows, bit_depth)
    switch (log2_size) {
    case 2: AT_DEPTH(transform_4x4(depth, dst, dst_stride, coeffs, hevc_itx_all_4)) return;
    case 3: dct_8(dst, dst_stride, coeffs, cols, rows, bit_depth); return;
    case 4: dct_16(dst, dst_stride, coeffs, cols, rows, bit_depth); return;
    default: dct_32(dst, dst_stride, coeffs, cols, rows, bit_depth); return;
    }
}

void HEVC_SIMD(hevc_itx_dst4_add)(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int bit_depth){
    UNLESS_DEPTH(hevc_itx_dst4_add, dst, dst_stride, coeffs, bit_depth)
        AT_DEPTH(transform_4x4(depth, dst, dst_stride, coeffs, hevc_itx_dst_4))}

INLINE void dc_add(int depth, pixel *dst, ptrdiff_t dst_stride, int dc, int log2_size) {
    const int size = 1 << log2_size, shift = 20 - depth, round = 1 << (shift - 1);
    const v128_t residual = wasm_i16x8_splat((int16_t)((64 * ((64 * dc + 64) >> 7) + round) >> shift));

    if (size == 4) {
        add_4x4(depth, dst, dst_stride, residual, residual);
        return;
    }
    for (int y = 0; y < size; y++, dst += dst_stride)
        for (int x = 0; x < size; x += 8) add_8(depth, dst + x, residual);
}

void HEVC_SIMD(hevc_itx_dc_add)(pixel *dst, ptrdiff_t dst_stride, int dc, int log2_size,
                                int bit_depth){UNLESS_DEPTH(hevc_itx_dc_add, dst, dst_stride, dc, log2_size, bit_depth)
                                                   AT_DEPTH(dc_add(depth, dst, dst_stride, dc, log2_size))}

INLINE void skip_add(int depth, pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs) {
    /* (c * 128 + (1 << (19 - BitDepth))) >> (20 - BitDepth) with the common 7 bits taken out: exact, and no sum leaves
     * 16 bits but the one that saturates, which adds too little to matter after the shift. */
    const uint32_t shift = 13 - (uint32_t)depth;
    const v128_t round = wasm_i16x8_splat((int16_t)(1 << (shift - 1)));
    const v128_t rows01 = wasm_i16x8_shr(wasm_i16x8_add_sat(wasm_v128_load(coeffs), round), shift);
    const v128_t rows23 = wasm_i16x8_shr(wasm_i16x8_add_sat(wasm_v128_load(coeffs + 8), round), shift);

    wasm_v128_store(coeffs, wasm_i16x8_splat(0));
    wasm_v128_store(coeffs + 8, wasm_i16x8_splat(0));
    add_4x4(depth, dst, dst_stride, rows01, rows23);
}

void HEVC_SIMD(hevc_itx_skip_add)(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs,
                                  int bit_depth){UNLESS_DEPTH(hevc_itx_skip_add, dst, dst_stride, coeffs, bit_depth)
                                                     AT_DEPTH(skip_add(depth, dst, dst_stride, coeffs))}

INLINE void bypass_add(int depth, pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int log2_size) {
    const int size = 1 << log2_size;

    if (size == 4) add_4x4(depth, dst, dst_stride, wasm_v128_load(coeffs), wasm_v128_load(coeffs + 8));
    else
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x += 8)
                add_8(depth, dst + y * dst_stride + x, wasm_v128_load(coeffs + y * size + x));
    for (int i = 0; i < size * size; i += 8) wasm_v128_store(coeffs + i, wasm_i16x8_splat(0));
}

void HEVC_SIMD(hevc_itx_bypass_add)(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int log2_size, int bit_depth) {
    UNLESS_DEPTH(hevc_itx_bypass_add, dst, dst_stride, coeffs, log2_size, bit_depth)
    AT_DEPTH(bypass_add(depth, dst, dst_stride, coeffs, log2_size))
}
