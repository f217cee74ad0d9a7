/* Picture parameter set: 7.3.2.3, and the values that depend on its SPS too (6.5.1). */
#include <string.h>

#include "hevc.h"
#include "params.h"

#define REFUSE(code, text)                                                                                             \
    do {                                                                                                               \
        *reason = (text);                                                                                              \
        return (code);                                                                                                 \
    } while (0)

static int parse_tiles(hevc_bits *b, hevc_pps *out, const char **reason) {
    out->num_tile_columns = out->num_tile_rows = out->uniform_spacing_flag = 1;
    out->loop_filter_across_tiles_enabled_flag = 1;
    if (!out->tiles_enabled_flag) return HEVC_OK;
    out->num_tile_columns = (uint8_t)(hevc_bits_ue_max(b, HEVC_MAX_TILE_COLS - 1) + 1);
    out->num_tile_rows = (uint8_t)(hevc_bits_ue_max(b, HEVC_MAX_TILE_ROWS - 1) + 1);
    out->uniform_spacing_flag = (uint8_t)hevc_bits_flag(b);
    if (!out->uniform_spacing_flag) {
        for (int i = 0; i + 1 < out->num_tile_columns; i++)
            out->column_width[i] = (uint16_t)(hevc_bits_ue_max(b, HEVC_MAX_CTB_COLS - 1) + 1);
        for (int i = 0; i + 1 < out->num_tile_rows; i++)
            out->row_height[i] = (uint16_t)(hevc_bits_ue_max(b, HEVC_MAX_CTB_ROWS - 1) + 1);
    }
    out->loop_filter_across_tiles_enabled_flag = (uint8_t)hevc_bits_flag(b);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "tiles of the PPS");
    return HEVC_OK;
}

static void parse_deblocking(hevc_bits *b, hevc_pps *out) {
    if (!hevc_bits_flag(b)) return; /* deblocking_filter_control_present_flag */
    out->deblocking_filter_override_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->pps_deblocking_filter_disabled_flag = (uint8_t)hevc_bits_flag(b);
    if (out->pps_deblocking_filter_disabled_flag) return;
    out->pps_beta_offset = (int8_t)(hevc_bits_se_in(b, -6, 6) * 2);
    out->pps_tc_offset = (int8_t)(hevc_bits_se_in(b, -6, 6) * 2);
}

void hevc_pps_range_default(hevc_pps_range *range) {
    memset(range, 0, sizeof *range);
    range->log2_max_transform_skip_size = 2;
}

/* pps_range_extension(), 7.3.2.3.2. Returns the first tool in use that this build does not decode, or null. */
static const char *parse_range_extension(hevc_bits *b, const hevc_pps *pps, hevc_pps_range *out) {
    if (pps->transform_skip_enabled_flag) out->log2_max_transform_skip_size = (uint8_t)(2 + hevc_bits_ue_max(b, 3));
    out->cross_component_prediction_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->chroma_qp_offset_list_enabled_flag = (uint8_t)hevc_bits_flag(b);
    if (out->chroma_qp_offset_list_enabled_flag) {
        out->diff_cu_chroma_qp_offset_depth = (uint8_t)hevc_bits_ue_max(b, 3);
        out->chroma_qp_offset_list_len = (uint8_t)(1 + hevc_bits_ue_max(b, HEVC_MAX_CHROMA_QP_OFFSETS - 1));
        for (int i = 0; i < out->chroma_qp_offset_list_len; i++)
            for (int c = 0; c < 2; c++) out->qp_offset_list[i][c] = (int8_t)hevc_bits_se_in(b, -12, 12);
    }
    out->log2_sao_offset_scale_luma = (uint8_t)hevc_bits_ue_max(b, 2);
    out->log2_sao_offset_scale_chroma = (uint8_t)hevc_bits_ue_max(b, 2);
    if (HEVC_RANGE_EXTENSIONS) return b->error ? "pps_range_extension() out of range" : 0;
    if (b->error) return 0; /* everything needed was read */
    if (out->log2_max_transform_skip_size > 2) return "transform skip of blocks above 4x4 (RExt)";
    if (out->cross_component_prediction_enabled_flag) return "cross-component prediction (RExt)";
    if (out->log2_sao_offset_scale_luma | out->log2_sao_offset_scale_chroma) return "scaled SAO offsets (RExt)";
    return out->chroma_qp_offset_list_enabled_flag ? "chroma QP offset lists (RExt)" : 0;
}

/* Tools of extensions that this build does not decode are refused, unless the SPS, known later, has a profile of
 * version 1. Returns why, or null. */
static const char *parse_extensions(hevc_bits *b, hevc_pps *pps) {
    hevc_pps_range_default(&pps->range);
    if (!hevc_bits_flag(b)) return 0; /* pps_extension_present_flag */
    uint32_t range = hevc_bits_flag(b), multilayer = hevc_bits_flag(b), three_d = hevc_bits_flag(b);
    uint32_t scc = hevc_bits_flag(b);
    hevc_bits_u(b, 4);
    const char *range_tool = range ? parse_range_extension(b, pps, &pps->range) : 0;
    if (range_tool) return range_tool;
    if (b->error) return 0; /* everything needed was read */
    if (scc) return "screen content coding extension";
    return multilayer || three_d ? "multilayer or 3D extension" : 0;
}

int hevc_pps_parse(hevc_bits *b, hevc_pps *out, const char **reason) {
    memset(out, 0, sizeof *out);
    out->pps_pic_parameter_set_id = (uint8_t)hevc_bits_ue_max(b, HEVC_MAX_PPS - 1);
    out->pps_seq_parameter_set_id = (uint8_t)hevc_bits_ue_max(b, HEVC_MAX_SPS - 1);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "parameter set ids of the PPS");
    out->dependent_slice_segments_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->output_flag_present_flag = (uint8_t)hevc_bits_flag(b);
    out->num_extra_slice_header_bits = (uint8_t)hevc_bits_u(b, 3);
    out->sign_data_hiding_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->cabac_init_present_flag = (uint8_t)hevc_bits_flag(b);
    out->num_ref_idx_l0_default_active = (uint8_t)(hevc_bits_ue_max(b, 14) + 1);
    out->num_ref_idx_l1_default_active = (uint8_t)(hevc_bits_ue_max(b, 14) + 1);
    out->init_qp = (int8_t)(26 + hevc_bits_se_in(b, -26 - 6 * (HEVC_MAX_BIT_DEPTH - 8),
                                                 25)); /* QpBdOffset checked on activation */
    out->constrained_intra_pred_flag = (uint8_t)hevc_bits_flag(b);
    out->transform_skip_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->cu_qp_delta_enabled_flag = (uint8_t)hevc_bits_flag(b);
    if (out->cu_qp_delta_enabled_flag) out->diff_cu_qp_delta_depth = (uint8_t)hevc_bits_ue_max(b, 3);
    out->pps_cb_qp_offset = (int8_t)hevc_bits_se_in(b, -12, 12);
    out->pps_cr_qp_offset = (int8_t)hevc_bits_se_in(b, -12, 12);
    out->pps_slice_chroma_qp_offsets_present_flag = (uint8_t)hevc_bits_flag(b);
    out->weighted_pred_flag = (uint8_t)hevc_bits_flag(b);
    out->weighted_bipred_flag = (uint8_t)hevc_bits_flag(b);
    out->transquant_bypass_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->tiles_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->entropy_coding_sync_enabled_flag = (uint8_t)hevc_bits_flag(b);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "PPS out of range or too short");
    int result = parse_tiles(b, out, reason);
    if (result != HEVC_OK) return result;
    out->pps_loop_filter_across_slices_enabled_flag = (uint8_t)hevc_bits_flag(b);
    parse_deblocking(b, out);
    out->pps_scaling_list_data_present_flag = (uint8_t)hevc_bits_flag(b);
    if (out->pps_scaling_list_data_present_flag) hevc_scaling_list_parse(b, &out->scaling_list);
    out->lists_modification_present_flag = (uint8_t)hevc_bits_flag(b);
    out->log2_par_mrg_level = (uint8_t)(hevc_bits_ue_max(b, 4) + 2);
    out->slice_segment_header_extension_present_flag = (uint8_t)hevc_bits_flag(b);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "PPS out of range or too short");
    out->extension = parse_extensions(b, out);
    out->valid = 1;
    return HEVC_OK;
}

/* colBd or rowBd (6-3 to 6-6). Returns 0 when the coded sizes do not fit into the picture. */
static int tile_boundaries(uint16_t *bd, uint8_t *of, uint32_t parts, uint32_t ctbs, const uint16_t *coded) {
    uint32_t at = 0;
    if (parts > ctbs) return 0;
    for (uint32_t i = 0; i < parts; i++) {
        bd[i] = (uint16_t)at;
        uint32_t end = coded ? at + coded[i] : (i + 1) * ctbs / parts;
        if (i + 1 == parts) end = ctbs;
        if (end > ctbs || end <= at) return 0;
        for (; at < end; at++) of[at] = (uint8_t)i;
    }
    bd[parts] = (uint16_t)ctbs;
    return 1;
}

int hevc_pps_activate(const hevc_sps *sps, const hevc_pps *pps, hevc_tiles *tiles, const char **reason) {
    if (pps->diff_cu_qp_delta_depth > sps->log2_ctb_size - sps->log2_min_cb_size)
        REFUSE(HEVC_ERR_INVALID, "diff_cu_qp_delta_depth");
    if (pps->init_qp < -6 * (sps->bit_depth_luma - 8)) REFUSE(HEVC_ERR_INVALID, "init_qp_minus26");
    if (pps->log2_par_mrg_level > sps->log2_ctb_size) REFUSE(HEVC_ERR_INVALID, "log2_parallel_merge_level_minus2");
    const hevc_pps_range *range = &pps->range;
    if (HEVC_RANGE_EXTENSIONS && !hevc_sps_is_version_1(sps) &&
        (range->log2_max_transform_skip_size > sps->log2_max_tb_size ||
         range->log2_sao_offset_scale_luma > (sps->bit_depth_luma > 10 ? sps->bit_depth_luma - 10 : 0) ||
         range->log2_sao_offset_scale_chroma > (sps->bit_depth_chroma > 10 ? sps->bit_depth_chroma - 10 : 0) ||
         range->diff_cu_chroma_qp_offset_depth > sps->log2_ctb_size - sps->log2_min_cb_size ||
         (range->cross_component_prediction_enabled_flag && sps->chroma_format_idc != HEVC_CHROMA_444) ||
         (range->chroma_qp_offset_list_enabled_flag && !sps->chroma_format_idc)))
        REFUSE(HEVC_ERR_INVALID, "pps_range_extension() that does not fit its SPS");
    const uint16_t *widths = pps->uniform_spacing_flag ? 0 : pps->column_width;
    const uint16_t *heights = pps->uniform_spacing_flag ? 0 : pps->row_height;
    tiles->columns = pps->num_tile_columns;
    tiles->rows = pps->num_tile_rows;
    if (!tile_boundaries(tiles->col_bd, tiles->col_of, tiles->columns, sps->pic_width_in_ctbs, widths) ||
        !tile_boundaries(tiles->row_bd, tiles->row_of, tiles->rows, sps->pic_height_in_ctbs, heights))
        REFUSE(HEVC_ERR_INVALID, "tiles larger than the picture");
    return HEVC_OK;
}
