/* The decoder from inside: what HLS hands to the CTU passes, and what it asks of them.
 *
 * HLS turns an access unit into one hevc_frame: parameter sets copied, all slice segments parsed and in order,
 * references resolved. hevc_frame_start() then runs the passes (one thread) or queues their jobs (threads). Frames are
 * few (HEVC_MAX_FRAMES); a frame is free again once its picture is complete. */
#ifndef HEVC_DECODER_H
#define HEVC_DECODER_H

#include <stdatomic.h>
#include <stdint.h>

#include "arena.h"
#include "hevc.h"
#include "params.h"
#include "picture.h"
#include "sei.h"
#include "slice.h"

enum {
    HEVC_MAX_FRAMES = 4,  /* pictures in flight */
    HEVC_MAX_THREADS = 8, /* workers beside the calling thread */
    HEVC_MAX_HELD = 32    /* pictures the caller may hold, clamps hevc_limits.max_held */
};

/* Table 7-1 */
enum hevc_nal_unit_type {
    HEVC_NAL_TRAIL_N = 0,
    HEVC_NAL_TRAIL_R = 1,
    HEVC_NAL_TSA_N = 2,
    HEVC_NAL_TSA_R = 3,
    HEVC_NAL_STSA_N = 4,
    HEVC_NAL_STSA_R = 5,
    HEVC_NAL_RADL_N = 6,
    HEVC_NAL_RADL_R = 7,
    HEVC_NAL_RASL_N = 8,
    HEVC_NAL_RASL_R = 9,
    HEVC_NAL_RSV_VCL_R15 = 15,
    HEVC_NAL_BLA_W_LP = 16,
    HEVC_NAL_BLA_W_RADL = 17,
    HEVC_NAL_BLA_N_LP = 18,
    HEVC_NAL_IDR_W_RADL = 19,
    HEVC_NAL_IDR_N_LP = 20,
    HEVC_NAL_CRA = 21,
    HEVC_NAL_RSV_IRAP_23 = 23,
    HEVC_NAL_VPS = 32,
    HEVC_NAL_SPS = 33,
    HEVC_NAL_PPS = 34,
    HEVC_NAL_AUD = 35,
    HEVC_NAL_EOS = 36,
    HEVC_NAL_EOB = 37,
    HEVC_NAL_FILLER = 38,
    HEVC_NAL_PREFIX_SEI = 39,
    HEVC_NAL_SUFFIX_SEI = 40
};

struct hevc_work; /* CTU: parse records, row buffers, progress of the stages of one frame */
struct hevc_team; /* CTU: workers and their queue */

/* A picture in flight. */
typedef struct hevc_frame {
    hevc *decoder;
    hevc_pic *pic;
    hevc_pic *conceal; /* nearest picture of the same format, for CTBs without data; null: grey */
    hevc_sps sps;
    hevc_pps pps;
    hevc_tiles tiles;
    hevc_scaling_factor scaling; /* valid when sps.scaling_list_enabled_flag */

    hevc_slice *slices;     /* [max_slices] */
    hevc_segment *segments; /* [max_segments], by rising address_ts; the first may start above 0: a gap to conceal */
    uint32_t *entry_points; /* [max_entry_points] first byte of substream i + 1 in segment.data */
    uint32_t num_slices, num_segments, num_entry_points;
    uint32_t max_slices, max_segments, max_entry_points;

    uint8_t skip_deblocking, skip_sao; /* HEVC_OPT_SKIP_FILTERS, decided for this picture */
    uint8_t busy;                      /* 0 free, 1 being filled or decoded */
    uint8_t input_slot;                /* whose bytes segments[].data point into */
    _Atomic int32_t finished;          /* 1 when all rows are final: set and notified by the CTU side */
    struct hevc_work *work;

    /* HLS only */
    void *memory; /* block of the arena behind slices, segments, entry points, work */
    uint32_t decode_order;
    uint8_t num_st_before, num_st_after, num_lt; /* how pic->refs is divided */
    uint8_t is_recovery_point;                   /* recovery_poc holds */
    int32_t recovery_poc;
    uint8_t lost_slice; /* the last independent segment was broken: its dependent segments cannot be decoded */
    hevc_pic *used[HEVC_MAX_REFS + 1]; /* pictures that must outlive this frame: references and conceal */
    uint32_t num_used;
    hevc_sei_hash hash;
} hevc_frame;

typedef struct hevc_input_slot {
    uint8_t *data;
    uint32_t capacity;
    uint8_t users; /* frames in flight whose segments point into it */
} hevc_input_slot;

/* Decoding order, output order (dpb.c). */
typedef struct hevc_dpb {
    int32_t prev_tid0_poc;       /* PicOrderCntVal of prevTid0Pic, 8.3.1 */
    uint8_t sequence_start;      /* the next picture starts a CVS: the first, after EOS, flush or reset */
    uint8_t wait_for_irap;       /* nothing to refer to: pass over pictures until an IRAP or a recovery point */
    uint8_t no_rasl_output_flag; /* NoRaslOutputFlag of the last IRAP picture */
    uint8_t recovering;          /* refresh_poc and recovery_poc hold */
    int32_t refresh_poc;         /* of the recovery point */
    int32_t recovery_poc;        /* from this picture on older damage is not visible any more, D.3.8 */
    uint32_t decode_order;
    uint32_t sps_version;                        /* of the active SPS */
    struct hevc_frame *previous;                 /* of the picture decoded last, for its SPS */
    uint32_t sequence;                           /* HEVC_PIC_SEQUENCE */
    uint32_t layout;                             /* counts up when the slots are bound anew */
    uint32_t size, max_num_reorder, max_latency; /* of the active SPS at HighestTid */
    uint8_t queue[HEVC_MAX_PICTURES];            /* slots in output order, a ring */
    uint32_t queue_head, queue_count, held_count;
    uint32_t generation; /* for handles */
} hevc_dpb;

/* All that the sizes of the arena's blocks depend on. */
typedef struct hevc_layout {
    uint32_t width, height, dpb, frames, threads, slots;
    uint8_t chroma_format_idc, bit_depth_luma, bit_depth_chroma, log2_ctb_size, log2_min_cb_size, log2_min_tb_size,
        valid;
} hevc_layout;

struct hevc {
    hevc_limits limits;
    hevc_arena arena;
    struct hevc_team *team;
    uint32_t threads; /* HEVC_OPT_THREADS in force; 0: hevc_frame_start decodes before it returns */
    const char *reason;
    uint32_t counters[HEVC_COUNTERS];
    int options[8]; /* [enum hevc_option] */

    /* parameter sets */
    uint8_t length_size; /* of the length-prefixed framing, 1..4 */
    uint32_t ps_version;
    hevc_vps vps[HEVC_MAX_VPS];
    hevc_sps sps[HEVC_MAX_SPS];
    hevc_pps pps[HEVC_MAX_PPS];

    /* pictures */
    hevc_pic pictures[HEVC_MAX_PICTURES];
    hevc_frame frames[HEVC_MAX_FRAMES];
    uint32_t num_frames; /* in use for the options in force */
    hevc_input_slot inputs[HEVC_MAX_FRAMES + 1];
    uint32_t input_at;   /* slot whose address hevc_input returns */
    hevc_frame *current; /* being filled by hevc_push; null between pictures */
    hevc_dpb dpb;
    hevc_sei sei;             /* of the access unit being read */
    hevc_layout layout;       /* sizes for which the arena is divided */
    uint8_t max_temporal_id;  /* decoded now: HEVC_OPT_MAX_TEMPORAL_ID, or less until the stream lets it rise */
    uint8_t skipping_picture; /* segments of a picture that is not decoded */
    uint8_t flushed;          /* hevc_flush came after the last push */
    uint8_t base_layer;       /* a slice with nuh_layer_id 0 came since open, flush or reset */
    uint8_t upper_layer;      /* one of another layer did */
    const char *sps_refusal[HEVC_MAX_SPS]; /* why a set of this id is not supported */
};

/* The CTU side (rows.c, thread.c). */

/* Bytes of struct hevc_work and everything it points at, for one frame; memory is 64-byte aligned and zeroed when
 * bound. */
uint32_t hevc_work_bytes(const hevc_sps *sps, uint32_t threads);
void hevc_work_bind(hevc_frame *frame, const hevc_sps *sps, uint32_t threads, void *memory);
/* Bytes for the team; bound once in hevc_open (HEVC_MAX_THREADS), independent of later values of HEVC_OPT_THREADS. */
uint32_t hevc_team_bytes(void);
void hevc_team_bind(hevc *d, void *memory);
/* Decodes the frame, or queues it. Any CTB without data is concealed (hevc_conceal_ctb) and counted in
 * pic->rows_damaged. */
void hevc_frame_start(hevc *d, hevc_frame *frame);
/* Works on whatever is queued until this frame is finished. */
void hevc_frame_wait(hevc *d, hevc_frame *frame);

/* HLS's help for recon: fills one CTB of frame->pic from frame->conceal at the same place (or grey). Rows of
 * frame->conceal up to this CTB row must be final. */
void hevc_conceal_ctb(hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y);

#endif
