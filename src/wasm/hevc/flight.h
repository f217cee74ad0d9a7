/* Frames in flight, from hevc_frame_start to the completion of their pictures. */
#ifndef HEVC_FLIGHT_H
#define HEVC_FLIGHT_H

#include "decoder.h"

/* Finishes the oldest frame in flight when `wait`, or when it is finished already. Returns 0 when there was none to
 * finish. */
int hevc_frame_retire(hevc *d, int wait);
void hevc_frames_wait(hevc *d);

#endif
