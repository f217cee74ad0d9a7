/* One picture through the passes: slice segments to CTBs (parse, reconstruct), CTB rows to filters. */
#include <string.h>

#include "filter.h"
#include "team.h"

/* ---- memory ---- */

typedef struct hevc_carver {
    uint8_t *at;    /* null while only counting */
    uint64_t bytes;
} hevc_carver;

static void *carve(hevc_carver *c, uint64_t bytes)
{
    void *at = c->at ? c->at + c->bytes : 0;
    c->bytes += (bytes + 63) & ~(uint64_t)63;
    return at;
}

static void lay_out(hevc_work *w, const hevc_sps *sps, hevc_carver *c)
{
    const uint64_t ctbs = (uint64_t)sps->pic_width_in_ctbs * sps->pic_height_in_ctbs;
    w->ctb_cols = sps->pic_width_in_ctbs;
    w->ctb_rows = sps->pic_height_in_ctbs;
    w->log2_ctb = sps->log2_ctb_size;
    w->stride4 = w->ctb_cols << (w->log2_ctb - 2);
    w->stride8 = w->stride4 >> 1;
    const uint64_t units8 = (uint64_t)w->stride8 * (w->ctb_rows << (w->log2_ctb - 3));
    w->motion = carve(c, units8 * 4 * sizeof *w->motion);
    w->qp = carve(c, units8);
    w->keep = carve(c, units8);
    w->edges = carve(c, ctbs * sizeof *w->edges);
    w->sao = carve(c, ctbs * sizeof *w->sao);
    w->ctb_slice = carve(c, ctbs * sizeof *w->ctb_slice);
    w->ctb_keep = carve(c, ctbs);
    w->above_depth = carve(c, w->stride8);
    w->above_skip = carve(c, w->stride8);
    w->wpp_ctx = carve(c, (uint64_t)w->ctb_rows * HEVC_CTX_BYTES);
    w->row_done = carve(c, w->ctb_rows * sizeof *w->row_done);
    for (uint32_t plane = 0; plane < 3; plane++) {
        /* kernels read up to 16 samples past a line's end, and one before its start */
        const uint32_t width = w->ctb_cols << (w->log2_ctb - (plane != 0));
        w->line_bytes[plane] = (width * sps->bytes_per_sample + 64 + 63) & ~63u;
        w->last_line[plane] = carve(c, (uint64_t)w->line_bytes[plane] * w->ctb_rows + 64);
        for (int i = 0; i < 2; i++) {
            uint8_t *line = carve(c, w->line_bytes[plane] + 128);
            w->sao_line[plane][i] = line ? line + 64 : 0;
        }
    }
}

uint32_t hevc_work_bytes(const hevc_sps *sps, uint32_t threads)
{
    hevc_work w;
    hevc_carver c = {0, 0};
    (void)threads;
    carve(&c, sizeof w);
    lay_out(&w, sps, &c);
    return c.bytes < 0x7fffffff ? (uint32_t)c.bytes : 0;
}

void hevc_work_bind(hevc_frame *frame, const hevc_sps *sps, uint32_t threads, void *memory)
{
    hevc_carver c = {memory, 0};
    (void)threads;
    frame->work = carve(&c, sizeof *frame->work);
    lay_out(frame->work, sps, &c);
}

/* ---- slice segments ---- */

typedef struct hevc_cursor {
    uint32_t ctb_x, ctb_y, ts;
} hevc_cursor;

static int advance(const hevc_frame *frame, hevc_cursor *at)
{
    at->ts++;
    return hevc_tiles_next(&frame->tiles, &at->ctb_x, &at->ctb_y);
}

static int is_tile_start(const hevc_frame *frame, const hevc_cursor *at)
{
    const hevc_tiles *t = &frame->tiles;
    return at->ctb_x == t->col_bd[t->col_of[at->ctb_x]] && at->ctb_y == t->row_bd[t->row_of[at->ctb_y]];
}

static int is_row_start(const hevc_frame *frame, const hevc_cursor *at)
{
    const hevc_tiles *t = &frame->tiles;
    return at->ctb_x == t->col_bd[t->col_of[at->ctb_x]];
}

/* Where contexts of the row above wait: with several tile columns a lane decodes whole tiles and keeps them itself. */
static uint8_t *wavefront_contexts(hevc_lane *lane, const hevc_frame *frame, uint32_t ctb_y)
{
    return frame->tiles.columns == 1 ? frame->work->wpp_ctx[ctb_y] : lane->wpp_ctx;
}

/* 9.3.1 at the first CTB of a substream. first: of its slice segment. */
static void start_contexts(hevc_lane *lane, const hevc_frame *frame, const hevc_segment *segment, const hevc_cursor *at, int first)
{
    hevc_parser *p = &lane->parser;
    const hevc_work *w = frame->work;
    const int tile_start = is_tile_start(frame, at);
    const int wavefront = frame->pps.entropy_coding_sync_enabled_flag && is_row_start(frame, at);
    if ((first && !segment->dependent_slice_segment_flag) || tile_start || wavefront) p->first_qg = 1;

    if (!tile_start && wavefront) {
        const uint32_t right = at->ctb_x + 1, above = at->ctb_y - 1; /* not the tile's first row, so not the picture's */
        if (right < w->ctb_cols && w->ctb_slice[above * w->ctb_cols + right] == segment->slice &&
            hevc_tile_id(&frame->tiles, right, above) == hevc_tile_id(&frame->tiles, at->ctb_x, at->ctb_y)) {
            memcpy(p->ctx, wavefront_contexts(lane, frame, above), HEVC_CTX_BYTES);
            return;
        }
    } else if (!tile_start && first && segment->dependent_slice_segment_flag && lane->segment_ctx_valid) {
        memcpy(p->ctx, p->segment_ctx, HEVC_CTX_BYTES);
        return;
    }
    hevc_parser_contexts(p);
}

/* A CTB without data. */
static void conceal(hevc_frame *frame, const hevc_cursor *at)
{
    hevc_parse_nothing(frame->work, frame, at->ctb_x, at->ctb_y);
    if (frame->conceal) hevc_wait_lines(frame->conceal, (int)((at->ctb_y + 1) << frame->work->log2_ctb));
    hevc_conceal_ctb(frame, at->ctb_x, at->ctb_y);
    atomic_fetch_add(&frame->pic->rows_damaged, 1);
}

static void reconstruct(hevc_lane *lane, hevc_frame *frame, const hevc_cursor *at)
{
    if (frame->sps.bytes_per_sample == 1)
        hevc_recon_ctu_8(frame, &lane->scratch, at->ctb_x, at->ctb_y, lane->records);
    else
        hevc_recon_ctu_16(frame, &lane->scratch, at->ctb_x, at->ctb_y, lane->records);
    hevc_recon_last_line(frame, at->ctb_x, at->ctb_y);
}

void hevc_recon_last_line(hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y)
{
    const hevc_work *w = frame->work;
    const hevc_pic *pic = frame->pic;
    if (ctb_y + 1 == w->ctb_rows) return;
    for (uint32_t c = 0; c < (pic->plane[1] ? 3u : 1u); c++) {
        const uint32_t shift = c != 0, ctb = 1u << (w->log2_ctb - shift), size = pic->bytes_per_sample;
        memcpy(w->last_line[c] + ctb_y * w->line_bytes[c] + ctb_x * ctb * size,
               pic->plane[c] + (size_t)((ctb_y + 1) * ctb - 1) * pic->stride[c] + ctb_x * ctb * size, ctb * size);
    }
}

/* ---- filters ---- */

void hevc_filter_row(hevc_lane *lane, hevc_frame *frame, uint32_t ctb_y)
{
    hevc_work *w = frame->work;
    hevc_pic *pic = frame->pic;
    const int wide = frame->sps.bytes_per_sample > 1;
    const uint32_t ctb = 1u << w->log2_ctb, y0 = ctb_y << w->log2_ctb;
    if (!frame->skip_deblocking) {
        if (wide)
            hevc_deblock_row_16(frame, ctb_y);
        else
            hevc_deblock_row_8(frame, ctb_y);
    }
    if (!frame->skip_sao && frame->sps.sample_adaptive_offset_enabled_flag) {
        if (wide)
            hevc_sao_row_16(frame, &lane->scratch, ctb_y);
        else
            hevc_sao_row_8(frame, &lane->scratch, ctb_y);
    }
    hevc_pic_pad(pic, ctb_y ? y0 - 8 : 0, ctb_y + 1 == w->ctb_rows ? pic->height : y0 + ctb - 8);
    hevc_publish_rows(&pic->rows_final, (int32_t)ctb_y + 1);
}

/* ---- one thread ---- */

static void finish_ctb(hevc_lane *lane, hevc_frame *frame, const hevc_cursor *at)
{
    hevc_work *w = frame->work;
    atomic_fetch_add(&w->row_done[at->ctb_y], 1);
    while (w->rows_filtered < w->ctb_rows && atomic_load(&w->row_done[w->rows_filtered]) == (int32_t)w->ctb_cols)
        hevc_filter_row(lane, frame, w->rows_filtered++);
}

/* CTBs from *at to the end of the segment: decoded, or concealed from where the data breaks. */
static void decode_segment(hevc_lane *lane, hevc_frame *frame, const hevc_segment *segment, hevc_cursor *at)
{
    hevc_parser *p = &lane->parser;
    const hevc_work *w = frame->work;
    const uint8_t *data = segment->data, *data_end = segment->data + segment->data_bytes;
    const uint32_t *entry = frame->entry_points + segment->first_entry;
    uint32_t substream = 0;
    int broken = 0, ended = 0, start = 1;

    hevc_parser_slice(p, segment);
    while (at->ts < segment->end_ts) {
        if (start && !broken && !ended) {
            const uint8_t *end = substream < segment->num_entry_points ? segment->data + entry[substream] : data_end;
            start_contexts(lane, frame, segment, at, substream == 0);
            hevc_cabac_start(&p->cabac, data, end);
            start = 0;
        }
        if (!broken && !ended && hevc_parse_ctu(p, at->ctb_x, at->ctb_y, lane->records) != 0) broken = 1;
        if (broken || ended) {
            conceal(frame, at);
        } else {
            reconstruct(lane, frame, at);
            const hevc_tiles *t = &frame->tiles;
            if (frame->pps.entropy_coding_sync_enabled_flag && at->ctb_x == t->col_bd[t->col_of[at->ctb_x]] + 1u)
                memcpy(wavefront_contexts(lane, frame, at->ctb_y), p->ctx, HEVC_CTX_BYTES);
            ended = hevc_cabac_terminate(&p->cabac); /* end_of_slice_segment_flag */
            if (ended) {
                memcpy(p->segment_ctx, p->ctx, HEVC_CTX_BYTES);
                lane->segment_ctx_valid = 1;
            }
        }
        finish_ctb(lane, frame, at);
        if (!advance(frame, at)) break;
        if (broken || ended || at->ts >= segment->end_ts) continue;
        if ((frame->pps.tiles_enabled_flag && is_tile_start(frame, at)) ||
            (frame->pps.entropy_coding_sync_enabled_flag && is_row_start(frame, at))) {
            if (!hevc_cabac_terminate(&p->cabac)) { /* end_of_subset_one_bit */
                broken = 1;
                continue;
            }
            data = substream < segment->num_entry_points ? segment->data + entry[substream] : hevc_cabac_position(&p->cabac);
            if (data > data_end) data = data_end;
            substream++;
            start = 1;
        }
    }
    (void)w;
    if (broken) lane->segment_ctx_valid = 0;
}

/* Everything the passes expect of a fresh frame. */
void hevc_frame_prepare(hevc_frame *frame)
{
    hevc_work *w = frame->work;
    const uint32_t ctbs = w->ctb_cols * w->ctb_rows;
    for (uint32_t i = 0; i < ctbs; i++) w->ctb_slice[i] = HEVC_NO_SLICE;
    for (uint32_t i = 0; i < w->ctb_rows; i++) atomic_store(&w->row_done[i], 0);
    w->rows_filtered = 0;
    for (uint32_t i = 0; i < frame->num_segments; i++) {
        const hevc_segment *s = &frame->segments[i];
        hevc_cursor at = {s->slice_segment_address % w->ctb_cols, s->slice_segment_address / w->ctb_cols, s->address_ts};
        while (at.ts < s->end_ts) {
            w->ctb_slice[at.ctb_y * w->ctb_cols + at.ctb_x] = s->slice;
            if (!advance(frame, &at)) break;
        }
    }
}

void hevc_frame_decode(hevc_lane *lane, hevc_frame *frame)
{
    const uint32_t ctbs = frame->work->ctb_cols * frame->work->ctb_rows;
    hevc_cursor at = {0, 0, 0};
    hevc_frame_prepare(frame);
    hevc_parser_frame(&lane->parser, frame);
    lane->segment_ctx_valid = 0;
    for (uint32_t i = 0; i <= frame->num_segments; i++) {
        const uint32_t next = i < frame->num_segments ? frame->segments[i].address_ts : ctbs;
        while (at.ts < next) { /* a gap */
            conceal(frame, &at);
            finish_ctb(lane, frame, &at);
            lane->segment_ctx_valid = 0;
            if (!advance(frame, &at)) break;
        }
        if (i < frame->num_segments) decode_segment(lane, frame, &frame->segments[i], &at);
    }
    hevc_publish_rows(&frame->pic->rows_parsed, (int32_t)frame->work->ctb_rows);
    hevc_publish_rows(&frame->finished, 1);
}
