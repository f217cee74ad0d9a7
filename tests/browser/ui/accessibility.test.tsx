import axe from 'axe-core';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page as browserPage, userEvent } from 'vitest/browser';
import { chatRows, galleryView, STATES } from '../../../mocks/gallery/states.ts';
import { type FeatureState, PLAYED_FEATURES, statesOf } from '../../feature-states.ts';
import type { FeatureView } from '../../../src/core/feature.ts';
import { LOGIN_COOKIES } from '../../../src/core/room/start/cookies.ts';
import type { ChatRow, RoomPatch } from '../../../src/core/room/view.ts';
import type { Language } from '../../../src/design/language.ts';
import { loadPanel } from '../../../src/ui/features/FeaturePanel.tsx';
import { Lobby } from '../../../src/ui/lobby/Lobby.tsx';
import { StarDoor } from '../../../src/ui/lobby/StarDoor.tsx';
import { theme, type Theme } from '../../../src/design/theme.ts';
import { embedded, showEmbedded } from './embedded-pages.ts';
import { buttonOf, chatRow, frame, keeper, LOGIN_BY_TOKEN, openOutside, openPage, type Page } from './room-page.tsx';

/** Parts of the page that are loaded late. With their modules in memory, a state is soon complete. */
import.meta.glob('../../../src/ui/{chat,features,lobby,overlays,room,stage}/**/*.tsx', { eager: true });

let page: Page;
const system = theme.shown();
afterEach(() => theme.choose(system));

const DESKTOP = { width: 1366, height: 768 };
/** Renderings until measured sizes are on the page. */
const FRAMES = 5;

/** The next frame. React shows the placeholder of a late part for 300 ms even if its code is in memory, but not within `act`. */
async function frameWithoutPause(): Promise<void> {
  const setting: { IS_REACT_ACT_ENVIRONMENT?: boolean } & typeof globalThis = globalThis;
  setting.IS_REACT_ACT_ENVIRONMENT = true;
  await act(frame);
  setting.IS_REACT_ACT_ENVIRONMENT = false;
}

/** Findings of axe within `scope`. Entry animations are finished, because a text that fades in has its final contrast only then. */
async function findings(state: string, scope: axe.ElementContext): Promise<readonly string[]> {
  let complete = 0;
  await page.until(() => (complete = page.maybe('span[role="progressbar"]') === null ? complete + 1 : 0) > FRAMES, frameWithoutPause);
  for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
  const { violations } = await axe.run(scope, { resultTypes: ['violations'], iframes: false });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${state}: ${id} ${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`),
  );
}

/** What Tab does wrong in the dialog of a state, if it has one: it reaches each control and stays inside. */
async function keyFaults(state: string): Promise<readonly string[]> {
  const dialog = page.maybe('dialog[open]');
  if (dialog === null) return [];
  const controls = dialog.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary, iframe, [tabindex="0"]');
  controls[0]?.focus();
  const reached = new Set([document.activeElement]);
  for (let step = 0; step < controls.length; step++) {
    await userEvent.tab();
    reached.add(document.activeElement);
  }
  const away = [...reached]
    .filter((at) => at !== document.body && !dialog.contains(at))
    .map((at) => `${state}: Tab leaves to ${at?.outerHTML.slice(0, 80)}`);
  const missed = [...controls]
    .filter((at) => at.matches(':not(:disabled, [type="radio"], [tabindex="-1"])') && at.checkVisibility() && !reached.has(at))
    .map((at) => `${state}: Tab misses ${at.outerHTML.slice(0, 120)}`);
  return [...away, ...missed];
}

const hidden = (names: readonly string[]): Readonly<Record<string, FeatureView>> =>
  Object.fromEntries(names.map((name) => [name, { name: 'hidden' }]));

/** Replaces the whole view: features of the previous state are hidden. */
function replaceView(view: RoomPatch): void {
  page.store.patch({ ...view, features: { ...hidden(Object.keys(page.store.get().features)), ...view.features } });
}

const OWN_ROWS = (): readonly ChatRow[] => [
  chatRow({ text: '第二句', name: '我', isMe: true, mentionsMe: true }),
  chatRow({ type: 'own-failed', text: '没有发出', name: '我', isMe: true, failure: { why: 'refused', message: '' } }),
];

/** Dialogs and menus that the viewer opens in a live room, each with the part that appears. */
const OPENED: Readonly<Record<string, readonly [open: (room: Page) => void, part: string]>> = {
  menu: [(room) => void room.menu(), '[role="menu"]'],
  keys: [(room) => room.press('?'), 'dialog'],
  search: [(room) => room.find('aside h2 button').click(), '[data-chat-search]'],
  statistics: [(room) => room.press('i'), '[data-nerd]'],
  'an earlier part': [
    (room) => {
      room.lookBack = keeper(60);
      room.press('ArrowLeft');
    },
    '[data-look-back-bar]',
  ],
};

/** Colours depend on the theme and names on the language, so two of the four combinations cover both. */
const LOOKS = [
  ['dark', 'zh-CN'],
  ['light', 'en'],
] as const;

/** States of all features; computed once, because each is a scripted session of 200 s. */
const featureStates = (): Promise<readonly FeatureState[]> =>
  (states ??= Promise.all(PLAYED_FEATURES.map((name) => statesOf(name))).then((all) => all.flat()));
let states: Promise<readonly FeatureState[]> | undefined;

async function openDesktop(shown: Theme, language: Language): Promise<void> {
  await browserPage.viewport(DESKTOP.width, DESKTOP.height);
  theme.choose(shown);
  page = await openPage('live', DESKTOP, language);
}

test.each(LOOKS)('P3 every state of the room passes the accessibility check in the %s theme, %s', async (shown, language) => {
  await openDesktop(shown, language);
  page.say([...chatRows(3), ...OWN_ROWS()]);
  const found: string[] = [];
  for (const state of STATES) {
    replaceView(galleryView(state, DESKTOP));
    found.push(...(await findings(state, 'body')), ...(await keyFaults(state)));
  }
  expect(found).toEqual([]);
});

test.each(LOOKS)('P3 each part that a viewer opens passes the accessibility check in the %s theme, %s', async (shown, language) => {
  await openDesktop(shown, language);
  const found: string[] = [];
  for (const [name, [open, part]] of Object.entries(OPENED)) {
    open(page);
    await page.until(() => page.maybe(part));
    found.push(...(await findings(name, 'body')), ...(await keyFaults(name)));
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
    const state = `${feature} ${label}`;
    found.push(...(await findings(state, { include: 'body', exclude: ['aside', 'header', '[data-room-part="star"]'] })));
    found.push(...(await keyFaults(state)));
  }
  expect(found).toEqual([]);
});

afterEach(() => {
  for (const name of Object.values(LOGIN_COOKIES)) document.cookie = `${name}=; max-age=0; path=/`;
  vi.restoreAllMocks();
});

/** The page observes the focus from the effect of a part that is loaded late. */
async function openRoom(): Promise<Page> {
  page = await openPage('live');
  await page.until(() => document.querySelector('#notices'));
  await page.show({});
  return page;
}

const stage = (): Element | null => document.querySelector('section[data-at]');

test('P3 the focus moves to the stage when the focused button over the picture is removed: sound only, failure, stop', async () => {
  const room = await openRoom();
  const { player, tips } = room.store.get();
  const live = { player, tips };
  const soundOnly = { player: { ...player, saver: 'sound-only', savers: ['off', 'sound-only'] } } as const;
  const failed = { tips: { ...tips, liveFail: true } };
  const stopped = { player: { ...player, status: 'stopped', activity: { name: 'stopped', by: 'viewer' } } } as const;
  const cases = [
    [soundOnly, '[data-double] button'],
    [failed, '[data-tip="live-fail"] button'],
    [stopped, '[data-tip="stopped"] button'],
    [{ player: { ...player, needsClick: true } }, '[data-unmute]'],
  ] as const;
  for (const [change, button] of cases) {
    await room.show(change);
    (await room.until(() => room.maybe(button))).focus();
    await room.show(live);
    expect([button, room.maybe(button), document.activeElement === stage()]).toEqual([button, null, true]);
  }
});

test('P3 the focus moves to the stage when the key I closes the statistics that have it, and stays elsewhere if another part has it', async () => {
  const room = await openRoom();
  room.press('i');
  const statistics = await room.until(() => room.maybe('[data-nerd]'));
  await room.until(() => statistics.contains(document.activeElement));
  await userEvent.keyboard('i');
  await room.until(() => room.maybe('[data-nerd]') === null);
  expect(document.activeElement).toBe(stage());
  room.press('i');
  await room.until(() => room.maybe('[data-nerd]')?.contains(document.activeElement));
  const brand = room.find('header a');
  brand.focus();
  await userEvent.keyboard('{Escape}');
  await room.until(() => room.maybe('[data-nerd]') === null);
  expect(document.activeElement).toBe(brand);
});

test('S20 the focus moves to the chat when its reconnect button is removed', async () => {
  const room = await openRoom();
  const { chat } = room.store.get();
  await room.show({ chat: { ...chat, connection: 'failed' } });
  (await room.until(() => room.maybe('[data-chat-status] button'))).focus();
  await room.show({ chat });
  expect(document.activeElement).toBe(room.find('aside'));
});

test('P3 keys stay in a dialog whose focused button is removed', async () => {
  const room = await openRoom();
  await room.show(LOGIN_BY_TOKEN);
  const form = await room.until(() => room.maybe('dialog:modal form'));
  const button = form.appendChild(document.createElement('button'));
  button.focus();
  button.remove();
  await frame();
  const before = room.acts.length;
  await userEvent.keyboard('m');
  expect(room.acts.slice(before)).toEqual([]);
});

test('P6 the focus moves to the header when the login button is removed while the login dialog is open', async () => {
  const room = await openRoom();
  const { me } = room.store.get();
  await room.show({ me: { ...me, userId: 0 } });
  (await room.until(() => buttonOf('登录', room.root))).focus();
  await room.show(LOGIN_BY_TOKEN);
  await room.until(() => room.maybe('dialog:modal input')?.matches(':focus'));
  await room.show({ me: { ...me, userId: 7 } });
  await room.show({ dialogs: [] });
  expect(document.activeElement).toBe(room.find('header'));
});

test('P3 the focus returns from a toast that is removed to the element that had it before', async () => {
  const room = await openRoom();
  const [first, second] = [1, 2].map((id) => ({ id, text: String(id), tone: 'info' }) as const);
  await room.show({ toasts: [first!, second!] });
  const brand = room.find('header a');
  brand.focus();
  const [closeFirst, closeSecond] = document.querySelectorAll<HTMLElement>('[role="status"]:popover-open button');
  closeFirst!.focus();
  closeSecond!.focus();
  await room.show({ toasts: [second!] });
  expect(document.activeElement).toBe(closeSecond);
  await room.show({ toasts: [] });
  expect(document.activeElement).toBe(brand);
});

test('P3 the focus moves to the button that shows the chat when the chat is hidden with the focus', async () => {
  const room = await openRoom();
  const { layout } = room.store.get();
  room.find('aside h2 button').focus();
  await room.show({ layout: { ...layout, chat: false } });
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
  const brand = room.find('header a');
  await room.show({ layout });
  brand.focus();
  await room.show({ layout: { ...layout, chat: false } });
  expect(document.activeElement).toBe(brand);
});

test('S20 a press outside closes the emoji without the focus in the field, which would open the keyboard of a phone', async () => {
  const room = await openRoom();
  room.find('form button[aria-expanded]').click();
  const picker = await room.until(() => room.maybe('[data-emoji-picker]'));
  await room.until(() => picker.contains(document.activeElement));
  room.find('aside [role="log"]').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await room.until(() => !picker.isConnected);
  expect(document.activeElement).toBe(room.find('aside'));
});

test('P3 the key Tab closes the choices of the player and moves the focus to the next control', async () => {
  const room = await openRoom();
  const button = await room.until(() => room.maybe('[data-at] [aria-expanded]'));
  button.click();
  button.focus();
  const menu = await room.until(() => room.maybe('[role="menu"]'));
  await room.until(() => menu.contains(document.activeElement));
  await userEvent.keyboard('{Tab}');
  await room.until(() => !menu.isConnected);
  expect([stage()!.contains(document.activeElement), document.activeElement === button]).toEqual([true, false]);
});

test('S20 the focus stays in the field of the verification when another question follows, and the field is empty', async () => {
  const room = await openRoom();
  const { chat } = room.store.get();
  const question = { key: 'k1', imageUrl: '', text: '1+1', isWrong: false };
  await room.show({ chat: { ...chat, verify: question } });
  const field = await room.until(() => room.maybe('[aria-label="验证码"]') as HTMLInputElement | null);
  await userEvent.fill(field, '3');
  await room.show({ chat: { ...chat, verify: { ...question, key: 'k2', text: '1+2', isWrong: true } } });
  expect([document.activeElement === field, field.value]).toEqual([true, '']);
});

const FRAME = embedded(1);

test('S30 the focus stays in a page that is loaded again, and returns to the entry when the page is put away or closed', async () => {
  const room = await openRoom();
  await showEmbedded(room, { ...FRAME, cover: 'failed' });
  const side = await room.until(() => room.maybe('[data-frame]'));
  side.querySelector<HTMLElement>('[role="alert"] button')!.focus();
  await showEmbedded(room, { ...FRAME, loads: 2, cover: 'loading' });
  expect([side.contains(document.activeElement), side.querySelector('[role="alert"]')]).toEqual([true, null]);
  const entry = await room.until(() => room.maybe('[data-entry="frames"]'));
  for (const next of [[{ ...FRAME, loads: 2, isHidden: true }], []]) {
    await showEmbedded(room, { ...FRAME, loads: 2 });
    side.querySelector<HTMLElement>('header button')!.focus();
    await showEmbedded(room, ...next);
    expect(document.activeElement).toBe(entry);
  }
});

/** Answers of the services, in their order; later calls get none. */
function answer(...answers: readonly Response[]): void {
  const read = vi.spyOn(window, 'fetch');
  for (const one of answers) read.mockResolvedValueOnce(one);
  read.mockReturnValue(new Promise(() => undefined));
}

test('P1 the focus stays in the content of the lobby when its retry is pressed', async () => {
  answer(new Response('', { status: 500 }));
  const { root } = await openOutside(<Lobby scenarios={[]} />);
  await vi.waitFor(() => expect(buttonOf('重试', root)).toBeDefined());
  const retry = buttonOf('重试', root)!;
  retry.focus();
  retry.click();
  await vi.waitFor(() => expect(retry.isConnected).toBe(false));
  await vi.waitFor(() => expect(document.activeElement).toBe(root.querySelector('main')));
});

test('P1 the focus stays in the star’s page when the star chooses another room or account', async () => {
  document.cookie = `${LOGIN_COOKIES.userId}=91006; path=/`;
  document.cookie = `${LOGIN_COOKIES.token}=t; path=/`;
  const own = { roomId: 1_006, starId: 91_006, starName: '七七Nana', isLive: false };
  answer(new Response(JSON.stringify({ data: { rooms: [own] } })));
  const { root } = await openOutside(<StarDoor />);
  await vi.waitFor(() => expect(root.querySelector('a[href$="room/star/1006"]')).not.toBeNull());
  for (const field of ['room', 'user-id']) {
    const button = root.querySelector<HTMLElement>('section button:not([type="submit"])')!;
    button.focus();
    button.click();
    await vi.waitFor(() => expect(root.querySelector(`[name="${field}"]`)).not.toBeNull());
    await vi.waitFor(() => expect(document.activeElement).toBe(root.querySelector('main')));
  }
});
