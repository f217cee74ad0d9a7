import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFaults } from '../../mocks/backend/faults.ts';
import { fixtureAt } from '../../mocks/origin/files.ts';
import type { HttpExchange } from '../../mocks/recordings/recording.ts';
import { answerHttp, expand } from '../../mocks/recordings/replay.ts';
import { sessionLog } from '../../mocks/recordings/session-log.ts';
import { addressOf, isScenarioName, ROOMS, SCENARIO_NAMES, scenarioOf, SCENARIOS, SEED } from '../../mocks/scenarios.ts';
import { unwrapCallback } from '../../src/core/room/feature/callback-text.ts';
import { decodeAd, decodeAddresses, decodeLiveInfo } from '../../src/core/room/start/live-info.ts';
import { readDispatch } from '../../src/workers/socket/dispatch.ts';
import { readPush } from '../../src/wire/read-push.ts';
import { readEnvelope } from '../../src/wire/envelope.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { ROWS } from '../../src/wire/registry.ts';
import { http, socketLog, value } from './fixture-files.ts';

const PLACES = { origin: 'http://127.0.0.1:1', scenario: '', isLoggedIn: true, nowS: 1_800_000_000 };
const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
/** As the servers of the offline room answer: each size of a picture is the same file. */
const exists = (path: string): boolean => fixtureAt(FIXTURES, `/${path}`) !== null;

test.each(SCENARIO_NAMES)('scenario %s: its recordings exist and its faults are well formed', (name) => {
  const scenario = SCENARIOS[name];
  expect(scenario.about.en).not.toBe('');
  expect(scenario.about['zh-CN']).toMatch(/\p{Script=Han}/u);
  for (const recording of scenario.http) expect(http(recording).exchanges.length).toBeGreaterThan(0);
  expect((sessionLog(scenario.chat) ?? socketLog(scenario.chat)).records.length).toBeGreaterThan(0);
  expect(value(readFaults(JSON.stringify(scenario.faults)))).toEqual(scenario.faults);
  expect(new URL(addressOf(name), 'http://x').searchParams.get('scenario')).toBe(name);
});

test('there are at least twelve scenarios; an unknown name plays the normal one', () => {
  expect(SCENARIO_NAMES.length).toBeGreaterThanOrEqual(12);
  expect(scenarioOf('no-such')).toBe(SCENARIOS.normal);
  for (const name of ['__proto__', 'constructor', 'toString', '']) expect(isScenarioName(name)).toBe(false);
});

const recordings = [...new Set(['rooms', ...SCENARIO_NAMES.flatMap((name) => SCENARIOS[name].http)])];
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

test('every room of the start page has live info and addresses', () => {
  const paths = http('rooms').exchanges.map((exchange) => exchange.request.path);
  for (const { path } of ROOMS) {
    const id = /\/(\d+)/.exec(path)?.[1];
    expect(paths).toContain(`{live}/room/${id}/info`);
    expect(paths).toContain(`{live}/room/${id}/addresses`);
  }
});

test('S9 the recording of all pushes contains each message once, readable', () => {
  const ids = socketLog('all-pushes').records.map((record) => {
    const frame = value(readFrame(record.bytes));
    expect(readPush(frame.command, value(readEnvelope(frame.payload))), String(frame.command)).toMatchObject({ ok: true });
    return frame.command;
  });
  expect(ids.toSorted()).toEqual(
    ROWS.map((row) => row.id)
      .filter((id) => ![202, 211, 901].includes(id))
      .toSorted(),
  );
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
  for (const code of [
    'fine',
    'WIRE_TOO_SHORT',
    'WIRE_BAD_MARKER',
    'WIRE_BAD_CHECKSUM',
    'WIRE_UNKNOWN_MESSAGE',
    'WIRE_BAD_PROTOBUF',
    'WIRE_BAD_JSON',
    'WIRE_INFLATED_TOO_LONG',
    'WIRE_BAD_FIELDS',
  ]) {
    expect(results, code).toContain(code);
  }
});
