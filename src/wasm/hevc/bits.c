#include "bits.h"

void hevc_bits_open(hevc_bits *b, const uint8_t *data, uint32_t bytes) {
    b->at = data;
    b->end = data + bytes;
    b->last = b->left = b->zeros = b->error = 0;
}

/* Next byte of the RBSP. */
static uint32_t hevc_bits_fetch(hevc_bits *b) {
    if (b->zeros >= 2 && b->at < b->end && *b->at == 3) {
        b->at++;
        b->zeros = 0;
    }
    if (b->at >= b->end) {
        b->error = 1;
        return 0;
    }
    uint32_t byte = *b->at++;
    b->zeros = byte ? 0 : b->zeros + 1;
    return byte;
}

uint32_t hevc_bits_u(hevc_bits *b, uint32_t n) {
    uint32_t value = 0;
    while (n) {
        if (!b->left) {
            b->last = hevc_bits_fetch(b);
            b->left = 8;
        }
        uint32_t take = n < b->left ? n : b->left;
        b->left -= take;
        value = (value << take) | ((b->last >> b->left) & ((1u << take) - 1));
        n -= take;
    }
    return b->error ? 0 : value;
}

void hevc_bits_skip(hevc_bits *b, uint32_t n) {
    for (; n > 32 && !b->error; n -= 32) hevc_bits_u(b, 32);
    if (!b->error) hevc_bits_u(b, n);
}

/* 9.2 */
uint32_t hevc_bits_ue(hevc_bits *b) {
    uint32_t zeros = 0;
    while (!hevc_bits_u(b, 1)) {
        if (b->error) return 0;
        if (++zeros > 31) {
            b->error = 1;
            return 0;
        }
    }
    uint32_t suffix = hevc_bits_u(b, zeros);
    return b->error ? 0 : ((1u << zeros) - 1) + suffix;
}

int32_t hevc_bits_se(hevc_bits *b) {
    uint32_t k = hevc_bits_ue(b);
    return k & 1 ? (int32_t)(k / 2 + 1) : -(int32_t)(k / 2);
}

uint32_t hevc_bits_ue_max(hevc_bits *b, uint32_t hi) {
    uint32_t v = hevc_bits_ue(b);
    if (v <= hi) return v;
    b->error = 1;
    return 0;
}

int32_t hevc_bits_se_in(hevc_bits *b, int32_t lo, int32_t hi) {
    int32_t v = hevc_bits_se(b);
    if (v >= lo && v <= hi) return v;
    b->error = 1;
    return lo;
}

void hevc_bits_byte_alignment(hevc_bits *b) {
    if (!hevc_bits_flag(b)) b->error = 1;
    b->left = 0;
}
