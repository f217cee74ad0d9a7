/* Compiled twice, see dsp/pixel.h. Positions are in samples of the plane unless they say luma. */
#include "recon.h"

#include "dsp/itx.h"
#include "inspect.h"
#include "dsp/pixel.h"
#include "pixel_spans.h"

typedef struct hevc_target {
    hevc_frame *frame;
    hevc_work *work;
    hevc_scratch *s;
    const hevc_slice *slice;
    pixel *plane[3];
    ptrdiff_t stride[2]; /* luma, chroma; samples */
    uint32_t ctb_x, ctb_y;
    uint32_t x0, y0; /* luma */
    int depth[2];    /* luma, chroma */
    uint32_t format; /* chroma_format_idc */
} hevc_target;

#define RARE __attribute__((noinline))

static inline uint32_t shift_x(const hevc_target *t, uint32_t plane) { return hevc_plane_shift_x(t->format, plane); }
static inline uint32_t shift_y(const hevc_target *t, uint32_t plane) { return hevc_plane_shift_y(t->format, plane); }

static inline pixel *sample_at(const hevc_target *t, uint32_t plane, uint32_t x, uint32_t y) {
    return t->plane[plane] + (ptrdiff_t)y * t->stride[plane != 0] + x;
}

/* ---- inter, 8.5.3.3 ---- */

/* Positions further out than this contain only copies of the border: 8.5.3.3.3.1. */
static inline int clamp_position(int at, int low, int high) { return at < low ? low : at > high ? high : at; }

typedef struct hevc_block {
    uint32_t x, y; /* luma */
    int w, h;      /* luma */
} hevc_block;

typedef struct hevc_source {
    const pixel *plane[3];
    ptrdiff_t stride[2];
    int mx, my; /* quarter samples of luma: the low bits */
    int cx, cy; /* eighths of a chroma sample: the low bits */
} hevc_source;

/* Whether n samples from `at` on are between 0 and `size`, with the taps of a fraction (`before`, `after`) too. */
static inline int is_inside(int at, int n, int size, int fraction, int before, int after) {
    return fraction ? at >= before && at + n + after <= size : at >= 0 && at + n <= size;
}

typedef struct hevc_window {
    int x, y, w, h;    /* the block in the reference plane */
    int before, after; /* samples that taps reach beyond it */
    int width, height; /* of the plane */
} hevc_window;

/* The block with its surroundings, where it reaches out of the picture: the samples of the border repeated
 * (8.5.3.3.3.1). Returns the place of its first sample in `to`. */
static __attribute__((noinline)) const pixel *extend(pixel *to, ptrdiff_t to_stride, const pixel *plane,
                                                     ptrdiff_t stride, const hevc_window *v) {
    const int x = v->x - v->before, columns = v->w + v->before + v->after, lanes = 16 / (int)sizeof(pixel);
    const int left = clamp_position(-x, 0, columns), end = clamp_position(v->width - x, 0, columns);
    pixel *row = to + HEVC_EXTENDED_SLACK;
    for (int i = -v->before; i < v->h + v->after; i++, row += to_stride) {
        const pixel *from = plane + (ptrdiff_t)clamp_position(v->y + i, 0, v->height - 1) * stride;
        /* In this order: each writes up to 15 samples too many, behind a line into the slack of the next. */
        repeat_up(row, 0, left, from[0]);
        for (int k = left; k < end; k += lanes) __builtin_memcpy(row + k, from + x + k, 16);
        repeat_up(row, end, columns, from[v->width - 1]);
    }
    return to + HEVC_EXTENDED_SLACK + v->before * to_stride + v->before;
}

/* n: which prediction of the block. */
static void find_source(const hevc_target *t, const hevc_block *b, hevc_pic *ref, hevc_mv mv, int n, hevc_source *out) {
    const int width = (int)ref->width, height = (int)ref->height;
    const int x = clamp_position((int)b->x + (mv.x >> 2), -72, width + 2),
              y = clamp_position((int)b->y + (mv.y >> 2), -72, height + 2);
    hevc_wait_lines(ref, y + b->h + 4);
    const pixel *luma = (const pixel *)(const void *)ref->plane[0];
    out->stride[0] = (ptrdiff_t)(ref->stride[0] / sizeof(pixel));
    out->plane[0] = luma + y * out->stride[0] + x;
    out->mx = mv.x;
    out->my = mv.y;
    if (!is_inside(x, b->w, width, mv.x & 3, 3, 4) || !is_inside(y, b->h, height, mv.y & 3, 3, 4)) {
        const hevc_window window = {x, y, b->w, b->h, 3, 4, width, height};
        out->plane[0] =
            extend((pixel *)(void *)t->s->extended_luma[n], HEVC_EXTENDED_LUMA, luma, out->stride[0], &window);
        out->stride[0] = HEVC_EXTENDED_LUMA;
    }
    if (!t->plane[1]) return;
    const uint32_t sx = shift_x(t, 1), sy = shift_y(t, 1);
    const int columns = width >> sx, lines = height >> sy, w = b->w >> sx, h = b->h >> sy;
    out->cx = sx ? mv.x : mv.x * 2;
    out->cy = sy ? mv.y : mv.y * 2;
    const int xc = clamp_position((int)(b->x >> sx) + (mv.x >> (2 + sx)), sx ? -40 : -72, columns + 1);
    const int yc = clamp_position((int)(b->y >> sy) + (mv.y >> (2 + sy)), sy ? -40 : -72, lines + 1);
    const ptrdiff_t stride = (ptrdiff_t)(ref->stride[1] / sizeof(pixel));
    const int inside = is_inside(xc, w, columns, out->cx & 7, 1, 2) && is_inside(yc, h, lines, out->cy & 7, 1, 2);
    out->stride[1] = inside ? stride : HEVC_EXTENDED_CHROMA;
    if (inside) {
        for (int c = 1; c < 3; c++) out->plane[c] = (const pixel *)(const void *)ref->plane[c] + yc * stride + xc;
        return;
    }
    const hevc_window window = {xc, yc, w, h, 1, 2, columns, lines};
    for (int c = 1; c < 3; c++)
        out->plane[c] = extend((pixel *)(void *)t->s->extended_chroma[n][c - 1], HEVC_EXTENDED_CHROMA,
                               (const pixel *)(const void *)ref->plane[c], stride, &window);
}

static void luma_mid(const hevc_target *t, const hevc_block *b, const hevc_source *s, int16_t *mid) {
    hevc_sized(hevc_mc_luma_mid)(mid, s->plane[0], s->stride[0], b->w, b->h, s->mx & 3, s->my & 3, t->depth[0]);
}

static void chroma_mid(const hevc_target *t, const hevc_block *b, const hevc_source *s, int16_t *mid_cb,
                       int16_t *mid_cr) {
    hevc_sized(hevc_mc_chroma_mid)(mid_cb, mid_cr, s->plane[1], s->plane[2], s->stride[1], b->w >> shift_x(t, 1),
                                   b->h >> shift_y(t, 1), s->cx & 7, s->cy & 7, t->depth[1]);
}

static void predict_mid(const hevc_target *t, const hevc_block *b, const hevc_source *s,
                        int16_t (*mid)[HEVC_MID_SIZE + 64]) {
    luma_mid(t, b, s, mid[0]);
    if (t->plane[1]) chroma_mid(t, b, s, mid[1], mid[2]);
}

static inline pixel *block_at(const hevc_target *t, const hevc_block *b, uint32_t plane) {
    return sample_at(t, plane, b->x >> shift_x(t, plane), b->y >> shift_y(t, plane));
}

static void predict_uni(const hevc_target *t, const hevc_block *b, const hevc_source *s) {
    hevc_sized(hevc_mc_luma_uni)(sample_at(t, 0, b->x, b->y), t->stride[0], s->plane[0], s->stride[0], b->w, b->h,
                                 s->mx & 3, s->my & 3, t->depth[0]);
    if (t->plane[1])
        hevc_sized(hevc_mc_chroma_uni)(block_at(t, b, 1), block_at(t, b, 2), t->stride[1], s->plane[1], s->plane[2],
                                       s->stride[1], b->w >> shift_x(t, 1), b->h >> shift_y(t, 1), s->cx & 7, s->cy & 7,
                                       t->depth[1]);
}

static void average_plane(const hevc_target *t, const hevc_block *b, const hevc_source s[2], uint32_t plane) {
    const uint32_t chroma = plane != 0;
    hevc_sized(hevc_mc_average)(block_at(t, b, plane), t->stride[chroma], s[0].plane[plane], s[0].stride[chroma],
                                s[1].plane[plane], s[1].stride[chroma], b->w >> shift_x(t, plane),
                                b->h >> shift_y(t, plane));
}

static void predict_bi(const hevc_target *t, const hevc_block *b, const hevc_source s[2]) {
    int16_t(*mid)[HEVC_MID_SIZE + 64] = t->s->mid[0];
    if ((s[0].mx | s[0].my | s[1].mx | s[1].my) & 3) {
        luma_mid(t, b, &s[0], mid[0]);
        hevc_sized(hevc_mc_luma_bi)(sample_at(t, 0, b->x, b->y), t->stride[0], mid[0], s[1].plane[0], s[1].stride[0],
                                    b->w, b->h, s[1].mx & 3, s[1].my & 3, t->depth[0]);
    } else {
        average_plane(t, b, s, 0);
    }
    if (!t->plane[1]) return;
    if ((s[0].cx | s[0].cy | s[1].cx | s[1].cy) & 7) {
        chroma_mid(t, b, &s[0], mid[1], mid[2]);
        hevc_sized(hevc_mc_chroma_bi)(block_at(t, b, 1), block_at(t, b, 2), t->stride[1], mid[1], mid[2], s[1].plane[1],
                                      s[1].plane[2], s[1].stride[1], b->w >> shift_x(t, 1), b->h >> shift_y(t, 1),
                                      s[1].cx & 7, s[1].cy & 7, t->depth[1]);
    } else {
        average_plane(t, b, s, 1);
        average_plane(t, b, s, 2);
    }
}

/* Weights that leave the default prediction as it is: 1 << denom and no offset. */
static int is_plain(const hevc_slice *s, const hevc_pred_weight *w) {
    const int luma = 1 << s->luma_log2_weight_denom, chroma = 1 << s->chroma_log2_weight_denom;
    return w->weight[0] == luma && w->weight[1] == chroma && w->weight[2] == chroma &&
           !(w->offset[0] | w->offset[1] | w->offset[2]);
}

/* 8.5.3.3.4.3 */
static void weigh(const hevc_target *t, const hevc_block *b, const hevc_pred_weight *w0, const hevc_pred_weight *w1) {
    const hevc_slice *s = t->slice;
    for (uint32_t c = 0; c < (t->plane[1] ? 3u : 1u); c++) {
        const int chroma = c != 0, depth = t->depth[chroma], w = b->w >> shift_x(t, c), h = b->h >> shift_y(t, c);
        const int log2_wd = (c ? s->chroma_log2_weight_denom : s->luma_log2_weight_denom) + 14 - depth;
        pixel *dst = block_at(t, b, c);
        if (w1)
            hevc_sized(hevc_mc_weight_bi)(dst, t->stride[chroma], t->s->mid[0][c], t->s->mid[1][c], w, h, log2_wd,
                                          w0->weight[c], w0->offset[c], w1->weight[c], w1->offset[c], depth);
        else
            hevc_sized(hevc_mc_weight_uni)(dst, t->stride[chroma], t->s->mid[0][c], w, h, log2_wd, w0->weight[c],
                                           w0->offset[c], depth);
    }
}

/* Out of line, as is what else few streams use: engines compile it only for those. */
static RARE void predict_weighted(const hevc_target *t, const hevc_block *b, const hevc_source source[2], int n,
                                  const hevc_pred_weight *const weight[2]) {
    for (int i = 0; i < n; i++) predict_mid(t, b, &source[i], t->s->mid[i]);
    weigh(t, b, weight[0], weight[1]);
}

static void predict_inter(const hevc_target *t, const hevc_block *b, const hevc_motion *m) {
    const hevc_reference *refs = t->frame->pic->refs;
    const hevc_slice *s = t->slice;
    const hevc_pred_weight *weight[2] = {0, 0};
    hevc_source source[2];
    int n = 0;
    for (int l = 0; l < 2; l++) {
        if (m->ref_idx[l] < 0) continue;
        find_source(t, b, refs[m->ref_pic[l]].pic, m->mv[l], n, &source[n]);
        weight[n++] = &s->pred_weight[l][m->ref_idx[l]];
    }
    if (s->weighted && !(is_plain(s, weight[0]) && (n < 2 || is_plain(s, weight[1])))) {
        predict_weighted(t, b, source, n, weight);
        return;
    }
    if (n == 2 && refs[m->ref_pic[0]].pic == refs[m->ref_pic[1]].pic && m->mv[0].x == m->mv[1].x &&
        m->mv[0].y == m->mv[1].y)
        n = 1; /* the average of a prediction with itself */
    if (n == 1) {
        predict_uni(t, b, &source[0]);
        return;
    }
    predict_bi(t, b, source);
}

/* ---- intra, 8.4.4.2 ---- */

/* 8.4.4.2.2 where constrained_intra_pred_flag is 1: samples of inter blocks do not exist either. have[i] != 0:
 * border[i] is valid. */
static void substitute(pixel *border, const uint8_t *have, int count, pixel grey) {
    int first = 0;
    while (first < count && !have[first]) first++;
    if (first == count) {
        for (int i = 0; i < count; i++) border[i] = grey;
        return;
    }
    for (int i = 0; i < first; i++) border[i] = border[first];
    for (int i = first + 1; i < count; i++)
        if (!have[i]) border[i] = border[i - 1];
}

static int is_intra_at(const hevc_target *t, int luma_x, int luma_y) {
    const hevc_motion *m = hevc_motion_ctb(t->work, t->ctb_x, t->ctb_y) +
                           ((luma_y - (int)t->y0) >> 2) * (int)t->work->stride4 + ((luma_x - (int)t->x0) >> 2);
    return m->ref_idx[0] < 0 && m->ref_idx[1] < 0;
}

/* Marks border samples of intra blocks. from, to: indices into the border. */
static void mark_intra(const hevc_target *t, uint8_t *have, uint32_t plane, int x, int y, int n, int from, int to) {
    for (int i = from; i < to; i++) {
        const int px = i <= 2 * n ? x - 1 : x + i - 2 * n - 1, py = i < 2 * n ? y + 2 * n - 1 - i : y - 1;
        have[i] = (uint8_t)is_intra_at(t, px * (1 << shift_x(t, plane)), py * (1 << shift_y(t, plane)));
    }
}

/* Samples [low, high), those above and `right` of those above right are valid but for those of inter blocks. */
static RARE void constrain_border(const hevc_target *t, pixel *border, uint32_t plane, int x, int y, int n, int low,
                                  int high, int has_above, int right) {
    uint8_t have[HEVC_BORDER_SIZE];
    __builtin_memset(have, 0, sizeof have);
    mark_intra(t, have, plane, x, y, n, low, high);
    if (has_above) mark_intra(t, have, plane, x, y, n, 2 * n + 1, 3 * n + 1);
    mark_intra(t, have, plane, x, y, n, 3 * n + 1, 3 * n + 1 + right);
    substitute(border, have, 4 * n + 1, (pixel)(1 << (t->depth[plane != 0] - 1)));
}

static void load_border(const hevc_target *t, pixel *border, uint32_t plane, uint32_t x, uint32_t y, uint32_t log2_size,
                        uint32_t sides) {
    const int n = 1 << log2_size, chroma = plane != 0, depth = t->depth[chroma];
    const int width = (int)(t->frame->sps.pic_width_in_luma_samples >> shift_x(t, plane));
    const int height = (int)(t->frame->sps.pic_height_in_luma_samples >> shift_y(t, plane));
    const ptrdiff_t stride = t->stride[chroma];
    const pixel *block = sample_at(t, plane, x, y);
    /* The line above is the saved one where the CTB row above may be deblocked already. */
    const pixel *above = block - stride;
    if (y << shift_y(t, plane) == t->y0 && t->ctb_y > 0)
        above = (const pixel *)(const void *)hevc_last_line(t->work, plane, t->ctb_y - 1) + x;

    int low = 2 * n, high = 2 * n; /* valid: border[low, high) beside the corner */
    if (sides & HEVC_SIDE_LEFT) {
        int rows = n;
        if (sides & HEVC_SIDE_BELOW_LEFT) rows += height - (int)y - n < n ? height - (int)y - n : n;
        const pixel *left = block - 1;
        for (int i = 0; i < rows; i++, left += stride) border[2 * n - 1 - i] = *left;
        low = 2 * n - rows;
    }
    if (sides & HEVC_SIDE_ABOVE_LEFT) border[high++] = above[-1];
    /* Where a slice begins in the row above, its first CTB is above right of one that has nothing above. */
    const int right = !(sides & HEVC_SIDE_ABOVE_RIGHT) ? 0 : width - (int)x - n < n ? width - (int)x - n : n;
    const int has_above = (sides & HEVC_SIDE_ABOVE) != 0;
    if (has_above) copy_line(border + 2 * n + 1, above, n + right);
    else if (right) copy_line(border + 3 * n + 1, above + n, right);

    if (__builtin_expect(t->frame->pps.constrained_intra_pred_flag, 0)) {
        constrain_border(t, border, plane, (int)x, (int)y, n, low, high, has_above, right);
        return;
    }
    /* In search order the first valid sample is repeated down to the end, and each gap repeats the sample before it. */
    const int first = low < 2 * n || high > 2 * n ? low : has_above ? 2 * n + 1 : 3 * n + 1;
    if (first == 3 * n + 1 && !right) {
        repeat_up(border, 0, 4 * n + 1, (pixel)(1 << (depth - 1)));
        return;
    }
    repeat_down(border, first, border[first]);
    if (first < 2 * n && high == 2 * n) border[2 * n] = border[2 * n - 1];
    if (first <= 2 * n && !has_above)
        for (int i = 2 * n + 1; i <= 3 * n; i++) border[i] = border[2 * n];
    repeat_up(border, 3 * n + 1 + right, 4 * n + 1, border[3 * n + right]);
}

static void predict_intra(const hevc_target *t, uint32_t word) {
    const uint32_t plane = (word >> 12) & 3, log2_size = (word >> 14) & 7, mode = (word >> 17) & 63;
    const uint32_t sides = word >> 23 & 31;
    const int chroma = plane != 0, depth = t->depth[chroma];
    const uint32_t x = (t->x0 + ((word >> 4) & 15) * 4) >> shift_x(t, plane);
    const uint32_t y = (t->y0 + ((word >> 8) & 15) * 4) >> shift_y(t, plane);
    pixel *border = (pixel *)(void *)t->s->border[0] + HEVC_BORDER_SLACK, *dst = sample_at(t, plane, x, y);
    load_border(t, border, plane, x, y, log2_size, sides);

    if ((plane == 0 || hevc_is_444(t->format)) && mode != 1 && log2_size > 2 && /* filterFlag, 8.4.4.2.3 */
        !(HEVC_RANGE_EXTENSIONS && t->frame->sps.intra_smoothing_disabled_flag)) {
        static const uint8_t threshold[6] = {0, 0, 0, 7, 1, 0}; /* intraHorVerDistThres[log2 nTbS] */
        const int from_v = (int)mode - 26, from_h = (int)mode - 10;
        const int v = from_v < 0 ? -from_v : from_v, h = from_h < 0 ? -from_h : from_h;
        if ((v < h ? v : h) > threshold[log2_size]) {
            pixel *smooth = (pixel *)(void *)t->s->border[1] + HEVC_BORDER_SLACK;
            hevc_sized(hevc_intra_smooth)(
                smooth, border, (int)log2_size,
                t->frame->sps.strong_intra_smoothing_enabled_flag && log2_size == 5 && plane == 0, depth);
            border = smooth;
        }
    }
    const int edge_filter = plane == 0 && log2_size < 5;
    switch (mode) {
    case 0:
#if HEVC_RANGE_EXTENSIONS && BITDEPTH == 16 && defined(__wasm_simd128__)
        if (depth > 10) {
            hevc_intra_planar_16_deep(dst, t->stride[chroma], border, (int)log2_size);
            break;
        }
#endif
        hevc_sized(hevc_intra_planar)(dst, t->stride[chroma], border, (int)log2_size);
        break;
    case 1: hevc_sized(hevc_intra_dc)(dst, t->stride[chroma], border, (int)log2_size, edge_filter); break;
    default:
        hevc_sized(hevc_intra_angular)(dst, t->stride[chroma], border, (int)log2_size, (int)mode,
                                       edge_filter && !(HEVC_RANGE_EXTENSIONS && (word & HEVC_INTRA_NO_EDGE_FILTER)),
                                       depth);
    }
}

/* ---- residual, 8.6 ---- */

#if HEVC_RANGE_EXTENSIONS

static const uint32_t *add_extended_residual(const hevc_target *t, const uint32_t *r) {
    const uint32_t word = *r++, extension = *r++;
    const uint32_t plane = (word >> 12) & 3, log2_size = (word >> 14) & 7, chroma = plane != 0;
    const int cols = 4 * (int)((word >> 20) & 7) + 4, rows = 4 * (int)((word >> 23) & 7) + 4, size = 1 << log2_size;
    pixel *dst = sample_at(t, plane, (t->x0 + ((word >> 4) & 15) * 4) >> shift_x(t, plane),
                           (t->y0 + ((word >> 8) & 15) * 4) >> shift_y(t, plane));
    for (uint32_t n = *r++; n > 0; n--, r++) t->s->coeffs[*r & 0x3ff] = (int16_t)(*r >> 16);
    hevc_extended_residual(t->s, plane, (word >> 17) & 7, extension, (int)log2_size, cols, rows, t->depth);
    const int32_t *residual = t->s->residual[chroma];
    for (int y = 0; y < size; y++, dst += t->stride[chroma], residual += size)
        for (int x = 0; x < size; x++) dst[x] = clip_pixel(dst[x] + residual[x], t->depth[chroma]);
    return r;
}

#endif

static const uint32_t *add_residual(const hevc_target *t, const uint32_t *r) {
#if HEVC_RANGE_EXTENSIONS
    if (*r & HEVC_RESIDUAL_EXTENDED) return add_extended_residual(t, r);
#endif
    const uint32_t word = *r++;
    const uint32_t plane = (word >> 12) & 3, log2_size = (word >> 14) & 7, type = (word >> 17) & 7;
    const int cols = 4 * (int)((word >> 20) & 7) + 4, rows = 4 * (int)((word >> 23) & 7) + 4;
    const int chroma = plane != 0, depth = t->depth[chroma];
    pixel *dst = sample_at(t, plane, (t->x0 + ((word >> 4) & 15) * 4) >> shift_x(t, plane),
                           (t->y0 + ((word >> 8) & 15) * 4) >> shift_y(t, plane));
    const ptrdiff_t stride = t->stride[chroma];
    int16_t *coeffs = t->s->coeffs;
    if (type == HEVC_RESIDUAL_DC) {
        hevc_sized(hevc_itx_dc_add)(dst, stride, (int)*r++, (int)log2_size, depth);
        return r;
    }
    for (uint32_t n = *r++; n > 0; n--, r++) coeffs[*r & 0x3ff] = (int16_t)(*r >> 16);
    switch (type) {
    case HEVC_RESIDUAL_DST: hevc_sized(hevc_itx_dst4_add)(dst, stride, coeffs, depth); break;
    case HEVC_RESIDUAL_SKIP: hevc_sized(hevc_itx_skip_add)(dst, stride, coeffs, depth); break;
    case HEVC_RESIDUAL_BYPASS: hevc_sized(hevc_itx_bypass_add)(dst, stride, coeffs, (int)log2_size, depth); break;
    default: hevc_sized(hevc_itx_dct_add)(dst, stride, coeffs, (int)log2_size, cols, rows, depth);
    }
    return r;
}

static RARE const uint32_t *copy_pcm(const hevc_target *t, const uint32_t *r) {
    const uint32_t word = *r++, x = t->x0 + ((word >> 4) & 15) * 4, y = t->y0 + ((word >> 8) & 15) * 4;
    for (uint32_t c = 0; c < (t->plane[1] ? 3u : 1u); c++) {
        const uint32_t size = 1u << ((word >> 12) & 7), w = size >> shift_x(t, c), h = size >> shift_y(t, c);
        pixel *dst = sample_at(t, c, x >> shift_x(t, c), y >> shift_y(t, c));
        for (uint32_t i = 0; i < h; i++, dst += t->stride[c != 0])
            for (uint32_t j = 0; j < w; j += 2, r++) {
                dst[j] = (pixel)(*r & 0xffff);
                dst[j + 1] = (pixel)(*r >> 16);
            }
    }
    return r;
}

void hevc_sized(hevc_recon_ctu)(hevc_frame *frame, hevc_scratch *s, uint32_t ctb_x, uint32_t ctb_y, const uint32_t *r) {
    hevc_work *w = frame->work;
    const hevc_pic *pic = frame->pic;
    hevc_target t = {.frame = frame, .work = w, .s = s, .ctb_x = ctb_x, .ctb_y = ctb_y};
    t.slice = &frame->slices[w->ctb_slice[ctb_y * w->ctb_cols + ctb_x]];
    t.x0 = ctb_x << w->log2_ctb;
    t.y0 = ctb_y << w->log2_ctb;
    for (int c = 0; c < 3; c++) t.plane[c] = (pixel *)(void *)pic->plane[c];
    t.stride[0] = (ptrdiff_t)(pic->stride[0] / sizeof(pixel));
    t.stride[1] = (ptrdiff_t)(pic->stride[1] / sizeof(pixel));
    t.depth[0] = pic->bit_depth_luma;
    t.depth[1] = pic->bit_depth_chroma;
    t.format = pic->chroma_format_idc;

    for (;;) {
        const uint32_t word = *r;
        switch (word & 15) {
        case HEVC_RECORD_INTER: {
            hevc_stage(HEVC_STAGE_PREDICTION);
            hevc_motion m;
            __builtin_memcpy(&m, r + 1, sizeof m);
            const hevc_block b = {t.x0 + ((word >> 4) & 15) * 4, t.y0 + ((word >> 8) & 15) * 4,
                                  4 * (int)((word >> 12) & 15) + 4, 4 * (int)((word >> 16) & 15) + 4};
            predict_inter(&t, &b, &m);
            r += 1 + sizeof m / 4;
            break;
        }
        case HEVC_RECORD_INTRA:
            hevc_stage(HEVC_STAGE_PREDICTION);
            predict_intra(&t, word);
            r++;
            break;
        case HEVC_RECORD_RESIDUAL:
            hevc_stage(HEVC_STAGE_TRANSFORM);
            r = add_residual(&t, r);
            break;
        case HEVC_RECORD_PCM: r = copy_pcm(&t, r); break;
        default: hevc_stage(HEVC_STAGE_OTHER); return;
        }
    }
}
