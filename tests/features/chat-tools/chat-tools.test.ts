import { runMachine } from '../../run-machine.ts';
import { expect, test } from 'vitest';
import { withMute, type Mute } from '../../../src/core/room/chat/blocked.ts';
import type { CardUser } from '../../../src/core/room/people/user-card.ts';
import { chatTools } from '../../../src/features/chat-tools/mock.ts';
import {
  CALL_REFUSED_REASONS,
  chatToolsMachine,
  viewOf,
  type ChatToolsContext,
  room as chatToolsPart,
  readProfile,
  type ChatToolsAction,
  type ChatToolsView,
} from '../../../src/features/chat-tools/room.ts';
import { profiles } from '../../../mocks/sessions/sessions.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';
import { createDecisionLog } from '../../../src/player/base/machine.ts';
import { done, err, type Result } from '../../../src/core/errors.ts';
import type { FeatureContext } from '../../../src/workers/room/features/feature-api.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';

const MAX_MUTES = 100;
const MUTE_MS = 600_000;

const FISH: CardUser = { userId: 12, name: '小鱼', logo: '/fish.jpg', richLevel: 3, isStar: false, badges: [], line: '大家好' };
const ANCHOR = { x: 10, y: 20 };

function tools(context: ChatToolsContext) {
  const { clock, effects, runner } = runMachine(chatToolsMachine, () => context);
  const refusals = (): readonly string[] => effects.flatMap((effect) => (effect.type === 'refuse' ? [effect.why] : []));
  const calls = () => effects.flatMap((effect) => (effect.type === 'call' ? [effect] : []));
  const answer = (made: ReturnType<typeof calls>[number] | undefined, message: string | null): void => {
    if (made === undefined) throw new Error('no call');
    const { card, verb, fields } = made;
    runner.send({ type: 'answer', card, verb, userId: fields.toUserId, message });
  };
  return { clock, runner, effects, refusals, calls, answer, call: () => (runner.state().name === 'card' ? viewOf(runner.state()) : null) };
}

test('S20 a card opens only for a user with an id and a name', () => {
  const { runner } = tools({ userId: 7, role: 0 });
  for (const bad of [{ userId: 0 }, { userId: -1 }, { userId: Number.NaN }, { userId: 1.5 }, { name: '\u202e' }, { name: '' }])
    runner.send({ type: 'open', user: { ...FISH, ...bad }, anchor: ANCHOR });
  expect(runner.state().name).toBe('closed');
  runner.send({ type: 'open', user: { ...FISH, name: '长'.repeat(500), line: '话'.repeat(5_000) }, anchor: ANCHOR });
  const state = runner.state();
  expect(state.name === 'card' && [state.user.name.length, state.user.line.length]).toEqual([40, 500]);
  runner.send({ type: 'close' });
  expect(viewOf(runner.state())).toBeNull();
});

test('S20 S24 a report needs a login, muting and removing need the star, and only one call is pending', () => {
  const guest = tools({ userId: 0, role: 0 });
  guest.runner.send({ type: 'open', user: FISH, anchor: ANCHOR });
  guest.runner.send({ type: 'call', verb: 'report', reason: 'abuse' });
  expect(guest.effects.map((effect) => effect.type)).toEqual(['profile', 'login', 'refuse']);

  const viewer = tools({ userId: 7, role: 0 });
  viewer.runner.send({ type: 'call', verb: 'report', reason: 'abuse' });
  viewer.runner.send({ type: 'open', user: FISH, anchor: ANCHOR });
  viewer.runner.send({ type: 'call', verb: 'kick' });
  viewer.runner.send({ type: 'call', verb: 'report', reason: 'abuse' });
  viewer.runner.send({ type: 'call', verb: 'report', reason: 'fraud' });
  expect(viewer.calls().map(({ verb, fields }) => [verb, fields])).toEqual([
    ['report', { toUserId: 12, name: '小鱼', line: '大家好', reason: 'abuse' }],
  ]);
  expect(new Set([...guest.refusals(), ...viewer.refusals()])).toEqual(new Set(CALL_REFUSED_REASONS));

  const star = tools({ userId: 77, role: 1 });
  star.runner.send({ type: 'open', user: FISH, anchor: ANCHOR });
  star.runner.send({ type: 'call', verb: 'mute' });
  expect(star.calls().map(({ verb }) => verb)).toEqual(['mute']);
});

test('S20 an open card does not show whom the previous login follows, and requests the profile again once the login is in the room', () => {
  const { runner, effects, call } = tools({ userId: 7, role: 0 });
  const profile = { userId: 12, logo: '', richLevel: 3, fans: 5, isFollowing: true, guard: 0, coins: 0, gifts: [] };
  runner.send({ type: 'open', user: FISH, anchor: ANCHOR });
  runner.send({ type: 'login-changed' });
  runner.send({ type: 'profile', profile: { ...profile, userId: 13 } });
  expect(call()).toMatchObject({ card: { profile: null } });
  runner.send({ type: 'profile', profile });
  runner.send({ type: 'login-changed' });
  expect(call()).toMatchObject({ card: { profile: { ...profile, isFollowing: false } } });
  expect(effects).toHaveLength(1);
  runner.send({ type: 'entered' });
  expect(effects.slice(1)).toEqual([{ type: 'profile', userId: 12 }]);
  runner.send({ type: 'close' });
  runner.send({ type: 'login-changed' });
  runner.send({ type: 'entered' });
  runner.send({ type: 'profile', profile });
  expect([runner.state().name, effects.length]).toEqual(['closed', 2]);
  runner.send({ type: 'entry' });
  expect(runner.state().name).toBe('settings');
});

test('S20 the card of a muted user offers to end the mute', () => {
  const star = tools({ userId: 77, role: 1 });
  const open = (userId = FISH.userId): unknown => {
    star.runner.send({ type: 'open', user: { ...FISH, userId }, anchor: ANCHOR });
    return star.runner.state().name === 'card' && Reflect.get(star.runner.state(), 'isMuted');
  };
  const call = (verb: 'mute' | 'unmute', message: string | null): void => {
    star.runner.send({ type: 'call', verb });
    star.answer(star.calls().at(-1), message);
  };
  expect(open()).toBe(false);
  call('mute', '稍后再试');
  expect(open()).toBe(false);
  call('mute', null);
  expect([open(), open(13), open()]).toEqual([true, false, true]);
  call('unmute', null);
  expect(open()).toBe(false);
  call('mute', null);
  star.clock.advance(MUTE_MS);
  expect(open()).toBe(false);
  let mutes: readonly Mute[] = [];
  for (let userId = 1; userId <= 3 * MAX_MUTES; userId++) mutes = withMute(mutes, userId, userId);
  expect([mutes.length, mutes.at(-1)?.userId]).toEqual([MAX_MUTES, 3 * MAX_MUTES]);
});

test('S20 a mute holds when its card was closed before the answer: the next card of that user offers to end it', () => {
  const star = tools({ userId: 77, role: 1 });
  const open = (userId: number): unknown => {
    star.runner.send({ type: 'open', user: { ...FISH, userId }, anchor: ANCHOR });
    return Reflect.get(star.runner.state(), 'isMuted');
  };
  open(FISH.userId);
  star.runner.send({ type: 'call', verb: 'mute' });
  star.runner.send({ type: 'close' });
  star.answer(star.calls()[0], null);
  expect(star.runner.state().name).toBe('closed');
  expect([open(13), open(FISH.userId)]).toEqual([false, true]);
  // The answer arrives while the next card of that user is open.
  star.runner.send({ type: 'call', verb: 'unmute' });
  expect(open(FISH.userId)).toBe(true);
  star.answer(star.calls()[1], null);
  expect(star.runner.state()).toMatchObject({ name: 'card', isMuted: false, call: { name: 'none' } });
  // A refused mute is no mute.
  star.runner.send({ type: 'call', verb: 'mute' });
  star.runner.send({ type: 'close' });
  star.answer(star.calls()[2], '稍后再试');
  expect(open(FISH.userId)).toBe(false);
  // The answer does not concern the card of another user.
  star.runner.send({ type: 'call', verb: 'mute' });
  open(13);
  star.runner.send({ type: 'call', verb: 'kick' });
  star.answer(star.calls()[3], null);
  expect(star.runner.state()).toMatchObject({ isMuted: false, call: { name: 'calling', verb: 'kick' } });
});

test('S20 a reason is chosen before a report, but not while a call is pending; the settings are shown without a card', () => {
  const it = tools({ userId: 7, role: 0 });
  const choose = (): void => it.runner.send({ type: 'choose-reason' });
  choose();
  expect(it.runner.state().name).toBe('closed');
  it.runner.send({ type: 'open', user: FISH, anchor: ANCHOR });
  choose();
  expect(it.call()).toMatchObject({ shows: 'card', card: { call: { name: 'choosing' } } });
  it.runner.send({ type: 'call', verb: 'report', reason: 'abuse' });
  choose();
  expect(it.call()).toMatchObject({ card: { call: { name: 'calling', verb: 'report' } } });
  it.answer(it.calls()[0], null);
  expect(it.call()).toMatchObject({ card: { call: { name: 'done', verb: 'report' }, profile: null } });
  it.runner.send({ type: 'entry' });
  expect(viewOf(it.runner.state())).toEqual({ shows: 'settings' });
});

const MAX_GIFTS = 4;

const OTHER: CardUser = { userId: 12, name: '小鱼', logo: '', richLevel: 3, isStar: false, badges: [], line: '' };
const BODY = { userId: 12, nickname: '小鱼', userLogo: '/a.jpg', richlevel: 9, fans: 5, isFollowing: false, guard: 1, coins: 60 };
const rose = (num: number, name = '玫瑰') => ({ giftId: 1, name, iconUrl: '/rose.svg', num });

function viewer(userId: number) {
  const room = featureRoom(chatToolsPart, { userId, feature: 'chat-tools' }, (view) => view as ChatToolsView);
  playFeature([profiles, chatTools], [room]);
  const act = (action: ChatToolsAction): Promise<void> => room.act(action);
  const card = () => {
    const view = room.view();
    return view?.shows === 'card' ? view.card : null;
  };
  return { room, act, card, open: (user = OTHER) => act({ type: 'open', user, anchor: { x: 0, y: 0 } }) };
}

test('S20 S24 following a user needs a login, counts once, and is stored until unfollowed', async () => {
  const guest = viewer(0);
  await guest.open();
  await guest.act({ type: 'call', verb: 'follow' });
  expect([guest.room.logins(), guest.card()?.profile?.isFollowing]).toEqual([1, false]);

  const { card, open, act } = viewer(7);
  await open();
  const before = card()!.profile!.fans;
  await act({ type: 'call', verb: 'follow' });
  expect(card()).toMatchObject({ call: { name: 'done', verb: 'follow' }, profile: { isFollowing: true, fans: before + 1 } });
  await open();
  expect(card()?.profile).toMatchObject({ isFollowing: true, fans: before + 1 });
  await act({ type: 'call', verb: 'unfollow' });
  expect(card()?.profile).toMatchObject({ isFollowing: false, fans: before });
  await open({ ...OTHER, userId: 7 });
  await act({ type: 'call', verb: 'follow' });
  expect(card()?.call).toEqual({ name: 'failed', verb: 'follow', message: '不能关注自己' });
});

test('S20 a profile is limited: few gifts, no invalid addresses, no user without an id', () => {
  const gifts = [rose(0), rose(-3), rose(2, ''), ...Array.from({ length: 30 }, () => rose(2))];
  const read = readProfile({ ...BODY, userLogo: 'javascript:alert(1)', gifts, fans: -5, coins: Number.NaN });
  expect(read).toMatchObject({ logo: '', fans: 0, coins: 0 });
  expect(read?.gifts).toHaveLength(MAX_GIFTS);
  expect(read?.gifts[0]).toEqual({ name: '玫瑰', iconUrl: '/rose.svg', num: 2 });
  expect(readProfile({ ...BODY, gifts: [rose(1, '长'.repeat(400))] })?.gifts[0]?.name).toHaveLength(16);
  for (const userId of [0, -1, 1.5, Number.NaN]) expect(readProfile({ ...BODY, userId, gifts: [] })).toBeNull();
});

test('S20 the answer to a call of the previous login is not shown to the next one', async () => {
  const answers: ((answer: Result) => void)[] = [];
  const failures: unknown[] = [];
  let userId = 7;
  const views: unknown[] = [];
  const context: Partial<FeatureContext> = {
    clock: manualClock(),
    decisions: createDecisionLog(),
    login: () => ({ userId, token: 't', appId: '' }),
    room: (() => ({ role: 0 })) as never,
    callFeature: (verb) => (verb === 'profile' ? Promise.resolve(done) : new Promise((resolve) => answers.push(resolve))),
    failure: (failure) => failures.push(failure),
  };
  const instance = chatToolsPart.create(context as FeatureContext, {
    show: (view) => views.push(view),
    onError: (cause) => views.push(cause),
  });
  for (const answer of [done, err('FEATURE_REFUSED', '太频繁了')]) {
    userId = 7;
    instance.onAction({ type: 'open', user: FISH, anchor: ANCHOR });
    instance.onAction({ type: 'call', verb: 'follow' });
    userId = 8;
    instance.onRoom({ type: 'login-changed', userId });
    answers.at(-1)!(answer);
    await new Promise((resolve) => setImmediate(resolve));
    expect(views.at(-1)).toMatchObject({ card: { call: { name: 'none' } } });
  }
  expect(failures).toEqual([{ code: 'FEATURE_REFUSED', detail: '太频繁了' }]);
});
