/* From an access unit's bytes to NAL units (Annex B, or length-prefixed as in ISO/IEC 14496-15), and to slice data
 * without emulation prevention. */
#ifndef HEVC_NAL_H
#define HEVC_NAL_H

#include <stdint.h>

typedef struct hevc_nal {
    uint8_t *data; /* after the two header bytes */
    uint32_t bytes;
    uint8_t nal_unit_type, nuh_layer_id, temporal_id;
} hevc_nal;

typedef struct hevc_nal_walk {
    uint8_t *at, *end;
    int length_size; /* 0: Annex B */
    uint32_t bad;    /* NAL units with a broken header or a length past the end */
} hevc_nal_walk;

void hevc_nal_open(hevc_nal_walk *w, uint8_t *data, uint32_t bytes, int length_size);
/* 1: a unit in *nal; 0: no more. Broken units are counted and passed over. */
int hevc_nal_next(hevc_nal_walk *w, hevc_nal *nal);

/* Removes emulation prevention in place from data[0, bytes). The data begins after a byte that is not zero.
 * entries: positions in the bytes before removal, rising; rewritten to positions after it. Returns the bytes left;
 * *num_entries becomes 0 when an entry is outside the data. */
uint32_t hevc_nal_unescape(uint8_t *data, uint32_t bytes, uint32_t *entries, uint32_t *num_entries);

#endif
