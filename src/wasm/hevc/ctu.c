/* Coding tree units down to coding units (H.265 12/2016, 7.3.8.2 to 7.3.8.5); ctu_prediction.c and ctu_transform.c
 * parse the units below. */
#include <string.h>

#include "ctu_syntax.h"
#include "inspect.h"
#include "strength.h"

uint8_t hevc_zscan4[16][16];

void hevc_ctu_tables(void) {
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 16; x++) {
            uint32_t z = 0;
            for (uint32_t b = 0; b < 4; b++) z |= ((x >> b) & 1) << (2 * b) | ((y >> b) & 1) << (2 * b + 1);
            hevc_zscan4[y][x] = (uint8_t)z;
        }
    hevc_residual_tables();
}

/* ---- SAO, 7.3.8.3 ---- */

static uint32_t sao_offset_abs(hevc_parser *p, uint32_t max) {
    uint32_t n = 0;
    while (n < max && hevc_cabac_bypass(&p->cabac)) n++;
    return n;
}

static void parse_sao(hevc_parser *p) {
    hevc_work *w = p->work;
    hevc_sao *sao = &w->sao[p->ctb_rs];
    if (p->left_available && hevc_bin(p, HEVC_CTX_SAO_MERGE)) {
        *sao = w->sao[p->ctb_rs - 1];
        return;
    }
    if (p->above_available && hevc_bin(p, HEVC_CTX_SAO_MERGE)) {
        *sao = w->sao[p->ctb_rs - w->ctb_cols];
        return;
    }
    *sao = (hevc_sao){{0, 0, 0}, {0, 0, 0}, {{0}, {0}, {0}}};
    for (uint32_t plane = 0; plane < (p->chroma ? 3u : 1u); plane++) {
        if (!(plane ? p->slice->slice_sao_chroma_flag : p->slice->slice_sao_luma_flag)) continue;
        if (plane == 2) sao->type[2] = sao->type[1];
        else if (hevc_bin(p, HEVC_CTX_SAO_TYPE_IDX)) sao->type[plane] = hevc_cabac_bypass(&p->cabac) ? 2 : 1;
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
            if (plane == 2) sao->band_or_class[2] = sao->band_or_class[1];
            else sao->band_or_class[plane] = (uint8_t)hevc_cabac_bypass_bins(&p->cabac, 2);
        }
    }
}

/* ---- coding unit, 7.3.8.5 ---- */

static uint32_t parse_part_mode(hevc_parser *p) {
    if (hevc_bin(p, HEVC_CTX_PART_MODE)) return HEVC_PART_2Nx2N;
    if (p->cu_log2 == p->log2_min_cb) {
        if (p->cu_intra) return HEVC_PART_NxN;
        if (hevc_bin(p, HEVC_CTX_PART_MODE + 1)) return HEVC_PART_2NxN;
        if (p->cu_log2 == 3) return HEVC_PART_Nx2N;
        return hevc_bin(p, HEVC_CTX_PART_MODE + 2) ? HEVC_PART_Nx2N : HEVC_PART_NxN;
    }
    const int horizontal = hevc_bin(p, HEVC_CTX_PART_MODE + 1);
    if (!p->sps->amp_enabled_flag || hevc_bin(p, HEVC_CTX_PART_MODE + 3))
        return horizontal ? HEVC_PART_2NxN : HEVC_PART_Nx2N;
    const uint32_t second = (uint32_t)hevc_cabac_bypass(&p->cabac);
    return (horizontal ? HEVC_PART_2NxnU : HEVC_PART_nLx2N) + second;
}

static const hevc_motion intra_motion = {{{0, 0}, {0, 0}}, {-1, -1}, {255, 255}};

static void finish_coding_unit(hevc_parser *p, uint32_t keep) {
    hevc_work *w = p->work;
    const uint32_t n8 = 1u << (p->cu_log2 - 3);
    const uint32_t at = (p->cu_y >> 3) * w->stride8 + (p->cu_x >> 3);
    p->last_qp = p->qp;
    p->first_qg = 0;
    hevc_blocks_coding(p, 0);
    hevc_square_fill((uint8_t *)w->qp + at, w->stride8, (uint32_t)p->qp, n8);
    if (!keep && !w->ctb_keep[p->ctb_rs]) return;
    if (!w->ctb_keep[p->ctb_rs]) { /* first such block: the others of the CTB are cleared now */
        w->ctb_keep[p->ctb_rs] = 1;
        const uint32_t ctb8 = 1u << (p->log2_ctb - 3);
        for (uint32_t i = 0; i < ctb8; i++)
            __builtin_memset(w->keep + ((p->y0 >> 3) + i) * w->stride8 + (p->x0 >> 3), 0, ctb8);
    }
    hevc_square_fill(w->keep + at, w->stride8, keep, n8);
}

static void coding_unit(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t depth) {
    const hevc_slice *s = p->slice;
    const uint32_t size = 1u << log2_size, x8 = (x - p->x0) >> 3, y8 = (y - p->y0) >> 3, n8 = size >> 3;
    const uint32_t x4 = (x - p->x0) >> 2, y4 = (y - p->y0) >> 2, n4 = size >> 2;
    uint32_t skip = 0;

    p->cu_x = x;
    p->cu_y = y;
    p->cu_log2 = log2_size;
    p->cu_intra = 1;
    p->cu_part_mode = HEVC_PART_2Nx2N;
    p->intra_split = 0;
    p->cu_bypass = p->pps->transquant_bypass_enabled_flag && hevc_bin(p, HEVC_CTX_TRANSQUANT_BYPASS);

    if (s->slice_type != HEVC_SLICE_I)
        skip = (uint32_t)hevc_bin(p, HEVC_CTX_SKIP + (uint32_t)(p->left_units >> (8 * y8 + 7) & 1) +
                                         (uint32_t)(p->above_units >> (8 * x8 + 7) & 1));
    const uint64_t unit = (depth | (skip ? HEVC_UNIT_SKIP : 0)) * 0x0101010101010101u;
    const uint64_t rows = hevc_mask_bytes(y8, n8), columns = hevc_mask_bytes(x8, n8);
    p->left_units = (p->left_units & ~rows) | (unit & rows);
    p->above_units = (p->above_units & ~columns) | (unit & columns);
    if (p->deblock) {
        p->marks.prediction_v |= hevc_blocks_column(n8) << (y8 << 3 | x8);
        p->marks.prediction_h |= hevc_blocks_row(n8) << (y8 << 3 | x8);
    }

    if (skip) {
        p->cu_intra = 0;
        hevc_blocks_coding(p, 1);
        hevc_parse_prediction_unit(p, x, y, size, size, 0, 1, depth);
        hevc_set_no_intra_modes(p, x4, y4, n4);
        hevc_mark_transform_edges(p, x, y, log2_size, 0);
        finish_coding_unit(p, p->cu_bypass);
        return;
    }

    if (s->slice_type != HEVC_SLICE_I) p->cu_intra = (uint8_t)hevc_bin(p, HEVC_CTX_PRED_MODE);
    if (!p->cu_intra || log2_size == p->log2_min_cb) p->cu_part_mode = (uint8_t)parse_part_mode(p);

    uint32_t coded = 1;
    if (p->cu_intra) {
        if (s->slice_type != HEVC_SLICE_I) hevc_fill_motion(p, x, y, size, size, &intra_motion);
        p->edges->intra |= hevc_blocks_column(n8) * hevc_blocks_row(n8) << (y8 << 3 | x8);
        p->intra_split = p->cu_part_mode == HEVC_PART_NxN;
        if (p->cu_part_mode == HEVC_PART_2Nx2N && p->sps->pcm_enabled_flag &&
            log2_size >= p->sps->log2_min_pcm_cb_size && log2_size <= p->sps->log2_max_pcm_cb_size &&
            hevc_cabac_terminate(&p->cabac)) {
            hevc_parse_pcm(p);
            hevc_set_no_intra_modes(p, x4, y4, n4);
            hevc_mark_transform_edges(p, x, y, log2_size, 0);
            finish_coding_unit(p, p->cu_bypass || p->sps->pcm_loop_filter_disabled_flag);
            return;
        }
        hevc_parse_intra_modes(p);
        p->max_trafo_depth = (uint8_t)(p->sps->max_transform_hierarchy_depth_intra + p->intra_split);
    } else {
        hevc_set_no_intra_modes(p, x4, y4, n4);
        hevc_parse_prediction_units(p, depth);
        if (!(p->cu_part_mode == HEVC_PART_2Nx2N && p->merge_flag))
            coded = (uint32_t)hevc_bin(p, HEVC_CTX_RQT_ROOT_CBF);
        p->max_trafo_depth = p->sps->max_transform_hierarchy_depth_inter;
    }
    if (coded) {
        static const uint32_t root[2] = {1, 1};
        hevc_transform_tree(p, x, y, x, y, log2_size, 0, 0, root);
    } else hevc_mark_transform_edges(p, x, y, log2_size, 0);
    finish_coding_unit(p, p->cu_bypass);
}

/* at: samples from the CTB's left or top. */
static uint32_t depth_at(uint64_t units, uint32_t at) { return (uint32_t)(units >> (at & ~7u)) & HEVC_UNIT_DEPTH; }

static void coding_quadtree(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t depth) {
    const uint32_t size = 1u << log2_size;
    uint32_t split = log2_size > p->log2_min_cb;
    if (split && x + size <= p->width && y + size <= p->height)
        split = (uint32_t)hevc_bin(p, HEVC_CTX_SPLIT_CU + (depth_at(p->left_units, y - p->y0) > depth) +
                                          (depth_at(p->above_units, x - p->x0) > depth));
    if (p->pps->cu_qp_delta_enabled_flag && log2_size >= p->log2_qg) hevc_start_quantization_group(p, x, y);
    if (HEVC_RANGE_EXTENSIONS && p->slice->cu_chroma_qp_offset_enabled_flag && log2_size >= p->log2_chroma_qg)
        p->chroma_qp_offset_coded = 0;
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

/* The tile first: the slice of a CTB in another tile may change while this one is parsed (hevc_parse_nothing). */
static int same_slice_and_tile(const hevc_parser *p, uint32_t ctb_x, uint32_t ctb_y) {
    const hevc_tiles *t = &p->frame->tiles;
    return hevc_tile_id(t, ctb_x, ctb_y) == hevc_tile_id(t, p->ctb_x, p->ctb_y) &&
           p->work->ctb_slice[ctb_y * p->work->ctb_cols + ctb_x] == p->slice_index;
}

/* One motion per 16x16 for the pictures that will use this one as ColPic. */
static void store_motion(const hevc_parser *p) {
    hevc_pic *pic = p->frame->pic;
    const uint32_t end_x = (p->width + 15) >> 4, end_y = (p->height + 15) >> 4, n = 1u << (p->log2_ctb - 4);
    for (uint32_t y = p->y0 >> 4; y < (p->y0 >> 4) + n && y < end_y; y++)
        for (uint32_t x = p->x0 >> 4; x < (p->x0 >> 4) + n && x < end_x; x++)
            pic->motion[y * pic->motion_stride + x] =
                p->motion[((y << 2) - (p->y0 >> 2)) * p->work->stride4 + ((x << 2) - (p->x0 >> 2))];
}

static void decide_strengths(const hevc_parser *p) {
    const hevc_marks *m = &p->marks;
    const uint64_t left = p->left_available ? 0 : HEVC_EDGES_LEFT, above = p->above_available ? 0 : HEVC_EDGES_TOP;
    p->edges->open_left = !p->left_available;
    p->edges->open_above = !p->above_available;
    hevc_decide_v(p->work, p->ctb_x, p->ctb_y, m->transform_v & ~left, m->prediction_v & ~left);
    hevc_decide_h(p->work, p->ctb_x, p->ctb_y, m->transform_h & ~above, m->prediction_h & ~above);
    p->edges->weak_v[0] |= m->transform_v & left;
    p->edges->weak_h[0] |= m->transform_h & above;
}

/* n = 2, 4 or 8 units: another thread may write the units beside them. */
static uint64_t load_units(const uint8_t *from, uint32_t n) {
    uint64_t units = 0;
    if (n == 8) __builtin_memcpy(&units, from, 8);
    else if (n == 4) __builtin_memcpy(&units, from, 4);
    else __builtin_memcpy(&units, from, 2);
    return units;
}

static void store_units(uint8_t *to, uint64_t units, uint32_t n) {
    if (n == 8) __builtin_memcpy(to, &units, 8);
    else if (n == 4) __builtin_memcpy(to, &units, 4);
    else __builtin_memcpy(to, &units, 2);
}

int hevc_parse_ctu(hevc_parser *p, uint32_t ctb_x, uint32_t ctb_y, uint32_t *out) {
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
    uint8_t *above_units = w->above_units + p->frame->tiles.row_of[ctb_y] * w->stride8 + (p->x0 >> 3);
    p->out = out;
    __builtin_memset(p->inter, 0, sizeof p->inter);
    p->error = 0;
    p->has_modes = p->left_available & p->ctb_intra;
    p->ctb_intra = 0;
    hevc_blocks_clear(p->frame, ctb_x, ctb_y);

    w->ctb_keep[rs] = 0;
    p->edges = &w->edges[rs];
    p->motion = hevc_motion_ctb(w, ctb_x, ctb_y);
    __builtin_memset(p->edges, 0, sizeof *p->edges);
    __builtin_memset(&p->marks, 0, sizeof p->marks);
    if (!p->left_available) {
        p->left_units = 0;
        __builtin_memset(p->left_mode, 1, sizeof p->left_mode);
    }
    __builtin_memset(p->above_mode, 1, sizeof p->above_mode); /* candidate B above the CTB counts as DC (8.4.2) */
    p->above_units = p->above_available ? load_units(above_units, ctb >> 3) : 0;
    if (p->slice->slice_type == HEVC_SLICE_I) hevc_fill_motion(p, p->x0, p->y0, ctb, ctb, &intra_motion);

    if (p->slice->slice_sao_luma_flag || p->slice->slice_sao_chroma_flag) parse_sao(p);
    else w->sao[rs] = (hevc_sao){{0, 0, 0}, {0, 0, 0}, {{0}, {0}, {0}}};
    coding_quadtree(p, p->x0, p->y0, p->log2_ctb, 0);
    store_units(above_units, p->above_units, ctb >> 3);
    hevc_emit(p, HEVC_RECORD_END);
    if (p->error || hevc_cabac_overrun(&p->cabac)) return -1;
    store_motion(p);
    if (p->deblock && !p->frame->skip_deblocking) decide_strengths(p);
    return 0;
}

/* A CTB without usable data: nothing predicts from it, its edges are not filtered. */
void hevc_parse_nothing(hevc_work *w, const hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y) {
    const uint32_t rs = ctb_y * w->ctb_cols + ctb_x, n4 = 1u << (w->log2_ctb - 2), n8 = n4 >> 1;
    hevc_pic *pic = frame->pic;
    hevc_blocks_clear(frame, ctb_x, ctb_y);
    w->ctb_slice[rs] = HEVC_NO_SLICE;
    w->ctb_keep[rs] = 0;
    w->sao[rs] = (hevc_sao){{0, 0, 0}, {0, 0, 0}, {{0}, {0}, {0}}};
    __builtin_memset(&w->edges[rs], 0, sizeof w->edges[rs]);
    w->edges[rs].intra = ~(uint64_t)0; /* with intra motion: neighbouring slices may filter their edge to it */
    hevc_motion_fill(hevc_motion_ctb(w, ctb_x, ctb_y), w->stride4, n4, n4, &intra_motion);
    for (uint32_t y = 0; y < n8; y++) __builtin_memset(w->qp + (ctb_y * n8 + y) * w->stride8 + ctb_x * n8, 0, n8);
    const uint32_t n16 = n4 >> 2, end_x = (pic->width + 15) >> 4, end_y = (pic->height + 15) >> 4;
    for (uint32_t y = ctb_y * n16; y < (ctb_y + 1) * n16 && y < end_y; y++)
        for (uint32_t x = ctb_x * n16; x < (ctb_x + 1) * n16 && x < end_x; x++)
            pic->motion[y * pic->motion_stride + x] = intra_motion;
}

/* ---- slice segments ---- */

void hevc_parser_frame(hevc_parser *p, hevc_frame *frame) {
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
    p->log2_chroma_qg = p->log2_ctb - frame->pps.range.diff_cu_chroma_qp_offset_depth;
    p->width = sps->pic_width_in_luma_samples;
    p->height = sps->pic_height_in_luma_samples;
    p->chroma = HEVC_RANGE_EXTENSIONS ? sps->chroma_format_idc : sps->chroma_format_idc != 0;
    p->qp_bd_offset_y = 6 * (sps->bit_depth_luma - 8);
    p->qp_bd_offset_c = 6 * (sps->bit_depth_chroma - 8);
    p->slice = 0;
    p->slice_index = HEVC_NO_SLICE;
    p->last_qp = 0;
    memset(p->taken, 0, sizeof p->taken);
}

void hevc_parser_slice(hevc_parser *p, const hevc_segment *segment) {
    const hevc_slice *s = &p->frame->slices[segment->slice];
    p->slice = s;
    p->slice_index = segment->slice;
    p->cb_qp_offset = p->pps->pps_cb_qp_offset + s->slice_cb_qp_offset;
    p->cr_qp_offset = p->pps->pps_cr_qp_offset + s->slice_cr_qp_offset;
    p->deblock = !s->slice_deblocking_filter_disabled_flag;
    p->scale_qp_of = -128;
    p->cu_qp_offset[0] = p->cu_qp_offset[1] = 0;
    if (!segment->dependent_slice_segment_flag) p->last_qp = s->slice_qp;
    if (!p->pps->cu_qp_delta_enabled_flag) p->qp = s->slice_qp;
}

void hevc_parser_contexts(hevc_parser *p) {
    const hevc_slice *s = p->slice;
    const int init_type = s->slice_type == HEVC_SLICE_I   ? 0
                          : s->slice_type == HEVC_SLICE_P ? 1 + s->cabac_init_flag
                                                          : 2 - s->cabac_init_flag;
    hevc_cabac_contexts(p->ctx, init_type, s->slice_qp);
}
