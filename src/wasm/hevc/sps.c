/* Video and sequence parameter sets: 7.3.2.1, 7.3.2.2, 7.3.3, 7.3.7, E.2. */
#include <string.h>

#include "hevc.h"
#include "params.h"

#define REFUSE(code, text)                                                                                             \
    do {                                                                                                               \
        *reason = (text);                                                                                              \
        return (code);                                                                                                 \
    } while (0)

/* profile_tier_level( 1, maxNumSubLayersMinus1 ), 7.3.3. Profiles are not judged here: the tools in use are. */
static void parse_profile_tier_level(hevc_bits *b, uint32_t max_sub_layers, uint8_t *profile_idc, uint8_t *level_idc) {
    uint8_t profile_present[8] = {0}, level_present[8] = {0};
    hevc_bits_u(b, 3); /* general_profile_space, general_tier_flag */
    *profile_idc = (uint8_t)hevc_bits_u(b, 5);
    hevc_bits_u(b, 32); /* compatibility flags */
    hevc_bits_skip(b, 48);
    *level_idc = (uint8_t)hevc_bits_u(b, 8);
    for (uint32_t i = 0; i + 1 < max_sub_layers; i++) {
        profile_present[i] = (uint8_t)hevc_bits_flag(b);
        level_present[i] = (uint8_t)hevc_bits_flag(b);
    }
    if (max_sub_layers > 1) hevc_bits_skip(b, 2 * (9 - max_sub_layers)); /* reserved_zero_2bits[ i ], i up to 7 */
    for (uint32_t i = 0; i + 1 < max_sub_layers; i++) {
        if (profile_present[i]) hevc_bits_skip(b, 88);
        if (level_present[i]) hevc_bits_skip(b, 8);
    }
}

int hevc_vps_parse(hevc_bits *b, hevc_vps *out, uint32_t *id, const char **reason) {
    memset(out, 0, sizeof *out);
    *id = hevc_bits_u(b, 4);
    hevc_bits_u(b, 2); /* vps_base_layer_internal_flag, vps_base_layer_available_flag */
    out->vps_max_layers = (uint8_t)(hevc_bits_u(b, 6) + 1);
    out->vps_max_sub_layers = (uint8_t)(hevc_bits_u(b, 3) + 1);
    out->vps_temporal_id_nesting_flag = (uint8_t)hevc_bits_flag(b);
    if (b->error || out->vps_max_sub_layers > HEVC_MAX_SUB_LAYERS)
        REFUSE(HEVC_ERR_INVALID, "vps_max_sub_layers_minus1");
    out->valid = 1; /* the rest (timing, layer sets) is not needed to decode the base layer */
    return HEVC_OK;
}

/* 7.3.7, 7.4.8 */
static void st_rps_predict(hevc_bits *b, const hevc_sps *sps, uint32_t idx, hevc_st_rps *out) {
    uint32_t delta_idx = 1;
    if (idx == sps->num_short_term_ref_pic_sets) delta_idx += hevc_bits_ue_max(b, idx - 1);
    const hevc_st_rps *ref = &sps->st_rps[idx - delta_idx];
    int32_t sign = (int32_t)hevc_bits_flag(b);
    uint32_t abs_delta_rps_minus1 = hevc_bits_ue_max(b, 32767);
    int32_t delta_rps = (1 - 2 * sign) * (int32_t)(abs_delta_rps_minus1 + 1);
    uint32_t n = (uint32_t)ref->num_negative_pics + ref->num_positive_pics;
    uint8_t used[HEVC_MAX_REFS + 1], keep[HEVC_MAX_REFS + 1]; /* used_by_curr_pic_flag[j], use_delta_flag[j] */
    for (uint32_t j = 0; j <= n; j++) {
        used[j] = (uint8_t)hevc_bits_flag(b);
        keep[j] = used[j] ? 1 : (uint8_t)hevc_bits_flag(b);
    }
    /* (7-61), (7-62): candidates in rising distance on either side; j == n is the picture of the reference set itself.
     */
    int32_t negative = ref->num_negative_pics, positive = ref->num_positive_pics;
    uint32_t count = 0, total_used = 0;
    for (uint32_t side = 0; side < 2; side++) {
        for (int32_t k = 0; k <= negative + positive; k++) {
            /* side 0 (deltas < 0): positives from far to near, own picture, negatives from near to far; side 1 mirrors
             * it */
            int32_t first = side ? negative : positive, j;
            if (k < first) j = side ? negative - 1 - k : negative + positive - 1 - k;
            else if (k == first) j = (int32_t)n;
            else j = side ? negative + (k - first - 1) : k - first - 1;
            int32_t delta = (j == (int32_t)n ? 0 : ref->delta_poc[j]) + delta_rps;
            if ((side ? delta <= 0 : delta >= 0) || !keep[j]) continue;
            if (count == HEVC_MAX_REFS || delta > 32767 || delta < -32768) {
                b->error = 1;
                return;
            }
            out->delta_poc[count] = (int16_t)delta;
            total_used |= (uint32_t)used[j] << count++;
        }
        if (side) out->num_positive_pics = (uint8_t)(count - out->num_negative_pics);
        else out->num_negative_pics = (uint8_t)count;
    }
    out->used_by_curr_pic = (uint16_t)total_used;
}

void hevc_st_rps_parse(hevc_bits *b, const hevc_sps *sps, uint32_t idx, hevc_st_rps *out) {
    memset(out, 0, sizeof *out);
    if (idx && hevc_bits_flag(b)) { /* inter_ref_pic_set_prediction_flag */
        st_rps_predict(b, sps, idx, out);
        return;
    }
    uint32_t negative = hevc_bits_ue_max(b, HEVC_MAX_REFS);
    uint32_t positive = hevc_bits_ue_max(b, HEVC_MAX_REFS - negative);
    if (b->error) return;
    out->num_negative_pics = (uint8_t)negative;
    out->num_positive_pics = (uint8_t)positive;
    int32_t delta = 0;
    for (uint32_t i = 0; i < negative + positive; i++) {
        if (i == negative) delta = 0;
        int32_t step = (int32_t)hevc_bits_ue_max(b, 32767) + 1;
        delta += i < negative ? -step : step;
        if (delta > 32767 || delta < -32768) {
            b->error = 1;
            return;
        }
        out->delta_poc[i] = (int16_t)delta;
        out->used_by_curr_pic |= (uint16_t)(hevc_bits_flag(b) << i);
    }
}

/* sub_layer_hrd_parameters, E.2.3 */
static void skip_sub_layer_hrd(hevc_bits *b, uint32_t cpb_count, uint32_t sub_pic) {
    for (uint32_t i = 0; i < cpb_count && !b->error; i++) {
        hevc_bits_ue(b);
        hevc_bits_ue(b);
        if (sub_pic) {
            hevc_bits_ue(b);
            hevc_bits_ue(b);
        }
        hevc_bits_flag(b);
    }
}

/* hrd_parameters( 1, maxNumSubLayersMinus1 ), E.2.2: nothing in it matters to decoding, only its length does. */
static void skip_hrd(hevc_bits *b, uint32_t max_sub_layers) {
    uint32_t nal = hevc_bits_flag(b), vcl = hevc_bits_flag(b), sub_pic = 0;
    if (nal || vcl) {
        sub_pic = hevc_bits_flag(b);
        if (sub_pic) hevc_bits_skip(b, 8 + 5 + 1 + 5);
        hevc_bits_skip(b, 8);
        if (sub_pic) hevc_bits_skip(b, 4);
        hevc_bits_skip(b, 15);
    }
    for (uint32_t i = 0; i < max_sub_layers && !b->error; i++) {
        uint32_t fixed_general = hevc_bits_flag(b), fixed_cvs = 1, low_delay = 0, cpb_count = 1;
        if (!fixed_general) fixed_cvs = hevc_bits_flag(b);
        if (fixed_cvs) hevc_bits_ue(b); /* elemental_duration_in_tc_minus1 */
        else low_delay = hevc_bits_flag(b);
        if (!low_delay) cpb_count = hevc_bits_ue_max(b, 31) + 1;
        if (nal) skip_sub_layer_hrd(b, cpb_count, sub_pic);
        if (vcl) skip_sub_layer_hrd(b, cpb_count, sub_pic);
    }
}

/* Table E-1 */
static const uint8_t sample_aspect_ratios[17][2] = {{0, 0},   {1, 1},    {12, 11}, {10, 11}, {16, 11}, {40, 33},
                                                    {24, 11}, {20, 11},  {32, 11}, {80, 33}, {18, 11}, {15, 11},
                                                    {64, 33}, {160, 99}, {4, 3},   {3, 2},   {2, 1}};

/* vui_parameters, E.2.1 */
static void parse_vui(hevc_bits *b, hevc_sps *out) {
    if (hevc_bits_flag(b)) { /* aspect_ratio_info_present_flag */
        uint32_t idc = hevc_bits_u(b, 8);
        if (idc == 255) {
            out->sar_width = (uint16_t)hevc_bits_u(b, 16);
            out->sar_height = (uint16_t)hevc_bits_u(b, 16);
        } else if (idc < 17) {
            out->sar_width = sample_aspect_ratios[idc][0];
            out->sar_height = sample_aspect_ratios[idc][1];
        }
    }
    if (hevc_bits_flag(b)) hevc_bits_flag(b); /* overscan */
    if (hevc_bits_flag(b)) {                  /* video_signal_type_present_flag */
        hevc_bits_u(b, 3);
        uint8_t full_range = (uint8_t)hevc_bits_flag(b);
        if (!b->error) out->video_full_range_flag = full_range;
        if (hevc_bits_flag(b)) {
            uint8_t primaries = (uint8_t)hevc_bits_u(b, 8), transfer = (uint8_t)hevc_bits_u(b, 8);
            uint8_t matrix = (uint8_t)hevc_bits_u(b, 8);
            if (!b->error) {
                out->colour_primaries = primaries;
                out->transfer_characteristics = transfer;
                out->matrix_coeffs = matrix;
            }
        }
    }
    if (hevc_bits_flag(b)) { /* chroma_loc_info_present_flag */
        hevc_bits_ue(b);
        hevc_bits_ue(b);
    }
    hevc_bits_skip(b, 3);    /* neutral_chroma_indication_flag, field_seq_flag, frame_field_info_present_flag */
    if (hevc_bits_flag(b)) { /* default_display_window_flag: a hint, not applied */
        for (int i = 0; i < 4; i++) hevc_bits_ue(b);
    }
    if (hevc_bits_flag(b)) { /* vui_timing_info_present_flag */
        hevc_bits_skip(b, 64);
        if (hevc_bits_flag(b)) hevc_bits_ue(b);
        if (hevc_bits_flag(b)) skip_hrd(b, out->sps_max_sub_layers);
    }
    if (hevc_bits_flag(b)) { /* bitstream_restriction_flag */
        hevc_bits_skip(b, 3);
        for (int i = 0; i < 5; i++) hevc_bits_ue(b);
    }
}

static int parse_format(hevc_bits *b, hevc_sps *out, const char **reason) {
    out->chroma_format_idc = (uint8_t)hevc_bits_ue_max(b, 3);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "chroma_format_idc");
    if (out->chroma_format_idc > HEVC_CHROMA_420 && !HEVC_RANGE_EXTENSIONS)
        REFUSE(HEVC_ERR_UNSUPPORTED, "chroma format 4:2:2 or 4:4:4");
    if (out->chroma_format_idc == HEVC_CHROMA_444 && hevc_bits_flag(b)) /* separate_colour_plane_flag */
        REFUSE(HEVC_ERR_UNSUPPORTED, "separate colour planes");
    uint32_t width = hevc_bits_ue_max(b, 16888), height = hevc_bits_ue_max(b, 16888); /* A.4.1: Sqrt( MaxLumaPs * 8 ) */
    if (b->error || !width || !height) REFUSE(HEVC_ERR_INVALID, "picture size");
    out->pic_width_in_luma_samples = width;
    out->pic_height_in_luma_samples = height;
    if (hevc_bits_flag(b)) { /* conformance_window_flag, units of SubWidthC, SubHeightC */
        const uint32_t format = out->chroma_format_idc;
        const uint32_t shift_x = format ? hevc_chroma_shift_x(format) : 0,
                       shift_y = format ? hevc_chroma_shift_y(format) : 0;
        uint32_t crop[4];
        for (int i = 0; i < 4; i++) crop[i] = hevc_bits_ue_max(b, 16888) << (i < 2 ? shift_x : shift_y);
        if (b->error || crop[0] + crop[1] >= width || crop[2] + crop[3] >= height)
            REFUSE(HEVC_ERR_INVALID, "conformance window");
        out->crop_left = crop[0];
        out->crop_right = crop[1];
        out->crop_top = crop[2];
        out->crop_bottom = crop[3];
    }
    uint32_t luma = hevc_bits_ue_max(b, 8) + 8, chroma = hevc_bits_ue_max(b, 8) + 8;
    if (b->error) REFUSE(HEVC_ERR_INVALID, "bit depth");
    if (luma > HEVC_MAX_BIT_DEPTH || (out->chroma_format_idc && chroma > HEVC_MAX_BIT_DEPTH))
        REFUSE(HEVC_ERR_UNSUPPORTED, HEVC_RANGE_EXTENSIONS ? "bit depth above 12" : "bit depth above 10");
    out->bit_depth_luma = (uint8_t)luma;
    out->bit_depth_chroma = (uint8_t)(out->chroma_format_idc ? chroma : luma);
    out->bytes_per_sample = out->bit_depth_luma > 8 || out->bit_depth_chroma > 8 ? 2 : 1;
    return HEVC_OK;
}

static int parse_dpb(hevc_bits *b, hevc_sps *out, const char **reason) {
    out->log2_max_pic_order_cnt_lsb = (uint8_t)(hevc_bits_ue_max(b, 12) + 4);
    uint32_t all = hevc_bits_flag(b); /* sps_sub_layer_ordering_info_present_flag */
    uint32_t n = out->sps_max_sub_layers;
    for (uint32_t i = all ? 0 : n - 1; i < n; i++) {
        out->sps_max_dec_pic_buffering[i] = (uint8_t)(hevc_bits_ue_max(b, HEVC_MAX_DPB - 1) + 1);
        out->sps_max_num_reorder_pics[i] = (uint8_t)hevc_bits_ue_max(b, HEVC_MAX_DPB - 1);
        if (out->sps_max_num_reorder_pics[i] >= out->sps_max_dec_pic_buffering[i])
            out->sps_max_num_reorder_pics[i] = out->sps_max_dec_pic_buffering[i] - 1;
        uint32_t latency_plus1 = hevc_bits_ue(b);
        if (latency_plus1 > 0x10000) latency_plus1 = 0; /* longer than any DPB: no limit */
        out->sps_max_latency_pictures[i] = latency_plus1 ? out->sps_max_num_reorder_pics[i] + latency_plus1 - 1 : 0;
        if (latency_plus1 && !out->sps_max_latency_pictures[i]) out->sps_max_latency_pictures[i] = 1;
    }
    for (uint32_t i = 0; !all && i + 1 < n; i++) {
        out->sps_max_dec_pic_buffering[i] = out->sps_max_dec_pic_buffering[n - 1];
        out->sps_max_num_reorder_pics[i] = out->sps_max_num_reorder_pics[n - 1];
        out->sps_max_latency_pictures[i] = out->sps_max_latency_pictures[n - 1];
    }
    if (b->error) REFUSE(HEVC_ERR_INVALID, "DPB sizes of the SPS");
    return HEVC_OK;
}

static uint16_t ceil_shift(uint32_t v, uint32_t shift) { return (uint16_t)((v + (1u << shift) - 1) >> shift); }

static int parse_block_sizes(hevc_bits *b, hevc_sps *out, const char **reason) {
    out->log2_min_cb_size = (uint8_t)(hevc_bits_ue_max(b, 3) + 3);
    out->log2_ctb_size = (uint8_t)(out->log2_min_cb_size + hevc_bits_ue_max(b, 3));
    out->log2_min_tb_size = (uint8_t)(hevc_bits_ue_max(b, 3) + 2);
    out->log2_max_tb_size = (uint8_t)(out->log2_min_tb_size + hevc_bits_ue_max(b, 3));
    if (b->error || out->log2_ctb_size < 4 || out->log2_ctb_size > 6) REFUSE(HEVC_ERR_INVALID, "coding block sizes");
    uint32_t tb_limit = out->log2_ctb_size < 5 ? out->log2_ctb_size : 5;
    if (out->log2_min_tb_size >= out->log2_min_cb_size || out->log2_max_tb_size > tb_limit)
        REFUSE(HEVC_ERR_INVALID, "transform block sizes");
    uint32_t depth_limit = (uint32_t)out->log2_ctb_size - out->log2_min_tb_size;
    out->max_transform_hierarchy_depth_inter = (uint8_t)hevc_bits_ue_max(b, depth_limit);
    out->max_transform_hierarchy_depth_intra = (uint8_t)hevc_bits_ue_max(b, depth_limit);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "max_transform_hierarchy_depth");
    uint32_t w = out->pic_width_in_luma_samples, h = out->pic_height_in_luma_samples;
    uint32_t min_cb_mask = (1u << out->log2_min_cb_size) - 1;
    if ((w & min_cb_mask) || (h & min_cb_mask)) REFUSE(HEVC_ERR_INVALID, "picture size not in minimum coding blocks");
    out->pic_width_in_ctbs = ceil_shift(w, out->log2_ctb_size);
    out->pic_height_in_ctbs = ceil_shift(h, out->log2_ctb_size);
    out->pic_width_in_min_cbs = ceil_shift(w, out->log2_min_cb_size);
    out->pic_height_in_min_cbs = ceil_shift(h, out->log2_min_cb_size);
    out->pic_width_in_min_tbs = ceil_shift(w, out->log2_min_tb_size);
    out->pic_height_in_min_tbs = ceil_shift(h, out->log2_min_tb_size);
    return HEVC_OK;
}

static int parse_tools(hevc_bits *b, hevc_sps *out, const char **reason) {
    out->scaling_list_enabled_flag = (uint8_t)hevc_bits_flag(b);
    if (out->scaling_list_enabled_flag) {
        if (hevc_bits_flag(b)) hevc_scaling_list_parse(b, &out->scaling_list);
        else hevc_scaling_list_default(&out->scaling_list);
        if (b->error) REFUSE(HEVC_ERR_INVALID, "scaling list of the SPS");
    }
    out->amp_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->sample_adaptive_offset_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->pcm_enabled_flag = (uint8_t)hevc_bits_flag(b);
    if (out->pcm_enabled_flag) {
        out->pcm_bit_depth_luma = (uint8_t)(hevc_bits_u(b, 4) + 1);
        out->pcm_bit_depth_chroma = (uint8_t)(hevc_bits_u(b, 4) + 1);
        out->log2_min_pcm_cb_size = (uint8_t)(hevc_bits_ue_max(b, 2) + 3);
        out->log2_max_pcm_cb_size = (uint8_t)(out->log2_min_pcm_cb_size + hevc_bits_ue_max(b, 2));
        out->pcm_loop_filter_disabled_flag = (uint8_t)hevc_bits_flag(b);
        uint32_t limit = out->log2_ctb_size < 5 ? out->log2_ctb_size : 5;
        if (b->error || out->pcm_bit_depth_luma > out->bit_depth_luma || out->log2_max_pcm_cb_size > limit ||
            (out->chroma_format_idc && out->pcm_bit_depth_chroma > out->bit_depth_chroma))
            REFUSE(HEVC_ERR_INVALID, "PCM parameters");
    }
    uint32_t sets = hevc_bits_ue_max(b, HEVC_MAX_ST_RPS);
    out->num_short_term_ref_pic_sets = (uint8_t)sets;
    for (uint32_t i = 0; i < sets && !b->error; i++) hevc_st_rps_parse(b, out, i, &out->st_rps[i]);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "short-term reference picture sets");
    out->long_term_ref_pics_present_flag = (uint8_t)hevc_bits_flag(b);
    if (out->long_term_ref_pics_present_flag) {
        out->num_long_term_ref_pics_sps = (uint8_t)hevc_bits_ue_max(b, HEVC_MAX_LT_SPS);
        for (uint32_t i = 0; i < out->num_long_term_ref_pics_sps; i++) {
            out->lt_ref_pic_poc_lsb_sps[i] = (uint16_t)hevc_bits_u(b, out->log2_max_pic_order_cnt_lsb);
            out->used_by_curr_pic_lt_sps |= hevc_bits_flag(b) << i;
        }
    }
    out->sps_temporal_mvp_enabled_flag = (uint8_t)hevc_bits_flag(b);
    out->strong_intra_smoothing_enabled_flag = (uint8_t)hevc_bits_flag(b);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "SPS too short");
    return HEVC_OK;
}

int hevc_sps_is_version_1(const hevc_sps *sps) {
    return sps->general_profile_idc >= 1 && sps->general_profile_idc <= 3;
}

/* sps_range_extension(), 7.3.2.2.2, into out. Returns the first tool in use that this build does not decode, or null.
 */
static const char *parse_range_extension(hevc_bits *b, hevc_sps *out) {
    static const char *const names[9] = {
        "transform skip rotation (RExt)", "transform skip contexts (RExt)",     "implicit RDPCM (RExt)",
        "explicit RDPCM (RExt)",          "extended precision (RExt, 16 bits)", "intra smoothing disabled (RExt)",
        "high precision weights (RExt)",  "persistent Rice adaptation (RExt)",  "CABAC bypass alignment (RExt)"};
    uint8_t extended_precision, bypass_alignment;
    uint8_t *const flags[9] = {&out->transform_skip_rotation_enabled_flag,
                               &out->transform_skip_context_enabled_flag,
                               &out->implicit_rdpcm_enabled_flag,
                               &out->explicit_rdpcm_enabled_flag,
                               &extended_precision,
                               &out->intra_smoothing_disabled_flag,
                               &out->high_precision_offsets_enabled_flag,
                               &out->persistent_rice_adaptation_enabled_flag,
                               &bypass_alignment};
    const char *refused = 0;
    for (int i = 0; i < 9; i++) {
        const int decoded = HEVC_RANGE_EXTENSIONS && flags[i] != &extended_precision && flags[i] != &bypass_alignment;
        *flags[i] = (uint8_t)hevc_bits_flag(b);
        if (*flags[i] && !decoded && !refused) refused = names[i];
    }
    return refused;
}

/* sps_extension_4bits and before, 7.3.2.2.1: a set flag that changes decoding is refused, but in a profile of version
 * 1, whose decoders ignore all that follows sps_extension_present_flag. */
static int parse_extensions(hevc_bits *b, hevc_sps *sps, const char **reason) {
    if (!hevc_bits_flag(b) || hevc_sps_is_version_1(sps)) return HEVC_OK; /* sps_extension_present_flag */
    uint32_t range = hevc_bits_flag(b), multilayer = hevc_bits_flag(b), three_d = hevc_bits_flag(b);
    uint32_t scc = hevc_bits_flag(b);
    hevc_bits_u(b, 4);
    const char *range_tool = range ? parse_range_extension(b, sps) : 0;
    if (b->error) return HEVC_OK; /* everything needed was read */
    if (range_tool) REFUSE(HEVC_ERR_UNSUPPORTED, range_tool);
    if (scc) REFUSE(HEVC_ERR_UNSUPPORTED, "screen content coding extension");
    if (three_d) REFUSE(HEVC_ERR_UNSUPPORTED, "3D extension");
    (void)multilayer; /* inter_view_mv_vert_constraint_flag alone: no effect on the base layer */
    return HEVC_OK;
}

int hevc_sps_parse(hevc_bits *b, hevc_sps *out, const char **reason) {
    memset(out, 0, sizeof *out);
    out->colour_primaries = out->transfer_characteristics = out->matrix_coeffs = 2;
    out->sps_video_parameter_set_id = (uint8_t)hevc_bits_u(b, 4);
    out->sps_max_sub_layers = (uint8_t)(hevc_bits_u(b, 3) + 1);
    if (out->sps_max_sub_layers > HEVC_MAX_SUB_LAYERS) REFUSE(HEVC_ERR_INVALID, "sps_max_sub_layers_minus1");
    hevc_bits_flag(b); /* sps_temporal_id_nesting_flag */
    parse_profile_tier_level(b, out->sps_max_sub_layers, &out->general_profile_idc, &out->general_level_idc);
    out->sps_seq_parameter_set_id = (uint8_t)hevc_bits_ue_max(b, HEVC_MAX_SPS - 1);
    if (b->error) REFUSE(HEVC_ERR_INVALID, "sps_seq_parameter_set_id");
    int result = parse_format(b, out, reason);
    if (result == HEVC_OK) result = parse_dpb(b, out, reason);
    if (result == HEVC_OK) result = parse_block_sizes(b, out, reason);
    if (result == HEVC_OK) result = parse_tools(b, out, reason);
    if (result != HEVC_OK) return result;
    if (hevc_bits_flag(b)) parse_vui(b, out); /* a broken VUI costs the colours and the extension check only */
    result = parse_extensions(b, out, reason);
    out->valid = result == HEVC_OK;
    return result;
}
