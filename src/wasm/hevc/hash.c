/* Decoded picture hash, D.3.19: MD5 (RFC 1321), CRC and checksum of each plane of the whole coded picture. */
#include <string.h>

#include "sei.h"

typedef struct md5 {
    uint32_t state[4];
    uint64_t bytes;
    uint8_t block[64];
} md5;

static const uint32_t md5_sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const uint8_t md5_shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static void md5_block(md5 *m, const uint8_t *p) {
    uint32_t a = m->state[0], b = m->state[1], c = m->state[2], d = m->state[3], w[16];
    memcpy(w, p, 64); /* little endian, as wasm is */
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t f, g;
        switch (i >> 4) {
        case 0: f = (b & c) | (~b & d), g = i; break;
        case 1: f = (d & b) | (~d & c), g = (5 * i + 1) & 15; break;
        case 2: f = b ^ c ^ d, g = (3 * i + 5) & 15; break;
        default: f = c ^ (b | ~d), g = (7 * i) & 15; break;
        }
        uint32_t t = a + f + md5_sines[i] + w[g], s = md5_shifts[i >> 4][i & 3];
        a = d, d = c, c = b;
        b += t << s | t >> (32 - s);
    }
    m->state[0] += a, m->state[1] += b, m->state[2] += c, m->state[3] += d;
}

static void md5_start(md5 *m) {
    m->state[0] = 0x67452301, m->state[1] = 0xefcdab89, m->state[2] = 0x98badcfe, m->state[3] = 0x10325476;
    m->bytes = 0;
}

static void md5_add(md5 *m, const uint8_t *p, uint32_t n) {
    uint32_t have = (uint32_t)(m->bytes & 63);
    m->bytes += n;
    if (have) {
        uint32_t take = 64 - have < n ? 64 - have : n;
        memcpy(m->block + have, p, take);
        p += take, n -= take;
        if (have + take < 64) return;
        md5_block(m, m->block);
    }
    for (; n >= 64; p += 64, n -= 64) md5_block(m, p);
    memcpy(m->block, p, n);
}

static void md5_end(md5 *m, uint8_t out[16]) {
    static const uint8_t tail[64] = {0x80};
    uint64_t bits = m->bytes * 8;
    md5_add(m, tail, 1 + (uint32_t)((119 - (m->bytes & 63)) & 63));
    md5_add(m, (const uint8_t *)&bits, 8);
    memcpy(out, m->state, 16);
}

/* One line of a plane as pictureData: a byte per sample up to 8 bit, else two, low byte first. Returns its bytes. */
static uint32_t line_bytes(const hevc_pic *pic, uint32_t c, uint32_t y, const uint8_t **line, uint8_t *scratch) {
    const uint8_t *row = pic->plane[c] + (size_t)y * pic->stride[c];
    uint32_t width = pic->width >> hevc_plane_shift_x(pic->chroma_format_idc, c),
             depth = c ? pic->bit_depth_chroma : pic->bit_depth_luma;
    *line = row;
    if (depth > 8) return width * 2;
    if (pic->bytes_per_sample == 1) return width;
    for (uint32_t x = 0; x < width; x++) scratch[x] = row[2 * x]; /* 8-bit plane beside a deeper one */
    *line = scratch;
    return width;
}

static uint32_t crc_add(uint32_t crc, const uint8_t *p, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        for (int bit = 7; bit >= 0; bit--) {
            uint32_t msb = crc >> 15 & 1;
            crc = (((crc << 1) + (p[i] >> bit & 1)) & 0xffff) ^ (msb * 0x1021);
        }
    return crc;
}

static uint32_t checksum_add(uint32_t sum, const uint8_t *p, uint32_t n, uint32_t y, uint32_t wide) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = i >> wide, mask = (x & 0xff) ^ (y & 0xff) ^ (x >> 8) ^ (y >> 8);
        sum += p[i] ^ mask;
    }
    return sum;
}

static void plane_hash(const hevc_pic *pic, uint32_t c, uint32_t type, uint8_t out[16]) {
    static const uint8_t zeros[2] = {0, 0};
    uint8_t scratch[16896]; /* widest picture, HEVC_MAX_CTB_COLS * 16 */
    uint32_t height = pic->height >> hevc_plane_shift_y(pic->chroma_format_idc, c),
             wide = (c ? pic->bit_depth_chroma : pic->bit_depth_luma) > 8;
    uint32_t value = type == 1 ? 0xffff : 0;
    md5 m;
    md5_start(&m);
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *line;
        uint32_t n = line_bytes(pic, c, y, &line, scratch);
        if (type == 0) md5_add(&m, line, n);
        else if (type == 1) value = crc_add(value, line, n);
        else value = checksum_add(value, line, n, y, wide);
    }
    if (type == 0) {
        md5_end(&m, out);
    } else if (type == 1) {
        value = crc_add(value, zeros, 2);
        out[0] = (uint8_t)(value >> 8), out[1] = (uint8_t)value;
    } else {
        for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

uint8_t hevc_hash_check(const hevc_pic *pic, const hevc_sei_hash *hash) {
    static const uint8_t sizes[3] = {16, 2, 4};
    uint32_t planes = pic->chroma_format_idc && hash->present == 3 ? 3 : 1;
    for (uint32_t c = 0; c < planes; c++) {
        uint8_t value[16];
        plane_hash(pic, c, hash->type, value);
        if (memcmp(value, hash->value[c], sizes[hash->type])) return 2;
    }
    return 1;
}
