import { expect, test } from 'vitest';
import { room as chatToolsHalf } from '../../../src/features/chat-tools/room.ts';
import { readProfile } from '../../../src/features/chat-tools/rules-profile.ts';
import { profiles } from '../../../mocks/backend/profiles.ts';
import { chatTools } from '../../../src/features/chat-tools/mock.ts';
import type { ChatToolsAction, ChatToolsView } from '../../../src/features/chat-tools/rules.ts';
import type { CardUser } from '../../../src/core/room/people/user-card.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_GIFTS = 4;

const FISH: CardUser = { userId: 12, name: '小鱼', logo: '', richLevel: 3, isStar: false, badges: [], line: '' };
const BODY = { userId: 12, nickname: '小鱼', userLogo: '/a.jpg', richlevel: 9, fans: 5, isFollowing: false, guard: 1, coins: 60 };
const rose = (num: number, name = '玫瑰') => ({ giftId: 1, name, iconUrl: '/rose.svg', num });

function viewer(userId: number) {
  const room = featureRoom(chatToolsHalf, { userId, feature: 'chat-tools' }, (view) => view as ChatToolsView);
  playFeature([profiles, chatTools], [room]);
  const act = (action: ChatToolsAction): Promise<void> => room.act(action);
  const card = () => {
    const view = room.view();
    return view?.shows === 'card' ? view.card : null;
  };
  return { room, act, card, open: (user = FISH) => act({ type: 'open', user, anchor: { x: 0, y: 0 } }) };
}

test('S20 a card requests the profile and shows portrait, followers and gifts of its own user only', async () => {
  const { card, open, act } = viewer(7);
  await open();
  expect(card()?.profile).toMatchObject({ userId: 12, isFollowing: false });
  expect(card()?.profile?.logo).toMatch(/^\/fixtures\/images\/avatar-\d\.jpg$/);
  const fans = card()?.profile?.fans;
  await open({ ...FISH, userId: 13 });
  expect(card()?.profile).toMatchObject({ userId: 13 });
  await act({ type: 'close' });
  expect(card()).toBeNull();
  await open();
  expect(card()?.profile?.fans).toBe(fans);
});

test('S20 S24 following a user needs a login, counts once, and is stored until unfollowed', async () => {
  const guest = viewer(0);
  await guest.open();
  await guest.act({ type: 'follow' });
  expect([guest.room.logins(), guest.card()?.profile?.isFollowing]).toEqual([1, false]);

  const { card, open, act } = viewer(7);
  await open();
  const before = card()!.profile!.fans;
  await act({ type: 'follow' });
  expect(card()).toMatchObject({ call: { name: 'done', verb: 'follow' }, profile: { isFollowing: true, fans: before + 1 } });
  await open();
  expect(card()?.profile).toMatchObject({ isFollowing: true, fans: before + 1 });
  await act({ type: 'unfollow' });
  expect(card()?.profile).toMatchObject({ isFollowing: false, fans: before });
  await open({ ...FISH, userId: 7 });
  await act({ type: 'follow' });
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
