/* Sample adaptive offset by CTB row, in place. Compiled twice, see dsp/pixel.h.
 *
 * A CTB is offset in two steps, since its last 8 lines are deblocked only with the row below: first all lines but
 * those, then those. Deblocked samples that an earlier step has offset and a later one needs are kept: the line above
 * it (work.sao_line) and the column left of it (scratch.sao_left). */
#include "dsp/pixel.h"
#include "dsp/sao.h"
#include "filter.h"

/* 8.7.3.2: whether samples of CTB `other` may be compared with those of CTB `own`; both rs addresses. */
static int may_look(const hevc_frame *frame, uint32_t own, uint32_t other) {
    const hevc_work *w = frame->work;
    if (!frame->pps.loop_filter_across_tiles_enabled_flag &&
        hevc_tile_id(&frame->tiles, own % w->ctb_cols, own / w->ctb_cols) !=
            hevc_tile_id(&frame->tiles, other % w->ctb_cols, other / w->ctb_cols))
        return 0;
    const uint32_t a = w->ctb_slice[own], b = w->ctb_slice[other];
    if (a == b) return 1;
    const uint32_t later = b == HEVC_NO_SLICE || a > b ? a : b; /* slices are numbered in decoding order */
    return frame->slices[later].slice_loop_filter_across_slices_enabled_flag;
}

/* HEVC_SAO_* for a step over lines of CTB (x, y) that touches its top, its bottom, or neither. */
static int sides_of(const hevc_frame *frame, uint32_t x, uint32_t y, int top, int bottom) {
    const hevc_work *w = frame->work;
    const uint32_t rs = y * w->ctb_cols + x, cols = w->ctb_cols;
    const int has_left = x > 0, has_right = x + 1 < cols, has_above = y > 0, has_below = y + 1 < w->ctb_rows;
    const int left = has_left && may_look(frame, rs, rs - 1), right = has_right && may_look(frame, rs, rs + 1);
    int sides = (left ? HEVC_SAO_LEFT : 0) | (right ? HEVC_SAO_RIGHT : 0);
    if (!top) sides |= HEVC_SAO_ABOVE | (left ? HEVC_SAO_ABOVE_LEFT : 0) | (right ? HEVC_SAO_ABOVE_RIGHT : 0);
    else if (has_above)
        sides |= (may_look(frame, rs, rs - cols) ? HEVC_SAO_ABOVE : 0) |
                 (has_left && may_look(frame, rs, rs - cols - 1) ? HEVC_SAO_ABOVE_LEFT : 0) |
                 (has_right && may_look(frame, rs, rs - cols + 1) ? HEVC_SAO_ABOVE_RIGHT : 0);
    if (!bottom) sides |= HEVC_SAO_BELOW | (left ? HEVC_SAO_BELOW_LEFT : 0) | (right ? HEVC_SAO_BELOW_RIGHT : 0);
    else if (has_below)
        sides |= (may_look(frame, rs, rs + cols) ? HEVC_SAO_BELOW : 0) |
                 (has_left && may_look(frame, rs, rs + cols - 1) ? HEVC_SAO_BELOW_LEFT : 0) |
                 (has_right && may_look(frame, rs, rs + cols + 1) ? HEVC_SAO_BELOW_RIGHT : 0);
    return sides;
}

/* pcm and bypass blocks keep their deblocked samples: put back from the copy. w, h, x, y in samples of the plane. */
static void restore(const hevc_work *w, pixel *pix, ptrdiff_t stride, const pixel *kept, uint32_t shift_x,
                    uint32_t shift_y, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    const uint32_t nx = 8u >> shift_x, ny = 8u >> shift_y;
    for (uint32_t by = 0; by < height; by += ny)
        for (uint32_t bx = 0; bx < width; bx += nx) {
            if (!w->keep[((y + by) / ny) * w->stride8 + (x + bx) / nx]) continue;
            for (uint32_t i = 0; i < ny; i++)
                __builtin_memcpy(pix + (ptrdiff_t)(by + i) * stride + bx, kept + (by + i) * 64 + bx,
                                 nx * sizeof(pixel));
        }
}

/* Lines [y0, y1) (samples of the plane) of CTB row ctb_y. `above`: the deblocked line y0 - 1. */
static void plane_step(hevc_frame *frame, hevc_scratch *s, uint32_t plane, uint32_t ctb_y, uint32_t y0, uint32_t y1,
                       int top, int bottom, const pixel *above) {
    const hevc_work *w = frame->work;
    const hevc_pic *pic = frame->pic;
    const uint32_t shift_x = hevc_plane_shift_x(pic->chroma_format_idc, plane),
                   shift_y = hevc_plane_shift_y(pic->chroma_format_idc, plane);
    const uint32_t ctb = 1u << (w->log2_ctb - shift_x), width = pic->width >> shift_x, h = y1 - y0;
    const int depth = plane ? pic->bit_depth_chroma : pic->bit_depth_luma, keeps = hevc_filter_keeps(frame);
    const ptrdiff_t stride = (ptrdiff_t)(pic->stride[plane] / sizeof(pixel));
    pixel *const line = (pixel *)(void *)pic->plane[plane] + (ptrdiff_t)y0 * stride;
    const hevc_sao *row = &w->sao[ctb_y * w->ctb_cols];
    pixel *left = (pixel *)(void *)s->sao_left[0], *next = (pixel *)(void *)s->sao_left[1];

    for (uint32_t cx = 0, x = 0; cx < w->ctb_cols; cx++, x += ctb) {
        const hevc_sao *sao = &row[cx];
        const uint32_t columns = width - x < ctb ? width - x : ctb;
        pixel *pix = line + x;
        /* Kept for the CTB to the right, which reads its left neighbours, before this CTB changes. */
        if (cx + 1 < w->ctb_cols && sao[1].type[plane] == 2 && sao[1].band_or_class[plane] != 1)
            for (uint32_t i = 0; i < h; i++) next[i] = pix[(ptrdiff_t)i * stride + ctb - 1];

        if (sao->type[plane]) {
            const int8_t *o = sao->offset[plane];
            const hevc_pps_range *range = &frame->pps.range;
            const int up = !HEVC_RANGE_EXTENSIONS ? 0
                           : plane                ? range->log2_sao_offset_scale_chroma
                                                  : range->log2_sao_offset_scale_luma;
            const int16_t offset[4] = {(int16_t)(o[0] * (1 << up)), (int16_t)(o[1] * (1 << up)),
                                       (int16_t)(o[2] * (1 << up)), (int16_t)(o[3] * (1 << up))};
            const int keep = keeps && w->ctb_keep[ctb_y * w->ctb_cols + cx];
            pixel *kept = (pixel *)(void *)s->kept;
            if (keep)
                for (uint32_t i = 0; i < h; i++)
                    __builtin_memcpy(kept + i * 64, pix + (ptrdiff_t)i * stride, columns * sizeof(pixel));
            if (sao->type[plane] == 1)
                hevc_sized(hevc_sao_band)(pix, stride, (int)columns, (int)h, sao->band_or_class[plane], offset, depth);
            else
                hevc_sized(hevc_sao_edge)(pix, stride, above + x, left, (int)columns, (int)h, sao->band_or_class[plane],
                                          offset, sides_of(frame, cx, ctb_y, top, bottom), depth);
            if (keep) restore(w, pix, stride, kept, shift_x, shift_y, x, y0, columns, h);
        }
        pixel *swap = left;
        left = next;
        next = swap;
    }
}

static int any_sao(const hevc_work *w, uint32_t ctb_y, uint32_t plane) {
    const hevc_sao *row = &w->sao[ctb_y * w->ctb_cols];
    for (uint32_t x = 0; x < w->ctb_cols; x++)
        if (row[x].type[plane]) return 1;
    return 0;
}

/* Luma lines [y0, y1) of CTB row ctb_y, and the chroma lines they cover. */
static void step(hevc_frame *frame, hevc_scratch *s, uint32_t ctb_y, uint32_t y0, uint32_t y1, int top, int bottom) {
    const hevc_work *w = frame->work;
    const hevc_pic *pic = frame->pic;
    for (uint32_t c = 0; c < (pic->plane[1] ? 3u : 1u); c++) {
        const uint32_t shift = hevc_plane_shift_y(pic->chroma_format_idc, c), a = y0 >> shift, b = y1 >> shift;
        const ptrdiff_t stride = (ptrdiff_t)(pic->stride[c] / sizeof(pixel));
        const uint32_t bytes =
            (uint32_t)((pic->width >> hevc_plane_shift_x(pic->chroma_format_idc, c)) * sizeof(pixel));
        uint8_t *above = w->sao_line[c][0], *last = w->sao_line[c][1];
        __builtin_memcpy(last, (pixel *)(void *)pic->plane[c] + (ptrdiff_t)(b - 1) * stride, bytes);
        if (any_sao(w, ctb_y, c)) plane_step(frame, s, c, ctb_y, a, b, top, bottom, (const pixel *)(const void *)above);
        frame->work->sao_line[c][0] = last;
        frame->work->sao_line[c][1] = above;
    }
}

void hevc_sized(hevc_sao_row)(hevc_frame *frame, hevc_scratch *s, uint32_t ctb_y) {
    const hevc_work *w = frame->work;
    const uint32_t ctb = 1u << w->log2_ctb, y0 = ctb_y << w->log2_ctb, height = frame->pic->height;
    const int last = ctb_y + 1 == w->ctb_rows;
    if (ctb_y > 0) step(frame, s, ctb_y - 1, y0 - HEVC_UNFILTERED_LINES, y0, 0, 1);
    const uint32_t end = last ? height : y0 + ctb - HEVC_UNFILTERED_LINES;
    if (end > y0) step(frame, s, ctb_y, y0, end, 1, last);
}
