#include "sei.h"

#include <string.h>

#include "bits.h"
#include "nal.h"

enum { /* payloadType, table D.1 */
       SEI_USER_DATA_REGISTERED = 4,
       SEI_USER_DATA_UNREGISTERED = 5,
       SEI_RECOVERY_POINT = 6,
       SEI_DECODED_PICTURE_HASH = 132,
       SEI_MASTERING_DISPLAY = 137,
       SEI_CONTENT_LIGHT_LEVEL = 144,
       SEI_ALTERNATIVE_TRANSFER = 147
};

static void keep_record(hevc_sei *sei, uint32_t type, const uint8_t *payload, uint32_t size) {
    if (size > HEVC_SEI_ROOM - 4 || sei->bytes > HEVC_SEI_ROOM - 4 - size) return;
    uint8_t *to = sei->records + sei->bytes;
    to[0] = (uint8_t)type;
    to[1] = (uint8_t)(size >> 16);
    to[2] = (uint8_t)(size >> 8);
    to[3] = (uint8_t)size;
    memcpy(to + 4, payload, size);
    sei->bytes += 4 + size;
}

static void parse_hash(hevc_sei_hash *hash, const uint8_t *payload, uint32_t size) {
    static const uint8_t sizes[3] = {16, 2, 4};
    if (!size || payload[0] > 2) return;
    uint32_t each = sizes[payload[0]], planes = (size - 1) / each;
    if (!planes) return;
    hash->type = payload[0];
    hash->present = (uint8_t)(planes < 3 ? 1 : 3);
    for (uint32_t c = 0; c < hash->present; c++) memcpy(hash->value[c], payload + 1 + c * each, each);
}

static void parse_message(hevc_sei *sei, uint32_t type, const uint8_t *payload, uint32_t size, int suffix) {
    switch (type) {
    case SEI_DECODED_PICTURE_HASH:
        if (suffix) parse_hash(&sei->hash, payload, size);
        break;
    case SEI_RECOVERY_POINT: {
        hevc_bits b; /* emulation prevention is removed: 00 00 03 in a payload this short would need 17 bits of zeros */
        hevc_bits_open(&b, payload, size);
        int32_t count = hevc_bits_se_in(&b, -32768, 32767);
        if (b.error) break;
        sei->recovery_point = 1;
        sei->recovery_poc_cnt = count;
        break;
    }
    case SEI_USER_DATA_REGISTERED:
    case SEI_USER_DATA_UNREGISTERED:
    case SEI_MASTERING_DISPLAY:
    case SEI_CONTENT_LIGHT_LEVEL:
    case SEI_ALTERNATIVE_TRANSFER: keep_record(sei, type, payload, size); break;
    default: break;
    }
}

/* A run of ff bytes and a last one (7.3.5). Returns 0 past the end. */
static int read_varied(const uint8_t **at, const uint8_t *end, uint32_t *value) {
    *value = 0;
    for (;;) {
        if (*at >= end || *value > 0xffffff) return 0;
        uint8_t byte = *(*at)++;
        *value += byte;
        if (byte != 0xff) return 1;
    }
}

int hevc_sei_parse(hevc_sei *sei, uint8_t *data, uint32_t bytes, int suffix) {
    uint32_t none = 0;
    bytes = hevc_nal_unescape(data, bytes, 0, &none);
    const uint8_t *at = data, *end = data + bytes;
    while (end > at && end[-1] == 0) end--;
    if (end == at) return 0;
    if (end[-1] == 0x80) end--; /* rbsp_trailing_bits: messages are whole bytes */
    while (at < end) {
        uint32_t type, size;
        if (!read_varied(&at, end, &type) || !read_varied(&at, end, &size) || size > (uint32_t)(end - at)) return 0;
        parse_message(sei, type, at, size, suffix);
        at += size;
    }
    return 1;
}
