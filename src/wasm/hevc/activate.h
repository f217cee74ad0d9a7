/* Dividing the arena for a sequence: picture slots and frames in flight. */
#ifndef HEVC_ACTIVATE_H
#define HEVC_ACTIVATE_H

#include "decoder.h"

/* Sizes the arena for this SPS and the current options. If the size changes, it finishes every frame in flight, moves
 * pictures of the old format to the output queue, and binds the slots again. HEVC_OK, _LIMIT or _MEMORY. */
int hevc_activate(hevc *d, const hevc_sps *sps);

#endif
