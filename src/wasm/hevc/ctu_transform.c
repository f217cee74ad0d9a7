/* Quantization groups, transform tree and units, their edges (H.265 12/2016, 7.3.8.8, 7.3.8.10, 7.3.8.14, 8.6.1). */
#include "ctu_syntax.h"
#include "inspect.h"

/* ---- edges for deblocking ---- */

/* Coefficients are noted without deblocking too: the next slice may deblock its edge to this one. */
void hevc_mark_transform_edges(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t cbf) {
    const uint32_t x4 = (x - p->x0) >> 2, y4 = (y - p->y0) >> 2, at = (y4 >> 1) << 3 | x4 >> 1;
    hevc_edges *e = p->edges;
    const uint32_t n = log2_size > 3 ? 1u << (log2_size - 3) : 1;
    const uint64_t row = hevc_blocks_row(n) << at, column = hevc_blocks_column(n) << at;
    if (cbf) {
        if (log2_size == 2) e->cbf_luma[y4 & 1][x4 & 1] |= row;
        else {
            const uint64_t all = hevc_blocks_column(n) * hevc_blocks_row(n) << at;
            for (int i = 0; i < 4; i++) e->cbf_luma[i >> 1][i & 1] |= all;
        }
    }
    if (!p->deblock) return;
    if (!(x4 & 1)) p->marks.transform_v |= column;
    if (!(y4 & 1)) p->marks.transform_h |= row;
}

/* ---- quantization, 8.6.1 ---- */

static int chroma_qp(int qp, int offset, int bd_offset, uint32_t chroma_format_idc) {
    static const uint8_t table[14] = {29, 30, 31, 32, 33, 33, 34, 34, 35, 35, 36, 36, 37, 37}; /* qPi 30..43 */
    int i = qp + offset;
    i = i < -bd_offset ? -bd_offset : i > 57 ? 57 : i;
    if (HEVC_RANGE_EXTENSIONS && chroma_format_idc != HEVC_CHROMA_420) return (i < 51 ? i : 51) + bd_offset;
    return (i < 30 ? i : i < 44 ? table[i - 30] : i - 6) + bd_offset;
}

static void prepare_scaling(hevc_parser *p) {
    if (p->scale_qp_of == p->qp) return;
    p->scale_qp_of = p->qp;
    p->scale_qp[0] = p->qp + p->qp_bd_offset_y;
    const int cb = HEVC_RANGE_EXTENSIONS ? p->cu_qp_offset[0] : 0, cr = HEVC_RANGE_EXTENSIONS ? p->cu_qp_offset[1] : 0;
    p->scale_qp[1] = chroma_qp(p->qp, p->cb_qp_offset + cb, p->qp_bd_offset_c, p->chroma);
    p->scale_qp[2] = chroma_qp(p->qp, p->cr_qp_offset + cr, p->qp_bd_offset_c, p->chroma);
}

void hevc_start_quantization_group(hevc_parser *p, uint32_t x, uint32_t y) {
    const hevc_work *w = p->work;
    const uint32_t mask = (1u << p->log2_ctb) - 1;
    const int8_t *qp = w->qp + (y >> 3) * w->stride8 + (x >> 3);
    const int previous = p->first_qg ? p->slice->slice_qp : p->last_qp;
    const int left = x & mask ? qp[-1] : previous;
    const int above = y & mask ? qp[-(int)w->stride8] : previous;
    p->cu_qp_delta_coded = 0;
    p->qp = p->qp_pred = (left + above + 1) >> 1;
}

static void parse_cu_qp_delta(hevc_parser *p) {
    uint32_t value = 0;
    while (value < 5 && hevc_bin(p, HEVC_CTX_CU_QP_DELTA + (value > 0))) value++;
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

/* chroma_qp_offset(), 7.3.8.14 */
static void parse_chroma_qp_offset(hevc_parser *p) {
    const hevc_pps_range *range = &p->pps->range;
    int8_t offset[2] = {0, 0};
    if (hevc_bin(p, HEVC_CTX_CHROMA_QP_OFFSET_FLAG)) {
        uint32_t index = 0;
        while (index + 1 < range->chroma_qp_offset_list_len && hevc_bin(p, HEVC_CTX_CHROMA_QP_OFFSET_IDX)) index++;
        for (int c = 0; c < 2; c++) offset[c] = range->qp_offset_list[index][c];
    }
    for (int c = 0; c < 2; c++) p->cu_qp_offset[c] = offset[c];
    p->chroma_qp_offset_coded = 1;
    p->scale_qp_of = -128;
}

/* ---- transform tree, 7.3.8.8 and 7.3.8.10 ---- */

static uint32_t intra_sides(const hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size) {
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
        if (cx == 0 ? p->left_available : hevc_zscan4[(cy + size) >> 2][(cx - 1) >> 2] < here)
            sides |= HEVC_SIDE_BELOW_LEFT;
    }
    return sides;
}

/* x, y: luma place; log2_size: of the block in its own plane. */
static void emit_intra(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t plane, uint32_t mode,
                       uint32_t sides) {
    const uint32_t no_edge_filter = HEVC_RANGE_EXTENSIONS && p->sps->implicit_rdpcm_enabled_flag && p->cu_bypass;
    p->ctb_intra = 1;
    hevc_emit(p, HEVC_RECORD_INTRA | hevc_place(p, x, y) | plane << 12 | log2_size << 14 | mode << 17 | sides << 23 |
                     (no_edge_filter ? HEVC_INTRA_NO_EDGE_FILTER : 0));
}

/* 7.4.9.11: scanIdx */
static uint32_t scan_for(const hevc_parser *p, uint32_t mode, uint32_t log2_size, uint32_t max_log2) {
    if (!p->cu_intra || log2_size > max_log2) return 0;
    return mode - 6 <= 8 ? 2 : mode - 22 <= 8 ? 1 : 0;
}

/* cross_comp_pred(), 7.3.8.12: ResScaleVal as an extension. */
static uint32_t parse_res_scale(hevc_parser *p, uint32_t plane) {
    const uint32_t c = plane - 1;
    uint32_t log2_plus1 = 0;
    while (log2_plus1 < 4 && hevc_bin(p, HEVC_CTX_RES_SCALE_ABS + 4 * c + log2_plus1)) log2_plus1++;
    if (!log2_plus1) return HEVC_EXTENDED_NONE;
    const int size = 1 << (log2_plus1 - 1), scale = hevc_bin(p, HEVC_CTX_RES_SCALE_SIGN + c) ? -size : size;
    return (uint32_t)(scale + 8) << HEVC_EXTENDED_SCALE_SHIFT;
}

/* 4:2:2: two square blocks, one below the other (7.3.8.10); cbf has a bit for each. The lower one's neighbours are the
 * upper one and, on its left, those of the whole. */
static void chroma_blocks_422(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size_c, uint32_t cbf,
                              uint32_t plane, uint32_t sides) {
    const uint32_t left = sides & HEVC_SIDE_LEFT;
    const uint32_t upper = (sides & ~(uint32_t)HEVC_SIDE_BELOW_LEFT) | (left ? HEVC_SIDE_BELOW_LEFT : 0);
    const uint32_t lower = left | (sides & HEVC_SIDE_BELOW_LEFT) | HEVC_SIDE_ABOVE | (left ? HEVC_SIDE_ABOVE_LEFT : 0);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t at_y = y + (i << log2_size_c);
        if (p->cu_intra) emit_intra(p, x, at_y, log2_size_c, plane, p->chroma_mode[0], i ? lower : upper);
        if (cbf >> i & 1)
            hevc_parse_residual(p, (x - p->x0) >> 2, (at_y - p->y0) >> 2, log2_size_c, plane,
                                scan_for(p, p->chroma_mode[0], log2_size_c, 2));
    }
}

/* part: whose chroma mode it is; cross_component: the residual is predicted from luma, which has one. */
static void chroma_blocks(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size_c, const uint32_t cbf[2],
                          uint32_t sides, uint32_t part, uint32_t cross_component) {
    const uint32_t mode = p->chroma_mode[part], x4 = (x - p->x0) >> 2, y4 = (y - p->y0) >> 2;
    if (HEVC_RANGE_EXTENSIONS) {
        p->tu_mode = mode;
        p->extension = HEVC_EXTENDED_NONE;
    }
    for (uint32_t plane = 1; plane < 3; plane++) {
        if (hevc_is_422(p->chroma)) {
            chroma_blocks_422(p, x, y, log2_size_c, cbf[plane - 1], plane, sides);
            continue;
        }
        if (p->cu_intra) emit_intra(p, x, y, log2_size_c, plane, mode, sides);
        if (HEVC_RANGE_EXTENSIONS && cross_component) p->extension = parse_res_scale(p, plane);
        if (cbf[plane - 1])
            hevc_parse_residual(p, x4, y4, log2_size_c, plane,
                                scan_for(p, mode, log2_size_c, hevc_is_444(p->chroma) ? 3 : 2));
        else if (HEVC_RANGE_EXTENSIONS && p->extension != HEVC_EXTENDED_NONE)
            hevc_emit_predicted_residual(p, x4, y4, log2_size_c, plane);
    }
}

static void transform_unit(hevc_parser *p, uint32_t x, uint32_t y, uint32_t base_x, uint32_t base_y, uint32_t log2_size,
                           uint32_t depth, uint32_t blk, uint32_t cbf_luma, const uint32_t cbf_chroma[2]) {
    const uint32_t any_chroma = cbf_chroma[0] | cbf_chroma[1];
    if (cbf_luma | any_chroma) {
        if (p->pps->cu_qp_delta_enabled_flag && !p->cu_qp_delta_coded) parse_cu_qp_delta(p);
        if (HEVC_RANGE_EXTENSIONS && p->slice->cu_chroma_qp_offset_enabled_flag && any_chroma && !p->cu_bypass &&
            !p->chroma_qp_offset_coded)
            parse_chroma_qp_offset(p);
        prepare_scaling(p);
    }
    const uint32_t part = depth > 0 && p->intra_split ? blk : 0, mode = p->intra_mode[part];
    const uint32_t chroma_part = hevc_is_444(p->chroma) ? part : 0;
    const uint32_t cross_component = HEVC_RANGE_EXTENSIONS && p->pps->range.cross_component_prediction_enabled_flag &&
                                     cbf_luma && (!p->cu_intra || p->chroma_is_luma[chroma_part]);
    if (p->cu_intra) emit_intra(p, x, y, log2_size, 0, mode, intra_sides(p, x, y, log2_size));
    if (HEVC_RANGE_EXTENSIONS) {
        p->tu_mode = mode;
        p->extension = cross_component ? HEVC_EXTENDED_NONE | HEVC_EXTENDED_KEPT : HEVC_EXTENDED_NONE;
    }
    if (cbf_luma)
        hevc_parse_residual(p, (x - p->x0) >> 2, (y - p->y0) >> 2, log2_size, 0, scan_for(p, mode, log2_size, 3));
    if (!p->chroma) return;
    if (log2_size > 2 || hevc_is_444(p->chroma))
        chroma_blocks(p, x, y, log2_size - hevc_chroma_shift_x(p->chroma), cbf_chroma,
                      p->cu_intra ? intra_sides(p, x, y, log2_size) : 0, chroma_part, cross_component);
    else if ((((x >> 2) & 1) & (y >> 2)) == 1)
        chroma_blocks(p, base_x, base_y, 2, cbf_chroma, p->cu_intra ? intra_sides(p, base_x, base_y, 3) : 0, 0, 0);
}

/* cbf_cb or cbf_cr: of 4:2:2 a bit for each of the two blocks. */
static uint32_t parse_cbf_chroma(hevc_parser *p, uint32_t log2_size, uint32_t depth, uint32_t split) {
    const uint32_t ctx = HEVC_RANGE_EXTENSIONS && depth == 4 ? HEVC_CTX_CBF_CHROMA_4 : HEVC_CTX_CBF_CHROMA + depth;
    uint32_t cbf = (uint32_t)hevc_bin(p, ctx);
    if (hevc_is_422(p->chroma) && (!split || log2_size == 3)) cbf |= (uint32_t)hevc_bin(p, ctx) << 1;
    return cbf;
}

void hevc_transform_tree(hevc_parser *p, uint32_t x, uint32_t y, uint32_t base_x, uint32_t base_y, uint32_t log2_size,
                         uint32_t depth, uint32_t blk, const uint32_t parent_cbf[2]) {
    uint32_t split;
    if (log2_size <= p->log2_max_tb && log2_size > p->log2_min_tb && depth < p->max_trafo_depth &&
        !(p->intra_split && depth == 0))
        split = (uint32_t)hevc_bin(p, HEVC_CTX_SPLIT_TRANSFORM + 5 - log2_size);
    else
        split = log2_size > p->log2_max_tb || (p->intra_split && depth == 0) ||
                (p->sps->max_transform_hierarchy_depth_inter == 0 && !p->cu_intra &&
                 p->cu_part_mode != HEVC_PART_2Nx2N && depth == 0 && log2_size > p->log2_min_tb);

    uint32_t cbf[2] = {0, 0};
    if (p->chroma) {
        if (log2_size > 2 || hevc_is_444(p->chroma)) {
            if (parent_cbf[0]) cbf[0] = parse_cbf_chroma(p, log2_size, depth, split);
            if (parent_cbf[1]) cbf[1] = parse_cbf_chroma(p, log2_size, depth, split);
        } else {
            cbf[0] = parent_cbf[0];
            cbf[1] = parent_cbf[1];
        }
    }
    if (split) {
        const uint32_t half = 1u << (log2_size - 1);
        for (uint32_t i = 0; i < 4 && !p->error; i++)
            hevc_transform_tree(p, x + (i & 1) * half, y + (i >> 1) * half, x, y, log2_size - 1, depth + 1,
                                depth == 0 ? i : blk, cbf);
        return;
    }
    uint32_t cbf_luma = 1;
    if (p->cu_intra || depth != 0 || cbf[0] || cbf[1])
        cbf_luma = (uint32_t)hevc_bin(p, HEVC_CTX_CBF_LUMA + (depth == 0));
    hevc_mark_transform_edges(p, x, y, log2_size, cbf_luma);
    hevc_blocks_transform(p, x, y, log2_size, cbf_luma);
    transform_unit(p, x, y, base_x, base_y, log2_size, depth, blk, cbf_luma, cbf);
}
