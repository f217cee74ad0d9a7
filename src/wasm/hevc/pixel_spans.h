/* Short spans of samples by plain stores, as spans.h does it for bytes. Behind dsp/pixel.h. */
#ifndef HEVC_PIXEL_SPANS_H
#define HEVC_PIXEL_SPANS_H

#include "dsp/pixel.h"

typedef pixel pixel_lanes __attribute__((vector_size(16)));
enum { PIXEL_LANES = 16 / sizeof(pixel) };

/* border[from, to) and up to 15 samples behind it: too few for a call of memset. */
static inline void repeat_up(pixel *border, int from, int to, pixel value) {
    const pixel_lanes all = (pixel_lanes){0} + value;
    for (int i = from; i < to; i += PIXEL_LANES) __builtin_memcpy(border + i, &all, 16);
}

/* border[0, to) and up to 15 samples before it. */
static inline void repeat_down(pixel *border, int to, pixel value) {
    const pixel_lanes all = (pixel_lanes){0} + value;
    for (int i = to; i > 0; i -= PIXEL_LANES) __builtin_memcpy(border + i - PIXEL_LANES, &all, 16);
}

/* n: a multiple of 4. */
static inline void copy_line(pixel *to, const pixel *from, int n) {
    for (; n > 0; n -= 4, to += 4, from += 4) __builtin_memcpy(to, from, 4 * sizeof(pixel));
}

#endif
