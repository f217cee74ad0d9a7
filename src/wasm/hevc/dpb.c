#include "dpb.h"

#include "flight.h"
#include "slots.h"

int32_t hevc_dpb_poc(const hevc_dpb *dpb, const hevc_sps *sps, const hevc_slice_header *h, uint32_t nal_unit_type,
                     int no_rasl_output_flag) {
    int32_t max_lsb = 1 << sps->log2_max_pic_order_cnt_lsb, lsb = h->slice_pic_order_cnt_lsb;
    if (nal_unit_type == HEVC_NAL_IDR_W_RADL || nal_unit_type == HEVC_NAL_IDR_N_LP) return 0;
    if (no_rasl_output_flag) return lsb;
    int32_t prev_lsb = dpb->prev_tid0_poc & (max_lsb - 1);
    uint32_t msb =
        (uint32_t)dpb->prev_tid0_poc - (uint32_t)prev_lsb; /* unsigned: a broken stream may count past 2^31 */
    if (lsb < prev_lsb && prev_lsb - lsb >= max_lsb / 2) msb += (uint32_t)max_lsb;
    else if (lsb > prev_lsb && lsb - prev_lsb > max_lsb / 2) msb -= (uint32_t)max_lsb;
    return (int32_t)(msb + (uint32_t)lsb);
}

/* A broken stream has several pictures of one POC; which slot each is in is chance. */
static int is_before(const hevc_pic *a, const hevc_pic *b) {
    return a->poc != b->poc ? a->poc < b->poc : a->decode_order < b->decode_order;
}

static int of_active_format(const hevc *d, const hevc_pic *pic) { return pic->memory && pic->layout == d->dpb.layout; }

/* In the DPB in the sense of annex C. */
static int in_dpb(const hevc_pic *pic) { return pic->memory && (pic->marking || pic->needed_for_output); }

static void output(hevc *d, uint32_t slot) {
    hevc_dpb *dpb = &d->dpb;
    d->pictures[slot].needed_for_output = 0;
    d->pictures[slot].queued = 1;
    dpb->queue[(dpb->queue_head + dpb->queue_count++) % HEVC_MAX_PICTURES] = (uint8_t)slot;
}

/* C.5.2.4. Returns 0 when nothing waits. */
static int bump(hevc *d) {
    int best = -1;
    for (int i = 0; i < HEVC_MAX_PICTURES; i++) {
        const hevc_pic *pic = &d->pictures[i];
        if (pic->needed_for_output && (best < 0 || is_before(pic, &d->pictures[best]))) best = i;
    }
    if (best >= 0) output(d, (uint32_t)best);
    return best >= 0;
}

void hevc_dpb_output_all(hevc *d) {
    while (bump(d)) continue;
}

/* Reorder and latency limits, shared by C.5.2.2 and C.5.2.3. */
static int over_limits(const hevc *d) {
    uint32_t waiting = 0, late = 0;
    for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++) {
        const hevc_pic *pic = &d->pictures[i];
        if (!pic->needed_for_output) continue;
        waiting++;
        late |= d->dpb.max_latency && pic->pic_latency_count >= d->dpb.max_latency;
    }
    return waiting > d->dpb.max_num_reorder || late;
}

static uint32_t fullness(const hevc *d) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++) n += (uint32_t)in_dpb(&d->pictures[i]);
    return n;
}

void hevc_dpb_bump_before(hevc *d) {
    while (over_limits(d) || fullness(d) >= d->dpb.size)
        if (!bump(d)) break;
}

void hevc_dpb_store(hevc *d, hevc_pic *pic, int pic_output_flag) {
    if (pic_output_flag) {
        for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++)
            if (d->pictures[i].needed_for_output && d->pictures[i].poc > pic->poc) d->pictures[i].pic_latency_count++;
        pic->needed_for_output = 1;
        pic->pic_latency_count = 0;
    }
    pic->marking = HEVC_REF_SHORT;
    while (over_limits(d))
        if (!bump(d)) break;
}

static int is_free(const hevc *d, const hevc_pic *pic) {
    return of_active_format(d, pic) && !pic->marking && !pic->needed_for_output && !pic->queued && !pic->held &&
           !pic->in_flight && !pic->users;
}

hevc_pic *hevc_dpb_take(hevc *d, const hevc_sps *sps, uint32_t previous) {
    for (;;) {
        hevc_pic *oldest = 0, *best = 0;
        for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++) {
            hevc_pic *pic = &d->pictures[i];
            if (!of_active_format(d, pic)) continue;
            if (is_free(d, pic)) {
                if (pic->decode_order == previous && previous) continue;
                if (!best || pic->decode_order < best->decode_order) best = pic;
            } else if (pic->marking && !pic->queued && !pic->held && !pic->in_flight && !pic->users) {
                if (!oldest || pic->decode_order < oldest->decode_order) oldest = pic;
            }
        }
        if (best) return best;
        if (hevc_slots_unbound(d)) return hevc_slot_bind(d, sps);
        if (hevc_frame_retire(d, 1))
            continue; /* pictures that threads still use count as free then, as on one thread */
        if (!oldest) return 0;
        oldest->marking = HEVC_REF_UNUSED; /* more references than the SPS declared */
        if (oldest->needed_for_output) output(d, (uint32_t)(oldest - d->pictures));
    }
}

void hevc_dpb_clear(hevc *d, int drop) {
    for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++) {
        d->pictures[i].marking = HEVC_REF_UNUSED;
        if (drop) d->pictures[i].needed_for_output = 0;
    }
}

static hevc_pic *find_reference(hevc *d, uint32_t poc, uint32_t mask, uint8_t marking) {
    hevc_pic *last = 0;
    for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++) {
        hevc_pic *pic = &d->pictures[i];
        if (!of_active_format(d, pic) || pic->marking != marking || ((uint32_t)pic->poc & mask) != poc) continue;
        if (!last || pic->decode_order > last->decode_order) last = pic;
    }
    return last;
}

static hevc_pic *find_short_term(hevc *d, int32_t poc) {
    return find_reference(d, (uint32_t)poc, 0xffffffff, HEVC_REF_SHORT);
}

/* Of two with the same LSB the one that is a long-term reference already: the reference encoder omits
 * delta_poc_msb_present_flag if the other is about to be removed (7.4.7.1 requires the flag). */
static hevc_pic *find_long_term(hevc *d, uint32_t poc, uint32_t mask) {
    hevc_pic *pic = find_reference(d, poc, mask, HEVC_REF_LONG);
    return pic ? pic : find_reference(d, poc, mask, HEVC_REF_SHORT);
}

/* pocLt and the mask of the POC bits to compare with it, (8-5). */
static uint32_t long_term_poc(const hevc_sps *sps, const hevc_slice_header *h, int32_t poc, uint32_t i,
                              uint32_t *mask) {
    uint32_t max_lsb = 1u << sps->log2_max_pic_order_cnt_lsb, lsb = h->lt_poc_lsb[i];
    if (!(h->lt_msb_present >> i & 1)) {
        *mask = max_lsb - 1;
        return lsb;
    }
    *mask = 0xffffffff;
    return lsb + (uint32_t)poc - h->lt_delta_poc_msb_cycle[i] * max_lsb - ((uint32_t)poc & (max_lsb - 1));
}

void hevc_dpb_mark(hevc *d, const hevc_sps *sps, const hevc_slice_header *h, int32_t poc, int irap_no_rasl) {
    hevc_pic *lt[HEVC_MAX_REFS], *st[HEVC_MAX_REFS];
    uint32_t num_st = (uint32_t)h->st_rps.num_negative_pics + h->st_rps.num_positive_pics, mask;
    if (irap_no_rasl) {
        hevc_dpb_clear(d, 0);
        return;
    }
    for (uint32_t i = 0; i < h->num_long_term; i++) {
        uint32_t poc_lt = long_term_poc(sps, h, poc, i, &mask);
        lt[i] = find_long_term(d, poc_lt, mask);
    }
    for (uint32_t i = 0; i < h->num_long_term; i++)
        if (lt[i]) lt[i]->marking = HEVC_REF_LONG;
    for (uint32_t i = 0; i < num_st; i++)
        st[i] = find_short_term(d, (int32_t)((uint32_t)poc + (uint32_t)h->st_rps.delta_poc[i]));
    for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++) {
        hevc_pic *pic = &d->pictures[i];
        int keep = 0;
        for (uint32_t j = 0; j < h->num_long_term; j++) keep |= lt[j] == pic;
        for (uint32_t j = 0; j < num_st; j++) keep |= st[j] == pic;
        if (!keep) pic->marking = HEVC_REF_UNUSED;
    }
}

/* The picture closest in output order to replace one that is missing, of the references and the picture decoded
 * last: these are available independently of pulled pictures and of the number of threads, so that damage has the same
 * result every time. Across the start of a CVS POCs cannot be compared: the picture decoded last is taken. */
static hevc_pic *nearest(hevc *d, const hevc_pic *current, int32_t poc, int by_decode_order) {
    hevc_pic *best = 0;
    uint32_t best_distance = 0;
    for (uint32_t i = 0; i < HEVC_MAX_PICTURES; i++) {
        hevc_pic *pic = &d->pictures[i];
        if (pic == current || !of_active_format(d, pic) || !pic->decode_order) continue;
        int is_previous = pic->decode_order == current->decode_order - 1;
        if (!is_previous && (by_decode_order || !pic->marking)) continue;
        uint32_t distance = pic->poc < poc ? (uint32_t)poc - (uint32_t)pic->poc : (uint32_t)pic->poc - (uint32_t)poc;
        if (!best || distance < best_distance || (distance == best_distance && pic->decode_order > best->decode_order))
            best = pic, best_distance = distance;
    }
    return best;
}

static void use(hevc_frame *frame, hevc_pic *pic) {
    for (uint32_t i = 0; i < frame->num_used; i++)
        if (frame->used[i] == pic) return;
    frame->used[frame->num_used++] = pic;
    pic->users++;
}

/* One for all missing references of a picture. Its decode_order of 0 keeps it from standing in for later ones. */
static hevc_pic *grey_picture(hevc *d, hevc_frame *frame) {
    for (uint32_t i = 0; i < frame->pic->num_refs; i++)
        if (!frame->pic->refs[i].pic->decode_order) return frame->pic->refs[i].pic;
    hevc_pic *pic = hevc_dpb_take(d, &frame->sps, frame->pic->decode_order - 1);
    if (!pic || pic == frame->pic) return 0;
    hevc_pic_fill_grey(pic);
    pic->poc = frame->pic->poc;
    pic->num_refs = 0;
    pic->damaged = 1;
    pic->decode_order = 0;
    atomic_store(&pic->rows_parsed, HEVC_ROWS_ERROR - 1);
    atomic_store(&pic->rows_final, HEVC_ROWS_ERROR - 1);
    return pic;
}

static int add_reference(hevc *d, hevc_frame *frame, hevc_pic *pic, int32_t poc, int is_long_term) {
    hevc_reference *ref = &frame->pic->refs[frame->pic->num_refs];
    ref->is_substitute = !pic;
    if (!pic) {
        d->counters[HEVC_COUNT_MISSING_REFERENCES]++;
        pic = nearest(d, frame->pic, poc, 0);
        if (!pic) pic = grey_picture(d, frame);
        if (!pic) return 0;
    }
    ref->pic = pic;
    ref->poc = poc;
    ref->is_long_term = (uint8_t)is_long_term;
    frame->pic->num_refs++;
    use(frame, pic);
    return 1;
}

int hevc_dpb_references(hevc *d, hevc_frame *frame, const hevc_slice_header *h, int irap_no_rasl) {
    const hevc_st_rps *rps = &h->st_rps;
    uint32_t negative = rps->num_negative_pics, total = negative + rps->num_positive_pics, mask;
    int32_t poc = frame->pic->poc;
    frame->pic->num_refs = 0;
    frame->num_st_before = frame->num_st_after = frame->num_lt = 0;
    for (uint32_t i = 0; !irap_no_rasl && i < total; i++) {
        if (!(rps->used_by_curr_pic >> i & 1)) continue;
        int32_t wanted = (int32_t)((uint32_t)poc + (uint32_t)rps->delta_poc[i]);
        if (!add_reference(d, frame, find_short_term(d, wanted), wanted, 0)) return 0;
        if (i < negative) frame->num_st_before++;
        else frame->num_st_after++;
    }
    for (uint32_t i = 0; !irap_no_rasl && i < h->num_long_term; i++) {
        if (!(h->lt_used_by_curr_pic >> i & 1)) continue;
        uint32_t wanted = long_term_poc(&frame->sps, h, poc, i, &mask);
        hevc_pic *pic = find_long_term(d, wanted, mask);
        if (!add_reference(d, frame, pic, pic ? pic->poc : (int32_t)wanted, 1)) return 0;
        frame->num_lt++;
    }
    frame->conceal = nearest(d, frame->pic, poc, irap_no_rasl);
    if (frame->conceal) use(frame, frame->conceal);
    return 1;
}

int hevc_dpb_lists(const hevc_frame *frame, const hevc_slice_header *h, hevc_slice *slice) {
    const hevc_pic *pic = frame->pic;
    uint32_t before = frame->num_st_before, after = frame->num_st_after, total = pic->num_refs;
    if (slice->slice_type == HEVC_SLICE_I) return 1;
    if (!total || h->num_pic_total_curr != total) return 0;
    slice->no_backward_prediction = 1;
    for (uint32_t l = 0; l < 2; l++) {
        for (uint32_t i = 0; i < slice->num_ref_idx_active[l]; i++) {
            uint32_t entry = (h->ref_pic_list_modification_flag[l] ? h->list_entry[l][i] : i) % total;
            if (l == 1) { /* (8-10): after, before, long-term */
                if (entry < after) entry += before;
                else if (entry < after + before) entry -= after;
            }
            slice->ref_pic[l][i] = (uint8_t)entry;
            slice->ref_poc[l][i] = pic->refs[entry].poc;
            slice->ref_is_long_term[l] |= (uint16_t)(pic->refs[entry].is_long_term << i);
            if (pic->refs[entry].poc > pic->poc) slice->no_backward_prediction = 0;
        }
    }
    uint32_t list = slice->collocated_from_l0_flag ? 0 : 1;
    if (slice->slice_temporal_mvp_enabled_flag)
        slice->collocated_ref_pic = slice->ref_pic[list][slice->collocated_ref_idx];
    return 1;
}
