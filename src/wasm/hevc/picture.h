/* A decoded picture: sample planes, the motion its successors need, its marks in the DPB, its progress.
 *
 * Layout. Samples are bytes (8 bit) or uint16 little endian (either depth above 8). plane[c] points at sample (0, 0),
 * 64-byte aligned; strides are multiples of 64 bytes, with at least HEVC_SLACK samples behind the last of a line, which
 * kernels may read and write back. There is no border: where a reference block reaches out of the picture, recon copies
 * it with the samples of the border repeated (8.5.3.3.3.1). */
#ifndef HEVC_PICTURE_H
#define HEVC_PICTURE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "params.h"

enum {
    HEVC_SLACK = 16,             /* samples: SAO writes back up to 12 beside the last CTB */
    HEVC_UNFILTERED_LINES = 8,   /* luma, the last of a filtered CTB row: filtering of the next row changes them */
    HEVC_MAX_PICTURES = 96,      /* slots: DPB + held by the caller + in flight, of this format and of the one before */
    HEVC_ROWS_ERROR = 0x10000000 /* a stage that gave up publishes this as progress: waiters wake, the mark spreads */
};

typedef struct hevc_mv {
    int16_t x, y; /* quarter luma samples */
} hevc_mv;

/* Motion of a prediction block. ref_idx < 0: list not used; both < 0: intra (or not decoded). */
typedef struct hevc_motion {
    hevc_mv mv[2];      /* [list] */
    int8_t ref_idx[2];  /* into the RefPicList of the block's slice */
    uint8_t ref_pic[2]; /* into hevc_pic.refs: the same number is the same picture in every slice (bS, TMVP) */
} hevc_motion;

struct hevc_pic;

/* One picture of the RPS that this picture may reference (StCurrBefore, StCurrAfter, LtCurr in this order). POC and
 * mark are kept here because the collocated process needs them as they were when this picture was decoded (8.5.3.2.9).
 */
typedef struct hevc_reference {
    struct hevc_pic *pic; /* never null; a missing one is replaced by the nearest picture, or a grey one */
    int32_t poc;
    uint8_t is_long_term;
    uint8_t is_substitute; /* the wanted picture was missing */
} hevc_reference;

enum hevc_marking { HEVC_REF_UNUSED = 0, HEVC_REF_SHORT = 1, HEVC_REF_LONG = 2 };

typedef struct hevc_pic {
    /* samples */
    uint8_t *plane[3];
    uint32_t stride[3]; /* bytes, multiples of 64 */
    uint8_t *memory;    /* block of the arena; null when the slot is empty */
    uint32_t memory_bytes;

    /* motion for TMVP: one entry per 16x16, that of its top left 4x4 (8.5.3.2.8), [y16 * motion_stride + x16] */
    hevc_motion *motion;
    uint32_t motion_stride;
    hevc_reference refs[HEVC_MAX_REFS];
    uint8_t num_refs;

    /* progress, in CTB rows from the top; HEVC_ROWS_ERROR or more after failure. wait/notify on the word itself. */
    _Atomic int32_t rows_parsed;  /* motion of these rows is final */
    _Atomic int32_t rows_final;   /* samples of these rows are filtered, except HEVC_UNFILTERED_LINES */
    _Atomic int32_t rows_damaged; /* CTBs concealed, or built without their data */

    /* identity */
    int32_t poc;
    uint8_t nal_unit_type, temporal_id;
    uint8_t is_key; /* IRAP with NoRaslOutputFlag */
    uint8_t is_sub_layer_non_reference;
    uint8_t damaged;   /* set at the end of decoding, or before when references were missing */
    uint8_t hash;      /* 0 not checked, 1 equal, 2 differs */
    uint32_t sequence; /* HEVC_PIC_SEQUENCE */
    uint32_t layout;   /* hevc_dpb.layout when the slot was bound */
    double pts;

    /* format, copied so that a held picture outlives its SPS */
    uint32_t width, height; /* coded, luma samples */
    uint32_t crop_left, crop_right, crop_top, crop_bottom;
    uint8_t chroma_format_idc, bit_depth_luma, bit_depth_chroma, bytes_per_sample;
    uint8_t log2_ctb_size;
    uint8_t colour_primaries, transfer_characteristics, matrix_coeffs, video_full_range_flag;
    uint16_t sar_width, sar_height;

    /* life: the slot is free when all of these are 0 */
    uint8_t marking;            /* enum hevc_marking */
    uint8_t needed_for_output;  /* PicOutputFlag, until bumped */
    uint8_t queued;             /* bumped, not yet pulled */
    uint8_t held;               /* pulled, not yet released */
    uint8_t in_flight;          /* being decoded */
    uint8_t users;              /* frames in flight that reference it */
    uint32_t pic_latency_count; /* C.5.2.3 */
    uint32_t decode_order;
    uint32_t handle; /* given out by hevc_pull; changes with every use of the slot */

#ifdef HEVC_DEBUG
    struct hevc_block_info *blocks; /* inspect.h */
#endif
    uint8_t *sei; /* records for HEVC_PIC_SEI_ADDRESS, inside memory */
    uint32_t sei_bytes, sei_room;
} hevc_pic;

/* Bytes of one slot for this format, and its division: planes, motion, SEI room. */
uint32_t hevc_pic_bytes(const hevc_sps *sps);
void hevc_pic_bind(hevc_pic *pic, const hevc_sps *sps, uint8_t *memory);

/* All samples mid-grey (8.3.3.2), motion intra. */
void hevc_pic_fill_grey(hevc_pic *pic);
void hevc_pic_clear_motion(hevc_pic *pic);

#endif
