/* The decoded picture buffer: picture order count (8.3.1), reference picture sets (8.3.2), lists (8.3.4), output
 * (C.5.2). */
#ifndef HEVC_DPB_H
#define HEVC_DPB_H

#include "decoder.h"

int32_t hevc_dpb_poc(const hevc_dpb *dpb, const hevc_sps *sps, const hevc_slice_header *h, uint32_t nal_unit_type,
                     int no_rasl_output_flag);

/* Moves all pictures that wait for output into the queue, in order. */
void hevc_dpb_output_all(hevc *d);
/* C.5.2.2: before the current picture is stored. */
void hevc_dpb_bump_before(hevc *d);
/* C.5.2.3: the current picture joins. */
void hevc_dpb_store(hevc *d, hevc_pic *pic, int pic_output_flag);

/* A free slot of the active format, made free by force if the stream keeps more than it declared; null when the caller
 * holds everything. Not yet marked in any way. The picture whose decode_order is `previous` stays: it may replace
 * a missing one. */
hevc_pic *hevc_dpb_take(hevc *d, const hevc_sps *sps, uint32_t previous);

/* All reference marks off; not needed for output either when `drop`. */
void hevc_dpb_clear(hevc *d, int drop);

/* 8.3.2: marks by the RPS of the first slice and fills frame->pic->refs; missing pictures are replaced and counted.
 * Returns 0 when not even a grey picture can be had. */
int hevc_dpb_references(hevc *d, hevc_frame *frame, const hevc_slice_header *h, int irap_no_rasl);
/* The marks alone, before the current picture has a slot. */
void hevc_dpb_mark(hevc *d, const hevc_sps *sps, const hevc_slice_header *h, int32_t poc, int irap_no_rasl);

/* 8.3.4: lists of one slice. Returns 0 when the header does not fit the frame's reference picture set. */
int hevc_dpb_lists(const hevc_frame *frame, const hevc_slice_header *h, hevc_slice *slice);

#endif
