/* Boundary strengths of deblocking (H.265 12/2016, 8.7.2.4). */
#include "strength.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "spans.h"

/* motion_strength: bS, 0 or 1, of two units between which neither a coefficient nor an intra block decides. Fields of
 * an unused list are 0, -1, 255: equal pictures in both lists mean equal use of the lists. No branches, because they
 * are hard to predict. */
#ifdef __wasm_simd128__

/* A unit as lanes of 16 bits: four components of vectors, indices, pictures, nothing. Not a load of 16 bytes: another
 * thread may be writing the unit behind it. */
static inline v128_t load_unit(const hevc_motion *m) {
    return wasm_v128_load32_lane(m->ref_idx, wasm_v128_load64_zero(m), 2);
}

/* Components may differ by 3, pictures may not, indices do not matter. */
static inline uint64_t motion_strength(const hevc_motion *p_motion, const hevc_motion *q_motion) {
    const v128_t below = wasm_i16x8_const(3, 3, 3, 3, 0, 0, 0, 0), most = wasm_i16x8_const(6, 6, 6, 6, -1, 0, 0, 0);
    const v128_t p = load_unit(p_motion), q = load_unit(q_motion);
    const v128_t swapped = wasm_i8x16_shuffle(q, q, 4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 11, 10, 12, 13, 14, 15);
    const v128_t straight = wasm_i16x8_add(wasm_i16x8_sub_sat(p, q), below);
    const v128_t crossed = wasm_i16x8_add(wasm_i16x8_sub_sat(p, swapped), below);
    return (uint32_t)wasm_v128_any_true(wasm_u16x8_sub_sat(straight, most)) &
           (uint32_t)wasm_v128_any_true(wasm_u16x8_sub_sat(crossed, most));
}

#else

/* Vectors of two units as loaded: x in the low half. */
static inline uint32_t far_apart(uint32_t a, uint32_t b) {
    const int x = (int16_t)a - (int16_t)b, y = (int16_t)(a >> 16) - (int16_t)(b >> 16);
    return ((uint32_t)(x + 3) > 6) | ((uint32_t)(y + 3) > 6);
}

static inline uint64_t motion_strength(const hevc_motion *p_motion, const hevc_motion *q_motion) {
    const hevc_motion_words p = hevc_motion_load(p_motion), q = hevc_motion_load(q_motion);
    const uint32_t pics = p.refs >> 16, swapped = q.refs >> 24 | (q.refs >> 8 & 0xff00);
    const uint32_t straight = (pics != q.refs >> 16) | far_apart(p.mv[0], q.mv[0]) | far_apart(p.mv[1], q.mv[1]);
    const uint32_t crossed = (pics != swapped) | far_apart(p.mv[0], q.mv[1]) | far_apart(p.mv[1], q.mv[0]);
    return straight & crossed;
}

#endif

/* Edges between units `across` apart; the second half of an edge is `along` further. Only the edges in `moving` may
 * have two motions beside them. */
static inline void decide(const hevc_motion *ctb, uint32_t stride4, uint32_t across, uint32_t along, uint32_t fine,
                          uint64_t edges, uint64_t moving, const uint64_t coded[2], uint64_t weak[2]) {
    uint64_t moved[2] = {0, 0};
    for (uint64_t left = edges & moving & ~(coded[0] & coded[1]); left; left &= left - 1) {
        const uint32_t at = (uint32_t)__builtin_ctzll(left);
        const hevc_motion *q = ctb + (at >> 3) * 2 * stride4 + (at & 7) * 2;
        const uint64_t first = motion_strength(q - across, q);
        moved[0] |= first << at;
        moved[1] |= (fine ? motion_strength(q + along - across, q + along) : first) << at;
    }
    for (int i = 0; i < 2; i++) weak[i] |= edges & (coded[i] | moved[i]);
}

void hevc_decide_v(hevc_work *w, uint32_t ctb_x, uint32_t ctb_y, uint64_t transform, uint64_t prediction) {
    const uint32_t n4 = 1u << (w->log2_ctb - 2), last = (n4 >> 1) - 1;
    hevc_edges *e = &w->edges[ctb_y * w->ctb_cols + ctb_x];
    uint64_t intra = e->intra | (e->intra & ~(HEVC_EDGES_LEFT << last)) << 1, coded[2];
    const uint64_t edges = transform | prediction;
    uint32_t fine = e->fine;
    for (int i = 0; i < 2; i++) coded[i] = e->cbf_luma[i][0] | (e->cbf_luma[i][1] & ~(HEVC_EDGES_LEFT << last)) << 1;
    if (edges & HEVC_EDGES_LEFT) {
        intra |= e[-1].intra >> last & HEVC_EDGES_LEFT;
        for (int i = 0; i < 2; i++) coded[i] |= e[-1].cbf_luma[i][1] >> last & HEVC_EDGES_LEFT;
        fine |= e[-1].fine;
    }
    for (int i = 0; i < 2; i++) coded[i] &= transform;
    e->strong_v |= edges & intra;
    decide(hevc_motion_ctb(w, ctb_x, ctb_y), w->stride4, 1, w->stride4, fine, edges & ~intra, prediction, coded,
           e->weak_v);
}

void hevc_decide_h(hevc_work *w, uint32_t ctb_x, uint32_t ctb_y, uint64_t transform, uint64_t prediction) {
    const uint32_t n4 = 1u << (w->log2_ctb - 2), last = ((n4 >> 1) - 1) * 8;
    hevc_edges *e = &w->edges[ctb_y * w->ctb_cols + ctb_x];
    uint64_t intra = e->intra | e->intra << 8, coded[2];
    const uint64_t edges = transform | prediction;
    uint32_t fine = e->fine;
    for (int i = 0; i < 2; i++) coded[i] = e->cbf_luma[0][i] | e->cbf_luma[1][i] << 8;
    if (edges & HEVC_EDGES_TOP) {
        const hevc_edges *above = e - w->ctb_cols;
        intra |= above->intra >> last & HEVC_EDGES_TOP;
        for (int i = 0; i < 2; i++) coded[i] |= above->cbf_luma[1][i] >> last & HEVC_EDGES_TOP;
        fine |= above->fine;
    }
    for (int i = 0; i < 2; i++) coded[i] &= transform;
    e->strong_h |= edges & intra;
    decide(hevc_motion_ctb(w, ctb_x, ctb_y), w->stride4, w->stride4, 1, fine, edges & ~intra, prediction, coded,
           e->weak_h);
}
