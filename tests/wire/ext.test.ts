import { expect, test } from 'vitest';
import { MAX_EXT_CHARS, MAX_EXT_ITEMS, readExtension, takeExtension } from '../../src/wire/ext.ts';
import { readProtobuf } from '../../src/wire/body.ts';
import { CORE } from '../../src/wire/core-codec.ts';
import { encodeMessage } from '../../src/wire/encode-push.ts';
import { rounds } from '../rounds.ts';
import { seeded } from '../seeded.ts';

const EXT = {
  usingMedal: { medalList: [{ id: 1, name: '歌王', iconUrl: 'https://img.test/a.png', level: 3 }] },
  honorMedal: { honorList: [{ id: 2, name: '荣誉' }] },
  userGuard: { level: 2 },
  vipData: { weekVipLevel: 4, c: 1 },
  usingMount: { bi: 'https://img.test/m.png', p: 10, n: '飞马' },
  luckyLabel: { iconUrl: 'https://img.test/l.png' },
  userStateVo: { icon: 'https://img.test/s.png', content: '在线' },
  fancyNumInfo: { number: 88888 },
  bubble: { id: 4, iconUrl: '/b.png' },
  intimacy: { value: 900, level: 3 },
  isAndroid: 1,
  worship: true,
  blackCard: true,
};

test('S20 every part of ext is read, encoded or not, and equals what protobuf senders put into userExt', () => {
  const { usingMedal, honorMedal, ...parts } = EXT;
  const flat = { ...parts, fancyNumInfo: { number: '88888' }, medalList: usingMedal.medalList, honorList: honorMedal.honorList };
  const decoded = readProtobuf(CORE['UserExtension']!, encodeMessage('UserExtension', flat));
  const expected = decoded.ok && decoded.value;
  expect(expected).toMatchObject({
    isAndroid: true,
    worship: true,
    blackCard: true,
    bubble: { id: 4 },
    intimacy: { value: 900 },
    vipData: { c: 1 },
  });
  for (const ext of [encodeURIComponent(JSON.stringify(EXT)), JSON.stringify(EXT), JSON.stringify(flat)])
    expect(readExtension(ext)).toEqual(expected);
});

test.each([
  ['broken escapes', '%E0%A4%A'],
  ['cut JSON', encodeURIComponent('{"userGuard":{"lev')],
  ['a list', '%5B1%5D'],
  ['a number', '12'],
  ['more than is read', encodeURIComponent(JSON.stringify({ x: 'y'.repeat(MAX_EXT_CHARS) }))],
])('S20 an ext of %s is read as null', (_what, ext) => {
  expect(readExtension(ext)).toBeNull();
});

test('S20 S8 only a part of the wrong type is dropped, and every text is cleaned', () => {
  const read = readExtension(
    JSON.stringify({
      userGuard: 'x',
      vipData: { weekVipLevel: 'high', c: 3 },
      usingMedal: { medalList: [null, 5, { name: 7, level: 1e300 }, { name: {}, level: [] }] },
      honorMedal: { honorList: 'many' },
      plate: { name: '<b>\u7c89\u202e</b>', level: -1 },
      usingMount: { s: 0, n: 'owned' },
    }),
  );
  expect(read).toMatchObject({
    userGuard: null,
    vipData: { weekVipLevel: 0, c: 3 },
    medalList: [
      { name: '7', level: 0 },
      { name: '', level: 0 },
    ],
    honorList: [],
    plate: { name: '&lt;b&gt;粉&lt;/b&gt;', level: -1 },
    usingMount: null,
  });
});

test('S20 lists are bounded, and `__proto__` in ext changes no prototype', () => {
  const read = readExtension(`{"__proto__":{"worship":true},"medalList":[${'{"name":"m"},'.repeat(500)}{}]}`);
  expect(read?.medalList).toHaveLength(MAX_EXT_ITEMS);
  expect(read?.worship).toBe(false);
  expect(({} as Record<string, unknown>)['worship']).toBeUndefined();
});

test('S20 each of 3,000 damaged exts is read or is null, and none throws', () => {
  const random = seeded(32);
  const whole = new TextEncoder().encode(JSON.stringify(EXT));
  for (let round = 0; round < rounds(3_000); round++) {
    const text = new TextDecoder().decode(random.flip(whole.subarray(0, random.int(3) === 0 ? random.int(whole.length) : whole.length)));
    const read = readExtension(random.int(2) === 0 ? text : encodeURIComponent(text));
    if (read !== null) expect(Object.keys(read).length).toBe(16);
  }
});

test('S20 an unreadable ext is reported each time it is received', () => {
  for (let time = 0; time < 3; time++) expect(takeExtension({ ext: '%E0%A4%A', userExt: null })).toBe(false);
});

test('P11 a mount with a status other than 1 is owned and not in use; without a status it is in use', () => {
  const mountOf = (mount: object) => readExtension(JSON.stringify({ usingMount: { id: 3, n: '马', ...mount } }))?.usingMount ?? null;
  for (const used of [{}, { s: 1 }, { s: '1' }]) expect(mountOf(used)).toMatchObject({ id: 3, n: '马' });
  for (const unused of [{ s: 0 }, { s: 2 }, { s: '0' }]) expect(mountOf(unused)).toBeNull();
});
