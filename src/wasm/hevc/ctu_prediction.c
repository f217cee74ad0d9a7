/* Prediction syntax of a coding unit: intra modes, PCM samples, prediction units (H.265 12/2016, 7.3.8.5
 * to 7.3.8.7, 7.3.8.9). */
#include "ctu_syntax.h"
#include "inspect.h"

/* ---- intra coding unit, 7.3.8.5 and 8.4.2, 8.4.3 ---- */

static void derive_candidates(const hevc_parser *p, uint32_t x4, uint32_t y4, uint8_t cand[3]) {
    const uint8_t a = p->left_mode[y4], b = p->above_mode[x4];
    if (a == b) {
        if (a < 2) {
            cand[0] = 0;
            cand[1] = 1;
            cand[2] = 26;
        } else {
            cand[0] = a;
            cand[1] = (uint8_t)(2 + ((a + 29) % 32));
            cand[2] = (uint8_t)(2 + ((a - 2 + 1) % 32));
        }
        return;
    }
    cand[0] = a;
    cand[1] = b;
    cand[2] = a != 0 && b != 0 ? 0 : a != 1 && b != 1 ? 1 : 26;
}

/* 8.4.3 */
static void parse_chroma_mode(hevc_parser *p, uint32_t part) {
    static const uint8_t modes[4] = {0, 26, 10, 1};
    /* Table 8-3: the directions of 4:2:2, whose samples are twice as far apart in a line as from line to line */
    static const uint8_t modes_422[35] = {0,  1,  2,  2,  2,  2,  3,  5,  7,  8,  10, 12, 13, 15, 17, 18, 19, 20,
                                          21, 22, 23, 23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 31};
    const uint8_t luma = p->intra_mode[part];
    uint8_t mode = luma;
    const uint32_t coded = (uint32_t)hevc_bin(p, HEVC_CTX_INTRA_CHROMA);
    if (coded) {
        mode = modes[hevc_cabac_bypass_bins(&p->cabac, 2)];
        if (mode == luma) mode = 34;
    }
    if (HEVC_RANGE_EXTENSIONS) p->chroma_is_luma[part] = !coded;
    p->chroma_mode[part] = hevc_is_422(p->chroma) ? modes_422[mode] : mode;
}

void hevc_parse_intra_modes(hevc_parser *p) {
    const uint32_t parts = p->intra_split ? 4 : 1;
    const uint32_t x4 = (p->cu_x - p->x0) >> 2, y4 = (p->cu_y - p->y0) >> 2,
                   n = (1u << (p->cu_log2 - 2)) >> p->intra_split;
    uint32_t prev[4];
    p->has_modes = 1;
    for (uint32_t i = 0; i < parts; i++) prev[i] = (uint32_t)hevc_bin(p, HEVC_CTX_PREV_INTRA_LUMA);
    for (uint32_t i = 0; i < parts; i++) {
        const uint32_t px = x4 + (i & 1) * n, py = y4 + (i >> 1) * n;
        uint8_t cand[3];
        uint32_t mode;
        derive_candidates(p, px, py, cand);
        if (prev[i]) {
            mode = hevc_cabac_bypass(&p->cabac) ? 1 + (uint32_t)hevc_cabac_bypass(&p->cabac) : 0;
            mode = cand[mode];
        } else {
            mode = hevc_cabac_bypass_bins(&p->cabac, 5);
            uint8_t t;
            if (cand[0] > cand[1]) t = cand[0], cand[0] = cand[1], cand[1] = t;
            if (cand[0] > cand[2]) t = cand[0], cand[0] = cand[2], cand[2] = t;
            if (cand[1] > cand[2]) t = cand[1], cand[1] = cand[2], cand[2] = t;
            for (int c = 0; c < 3; c++) mode += mode >= cand[c];
        }
        p->intra_mode[i] = (uint8_t)mode;
        hevc_set_intra_modes(p, px, py, n, mode);
    }
    if (!p->chroma) return;
    const uint32_t chroma_parts = hevc_is_444(p->chroma) ? parts : 1;
    for (uint32_t i = 0; i < chroma_parts; i++) parse_chroma_mode(p, i);
}

void hevc_parse_pcm(hevc_parser *p) {
    const uint32_t size = 1u << p->cu_log2, luma = size * size;
    const uint32_t shift = hevc_chroma_shift_x(p->chroma) + hevc_chroma_shift_y(p->chroma);
    const uint32_t chroma = p->chroma ? 2 * luma >> shift : 0;
    const uint32_t depth_y = p->sps->pcm_bit_depth_luma, depth_c = p->sps->pcm_bit_depth_chroma;
    const uint8_t *data = hevc_cabac_position(&p->cabac), *end = p->cabac.end;
    const uint32_t bytes = (luma * depth_y + chroma * depth_c + 7) / 8;
    if (data > end || (uint32_t)(end - data) < bytes) {
        p->error = 1;
        return;
    }
    hevc_emit(p, HEVC_RECORD_PCM | hevc_place(p, p->cu_x, p->cu_y) | p->cu_log2 << 12);
    uint32_t at = 0; /* bit */
    for (uint32_t i = 0; i < luma + chroma; i += 2) {
        const uint32_t depth = i < luma ? depth_y : depth_c;
        const uint32_t up = (i < luma ? p->sps->bit_depth_luma : p->sps->bit_depth_chroma) - depth;
        uint32_t pair[2];
        for (int k = 0; k < 2; k++, at += depth)
            pair[k] = ((hevc_load_be32(data + (at >> 3)) << (at & 7)) >> (32 - depth)) << up;
        hevc_emit(p, pair[0] | pair[1] << 16);
    }
    hevc_cabac_start(&p->cabac, data + bytes, end);
}

/* ---- inter prediction unit, 7.3.8.6 and 7.3.8.9 ---- */

static uint32_t parse_merge_idx(hevc_parser *p) {
    const uint32_t max = p->slice->max_num_merge_cand - 1u;
    if (max == 0 || !hevc_bin(p, HEVC_CTX_MERGE_IDX)) return 0;
    uint32_t n = 1;
    while (n < max && hevc_cabac_bypass(&p->cabac)) n++;
    return n;
}

static uint32_t parse_ref_idx(hevc_parser *p, uint32_t list) {
    const uint32_t max = p->slice->num_ref_idx_active[list] - 1u;
    uint32_t n = 0;
    while (n < max && n < 2 && hevc_bin(p, HEVC_CTX_REF_IDX + n)) n++;
    if (n == 2)
        while (n < max && hevc_cabac_bypass(&p->cabac)) n++;
    return n;
}

/* abs_mvd_minus2 is EG1. Broken data may give more than 16 bits: the vector wraps as (8-94) has it. */
static int parse_mvd_component(hevc_parser *p, uint32_t greater0, uint32_t greater1) {
    if (!greater0) return 0;
    uint32_t value = 1;
    if (greater1) {
        uint32_t k = 1;
        value = 2;
        while (k < 16 && hevc_cabac_bypass(&p->cabac)) value += 1u << k++;
        value += hevc_cabac_bypass_bins(&p->cabac, (int)k);
    }
    return hevc_cabac_bypass(&p->cabac) ? -(int)value : (int)value;
}

static void parse_mvd(hevc_parser *p, int mvd[2]) {
    const uint32_t x0 = (uint32_t)hevc_bin(p, HEVC_CTX_MVD_GREATER0), y0 = (uint32_t)hevc_bin(p, HEVC_CTX_MVD_GREATER0);
    const uint32_t x1 = x0 ? (uint32_t)hevc_bin(p, HEVC_CTX_MVD_GREATER1) : 0,
                   y1 = y0 ? (uint32_t)hevc_bin(p, HEVC_CTX_MVD_GREATER1) : 0;
    mvd[0] = parse_mvd_component(p, x0, x1);
    mvd[1] = parse_mvd_component(p, y0, y1);
}

/* A block of the same size and motion beside or below the one before: both become one, which is predicted at once
 * although other records may be between them (none of them reads samples that are predicted later). */
static int join(uint32_t *first, uint32_t place, const hevc_motion *m) {
    const uint32_t size = place & 0xff000, w4 = (place >> 12 & 15) + 1, h4 = (place >> 16 & 15) + 1;
    const uint32_t at_x = *first >> 4 & 15, at_y = *first >> 8 & 15, x = place >> 4 & 15, y = place >> 8 & 15;
    const int beside = y == at_y && x == at_x + w4, below = x == at_x && y == at_y + h4;
    hevc_motion before;
    __builtin_memcpy(&before, first + 1, sizeof before);
    if ((*first & 0xff000) != size || !(beside | below) || !hevc_motion_same(&before, m)) return 0;
    *first += beside ? w4 << 12 : h4 << 16;
    return 1;
}

static void emit_inter(hevc_parser *p, uint32_t place, const hevc_motion *m) {
    uint32_t **last = p->inter;
    if (last[0] && join(last[0], place, m)) {
        /* With no record in between, halves of a larger block are one too. */
        while (last[1] && last[0] == p->out - (1 + sizeof *m / 4) && join(last[1], *last[0] & ~15u, m)) {
            p->out = last[0];
            for (int i = 1; i < HEVC_JOINED; i++) last[i - 1] = last[i];
            last[HEVC_JOINED - 1] = 0;
        }
        return;
    }
    for (int i = HEVC_JOINED - 1; i > 0; i--) last[i] = last[i - 1];
    last[0] = p->out;
    hevc_emit(p, HEVC_RECORD_INTER | place);
    __builtin_memcpy(p->out, m, sizeof *m);
    p->out += sizeof *m / 4;
}

static void count_taken(hevc_parser *p, uint32_t w, uint32_t h, const hevc_motion *m) {
    const uint32_t units = w * h >> 4;
    for (uint32_t l = 0; l < 2; l++) {
        if (m->ref_idx[l] < 0) continue;
        hevc_taken *taken = &p->taken[m->ref_pic[l]];
        taken->units += units;
        taken->motion += (m->mv[l].y >> 2) * (int32_t)units;
    }
}

void hevc_parse_prediction_unit(hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t part_idx,
                                uint32_t merge, uint32_t depth) {
    const hevc_slice *s = p->slice;
    hevc_motion m;
    if (merge) hevc_motion_merge(p, x, y, w, h, part_idx, parse_merge_idx(p), &m);
    else {
        uint32_t lists = 1; /* bit X: list X */
        if (s->slice_type == HEVC_SLICE_B) {
            if (w + h != 12 && hevc_bin(p, HEVC_CTX_INTER_PRED_IDC + depth)) lists = 3;
            else lists = hevc_bin(p, HEVC_CTX_INTER_PRED_IDC + 4) ? 2 : 1;
        }
        uint32_t mvp[2] = {0, 0};
        int mvd[2][2] = {{0, 0}, {0, 0}};
        m = (hevc_motion){{{0, 0}, {0, 0}}, {-1, -1}, {255, 255}};
        for (uint32_t l = 0; l < 2; l++) {
            if (!((lists >> l) & 1)) continue;
            m.ref_idx[l] = (int8_t)parse_ref_idx(p, l);
            m.ref_pic[l] = s->ref_pic[l][m.ref_idx[l]];
            if (!(l == 1 && lists == 3 && s->mvd_l1_zero_flag)) parse_mvd(p, mvd[l]);
            mvp[l] = (uint32_t)hevc_bin(p, HEVC_CTX_MVP_FLAG);
        }
        for (uint32_t l = 0; l < 2; l++) {
            if (!((lists >> l) & 1)) continue;
            const hevc_mv v = hevc_motion_predict(p, x, y, w, h, l, m.ref_idx[l], mvp[l]);
            m.mv[l] = (hevc_mv){(int16_t)(v.x + mvd[l][0]), (int16_t)(v.y + mvd[l][1])};
        }
    }
    hevc_fill_motion(p, x, y, w, h, &m);
    hevc_blocks_prediction(p, x, y, w, h, &m);
    count_taken(p, w, h, &m);
    emit_inter(p, hevc_place(p, x, y) | ((w >> 2) - 1) << 12 | ((h >> 2) - 1) << 16, &m);
}

/* The inner border of a coding block's parts, when it is on the 8x8 grid. */
static void mark_prediction_edges(hevc_parser *p) {
    const uint32_t at = ((p->cu_y - p->y0) >> 3) << 3 | (p->cu_x - p->x0) >> 3, size = 1u << p->cu_log2, n = size >> 3;
    uint32_t at_x = 0, at_y = 0;
    switch (p->cu_part_mode) {
    case HEVC_PART_2NxN: at_y = size / 2; break;
    case HEVC_PART_Nx2N: at_x = size / 2; break;
    case HEVC_PART_NxN: at_x = at_y = size / 2; break;
    case HEVC_PART_2NxnU: at_y = size / 4; break;
    case HEVC_PART_2NxnD: at_y = size - size / 4; break;
    case HEVC_PART_nLx2N: at_x = size / 4; break;
    case HEVC_PART_nRx2N: at_x = size - size / 4; break;
    default: return;
    }
    if ((at_x | at_y) & 7) p->edges->fine = 1;
    else {
        if (at_x) p->marks.prediction_v |= hevc_blocks_column(n) << (at + (at_x >> 3));
        if (at_y) p->marks.prediction_h |= hevc_blocks_row(n) << (at + at_y);
    }
}

void hevc_parse_prediction_units(hevc_parser *p, uint32_t depth) {
    const uint32_t x = p->cu_x, y = p->cu_y, n = 1u << p->cu_log2, h = n / 2, q = n / 4;
    const uint8_t parts[8][2][4] = {/* [part mode][part]{x, y, w, h} */
                                    [HEVC_PART_2Nx2N] = {{0, 0, n, n}},
                                    [HEVC_PART_2NxN] = {{0, 0, n, h}, {0, h, n, h}},
                                    [HEVC_PART_Nx2N] = {{0, 0, h, n}, {h, 0, h, n}},
                                    [HEVC_PART_2NxnU] = {{0, 0, n, q}, {0, q, n, n - q}},
                                    [HEVC_PART_2NxnD] = {{0, 0, n, n - q}, {0, n - q, n, q}},
                                    [HEVC_PART_nLx2N] = {{0, 0, q, n}, {q, 0, n - q, n}},
                                    [HEVC_PART_nRx2N] = {{0, 0, n - q, n}, {n - q, 0, q, n}}};
    mark_prediction_edges(p);
    if (p->cu_part_mode == HEVC_PART_NxN) {
        for (uint32_t i = 0; i < 4; i++) {
            p->merge_flag = (uint8_t)hevc_bin(p, HEVC_CTX_MERGE_FLAG);
            hevc_parse_prediction_unit(p, x + (i & 1) * h, y + (i >> 1) * h, h, h, i, p->merge_flag, depth);
        }
        return;
    }
    for (uint32_t i = 0; i < (p->cu_part_mode == HEVC_PART_2Nx2N ? 1u : 2u); i++) {
        const uint8_t *part = parts[p->cu_part_mode][i];
        p->merge_flag = (uint8_t)hevc_bin(p, HEVC_CTX_MERGE_FLAG);
        hevc_parse_prediction_unit(p, x + part[0], y + part[1], part[2], part[3], i, p->merge_flag, depth);
    }
}
