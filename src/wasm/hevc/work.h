/* The CTU side's memory for one picture in flight: the results of parsing by block, the inputs of the filters, the
 * progress of rows. Bound once per activated SPS (hevc_work_bind); only small parts are cleared per picture. */
#ifndef HEVC_WORK_H
#define HEVC_WORK_H

#include <stdatomic.h>
#include <stdint.h>

#include "cabac.h"
#include "decoder.h"
#include "record.h"

/* Boundary strengths (8.7.2.4) of one CTB's edges. A bit for each 8x8 block, 8 bits a row, as blocks and edges of
 * prediction and transform blocks are on that grid; [half] of an edge's 8 samples: upper or left first. An edge is at
 * the left (v) or the top (h) of its block. Nothing is set where the slice does not deblock. Parsing decides them at
 * the end of each CTB, while its motion is in the first cache; except the CTB's own left and top beside another slice
 * or tile, which may not be parsed yet: those are `open`, and weak has a bit for each edge. */
typedef struct hevc_edges {
    uint64_t weak_v[2], weak_h[2]; /* [half] bS 1 */
    uint64_t strong_v, strong_h;   /* bS 2 */
    uint64_t intra;
    uint64_t cbf_luma[2][2]; /* [y4 & 1][x4 & 1] the transform block has a luma coefficient */
    uint8_t open_left, open_above;
    uint8_t fine; /* some 8x8 block has more than one motion */
} hevc_edges;

#define HEVC_EDGES_LEFT 0x0101010101010101u /* blocks at the CTB's left */
#define HEVC_EDGES_TOP 0xffu

/* 7.3.8.3 of one CTB. */
typedef struct hevc_sao {
    uint8_t type[3]; /* [plane] 0 none, 1 band, 2 edge */
    uint8_t band_or_class[3];
    int8_t offset[3][4]; /* SaoOffsetVal[1..4], not yet shifted by log2_sao_offset_scale */
} hevc_sao;

enum { HEVC_NO_SLICE = 0xffff };

/* Some block of the CTB is predicted from its neighbours. */
#define HEVC_CTB_INTRA 0x80000000u

/* A run of CTBs that one CABAC engine decodes: a slice segment, or the CTBs between two of its entry points. */
typedef struct hevc_substream {
    const uint8_t *data; /* null: continues where the one before it ended (no entry points) */
    const uint8_t *end;
    uint32_t segment;          /* into hevc_frame.segments */
    uint32_t first_ts, end_ts; /* CTB addresses in tile scan */
} hevc_substream;

/* How the frame is cut into jobs (team.h): num_first of first_kind, then num_filters rows to filter. */
typedef struct hevc_plan {
    uint32_t num_first, num_filters;
    uint8_t first_kind;  /* enum hevc_job_kind */
    uint8_t parse_ahead; /* a parser runs beside */
} hevc_plan;

/* Samples that the blocks of a CTB row take from one reference: 4x4 units of luma (below 2^18, for a block may take two
 * from it), and the sum of their vertical motion in lines (each below 2^13). */
typedef struct hevc_taken {
    uint32_t units;
    int32_t motion;
} hevc_taken;

typedef struct hevc_work {
    /* geometry, from the SPS */
    uint32_t ctb_cols, ctb_rows, log2_ctb;
    uint32_t stride4, stride8; /* units of 4 and 8 luma samples per row, whole CTBs */

    hevc_motion *motion;  /* of the current picture, by hevc_motion_ctb() */
    uint32_t motion_step; /* units from a CTB row to the next; 0: one CTB row and the last line of the one above it are
                             kept, which stay in the cache */
    int8_t *qp;           /* QpY [y8 * stride8 + x8] */
    uint8_t *keep;        /* 1: pcm without loop filter, or transquant bypass [y8 * stride8 + x8] */
    hevc_edges *edges;    /* [ctb rs] */
    hevc_sao *sao;        /* [ctb rs] */
    uint16_t *ctb_slice;  /* [ctb rs] index into frame.slices, HEVC_NO_SLICE: no data */
    uint8_t *ctb_keep;    /* [ctb rs] some block of the CTB is in `keep` */

    uint8_t *above_units; /* the row above, for contexts: [tile row * stride8 + x8]; tiles may be parsed side by side */
    uint8_t (*wpp_ctx)[HEVC_CTX_BYTES]; /* [ctb row] contexts after its second CTB, 9.3.2.4 */

    /* samples of the last line of each CTB row before deblocking, for intra prediction of the next row */
    uint8_t *last_line[3]; /* [plane], by hevc_last_line() */
    uint32_t line_bytes[3];
    /* mask of the CTB row: 1 where one row is decoded after the other, for two to stay in the cache */
    uint32_t line_rows;
    /* deblocked lines before SAO */
    uint8_t *sao_line[3][2]; /* [plane][0 above the next step, 1 free] */

    hevc_substream *substreams; /* by rising first_ts */
    uint32_t num_substreams, max_substreams;
    hevc_plan plan;

    /* progress */
    _Atomic int32_t *row_done;     /* [ctb row] CTBs reconstructed */
    _Atomic int32_t rows_filtered; /* in order */
    _Atomic int32_t rows_claimed;  /* rows that some thread filters or has filtered */
    _Atomic int32_t jobs_left;
    _Atomic int32_t ctbs_parsed; /* parse ahead, in raster scan */
    _Atomic int32_t rows_recon;  /* rows whose records are used up */

    /* of the CTB rows that are parsed, for fetch.h; [ref_pic], as in hevc_taken */
    _Atomic uint32_t taken_units[HEVC_MAX_REFS], counted_units;
    _Atomic int64_t taken_motion[HEVC_MAX_REFS];

    /* records that wait for reconstruction. Of the parser that runs ahead: a ring, freed by rows. In order: those of at
     * most a CTB row, from the ring's start on */
    uint32_t *ring;
    uint32_t ring_words;
    uint32_t ring_at;    /* words written since the frame began, gaps at the ring's end included; in order: that wait */
    uint32_t *row_start; /* [ctb row] ring_at when it began */
    uint32_t *ctb_records; /* [ctb rs] index into ring, and HEVC_CTB_INTRA */
    uint32_t ctbs_waiting; /* in order: up to the present CTB */
} hevc_work;

static inline uint8_t *hevc_last_line(const hevc_work *w, uint32_t plane, uint32_t ctb_y) {
    return w->last_line[plane] + (size_t)(ctb_y & w->line_rows) * w->line_bytes[plane];
}

/* Motion of the CTB's units, [y4 * stride4 + x4] from its first on; -1 is the line above, in any case. */
static inline hevc_motion *hevc_motion_ctb(const hevc_work *w, uint32_t ctb_x, uint32_t ctb_y) {
    return w->motion + ctb_y * w->motion_step + (ctb_x << (w->log2_ctb - 2));
}

#endif
