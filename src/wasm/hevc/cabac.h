/* CABAC decoding engine (H.265 12/2016, 9.3.4.3), built for speed.
 *
 * The window `value` holds ivlOffset in bits 62..54 and the bits that follow it below; `range` is ivlCurrRange << 23,
 * so that its leading zeros are the renormalization and every comparison is against range << 31. The last loaded bit is
 * followed by a 1, then zeros: the number of bits left is read from the window itself and needs no register of its own.
 * 32 more are loaded once the lower half is empty, so 22 are always there and a refill comes once per 32 bits. All
 * functions are inlined; hot loops copy the engine into a local so that it lives in registers. Reading past the end
 * gives zeros; hevc_cabac_overrun() reports it at the end of a CTU. */
#ifndef HEVC_CABAC_H
#define HEVC_CABAC_H

#include <stdint.h>

#include "format.h"

/* First context of each syntax element; the number of contexts is the distance to the next. */
enum hevc_context {
    HEVC_CTX_SAO_MERGE = 0,
    HEVC_CTX_SAO_TYPE_IDX = 1,
    HEVC_CTX_SPLIT_CU = 2,
    HEVC_CTX_TRANSQUANT_BYPASS = 5,
    HEVC_CTX_SKIP = 6,
    HEVC_CTX_PRED_MODE = 9,
    HEVC_CTX_PART_MODE = 10,
    HEVC_CTX_PREV_INTRA_LUMA = 14,
    HEVC_CTX_INTRA_CHROMA = 15,
    HEVC_CTX_RQT_ROOT_CBF = 16,
    HEVC_CTX_MERGE_FLAG = 17,
    HEVC_CTX_MERGE_IDX = 18,
    HEVC_CTX_INTER_PRED_IDC = 19,
    HEVC_CTX_REF_IDX = 24,
    HEVC_CTX_MVP_FLAG = 26,
    HEVC_CTX_SPLIT_TRANSFORM = 27,
    HEVC_CTX_CBF_LUMA = 30,
    HEVC_CTX_CBF_CHROMA = 32,
    HEVC_CTX_MVD_GREATER0 = 36,
    HEVC_CTX_MVD_GREATER1 = 37,
    HEVC_CTX_CU_QP_DELTA = 38,
    HEVC_CTX_TRANSFORM_SKIP = 40,
    HEVC_CTX_LAST_X = 42,
    HEVC_CTX_LAST_Y = 60,
    HEVC_CTX_CODED_SUB_BLOCK = 78,
    HEVC_CTX_SIG_COEFF = 82,
    HEVC_CTX_GREATER1 = 124,
    HEVC_CTX_GREATER2 = 148,
    HEVC_CTX_COUNT = 154,
    /* range extensions */
    HEVC_CTX_CBF_CHROMA_4 = 154, /* trafoDepth 4 */
    HEVC_CTX_RES_SCALE_ABS = 155,
    HEVC_CTX_RES_SCALE_SIGN = 163,
    HEVC_CTX_CHROMA_QP_OFFSET_FLAG = 165,
    HEVC_CTX_CHROMA_QP_OFFSET_IDX = 166,
    HEVC_CTX_EXPLICIT_RDPCM = 167,
    HEVC_CTX_EXPLICIT_RDPCM_DIR = 169,
    HEVC_CTX_SIG_COEFF_SKIP = 171, /* transform_skip_context_enabled_flag: luma, chroma */
    HEVC_CTX_RANGE_COUNT = 173,
    HEVC_CTX_STAT_COEFF = 173 /* StatCoeff[4], 9.3.4.2.7: kept and reset with the contexts, but no states */
};

enum { HEVC_CTX_BYTES = HEVC_RANGE_EXTENSIONS ? 192 : 160 };

typedef struct hevc_cabac {
    uint64_t value;          /* never 0: the mark behind the last bit */
    uint32_t range;          /* ivlCurrRange << 23: the highest bit is 1 */
    const uint8_t *at, *end; /* next byte to load; 16 bytes beyond end are readable */
} hevc_cabac;

/* [(pStateIdx << 3 | valMps << 2) + 4 + qRangeIdx]: rangeTabLps << 23, next state after LPS << 8, after MPS. A state
 * byte is pStateIdx << 1 | valMps; 4 + qRangeIdx are the three highest bits of the range. */
extern uint32_t hevc_cabac_step[4 + 128 * 4];
/* [ivlCurrRange - 256]: 2^39 / ivlCurrRange, rounded up past it: exact quotients for dividends below 2^30. */
extern uint32_t hevc_cabac_inverse[256];

/* Fills the tables above; once, before any thread parses. */
void hevc_cabac_tables(void);
/* 9.3.2.2. init_type 0..2, slice_qp: SliceQpY. */
void hevc_cabac_contexts(uint8_t ctx[HEVC_CTX_BYTES], int init_type, int slice_qp);

#define HEVC_INLINE static inline __attribute__((always_inline))

HEVC_INLINE uint32_t hevc_load_be32(const uint8_t *p) {
    uint32_t v;
    __builtin_memcpy(&v, p, 4);
    return __builtin_bswap32(v);
}

/* 32 more bits where the lower half is empty: at least 22 are there again. At most 20 may be used in between. */
HEVC_INLINE void hevc_cabac_refill(hevc_cabac *c) {
    if (__builtin_expect((uint32_t)c->value != 0, 1)) return;
    const int mark = __builtin_ctzll(c->value); /* 32..51 */
    const uint64_t more = c->at < c->end ? hevc_load_be32(c->at) : 0;
    c->value = (c->value & (c->value - 1)) | (more << 1 | 1) << (mark - 32);
    c->at += 4;
}

/* 9.3.2.5, arithmetic decoding engine. */
HEVC_INLINE void hevc_cabac_start(hevc_cabac *c, const uint8_t *data, const uint8_t *end) {
    const uint64_t mark = 1u << 30;
    c->at = data + 4;
    c->end = end;
    c->value = (data < end ? (uint64_t)hevc_load_be32(data) << 31 : 0) | mark;
    c->range = 510u << 23;
    if (__builtin_expect(c->value >> 54 >= 510,
                         0)) { /* forbidden (9.3.2.5): all else relies on ivlOffset < ivlCurrRange */
        c->value = mark;
        c->at = end + 16; /* overrun */
    }
}

/* Bytes from `data` to the first byte the engine has not begun to use: where pcm samples or the next substream start.
 */
HEVC_INLINE const uint8_t *hevc_cabac_position(const hevc_cabac *c) {
    return c->at - ((53 - __builtin_ctzll(c->value)) >> 3);
}

/* More bits were consumed than the slice data has: it is broken. */
HEVC_INLINE int hevc_cabac_overrun(const hevc_cabac *c) { return hevc_cabac_position(c) > c->end + 2; }

#define HEVC_CABAC_LPS 0x7f800000u /* rangeTabLps of a step */

/* Both outcomes meet before the refill: one copy of it for each bin of the syntax is enough for engines to compile. */
HEVC_INLINE int hevc_cabac_bin(hevc_cabac *c, uint8_t *ctx) {
    const uint32_t state = *ctx;
    const uint32_t step = hevc_cabac_step[(state << 2) + (c->range >> 29)];
    const uint32_t range_lps = step & HEVC_CABAC_LPS;
    uint32_t range = c->range - range_lps, next = step, bin = state & 1;
    const uint64_t scaled = (uint64_t)range << 31;
    uint64_t value = c->value;
    uint32_t shift;
    if (value < scaled) shift = ~range >> 31;
    else {
        value -= scaled;
        range = range_lps;
        shift = (uint32_t)__builtin_clz(range);
        next >>= 8;
        bin ^= 1;
    }
    *ctx = (uint8_t)next;
    c->range = range << shift;
    c->value = value << shift;
    hevc_cabac_refill(c);
    return (int)bin;
}

/* The same without a branch on the bin: for bins that are hard to foresee and whose value nothing branches on. By a
 * mask, because engines make several instructions of a selection; what follows either outcome is ready before it. */
HEVC_INLINE uint32_t hevc_cabac_bin_select(hevc_cabac *c, uint8_t *ctx) {
    const uint32_t state = *ctx;
    const uint32_t *row = hevc_cabac_step + (state << 2);
    uint32_t column = c->range >> 29;
    __asm__("" : "+r"(row), "+r"(column)); /* nothing but an addition of both after the range is known */
    const uint32_t step = row[column];
    const uint32_t range_lps = step & HEVC_CABAC_LPS;
    const uint32_t range_mps = c->range - range_lps;
    const uint32_t shift_lps = (uint32_t)__builtin_clz(range_lps), shift_mps = ~range_mps >> 31;
    const uint64_t scaled = (uint64_t)range_mps << 31;
    uint64_t lps = (uint64_t)((int64_t)(scaled + ~c->value) >> 63); /* all ones: value >= scaled */
    __asm__("" : "+r"(lps)); /* compilers turn the mask into selections otherwise */
    const uint32_t mask = (uint32_t)lps;
    const uint32_t shift = shift_mps ^ ((shift_mps ^ shift_lps) & mask);
    *ctx = (uint8_t)(step ^ ((step ^ step >> 8) & mask));
    c->range = (range_mps ^ ((range_mps ^ range_lps) & mask)) << shift;
    c->value = (c->value - (scaled & lps)) << shift;
    hevc_cabac_refill(c);
    return (state ^ mask) & 1;
}

HEVC_INLINE int hevc_cabac_bypass(hevc_cabac *c) {
    const uint64_t scaled = (uint64_t)c->range << 31;
    c->value <<= 1; /* below 2^64: ivlOffset is less than ivlCurrRange */
    const uint64_t one = c->value >= scaled;
    c->value -= scaled & (0 - one);
    hevc_cabac_refill(c);
    return (int)one;
}

/* The next n (0..20) bypass bins as a number, first bin highest, without consuming them. */
HEVC_INLINE uint32_t hevc_cabac_peek(const hevc_cabac *c, int n) {
    const uint64_t dividend = c->value >> (54 - n);
    return (uint32_t)((dividend * hevc_cabac_inverse[(c->range >> 23) - 256]) >> 39);
}

/* Consumes n bins whose values are `bins`, both from hevc_cabac_peek. */
HEVC_INLINE void hevc_cabac_consume(hevc_cabac *c, uint32_t bins, int n) {
    c->value -= ((uint64_t)bins * c->range) << (31 - n);
    c->value <<= n;
    hevc_cabac_refill(c);
}

/* n bypass bins at once, n 0..20. */
HEVC_INLINE uint32_t hevc_cabac_bypass_bins(hevc_cabac *c, int n) {
    const uint32_t bins = hevc_cabac_peek(c, n);
    hevc_cabac_consume(c, bins, n);
    return bins;
}

/* 9.3.4.3.5 */
HEVC_INLINE int hevc_cabac_terminate(hevc_cabac *c) {
    c->range -= 2u << 23;
    if (c->value >= (uint64_t)c->range << 31) return 1;
    if (!(c->range >> 31)) {
        c->range <<= 1;
        c->value <<= 1;
        hevc_cabac_refill(c);
    }
    return 0;
}

#endif
