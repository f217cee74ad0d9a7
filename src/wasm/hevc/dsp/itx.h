/* Scaled coefficients to residual, added to the prediction in place (H.265 12/2016, 8.6.2, 8.6.4, 8.6.7).
 *
 * - dst: size x size predicted samples (size = 1 << log2_size); the residual is added, the sum clipped.
 * - coeffs: size x size scaled coefficients d[x][y] at coeffs[y * size + x], each within 16 bits; all zero outside
 *   x < cols and y < rows. The kernel leaves the whole block zero again.
 * - cols, rows: the smallest multiples of 4 that hold every coefficient that is not zero.
 *
 * The result of the first (vertical) stage is clipped to 16 bits as 8.6.4.2 says. */
#ifndef HEVC_DSP_ITX_H
#define HEVC_DSP_ITX_H

#include <stddef.h>
#include <stdint.h>

#include "../format.h"
#include "variant.h"

#define HEVC_DECL_ITX(pixel, variant)                                                                                  \
    void hevc_itx_dct_add##variant(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int log2_size, int cols,         \
                                   int rows, int bit_depth);                                                           \
    /* 4x4 luma of intra blocks. */                                                                                    \
    void hevc_itx_dst4_add##variant(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int bit_depth);                 \
    /* Only coeffs[0], passed as a value: the buffer is not touched. */                                                \
    void hevc_itx_dc_add##variant(pixel *dst, ptrdiff_t dst_stride, int dc, int log2_size, int bit_depth);             \
    /* transform_skip_flag, 4x4 (version 1). */                                                                        \
    void hevc_itx_skip_add##variant(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int bit_depth);                 \
    /* cu_transquant_bypass_flag: the coefficients are the residual. */                                                \
    void hevc_itx_bypass_add##variant(pixel *dst, ptrdiff_t dst_stride, int16_t *coeffs, int log2_size, int bit_depth);

#if HEVC_RANGE_EXTENSIONS
/* The residual alone, into size x size values: DCT, or DST of 4x4. Other arguments as above. */
void hevc_itx_residual(int32_t *residual, int16_t *coeffs, int log2_size, int cols, int rows, int is_dst,
                       int bit_depth);
#endif

HEVC_DECL_ITX(uint8_t, _8_c)
HEVC_DECL_ITX(uint16_t, _16_c)
#if defined(__wasm_simd128__)
HEVC_DECL_ITX(uint8_t, _8_simd)
HEVC_DECL_ITX(uint16_t, _16_simd)
#endif

#define hevc_itx_dct_add_8 HEVC_VARIANT(hevc_itx_dct_add_8)
#define hevc_itx_dst4_add_8 HEVC_VARIANT(hevc_itx_dst4_add_8)
#define hevc_itx_dc_add_8 HEVC_VARIANT(hevc_itx_dc_add_8)
#define hevc_itx_skip_add_8 HEVC_VARIANT(hevc_itx_skip_add_8)
#define hevc_itx_bypass_add_8 HEVC_VARIANT(hevc_itx_bypass_add_8)

#define hevc_itx_dct_add_16 HEVC_VARIANT(hevc_itx_dct_add_16)
#define hevc_itx_dst4_add_16 HEVC_VARIANT(hevc_itx_dst4_add_16)
#define hevc_itx_dc_add_16 HEVC_VARIANT(hevc_itx_dc_add_16)
#define hevc_itx_skip_add_16 HEVC_VARIANT(hevc_itx_skip_add_16)
#define hevc_itx_bypass_add_16 HEVC_VARIANT(hevc_itx_bypass_add_16)

#endif
