/* Coding quadtree, coding units, prediction units, transform tree (H.265 12/2016, 7.3.8.1 to 7.3.8.10, 7.3.8.12, 7.3.8.14). */
#include "ctu.h"

#include "spans.h"

uint8_t hevc_zscan4[16][16];

void hevc_ctu_tables(void)
{
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 16; x++) {
            uint32_t z = 0;
            for (uint32_t b = 0; b < 4; b++) z |= ((x >> b) & 1) << (2 * b) | ((y >> b) & 1) << (2 * b + 1);
            hevc_zscan4[y][x] = (uint8_t)z;
        }
    hevc_residual_tables();
}

static inline int bin(hevc_parser *p, uint32_t ctx)
{
    return hevc_cabac_bin(&p->cabac, p->ctx + ctx);
}

static inline void emit(hevc_parser *p, uint32_t word)
{
    *p->out++ = word;
}

static inline uint32_t place(const hevc_parser *p, uint32_t x, uint32_t y)
{
    return ((x - p->x0) >> 2) << 4 | ((y - p->y0) >> 2) << 8;
}

/* n bits from bit `at` on. */
static inline uint32_t mask16(uint32_t at, uint32_t n)
{
    return ((1u << n) - 1) << at;
}

/* ---- edges for deblocking ---- */

/* Coefficients are noted without deblocking too: the next slice may deblock its edge to this one. */
static void mark_transform_edges(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t cbf)
{
    const uint32_t x4 = (x - p->x0) >> 2, y4 = (y - p->y0) >> 2, n = 1u << (log2_size - 2);
    hevc_edges *e = p->edges;
    const uint16_t row = (uint16_t)mask16(x4, n);
    if (cbf)
        for (uint32_t i = 0; i < n; i++) e->cbf_luma[y4 + i] |= row;
    if (!p->deblock) return;
    if (!(x4 & 1))
        for (uint32_t i = 0; i < n; i++) e->transform_v[y4 + i] |= (uint16_t)(1u << x4);
    if (!(y4 & 1)) e->transform_h[y4] |= row;
}

/* The inner border of a coding block's parts, when it lies on the 8x8 grid. */
static void mark_prediction_edges(hevc_parser *p)
{
    const uint32_t x4 = (p->cu_x - p->x0) >> 2, y4 = (p->cu_y - p->y0) >> 2, n = 1u << (p->cu_log2 - 2);
    hevc_edges *e = p->edges;
    uint32_t at_x = 0, at_y = 0;
    switch (p->cu_part_mode) {
    case HEVC_PART_2NxN: at_y = n / 2; break;
    case HEVC_PART_Nx2N: at_x = n / 2; break;
    case HEVC_PART_NxN: at_x = at_y = n / 2; break;
    case HEVC_PART_2NxnU: at_y = n / 4; break;
    case HEVC_PART_2NxnD: at_y = n - n / 4; break;
    case HEVC_PART_nLx2N: at_x = n / 4; break;
    case HEVC_PART_nRx2N: at_x = n - n / 4; break;
    default: return;
    }
    if (at_x && !((x4 + at_x) & 1))
        for (uint32_t i = 0; i < n; i++) e->prediction_v[y4 + i] |= (uint16_t)(1u << (x4 + at_x));
    if (at_y && !((y4 + at_y) & 1)) e->prediction_h[y4 + at_y] |= (uint16_t)mask16(x4, n);
}

/* ---- SAO, 7.3.8.3 ---- */

static uint32_t sao_offset_abs(hevc_parser *p, uint32_t max)
{
    uint32_t n = 0;
    while (n < max && hevc_cabac_bypass(&p->cabac)) n++;
    return n;
}

static void parse_sao(hevc_parser *p)
{
    hevc_work *w = p->work;
    hevc_sao *sao = &w->sao[p->ctb_rs];
    if (p->left_available && bin(p, HEVC_CTX_SAO_MERGE)) {
        *sao = w->sao[p->ctb_rs - 1];
        return;
    }
    if (p->above_available && bin(p, HEVC_CTX_SAO_MERGE)) {
        *sao = w->sao[p->ctb_rs - w->ctb_cols];
        return;
    }
    *sao = (hevc_sao){{0, 0, 0}, {0, 0, 0}, {{0}, {0}, {0}}};
    for (uint32_t plane = 0; plane < (p->chroma ? 3u : 1u); plane++) {
        if (!(plane ? p->slice->slice_sao_chroma_flag : p->slice->slice_sao_luma_flag)) continue;
        if (plane == 2)
            sao->type[2] = sao->type[1];
        else if (bin(p, HEVC_CTX_SAO_TYPE_IDX))
            sao->type[plane] = hevc_cabac_bypass(&p->cabac) ? 2 : 1;
        if (!sao->type[plane]) continue;

        const uint32_t depth = plane ? p->sps->bit_depth_chroma : p->sps->bit_depth_luma;
        const uint32_t max = (1u << ((depth < 10 ? depth : 10) - 5)) - 1;
        int8_t *offset = sao->offset[plane];
        for (int i = 0; i < 4; i++) offset[i] = (int8_t)sao_offset_abs(p, max);
        if (sao->type[plane] == 1) {
            for (int i = 0; i < 4; i++)
                if (offset[i] && hevc_cabac_bypass(&p->cabac)) offset[i] = (int8_t)-offset[i];
            sao->band_or_class[plane] = (uint8_t)hevc_cabac_bypass_bins(&p->cabac, 5);
        } else {
            offset[2] = (int8_t)-offset[2];
            offset[3] = (int8_t)-offset[3];
            if (plane == 2)
                sao->band_or_class[2] = sao->band_or_class[1];
            else
                sao->band_or_class[plane] = (uint8_t)hevc_cabac_bypass_bins(&p->cabac, 2);
        }
    }
}

/* ---- quantization, 8.6.1 ---- */

static int chroma_qp(int qp, int offset, int bd_offset)
{
    static const uint8_t table[14] = {29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37, 37}; /* qPi 30..43 */
    int i = qp + offset;
    i = i < -bd_offset ? -bd_offset : i > 57 ? 57 : i;
    return (i < 30 ? i : i < 44 ? table[i - 30] : i - 6) + bd_offset;
}

static void prepare_scaling(hevc_parser *p)
{
    if (p->scale_qp_of == p->qp) return;
    p->scale_qp_of = p->qp;
    p->scale_qp[0] = p->qp + p->qp_bd_offset_y;
    p->scale_qp[1] = chroma_qp(p->qp, p->cb_qp_offset, p->qp_bd_offset_c);
    p->scale_qp[2] = chroma_qp(p->qp, p->cr_qp_offset, p->qp_bd_offset_c);
}

static void start_quantization_group(hevc_parser *p, uint32_t x, uint32_t y)
{
    const hevc_work *w = p->work;
    const uint32_t mask = (1u << p->log2_ctb) - 1;
    const int8_t *qp = w->qp + (y >> 3) * w->stride8 + (x >> 3);
    const int previous = p->first_qg ? p->slice->slice_qp : p->last_qp;
    const int left = x & mask ? qp[-1] : previous;
    const int above = y & mask ? qp[-(int)w->stride8] : previous;
    p->cu_qp_delta_coded = 0;
    p->qp = p->qp_pred = (left + above + 1) >> 1;
}

static void parse_cu_qp_delta(hevc_parser *p)
{
    uint32_t value = 0;
    while (value < 5 && bin(p, HEVC_CTX_CU_QP_DELTA + (value > 0))) value++;
    if (value == 5) { /* EG0 */
        uint32_t k = 0;
        while (k < 8 && hevc_cabac_bypass(&p->cabac)) value += 1u << k++;
        value += hevc_cabac_bypass_bins(&p->cabac, (int)k);
    }
    const int negative = value && hevc_cabac_bypass(&p->cabac);
    p->cu_qp_delta_coded = 1;
    const int offset = p->qp_bd_offset_y, delta = negative ? -(int)value : (int)value;
    if (delta < -(26 + offset / 2) || delta > 25 + offset / 2) {
        p->error = 1;
        return;
    }
    p->qp = (p->qp_pred + delta + 52 + 2 * offset) % (52 + offset) - offset;
}

/* ---- transform tree, 7.3.8.8 and 7.3.8.10 ---- */

static uint32_t intra_sides(const hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size)
{
    const uint32_t size = 1u << log2_size, ctb = 1u << p->log2_ctb;
    const uint32_t cx = x - p->x0, cy = y - p->y0;
    const uint8_t here = hevc_zscan4[cy >> 2][cx >> 2];
    uint32_t sides = 0;
    if (cx || p->left_available) sides |= HEVC_SIDE_LEFT;
    if (cy || p->above_available) sides |= HEVC_SIDE_ABOVE;
    if (cy ? cx || p->left_available : cx ? p->above_available : p->above_left_available) sides |= HEVC_SIDE_ABOVE_LEFT;
    if (x + size < p->width) {
        if (cy == 0 ? (cx + size < ctb ? p->above_available : p->above_right_available)
                    : cx + size < ctb && hevc_zscan4[(cy - 1) >> 2][(cx + size) >> 2] < here)
            sides |= HEVC_SIDE_ABOVE_RIGHT;
    }
    if (y + size < p->height && cy + size < ctb) {
        if (cx == 0 ? p->left_available : hevc_zscan4[(cy + size) >> 2][(cx - 1) >> 2] < here) sides |= HEVC_SIDE_BELOW_LEFT;
    }
    return sides;
}

/* x, y: luma place; log2_size: of the block in its own plane. */
static void emit_intra(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t plane, uint32_t mode, uint32_t sides)
{
    emit(p, HEVC_RECORD_INTRA | place(p, x, y) | plane << 12 | log2_size << 14 | mode << 17 | sides << 23);
}

/* 7.4.9.11: scanIdx */
static uint32_t scan_for(const hevc_parser *p, uint32_t mode, uint32_t log2_size, uint32_t max_log2)
{
    if (!p->cu_intra || log2_size > max_log2) return 0;
    return mode - 6 <= 8 ? 2 : mode - 22 <= 8 ? 1 : 0;
}

static void chroma_blocks(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size_c, const uint32_t cbf[2], uint32_t sides)
{
    for (uint32_t plane = 1; plane < 3; plane++) {
        if (p->cu_intra) emit_intra(p, x, y, log2_size_c, plane, p->chroma_mode, sides);
        if (cbf[plane - 1])
            hevc_parse_residual(p, (x - p->x0) >> 2, (y - p->y0) >> 2, log2_size_c, plane,
                                scan_for(p, p->chroma_mode, log2_size_c, 2));
    }
}

static void transform_unit(hevc_parser *p, uint32_t x, uint32_t y, uint32_t base_x, uint32_t base_y, uint32_t log2_size,
                           uint32_t depth, uint32_t blk, uint32_t cbf_luma, const uint32_t cbf_chroma[2])
{
    if ((cbf_luma | cbf_chroma[0] | cbf_chroma[1])) {
        if (p->pps->cu_qp_delta_enabled_flag && !p->cu_qp_delta_coded) parse_cu_qp_delta(p);
        prepare_scaling(p);
    }
    const uint32_t mode = p->intra_mode[depth > 0 && p->intra_split ? blk : 0];
    if (p->cu_intra) emit_intra(p, x, y, log2_size, 0, mode, intra_sides(p, x, y, log2_size));
    if (cbf_luma) hevc_parse_residual(p, (x - p->x0) >> 2, (y - p->y0) >> 2, log2_size, 0, scan_for(p, mode, log2_size, 3));
    if (!p->chroma) return;
    if (log2_size > 2)
        chroma_blocks(p, x, y, log2_size - 1, cbf_chroma, p->cu_intra ? intra_sides(p, x, y, log2_size) : 0);
    else if ((((x >> 2) & 1) & (y >> 2)) == 1)
        chroma_blocks(p, base_x, base_y, 2, cbf_chroma, p->cu_intra ? intra_sides(p, base_x, base_y, 3) : 0);
}

/* blk: quarter of the coding block (for intra_mode), once it was split. */
static void transform_tree(hevc_parser *p, uint32_t x, uint32_t y, uint32_t base_x, uint32_t base_y, uint32_t log2_size,
                           uint32_t depth, uint32_t blk, const uint32_t parent_cbf[2])
{
    uint32_t split;
    if (log2_size <= p->log2_max_tb && log2_size > p->log2_min_tb && depth < p->max_trafo_depth && !(p->intra_split && depth == 0))
        split = (uint32_t)bin(p, HEVC_CTX_SPLIT_TRANSFORM + 5 - log2_size);
    else
        split = log2_size > p->log2_max_tb || (p->intra_split && depth == 0) ||
                (p->sps->max_transform_hierarchy_depth_inter == 0 && !p->cu_intra && p->cu_part_mode != HEVC_PART_2Nx2N &&
                 depth == 0 && log2_size > p->log2_min_tb);

    uint32_t cbf[2] = {0, 0};
    if (p->chroma) {
        if (log2_size > 2) {
            if (parent_cbf[0]) cbf[0] = (uint32_t)bin(p, HEVC_CTX_CBF_CHROMA + depth);
            if (parent_cbf[1]) cbf[1] = (uint32_t)bin(p, HEVC_CTX_CBF_CHROMA + depth);
        } else {
            cbf[0] = parent_cbf[0];
            cbf[1] = parent_cbf[1];
        }
    }
    if (split) {
        const uint32_t half = 1u << (log2_size - 1);
        for (uint32_t i = 0; i < 4 && !p->error; i++)
            transform_tree(p, x + (i & 1) * half, y + (i >> 1) * half, x, y, log2_size - 1, depth + 1, depth == 0 ? i : blk, cbf);
        return;
    }
    uint32_t cbf_luma = 1;
    if (p->cu_intra || depth != 0 || cbf[0] || cbf[1]) cbf_luma = (uint32_t)bin(p, HEVC_CTX_CBF_LUMA + (depth == 0));
    mark_transform_edges(p, x, y, log2_size, cbf_luma);
    transform_unit(p, x, y, base_x, base_y, log2_size, depth, blk, cbf_luma, cbf);
}

/* ---- intra coding unit, 7.3.8.5 and 8.4.2, 8.4.3 ---- */

static void derive_candidates(const hevc_parser *p, uint32_t x4, uint32_t y4, uint8_t cand[3])
{
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

static void set_modes(hevc_parser *p, uint32_t x4, uint32_t y4, uint32_t n, uint32_t mode)
{
    hevc_span_fill(p->above_mode + x4, mode, n);
    hevc_span_fill(p->left_mode + y4, mode, n);
}

static void parse_intra_modes(hevc_parser *p)
{
    const uint32_t parts = p->intra_split ? 4 : 1;
    const uint32_t x4 = (p->cu_x - p->x0) >> 2, y4 = (p->cu_y - p->y0) >> 2, n = (1u << (p->cu_log2 - 2)) >> p->intra_split;
    uint32_t prev[4];
    for (uint32_t i = 0; i < parts; i++) prev[i] = (uint32_t)bin(p, HEVC_CTX_PREV_INTRA_LUMA);
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
        set_modes(p, px, py, n, mode);
    }
    if (!p->chroma) return;
    static const uint8_t chroma_modes[4] = {0, 26, 10, 1};
    if (!bin(p, HEVC_CTX_INTRA_CHROMA))
        p->chroma_mode = p->intra_mode[0];
    else {
        p->chroma_mode = chroma_modes[hevc_cabac_bypass_bins(&p->cabac, 2)];
        if (p->chroma_mode == p->intra_mode[0]) p->chroma_mode = 34;
    }
}

static void parse_pcm(hevc_parser *p)
{
    const uint32_t size = 1u << p->cu_log2, luma = size * size, chroma = p->chroma ? luma / 2 : 0;
    const uint32_t depth_y = p->sps->pcm_bit_depth_luma, depth_c = p->sps->pcm_bit_depth_chroma;
    const uint8_t *data = hevc_cabac_position(&p->cabac), *end = p->cabac.end;
    const uint32_t bytes = (luma * depth_y + chroma * depth_c + 7) / 8;
    if (data > end || (uint32_t)(end - data) < bytes) {
        p->error = 1;
        return;
    }
    emit(p, HEVC_RECORD_PCM | place(p, p->cu_x, p->cu_y) | p->cu_log2 << 12);
    uint32_t at = 0; /* bit */
    for (uint32_t i = 0; i < luma + chroma; i += 2) {
        const uint32_t depth = i < luma ? depth_y : depth_c;
        const uint32_t up = (i < luma ? p->sps->bit_depth_luma : p->sps->bit_depth_chroma) - depth;
        uint32_t pair[2];
        for (int k = 0; k < 2; k++, at += depth)
            pair[k] = ((hevc_load_be32(data + (at >> 3)) << (at & 7)) >> (32 - depth)) << up;
        emit(p, pair[0] | pair[1] << 16);
    }
    hevc_cabac_start(&p->cabac, data + bytes, end);
}

/* ---- inter prediction unit, 7.3.8.6 and 7.3.8.9 ---- */

static uint32_t parse_merge_idx(hevc_parser *p)
{
    const uint32_t max = p->slice->max_num_merge_cand - 1u;
    if (max == 0 || !bin(p, HEVC_CTX_MERGE_IDX)) return 0;
    uint32_t n = 1;
    while (n < max && hevc_cabac_bypass(&p->cabac)) n++;
    return n;
}

static uint32_t parse_ref_idx(hevc_parser *p, uint32_t list)
{
    const uint32_t max = p->slice->num_ref_idx_active[list] - 1u;
    uint32_t n = 0;
    while (n < max && n < 2 && bin(p, HEVC_CTX_REF_IDX + n)) n++;
    if (n == 2)
        while (n < max && hevc_cabac_bypass(&p->cabac)) n++;
    return n;
}

/* abs_mvd_minus2 is EG1. Broken data may give more than 16 bits: the vector wraps as (8-94) has it. */
static int parse_mvd_component(hevc_parser *p, uint32_t greater0, uint32_t greater1)
{
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

static void parse_mvd(hevc_parser *p, int mvd[2])
{
    const uint32_t x0 = (uint32_t)bin(p, HEVC_CTX_MVD_GREATER0), y0 = (uint32_t)bin(p, HEVC_CTX_MVD_GREATER0);
    const uint32_t x1 = x0 ? (uint32_t)bin(p, HEVC_CTX_MVD_GREATER1) : 0, y1 = y0 ? (uint32_t)bin(p, HEVC_CTX_MVD_GREATER1) : 0;
    mvd[0] = parse_mvd_component(p, x0, x1);
    mvd[1] = parse_mvd_component(p, y0, y1);
}

static void fill_motion(hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, const hevc_motion *m)
{
    const uint32_t stride4 = p->work->stride4;
    hevc_motion_fill(p->work->motion + (y >> 2) * stride4 + (x >> 2), stride4, w >> 2, h >> 2, m);
}

static void prediction_unit(hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t part_idx, uint32_t merge,
                            uint32_t depth)
{
    const hevc_slice *s = p->slice;
    hevc_motion m;
    if (merge)
        hevc_motion_merge(p, x, y, w, h, part_idx, parse_merge_idx(p), &m);
    else {
        uint32_t lists = 1; /* bit X: list X */
        if (s->slice_type == HEVC_SLICE_B) {
            if (w + h != 12 && bin(p, HEVC_CTX_INTER_PRED_IDC + depth))
                lists = 3;
            else
                lists = bin(p, HEVC_CTX_INTER_PRED_IDC + 4) ? 2 : 1;
        }
        uint32_t mvp[2] = {0, 0};
        int mvd[2][2] = {{0, 0}, {0, 0}};
        m = (hevc_motion){{{0, 0}, {0, 0}}, {-1, -1}, {255, 255}};
        for (uint32_t l = 0; l < 2; l++) {
            if (!((lists >> l) & 1)) continue;
            m.ref_idx[l] = (int8_t)parse_ref_idx(p, l);
            m.ref_pic[l] = s->ref_pic[l][m.ref_idx[l]];
            if (!(l == 1 && lists == 3 && s->mvd_l1_zero_flag)) parse_mvd(p, mvd[l]);
            mvp[l] = (uint32_t)bin(p, HEVC_CTX_MVP_FLAG);
        }
        for (uint32_t l = 0; l < 2; l++) {
            if (!((lists >> l) & 1)) continue;
            const hevc_mv v = hevc_motion_predict(p, x, y, w, h, l, m.ref_idx[l], mvp[l]);
            m.mv[l] = (hevc_mv){(int16_t)(v.x + mvd[l][0]), (int16_t)(v.y + mvd[l][1])};
        }
    }
    fill_motion(p, x, y, w, h, &m);
    emit(p, HEVC_RECORD_INTER | place(p, x, y) | ((w >> 2) - 1) << 12 | ((h >> 2) - 1) << 16);
    __builtin_memcpy(p->out, &m, sizeof m);
    p->out += sizeof m / 4;
}

static uint32_t parse_part_mode(hevc_parser *p)
{
    if (bin(p, HEVC_CTX_PART_MODE)) return HEVC_PART_2Nx2N;
    if (p->cu_log2 == p->log2_min_cb) {
        if (p->cu_intra) return HEVC_PART_NxN;
        if (bin(p, HEVC_CTX_PART_MODE + 1)) return HEVC_PART_2NxN;
        if (p->cu_log2 == 3) return HEVC_PART_Nx2N;
        return bin(p, HEVC_CTX_PART_MODE + 2) ? HEVC_PART_Nx2N : HEVC_PART_NxN;
    }
    const int horizontal = bin(p, HEVC_CTX_PART_MODE + 1);
    if (!p->sps->amp_enabled_flag || bin(p, HEVC_CTX_PART_MODE + 3)) return horizontal ? HEVC_PART_2NxN : HEVC_PART_Nx2N;
    const uint32_t second = (uint32_t)hevc_cabac_bypass(&p->cabac);
    return (horizontal ? HEVC_PART_2NxnU : HEVC_PART_nLx2N) + second;
}

static void prediction_units(hevc_parser *p, uint32_t depth)
{
    const uint32_t x = p->cu_x, y = p->cu_y, n = 1u << p->cu_log2, h = n / 2, q = n / 4;
    const uint8_t parts[8][2][4] = {/* [part mode][part]{x, y, w, h} */
        [HEVC_PART_2Nx2N] = {{0, 0, n, n}},
        [HEVC_PART_2NxN] = {{0, 0, n, h}, {0, h, n, h}},
        [HEVC_PART_Nx2N] = {{0, 0, h, n}, {h, 0, h, n}},
        [HEVC_PART_2NxnU] = {{0, 0, n, q}, {0, q, n, n - q}},
        [HEVC_PART_2NxnD] = {{0, 0, n, n - q}, {0, n - q, n, q}},
        [HEVC_PART_nLx2N] = {{0, 0, q, n}, {q, 0, n - q, n}},
        [HEVC_PART_nRx2N] = {{0, 0, n - q, n}, {n - q, 0, q, n}}};
    if (p->cu_part_mode == HEVC_PART_NxN) {
        for (uint32_t i = 0; i < 4; i++) {
            p->merge_flag = (uint8_t)bin(p, HEVC_CTX_MERGE_FLAG);
            prediction_unit(p, x + (i & 1) * h, y + (i >> 1) * h, h, h, i, p->merge_flag, depth);
        }
        return;
    }
    for (uint32_t i = 0; i < (p->cu_part_mode == HEVC_PART_2Nx2N ? 1u : 2u); i++) {
        const uint8_t *part = parts[p->cu_part_mode][i];
        p->merge_flag = (uint8_t)bin(p, HEVC_CTX_MERGE_FLAG);
        prediction_unit(p, x + part[0], y + part[1], part[2], part[3], i, p->merge_flag, depth);
    }
}

/* ---- coding unit, 7.3.8.5 ---- */

static const hevc_motion intra_motion = {{{0, 0}, {0, 0}}, {-1, -1}, {255, 255}};

static void finish_coding_unit(hevc_parser *p, uint32_t keep)
{
    hevc_work *w = p->work;
    const uint32_t n8 = 1u << (p->cu_log2 - 3);
    const uint32_t at = (p->cu_y >> 3) * w->stride8 + (p->cu_x >> 3);
    p->last_qp = p->qp;
    p->first_qg = 0;
    for (uint32_t i = 0; i < n8; i++) hevc_span_fill((uint8_t *)w->qp + at + i * w->stride8, (uint32_t)p->qp, n8);
    if (!keep && !w->ctb_keep[p->ctb_rs]) return;
    if (!w->ctb_keep[p->ctb_rs]) { /* first such block: the others of the CTB are cleared now */
        w->ctb_keep[p->ctb_rs] = 1;
        const uint32_t ctb8 = 1u << (p->log2_ctb - 3);
        for (uint32_t i = 0; i < ctb8; i++) __builtin_memset(w->keep + ((p->y0 >> 3) + i) * w->stride8 + (p->x0 >> 3), 0, ctb8);
    }
    for (uint32_t i = 0; i < n8; i++) hevc_span_fill(w->keep + at + i * w->stride8, keep, n8);
}

static void coding_unit(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t depth)
{
    const hevc_slice *s = p->slice;
    const uint32_t size = 1u << log2_size, x8 = x >> 3, y8 = (y - p->y0) >> 3, n8 = size >> 3;
    const uint32_t x4 = (x - p->x0) >> 2, y4 = (y - p->y0) >> 2, n4 = size >> 2;
    uint32_t skip = 0;

    p->cu_x = x;
    p->cu_y = y;
    p->cu_log2 = log2_size;
    p->cu_intra = 1;
    p->cu_part_mode = HEVC_PART_2Nx2N;
    p->intra_split = 0;
    p->cu_bypass = p->pps->transquant_bypass_enabled_flag && bin(p, HEVC_CTX_TRANSQUANT_BYPASS);

    if (s->slice_type != HEVC_SLICE_I) skip = (uint32_t)bin(p, HEVC_CTX_SKIP + p->left_skip[y8] + p->above_skip[x8]);
    hevc_span_fill(p->left_skip + y8, skip, n8);
    hevc_span_fill(p->above_skip + x8, skip, n8);
    hevc_span_fill(p->left_depth + y8, depth, n8);
    hevc_span_fill(p->above_depth + x8, depth, n8);

    if (skip) {
        p->cu_intra = 0;
        prediction_unit(p, x, y, size, size, 0, 1, depth);
        set_modes(p, x4, y4, n4, 1);
        mark_transform_edges(p, x, y, log2_size, 0);
        finish_coding_unit(p, p->cu_bypass);
        return;
    }

    if (s->slice_type != HEVC_SLICE_I) p->cu_intra = (uint8_t)bin(p, HEVC_CTX_PRED_MODE);
    if (!p->cu_intra || log2_size == p->log2_min_cb) p->cu_part_mode = (uint8_t)parse_part_mode(p);

    uint32_t coded = 1;
    if (p->cu_intra) {
        if (s->slice_type != HEVC_SLICE_I) fill_motion(p, x, y, size, size, &intra_motion);
        p->intra_split = p->cu_part_mode == HEVC_PART_NxN;
        if (p->cu_part_mode == HEVC_PART_2Nx2N && p->sps->pcm_enabled_flag && log2_size >= p->sps->log2_min_pcm_cb_size &&
            log2_size <= p->sps->log2_max_pcm_cb_size && hevc_cabac_terminate(&p->cabac)) {
            parse_pcm(p);
            set_modes(p, x4, y4, n4, 1);
            mark_transform_edges(p, x, y, log2_size, 0);
            finish_coding_unit(p, p->cu_bypass || p->sps->pcm_loop_filter_disabled_flag);
            return;
        }
        parse_intra_modes(p);
        p->max_trafo_depth = (uint8_t)(p->sps->max_transform_hierarchy_depth_intra + p->intra_split);
    } else {
        set_modes(p, x4, y4, n4, 1);
        prediction_units(p, depth);
        if (p->deblock) mark_prediction_edges(p);
        if (!(p->cu_part_mode == HEVC_PART_2Nx2N && p->merge_flag)) coded = (uint32_t)bin(p, HEVC_CTX_RQT_ROOT_CBF);
        p->max_trafo_depth = p->sps->max_transform_hierarchy_depth_inter;
    }
    if (coded) {
        static const uint32_t root[2] = {1, 1};
        transform_tree(p, x, y, x, y, log2_size, 0, 0, root);
    } else
        mark_transform_edges(p, x, y, log2_size, 0);
    finish_coding_unit(p, p->cu_bypass);
}

static void coding_quadtree(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t depth)
{
    const uint32_t size = 1u << log2_size;
    uint32_t split = log2_size > p->log2_min_cb;
    if (split && x + size <= p->width && y + size <= p->height)
        split = (uint32_t)bin(p, HEVC_CTX_SPLIT_CU + (p->left_depth[(y - p->y0) >> 3] > depth) +
                                     (p->above_depth[x >> 3] > depth));
    if (p->pps->cu_qp_delta_enabled_flag && log2_size >= p->log2_qg) start_quantization_group(p, x, y);
    if (!split) {
        coding_unit(p, x, y, log2_size, depth);
        return;
    }
    const uint32_t half = size >> 1;
    for (uint32_t i = 0; i < 4 && !p->error; i++) {
        const uint32_t cx = x + (i & 1) * half, cy = y + (i >> 1) * half;
        if (cx < p->width && cy < p->height) coding_quadtree(p, cx, cy, log2_size - 1, depth + 1);
    }
}

/* ---- CTU, 7.3.8.2 ---- */

static int same_slice_and_tile(const hevc_parser *p, uint32_t ctb_x, uint32_t ctb_y)
{
    const hevc_tiles *t = &p->frame->tiles;
    return p->work->ctb_slice[ctb_y * p->work->ctb_cols + ctb_x] == p->slice_index &&
           hevc_tile_id(t, ctb_x, ctb_y) == hevc_tile_id(t, p->ctb_x, p->ctb_y);
}

/* Edges at the CTB's left and top: filterEdgeFlag of 8.7.2.3. */
static void cut_edges(hevc_parser *p)
{
    const hevc_work *w = p->work;
    const hevc_tiles *t = &p->frame->tiles;
    const uint32_t tile = hevc_tile_id(t, p->ctb_x, p->ctb_y);
    int left = p->ctb_x > 0, above = p->ctb_y > 0;
    if (left) {
        if (!p->slice->slice_loop_filter_across_slices_enabled_flag && w->ctb_slice[p->ctb_rs - 1] != p->slice_index) left = 0;
        if (!p->pps->loop_filter_across_tiles_enabled_flag && hevc_tile_id(t, p->ctb_x - 1, p->ctb_y) != tile) left = 0;
    }
    if (above) {
        if (!p->slice->slice_loop_filter_across_slices_enabled_flag && w->ctb_slice[p->ctb_rs - w->ctb_cols] != p->slice_index)
            above = 0;
        if (!p->pps->loop_filter_across_tiles_enabled_flag && hevc_tile_id(t, p->ctb_x, p->ctb_y - 1) != tile) above = 0;
    }
    hevc_edges *e = p->edges;
    if (!left)
        for (int i = 0; i < 16; i++) e->transform_v[i] &= (uint16_t)~1u;
    if (!above) e->transform_h[0] = 0;
}

/* One motion per 16x16 for the pictures that will use this one as ColPic. */
static void store_motion(const hevc_parser *p)
{
    hevc_pic *pic = p->frame->pic;
    const uint32_t end_x = (p->width + 15) >> 4, end_y = (p->height + 15) >> 4, n = 1u << (p->log2_ctb - 4);
    for (uint32_t y = p->y0 >> 4; y < (p->y0 >> 4) + n && y < end_y; y++)
        for (uint32_t x = p->x0 >> 4; x < (p->x0 >> 4) + n && x < end_x; x++)
            pic->motion[y * pic->motion_stride + x] = p->work->motion[(y << 2) * p->work->stride4 + (x << 2)];
}

int hevc_parse_ctu(hevc_parser *p, uint32_t ctb_x, uint32_t ctb_y, uint32_t *out)
{
    hevc_work *w = p->work;
    const uint32_t ctb = 1u << p->log2_ctb, rs = ctb_y * w->ctb_cols + ctb_x;
    p->ctb_x = ctb_x;
    p->ctb_y = ctb_y;
    p->ctb_rs = rs;
    p->x0 = ctb_x << p->log2_ctb;
    p->y0 = ctb_y << p->log2_ctb;
    p->left_available = ctb_x > 0 && same_slice_and_tile(p, ctb_x - 1, ctb_y);
    p->above_available = ctb_y > 0 && same_slice_and_tile(p, ctb_x, ctb_y - 1);
    p->above_left_available = ctb_x > 0 && ctb_y > 0 && same_slice_and_tile(p, ctb_x - 1, ctb_y - 1);
    p->above_right_available = ctb_y > 0 && ctb_x + 1 < w->ctb_cols && same_slice_and_tile(p, ctb_x + 1, ctb_y - 1);
    p->above_depth = w->above_depth + p->frame->tiles.row_of[ctb_y] * w->stride8;
    p->above_skip = w->above_skip + p->frame->tiles.row_of[ctb_y] * w->stride8;
    p->out = out;
    p->error = 0;

    w->ctb_keep[rs] = 0;
    p->edges = &w->edges[rs];
    __builtin_memset(p->edges, 0, sizeof *p->edges);
    if (!p->left_available) {
        __builtin_memset(p->left_depth, 0, sizeof p->left_depth);
        __builtin_memset(p->left_skip, 0, sizeof p->left_skip);
        __builtin_memset(p->left_mode, 1, sizeof p->left_mode);
    }
    __builtin_memset(p->above_mode, 1, sizeof p->above_mode); /* candidate B above the CTB counts as DC (8.4.2) */
    if (!p->above_available) {
        __builtin_memset(p->above_depth + (p->x0 >> 3), 0, ctb >> 3);
        __builtin_memset(p->above_skip + (p->x0 >> 3), 0, ctb >> 3);
    }
    if (p->slice->slice_type == HEVC_SLICE_I) fill_motion(p, p->x0, p->y0, ctb, ctb, &intra_motion);

    if (p->slice->slice_sao_luma_flag || p->slice->slice_sao_chroma_flag)
        parse_sao(p);
    else
        w->sao[rs] = (hevc_sao){{0, 0, 0}, {0, 0, 0}, {{0}, {0}, {0}}};
    coding_quadtree(p, p->x0, p->y0, p->log2_ctb, 0);
    emit(p, HEVC_RECORD_END);
    if (p->error || hevc_cabac_overrun(&p->cabac)) return -1;
    cut_edges(p);
    store_motion(p);
    return 0;
}

/* A CTB without usable data: nothing predicts from it, its edges are not filtered. */
void hevc_parse_nothing(hevc_work *w, const hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y)
{
    const uint32_t rs = ctb_y * w->ctb_cols + ctb_x, n4 = 1u << (w->log2_ctb - 2), n8 = n4 >> 1;
    hevc_pic *pic = frame->pic;
    w->ctb_slice[rs] = HEVC_NO_SLICE;
    w->ctb_keep[rs] = 0;
    w->sao[rs] = (hevc_sao){{0, 0, 0}, {0, 0, 0}, {{0}, {0}, {0}}};
    __builtin_memset(&w->edges[rs], 0, sizeof w->edges[rs]);
    hevc_motion_fill(w->motion + ctb_y * n4 * w->stride4 + ctb_x * n4, w->stride4, n4, n4, &intra_motion);
    for (uint32_t y = 0; y < n8; y++) __builtin_memset(w->qp + (ctb_y * n8 + y) * w->stride8 + ctb_x * n8, 0, n8);
    const uint32_t n16 = n4 >> 2, end_x = (pic->width + 15) >> 4, end_y = (pic->height + 15) >> 4;
    for (uint32_t y = ctb_y * n16; y < (ctb_y + 1) * n16 && y < end_y; y++)
        for (uint32_t x = ctb_x * n16; x < (ctb_x + 1) * n16 && x < end_x; x++) pic->motion[y * pic->motion_stride + x] = intra_motion;
}

/* ---- slice segments ---- */

void hevc_parser_frame(hevc_parser *p, hevc_frame *frame)
{
    const hevc_sps *sps = &frame->sps;
    p->frame = frame;
    p->work = frame->work;
    p->sps = sps;
    p->pps = &frame->pps;
    p->log2_ctb = sps->log2_ctb_size;
    p->log2_min_cb = sps->log2_min_cb_size;
    p->log2_min_tb = sps->log2_min_tb_size;
    p->log2_max_tb = sps->log2_max_tb_size;
    p->log2_qg = p->log2_ctb - frame->pps.diff_cu_qp_delta_depth;
    p->width = sps->pic_width_in_luma_samples;
    p->height = sps->pic_height_in_luma_samples;
    p->chroma = sps->chroma_format_idc != 0;
    p->qp_bd_offset_y = 6 * (sps->bit_depth_luma - 8);
    p->qp_bd_offset_c = 6 * (sps->bit_depth_chroma - 8);
    p->slice = 0;
    p->slice_index = HEVC_NO_SLICE;
    p->last_qp = 0;
}

void hevc_parser_slice(hevc_parser *p, const hevc_segment *segment)
{
    const hevc_slice *s = &p->frame->slices[segment->slice];
    p->slice = s;
    p->slice_index = segment->slice;
    p->cb_qp_offset = p->pps->pps_cb_qp_offset + s->slice_cb_qp_offset;
    p->cr_qp_offset = p->pps->pps_cr_qp_offset + s->slice_cr_qp_offset;
    p->deblock = !s->slice_deblocking_filter_disabled_flag;
    p->scale_qp_of = -128;
    if (!segment->dependent_slice_segment_flag) p->last_qp = s->slice_qp;
    if (!p->pps->cu_qp_delta_enabled_flag) p->qp = s->slice_qp;
}

void hevc_parser_contexts(hevc_parser *p)
{
    const hevc_slice *s = p->slice;
    const int init_type = s->slice_type == HEVC_SLICE_I ? 0 : s->slice_type == HEVC_SLICE_P ? 1 + s->cabac_init_flag : 2 - s->cabac_init_flag;
    hevc_cabac_contexts(p->ctx, init_type, s->slice_qp);
}
