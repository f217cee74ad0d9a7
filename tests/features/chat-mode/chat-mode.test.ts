import { expect, test } from 'vitest';
import { createChatServer } from '../../../mocks/backend/chat-server.ts';
import { execute } from '../../../mocks/sessions/session-delivery.ts';
import { rowNamed } from '../../../mocks/recordings/push-rows.ts';
import { CHAT_ERRNO } from '../../../src/core/socket/chat-refusal.ts';
import { chatMode } from '../../../src/features/chat-mode/mock.ts';
import { room as half } from '../../../src/features/chat-mode/room.ts';
import { chatModeMachine, chatModeView, readMode, type ChatModeAction, type ChatModeView } from '../../../src/features/chat-mode/rules.ts';
import { readEnvelope } from '../../../src/wire/envelope.ts';
import { readFrame } from '../../../src/wire/frame.ts';
import { readPush } from '../../../src/wire/read-push.ts';
import { featureRoom, playFeature, STAR_ID } from '../../feature-room.ts';

const viewerRoom = (userId: number) => featureRoom(half, { userId, feature: 'chat-mode' }, (view) => view as ChatModeView);

function room() {
  const [star, viewer] = [viewerRoom(STAR_ID), viewerRoom(7)];
  const play = playFeature([chatMode], [star, viewer]);
  return { ...play, star, viewer, lead: (action: ChatModeAction): Promise<void> => star.act(action) };
}

test('S20 the star’s chat rules are shown to everybody, also to later viewers, and an open chat shows none', async () => {
  const { star, viewer, lead, ...play } = room();
  expect(viewer.view()).toBeNull();
  await lead({ type: 'set', slowS: 10, isFollowersOnly: true });
  expect(viewer.view()).toMatchObject({ slowS: 10, isFollowersOnly: true, wait: null, pinned: null, isToolOpen: false });
  await lead({ type: 'pin', userId: 12, name: '小鱼', text: '今晚 <b>点歌</b>' });
  expect(viewer.view()?.pinned).toMatchObject({ userId: 12, name: '小鱼', text: '今晚 <b>点歌</b>' });
  const late = viewerRoom(8);
  play.join(late);
  expect(late.view()).toMatchObject({ slowS: 10, pinned: { name: '小鱼' } });
  await lead({ type: 'unpin' });
  await lead({ type: 'set', slowS: 0, isFollowersOnly: false });
  expect([star.view(), viewer.view()]).toEqual([null, null]);
});

test('S20 only the star changes the chat rules, one change at a time, and a refusal shows the server’s text', async () => {
  const { star, viewer, lead } = room();
  for (const action of [{ type: 'set', slowS: 5, isFollowersOnly: false }, { type: 'unpin' }, { type: 'entry' }] as const)
    await viewer.act(action);
  expect([viewer.calls, viewer.view()]).toEqual([[], null]);
  await lead({ type: 'entry' });
  expect(star.view()).toMatchObject({ isToolOpen: true, ask: { name: 'idle' } });
  await lead({ type: 'set', slowS: -1, isFollowersOnly: false });
  expect(star.view()?.ask).toEqual({ name: 'failed', what: 'set', text: '设置有误' });
  await lead({ type: 'set', slowS: 30, isFollowersOnly: false });
  expect(star.view()).toMatchObject({ slowS: 30, ask: { name: 'done' } });
  await lead({ type: 'close-tool' });
  expect(star.view()).toMatchObject({ isToolOpen: false });
});

test('S20 a line that the server refuses to pin is shown as refused also while the star’s dialog is closed', async () => {
  const { star, viewer, lead } = room();
  await lead({ type: 'pin', userId: 12, name: '小鱼', text: '' });
  expect(star.view()).toMatchObject({
    isToolOpen: false,
    ask: { name: 'failed', what: 'pin', text: expect.stringMatching(/./) as string },
  });
  expect(viewer.view()).toBeNull();
  // The panel closes the dialog after the notice.
  await lead({ type: 'close-tool' });
  expect(star.view()).toBeNull();
});

test('S20 in slow mode an own line shows the time of the next one; lines of others and of the star do not', async () => {
  const { star, viewer, lead } = room();
  const said = (senderid: number) => ({ name: 'chat', body: { senderid, chatmsg: 'x' }, toUserId: null }) as const;
  viewer.take(said(7));
  await lead({ type: 'set', slowS: 10, isFollowersOnly: false });
  expect(viewer.view()?.wait).toBeNull();
  viewer.take(said(8));
  star.take(said(STAR_ID));
  expect([viewer.view()?.wait, star.view()?.wait]).toEqual([null, null]);
  viewer.take(said(7));
  expect(viewer.view()?.wait).toEqual({ leftMs: 10_000 });
  viewer.clock.advance(9_999);
  expect(viewer.view()?.wait).not.toBeNull();
  viewer.clock.advance(1);
  expect(viewer.view()?.wait).toBeNull();
  viewer.take(said(7));
  await lead({ type: 'set', slowS: 0, isFollowersOnly: true });
  expect(viewer.view()?.wait).toBeNull();
  expect(viewer.clock.timers()).toBe(0);
});

test.each(['chat', 'socket-chat'] as const)(
  'S20 a %s message that names its sender only by userid is the own line in slow mode',
  async (name) => {
    const { viewer, lead } = room();
    await lead({ type: 'set', slowS: 10, isFollowersOnly: false });
    viewer.take({ name, body: { senderid: 8, userid: 7, chatmsg: 'x' }, toUserId: null });
    expect(viewer.view()?.wait).toBeNull();
    viewer.take({ name, body: { userid: 7, chatmsg: 'x' }, toUserId: null });
    expect(viewer.view()?.wait).toEqual({ leftMs: 10_000 });
  },
);

test('S20 a changed interval of slow mode counts from the last line of the viewer', async () => {
  const { viewer, lead } = room();
  await lead({ type: 'set', slowS: 60, isFollowersOnly: false });
  viewer.take({ name: 'chat', body: { senderid: 7, chatmsg: 'x' }, toUserId: null });
  viewer.clock.advance(2_000);
  await lead({ type: 'set', slowS: 5, isFollowersOnly: false });
  expect(viewer.view()?.wait).toEqual({ leftMs: 3_000 });
  await lead({ type: 'set', slowS: 10, isFollowersOnly: false });
  expect(viewer.view()?.wait).toEqual({ leftMs: 8_000 });
  viewer.clock.advance(8_000);
  expect(viewer.view()?.wait).toBeNull();
});

test('S20 a pinned line closed by the viewer stays closed until another one is pinned', async () => {
  const { viewer, lead } = room();
  const pin = (text: string) => lead({ type: 'pin', userId: 12, name: '小鱼', text });
  await pin('一');
  await viewer.act({ type: 'hide-pinned' });
  expect(viewer.view()).toBeNull();
  await lead({ type: 'set', slowS: 5, isFollowersOnly: false });
  expect(viewer.view()?.pinned).toBeNull();
  await pin('二');
  expect(viewer.view()?.pinned?.text).toBe('二');
});

test('S20 a mode is limited, and a pinned line without text is ignored', () => {
  const body = { roomId: 1, version: 1, slowS: 1e9, isFollowersOnly: false, pinned: { lineId: '', user: null, text: '\u202e \n' } };
  expect(readMode(body)).toMatchObject({ mode: { slowS: 600, pinned: null } });
  const long = readMode({ ...body, slowS: -5, pinned: { lineId: '', user: null, text: '长'.repeat(2_000) } });
  if (long.type !== 'mode') throw new Error('no mode');
  expect([long.mode.slowS, long.mode.pinned?.text.length, long.mode.pinned?.name]).toEqual([0, 200, '']);
});

test('S20 the offline chat applies slow mode to viewers but not to the star', () => {
  const serve = (userId: number) => {
    const server = createChatServer({
      log: { records: [], durationMs: 1_000, isTruncated: false },
      behaviour: { login: 'accepted', heartbeat: 'answered', echo: true },
      faults: () => [],
      earlier: 0,
    });
    server.receive(JSON.stringify({ cmd: 201, roomid: 1, kugouid: userId, referer: '' }), 0);
    const message = { id: rowNamed('chat-mode').id, body: {}, roomId: 1, connection: null, toUserId: null };
    execute({ ...message, slow: { ms: 10_000, starId: STAR_ID } }, server, 0);
    let lines = 0;
    return (nowMs: number): number => {
      const text = JSON.stringify({ cmd: 501, chatmsg: '在吗', seq: ++lines, uuid: `u${lines}` });
      const frame = readFrame(server.receive(text, nowMs).messages[0] as Uint8Array);
      const envelope = frame.ok ? readEnvelope(frame.value.payload) : frame;
      const answer = frame.ok && envelope.ok ? readPush(frame.value.command, envelope.value) : null;
      if (answer?.ok !== true) throw new Error('no answer');
      return answer.value.name === 'error' ? answer.value.body.errno : 0;
    };
  };
  const [viewer, star] = [serve(7), serve(STAR_ID)];
  expect([viewer(20_000), viewer(29_999), viewer(30_000)]).toEqual([0, CHAT_ERRNO.tooFast, 0]);
  expect([star(20_000), star(20_001)]).toEqual([0, 0]);
});

test('S20 a pinned line is shown until the viewer hides it, and the wait of slow mode is counted down by the clock', () => {
  const mode = { slowS: 0, isFollowersOnly: false, pinned: { lineId: '3', userId: 12, name: '小鱼', text: '今晚' } };
  const state = { ...chatModeMachine.initial, mode };
  expect(chatModeView(state, { isStar: false }, 0)).toMatchObject({ pinned: { text: '今晚' }, wait: null });
  expect(chatModeView({ ...state, hiddenLine: '3' }, { isStar: false }, 0)).toBeNull();
  const waits = { ...state, nextLineMs: 5_000 };
  const leftMs = (nowMs: number) => chatModeView(waits, { isStar: false }, nowMs)?.wait?.leftMs;
  expect([leftMs(1_000), leftMs(5_000), leftMs(9_000)]).toEqual([4_000, 0, 0]);
});
