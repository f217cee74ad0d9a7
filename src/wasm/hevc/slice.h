/* Slice segment header (7.3.6) as the CTU passes need it. */
#ifndef HEVC_SLICE_H
#define HEVC_SLICE_H

#include <stdint.h>

#include "bits.h"
#include "params.h"

enum hevc_slice_type { HEVC_SLICE_B = 0, HEVC_SLICE_P = 1, HEVC_SLICE_I = 2 };

enum {
    HEVC_MAX_SLICES = 600,   /* independent slices of a picture, A.4.1 (MaxSliceSegmentsPerPicture, level 6.2) */
    HEVC_MAX_SEGMENTS = 4096 /* slice segments of a picture: above the levels, for one-CTU dependent segments */
};

/* (7-56) and on. offset already scaled to the bit depth (offset << (BitDepth - 8)), weights include 1 << denom. */
typedef struct hevc_pred_weight {
    int16_t weight[3], offset[3]; /* [plane] */
} hevc_pred_weight;

/* One independent slice segment; its dependent segments share it. */
typedef struct hevc_slice {
    uint32_t slice_addr_rs; /* SliceAddrRs: CTB address in raster scan; unique per slice of the picture */
    uint8_t slice_type;     /* enum hevc_slice_type */
    uint8_t nal_unit_type, temporal_id;
    uint8_t pps_id;

    uint8_t slice_temporal_mvp_enabled_flag;
    uint8_t slice_sao_luma_flag, slice_sao_chroma_flag;
    uint8_t mvd_l1_zero_flag;
    uint8_t cabac_init_flag;
    uint8_t max_num_merge_cand;                    /* MaxNumMergeCand, 1..5 */
    int8_t slice_qp;                               /* SliceQpY */
    int8_t slice_cb_qp_offset, slice_cr_qp_offset; /* of the slice alone; add pps_*_qp_offset */
    uint8_t cu_chroma_qp_offset_enabled_flag;
    uint8_t slice_deblocking_filter_disabled_flag;
    int8_t slice_beta_offset, slice_tc_offset; /* times 2: -12..12 */
    uint8_t slice_loop_filter_across_slices_enabled_flag;

    /* references */
    uint8_t num_ref_idx_active[2];     /* [list], 0 when the list does not exist */
    uint8_t ref_pic[2][HEVC_MAX_REFS]; /* RefPicListX[i] as an index into hevc_pic.refs of the current picture */
    int32_t ref_poc[2][HEVC_MAX_REFS]; /* PicOrderCnt(RefPicListX[i]) */
    uint16_t ref_is_long_term[2];      /* bit i */
    uint8_t collocated_from_l0_flag, collocated_ref_idx;
    uint8_t collocated_ref_pic;     /* index into hevc_pic.refs; valid when TMVP is enabled */
    uint8_t no_backward_prediction; /* NoBackwardPredFlag: DiffPicOrderCnt(aPic, currPic) <= 0 for every entry */

    /* weighted prediction; weighted = 1 when weighted_pred_flag (P) or weighted_bipred_flag (B) applies */
    uint8_t weighted;
    uint8_t luma_log2_weight_denom, chroma_log2_weight_denom;
    hevc_pred_weight pred_weight[2][HEVC_MAX_REFS]; /* [list][refIdx] */
} hevc_slice;

/* One slice segment of a picture: the place of its data. */
typedef struct hevc_segment {
    uint16_t slice; /* index into hevc_frame.slices */
    uint8_t dependent_slice_segment_flag;
    uint32_t slice_segment_address; /* CTB address, raster scan */
    uint32_t address_ts;            /* the same in tile scan; strictly increasing over the segments of a frame */
    uint32_t end_ts;                /* first CTB of the next segment, or PicSizeInCtbsY: parsing never runs past it */
    const uint8_t *data; /* slice_segment_data(), emulation prevention removed; 16 bytes beyond are readable */
    uint32_t data_bytes;
    uint32_t first_entry;      /* into hevc_frame.entry_points */
    uint16_t num_entry_points; /* 0: none in the stream, or not usable: parse in sequence */
} hevc_segment;

/* The header as parsed, before the references are resolved (dpb.c). */
typedef struct hevc_slice_header {
    uint8_t first_slice_segment_in_pic_flag, no_output_of_prior_pics_flag;
    uint8_t slice_pic_parameter_set_id;
    uint8_t dependent_slice_segment_flag;
    uint32_t slice_segment_address;

    /* absent from dependent segments */
    uint8_t pic_output_flag;
    uint16_t slice_pic_order_cnt_lsb;
    hevc_st_rps st_rps;
    uint8_t num_long_term;
    uint16_t lt_poc_lsb[HEVC_MAX_REFS + 1];
    uint32_t lt_delta_poc_msb_cycle[HEVC_MAX_REFS + 1]; /* DeltaPocMsbCycleLt, (7-52) */
    uint32_t lt_used_by_curr_pic, lt_msb_present;       /* bit i */
    uint8_t num_pic_total_curr;                         /* NumPicTotalCurr, (7-55) */
    uint8_t ref_pic_list_modification_flag[2];
    uint8_t list_entry[2][HEVC_MAX_REFS];
    hevc_slice slice; /* all but the references, which hevc_slice_resolve adds */

    /* entry points: where they are in the stream, read again once the frame that keeps them is known */
    uint32_t num_entry_point_offsets, offset_len;
    hevc_bits entry_points;
    uint8_t *data; /* slice_segment_data(), with emulation prevention */
    uint32_t data_bytes;
} hevc_slice_header;

/* The first bits: enough to find the parameter sets and to see whether a new picture starts. */
void hevc_slice_header_begin(hevc_bits *b, uint32_t nal_unit_type, hevc_slice_header *h);
/* The rest. b is at the position where _begin left it. */
int hevc_slice_header_parse(hevc_bits *b, const hevc_sps *sps, const hevc_pps *pps, uint32_t nal_unit_type,
                            uint32_t temporal_id, hevc_slice_header *h, const char **reason);

#endif
