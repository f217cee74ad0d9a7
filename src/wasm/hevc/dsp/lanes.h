/* Moves between lanes that several SIMD kernels need; each is one instruction of the usual machines. */
#ifndef HEVC_DSP_LANES_H
#define HEVC_DSP_LANES_H

#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))

/* For loops whose vectors must not become arrays in memory. */
#define UNROLL _Pragma("clang loop unroll(full)")

/* Hides the origin of a pointer from the compiler. Taps before the block then become non-negative constants on top of
 * it, which WebAssembly's loads add for free; otherwise the compiler re-bases them on the block and every load needs a
 * separate addition. */
#define OPAQUE(pointer) __asm__("" : "+r"(pointer))

INLINE v128_t zip_low_8(v128_t a, v128_t b) {
    return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

INLINE v128_t zip_high_8(v128_t a, v128_t b) {
    return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

INLINE v128_t zip_low_16(v128_t a, v128_t b) { return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }

INLINE v128_t zip_high_16(v128_t a, v128_t b) { return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }

INLINE v128_t zip_low_32(v128_t a, v128_t b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }

INLINE v128_t zip_high_32(v128_t a, v128_t b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }

INLINE v128_t zip_low_64(v128_t a, v128_t b) { return wasm_i64x2_shuffle(a, b, 0, 2); }

INLINE v128_t zip_high_64(v128_t a, v128_t b) { return wasm_i64x2_shuffle(a, b, 1, 3); }

#endif
