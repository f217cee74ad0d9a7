// Long file: the rules of a broadcast, and the star's room that follows them
import { expect, test, beforeAll } from 'vitest';
import {
  isOnAir,
  linkOf,
  NOT_PUBLISHING,
  publishingMachine,
  stepPublishing,
  type PublishEffect,
  type PublishEvent,
  type Publishing,
} from '../../../src/features/publish/rules.ts';
import type { Grant, StudioAction, StudioView } from '../../../src/features/publish/room.ts';
import { err, ok, type Failure } from '../../../src/core/errors.ts';
import { sentOf } from './sent.ts';
import { FEATURES } from '../../../src/features/index.ts';
import { messages, visit } from '../../wires/visit.ts';
import { liveInfo, loadAllFeatures, openedRoom, type Asked } from '../../workers/room/harness.ts';

const QUERY_AGAIN_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;
const INTERRUPTED_GRACE_MS = 4_000;
const STEADY_MS = 30_000;
const STUCK_LIMIT_MS = 10_000;
const UNHEARD_LIMIT_MS = 4_000;

const REFUSED: Failure = { code: 'PUBLISH_REFUSED', detail: 'later' };
const NO_NETWORK: Failure = { code: 'HTTP_NETWORK', detail: 'gone' };
const GRANT: Grant = { name: 'granted', session: 's1', url: 'https://x.test/whip', providerId: 5, sinceMs: 0 };

type Timed = PublishEvent | { readonly type: 'tick' } | { readonly waitMs: number };

/** Steps the events one second apart; `waitMs` advances the time further. The epoch clock is a million milliseconds ahead. */
function walk(...events: Timed[]) {
  let state: Publishing = NOT_PUBLISHING;
  let nowMs = 0;
  const effects: PublishEffect[] = [];
  for (const event of events) {
    if ('waitMs' in event) {
      nowMs += event.waitMs;
      continue;
    }
    nowMs += 1_000;
    const [next, ...done] = stepPublishing(state, event, nowMs, { epochMs: 1_000_000 + nowMs, random: 0 });
    state = next;
    effects.push(...done);
  }
  const calls = effects.filter((effect) => /^(?:request|query)-/.test(effect.type));
  const shown = effects.flatMap((effect) => (effect.type === 'show-on-air' ? [effect.sinceMs] : []));
  return { state, calls, shown, reasons: effects.flatMap((effect) => ('why' in effect ? [effect.why] : [])), nowMs };
}

const BEGIN: PublishEvent = { type: 'begin' };
const START: PublishEvent = { type: 'start' };
const STOP: PublishEvent = { type: 'stop' };
const TICK = { type: 'tick' } as const;
const granted = (epoch: number, given: Partial<Grant> = {}): PublishEvent => ({
  type: 'granted',
  epoch,
  answer: ok({ ...GRANT, ...given }),
});
const notGranted = (epoch: number, failure: Failure): PublishEvent => ({ type: 'granted', epoch, answer: { ok: false, error: failure } });
const elsewhere = (epoch: number): PublishEvent => ({ type: 'granted', epoch, answer: ok({ name: 'elsewhere', sinceMs: 77_000 }) });
const onAir = (epoch: number, isOn: boolean): PublishEvent => ({ type: 'on-air', epoch, answer: ok({ isOn, sinceMs: isOn ? 77_000 : 0 }) });
const ended = (epoch: number, error: Failure | null = null): PublishEvent => ({ type: 'ended', epoch, error });
const opened = (epoch: number): PublishEvent => ({ type: 'link-open', epoch });
const lost = (epoch: number, failure = NO_NETWORK): PublishEvent => ({ type: 'link-lost', epoch, failure });
const LIVE = [START, granted(1), opened(1)];

test('P31 the broadcast starts after the server’s grant and an open connection, and ends after the server’s confirmation', () => {
  const begun = walk(START);
  expect(begun.state).toMatchObject({ name: 'starting', attempt: { name: 'requesting' } });
  expect(begun.calls).toEqual([{ type: 'request-start', epoch: 1, session: '', takeOver: false }]);
  expect(linkOf(begun.state)).toBeNull();

  const connects = walk(START, granted(1));
  expect(linkOf(connects.state)).toEqual({ epoch: 1, url: GRANT.url, providerId: 5 });
  expect(connects.shown).toEqual([]);

  const live = walk(...LIVE);
  expect(live.state).toMatchObject({ name: 'live', session: 's1', sinceMs: 1_003_000, error: null });
  expect(live.shown).toEqual([1_003_000]);

  const stopping = walk(...LIVE, STOP);
  expect(stopping.state).toMatchObject({ name: 'stopping', epoch: 2, sinceMs: 1_003_000 });
  // Until the server has confirmed the end, the connection stays.
  expect(linkOf(stopping.state)).toEqual(linkOf(live.state));
  const off = walk(...LIVE, STOP, ended(2));
  expect(off.state).toEqual({ name: 'ready', epoch: 2, error: null });
  expect(off.shown.at(-1)).toBeNull();
  expect(linkOf(off.state)).toBeNull();
});

test('P31 after a reload the server is queried: a broadcast that still runs is elsewhere, and can be taken over or ended', () => {
  const begun = walk(BEGIN);
  expect(begun.calls).toEqual([{ type: 'query-status', epoch: 1 }]);
  expect(walk(BEGIN, onAir(1, false)).state).toEqual({ name: 'ready', epoch: 1, error: null });
  const found = walk(BEGIN, onAir(1, true));
  expect(found.state).toMatchObject({ name: 'elsewhere', sinceMs: 77_000 });
  expect(found.shown).toEqual([77_000]);

  const again = walk(BEGIN, onAir(1, true), { waitMs: QUERY_AGAIN_MS }, TICK);
  expect(again.calls).toHaveLength(2);
  expect(publishingMachine.deadlineMs(again.state, { epochMs: 0, random: 0 })).toBeNull();
  expect(walk(BEGIN, onAir(1, true), { waitMs: QUERY_AGAIN_MS }, TICK, onAir(2, false)).state.name).toBe('ready');
  // A missing answer only sets the time of the next query.
  const failed = walk(BEGIN, onAir(1, true), { waitMs: QUERY_AGAIN_MS }, TICK, { type: 'on-air', epoch: 2, answer: err('HTTP_TIMEOUT') });
  expect(failed.state).toMatchObject({ name: 'elsewhere', queryAtMs: failed.nowMs + QUERY_AGAIN_MS });
  expect(walk(BEGIN, { type: 'on-air', epoch: 1, answer: err('HTTP_TIMEOUT') }).state.name).toBe('ready');

  expect(walk(BEGIN, onAir(1, true), START).calls.at(-1)).toEqual({ type: 'request-start', epoch: 2, session: '', takeOver: true });
  // After a takeover the start time is kept.
  expect(walk(BEGIN, onAir(1, true), START, granted(2, { sinceMs: 77_000 }), opened(2)).state).toMatchObject({
    name: 'live',
    sinceMs: 77_000,
  });
  expect(walk(BEGIN, onAir(1, true), STOP, ended(2)).state.name).toBe('ready');
  // A query from before the start is answered after it: the answer is ignored.
  expect(walk(BEGIN, START, onAir(1, true)).state.name).toBe('starting');
});

test('P31 a start while the room is on the air elsewhere does not take over by itself', () => {
  expect(walk(START, elsewhere(1)).state).toMatchObject({ name: 'elsewhere', sinceMs: 77_000, error: null });
});

test('P31 a lost connection is reopened: immediately, then with growing waits, each time after asking the server', () => {
  const first = walk(...LIVE, lost(1));
  expect(first.state).toMatchObject({ name: 'returning', session: 's1', failures: 1, attempt: { name: 'waiting', untilMs: first.nowMs } });
  expect(first.reasons).toEqual(['tried again']);
  expect(isOnAir(first.state)).toBe(true);
  const begun = walk(...LIVE, lost(1), TICK);
  expect(begun.calls.at(-1)).toEqual({ type: 'request-start', epoch: 2, session: 's1', takeOver: false });
  const second = walk(...LIVE, lost(1), TICK, notGranted(2, NO_NETWORK));
  expect(second.state).toMatchObject({ failures: 2, attempt: { name: 'waiting', untilMs: second.nowMs + 1_000 } });
  expect(walk(...LIVE, lost(1), TICK, notGranted(2, NO_NETWORK), { waitMs: -900 }, TICK).state).toMatchObject({
    attempt: { name: 'waiting' },
  });

  const back = walk(...LIVE, lost(1), TICK, granted(2), opened(2));
  expect(back.state).toMatchObject({ name: 'live', sinceMs: 1_003_000, failures: 1, link: { epoch: 2 } });
  // After a steady time the next loss counts as the first.
  expect(walk(...LIVE, lost(1), TICK, granted(2), opened(2), { waitMs: STEADY_MS }, lost(2)).state).toMatchObject({ failures: 1 });
  expect(walk(...LIVE, lost(1), TICK, granted(2), opened(2), lost(2)).state).toMatchObject({ failures: 2 });
});

test('P31 if the server stays unreachable, the broadcast ends here with the reason', () => {
  const events: Timed[] = [...LIVE, lost(1)];
  for (let epoch = 2; epoch < 12; epoch++) events.push({ waitMs: 20_000 }, TICK, notGranted(epoch, NO_NETWORK));
  const over = walk(...events);
  expect(over.state).toMatchObject({ name: 'ready', error: { code: 'PUBLISH_LOST', detail: 'gone' } });
  expect(over.reasons.at(-1)).toBe('lost too often');
  expect(over.shown.at(-1)).toBeNull();
  // A refusal with the server's text is final.
  expect(walk(...LIVE, lost(1), TICK, notGranted(2, REFUSED)).state).toEqual({ name: 'ready', epoch: 2, error: REFUSED });
});

test('P31 a first connection that fails is tried twice more, a refused one is not', () => {
  const refused = walk(START, granted(1), lost(1, { code: 'HTTP_STATUS', detail: 'status 403', status: 403 }));
  expect(refused.state).toMatchObject({ name: 'ready', error: { code: 'HTTP_STATUS' } });
  const events: Timed[] = [START];
  for (let epoch = 1; epoch < 4; epoch++) events.push(granted(epoch), { waitMs: CONNECT_TIMEOUT_MS }, TICK, { waitMs: 5_000 }, TICK);
  const never = walk(...events);
  expect(never.state).toMatchObject({ name: 'ready', error: { code: 'HTTP_TIMEOUT' } });
  expect(never.reasons).toEqual(['tried again', 'tried again', 'never connected']);
});

test('P31 an interruption may recover; a long one, and a connection that sends nothing, count as lost', () => {
  const cut: PublishEvent = { type: 'link-interrupted', epoch: 1 };
  expect(walk(...LIVE, cut).state).toMatchObject({ name: 'live', interruptedMs: 4_000 });
  expect(walk(...LIVE, cut, opened(1)).state).toMatchObject({ name: 'live', interruptedMs: null });
  expect(walk(...LIVE, cut, TICK).state.name).toBe('live');
  expect(walk(...LIVE, cut, { waitMs: INTERRUPTED_GRACE_MS }, TICK).state.name).toBe('returning');

  const sent = (bytes: number, heardBytes = Number.NaN): PublishEvent => ({ type: 'sent', epoch: 1, sent: sentOf({ bytes, heardBytes }) });
  expect(walk(...LIVE, sent(1), { waitMs: STUCK_LIMIT_MS }, sent(2)).state).toMatchObject({ name: 'live', sent: { bytes: 2 } });
  expect(walk(...LIVE, sent(2), { waitMs: STUCK_LIMIT_MS }, sent(2)).state.name).toBe('returning');
  // A dead server is detected by missing reports, long before the browser reports an interruption.
  expect(walk(...LIVE, sent(1, 7), { waitMs: UNHEARD_LIMIT_MS }, sent(2, 8)).state.name).toBe('live');
  expect(walk(...LIVE, sent(1, 7), { waitMs: UNHEARD_LIMIT_MS }, sent(2, 7)).state).toMatchObject({ name: 'returning', failures: 1 });
});

test('P31 a collapsing uplink reduces the picture with a reason; the next connection starts there', () => {
  const weak: PublishEvent = { type: 'sent', epoch: 1, sent: sentOf({ limitedBy: 'bandwidth', availableKilobits: 200 }) };
  const smaller = walk(...LIVE, { waitMs: 10_000 }, weak);
  expect(smaller.state).toMatchObject({ name: 'live', uplink: { level: 5, why: 'the uplink collapsed' } });
  expect(smaller.reasons).toEqual(['the uplink collapsed']);
  expect(walk(...LIVE, { waitMs: 10_000 }, weak, lost(1), TICK, granted(2), opened(2)).state).toMatchObject({
    uplink: { level: 5, why: 'begins' },
  });
});

test('P31 this page’s state replaces that of repeated live info', () => {
  const CHANGED: PublishEvent = { type: 'room-changed' };
  expect(walk(CHANGED).shown).toEqual([null]);
  expect(walk(START, CHANGED).shown).toEqual([null]);
  expect(walk(...LIVE, CHANGED).shown).toEqual([1_003_000, 1_003_000]);
  expect(walk(BEGIN, onAir(1, true), CHANGED).shown).toEqual([77_000, 77_000]);
});

/** The star's broadcast in the room worker: its calls, and what the star's room shows of it. */

beforeAll(loadAllFeatures);

const SINCE_S = 1_700_000_000;
const OFF = { code: 0, data: { on: 0 } };
const GRANTED = { code: 0, data: { session: 's-1', url: 'https://rtc.test/whip', provider: 5, since: SINCE_S } };
type Body = { readonly on: boolean; readonly session?: string; readonly takeOver?: boolean };

/** `answer`: to each call in the order of the calls; the last one repeats. */
async function starRoom(answer: { readonly query?: () => unknown; readonly post?: (body: Body) => unknown; readonly show?: object } = {}) {
  const { query = () => OFF, post = () => GRANTED, show } = answer;
  const bodyOf = ({ init }: Asked): Body => JSON.parse(init.body as string) as Body;
  const room = await openedRoom({
    cookie: 'fx_userid=77; fx_token=t',
    answers: {
      '/info': liveInfo({ status: 0, room: { starId: 77, ...show } }),
      '/publish': (call: Asked) => (call.init.method === 'GET' ? query() : post(bodyOf(call))),
    },
  });
  const act = async (action: StudioAction): Promise<void> => {
    room.act({ type: 'feature', feature: 'publish', action });
    await room.settle(40);
  };
  const state = (): StudioView => {
    const shown = room.view().features['publish'];
    if (shown?.name !== 'shown') throw new Error(`publish is ${shown?.name ?? 'not there'}`);
    return shown.view as StudioView;
  };
  const goLive = async (): Promise<void> => {
    await act({ type: 'start' });
    const now = state();
    if (now.name !== 'starting' || now.attempt.name !== 'connecting') throw new Error(`the broadcast is ${now.name}`);
    const { epoch } = now.attempt.link;
    await act({ type: 'link-open', epoch });
  };
  return {
    ...room,
    act,
    state,
    goLive,
    /** Live status of the room's card, and since when in seconds. */
    shown: (): readonly [status: number, sinceS: number] => {
      const { liveStatus, liveSince } = room.view().room;
      return [liveStatus, liveSince];
    },
    posts: (): readonly Body[] =>
      room
        .askedFor('/publish')
        .filter(({ init }) => init.method === 'POST')
        .map(bodyOf),
    queries: (): readonly Asked[] => room.askedFor('/publish').filter(({ init }) => init.method === 'GET'),
  };
}

test('P31 the star’s room is live from the first sent picture until the broadcast has ended', async () => {
  const room = await starRoom();
  expect([room.queries()[0]?.url.href, room.state().name, room.shown()]).toEqual(['https://live.test/room/1001/publish', 'ready', [0, 0]]);
  await room.goLive();
  expect([room.state().name, room.shown()]).toEqual(['live', [1, SINCE_S]]);
  await room.act({ type: 'stop' });
  expect(room.posts()).toEqual([{ on: true, session: '', takeOver: false }, { on: false }]);
  expect([room.state().name, room.shown()]).toEqual(['ready', [0, 0]]);
});

test('P31 the star’s desk contains title and cover of the show, and a logout ends the broadcast after a question', async () => {
  for (const [cover, hasCover] of [
    ['https://cdn.test/c.jpg', true],
    ['', false],
  ] as const)
    expect((await starRoom({ show: { liveName: '晚安电台', cover } })).state().desk).toMatchObject({ title: '晚安电台', hasCover });
  const room = await starRoom();
  await room.goLive();
  for (const [type, posts] of [
    ['logout', 1],
    ['end-broadcast', 2],
  ] as const) {
    room.page.deliver({ type: 'action', action: { type } });
    await room.settle(40);
    expect(room.posts()).toHaveLength(posts);
  }
  expect(room.posts().at(-1)).toEqual({ on: false });
});

test('P31 a refused end is reported, and the room stays live', async () => {
  const room = await starRoom({ post: ({ on }) => (on ? GRANTED : { code: 7, msg: '稍后再试' }) });
  await room.goLive();
  await room.act({ type: 'stop' });
  expect(room.state()).toMatchObject({ name: 'live', error: { code: 'PUBLISH_REFUSED', detail: '稍后再试' } });
  expect(room.shown()).toEqual([1, SINCE_S]);
  expect(room.reported('failure')).toContainEqual({ type: 'failure', code: 'PUBLISH_REFUSED', detail: '稍后再试' });
});

test('P31 a session that began elsewhere between the query and the start is shown, not replaced', async () => {
  const room = await starRoom({ post: () => ({ code: 1_100_010, data: { since: SINCE_S } }) });
  await room.act({ type: 'start' });
  expect([room.state().name, room.shown()]).toEqual(['elsewhere', [1, SINCE_S]]);
});

test('P31 a query without an answer is reported and changes nothing', async () => {
  const room = await starRoom({ query: () => ({ code: 0, data: { on: 2 } }) });
  expect([room.state().name, room.shown()]).toEqual(['ready', [0, 0]]);
  expect(room.reported('failure').map(({ detail }) => detail)).toContainEqual(expect.stringContaining('neither on nor off') as string);
});

test('P31 S9 gifts count from the beginning of a broadcast, and remain as its summary until the star closes it', async () => {
  const room = await starRoom();
  const give = async (senderid: number, sendername: string, num: number, price: number, userExt = {}): Promise<void> => {
    room.socket.deliver(messages('gift', { giftid: 1, giftname: '玫瑰', num, price, senderid, sendername, userExt }));
    await room.settle(40);
  };
  await give(5, '早到', 1, 10);
  await room.goLive();
  expect(room.state().desk).toMatchObject({ givers: [], gifts: 0, coins: 0, endedAfterMs: null });
  await give(5, '星光', 2, 10);
  await give(6, '小鹿', 1, 900);
  await give(5, '星光', 3, 100);
  await give(7, '真名', 1, 1, { mystic: true });
  await give(8, '无名', 0, 5);
  expect(room.state().desk.givers).toEqual([
    { userId: 6, name: '小鹿', gifts: 1, coins: 900, last: '玫瑰 ×1' },
    { userId: 5, name: '星光', gifts: 5, coins: 320, last: '玫瑰 ×3' },
    { userId: 8, name: '无名', gifts: 1, coins: 5, last: '玫瑰 ×1' },
    { userId: 0, name: '', gifts: 1, coins: 1, last: '玫瑰 ×1' },
  ]);
  await room.act({ type: 'stop' });
  await give(6, '小鹿', 1, 900);
  const { desk } = room.state();
  expect([desk.gifts, desk.coins, desk.endedAfterMs]).toEqual([8, 1_226, expect.any(Number)]);
  await room.act({ type: 'close-summary' });
  expect(room.state().desk.endedAfterMs).toBeNull();
  await room.goLive();
  expect(room.state().desk).toMatchObject({ givers: [], gifts: 0, coins: 0 });
});

test('P31 a log line of a broadcast contains the reason if there is one', async () => {
  const room = await visit(FEATURES.find(({ name }) => name === 'publish')!);
  for (const why of [undefined, 'packets are lost'])
    room.part.execute({ type: 'log', line: 'publish: quality 2', ...(why && { why }) } as never, room.context()!, () => undefined);
  await room.settle(40);
  const notes = room.view().player.log.flatMap((entry) => (entry.type === 'note' ? [entry.text] : []));
  expect(notes.slice(-2)).toEqual(['publish: quality 2', 'publish: quality 2 (packets are lost)']);
});

test('P31 a broadcast from elsewhere is shown, and queried every five seconds until it ends', async () => {
  let isOn = true;
  const room = await starRoom({ query: () => (isOn ? { code: 0, data: { on: 1, since: SINCE_S } } : OFF) });
  expect([room.state().name, room.shown()]).toEqual(['elsewhere', [1, SINCE_S]]);
  const before = room.queries().length;
  await room.settle(4_000);
  expect(room.queries()).toHaveLength(before);
  await room.settle(1_000);
  expect(room.queries()).toHaveLength(before + 1);
  isOn = false;
  await room.settle(5_000);
  expect([room.state().name, room.shown()]).toEqual(['ready', [0, 0]]);
});
