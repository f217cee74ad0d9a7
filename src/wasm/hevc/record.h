/* Records that parsing passes to reconstruction: one stream of 32-bit words per CTB, in decoding order.
 *
 * Every record starts with a word that says what and where: positions in units of 4 luma samples inside the CTB.
 *
 *     kind:4 | x4:4 << 4 | y4:4 << 8 | fields from bit 12
 *
 *     END       no fields
 *     INTER     w4-1:4, h4-1:4; then one hevc_motion (3 words)
 *     INTRA     plane:2, log2_size:3, mode:6, sides:5 (HEVC_SIDE_*), HEVC_INTRA_NO_EDGE_FILTER
 *     RESIDUAL  plane:2, log2_size:3, type:3 (hevc_residual_type), cols4-1:3, rows4-1:3;
 *               then the number of coefficients and one word each: scaled value << 16 | y * size + x.
 *               DC: the value alone instead. With HEVC_RESIDUAL_EXTENDED a word of HEVC_EXTENDED_* comes first
 *     PCM       log2_size:3; then the samples of the coding block, planes in turn, two 16-bit values per word */
#ifndef HEVC_RECORD_H
#define HEVC_RECORD_H

#include <stdint.h>

#include "format.h"

enum hevc_record_kind { HEVC_RECORD_END, HEVC_RECORD_INTER, HEVC_RECORD_INTRA, HEVC_RECORD_RESIDUAL, HEVC_RECORD_PCM };

enum hevc_residual_type {
    HEVC_RESIDUAL_DCT,
    HEVC_RESIDUAL_DST,
    HEVC_RESIDUAL_DC,
    HEVC_RESIDUAL_SKIP,
    HEVC_RESIDUAL_BYPASS
};

/* Range extensions. */
#define HEVC_INTRA_NO_EDGE_FILTER (1u << 28) /* disableIntraBoundaryFilter, 8.4.4.2.6 */
#define HEVC_RESIDUAL_EXTENDED (1u << 26)

/* Extension word of a residual: rdpcm:2 (hevc_rdpcm), rotated:1, kept:1 (luma: chroma is predicted from it),
 * ResScaleVal + 8:5. */
enum {
    HEVC_EXTENDED_RDPCM = 3,
    HEVC_EXTENDED_ROTATED = 4,
    HEVC_EXTENDED_KEPT = 8,
    HEVC_EXTENDED_SCALE_SHIFT = 4,
    HEVC_EXTENDED_NONE = 8 << HEVC_EXTENDED_SCALE_SHIFT
};

enum hevc_rdpcm { HEVC_RDPCM_OFF, HEVC_RDPCM_HORIZONTAL, HEVC_RDPCM_VERTICAL };

/* Neighbours of an intra block that 6.4.1 calls available; each is available as a whole or not at all, except at the
 * edge of the picture. */
enum {
    HEVC_SIDE_LEFT = 1,
    HEVC_SIDE_BELOW_LEFT = 2,
    HEVC_SIDE_ABOVE_LEFT = 4,
    HEVC_SIDE_ABOVE = 8,
    HEVC_SIDE_ABOVE_RIGHT = 16
};

/* Words one CTB can need, with 4x4 blocks everywhere and every coefficient coded: 1.5 per sample of 4:2:0, and 5 words
 * beside them for each 4x4 of luma and chroma (INTRA 1, RESIDUAL 2, INTER shared by two blocks). 4:4:4: 3 per sample,
 * and 6 for each 4x4. */
#define HEVC_RECORD_WORDS(log2_ctb_size) ((1u << (2 * (log2_ctb_size))) * (HEVC_RANGE_EXTENSIONS ? 9 : 5) / 2 + 64)

#endif
