import type { DecodeLevel } from '../../player/rules/decode-level.ts';
import type { PlayerKind } from '../../player/rules/names.ts';
import type { AttemptWhy, Recovery } from '../../player/rules/recovery-state.ts';
import type { PlayerActivity, PlayerNotice, PlayerNoticeWhy } from './view.ts';

/** The part of the recovery state that the page shows. `epochOffsetMs` turns monotonic milliseconds into those since the epoch. */
export function activityOf(state: Recovery, isOnline: boolean, epochOffsetMs: number): PlayerActivity {
  switch (state.at) {
    case 'idle':
    case 'playing':
      return { at: state.at };
    case 'stopped':
      return { at: 'stopped', by: state.by };
    case 'fetching':
      return { at: 'connecting', line: null, lines: 0, round: state.run.round };
    case 'starting':
      return { at: 'connecting', line: state.attempt.index, lines: state.attempt.of, round: state.run.round };
    case 'waiting':
      return {
        at: 'waiting',
        untilMs: Math.round(state.untilMs + epochOffsetMs),
        next: state.next.do === 'play' ? 'line' : 'addresses',
        round: state.run.round,
      };
    case 'failed': {
      const { failure, unsupported, retryAtMs } = state;
      return { at: 'failed', failure, unsupported, retryAtMs: retryAtMs === null ? null : Math.round(retryAtMs + epochOffsetMs), isOnline };
    }
  }
}

/** Compared by value, so that a state that changes each second does not redraw the page. */
export const isSameActivity = (a: PlayerActivity, b: PlayerActivity): boolean => JSON.stringify(a) === JSON.stringify(b);

/** From this decode level on whole pictures are left out, which the viewer sees. */
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

/** Null where the viewer knows why, or where nothing else took over. */
export function noticeOfSwitch(from: PlayerKind | null, to: PlayerKind, why: AttemptWhy): PlayerNotice | null {
  const reason = NOTICE_OF[why];
  return reason === undefined || from === null || from === to ? null : { is: 'switched', from, to, why: reason };
}
