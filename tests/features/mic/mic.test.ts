import { expect, test } from 'vitest';
import { playedFeature, VIEWER_ID, type View } from '../../feature-plays.ts';
import { room, micMachine, micView, readWish, type Mic, type MicEvent, type MicView } from '../../../src/features/mic/room.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { featureRoom, STAR_ID } from '../../feature-room.ts';

const requested = (verb: string, requestId?: string): DialogAction => ({
  type: 'request',
  verb,
  fields: requestId === undefined ? {} : { requestId },
});

test('S37 a viewer requests the microphone, waits until the star accepts, and leaves; the star opens and closes the link', async () => {
  const play = await playedFeature('mic', [VIEWER_ID, STAR_ID]);
  const [mine, star] = play.viewers;
  await star!.act({ type: 'entry' });
  await star!.act(requested('open'));
  expect(mine?.view()).toMatchObject({ link: { isOpen: true, guests: [] }, isGuest: false });
  await mine!.act(requested('request'));
  expect(mine?.view()).toMatchObject({ wish: { status: 'waits', position: 1 } });
  await mine!.act(requested('request'));
  expect(mine?.view()).toMatchObject({ request: { name: 'failed', text: '你已经申请过了' } });
  // While the star chooses, no request is accepted automatically; one more has arrived meanwhile.
  play.advance(6_000);
  const requests = () =>
    (star!.view() as { readonly link: { readonly requests: readonly { readonly requestId: string; readonly name: string }[] } }).link
      .requests;
  expect(requests().map(({ name }) => name)).toEqual(['观众0001', '橘子海']);
  const [first, second] = requests();
  await star!.act(requested('refuse', second!.requestId));
  await star!.act(requested('admit', first!.requestId));
  expect(requests()).toEqual([]);
  expect(mine?.view()).toMatchObject({ isGuest: true, link: { guests: [{ userId: VIEWER_ID, seat: 1 }] } });
  // An answered request cannot be chosen again, and only the star may choose.
  const { length } = star!.calls;
  await star!.act(requested('admit', first!.requestId));
  expect(star!.calls.length).toBe(length);
  await mine!.act(requested('leave'));
  expect(mine?.view()).toMatchObject({ isGuest: false, wish: null, link: { guests: [] } });
  await mine!.act(requested('request'));
  await mine!.act(requested('admit', requests()[0]!.requestId));
  expect(mine?.view()).toMatchObject({ isGuest: false, request: { name: 'failed', text: '仅主播可操作' } });
  await star!.act(requested('refuse', requests()[0]!.requestId));
  expect(mine?.view()).toMatchObject({ wish: { status: 'refused' } });
  await star!.act(requested('close'));
  play.advance(7_000);
  expect(mine?.view()).toBeNull();
  play.host.dispose();
});

test('S37 a request ends with the login that made it, so that the next viewer can request', () => {
  const event = readWish({ roomId: 1, requestId: 'r-1', status: 1, seat: 0, position: 2, leftMs: 0, msg: '' });
  const [waits] = micMachine.step(micMachine.initial, event, 0, { userId: VIEWER_ID });
  const [state] = micMachine.step(waits, { type: 'login-changed' }, 0, { userId: 8 });
  expect(waits.wish?.position).toBe(2);
  expect([state.wish, micMachine.deadlineMs(state, { userId: 8 })]).toEqual([null, null]);
});

/** The request that is shown after the messages; each is an id and the status of its request. */
function shownAfter(...messages: readonly (readonly [requestId: string, status: number])[]) {
  const state = messages.reduce((before, [requestId, status]) => {
    const event = readWish({ roomId: 1, requestId, status, seat: 0, position: 1, leftMs: 0, msg: '' });
    return micMachine.step(before, event, 0, { userId: VIEWER_ID })[0];
  }, micMachine.initial);
  return state.wish === null ? null : [state.wish.requestId, state.wish.status];
}

test.each([
  ['withdrawn', 4],
  ['over', 5],
  ['refused', 3],
  ['unknown', 9],
])('S37 a request stays shown when a late message ends an earlier one with the status: %s', (_what, status) => {
  expect(shownAfter(['earlier', 1], ['newer', 1], ['earlier', status])).toEqual(['newer', 'waits']);
  // The same message removes its own request, which later messages do not restore.
  expect(shownAfter(['own', 1], ['own', status], ['own', 1])).toEqual(status === 3 ? ['own', 'refused'] : null);
  expect(shownAfter(['newer', 1], ['earlier', status], ['earlier', 1])).toEqual(['newer', 'waits']);
});

test('S37 an accepted request does not wait again, and the end of a request without an id does not block the next one', () => {
  expect(shownAfter(['a', 2], ['a', 1])).toEqual(['a', 'accepted']);
  expect(shownAfter(['a', 2], ['b', 1])).toEqual(['b', 'waits']);
  expect(shownAfter(['a', 1], ['a', 2])).toEqual(['a', 'accepted']);
  expect(shownAfter(['', 3], ['', 1])).toEqual(['', 'waits']);
});

test('S37 the link lists guests by seat and requests with an id and a user; without messages the server is asked, then the link is over', async () => {
  const star = featureRoom(room, { userId: STAR_ID, feature: 'mic' }, (view) => view as MicView);
  const link = (version: number, fields: object) => {
    star.take(sessionPush('mic-link', { version, isOpen: true, ...fields }));
    return star.view()?.link;
  };
  const user = (userId: number) => ({ user: { userId, nickname: `n${userId}` } });
  const seat = (at: number, userId: number, change: object = {}) => ({ seat: at, status: 2, volume: 30, ...user(userId), ...change });
  const bad = [seat(1, 9), seat(0, 10), seat(4, 11), seat(2, 0), seat(2, 12, { status: 9 })];
  const asking = [{ requestId: '', ...user(4) }, { requestId: 'r-0' }, { requestId: 'r-1', ...user(5) }];
  expect(link(2, { seats: [seat(3, 7), seat(1, 8, { volume: 400 }), ...bad], waiting: -1, asking })).toEqual({
    isOpen: true,
    guests: [
      { seat: 1, userId: 8, name: 'n8', logo: '', status: 'speaking', volume: 100 },
      { seat: 3, userId: 7, name: 'n7', logo: '', status: 'speaking', volume: 30 },
    ],
    waiting: 0,
    requests: [{ requestId: 'r-1', userId: 5, name: 'n5', logo: '' }],
  });
  expect(link(1, { isOpen: false })).toMatchObject({ isOpen: true });
  await star.act(requested('admit', 'r-9'));
  expect(star.calls).toEqual([]);
  // A closed link stays until its guests have left.
  expect(link(3, { isOpen: false, seats: [seat(1, 8)] })).toMatchObject({ isOpen: false });
  star.clock.advance(89_999);
  expect([star.view()?.link?.guests.length, star.calls]).toEqual([1, []]);
  star.clock.advance(1);
  expect(star.calls).toEqual([{ verb: 'snapshot', fields: {} }]);
  star.clock.advance(12_000);
  expect(star.view()).toBeNull();
  await star.act(requested('admit', 'r-1'));
  expect(star.calls).toHaveLength(1);
});

test('S37 a viewer whose room worker was restarted still waits, and can withdraw the request', async () => {
  const play = await playedFeature('mic', [VIEWER_ID, STAR_ID]);
  const [mine, star] = play.viewers;
  await star!.act({ type: 'entry' });
  await star!.act(requested('open'));
  await mine!.act(requested('request'));
  const restarted = featureRoom(room, { userId: VIEWER_ID, feature: 'mic' }, (view) => view as View);
  play.join(restarted);
  expect(restarted.view()).toMatchObject({ wish: { status: 'waits', position: 1 } });
  await restarted.act(requested('cancel'));
  expect(restarted.view()).toMatchObject({ wish: null });
});

test('S37 a request that waits stays while its queue waits, and is removed if the queue no longer contains it', () => {
  const waits = readWish({ roomId: 1, requestId: 'r-1', status: 1, seat: 0, position: 2, leftMs: 0, msg: '' });
  const after = (waiting: number, ...queue: readonly string[]) => {
    const listed = queue.map((requestId) => ({ requestId, userId: 9, name: 'n', logo: '' }));
    const link: MicEvent = { type: 'link', version: 1, link: { isOpen: true, guests: [], waiting, requests: listed } };
    const events = [waits, link, { type: 'tick' }] as const;
    const step = (before: Mic, event: (typeof events)[number], atMs: number) =>
      micMachine.step(before, event, atMs, { userId: VIEWER_ID })[0];
    return [0, 119_000, 120_000].reduce((state, atMs, at) => step(state, events[at]!, atMs), micMachine.initial).wish;
  };
  for (const wish of [after(2, 'r-2', 'r-1'), after(2)]) expect(wish).toMatchObject({ status: 'waits', untilMs: 240_000 });
  for (const wish of [after(0), after(1, 'r-2')]) expect(wish).toBeNull();
  // Without a link it ends after two minutes, and an accepted one after six seconds.
  for (const [status, forMs] of [
    [1, 120_000],
    [2, 6_000],
  ] as const) {
    const event = readWish({ roomId: 1, requestId: 'r-1', status, seat: 0, position: 2, leftMs: 0, msg: '' });
    const [alone] = micMachine.step(micMachine.initial, event, 0, { userId: VIEWER_ID });
    const at = (atMs: number) => micMachine.step(alone, { type: 'tick' }, atMs, { userId: VIEWER_ID })[0].wish;
    expect([at(forMs - 1), at(forMs)]).toEqual([alone.wish, null]);
  }
});

test('S37 an invitation without a time stays until it is answered or the link is over, and one with a time for all of it', () => {
  const invitation = (leftMs: number) => readWish({ roomId: 1, requestId: 'r-1', status: 6, seat: 0, position: 0, leftMs, msg: '' });
  const link = (isOpen: boolean, version: number): MicEvent => ({
    type: 'link',
    version,
    link: { isOpen, guests: [], waiting: 0, requests: [] },
  });
  const after = (...events: readonly (readonly [atMs: number, event: MicEvent | { readonly type: 'tick' }])[]) =>
    events.reduce((state, [atMs, event]) => micMachine.step(state, event, atMs, { userId: VIEWER_ID })[0], micMachine.initial);
  const tick = { type: 'tick' } as const;
  const open = [0, link(true, 1)] as const;
  // No link yet: the star opens it later.
  const unlimited = [
    after([0, invitation(0)], [3_600_000, tick]),
    after([0, invitation(0)], [1, link(false, 1)], [3_600_000, tick]),
    after(open, [0, invitation(0)], [60_000, tick], [60_000, link(true, 2)]),
  ];
  for (const { wish } of unlimited) expect(wish).toMatchObject({ requestId: 'r-1', status: 'invited' });
  expect(micMachine.deadlineMs(unlimited[0]!, { userId: VIEWER_ID })).toBeNull();
  expect(micView(unlimited[0]!, { userId: VIEWER_ID, isStar: false }, 3_600_000)?.wish?.leftMs).toBe(0);
  expect(after(open, [0, invitation(0)], [60_000, link(false, 2)]).wish).toBeNull();
  expect(after(open, [0, invitation(0)], [90_000, tick], [102_000, tick])).toMatchObject({ link: null, wish: null });
  expect(after([0, invitation(300_000)], [299_999, tick]).wish).not.toBeNull();
  expect(after([0, invitation(300_000)], [300_000, tick]).wish).toBeNull();
});
