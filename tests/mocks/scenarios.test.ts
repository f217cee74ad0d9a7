import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFaults } from '../../mocks/backend/faults.ts';
import { PLAYED_FEATURES } from '../feature-states.ts';
import { fixtureAt } from '../../mocks/origin/files.ts';
import type { HttpExchange } from '../../mocks/recordings/recording.ts';
import { answerHttp, expand } from '../../mocks/recordings/replay.ts';
import { sessionLog } from '../../mocks/recordings/session-log.ts';
import { addressOf, SCENARIO_NAMES, scenarioOf, SEED } from '../../mocks/scenarios.ts';
import { SESSIONS } from '../../mocks/sessions/sessions.ts';
import { unwrapCallback } from '../../src/core/room/feature/callback-text.ts';
import { decodeAddresses, decodeLiveInfo } from '../../src/core/room/start/live-info.ts';
import { decodeAd } from '../../src/features/ad/rules-before-live.ts';
import { readPush } from '../../src/wire/all-families.ts';
import { readEnvelope, readFrame } from '../../src/wire/frame.ts';
import { readDispatch } from '../../src/workers/socket/dispatch.ts';
import { http, socketLog, value } from './fixture-files.ts';

const PLACES = { origin: 'http://127.0.0.1:1', scenario: '', isLoggedIn: true, nowS: 1_800_000_000 };
const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
/** As the servers of the offline room answer: each size of a picture is the same file. */
const exists = (path: string): boolean => fixtureAt(FIXTURES, `/${path}`) !== null;

test.each(SCENARIO_NAMES)('scenario %s: its recordings exist and its faults are well formed', (name) => {
  const scenario = scenarioOf(name);
  expect(scenario.about.en).not.toBe('');
  expect(scenario.about['zh-CN']).toMatch(/\p{Script=Han}/u);
  for (const recording of scenario.http) expect(http(recording).exchanges.length).toBeGreaterThan(0);
  expect((sessionLog(scenario.chat) ?? socketLog(scenario.chat)).records.length).toBeGreaterThan(0);
  expect(value(readFaults(JSON.stringify(scenario.faults)))).toEqual(scenario.faults);
  expect(new URL(addressOf(name), 'http://x').searchParams.get('scenario')).toBe(name);
});

const recordings = [...new Set(['rooms', ...SCENARIO_NAMES.flatMap((name) => scenarioOf(name).http)])];
const exchangesOf = (name: string): readonly { exchange: HttpExchange; body: unknown }[] =>
  http(name).exchanges.map((exchange) => ({ exchange, body: expand(exchange.response.body, PLACES) }));

test.each(recordings)('P6 P21 recording %s: live info and addresses are read without problems, and every stream in them exists', (name) => {
  for (const { exchange, body } of exchangesOf(name)) {
    const { path } = exchange.request;
    if (exchange.response.status !== 200) continue;
    const read = path.endsWith('/info') ? decodeLiveInfo(body) : path.endsWith('/addresses') ? decodeAddresses(body) : null;
    if (read) expect(read.ok && read.value.problems, path).toEqual([]);
    const text = JSON.stringify(body);
    for (const [, stream] of text.matchAll(/http:\/\/127\.0\.0\.1:1\/live\/([\w-]+)\.flv/g))
      if (!stream!.startsWith('answers-')) expect(exists(`streams/${stream}.flv`), stream).toBe(true);
    for (const [, file] of text.matchAll(/127\.0\.0\.1:1\/fixtures\/([\w/.-]+)/g)) expect(exists(file!), file).toBe(true);
  }
});

test('P8 S1 the room can read the advertisement and the socket addresses', () => {
  const ad = exchangesOf('ad')[0]!;
  expect(value(decodeAd(ad.body))).toMatchObject({ value: { adSwitch: 1, durationS: 5 }, problems: [] });
  const path = '{backup}/socket_scheduler/pc/binary/v1/address.jsonp';
  const answer = answerHttp(
    [http('rooms')],
    { method: 'GET', path, query: { jsonpcallback: 'x' } },
    new Map(),
    { ...PLACES, scenario: 'radio' },
    [],
    SEED,
  );
  const body = unwrapCallback(answer.name === 'answer' ? answer.body : '');
  const { answer: read, dropped } = value(readDispatch(value(body), 'guest'));
  expect(dropped).toBe(0);
  expect(read).toMatchObject({
    code: 0,
    type: 'login',
    addresses: [{ host: '127.0.0.1:1/chat/radio', protocol: 'ws' }, { host: '127.0.0.1:1/chat/radio/2' }],
  });
});

test('S3 S8 the hostile recording contains both valid and invalid frames', () => {
  const results = socketLog('chat-hostile')
    .records.filter((record) => record.form === 'binary')
    .map((record) => {
      const frame = readFrame(record.bytes);
      if (!frame.ok) return frame.error.code;
      const envelope = readEnvelope(frame.value.payload);
      if (!envelope.ok) return envelope.error.code;
      const content = readPush(frame.value.command, envelope.value);
      return content.ok ? 'fine' : content.error.code;
    });
  const wrong = ['TOO_SHORT', 'BAD_MARKER', 'BAD_CHECKSUM', 'UNKNOWN_MESSAGE', 'BAD_PROTOBUF', 'BAD_JSON', 'TOO_LONG'];
  expect(results).toEqual(expect.arrayContaining(['fine', ...wrong.map((what) => `WIRE_${what}`)]));
});

/** Sessions that answer calls of the page itself. */
const OF_THE_PAGE = ['follow'];

test('S37 every feature with a scripted session is in the gallery', () => {
  const features = SESSIONS.map(({ feature }) => feature).filter((feature) => !OF_THE_PAGE.includes(feature));
  expect(PLAYED_FEATURES).toEqual([...new Set(features)]);
});
