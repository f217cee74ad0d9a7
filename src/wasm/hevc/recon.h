/* Reconstruction: one CTB's records to samples (H.265 12/2016, 8.4.4, 8.5.3.3, 8.6), before the loop filters. */
#ifndef HEVC_RECON_H
#define HEVC_RECON_H

#include "dsp/intra.h"
#include "dsp/mc.h"
#include "thread.h"
#include "work.h"

/* A reference block with repeated samples around it: 8 samples that kernels may read, 7 (luma) or 3 (chroma) more
 * than the block each way, and what kernels read beyond. */
enum {
    HEVC_EXTENDED_LUMA = 88, /* samples a line */
    HEVC_EXTENDED_CHROMA = HEVC_RANGE_EXTENSIONS ? HEVC_EXTENDED_LUMA : 56,
    HEVC_EXTENDED_CHROMA_LINES = (HEVC_RANGE_EXTENSIONS ? 64 : 32) + 3,
    HEVC_EXTENDED_SLACK = 8 /* left of the filled samples */
};

/* Owned by one thread. Samples of the border and of extended blocks are 8 or 16 bits wide. */
typedef struct hevc_scratch {
    _Alignas(64) int16_t coeffs[32 * 32];               /* zero between blocks */
    _Alignas(64) int16_t mid[2][3][HEVC_MID_SIZE + 64]; /* [prediction][plane] */
    _Alignas(64)
        uint16_t border[2][HEVC_BORDER_SLACK + HEVC_BORDER_SIZE + HEVC_BORDER_SLACK + 15]; /* as they are, smoothed */
    _Alignas(64) uint16_t sao_left[2][64]; /* column left of the CTB before its offsets: here, for the next */
    _Alignas(64) uint16_t kept[64 * 64];   /* samples that SAO must not change */
    _Alignas(64) uint16_t extended_luma[2][HEVC_EXTENDED_LUMA * (64 + 7) + 32]; /* [prediction] */
    _Alignas(64) uint16_t extended_chroma[2][2][HEVC_EXTENDED_CHROMA * HEVC_EXTENDED_CHROMA_LINES + 32];
#if HEVC_RANGE_EXTENSIONS
    _Alignas(64) int32_t residual[2][32 * 32]; /* of luma, kept for the chroma that is predicted from it; of chroma */
#endif
} hevc_scratch;

#if HEVC_RANGE_EXTENSIONS
/* residual_range.c: the residual of a block with an extension (record.h), before it is added. type: hevc_residual_type.
 * Leaves coeffs zero. */
void hevc_extended_residual(hevc_scratch *s, uint32_t plane, uint32_t type, uint32_t extension, int log2_size, int cols,
                            int rows, const int depth[2]);
#endif

void hevc_recon_ctu_8(hevc_frame *frame, hevc_scratch *s, uint32_t ctb_x, uint32_t ctb_y, const uint32_t *records);
void hevc_recon_ctu_16(hevc_frame *frame, hevc_scratch *s, uint32_t ctb_x, uint32_t ctb_y, const uint32_t *records);

/* Returns once the luma lines of `ref` up to `line` are final, or given up. */
static inline void hevc_wait_lines(hevc_pic *ref, int line) {
#if defined(HEVC_THREADS)
    const int height = (int)ref->height, ctb_rows = (height + (1 << ref->log2_ctb_size) - 1) >> ref->log2_ctb_size;
    const int rows = line < 0 ? 1 : ((line + HEVC_UNFILTERED_LINES) >> ref->log2_ctb_size) + 1;
    hevc_progress_wait(&ref->rows_final, rows < ctb_rows ? rows : ctb_rows);
#else /* pictures are decoded one after the other */
    (void)ref;
    (void)line;
#endif
}

#endif
