import { expect, test } from 'vitest';
import type { PlayerFact } from '../../../../src/player/rules/recovery/orders.ts';
import { LET_GO_WHYS, whyLetGo, type FirstPictureFacts } from '../../../../src/core/room/start/first-picture.ts';

/** Repeated here, so that a change of the limit fails a test. */
const HELD_BACK_MS = 500;

const facts = (change: Partial<FirstPictureFacts> = {}): FirstPictureFacts => ({ said: null, sinceAskedMs: 0, isVisible: true, ...change });
const autoplay = (blocked: boolean, muted: boolean): PlayerFact => ({ type: 'autoplay', blocked, muted });
const FAILED: PlayerFact = {
  type: 'failure',
  failure: 'ACK_NETWORK_FAIL',
  ack: null,
  kind: 'h264',
  network: true,
  why: 'another address',
};
const PICTURE: PlayerFact = {
  type: 'first-frame',
  kind: 'h264',
  size: { width: 852, height: 480 },
  sinceStartMs: 90,
  canPictureInPicture: true,
};

const CASES = [
  ['the first picture is painted', { said: PICTURE }],
  ['the player failed', { said: FAILED }],
  ['the browser wants a click', { said: autoplay(true, false) }],
  ['nobody looks', { isVisible: false }],
  ['the picture takes long', { sinceAskedMs: HELD_BACK_MS }],
] as const satisfies readonly (readonly [string, Partial<FirstPictureFacts>])[];

test.each(CASES)('P5 P20 P24 the parts of the room that wait for the first picture start when %s', (why, change) => {
  expect(whyLetGo(facts(change))).toBe(why);
});

test.each([
  ['the player has sent no fact', null],
  ['the player buffers', { type: 'status', name: 'buffering' }],
  ['the player plays without sound instead of waiting for a click', autoplay(true, true)],
  ['the player plays with sound', autoplay(false, false)],
] as const)('P20 the first picture has priority while %s', (_when, said) => {
  expect(whyLetGo(facts({ said, sinceAskedMs: HELD_BACK_MS - 1 }))).toBeNull();
});

test('P24 a fact of the player takes precedence over the elapsed time, so that the log names the cause', () => {
  expect(whyLetGo(facts({ said: FAILED, sinceAskedMs: 10 * HELD_BACK_MS, isVisible: false }))).toBe('the player failed');
});

test('every reason to start is reached above', () => {
  expect(CASES.map(([why]) => why).toSorted()).toEqual(LET_GO_WHYS.toSorted());
});
