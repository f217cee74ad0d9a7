import { expect, test } from 'vitest';
import type { PlayerLogBody } from '../../../../src/player/rules/log.ts';
import { logLine } from '../../../../src/ui/stage/log/log-text.ts';

const size = { width: 852, height: 480 };
const LINES: readonly (readonly [PlayerLogBody, string])[] = [
  [
    {
      type: 'attempt',
      player: 'h264',
      line: 0,
      lines: 2,
      why: 'first address',
      reason: 'HISTORY_STALL',
      because: 'h265 stalled too often before',
    },
    'h264 address 1 of 2: first address (3 HISTORY_STALL: h265 stalled too often before)',
  ],
  [
    { type: 'attempt', player: 'h265', line: 1, lines: 2, why: 'too much is buffered', reason: 'UNKNOW', because: null },
    'h265 address 2 of 2: tab is back: too much is buffered (0 UNKNOW)',
  ],
  [{ type: 'failure', failure: 'TIMEOUT', ack: 'STALL_TIMEOUT', why: 'h265 stalled, h264' }, 'TIMEOUT (STALL_TIMEOUT): h265 stalled, h264'],
  [{ type: 'failure', failure: 'ACK_FAIL', ack: null, why: 'another address' }, 'ACK_FAIL: another address'],
  [{ type: 'player-error', detail: 'NetworkError 404' }, 'player: NetworkError 404'],
  [
    { type: 'ack', ack: 'STREAM_PIXED_CHANGED', from: size, to: { width: 1_280, height: 720 } },
    'STREAM_PIXED_CHANGED: 852x480 to 1280x720',
  ],
  [{ type: 'gave-up', failure: 'ACK_FAIL', retryInMs: 31_200 }, 'gave up: ACK_FAIL, next try in 31 s'],
  [{ type: 'gave-up', failure: 'NO_SUPPORT', retryInMs: null }, 'gave up: NO_SUPPORT'],
  [{ type: 'first-frame', size, afterMs: 609 }, 'first picture 852x480 after 609 ms'],
  [{ type: 'resolution', size }, 'the picture is 852x480 now'],
  [{ type: 'autoplay', allowed: 'picture' }, 'the browser allows the picture, sound after a click'],
  [{ type: 'autoplay', allowed: 'nothing' }, 'the browser waits for a click'],
  [{ type: 'picture-in-picture', active: true }, 'picture-in-picture'],
  [{ type: 'picture-in-picture', active: false }, 'back from picture-in-picture'],
  [{ type: 'decode-level', level: 3, why: 'decoding is over its budget' }, 'decode key pictures only: decoding is over its budget'],
  [{ type: 'decoding', on: false, why: 'hidden' }, 'decoding stopped: hidden'],
  [{ type: 'decoding', on: true, why: 'visible' }, 'decoding again: visible'],
  [
    { type: 'threads', decodeMs: 6.04, threads: 2, next: 1, why: 'fewer are tried' },
    'decoding takes 6.0 ms a picture on 2 threads; next time 1: fewer are tried',
  ],
  [{ type: 'choice-refused', player: 'webrtc' }, 'webrtc cannot be chosen here'],
  [{ type: 'network', isOnline: false }, 'the browser has no network'],
  [{ type: 'network', isOnline: true }, 'the browser has a network again'],
  [{ type: 'note', text: 'lead-in: over' }, 'lead-in: over'],
];

test.each(LINES)('P3 an entry of the player log becomes one line: $kind', (body, text) => {
  expect(logLine({ ...body, atMs: 3_249 })).toBe(`+3.2s ${text}`);
});
