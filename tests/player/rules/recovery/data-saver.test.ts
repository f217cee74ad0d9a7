import { expect, test } from 'vitest';
import { decideCandidates, NO_ADDRESSES, NO_HISTORY, type PlayerHistory } from '../../../../src/player/rules/recovery/candidates.ts';
import { readPlayerConfig } from '../../../../src/player/rules/constants.ts';
import {
  DATA_SAVERS,
  needsAnotherPlayer,
  offeredSavers,
  saverAtFirst,
  savingsOf,
} from '../../../../src/player/rules/recovery/data-saver.ts';
import { PLAYER_KINDS, type PlayerKind } from '../../../../src/player/rules/names.ts';
import { ABLE } from '../harness.ts';

test('P22 a data saver is offered if the current or another playable kind supports it; “off” alone is not a choice', () => {
  const cases: readonly (readonly [PlayerKind | null, readonly PlayerKind[], string])[] = [
    ['h264', ['h264'], 'off sound-only'],
    ['h264', ['h265', 'h264'], 'off lower-line sound-only'],
    ['h265', ['h265'], 'off fewer-pictures sound-only'],
    ['h265', ['webrtc', 'h265', 'h264'], 'off lower-line fewer-pictures sound-only'],
    ['webrtc', ['webrtc'], ''],
    ['webrtc', ['webrtc', 'h264'], 'off sound-only'],
    [null, [], ''],
  ];
  for (const [kind, kinds, offered] of cases) expect(offeredSavers(kind, kinds).join(' '), `${kind} of ${kinds.join()}`).toBe(offered);
});

test('P13 the stored choice is used; without one, a browser preference for less data selects fewer bits at the same quality', () => {
  expect(saverAtFirst(undefined, false)).toBe('off');
  expect(saverAtFirst(undefined, true)).toBe('lower-line');
  for (const chosen of DATA_SAVERS) expect(saverAtFirst(chosen, true)).toBe(chosen);
  for (const bad of ['loud', 7, null, {}]) expect(saverAtFirst(bad, false)).toBe('off');
});

const plan = (history: Partial<PlayerHistory>) =>
  decideCandidates({
    addresses: { ...NO_ADDRESSES, httpflv: ['/a'], h265flv: ['/b'], webrtc: [{ url: '/c', codec: '', providerId: 5 }] },
    source: 'normal',
    browser: { chromeMajor: 120, isSafariWithoutChrome: false },
    abilities: ABLE,
    history: { ...NO_HISTORY, ...history },
    config: readPlayerConfig({ webrtc: 1 }).config,
  });
const order = (history: Partial<PlayerHistory>): string =>
  plan(history)
    .candidates.map(({ kind }) => kind)
    .join(' ');

test('P22 P23 a data saver prefers the kind with the fewest bits, sound only a kind that can omit the pictures', () => {
  expect(order({})).toBe('webrtc h265 h264');
  expect(order({ saver: 'lower-line' })).toBe('h265 h264 webrtc');
  expect(order({ saver: 'sound-only' })).toBe('h265 h264 webrtc');
  expect(order({ saver: 'fewer-pictures' })).toBe('webrtc h265 h264');
  expect(plan({ saver: 'lower-line' })).toMatchObject({ reason: 'USER_OPERATION', why: 'the viewer saves data' });
  // Removed kinds stay removed, and the reason is that of the table.
  expect(plan({ saver: 'lower-line', stallCount: 3 })).toMatchObject({ candidates: [{ kind: 'h264' }, { kind: 'webrtc' }] });
  // A kind chosen by hand is still first.
  expect(order({ saver: 'lower-line', chosen: 'webrtc' })).toBe('webrtc h265 h264');
});

test('P29 each option reaches only the kinds that support it', () => {
  for (const kind of PLAYER_KINDS) {
    expect(savingsOf('off', kind)).toEqual({ soundOnly: false, leastLevel: 0 });
    expect(savingsOf('lower-line', kind)).toEqual({ soundOnly: false, leastLevel: 0 });
    expect(savingsOf('fewer-pictures', kind)).toEqual({ soundOnly: false, leastLevel: kind === 'h265' ? 2 : 0 });
    expect(savingsOf('sound-only', kind)).toEqual({ soundOnly: kind !== 'webrtc', leastLevel: 0 });
  }
});

test('P22 another player is created only if the current one does not support the option', () => {
  expect(needsAnotherPlayer('h265', 'h265', 'off', 'fewer-pictures')).toBe(false);
  expect(needsAnotherPlayer('h265', 'h265', 'off', 'lower-line')).toBe(false);
  expect(needsAnotherPlayer('h264', 'h265', 'off', 'lower-line')).toBe(true);
  expect(needsAnotherPlayer('h264', 'h264', 'off', 'sound-only')).toBe(true);
  expect(needsAnotherPlayer('h264', 'h264', 'sound-only', 'off')).toBe(true);
});
