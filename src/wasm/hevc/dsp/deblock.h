/* Deblocking kernels (H.265 12/2016, 8.7.2.5).
 *
 * An edge unit is what two neighbouring coding blocks of the least size share: 8 luma lines, or the 4 lines of Cb and 4
 * of Cr beside them. Over such a unit QpY, pcm_flag and cu_transquant_bypass_flag are constant on each side, so one
 * beta and one pair of keep flags serve; bS may differ between its two halves of 4 luma lines.
 *
 * - _v: vertical edge, lines go down. _h: horizontal edge, lines go right. pix: sample q0 of the first line.
 * - beta, tc: beta' and tC' of table 8-12 (0..64, 0..24), not yet scaled to the bit depth. tc 0: these lines stay as
 * they are (bS 0, or tC' 0, which comes to the same).
 * - keep: HEVC_KEEP_P | HEVC_KEEP_Q: this side is not changed (pcm_loop_filter_disabled_flag,
 * cu_transquant_bypass_flag).
 *
 * Luma kernels read p3..q3 and may write all of them back, unchanged or not; chroma p1..q1 likewise. */
#ifndef HEVC_DSP_DEBLOCK_H
#define HEVC_DSP_DEBLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "variant.h"

enum { HEVC_KEEP_P = 1, HEVC_KEEP_Q = 2 };

#define HEVC_DECL_DEBLOCK(pixel, variant)                                                                              \
    /* tc0 for lines 0..3, tc1 for lines 4..7. */                                                                      \
    void hevc_deblock_luma_v##variant(pixel *pix, ptrdiff_t stride, int beta, int tc0, int tc1, int keep,              \
                                      int bit_depth);                                                                  \
    void hevc_deblock_luma_h##variant(pixel *pix, ptrdiff_t stride, int beta, int tc0, int tc1, int keep,              \
                                      int bit_depth);                                                                  \
    /* bS 2 only; 4 lines in each plane. */                                                                            \
    void hevc_deblock_chroma_v##variant(pixel *cb, pixel *cr, ptrdiff_t stride, int tc_cb, int tc_cr, int keep,        \
                                        int bit_depth);                                                                \
    void hevc_deblock_chroma_h##variant(pixel *cb, pixel *cr, ptrdiff_t stride, int tc_cb, int tc_cr, int keep,        \
                                        int bit_depth);

HEVC_DECL_DEBLOCK(uint8_t, _8_c)
HEVC_DECL_DEBLOCK(uint16_t, _16_c)
#if defined(__wasm_simd128__)
HEVC_DECL_DEBLOCK(uint8_t, _8_simd)
HEVC_DECL_DEBLOCK(uint16_t, _16_simd)
#endif

#define hevc_deblock_luma_v_8 HEVC_VARIANT(hevc_deblock_luma_v_8)
#define hevc_deblock_luma_h_8 HEVC_VARIANT(hevc_deblock_luma_h_8)
#define hevc_deblock_chroma_v_8 HEVC_VARIANT(hevc_deblock_chroma_v_8)
#define hevc_deblock_chroma_h_8 HEVC_VARIANT(hevc_deblock_chroma_h_8)

#define hevc_deblock_luma_v_16 HEVC_VARIANT(hevc_deblock_luma_v_16)
#define hevc_deblock_luma_h_16 HEVC_VARIANT(hevc_deblock_luma_h_16)
#define hevc_deblock_chroma_v_16 HEVC_VARIANT(hevc_deblock_chroma_v_16)
#define hevc_deblock_chroma_h_16 HEVC_VARIANT(hevc_deblock_chroma_h_16)

#endif
