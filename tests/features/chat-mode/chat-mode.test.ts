import type { Fields } from '../../../src/core/room/feature/feature-dialog.ts';
import { chatMode } from '../../../src/features/chat-mode/mock.ts';
import {
  room as part,
  type ChatMode,
  type ChatModeAction,
  type ChatModeEvent,
  chatModeMachine,
  type ChatModeView,
  type Mode,
  readMode,
} from '../../../src/features/chat-mode/room.ts';
import { featureRoom, playFeature, STAR_ID } from '../../feature-room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const viewerRoom = (userId: number) => featureRoom(part, { userId, feature: 'chat-mode' }, (view) => view as ChatModeView);

function room() {
  const [star, viewer] = [viewerRoom(STAR_ID), viewerRoom(7)];
  const play = playFeature([chatMode], [star, viewer]);
  return { ...play, star, viewer, lead: (action: ChatModeAction): Promise<void> => star.act(action) };
}

const requested = (verb: string, fields: Fields): ChatModeAction => ({ type: 'request', verb, fields });
const set = (slowS: number, followersOnly = 0) => requested('set', { slowS, followersOnly });
const pin = (text: string) => requested('pin', { toUserId: 12, name: '小鱼', text });
const UNPIN = requested('unpin', {});

test('S20 the star’s chat rules are shown to everybody, also to later viewers, and an open chat shows none', async () => {
  const { star, viewer, lead, ...play } = room();
  expect(viewer.view()).toBeNull();
  await lead(set(10, 1));
  expect(viewer.view()).toMatchObject({ slowS: 10, isFollowersOnly: true, wait: null, pinned: null, isOpen: false });
  await lead(pin('今晚 <b>点歌</b>'));
  expect(viewer.view()?.pinned).toMatchObject({ userId: 12, name: '小鱼', text: '今晚 <b>点歌</b>' });
  const late = viewerRoom(8);
  play.join(late);
  expect(late.view()).toMatchObject({ slowS: 10, pinned: { name: '小鱼' } });
  await lead(UNPIN);
  await lead(set(0));
  expect([star.view(), viewer.view()]).toEqual([null, null]);
});

test('S20 only the star changes the chat rules, one change at a time, and a refusal shows the server’s text', async () => {
  const { star, viewer, lead } = room();
  for (const action of [set(5), UNPIN, { type: 'entry' }]) await viewer.act(action);
  expect([viewer.calls, viewer.view()]).toEqual([[], null]);
  await lead({ type: 'entry' });
  expect(star.view()).toMatchObject({ isOpen: true, request: { name: 'idle' } });
  await lead(set(-1));
  expect(star.view()?.request).toEqual({ name: 'failed', what: 'set -1 0', text: '设置有误' });
  await lead(set(30));
  expect(star.view()).toMatchObject({ slowS: 30, request: { name: 'done' } });
  await lead({ type: 'close' });
  expect(star.view()).toMatchObject({ isOpen: false });
});

test('S20 a line that the server refuses to pin is shown as refused also while the star’s dialog is closed', async () => {
  const { star, viewer, lead } = room();
  await lead(pin(''));
  expect(star.view()).toMatchObject({
    isOpen: false,
    request: { name: 'failed', text: expect.stringMatching(/./) as string },
  });
  expect(viewer.view()).toBeNull();
  // The panel closes the dialog after the notice.
  await lead({ type: 'close' });
  expect(star.view()).toBeNull();
});

test('S20 in slow mode an own line shows the time of the next one; lines of others and of the star do not', async () => {
  const { star, viewer, lead } = room();
  const said = (senderid: number) => ({ name: 'chat', body: { senderid, chatmsg: 'x' }, toUserId: null }) as const;
  viewer.take(said(7));
  await lead(set(10));
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
  await lead(set(0, 1));
  expect(viewer.view()?.wait).toBeNull();
  expect(viewer.clock.timers()).toBe(0);
});

test('S20 a changed interval of slow mode counts from the last line of the viewer', async () => {
  const { viewer, lead } = room();
  await lead(set(60));
  viewer.take({ name: 'chat', body: { senderid: 7, chatmsg: 'x' }, toUserId: null });
  viewer.clock.advance(2_000);
  await lead(set(5));
  expect(viewer.view()?.wait).toEqual({ leftMs: 3_000 });
  await lead(set(10));
  expect(viewer.view()?.wait).toEqual({ leftMs: 8_000 });
  viewer.clock.advance(8_000);
  expect(viewer.view()?.wait).toBeNull();
});

test('S20 a pinned line closed by the viewer stays closed until another one is pinned', async () => {
  const { viewer, lead } = room();
  await lead(pin('一'));
  await viewer.act({ type: 'hide-pinned' });
  expect(viewer.view()).toBeNull();
  await lead(set(5));
  expect(viewer.view()?.pinned).toBeNull();
  await lead(pin('二'));
  expect(viewer.view()?.pinned?.text).toBe('二');
});

/** The chat rules step by step: what the star sets, what a viewer waits for, and which message is the newest. */
const OPEN: Mode = { slowS: 0, isFollowersOnly: false, pinned: null };
const PINNED = { lineId: '3', userId: 12, name: '小鱼', text: '今晚' };
const mode = (version: number, change: Partial<Mode> = {}): ChatModeEvent => ({ type: 'mode', version, mode: { ...OPEN, ...change } });
const step = (state: ChatMode, event: ChatModeEvent | { readonly type: 'tick' }, { nowMs = 0, isStar = false } = {}) =>
  chatModeMachine.step(state, event, nowMs, { userId: 7, isStar });
const after = (...events: readonly ChatModeEvent[]): ChatMode =>
  events.reduce<ChatMode>((state, event) => step(state, event)[0], chatModeMachine.initial);

test('S20 each rule leads the chat until a newer message ends it; an older one changes nothing', () => {
  for (const change of [{ slowS: 5 }, { isFollowersOnly: true }, { pinned: PINNED }]) {
    const led = after(mode(2, change));
    expect(led).toMatchObject({ name: 'led', mode: change });
    expect(step(led, mode(1))).toEqual([led]);
    expect(step(led, mode(3))[0]).toMatchObject({ name: 'free', mode: OPEN });
  }
  expect(after({ type: 'hide-pinned' }).hiddenLine).toBe('');
});

test('S20 the wait of slow mode ends with the login that sent the line, and slow mode stays', () => {
  const slow = after(mode(1, { slowS: 5 }));
  const [waits] = step(slow, { type: 'line-sent' }, { nowMs: 1_000 });
  expect(step(waits, { type: 'login-changed' }, { nowMs: 1_001 })).toEqual([slow]);
});

test('S20 a message of the chat rules is read within limits, and a pinned line without text is ignored', () => {
  const read = (fields: Readonly<Record<string, unknown>>) => readMode(messageOf('chat-mode', { version: 3, slowS: 10, ...fields }).body);
  const user = { userId: 12, nickname: '小鱼' };
  expect(read({ pinned: { lineId: '3', text: '今晚', user } })).toEqual({
    type: 'mode',
    version: 3,
    mode: { slowS: 10, isFollowersOnly: false, pinned: PINNED },
  });
  expect(read({ pinned: { text: '今晚', user } })).toMatchObject({ mode: { pinned: { lineId: '今晚' } } });
  expect([read({ pinned: { lineId: '3', text: ' ', user } }), read({})]).toMatchObject([
    { mode: { pinned: null } },
    { mode: { pinned: null } },
  ]);
  expect(read({ slowS: -5 })).toMatchObject({ mode: { slowS: 0 } });
});
