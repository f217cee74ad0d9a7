#include "frame.h"

#include <string.h>

#include "activate.h"
#include "dpb.h"
#include "flight.h"
#include "slots.h"

static int is_irap(uint32_t type) { return type >= HEVC_NAL_BLA_W_LP && type <= HEVC_NAL_RSV_IRAP_23; }
static int is_idr(uint32_t type) { return type == HEVC_NAL_IDR_W_RADL || type == HEVC_NAL_IDR_N_LP; }
static int is_bla(uint32_t type) { return type >= HEVC_NAL_BLA_W_LP && type <= HEVC_NAL_BLA_N_LP; }
static int is_rasl(uint32_t type) { return type == HEVC_NAL_RASL_N || type == HEVC_NAL_RASL_R; }
static int is_radl(uint32_t type) { return type == HEVC_NAL_RADL_N || type == HEVC_NAL_RADL_R; }
static int is_sub_layer_non_reference(uint32_t type) { return type < HEVC_NAL_RSV_VCL_R15 && !(type & 1); }

void hevc_frame_close(hevc *d) {
    hevc_frame *f = d->current;
    hevc_sei_hash hash = d->sei.hash;
    d->sei.hash.present = 0;
    if (!f) return;
    d->current = 0;
    uint32_t ctbs = (uint32_t)f->sps.pic_width_in_ctbs * f->sps.pic_height_in_ctbs;
    for (uint32_t i = 0; i < f->num_segments; i++)
        f->segments[i].end_ts = i + 1 < f->num_segments ? f->segments[i + 1].address_ts : ctbs;
    f->hash = hash;
    hevc_frame_start(d, f);
}

void hevc_frame_add_sei(hevc *d) {
    hevc_pic *pic = d->current ? d->current->pic : 0;
    if (pic && d->sei.bytes <= pic->sei_room - pic->sei_bytes) {
        memcpy(pic->sei + pic->sei_bytes, d->sei.records, d->sei.bytes);
        pic->sei_bytes += d->sei.bytes;
    }
    d->sei.bytes = 0;
}

/* Whether to decode a picture at all. */
typedef enum picture_choice { DECODE, SKIP_BY_OPTION, SKIP_RASL, SKIP_UNTIL_IRAP } picture_choice;

static picture_choice choose(const hevc *d, const hevc_sps *sps, const hevc_nal *nal) {
    uint32_t type = nal->nal_unit_type, skip = (uint32_t)d->options[HEVC_OPT_SKIP_PICTURES];
    if (is_irap(type)) return DECODE;
    if (d->dpb.wait_for_irap && !d->sei.recovery_point) return SKIP_UNTIL_IRAP;
    if (is_rasl(type) && d->dpb.no_rasl_output_flag) return SKIP_RASL;
    if (skip == 2) return SKIP_BY_OPTION;
    /* a picture of a lower sub-layer may be referenced from a higher one, 7.4.2.2 */
    if (skip == 1 && is_sub_layer_non_reference(type) && nal->temporal_id + 1 >= sps->sps_max_sub_layers)
        return SKIP_BY_OPTION;
    return DECODE;
}

static hevc_frame *free_frame(hevc *d) {
    for (;;) {
        for (uint32_t i = 0; i < d->num_frames; i++)
            if (!d->frames[i].busy) return &d->frames[i];
        if (!hevc_frame_retire(d, 1)) return 0;
    }
}

static void describe(hevc *d, hevc_pic *pic, const hevc_sps *sps, const hevc_nal *nal) {
    pic->nal_unit_type = nal->nal_unit_type;
    pic->temporal_id = nal->temporal_id;
    pic->is_sub_layer_non_reference = (uint8_t)is_sub_layer_non_reference(nal->nal_unit_type);
    pic->damaged = pic->hash = 0;
    pic->sequence = d->dpb.sequence;
    pic->crop_left = sps->crop_left;
    pic->crop_right = sps->crop_right;
    pic->crop_top = sps->crop_top;
    pic->crop_bottom = sps->crop_bottom;
    pic->colour_primaries = sps->colour_primaries;
    pic->transfer_characteristics = sps->transfer_characteristics;
    pic->matrix_coeffs = sps->matrix_coeffs;
    pic->video_full_range_flag = sps->video_full_range_flag;
    pic->sar_width = sps->sar_width;
    pic->sar_height = sps->sar_height;
    pic->sei_bytes = 0;
    atomic_store(&pic->rows_parsed, 0);
    atomic_store(&pic->rows_final, 0);
    atomic_store(&pic->rows_damaged, 0);
}

/* Format of pictures as the caller sees it: a change counts as a new sequence. */
static int same_look(const hevc_sps *a, const hevc_sps *b) {
    return a->pic_width_in_luma_samples == b->pic_width_in_luma_samples &&
           a->pic_height_in_luma_samples == b->pic_height_in_luma_samples && a->crop_left == b->crop_left &&
           a->crop_right == b->crop_right && a->crop_top == b->crop_top && a->crop_bottom == b->crop_bottom &&
           a->chroma_format_idc == b->chroma_format_idc && a->bit_depth_luma == b->bit_depth_luma &&
           a->bit_depth_chroma == b->bit_depth_chroma && a->colour_primaries == b->colour_primaries &&
           a->transfer_characteristics == b->transfer_characteristics && a->matrix_coeffs == b->matrix_coeffs &&
           a->video_full_range_flag == b->video_full_range_flag && a->sar_width == b->sar_width &&
           a->sar_height == b->sar_height;
}

static void copy_parameter_sets(hevc_frame *f, const hevc_sps *sps, const hevc_pps *pps) {
    int new_sps = f->sps.version != sps->version, new_pps = f->pps.version != pps->version;
    if (new_sps) memcpy(&f->sps, sps, sizeof *sps);
    if (new_sps || new_pps) {
        memcpy(&f->pps, pps, sizeof *pps);
        if (hevc_sps_is_version_1(sps)) hevc_pps_range_default(&f->pps.range);
    }
    if ((new_sps || new_pps) && sps->scaling_list_enabled_flag)
        hevc_scaling_factor_expand(&f->scaling,
                                   pps->pps_scaling_list_data_present_flag ? &pps->scaling_list : &sps->scaling_list);
}

/* C.5.2.2 for an IRAP picture that starts a CVS: NoOutputOfPriorPicsFlag is inferred for a CRA (behind EOS); a change
 * of the picture size outputs all pictures, which the standard permits and other decoders do. */
static void start_sequence(hevc *d, const hevc_nal *nal, const hevc_slice_header *h, const hevc_sps *sps) {
    int same_size =
        sps->pic_width_in_luma_samples == d->layout.width && sps->pic_height_in_luma_samples == d->layout.height;
    int drop =
        nal->nal_unit_type == HEVC_NAL_CRA ? d->dpb.sequence_start : h->no_output_of_prior_pics_flag && same_size;
    if (drop) hevc_dpb_clear(d, 1);
    hevc_dpb_clear(d, 0);
    hevc_dpb_output_all(d);
}

/* First slice segment of a picture. HEVC_OK with d->current null: the picture is passed over. */
static int begin_picture(hevc *d, const hevc_nal *nal, hevc_slice_header *h, const hevc_sps *sps, const hevc_pps *pps,
                         double pts) {
    uint32_t type = nal->nal_unit_type;
    hevc_dpb *dpb = &d->dpb;
    int irap = is_irap(type);
    int starts = irap && (is_idr(type) || is_bla(type) || dpb->sequence_start || dpb->wait_for_irap);
    if (irap && !starts && sps->version != dpb->sps_version && d->layout.valid) {
        starts = 1; /* a new SPS is activated only at the start of a CVS, with any NAL type */
    } else if (!irap && !dpb->wait_for_irap && sps->version != dpb->sps_version &&
               (sps->pic_width_in_luma_samples != d->layout.width ||
                sps->pic_height_in_luma_samples != d->layout.height)) {
        dpb->wait_for_irap = 1;
    }
    if (irap) dpb->no_rasl_output_flag = (uint8_t)starts;
    if (choose(d, sps, nal) != DECODE) {
        /* Later pictures may reference it or count their POC from it: decoding starts again at the next IRAP. */
        if (d->options[HEVC_OPT_SKIP_PICTURES] == 2) dpb->wait_for_irap = 1;
        d->counters[HEVC_COUNT_SKIPPED]++;
        return HEVC_OK;
    }
    hevc_tiles tiles;
    int result = hevc_pps_activate(sps, pps, &tiles, &d->reason);
    if (result != HEVC_OK) return result;
    int32_t poc = hevc_dpb_poc(dpb, sps, h, type, starts);
    if (starts) start_sequence(d, nal, h, sps);
    result = hevc_activate(d, sps);
    if (result != HEVC_OK) return result;
    hevc_dpb_mark(d, sps, h, poc, starts);
    hevc_dpb_bump_before(d);
    hevc_frame *f = free_frame(d);
    hevc_pic *pic = f ? hevc_dpb_take(d, sps, dpb->decode_order) : 0;
    if (f && !pic && hevc_slots_unbound(d)) {
        d->reason = "memory for the pictures";
        return HEVC_ERR_MEMORY;
    }
    if (!pic) {
        d->reason = "no free picture: the caller holds too many";
        return HEVC_ERR_LIMIT;
    }
    const hevc_frame *previous = dpb->previous;
    if (sps->version != dpb->sps_version && (!previous || !previous->sps.valid || !same_look(sps, &previous->sps)))
        dpb->sequence++;
    dpb->sps_version = sps->version;
    dpb->previous = f;
    copy_parameter_sets(f, sps, pps);
    f->tiles = tiles;
    f->pic = pic;
    pic->poc = poc;
    pic->pts = pts;
    describe(d, pic, sps, nal);
    pic->is_key = (uint8_t)starts;
    f->is_recovery_point = (uint8_t)(d->sei.recovery_point && !irap);
    f->recovery_poc = (int32_t)((uint32_t)poc + (uint32_t)d->sei.recovery_poc_cnt);
    if (!irap && dpb->wait_for_irap) pic->damaged = d->sei.recovery_poc_cnt != 0;
    dpb->wait_for_irap = 0;
    dpb->sequence_start = 0;
    pic->decode_order = f->decode_order = ++dpb->decode_order;
    pic->in_flight = 1;
    f->num_used = 0;
    if (!hevc_dpb_references(d, f, h, starts)) {
        for (uint32_t i = 0; i < f->num_used; i++) f->used[i]->users--;
        pic->in_flight = 0;
        d->reason = "no picture to stand in for a missing reference";
        return HEVC_ERR_LIMIT;
    }
    int level = d->options[HEVC_OPT_SKIP_FILTERS];
    int top_layer = nal->temporal_id + 1 >= sps->sps_max_sub_layers;
    f->skip_deblocking = f->skip_sao =
        (uint8_t)(level == 2 || (level == 1 && pic->is_sub_layer_non_reference && top_layer));
    f->num_slices = f->num_segments = f->num_entry_points = 0;
    f->busy = 1;
    f->input_slot = (uint8_t)d->input_at;
    d->inputs[d->input_at].users++;
    atomic_store(&f->finished, 0);
    if (nal->temporal_id == 0 && !is_rasl(type) && !is_radl(type) && !is_sub_layer_non_reference(type))
        dpb->prev_tid0_poc = poc;
    hevc_dpb_store(d, pic, h->pic_output_flag && !(is_rasl(type) && dpb->no_rasl_output_flag));
    d->current = f;
    return HEVC_OK;
}

/* Entry points of the segment in bytes of its data before emulation prevention was removed. */
static void read_entry_points(hevc_frame *f, hevc_segment *segment, hevc_slice_header *h) {
    uint32_t n = h->num_entry_point_offsets, *entries = f->entry_points + f->num_entry_points;
    if (n > f->max_entry_points - f->num_entry_points) n = 0; /* sequential parsing needs none */
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t step = hevc_bits_u(&h->entry_points, h->offset_len);
        if (step >= h->data_bytes - at) n = 0;
        else at += step + 1;
        if (n && at >= h->data_bytes) n = 0;
        if (n) entries[i] = at;
    }
    segment->data_bytes = hevc_nal_unescape(h->data, h->data_bytes, entries, &n);
    segment->data = h->data;
    segment->first_entry = f->num_entry_points;
    segment->num_entry_points = (uint16_t)n;
    f->num_entry_points += n;
}

static int add_segment(hevc *d, hevc_slice_header *h) {
    hevc_frame *f = d->current;
    uint32_t columns = f->sps.pic_width_in_ctbs;
    uint32_t ts =
        hevc_tiles_rs_to_ts(&f->tiles, h->slice_segment_address % columns, h->slice_segment_address / columns);
    if (f->num_segments && ts <= f->segments[f->num_segments - 1].address_ts) {
        d->reason = "slice segment out of order, or twice";
        return HEVC_ERR_INVALID;
    }
    if (f->num_segments == f->max_segments || (!h->dependent_slice_segment_flag && f->num_slices == f->max_slices)) {
        d->reason = "more slice segments than any level allows";
        return HEVC_ERR_LIMIT;
    }
    if (h->dependent_slice_segment_flag) {
        if (!f->num_slices || f->lost_slice) {
            d->reason = "dependent slice segment without its slice";
            return HEVC_ERR_INVALID;
        }
    } else {
        f->slices[f->num_slices] = h->slice;
        if (!hevc_dpb_lists(f, h, &f->slices[f->num_slices])) {
            f->lost_slice = 1;
            d->reason = "slice with another reference picture set than its picture";
            return HEVC_ERR_INVALID;
        }
        f->num_slices++;
        f->lost_slice = 0;
    }
    hevc_segment *segment = &f->segments[f->num_segments];
    segment->slice = (uint16_t)(f->num_slices - 1);
    segment->dependent_slice_segment_flag = h->dependent_slice_segment_flag;
    segment->slice_segment_address = h->slice_segment_address;
    segment->address_ts = ts;
    read_entry_points(f, segment, h);
    f->num_segments++;
    return HEVC_OK;
}

/* Whether this segment, though not the first of its picture, cannot belong to the current one: that one's first was
 * lost. */
static int belongs_elsewhere(const hevc_frame *f, const hevc_nal *nal, const hevc_slice_header *h) {
    if (h->slice_pic_parameter_set_id != f->pps.pps_pic_parameter_set_id || nal->nal_unit_type != f->pic->nal_unit_type)
        return 1;
    if (h->dependent_slice_segment_flag || is_idr(nal->nal_unit_type)) return 0;
    uint32_t mask = (1u << f->sps.log2_max_pic_order_cnt_lsb) - 1;
    return h->slice_pic_order_cnt_lsb != ((uint32_t)f->pic->poc & mask);
}

int hevc_frame_add_slice(hevc *d, const hevc_nal *nal, double pts) {
    hevc_bits b;
    hevc_slice_header h;
    hevc_bits_open(&b, nal->data, nal->bytes);
    hevc_slice_header_begin(&b, nal->nal_unit_type, &h);
    if (h.first_slice_segment_in_pic_flag) {
        hevc_frame_close(d);
        d->skipping_picture = 0;
    } else if (d->skipping_picture) {
        return HEVC_OK;
    }
    const hevc_pps *pps = &d->pps[h.slice_pic_parameter_set_id];
    const hevc_sps *sps = &d->sps[pps->pps_seq_parameter_set_id];
    const char *refusal = pps->valid ? d->sps_refusal[pps->pps_seq_parameter_set_id] : 0;
    if (!refusal && pps->valid && sps->valid && !hevc_sps_is_version_1(sps)) refusal = pps->extension;
    if (refusal || b.error || !pps->valid || !sps->valid) {
        d->reason = refusal ? refusal : "slice without its parameter sets";
        return refusal ? HEVC_ERR_UNSUPPORTED : HEVC_ERR_INVALID;
    }
    if (d->current &&
        !h.first_slice_segment_in_pic_flag) { /* the sets of the picture, even if their ids were reused since */
        if (h.slice_pic_parameter_set_id == d->current->pps.pps_pic_parameter_set_id) {
            pps = &d->current->pps;
            sps = &d->current->sps;
        }
    }
    int result = hevc_slice_header_parse(&b, sps, pps, nal->nal_unit_type, nal->temporal_id, &h, &d->reason);
    if (result != HEVC_OK) {
        if (d->current && !h.dependent_slice_segment_flag) d->current->lost_slice = 1;
        return result;
    }
    if (d->current && !h.first_slice_segment_in_pic_flag && belongs_elsewhere(d->current, nal, &h)) hevc_frame_close(d);
    if (!d->current) {
        if (h.dependent_slice_segment_flag) {
            d->reason = "dependent slice segment without its slice";
            return HEVC_ERR_INVALID;
        }
        result = begin_picture(d, nal, &h, sps, pps, pts);
        d->sei.recovery_point = 0;
        if (result != HEVC_OK || !d->current) {
            d->sei.bytes = 0;
            d->skipping_picture = 1;
            return result;
        }
        d->current->lost_slice = 0;
    }
    hevc_frame_add_sei(d);
    return add_segment(d, &h);
}
