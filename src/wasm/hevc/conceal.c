/* What stands in for a CTB whose data is missing or broken: the same place of the nearest picture, else mid-grey. */
#include <string.h>

#include "decoder.h"

static void conceal_plane(hevc_frame *frame, uint32_t c, uint32_t ctb_x, uint32_t ctb_y) {
    hevc_pic *pic = frame->pic;
    const hevc_pic *from = frame->conceal;
    uint32_t shift = c ? 1 : 0, size = pic->bytes_per_sample, ctb = 1u << (pic->log2_ctb_size - shift);
    uint32_t x = ctb_x * ctb, y = ctb_y * ctb, width = (pic->width >> shift) - x, height = (pic->height >> shift) - y;
    if (width > ctb) width = ctb;
    if (height > ctb) height = ctb;
    uint16_t grey = (uint16_t)(1u << ((c ? pic->bit_depth_chroma : pic->bit_depth_luma) - 1));
    for (uint32_t i = 0; i < height; i++) {
        uint8_t *row = pic->plane[c] + (size_t)(y + i) * pic->stride[c] + x * size;
        if (from) {
            memcpy(row, from->plane[c] + (size_t)(y + i) * from->stride[c] + x * size, width * size);
        } else if (size == 1) {
            memset(row, grey, width);
        } else {
            for (uint32_t j = 0; j < width; j++) ((uint16_t *)(void *)row)[j] = grey;
        }
    }
}

void hevc_conceal_ctb(hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y) {
    for (uint32_t c = 0; c < (frame->pic->chroma_format_idc ? 3u : 1u); c++) conceal_plane(frame, c, ctb_x, ctb_y);
}
