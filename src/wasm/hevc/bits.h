/* Bit reader over the bytes of a NAL unit: removes emulation prevention (7.3.1.1) while it reads.
 *
 * Errors are sticky: past the end, and after a bad Exp-Golomb code, it reads zeros and `error` stays set; callers check
 * once per unit. Not for slice data: CABAC reads bytes whose emulation prevention was removed before (nal.h). */
#ifndef HEVC_BITS_H
#define HEVC_BITS_H

#include <stdint.h>

typedef struct hevc_bits {
    const uint8_t *at, *end; /* next byte to fetch: exact whenever the position is byte aligned */
    uint32_t last;           /* the byte being read */
    uint32_t left;           /* its unread bits, 0..7 */
    uint32_t zeros;          /* zero bytes directly before `at`, for emulation prevention */
    uint32_t error;
} hevc_bits;

void hevc_bits_open(hevc_bits *b, const uint8_t *data, uint32_t bytes);
uint32_t hevc_bits_u(hevc_bits *b, uint32_t n); /* u(n), 0 <= n <= 32 */
uint32_t hevc_bits_ue(hevc_bits *b);            /* ue(v), at most 2^32 - 2 */
int32_t hevc_bits_se(hevc_bits *b);             /* se(v) */
void hevc_bits_skip(hevc_bits *b, uint32_t n);
static inline uint32_t hevc_bits_flag(hevc_bits *b) { return hevc_bits_u(b, 1); }

/* Ranged reads: outside [lo, hi] is an error and yields lo. */
uint32_t hevc_bits_ue_max(hevc_bits *b, uint32_t hi);
int32_t hevc_bits_se_in(hevc_bits *b, int32_t lo, int32_t hi);

/* byte_alignment() of 7.3.2.5: one 1, then zeros to the byte boundary. */
void hevc_bits_byte_alignment(hevc_bits *b);

#endif
