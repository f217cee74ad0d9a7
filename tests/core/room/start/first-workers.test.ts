import { expect, test } from 'vitest';
import { guessOfLiveInfo, guessOfVisit } from '../../../../src/core/room/start/first-workers.ts';

const never = (): boolean => {
  throw new Error('not asked');
};
const info = (data: object): string => JSON.stringify({ responseCode: 0, data });

test('P21 the workers of the last played kind are started; on a first visit that may play H265 live info decides', () => {
  expect(guessOfVisit('h265', true)).toBe('h265');
  expect(guessOfVisit('h264', true)).toBe('h264');
  expect(guessOfVisit('h265-native', true)).toBe('h264');
  expect(guessOfVisit('webrtc', false)).toBeNull();
  expect(guessOfVisit(undefined, false)).toBe('h264');
  expect(guessOfVisit(undefined, true)).toBe('unknown');
});

test('P21 live info names the kind by its addresses, single or in a list; empty ones are ignored', () => {
  expect(guessOfLiveInfo(info({ httpflv: ['/a.flv'], h265flv: ['/b.flv'] }), never)).toBe('h265');
  expect(guessOfLiveInfo(info({ httpflv: '/a.flv', h265flv: '/b.flv' }), never)).toBe('h265');
  expect(guessOfLiveInfo(`call(${JSON.stringify({ data: { h265flv: ['/b.flv'] } }, null, 2)})`, never)).toBe('h265');
  expect(guessOfLiveInfo(info({ httpflv: ['/a.flv'], h265flv: [], nativeh265: [], webrtc: [] }), never)).toBe('h264');
  expect(guessOfLiveInfo(info({ httpflv: '/a.flv', h265flv: '', webrtc: null }), never)).toBe('h264');
  expect(guessOfLiveInfo(info({ httpflv: [] }), never)).toBeNull();
  expect(guessOfLiveInfo('no answer', never)).toBeNull();
});

test('P21 native decoding and WebRTC are not guessed', () => {
  const both = info({ h265flv: ['/b.flv'], nativeh265: ['/c.flv'] });
  expect(guessOfLiveInfo(both, () => true)).toBeNull();
  expect(guessOfLiveInfo(both, () => false)).toBe('h265');
  expect(guessOfLiveInfo(info({ h265flv: ['/b.flv'], webrtc: [{ url: '/rtc', provider: 5 }] }), never)).toBeNull();
});
