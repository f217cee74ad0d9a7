/* Supplemental enhancement information (7.3.5, annex D): the messages that the decoder uses, and those that it returns
 * with the picture. */
#ifndef HEVC_SEI_H
#define HEVC_SEI_H

#include <stdint.h>

#include "picture.h"

enum { HEVC_SEI_ROOM = 8192 /* bytes of records kept per picture; messages that do not fit are left out whole */ };

/* Picture hash, D.2.19. */
typedef struct hevc_sei_hash {
    uint8_t present, type; /* 0 MD5, 1 CRC, 2 checksum */
    uint8_t value[3][16];  /* [plane]; CRC in 2, checksum in 4 bytes, most significant first */
} hevc_sei_hash;

/* Messages of one access unit. */
typedef struct hevc_sei {
    hevc_sei_hash hash;
    uint8_t recovery_point; /* D.2.8 */
    int32_t recovery_poc_cnt;
    uint32_t bytes; /* of records: u8 payload type, u24 size (big endian), payload */
    uint8_t records[HEVC_SEI_ROOM];
} hevc_sei;

/* Adds the messages of one SEI NAL unit (header bytes removed); data is changed in place. Returns 0 when it is broken.
 */
int hevc_sei_parse(hevc_sei *sei, uint8_t *data, uint32_t bytes, int suffix);

/* Compares the decoded picture with the hash: 1 equal, 2 differs (hash.c). */
uint8_t hevc_hash_check(const hevc_pic *pic, const hevc_sei_hash *hash);

#endif
