/* From slice segments to frames: the first segment of a picture opens the frame; the frame is then passed to the CTU
 * side. */
#ifndef HEVC_FRAME_H
#define HEVC_FRAME_H

#include "decoder.h"
#include "nal.h"

/* One slice segment NAL unit; starts and ends pictures as their segments come. HEVC_OK or an error (the segment is
 * lost). */
int hevc_frame_add_slice(hevc *d, const hevc_nal *nal, double pts);

/* Passes the picture being filled, which is complete, to the CTU side. */
void hevc_frame_close(hevc *d);
/* Moves the records of SEI to the current picture; without one they are dropped. */
void hevc_frame_add_sei(hevc *d);

#endif
