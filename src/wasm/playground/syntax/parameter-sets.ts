/** VPS, SPS and PPS as lists of syntax elements (H.265 12/2016, 7.3.2), for display; the decoder has its own parser. */
import { SetBits } from '../../glue/parameter-sets.ts';

interface Field {
  readonly name: string;
  readonly value: number | string;
}

/** Syntax elements by their names in the standard, in stream order; `bits` reads those that are not listed. */
class FieldReader {
  readonly bits: SetBits;
  readonly fields: Field[] = [];

  constructor(nal: Uint8Array) {
    this.bits = new SetBits(nal);
    this.bits.skip(8 * HEADER_BYTES);
  }

  note<T extends number | string>(name: string, value: T): T {
    if (!this.bits.isOver) this.fields.push({ name, value });
    return value;
  }

  u(name: string, bits: number): number {
    return this.note(name, this.bits.u(bits));
  }

  flag(name: string): boolean {
    return this.u(name, 1) === 1;
  }

  flags(...names: readonly string[]): void {
    for (const name of names) this.u(name, 1);
  }

  ue(name: string): number {
    return this.note(name, this.bits.ue());
  }

  ues(...names: readonly string[]): void {
    for (const name of names) this.ue(name);
  }

  se(...names: readonly string[]): void {
    for (const name of names) this.note(name, readSigned(this.bits));
  }
}

/** se(v), 9.2.2. */
function readSigned(bits: SetBits): number {
  const code = bits.ue();
  return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
}

// The picture type of an access unit, from the first bits of its slice headers (7.3.6.1).

export type PictureType = 'I' | 'P' | 'B' | '?';

const FIRST_NON_VCL = 32;
/** NAL unit header. */
const HEADER_BYTES = 2;
/** Enough bytes for first_slice_segment_in_pic_flag to slice_type. */
const HEAD_BYTES = 24;
const ORDER = ['B', 'P', 'I'] as const;

export type UnitKind = ReturnType<typeof unitKind>;

/** The type of a picture is that of its most general slice. `extraBits` by id of the PPS. */
export function unitKind(nals: Iterable<Uint8Array>, extraBits: ReadonlyMap<number, number>) {
  let best = 3;
  let nalType = -1;
  let slices = 0;
  for (const nal of nals) {
    const type = (nal[0]! >> 1) & 63;
    if (type >= FIRST_NON_VCL || nal.length < 4) continue;
    slices++;
    if (nalType < 0) nalType = type;
    const bits = new SetBits(nal.subarray(0, HEAD_BYTES));
    bits.skip(8 * HEADER_BYTES);
    // Later segments contain an address whose length depends on the SPS; the first segment is enough for nearly every stream.
    if (bits.u(1) === 0) continue;
    if (type >= 16 && type <= 23) bits.skip(1);
    bits.skip(extraBits.get(bits.ue()) ?? 0);
    best = Math.min(best, bits.ue());
  }
  const type: PictureType = ORDER[best] ?? '?';
  return { type, nalType, slices };
}

// Video usability information, annex E.2.1, without the details of the hypothetical reference decoder.

const EXTENDED_SAR = 255;
const SIDES = ['left', 'right', 'top', 'bottom'];

function readVui(read: FieldReader, subLayers: number): void {
  if (read.flag('aspect_ratio_info_present_flag') && read.u('aspect_ratio_idc', 8) === EXTENDED_SAR) {
    read.u('sar_width', 16);
    read.u('sar_height', 16);
  }
  if (read.flag('overscan_info_present_flag')) read.flag('overscan_appropriate_flag');
  if (read.flag('video_signal_type_present_flag')) {
    read.u('video_format', 3);
    read.flag('video_full_range_flag');
    if (read.flag('colour_description_present_flag'))
      for (const name of ['colour_primaries', 'transfer_characteristics', 'matrix_coeffs']) read.u(name, 8);
  }
  if (read.flag('chroma_loc_info_present_flag')) read.ues('chroma_sample_loc_type_top_field', 'chroma_sample_loc_type_bottom_field');
  read.flags('neutral_chroma_indication_flag', 'field_seq_flag', 'frame_field_info_present_flag');
  if (read.flag('default_display_window_flag')) read.ues(...SIDES.map((side) => `def_disp_win_${side}_offset`));
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
  if (!read.flag('bitstream_restriction_flag')) return;
  read.flags('tiles_fixed_structure_flag', 'motion_vectors_over_pic_boundaries_flag', 'restricted_ref_pic_lists_flag');
  read.ues('min_spatial_segmentation_idc', 'max_bytes_per_pic_denom', 'max_bits_per_min_cu_denom');
  read.ues('log2_max_mv_length_horizontal', 'log2_max_mv_length_vertical');
}

export type SetKind = 'VPS' | 'SPS' | 'PPS';

export type ParameterSet = NonNullable<ReturnType<typeof readParameterSet>>;

const KINDS: Readonly<Record<number, SetKind>> = { 32: 'VPS', 33: 'SPS', 34: 'PPS' };
/** More sub-layers, sets or pictures than the standard allows are an error and end the list. */
const SUB_LAYERS_MAX = 7;
const SHORT_TERM_SETS_MAX = 64;
const SET_PICTURES_MAX = 16;

/**
 * Undefined if the NAL unit is none of the three. `isCut`: the set ends before its syntax does. `extraSliceHeaderBits`: for a PPS, bits in
 * the slice header before slice_type.
 */
export function readParameterSet(nal: Uint8Array) {
  const kind = KINDS[(nal[0]! >> 1) & 63];
  if (!kind || nal.length <= HEADER_BYTES) return undefined;
  const read = new FieldReader(nal);
  let id = 0;
  let extraSliceHeaderBits = 0;
  if (kind === 'VPS') id = readVps(read);
  if (kind === 'SPS') id = readSps(read);
  if (kind === 'PPS') ({ id, extraSliceHeaderBits } = readPps(read));
  return { kind, id, bytes: nal.length, fields: read.fields, isCut: read.bits.isOver, extraSliceHeaderBits };
}

function readVps(read: FieldReader): number {
  const id = read.u('vps_video_parameter_set_id', 4);
  read.flags('vps_base_layer_internal_flag', 'vps_base_layer_available_flag');
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
  read.flags('general_progressive_source_flag', 'general_interlaced_source_flag');
  read.flags('general_non_packed_constraint_flag', 'general_frame_only_constraint_flag');
  read.bits.skip(44);
  const level = read.bits.u(8);
  read.note('general_level_idc', `${level} (${(level / 30).toFixed(1)})`);
  const present = Array.from({ length: subLayers }, () => read.bits.u(2));
  if (subLayers > 0) read.bits.skip(2 * (8 - subLayers));
  for (const flags of present) read.bits.skip((flags & 2 ? 88 : 0) + (flags & 1 ? 8 : 0));
}

function readOrdering(read: FieldReader, prefix: string, subLayers: number): void {
  const each = read.flag(`${prefix}_sub_layer_ordering_info_present_flag`);
  for (let i = each ? 0 : subLayers; i <= Math.min(subLayers, SUB_LAYERS_MAX); i++) {
    const names = ['max_dec_pic_buffering_minus1', 'max_num_reorder_pics', 'max_latency_increase_plus1'];
    read.ues(...names.map((name) => `${prefix}_${name}[${i}]`));
  }
}

function readSps(read: FieldReader): number {
  read.u('sps_video_parameter_set_id', 4);
  const subLayers = read.u('sps_max_sub_layers_minus1', 3);
  read.flag('sps_temporal_id_nesting_flag');
  readProfile(read, subLayers);
  const id = read.ue('sps_seq_parameter_set_id');
  if (read.ue('chroma_format_idc') === 3) read.flag('separate_colour_plane_flag');
  read.ues('pic_width_in_luma_samples', 'pic_height_in_luma_samples');
  if (read.flag('conformance_window_flag')) read.ues(...SIDES.map((side) => `conf_win_${side}_offset`));
  read.ues('bit_depth_luma_minus8', 'bit_depth_chroma_minus8');
  const pocBits = read.ue('log2_max_pic_order_cnt_lsb_minus4') + 4;
  readOrdering(read, 'sps', subLayers);
  read.ues('log2_min_luma_coding_block_size_minus3', 'log2_diff_max_min_luma_coding_block_size');
  read.ues('log2_min_luma_transform_block_size_minus2', 'log2_diff_max_min_luma_transform_block_size');
  read.ues('max_transform_hierarchy_depth_inter', 'max_transform_hierarchy_depth_intra');
  if (read.flag('scaling_list_enabled_flag') && read.flag('sps_scaling_list_data_present_flag')) skipScalingLists(read);
  read.flags('amp_enabled_flag', 'sample_adaptive_offset_enabled_flag');
  if (read.flag('pcm_enabled_flag')) {
    read.u('pcm_sample_bit_depth_luma_minus1', 4);
    read.u('pcm_sample_bit_depth_chroma_minus1', 4);
    read.ues('log2_min_pcm_luma_coding_block_size_minus3', 'log2_diff_max_min_pcm_luma_coding_block_size');
    read.flag('pcm_loop_filter_disabled_flag');
  }
  if (!readShortTermSets(read)) return id;
  if (read.flag('long_term_ref_pics_present_flag')) {
    const count = Math.min(read.ue('num_long_term_ref_pics_sps'), 32);
    for (let i = 0; i < count; i++) read.bits.skip(pocBits + 1);
  }
  read.flags('sps_temporal_mvp_enabled_flag', 'strong_intra_smoothing_enabled_flag');
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
    let size = 0;
    if (i > 0 && bits.u(1) === 1) {
      bits.skip(1);
      bits.ue();
      for (let j = 0; j <= pictures[i - 1]!; j++) if (bits.u(1) === 1 || bits.u(1) === 1) size++;
    } else {
      size = bits.ue() + bits.ue();
      if (size > SET_PICTURES_MAX) return false;
      for (let j = 0; j < size; j++) {
        bits.ue();
        bits.skip(1);
      }
    }
    pictures.push(size);
  }
  if (count > 0) read.note('NumDeltaPocs', pictures.join(' '));
  return true;
}

/** scaling_list_data( ), 7.3.4. */
function skipScalingLists({ bits }: FieldReader): void {
  for (let size = 0; size < 4; size++) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      const isCoded = bits.u(1) === 1;
      // Or the reference of the prediction; a signed code has the bits of an unsigned one.
      for (let i = isCoded ? Math.min(64, 1 << (4 + (size << 1))) + (size > 1 ? 1 : 0) : 1; i > 0; i--) bits.ue();
    }
  }
}

function readPps(read: FieldReader): { id: number; extraSliceHeaderBits: number } {
  const id = read.ue('pps_pic_parameter_set_id');
  read.ue('pps_seq_parameter_set_id');
  read.flags('dependent_slice_segments_enabled_flag', 'output_flag_present_flag');
  const extraSliceHeaderBits = read.u('num_extra_slice_header_bits', 3);
  read.flags('sign_data_hiding_enabled_flag', 'cabac_init_present_flag');
  read.ues('num_ref_idx_l0_default_active_minus1', 'num_ref_idx_l1_default_active_minus1');
  read.se('init_qp_minus26');
  read.flags('constrained_intra_pred_flag', 'transform_skip_enabled_flag');
  if (read.flag('cu_qp_delta_enabled_flag')) read.ue('diff_cu_qp_delta_depth');
  read.se('pps_cb_qp_offset', 'pps_cr_qp_offset');
  read.flags('pps_slice_chroma_qp_offsets_present_flag', 'weighted_pred_flag', 'weighted_bipred_flag', 'transquant_bypass_enabled_flag');
  const tiles = read.flag('tiles_enabled_flag');
  read.flag('entropy_coding_sync_enabled_flag');
  if (tiles) readTiles(read);
  read.flag('pps_loop_filter_across_slices_enabled_flag');
  if (read.flag('deblocking_filter_control_present_flag')) {
    read.flag('deblocking_filter_override_enabled_flag');
    if (!read.flag('pps_deblocking_filter_disabled_flag')) read.se('pps_beta_offset_div2', 'pps_tc_offset_div2');
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
