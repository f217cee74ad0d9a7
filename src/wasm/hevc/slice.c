/* Slice segment header: 7.3.6.1, 7.3.6.2 (list modification), 7.3.6.3 (weights). */
#include "slice.h"

#include <string.h>

#include "decoder.h"

#define REFUSE(code, text)                                                                                             \
    do {                                                                                                               \
        *reason = (text);                                                                                              \
        return (code);                                                                                                 \
    } while (0)

static uint32_t ceil_log2(uint32_t v) {
    uint32_t n = 0;
    while ((1u << n) < v) n++;
    return n;
}

static int is_irap(uint32_t type) { return type >= HEVC_NAL_BLA_W_LP && type <= HEVC_NAL_RSV_IRAP_23; }
static int is_idr(uint32_t type) { return type == HEVC_NAL_IDR_W_RADL || type == HEVC_NAL_IDR_N_LP; }

void hevc_slice_header_begin(hevc_bits *b, uint32_t nal_unit_type, hevc_slice_header *h) {
    memset(h, 0, sizeof *h);
    h->first_slice_segment_in_pic_flag = (uint8_t)hevc_bits_flag(b);
    if (is_irap(nal_unit_type)) h->no_output_of_prior_pics_flag = (uint8_t)hevc_bits_flag(b);
    h->slice_pic_parameter_set_id = (uint8_t)hevc_bits_ue_max(b, HEVC_MAX_PPS - 1);
}

static void parse_long_term(hevc_bits *b, const hevc_sps *sps, hevc_slice_header *h) {
    uint32_t from_sps = 0;
    if (sps->num_long_term_ref_pics_sps) from_sps = hevc_bits_ue_max(b, sps->num_long_term_ref_pics_sps);
    uint32_t total = from_sps + hevc_bits_ue_max(b, HEVC_MAX_LT_SPS);
    if (total > HEVC_MAX_REFS) b->error = 1;
    uint32_t idx_bits = ceil_log2(sps->num_long_term_ref_pics_sps);
    for (uint32_t i = 0; i < total && !b->error; i++) {
        uint32_t used;
        if (i < from_sps) {
            uint32_t idx = hevc_bits_u(b, idx_bits);
            if (idx >= sps->num_long_term_ref_pics_sps) {
                b->error = 1;
                return;
            }
            h->lt_poc_lsb[i] = sps->lt_ref_pic_poc_lsb_sps[idx];
            used = sps->used_by_curr_pic_lt_sps >> idx & 1;
        } else {
            h->lt_poc_lsb[i] = (uint16_t)hevc_bits_u(b, sps->log2_max_pic_order_cnt_lsb);
            used = hevc_bits_flag(b);
        }
        h->lt_used_by_curr_pic |= used << i;
        if (hevc_bits_flag(b)) {
            h->lt_msb_present |= 1u << i;
            h->lt_delta_poc_msb_cycle[i] = hevc_bits_ue(b);
        }
        if (i != 0 && i != from_sps) h->lt_delta_poc_msb_cycle[i] += h->lt_delta_poc_msb_cycle[i - 1];
    }
    h->num_long_term = (uint8_t)total;
}

static void parse_rps(hevc_bits *b, const hevc_sps *sps, hevc_slice_header *h) {
    h->slice_pic_order_cnt_lsb = (uint16_t)hevc_bits_u(b, sps->log2_max_pic_order_cnt_lsb);
    if (!hevc_bits_flag(b)) { /* short_term_ref_pic_set_sps_flag */
        hevc_st_rps_parse(b, sps, sps->num_short_term_ref_pic_sets, &h->st_rps);
    } else {
        uint32_t idx = hevc_bits_u(b, ceil_log2(sps->num_short_term_ref_pic_sets));
        if (idx < sps->num_short_term_ref_pic_sets) h->st_rps = sps->st_rps[idx];
        else b->error = 1;
    }
    if (sps->long_term_ref_pics_present_flag) parse_long_term(b, sps, h);
    if (sps->sps_temporal_mvp_enabled_flag) h->slice.slice_temporal_mvp_enabled_flag = (uint8_t)hevc_bits_flag(b);

    uint32_t total = 0;
    for (uint32_t used = h->st_rps.used_by_curr_pic; used; used &= used - 1) total++;
    for (uint32_t used = h->lt_used_by_curr_pic; used; used &= used - 1) total++;
    if (h->st_rps.num_negative_pics + h->st_rps.num_positive_pics + h->num_long_term > HEVC_MAX_REFS) b->error = 1;
    h->num_pic_total_curr = (uint8_t)total;
}

static int clip_offset(int v, int half_range) {
    return v < -half_range ? -half_range : v > half_range - 1 ? half_range - 1 : v;
}

/* 7.3.6.3 with 7.4.7.3; every entry is coded since the lists of a single layer never hold the current picture. */
static void parse_weights(hevc_bits *b, const hevc_sps *sps, hevc_slice *s) {
    uint32_t chroma = sps->chroma_format_idc != 0;
    s->luma_log2_weight_denom = (uint8_t)hevc_bits_ue_max(b, 7);
    int32_t chroma_denom = s->luma_log2_weight_denom;
    if (chroma) chroma_denom += hevc_bits_se_in(b, -7, 7);
    if (chroma_denom < 0 || chroma_denom > 7) {
        b->error = 1;
        return;
    }
    s->chroma_log2_weight_denom = (uint8_t)chroma_denom;
    const int high_precision = HEVC_RANGE_EXTENSIONS && sps->high_precision_offsets_enabled_flag;
    int luma_shift = high_precision ? 0 : sps->bit_depth_luma - 8;
    int chroma_shift = high_precision ? 0 : sps->bit_depth_chroma - 8;
    /* WpOffsetHalfRangeY, WpOffsetHalfRangeC */
    const int luma_half = high_precision ? 1 << (sps->bit_depth_luma - 1) : 128;
    const int chroma_half = high_precision ? 1 << (sps->bit_depth_chroma - 1) : 128;
    for (uint32_t list = 0; list < (s->slice_type == HEVC_SLICE_B ? 2u : 1u); list++) {
        uint32_t n = s->num_ref_idx_active[list], luma_flags = 0, chroma_flags = 0;
        for (uint32_t i = 0; i < n; i++) luma_flags |= hevc_bits_flag(b) << i;
        for (uint32_t i = 0; chroma && i < n; i++) chroma_flags |= hevc_bits_flag(b) << i;
        for (uint32_t i = 0; i < n; i++) {
            hevc_pred_weight *w = &s->pred_weight[list][i];
            w->weight[0] = (int16_t)(1 << s->luma_log2_weight_denom);
            w->weight[1] = w->weight[2] = (int16_t)(1 << chroma_denom);
            if (luma_flags >> i & 1) {
                w->weight[0] = (int16_t)(w->weight[0] + hevc_bits_se_in(b, -128, 127));
                w->offset[0] = (int16_t)(hevc_bits_se_in(b, -luma_half, luma_half - 1) * (1 << luma_shift));
            }
            for (int c = 1; (chroma_flags >> i & 1) && c < 3; c++) {
                w->weight[c] = (int16_t)(w->weight[c] + hevc_bits_se_in(b, -128, 127));
                int32_t delta = hevc_bits_se_in(b, -4 * chroma_half, 4 * chroma_half - 1);
                int32_t offset =
                    clip_offset(chroma_half + delta - ((chroma_half * w->weight[c]) >> chroma_denom), chroma_half);
                w->offset[c] = (int16_t)(offset * (1 << chroma_shift));
            }
        }
    }
}

static int parse_inter(hevc_bits *b, const hevc_sps *sps, const hevc_pps *pps, hevc_slice_header *h,
                       const char **reason) {
    hevc_slice *s = &h->slice;
    uint32_t lists = s->slice_type == HEVC_SLICE_B ? 2 : 1;
    s->num_ref_idx_active[0] = pps->num_ref_idx_l0_default_active;
    if (lists == 2) s->num_ref_idx_active[1] = pps->num_ref_idx_l1_default_active;
    if (hevc_bits_flag(b)) /* num_ref_idx_active_override_flag */
        for (uint32_t l = 0; l < lists; l++) s->num_ref_idx_active[l] = (uint8_t)(hevc_bits_ue_max(b, 14) + 1);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "num_ref_idx_active");
    if (!h->num_pic_total_curr) REFUSE(HEVC_ERR_INVALID, "P or B slice without reference pictures");
    if (pps->lists_modification_present_flag && h->num_pic_total_curr > 1) {
        uint32_t bits = ceil_log2(h->num_pic_total_curr);
        for (uint32_t l = 0; l < lists; l++) {
            h->ref_pic_list_modification_flag[l] = (uint8_t)hevc_bits_flag(b);
            for (uint32_t i = 0; h->ref_pic_list_modification_flag[l] && i < s->num_ref_idx_active[l]; i++) {
                h->list_entry[l][i] = (uint8_t)hevc_bits_u(b, bits);
                if (h->list_entry[l][i] >= h->num_pic_total_curr) REFUSE(HEVC_ERR_INVALID, "list_entry");
            }
        }
    }
    if (lists == 2) s->mvd_l1_zero_flag = (uint8_t)hevc_bits_flag(b);
    if (pps->cabac_init_present_flag) s->cabac_init_flag = (uint8_t)hevc_bits_flag(b);
    s->collocated_from_l0_flag = 1;
    if (s->slice_temporal_mvp_enabled_flag) {
        if (lists == 2) s->collocated_from_l0_flag = (uint8_t)hevc_bits_flag(b);
        uint32_t active = s->num_ref_idx_active[!s->collocated_from_l0_flag];
        if (active > 1) s->collocated_ref_idx = (uint8_t)hevc_bits_ue_max(b, active - 1);
    }
    s->weighted = s->slice_type == HEVC_SLICE_P ? pps->weighted_pred_flag : pps->weighted_bipred_flag;
    if (s->weighted) parse_weights(b, sps, s);
    s->max_num_merge_cand = (uint8_t)(5 - hevc_bits_ue_max(b, 4));
    if (b->error) REFUSE(HEVC_ERR_INVALID, "inter part of the slice header");
    return HEVC_OK;
}

static int parse_independent(hevc_bits *b, const hevc_sps *sps, const hevc_pps *pps, uint32_t type,
                             hevc_slice_header *h, const char **reason) {
    hevc_slice *s = &h->slice;
    hevc_bits_skip(b, pps->num_extra_slice_header_bits);
    uint32_t slice_type = hevc_bits_ue_max(b, 2);
    if (b->error || (is_irap(type) && slice_type != HEVC_SLICE_I)) REFUSE(HEVC_ERR_INVALID, "slice_type");
    s->slice_type = (uint8_t)slice_type;
    h->pic_output_flag = pps->output_flag_present_flag ? (uint8_t)hevc_bits_flag(b) : 1;
    if (!is_idr(type)) parse_rps(b, sps, h);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "reference picture set of the slice");
    if (sps->sample_adaptive_offset_enabled_flag) {
        s->slice_sao_luma_flag = (uint8_t)hevc_bits_flag(b);
        if (sps->chroma_format_idc) s->slice_sao_chroma_flag = (uint8_t)hevc_bits_flag(b);
    }
    if (slice_type != HEVC_SLICE_I) {
        int result = parse_inter(b, sps, pps, h, reason);
        if (result != HEVC_OK) return result;
    }
    int32_t qp = pps->init_qp + hevc_bits_se_in(b, -90, 90);
    if (qp < -6 * (sps->bit_depth_luma - 8) || qp > 51) REFUSE(HEVC_ERR_INVALID, "slice_qp_delta");
    s->slice_qp = (int8_t)qp;
    if (pps->pps_slice_chroma_qp_offsets_present_flag) {
        s->slice_cb_qp_offset = (int8_t)hevc_bits_se_in(b, -12, 12);
        s->slice_cr_qp_offset = (int8_t)hevc_bits_se_in(b, -12, 12);
        int cb = pps->pps_cb_qp_offset + s->slice_cb_qp_offset, cr = pps->pps_cr_qp_offset + s->slice_cr_qp_offset;
        if (cb < -12 || cb > 12 || cr < -12 || cr > 12)
            REFUSE(HEVC_ERR_INVALID, "slice_cb_qp_offset or slice_cr_qp_offset");
    }
    if (HEVC_RANGE_EXTENSIONS && pps->range.chroma_qp_offset_list_enabled_flag && !hevc_sps_is_version_1(sps))
        s->cu_chroma_qp_offset_enabled_flag = (uint8_t)hevc_bits_flag(b);
    uint32_t override = pps->deblocking_filter_override_enabled_flag ? hevc_bits_flag(b) : 0;
    s->slice_deblocking_filter_disabled_flag = pps->pps_deblocking_filter_disabled_flag;
    s->slice_beta_offset = pps->pps_beta_offset;
    s->slice_tc_offset = pps->pps_tc_offset;
    if (override) {
        s->slice_deblocking_filter_disabled_flag = (uint8_t)hevc_bits_flag(b);
        if (!s->slice_deblocking_filter_disabled_flag) {
            s->slice_beta_offset = (int8_t)(hevc_bits_se_in(b, -6, 6) * 2);
            s->slice_tc_offset = (int8_t)(hevc_bits_se_in(b, -6, 6) * 2);
        }
    }
    s->slice_loop_filter_across_slices_enabled_flag = pps->pps_loop_filter_across_slices_enabled_flag;
    if (pps->pps_loop_filter_across_slices_enabled_flag &&
        (s->slice_sao_luma_flag || s->slice_sao_chroma_flag || !s->slice_deblocking_filter_disabled_flag))
        s->slice_loop_filter_across_slices_enabled_flag = (uint8_t)hevc_bits_flag(b);
    return HEVC_OK;
}

int hevc_slice_header_parse(hevc_bits *b, const hevc_sps *sps, const hevc_pps *pps, uint32_t nal_unit_type,
                            uint32_t temporal_id, hevc_slice_header *h, const char **reason) {
    uint32_t ctbs = (uint32_t)sps->pic_width_in_ctbs * sps->pic_height_in_ctbs;
    if (!h->first_slice_segment_in_pic_flag) {
        if (pps->dependent_slice_segments_enabled_flag) h->dependent_slice_segment_flag = (uint8_t)hevc_bits_flag(b);
        h->slice_segment_address = hevc_bits_u(b, ceil_log2(ctbs));
        if (b->error || h->slice_segment_address >= ctbs) REFUSE(HEVC_ERR_INVALID, "slice_segment_address");
    }
    if (!h->dependent_slice_segment_flag) {
        h->slice.slice_addr_rs = h->slice_segment_address;
        h->slice.nal_unit_type = (uint8_t)nal_unit_type;
        h->slice.temporal_id = (uint8_t)temporal_id;
        h->slice.pps_id = h->slice_pic_parameter_set_id;
        int result = parse_independent(b, sps, pps, nal_unit_type, h, reason);
        if (result != HEVC_OK) return result;
    }
    if (pps->tiles_enabled_flag || pps->entropy_coding_sync_enabled_flag) {
        uint32_t rows = pps->entropy_coding_sync_enabled_flag ? sps->pic_height_in_ctbs : pps->num_tile_rows;
        uint32_t limit = rows * (pps->tiles_enabled_flag ? pps->num_tile_columns : 1u) - 1;
        h->num_entry_point_offsets = hevc_bits_ue_max(b, limit);
        if (h->num_entry_point_offsets) {
            h->offset_len = hevc_bits_ue_max(b, 31) + 1;
            h->entry_points = *b;
            for (uint32_t i = 0; i < h->num_entry_point_offsets && !b->error; i++) hevc_bits_u(b, h->offset_len);
        }
    }
    if (pps->slice_segment_header_extension_present_flag) {
        uint32_t bytes = hevc_bits_ue_max(b, 256);
        hevc_bits_skip(b, bytes * 8);
    }
    hevc_bits_byte_alignment(b);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "slice header out of range or too short");
    h->data = (uint8_t *)b->at; /* the input slot is ours to write: emulation prevention is removed in place */
    h->data_bytes = (uint32_t)(b->end - b->at);
    if (!h->data_bytes) REFUSE(HEVC_ERR_INVALID, "slice segment without data");
    return HEVC_OK;
}
