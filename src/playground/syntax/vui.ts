/** Video usability information, annex E.2.1, without the details of the hypothetical reference decoder. */
import type { FieldReader } from './fields.ts';

const EXTENDED_SAR = 255;

export function readVui(read: FieldReader, subLayers: number): void {
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
