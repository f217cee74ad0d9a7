/** The chat rules step by step: what the star sets, what a viewer waits for, and which message is the newest. */
import { expect, test } from 'vitest';
import { IDLE, sending } from '../../../src/core/room/feature/ask.ts';
import { chatModeMachine, readMode, type ChatMode, type ChatModeEvent, type Mode } from '../../../src/features/chat-mode/rules.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { messageOf } from '../../message-of.ts';

const OPEN: Mode = { slowS: 0, isFollowersOnly: false, pinned: null };
const PINNED = { lineId: '3', userId: 12, name: '小鱼', text: '今晚' };
const mode = (version: number, change: Partial<Mode> = {}): ChatModeEvent => ({ type: 'mode', version, mode: { ...OPEN, ...change } });
const step = (state: ChatMode, event: ChatModeEvent | { readonly type: 'tick' }, { nowMs = 0, isStar = false } = {}) =>
  chatModeMachine.step(state, event, nowMs, { isStar });
const after = (...events: readonly ChatModeEvent[]): ChatMode =>
  events.reduce<ChatMode>((state, event) => step(state, event)[0], chatModeMachine.initial);

test.each<readonly [what: string, change: Partial<Mode>, name: ChatMode['name']]>([
  ['nothing', {}, 'free'],
  ['a wait between lines', { slowS: 5 }, 'led'],
  ['followers alone', { isFollowersOnly: true }, 'led'],
  ['a pinned line', { pinned: PINNED }, 'led'],
])('S20 with %s set by the star the state has its mode and the name for the decision log', (_what, change, name) => {
  expect(after(mode(1, change))).toMatchObject({ name, mode: { ...OPEN, ...change } });
});

test('S20 an older message of the chat rules changes nothing', () => {
  const newer = after(mode(5, { slowS: 5 }));
  expect(step(newer, mode(4))).toEqual([newer]);
});

test('S20 a wait ends at its time, with slow mode, and never begins for the star', () => {
  const slow = after(mode(1, { slowS: 5 }));
  const [waits] = step(slow, { type: 'said' }, { nowMs: 1_000 });
  expect([waits.nextLineMs, chatModeMachine.deadlineMs(waits, { isStar: false })]).toEqual([6_000, 6_000]);
  expect(step(waits, { type: 'tick' }, { nowMs: 5_999 })).toEqual([waits]);
  expect(step(waits, { type: 'tick' }, { nowMs: 6_000 })[0].nextLineMs).toBeNull();
  expect(step(waits, mode(2, { slowS: 10 }))[0].nextLineMs).toBe(11_000);
  expect(step(waits, mode(2))[0].nextLineMs).toBeNull();
  expect(step(slow, { type: 'said' }, { isStar: true })).toEqual([slow]);
  expect(step(after(), { type: 'said' })).toEqual([chatModeMachine.initial]);
});

test('S20 the wait of slow mode ends with the login that sent the line, and slow mode stays', () => {
  const slow = after(mode(1, { slowS: 5 }));
  const [waits] = step(slow, { type: 'said' }, { nowMs: 1_000 });
  expect(step(waits, { type: 'login-changed' }, { nowMs: 1_001 })).toEqual([slow]);
});

test('S20 the star changes one rule at a time, in a dialog that other viewers do not have', () => {
  const call = { type: 'call', verb: 'set', fields: { slowS: 5 } } as const;
  const [busy, ...effects] = step(after(), call, { isStar: true });
  expect([busy.ask, effects]).toEqual([sending('set'), [call]]);
  expect(step(busy, call, { isStar: true })).toEqual([busy]);
  expect(step(after(), call)).toEqual([chatModeMachine.initial]);
  expect(step(busy, { type: 'answered', refusal: '失败' })[0].ask).toEqual({ name: 'failed', what: 'set', text: '失败' });
  // A pending request stays pending; only its answer is forgotten with the dialog.
  expect(step(busy, { type: 'tool', isOpen: true }, { isStar: true })[0]).toMatchObject({ isToolOpen: true, ask: busy.ask });
  const [refused] = step(busy, { type: 'answered', refusal: '失败' });
  expect(step(refused, { type: 'tool', isOpen: true }, { isStar: true })[0]).toMatchObject({ isToolOpen: true, ask: IDLE });
  expect(step(busy, { type: 'tool', isOpen: true })[0].isToolOpen).toBe(false);
  expect(step(busy, { type: 'tool', isOpen: false }, { isStar: true })[0].isToolOpen).toBe(false);
});

test('S20 hiding stores the id of the pinned line, and no id without a pinned line', () => {
  expect(step(after(mode(1, { pinned: PINNED })), { type: 'hide-pinned' })[0].hiddenLine).toBe('3');
  expect(step(after(), { type: 'hide-pinned' })[0].hiddenLine).toBe('');
});

test('S20 a message of the chat rules is read within limits, and a pinned line without text is ignored', () => {
  const read = (fields: Readonly<Record<string, unknown>>) =>
    readMode(messageOf('chat-mode', { version: 3, slowS: 10, ...fields }).body as BodyOfMessage<'chat-mode'>);
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
