/* The API: memory, access units in, pictures out. */
#include "decoder.h"

#include <string.h>

#include "dpb.h"
#include "flight.h"
#include "frame.h"
#include "nal.h"
#include "slots.h"

enum {
    INPUT_SLACK = 64,           /* bytes readable behind the input: CABAC reads ahead */
    INPUT_STEP_BYTES = 64 << 10 /* an input slot has a multiple of it, at least twice its size before */
};

static uint32_t clamp(uint32_t v, uint32_t lo, uint32_t hi) { return v < lo ? lo : v > hi ? hi : v; }

hevc *hevc_open(uint32_t max_width, uint32_t max_height, uint32_t max_dpb, uint32_t max_held, uint32_t max_input_bytes,
                uint32_t max_memory_bytes) {
    hevc_arena arena;
    memset(&arena, 0, sizeof arena);
    arena.limit = clamp(max_memory_bytes, 1 << 20, 0x7fff0000);
    arena.base = hevc_memory_base(arena.limit);
    if (!arena.base) return 0;
    hevc *d = hevc_arena_take(&arena, sizeof *d);
    void *team = d ? hevc_arena_take(&arena, hevc_team_bytes()) : 0;
    if (!team) {
        hevc_memory_end(arena.base, arena.limit);
        return 0;
    }
    memset(d, 0, sizeof *d);
    memset(team, 0, hevc_team_bytes());
    d->arena = arena;
    d->limits.max_width = max_width;
    d->limits.max_height = max_height;
    d->limits.max_dpb = clamp(max_dpb, 1, HEVC_MAX_DPB);
    d->limits.max_held = clamp(max_held, 1, HEVC_MAX_HELD);
    d->limits.max_input_bytes = clamp(max_input_bytes, 1, 0x10000000);
    d->limits.max_memory_bytes = arena.limit;
    d->options[HEVC_OPT_MAX_TEMPORAL_ID] = d->max_temporal_id = HEVC_MAX_SUB_LAYERS;
    d->options[HEVC_OPT_SHOW_DAMAGED] = 1;
    d->length_size = 4;
    d->reason = "";
    d->dpb.sequence_start = d->dpb.wait_for_irap = d->dpb.no_rasl_output_flag = 1;
    d->counters[HEVC_COUNT_ARENA_BYTES] = arena.used;
    hevc_team_bind(d, team);
    return d;
}

void hevc_close(hevc *d) {
    hevc_frame_close(d);
    hevc_frames_wait(d);
    hevc_memory_end(d->arena.base, d->arena.limit);
}

const char *hevc_reason(hevc *d) { return d->reason; }

uint32_t hevc_count(hevc *d, int counter) { return (uint32_t)counter < HEVC_COUNTERS ? d->counters[counter] : 0; }

int hevc_set(hevc *d, int option, int value) {
    static const int most[] = {HEVC_MAX_THREADS, 2, HEVC_MAX_SUB_LAYERS, 2, 1, 1}; /* [enum hevc_option] */
    if ((uint32_t)option >= sizeof most / sizeof most[0] || value < 0 || value > most[option]) {
        d->reason = "no such option, or value out of range";
        return HEVC_ERR_ARGUMENT;
    }
#ifndef HEVC_THREADS
    if (option == HEVC_OPT_THREADS && value) {
        d->reason = "this build has no threads";
        return HEVC_ERR_ARGUMENT;
    }
#endif
    if (option == HEVC_OPT_THREADS) {
        hevc_frames_wait(d);
        d->threads = (uint32_t)value;
    }
    d->options[option] = value;
    return HEVC_OK;
}

/* Input */

/* The size of access units depends on the bit rate and is mostly far below the limit: a slot has the size of the
 * largest one so far. */
static void grow_input(hevc *d, hevc_input_slot *slot, uint32_t bytes) {
    uint32_t capacity = slot->capacity * 2;
    if (capacity < bytes) capacity = bytes;
    capacity = (capacity + INPUT_STEP_BYTES - 1) / INPUT_STEP_BYTES * INPUT_STEP_BYTES;
    if (capacity > d->limits.max_input_bytes) capacity = d->limits.max_input_bytes;
    hevc_arena_give(&d->arena, slot->data);
    slot->data = hevc_arena_take(&d->arena, capacity + INPUT_SLACK);
    slot->capacity = slot->data ? capacity : 0;
    d->counters[HEVC_COUNT_ARENA_BYTES] = d->arena.used;
}

uint8_t *hevc_input(hevc *d, uint32_t bytes) {
    hevc_input_slot *slot = &d->inputs[d->input_at];
    if (bytes > d->limits.max_input_bytes) {
        d->reason = "access unit larger than the limits";
        return 0;
    }
    while (slot->users && hevc_frame_retire(d, 1)) continue;
    if (!slot->data || bytes > slot->capacity) grow_input(d, slot, bytes);
    if (!slot->data) d->reason = "memory for the input";
    return slot->data;
}

static void add_vps(hevc *d, hevc_bits *b) {
    hevc_vps vps;
    uint32_t id;
    if (hevc_vps_parse(b, &vps, &id, &d->reason) == HEVC_OK) d->vps[id] = vps;
}

/* A set that is broken leaves the old one of its id in force; one that is not supported replaces it, so that its
 * pictures are refused with the reason. A repetition changes nothing. */
static int add_sps(hevc *d, hevc_bits *b) {
    hevc_sps sps;
    const char *reason = "";
    int result = hevc_sps_parse(b, &sps, &reason);
    if (result != HEVC_OK) d->reason = reason;
    hevc_sps *old = &d->sps[sps.sps_seq_parameter_set_id];
    if (result == HEVC_ERR_UNSUPPORTED) {
        d->sps_refusal[sps.sps_seq_parameter_set_id] = reason;
        old->valid = 0;
    }
    if (result != HEVC_OK) return result;
    d->sps_refusal[sps.sps_seq_parameter_set_id] = 0;
    sps.version = old->version;
    if (old->valid && !memcmp(old, &sps, sizeof sps)) return HEVC_OK;
    sps.version = ++d->ps_version;
    memcpy(old, &sps, sizeof sps);
    return HEVC_OK;
}

static int add_pps(hevc *d, hevc_bits *b) {
    hevc_pps pps;
    const char *reason = "";
    int result = hevc_pps_parse(b, &pps, &reason);
    if (result != HEVC_OK) d->reason = reason;
    hevc_pps *old = &d->pps[pps.pps_pic_parameter_set_id];
    if (result != HEVC_OK) return result;
    pps.version = old->version;
    if (old->valid && !memcmp(old, &pps, sizeof pps)) return HEVC_OK;
    pps.version = ++d->ps_version;
    memcpy(old, &pps, sizeof pps);
    return HEVC_OK;
}

static void end_of_sequence(hevc *d) {
    hevc_frame_close(d);
    d->dpb.sequence_start = 1;
}

/* Sub-layers below HEVC_OPT_MAX_TEMPORAL_ID; going up again waits for a picture that allows it (7.4.2.2, TSA and STSA).
 */
static int temporal_layer_decoded(hevc *d, const hevc_nal *nal) {
    int wanted = d->options[HEVC_OPT_MAX_TEMPORAL_ID], type = nal->nal_unit_type, tid = nal->temporal_id;
    int irap = type >= HEVC_NAL_BLA_W_LP, tsa = type == HEVC_NAL_TSA_N || type == HEVC_NAL_TSA_R;
    int stsa = type == HEVC_NAL_STSA_N || type == HEVC_NAL_STSA_R;
    if (irap || d->max_temporal_id > wanted || (tsa && tid <= d->max_temporal_id + 1))
        d->max_temporal_id = (uint8_t)wanted;
    else if (stsa && tid == d->max_temporal_id + 1 && tid <= wanted) d->max_temporal_id = (uint8_t)tid;
    return tid <= d->max_temporal_id;
}

static int add_nal(hevc *d, const hevc_nal *nal, double pts) {
    uint32_t type = nal->nal_unit_type;
    if (nal->nuh_layer_id) { /* extension layers, F.10: the base layer needs none of them */
        d->upper_layer |= type < HEVC_NAL_VPS;
        d->counters[HEVC_COUNT_OTHER_LAYERS] += type < HEVC_NAL_VPS;
        return HEVC_OK;
    }
    if (type < HEVC_NAL_VPS) {
        d->base_layer = 1;
        if ((type > HEVC_NAL_RASL_R && type < HEVC_NAL_BLA_W_LP) || type > HEVC_NAL_CRA) return HEVC_OK; /* reserved */
        if (!temporal_layer_decoded(d, nal)) {
            d->counters[HEVC_COUNT_SKIPPED] += nal->bytes && nal->data[0] >> 7; /* first_slice_segment_in_pic_flag */
            return HEVC_OK;
        }
        return hevc_frame_add_slice(d, nal, pts);
    }
    hevc_bits b;
    hevc_bits_open(&b, nal->data, nal->bytes);
    switch (type) {
    /* Parameter sets and prefix SEI end no picture: they may be between its slices, 7.4.2.4.4. */
    case HEVC_NAL_VPS: add_vps(d, &b); return HEVC_OK;
    case HEVC_NAL_SPS: return add_sps(d, &b);
    case HEVC_NAL_PPS: return add_pps(d, &b);
    case HEVC_NAL_AUD: hevc_frame_close(d); return HEVC_OK;
    case HEVC_NAL_EOS:
    case HEVC_NAL_EOB: end_of_sequence(d); return HEVC_OK;
    case HEVC_NAL_PREFIX_SEI: /* no sample depends on SEI (D.1): a broken one is counted, but is no error */
        d->counters[HEVC_COUNT_BAD_NALS] += !hevc_sei_parse(&d->sei, nal->data, nal->bytes, 0);
        return HEVC_OK;
    case HEVC_NAL_SUFFIX_SEI:
        d->counters[HEVC_COUNT_BAD_NALS] += !hevc_sei_parse(&d->sei, nal->data, nal->bytes, 1);
        hevc_frame_add_sei(d);
        return HEVC_OK;
    default: return HEVC_OK;
    }
}

/* The output queue holds more than the caller may leave there. */
static int output_full(hevc *d) {
    hevc_dpb *dpb = &d->dpb;
    if (dpb->queue_count + dpb->held_count <= d->limits.max_held) return 0;
    while (dpb->queue_count && d->pictures[dpb->queue[dpb->queue_head]].in_flight && hevc_frame_retire(d, 1)) continue;
    return 1;
}

int hevc_push(hevc *d, uint32_t bytes, int framing, double pts) {
    hevc_input_slot *slot = &d->inputs[d->input_at];
    if (!slot->data || bytes > slot->capacity || (framing != HEVC_ANNEXB && framing != HEVC_LENGTH_PREFIXED)) {
        d->reason = "hevc_push without hevc_input";
        return HEVC_ERR_ARGUMENT;
    }
    while (hevc_frame_retire(d, 0)) continue;
    if (output_full(d)) return HEVC_AGAIN;
    memset(slot->data + bytes, 0, INPUT_SLACK);
    d->flushed = 0;
    d->sei.bytes = d->sei.recovery_point = d->sei.hash.present = 0;
    hevc_nal_walk walk;
    hevc_nal nal;
    int worst = HEVC_OK;
    slot->users++; /* the slot stays ours while its units are read */
    hevc_nal_open(&walk, slot->data, bytes, framing == HEVC_LENGTH_PREFIXED ? d->length_size : 0);
    while (hevc_nal_next(&walk, &nal)) {
        int result = add_nal(d, &nal, pts);
        if (result < 0) d->counters[HEVC_COUNT_BAD_NALS]++;
        if (result < worst) worst = result;
    }
    hevc_frame_close(d);
    slot->users--;
    d->counters[HEVC_COUNT_BAD_NALS] += walk.bad;
    if (walk.bad && worst == HEVC_OK) {
        d->reason = "broken NAL unit header or length";
        worst = HEVC_ERR_INVALID;
    }
    if (d->upper_layer && !d->base_layer && worst == HEVC_OK) {
        d->reason = "every slice is of an extension layer, there is no base layer";
        worst = HEVC_ERR_UNSUPPORTED;
    }
    d->input_at = (d->input_at + 1) % (d->num_frames > 1 ? d->num_frames + 1 : 1);
    while (hevc_frame_retire(d, 0)) continue;
    hevc_release_stale(d);
    return worst;
}

/* HEVCDecoderConfigurationRecord, ISO/IEC 14496-15 8.3.3.1.2 */
int hevc_configure(hevc *d, uint32_t bytes) {
    hevc_input_slot *slot = &d->inputs[d->input_at];
    uint8_t *p = slot->data, *end = p + bytes;
    int worst = HEVC_OK;
    if (!p || bytes > slot->capacity || bytes < 23) {
        d->reason = "decoder configuration record too short";
        return p ? HEVC_ERR_INVALID : HEVC_ERR_ARGUMENT;
    }
    d->length_size = (uint8_t)((p[21] & 3) + 1);
    uint32_t arrays = p[22];
    for (p += 23; arrays && end - p >= 3; arrays--) {
        uint32_t count = (uint32_t)p[1] << 8 | p[2];
        for (p += 3; count && end - p >= 2; count--) {
            uint32_t size = (uint32_t)p[0] << 8 | p[1];
            p += 2;
            if (size > (uint32_t)(end - p)) size = (uint32_t)(end - p);
            hevc_nal nal = {p + 2, size - 2, 0, 0, 0};
            p += size;
            if (size < 2) continue;
            nal.nal_unit_type = nal.data[-2] >> 1 & 63;
            nal.nuh_layer_id = (uint8_t)((nal.data[-2] & 1) << 5 | nal.data[-1] >> 3);
            if (nal.nal_unit_type < HEVC_NAL_VPS || nal.nal_unit_type > HEVC_NAL_PPS) continue;
            int result = add_nal(d, &nal, 0);
            if (result < 0) d->counters[HEVC_COUNT_BAD_NALS]++;
            if (result < worst) worst = result;
        }
    }
    return worst;
}

int hevc_wait(hevc *d) {
    hevc_frames_wait(d);
    return HEVC_OK;
}

int hevc_flush(hevc *d) {
    end_of_sequence(d);
    hevc_dpb_output_all(d);
    d->flushed = 1;
    d->base_layer = d->upper_layer = 0;
    return HEVC_OK;
}

int hevc_reset(hevc *d) {
    hevc_dpb *dpb = &d->dpb;
    hevc_frame_close(d);
    hevc_frames_wait(d);
    hevc_dpb_clear(d, 1);
    for (; dpb->queue_count; dpb->queue_count--) {
        d->pictures[dpb->queue[dpb->queue_head]].queued = 0;
        dpb->queue_head = (dpb->queue_head + 1) % HEVC_MAX_PICTURES;
    }
    dpb->sequence_start = dpb->wait_for_irap = dpb->no_rasl_output_flag = 1;
    dpb->recovering = 0;
    dpb->prev_tid0_poc = 0;
    d->flushed = d->base_layer = d->upper_layer = 0;
    hevc_release_stale(d);
    return HEVC_OK;
}

/* Output */

int hevc_pull(hevc *d) {
    hevc_dpb *dpb = &d->dpb;
    while (hevc_frame_retire(d, 0)) continue;
    while (dpb->queue_count) {
        uint32_t slot = dpb->queue[dpb->queue_head];
        hevc_pic *pic = &d->pictures[slot];
        if (pic->in_flight && !d->flushed) return HEVC_AGAIN;
        while (pic->in_flight && hevc_frame_retire(d, 1)) continue;
        dpb->queue_head = (dpb->queue_head + 1) % HEVC_MAX_PICTURES;
        dpb->queue_count--;
        pic->queued = 0;
        if (pic->damaged && !d->options[HEVC_OPT_SHOW_DAMAGED]) continue;
        pic->held = 1;
        dpb->held_count++;
        dpb->generation = (dpb->generation + 1) & 0x3fffff;
        pic->handle = HEVC_FIRST_HANDLE + (dpb->generation << 8) + slot;
        return (int)pic->handle;
    }
    hevc_release_stale(d);
    return d->flushed ? HEVC_END : HEVC_AGAIN;
}

static hevc_pic *held_picture(hevc *d, int handle) {
    uint32_t slot = ((uint32_t)handle - HEVC_FIRST_HANDLE) & 0xff;
    if (handle < HEVC_FIRST_HANDLE || slot >= HEVC_MAX_PICTURES) return 0;
    hevc_pic *pic = &d->pictures[slot];
    return pic->held && pic->handle == (uint32_t)handle ? pic : 0;
}

int hevc_release(hevc *d, int handle) {
    hevc_pic *pic = held_picture(d, handle);
    if (!pic) {
        d->reason = "no such picture";
        return HEVC_ERR_ARGUMENT;
    }
    pic->held = 0;
    d->dpb.held_count--;
    hevc_release_stale(d);
    return HEVC_OK;
}

double hevc_picture_pts(hevc *d, int handle) {
    const hevc_pic *pic = held_picture(d, handle);
    return pic ? pic->pts : 0;
}

const uint8_t *hevc_plane(hevc *d, int handle, int plane) {
    const hevc_pic *pic = held_picture(d, handle);
    if (!pic || (uint32_t)plane > 2 || !pic->plane[plane]) return 0;
    const uint32_t shift_x = hevc_plane_shift_x(pic->chroma_format_idc, (uint32_t)plane),
                   shift_y = hevc_plane_shift_y(pic->chroma_format_idc, (uint32_t)plane);
    return pic->plane[plane] + (size_t)(pic->crop_top >> shift_y) * pic->stride[plane] +
           (pic->crop_left >> shift_x) * pic->bytes_per_sample;
}

int32_t hevc_picture(hevc *d, int handle, int field) {
    const hevc_pic *pic = held_picture(d, handle);
    if (!pic) return 0;
    switch ((enum hevc_picture_field)field) {
    case HEVC_PIC_PLANE_Y:
    case HEVC_PIC_PLANE_CB:
    case HEVC_PIC_PLANE_CR: return (int32_t)(uintptr_t)hevc_plane(d, handle, field - HEVC_PIC_PLANE_Y);
    case HEVC_PIC_STRIDE_Y: return (int32_t)pic->stride[0];
    case HEVC_PIC_STRIDE_C: return (int32_t)pic->stride[1];
    case HEVC_PIC_WIDTH: return (int32_t)(pic->width - pic->crop_left - pic->crop_right);
    case HEVC_PIC_HEIGHT: return (int32_t)(pic->height - pic->crop_top - pic->crop_bottom);
    case HEVC_PIC_BIT_DEPTH_Y: return pic->bit_depth_luma;
    case HEVC_PIC_BIT_DEPTH_C: return pic->bit_depth_chroma;
    case HEVC_PIC_BYTES_PER_SAMPLE: return pic->bytes_per_sample;
    case HEVC_PIC_CHROMA: return pic->chroma_format_idc;
    case HEVC_PIC_POC: return pic->poc;
    case HEVC_PIC_NAL_TYPE: return pic->nal_unit_type;
    case HEVC_PIC_TEMPORAL_ID: return pic->temporal_id;
    case HEVC_PIC_IS_KEY: return pic->is_key;
    case HEVC_PIC_DAMAGED: return pic->damaged;
    case HEVC_PIC_HASH: return pic->hash;
    case HEVC_PIC_COLOUR_PRIMARIES: return pic->colour_primaries;
    case HEVC_PIC_TRANSFER: return pic->transfer_characteristics;
    case HEVC_PIC_MATRIX: return pic->matrix_coeffs;
    case HEVC_PIC_FULL_RANGE: return pic->video_full_range_flag;
    case HEVC_PIC_SAR_WIDTH: return pic->sar_width;
    case HEVC_PIC_SAR_HEIGHT: return pic->sar_height;
    case HEVC_PIC_SEQUENCE: return (int32_t)pic->sequence;
    case HEVC_PIC_SEI_ADDRESS: return (int32_t)(uintptr_t)pic->sei;
    case HEVC_PIC_SEI_BYTES: return (int32_t)pic->sei_bytes;
    case HEVC_PIC_FIELDS: break;
    }
    return 0;
}
