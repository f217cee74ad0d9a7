/** `defineRoomHalf`: messages, actions and events of the room become events of the feature's machine, its states become views. */
import { expect, test } from 'vitest';
import { createDecisionLog } from '../../../../src/core/decision-log.ts';
import type { Machine } from '../../../../src/core/machine.ts';
import { defineRoomHalf, isRoomStar, isViewer, type FeatureContext } from '../../../../src/workers/room/features/feature-api.ts';
import { manualClock } from '../../../manual-clock.ts';
import { messageOf } from '../../../message-of.ts';

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
    Parameters<typeof defineRoomHalf<Heard, HeardEvent, { type: 'say'; word: string }, unknown, string, { suffix: string }>>[0]
  > = {},
) {
  const clock = manualClock();
  const views: unknown[] = [];
  const errors: unknown[] = [];
  const room = { clock, decisions: createDecisionLog(), me: () => ({ nickname: '!' }) } as unknown as FeatureContext;
  const half = defineRoomHalf<
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
  const instance = half.create(room, { show: (view) => views.push(view), onError: (cause) => errors.push(cause) });
  return { half, instance, views, errors, clock, room };
}
const chat = (text: string) => messageOf('chat', { chatmsg: text });

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

test('S37 the start of a feature may cause an event, whose reader receives the context of the room', () => {
  const started = running({ onStart: (room) => word(room.me().nickname) });
  expect(started.views).toEqual(['!!']);
  expect(running({ onStart: () => null }).views).toEqual([]);
});

test('S37 a message is passed only to the reader of its name, and a reader may ignore it', () => {
  const it = running({
    messages: { chat: ({ chatmsg }, room) => (chatmsg === '' ? null : word(chatmsg + room.me().nickname)) },
  });
  it.instance.onMessage(chat('hi'));
  it.instance.onMessage(chat(''));
  it.instance.onMessage(messageOf('gift', {}));
  expect(it.views).toEqual(['hi!!']);
  const deaf = running();
  deaf.instance.onMessage(chat('hi'));
  deaf.instance.onAction('hi');
  deaf.instance.onRoom({ type: 'page-hide' });
  deaf.instance.onRoom({ type: 'stream-messages', messages: [{ code: 1, json: '{}', ptsMs: 0 }] });
  expect([deaf.views, deaf.errors]).toEqual([[], []]);
});

test('P30 S37 each message of the stream is an event, before the room’s event about all of them', () => {
  const it = running({
    onStreamMessage: ({ code }, room) => (code === 9 ? null : word(`code ${code}${room.me().nickname}`)),
    onRoom: ({ type }, room) => (type === 'layout-changed' ? null : word(type + room.me().nickname)),
  });
  it.instance.onRoom({ type: 'stream-messages', messages: [1, 9, 2].map((code) => ({ code, json: '{}', ptsMs: 0 })) });
  it.instance.onRoom({ type: 'layout-changed' });
  expect(it.views.at(-1)).toBe('code 1!! code 2!! stream-messages!!');
});

test('S37 an effect is executed with the room and may send an event; one that throws is reported', () => {
  const it = running({ onAction: (given) => word(given) });
  it.instance.onAction('again');
  expect(it.views.at(-1)).toBe('again! echo!');
  it.instance.onAction('throw');
  expect(it.errors).toEqual([new Error('thrown')]);
  expect(it.half.machine).toBe(machine);
  const sent: unknown[] = [];
  it.half.execute({ type: 'say', word: 'x' } as never, it.room, (event) => sent.push(event));
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

test('S37 the viewer is the star of the room only if logged in as that user', () => {
  const star = (userId: number, starId: number): boolean =>
    isRoomStar({ login: () => ({ userId }), room: () => ({ starId }) } as unknown as FeatureContext);
  expect([star(7, 7), star(7, 8), star(0, 0)]).toEqual([true, false, false]);
});

test('S37 a message is about the viewer only if it names the logged-in user', () => {
  const own = (viewerId: number, userId?: number): boolean => isViewer({ login: () => ({ userId: viewerId }) } as FeatureContext, userId);
  expect([own(7, 7), own(7, 8), own(7), own(0, 0), own(0)]).toEqual([true, false, false, false, false]);
});
