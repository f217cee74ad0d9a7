/* Chroma formats and the tools of the range extensions, by build.
 *
 * Modules of version 1 are compiled for monochrome and 4:2:0: all that depends on the chroma format or on a range
 * extension tool is a constant there, and costs them nothing. With -DHEVC_RANGE_EXTENSIONS=1 the same sources decode
 * 4:0:0 to 4:4:4 in 8 to 12 bits. */
#ifndef HEVC_FORMAT_H
#define HEVC_FORMAT_H

#include <stdint.h>

#ifndef HEVC_RANGE_EXTENSIONS
#define HEVC_RANGE_EXTENSIONS 0
#endif

enum { HEVC_CHROMA_400, HEVC_CHROMA_420, HEVC_CHROMA_422, HEVC_CHROMA_444 }; /* chroma_format_idc */

enum { HEVC_MAX_BIT_DEPTH = HEVC_RANGE_EXTENSIONS ? 12 : 10 };

/* log2 of SubWidthC and SubHeightC, table 6-1. */
static inline uint32_t hevc_chroma_shift_x(uint32_t chroma_format_idc) {
    return HEVC_RANGE_EXTENSIONS ? chroma_format_idc != HEVC_CHROMA_444 : 1;
}

static inline uint32_t hevc_chroma_shift_y(uint32_t chroma_format_idc) {
    return HEVC_RANGE_EXTENSIONS ? chroma_format_idc <= HEVC_CHROMA_420 : 1;
}

/* The same of any plane: 0 for luma. */
static inline uint32_t hevc_plane_shift_x(uint32_t chroma_format_idc, uint32_t plane) {
    return plane ? hevc_chroma_shift_x(chroma_format_idc) : 0;
}

static inline uint32_t hevc_plane_shift_y(uint32_t chroma_format_idc, uint32_t plane) {
    return plane ? hevc_chroma_shift_y(chroma_format_idc) : 0;
}

static inline int hevc_is_422(uint32_t chroma_format_idc) {
    return HEVC_RANGE_EXTENSIONS && chroma_format_idc == HEVC_CHROMA_422;
}

static inline int hevc_is_444(uint32_t chroma_format_idc) {
    return HEVC_RANGE_EXTENSIONS && chroma_format_idc == HEVC_CHROMA_444;
}

#endif
