/* Who decodes: one lane per thread, and how they tell each other how far they are. */
#ifndef HEVC_TEAM_H
#define HEVC_TEAM_H

#include "ctu.h"
#include "recon.h"

/* Everything one thread needs to decode CTBs. */
typedef struct hevc_lane {
    hevc_parser parser;
    uint8_t wpp_ctx[HEVC_CTX_BYTES];
    uint8_t segment_ctx_valid;
    hevc_scratch scratch;
    _Alignas(64) uint32_t records[HEVC_RECORD_WORDS(6)]; /* of the CTB at hand */
} hevc_lane;

typedef struct hevc_team {
    hevc_lane lanes[HEVC_MAX_THREADS + 1]; /* [0]: the calling thread */
} hevc_team;

/* Raises a progress word and wakes whoever waits on it. */
void hevc_publish_rows(_Atomic int32_t *progress, int32_t rows);

/* rows.c */
void hevc_frame_prepare(hevc_frame *frame);
void hevc_frame_decode(hevc_lane *lane, hevc_frame *frame);
void hevc_filter_row(hevc_lane *lane, hevc_frame *frame, uint32_t ctb_y);

#endif
