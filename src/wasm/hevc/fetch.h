/* Lines of pictures fetched into the caches before a CTB row is reconstructed.
 *
 * The blocks of a row are predicted from lines of memory that are far apart, and written to such lines: the
 * processor's prefetcher finds no run and waits for each. WebAssembly has no instruction to prefetch, but the lines of
 * a CTB row are one run, and processors fetch ahead when a run is read from end to end. So the run is read once: of the
 * picture and of the references that the row uses often. The run must be complete: reading only a few CTBs of each
 * line, or every other line of the cache, costs more than it gains (docs/decisions/0006-h265-decoder.md). */
#ifndef HEVC_FETCH_H
#define HEVC_FETCH_H

#include "work.h"

/* Nothing is counted yet. */
void hevc_fetch_start(hevc_work *w);

/* Adds what a parser has counted in the CTB row of a tile that it has ended, and counts from 0 again. */
void hevc_fetch_count(hevc_work *w, hevc_taken taken[HEVC_MAX_REFS], uint32_t num_refs);

/* Before the first CTB of row ctb_y is reconstructed; does nothing if the picture has tile columns. The counts so far
 * select the references and the lines. */
void hevc_fetch_row(const hevc_frame *frame, uint32_t ctb_y);

#endif
