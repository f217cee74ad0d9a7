/* One picture through the passes: slice segments to CTBs (parse, reconstruct), CTB rows to filters. */
#include <string.h>

#include "fetch.h"
#include "filter.h"
#include "inspect.h"
#include "rows.h"

/* ---- memory ---- */

typedef struct hevc_layout_cursor {
    uint8_t *at; /* null while only counting */
    uint64_t bytes;
} hevc_layout_cursor;

static void *layout_alloc(hevc_layout_cursor *c, uint64_t bytes) {
    void *at = c->at ? c->at + c->bytes : 0;
    c->bytes += (bytes + 63) & ~(uint64_t)63;
    return at;
}

static void lay_out(hevc_work *w, const hevc_sps *sps, uint32_t threads, hevc_layout_cursor *c) {
    const uint64_t ctbs = (uint64_t)sps->pic_width_in_ctbs * sps->pic_height_in_ctbs;
    w->ctb_cols = sps->pic_width_in_ctbs;
    w->ctb_rows = sps->pic_height_in_ctbs;
    w->log2_ctb = sps->log2_ctb_size;
    w->stride4 = w->ctb_cols << (w->log2_ctb - 2);
    w->stride8 = w->stride4 >> 1;
    const uint64_t units8 = (uint64_t)w->stride8 * (w->ctb_rows << (w->log2_ctb - 3));
    hevc_motion *motion = layout_alloc(c, (units8 * 4 + w->stride4) * sizeof *motion);
    w->motion = motion ? motion + w->stride4 : 0;
    w->qp = layout_alloc(c, units8);
    w->keep = layout_alloc(c, units8);
    w->edges = layout_alloc(c, ctbs * sizeof *w->edges);
    w->sao = layout_alloc(c, ctbs * sizeof *w->sao);
    w->ctb_slice = layout_alloc(c, ctbs * sizeof *w->ctb_slice);
    w->ctb_keep = layout_alloc(c, ctbs);
    w->above_units = layout_alloc(c, (uint64_t)w->stride8 * HEVC_MAX_TILE_ROWS);
    w->wpp_ctx = layout_alloc(c, (uint64_t)w->ctb_rows * HEVC_CTX_BYTES);
    w->row_done = layout_alloc(c, w->ctb_rows * sizeof *w->row_done);
    /* every segment starts one, and every CTB row of a tile column may */
    w->max_substreams = HEVC_MAX_SEGMENTS + w->ctb_rows * HEVC_MAX_TILE_COLS;
    w->substreams = layout_alloc(c, (uint64_t)w->max_substreams * sizeof *w->substreams);
    /* Ahead: one row at its worst, the gap at the ring's end, one CTB; a megabyte makes waiting rare. In order: one CTB
     * at its worst, and a row at a sixteenth of its worst, which is more than a row mostly takes and little of the
     * second cache. */
    w->ring_words = threads ? (w->ctb_cols + 2) * HEVC_RECORD_WORDS(w->log2_ctb) + (1 << 18)
                            : HEVC_RECORD_WORDS(w->log2_ctb) * (w->ctb_cols + 16) / 16;
    w->ring = layout_alloc(c, (uint64_t)w->ring_words * 4);
    w->row_start = layout_alloc(c, w->ctb_rows * 4);
    w->ctb_records = layout_alloc(c, ctbs * 4);
    for (uint32_t plane = 0; plane < 3; plane++) {
        /* kernels read up to 16 samples past a line's end, and one before its start */
        const uint32_t width = w->ctb_cols << (w->log2_ctb - hevc_plane_shift_x(sps->chroma_format_idc, plane));
        w->line_bytes[plane] = (width * sps->bytes_per_sample + 64 + 63) & ~63u;
        w->last_line[plane] = layout_alloc(c, (uint64_t)w->line_bytes[plane] * w->ctb_rows + 64);
        for (int i = 0; i < 2; i++) {
            uint8_t *line = layout_alloc(c, w->line_bytes[plane] + 128);
            w->sao_line[plane][i] = line ? line + 64 : 0;
        }
    }
}

uint32_t hevc_work_bytes(const hevc_sps *sps, uint32_t threads) {
    hevc_work w;
    hevc_layout_cursor c = {0, 0};
    memset(&w, 0, sizeof w);
    layout_alloc(&c, sizeof w);
    lay_out(&w, sps, threads, &c);
    return c.bytes < 0x7fffffff ? (uint32_t)c.bytes : 0;
}

void hevc_work_bind(hevc_frame *frame, const hevc_sps *sps, uint32_t threads, void *memory) {
    hevc_layout_cursor c = {memory, 0};
    frame->work = layout_alloc(&c, sizeof *frame->work);
    lay_out(frame->work, sps, threads, &c);
}

/* ---- walking CTBs ---- */

typedef struct hevc_cursor {
    uint32_t ctb_x, ctb_y, ts;
} hevc_cursor;

static int advance(const hevc_frame *frame, hevc_cursor *at) {
    at->ts++;
    return hevc_tiles_next(&frame->tiles, &at->ctb_x, &at->ctb_y);
}

static int is_row_start(const hevc_frame *frame, const hevc_cursor *at) {
    const hevc_tiles *t = &frame->tiles;
    return at->ctb_x == t->col_bd[t->col_of[at->ctb_x]];
}

static int is_row_end(const hevc_frame *frame, const hevc_cursor *at) {
    const hevc_tiles *t = &frame->tiles;
    return at->ctb_x + 1u == t->col_bd[t->col_of[at->ctb_x] + 1];
}

static int is_tile_start(const hevc_frame *frame, const hevc_cursor *at) {
    const hevc_tiles *t = &frame->tiles;
    return is_row_start(frame, at) && at->ctb_y == t->row_bd[t->row_of[at->ctb_y]];
}

/* A substream ends before this CTB (7.3.8.1: end_of_subset_one_bit). */
static int is_entry(const hevc_frame *frame, const hevc_cursor *at) {
    return (frame->pps.tiles_enabled_flag && is_tile_start(frame, at)) ||
           (frame->pps.entropy_coding_sync_enabled_flag && is_row_start(frame, at));
}

/* ---- preparing a frame ---- */

static void add_substream(hevc_frame *frame, uint32_t segment_index, uint32_t ts, uint32_t number) {
    hevc_work *w = frame->work;
    const hevc_segment *segment = &frame->segments[segment_index];
    const uint32_t *entry = frame->entry_points + segment->first_entry;
    hevc_substream *s = &w->substreams[w->num_substreams++];
    s->segment = segment_index;
    s->first_ts = ts;
    s->end = segment->data + (number < segment->num_entry_points ? entry[number] : segment->data_bytes);
    s->data = number == 0 ? segment->data : number <= segment->num_entry_points ? segment->data + entry[number - 1] : 0;
}

/* Which CTB belongs to which slice, and where substreams start. Returns 1 when each has a known start. */
static int find_substreams(hevc_frame *frame) {
    hevc_work *w = frame->work;
    int independent = 1;
    w->num_substreams = 0;
    for (uint32_t i = 0; i < frame->num_segments; i++) {
        const hevc_segment *s = &frame->segments[i];
        hevc_cursor at = {s->slice_segment_address % w->ctb_cols, s->slice_segment_address / w->ctb_cols,
                          s->address_ts};
        for (uint32_t number = 0; at.ts < s->end_ts;) {
            if (at.ts == s->address_ts || is_entry(frame, &at)) {
                if (w->num_substreams == w->max_substreams) return 0;
                add_substream(frame, i, at.ts, number++);
                independent &= w->substreams[w->num_substreams - 1].data != 0;
            }
            w->ctb_slice[at.ctb_y * w->ctb_cols + at.ctb_x] = s->slice;
            w->substreams[w->num_substreams - 1].end_ts = at.ts + 1;
            if (!advance(frame, &at)) break;
        }
    }
    return independent;
}

/* Parsed in raster scan, and motion is not read again: either a row is filtered before the next one starts, or no edge
 * is left open and reconstruction does not test for intra units. */
static int keeps_one_row(const hevc_frame *frame) {
    if (frame->tiles.columns * frame->tiles.rows > 1) return 0;
    switch (frame->work->plan.first_kind) {
    case HEVC_JOB_WHOLE: return 1;
    case HEVC_JOB_RECON: return frame->num_slices == 1 && !frame->pps.constrained_intra_pred_flag;
    default: return 0;
    }
}

void hevc_frame_prepare(hevc_frame *frame, uint32_t threads) {
    hevc_work *w = frame->work;
    const hevc_tiles *t = &frame->tiles;
    const uint32_t ctbs = w->ctb_cols * w->ctb_rows;
    for (uint32_t i = 0; i < ctbs; i++) w->ctb_slice[i] = HEVC_NO_SLICE;
    for (uint32_t i = 0; i < w->ctb_rows; i++) atomic_store_explicit(&w->row_done[i], 0, memory_order_relaxed);
    w->rows_filtered = w->rows_claimed = w->ctbs_parsed = w->rows_recon = 0;
    w->ring_at = w->ctbs_waiting = 0;
    hevc_fetch_start(w);
    const int independent = find_substreams(frame);

    hevc_plan *plan = &w->plan;
    *plan = (hevc_plan){.num_first = 1, .first_kind = HEVC_JOB_WHOLE};
    if (threads && frame->num_segments) {
        /* Wavefronts pay from three threads on: of two, the lower one waits for its upper right neighbour at every CTB.
         */
        if (independent && threads > 1 && t->columns == 1 && frame->pps.entropy_coding_sync_enabled_flag) {
            plan->first_kind = HEVC_JOB_ROW;
            plan->num_first = w->ctb_rows;
        } else if (independent && t->columns * t->rows > 1) {
            plan->first_kind = HEVC_JOB_TILE;
            plan->num_first = (uint32_t)t->columns * t->rows;
            plan->num_filters = w->ctb_rows;
        } else if (t->columns == 1) {
            plan->first_kind = HEVC_JOB_RECON;
            plan->num_first = w->ctb_rows;
            plan->parse_ahead = 1;
        }
    }
    w->line_rows = plan->first_kind == HEVC_JOB_WHOLE ? 1 : ~0u;
    w->motion_step = keeps_one_row(frame) ? 0 : w->stride4 << (w->log2_ctb - 2);
    atomic_store(&w->jobs_left, (int32_t)(plan->num_first + plan->num_filters + plan->parse_ahead));
}

/* ---- filters ---- */

static void filter_row(hevc_thread_context *thread, hevc_frame *frame, uint32_t ctb_y) {
    hevc_work *w = frame->work;
    hevc_pic *pic = frame->pic;
    const int wide = frame->sps.bytes_per_sample > 1;
    hevc_stage(HEVC_STAGE_DEBLOCKING);
    if (!frame->skip_deblocking) {
        if (wide) hevc_deblock_row_16(frame, ctb_y);
        else hevc_deblock_row_8(frame, ctb_y);
    }
    hevc_stage(HEVC_STAGE_SAO);
    if (!frame->skip_sao && frame->sps.sample_adaptive_offset_enabled_flag) {
        if (wide) hevc_sao_row_16(frame, &thread->scratch, ctb_y);
        else hevc_sao_row_8(frame, &thread->scratch, ctb_y);
    }
    hevc_stage(HEVC_STAGE_OTHER);
    hevc_progress_raise(&pic->rows_parsed, (int32_t)ctb_y + 1);
    hevc_progress_set(&pic->rows_final, (int32_t)ctb_y + 1);
    hevc_progress_set(&w->rows_filtered, (int32_t)ctb_y + 1); /* last: from here on the next row may be filtered */
}

/* Filters complete rows from the top, one thread at a time: a row that is complete before its turn is left to the
 * thread that filters above it, which checks again after each row. No thread waits. */
static void filter_complete_rows(hevc_thread_context *thread, hevc_frame *frame) {
    hevc_work *w = frame->work;
    for (;;) {
        int32_t row = atomic_load(&w->rows_filtered);
        if (row == (int32_t)w->ctb_rows || atomic_load(&w->row_done[row]) != (int32_t)w->ctb_cols) return;
        if (!atomic_compare_exchange_strong(&w->rows_claimed, &row, row + 1)) return;
        filter_row(thread, frame, (uint32_t)row);
    }
}

/* ---- one CTB ---- */

/* Handling of a parsed CTB. */
typedef enum hevc_mode {
    HEVC_IN_ORDER, /* reconstruct with the rest of its row; filter whatever rows are complete */
    HEVC_BESIDE,   /* reconstruct; others work on the rows around */
    HEVC_AHEAD     /* leave the records in the ring */
} hevc_mode;

/* By plain stores: a CTB's line is too short for a call of memory.copy. Copies up to 7 bytes too many, and only at the
 * right side of the picture (CTBs inside have whole lines): a saved line has 64 bytes behind its end, a line of a
 * picture its stride. */
static inline void copy_ctb_line(uint8_t *to, const uint8_t *from, uint32_t bytes) {
    uint32_t i = 0;
    for (; i + 16 <= bytes; i += 16) memcpy(to + i, from + i, 16);
    for (; i < bytes; i += 8) memcpy(to + i, from + i, 8);
}

static void save_last_line(hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y) {
    const hevc_work *w = frame->work;
    const hevc_pic *pic = frame->pic;
    if (ctb_y + 1 == w->ctb_rows) return;
    for (uint32_t c = 0; c < (pic->plane[1] ? 3u : 1u); c++) {
        const uint32_t shift_x = hevc_plane_shift_x(pic->chroma_format_idc, c),
                       shift_y = hevc_plane_shift_y(pic->chroma_format_idc, c);
        const uint32_t ctb = 1u << (w->log2_ctb - shift_x), size = pic->bytes_per_sample;
        const uint32_t x = ctb_x * ctb, left = (pic->width >> shift_x) - x;
        copy_ctb_line(hevc_last_line(w, c, ctb_y) + x * size,
                      pic->plane[c] + (size_t)(((ctb_y + 1) << (w->log2_ctb - shift_y)) - 1) * pic->stride[c] +
                          x * size,
                      (left < ctb ? left : ctb) * size);
    }
}

/* Samples of one CTB; those without data from the nearest picture. */
static void reconstruct(hevc_thread_context *thread, hevc_frame *frame, uint32_t ctb_x, uint32_t ctb_y,
                        const uint32_t *records) {
    const hevc_work *w = frame->work;
    if (w->ctb_slice[ctb_y * w->ctb_cols + ctb_x] == HEVC_NO_SLICE) {
        if (frame->conceal) hevc_wait_lines(frame->conceal, (int)((ctb_y + 1) << w->log2_ctb));
        hevc_conceal_ctb(frame, ctb_x, ctb_y);
        atomic_fetch_add(&frame->pic->rows_damaged, 1);
    } else if (frame->sps.bytes_per_sample == 1) hevc_recon_ctu_8(frame, &thread->scratch, ctb_x, ctb_y, records);
    else hevc_recon_ctu_16(frame, &thread->scratch, ctb_x, ctb_y, records);
    save_last_line(frame, ctb_x, ctb_y);
}

/* In order, parsing and reconstruction take turns by rows (by less where records are dense): their code together is
 * more than the first cache holds, and turns by CTBs fetch it anew each time. */
static void reconstruct_waiting(hevc_thread_context *thread, hevc_frame *frame, const hevc_cursor *last) {
    hevc_work *w = frame->work;
    const uint32_t *records = w->ctb_records + last->ctb_y * w->ctb_cols;
    if (last->ctb_x + 1 == w->ctbs_waiting) hevc_fetch_row(frame, last->ctb_y);
    for (uint32_t x = last->ctb_x + 1 - w->ctbs_waiting; x <= last->ctb_x; x++)
        reconstruct(thread, frame, x, last->ctb_y, w->ring + records[x]);
    hevc_progress_add(&w->row_done[last->ctb_y], (int32_t)w->ctbs_waiting);
    w->ring_at = w->ctbs_waiting = 0;
    filter_complete_rows(thread, frame);
}

static void finish_ctb(hevc_thread_context *thread, hevc_frame *frame, const hevc_cursor *at, hevc_mode mode,
                       const uint32_t *records) {
    hevc_work *w = frame->work;
    if (mode == HEVC_IN_ORDER) {
        w->ctb_records[at->ctb_y * w->ctb_cols + at->ctb_x] = (uint32_t)(records - w->ring);
        w->ctbs_waiting++;
        if (is_row_end(frame, at) || w->ring_words - w->ring_at < HEVC_RECORD_WORDS(w->log2_ctb))
            reconstruct_waiting(thread, frame, at);
        return;
    }
    if (mode == HEVC_AHEAD) {
        w->ctb_records[at->ctb_y * w->ctb_cols + at->ctb_x] =
            (uint32_t)(records - w->ring) | (thread->parser.ctb_intra ? HEVC_CTB_INTRA : 0);
        hevc_progress_set(&w->ctbs_parsed, (int32_t)at->ts + 1); /* one tile column: ts is rs */
        if (at->ctb_x + 1 == w->ctb_cols) hevc_progress_set(&frame->pic->rows_parsed, (int32_t)at->ctb_y + 1);
        return;
    }
    reconstruct(thread, frame, at->ctb_x, at->ctb_y, records);
    hevc_progress_add(&w->row_done[at->ctb_y], 1);
}

/* ---- substreams ---- */

/* Where contexts of the row above wait: with several tile columns a thread decodes whole tiles and keeps them itself.
 */
static uint8_t *wavefront_contexts(hevc_thread_context *thread, const hevc_frame *frame, uint32_t ctb_y) {
    return frame->tiles.columns == 1 ? frame->work->wpp_ctx[ctb_y] : thread->wpp_ctx;
}

/* 9.3.1 at the first CTB of a substream. first: of its slice segment. */
static void start_contexts(hevc_thread_context *thread, const hevc_frame *frame, const hevc_segment *segment,
                           const hevc_cursor *at, int first) {
    hevc_parser *p = &thread->parser;
    const hevc_work *w = frame->work;
    const int tile_start = is_tile_start(frame, at);
    const int wavefront = frame->pps.entropy_coding_sync_enabled_flag && is_row_start(frame, at);
    if ((first && !segment->dependent_slice_segment_flag) || tile_start || wavefront) p->first_qg = 1;

    if (!tile_start && wavefront) {
        const uint32_t right = at->ctb_x + 1,
                       above = at->ctb_y - 1; /* not the tile's first row, so not the picture's */
        if (right < w->ctb_cols &&
            hevc_tile_id(&frame->tiles, right, above) == hevc_tile_id(&frame->tiles, at->ctb_x, at->ctb_y) &&
            w->ctb_slice[above * w->ctb_cols + right] == segment->slice) {
            memcpy(p->ctx, wavefront_contexts(thread, frame, above), HEVC_CTX_BYTES);
            return;
        }
    } else if (!tile_start && first && segment->dependent_slice_segment_flag) {
        if (thread->segment_ctx_valid) {
            memcpy(p->ctx, p->segment_ctx, HEVC_CTX_BYTES);
            return;
        }
        p->first_qg = 1; /* the segment that it depends on is lost: it starts as a slice does, on every thread */
    }
    hevc_parser_contexts(p);
}

/* Room for the records of a CTB in the ring. Rows free it in order; a thread that waits for them helps. */
static uint32_t *reserve_records(const hevc_help *help, hevc_thread_context *thread, hevc_frame *frame,
                                 const hevc_cursor *at) {
    hevc_work *w = frame->work;
    const uint32_t need = HEVC_RECORD_WORDS(w->log2_ctb), left = w->ring_words - w->ring_at % w->ring_words;
    if (left < need) w->ring_at += left;
    if (at->ctb_x == 0) w->row_start[at->ctb_y] = w->ring_at;
    for (;;) {
        const int32_t rows = atomic_load(&w->rows_recon);
        if (w->ring_at + need - w->row_start[rows] <= w->ring_words || hevc_progress_abandoned()) break;
        if (!help->run(help->team, thread)) hevc_progress_sleep(&w->rows_recon, rows);
    }
    return w->ring + w->ring_at % w->ring_words;
}

/* One CTB of a substream and the flag behind it. Returns 0 when the data is broken: the CTB has no data then. */
static int parse_ctb(hevc_thread_context *thread, hevc_frame *frame, const hevc_cursor *at, uint32_t *records,
                     int *ended) {
    hevc_parser *p = &thread->parser;
    const hevc_tiles *t = &frame->tiles;
    if (p->slice->slice_temporal_mvp_enabled_flag && p->slice->slice_type != HEVC_SLICE_I) {
        hevc_pic *col = frame->pic->refs[p->slice->collocated_ref_pic].pic;
        hevc_progress_wait(&col->rows_parsed, (int32_t)at->ctb_y + 1);
    }
    hevc_stage(HEVC_STAGE_CABAC);
    const int broken = hevc_parse_ctu(p, at->ctb_x, at->ctb_y, records);
    hevc_stage(HEVC_STAGE_OTHER);
    if (broken) return 0;
    if (frame->pps.entropy_coding_sync_enabled_flag && at->ctb_x == t->col_bd[t->col_of[at->ctb_x]] + 1u)
        memcpy(wavefront_contexts(thread, frame, at->ctb_y), p->ctx, HEVC_CTX_BYTES);
    *ended = hevc_cabac_terminate(&p->cabac); /* end_of_slice_segment_flag */
    if (*ended) {
        memcpy(p->segment_ctx, p->ctx, HEVC_CTX_BYTES);
        thread->segment_ctx_valid = 1;
    }
    return 1;
}

/* CTBs [at, end_ts): those of substreams from `next` on are decoded, gaps and the CTBs after broken data have no
 * samples. */
static void decode_ctbs(const hevc_help *help, hevc_thread_context *thread, hevc_frame *frame, hevc_cursor at,
                        uint32_t end_ts, uint32_t next, hevc_mode mode) {
    hevc_work *w = frame->work;
    hevc_parser *p = &thread->parser;
    const int wavefront = mode == HEVC_BESIDE && w->plan.first_kind == HEVC_JOB_ROW;
    int usable = 0; /* the engine is at the next CTB */
    uint32_t stop = at.ts;
    hevc_parser_frame(p, frame);
    thread->segment_ctx_valid = 0;

    while (at.ts < end_ts) {
        if (at.ts >= stop || (next < w->num_substreams && at.ts == w->substreams[next].first_ts)) {
            const hevc_substream *s =
                next < w->num_substreams && at.ts == w->substreams[next].first_ts ? &w->substreams[next++] : 0;
            if (s) {
                const hevc_segment *segment = &frame->segments[s->segment];
                const int first = at.ts == segment->address_ts;
                if (first) hevc_parser_slice(p, segment);
                if (is_entry(frame, &at))
                    thread->segment_ctx_valid = 0; /* a segment that starts further on follows one of this substream */
                /* Without an entry point the data continues behind end_of_subset_one_bit. */
                const uint8_t *data = s->data;
                if (!data && usable && hevc_cabac_terminate(&p->cabac)) data = hevc_cabac_position(&p->cabac);
                usable = data != 0 && data <= s->end;
                if (usable && !first && mode == HEVC_BESIDE) hevc_parser_slice(p, segment);
                if (wavefront && at.ctb_y > 0) /* contexts of its second CTB */
                    hevc_progress_wait(&w->row_done[at.ctb_y - 1], (int32_t)(w->ctb_cols < 2 ? w->ctb_cols : 2));
                if (usable) {
                    start_contexts(thread, frame, segment, &at, first);
                    hevc_cabac_start(&p->cabac, data, s->end);
                }
                stop = s->end_ts;
            } else {
                usable = 0;
                thread->segment_ctx_valid = 0;
                stop = next < w->num_substreams ? w->substreams[next].first_ts : end_ts;
            }
        }
        if (mode == HEVC_BESIDE && at.ctb_x == 0) hevc_fetch_row(frame, at.ctb_y);
        if (wavefront && at.ctb_y > 0)
            hevc_progress_wait(&w->row_done[at.ctb_y - 1],
                               (int32_t)(at.ctb_x + 2 < w->ctb_cols ? at.ctb_x + 2 : w->ctb_cols));
        if (at.ctb_x == 0 && at.ctb_y > 0 && w->motion_step == 0)
            memcpy(w->motion - w->stride4, w->motion + ((w->stride4 << (w->log2_ctb - 2)) - w->stride4),
                   w->stride4 * sizeof *w->motion);
        uint32_t *records = mode == HEVC_AHEAD      ? reserve_records(help, thread, frame, &at)
                            : mode == HEVC_IN_ORDER ? w->ring + w->ring_at
                                                    : thread->records;
        int ended = 0;
        if (usable && !parse_ctb(thread, frame, &at, records, &ended)) {
            usable = 0;
            thread->segment_ctx_valid = 0;
        } else if (usable && mode != HEVC_BESIDE) w->ring_at += (uint32_t)(p->out - records);
        if (!usable) hevc_parse_nothing(w, frame, at.ctb_x, at.ctb_y);
        if (ended) usable = 0;
        if (is_row_end(frame, &at)) hevc_fetch_count(w, p->taken, frame->pic->num_refs);
        finish_ctb(thread, frame, &at, mode, records);
        if (!advance(frame, &at)) break;
    }
}

/* ---- jobs ---- */

static uint32_t first_substream(const hevc_work *w, uint32_t ts) {
    uint32_t low = 0, high = w->num_substreams;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (w->substreams[middle].first_ts < ts) low = middle + 1;
        else high = middle;
    }
    return low;
}

void hevc_frame_decode(hevc_thread_context *thread, hevc_frame *frame) {
    hevc_stage(HEVC_STAGE_OTHER);
    decode_ctbs(0, thread, frame, (hevc_cursor){0, 0, 0}, frame->work->ctb_cols * frame->work->ctb_rows, 0,
                HEVC_IN_ORDER);
    hevc_stage(HEVC_STAGE_CALLER);
}

void hevc_parse_ahead(hevc_thread_context *thread, hevc_frame *frame, const hevc_help *help) {
    decode_ctbs(help, thread, frame, (hevc_cursor){0, 0, 0}, frame->work->ctb_cols * frame->work->ctb_rows, 0,
                HEVC_AHEAD);
}

static void decode_row(hevc_thread_context *thread, hevc_frame *frame, uint32_t row) {
    const hevc_work *w = frame->work;
    const uint32_t ts = row * w->ctb_cols;
    decode_ctbs(0, thread, frame, (hevc_cursor){0, row, ts}, ts + w->ctb_cols, first_substream(w, ts), HEVC_BESIDE);
    hevc_progress_raise(&frame->pic->rows_parsed, (int32_t)row + 1);
    filter_complete_rows(thread, frame);
}

static void decode_tile(hevc_thread_context *thread, hevc_frame *frame, uint32_t tile) {
    const hevc_tiles *t = &frame->tiles;
    const uint32_t col = tile % t->columns, row = tile / t->columns;
    const uint32_t x = t->col_bd[col], y = t->row_bd[row];
    const uint32_t ctbs = (uint32_t)(t->col_bd[col + 1] - x) * (t->row_bd[row + 1] - y),
                   ts = hevc_tiles_rs_to_ts(t, x, y);
    decode_ctbs(0, thread, frame, (hevc_cursor){x, y, ts}, ts + ctbs, first_substream(frame->work, ts), HEVC_BESIDE);
}

/* Records of the rows that are complete from the top on are used up. */
static void free_records(hevc_work *w) {
    for (;;) {
        const int32_t row = atomic_load(&w->rows_recon);
        if (row == (int32_t)w->ctb_rows || atomic_load(&w->row_done[row]) != (int32_t)w->ctb_cols) return;
        hevc_progress_raise(&w->rows_recon, row + 1);
    }
}

/* Motion is final down to the first row that is not done: tiles end in any order, so the rows above this one may be
 * unfinished. Every row has a job that calls this once the row is done. */
static void publish_parsed_rows(hevc_frame *frame) {
    const hevc_work *w = frame->work;
    _Atomic int32_t *parsed = &frame->pic->rows_parsed;
    for (;;) {
        const int32_t row = atomic_load(parsed);
        if (row >= (int32_t)w->ctb_rows || atomic_load(&w->row_done[row]) != (int32_t)w->ctb_cols) return;
        hevc_progress_raise(parsed, row + 1);
    }
}

/* Only intra prediction reads the row above: in pictures that are mostly inter, rows hardly wait for each other. */
static void recon_row(hevc_thread_context *thread, hevc_frame *frame, uint32_t row) {
    hevc_work *w = frame->work;
    const int32_t cols = (int32_t)w->ctb_cols;
    hevc_fetch_row(frame, row);
    for (int32_t x = 0; x < cols; x++) {
        const int32_t rs = (int32_t)row * cols + x;
        hevc_progress_wait(&w->ctbs_parsed, rs + 1);
        const uint32_t at = w->ctb_records[rs];
        if (row > 0 && (at & HEVC_CTB_INTRA)) hevc_progress_wait(&w->row_done[row - 1], x + 2 < cols ? x + 2 : cols);
        if (hevc_progress_abandoned()) return;
        reconstruct(thread, frame, (uint32_t)x, row, w->ring + (at & ~HEVC_CTB_INTRA));
        hevc_progress_add(&w->row_done[row], 1);
    }
    free_records(w);
    filter_complete_rows(thread, frame);
}

void hevc_job_run(hevc_thread_context *thread, hevc_frame *frame, uint32_t job) {
    hevc_work *w = frame->work;
    const uint32_t filter = job - w->plan.num_first;
    if (job >= w->plan.num_first) {
        hevc_progress_wait(&w->row_done[filter], (int32_t)w->ctb_cols);
        publish_parsed_rows(frame);
        filter_complete_rows(thread, frame);
        return;
    }
    switch (w->plan.first_kind) {
    case HEVC_JOB_ROW: decode_row(thread, frame, job); break;
    case HEVC_JOB_TILE: decode_tile(thread, frame, job); break;
    case HEVC_JOB_RECON: recon_row(thread, frame, job); break;
    default: hevc_frame_decode(thread, frame);
    }
}
