import { page as browserPage } from 'vitest/browser';
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';

import { chatRows } from '../../../mocks/gallery/chat.ts';
import { GALLERY_FEATURES, type FeatureState, statesOf } from '../../../mocks/gallery/features.ts';
import { galleryView, STATES } from '../../../mocks/gallery/states.ts';
import type { FeatureView } from '../../../src/core/feature.ts';
import type { ChatRow, RoomPatch } from '../../../src/core/room/view.ts';
import { loadPanel } from '../../../src/ui/features/panel-loader.tsx';
import { theme, type Theme } from '../../../src/ui/looks/looks.ts';
import type { Language } from '../../../src/ui/text/text.ts';
import { chatRow, frame, openPage, type Page } from './room-page.tsx';

/** Parts of the page that are loaded late: with their modules in memory, a state is complete two frames after its patch. */
import.meta.glob('../../../src/ui/{chat,features,lobby,overlays,room,stage}/**/*.tsx', { eager: true });

let page: Page;
const system = theme.shown();
afterEach(() => {
  page.close();
  theme.choose(system);
});

const DESKTOP = { width: 1366, height: 768 };
/** Renderings until lazy parts and measured sizes are on the page. */
const FRAMES = 5;

/** Findings of axe within `scope`. Entry animations are finished, because a text that fades in has its final contrast only then. */
async function findings(state: string, scope: axe.ElementContext): Promise<readonly string[]> {
  for (let at = 0; at < FRAMES; at++) await frame();
  for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
  const { violations } = await axe.run(scope, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id} ${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`),
  );
}

const hidden = (names: readonly string[]): Readonly<Record<string, FeatureView>> =>
  Object.fromEntries(names.map((name) => [name, { name: 'hidden' }]));

/** Replaces the whole view: features of the previous state are hidden. */
function replaceView(view: RoomPatch): void {
  page.store.patch({ ...view, features: { ...hidden(Object.keys(page.store.get().features)), ...view.features } });
}

const say = (rows: readonly ChatRow[]): void => page.store.chat({ rows, settled: [], failed: [], removed: [], skipped: 0 });

const OWN_ROWS = (): readonly ChatRow[] => [
  chatRow({ text: '第二句', name: '我', isMe: true, mentionsMe: true }),
  chatRow({ type: 'own-failed', text: '没有发出', name: '我', isMe: true, failure: { why: 'refused', message: '' } }),
];

/** Dialogs and menus that the viewer opens in a live room, each with the part that appears. */
const OPENED: Readonly<Record<string, readonly [open: (room: Page) => void, part: string]>> = {
  menu: [
    ({ hosts }) =>
      hosts.at(-1)?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 })),
    '[role="menu"]',
  ],
  keys: [(room) => room.press('?'), 'dialog'],
  search: [(room) => room.find('aside h2 button').click(), '[data-chat-search]'],
  statistics: [(room) => room.press('i'), '[data-nerd]'],
};

/** Colours depend on the theme and names on the language, so two of the four combinations cover both. */
const LOOKS = [
  ['dark', 'zh-CN'],
  ['light', 'en'],
] as const;

/** States of all features; computed once, because each is a scripted session of 200 s. */
const featureStates = (): Promise<readonly FeatureState[]> =>
  (states ??= Promise.all(GALLERY_FEATURES.map((name) => statesOf(name))).then((all) => all.flat()));
let states: Promise<readonly FeatureState[]> | undefined;

async function openDesktop(shown: Theme, language: Language): Promise<void> {
  await browserPage.viewport(DESKTOP.width, DESKTOP.height);
  theme.choose(shown);
  page = await openPage('live', DESKTOP, language);
}

test.each(LOOKS)('P3 every state of the room passes the accessibility check in the %s theme, %s', async (shown, language) => {
  await openDesktop(shown, language);
  say([...chatRows(3), ...OWN_ROWS()]);
  const found: string[] = [];
  for (const state of STATES) {
    replaceView(galleryView(state, DESKTOP));
    found.push(...(await findings(state, 'body')));
  }
  expect(found).toEqual([]);
});

test.each(LOOKS)('P3 each part that a viewer opens passes the accessibility check in the %s theme, %s', async (shown, language) => {
  await openDesktop(shown, language);
  const found: string[] = [];
  for (const [name, [open, part]] of Object.entries(OPENED)) {
    open(page);
    await page.until(() => page.maybe(part));
    found.push(...(await findings(name, 'body')));
    page.press('Escape', document.activeElement ?? document.body);
    // The browser sends this event to a modal dialog when Escape is pressed.
    page.maybe('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
    await page.until(() => page.maybe(part) === null);
  }
  expect(found).toEqual([]);
});

test.each(LOOKS)('P3 S37 every state of every feature passes the accessibility check in the %s theme, %s', async (shown, language) => {
  await openDesktop(shown, language);
  const found: string[] = [];
  for (const { feature, label, view } of await featureStates()) {
    await loadPanel(feature, language);
    replaceView({ features: { [feature]: { name: 'shown', view } } });
    found.push(...(await findings(`${feature} ${label}`, { include: 'body', exclude: ['aside', 'header', '[data-room-part="star"]'] })));
  }
  expect(found).toEqual([]);
});
