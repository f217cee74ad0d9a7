import { expect, test } from 'vitest';
import { DEFAULT_SINGER_S, readDuration, SINGER } from '../../../src/features/singer/rules.ts';

test('S36 the singer’s duration is that of the answer, 90 s without one', () => {
  expect(DEFAULT_SINGER_S).toBe(90);
  expect(readDuration({ code: 0, data: { duration: 120 } })).toEqual({ ok: true, value: 120 });
  expect(readDuration({ code: 0, data: {} })).toEqual({ ok: true, value: 90 });
  expect(readDuration({ code: 0 })).toEqual({ ok: true, value: 90 });
});

test('S36 a refusal and bad values are named', () => {
  for (const bad of [
    null,
    'x',
    {},
    { code: 1, data: { duration: 5 } },
    { code: 0, data: { duration: '5' } },
    { code: 0, data: { duration: -1 } },
    { code: 0, data: { duration: 1e9 } },
  ])
    expect(readDuration(bad)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});

test('S36 it asks once and keeps the answer', () => {
  const [asked, effect] = SINGER.step(SINGER.initial, { type: 'ask' }, 0, null);
  expect(effect).toEqual({ do: 'fetch' });
  expect(SINGER.step(asked, { type: 'answer', durationS: 120 }, 1, null)).toEqual([{ at: 'known', durationS: 120 }]);
});
