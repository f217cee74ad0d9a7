/** Compares the contract with the code: the room's calls, and the readers of their answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test, vi } from 'vitest';
import { SESSIONS } from '../../mocks/sessions/sessions.ts';
import { createSessionHost } from '../../mocks/sessions/session-host.ts';
import { SESSION_CODE } from '../../mocks/sessions/session.ts';
import { problemsOf, REPORT_SCHEMAS } from '../../mocks/backend/report-schema.ts';
import { ASYNCAPI, contract, fieldsOf, OPENAPI, sampleOf } from '../../scripts/api/contract.ts';
import { freshText } from '../../scripts/api/generate.ts';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';
import { ROOT } from '../../scripts/lib/tool.ts';
import type { FeatureManifest } from '../../src/core/feature.ts';
import { FEATURES } from '../../src/features/index.ts';
import { PLAYER_CONSTANTS } from '../../src/player/rules/constants.ts';
import { readMonitorConfig } from '../../src/core/reports/ajax-monitor.ts';
import { readBizConfig } from '../../src/core/reports/business-ids.ts';
import { ENDPOINTS, requestOf, type Endpoint } from '../../src/core/reports/beacons.ts';
import type { Result } from '../../src/core/errors.ts';
import { decodeAd } from '../../src/features/ad/rules-before-live.ts';
import { decodeAddresses, decodeLiveInfo } from '../../src/core/room/start/live-info.ts';
import { decodeClientVersion } from '../../src/workers/room/clients/calls.ts';
import { decodeLeadInList } from '../../src/features/lead-in/rules-before-live.ts';
import { decodeRemoteConfig } from '../../src/core/room/start/early-start.ts';
import { readFeatureAnswer } from '../../src/core/room/feature/feature-dialog.ts';
import { decodeRoomList } from '../../src/core/room/room-list.ts';
import { readSwitches } from '../../src/core/room/people/fandom-switches.ts';
import { readClub } from '../../src/features/fan-club/room.ts';
import { readCatalogue, readWallet, readSendAnswer } from '../../src/features/gifts/rules-shop.ts';
import { readCodeSent, readOptions, readQr, readQrState, readSignedIn } from '../../src/features/login/room.ts';
import { decodeEnded, decodeGrant, decodeOnAir } from '../../src/features/publish/room.ts';
import { readDuration } from '../../src/features/singer/room.ts';
import { crc32 } from '../../src/wire/frame.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';
import { loginOf, samplesOf, visitOf } from '../wires/acting.ts';
import { wiresOf } from '../wires/chosen.ts';
import { capturedCalls } from './captured-calls.ts';
import { documentedFields, readFields, variantsOf } from './edges.ts';

const api = contract();
const captured = await capturedCalls();
const answerOf = (id: string): string => api.operation(id).answers[0]!.pointer!;

test('the generated parts of the contract are fresh (npm run readme -- api)', async () => {
  for (const path of [OPENAPI, ASYNCAPI]) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    expect((await freshText(path, text)) === text, `${path} is stale: npm run readme -- api`).toBe(true);
  }
});

test('no text of the contract is cut at a comma, which would turn the rest into a key without a value', () => {
  const cut: string[] = [];
  const visit = (value: unknown, at: string): void => {
    for (const [key, inner] of typeof value === 'object' && value !== null ? Object.entries(value) : []) {
      if (inner === null || /\s/.test(key)) cut.push(`${at}: ${key}`);
      visit(inner, `${at}/${key}`);
    }
  };
  visit(api.openapi, OPENAPI);
  visit(api.asyncapi, ASYNCAPI);
  expect(cut).toEqual([]);
});

const star = { userId: 5, kgId: 5, name: '星' };
/** Reader of each answer in the code. `isStrict`: it also reports every bad field; others drop bad rows silently. */
const READERS: readonly {
  readonly id: string;
  readonly read: (body: unknown) => Result<unknown>;
  readonly isStrict?: boolean;
  /** Documented fields that the room does not read. */
  readonly unread?: readonly string[];
}[] = [
  { id: 'rooms', read: decodeRoomList, unread: ['code'] },
  { id: 'liveInfo', read: decodeLiveInfo, isStrict: true },
  { id: 'addresses', read: decodeAddresses, isStrict: true, unread: ['responseMsg'] },
  { id: 'onAir', read: (body) => codeZero(body, decodeOnAir) },
  { id: 'ad', read: decodeAd, isStrict: true, unread: ['code'] },
  { id: 'leadIn', read: (body) => (fieldsOf(body)['code'] === 0 ? decodeLeadInList(body) : { ok: true, value: null }), unread: [] },
  { id: 'giftList', read: (body) => codeZero(body, (one) => readCatalogue(one, star)), unread: ['msg'] },
  { id: 'loginOptions', read: (body) => unwrapped(body, readOptions), unread: ['msg'] },
  { id: 'loginCode', read: (body) => unwrapped(body, readCodeSent), unread: ['msg'] },
  { id: 'loginSignIn', read: (body) => unwrapped(body, readSignedIn), unread: ['msg'] },
  { id: 'loginQr', read: (body) => unwrapped(body, readQr), unread: ['msg'] },
  { id: 'loginQrState', read: (body) => unwrapped(body, readQrState), unread: ['msg'] },
  { id: 'giftWallet', read: (body) => codeZero(body, readWallet), unread: ['msg'] },
  { id: 'giftSend', read: (body) => codeZero(body, readSendAnswer), unread: ['msg'] },
  { id: 'fanClubSwitches', read: readSwitches },
  { id: 'fanClub', read: (body) => codeZero(body, readClub), unread: ['msg'] },
  { id: 'singer', read: readDuration },
  { id: 'businessIds', read: readBizConfig },
  { id: 'monitor', read: readMonitorConfig },
];
/** An answer of the login service, whose refusals are values. */
const unwrapped = (body: unknown, read: (body: unknown) => Result<{ readonly ok: boolean; readonly value?: unknown }>): Result<unknown> => {
  const answer = read(body);
  return answer.ok ? { ok: true, value: answer.value.value ?? null } : answer;
};

/** A code other than 0 is a refusal, whose data are ignored. */
const codeZero = (body: unknown, read: (body: unknown) => Result<unknown>): Result<unknown> =>
  fieldsOf(body)['code'] === 0 ? read(body) : { ok: true, value: null };

const problemsIn = (result: Result<unknown>): readonly string[] => {
  if (!result.ok) return [result.error.detail];
  const { problems, skipped } = fieldsOf(result.value);
  return [
    ...(Array.isArray(problems) ? (problems as string[]) : []),
    ...(typeof skipped === 'number' && skipped > 0 ? [`left out: ${skipped}`] : []),
  ];
};

describe('the readers of the answers', () => {
  test.each(READERS)('of $id accept every value that the contract allows', ({ id, read }) => {
    const pointer = answerOf(id);
    const variants = variantsOf(api.schemaAt(pointer));
    const allowed = variants.filter(({ value }) => api.problems(pointer, value).length === 0);
    expect(allowed.length).toBeGreaterThan(variants.length / 10);
    const refused = allowed.flatMap(({ name, value }) => problemsIn(read(value)).map((problem) => `${name}: ${problem}`));
    expect(refused).toEqual([]);
  });

  test.each(READERS.filter(({ isStrict }) => isStrict))(
    'of $id report every value that the contract forbids',
    ({ id, read, unread = [] }) => {
      const pointer = answerOf(id);
      const isRead = (name: string): boolean => !unread.some((field) => name.startsWith(`.${field} `));
      const forbidden = variantsOf(api.schemaAt(pointer)).filter(
        ({ name, value }) => isRead(name) && api.problems(pointer, value).length > 0,
      );
      expect(forbidden.length).toBeGreaterThan(2);
      expect(forbidden.filter(({ value }) => problemsIn(read(value)).length === 0).map(({ name }) => name)).toEqual([]);
    },
  );

  test.each(READERS.filter(({ id }) => id !== 'businessIds'))(
    'of $id read exactly the fields of the contract',
    ({ id, read, unread = [] }) => {
      const schema = api.schemaAt(answerOf(id));
      const asked = variantsOf(schema).flatMap(({ value }) => {
        const body = fieldsOf(value);
        const accepted = { ...body, ...('responseCode' in body && { responseCode: 0 }), ...('code' in body && { code: 0 }) };
        return readFields(accepted, read);
      });
      const named = new Set(documentedFields(schema).filter((name) => !unread.includes(name)));
      expect([...new Set(asked)].toSorted()).toEqual([...named].toSorted());
    },
  );

  test('of a broadcast accept a grant, a refusal and the end', () => {
    const pointer = answerOf('publish');
    const grant = { code: 0, data: { session: 's', url: 'https://a.example/whip', provider: 5, since: 1 } };
    const elsewhere = { code: 1_100_010, msg: 'x', data: { since: 1 } };
    for (const body of [grant, elsewhere, { code: 1, msg: 'x' }, { code: 0 }]) expect(api.problems(pointer, body)).toEqual([]);
    expect([decodeGrant(grant).ok, decodeGrant(elsewhere).ok, decodeEnded({ code: 0 }).ok, decodeGrant({ code: 1 }).ok]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    for (const field of ['session', 'url', 'provider'] as const) {
      const bad = { ...grant, data: { ...grant.data, [field]: '' } };
      expect([api.problems(pointer, bad).length > 0, decodeGrant(bad).ok], field).toEqual([true, false]);
    }
  });

  test('of the installer accept status 1 with an address, and a refusal', () => {
    const pointer = answerOf('clientVersion');
    for (const body of [
      { status: 1, data: { url: 'https://a.example/x' } },
      { status: 0, errorcode: 7 },
    ])
      expect(api.problems(pointer, body)).toEqual([]);
    expect(decodeClientVersion({ status: 1, data: { url: 'https://a.example/x' } }).ok).toBe(true);
    expect(api.problems(pointer, { status: 1, data: { url: 'javascript:x' } })).not.toEqual([]);
    expect(decodeClientVersion({ status: 1, data: { url: 'javascript:x' } }).ok).toBe(false);
  });

  test('of a feature accept its codes', () => {
    expect(readFeatureAnswer({ code: 0 }).ok).toBe(true);
    expect(api.problems(answerOf('feature'), { code: 0, data: {} })).toEqual([]);
    expect(api.problems(answerOf('feature'), { code: '0' })).not.toEqual([]);
    const codes = api.operation('feature').codes.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(Object.values(SESSION_CODE)));
  });

  test('of the remote config: the contract contains every configurable number and every other key that the room reads', () => {
    const tunable = Object.entries(PLAYER_CONSTANTS).filter(([, row]) => row.remote);
    const others = repositoryFiles()
      .filter((path) => /^src\/(core|features|workers)\/.*\.ts$/.test(path))
      .flatMap((path) => [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bconfig[([]'(\w+)'[)\]]/g)].map(([, name = '']) => name));
    expect(others).toEqual(expect.arrayContaining(['featuresOff', 'leadIn']));
    const documented = fieldsOf(api.schemaAt('/components/schemas/Config')['properties']);
    expect(Object.keys(documented)).toEqual(expect.arrayContaining([...tunable.map(([name]) => name), ...others]));
    expect(decodeRemoteConfig({ code: 0, data: sampleOf(api.schemaAt('/components/schemas/Config')) }).ok).toBe(true);
  });
});

describe('the calls of the room', () => {
  const calls = captured;

  test('send cookies and JSON as the table of CORS headers in docs/deploy.md says', () => {
    const documented = api.operations.filter(({ limits }) => limits !== null);
    const sendCookies = documented.filter(({ limits }) => limits?.cookies === 'include').map(({ id }) => id);
    const ofSecure = documented.filter(({ path }) => path.startsWith('/secure/')).map(({ id }) => id);
    expect(sendCookies.toSorted()).toEqual([...ofSecure, 'leadIn', 'dispatch'].toSorted());
    const sendJson = api.operations.filter(({ body }) => body?.type === 'application/json').map(({ id }) => id);
    const ofFanClub = ofSecure.filter((id) => id.startsWith('fanClub'));
    const ofLogin = ofSecure.filter((id) => id.startsWith('login'));
    expect(sendJson.toSorted()).toEqual(['publish', 'feature', 'giftSend', ...ofFanClub, ...ofLogin].toSorted());
  });

  test.each(calls.map((call) => [call.operation, call] as const))(
    '%s matches the contract',
    (_name, { method, url, timeoutMs, maxBytes, credentials, body }) => {
      const { pathname, searchParams } = new URL(url);
      const operation = api.find(method, pathname.replace(/^\/svc/, ''));
      expect(operation, `${method} ${pathname}`).not.toBeNull();
      const { parameters, limits } = operation!;
      expect({ timeoutMs, maxBytes, cookies: credentials }).toEqual(limits);
      const given = [...searchParams];
      const known = parameters.filter((one) => one.in === 'query');
      expect(given.map(([name]) => name).filter((name) => !known.some((one) => one.name === name))).toEqual([]);
      expect(known.filter(({ name, required }) => required && !searchParams.has(name)).map(({ name }) => name)).toEqual([]);
      if (body !== undefined) expect(api.problems(operation!.body!.pointer, body)).toEqual([]);
    },
  );

  test('are exactly those of the contract', () => {
    const documented = api.operations.filter(({ report, limits }) => report === null && limits !== null).map(({ id }) => id);
    // Sent by the stats worker; tests/workers/stats covers them.
    const ofStats = ['businessIds', 'monitor'];
    expect([...new Set(calls.map(({ operation }) => operation)), ...ofStats].toSorted()).toEqual(documented.toSorted());
  });

  test('each address in the sources is in the contract', () => {
    const addresses = repositoryFiles()
      .filter((file) => /^src\/.*\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(/services\.(secure|backup|game|live|log)\}(\/[^`?]*)/g)].map(
          ([, place, path = '']) => `/${place}${path.replace(/\$\{[^}]*\}/g, '*')}`,
        ),
      );
    expect(addresses.length).toBeGreaterThan(8);
    const unknown = addresses.filter(
      (path) =>
        !api.operations.some((one) =>
          one.path.split('/').every((part, i) => part.startsWith('{') || [part, '*', undefined].includes(path.split('/')[i])),
        ),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the reports', () => {
  test.each(Object.entries(ENDPOINTS))(
    '%s are sent to the address and in the form of the contract',
    (name, { host, path, form, maxBatch }) => {
      const operation = api.operation(name);
      expect([operation.path, operation.report]).toEqual([`/${host}${path}`, form]);
      const schema = REPORT_SCHEMAS[name as Endpoint];
      expect(schema).toBeDefined();
      const listPointer = form === 'signed' ? operation.body!.pointer.replace(/schema$/, 'x-list') : operation.body!.pointer;
      const list = api.schemaAt(listPointer);
      if (form !== 'one') expect(list['maxItems']).toBe(maxBatch);
    },
  );

  test.each(Object.keys(ENDPOINTS))('%s: the schema accepts the same values as the code, except for checks across fields', (name) => {
    const operation = api.operation(name);
    const list = operation.report === 'signed' ? operation.body!.pointer.replace(/schema$/, 'x-list') : operation.body!.pointer;
    const pointer = operation.report === 'one' ? list : `${list}/items`;
    const variants = variantsOf(api.schemaAt(pointer));
    const taken = variants.filter(({ value }) => problemsOf(name as Endpoint, value).length === 0);
    expect(taken.flatMap(({ name: variant, value }) => api.problems(pointer, value).map((problem) => `${variant}: ${problem}`))).toEqual(
      [],
    );
    expect(variants.some(({ value }) => api.problems(pointer, value).length > 0)).toBe(true);
  });

  test('analytics have the signature described in the contract', () => {
    const request = requestOf('analytics', ['{"a":1}'], { log: 'https://l', game: 'https://g' }, (text) =>
      crc32(new TextEncoder().encode(text)).toString(16).padStart(8, '0'),
    );
    expect(api.problems(api.operation('analytics').body!.pointer, { content: new URLSearchParams(request.body).get('content') })).toEqual(
      [],
    );
  });
});

/** Sent with every call in addition to the fields of the feature; the schema of the body contains them. */
const ROOM_FIELDS: readonly string[] = ['roomId', 'starId', 'userId', 'token', 'appId'];

interface SentCall {
  readonly feature: string;
  readonly verb: string;
  readonly fields: object;
}

/** The calls of all actions of a feature (`tests/features/NAME/rows.ts`). */
async function callsOf(manifest: FeatureManifest): Promise<readonly SentCall[]> {
  const sent: SentCall[] = [];
  for (const rows of wiresOf(manifest.name).actions)
    for (const action of [null, ...samplesOf(rows)]) {
      const room = await visitOf(manifest, rows, loginOf(manifest, rows));
      if (action !== null) room.act({ type: 'feature', feature: manifest.name, action });
      await room.settle(40);
      sent.push(
        ...room.calls().map(({ verb, fields }) => ({
          feature: manifest.name,
          verb,
          fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !ROOM_FIELDS.includes(name))),
        })),
      );
    }
  return sent;
}

test('S37 each call of a feature has the verb, the fields and the values of the contract, and each verb of the contract is called', async () => {
  const ajv = new Ajv2020({ strict: false });
  const { features } = api.operation('feature');
  vi.stubGlobal('location', new URL('https://room.test/'));
  const calls = (await Promise.all(FEATURES.map(callsOf))).flat();
  vi.unstubAllGlobals();
  const problems = calls.flatMap(({ feature, verb, fields }) => {
    const properties = features[feature]?.[verb];
    // Every feature has this verb, without fields unless the contract names some.
    if (properties === undefined) return verb === 'snapshot' ? [] : [`${feature}/${verb} is not in the contract`];
    const isValid = ajv.validate({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }, fields);
    return isValid ? [] : [`${feature}/${verb} ${JSON.stringify(fields)}: ${ajv.errorsText()}`];
  });
  expect([...new Set(problems)]).toEqual([]);
  const called = new Set(calls.map(({ feature, verb }) => `${feature}/${verb}`));
  // The room itself calls `follow` (captured-calls.ts).
  const documented = Object.entries({ ...features, follow: {} }).flatMap(([feature, verbs]) =>
    Object.keys(verbs).map((verb) => `${feature}/${verb}`),
  );
  expect(documented.filter((one) => !called.has(one))).toEqual([]);
});

test('the mock answers each feature and verb of the contract', () => {
  const host = createSessionHost(SESSIONS, { clock: manualClock(), push: () => undefined, onStatus: () => undefined });
  const viewer = { userId: 91_001, nickname: '星', isStar: true };
  const unknown = Object.entries(api.operation('feature').features).flatMap(([feature, verbs]) =>
    Object.keys(verbs).flatMap((verb) => {
      const answer = host.call(1_001, feature, { verb, fields: {} }, viewer);
      return answer.code === SESSION_CODE.unknownVerb && 'msg' in answer && answer.msg === '' ? [`${feature}/${verb}`] : [];
    }),
  );
  host.dispose();
  expect(unknown).toEqual([]);
});
