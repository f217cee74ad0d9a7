import { expect, test } from 'vitest';
import { sharedNumber } from '../../../src/core/feature.ts';
import { manifest } from '../../../src/features/singer/feature.ts';
import { loadAllFeatures, openedRoom } from '../../workers/room/harness.ts';
import { readDuration } from '../../../src/features/singer/room.ts';

const DEFAULT_SINGER_S = 90;

test('S36 the singer’s duration is that of the answer, 90 s without one', () => {
  expect(DEFAULT_SINGER_S).toBe(90);
  expect(readDuration({ code: 0, data: { duration: 120 } })).toEqual({ ok: true, value: 120 });
  expect(readDuration({ code: 0, data: {} })).toEqual({ ok: true, value: 90 });
  for (const data of [undefined, null, { duration: null }]) expect(readDuration({ code: 0, data })).toEqual({ ok: true, value: 90 });
  expect(readDuration({ code: 0, data: { duration: 3_600 } })).toEqual({ ok: true, value: 3_600 });
});

test('S36 a refusal and bad values are reported', () => {
  for (const bad of [
    null,
    'x',
    {},
    { code: 1, data: { duration: 5 } },
    { code: 0, data: { duration: 'x' } },
    { code: 0, data: { duration: -1 } },
    { code: 0, data: { duration: 1e9 } },
  ])
    expect(readDuration(bad)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});

test('S36 the answer reaches the page, where the list of songs shows it; a refusal gives 90 s', async () => {
  await loadAllFeatures();
  for (const [path, platform, answer, seconds] of [
    ['/live/1001', '7', { code: 0, data: { duration: 120 } }, 120],
    ['/live/e/1001', '8', { code: 1 }, 90],
  ] as const) {
    const room = await openedRoom({ path, answers: { '/rankStatisticInfo': answer } }, 0);
    await room.settle(100);
    expect(sharedNumber('turnS', room.view().features['singer'])).toBe(seconds);
    expect(room.askedFor('/rankStatisticInfo')[0]?.url.searchParams.get('platform')).toBe(platform);
    const isReported = room.reported('failure').some(({ detail }) => detail === 'singer: no answer');
    expect(isReported).toBe(seconds === 90);
  }
});

test('S36 the list of songs shows the length of a turn only while the singer’s feature shows one', () => {
  expect(manifest.shares).toEqual(['turnS']);
  const shown = (view: unknown) => sharedNumber('turnS', { name: 'shown', view });
  expect(shown({ turnS: 90 })).toBe(90);
  for (const view of [null, 'turnS', {}, { turnS: '90' }]) expect(shown(view)).toBeNull();
  expect(sharedNumber('turnS', undefined)).toBeNull();
  expect(sharedNumber('turnS', { name: 'off', why: 'failed while running' })).toBeNull();
});
