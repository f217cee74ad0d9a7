/* What parsing hands to reconstruction: one stream of 32-bit words per CTB, in decoding order.
 *
 * Every record starts with a word that says what and where: positions in units of 4 luma samples inside the CTB.
 *
 *     kind:4 | x4:4 << 4 | y4:4 << 8 | fields from bit 12
 *
 *     END       no fields
 *     INTER     w4-1:4, h4-1:4; then one hevc_motion (3 words)
 *     INTRA     plane:2, log2_size:3, mode:6, sides:5 (HEVC_SIDE_*)
 *     RESIDUAL  plane:2, log2_size:3, type:3 (hevc_residual_type), cols4-1:3, rows4-1:3;
 *               then the number of coefficients and one word each: scaled value << 16 | y * size + x.
 *               DC: the value alone instead
 *     PCM       log2_size:3; then the samples of the coding block, planes in turn, two 16-bit values per word */
#ifndef HEVC_RECORD_H
#define HEVC_RECORD_H

#include <stdint.h>

enum hevc_record_kind { HEVC_RECORD_END, HEVC_RECORD_INTER, HEVC_RECORD_INTRA, HEVC_RECORD_RESIDUAL, HEVC_RECORD_PCM };

enum hevc_residual_type {
    HEVC_RESIDUAL_DCT,
    HEVC_RESIDUAL_DST,
    HEVC_RESIDUAL_DC,
    HEVC_RESIDUAL_SKIP,
    HEVC_RESIDUAL_BYPASS
};

/* Neighbours of an intra block that 6.4.1 calls available; each is all or nothing but for the picture's edge. */
enum {
    HEVC_SIDE_LEFT = 1,
    HEVC_SIDE_BELOW_LEFT = 2,
    HEVC_SIDE_ABOVE_LEFT = 4,
    HEVC_SIDE_ABOVE = 8,
    HEVC_SIDE_ABOVE_RIGHT = 16
};

/* Words one CTB can need, with 4x4 blocks everywhere and every coefficient coded: 1.5 per sample, and 5 words beside
 * them for each 4x4 of luma and chroma (INTRA 1, RESIDUAL 2, INTER shared by two blocks). */
#define HEVC_RECORD_WORDS(log2_ctb_size) ((1u << (2 * (log2_ctb_size))) * 5 / 2 + 64)

#endif
