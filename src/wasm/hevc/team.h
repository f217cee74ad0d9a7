/* Who decodes. A frame becomes jobs in one order that respects every dependency; threads take them in that order, so whoever
 * waits, waits for a job that was taken before its own: somebody always moves.
 *
 *     ROW    wavefront: parse and reconstruct a CTB row, two CTBs behind the row above, then filter it
 *     TILE   parse and reconstruct a tile
 *     FILTER a CTB row, once its tiles are done
 *     RECON  reconstruct a CTB row from the records of the parser that runs ahead, then filter it
 *     WHOLE  everything by one thread: tiles without entry points
 *
 * Parsing a picture ahead (for RECON) is not in that order: one thread at a time does it, frame after frame. */
#ifndef HEVC_TEAM_H
#define HEVC_TEAM_H

#include "ctu.h"
#include "recon.h"
#include "thread.h"

/* Everything one thread needs to decode CTBs. */
typedef struct hevc_lane {
    hevc_parser parser;
    uint8_t wpp_ctx[HEVC_CTX_BYTES];
    uint8_t segment_ctx_valid;
    hevc_scratch scratch;
    _Alignas(64) uint32_t records[HEVC_RECORD_WORDS(6)]; /* of the CTB at hand */
} hevc_lane;

enum hevc_job_kind { HEVC_JOB_ROW, HEVC_JOB_TILE, HEVC_JOB_FILTER, HEVC_JOB_RECON, HEVC_JOB_WHOLE };

enum { HEVC_QUEUE = HEVC_MAX_FRAMES * 2 };

typedef struct hevc_team {
    hevc_lane lanes[HEVC_MAX_THREADS + 1]; /* [0]: the calling thread */

    /* Frames in decoding order; a slot is written before `queued` passes it. Owner: the calling thread. */
    hevc_frame *queue[HEVC_QUEUE];
    _Atomic uint64_t queued;
    /* Next job: frame number << 16 | job of that frame. */
    _Atomic uint64_t next_job;
    /* Next frame whose parsing may be taken; owner: whoever has set `parsing`. */
    uint64_t next_parse;
    _Atomic int32_t parsing;

    _Atomic int32_t bell;                  /* something can be taken that could not before */
    _Atomic int32_t stop;
} hevc_team;

/* rows.c: makes the frame's tables fresh and its plan; threads 0: one job. */
void hevc_frame_prepare(hevc_frame *frame, uint32_t threads);
/* Everything, in order, by one thread. */
void hevc_frame_decode(hevc_lane *lane, hevc_frame *frame);
void hevc_job_run(hevc_lane *lane, hevc_frame *frame, uint32_t job);
void hevc_parse_ahead(hevc_team *team, hevc_lane *lane, hevc_frame *frame);

/* team.c: runs one job if one may be taken now. filling_ring: by a parser whose ring is full, so no job that parses. */
int hevc_team_help(hevc_team *team, hevc_lane *lane, int filling_ring);

#endif
