/* Inverse transforms, scalar: the specification that the SIMD kernels are compared with. */
#include "itx.h"
#include "pixel.h"

/* transMatrix of 8.6.4.2, cut into the odd rows of each size: the even rows of a size are the matrix of half that size,
 * and the right half of a row mirrors the left (with the sign turned on odd rows). */
static const int8_t odd_4[2 /* odd row */][2 /* column */] = {{83, 36}, {36, -83}};
static const int8_t odd_8[4 /* odd row */][4 /* column */] = {
    {89, 75, 50, 18}, {75, -18, -89, -50}, {50, -89, 18, 75}, {18, -50, 75, -89}};
static const int8_t odd_16[8 /* odd row */][8 /* column */] = {
    {90, 87, 80, 70, 57, 43, 25, 9},     {87, 57, 9, -43, -80, -90, -70, -25}, {80, 9, -70, -87, -25, 57, 90, 43},
    {70, -43, -87, 9, 90, 25, -80, -57}, {57, -80, -25, 90, -9, -87, 43, 70},  {43, -90, 57, 25, -87, 70, 9, -80},
    {25, -70, 90, -80, 43, 9, -57, 87},  {9, -25, 43, -57, 70, -80, 87, -90}};
static const int8_t odd_32[16 /* odd row */][16 /* column */] = {
    {90, 90, 88, 85, 82, 78, 73, 67, 61, 54, 46, 38, 31, 22, 13, 4},
    {90, 82, 67, 46, 22, -4, -31, -54, -73, -85, -90, -88, -78, -61, -38, -13},
    {88, 67, 31, -13, -54, -82, -90, -78, -46, -4, 38, 73, 90, 85, 61, 22},
    {85, 46, -13, -67, -90, -73, -22, 38, 82, 88, 54, -4, -61, -90, -78, -31},
    {82, 22, -54, -90, -61, 13, 78, 85, 31, -46, -90, -67, 4, 73, 88, 38},
    {78, -4, -82, -73, 13, 85, 67, -22, -88, -61, 31, 90, 54, -38, -90, -46},
    {73, -31, -90, -22, 78, 67, -38, -90, -13, 82, 61, -46, -88, -4, 85, 54},
    {67, -54, -78, 38, 85, -22, -90, 4, 90, 13, -88, -31, 82, 46, -73, -61},
    {61, -73, -46, 82, 31, -88, -13, 90, -4, -90, 22, 85, -38, -78, 54, 67},
    {54, -85, -4, 88, -46, -61, 82, 13, -90, 38, 67, -78, -22, 90, -31, -73},
    {46, -90, 38, 54, -90, 31, 61, -88, 22, 67, -85, 13, 73, -82, 4, 78},
    {38, -88, 73, -4, -67, 90, -46, -31, 85, -78, 13, 61, -90, 54, 22, -82},
    {31, -78, 90, -61, 4, 54, -88, 82, -38, -22, 73, -90, 67, -13, -46, 85},
    {22, -61, 85, -90, 73, -38, -4, 46, -78, 90, -82, 54, -13, -31, 67, -88},
    {13, -38, 61, -78, 88, -90, 85, -73, 54, -31, 4, 22, -46, 67, -82, 90},
    {4, -13, 22, -31, 38, -46, 54, -61, 67, -73, 78, -82, 85, -88, 90, -90}};

enum { MAX_SIZE = 32, COEFF_MIN = -32768, COEFF_MAX = 32767 };

static const int8_t *odd_row(int size, int row) {
    return size == 4 ? odd_4[row] : size == 8 ? odd_8[row] : size == 16 ? odd_16[row] : odd_32[row];
}

/* One line, 8.6.4.2 (8-xxx) by even and odd halves. in: `size` coefficients `step` apart, zero from `limit` on. */
static void inverse_line(int32_t *out, const int16_t *in, int step, int size, int limit) {
    const int half = size / 2;
    int32_t even[MAX_SIZE / 2], odd[MAX_SIZE / 2] = {0};

    if (size == 2) {
        const int sum = in[0] * 64, difference = limit > 1 ? in[step] * 64 : 0;
        out[0] = sum + difference;
        out[1] = sum - difference;
        return;
    }
    inverse_line(even, in, 2 * step, half, (limit + 1) / 2);
    for (int k = 1; k < limit; k += 2) {
        const int8_t *row = odd_row(size, k / 2);
        for (int x = 0; x < half; x++) odd[x] += row[x] * in[k * step];
    }
    for (int x = 0; x < half; x++) {
        out[x] = even[x] + odd[x];
        out[size - 1 - x] = even[x] - odd[x];
    }
}

void HEVC_C(hevc_itx_dct_add)(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int log2_size, int cols, int rows,
                              int bit_depth) {
    const int size = 1 << log2_size, shift = 20 - HEVC_DEPTH(bit_depth), round = 1 << (shift - 1);
    int16_t stage[MAX_SIZE * MAX_SIZE];
    int32_t line[MAX_SIZE];

    for (int x = 0; x < cols; x++) {
        inverse_line(line, coeffs + x, size, size, rows);
        for (int y = 0; y < size; y++)
            stage[y * MAX_SIZE + x] = (int16_t)clip3(COEFF_MIN, COEFF_MAX, (line[y] + 64) >> 7);
        for (int y = 0; y < rows; y++) coeffs[y * size + x] = 0;
    }
    for (int y = 0; y < size; y++, dst += dst_stride) {
        inverse_line(line, stage + y * MAX_SIZE, 1, size, cols);
        for (int x = 0; x < size; x++) dst[x] = clip_pixel(dst[x] + ((line[x] + round) >> shift), bit_depth);
    }
}

static void inverse_dst4_line(int32_t out[4], const int16_t *in, int step) {
    static const int8_t matrix[4 /* row */][4 /* column */] = {
        {29, 55, 74, 84}, {74, 74, 0, -74}, {84, -29, -74, 55}, {55, -84, 74, -29}};

    for (int x = 0; x < 4; x++) {
        out[x] = 0;
        for (int k = 0; k < 4; k++) out[x] += matrix[k][x] * in[k * step];
    }
}

void HEVC_C(hevc_itx_dst4_add)(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int bit_depth) {
    const int shift = 20 - HEVC_DEPTH(bit_depth), round = 1 << (shift - 1);
    int16_t stage[16];
    int32_t line[4];

    for (int x = 0; x < 4; x++) {
        inverse_dst4_line(line, coeffs + x, 4);
        for (int y = 0; y < 4; y++) stage[y * 4 + x] = (int16_t)clip3(COEFF_MIN, COEFF_MAX, (line[y] + 64) >> 7);
    }
    for (int y = 0; y < 4; y++, dst += dst_stride) {
        inverse_dst4_line(line, stage + y * 4, 1);
        for (int x = 0; x < 4; x++) dst[x] = clip_pixel(dst[x] + ((line[x] + round) >> shift), bit_depth);
    }
    for (int i = 0; i < 16; i++) coeffs[i] = 0;
}

void HEVC_C(hevc_itx_dc_add)(pixel *dst, ptrdiff_t dst_stride, int dc, int log2_size, int bit_depth) {
    const int size = 1 << log2_size, shift = 20 - HEVC_DEPTH(bit_depth), round = 1 << (shift - 1);
    /* (64 * dc + 64) >> 7 stays within 16 bits, as dc does. */
    const int residual = (64 * ((64 * dc + 64) >> 7) + round) >> shift;

    for (int y = 0; y < size; y++, dst += dst_stride)
        for (int x = 0; x < size; x++) dst[x] = clip_pixel(dst[x] + residual, bit_depth);
}

void HEVC_C(hevc_itx_skip_add)(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int bit_depth) {
    const int shift = 20 - HEVC_DEPTH(bit_depth), round = 1 << (shift - 1);

    for (int y = 0; y < 4; y++, dst += dst_stride)
        for (int x = 0; x < 4; x++) {
            /* 8.6.4.2: rotation and larger blocks are not in version 1; tsShift = 5 + Log2(4). */
            dst[x] = clip_pixel(dst[x] + ((coeffs[y * 4 + x] * 128 + round) >> shift), bit_depth);
            coeffs[y * 4 + x] = 0;
        }
}

void HEVC_C(hevc_itx_bypass_add)(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int log2_size, int bit_depth) {
    const int size = 1 << log2_size;

    for (int y = 0; y < size; y++, dst += dst_stride, coeffs += size)
        for (int x = 0; x < size; x++) {
            dst[x] = clip_pixel(dst[x] + coeffs[x], bit_depth);
            coeffs[x] = 0;
        }
}

#if HEVC_RANGE_EXTENSIONS && BITDEPTH == 16

void hevc_itx_residual(int32_t *residual, int16_t *coeffs, int log2_size, int cols, int rows, int is_dst,
                       int bit_depth) {
    const int size = 1 << log2_size, shift = 20 - bit_depth, round = 1 << (shift - 1);
    int16_t stage[MAX_SIZE * MAX_SIZE];
    int32_t line[MAX_SIZE];

    for (int x = 0; x < cols; x++) {
        if (is_dst) inverse_dst4_line(line, coeffs + x, size);
        else inverse_line(line, coeffs + x, size, size, rows);
        for (int y = 0; y < size; y++)
            stage[y * MAX_SIZE + x] = (int16_t)clip3(COEFF_MIN, COEFF_MAX, (line[y] + 64) >> 7);
        for (int y = 0; y < rows; y++) coeffs[y * size + x] = 0;
    }
    for (int y = 0; y < size; y++, residual += size) {
        if (is_dst) inverse_dst4_line(line, stage + y * MAX_SIZE, 1);
        else inverse_line(line, stage + y * MAX_SIZE, 1, size, cols);
        for (int x = 0; x < size; x++) residual[x] = (line[x] + round) >> shift;
    }
}

#endif
