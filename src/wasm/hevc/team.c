#include "team.h"

#include <string.h>

uint32_t hevc_team_bytes(void)
{
    return sizeof(hevc_team);
}

void hevc_team_bind(hevc *d, void *memory)
{
    memset(memory, 0, sizeof(hevc_team));
    d->team = memory;
    hevc_cabac_tables();
    hevc_ctu_tables();
}

static void ring_bell(hevc_team *team)
{
    hevc_progress_add(&team->bell, 1);
}

static hevc_frame *frame_at(hevc_team *team, uint64_t number)
{
    return team->queue[number % HEVC_QUEUE];
}

/* The last job out publishes the frame. */
static void finish_job(hevc_team *team, hevc_frame *frame)
{
    if (atomic_fetch_sub(&frame->work->jobs_left, 1) != 1) return;
    hevc_progress_set(&frame->pic->rows_parsed, (int32_t)frame->work->ctb_rows);
    hevc_progress_set(&frame->finished, 1);
    ring_bell(team);
}

/* Parsing ahead of the next frame that wants it. Not before all jobs that parse themselves in earlier frames are taken: a parser
 * whose ring is full can help with reconstruction only. */
static int take_parse(hevc_team *team, hevc_lane *lane)
{
    int32_t idle = 0;
    if (atomic_load_explicit(&team->parsing, memory_order_relaxed) || !atomic_compare_exchange_strong(&team->parsing, &idle, 1))
        return 0;
    const uint64_t queued = atomic_load(&team->queued);
    uint64_t next = team->next_parse, taken;
    int ahead;
    do {
        /* A frame whose jobs are all taken was parsed long ago, and its slot may hold a later frame by now. */
        taken = atomic_load(&team->next_job) >> 16;
        if (next < taken) next = taken;
        ahead = next < queued && frame_at(team, next)->work->plan.parse_ahead;
    } while (next < atomic_load(&team->next_job) >> 16);
    team->next_parse = next;
    if (!ahead) {
        atomic_store(&team->parsing, 0);
        return 0;
    }
    hevc_frame *frame = frame_at(team, next);
    team->next_parse = next + 1;
    atomic_store(&frame->work->parse_taken, 1);
    ring_bell(team);
    hevc_parse_ahead(team, lane, frame);
    finish_job(team, frame);
    atomic_store(&team->parsing, 0);
    ring_bell(team);
    return 1;
}

static int take_job(hevc_team *team, hevc_lane *lane, int filling_ring)
{
    for (;;) {
        uint64_t at = atomic_load(&team->next_job);
        const uint64_t number = at >> 16;
        const uint32_t job = (uint32_t)at & 0xffff;
        if (number == atomic_load(&team->queued)) return 0;
        hevc_frame *frame = frame_at(team, number);
        const hevc_plan *plan = &frame->work->plan;
        if (plan->parse_ahead ? !atomic_load(&frame->work->parse_taken) : filling_ring) return 0;
        /* A parser must not wait for itself. */
        if (filling_ring && atomic_load(&frame->work->ctbs_parsed) < (int32_t)((job + 1) * frame->work->ctb_cols)) return 0;
        const uint64_t next = job + 1 < plan->num_first + plan->num_filters ? at + 1 : (number + 1) << 16;
        if (!atomic_compare_exchange_weak(&team->next_job, &at, next)) continue;
        hevc_job_run(lane, frame, job);
        finish_job(team, frame);
        return 1;
    }
}

int hevc_team_help(hevc_team *team, hevc_lane *lane, int filling_ring)
{
    return (!filling_ring && take_parse(team, lane)) || take_job(team, lane, filling_ring);
}

void hevc_frame_start(hevc *d, hevc_frame *frame)
{
    hevc_team *team = d->team;
    hevc_frame_prepare(frame, d->threads);
    if (!d->threads) {
        hevc_frame_decode(&team->lanes[0], frame);
        hevc_progress_set(&frame->pic->rows_parsed, (int32_t)frame->work->ctb_rows);
        hevc_progress_set(&frame->finished, 1);
        return;
    }
    const uint64_t number = atomic_load(&team->queued);
    team->queue[number % HEVC_QUEUE] = frame;
    atomic_store(&team->queued, number + 1);
    ring_bell(team);
}

void hevc_frame_wait(hevc *d, hevc_frame *frame)
{
    hevc_team *team = d->team;
    while (!atomic_load(&frame->finished) && !hevc_progress_abandoned()) {
        const int32_t seen = atomic_load(&team->bell);
        if (atomic_load(&frame->finished)) return;
        if (!hevc_team_help(team, &team->lanes[0], 0)) hevc_progress_sleep(&team->bell, seen);
    }
}

#ifdef HEVC_THREADS
void hevc_thread_main(hevc *d, int index)
{
    hevc_team *team = d->team;
    if (index < 1 || index > HEVC_MAX_THREADS) return;
    for (;;) {
        const int32_t seen = atomic_load(&team->bell);
        if (atomic_load(&team->stop) || hevc_progress_abandoned()) return;
        if (!hevc_team_help(team, &team->lanes[index], 0)) hevc_progress_sleep(&team->bell, seen);
    }
}

void hevc_threads_stop(hevc *d)
{
    atomic_store(&d->team->stop, 1);
    ring_bell(d->team);
}

void hevc_thread_died(hevc *d, int index)
{
    (void)index;
    hevc_progress_abandon();
    ring_bell(d->team);
}
#endif
