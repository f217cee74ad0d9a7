/* Replacement of a CTB whose data is missing or broken: the same place of the nearest picture, else mid-grey. */
#include <string.h>

#include "decoder.h"

static void conceal_plane(hevc_frame *frame, uint32_t c, uint32_t ctb_x, uint32_t ctb_y) {
    hevc_pic *pic = frame->pic;
    const hevc_pic *from = frame->conceal;
    const uint32_t shift_x = hevc_plane_shift_x(pic->chroma_format_idc, c),
                   shift_y = hevc_plane_shift_y(pic->chroma_format_idc, c);
    const uint32_t columns = 1u << (pic->log2_ctb_size - shift_x), rows = 1u << (pic->log2_ctb_size - shift_y);
    uint32_t size = pic->bytes_per_sample, x = ctb_x * columns, y = ctb_y * rows;
    uint32_t width = (pic->width >> shift_x) - x, height = (pic->height >> shift_y) - y;
    if (width > columns) width = columns;
    if (height > rows) height = rows;
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
