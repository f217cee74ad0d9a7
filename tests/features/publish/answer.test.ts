import { expect, test } from 'vitest';
import { decodeEnded, decodeGrant, decodeOnAir } from '../../../src/features/publish/rules-answer.ts';

const DATA = { session: 's1', url: 'https://x.test/rtc/whip/1006', provider: 5, since: 1_700_000_000 };

test.each([
  [{ code: 0 }, null],
  [{ code: 1_100_009, msg: '开播失败' }, '开播失败'],
  [{ code: 5 }, '5'],
  [{ code: '0' }, '0'],
  [{ code: 5, msg: { a: 1 } }, '5'],
  [{ msg: 'x'.repeat(1_000) }, 'undefined'],
])('P31 only an answer with the code 0 confirms the end of a broadcast: %j', (body, detail) => {
  expect(decodeEnded(body)).toMatchObject(detail === null ? { ok: true } : { ok: false, error: { code: 'PUBLISH_REFUSED', detail } });
});

test('P31 a grant contains address, protocol and start time', () => {
  expect(decodeGrant({ code: 0, data: DATA })).toEqual({
    ok: true,
    value: { name: 'granted', session: 's1', url: DATA.url, providerId: 5, sinceMs: 1_700_000_000_000 },
  });
  expect(decodeGrant({ code: 0, data: { ...DATA, url: 'webrtc://x.test/live/1006', provider: 16, since: 'yesterday' } })).toMatchObject({
    value: { providerId: 16, sinceMs: 0 },
  });
  expect(decodeGrant({ code: 1_100_010, data: { since: 1_700_000_000 } })).toEqual({
    ok: true,
    value: { name: 'elsewhere', sinceMs: 1_700_000_000_000 },
  });
  expect(decodeGrant({ code: 7, msg: 'later' })).toEqual({ ok: false, error: { code: 'PUBLISH_REFUSED', detail: 'later' } });
});

test.each([
  {},
  { ...DATA, session: '' },
  { ...DATA, session: 'x'.repeat(1_000) },
  { ...DATA, url: 'javascript:alert(1)' },
  { ...DATA, url: 'https://x.test/a b' },
  { ...DATA, url: '/relative' },
  { ...DATA, url: 7 },
  { ...DATA, provider: 6 },
  { ...DATA, provider: '5' },
])('P31 a grant with %j is not used', (data) => {
  expect(decodeGrant({ code: 0, data })).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});

test('P31 the query returns whether the room is on the air, and since when', () => {
  expect(decodeOnAir({ code: 0, data: { on: 1, since: 1_700_000_000 } })).toEqual({
    ok: true,
    value: { isOn: true, sinceMs: 1_700_000_000_000 },
  });
  expect(decodeOnAir({ code: 0, data: { on: 0, since: 5 } })).toEqual({ ok: true, value: { isOn: false, sinceMs: 0 } });
  for (const data of [null, {}, { on: '1' }, { on: true }]) expect(decodeOnAir({ code: 0, data })).toMatchObject({ ok: false });
});

test('P31 an answer that is not an object is refused', () => {
  for (const body of [null, 1, 'x', []])
    for (const decode of [decodeEnded, decodeGrant, decodeOnAir])
      expect(decode(body)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});
