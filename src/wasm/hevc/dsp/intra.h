/* Intra prediction kernels (H.265 12/2016, 8.4.4.2.3 .. 8.4.4.2.6); size = 1 << log2_size, 4..32.
 *
 * - border: the 4 * size + 1 neighbouring samples in one line, from bottom left up to the corner and on to the top
 * right, which is the order in which 8.4.4.2.2 substitutes and 8.4.4.2.3 filters: border[2 * size - 1 - y] = p[-1][y],
 * border[2 * size] = p[-1][-1], border[2 * size + 1 + x] = p[x][-1]. HEVC_BORDER_SIZE samples hold any size; kernels
 * may read HEVC_BORDER_SLACK samples past either end.
 * - dst: size x size samples are written, nothing else. */
#ifndef HEVC_DSP_INTRA_H
#define HEVC_DSP_INTRA_H

#include <stddef.h>
#include <stdint.h>

#include "variant.h"

#define HEVC_BORDER_SIZE (4 * 32 + 1)
#define HEVC_BORDER_SLACK 16

#define HEVC_DECL_INTRA(pixel, variant)                                                                                \
    /* 8.4.4.2.3: out = [1 2 1] of in, or the bilinear filter when allow_strong (strong_intra_smoothing_enabled_flag,  \
     * cIdx 0, size 32) and the line is flat enough. out and in do not overlap; out may be written up to 16 past its   \
     * end. */                                                                                                         \
    void hevc_intra_smooth##variant(pixel *out, const pixel *in, int log2_size, int allow_strong, int bit_depth);      \
    void hevc_intra_planar##variant(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size);             \
    /* edge_filter: cIdx 0 and size < 32. */                                                                           \
    void hevc_intra_dc##variant(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size,                  \
                                int edge_filter);                                                                      \
    /* mode 2..34; edge_filter (cIdx 0 and size < 32) matters for modes 10 and 26 only. */                             \
    void hevc_intra_angular##variant(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size, int mode,   \
                                     int edge_filter, int bit_depth);

HEVC_DECL_INTRA(uint8_t, _8_c)
HEVC_DECL_INTRA(uint16_t, _16_c)
#if defined(__wasm_simd128__)
HEVC_DECL_INTRA(uint8_t, _8_simd)
HEVC_DECL_INTRA(uint16_t, _16_simd)
/* For more than 10 bits, in range modules. */
void hevc_intra_planar_16_deep(uint16_t *dst, ptrdiff_t dst_stride, const uint16_t *border, int log2_size);
#endif

#define hevc_intra_smooth_8 HEVC_VARIANT(hevc_intra_smooth_8)
#define hevc_intra_planar_8 HEVC_VARIANT(hevc_intra_planar_8)
#define hevc_intra_dc_8 HEVC_VARIANT(hevc_intra_dc_8)
#define hevc_intra_angular_8 HEVC_VARIANT(hevc_intra_angular_8)

#define hevc_intra_smooth_16 HEVC_VARIANT(hevc_intra_smooth_16)
#define hevc_intra_planar_16 HEVC_VARIANT(hevc_intra_planar_16)
#define hevc_intra_dc_16 HEVC_VARIANT(hevc_intra_dc_16)
#define hevc_intra_angular_16 HEVC_VARIANT(hevc_intra_angular_16)

#endif
