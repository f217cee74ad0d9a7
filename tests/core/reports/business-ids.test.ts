import { expect, test } from 'vitest';
import {
  ACTIVITY_KEYS,
  activityPage,
  BIZ_CONFIG,
  businessIdOf,
  CLUB_PAGE,
  DEFAULT_BUSINESS_IDS,
  MINI_APP_PAGES,
  pageKey,
  readBizConfig,
} from '../../../src/core/reports/business-ids.ts';

const SHAKE = `https://games.test/${activityPage('shake')}?a=1#b`;

test('S32 biz_config contains a map of page to id; bad entries are skipped, and a code other than 0 is a refusal', () => {
  const read = readBizConfig({ code: 0, data: { 'a/b.html': 'x', '/c.html?d': 7, e: '', f: null, ['g'.repeat(999)]: 'h' } });
  expect(read).toMatchObject({ ok: true, value: { skipped: 3 } });
  expect(read.ok && [...read.value.ids]).toEqual([
    ['a/b.html', 'x'],
    ['c.html', '7'],
  ]);
  for (const bad of [null, [], 7, {}, { code: 1, data: {} }, { code: 0 }, { code: 0, data: [] }, { code: 0, data: 'x' }])
    expect(readBizConfig(bad).ok).toBe(false);
  const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`p${i}`, 'b']));
  const large = readBizConfig({ code: 0, data: many });
  expect(large.ok && large.value.ids.size).toBe(BIZ_CONFIG.maxPages);
});

test('S31 S32 the default map contains the eleven activities, the mini-app pages and the club page', () => {
  expect(ACTIVITY_KEYS).toHaveLength(11);
  for (const key of ACTIVITY_KEYS) expect(DEFAULT_BUSINESS_IDS.get(activityPage(key))).toBe(key);
  for (const page of [...MINI_APP_PAGES, CLUB_PAGE]) expect(DEFAULT_BUSINESS_IDS.has(page)).toBe(true);
  expect([SHAKE, '/activity/shake/index.html', 'activity/shake/index.html'].map(pageKey)).toEqual(Array(3).fill(activityPage('shake')));
});

test('S32 a mapped path matches below a folder of the deployment, but not as a part of a name', () => {
  for (const page of ['activity/shake/index.html', 'frames/activity/shake/index.html', 'a/b/c/activity/shake/index.html'])
    expect(businessIdOf(DEFAULT_BUSINESS_IDS, page)).toBe('shake');
  for (const page of ['xactivity/shake/index.html', 'activity/shake/', '', '/'.repeat(99)])
    expect(businessIdOf(DEFAULT_BUSINESS_IDS, page)).toBeNull();
});

test('S32 an answer without a map is refused, and the error names the fault', () => {
  const detail = (body: unknown): unknown => {
    const read = readBizConfig(body);
    return read.ok ? 'taken' : [read.error.code, read.error.detail];
  };
  for (const body of [null, 7, {}, []]) expect(detail(body)).toEqual(['HTTP_BAD_BODY', 'biz_config: no code']);
  expect(detail({ code: 'x'.repeat(40) })).toEqual(['HTTP_BAD_BODY', `biz_config: code ${'x'.repeat(32)}`]);
  for (const data of [undefined, null, 7, []]) expect(detail({ code: 0, data })).toEqual(['HTTP_BAD_BODY', 'biz_config: no map']);
  expect(detail({ code: 0 })).toEqual(['HTTP_BAD_BODY', 'biz_config: no map']);
});

test('S32 an id and a page at their limits are taken, longer and empty ones are skipped', () => {
  const idsOf = (data: object): unknown => {
    const read = readBizConfig({ code: 0, data });
    return read.ok ? [[...read.value.ids], read.value.skipped] : read.error;
  };
  const [page, id] = ['p'.repeat(256), 'i'.repeat(64)];
  expect(idsOf({ [page]: id, [`${page}p`]: 'a', b: `${id}i`, c: '', '/': 'd', e: true })).toEqual([[[page, id]], 5]);
  const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, 'b']));
  const skippedOf = (count: number): number | null => {
    const read = readBizConfig({ code: 0, data: many(count) });
    return read.ok ? read.value.skipped : null;
  };
  expect([skippedOf(500), skippedOf(503)]).toEqual([0, 3]);
});

test.each([
  ['https://host/a/b.html?x#y', 'a/b.html'],
  ['HTTPS://host:8443/a', 'a'],
  ['web+x-1.0://host/a', 'a'],
  ['/a/http://host/b', 'a/http://host/b'],
  ['1http://host/a', '1http://host/a'],
  ['a?b\nc', 'a'],
  ['a#b?c', 'a'],
  ['https://host', ''],
  [`/${'a'.repeat(3_000)}`, 'a'.repeat(2_047)],
])('S32 the page of %j', (url, page) => {
  expect(pageKey(url)).toBe(page);
});

test('S32 a page below eight folders is mapped, one below nine is not', () => {
  const ids = new Map([['p.html', 'p']]);
  expect([8, 9].map((folders) => businessIdOf(ids, `${'f/'.repeat(folders)}p.html`))).toEqual(['p', null]);
});

test('S31 S32 the pages of the default map have the ids of the specification', () => {
  expect(BIZ_CONFIG).toEqual({ maxPages: 500, maxPageChars: 256, maxIdChars: 64 });
  expect([...DEFAULT_BUSINESS_IDS].slice(ACTIVITY_KEYS.length)).toEqual([
    ['cterm/miniapp/iframe/m/views/index.html', 'miniapp'],
    ['cterm/miniapp/iframe/m/views/streamer_pc.html', 'miniapp'],
    ['cterm/starvip/pc/views/index.html', 'starvip'],
  ]);
  expect(ACTIVITY_KEYS).toEqual([
    'sunshineFarm',
    'sunshineFarmV2',
    'MysteriousGiftBag',
    'FlippedShooter',
    'TowerDefense',
    'shake',
    'HappyNewYear',
    'NewXunBaoGame',
    'Archeological',
    'GiftBagCome',
    'WarPeak',
  ]);
  expect(activityPage('shake')).toBe('activity/shake/index.html');
});
