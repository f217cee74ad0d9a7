/* In-loop filters by CTB row (H.265 12/2016, 8.7): selects the edges and the filters; the arithmetic is in dsp/. */
#ifndef HEVC_FILTER_H
#define HEVC_FILTER_H

#include "recon.h"
#include "work.h"

/* 8.7.2: all edges of the CTB row, its top edge included. Every CTB of the row and the row above is reconstructed, the
 * row above deblocked. Lines up to 4 above the row's end are final for SAO then. */
void hevc_deblock_row_8(hevc_frame *frame, uint32_t ctb_y);
void hevc_deblock_row_16(hevc_frame *frame, uint32_t ctb_y);

/* 8.7.3 for the lines that the deblocking of this row completed: the last 8 lines of the row above, and all but the
 * last 8 of this. */
void hevc_sao_row_8(hevc_frame *frame, hevc_scratch *s, uint32_t ctb_y);
void hevc_sao_row_16(hevc_frame *frame, hevc_scratch *s, uint32_t ctb_y);

/* Whether a picture has samples that the filters must leave alone (work.keep). */
static inline int hevc_filter_keeps(const hevc_frame *frame) {
    return frame->pps.transquant_bypass_enabled_flag ||
           (frame->sps.pcm_enabled_flag && frame->sps.pcm_loop_filter_disabled_flag);
}

#endif
