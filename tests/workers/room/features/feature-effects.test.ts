/** Effects that several features share: calls of their services, lists, logins and counts. */
import { expect, test } from 'vitest';
import { done, err, ok, type Failure, type Result } from '../../../../src/core/result.ts';
import type { Refusal } from '../../../../src/core/room/feature/ask.ts';
import { DEFAULT_SWITCHES } from '../../../../src/core/room/people/fandom-switches.ts';
import type { OrderPolicy } from '../../../../src/core/room/feature/orders.ts';
import { fetchSwitches } from '../../../../src/workers/room/features/fandom-switches.ts';
import type { FeatureContext } from '../../../../src/workers/room/features/feature-api.ts';
import { loadAhead, loadRoomHalf } from '../../../../src/workers/room/features/feature-loader.ts';
import {
  askFeature,
  executeAsk,
  executeAnnouncement,
  executeFeatureEffect,
} from '../../../../src/workers/room/features/feature-effects.ts';
import { orderRoomHalf } from '../../../../src/workers/room/features/order-feature.ts';
import type { Request } from '../../../../src/wire/http.ts';
import { createDecisionLog } from '../../../../src/core/decision-log.ts';
import { manualClock } from '../../../manual-clock.ts';
import { messageOf } from '../../../message-of.ts';
import { SERVICES, testFeature } from '../harness.ts';
import { recorder } from '../recorder.ts';

/** Repeated here, so that a change of the limit fails a test. */
const SWITCH_TIMEOUT_MS = 3_000;

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const FAILURE: Failure = { code: 'HTTP_STATUS', detail: '503' };

function feature({
  answer = done,
  userId = 5,
  starId = 77,
}: { readonly answer?: Result; readonly userId?: number; readonly starId?: number } = {}) {
  const { part, record, taken } = recorder();
  const clock = manualClock();
  const room = part<FeatureContext>('room', {
    clock,
    decisions: createDecisionLog(),
    login: () => ({ userId, token: 't', appId: '1010' }),
    room: (() => ({ starId })) as never,
    callFeature(verb, fields) {
      record('callFeature')(verb, fields);
      return Promise.resolve(answer);
    },
  });
  return { room, clock, taken };
}

test.each<readonly [what: string, answer: Result, refusal: string | null, isReported: boolean]>([
  ['a success', done, null, false],
  ['a refusal with the server’s text', err('FEATURE_REFUSED', '已满'), '已满', false],
  ['a refusal without one', err('FEATURE_REFUSED'), '', false],
  ['a failure', { ok: false, error: FAILURE }, '', true],
])('S37 P42 a call of a feature returns %s; only a failure is reported', async (_what, answer, refusal, isReported) => {
  const { room, taken } = feature({ answer });
  expect(await askFeature(room, 'join', { id: 7 })).toBe(refusal);
  expect(taken()).toEqual([['callFeature', 'join', { id: 7 }], ...(isReported ? [['room.failure', FAILURE]] : [])]);
});

test('S37 the answer to a call of the previous login is not shown to the next one, who can then make the same call', async () => {
  const answers: ((answer: Result) => void)[] = [];
  let userId = 5;
  const { room: base, taken } = feature();
  const room: FeatureContext = {
    ...base,
    clock: manualClock(),
    decisions: createDecisionLog(),
    login: () => ({ userId, token: 't', appId: '1010' }),
    room: (() => ({ starId: 77 })) as never,
    callFeature: () => new Promise((resolve) => answers.push(resolve)),
  };
  for (const answer of [done, err('FEATURE_REFUSED', '余额不足')]) {
    userId = 5;
    const views: unknown[] = [];
    const half = orderRoomHalf<Status>(POLICY, {});
    const instance = half.create(room, { show: (view) => views.push(view), onError: (cause) => views.push(cause) });
    instance.onAction({ type: 'entry' });
    const request = { type: 'ask', verb: 'request', orderId: 'o1', fields: {} };
    instance.onAction(request);
    userId = 8;
    instance.onRoom({ type: 'login-changed', userId });
    answers.at(-1)!(answer);
    await settled();
    expect(views.at(-1)).toMatchObject({ ask: { name: 'idle' } });
    const before = answers.length;
    instance.onAction(request);
    expect(answers.length).toBe(before + 1);
  }
  expect(taken()).toEqual([]);
});

test('S37 a call returns its answer, a request of the current state returns none, a login opens the login box', async () => {
  const { room, taken } = feature({ answer: err('FEATURE_REFUSED', '已满') });
  const answers: Refusal[] = [];
  const execute = (effect: Parameters<typeof executeAsk>[0]): void => executeAsk(effect, room, (refusal) => answers.push(refusal));
  execute({ type: 'call', verb: 'join', fields: { id: 7 } });
  await settled();
  expect([taken(), answers]).toEqual([[['callFeature', 'join', { id: 7 }]], ['已满']]);
  execute({ type: 'snapshot' });
  execute({ type: 'login' });
  await settled();
  expect([taken(), answers.length]).toEqual([[['callFeature', 'snapshot', undefined], ['room.openLogin']], 1]);
});

test('S37 the reason why an announcement is not shown is counted; its other effects are calls', async () => {
  const { room, taken } = feature();
  const answers: Refusal[] = [];
  executeFeatureEffect({ type: 'count', why: 'takes the place of the earlier one' }, room, (refusal) => answers.push(refusal));
  expect(taken()).toEqual([['room.count', 'takes the place of the earlier one', 1]]);
  executeFeatureEffect({ type: 'call', key: 'k', verb: 'join', fields: {} }, room, (refusal) => answers.push(refusal));
  await settled();
  expect([taken(), answers]).toEqual([[['callFeature', 'join', {}]], [null]]);
});

test('S37 the answer to a call of an announcement contains its key; a count and a login have no answer', async () => {
  const { room, taken } = feature({ answer: err('FEATURE_REFUSED', '已满') });
  const answers: object[] = [];
  const execute = (effect: Parameters<typeof executeAnnouncement>[0]): void =>
    executeAnnouncement(effect, room, (answered) => answers.push(answered));
  execute({ type: 'count', why: 'takes the place of the earlier one' });
  execute({ type: 'login' });
  await settled();
  expect([taken(), answers]).toEqual([[['room.count', 'takes the place of the earlier one', 1], ['room.openLogin']], []]);
  execute({ type: 'call', key: 'k', verb: 'join', fields: { id: 7 } });
  await settled();
  expect([taken(), answers]).toEqual([[['callFeature', 'join', { id: 7 }]], [{ type: 'answered', key: 'k', refusal: '已满' }]]);
});

type Status = 'offered' | 'running';
const POLICY: OrderPolicy<Status> = {
  name: 'orders',
  statuses: {
    offered: { rank: 0, stage: 'offer' },
    running: { rank: 1, stage: 'running', verbs: { own: ['cancel'], star: ['finish'] } },
  },
};
const ORDER = {
  orderId: 'o1',
  status: 'running',
  version: 1,
  title: '跳舞',
  coin: 5,
  score: 0,
  goal: 0,
  note: '',
  href: '',
  userId: 5,
  nickname: '小鱼',
  leftMs: 60_000,
} as const;

function orders(people: { readonly answer?: Result; readonly userId?: number; readonly starId?: number } = {}) {
  const { room, taken, clock } = feature(people);
  const half = orderRoomHalf<Status>(POLICY, { chat: ({ chatmsg }) => (chatmsg === '' ? null : { type: 'order', order: ORDER }) });
  const views: unknown[] = [];
  const errors: unknown[] = [];
  const instance = half.create(room, { show: (view) => views.push(view), onError: (cause) => errors.push(cause) });
  const arrive = (): void => instance.onMessage(messageOf('chat', { chatmsg: 'order' }));
  return { instance, arrive, views, errors, taken, clock };
}

test('S37 the actions of a list of orders open it with a request, call the service for an order, and close it', async () => {
  const it = orders({ answer: err('FEATURE_REFUSED', '已满') });
  it.arrive();
  it.instance.onAction({ type: 'entry' });
  await settled();
  expect(it.taken()).toEqual([['callFeature', 'snapshot', undefined]]);
  it.instance.onAction({ type: 'ask', verb: 'cancel', orderId: 'o1', fields: { stars: 3 } });
  expect(it.taken()).toEqual([['callFeature', 'cancel', { orderId: 'o1', stars: 3 }]]);
  await settled();
  expect(JSON.stringify(it.views.at(-1))).toContain('已满');
  it.instance.onAction({ type: 'close' });
  expect(JSON.stringify(it.views.at(-1))).not.toContain('已满');
  expect(it.errors).toEqual([]);
});

test('S37 the verbs of an order depend on who sees it; a guest has to log in', () => {
  const verbs = (userId: number): string => {
    const it = orders({ userId });
    it.arrive();
    it.instance.onAction({ type: 'entry' });
    return JSON.stringify(it.views.at(-1));
  };
  expect(verbs(5)).toContain('"cancel"');
  expect(verbs(5)).not.toContain('"finish"');
  expect(verbs(77)).toContain('"finish"');
  expect(verbs(9)).not.toMatch(/"cancel"|"finish"/);
  const guest = orders({ userId: 0 });
  guest.arrive();
  guest.instance.onAction({ type: 'ask', verb: 'cheer', orderId: 'o1', fields: {} });
  expect(guest.taken()).toEqual([['room.openLogin']]);
});

test('S37 the time that an order has left is counted by the clock of the room', () => {
  const it = orders();
  it.arrive();
  it.clock.advance(1_500);
  it.instance.onAction({ type: 'entry' });
  expect(it.views.at(-1)).toMatchObject({ current: { leftMs: 58_500 } });
});

test.each<readonly [what: string, answer: Result<unknown>, on: boolean]>([
  ['switches of the service', ok({ switchInfos: [{ switchKey: 'fans_group', switchValue: 1 }] }), true],
  ['the default after a failure', { ok: false, error: FAILURE }, false],
])('S34 the fan club uses %s', async (_what, answer, on) => {
  const { part, taken } = recorder();
  const requests: Request[] = [];
  const room = part<FeatureContext>('room', {
    services: SERVICES,
    roomId: () => 1_001,
    call: (request, decode) => {
      requests.push(request);
      return Promise.resolve(answer.ok ? decode(answer.value) : answer);
    },
  });
  const switches = await fetchSwitches(room);
  expect(switches).toEqual(on ? { contribution_rank: false, intimacy_rank: false, fans_group: true } : DEFAULT_SWITCHES);
  expect(requests).toEqual([
    {
      method: 'POST',
      url: 'https://secure.test/fandom/switch',
      timeoutMs: SWITCH_TIMEOUT_MS,
      maxBytes: 16_384,
      credentials: 'include',
      body: { roomId: 1_001 },
    },
  ]);
  expect(taken()).toEqual(on ? [] : [['room.failure', FAILURE]]);
});

test('P5 the half of a feature is loaded by its name; an unknown name rejects', async () => {
  expect((await loadRoomHalf('ad')).machine.name).toBe('ad');
  await expect(loadRoomHalf('nothing')).rejects.toThrow('feature nothing has no room.ts');
});

test('P5 loading ahead ignores a feature without a half', async () => {
  const rejections: unknown[] = [];
  const onRejection = (cause: unknown): void => void rejections.push(cause);
  process.on('unhandledRejection', onRejection);
  loadAhead([testFeature({ name: 'nothing', stageOrder: 1 })]);
  await settled();
  await settled();
  process.off('unhandledRejection', onRejection);
  expect(rejections).toEqual([]);
});
