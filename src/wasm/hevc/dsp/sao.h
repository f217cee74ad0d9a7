/* Sample adaptive offset of one CTB, in place (H.265 12/2016, 8.7.3).
 *
 * - pix, w, h: the CTB's part inside the picture, deblocked; the row below it (from x = -1 to w) and the column right
 * of it deblocked too and not yet offset. w multiple of 4; w, h at most 64. Up to 16 samples right of the block are
 * read in rows -1..h, and up to 12 of them written back as they were in rows 0..h - 1.
 * - above: the deblocked row -1 before its own offset, above[-1] .. above[w]; readable to above[round_up(w, 16) + 16].
 * - left: the deblocked column -1 before its own offset, left[0] .. left[h - 1].
 * - offset: SaoOffsetVal[1..4], already scaled to the bit depth.
 * - sides: HEVC_SAO_* bits of the neighbours that may be looked at: inside the picture, and not cut off by
 *   slice_loop_filter_across_slices_enabled_flag or loop_filter_across_tiles_enabled_flag. Samples whose class needs a
 *   neighbour beyond a missing side stay as they are; missing neighbours are read but do not count.
 *
 * Samples of pcm (with pcm_loop_filter_disabled_flag) and bypass coding blocks are the caller's to restore. */
#ifndef HEVC_DSP_SAO_H
#define HEVC_DSP_SAO_H

#include <stddef.h>
#include <stdint.h>

#include "variant.h"

enum {
    HEVC_SAO_LEFT = 1,
    HEVC_SAO_RIGHT = 2,
    HEVC_SAO_ABOVE = 4,
    HEVC_SAO_BELOW = 8,
    HEVC_SAO_ABOVE_LEFT = 16,
    HEVC_SAO_ABOVE_RIGHT = 32,
    HEVC_SAO_BELOW_LEFT = 64,
    HEVC_SAO_BELOW_RIGHT = 128
};

#define HEVC_DECL_SAO(pixel, variant)                                                                                  \
    void hevc_sao_band##variant(pixel *pix, ptrdiff_t stride, int w, int h, int sao_band_position,                     \
                                const int16_t offset[4], int bit_depth);                                               \
    void hevc_sao_edge##variant(pixel *pix, ptrdiff_t stride, const pixel *above, const pixel *left, int w, int h,     \
                                int sao_eo_class, const int16_t offset[4], int sides, int bit_depth);

HEVC_DECL_SAO(uint8_t, _8_c)
HEVC_DECL_SAO(uint16_t, _16_c)
#if defined(__wasm_simd128__)
HEVC_DECL_SAO(uint8_t, _8_simd)
HEVC_DECL_SAO(uint16_t, _16_simd)
#endif

#define hevc_sao_band_8 HEVC_VARIANT(hevc_sao_band_8)
#define hevc_sao_edge_8 HEVC_VARIANT(hevc_sao_edge_8)

#define hevc_sao_band_16 HEVC_VARIANT(hevc_sao_band_16)
#define hevc_sao_edge_16 HEVC_VARIANT(hevc_sao_edge_16)

#endif
