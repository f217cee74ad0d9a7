/* The intrinsics of WebAssembly's SIMD128 that dsp/ uses, in clang's vectors: so that sanitizers see the SIMD kernels
 * in a native build. Written for sanitizers: memory is touched by memcpy, lane arithmetic is unsigned, shift counts are
 * masked as the instructions do. Not for speed, and not the whole instruction set. */
#ifndef FOOTLIGHT_WASM_SIMD128_H
#define FOOTLIGHT_WASM_SIMD128_H

#include <stdint.h>
#include <string.h>

typedef int32_t v128_t __attribute__((vector_size(16)));
typedef int8_t shim_i8 __attribute__((vector_size(16)));
typedef uint8_t shim_u8 __attribute__((vector_size(16)));
typedef int16_t shim_i16 __attribute__((vector_size(16)));
typedef uint16_t shim_u16 __attribute__((vector_size(16)));
typedef int32_t shim_i32 __attribute__((vector_size(16)));
typedef uint32_t shim_u32 __attribute__((vector_size(16)));
typedef int64_t shim_i64 __attribute__((vector_size(16)));
typedef uint8_t shim_u8_half __attribute__((vector_size(8)));

#define SHIM static inline __attribute__((always_inline, unused))

/* ---- memory ---- */

SHIM v128_t wasm_v128_load(const void *from) {
    v128_t v;
    memcpy(&v, from, 16);
    return v;
}

SHIM void wasm_v128_store(void *to, v128_t v) { memcpy(to, &v, 16); }

#define SHIM_LOAD_ZERO(bits)                                                                                           \
    SHIM v128_t wasm_v128_load##bits##_zero(const void *from) {                                                        \
        v128_t v = {0, 0, 0, 0};                                                                                       \
        memcpy(&v, from, bits / 8);                                                                                    \
        return v;                                                                                                      \
    }
SHIM_LOAD_ZERO(32)
SHIM_LOAD_ZERO(64)

#define SHIM_LOAD_SPLAT(bits)                                                                                          \
    SHIM v128_t wasm_v128_load##bits##_splat(const void *from) {                                                       \
        v128_t v;                                                                                                      \
        for (int i = 0; i < 128 / bits; i++) memcpy((uint8_t *)&v + i * bits / 8, from, bits / 8);                     \
        return v;                                                                                                      \
    }
SHIM_LOAD_SPLAT(8)
SHIM_LOAD_SPLAT(16)
SHIM_LOAD_SPLAT(32)

#define SHIM_LANE(bits)                                                                                                \
    SHIM v128_t wasm_v128_load##bits##_lane(const void *from, v128_t v, int lane) {                                    \
        memcpy((uint8_t *)&v + lane * bits / 8, from, bits / 8);                                                       \
        return v;                                                                                                      \
    }                                                                                                                  \
    SHIM void wasm_v128_store##bits##_lane(void *to, v128_t v, int lane) {                                             \
        memcpy(to, (const uint8_t *)&v + lane * bits / 8, bits / 8);                                                   \
    }
SHIM_LANE(16)
SHIM_LANE(32)
SHIM_LANE(64)

SHIM v128_t wasm_u16x8_load8x8(const void *from) {
    shim_u8_half v;
    memcpy(&v, from, 8);
    return (v128_t) __builtin_convertvector(v, shim_u16);
}

/* ---- constants, single lanes ---- */

SHIM v128_t wasm_i8x16_splat(int8_t x) { return (v128_t)(shim_i8){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}; }

SHIM v128_t wasm_i16x8_splat(int16_t x) { return (v128_t)(shim_i16){x, x, x, x, x, x, x, x}; }

SHIM v128_t wasm_i32x4_splat(int32_t x) { return (v128_t){x, x, x, x}; }

SHIM v128_t wasm_i64x2_splat(int64_t x) { return (v128_t)(shim_i64){x, x}; }

#define wasm_i8x16_const(...) ((v128_t)(shim_i8){__VA_ARGS__})
#define wasm_u8x16_const(...) ((v128_t)(shim_u8){__VA_ARGS__})
#define wasm_i16x8_const(...) ((v128_t)(shim_i16){__VA_ARGS__})

SHIM int32_t wasm_i32x4_extract_lane(v128_t v, int lane) { return v[lane]; }

SHIM v128_t wasm_i64x2_replace_lane(v128_t v, int lane, int64_t x) {
    shim_i64 lanes = (shim_i64)v;
    lanes[lane] = x;
    return (v128_t)lanes;
}

/* ---- bits ---- */

SHIM v128_t wasm_v128_and(v128_t a, v128_t b) { return a & b; }

SHIM v128_t wasm_v128_andnot(v128_t a, v128_t b) { return a & ~b; }

SHIM v128_t wasm_v128_xor(v128_t a, v128_t b) { return a ^ b; }

SHIM v128_t wasm_v128_bitselect(v128_t a, v128_t b, v128_t mask) { return (a & mask) | (b & ~mask); }

SHIM int wasm_v128_any_true(v128_t v) {
    const shim_i64 lanes = (shim_i64)v;
    return (lanes[0] | lanes[1]) != 0;
}

/* ---- arithmetic of lanes; op: an operator ---- */

#define SHIM_BINARY(name, type, op)                                                                                    \
    SHIM v128_t name(v128_t a, v128_t b) { return (v128_t)((type)a op(type) b); }
SHIM_BINARY(wasm_i8x16_add, shim_u8, +)
SHIM_BINARY(wasm_i8x16_sub, shim_u8, -)
SHIM_BINARY(wasm_i8x16_eq, shim_i8, ==)
SHIM_BINARY(wasm_i8x16_gt, shim_i8, >)
SHIM_BINARY(wasm_i16x8_add, shim_u16, +)
SHIM_BINARY(wasm_i16x8_sub, shim_u16, -)
SHIM_BINARY(wasm_i16x8_mul, shim_u16, *)
SHIM_BINARY(wasm_i16x8_eq, shim_i16, ==)
SHIM_BINARY(wasm_i16x8_gt, shim_i16, >)
SHIM_BINARY(wasm_i32x4_add, shim_u32, +)
SHIM_BINARY(wasm_i32x4_sub, shim_u32, -)
SHIM_BINARY(wasm_i32x4_mul, shim_u32, *)

#define SHIM_SHIFT(name, type, op, bits)                                                                               \
    SHIM v128_t name(v128_t v, uint32_t count) { return (v128_t)((type)v op(count & (bits - 1))); }
SHIM_SHIFT(wasm_u8x16_shr, shim_u8, >>, 8)
SHIM_SHIFT(wasm_i16x8_shl, shim_u16, <<, 16)
SHIM_SHIFT(wasm_i16x8_shr, shim_i16, >>, 16)
SHIM_SHIFT(wasm_u16x8_shr, shim_u16, >>, 16)
SHIM_SHIFT(wasm_i32x4_shl, shim_u32, <<, 32)
SHIM_SHIFT(wasm_i32x4_shr, shim_i32, >>, 32)

/* lane: the value of lane i from a and b. */
#define SHIM_LANES(name, type, count, wide, lane)                                                                      \
    SHIM v128_t name(v128_t left, v128_t right) {                                                                      \
        const type a = (type)left, b = (type)right;                                                                    \
        type out = a;                                                                                                  \
        for (int i = 0; i < count; i++) out[i] = (wide)(lane);                                                         \
        return (v128_t)out;                                                                                            \
    }
SHIM int shim_clip(int low, int high, int v) { return v < low ? low : v > high ? high : v; }
SHIM_LANES(wasm_i16x8_min, shim_i16, 8, int16_t, a[i] < b[i] ? a[i] : b[i])
SHIM_LANES(wasm_i16x8_max, shim_i16, 8, int16_t, a[i] > b[i] ? a[i] : b[i])
SHIM_LANES(wasm_u8x16_min, shim_u8, 16, uint8_t, a[i] < b[i] ? a[i] : b[i])
SHIM_LANES(wasm_i8x16_add_sat, shim_i8, 16, int8_t, shim_clip(-128, 127, a[i] + b[i]))
SHIM_LANES(wasm_i16x8_add_sat, shim_i16, 8, int16_t, shim_clip(-32768, 32767, a[i] + b[i]))
SHIM_LANES(wasm_i16x8_sub_sat, shim_i16, 8, int16_t, shim_clip(-32768, 32767, a[i] - b[i]))
SHIM_LANES(wasm_u16x8_sub_sat, shim_u16, 8, uint16_t, a[i] > b[i] ? a[i] - b[i] : 0)
SHIM_LANES(wasm_i16x8_q15mulr_sat, shim_i16, 8, int16_t, shim_clip(-32768, 32767, (a[i] * b[i] + 0x4000) >> 15))
SHIM_LANES(wasm_u8x16_avgr, shim_u8, 16, uint8_t, (a[i] + b[i] + 1) >> 1)
SHIM_LANES(wasm_u16x8_avgr, shim_u16, 8, uint16_t, (a[i] + b[i] + 1) >> 1)
SHIM_LANES(wasm_i8x16_swizzle, shim_u8, 16, uint8_t, b[i] < 16 ? a[b[i] & 15] : 0)

SHIM v128_t wasm_i16x8_neg(v128_t v) { return (v128_t)((shim_u16){0} - (shim_u16)v); }

SHIM v128_t wasm_i16x8_abs(v128_t v) {
    const shim_i16 negative = (shim_i16)v < 0;
    return (v128_t)(((shim_u16)v ^ (shim_u16)negative) - (shim_u16)negative);
}

/* ---- from one width to another ---- */

SHIM v128_t wasm_u8x16_narrow_i16x8(v128_t low, v128_t high) {
    const shim_i16 a = (shim_i16)low, b = (shim_i16)high;
    shim_u8 out = {0};
    for (int i = 0; i < 8; i++) {
        out[i] = (uint8_t)shim_clip(0, 255, a[i]);
        out[i + 8] = (uint8_t)shim_clip(0, 255, b[i]);
    }
    return (v128_t)out;
}

SHIM v128_t wasm_i16x8_narrow_i32x4(v128_t a, v128_t b) {
    shim_i16 out = {0};
    for (int i = 0; i < 4; i++) {
        out[i] = (int16_t)shim_clip(-32768, 32767, a[i]);
        out[i + 4] = (int16_t)shim_clip(-32768, 32767, b[i]);
    }
    return (v128_t)out;
}

SHIM v128_t wasm_u16x8_extend_low_u8x16(v128_t v) { return wasm_u16x8_load8x8(&v); }

SHIM v128_t wasm_u16x8_extend_high_u8x16(v128_t v) { return wasm_u16x8_load8x8((const uint8_t *)&v + 8); }

SHIM v128_t wasm_i32x4_extend_low_i16x8(v128_t v) {
    const shim_i16 a = (shim_i16)v;
    return (v128_t){a[0], a[1], a[2], a[3]};
}

SHIM v128_t wasm_i32x4_extend_high_i16x8(v128_t v) {
    const shim_i16 a = (shim_i16)v;
    return (v128_t){a[4], a[5], a[6], a[7]};
}

SHIM v128_t wasm_u32x4_extadd_pairwise_u16x8(v128_t v) {
    const shim_u16 a = (shim_u16)v;
    return (v128_t)(shim_u32){(uint32_t)a[0] + a[1], (uint32_t)a[2] + a[3], (uint32_t)a[4] + a[5],
                              (uint32_t)a[6] + a[7]};
}

SHIM v128_t wasm_i32x4_extmul_low_i16x8(v128_t left, v128_t right) {
    const shim_i16 a = (shim_i16)left, b = (shim_i16)right;
    return (v128_t){a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]};
}

SHIM v128_t wasm_i32x4_extmul_high_i16x8(v128_t left, v128_t right) {
    const shim_i16 a = (shim_i16)left, b = (shim_i16)right;
    return (v128_t){a[4] * b[4], a[5] * b[5], a[6] * b[6], a[7] * b[7]};
}

SHIM v128_t wasm_i32x4_dot_i16x8(v128_t left, v128_t right) {
    const shim_i16 a = (shim_i16)left, b = (shim_i16)right;
    v128_t out = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) /* -32768 squared twice is the one sum that wraps */
        out[i] = (int32_t)((uint32_t)(a[2 * i] * b[2 * i]) + (uint32_t)(a[2 * i + 1] * b[2 * i + 1]));
    return out;
}

/* ---- lanes to other places; all indices are constants ---- */

#define wasm_i8x16_shuffle(a, b, ...) ((v128_t)__builtin_shufflevector((shim_u8)(a), (shim_u8)(b), __VA_ARGS__))
#define wasm_i16x8_shuffle(a, b, ...) ((v128_t)__builtin_shufflevector((shim_u16)(a), (shim_u16)(b), __VA_ARGS__))
#define wasm_i32x4_shuffle(a, b, ...) ((v128_t)__builtin_shufflevector((shim_u32)(a), (shim_u32)(b), __VA_ARGS__))
#define wasm_i64x2_shuffle(a, b, ...) ((v128_t)__builtin_shufflevector((shim_i64)(a), (shim_i64)(b), __VA_ARGS__))

#endif
