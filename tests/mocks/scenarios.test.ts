import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, afterEach, vi } from 'vitest';
import { readFaults } from '../../mocks/backend/faults.ts';
import { GALLERY_FEATURES, statesOf } from '../../mocks/gallery/features.ts';
import { readLocalJson, writeLocalJson } from '../../mocks/local-json.ts';
import { fixtureAt } from '../../mocks/origin/files.ts';
import type { HttpExchange } from '../../mocks/recordings/recording.ts';
import { answerHttp, expand } from '../../mocks/recordings/replay.ts';
import { sessionLog } from '../../mocks/recordings/session-log.ts';
import { addressOf, SCENARIO_NAMES, scenarioOf, SEED } from '../../mocks/scenarios.ts';
import { MOCK_RIVAL, MOCK_STAR } from '../../mocks/sessions/session.ts';
import { SESSIONS } from '../../mocks/sessions/sessions.ts';
import { unwrapCallback } from '../../src/core/room/feature/callback-text.ts';
import { IMAGE_SIZES, sizedImage } from '../../src/core/room/layout/image-sizes.ts';
import { decodeAddresses, decodeLiveInfo } from '../../src/core/room/start/live-info.ts';
import { decodeAd } from '../../src/features/ad/rules-before-live.ts';
import { readPush } from '../../src/wire/all-families.ts';
import { readEnvelope, readFrame } from '../../src/wire/frame.ts';
import { ROWS } from '../../src/wire/registry.ts';
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
    'WIRE_TOO_LONG',
  ]) {
    expect(results, code).toContain(code);
  }
});

test.each(GALLERY_FEATURES)('S37 the gallery finds the states of %s', async (name) => {
  const states = await statesOf(name);
  expect(states.length).toBeGreaterThan(0);
  expect(new Set(states.map(({ label }) => label)).size).toBe(states.length);
});

/** Sessions that answer calls of the page itself. */
const OF_THE_PAGE = ['follow'];

test('S37 every feature with a scripted session is in the gallery', () => {
  const features = SESSIONS.map(({ feature }) => feature).filter((feature) => !OF_THE_PAGE.includes(feature));
  expect(GALLERY_FEATURES).toEqual([...new Set(features)]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a stored value returns; text that is not JSON, or nothing, is null', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  writeLocalJson('followers', [1, 2]);
  expect(readLocalJson('followers')).toEqual([1, 2]);
  writeLocalJson('followers', null);
  expect(readLocalJson('followers')).toBeNull();
  stored.set('followers', '[1');
  expect(readLocalJson('followers')).toBeNull();
});

test('P13 storage that throws counts as empty, and a write is reported', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('localStorage', undefined);
  writeLocalJson('followers', [1]);
  expect(readLocalJson('followers')).toBeNull();
  expect(warn).toHaveBeenCalledWith('STORAGE_UNAVAILABLE', expect.anything());
});

const FOLDER = join(import.meta.dirname, '../../fixtures');

test('S36 the offline room serves each picture of each path set in every size, and no file outside of the fixtures', () => {
  const plain = join(FOLDER, 'images/avatar-3.jpg');
  for (const { path, sizes } of Object.values(IMAGE_SIZES)) {
    for (const size of sizes) expect(fixtureAt(FOLDER, `/images${path}avatar-3_${size}x${size}.jpg`)).toBe(plain);
    expect(fixtureAt(FOLDER, `/images${path}avatar-3.jpg`)).toBe(plain);
  }
  expect(fixtureAt(FOLDER, '/images/avatar-3.jpg')).toBe(plain);
  expect(fixtureAt(FOLDER, '/images/userlogo/../../../package_45x45.json')).toBeNull();
  expect(fixtureAt(FOLDER, '/images/userlogo/none_45x45.jpg')).toBeNull();
});

test('S36 the stars of the mock have portraits in several sizes', () => {
  for (const { userLogo } of [MOCK_STAR, MOCK_RIVAL]) {
    const { src } = sizedImage(userLogo, 34);
    expect(src).toMatch(/_45x45\.jpg$/);
    expect(fixtureAt(FOLDER, src.replace('/fixtures', ''))).not.toBeNull();
  }
});
