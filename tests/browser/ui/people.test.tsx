import { expect, test } from 'vitest';

import type { Badge } from '../../../src/core/room/view.ts';
import type { ChatToolsView } from '../../../src/features/chat-tools/room.ts';
import type { PeopleView } from '../../../src/features/people/room.ts';
import type { RanksView } from '../../../src/features/ranks/room.ts';
import { buttonOf, chatRow, expectNoFindings, openPage, type Page, VIEWPORTS } from './room-page.tsx';

let page: Page;

const PORTRAIT = '/fixtures/images/avatar-3.jpg';
const member = (userId: number, name: string, coins: number, guard = 0) => ({
  userId,
  name,
  logo: name === '' ? '' : PORTRAIT,
  richLevel: 12,
  coins,
  guard,
});
const MEMBERS = [member(61, '南风', 5_200, 2), member(0, '', 660), member(63, '小满', 0)];
const people = (list: PeopleView['list']): { readonly people: { readonly name: 'shown'; readonly view: PeopleView } } => ({
  people: { name: 'shown', view: { strip: MEMBERS, list } },
});
const CARD: ChatToolsView = {
  shows: 'card',
  card: {
    name: 'card',
    cards: 1,
    mutes: [],
    isMuted: false,
    call: { name: 'none' },
    anchor: { x: 300, y: 200 },
    user: {
      userId: 61,
      name: '南风',
      logo: PORTRAIT,
      richLevel: 12,
      isStar: false,
      badges: [{ type: 'medal', text: '知音', level: 3, iconUrl: '' }],
      line: '',
    },
    profile: {
      userId: 61,
      logo: '',
      richLevel: 12,
      fans: 120,
      isFollowing: false,
      guard: 2,
      coins: 5_200,
      gifts: [{ name: '玫瑰', iconUrl: '', num: 9 }],
    },
  },
};

test.each(VIEWPORTS)(
  'S20 the strip of viewers is in the header beside the star’s name without covering it, $width x $height',
  async (viewport) => {
    page = await openPage('live', viewport);
    await page.show({ features: people(null) });
    const strip = await page.until(() => page.maybe('[data-people-strip]'));
    expect(strip.querySelectorAll('img').length).toBeGreaterThan(0);
    const box = strip.getBoundingClientRect();
    const others = [...page.find('[data-room-part="star"]').querySelectorAll<HTMLElement>('h1, p, button')].filter((one) => one !== strip);
    for (const other of others) {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      const isBeside = right <= box.left + 1 || left >= box.right - 1 || right === left;
      expect([other.textContent, isBeside || bottom <= box.top + 1 || top >= box.bottom - 1]).toEqual([other.textContent, true]);
    }
    // The accessible name contains the visible text.
    expect(strip.getAttribute('aria-label')).toBe('在线观众 1.2万：南风、神秘嘉宾、小满');
    strip.click();
    expect(page.acts).toContainEqual({ type: 'feature', feature: 'people', action: { type: 'entry' } });
    await expectNoFindings(strip.parentElement!);
  },
);

test('S20 S35 the list shows viewers in order and opens the card of one; a mystic viewer opens the explanation', async () => {
  page = await openPage('live', { width: 1366, height: 768 });
  await page.show({ features: people({ tab: 'viewers', members: MEMBERS, total: 3 }) });
  const list = await page.until(() => page.maybe('[data-people-list]'));
  const rows = [...list.querySelectorAll<HTMLElement>('li button')];
  expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual(['1', '2', '3']);
  expect(rows[0]!.textContent).toContain('南风');
  expect(rows[0]!.textContent).toContain('贡献 5200');
  expect(rows[1]!.textContent).toContain('神秘嘉宾');
  expect(rows[1]!.querySelector('img')).toBeNull();
  await expectNoFindings(page.find('dialog'));
  rows[1]!.click();
  expect(page.acts).toContainEqual({ type: 'feature', feature: 'mystic-card', action: { type: 'open' } });
  rows[0]!.click();
  expect(page.acts.at(-1)).toMatchObject({
    feature: 'user-card',
    action: { type: 'open', user: { userId: 61, name: '南风', logo: PORTRAIT } },
  });
});

test.each(VIEWPORTS)(
  'S20 the card shows portrait, level, followers and gifts, and follows; it fits the window, $width x $height',
  async (viewport) => {
    page = await openPage('live', viewport);
    await page.features({ 'chat-tools': CARD });
    const card = await page.until(() => page.maybe('[data-user-card="61"]'));
    expect(card.querySelector('img')?.getAttribute('src')).toBe(PORTRAIT);
    for (const said of ['财富等级 12', '知音 3', '120 粉丝', '守护 2', '玫瑰 ×9']) expect(card.textContent).toContain(said);
    buttonOf('关注', card)!.click();
    expect(page.acts).toContainEqual({ type: 'feature', feature: 'chat-tools', action: { type: 'call', verb: 'follow' } });
    await expectNoFindings(page.find('dialog'));
  },
);

test('S20 the card of a line uses the line’s portrait', async () => {
  page = await openPage('live', { width: 1366, height: 768 });
  page.say([chatRow({ name: '南风', logo: PORTRAIT })]);
  (await page.until(() => page.maybe('[role="log"] button[data-user-id]'))).click();
  const opened = await page.until(() => page.told('user-card')[0]);
  expect(opened).toMatchObject({ user: { name: '南风', logo: PORTRAIT } });
});

test('S35 a mystic place of the ranks is a button without a portrait that closes the list and opens the explanation', async () => {
  page = await openPage('live', { width: 390, height: 844 });
  const place = (rank: number, name: string, isMystic = false) => ({
    rank,
    userId: 60 + rank,
    name,
    isMystic,
    logo: '',
    score: 900,
    change: 0,
    isMine: false,
  });
  const view: RanksView = {
    kinds: ['contribution'],
    which: { kind: 'contribution', period: 'day' },
    places: [place(1, '南风'), place(2, '', true), place(2, '')],
    total: 3,
    ends: { leftMs: 3_600_000 },
    own: null,
    isLoggedIn: true,
    load: 'idle',
  };
  await page.features({ ranks: view });
  const list = await page.until(() => page.maybe('[data-feature="ranks"] ol'));
  expect(page.find('[data-feature="ranks"]').textContent).toContain('距本期结束 1:00:00');
  // A user without a nickname, here with the same rank, has no button.
  expect(Array.from(list.children, (row) => row.querySelector('button') !== null)).toEqual([false, true, false]);
  const mystic = list.querySelector<HTMLElement>('li button')!;
  expect(mystic.textContent).toBe('神秘嘉宾');
  // The dialog opens in an effect. offsetHeight ignores the scale animation of the opening dialog.
  await page.until(() => mystic.offsetHeight > 0);
  expect(mystic.offsetHeight).toBeGreaterThanOrEqual(44);
  await expectNoFindings(page.find('dialog'));
  mystic.click();
  expect(page.acts).toEqual([
    { type: 'feature', feature: 'ranks', action: { type: 'close' } },
    { type: 'feature', feature: 'mystic-card', action: { type: 'open' } },
  ]);
});

test('S20 the viewer’s own card shows portrait, level and badges', async () => {
  page = await openPage('live', { width: 1366, height: 768 });
  const { me } = page.store.get();
  const badge = (type: Badge['type'], text: string, level: number): Badge => ({ type, text, level, iconUrl: '' });
  const badges = [badge('plate', '小喵军', 6), badge('android', '', 0), badge('medal', '', 0), badge('vip', '', 3)];
  await page.show({ me: { ...me, logo: PORTRAIT, badges } });
  const button = await page.until(() => page.maybe('header button[aria-expanded]'));
  button.click();
  const out = await page.until(() => buttonOf('退出登录', page.find('header')));
  const card = out.parentElement!;
  expect(card.textContent).toContain('财富等级 16');
  expect([...card.querySelectorAll('li')].slice(1).map(({ textContent }) => textContent)).toEqual(['小喵军 6', '安卓端', '3']);
  expect(card.querySelector('img')?.getAttribute('src')).toBe(PORTRAIT);
  await expectNoFindings(card);
  out.focus();
  page.press('Escape', out);
  await page.until(() => !out.isConnected);
  expect(document.activeElement).toBe(button);
});
