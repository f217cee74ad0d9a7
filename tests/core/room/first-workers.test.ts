import { expect, test } from 'vitest';
import { guessOfLiveInfo, guessOfVisit } from '../../../src/core/room/first-workers.ts';

const never = (): boolean => {
  throw new Error('not asked');
};
const info = (data: object): string => JSON.stringify({ responseCode: 0, data });

test('P21 the workers of the kind that played last are begun, and of a first visit to a page that may play H265 the live info says it', () => {
  expect(guessOfVisit('h265', true)).toBe('h265');
  expect(guessOfVisit('h264', true)).toBe('h264');
  expect(guessOfVisit('h265-native', true)).toBe('h264');
  expect(guessOfVisit('webrtc', false)).toBeNull();
  expect(guessOfVisit(undefined, false)).toBe('h264');
  expect(guessOfVisit(undefined, true)).toBe('unknown');
});

test('P21 the live info names the kind by its addresses, one or a list of them; empty ones are none', () => {
  expect(guessOfLiveInfo(info({ httpflv: ['/a.flv'], h265flv: ['/b.flv'] }), never)).toBe('h265');
  expect(guessOfLiveInfo(info({ httpflv: '/a.flv', h265flv: '/b.flv' }), never)).toBe('h265');
  expect(guessOfLiveInfo(`call(${JSON.stringify({ data: { h265flv: ['/b.flv'] } }, null, 2)})`, never)).toBe('h265');
  expect(guessOfLiveInfo(info({ httpflv: ['/a.flv'], h265flv: [], nativeh265: [], webrtc: [] }), never)).toBe('h264');
  expect(guessOfLiveInfo(info({ httpflv: '/a.flv', h265flv: '', webrtc: null }), never)).toBe('h264');
  expect(guessOfLiveInfo(info({ httpflv: [] }), never)).toBeNull();
  expect(guessOfLiveInfo('no answer', never)).toBeNull();
});

test('P21 what the browser may play by itself or by WebRTC is not guessed', () => {
  const both = info({ h265flv: ['/b.flv'], nativeh265: ['/c.flv'] });
  expect(guessOfLiveInfo(both, () => true)).toBeNull();
  expect(guessOfLiveInfo(both, () => false)).toBe('h265');
  expect(guessOfLiveInfo(info({ h265flv: ['/b.flv'], webrtc: [{ url: '/rtc', provider: 5 }] }), never)).toBeNull();
});
