import { page as browserPage } from 'vitest/browser';
import { expect, test } from 'vitest';

import { statesOf } from '../../feature-states.ts';
import type { FeatureView } from '../../../src/core/feature.ts';
import type { GiftsView } from '../../../src/features/gifts/rules.ts';
import type { Gift } from '../../../src/features/gifts/rules-shop.ts';
import { overlaps, type Part, visiblePart } from './covering.ts';
import { frame, openPage, type Page } from './room-page.tsx';

let page: Page;

const GIFT: Gift = {
  id: 101,
  name: '告白气球',
  price: 66,
  iconUrl: '',
  type: 1,
  isLucky: false,
  hasLetter: true,
  isGuardOnly: false,
  minLevel: 0,
};
/** A gift with a letter, two receivers and a running combo: the footer with all its parts. */
const SHOP: GiftsView = {
  isOpen: true,
  shop: {
    name: 'ready',
    catalogue: {
      tabs: [{ id: 'hot', name: '热门', gifts: [GIFT, ...[102, 103, 104, 105, 106].map((id) => ({ ...GIFT, id }))] }],
      receivers: [
        { userId: 77, kgId: 77, name: '林听夏' },
        { userId: 78, kgId: 78, name: '连麦的客人' },
      ],
      skipped: 0,
    },
  },
  wallet: { balance: 2_000_000, isGuard: false, bag: [] },
  hasWalletFailed: false,
  pending: 0,
  combo: { gift: GIFT, count: 1, receiver: '林听夏', presses: 3, sinceMs: 0 },
  notice: null,
  quick: null,
  recharge: 'none',
};
const shown = (view: unknown): FeatureView => ({ name: 'shown', view });

const partsOf = (root: Element, selector: string): readonly Part[] =>
  [...root.querySelectorAll(selector)].flatMap((element, at) => {
    const rect = visiblePart(element.getBoundingClientRect(), element.parentElement);
    return rect === null ? [] : [{ of: String(at), name: `${element.tagName} ${element.textContent}`, rect }];
  });

async function openIn(state: string, width: number, height: number, features: Readonly<Record<string, FeatureView>>): Promise<void> {
  await browserPage.viewport(width, height);
  page = await openPage(state, { width, height });
  await page.show({ features });
}

test.each([
  [1366, 768],
  [844, 390],
  [390, 844],
  [360, 640],
])(
  'S21 in a window of %d x %d no part of the gift shop’s footer covers another, and the shop leaves the chat free',
  async (width, height) => {
    await openIn('live', width, height, { gifts: shown(SHOP) });
    const sheet = await page.until(() => page.maybe('[data-gifts] form')?.closest('section'));
    for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
    await frame();
    const parts = partsOf(sheet, 'form button, form select, form input, form p b');
    const names = parts.map(({ name }) => name).join();
    // In a low window the offered numbers scroll beside the field.
    for (const part of ['INPUT', 'SELECT', '赠送', '连击', ...(height > 400 ? ['1314'] : [])]) expect(names).toContain(part);
    expect(overlaps(parts)).toEqual([]);
    const box = sheet.getBoundingClientRect();
    for (const { name, rect } of parts) {
      expect(rect.right, name).toBeLessThanOrEqual(box.right);
      expect(rect.bottom, name).toBeLessThanOrEqual(Math.min(box.bottom, height));
    }
    expect([box.left >= 0, box.top >= 0, box.right <= width]).toEqual([true, true, true]);
    // On an upright phone the chat is below the picture, and the shop covers it.
    const chat = page.find('aside').getBoundingClientRect();
    if (chat.left > 0) expect(box.right).toBeLessThanOrEqual(chat.left);
  },
);

test('S21 on the narrowest phone all offered numbers of gifts are visible', async () => {
  await openIn('live', 360, 640, { gifts: shown(SHOP) });
  const fieldset = await page.until(() => page.maybe('[data-gifts] fieldset'));
  expect(fieldset.scrollWidth).toBeLessThanOrEqual(fieldset.clientWidth);
});

const BATTLE_AND_BANNERS: Readonly<Record<string, FeatureView>> = {
  'real-sing': shown({ songName: '海阔天空', status: 'real', score: 92, text: '正在真唱' }),
  'gift-effects': shown({
    isOn: true,
    effect: null,
    banners: [0, 1].map((lane) => ({
      id: lane + 1,
      lane,
      isOwn: false,
      senderId: 900 + lane,
      sender: `送礼的人${lane}`,
      receiver: '林听夏',
      gift: '荧光棒',
      iconUrl: '',
      label: '',
      sum: 1_314,
      level: 1,
      more: 0,
      fancyNumber: '',
    })),
  }),
  mic: shown({
    link: {
      isOpen: true,
      guests: [1, 2].map((seat) => ({ seat, userId: 400 + seat, name: `连麦的客人${seat}`, logo: '', status: 'speaking', volume: 40 })),
      waiting: 3,
      requests: [],
    },
    wish: null,
    isGuest: false,
    myId: 0,
    isStar: false,
    isOpen: false,
    request: { name: 'idle' },
  }),
};

test('P4 on the smallest phone the room’s tools stay in the window while features and banners are shown', async () => {
  await openIn('live', 360, 640, BATTLE_AND_BANNERS);
  await page.until(() => document.querySelectorAll('[data-region-host] [data-region] > *').length >= 2);
  await page.until(() => page.maybe('[data-room-part="bottom"]'));
  await frame();
  expect(page.find('[data-room-part="bottom"]').getBoundingClientRect().bottom).toBeLessThanOrEqual(640);
  expect(page.find('aside form').getBoundingClientRect().bottom).toBeLessThanOrEqual(
    page.find('[data-room-part="bottom"]').getBoundingClientRect().top + 1,
  );
  expect(document.scrollingElement!.scrollHeight).toBeLessThanOrEqual(640);
});

test.each([
  ['ranks', 0],
  ['song-orders', 1],
  ['music-pk', 1],
  ['clan-pk', 0],
  ['open-app', 0],
])('S20 long names do not widen the dialog of %s', async (name, at) => {
  const long = (key: string, value: unknown): unknown =>
    /^(name|nickname|title|sender)$/.test(key) && value !== '' ? 'W'.repeat(30) : value;
  const [state] = (await statesOf(name)).slice(at);
  await openIn('live', 360, 640, { [name]: shown(JSON.parse(JSON.stringify(state!.view), long)) });
  const dialog = await page.until(() => page.maybe('dialog[open]'));
  expect(dialog.textContent).toContain('W'.repeat(30));
  const boxes = [dialog, ...dialog.querySelectorAll('ol, ul')];
  expect(boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
});

test.each(['live', 'vertical'])('P4 in the room "%s" every part can be scrolled into view at a zoom of 400 percent', async (state) => {
  await openIn(state, 320, 180, {});
  await page.until(() => page.maybe('[data-room-part="bottom"]'));
  for (const selector of ['[data-room-part="star"] button', '[data-room-part="bottom"] button', 'aside form input']) {
    const part = page.find(selector);
    part.scrollIntoView();
    await frame();
    const { top, bottom, width } = part.getBoundingClientRect();
    expect([top >= -1, bottom <= 181, width > 0], selector).toEqual([true, true, true]);
  }
});

test.each(['live', 'vertical', 'offline'])(
  'P3 on the smallest phone the star’s card shows the state of the room "%s" with its whole word',
  async (state) => {
    await openIn(state, 360, 640, {
      people: shown({
        strip: [1, 2, 3].map((userId) => ({ userId, name: '听众', logo: '', richLevel: 3, coins: 10, guard: 0 })),
        list: null,
      }),
    });
    await page.until(() => page.maybe('[data-people-strip]'));
    const card = page.find('[data-room-part="star"]');
    for (const badge of card.querySelectorAll('p > span')) {
      const rect = badge.getBoundingClientRect();
      if (rect.width > 0)
        expect(rect.right, badge.textContent ?? '').toBeLessThanOrEqual(badge.parentElement!.getBoundingClientRect().right + 1);
    }
  },
);

test.each([
  ['vertical', 390, 844, 1 / 3],
  ['vertical', 844, 390, 0.4],
  ['vertical', 1280, 900, 1 / 3],
  ['live', 390, 844, 0.7],
  ['live', 683, 384, 0.7],
])(
  'P3 P24 in the room "%s" of %d x %d px the player’s state is at the edge, and covers no controls',
  async (state, width, height, share) => {
    await openIn(state, width, height, {});
    const { player } = page.store.get();
    await page.show({ player: { ...player, status: 'created', activity: { name: 'connecting', line: 0, lines: 2, round: 1 } } });
    const hint = await page.until(() => page.maybe('[data-tip="busy-hint"]'));
    const stage = page.find('section[data-at]');
    const [star, controls] = [
      page.find('[data-room-part="star"]'),
      await page.until(() => page.maybe('section[data-at] > [role="group"]')),
    ].map((part) => part.getBoundingClientRect());
    for (const isIdle of [true, false]) {
      stage.toggleAttribute('data-idle', isIdle);
      const [busy, explained] = [page.find('[data-tip="busy"]'), hint].map((part) => part.getBoundingClientRect());
      expect(explained!.top).toBeGreaterThanOrEqual(busy!.bottom);
      const picture = stage.getBoundingClientRect();
      if (isIdle) expect(explained!.bottom).toBeLessThan(picture.top + picture.height * share);
      const parts = [
        { of: 'state', name: 'spinner', rect: busy! },
        { of: 'state', name: 'explanation', rect: explained! },
        { of: 'star', name: 'star', rect: star! },
        ...(isIdle ? [] : [{ of: 'controls', name: 'controls', rect: controls! }]),
      ];
      expect(overlaps(parts)).toEqual([]);
    }
  },
);

test.each([
  ['live', 390, 844],
  ['live', 844, 390],
  ['vertical', 390, 844],
])('P3 in the room "%s" of %d x %d px the places of the chat and the tools are kept until their code is loaded', async (...args) => {
  await openIn(...args, {});
  const chat = page.find('aside').getBoundingClientRect();
  await page.until(() => page.maybe('footer button'));
  const columns = page.find('main');
  const skeleton = (): string => getComputedStyle(columns, '::after').content;
  expect(skeleton()).toBe('none');
  // As before the two parts are rendered.
  for (const part of ['aside', 'footer']) page.find(part).replaceWith(Object.assign(document.createElement('i'), { hidden: true }));
  expect(skeleton()).toBe('""');
  const { gridArea, height } = getComputedStyle(columns, '::after');
  expect(gridArea).toContain('chat');
  expect(Math.abs(Number.parseFloat(height) - chat.height)).toBeLessThanOrEqual(args[0] === 'live' && args[1] < 400 ? 1 : 54);
});

test('S4 the button that logs in is not shown before it is known who the viewer is', async () => {
  await openIn('live', 390, 844, {});
  const { room, me } = page.store.get();
  const isShown = (): boolean => getComputedStyle(page.find('header > button:last-of-type')).visibility === 'visible';
  await page.show({ phase: 'loading', room: { ...room, starName: '' }, me: { ...me, userId: 0 } });
  expect(isShown()).toBe(false);
  await page.show({ phase: 'ready', room });
  expect(isShown()).toBe(true);
});
