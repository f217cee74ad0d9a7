/* Scaling lists: syntax 7.3.4, defaults and expansion 7.4.5. */
#include <string.h>

#include "params.h"

/* Table 7-6, in coding order: intra (matrixId 0..2), inter (3..5). */
static const uint8_t default_8x8[2][64] = {
    {16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 16, 17, 16, 17, 18, 17, 18, 18, 17, 18, 21,
     19, 20, 21, 20, 19, 21, 24, 22, 22, 24, 24, 22, 22, 24, 25, 25, 27, 30, 27, 25, 25, 29,
     31, 35, 35, 31, 29, 36, 41, 44, 41, 36, 47, 54, 54, 47, 65, 70, 65, 88, 88, 115},
    {16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 18, 20,
     20, 20, 20, 20, 20, 20, 24, 24, 24, 24, 24, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 28,
     28, 28, 28, 28, 28, 33, 33, 33, 33, 33, 41, 41, 41, 41, 54, 54, 54, 71, 71, 91}};

static void list_default(hevc_scaling_list *list, uint32_t size_id, uint32_t matrix_id) {
    if (size_id == 0) {
        memset(list->coef_4x4[matrix_id], 16, 16);
        return;
    }
    memcpy(list->coef_8x8[size_id - 1][matrix_id], default_8x8[matrix_id / 3], 64);
    if (size_id > 1) list->dc[size_id - 2][matrix_id] = 16;
}

void hevc_scaling_list_default(hevc_scaling_list *list) {
    for (uint32_t size_id = 0; size_id < 4; size_id++)
        for (uint32_t m = 0; m < 6; m++) list_default(list, size_id, m);
}

static void list_copy(hevc_scaling_list *list, uint32_t size_id, uint32_t to, uint32_t from) {
    if (size_id == 0) {
        memmove(list->coef_4x4[to], list->coef_4x4[from], 16);
        return;
    }
    memmove(list->coef_8x8[size_id - 1][to], list->coef_8x8[size_id - 1][from], 64);
    if (size_id > 1) list->dc[size_id - 2][to] = list->dc[size_id - 2][from];
}

void hevc_scaling_list_parse(hevc_bits *b, hevc_scaling_list *list) {
    hevc_scaling_list_default(list);
    for (uint32_t size_id = 0; size_id < 4; size_id++) {
        uint32_t step = size_id == 3 ? 3 : 1;
        for (uint32_t m = 0; m < 6; m += step) {
            if (!hevc_bits_flag(b)) { /* scaling_list_pred_mode_flag */
                uint32_t delta = hevc_bits_ue_max(b, m / step);
                if (delta) list_copy(list, size_id, m, m - delta * step);
                else list_default(list, size_id, m);
                continue;
            }
            uint8_t *coef = size_id ? list->coef_8x8[size_id - 1][m] : list->coef_4x4[m];
            int32_t next = 8;
            if (size_id > 1) {
                next = 8 + hevc_bits_se_in(b, -7, 247);
                list->dc[size_id - 2][m] = (uint8_t)next;
            }
            for (uint32_t i = 0; i < (size_id ? 64u : 16u); i++) {
                next = (next + hevc_bits_se_in(b, -128, 127)) & 255;
                coef[i] = (uint8_t)next; /* 0 is not allowed, and harmless: the coefficient becomes 0 */
            }
        }
    }
}

/* Up-right diagonal scan (6.5.3) of a size x size block into x, y. */
static void diagonal_scan(uint32_t size, uint8_t *xs, uint8_t *ys) {
    uint32_t i = 0;
    for (uint32_t d = 0; d < 2 * size - 1; d++)
        for (uint32_t x = d < size ? 0 : d - size + 1; x <= d && x < size; x++) {
            xs[i] = (uint8_t)x;
            ys[i++] = (uint8_t)(d - x);
        }
}

/* A size x size matrix from an 8x8 list: each entry covers (size / 8) x (size / 8), the DC entry alone differs. */
static void expand(uint8_t *out, uint32_t size, const uint8_t *coef, int dc, const uint8_t *xs, const uint8_t *ys) {
    uint32_t ratio = size / 8;
    for (uint32_t i = 0; i < 64; i++)
        for (uint32_t y = 0; y < ratio; y++) memset(out + (ys[i] * ratio + y) * size + xs[i] * ratio, coef[i], ratio);
    if (dc >= 0) out[0] = (uint8_t)dc;
}

void hevc_scaling_factor_expand(hevc_scaling_factor *factor, const hevc_scaling_list *list) {
    uint8_t xs[64], ys[64];
    diagonal_scan(4, xs, ys);
    for (uint32_t m = 0; m < 6; m++)
        for (uint32_t i = 0; i < 16; i++) factor->f4[m][ys[i] * 4 + xs[i]] = list->coef_4x4[m][i];
    diagonal_scan(8, xs, ys);
    for (uint32_t m = 0; m < 6; m++) {
        expand(factor->f8[m], 8, list->coef_8x8[0][m], -1, xs, ys);
        expand(factor->f16[m], 16, list->coef_8x8[1][m], list->dc[0][m], xs, ys);
    }
    for (uint32_t m = 0; m < 2; m++)
        expand(factor->f32[HEVC_RANGE_EXTENSIONS ? 3 * m : m], 32, list->coef_8x8[2][3 * m], list->dc[1][3 * m], xs,
               ys);
    /* Chroma of 4:4:4: by the lists of 16x16. */
    for (uint32_t m = 0; HEVC_RANGE_EXTENSIONS && m < 6; m++)
        if (m % 3) expand(factor->f32[m], 32, list->coef_8x8[1][m], list->dc[0][m], xs, ys);
}
