#include "picture.h"

#include "inspect.h"

#include <string.h>

enum { SEI_ROOM = 8192 };

typedef struct plane_layout {
    uint32_t width, height; /* samples */
    uint32_t stride;        /* bytes */
    uint32_t offset;        /* of sample (0, 0) from the start of the slot */
} plane_layout;

static uint32_t align64(uint32_t v) { return (v + 63) & ~63u; }

/* Planes, then motion, then SEI. Returns the size of the slot. Sizes stay below 2^31 for the largest picture of
 * level 6.2: 16 888 is refused together with such a height by the caller's limits and by hevc_pic_bytes. */
static uint64_t layout(const hevc_sps *sps, plane_layout planes[3], uint32_t *motion_offset, uint32_t *sei_offset) {
    uint64_t at = 64;
    for (uint32_t c = 0; c < 3; c++) {
        plane_layout *p = &planes[c];
        p->width = sps->pic_width_in_luma_samples >> hevc_plane_shift_x(sps->chroma_format_idc, c);
        p->height = sps->pic_height_in_luma_samples >> hevc_plane_shift_y(sps->chroma_format_idc, c);
        if (c && !sps->chroma_format_idc) {
            p->width = p->height = p->stride = p->offset = 0;
            continue;
        }
        /* An odd number of cache lines: the lines of a block then spread over all sets of the first cache. */
        p->stride = align64((p->width + HEVC_SLACK) * sps->bytes_per_sample) | 64;
        p->offset = (uint32_t)at;
        at += (uint64_t)p->stride * p->height + 64;
    }
    *motion_offset = (uint32_t)at;
    uint32_t w16 = (sps->pic_width_in_luma_samples + 15) / 16, h16 = (sps->pic_height_in_luma_samples + 15) / 16;
    at += ((uint64_t)w16 * h16 * sizeof(hevc_motion) + 63) & ~(uint64_t)63;
    *sei_offset = (uint32_t)at;
    at += SEI_ROOM;
#ifdef HEVC_DEBUG
    at += hevc_blocks_bytes(sps);
#endif
    return at;
}

uint32_t hevc_pic_bytes(const hevc_sps *sps) {
    plane_layout planes[3];
    uint32_t motion, sei;
    uint64_t bytes = layout(sps, planes, &motion, &sei);
    return bytes < 0x7fffffff ? (uint32_t)bytes : 0;
}

void hevc_pic_bind(hevc_pic *pic, const hevc_sps *sps, uint8_t *memory) {
    plane_layout planes[3];
    uint32_t motion, sei;
    memset(pic, 0, sizeof *pic);
    pic->memory = memory;
    pic->memory_bytes = (uint32_t)layout(sps, planes, &motion, &sei);
    for (uint32_t c = 0; c < 3; c++) {
        pic->plane[c] = planes[c].stride ? memory + planes[c].offset : 0;
        pic->stride[c] = planes[c].stride;
    }
    pic->motion = (hevc_motion *)(void *)(memory + motion);
    pic->motion_stride = (sps->pic_width_in_luma_samples + 15) / 16;
    pic->sei = memory + sei;
    pic->sei_room = SEI_ROOM;
#ifdef HEVC_DEBUG
    pic->blocks = (hevc_block_info *)(void *)(pic->sei + SEI_ROOM);
    memset(pic->blocks, 0, hevc_blocks_bytes(sps));
#endif
    pic->width = sps->pic_width_in_luma_samples;
    pic->height = sps->pic_height_in_luma_samples;
    pic->chroma_format_idc = sps->chroma_format_idc;
    pic->bit_depth_luma = sps->bit_depth_luma;
    pic->bit_depth_chroma = sps->bit_depth_chroma;
    pic->bytes_per_sample = sps->bytes_per_sample;
    pic->log2_ctb_size = sps->log2_ctb_size;
}

/* n samples of the value at `from`, to `to`. */
static void fill_samples(uint8_t *to, const uint8_t *from, uint32_t n, uint32_t bytes_per_sample) {
    if (bytes_per_sample == 1) {
        memset(to, *from, n);
        return;
    }
    uint16_t value = *(const uint16_t *)(const void *)from, *out = (uint16_t *)(void *)to;
    for (uint32_t i = 0; i < n; i++) out[i] = value;
}

void hevc_pic_fill_grey(hevc_pic *pic) {
    for (uint32_t c = 0; c < (pic->chroma_format_idc ? 3u : 1u); c++) {
        uint32_t height = pic->height >> hevc_plane_shift_y(pic->chroma_format_idc, c);
        uint32_t width = pic->width >> hevc_plane_shift_x(pic->chroma_format_idc, c);
        uint16_t grey = (uint16_t)(1u << ((c ? pic->bit_depth_chroma : pic->bit_depth_luma) - 1));
        uint8_t byte = (uint8_t)grey;
        const uint8_t *value = pic->bytes_per_sample == 1 ? &byte : (const uint8_t *)&grey;
        for (uint32_t y = 0; y < height; y++)
            fill_samples(pic->plane[c] + (size_t)y * pic->stride[c], value, width, pic->bytes_per_sample);
    }
    hevc_pic_clear_motion(pic);
}

void hevc_pic_clear_motion(hevc_pic *pic) {
    uint32_t count = pic->motion_stride * ((pic->height + 15) / 16);
    hevc_motion intra = {{{0, 0}, {0, 0}}, {-1, -1}, {255, 255}};
    for (uint32_t i = 0; i < count; i++) pic->motion[i] = intra;
}
