import { expect, test } from 'vitest';
import { DEFAULT_SWITCHES, readSwitches } from '../../../../src/core/room/people/fandom-switches.ts';
import { doesFollow, readFollows, withFollow } from '../../../../src/core/room/people/follows.ts';
import { turnSeconds } from '../../../../src/core/room/people/singer.ts';
import { readCardUser, type CardUser } from '../../../../src/core/room/people/user-card.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_FOLLOWS = 200;

test('S34 the default switches show both rank lists and no group of fans', () => {
  expect(DEFAULT_SWITCHES).toEqual({ contribution_rank: true, intimacy_rank: true, fans_group: false });
});

const OFF = { contribution_rank: false, intimacy_rank: false, fans_group: false };
const info = (switchKey: unknown, switchValue: unknown) => ({ switchKey, switchValue });

test.each([
  [1, true],
  ['1', true],
  [true, true],
  ['true', true],
  [0, false],
  ['0', false],
  [false, false],
  ['', false],
  [2, false],
  [null, false],
  [undefined, false],
])('S34 a switch with the value %o is on: %s', (value, isOn) => {
  for (const key of ['contribution_rank', 'intimacy_rank', 'fans_group'] as const)
    expect(readSwitches({ switchInfos: [info(key, value)] })).toEqual({ ok: true, value: { ...OFF, [key]: isOn } });
});

test('S34 entries that are no switch are ignored, and the first 32 of a long list are read', () => {
  const strange = [null, 7, 'fans_group', {}, { switchKey: 'fans_group' }, { switchValue: 1 }, info('other', 1)];
  expect(readSwitches({ switchInfos: strange })).toEqual({ ok: true, value: OFF });
  const before = (length: number) => ({ switchInfos: [...Array.from({ length }, () => info('other', 1)), info('fans_group', 1)] });
  expect(readSwitches(before(31))).toEqual({ ok: true, value: { ...OFF, fans_group: true } });
  expect(readSwitches(before(32))).toEqual({ ok: true, value: OFF });
});

test.each([[null], [undefined], ['switchInfos'], [7], [{}], [{ switchInfos: null }], [{ switchInfos: {} }]])(
  'S34 the answer %o of the switch service is refused',
  (body) => {
    expect(readSwitches(body)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: 'fan club: no switchInfos' } });
  },
);

test('S24 a follow is stored for its user and room only, once, and the newest are kept', () => {
  const follows = withFollow(withFollow([], 7, 1_001, true), 7, 1_002, true);
  expect(follows).toEqual(['7:1001', '7:1002']);
  expect([doesFollow(follows, 7, 1_001), doesFollow(follows, 7, 1_003), doesFollow(follows, 8, 1_001)]).toEqual([true, false, false]);
  expect(withFollow(follows, 7, 1_001, true)).toEqual(['7:1002', '7:1001']);
  expect(withFollow(follows, 7, 1_001, false)).toEqual(['7:1002']);
  expect(withFollow(follows, 8, 1_001, false)).toEqual(follows);
  const full = Array.from({ length: MAX_FOLLOWS }, (_, room) => `7:${room}`);
  expect(withFollow(full, 7, 999, true)).toEqual([...full.slice(1), '7:999']);
});

test('S24 a guest follows no star, whatever is stored', () => {
  expect(doesFollow(['0:1001'], 0, 1_001)).toBe(false);
  expect(doesFollow(['-1:1001'], -1, 1_001)).toBe(false);
});

test('S24 stored follows that are unreadable are dropped, and the newest are kept', () => {
  for (const bad of [undefined, null, '7:1001', { 0: '7:1001' }]) expect(readFollows(bad)).toEqual([]);
  const most = `${'9'.repeat(16)}:${'9'.repeat(12)}`;
  const bad = [7, null, '', '7', '7:', ':1', 'x7:1', '7:1x', '-7:1', `9${most}`, `${most}9`];
  expect(readFollows([...bad, '7:1001', most])).toEqual(['7:1001', most]);
  const many = Array.from({ length: MAX_FOLLOWS + 1 }, (_, room) => `7:${room}`);
  expect(readFollows(many)).toEqual(many.slice(1));
});

test('S36 the list of songs shows the length of a turn only while the singer’s feature shows one', () => {
  const shown = (view: unknown) => turnSeconds({ name: 'shown', view } as never);
  expect(shown({ durationS: 90 })).toBe(90);
  for (const view of [null, 'durationS', {}, { durationS: '90' }]) expect(shown(view)).toBeNull();
  expect(turnSeconds(undefined)).toBeNull();
  expect(turnSeconds({ name: 'off', view: { durationS: 90 } } as never)).toBeNull();
});

const USER: CardUser = { userId: 7, name: '小明', logo: '/a.png', richLevel: 3, isStar: false, badges: [], line: '你好' };
test('S20 the card of a user limits name, line and badges, and drops a portrait with an invalid address', () => {
  expect(readCardUser(USER)).toEqual(USER);
  const badge = { id: 'a' } as unknown as CardUser['badges'][number];
  const long = { ...USER, name: 'n'.repeat(41), line: 'l'.repeat(501), badges: Array.from({ length: 13 }, () => badge) };
  expect(readCardUser(long)).toEqual({ ...USER, name: 'n'.repeat(40), line: 'l'.repeat(500), badges: long.badges.slice(0, 12) });
  expect(readCardUser({ ...USER, logo: 'javascript:alert(1)' })).toEqual({ ...USER, logo: '' });
  for (const userId of [0, -7, 1.5, Number.NaN]) expect(readCardUser({ ...USER, userId })).toBeNull();
  for (const name of ['', '  ']) expect(readCardUser({ ...USER, name })).toBeNull();
});
