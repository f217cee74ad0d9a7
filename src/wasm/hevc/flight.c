/* Frames whose jobs are queued or done: the completion of a frame. */
#include "flight.h"

/* Damage that came in through the references; older than a recovery point it is forgotten behind it (D.3.8). */
static int references_damaged(const hevc *d, const hevc_pic *pic) {
    int recovered = d->dpb.recovering && pic->poc >= d->dpb.recovery_poc;
    for (uint32_t i = 0; i < pic->num_refs; i++) {
        const hevc_reference *ref = &pic->refs[i];
        if (ref->pic->damaged && !(recovered && ref->poc < d->dpb.recovery_poc)) return 1;
    }
    return 0;
}

static void finish(hevc *d, hevc_frame *f) {
    hevc_pic *pic = f->pic;
    if (atomic_load(&pic->rows_damaged) || references_damaged(d, pic)) pic->damaged = 1;
    if (f->hash.present && d->options[HEVC_OPT_CHECK_HASH] && !f->skip_deblocking && !f->skip_sao) {
        pic->hash = hevc_hash_check(pic, &f->hash);
        d->counters[HEVC_COUNT_HASH_MISMATCHES] += pic->hash == 2;
    }
    d->counters[HEVC_COUNT_PICTURES]++;
    d->counters[HEVC_COUNT_DAMAGED] += pic->damaged;
    pic->in_flight = 0;
    for (uint32_t i = 0; i < f->num_used; i++) f->used[i]->users--;
    d->inputs[f->input_slot].users--;
    f->num_used = 0;
    f->busy = 0;
}

int hevc_frame_retire(hevc *d, int wait) {
    hevc_frame *oldest = 0;
    for (uint32_t i = 0; i < d->num_frames; i++) {
        hevc_frame *f = &d->frames[i];
        if (f->busy && f != d->current && (!oldest || f->decode_order < oldest->decode_order)) oldest = f;
    }
    if (!oldest || (!wait && !atomic_load(&oldest->finished))) return 0;
    if (!atomic_load(&oldest->finished)) hevc_frame_wait(d, oldest);
    finish(d, oldest);
    return 1;
}

void hevc_frames_wait(hevc *d) {
    while (hevc_frame_retire(d, 1)) continue;
}
