/** `defineRoomPart`: messages, actions and events of the room become events of the feature's machine, its states become views. */
import { expect, test } from 'vitest';
import type { Refusal } from '../../../../src/core/room/feature/feature-dialog.ts';
import type { OrderPolicy } from '../../../../src/core/room/feature/orders.ts';
import { initialView, NO_STREAM_INFO } from '../../../../src/core/room/initial-view.ts';
import { DEFAULT_SWITCHES } from '../../../../src/core/room/people/fandom-switches.ts';
import { createDecisionLog, type Machine } from '../../../../src/player/base/machine.ts';
import { type Failure, done, err, ok, type Result } from '../../../../src/core/errors.ts';
import type { StreamMessage } from '../../../../src/player/rules/messages/stream-messages.ts';
import { manualClock } from '../../../../src/player/tests/manual-clock.ts';
import { recorder } from '../../../../src/player/tests/recorder.ts';
import type { Request } from '../../../../src/wire/http.ts';
import { fetchSwitches } from '../../../../src/workers/room/features/fandom-switches.ts';
import { defineRoomPart, type FeatureContext, isViewer } from '../../../../src/workers/room/features/feature-api.ts';
import { requestFeature, executeRequest, orderRoomPart } from '../../../../src/workers/room/features/feature-effects.ts';
import { createStreamInfo } from '../../../../src/workers/room/controllers/stage-controller.ts';
import { createScreen } from '../../../../src/workers/room/room-base.ts';
import type { StatsEvent } from '../../../../src/workers/stats/api.ts';
import { SERVICES } from '../harness.ts';

interface Heard {
  readonly name: 'on';
  readonly words: readonly string[];
}
type HeardEvent = { readonly type: 'word'; readonly word: string };

/** Collects words. The effect of `again` sends `echo`, that of `throw` throws; `wait…` as the last word causes a tick 1 s later. */
const machine: Machine<Heard, HeardEvent, { readonly type: 'say'; readonly word: string }, { readonly suffix: string }> = {
  name: 'heard',
  initial: { name: 'on', words: [] },
  step(state, event, _nowMs, { suffix }) {
    if (event.type === 'tick') return [{ name: 'on', words: [...state.words, 'tick'] }];
    const next: Heard = { name: 'on', words: [...state.words, event.word + suffix] };
    return event.word === 'same'
      ? [state]
      : event.word === 'again' || event.word === 'throw'
        ? [next, { type: 'say', word: event.word }]
        : [next];
  },
  deadlineMs: ({ words }) => (words.at(-1)?.startsWith('wait') === true ? 1_000 : null),
};

const word = (text: string): HeardEvent => ({ type: 'word', word: text });

function running(
  change: Partial<
    Parameters<typeof defineRoomPart<Heard, HeardEvent, { type: 'say'; word: string }, unknown, string, { suffix: string }>>[0]
  > = {},
) {
  const clock = manualClock();
  const views: unknown[] = [];
  const errors: unknown[] = [];
  const room = { clock, decisions: createDecisionLog(), me: () => ({ nickname: '!' }) } as unknown as FeatureContext;
  const part = defineRoomPart<
    Heard,
    HeardEvent,
    { readonly type: 'say'; readonly word: string },
    unknown,
    string,
    { readonly suffix: string }
  >({
    machine,
    context: (given) => ({ suffix: given.me().nickname }),
    view: ({ words }) => (words.length === 0 ? null : words.join(' ')),
    execute(effect, _room, send) {
      if (effect.word === 'throw') throw new Error('thrown');
      send(word('echo'));
    },
    ...change,
  });
  const instance = part.create(room, { show: (view) => views.push(view), onError: (cause) => errors.push(cause) });
  return { part, instance, views, errors, clock, room };
}

test('S37 a feature shows its first view if it has one, and each view that differs from the one before', () => {
  expect(running().views).toEqual([]);
  const it = running({ view: ({ words }) => (words.length < 2 ? 'few' : null), onAction: (given) => word(given) });
  expect(it.views).toEqual(['few']);
  it.instance.onAction('one');
  expect(it.views).toEqual(['few']);
  it.instance.onAction('two');
  it.instance.onAction('three');
  expect(it.views).toEqual(['few', null]);
});

test('S37 after a change of login the view is made again, because it may depend on the viewer', () => {
  let isStar = false;
  const it = running({ view: () => (isStar ? 'of the star' : 'of a guest') });
  isStar = true;
  it.instance.onRoom({ type: 'layout-changed' });
  expect(it.views).toEqual(['of a guest']);
  it.instance.onRoom({ type: 'login-changed', userId: 7 });
  expect(it.views).toEqual(['of a guest', 'of the star']);
});

test('S37 an effect is executed with the room and may send an event; one that throws is reported', () => {
  const it = running({ onAction: (given) => word(given) });
  it.instance.onAction('again');
  expect(it.views.at(-1)).toBe('again! echo!');
  it.instance.onAction('throw');
  expect(it.errors).toEqual([new Error('thrown')]);
  expect(it.part.machine).toBe(machine);
  const sent: unknown[] = [];
  it.part.execute({ type: 'say', word: 'x' } as never, it.room, (event) => sent.push(event));
  expect(sent).toEqual([word('echo')]);
});

test('S37 decisions of a feature are logged, and its timers end with it', () => {
  const it = running({ onAction: (given) => word(given) });
  it.instance.onAction('wait');
  expect(it.clock.timers()).toBe(1);
  it.instance.onAction('again');
  expect(it.room.decisions.entries()).toMatchObject([{ machine: 'heard', effects: ['say'] }]);
  it.instance.onAction('wait');
  it.instance.dispose();
  it.clock.advance(5_000);
  expect([it.clock.timers(), it.views.at(-1)]).toEqual([0, 'wait! again! echo! wait!']);
});

test('S37 a message is about the viewer only if it names the logged-in user', () => {
  const own = (viewerId: number, userId?: number): boolean => isViewer({ login: () => ({ userId: viewerId }) } as FeatureContext, userId);
  expect([own(7, 7), own(7, 8), own(7), own(0, 0), own(0)]).toEqual([true, false, false, false, false]);
});

const message = (code: number, data: unknown): StreamMessage => ({ code, json: JSON.stringify(data), ptsMs: 0 });

test('P30 the room shows the stream’s figures and counts every message by code, and the last message of a batch applies', () => {
  const screen = createScreen(initialView({ width: 1_280, height: 800 }), manualClock(), () => undefined);
  const events: StatsEvent[] = [];
  const info = createStreamInfo(screen, { emit: (event) => events.push(event), failure: () => undefined, replace: () => undefined });
  info.onMessages([
    message(1, { songName: '星光', singerName: 'Momo' }),
    message(2, { delay: 900 }),
    message(2, { delay: 350 }),
    message(3, { bitrate: 1_800 }),
    message(5, { pitch: 440 }),
    message(17, {}),
    message(2, { delay: 'soon' }),
  ]);
  expect(screen.get().streamInfo).toEqual({ delayMs: 350, kilobitsPerS: 1_800, pitchHz: 440, dispatched: 6, unknown: 1, unreadable: 1 });
  expect(events.filter((event) => event.type === 'count' && event.name === 'stream-message.2')).toHaveLength(3);
  info.clear();
  expect(screen.get().streamInfo).toBe(NO_STREAM_INFO);
});

// Effects that several features share: calls of their services, lists, logins and counts.

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
  expect(await requestFeature(room, 'join', { id: 7 })).toBe(refusal);
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
    const part = orderRoomPart<Status, never>(POLICY, {}, () => DETAILS);
    const instance = part.create(room, { show: (view) => views.push(view), onError: (cause) => views.push(cause) });
    instance.onAction({ type: 'entry' });
    const request = { type: 'request', verb: 'request', orderId: 'o1', fields: {} };
    instance.onAction(request);
    userId = 8;
    instance.onRoom({ type: 'login-changed', userId });
    answers.at(-1)!(answer);
    await settled();
    expect(views.at(-1)).toMatchObject({ request: { name: 'idle' } });
    const before = answers.length;
    instance.onAction(request);
    expect(answers.length).toBe(before + 1);
  }
  expect(taken()).toEqual([]);
});

test('S37 a call returns its answer, a request of the current state returns none, a login opens the login box', async () => {
  const { room, taken } = feature({ answer: err('FEATURE_REFUSED', '已满') });
  const answers: Refusal[] = [];
  const execute = (effect: Parameters<typeof executeRequest>[0]): void => executeRequest(effect, room, (refusal) => answers.push(refusal));
  execute({ type: 'call', verb: 'join', fields: { id: 7 } });
  await settled();
  expect([taken(), answers]).toEqual([[['callFeature', 'join', { id: 7 }]], ['已满']]);
  execute({ type: 'snapshot' });
  execute({ type: 'login' });
  await settled();
  expect([taken(), answers.length]).toEqual([[['callFeature', 'snapshot', undefined], ['room.openLogin']], 1]);
});

type Status = 'offered' | 'running';
const POLICY: OrderPolicy<Status> = {
  name: 'orders',
  statuses: {
    offered: { number: 1, rank: 0, stage: 'offer' },
    running: { number: 2, rank: 1, stage: 'running', verbs: { own: ['cancel'], star: ['finish'] } },
  },
};
const DETAILS = { title: '跳舞', score: 0, note: '', leftMs: 60_000 };

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
