/* Frames in flight: from the first slice segment of a picture to its completion. */
#ifndef HEVC_FRAME_H
#define HEVC_FRAME_H

#include "decoder.h"
#include "nal.h"

/* One slice segment NAL unit; starts and ends pictures as their segments come. HEVC_OK or an error (the segment is
 * lost). */
int hevc_frame_add_slice(hevc *d, const hevc_nal *nal, double pts);

/* The picture being filled is complete: hand it to the CTU side. */
void hevc_frame_close(hevc *d);

/* Finishes the oldest frame in flight when `wait`, or when it is finished already. Returns 0 when there was none to
 * finish. */
int hevc_frame_retire(hevc *d, int wait);
void hevc_frames_wait(hevc *d);

#endif
