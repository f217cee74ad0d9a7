import type { DecodeLevel } from '../../../player/rules/decoding/decode-level.ts';
import type { PlayerKind } from '../../../player/rules/names.ts';
import type { AttemptWhy } from '../../../player/rules/recovery/recovery-state.ts';
import type { PlayerNotice, PlayerNoticeWhy } from '../view.ts';

/** From this decode level on whole pictures are skipped, which is visible. */
export const REDUCED_FROM_LEVEL: DecodeLevel = 2;

const NOTICE_OF: Partial<Readonly<Record<AttemptWhy, PlayerNoticeWhy>>> = {
  'h265 decodes only key pictures': 'slow',
  'h265 decodes too slowly': 'slow',
  'h265 decodes too slowly and loses pictures': 'slow',
  'webrtc decodes too slowly': 'slow',
  'h265 stalls too often': 'stalled',
  'h265 stalled, h264': 'stalled',
  'webrtc pictures freeze': 'stalled',
  'webrtc loses packets': 'stalled',
  'webrtc failed, flv': 'failed',
  'h265 cannot be decoded, h264': 'failed',
};

/** Null if the viewer caused the switch, or if no other kind took over. */
export function noticeOfSwitch(from: PlayerKind | null, to: PlayerKind, why: AttemptWhy): PlayerNotice | null {
  const reason = NOTICE_OF[why];
  return reason === undefined || from === null || from === to ? null : { type: 'switched', from, to, why: reason };
}
