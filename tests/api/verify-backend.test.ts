/** Runs `npm run verify:backend` on the origin server, and on the origin server with a defect: the matching check fails by name. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOrigin, type Origin } from '../../mocks/origin/server.ts';
import { contract } from '../../scripts/api/contract.ts';
import { fakeDist } from '../../scripts/example-server.ts';
import { openBackend, type User } from '../../scripts/verify-backend/backend.ts';
import { callChecks } from '../../scripts/verify-backend/call-checks.ts';
import { chatChecks } from '../../scripts/verify-backend/chat-checks.ts';
import { STREAM_CHECKS } from '../../scripts/verify-backend/stream-checks.ts';
import { verifyBackend, type Verified } from '../../scripts/verify-backend/verify.ts';
import { readPush } from '../../scripts/verify-backend/chat-client.ts';
import { readCommand } from '../../src/wire/decode-command.ts';
import { encodeCommand } from '../../src/wire/encode-command.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { value } from '../mocks/fixture-files.ts';
import { commandOf, named, startDefective, type Defect } from './defects.ts';

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

let nextUser = 5_000_001;
/** New user ids, so that orders and lines of one run do not affect another. */
const users = (): readonly [User, User] => [
  { userId: nextUser++, token: 't' },
  { userId: nextUser++, token: 't' },
];
const verify = (url: string, waitMs = 1_500): Promise<readonly Verified[]> => verifyBackend({ url, roomId: 1_001, users: users(), waitMs });

test('each sentence of the contract has a check, and each check a sentence', () => {
  const checked = [...callChecks(), ...chatChecks(), ...STREAM_CHECKS].map(({ name }) => name);
  expect(new Set(checked).size).toBe(checked.length);
  expect(checked.toSorted()).toEqual([...contract().rules.keys(), ...contract().operations.map(({ id }) => id)].toSorted());
});

/** The origin invents users and stores no lines. */
const WITHOUT_ACCOUNTS = ['wrong-token: the chat confirms it'];
const NOT_AT_THE_ORIGIN = ['counts-paced', 'history', 'restart'];

test('the origin passes every check except the one about accounts, which it has not', async () => {
  const results = await verify(origin.address, 10_000);
  expect(named(results, 'failed')).toEqual(WITHOUT_ACCOUNTS);
  expect(named(results, 'not offered')).toEqual(NOT_AT_THE_ORIGIN);
});

test('S8 a backend in blob mode passes every check', async () => {
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

test('the address of a room is the address of its page, whose services without a setting are at /svc of its origin', async () => {
  const backend = await startDefective(origin.address, {
    reply(reply) {
      reply.body = Buffer.from(reply.body.toString('utf8').replace(/(id="services">).*?(<\/script>)/s, '$1{}$2'));
    },
  });
  const results = await verify(`${backend.address}/live/1001?scenario=normal#chat`, 10_000);
  await backend.close();
  expect(named(results, 'failed')).toEqual(WITHOUT_ACCOUNTS);
});

const json = (body: Buffer): { data: Record<string, unknown>; code?: number } => JSON.parse(body.toString('utf8')) as never;
/** The server's confirmation of a login: 901, type 1. */
const isConfirmation = (data: Buffer): boolean => {
  const push = readPush(data);
  return push.ok && push.value.command === 901 && push.value.body['type'] === 1;
};
let paid = 0;
let paidBeside = 0;
let lastLine: Buffer | null = null;

const DEFECTS: readonly { readonly what: string; readonly fails: readonly string[]; readonly defect: Defect }[] = [
  {
    what: 'live info without CORS',
    fails: ['cors'],
    defect: { reply: ({ headers }, { path }) => void (path.endsWith('/info') && delete headers['access-control-allow-origin']) },
  },
  {
    what: 'gifts that a page of another origin may request without cookies alone',
    fails: ['cors'],
    defect: { reply: ({ headers }, { path }) => void (path.includes('/gift/list') && delete headers['access-control-allow-credentials']) },
  },
  {
    what: 'a status in words',
    fails: ['liveInfo'],
    defect: {
      reply(reply, { path }) {
        if (!path.endsWith('/1001/info')) return;
        const info = json(reply.body);
        reply.body = Buffer.from(JSON.stringify({ ...info, data: { ...info.data, status: 'live' } }));
      },
    },
  },
  {
    what: 'a page without isolation',
    fails: ['page-isolation'],
    defect: { reply: ({ headers }) => void delete headers['document-isolation-policy'] },
  },
  {
    what: 'a page without a content policy',
    fails: ['page-policy'],
    defect: { reply: ({ headers }) => void delete headers['content-security-policy'] },
  },
  {
    what: 'the page instead of an old chunk',
    fails: ['page-assets'],
    defect: { reply: (reply, { path }) => void (path.startsWith('/assets/none') && (reply.status = 200)) },
  },
  {
    what: 'a missing file that browsers keep for a year',
    fails: ['page-assets'],
    defect: {
      reply: ({ headers }, { path }) =>
        void (path.startsWith('/assets/none') && (headers['cache-control'] = 'public, max-age=31536000, immutable')),
    },
  },
  {
    what: 'the page as its icon',
    fails: ['page-icons'],
    defect: {
      reply(reply, { path }) {
        if (path === '/favicon.ico') [reply.status, reply.body] = [200, Buffer.from('<!doctype html>')];
      },
    },
  },
  {
    what: 'a broadcast by any viewer',
    fails: ['star-refused'],
    defect: {
      reply(reply, { path, body }) {
        if (path.endsWith('/publish') && body.includes('true')) [reply.status, reply.body] = [200, Buffer.from('{"code":0,"data":{}}')];
      },
    },
  },
  {
    what: 'a preflight that allows no content-type',
    fails: ['preflight'],
    defect: { reply: ({ headers }, { method }) => void (method === 'OPTIONS' && delete headers['access-control-allow-headers']) },
  },
  {
    what: 'a preflight that allows any header, which a browser does not take for a call with cookies',
    fails: ['preflight'],
    defect: { reply: ({ headers }, { method }) => void (method === 'OPTIONS' && (headers['access-control-allow-headers'] = '*')) },
  },
  {
    what: 'a room for every number',
    fails: ['unknown-room'],
    defect: {
      reply(reply, { path }) {
        if (!path.includes('999999999998')) return;
        reply.status = 200;
        reply.body = Buffer.from('{"responseCode":0,"data":{"status":0}}');
      },
    },
  },
  {
    what: 'a wallet for guests',
    fails: ['guest-refused'],
    defect: {
      reply(reply, { path, cookie }) {
        if (path.endsWith('/gift/wallet') && cookie === '') reply.body = Buffer.from('{"code":0,"data":{"balance":1}}');
      },
    },
  },
  {
    what: 'a wallet for a user id without a token',
    fails: ['guest-refused'],
    defect: {
      reply(reply, { path, cookie }) {
        if (path.endsWith('/gift/wallet') && /fx_userid=\d+; fx_token=$/.test(cookie))
          reply.body = Buffer.from('{"code":0,"data":{"balance":1}}');
      },
    },
  },
  {
    what: 'a follow by a user id without a token',
    fails: ['guest-refused'],
    defect: {
      reply(reply, { path, body }) {
        if (path.endsWith('/follow/set') && body.includes('"token":""') && !body.includes('"userId":0'))
          reply.body = Buffer.from('{"code":0}');
      },
    },
  },
  {
    what: 'a chat that takes a user id without a token',
    fails: ['socket-token'],
    defect: {
      command(data) {
        if (commandOf(data) !== 201) return data;
        const command = value(readCommand(value(readFrame(new Uint8Array(data)))));
        if (command.id !== 201 || command.fields.kugouid === 0) return data;
        return Buffer.from(encodeCommand({ id: 201, fields: { ...command.fields, token: 'any' } }));
      },
    },
  },
  {
    what: 'an order that is paid twice',
    fails: ['order-once'],
    defect: {
      reply(reply, { path }) {
        if (path.endsWith('/gift/send')) paid++;
        if (path.endsWith('/gift/wallet') && json(reply.body).code === 0)
          reply.body = Buffer.from(JSON.stringify({ code: 0, data: { balance: 1_000 - paid } }));
      },
    },
  },
  {
    what: 'an order that is paid twice, beside a free gift',
    fails: ['order-once'],
    defect: {
      reply(reply, { path, body }) {
        if (path.includes('/gift/list')) reply.body = Buffer.from(reply.body.toString('utf8').replace('"price":1,', '"price":0,'));
        if (path.endsWith('/gift/send') && !body.includes('"giftId":103,')) paidBeside++;
        if (path.endsWith('/gift/wallet') && json(reply.body).code === 0)
          reply.body = Buffer.from(JSON.stringify({ code: 0, data: { balance: 1_000 - paidBeside } }));
      },
    },
  },
  { what: 'heartbeats without an answer', fails: ['heartbeat'], defect: { push: (data) => (typeof data === 'string' ? null : data) } },
  {
    what: 'a login without a confirmation',
    fails: ['socket-login'],
    defect: { push: (data) => (typeof data !== 'string' && isConfirmation(data) ? null : data) },
  },
  {
    what: 'frames with a wrong checksum',
    fails: ['socket-frames'],
    defect: {
      push(data) {
        // Damages only entries of viewers, which no other check waits for.
        if (typeof data === 'string' || commandOf(data) === 901 || !isDecoration(data)) return data;
        const damaged = Buffer.from(data);
        damaged.writeUInt32BE(0, 12);
        return damaged;
      },
    },
  },
  {
    what: 'no echo of a line',
    fails: ['chat-echo', 'chat-once', 'secret', 'history'],
    defect: { push: (data) => (isAnnounced(data) ? null : data) },
  },
  {
    what: 'a line that is sent again without an acknowledgement',
    fails: ['chat-once'],
    defect: { push: (data) => (commandOf(data) === 211 ? null : data) },
  },
  {
    what: 'a line that is shown again after its acknowledgement',
    fails: ['chat-once'],
    defect: {
      push(data) {
        if (typeof data !== 'string' && isAnnounced(data)) lastLine = data;
        return data;
      },
      later: (data) => (commandOf(data) === 211 ? lastLine : null),
    },
  },
  { what: 'gifts that nobody sees', fails: ['gift-push'], defect: { push: (data) => (commandOf(data) === 601 ? null : data) } },
  {
    what: 'a stream without CORS',
    fails: ['stream-cors'],
    defect: { stream: { headers: (headers) => void delete headers['access-control-allow-origin'] } },
  },
  {
    what: 'a stream that begins in the middle',
    fails: ['stream-media'],
    defect: { stream: { first: (chunk) => chunk.subarray(chunk.length >> 1) } },
  },
];

/** A line sent by one of the checkers; other lines are from the recording. */
function isAnnounced(data: Buffer | string): boolean {
  if (typeof data === 'string' || commandOf(data) !== 501) return false;
  const push = readPush(data);
  return push.ok && String(push.value.body['chatmsg']).startsWith('verify ');
}
/** Pushes of the recording that no check waits for. */
const isDecoration = (data: Buffer): boolean => ![201, 211, 601].includes(commandOf(data)) && !isAnnounced(data);

describe('a backend with a defect fails by name', () => {
  // Concurrent, because each mostly waits for messages. Repeated once: the checks wait in real time, and on a loaded machine a message
  // without the defect can be late too.
  test.concurrent.each(DEFECTS)('$what', { retry: 1 }, async ({ fails, defect }) => {
    const backend = await startDefective(origin.address, defect);
    const results = await verify(backend.address);
    await backend.close();
    const failed = results.filter(({ name, outcome }) => outcome.type === 'failed' && name !== 'wrong-token');
    expect(named(results, 'failed').map((line) => line.split(':')[0])).toEqual(expect.arrayContaining([...fails]));
    expect(failed.map(({ name }) => name).filter((name) => !fails.includes(name))).toEqual([]);
    expect(failed.every(({ sentence }) => sentence.length > 10)).toBe(true);
  });

  test('whether an order is paid once is not offered by a wallet without a balance', async () => {
    const backend = await startDefective(origin.address, {
      reply(reply, { path }) {
        if (path.endsWith('/gift/wallet') && json(reply.body).code === 0) reply.body = Buffer.from('{"code":0,"data":{}}');
      },
    });
    const results = await verify(backend.address);
    await backend.close();
    expect(named(results, 'not offered')).toEqual(['order-once', ...NOT_AT_THE_ORIGIN]);
  });

  test.each([
    ['socket-open', /^ws:.*: a page on HTTPS cannot connect to ws$/],
    ['stream-cors', /^httpflv: http:.*: a page on HTTPS cannot load http$/],
  ])('%s: an address that a page on HTTPS cannot open', async (name, why) => {
    const backend = await openBackend({ url: origin.address, roomId: 1_001, users: users(), waitMs: 1_500 });
    const check = [...chatChecks(), ...STREAM_CHECKS].find((one) => one.name === name)!;
    const outcome = await check.run({ ...backend, origin: backend.origin.replace('http:', 'https:') });
    expect(outcome).toEqual({ type: 'failed', why: expect.stringMatching(why) as unknown });
  });

  test('an address without a server gives no result', async () => {
    await expect(verify('http://127.0.0.1:1/')).rejects.toThrow();
  });
});
