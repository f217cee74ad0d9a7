/* The sample type of a template: files named *_tmpl.c are compiled twice, with -DBITDEPTH=8 (samples in bytes) and
 * -DBITDEPTH=16 (samples of 8..12 bits in uint16_t: a picture of unequal depths uses this one for both).
 *
 *     hevc_sized(hevc_mc_luma_uni)(dst, ...)     calls hevc_mc_luma_uni_8 or _16, which name the SIMD kernel
 *                                                or the scalar reference
 *
 * All kernels: strides count samples, not bytes; `bit_depth` is the plane's own depth, 8..10, in range modules 8..12
 * (the _8 kernels ignore it); nothing needs alignment beyond that of the sample type. */
#ifndef HEVC_DSP_PIXEL_H
#define HEVC_DSP_PIXEL_H

#include <stddef.h>
#include <stdint.h>

#if BITDEPTH == 8
typedef uint8_t pixel;
#define HEVC_SUFFIX _8
#define HEVC_DEPTH(bit_depth) 8
#elif BITDEPTH == 16
typedef uint16_t pixel;
#define HEVC_SUFFIX _16
#define HEVC_DEPTH(bit_depth) (bit_depth)
#else
#error "compile with -DBITDEPTH=8 or -DBITDEPTH=16"
#endif

#define HEVC_PASTE_(a, b) a##b
#define HEVC_PASTE(a, b) HEVC_PASTE_(a, b)
#define hevc_sized(name) HEVC_PASTE(name, HEVC_SUFFIX)

/* Names of definitions, pasted in one go: name_8 by itself would expand to the kernel chosen for the build. */
#define HEVC_PASTE3_(a, b, c) a##b##c
#define HEVC_PASTE3(a, b, c) HEVC_PASTE3_(a, b, c)
#define HEVC_C(name) HEVC_PASTE3(name, HEVC_SUFFIX, _c)
#define HEVC_SIMD(name) HEVC_PASTE3(name, HEVC_SUFFIX, _simd)

static inline int clip3(int low, int high, int value) { return value < low ? low : value > high ? high : value; }

static inline pixel clip_pixel(int value, int bit_depth) {
    (void)bit_depth;
    return (pixel)clip3(0, (1 << HEVC_DEPTH(bit_depth)) - 1, value);
}

#endif
