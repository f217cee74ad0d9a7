/* Reports about streams and the decoder: the blocks of a picture (the debugging build, HEVC_DEBUG), and the current
 * stage of every thread (the profiling build, HEVC_PROFILE). build.mjs makes both on request. In other builds all hooks
 * are empty: the modules that ship have the same bytes without them. */
#ifndef HEVC_INSPECT_H
#define HEVC_INSPECT_H

#include "hevc.h"

/* The parts of the work. A thread outside of a picture's jobs is with its caller: reading headers, handing out. */
enum hevc_stage {
    HEVC_STAGE_CALLER = 0,
    HEVC_STAGE_CABAC = 1, /* parsing, motion vectors included */
    HEVC_STAGE_PREDICTION = 2,
    HEVC_STAGE_TRANSFORM = 3,
    HEVC_STAGE_DEBLOCKING = 4,
    HEVC_STAGE_SAO = 5,
    HEVC_STAGE_WAITING = 6,
    HEVC_STAGE_OTHER = 7, /* lines kept for the next row, concealment, taking jobs */
    HEVC_STAGES
};

#ifdef HEVC_PROFILE
/* Sets the stage that this thread is in from here on. */
void hevc_stage(enum hevc_stage stage);
/* It waits, and then continues its stage. */
void hevc_stage_pause(void);
void hevc_stage_resume(void);
/* Which thread this is: 0 calls the API. */
void hevc_stage_thread(uint32_t index);
/* In addition to the functions of hevc.h: address of the words that a sampler reads. Each thread has 16 words of 4
 * bytes: the first is its current stage, the others count the entries of each stage. */
uint32_t *hevc_stages(void);
#else
#define hevc_stage(stage) ((void)0)
#define hevc_stage_pause() ((void)0)
#define hevc_stage_resume() ((void)0)
#define hevc_stage_thread(index) ((void)0)
#endif

#ifdef HEVC_DEBUG
#include "ctu.h"

/* The blocks of a picture, one of these for every 4x4 luma samples. */
typedef struct hevc_block_info {
    hevc_motion motion; /* of inter blocks */
    uint16_t flags;     /* HEVC_BLOCK_* */
    int8_t qp;          /* QpY */
    uint8_t set;        /* 0: nothing was decoded here */
} hevc_block_info;

enum hevc_block_flag {
    HEVC_BLOCK_CODING_LEFT = 1, /* the block begins at the left (top) of these samples */
    HEVC_BLOCK_CODING_TOP = 2,
    HEVC_BLOCK_PREDICTION_LEFT = 4,
    HEVC_BLOCK_PREDICTION_TOP = 8,
    HEVC_BLOCK_TRANSFORM_LEFT = 16,
    HEVC_BLOCK_TRANSFORM_TOP = 32,
    HEVC_BLOCK_INTRA = 64,
    HEVC_BLOCK_SKIP = 128,
    HEVC_BLOCK_CODED = 256 /* luma coefficients */
};

uint32_t hevc_blocks_bytes(const hevc_sps *sps);
void hevc_blocks_clear(const hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y);
void hevc_blocks_coding(const hevc_parser *p, int skip);
void hevc_blocks_prediction(const hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, const hevc_motion *m);
void hevc_blocks_transform(const hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t cbf);

/* Beside the verbs of hevc.h: of a picture that the caller holds. */
enum hevc_blocks_field {
    HEVC_BLOCKS_ADDRESS = 0,
    HEVC_BLOCKS_COLUMNS = 1, /* of 4 luma samples, coded size */
    HEVC_BLOCKS_ROWS = 2,
    HEVC_BLOCKS_LOG2_CTB = 3,
    HEVC_BLOCKS_LEFT = 4, /* luma samples cropped away */
    HEVC_BLOCKS_TOP = 5,
    HEVC_BLOCKS_POC = 16 /* + ref_pic: of a picture that is referenced */
};
int32_t hevc_blocks(hevc *d, int handle, int field);
#else
#define hevc_blocks_clear(frame, ctb_x, ctb_y) ((void)0)
#define hevc_blocks_coding(p, skip) ((void)0)
#define hevc_blocks_prediction(p, x, y, w, h, m) ((void)0)
#define hevc_blocks_transform(p, x, y, log2_size, cbf) ((void)0)
#endif

#endif
