/* transMatrix of H.265 (12/2016) 8.6.4.2 in the layout of i32x4.dot_i16x8_s: [pair of rows][column][the two rows'
 * entries]. In a separate file so that the compiler cannot turn them into v128.const, which V8 builds from four
 * instructions where a load is one. */
#ifndef HEVC_DSP_ITX_PAIRS_H
#define HEVC_DSP_ITX_PAIRS_H

#include <stdint.h>

extern const int16_t hevc_itx_odd_32[8][16][2];
extern const int16_t hevc_itx_odd_16[4][8][2];
extern const int16_t hevc_itx_odd_8[2][4][2];
extern const int16_t hevc_itx_all_8[4][8][2];
extern const int16_t hevc_itx_all_4[2][4][2];
extern const int16_t hevc_itx_even_odd_4[2][4][2];
extern const int16_t hevc_itx_dst_4[2][4][2];

#endif
