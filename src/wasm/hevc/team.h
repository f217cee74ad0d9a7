/* Distribution of jobs to threads. A frame becomes jobs in one order that respects every dependency; threads take them
 * in that order, so a thread only waits for a job that was taken before its own, and the oldest job never waits.
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

#include "rows.h"

enum { HEVC_QUEUE = HEVC_MAX_FRAMES * 2 };

/* A queued frame. A thread that was put to sleep between reading next_job and reading the ticket may read that of a
 * later frame: so everything in it is atomic and nothing behind `frame` is touched before next_job is seen not to have
 * moved on. */
typedef struct hevc_ticket {
    _Atomic(hevc_frame *) frame;
    _Atomic uint32_t num_jobs;
    _Atomic uint8_t parse_ahead; /* its rows need a parser */
    _Atomic uint8_t parse_taken; /* it has one */
} hevc_ticket;

typedef struct hevc_team {
    hevc_thread_context threads[HEVC_MAX_THREADS + 1]; /* [0]: the calling thread */

    /* Frames in decoding order; a slot is written before `queued` passes it. Owner: the calling thread. */
    hevc_ticket queue[HEVC_QUEUE];
    _Atomic uint64_t queued;
    /* Next job: frame number << 16 | job of that frame. */
    _Atomic uint64_t next_job;
    /* Next frame whose parsing may be taken; owner: the thread that has set `parsing`. */
    uint64_t next_parse;
    _Atomic int32_t parsing;

    _Atomic int32_t wake_counter; /* something can be taken that could not before */
    _Atomic int32_t stop;
} hevc_team;

#endif
