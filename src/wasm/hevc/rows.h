/* A picture as jobs (team.h has their order): slice segments to CTBs, CTB rows to filters. */
#ifndef HEVC_ROWS_H
#define HEVC_ROWS_H

#include "ctu.h"
#include "recon.h"
#include "thread.h"

/* Everything one thread needs to decode CTBs. */
typedef struct hevc_thread_context {
    hevc_parser parser;
    uint8_t wpp_ctx[HEVC_CTX_BYTES];
    uint8_t segment_ctx_valid;
    hevc_scratch scratch;
    _Alignas(64) uint32_t records[HEVC_RECORD_WORDS(6)]; /* of the present CTB */
} hevc_thread_context;

enum hevc_job_kind { HEVC_JOB_ROW, HEVC_JOB_TILE, HEVC_JOB_FILTER, HEVC_JOB_RECON, HEVC_JOB_WHOLE };

/* Run by a parser while its ring is full: another job of the team. Returns 0 when there was none; never takes a job
 * that parses. */
typedef struct hevc_help {
    int (*run)(void *team, hevc_thread_context *thread);
    void *team;
} hevc_help;

/* Makes the frame's tables fresh and its plan; threads 0: one job. */
void hevc_frame_prepare(hevc_frame *frame, uint32_t threads);
/* Everything, in order, by one thread. */
void hevc_frame_decode(hevc_thread_context *thread, hevc_frame *frame);
/* One of the jobs of the frame's plan. */
void hevc_job_run(hevc_thread_context *thread, hevc_frame *frame, uint32_t job);
/* The parser beside the RECON jobs. */
void hevc_parse_ahead(hevc_thread_context *thread, hevc_frame *frame, const hevc_help *help);

#endif
