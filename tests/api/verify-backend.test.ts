/** Runs `npm run verify:backend` on the origin server, and on the origin server with a defect: the matching check fails by name. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOrigin, type Origin } from '../../mocks/origin/server.ts';
import { contract } from '../../scripts/api/contract.ts';
import { fakeDist } from '../../scripts/example-server.ts';
import { openBackend } from '../../scripts/verify-backend/backend.ts';
import { callChecks } from '../../scripts/verify-backend/call-checks.ts';
import { chatChecks } from '../../scripts/verify-backend/chat-checks.ts';
import { STREAM_CHECKS } from '../../scripts/verify-backend/stream-checks.ts';
import { verifyBackend, type Verified } from '../../scripts/verify-backend/verify.ts';
import { readPush } from '../../scripts/verify-backend/chat-client.ts';
import { value } from '../mocks/fixture-files.ts';
import { commandOf, named, startDefective, usersFrom, withLogin, type Defect, type Passing, type Reply } from './defects.ts';

let origin: Origin;
let dist = '';

beforeAll(async () => {
  dist = fakeDist();
  origin = value(await startOrigin({ port: 0, scenario: '', dist }));
});
afterAll(async () => {
  await origin.close();
  rmSync(dist, { recursive: true });
});

const users = usersFrom(5_000_001);
/** `only`: names of checks; absent: all. */
const verify = (url: string, waitMs: number, only?: readonly string[]): Promise<readonly Verified[]> =>
  verifyBackend({ url, roomId: 1_001, users: users(), waitMs, ...(only && { only }) });

test('each sentence of the contract has a check, and each check a sentence', () => {
  const checked = [...callChecks(), ...chatChecks(), ...STREAM_CHECKS].map(({ name }) => name);
  expect(new Set(checked).size).toBe(checked.length);
  expect(checked.toSorted()).toEqual([...contract().rules.keys(), ...contract().operations.map(({ id }) => id)].toSorted());
});

/** The origin invents users and stores no lines. */
const WITHOUT_ACCOUNTS = ['wrong-token: the chat confirms it'];
const NOT_AT_THE_ORIGIN = ['counts-paced', 'history', 'restart'];

test.concurrent('the origin passes every check except the one about accounts, which it has not', async () => {
  const results = await verify(origin.address, 10_000);
  expect(named(results, 'failed')).toEqual(WITHOUT_ACCOUNTS);
  expect(named(results, 'not offered')).toEqual(NOT_AT_THE_ORIGIN);
});

test.concurrent('S8 a backend in blob mode passes every check', async () => {
  const backend = await startDefective(origin.address, {
    reply(reply, { path }) {
      if (!path.includes('address.jsonp')) return;
      const { data, ...answer } = json(reply.body);
      const addrs = (data['addrs'] as object[]).map((entry) => ({ ...entry, socketType: 2 }));
      reply.body = Buffer.from(JSON.stringify({ ...answer, data: { ...data, addrs } }));
    },
    push(data) {
      if (typeof data === 'string') return data;
      const push = readPush(data);
      if (!push.ok) return null;
      const { command: cmd, body: content, wantsAck: ack, isRepeated: rpt, msgId, offset } = push.value;
      return JSON.stringify({ cmd, content, ack, rpt, msgId, offset });
    },
  });
  const results = await verify(backend.address, 10_000);
  await backend.close();
  expect(named(results, 'failed')).toEqual(WITHOUT_ACCOUNTS);
  expect(named(results, 'not offered')).toEqual(NOT_AT_THE_ORIGIN);
});

async function failedRules(defect: Defect, only?: readonly string[]): Promise<readonly string[]> {
  const backend = await startDefective(origin.address, defect);
  const results = await verify(backend.address, 1_500, only);
  await backend.close();
  const failed = results.filter(({ outcome }) => outcome.type === 'failed');
  expect(failed.every(({ sentence }) => sentence.length > 10)).toBe(true);
  return failed.map(({ name }) => name);
}

test.concurrent('a defect leaves the other checks passing', { retry: 1 }, async () => {
  expect(await failedRules({ push: (data) => (commandOf(data) === 601 ? null : data) })).toEqual(['wrong-token', 'gift-push']);
});

test.concurrent('the address of a room is the address of its page, whose services without a setting are at /svc of its origin', async () => {
  const backend = await startDefective(origin.address, {
    reply(reply) {
      reply.body = Buffer.from(reply.body.toString('utf8').replace(/(id="services">).*?(<\/script>)/s, '$1{}$2'));
    },
  });
  const calls = contract().operations.map(({ id }) => id);
  const results = await verify(`${backend.address}/live/1001?scenario=normal#chat`, 10_000, [...calls, 'chat-echo', 'stream-media']);
  await backend.close();
  expect(named(results, 'failed')).toEqual([]);
});

const json = (body: Buffer): { data: Record<string, unknown>; code?: number } => JSON.parse(body.toString('utf8')) as never;
/** The server's confirmation of a login: 901, type 1. */
const isConfirmation = (data: Buffer): boolean => {
  const push = readPush(data);
  return push.ok && push.value.command === 901 && push.value.body['type'] === 1;
};

type Change = (reply: Reply, asked: Passing) => void;
/** Changes the answers of the calls that fit. */
const answers = (fits: string | ((asked: Passing) => boolean), change: Change): Defect => ({
  reply(reply, asked) {
    if (typeof fits === 'string' ? asked.path.includes(fits) : fits(asked)) change(reply, asked);
  },
});
const body =
  (text: string, status = 200): Change =>
  (reply) =>
    void ([reply.status, reply.body] = [status, Buffer.from(text)]);
const without =
  (header: string): Change =>
  ({ headers }) =>
    void delete headers[header];
const isPreflight = ({ method }: Passing): boolean => method === 'OPTIONS';
const isWallet = ({ path }: Passing): boolean => path.endsWith('/gift/wallet');
/** A wallet that pays for each order that fits. */
const wallet = (fits: (body: string) => boolean, first: Change = () => undefined): Defect => {
  let paid = 0;
  return {
    reply(reply, asked) {
      first(reply, asked);
      if (asked.path.endsWith('/gift/send') && fits(asked.body)) paid++;
      if (isWallet(asked) && json(reply.body).code === 0) body(JSON.stringify({ code: 0, data: { balance: 1_000 - paid } }))(reply, asked);
    },
  };
};
/** The pushes that fit are lost. */
const lost = (fits: (data: Buffer | string) => boolean): Defect => ({ push: (data) => (fits(data) ? null : data) });
let lastLine: Buffer | null = null;

/** The rules that fail, and the defect. */
const DEFECTS: Readonly<Record<string, readonly [fails: string | readonly string[], defect: Defect]>> = {
  'live info without CORS': ['cors', answers(({ path }) => path.endsWith('/info'), without('access-control-allow-origin'))],
  'gifts that a page of another origin may request without cookies alone': [
    'cors',
    answers('/gift/list', without('access-control-allow-credentials')),
  ],
  'a status in words': [
    'liveInfo',
    answers('/1001/info', (reply) => {
      const info = json(reply.body);
      reply.body = Buffer.from(JSON.stringify({ ...info, data: { ...info.data, status: 'live' } }));
    }),
  ],
  'a page without isolation': ['page-isolation', answers('', without('document-isolation-policy'))],
  'a page without a content policy': ['page-policy', answers('', without('content-security-policy'))],
  'the page instead of an old chunk': ['page-assets', answers('/assets/none', (reply) => void (reply.status = 200))],
  'a missing file that browsers keep for a year': [
    'page-assets',
    answers('/assets/none', ({ headers }) => void (headers['cache-control'] = 'public, max-age=31536000, immutable')),
  ],
  'the page as its icon': ['page-icons', answers('/favicon.ico', body('<!doctype html>'))],
  'a broadcast by any viewer': [
    'star-refused',
    answers((asked) => asked.path.endsWith('/publish') && asked.body.includes('true'), body('{"code":0,"data":{}}')),
  ],
  'a preflight that allows no content-type': ['preflight', answers(isPreflight, without('access-control-allow-headers'))],
  'a preflight that allows any header, which a browser does not take for a call with cookies': [
    'preflight',
    answers(isPreflight, ({ headers }) => void (headers['access-control-allow-headers'] = '*')),
  ],
  'a room for every number': ['unknown-room', answers('999999999998', body('{"responseCode":0,"data":{"status":0}}'))],
  'a wallet for guests': [
    'guest-refused',
    answers((asked) => isWallet(asked) && asked.cookie === '', body('{"code":0,"data":{"balance":1}}')),
  ],
  'a wallet for a user id without a token': [
    'guest-refused',
    answers((asked) => isWallet(asked) && /fx_userid=\d+; fx_token=$/.test(asked.cookie), body('{"code":0,"data":{"balance":1}}')),
  ],
  'a follow by a user id without a token': [
    'guest-refused',
    answers(
      ({ path, body: sent }) => path.endsWith('/follow/set') && sent.includes('"token":""') && !sent.includes('"userId":0'),
      body('{"code":0}'),
    ),
  ],
  'a chat that takes a user id without a token': [
    'socket-token',
    { command: (data) => withLogin(data, ({ kugouid }) => (kugouid === 0 ? {} : { token: 'any' })) },
  ],
  'an order that is paid twice': ['order-once', wallet(() => true)],
  'an order that is paid twice, beside a free gift': [
    'order-once',
    wallet(
      (sent) => !sent.includes('"giftId":103,'),
      (reply, { path }) => {
        if (path.includes('/gift/list')) reply.body = Buffer.from(reply.body.toString('utf8').replace('"price":1,', '"price":0,'));
      },
    ),
  ],
  'heartbeats without an answer': ['heartbeat', lost((data) => typeof data === 'string')],
  'a login without a confirmation': ['socket-login', lost((data) => typeof data !== 'string' && isConfirmation(data))],
  'frames with a wrong checksum': [
    'socket-frames',
    {
      push(data) {
        // Damages only entries of viewers, which no other check waits for.
        if (typeof data === 'string' || commandOf(data) === 901 || !isDecoration(data)) return data;
        const damaged = Buffer.from(data);
        damaged.writeUInt32BE(0, 12);
        return damaged;
      },
    },
  ],
  'no echo of a line': [['chat-echo', 'chat-once', 'secret', 'history'], lost(isAnnounced)],
  'a line that is sent again without an acknowledgement': ['chat-once', lost((data) => commandOf(data) === 211)],
  'a line that is shown again after its acknowledgement': [
    'chat-once',
    {
      push(data) {
        if (typeof data !== 'string' && isAnnounced(data)) lastLine = data;
        return data;
      },
      later: (data) => (commandOf(data) === 211 ? lastLine : null),
    },
  ],
  'gifts that nobody sees': ['gift-push', lost((data) => commandOf(data) === 601)],
  'a stream without CORS': ['stream-cors', { stream: { headers: (headers) => void delete headers['access-control-allow-origin'] } }],
  'a stream that begins in the middle': ['stream-media', { stream: { first: (chunk) => chunk.subarray(chunk.length >> 1) } }],
};

/** A line sent by one of the checkers; other lines are from the recording. */
function isAnnounced(data: Buffer | string): boolean {
  if (typeof data === 'string' || commandOf(data) !== 501) return false;
  const push = readPush(data);
  return push.ok && String(push.value.body['chatmsg']).startsWith('verify ');
}
/** Pushes of the recording that no check waits for. */
const isDecoration = (data: Buffer): boolean => ![201, 211, 601].includes(commandOf(data)) && !isAnnounced(data);

// Concurrent, because each mostly waits for messages. Repeated once: the checks wait in real time, and on a loaded machine a message
// without the defect can be late too.
test.concurrent.each(Object.entries(DEFECTS))('a backend with %s fails by name', { retry: 1 }, async (_what, [rules, defect]) => {
  const fails = [rules].flat();
  expect(await failedRules(defect, fails)).toEqual(fails);
});

test.concurrent('whether an order is paid once is not offered by a wallet without a balance', async () => {
  const backend = await startDefective(
    origin.address,
    answers(isWallet, (reply, asked) => json(reply.body).code === 0 && body('{"code":0,"data":{}}')(reply, asked)),
  );
  const results = await verify(backend.address, 10_000, ['order-once']);
  await backend.close();
  expect(named(results, 'not offered')).toEqual(['order-once']);
});

test.each([
  ['socket-open', /^ws:.*: a page on HTTPS cannot connect to ws$/],
  ['stream-cors', /^httpflv: http:.*: a page on HTTPS cannot load http$/],
])('%s: an address that a page on HTTPS cannot open', async (name, why) => {
  const backend = await openBackend({ url: origin.address, roomId: 1_001, users: users(), waitMs: 10_000 });
  const check = [...chatChecks(), ...STREAM_CHECKS].find((one) => one.name === name)!;
  const outcome = await check.run({ ...backend, origin: backend.origin.replace('http:', 'https:') });
  expect(outcome).toEqual({ type: 'failed', why: expect.stringMatching(why) as unknown });
});

test('an address without a server gives no result', async () => {
  await expect(verify('http://127.0.0.1:1/', 1_500)).rejects.toThrow();
});
