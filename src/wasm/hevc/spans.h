/* Short spans of memory written and compared by plain loads and stores: a call of memset or memcmp (in wasm, a call out
 * of the module's code for memory.fill) costs more than all the work of a few bytes. */
#ifndef HEVC_SPANS_H
#define HEVC_SPANS_H

#include "picture.h"

/* n equal bytes, n = 1, 2, 4, 8 or 16. */
static inline void hevc_span_fill(uint8_t *to, uint32_t value, uint32_t n) {
    const uint64_t all = (value & 0xff) * 0x0101010101010101u;
    switch (n) {
    case 1: *to = (uint8_t)value; return;
    case 2: __builtin_memcpy(to, &all, 2); return;
    case 4: __builtin_memcpy(to, &all, 4); return;
    case 16: __builtin_memcpy(to + 8, &all, 8); /* fall through */
    default: __builtin_memcpy(to, &all, 8);
    }
}

/* n rows of n equal bytes, n = 1, 2, 4 or 8. */
static inline void hevc_square_fill(uint8_t *to, uint32_t stride, uint32_t value, uint32_t n) {
    const uint64_t all = (value & 0xff) * 0x0101010101010101u;
    switch (n) {
    case 1: *to = (uint8_t)value; return;
    case 2:
        for (int i = 0; i < 2; i++) __builtin_memcpy(to + (uint32_t)i * stride, &all, 2);
        return;
    case 4:
        for (int i = 0; i < 4; i++) __builtin_memcpy(to + (uint32_t)i * stride, &all, 4);
        return;
    default:
        for (int i = 0; i < 8; i++) __builtin_memcpy(to + (uint32_t)i * stride, &all, 8);
    }
}

typedef struct hevc_motion_words {
    uint32_t mv[2]; /* [list], x and y together */
    uint32_t refs;  /* ref_idx[0], ref_idx[1], ref_pic[0], ref_pic[1] from the low byte up */
} hevc_motion_words;

#define HEVC_INTRA_REFS 0xffffffffu /* of a unit that is not inter: -1, -1, 255, 255 */

static inline hevc_motion_words hevc_motion_load(const hevc_motion *m) {
    hevc_motion_words words;
    __builtin_memcpy(&words, m, sizeof words);
    return words;
}

_Static_assert(sizeof(hevc_motion) == sizeof(hevc_motion_words), "a motion is three words");

/* Both vectors at once. */
static inline uint64_t hevc_motion_vectors(const hevc_motion *m) {
    uint64_t vectors;
    __builtin_memcpy(&vectors, m, sizeof vectors);
    return vectors;
}

static inline uint32_t hevc_motion_refs(const hevc_motion *m) { return hevc_motion_load(m).refs; }

static inline int hevc_motion_same(const hevc_motion *a, const hevc_motion *b) {
    return ((hevc_motion_vectors(a) ^ hevc_motion_vectors(b)) | (hevc_motion_refs(a) ^ hevc_motion_refs(b))) == 0;
}

/* A rectangle of w x h units (4 luma samples each), rows `stride` units apart. */
static inline void hevc_motion_fill(hevc_motion *to, uint32_t stride, uint32_t w, uint32_t h,
                                    const hevc_motion *value) {
    typedef uint64_t lanes __attribute__((vector_size(16)));
    const hevc_motion_words m = hevc_motion_load(value);
    if (w & 3) {
        for (; h; h--, to += stride)
            for (uint32_t x = 0; x < w; x++) __builtin_memcpy(to + x, &m, sizeof m);
        return;
    }
    /* Four units repeat three pairs of words: halves of vectors are put together faster than quarters. */
    const uint64_t first = m.mv[0] | (uint64_t)m.mv[1] << 32, second = m.refs | (uint64_t)m.mv[0] << 32,
                   third = m.mv[1] | (uint64_t)m.refs << 32;
    const lanes a = {first, second}, b = {third, first}, c = {second, third};
    for (; h; h--, to += stride)
        for (uint32_t x = 0; x < w; x += 4) { /* four units are three vectors */
            uint8_t *at = (uint8_t *)(to + x);
            __builtin_memcpy(at, &a, 16);
            __builtin_memcpy(at + 16, &b, 16);
            __builtin_memcpy(at + 32, &c, 16);
        }
}

#endif
