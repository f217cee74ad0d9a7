/* Inter prediction kernels (H.265 12/2016, 8.5.3.3.3 fractional samples, 8.5.3.3.4 weighted prediction).
 *
 * uni: one prediction straight to samples. mid: the 14-bit intermediates predSamplesLX. bi: a second prediction,
 * averaged with the mid of the first on the way to samples (default weighting). For explicit weights: mid (twice), then
 * a weight kernel. Cb and Cr go together: they share the motion, the strides and the block.
 *
 * - src: the reference sample at the integer part of the motion vector; fractions mx, my: quarter samples 0..3 (luma),
 *   eighth samples 0..7 (chroma). Kernels read rows -3..h+3 (luma) or -1..h+1 (chroma) and, in each such row, samples
 *   -8 .. round_up(w, 8) + 15: this much around any block position must be readable memory.
 * - dst: w x h samples are written, nothing else.
 * - w, h: luma: w multiple of 4, chroma: multiple of 2; h multiple of 2; both at most 64.
 * - mid: rows of HEVC_MID_STRIDE(w) int16_t; lanes beyond w hold anything; HEVC_MID_SIZE int16_t hold any block. */
#ifndef HEVC_DSP_MC_H
#define HEVC_DSP_MC_H

#include <stddef.h>
#include <stdint.h>

#include "variant.h"

#define HEVC_MID_STRIDE(w) (((w) + 7) & ~7)
#define HEVC_MID_SIZE (64 * 64)

#define HEVC_DECL_MC(pixel, variant)                                                                                   \
    void hevc_mc_luma_uni##variant(pixel *dst, ptrdiff_t dst_stride, const pixel *src, ptrdiff_t src_stride, int w,    \
                                   int h, int mx, int my, int bit_depth);                                              \
    void hevc_mc_luma_mid##variant(int16_t *mid, const pixel *src, ptrdiff_t src_stride, int w, int h, int mx, int my, \
                                   int bit_depth);                                                                     \
    void hevc_mc_luma_bi##variant(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid, const pixel *src,              \
                                  ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth);                  \
    void hevc_mc_chroma_uni##variant(pixel *dst_cb, pixel *dst_cr, ptrdiff_t dst_stride, const pixel *src_cb,          \
                                     const pixel *src_cr, ptrdiff_t src_stride, int w, int h, int mx, int my,          \
                                     int bit_depth);                                                                   \
    void hevc_mc_chroma_mid##variant(int16_t *mid_cb, int16_t *mid_cr, const pixel *src_cb, const pixel *src_cr,       \
                                     ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth);               \
    void hevc_mc_chroma_bi##variant(pixel *dst_cb, pixel *dst_cr, ptrdiff_t dst_stride, const int16_t *mid_cb,         \
                                    const int16_t *mid_cr, const pixel *src_cb, const pixel *src_cr,                   \
                                    ptrdiff_t src_stride, int w, int h, int mx, int my, int bit_depth);                \
    /* Both predictions at full samples: the average needs no intermediates. One plane. */                             \
    void hevc_mc_average##variant(pixel *dst, ptrdiff_t dst_stride, const pixel *src0, ptrdiff_t src0_stride,          \
                                  const pixel *src1, ptrdiff_t src1_stride, int w, int h);                             \
    /* Explicit weights, 8.5.3.3.4.3. log2_wd = luma_log2_weight_denom (or chroma's) + 14 - bit_depth; offsets already \
     * scaled to bit_depth; -128 <= w0, w1 <= 255. */                                                                  \
    void hevc_mc_weight_uni##variant(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid, int w, int h, int log2_wd,  \
                                     int w0, int o0, int bit_depth);                                                   \
    void hevc_mc_weight_bi##variant(pixel *dst, ptrdiff_t dst_stride, const int16_t *mid0, const int16_t *mid1, int w, \
                                    int h, int log2_wd, int w0, int o0, int w1, int o1, int bit_depth);

HEVC_DECL_MC(uint8_t, _8_c)
HEVC_DECL_MC(uint16_t, _16_c)
#if defined(__wasm_simd128__)
HEVC_DECL_MC(uint8_t, _8_simd)
HEVC_DECL_MC(uint16_t, _16_simd)

/* The _16_simd kernels call these for 12 bits, in range modules. */
void hevc_mc_luma_uni_12_simd(uint16_t *dst, ptrdiff_t dst_stride, const uint16_t *src, ptrdiff_t src_stride, int w,
                              int h, int mx, int my);
void hevc_mc_luma_mid_12_simd(int16_t *mid, const uint16_t *src, ptrdiff_t src_stride, int w, int h, int mx, int my);
void hevc_mc_luma_bi_12_simd(uint16_t *dst, ptrdiff_t dst_stride, const int16_t *mid, const uint16_t *src,
                             ptrdiff_t src_stride, int w, int h, int mx, int my);
void hevc_mc_chroma_uni_12_simd(uint16_t *dst_cb, uint16_t *dst_cr, ptrdiff_t dst_stride, const uint16_t *src_cb,
                                const uint16_t *src_cr, ptrdiff_t src_stride, int w, int h, int mx, int my);
void hevc_mc_chroma_mid_12_simd(int16_t *mid_cb, int16_t *mid_cr, const uint16_t *src_cb, const uint16_t *src_cr,
                                ptrdiff_t src_stride, int w, int h, int mx, int my);
void hevc_mc_chroma_bi_12_simd(uint16_t *dst_cb, uint16_t *dst_cr, ptrdiff_t dst_stride, const int16_t *mid_cb,
                               const int16_t *mid_cr, const uint16_t *src_cb, const uint16_t *src_cr,
                               ptrdiff_t src_stride, int w, int h, int mx, int my);
#endif

#define hevc_mc_luma_uni_8 HEVC_VARIANT(hevc_mc_luma_uni_8)
#define hevc_mc_luma_mid_8 HEVC_VARIANT(hevc_mc_luma_mid_8)
#define hevc_mc_luma_bi_8 HEVC_VARIANT(hevc_mc_luma_bi_8)
#define hevc_mc_chroma_uni_8 HEVC_VARIANT(hevc_mc_chroma_uni_8)
#define hevc_mc_chroma_mid_8 HEVC_VARIANT(hevc_mc_chroma_mid_8)
#define hevc_mc_chroma_bi_8 HEVC_VARIANT(hevc_mc_chroma_bi_8)
#define hevc_mc_average_8 HEVC_VARIANT(hevc_mc_average_8)
#define hevc_mc_weight_uni_8 HEVC_VARIANT(hevc_mc_weight_uni_8)
#define hevc_mc_weight_bi_8 HEVC_VARIANT(hevc_mc_weight_bi_8)

#define hevc_mc_luma_uni_16 HEVC_VARIANT(hevc_mc_luma_uni_16)
#define hevc_mc_luma_mid_16 HEVC_VARIANT(hevc_mc_luma_mid_16)
#define hevc_mc_luma_bi_16 HEVC_VARIANT(hevc_mc_luma_bi_16)
#define hevc_mc_chroma_uni_16 HEVC_VARIANT(hevc_mc_chroma_uni_16)
#define hevc_mc_chroma_mid_16 HEVC_VARIANT(hevc_mc_chroma_mid_16)
#define hevc_mc_chroma_bi_16 HEVC_VARIANT(hevc_mc_chroma_bi_16)
#define hevc_mc_average_16 HEVC_VARIANT(hevc_mc_average_16)
#define hevc_mc_weight_uni_16 HEVC_VARIANT(hevc_mc_weight_uni_16)
#define hevc_mc_weight_bi_16 HEVC_VARIANT(hevc_mc_weight_bi_16)

#endif
