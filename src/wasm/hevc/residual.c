/* residual_coding() (H.265 12/2016, 7.3.8.11) with the scaling of 8.6.4.2 on the way, into one RESIDUAL record.
 *
 * Contexts are bytes in p->ctx. Significance of a 4x4 group is a 16-bit mask in scan order, signs and remainders are
 * read as multi-bit numbers. Loops over bins are functions of their own with a local copy of the engine: in one large
 * function engines run out of registers and keep the state of the engine in memory. */
#include "ctu.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

/* One context for all significance flags: transform_skip_context_enabled_flag. */
static const uint8_t one_context[16];

/* [scanIdx][log2TrafoSize - 2][position in the group]: y * size + x. */
static uint8_t group_offset[3][4][16];
/* [byte]: its bits that are 1, the highest first. */
static uint8_t bits_of[256][8];
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
    for (uint32_t byte = 0; byte < 256; byte++)
        for (uint32_t bit = 8, n = 0; bit-- > 0;)
            if (byte >> bit & 1) bits_of[byte][n++] = (uint8_t)bit;
    for (int scan = 0; scan < 3; scan++) {
        uint8_t order[64];
        scan_order(order, scan, 4);
        for (int n = 0; n < 16; n++) {
            const int x = order[n] & 7, y = order[n] >> 3;
            scan_of[scan][y * 4 + x] = (uint8_t)n;
            for (int log2 = 2; log2 < 6; log2++) group_offset[scan][log2 - 2][n] = (uint8_t)((y << log2) + x);
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

/* sig_coeff_flag of the positions n..1 of a group, then of position 0 in its own context, or inferred if no other is
 * significant. sig: the significance of the positions above n. */
static __attribute__((noinline)) uint32_t parse_significance(hevc_cabac *engine, uint8_t *ctx, const uint8_t *map,
                                                             uint32_t n, uint32_t sig, uint8_t *ctx_0,
                                                             uint32_t infer_0) {
    hevc_cabac c = *engine;
    for (const uint8_t *at = map + n; at != map; at--) sig = sig << 1 | hevc_cabac_bin_select(&c, ctx + *at);
    sig <<= 1;
    if (infer_0 && sig == 0) sig = 1;
    else sig |= hevc_cabac_bin_select(&c, ctx_0);
    *engine = c;
    return sig;
}

/* The levels of a block are parsed and scaled with these. */
typedef struct hevc_levels {
    uint8_t *greater1, *greater2; /* contexts of the plane */
    uint8_t *stat;                /* persistent_rice_adaptation_enabled_flag: StatCoeff; else null */
    const uint8_t *offsets;       /* of group_offset */
    const uint8_t *matrix;        /* null: flat */
    int64_t scale, round;         /* of a flat matrix: times 16 */
    int shift;
    uint32_t is_scaled;
    uint32_t sign_hiding;
    uint8_t error;
} hevc_levels;

/* A bit for each coefficient of a group, the first in decoding order highest. */
typedef struct hevc_group {
    uint32_t sig, count;
    uint32_t greater1, greater2, negative;
    const uint32_t *remaining; /* [coefficient] coeff_abs_level_remaining; null: all are 0 */
} hevc_group;

static uint32_t *emit_levels(const hevc_levels *l, const hevc_group *g, uint32_t base, uint32_t *out) {
    uint32_t left = g->sig, greater1 = g->greater1, greater2 = g->greater2, negative = g->negative;
    for (uint32_t k = 0; k < g->count; k++, greater1 <<= 1, greater2 <<= 1, negative <<= 1) {
        const uint32_t pos_n = 31 - (uint32_t)__builtin_clz(left);
        left ^= 1u << pos_n;
        const uint32_t level = 1 + (greater1 >> 31) + (greater2 >> 31) + (g->remaining ? g->remaining[k] : 0);
        int32_t value = negative >> 31 ? -(int32_t)level : (int32_t)level;
        const uint32_t pos = base + l->offsets[pos_n];
        if (l->is_scaled) {
            const int64_t wide =
                ((int64_t)value * (l->matrix ? l->scale * l->matrix[pos] : l->scale) + l->round) >> l->shift;
            value = wide < -32768 ? -32768 : wide > 32767 ? 32767 : (int32_t)wide;
        }
        *out++ = (uint32_t)value << 16 | pos;
    }
    return out;
}

#ifdef __wasm_simd128__

/* Loads, because engines build constants of vectors from several instructions. */
static const uint16_t high_bits[8] = {0x8000, 0x4000, 0x2000, 0x1000, 0x800, 0x400, 0x200, 0x100};

/* The words of four coefficients: value << 16 | position. */
static inline void emit_4(uint32_t *out, v128_t levels, v128_t positions, v128_t scale, v128_t round, uint32_t shift) {
    const v128_t scaled = wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_mul(levels, scale), round), shift);
    const v128_t values = wasm_i16x8_narrow_i32x4(scaled, scaled);
    wasm_v128_store(out, wasm_i16x8_shuffle(positions, values, 0, 8, 1, 9, 2, 10, 3, 11));
}

/* The same where all levels are scaled alike within 32 bits; writes up to 3 words too many. */
static uint32_t *emit_flat_levels(const hevc_levels *l, const hevc_group *g, uint32_t base, uint32_t *out) {
    const v128_t bits = wasm_v128_load(high_bits), scale = wasm_i32x4_splat((int32_t)l->scale),
                 round = wasm_i32x4_splat((int32_t)l->round);
    uint32_t greater1 = g->greater1 >> 16, greater2 = g->greater2 >> 16, negative = g->negative >> 16;
    const uint32_t *remaining = g->remaining;
    for (uint32_t half = 8, byte = g->sig >> 8;; half = 0, byte = g->sig & 255) {
        if (byte) {
            const v128_t offsets =
                wasm_i8x16_swizzle(wasm_v128_load64_zero(l->offsets + half), wasm_v128_load64_zero(bits_of[byte]));
            const v128_t positions =
                wasm_i16x8_add(wasm_u16x8_extend_low_u8x16(offsets), wasm_i16x8_splat((int16_t)base));
#define ALL_ONES(mask) wasm_i16x8_eq(wasm_v128_and(wasm_i16x8_splat((int16_t)(mask)), bits), bits)
            const v128_t sign = ALL_ONES(negative);
            v128_t levels = wasm_i16x8_sub(wasm_i16x8_sub(wasm_i16x8_splat(1), ALL_ONES(greater1)), ALL_ONES(greater2));
#undef ALL_ONES
            if (remaining)
                levels = wasm_i16x8_add(
                    levels, wasm_i16x8_narrow_i32x4(wasm_v128_load(remaining), wasm_v128_load(remaining + 4)));
            levels = wasm_i16x8_sub(wasm_v128_xor(levels, sign), sign);
            const uint32_t count = (uint32_t)__builtin_popcount(byte);
            emit_4(out, wasm_i32x4_extend_low_i16x8(levels), positions, scale, round, (uint32_t)l->shift);
            if (count > 4)
                emit_4(out + 4, wasm_i32x4_extend_high_i16x8(levels), wasm_i64x2_shuffle(positions, positions, 1, 1),
                       scale, round, (uint32_t)l->shift);
            out += count;
            if (half) {
                greater1 <<= count, greater2 <<= count, negative <<= count;
                if (remaining) remaining += count;
            }
        }
        if (!half) return out;
    }
}

#endif

/* What follows the significance of a group, and the words of its coefficients. set: ctxSet, 9.3.4.2.6. Returns where
 * the next word goes; greater1: whether a level is greater than 1. */
static __attribute__((noinline)) uint32_t *parse_levels(hevc_cabac *engine, hevc_levels *l, uint32_t sig, uint32_t set,
                                                        uint32_t base, uint32_t *out, uint32_t *any_greater1) {
    static const uint8_t ctx_inc[8] = {1, 2, 3, 3, 3, 3, 3, 3}; /* until the first that is greater */
    hevc_cabac c = *engine;
    hevc_group g = {.sig = sig, .count = (uint32_t)__builtin_popcount(sig)};
    const uint32_t flagged = g.count < 8 ? g.count : 8, coded = ~0u << (32 - g.count);
    uint8_t *const ctx_greater1 = l->greater1 + set * 4;
    uint32_t greater1 = 0, none = ~0u; /* 0: one was greater */
    for (uint32_t k = 0; k < flagged; k++) {
        const uint32_t bin = hevc_cabac_bin_select(&c, ctx_greater1 + (ctx_inc[k] & none));
        greater1 = greater1 << 1 | bin;
        none &= bin - 1;
    }
    greater1 <<= 32 - flagged;
    *any_greater1 = greater1;
    /* greater2 for the first of those above 1; coeff_abs_level_remaining for the others, and all beyond the eighth */
    uint32_t extra = 0xffffff;
    if (greater1) {
        const uint32_t first = 0x80000000u >> __builtin_clz(greater1);
        g.greater2 = hevc_cabac_bin(&c, l->greater2 + set) ? first : 0;
        extra |= (greater1 ^ first) | g.greater2;
    }
    extra &= coded;
    g.greater1 = greater1;

    const uint32_t highest = 31 - (uint32_t)__builtin_clz(sig), lowest = (uint32_t)__builtin_ctz(sig);
    const uint32_t hidden = l->sign_hiding & (highest - lowest > 3), num_signs = g.count - hidden;
    g.negative = num_signs ? hevc_cabac_bypass_bins(&c, (int)num_signs) << (32 - num_signs) : 0;
    uint32_t sum = g.count + (uint32_t)__builtin_popcount(greater1) + (g.greater2 != 0);

    uint32_t remaining[16 + 8]; /* a half of the group may be read from any coefficient on */
    if (extra) {
        uint32_t rice = l->stat ? *l->stat / 4u : 0;
        uint8_t *stat = l->stat; /* the first remainder changes it */
        for (int i = 0; i < 16 + 8; i++) remaining[i] = 0;
        g.remaining = remaining;
        do {
            const uint32_t k = (uint32_t)__builtin_clz(extra), bit = 0x80000000u >> k;
            extra ^= bit;
            const uint32_t value = level_remaining(&c, rice, &l->error);
            const uint32_t level = 1 + ((greater1 & bit) != 0) + ((g.greater2 & bit) != 0) + value;
            remaining[k] = value;
            sum += value;
            if (level > 3u << rice && (rice < 4 || l->stat)) rice++;
            if (HEVC_RANGE_EXTENSIONS && stat) {
                *stat = next_stat(*stat, value);
                stat = 0;
            }
        } while (extra);
    }
    if (hidden) g.negative |= (sum & 1) << (32 - g.count);
    *engine = c;
#ifdef __wasm_simd128__
    if (!l->matrix && (!g.remaining || (sum < 32768 && sum * l->scale + l->round < 0x7fffffff)))
        return emit_flat_levels(l, &g, base, out);
#endif
    return emit_levels(l, &g, base, out);
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

    p->cabac = c;

    /* scaling, 8.6.4.2 */
    const int qp = p->scale_qp[plane];
    const int bit_depth = plane ? p->sps->bit_depth_chroma : p->sps->bit_depth_luma;
    const int flat = HEVC_RANGE_EXTENSIONS && type == HEVC_RESIDUAL_SKIP && log2_size > 2;
    hevc_levels levels = {.is_scaled = type != HEVC_RESIDUAL_BYPASS, .scale = 1};
    if (levels.is_scaled) {
        levels.matrix = p->sps->scaling_list_enabled_flag && !flat ? scaling_matrix(p, log2_size, plane) : 0;
        levels.scale = (int64_t)level_scale[qp % 6] << (qp / 6 + (levels.matrix ? 0 : 4));
        levels.shift = bit_depth + (int)log2_size - 5;
        levels.round = (int64_t)1 << (levels.shift - 1);
    }

    levels.offsets = group_offset[scan_idx][log2_size - 2];
    const uint8_t *const groups = group_at[scan_idx][log2_size - 2];
    const uint8_t(*const maps)[16] = sig_map[scan_idx];
    const uint32_t last_group = group_of[scan_idx][log2_size - 2][(last_y >> 2) << 3 | last_x >> 2];
    const uint32_t last_n = scan_of[scan_idx][(last_y & 3) * 4 + (last_x & 3)];
    levels.sign_hiding = p->pps->sign_data_hiding_enabled_flag && !p->cu_bypass &&
                         !(HEVC_RANGE_EXTENSIONS && (extension & HEVC_EXTENDED_RDPCM));

    uint8_t *const ctx_group = ctx + HEVC_CTX_CODED_SUB_BLOCK + (plane ? 2 : 0);
    uint8_t *const ctx_sig = ctx + HEVC_CTX_SIG_COEFF + (plane ? 27 : 0);
    levels.greater1 = ctx + HEVC_CTX_GREATER1 + (plane ? 16 : 0);
    levels.greater2 = ctx + HEVC_CTX_GREATER2 + (plane ? 4 : 0);
    const uint32_t sig_base = log2_size == 2 ? 0 : log2_size == 3 ? (plane || scan_idx == 0 ? 9 : 15) : plane ? 12 : 21;

    /* range extensions */
    const uint32_t same_context = untransformed && p->sps->transform_skip_context_enabled_flag;
    if (HEVC_RANGE_EXTENSIONS && p->sps->persistent_rice_adaptation_enabled_flag)
        levels.stat = ctx + HEVC_CTX_STAT_COEFF + (plane ? 2 : 0) + untransformed;

    uint64_t coded = 0; /* coded_sub_block_flag at bit y << 3 | x */
    uint32_t max_x = 0, max_y = 0;
    uint32_t greater1 = 0; /* of the previous group */

    for (int i = (int)last_group; i >= 0; i--) {
        const uint32_t at = groups[i], group_x = at & 7, group_y = at >> 3;
        const uint32_t right = group_x < 7 ? (uint32_t)(coded >> (at + 1)) & 1 : 0;
        const uint32_t below = group_y < 7 ? (uint32_t)(coded >> (at + 8)) & 1 : 0;
        const uint32_t pattern = right | below << 1;
        uint32_t infer_dc = 0, sig = 0, n = 15;

        if (i == (int)last_group) {
            sig = 1;
            n = last_n - 1; /* of the first position: none is left */
        } else if (i > 0) {
            if (!hevc_cabac_bin(&p->cabac, ctx_group + (pattern != 0))) continue;
            infer_dc = 1;
        }
        coded |= (uint64_t)1 << at;

        if (n != ~0u) {
            const uint8_t *const map = same_context ? one_context : maps[log2_size == 2 ? 4 : pattern];
            uint8_t *const ctx_here = same_context ? ctx + HEVC_CTX_SIG_COEFF_SKIP + (plane != 0)
                                                   : ctx_sig + sig_base + (plane == 0 && i > 0 ? 3 : 0);
            sig = parse_significance(&p->cabac, ctx_here, map, n, sig,
                                     i == 0 && !same_context ? ctx_sig : ctx_here + map[0], infer_dc);
            if (sig == 0) continue; /* group 0 without coefficients */
        }

        if (group_x > max_x) max_x = group_x;
        if (group_y > max_y) max_y = group_y;
        const uint32_t set = (i == 0 || plane ? 0 : 2) + (i != (int)last_group && greater1 != 0);
        out = parse_levels(&p->cabac, &levels, sig, set, (group_y << (2 + log2_size)) + (group_x << 2), out, &greater1);
    }

    p->error |= levels.error;
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
