/* Boundary strengths (8.7.2.4). */
#ifndef HEVC_STRENGTH_H
#define HEVC_STRENGTH_H

#include "work.h"

/* Adds the strengths of these edges to the CTB's: of transform blocks, and of coding and prediction blocks, the
 * only places where motion may differ. The CTB is parsed, and so is the CTB at the left or above when edges are there.
 */
void hevc_decide_v(hevc_work *w, uint32_t ctb_x, uint32_t ctb_y, uint64_t transform, uint64_t prediction);
void hevc_decide_h(hevc_work *w, uint32_t ctb_x, uint32_t ctb_y, uint64_t transform, uint64_t prediction);

#endif
