/** VPS, SPS and PPS as lists of syntax elements (H.265 12/2016, 7.3.2), for display; the decoder has its own parser. */
import { unescape } from '../../glue/containers/flv.ts';

// Syntax elements by their names in the standard, in stream order.

/** Bits of an RBSP (H.265 7.2, 9.2) without emulation prevention. Reading past the end returns zeros and sets a flag. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** True if more bits were read than exist; the last values are invalid. */
  get isOverrun(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  /** u(n), n up to 32. */
  u(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++, this.#at++) {
      const bit = ((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1;
      value = value * 2 + bit;
    }
    return value;
  }

  flag(): boolean {
    return this.u(1) === 1;
  }

  /** ue(v) with at most 32 leading zeros; valid streams have no longer code. */
  ue(): number {
    let zeros = 0;
    while (zeros < 32 && this.u(1) === 0) zeros++;
    return 2 ** zeros - 1 + this.u(zeros);
  }

  /** se(v). */
  se(): number {
    const code = this.ue();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }

  skip(bits: number): void {
    this.#at += bits;
  }
}

interface Field {
  readonly name: string;
  readonly value: number | string;
}

class FieldReader {
  readonly bits: BitReader;
  readonly fields: Field[] = [];

  constructor(rbsp: Uint8Array) {
    this.bits = new BitReader(rbsp);
  }

  note(name: string, value: number | string): void {
    if (!this.bits.isOverrun) this.fields.push({ name, value });
  }

  u(name: string, bits: number): number {
    const value = this.bits.u(bits);
    this.note(name, value);
    return value;
  }

  flag(name: string): boolean {
    return this.u(name, 1) === 1;
  }

  ue(name: string): number {
    const value = this.bits.ue();
    this.note(name, value);
    return value;
  }

  se(name: string): number {
    const value = this.bits.se();
    this.note(name, value);
    return value;
  }
}

// The picture type of an access unit, from the first bits of its slice headers (7.3.6.1).

export type PictureType = 'I' | 'P' | 'B' | '?';

export interface UnitKind {
  readonly type: PictureType;
  readonly nalType: number;
  readonly slices: number;
}

const FIRST_NON_VCL = 32;
/** Enough bytes for first_slice_segment_in_pic_flag to slice_type. */
const HEAD_BYTES = 24;
const ORDER = ['B', 'P', 'I'] as const;

/** The type of a picture is that of its most general slice. `extraBits` by id of the PPS. */
export function unitKind(nals: Iterable<Uint8Array>, extraBits: ReadonlyMap<number, number>): UnitKind {
  let best = 3;
  let nalType = -1;
  let slices = 0;
  for (const nal of nals) {
    const type = (nal[0]! >> 1) & 63;
    if (type >= FIRST_NON_VCL || nal.length < 4) continue;
    slices++;
    if (nalType < 0) nalType = type;
    const bits = new BitReader(unescape(nal, HEAD_BYTES).subarray(2));
    // Later segments contain an address whose length depends on the SPS; the first segment is enough for nearly every stream.
    if (!bits.flag()) continue;
    if (type >= 16 && type <= 23) bits.skip(1);
    bits.skip(extraBits.get(bits.ue()) ?? 0);
    best = Math.min(best, bits.ue());
  }
  return { type: ORDER[best] ?? '?', nalType, slices };
}

// Video usability information, annex E.2.1, without the details of the hypothetical reference decoder.

const EXTENDED_SAR = 255;

function readVui(read: FieldReader, subLayers: number): void {
  if (read.flag('aspect_ratio_info_present_flag') && read.u('aspect_ratio_idc', 8) === EXTENDED_SAR) {
    read.u('sar_width', 16);
    read.u('sar_height', 16);
  }
  if (read.flag('overscan_info_present_flag')) read.flag('overscan_appropriate_flag');
  if (read.flag('video_signal_type_present_flag')) {
    read.u('video_format', 3);
    read.flag('video_full_range_flag');
    if (read.flag('colour_description_present_flag')) {
      read.u('colour_primaries', 8);
      read.u('transfer_characteristics', 8);
      read.u('matrix_coeffs', 8);
    }
  }
  if (read.flag('chroma_loc_info_present_flag')) {
    read.ue('chroma_sample_loc_type_top_field');
    read.ue('chroma_sample_loc_type_bottom_field');
  }
  read.flag('neutral_chroma_indication_flag');
  read.flag('field_seq_flag');
  read.flag('frame_field_info_present_flag');
  if (read.flag('default_display_window_flag')) {
    for (const side of ['left', 'right', 'top', 'bottom']) read.ue(`def_disp_win_${side}_offset`);
  }
  if (read.flag('vui_timing_info_present_flag')) {
    read.u('vui_num_units_in_tick', 32);
    read.u('vui_time_scale', 32);
    if (read.flag('vui_poc_proportional_to_timing_flag')) read.ue('vui_num_ticks_poc_diff_one_minus1');
    // hrd_parameters( ) follows, whose length depends on all of its parts; parsing ends here if it is present.
    if (read.flag('vui_hrd_parameters_present_flag')) {
      read.note('hrd_parameters', `… (${subLayers + 1})`);
      return;
    }
  }
  if (read.flag('bitstream_restriction_flag')) {
    read.flag('tiles_fixed_structure_flag');
    read.flag('motion_vectors_over_pic_boundaries_flag');
    read.flag('restricted_ref_pic_lists_flag');
    for (const name of [
      'min_spatial_segmentation_idc',
      'max_bytes_per_pic_denom',
      'max_bits_per_min_cu_denom',
      'log2_max_mv_length_horizontal',
      'log2_max_mv_length_vertical',
    ])
      read.ue(name);
  }
}

export type SetKind = 'VPS' | 'SPS' | 'PPS';

export interface ParameterSet {
  readonly kind: SetKind;
  readonly id: number;
  readonly bytes: number;
  readonly fields: readonly Field[];
  /** True if the set ends before its syntax does. */
  readonly isCut: boolean;
  /** For a PPS: bits in the slice header before slice_type. */
  readonly extraSliceHeaderBits: number;
}

const KINDS: Readonly<Record<number, SetKind>> = { 32: 'VPS', 33: 'SPS', 34: 'PPS' };
const HEADER_BYTES = 2;
/** More sub-layers, sets or pictures than the standard allows are an error and end the list. */
const SUB_LAYERS_MAX = 7;
const SHORT_TERM_SETS_MAX = 64;
const SET_PICTURES_MAX = 16;

/** Undefined if the NAL unit is none of the three. */
export function readParameterSet(nal: Uint8Array): ParameterSet | undefined {
  const kind = KINDS[(nal[0]! >> 1) & 63];
  if (!kind || nal.length <= HEADER_BYTES) return undefined;
  const read = new FieldReader(unescape(nal).subarray(HEADER_BYTES));
  let id = 0;
  let extraSliceHeaderBits = 0;
  if (kind === 'VPS') id = readVps(read);
  if (kind === 'SPS') id = readSps(read);
  if (kind === 'PPS') ({ id, extraSliceHeaderBits } = readPps(read));
  return { kind, id, bytes: nal.length, fields: read.fields, isCut: read.bits.isOverrun, extraSliceHeaderBits };
}

function readVps(read: FieldReader): number {
  const id = read.u('vps_video_parameter_set_id', 4);
  read.flag('vps_base_layer_internal_flag');
  read.flag('vps_base_layer_available_flag');
  read.u('vps_max_layers_minus1', 6);
  const subLayers = read.u('vps_max_sub_layers_minus1', 3);
  read.flag('vps_temporal_id_nesting_flag');
  read.bits.skip(16);
  readProfile(read, subLayers);
  readOrdering(read, 'vps', subLayers);
  read.u('vps_max_layer_id', 6);
  read.ue('vps_num_layer_sets_minus1');
  return id;
}

/** profile_tier_level( 1, subLayers ), 7.3.3. */
function readProfile(read: FieldReader, subLayers: number): void {
  read.u('general_profile_space', 2);
  read.flag('general_tier_flag');
  read.u('general_profile_idc', 5);
  read.note('general_profile_compatibility_flags', `0x${read.bits.u(32).toString(16).padStart(8, '0')}`);
  read.flag('general_progressive_source_flag');
  read.flag('general_interlaced_source_flag');
  read.flag('general_non_packed_constraint_flag');
  read.flag('general_frame_only_constraint_flag');
  read.bits.skip(44);
  const level = read.bits.u(8);
  read.note('general_level_idc', `${level} (${(level / 30).toFixed(1)})`);
  const present = Array.from({ length: subLayers }, () => [read.bits.flag(), read.bits.flag()] as const);
  if (subLayers > 0) read.bits.skip(2 * (8 - subLayers));
  for (const [profile, hasLevel] of present) read.bits.skip((profile ? 88 : 0) + (hasLevel ? 8 : 0));
}

function readOrdering(read: FieldReader, prefix: string, subLayers: number): void {
  const each = read.flag(`${prefix}_sub_layer_ordering_info_present_flag`);
  for (let i = each ? 0 : subLayers; i <= Math.min(subLayers, SUB_LAYERS_MAX); i++) {
    read.ue(`${prefix}_max_dec_pic_buffering_minus1[${i}]`);
    read.ue(`${prefix}_max_num_reorder_pics[${i}]`);
    read.ue(`${prefix}_max_latency_increase_plus1[${i}]`);
  }
}

function readSps(read: FieldReader): number {
  read.u('sps_video_parameter_set_id', 4);
  const subLayers = read.u('sps_max_sub_layers_minus1', 3);
  read.flag('sps_temporal_id_nesting_flag');
  readProfile(read, subLayers);
  const id = read.ue('sps_seq_parameter_set_id');
  if (read.ue('chroma_format_idc') === 3) read.flag('separate_colour_plane_flag');
  read.ue('pic_width_in_luma_samples');
  read.ue('pic_height_in_luma_samples');
  if (read.flag('conformance_window_flag')) {
    for (const side of ['left', 'right', 'top', 'bottom']) read.ue(`conf_win_${side}_offset`);
  }
  read.ue('bit_depth_luma_minus8');
  read.ue('bit_depth_chroma_minus8');
  const pocBits = read.ue('log2_max_pic_order_cnt_lsb_minus4') + 4;
  readOrdering(read, 'sps', subLayers);
  for (const name of [
    'log2_min_luma_coding_block_size_minus3',
    'log2_diff_max_min_luma_coding_block_size',
    'log2_min_luma_transform_block_size_minus2',
    'log2_diff_max_min_luma_transform_block_size',
    'max_transform_hierarchy_depth_inter',
    'max_transform_hierarchy_depth_intra',
  ])
    read.ue(name);
  if (read.flag('scaling_list_enabled_flag') && read.flag('sps_scaling_list_data_present_flag')) skipScalingLists(read);
  read.flag('amp_enabled_flag');
  read.flag('sample_adaptive_offset_enabled_flag');
  if (read.flag('pcm_enabled_flag')) {
    read.u('pcm_sample_bit_depth_luma_minus1', 4);
    read.u('pcm_sample_bit_depth_chroma_minus1', 4);
    read.ue('log2_min_pcm_luma_coding_block_size_minus3');
    read.ue('log2_diff_max_min_pcm_luma_coding_block_size');
    read.flag('pcm_loop_filter_disabled_flag');
  }
  if (!readShortTermSets(read)) return id;
  if (read.flag('long_term_ref_pics_present_flag')) {
    const count = Math.min(read.ue('num_long_term_ref_pics_sps'), 32);
    for (let i = 0; i < count; i++) read.bits.skip(pocBits + 1);
  }
  read.flag('sps_temporal_mvp_enabled_flag');
  read.flag('strong_intra_smoothing_enabled_flag');
  if (read.flag('vui_parameters_present_flag')) readVui(read, subLayers);
  return id;
}

/** st_ref_pic_set( i ) of an SPS, 7.3.7: lists the number of pictures in each set. False for values that no valid stream has. */
function readShortTermSets(read: FieldReader): boolean {
  const count = read.ue('num_short_term_ref_pic_sets');
  if (count > SHORT_TERM_SETS_MAX) return false;
  const pictures: number[] = [];
  for (let i = 0; i < count; i++) {
    const { bits } = read;
    if (i > 0 && bits.flag()) {
      bits.skip(1);
      bits.ue();
      let used = 0;
      for (let j = 0; j <= pictures[i - 1]!; j++) {
        const isUsed = bits.flag();
        if (isUsed || bits.flag()) used++;
      }
      pictures.push(used);
    } else {
      const negative = bits.ue();
      const positive = bits.ue();
      if (negative + positive > SET_PICTURES_MAX) return false;
      for (let j = 0; j < negative + positive; j++) {
        bits.ue();
        bits.skip(1);
      }
      pictures.push(negative + positive);
    }
  }
  if (count > 0) read.note('NumDeltaPocs', pictures.join(' '));
  return true;
}

/** scaling_list_data( ), 7.3.4. */
function skipScalingLists({ bits }: FieldReader): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!bits.flag()) {
        bits.ue();
        continue;
      }
      if (size > 1) bits.se();
      for (let i = Math.min(64, 1 << (4 + (size << 1))); i > 0; i--) bits.se();
    }
  }
}

function readPps(read: FieldReader): { id: number; extraSliceHeaderBits: number } {
  const id = read.ue('pps_pic_parameter_set_id');
  read.ue('pps_seq_parameter_set_id');
  read.flag('dependent_slice_segments_enabled_flag');
  read.flag('output_flag_present_flag');
  const extraSliceHeaderBits = read.u('num_extra_slice_header_bits', 3);
  read.flag('sign_data_hiding_enabled_flag');
  read.flag('cabac_init_present_flag');
  read.ue('num_ref_idx_l0_default_active_minus1');
  read.ue('num_ref_idx_l1_default_active_minus1');
  read.se('init_qp_minus26');
  read.flag('constrained_intra_pred_flag');
  read.flag('transform_skip_enabled_flag');
  if (read.flag('cu_qp_delta_enabled_flag')) read.ue('diff_cu_qp_delta_depth');
  read.se('pps_cb_qp_offset');
  read.se('pps_cr_qp_offset');
  read.flag('pps_slice_chroma_qp_offsets_present_flag');
  read.flag('weighted_pred_flag');
  read.flag('weighted_bipred_flag');
  read.flag('transquant_bypass_enabled_flag');
  const tiles = read.flag('tiles_enabled_flag');
  read.flag('entropy_coding_sync_enabled_flag');
  if (tiles) readTiles(read);
  read.flag('pps_loop_filter_across_slices_enabled_flag');
  if (read.flag('deblocking_filter_control_present_flag')) {
    read.flag('deblocking_filter_override_enabled_flag');
    if (!read.flag('pps_deblocking_filter_disabled_flag')) {
      read.se('pps_beta_offset_div2');
      read.se('pps_tc_offset_div2');
    }
  }
  if (read.flag('pps_scaling_list_data_present_flag')) skipScalingLists(read);
  read.flag('lists_modification_present_flag');
  read.ue('log2_parallel_merge_level_minus2');
  read.flag('slice_segment_header_extension_present_flag');
  return { id, extraSliceHeaderBits };
}

function readTiles(read: FieldReader): void {
  const columns = Math.min(read.ue('num_tile_columns_minus1'), 20);
  const rows = Math.min(read.ue('num_tile_rows_minus1'), 22);
  if (!read.flag('uniform_spacing_flag')) {
    for (let i = 0; i < columns; i++) read.ue(`column_width_minus1[${i}]`);
    for (let i = 0; i < rows; i++) read.ue(`row_height_minus1[${i}]`);
  }
  read.flag('loop_filter_across_tiles_enabled_flag');
}
