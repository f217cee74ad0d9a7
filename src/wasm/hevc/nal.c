#include "nal.h"

#include <string.h>

void hevc_nal_open(hevc_nal_walk *w, uint8_t *data, uint32_t bytes, int length_size) {
    w->at = data;
    w->end = data + bytes;
    w->length_size = length_size;
    w->bad = 0;
}

/* First byte of 00 00 01 or 00 00 00 at or after p (B.2.1), or end. */
static uint8_t *hevc_nal_find_zeros(uint8_t *p, uint8_t *end) {
    while (end - p >= 3) {
        if (p[2] > 1) {
            p += 3;
        } else if (p[0] == 0 && p[1] == 0) {
            return p;
        } else {
            p++;
        }
    }
    return end;
}

/* The bytes of the next unit with its header, or 0 at the end. */
static uint32_t hevc_nal_bytes(hevc_nal_walk *w, uint8_t **unit) {
    if (w->length_size) {
        if (w->end - w->at < w->length_size) {
            w->bad += w->at != w->end;
            w->at = w->end;
            return 0;
        }
        uint32_t bytes = 0;
        for (int i = 0; i < w->length_size; i++) bytes = bytes << 8 | *w->at++;
        if (bytes > (uint32_t)(w->end - w->at)) {
            w->bad++;
            bytes = (uint32_t)(w->end - w->at);
        }
        *unit = w->at;
        w->at += bytes;
        return bytes;
    }
    uint8_t *p = w->at;
    for (;;) { /* to the byte after the next 00 00 01 */
        p = hevc_nal_find_zeros(p, w->end);
        if (p == w->end) {
            w->at = w->end;
            return 0;
        }
        if (p[2] == 1) break;
        p++;
    }
    *unit = p += 3;
    p = hevc_nal_find_zeros(p, w->end);
    w->at = p;
    uint8_t *last = p;
    while (last > *unit && last[-1] == 0) last--; /* trailing_zero_8bits; a NAL unit never ends with a zero byte */
    return (uint32_t)(last - *unit);
}

int hevc_nal_next(hevc_nal_walk *w, hevc_nal *nal) {
    while (w->at < w->end) {
        uint8_t *unit = w->at;
        uint32_t bytes = hevc_nal_bytes(w, &unit);
        if (bytes == 0) continue;
        if (bytes < 2 || (unit[0] & 0x80) || (unit[1] & 7) == 0) { /* forbidden_zero_bit, nuh_temporal_id_plus1 */
            w->bad++;
            continue;
        }
        nal->nal_unit_type = unit[0] >> 1;
        nal->nuh_layer_id = (uint8_t)((unit[0] & 1) << 5 | unit[1] >> 3);
        nal->temporal_id = (unit[1] & 7) - 1;
        nal->data = unit + 2;
        nal->bytes = bytes - 2;
        return 1;
    }
    return 0;
}

/* Position of the 03 of the next 00 00 03 at or after `at`, or bytes. */
static uint32_t hevc_nal_find_escape(const uint8_t *data, uint32_t at, uint32_t bytes) {
    for (uint32_t i = at + 2; i < bytes;) {
        if (data[i] > 3) {
            i += 3;
        } else if (data[i] == 3 && data[i - 1] == 0 && data[i - 2] == 0) {
            return i;
        } else {
            i++;
        }
    }
    return bytes;
}

uint32_t hevc_nal_unescape(uint8_t *data, uint32_t bytes, uint32_t *entries, uint32_t *num_entries) {
    uint32_t from = 0, to = 0, removed = 0, entry = 0;
    for (;;) {
        uint32_t escape = hevc_nal_find_escape(data, from, bytes);
        while (entry < *num_entries && entries[entry] <= escape && entries[entry] < bytes) entries[entry++] -= removed;
        if (from != to) memmove(data + to, data + from, escape - from);
        to += escape - from;
        if (escape == bytes) break;
        from = escape + 1;
        removed++;
    }
    if (entry != *num_entries) *num_entries = 0;
    return to;
}
