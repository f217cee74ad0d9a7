import { page as browserPage } from 'vitest/browser';
import { expect, test } from 'vitest';

import { layoutRoom, PLAIN_ROOM } from '../../../src/core/room/layout/layout.ts';
import type { FeatureView } from '../../../src/core/feature.ts';
import { danmakuMachine, type Danmaku, type DanmakuAction, type DanmakuEvent } from '../../../src/features/danmaku/room.ts';
import { overlaps, type Part, visiblePart } from './covering.ts';
import { chatRow, openPage, type Page } from './room-page.tsx';

let page: Page;

const shown = (view: unknown): FeatureView => ({ name: 'shown', view });

/** Content of each layer; `flying chat` is placed by its own rules, because it uses the space left by the others. */
const LAYERS: Readonly<Record<string, Readonly<Record<string, FeatureView>>>> = {
  strip: { 'real-sing': shown({ songName: '海阔天空', status: 'real', score: 92, text: '正在真唱' }) },
  card: {
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
  },
  song: { 'stream-info': shown({ song: { name: '夏夜晚风', singer: '林听夏' }, gift: null }) },
  banners: {
    'gift-effects': shown({
      isOn: true,
      effect: null,
      banners: [0, 1, 2].map((lane) => ({
        id: lane + 1,
        lane,
        isOwn: lane === 0,
        senderId: 900 + lane,
        sender: `送礼的人${lane}`,
        receiver: '林听夏',
        gift: '荧光棒',
        iconUrl: '',
        label: '',
        sum: 1_314,
        level: 1,
        more: 0,
      })),
    }),
  },
  mount: { mounts: shown({ id: 1, name: '银河列车', welcome: '今夜星光', isVideo: false, src: '' }) },
  sticker: { emotion: shown({ key: 'a', name: '鼓掌', iconUrl: '', sender: '路过的风', more: 0, href: '', isRoom: false }) },
  tip: { 'enter-tips': shown({ id: 1, kind: 'entry', userId: 5, name: '山海远客', richLevel: 22, words: '', isOwn: false, isRich: true }) },
  'flying chat': {},
};
const NOTHING = Object.fromEntries(
  Object.values(LAYERS).flatMap((features) => Object.keys(features).map((name): [string, FeatureView] => [name, { name: 'hidden' }])),
);

const VIEWPORTS = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
] as const;

/** One window for each shape of a vertical room: beside, low and compact (PAGE_FRAME). */
const VERTICAL_WIDTHS: readonly number[] = [1366, 844, 390];

/** After this many renderings of one combination an overlap counts as permanent. */
const MAX_DRAWN = 10;

function combinations<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => combinations(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}

/** Visible texts, each with its layer or part of the page. */
function textsOnPage(): readonly Part[] {
  const parts: readonly (readonly [string, string])[] = [
    ['header', 'header'],
    ['star bar', '[data-room-part="star"]'],
    ['chat', 'aside [role="log"]'],
    ['strip', '[data-region="strips"]'],
    ['card', '[data-region="side"]'],
    ['song', '[data-region="tips"]'],
    ['banners', '[data-region="banners"]'],
    ['lower third', '[data-region="lower"]'],
    ['sticker', '[data-region="sticker"]'],
    ['tip', '[data-tip-id]'],
    ['flying chat', '[data-region="flight"]'],
  ];
  return parts.flatMap(([of, selector]) =>
    [...document.querySelectorAll(selector)].flatMap((root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Part[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const name = node.textContent?.trim() ?? '';
        const parent = node.parentElement;
        if (name === '' || parent === null || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rect = visiblePart(range.getBoundingClientRect(), parent);
        if (rect !== null) texts.push({ of, name, rect });
      }
      return texts;
    }),
  );
}

/** The room worker's half of flying chat: lines in every lane that the page left free. */
function flyingChat(isShown: boolean): Danmaku {
  const step = (state: Danmaku, event: DanmakuEvent | { readonly type: 'tick' }): Danmaku => danmakuMachine.step(state, event, 0, null)[0];
  const reported = (page.told('danmaku') as readonly DanmakuAction[]).filter((act) => act.type === 'page');
  let state = step(danmakuMachine.initial, {
    type: 'page',
    page: { ...(reported.at(-1)?.page ?? { width: 0, height: 0, covered: [] }), reducedMotion: false },
  });
  if (isShown)
    for (let at = 0; at < 12; at++)
      state = step(state, { type: 'line', line: { text: `飞过的弹幕第${at}条`, isOwn: false, isStar: false } });
  return step(state, { type: 'tick' });
}

/** The room worker's half of the banners: as many as fit the reported space. */
function withRoom(features: Readonly<Record<string, FeatureView>>): Readonly<Record<string, FeatureView>> {
  const gifts = features['gift-effects'];
  if (gifts?.name !== 'shown') return features;
  const count = page.told('gift-effects').at(-1)?.['count'] as number | undefined;
  const view = gifts.view as { readonly banners: readonly unknown[] };
  return { ...features, 'gift-effects': shown({ ...view, banners: view.banners.slice(0, count) }) };
}

/** Stops each line halfway through its flight. */
function stopHalfway(): void {
  for (const line of document.querySelectorAll('[data-danmaku] span'))
    for (const animation of line.getAnimations()) {
      animation.pause();
      animation.currentTime = Number(animation.effect?.getTiming().duration ?? 0) / 2;
    }
}

/** Renders the change: React's render, the measured sizes and their effects. Entry animations are finished immediately. */
async function draw(features: Readonly<Record<string, FeatureView>>): Promise<void> {
  page.store.patch({ features });
  await page.show({});
  for (const animation of document.getAnimations()) {
    const { effect } = animation;
    const isFlight = effect instanceof KeyframeEffect && effect.target?.closest('[data-danmaku]') != null;
    if (!isFlight && effect?.getTiming().iterations !== Infinity) animation.finish();
  }
}

for (const isVertical of [false, true])
  for (const viewport of isVertical ? VIEWPORTS.filter(({ width }) => VERTICAL_WIDTHS.includes(width)) : VIEWPORTS)
    test(`P3 S20 S21 no text covers another with any four layers at once: ${isVertical ? 'vertical' : 'horizontal'} room, ${viewport.width}x${viewport.height}`, async () => {
      await browserPage.viewport(viewport.width, viewport.height);
      page = await openPage('live');
      page.say(Array.from({ length: 40 }, () => chatRow()));
      const layout = layoutRoom({
        ...PLAIN_ROOM,
        viewport,
        isVertical,
        media: isVertical ? { width: 540, height: 960 } : { width: 852, height: 480 },
      });
      await page.show({ layout, features: Object.assign({}, ...Object.values(LAYERS)) as Record<string, FeatureView> });
      // Panels are loaded late, and only once.
      await page.until(() => document.querySelectorAll('[data-region] > *').length >= 4);
      const found: string[] = [];
      for (const names of combinations(Object.keys(LAYERS), 4)) {
        const wanted = Object.assign({}, ...names.map((name) => LAYERS[name])) as Record<string, FeatureView>;
        const isFlying = names.includes('flying chat');
        const answered = (lines: boolean): Record<string, FeatureView> => ({
          ...NOTHING,
          ...withRoom(wanted),
          danmaku: isFlying ? shown(flyingChat(lines).view) : { name: 'hidden' },
        });
        // The page reports the remaining space, then the rules answer.
        await draw(answered(false));
        let left: readonly string[] = [];
        // The measured sizes reach the rules some frames later, more of them on a busy machine.
        for (let attempt = 0; attempt < MAX_DRAWN; attempt++) {
          await draw(answered(true));
          stopHalfway();
          const texts = textsOnPage();
          expect(texts.length).toBeGreaterThan(5);
          left = overlaps(texts);
          if (left.length === 0) break;
        }
        found.push(...left.map((what) => `${names.join(' + ')}: ${what}`));
      }
      expect(found).toEqual([]);
    });
