#include "team.h"

#include <string.h>

#include "inspect.h"

uint32_t hevc_team_bytes(void) { return sizeof(hevc_team); }

void hevc_team_bind(hevc *d, void *memory) {
    memset(memory, 0, sizeof(hevc_team));
    d->team = memory;
    hevc_cabac_tables();
    hevc_ctu_tables();
}

static void wake_threads(hevc_team *team) { hevc_progress_add(&team->wake_counter, 1); }

static hevc_ticket *ticket_at(hevc_team *team, uint64_t number) { return &team->queue[number % HEVC_QUEUE]; }

/* The last job out publishes the frame. */
static void finish_job(hevc_team *team, hevc_frame *frame) {
    if (atomic_fetch_sub(&frame->work->jobs_left, 1) != 1) return;
    hevc_progress_set(&frame->pic->rows_parsed, (int32_t)frame->work->ctb_rows);
    hevc_progress_set(&frame->finished, 1);
    wake_threads(team);
}

static int take_job(hevc_team *team, hevc_thread_context *thread, int filling_ring) {
    for (;;) {
        uint64_t at = atomic_load(&team->next_job);
        const uint64_t number = at >> 16;
        const uint32_t job = (uint32_t)at & 0xffff;
        if (number == atomic_load(&team->queued)) return 0;
        hevc_jitter();
        hevc_ticket *ticket = ticket_at(team, number);
        hevc_frame *frame = atomic_load(&ticket->frame);
        if (atomic_load(&ticket->parse_ahead) ? !atomic_load(&ticket->parse_taken) : filling_ring) return 0;
        /* A parser must not wait for itself. (Its own frame is not finished, so no frame's memory is divided again
         * meanwhile.) */
        if (filling_ring && atomic_load(&frame->work->ctbs_parsed) < (int32_t)((job + 1) * frame->work->ctb_cols))
            return 0;
        const uint64_t next = job + 1 < atomic_load(&ticket->num_jobs) ? at + 1 : (number + 1) << 16;
        if (!atomic_compare_exchange_weak(&team->next_job, &at, next)) continue;
        hevc_stage(HEVC_STAGE_OTHER);
        hevc_job_run(thread, frame, job);
        finish_job(team, frame);
        hevc_stage(filling_ring ? HEVC_STAGE_OTHER : HEVC_STAGE_CALLER);
        return 1;
    }
}

/* For a parser whose ring is full. */
static int help_parser(void *team, hevc_thread_context *thread) { return take_job(team, thread, 1); }

/* Parsing ahead of the next frame that needs it. Not before all jobs that parse themselves in earlier frames are taken:
 * a parser whose ring is full can help with reconstruction only. */
static int take_parse(hevc_team *team, hevc_thread_context *thread) {
    int32_t idle = 0;
    if (atomic_load_explicit(&team->parsing, memory_order_relaxed) ||
        !atomic_compare_exchange_strong(&team->parsing, &idle, 1))
        return 0;
    const uint64_t queued = atomic_load(&team->queued);
    uint64_t next = team->next_parse, taken;
    int ahead;
    do {
        /* A frame whose jobs are all taken was parsed long ago, and its slot may hold a later frame by now. */
        taken = atomic_load(&team->next_job) >> 16;
        if (next < taken) next = taken;
        ahead = next < queued && atomic_load(&ticket_at(team, next)->parse_ahead);
    } while (next < atomic_load(&team->next_job) >> 16);
    team->next_parse = next;
    if (!ahead) {
        atomic_store(&team->parsing, 0);
        return 0;
    }
    hevc_ticket *ticket = ticket_at(team, next);
    hevc_frame *frame = atomic_load(&ticket->frame);
    team->next_parse = next + 1;
    atomic_store(&ticket->parse_taken, 1);
    wake_threads(team);
    hevc_stage(HEVC_STAGE_OTHER);
    hevc_parse_ahead(thread, frame, &(hevc_help){help_parser, team});
    finish_job(team, frame);
    hevc_stage(HEVC_STAGE_CALLER);
    atomic_store(&team->parsing, 0);
    wake_threads(team);
    return 1;
}

static int help_out(hevc_team *team, hevc_thread_context *thread) {
    return take_parse(team, thread) || take_job(team, thread, 0);
}

void hevc_frame_start(hevc *d, hevc_frame *frame) {
    hevc_team *team = d->team;
    hevc_frame_prepare(frame, d->threads);
    if (!d->threads) {
        hevc_frame_decode(&team->threads[0], frame);
        hevc_progress_set(&frame->pic->rows_parsed, (int32_t)frame->work->ctb_rows);
        hevc_progress_set(&frame->finished, 1);
        return;
    }
    const uint64_t number = atomic_load(&team->queued);
    hevc_ticket *ticket = ticket_at(team, number);
    const hevc_plan *plan = &frame->work->plan;
    atomic_store(&ticket->frame, frame);
    atomic_store(&ticket->num_jobs, plan->num_first + plan->num_filters);
    atomic_store(&ticket->parse_ahead, plan->parse_ahead);
    atomic_store(&ticket->parse_taken, 0);
    atomic_store(&team->queued, number + 1);
    wake_threads(team);
}

void hevc_frame_wait(hevc *d, hevc_frame *frame) {
    hevc_team *team = d->team;
    while (!atomic_load(&frame->finished) && !hevc_progress_abandoned()) {
        const int32_t seen = atomic_load(&team->wake_counter);
        if (atomic_load(&frame->finished)) return;
        if (!help_out(team, &team->threads[0])) hevc_progress_sleep(&team->wake_counter, seen);
    }
}

#ifdef HEVC_THREADS
void hevc_thread_main(hevc *d, int index) {
    hevc_team *team = d->team;
    if (index < 1 || index > HEVC_MAX_THREADS) return;
    hevc_stage_thread((uint32_t)index);
    for (;;) {
        const int32_t seen = atomic_load(&team->wake_counter);
        if (atomic_load(&team->stop) || hevc_progress_abandoned()) return;
        if (!help_out(team, &team->threads[index])) hevc_progress_sleep(&team->wake_counter, seen);
    }
}

void hevc_threads_stop(hevc *d) {
    atomic_store(&d->team->stop, 1);
    wake_threads(d->team);
}

void hevc_thread_died(hevc *d, int index) {
    (void)index;
    hevc_progress_abandon();
    wake_threads(d->team);
}
#endif
