/* Dividing the arena for a sequence: picture slots and frames in flight. */
#ifndef HEVC_ACTIVATE_H
#define HEVC_ACTIVATE_H

#include "decoder.h"

/* Makes the arena fit this SPS and the options in force. Nothing happens when it does already; else every frame in
 * flight is finished, pictures of the old format go to the output queue, and slots are bound anew. HEVC_OK, _LIMIT or
 * _MEMORY. */
int hevc_activate(hevc *d, const hevc_sps *sps);

#endif
