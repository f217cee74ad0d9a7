/** The star's broadcast in the room worker: its calls, and what the star's room shows of it. */
import { beforeAll, expect, test } from 'vitest';
import { FEATURES } from '../../../src/features/index.ts';
import type { PublishAction, Publishing } from '../../../src/features/publish/rules.ts';
import { visit } from '../../wires/visit.ts';
import { liveInfo, loadAllFeatures, openRoom, type Asked } from '../../workers/room/harness.ts';

beforeAll(loadAllFeatures);

const SINCE_S = 1_700_000_000;
const OFF = { code: 0, data: { on: 0 } };
const GRANT = { code: 0, data: { session: 's-1', url: 'https://rtc.test/whip', provider: 5, since: SINCE_S } };
type Body = { readonly on: boolean; readonly session?: string; readonly takeOver?: boolean };

/** `answer`: to each call in the order of the calls; the last one repeats. */
async function starRoom(answer: { readonly query?: () => unknown; readonly post?: (body: Body) => unknown } = {}) {
  const { query = () => OFF, post = () => GRANT } = answer;
  const bodyOf = ({ init }: Asked): Body => JSON.parse(init.body as string) as Body;
  const room = openRoom({
    cookie: 'fx_userid=77; fx_token=t',
    answers: {
      '/info': liveInfo({ status: 0, room: { starId: 77 } }),
      '/publish': (asked: Asked) => (asked.init.method === 'GET' ? query() : post(bodyOf(asked))),
    },
  });
  await room.settle(40);
  const act = async (action: PublishAction): Promise<void> => {
    room.act({ type: 'feature', feature: 'publish', action });
    await room.settle(40);
  };
  const state = (): Publishing => {
    const shown = room.view().features['publish'];
    if (shown?.name !== 'shown') throw new Error(`publish is ${shown?.name ?? 'not there'}`);
    return shown.view as Publishing;
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

test('P31 a refused end is reported, and the room stays live', async () => {
  const room = await starRoom({ post: ({ on }) => (on ? GRANT : { code: 7, msg: '稍后再试' }) });
  await room.goLive();
  await room.act({ type: 'stop' });
  expect(room.state()).toMatchObject({ name: 'live', error: { code: 'PUBLISH_REFUSED', detail: '稍后再试' } });
  expect(room.shown()).toEqual([1, SINCE_S]);
  expect(room.reported('failure')).toContainEqual({ type: 'failure', code: 'PUBLISH_REFUSED', detail: '稍后再试' });
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

test('P31 a start during a broadcast from elsewhere takes that broadcast over', async () => {
  const room = await starRoom({ query: () => ({ code: 0, data: { on: 1, since: SINCE_S } }) });
  await room.act({ type: 'start' });
  expect(room.posts()).toEqual([{ on: true, session: '', takeOver: true }]);
  expect(room.state()).toMatchObject({ name: 'starting', session: 's-1' });
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

test('P31 a log line of a broadcast contains the reason if there is one', async () => {
  const room = await visit(FEATURES.find(({ name }) => name === 'publish')!);
  for (const why of [undefined, 'packets are lost'])
    room.half.execute({ type: 'log', line: 'publish: quality 2', ...(why && { why }) } as never, room.context()!, () => undefined);
  await room.settle(40);
  const notes = room.view().player.log.flatMap((entry) => (entry.type === 'note' ? [entry.text] : []));
  expect(notes.slice(-2)).toEqual(['publish: quality 2', 'publish: quality 2 (packets are lost)']);
});
