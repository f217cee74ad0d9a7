/* Parsing of coding tree units (H.265 12/2016, 7.3.8) into records, with the motion vectors (8.5.3.2) derived on the
 * way. */
#ifndef HEVC_CTU_H
#define HEVC_CTU_H

#include "work.h"

/* Where edges of the present CTB are, in the bits of hevc_edges. Those of coding blocks are in both. */
typedef struct hevc_marks {
    uint64_t transform_v, transform_h, prediction_v, prediction_h;
} hevc_marks;

enum { HEVC_JOINED = 4 }; /* blocks that wait for one of the same motion beside them */

typedef struct hevc_parser {
    hevc_cabac cabac;
    uint8_t ctx[HEVC_CTX_BYTES];
    uint8_t segment_ctx[HEVC_CTX_BYTES]; /* at the end of the previous slice segment, for a dependent one */

    /* fixed for the picture */
    hevc_frame *frame;
    hevc_work *work;
    const hevc_sps *sps;
    const hevc_pps *pps;
    uint32_t log2_ctb, log2_min_cb, log2_min_tb, log2_max_tb, log2_qg;
    uint32_t width, height; /* luma samples */
    uint32_t chroma;        /* ChromaArrayType */
    int qp_bd_offset_y, qp_bd_offset_c;

    /* slice */
    const hevc_slice *slice;
    uint32_t slice_index;
    int cb_qp_offset, cr_qp_offset; /* pps + slice */
    uint8_t deblock;                /* edges are marked */
    uint8_t first_qg;               /* the next quantization group takes SliceQpY as qPY_PREV */
    int last_qp;                    /* QpY of the previous coding unit in decoding order */

    /* CTB */
    uint32_t ctb_x, ctb_y, ctb_rs;
    uint32_t x0, y0; /* luma */
    uint8_t left_available, above_available, above_left_available,
        above_right_available; /* CTBs, same slice and tile */
    uint8_t ctb_intra;         /* an intra record was written */
    hevc_edges *edges;
    hevc_motion *motion; /* [y4 * stride4 + x4], negative beside and above the CTB */
    hevc_marks marks;
    uint64_t left_units, above_units;      /* [y8, x8 in CTB] a byte each: CtDepth, HEVC_UNIT_SKIP */
    uint8_t left_mode[16], above_mode[16]; /* IntraPredModeY, [4x4 unit in CTB] */
    uint8_t has_modes;                     /* some of them are not DC */

    /* quantization group */
    int qp; /* QpY in force */
    int qp_pred;
    uint8_t cu_qp_delta_coded;
    int scale_qp[3]; /* Qp'Y, Qp'Cb, Qp'Cr for `qp`; */
    int scale_qp_of; /* the qp they were made for */

    /* coding unit */
    uint32_t cu_x, cu_y, cu_log2;
    uint8_t cu_intra, cu_bypass, cu_part_mode;
    uint8_t intra_mode[4];  /* IntraPredModeY[blkIdx] */
    uint8_t chroma_mode[4]; /* IntraPredModeC; of the quarters only in 4:4:4 */
    uint8_t max_trafo_depth, intra_split, merge_flag;
    uint8_t error; /* sticky: a syntax element outside its range */

    /* range extensions */
    uint8_t chroma_is_luma[4]; /* intra_chroma_pred_mode 4, [blkIdx] */
    uint8_t chroma_qp_offset_coded;
    uint32_t log2_chroma_qg; /* Log2MinCuChromaQpOffsetSize */
    int8_t cu_qp_offset[2];  /* CuQpOffsetCb, CuQpOffsetCr */
    uint32_t extension;      /* of the residual that is parsed: HEVC_EXTENDED_* */
    uint32_t tu_mode;        /* predModeIntra of that residual */

    hevc_taken taken[HEVC_MAX_REFS]; /* [ref_pic], of the CTB row so far */

    uint32_t *out;                /* next record word */
    uint32_t *inter[HEVC_JOINED]; /* the CTB's last blocks that are predicted from pictures, null: none */
} hevc_parser;

enum { HEVC_UNIT_DEPTH = 7, HEVC_UNIT_SKIP = 0x80 }; /* of above_units and left_units */

enum hevc_part_mode {
    HEVC_PART_2Nx2N,
    HEVC_PART_2NxN,
    HEVC_PART_Nx2N,
    HEVC_PART_NxN,
    HEVC_PART_2NxnU,
    HEVC_PART_2NxnD,
    HEVC_PART_nLx2N,
    HEVC_PART_nRx2N
};

/* Z-order index of a 4x4 unit of a 64x64 block, [y4][x4]: smaller is decoded earlier. */
extern uint8_t hevc_zscan4[16][16];
void hevc_ctu_tables(void);
void hevc_residual_tables(void);

void hevc_parser_frame(hevc_parser *p, hevc_frame *frame);
/* The header in force from the next CTB on. Contexts and the engine are the caller's to set (rows.c). */
void hevc_parser_slice(hevc_parser *p, const hevc_segment *segment);
/* Contexts as at the start of a slice, 9.3.2.2. */
void hevc_parser_contexts(hevc_parser *p);

/* One coding_tree_unit(); records at `out`, ended. Returns 0, or -1 when the data is broken. */
int hevc_parse_ctu(hevc_parser *p, uint32_t ctb_x, uint32_t ctb_y, uint32_t *out);

/* Marks a CTB whose data is missing or broken. */
void hevc_parse_nothing(hevc_work *w, const hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y);

/* residual.c: residual_coding(). x4, y4: block position in 4-sample luma units inside the CTB. */
void hevc_parse_residual(hevc_parser *p, uint32_t x4, uint32_t y4, uint32_t log2_size, uint32_t plane,
                         uint32_t scan_idx);
/* A chroma block without coefficients whose residual is predicted from luma (p->extension). */
void hevc_emit_predicted_residual(hevc_parser *p, uint32_t x4, uint32_t y4, uint32_t log2_size, uint32_t plane);

/* mv.c */
void hevc_motion_merge(hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t part_idx,
                       uint32_t merge_idx, hevc_motion *out);
hevc_mv hevc_motion_predict(const hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t list,
                            int ref_idx, uint32_t mvp_flag);

/* Availability of the 4x4 unit at luma (nx, ny) for the block at (x, y), 6.4.1: inside the picture, decoded, same
 * slice, same tile. */
static inline int hevc_available(const hevc_parser *p, uint32_t x, uint32_t y, int nx, int ny) {
    if (nx < 0 || ny < 0 || (uint32_t)nx >= p->width || (uint32_t)ny >= p->height) return 0;
    const int cx = (nx >> p->log2_ctb) - (int)p->ctb_x, cy = (ny >> p->log2_ctb) - (int)p->ctb_y;
    if (cy == 0) {
        if (cx == 0) {
            const uint32_t mask = (1u << p->log2_ctb) - 1;
            return hevc_zscan4[((uint32_t)ny & mask) >> 2][((uint32_t)nx & mask) >> 2] <
                   hevc_zscan4[(y & mask) >> 2][(x & mask) >> 2];
        }
        return cx == -1 && p->left_available;
    }
    if (cy != -1) return 0;
    return cx == 0 ? p->above_available : cx == 1 ? p->above_right_available : cx == -1 && p->above_left_available;
}

#endif
