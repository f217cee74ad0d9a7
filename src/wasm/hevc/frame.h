/* From slice segments to frames: the first one of a picture opens it, and what comes behind it is handed to the CTU
 * side. */
#ifndef HEVC_FRAME_H
#define HEVC_FRAME_H

#include "decoder.h"
#include "nal.h"

/* One slice segment NAL unit; starts and ends pictures as their segments come. HEVC_OK or an error (the segment is
 * lost). */
int hevc_frame_add_slice(hevc *d, const hevc_nal *nal, double pts);

/* The picture being filled is complete: hand it to the CTU side. */
void hevc_frame_close(hevc *d);

#endif
