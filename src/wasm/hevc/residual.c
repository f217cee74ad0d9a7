/* residual_coding() (H.265 12/2016, 7.3.8.11) with the scaling of 8.6.4.2 on the way, into one RESIDUAL record.
 *
 * The engine is a local copy for the whole block, contexts are bytes in p->ctx; significance of a 4x4 group is a 16-bit
 * mask in scan order, signs and remainders are read as multi-bit numbers. */
#include "ctu.h"

/* One context for all significance flags: transform_skip_context_enabled_flag. */
static const uint8_t one_context[16];

/* [scanIdx][log2TrafoSize - 2][position in the group]: y * size + x. */
static uint16_t group_offset[3][4][16];
/* [scanIdx][prevCsbf; 4 = 4x4 blocks][position in the group]: sigCtx within the group, 9.3.4.2.5. */
static uint8_t sig_map[3][5][16];
/* [scanIdx][y * 4 + x]: position in the group. */
static uint8_t scan_of[3][16];
/* Groups: [scanIdx][log2TrafoSize - 2][i]: y << 3 | x. And back, [..][y << 3 | x]. */
static uint8_t group_at[3][4][64], group_of[3][4][64];

static const uint8_t level_scale[6] = {40, 45, 51, 57, 64, 72};

/* 6.5.3 to 6.5.5 */
static void scan_order(uint8_t *order, int scan_idx, int size) {
    int n = 0;
    if (scan_idx == 0) {
        for (int d = 0; d < 2 * size - 1; d++)
            for (int x = 0; x <= d; x++)
                if (x < size && d - x < size) order[n++] = (uint8_t)((d - x) << 3 | x);
        return;
    }
    for (int a = 0; a < size; a++)
        for (int b = 0; b < size; b++) order[n++] = (uint8_t)(scan_idx == 1 ? a << 3 | b : b << 3 | a);
}

static int sig_ctx(int pattern, int x, int y) {
    static const uint8_t map4[16] = {0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8, 8};
    switch (pattern) {
    case 0: return x + y == 0 ? 2 : x + y < 3 ? 1 : 0;
    case 1: return y == 0 ? 2 : y == 1 ? 1 : 0;
    case 2: return x == 0 ? 2 : x == 1 ? 1 : 0;
    case 3: return 2;
    default: return map4[y * 4 + x];
    }
}

__attribute__((minsize)) void hevc_residual_tables(void) {
    for (int scan = 0; scan < 3; scan++) {
        uint8_t order[64];
        scan_order(order, scan, 4);
        for (int n = 0; n < 16; n++) {
            const int x = order[n] & 7, y = order[n] >> 3;
            scan_of[scan][y * 4 + x] = (uint8_t)n;
            for (int log2 = 2; log2 < 6; log2++) group_offset[scan][log2 - 2][n] = (uint16_t)((y << log2) + x);
            for (int pattern = 0; pattern < 5; pattern++) sig_map[scan][pattern][n] = (uint8_t)sig_ctx(pattern, x, y);
        }
        for (int log2 = 2; log2 < 6; log2++) {
            scan_order(group_at[scan][log2 - 2], scan, 1 << (log2 - 2));
            for (int i = 0; i < 1 << (2 * (log2 - 2)); i++)
                group_of[scan][log2 - 2][group_at[scan][log2 - 2][i]] = (uint8_t)i;
        }
    }
}

HEVC_INLINE uint32_t last_prefix(hevc_cabac *c, uint8_t *ctx, uint32_t log2_size, uint32_t plane) {
    const uint32_t max = (log2_size << 1) - 1;
    const uint32_t offset = plane ? 15 : 3 * (log2_size - 2) + ((log2_size - 1) >> 2);
    const uint32_t shift = plane ? log2_size - 2 : (log2_size + 1) >> 2;
    uint32_t n = 0;
    while (n < max && hevc_cabac_bin(c, ctx + offset + (n >> shift))) n++;
    return n;
}

HEVC_INLINE uint32_t last_position(hevc_cabac *c, uint32_t prefix) {
    if (prefix <= 3) return prefix;
    const int bits = (int)(prefix >> 1) - 1;
    return (1u << bits) * (2 + (prefix & 1)) + hevc_cabac_bypass_bins(c, bits);
}

/* coeff_abs_level_remaining, 9.3.3.11. Prefixes longer than those of 16-bit coefficients are an error. */
HEVC_INLINE uint32_t level_remaining(hevc_cabac *c, uint32_t rice, uint8_t *error) {
    const uint32_t ahead = hevc_cabac_peek(c, 20);
    const uint32_t zeros = ~ahead & 0xfffff;
    if (__builtin_expect(zeros == 0, 0)) {
        *error = 1;
        return 0;
    }
    const uint32_t prefix = (uint32_t)__builtin_clz(zeros) - 12;
    if (HEVC_RANGE_EXTENSIONS && __builtin_expect(rice > 16 || prefix + rice > 23, 0)) {
        *error = 1;
        return 0;
    }
    if (prefix <= 3) {
        const uint32_t length = prefix + 1 + rice, bins = ahead >> (20 - length);
        hevc_cabac_consume(c, bins, (int)length);
        return (prefix << rice) + (bins & ((1u << rice) - 1));
    }
    const uint32_t suffix = prefix - 3 + rice, base = ((1u << (prefix - 3)) + 2) << rice;
    const uint32_t length = prefix + 1 + suffix;
    if (length <= 20) {
        const uint32_t bins = ahead >> (20 - length);
        hevc_cabac_consume(c, bins, (int)length);
        return base + (bins & ((1u << suffix) - 1));
    }
    hevc_cabac_consume(c, ahead >> (19 - prefix), (int)prefix + 1);
    return base + hevc_cabac_bypass_bins(c, (int)suffix);
}

static const uint8_t *scaling_matrix(const hevc_parser *p, uint32_t log2_size, uint32_t plane) {
    const hevc_scaling_factor *f = &p->frame->scaling;
    const uint32_t matrix = (p->cu_intra ? 0 : 3) + plane;
    switch (log2_size) {
    case 2: return f->f4[matrix];
    case 3: return f->f8[matrix];
    case 4: return f->f16[matrix];
    default: return f->f32[HEVC_RANGE_EXTENSIONS ? matrix : p->cu_intra ? 0 : 1];
    }
}

/* 9.3.4.2.7: the first remainder of a group sets the Rice parameter that the next group of its kind starts with. */
static inline uint8_t next_stat(uint8_t stat, uint32_t remaining) {
    const uint32_t rice = stat / 4u;
    if (remaining >= 3u << rice) return (uint8_t)(stat + 1);
    return (uint8_t)(2 * remaining < 1u << rice && stat > 0 ? stat - 1 : stat);
}

/* How a residual without transform is coded, 7.3.8.11: the extension with its RDPCM and rotation. */
static uint32_t parse_untransformed(const hevc_parser *p, hevc_cabac *c, uint8_t *ctx, uint32_t log2_size,
                                    uint32_t plane) {
    const hevc_sps *sps = p->sps;
    uint32_t extension = p->extension, rdpcm = HEVC_RDPCM_OFF;
    if (p->cu_intra) {
        if (sps->implicit_rdpcm_enabled_flag && (p->tu_mode == 10 || p->tu_mode == 26))
            rdpcm = p->tu_mode == 10 ? HEVC_RDPCM_HORIZONTAL : HEVC_RDPCM_VERTICAL;
        if (sps->transform_skip_rotation_enabled_flag && log2_size == 2) extension |= HEVC_EXTENDED_ROTATED;
    } else if (sps->explicit_rdpcm_enabled_flag && hevc_cabac_bin(c, ctx + HEVC_CTX_EXPLICIT_RDPCM + (plane != 0)))
        rdpcm = hevc_cabac_bin(c, ctx + HEVC_CTX_EXPLICIT_RDPCM_DIR + (plane != 0)) ? HEVC_RDPCM_VERTICAL
                                                                                    : HEVC_RDPCM_HORIZONTAL;
    return extension | rdpcm;
}

static uint32_t record_word(uint32_t x4, uint32_t y4, uint32_t plane, uint32_t log2_size, uint32_t type) {
    return HEVC_RECORD_RESIDUAL | x4 << 4 | y4 << 8 | plane << 12 | log2_size << 14 | type << 17;
}

void hevc_emit_predicted_residual(hevc_parser *p, uint32_t x4, uint32_t y4, uint32_t log2_size, uint32_t plane) {
    *p->out++ = record_word(x4, y4, plane, log2_size, HEVC_RESIDUAL_BYPASS) | HEVC_RESIDUAL_EXTENDED;
    *p->out++ = p->extension;
    *p->out++ = 0;
}

void hevc_parse_residual(hevc_parser *p, uint32_t x4, uint32_t y4, uint32_t log2_size, uint32_t plane,
                         uint32_t scan_idx) {
    hevc_cabac c = p->cabac;
    uint8_t *const ctx = p->ctx;
    uint32_t *const record = p->out;
    uint32_t type = HEVC_RESIDUAL_DCT;
    if (p->cu_bypass) type = HEVC_RESIDUAL_BYPASS;
    else if (log2_size <= (HEVC_RANGE_EXTENSIONS ? p->pps->range.log2_max_transform_skip_size : 2)) {
        if (p->pps->transform_skip_enabled_flag && hevc_cabac_bin(&c, ctx + HEVC_CTX_TRANSFORM_SKIP + (plane != 0)))
            type = HEVC_RESIDUAL_SKIP;
        else if (p->cu_intra && plane == 0 && log2_size == 2) type = HEVC_RESIDUAL_DST;
    }
    const uint32_t untransformed = HEVC_RANGE_EXTENSIONS && type >= HEVC_RESIDUAL_SKIP;
    const uint32_t extension = untransformed ? parse_untransformed(p, &c, ctx, log2_size, plane) : p->extension;
    const uint32_t extended =
        HEVC_RANGE_EXTENSIONS &&
        (extension != HEVC_EXTENDED_NONE || (type == HEVC_RESIDUAL_SKIP && log2_size > 2)); /* one word more */
    uint32_t *const first = record + 2 + extended, *out = first;

    const uint32_t prefix_x = last_prefix(&c, ctx + HEVC_CTX_LAST_X, log2_size, plane);
    const uint32_t prefix_y = last_prefix(&c, ctx + HEVC_CTX_LAST_Y, log2_size, plane);
    uint32_t last_x = last_position(&c, prefix_x), last_y = last_position(&c, prefix_y);
    if (scan_idx == 2) {
        const uint32_t swap = last_x;
        last_x = last_y;
        last_y = swap;
    }

    /* scaling, 8.6.4.2 */
    const int qp = p->scale_qp[plane];
    const int bit_depth = plane ? p->sps->bit_depth_chroma : p->sps->bit_depth_luma;
    const int shift = bit_depth + (int)log2_size - 5;
    const int64_t scale = (int64_t)level_scale[qp % 6] << (qp / 6);
    const int64_t scale_flat = scale * 16, round = (int64_t)1 << (shift - 1);
    const int flat = HEVC_RANGE_EXTENSIONS && type == HEVC_RESIDUAL_SKIP && log2_size > 2;
    const uint8_t *const matrix = p->sps->scaling_list_enabled_flag && !flat ? scaling_matrix(p, log2_size, plane) : 0;

    const uint16_t *const offsets = group_offset[scan_idx][log2_size - 2];
    const uint8_t *const groups = group_at[scan_idx][log2_size - 2];
    const uint8_t(*const maps)[16] = sig_map[scan_idx];
    const uint32_t last_group = group_of[scan_idx][log2_size - 2][(last_y >> 2) << 3 | last_x >> 2];
    const uint32_t last_n = scan_of[scan_idx][(last_y & 3) * 4 + (last_x & 3)];
    const uint32_t sign_hiding = p->pps->sign_data_hiding_enabled_flag && !p->cu_bypass &&
                                 !(HEVC_RANGE_EXTENSIONS && (extension & HEVC_EXTENDED_RDPCM));

    uint8_t *const ctx_group = ctx + HEVC_CTX_CODED_SUB_BLOCK + (plane ? 2 : 0);
    uint8_t *const ctx_sig = ctx + HEVC_CTX_SIG_COEFF + (plane ? 27 : 0);
    uint8_t *const ctx_greater1 = ctx + HEVC_CTX_GREATER1 + (plane ? 16 : 0);
    uint8_t *const ctx_greater2 = ctx + HEVC_CTX_GREATER2 + (plane ? 4 : 0);
    const uint32_t sig_base = log2_size == 2 ? 0 : log2_size == 3 ? (plane || scan_idx == 0 ? 9 : 15) : plane ? 12 : 21;

    /* range extensions */
    const uint32_t same_context = untransformed && p->sps->transform_skip_context_enabled_flag;
    const uint32_t persistent_rice = HEVC_RANGE_EXTENSIONS && p->sps->persistent_rice_adaptation_enabled_flag;
    uint8_t *const stat = ctx + HEVC_CTX_STAT_COEFF + (plane ? 2 : 0) + untransformed;

    uint64_t coded = 0; /* coded_sub_block_flag at bit y << 3 | x */
    uint32_t max_x = 0, max_y = 0;
    uint32_t greater1_ctx = 1; /* of the previous group */
    uint8_t error = 0;

    for (int i = (int)last_group; i >= 0; i--) {
        const uint32_t at = groups[i], group_x = at & 7, group_y = at >> 3;
        const uint32_t right = group_x < 7 ? (uint32_t)(coded >> (at + 1)) & 1 : 0;
        const uint32_t below = group_y < 7 ? (uint32_t)(coded >> (at + 8)) & 1 : 0;
        const uint32_t pattern = right | below << 1;
        uint32_t infer_dc = 0, sig = 0;
        int n = 15;

        if (i == (int)last_group) {
            sig = 1u << last_n;
            n = (int)last_n - 1;
        } else if (i > 0) {
            if (!hevc_cabac_bin(&c, ctx_group + (pattern != 0))) continue;
            infer_dc = 1;
        }
        coded |= (uint64_t)1 << at;

        const uint8_t *const map = same_context ? one_context : maps[log2_size == 2 ? 4 : pattern];
        uint8_t *const ctx_here = same_context ? ctx + HEVC_CTX_SIG_COEFF_SKIP + (plane != 0)
                                               : ctx_sig + sig_base + (plane == 0 && i > 0 ? 3 : 0);
        for (; n > 0; n--) sig |= hevc_cabac_bin_select(&c, ctx_here + map[n]) << n;
        if (n == 0) {
            if (infer_dc && sig == 0) sig = 1;
            else sig |= (uint32_t)hevc_cabac_bin(&c, i == 0 && !same_context ? ctx_sig : ctx_here + map[0]);
        }
        if (sig == 0) continue; /* group 0 without coefficients */

        if (group_x > max_x) max_x = group_x;
        if (group_y > max_y) max_y = group_y;

        /* greater1 for the first eight, greater2 for the first of those above 1 */
        const uint32_t count = (uint32_t)__builtin_popcount(sig), flagged = count < 8 ? count : 8;
        uint32_t set = i == 0 || plane ? 0 : 2;
        if (i != (int)last_group && greater1_ctx == 0) set++;
        greater1_ctx = 1;
        uint32_t greater1 = 0; /* bit k: coefficient k in decoding order */
        for (uint32_t k = 0; k < flagged; k++) {
            const uint32_t bin = hevc_cabac_bin_select(&c, ctx_greater1 + set * 4 + greater1_ctx);
            greater1 |= bin << k;
            greater1_ctx = bin ? 0 : (0x3320u >> (greater1_ctx * 4)) & 3; /* 0 stays, 3 is the last */
        }
        uint32_t extra = greater1; /* coefficients that continue with coeff_abs_level_remaining */
        uint32_t greater2 = 0;
        if (greater1) {
            const uint32_t first = greater1 & -greater1;
            greater2 = hevc_cabac_bin(&c, ctx_greater2 + set) ? first : 0;
            extra = (greater1 & ~first) | greater2;
        }
        extra |= 0xff00; /* beyond the eighth: always */

        const uint32_t highest = 31 - (uint32_t)__builtin_clz(sig), lowest = (uint32_t)__builtin_ctz(sig);
        const uint32_t hidden = sign_hiding && highest - lowest > 3;
        const uint32_t num_signs = count - hidden;
        /* first coefficient's sign at bit 31 */
        uint32_t signs = num_signs ? hevc_cabac_bypass_bins(&c, (int)num_signs) << (32 - num_signs) : 0;

        const uint32_t base = (group_y << (2 + log2_size)) + (group_x << 2);
        uint32_t rice = persistent_rice ? *stat / 4u : 0, sum = 0, left = sig;
        uint32_t counts = persistent_rice; /* the next remainder changes `stat` */
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t pos_n = 31 - (uint32_t)__builtin_clz(left);
            left ^= 1u << pos_n;
            uint32_t level = 1 + ((greater1 >> k) & 1) + ((greater2 >> k) & 1);
            if ((extra >> k) & 1) {
                const uint32_t remaining = level_remaining(&c, rice, &error);
                level += remaining;
                if (level > 3u << rice && (rice < 4 || persistent_rice)) rice++;
                if (HEVC_RANGE_EXTENSIONS && counts) {
                    *stat = next_stat(*stat, remaining);
                    counts = 0;
                }
            }
            sum += level;
            uint32_t negative = signs >> 31;
            signs <<= 1;
            if (hidden && left == 0) negative = sum & 1;
            int32_t value = negative ? -(int32_t)level : (int32_t)level;
            const uint32_t pos = base + offsets[pos_n];
            if (type != HEVC_RESIDUAL_BYPASS) {
                const int64_t wide = ((int64_t)value * (matrix ? scale * matrix[pos] : scale_flat) + round) >> shift;
                value = wide < -32768 ? -32768 : wide > 32767 ? 32767 : (int32_t)wide;
            }
            *out++ = (uint32_t)value << 16 | pos;
        }
    }

    p->cabac = c;
    p->error |= error;
    const uint32_t number = (uint32_t)(out - first);
    if (type == HEVC_RESIDUAL_DCT && !extended && number == 1 && (record[2] & 0xffff) == 0) {
        type = HEVC_RESIDUAL_DC;
        record[1] = (uint32_t)((int32_t)record[2] >> 16);
        out = record + 2;
    } else {
        if (extended) record[1] = extension;
        first[-1] = number;
    }
    record[0] = record_word(x4, y4, plane, log2_size, type) | max_x << 20 | max_y << 23 |
                (extended ? HEVC_RESIDUAL_EXTENDED : 0);
    p->out = out;
}
