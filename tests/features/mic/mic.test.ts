import { expect, test } from 'vitest';
import { playedFeature, VIEWER_ID, type View } from '../../feature-plays.ts';
import { room, micMachine, micView, readWish, type Mic, type MicEvent } from '../../../src/features/mic/room.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';
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
