/* Shared by the files of the CTU syntax: bins and records, and the steps of a coding unit. */
#ifndef HEVC_CTU_SYNTAX_H
#define HEVC_CTU_SYNTAX_H

#include "ctu.h"
#include "spans.h"

static inline int hevc_bin(hevc_parser *p, uint32_t ctx) { return hevc_cabac_bin(&p->cabac, p->ctx + ctx); }

static inline void hevc_emit(hevc_parser *p, uint32_t word) { *p->out++ = word; }

static inline uint32_t hevc_place(const hevc_parser *p, uint32_t x, uint32_t y) {
    return ((x - p->x0) >> 2) << 4 | ((y - p->y0) >> 2) << 8;
}

/* n bits from bit `at` on. */
static inline uint32_t hevc_mask16(uint32_t at, uint32_t n) { return ((1u << n) - 1) << at; }

/* n blocks of 8x8 beside and below each other, in the bits of hevc_edges. */
static inline uint64_t hevc_blocks_row(uint32_t n) { return (1u << n) - 1; }
static inline uint64_t hevc_blocks_column(uint32_t n) { return HEVC_EDGES_LEFT >> (64 - 8 * n); }

/* IntraPredModeY of n x n units of 4x4 samples at (x4, y4) of the CTB, as candidates for later units. */
static inline void hevc_set_intra_modes(hevc_parser *p, uint32_t x4, uint32_t y4, uint32_t n, uint32_t mode) {
    hevc_span_fill(p->above_mode + x4, mode, n);
    hevc_span_fill(p->left_mode + y4, mode, n);
}

/* A block of any other kind counts as DC. */
static inline void hevc_set_no_intra_modes(hevc_parser *p, uint32_t x4, uint32_t y4, uint32_t n) {
    if (p->has_modes) hevc_set_intra_modes(p, x4, y4, n, 1);
}

/* n bytes from byte `at` on. */
static inline uint64_t hevc_mask_bytes(uint32_t at, uint32_t n) { return (~(uint64_t)0 >> (64 - 8 * n)) << (8 * at); }

static inline void hevc_fill_motion(hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                                    const hevc_motion *m) {
    const uint32_t stride4 = p->work->stride4;
    hevc_motion_fill(p->motion + ((y - p->y0) >> 2) * stride4 + ((x - p->x0) >> 2), stride4, w >> 2, h >> 2, m);
}

/* ctu_transform.c */
/* The borders of a transform block, and whether it has luma coefficients. */
void hevc_mark_transform_edges(hevc_parser *p, uint32_t x, uint32_t y, uint32_t log2_size, uint32_t cbf);
/* 8.6.1: qPY_PRED of the quantization group at luma (x, y). */
void hevc_start_quantization_group(hevc_parser *p, uint32_t x, uint32_t y);
/* transform_tree(), 7.3.8.8. (base_x, base_y): of the parent block; blk: quarter of the coding block (for intra_mode),
 * once it was split. */
void hevc_transform_tree(hevc_parser *p, uint32_t x, uint32_t y, uint32_t base_x, uint32_t base_y, uint32_t log2_size,
                         uint32_t depth, uint32_t blk, const uint32_t parent_cbf[2]);

/* ctu_prediction.c */
void hevc_parse_intra_modes(hevc_parser *p);
/* pcm_sample(), 7.3.8.7; the engine starts again behind it. */
void hevc_parse_pcm(hevc_parser *p);
/* prediction_unit(), 7.3.8.6, its motion derived. depth: CtDepth, of inter_pred_idc's context. */
void hevc_parse_prediction_unit(hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t part_idx,
                                uint32_t merge, uint32_t depth);
/* All of the coding unit's, with the deblocking edges between them. */
void hevc_parse_prediction_units(hevc_parser *p, uint32_t depth);

#endif
