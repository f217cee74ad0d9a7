import { expect, test } from 'vitest';
import { decideCandidates, NO_ADDRESSES, NO_HISTORY, type PlayerHistory } from '../../../src/player/rules/candidates.ts';
import { readPlayerConfig } from '../../../src/player/rules/constants.ts';
import { DATA_SAVERS, needsAnotherPlayer, offeredSavers, saverAtFirst, savingsOf } from '../../../src/player/rules/data-saver.ts';
import { PLAYER_KINDS, type PlayerKind } from '../../../src/player/rules/names.ts';
import { ABLE } from './harness.ts';

test('P22 a data saver is offered where the kind that plays, or one that could, can do it; alone “off” is no choice', () => {
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

test('P13 what was chosen is kept; before that a browser that asks for less data gets less, and nothing is taken from the viewer', () => {
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

test('P22 P23 who saves data gets the kind with the fewest bits first, who only listens one that can leave out the pictures', () => {
  expect(order({})).toBe('webrtc h265 h264');
  expect(order({ saver: 'lower-line' })).toBe('h265 h264 webrtc');
  expect(order({ saver: 'sound-only' })).toBe('h265 h264 webrtc');
  expect(order({ saver: 'fewer-pictures' })).toBe('webrtc h265 h264');
  expect(plan({ saver: 'lower-line' })).toMatchObject({ reason: 'USER_OPERATION', why: 'the viewer saves data' });
  // What was removed stays removed, and the reason is then that of the table.
  expect(plan({ saver: 'lower-line', stallCount: 3 })).toMatchObject({ candidates: [{ kind: 'h264' }, { kind: 'webrtc' }] });
  // A kind that was chosen by hand comes first all the same.
  expect(order({ saver: 'lower-line', chosen: 'webrtc' })).toBe('webrtc h265 h264');
});

test('P29 each wish reaches only the kinds that can carry it out', () => {
  for (const kind of PLAYER_KINDS) {
    expect(savingsOf('off', kind)).toEqual({ soundOnly: false, leastLevel: 0 });
    expect(savingsOf('lower-line', kind)).toEqual({ soundOnly: false, leastLevel: 0 });
    expect(savingsOf('fewer-pictures', kind)).toEqual({ soundOnly: false, leastLevel: kind === 'h265' ? 2 : 0 });
    expect(savingsOf('sound-only', kind)).toEqual({ soundOnly: kind !== 'webrtc', leastLevel: 0 });
  }
});

test('P22 another player is made only where the present one cannot do what is wished', () => {
  expect(needsAnotherPlayer('h265', 'h265', 'off', 'fewer-pictures')).toBe(false);
  expect(needsAnotherPlayer('h265', 'h265', 'off', 'lower-line')).toBe(false);
  expect(needsAnotherPlayer('h264', 'h265', 'off', 'lower-line')).toBe(true);
  expect(needsAnotherPlayer('h264', 'h264', 'off', 'sound-only')).toBe(true);
  expect(needsAnotherPlayer('h264', 'h264', 'sound-only', 'off')).toBe(true);
});
