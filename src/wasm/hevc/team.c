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

void hevc_publish_rows(_Atomic int32_t *progress, int32_t rows)
{
    atomic_store_explicit(progress, rows, memory_order_release);
}

void hevc_wait_lines_slow(const hevc_pic *ref, int32_t rows)
{
    (void)ref;
    (void)rows;
}

void hevc_frame_start(hevc *d, hevc_frame *frame)
{
    hevc_frame_decode(&d->team->lanes[0], frame);
}

void hevc_frame_wait(hevc *d, hevc_frame *frame)
{
    (void)d;
    (void)frame;
}
