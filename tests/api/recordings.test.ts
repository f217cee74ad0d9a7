/** Checks recordings and the mock backend against the contract. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withRoomList } from '../../mocks/backend/feature-services.ts';
import { rowNamed } from '../../mocks/recordings/push-rows.ts';
import { answerHttp } from '../../mocks/recordings/replay.ts';
import { sessionLog } from '../../mocks/recordings/session-log.ts';
import { SCENARIO_NAMES, scenarioOf } from '../../mocks/scenarios.ts';
import { createBroadcasts, type Broadcast } from '../../mocks/sessions/broadcasts.ts';
import { createSessionHost } from '../../mocks/sessions/session-host.ts';
import { SESSIONS } from '../../mocks/sessions/sessions.ts';
import { contract } from '../../scripts/api/contract.ts';
import { contractHtml, markdown } from '../../scripts/api/contract-page.ts';
import { ROOT } from '../../scripts/lib/tool.ts';
import { readPush } from '../../scripts/verify-backend/chat-client.ts';
import { unwrapCallback } from '../../src/core/room/feature/callback-text.ts';
import { gifts } from '../../src/features/gifts/mock.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';
import { encodePush } from '../../src/wire/server-side.ts';
import { http, socketLog, value } from '../mocks/fixture-files.ts';

const api = contract();
const HTTP_NAMES = Object.keys(JSON.parse(readFileSync(join(ROOT, 'fixtures/recordings/http.json'), 'utf8')) as object);
const PLACES = { origin: 'https://room.example', scenario: 'normal', isLoggedIn: true, nowS: 1_700_000_000 };
/** WebRTC signalling: a stream address, not a call of the contract. */
const SIGNALLING = '{live}/whep/';

test.each(HTTP_NAMES)('HTTP recording %s contains only calls of the contract with matching answers', (name) => {
  const recording = withRoomList(http(name));
  expect(recording.exchanges.length).toBeGreaterThan(0);
  for (const exchange of recording.exchanges.filter(({ request }) => !request.path.startsWith(SIGNALLING))) {
    const { method, path } = exchange.request;
    const where = `${method} ${path}`;
    const operation = api.find(method, path);
    expect(operation, where).not.toBeNull();
    const ask = { method, path: path.replace('*', '9'), query: exchange.request.query ?? {} };
    const answer = answerHttp([{ exchanges: [exchange] }], ask, new Map(), PLACES, [], 1);
    if (answer.name !== 'answer') throw new Error(`${where}: ${answer.name}`);
    expect(api.answerProblems(operation!, answer.status, value(unwrapCallback(answer.body))), where).toEqual([]);
  }
});

/** Recordings with invalid frames on purpose. */
const HOSTILE: ReadonlySet<string> = new Set(['chat-hostile']);

test.each([...new Set(SCENARIO_NAMES.map((name) => scenarioOf(name).chat))])(
  'socket recording %s contains only pushes of the contract',
  (name) => {
    const pushes = (sessionLog(name) ?? socketLog(name)).records.filter(({ direction, form }) => direction === 'in' && form === 'binary');
    expect(pushes.length).toBeGreaterThan(0);
    const problems = pushes.flatMap(({ bytes }) => {
      const push = readPush(Buffer.from(bytes));
      return push.ok ? [] : [push.problem];
    });
    if (HOSTILE.has(name)) expect(problems.length).toBeGreaterThan(0);
    else expect(problems).toEqual([]);
  },
);

/** Answers to a viewer's own actions, which a recording of another viewer cannot contain. */
const OF_THE_VIEWER = ['error', 'ack', 'close-socket'];

test('the recording of all pushes contains each message of the contract', () => {
  const seen = new Set(
    socketLog('all-pushes').records.flatMap(({ bytes, form }) => {
      const push = form === 'binary' ? readPush(Buffer.from(bytes)) : null;
      return push?.ok === true ? [push.value.name] : [];
    }),
  );
  const missing = api.messages.filter(({ direction, name }) => direction === 'receive' && !seen.has(name)).map(({ name }) => name);
  expect(missing).toEqual(OF_THE_VIEWER);
});

describe('the mock backend', () => {
  const place = { userId: 7, nickname: '观众0007', roomId: 1_001, starId: 91_001, starName: '星', nowMs: 1, scenario: 'gift-errors' };

  test('S21 sells gifts by the contract: list, wallet, each order and each refusal', () => {
    const ask = (id: string, method: string, path: string, body: unknown, userId = 7) => {
      const answer = gifts.answer(gifts.begin(0), { method, path, body }, { ...place, userId });
      expect(api.answerProblems(api.operation(id), 200, answer?.body), `${id} ${JSON.stringify(body)}`).toEqual([]);
      return answer!;
    };
    ask('giftList', 'GET', 'list', null);
    ask('giftWallet', 'GET', 'wallet', null);
    ask('giftWallet', 'GET', 'wallet', null, 0);
    const order = (giftId: number) => ({
      giftId,
      giftNum: 1,
      store: 0,
      toUserId: 91_001,
      ext: JSON.stringify({ reqId: `r${giftId}`, comboId: 'c' }),
    });
    for (const giftId of [101, 105, 301, 206, 9_001, 9_002, 9_003, 9_004, 9_005, 9_006, 1]) {
      const { pushes } = ask('giftSend', 'POST', 'send', order(giftId));
      for (const { id, body } of pushes)
        expect(readPush(Buffer.from(encodePush({ id, body, msgId: 'm', time: 1 })))).toMatchObject({ ok: true });
    }
  });

  test('S21 answers and pushes for features by the contract', () => {
    const clock = manualClock();
    const problems: string[] = [];
    const host = createSessionHost(SESSIONS, {
      clock,
      onStatus: () => undefined,
      push({ name, body }) {
        const push = readPush(Buffer.from(encodePush({ id: rowNamed(name).id, body, msgId: 'm', time: 1 })));
        if (!push.ok) problems.push(push.problem);
      },
    });
    const operation = api.operation('feature');
    for (const [feature, verbs] of Object.entries(operation.features))
      for (const verb of [...Object.keys(verbs), 'snapshot', 'none'])
        for (const userId of [0, 7, 91_001]) {
          const answer = host.call(1_001, feature, { verb, fields: { on: 1 } }, { userId, nickname: '观众', isStar: userId === 91_001 });
          expect(api.answerProblems(operation, 200, answer), `${feature}/${verb}`).toEqual([]);
        }
    for (const session of SESSIONS) host.command(1_001, session.name, 'start');
    for (let second = 0; second < 120; second++) clock.advance(1_000);
    host.dispose();
    expect(problems).toEqual([]);
  });

  test('P31 broadcasts by the contract: grant, another session, the end, and the viewers’ pushes', () => {
    const records = new Map<number, Broadcast>();
    const broadcasts = createBroadcasts({
      store: {
        read: (room) => records.get(room) ?? null,
        write: (room, one) => void (one === null ? records.delete(room) : records.set(room, one)),
      },
      origin: () => 'https://room.example',
      nowMs: () => 1_700_000_000_000,
      newSession: () => 'session',
      provider: 5,
      onChange: () => undefined,
    });
    const call = { roomId: 1_006, session: '', takeOver: false } as const;
    const answers = [
      ['onAir', broadcasts.answer({ ...call, does: 'query' })],
      ['publish', broadcasts.answer({ ...call, does: 'start' })],
      ['publish', broadcasts.answer({ ...call, does: 'start' })],
      ['onAir', broadcasts.answer({ ...call, does: 'query' })],
    ] as const;
    for (const [id, answer] of answers) expect(api.answerProblems(api.operation(id), 200, answer), JSON.stringify(answer)).toEqual([]);
    broadcasts.seen(1_006, 'session');
    const info = http('rooms').exchanges.find(({ request }) => request.path === '{live}/room/1006/info')!;
    const told: unknown = JSON.parse(
      broadcasts.apply('{live}/room/1006/info', JSON.stringify({ ...(info.response.body as object), serverTime: 1, data: {} })),
    );
    expect(told).toMatchObject({ data: { status: 1, webrtc: [{ provider: 5 }] } });
    expect(api.answerProblems(api.operation('liveInfo'), 200, told)).toEqual([]);
    expect(api.answerProblems(api.operation('publish'), 200, broadcasts.answer({ ...call, does: 'end' }))).toEqual([]);
  });
});

test('the contract’s page contains every call, field table, message and check, and no unclosed tag', () => {
  const page = contractHtml();
  const { operations, messages, rules } = contract();
  for (const { id, path } of operations) expect(page, id).toContain(path.replaceAll('"', '&quot;'));
  for (const { command, direction } of messages) expect(page).toContain(`id="message-${direction}-${command}"`);
  for (const name of rules.keys()) expect(page).toContain(`<code>${name}</code>`);
  expect(page).toContain('<code>data.room.viewers</code>');
  for (const tag of ['section', 'table', 'details', 'p', 'ol'])
    expect(page.split(`<${tag}>`).length + page.split(`<${tag} `).length - 2, tag).toBe(page.split(`</${tag}>`).length - 1);
});

test('text of the contract is escaped', () => {
  expect(markdown('`<script>` & "x"')).toBe('<p><code>&lt;script&gt;</code> &amp; &quot;x&quot;</p>');
  expect(markdown('| a | b |\n| --- | --- |\n| 1 | <i> |')).toContain('<td>&lt;i&gt;</td>');
});
