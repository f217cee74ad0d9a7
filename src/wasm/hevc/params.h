/* Parameter sets (H.265 7.3.2): parsed, range-checked, with what 7.4.3 derives from them.
 *
 * A parameter set may be replaced while pictures that use the old one are still being decoded, so every picture in
 * flight carries its own copy (hevc_frame.sps, .pps): only the parsing of high-level syntax reads the tables of the
 * decoder. */
#ifndef HEVC_PARAMS_H
#define HEVC_PARAMS_H

#include <stdint.h>

#include "bits.h"
#include "format.h"

enum {
    HEVC_MAX_VPS = 16,
    HEVC_MAX_SPS = 16,
    HEVC_MAX_PPS = 64,
    HEVC_MAX_SUB_LAYERS = 7,
    HEVC_MAX_DPB = 16,       /* pictures, sps_max_dec_pic_buffering_minus1 + 1, A.4.2 */
    HEVC_MAX_REFS = 16,      /* entries of a reference list, and of all lists of an RPS together */
    HEVC_MAX_ST_RPS = 64,    /* of the SPS; one more is coded in the slice header */
    HEVC_MAX_LT_SPS = 32,    /* num_long_term_ref_pics_sps */
    HEVC_MAX_TILE_COLS = 20, /* A.4.1, level 6.2 */
    HEVC_MAX_TILE_ROWS = 22,
    HEVC_MAX_CTB_COLS = 1056, /* 16 888 luma samples (level 6.2) in CTBs of 16 */
    HEVC_MAX_CTB_ROWS = 1056
};

/* 7.3.4 as coded, in coding (diagonal) order: lists of 4x4 to 32x32, with their DC values from 16x16 on. */
typedef struct hevc_scaling_list {
    uint8_t coef_4x4[6][16];    /* [matrixId][i] */
    uint8_t coef_8x8[3][6][64]; /* [sizeId - 1][matrixId][i]; of 32x32 only matrixId 0 and 3 are used (7.3.4, step 3) */
    uint8_t dc[2][6];           /* [sizeId - 2][matrixId] */
} hevc_scaling_list;

/* ScalingFactor of 7.4.5 in raster order [y * size + x]. 32x32: by matrixId in range extensions, where 4:4:4 has chroma
 * blocks of that size; else 0 = intra, 1 = inter (luma only). */
enum { HEVC_SCALING_32 = HEVC_RANGE_EXTENSIONS ? 6 : 2 };

typedef struct hevc_scaling_factor {
    uint8_t f4[6][16];
    uint8_t f8[6][64];
    uint8_t f16[6][256];
    uint8_t f32[HEVC_SCALING_32][1024];
} hevc_scaling_factor;

/* 7.3.7, as lists of 7.4.8: negative deltas first in s0 (nearest first), then positive in s1. */
typedef struct hevc_st_rps {
    uint8_t num_negative_pics, num_positive_pics; /* sum <= HEVC_MAX_REFS */
    uint16_t used_by_curr_pic;                    /* bit i: entry i (negatives first) */
    int16_t delta_poc[HEVC_MAX_REFS];             /* negatives, then positives */
} hevc_st_rps;

typedef struct hevc_vps {
    uint8_t valid;
    uint8_t vps_max_layers, vps_max_sub_layers, vps_temporal_id_nesting_flag;
} hevc_vps;

typedef struct hevc_sps {
    uint8_t valid;
    uint8_t sps_seq_parameter_set_id, sps_video_parameter_set_id;
    uint8_t sps_max_sub_layers;                     /* 1..7 */
    uint8_t general_profile_idc, general_level_idc; /* level as 30 * level */
    uint32_t version;                               /* counts up when the content of this id changes */

    /* picture format */
    uint8_t chroma_format_idc;                /* 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4 */
    uint8_t bit_depth_luma, bit_depth_chroma; /* 8..HEVC_MAX_BIT_DEPTH */
    uint8_t bytes_per_sample;                 /* 1, or 2 when either depth is above 8 */
    uint32_t pic_width_in_luma_samples, pic_height_in_luma_samples;
    uint32_t crop_left, crop_right, crop_top, crop_bottom; /* conformance window, luma samples */

    /* DPB, by HighestTid */
    uint8_t log2_max_pic_order_cnt_lsb;                     /* 4..16 */
    uint8_t sps_max_dec_pic_buffering[HEVC_MAX_SUB_LAYERS]; /* pictures: minus1 + 1 */
    uint8_t sps_max_num_reorder_pics[HEVC_MAX_SUB_LAYERS];
    uint32_t sps_max_latency_pictures[HEVC_MAX_SUB_LAYERS]; /* SpsMaxLatencyPictures, 0 = no limit */

    /* block sizes */
    uint8_t log2_min_cb_size, log2_ctb_size;    /* 3..6, 4..6 */
    uint8_t log2_min_tb_size, log2_max_tb_size; /* 2..5 */
    uint8_t max_transform_hierarchy_depth_inter, max_transform_hierarchy_depth_intra;
    uint16_t pic_width_in_ctbs, pic_height_in_ctbs;
    uint16_t pic_width_in_min_cbs, pic_height_in_min_cbs;
    uint16_t pic_width_in_min_tbs, pic_height_in_min_tbs;

    /* tools */
    uint8_t scaling_list_enabled_flag;
    uint8_t amp_enabled_flag;
    uint8_t sample_adaptive_offset_enabled_flag;
    uint8_t pcm_enabled_flag, pcm_bit_depth_luma, pcm_bit_depth_chroma;
    uint8_t log2_min_pcm_cb_size, log2_max_pcm_cb_size, pcm_loop_filter_disabled_flag;
    uint8_t long_term_ref_pics_present_flag;
    uint8_t sps_temporal_mvp_enabled_flag;
    uint8_t strong_intra_smoothing_enabled_flag;

    /* sps_range_extension(), 7.3.2.2.2 */
    uint8_t transform_skip_rotation_enabled_flag, transform_skip_context_enabled_flag;
    uint8_t implicit_rdpcm_enabled_flag, explicit_rdpcm_enabled_flag;
    uint8_t intra_smoothing_disabled_flag, high_precision_offsets_enabled_flag;
    uint8_t persistent_rice_adaptation_enabled_flag;

    uint8_t num_short_term_ref_pic_sets, num_long_term_ref_pics_sps;
    uint16_t lt_ref_pic_poc_lsb_sps[HEVC_MAX_LT_SPS];
    uint32_t used_by_curr_pic_lt_sps; /* bit i */
    hevc_st_rps st_rps[HEVC_MAX_ST_RPS];
    hevc_scaling_list scaling_list; /* flat, default or coded; valid when enabled */

    /* VUI, H.273 codes, 2 = unspecified */
    uint8_t colour_primaries, transfer_characteristics, matrix_coeffs, video_full_range_flag;
    uint16_t sar_width, sar_height; /* 0:0 unspecified */
} hevc_sps;

enum { HEVC_MAX_CHROMA_QP_OFFSETS = 6 };

/* pps_range_extension(), 7.3.2.3.2. */
typedef struct hevc_pps_range {
    uint8_t log2_max_transform_skip_size; /* 2..5 */
    uint8_t cross_component_prediction_enabled_flag;
    uint8_t chroma_qp_offset_list_enabled_flag, diff_cu_chroma_qp_offset_depth;
    uint8_t chroma_qp_offset_list_len;                    /* 1..6 */
    int8_t qp_offset_list[HEVC_MAX_CHROMA_QP_OFFSETS][2]; /* [i][Cb, Cr] */
    uint8_t log2_sao_offset_scale_luma, log2_sao_offset_scale_chroma;
} hevc_pps_range;

typedef struct hevc_pps {
    uint8_t valid;
    uint8_t pps_pic_parameter_set_id, pps_seq_parameter_set_id;
    uint32_t version;

    uint8_t dependent_slice_segments_enabled_flag;
    uint8_t output_flag_present_flag;
    uint8_t num_extra_slice_header_bits;
    uint8_t sign_data_hiding_enabled_flag;
    uint8_t cabac_init_present_flag;
    uint8_t num_ref_idx_l0_default_active, num_ref_idx_l1_default_active; /* 1..15 */
    int8_t init_qp;                                                       /* 26 + init_qp_minus26 */
    uint8_t constrained_intra_pred_flag;
    uint8_t transform_skip_enabled_flag;
    uint8_t cu_qp_delta_enabled_flag, diff_cu_qp_delta_depth;
    int8_t pps_cb_qp_offset, pps_cr_qp_offset; /* -12..12 */
    uint8_t pps_slice_chroma_qp_offsets_present_flag;
    uint8_t weighted_pred_flag, weighted_bipred_flag;
    uint8_t transquant_bypass_enabled_flag;
    uint8_t tiles_enabled_flag, entropy_coding_sync_enabled_flag;
    uint8_t loop_filter_across_tiles_enabled_flag;
    uint8_t pps_loop_filter_across_slices_enabled_flag;
    uint8_t deblocking_filter_override_enabled_flag;
    uint8_t pps_deblocking_filter_disabled_flag;
    int8_t pps_beta_offset, pps_tc_offset; /* already times 2: -12..12 */
    uint8_t pps_scaling_list_data_present_flag;
    uint8_t lists_modification_present_flag;
    uint8_t log2_par_mrg_level; /* 2..CtbLog2SizeY */
    uint8_t slice_segment_header_extension_present_flag;

    uint8_t num_tile_columns, num_tile_rows, uniform_spacing_flag;
    uint16_t column_width[HEVC_MAX_TILE_COLS]; /* as coded, CTBs; the last one is derived */
    uint16_t row_height[HEVC_MAX_TILE_ROWS];
    hevc_scaling_list scaling_list;
    hevc_pps_range range;
    const char *extension; /* in use, not decoded by this build, ignored in profiles of version 1; or null */
} hevc_pps;

/* Tiles of one picture (6.5.1), from its SPS and PPS. Without tiles: one column, one row. No CTB address maps: TS and
 * RS addresses are computed from the boundaries, and passes walk tile by tile. */
typedef struct hevc_tiles {
    uint8_t columns, rows;
    uint16_t col_bd[HEVC_MAX_TILE_COLS + 1]; /* first CTB column of tile column i; [columns] = PicWidthInCtbsY */
    uint16_t row_bd[HEVC_MAX_TILE_ROWS + 1];
    uint8_t col_of[HEVC_MAX_CTB_COLS]; /* tile column of a CTB column */
    uint8_t row_of[HEVC_MAX_CTB_ROWS];
} hevc_tiles;

/* TileId of a CTB. */
static inline uint32_t hevc_tile_id(const hevc_tiles *t, uint32_t ctb_x, uint32_t ctb_y) {
    return (uint32_t)t->row_of[ctb_y] * t->columns + t->col_of[ctb_x];
}

/* CtbAddrRsToTs, (6-9). */
static inline uint32_t hevc_tiles_rs_to_ts(const hevc_tiles *t, uint32_t ctb_x, uint32_t ctb_y) {
    uint32_t c = t->col_of[ctb_x], r = t->row_of[ctb_y];
    uint32_t width = t->col_bd[t->columns], height = (uint32_t)t->row_bd[r + 1] - t->row_bd[r];
    return t->row_bd[r] * width + t->col_bd[c] * height +
           (ctb_y - t->row_bd[r]) * (uint32_t)(t->col_bd[c + 1] - t->col_bd[c]) + (ctb_x - t->col_bd[c]);
}

/* CtbAddrTsToRs, (6-10): one step of the walk. Returns 0 after the last CTB of the picture. */
static inline int hevc_tiles_next(const hevc_tiles *t, uint32_t *ctb_x, uint32_t *ctb_y) {
    uint32_t c = t->col_of[*ctb_x], r = t->row_of[*ctb_y];
    if (++*ctb_x < t->col_bd[c + 1]) return 1;
    *ctb_x = t->col_bd[c];
    if (++*ctb_y < t->row_bd[r + 1]) return 1;
    if (c + 1u < t->columns) {
        *ctb_x = t->col_bd[c + 1];
        *ctb_y = t->row_bd[r];
        return 1;
    }
    *ctb_x = 0; /* next tile row starts at *ctb_y already */
    return r + 1u < t->rows;
}

/* Parsing. Each returns an hevc_result; with any result other than HEVC_OK *out is unspecified and *reason names the
 * reason. */
int hevc_vps_parse(hevc_bits *b, hevc_vps *out, uint32_t *id, const char **reason);
int hevc_sps_parse(hevc_bits *b, hevc_sps *out, const char **reason);
int hevc_pps_parse(hevc_bits *b, hevc_pps *out, const char **reason);
/* Main, Main 10, Main Still Picture: extension data is ignored, 7.4.3.2 and 7.4.3.3. */
int hevc_sps_is_version_1(const hevc_sps *sps);
/* Values in force without a pps_range_extension(). */
void hevc_pps_range_default(hevc_pps_range *range);

/* Checks that need both SPS and PPS: ranges that depend on the other set, and the tiles. */
int hevc_pps_activate(const hevc_sps *sps, const hevc_pps *pps, hevc_tiles *tiles, const char **reason);

/* 7.3.7; idx == num_short_term_ref_pic_sets when coded in the slice header. Errors are left in b. */
void hevc_st_rps_parse(hevc_bits *b, const hevc_sps *sps, uint32_t idx, hevc_st_rps *out);

/* 7.3.4 and 7.4.5 (scaling.c) */
void hevc_scaling_list_default(hevc_scaling_list *list);
void hevc_scaling_list_parse(hevc_bits *b, hevc_scaling_list *list);
void hevc_scaling_factor_expand(hevc_scaling_factor *factor, const hevc_scaling_list *list);

#endif
