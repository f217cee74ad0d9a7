/* Frames whose jobs are queued or done: the completion of a frame. */
#include "flight.h"

/* Frames finish in decoding order, so that the result is independent of the number of threads. A refresh that is under
 * way goes on at the next recovery point: encoders mark one for each period, and each would begin it again. */
static void follow_recovery(hevc_dpb *dpb, const hevc_frame *f) {
    int32_t poc = f->pic->poc;
    if (f->pic->is_key) dpb->recovering = 0;
    if (!f->is_recovery_point || (dpb->recovering && poc <= dpb->recovery_poc)) return;
    dpb->recovering = 1;
    dpb->refresh_poc = poc;
    dpb->recovery_poc = f->recovery_poc;
}

/* Damage of the picture itself, or through its references. What is older than a recovery point is forgotten behind it
 * (D.3.8), unless the refresh itself was damaged. */
static int is_damaged(hevc_dpb *dpb, const hevc_pic *pic) {
    int is_refresh = dpb->recovering && pic->poc < dpb->recovery_poc;
    int recovered = dpb->recovering && !is_refresh, damaged = pic->damaged, lost = atomic_load(&pic->rows_damaged) != 0;
    for (uint32_t i = 0; i < pic->num_refs; i++) {
        const hevc_reference *ref = &pic->refs[i];
        int is_older = dpb->recovering && ref->poc < (recovered ? dpb->recovery_poc : dpb->refresh_poc);
        lost |= ref->is_substitute && !is_older;
        damaged |= (ref->is_substitute || ref->pic->damaged) && !(recovered && is_older);
    }
    if (is_refresh && lost) dpb->recovering = 0;
    return damaged || lost;
}

static void finish(hevc *d, hevc_frame *f) {
    hevc_pic *pic = f->pic;
    follow_recovery(&d->dpb, f);
    pic->damaged = (uint8_t)is_damaged(&d->dpb, pic);
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
