/**
 * The texts of every panel, its look and the actions that a click on each control sends, in each state that the gallery and the traces of
 * the room half contain (`tests/features/NAME/panel.txt` and `looks.txt`). A swapped, dropped or constant field of an action or a property
 * fails by the name of its feature.
 */
import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { galleryView } from '../../mocks/gallery/states.ts';
import { GALLERY_FEATURES, statesOf } from '../../mocks/gallery/features.ts';
import type { Ask } from '../../src/core/room/feature/ask.ts';
import { DANCE_STATUSES } from '../../src/features/dance-orders/rules.ts';
import { FEATURES } from '../../src/features/index.ts';
import type { Gift } from '../../src/features/gifts/rules-catalogue.ts';
import type { GiftsView } from '../../src/features/gifts/rules.ts';
import type { Member, PeopleView } from '../../src/features/people/rules.ts';
import { CHALLENGE_STATUSES } from '../../src/features/reward-challenge/rules.ts';
import { SQUARE_STATUSES } from '../../src/features/reward-square/rules.ts';
import { noticeStore } from '../../src/ui/overlays/notice.ts';
import { loadPanel } from '../../src/ui/features/panel-loader.tsx';
import { RoomContextProvider, type RoomContext } from '../../src/ui/room-context.ts';
import StageRegionHost from '../../src/ui/stage/StageRegions.tsx';
import { createStore } from '../../src/ui/store.ts';
import { loadText, TextContext } from '../../src/ui/text/text.ts';
import { controlsOf, LINKS_AND_SLIDERS, textOf, use } from './controls.ts';
import { drawingsSince, watchDrawings } from './drawings.ts';
import { watchLeftOver } from './left-over.ts';
import { changed, looksOf, noticesSince } from './looks.ts';

/** Constant time: countdowns show what the view contains. */
const NOW = Date.UTC(2_026, 0, 2, 3, 4, 5);
const LANGUAGE = 'zh-CN';
const STAR_ID = 91_001;
/** Controls clicked in one state, so that a panel that adds controls with each click ends. */
const MAX_CLICKS = 80;
/** Its controls open cameras and connections: tests/e2e/publishing.spec.ts and star-camera.spec.ts. */
const WITH_DEVICES = ['publish'];

const FLIGHT = { isShown: true, areSettingsOpen: true, fontPx: 17, laneHeightPx: 28, layerWidthPx: 0, covered: [], lines: [] };
const MEMBER: Member = { userId: 42, name: '阿星', logo: '', richLevel: 3, coins: 520, guard: 2 };
const MYSTIC: Member = { userId: 0, name: '', logo: '', richLevel: 9, coins: 99, guard: 0 };
const FLOWER: Gift = {
  id: 5,
  name: '花',
  price: 10,
  iconUrl: '',
  type: 1,
  isLucky: false,
  hasLetter: false,
  isGuardOnly: false,
  minLevel: 0,
};
/** States of features that no trace shows. */
const MORE_VIEWS: Readonly<Record<string, readonly unknown[]>> = {
  // Two views, because the settings are loaded late: React renders them after this test has read the first view.
  danmaku: [
    { ...FLIGHT, settings: { density: 'normal', size: 'medium', area: 'half', opacity: 90 } },
    { ...FLIGHT, settings: { density: 'few', size: 'large', area: 'full', opacity: 40 } },
  ],
  people: [
    { strip: [MEMBER, MYSTIC], list: { tab: 'viewers', members: [MEMBER, MYSTIC], total: 2_000_000 } },
    { strip: [], list: { tab: 'guards', members: [], total: 0 } },
  ] satisfies readonly PeopleView[],
  gifts: [
    {
      isOpen: false,
      shop: { name: 'failed' },
      wallet: null,
      hasWalletFailed: false,
      pending: 0,
      combo: { gift: FLOWER, count: 3, receiver: '林听夏', presses: 2, untilMs: 5_000 },
      notice: null,
      recharge: 'none',
    },
    {
      isOpen: true,
      shop: { name: 'ready', catalogue: { tabs: [], receivers: [{ userId: STAR_ID, kgId: STAR_ID, name: '林听夏' }], skipped: 0 } },
      wallet: null,
      hasWalletFailed: true,
      pending: 0,
      combo: null,
      notice: null,
      recharge: 'none',
    },
  ] satisfies readonly GiftsView[],
};

/** Parts that a panel loads late. */
const PARTS = import.meta.glob('../../src/features/*/*.tsx');
beforeAll(async () => void (await Promise.all(Object.values(PARTS).map((load) => load()))));
const PANELS = Object.keys(import.meta.glob('../../src/features/*/panel.tsx'));
const NAMES = PANELS.map((path) => path.split('/').at(-2) ?? '').filter((name) => !WITH_DEVICES.includes(name));
const TRACES = import.meta.glob<string>('../features/*/*.txt', { query: '?raw', import: 'default' });

/** Views in the traces of `name`, without repetition. */
async function tracedViews(name: string): Promise<readonly unknown[]> {
  const own = Object.entries(TRACES).filter(([path]) => path.startsWith(`../features/${name}/`) && !/\/(panel|looks)\.txt$/.test(path));
  const texts = await Promise.all(own.map(([, load]) => load()));
  const views = texts.flatMap((text) => text.match(/(?<=view )\{"name":"shown".*\}$/gm) ?? []);
  return [...new Set(views)].map((text) => (JSON.parse(text) as { view: unknown }).view);
}

type View = Readonly<Record<string, unknown>>;
/** Each status of an order, as the current one and as news. */
const inStatuses =
  (statuses: Readonly<Record<number, string>>) =>
  (view: View): readonly object[] =>
    view['current'] === null
      ? []
      : Object.values(statuses).map((status) => ({
          ...view,
          current: { ...(view['current'] as object), status },
          news: { id: `o-1 ${status}`, status, title: '一首歌' },
        }));

/** States that no session of the gallery reaches, made of the first known view that allows them. */
const CHANGED: Readonly<Record<string, (view: View) => readonly object[]>> = {
  mic: (view) => [{ ...view, isGuest: true, wish: null }],
  'music-pk': ({ question, ...view }) => {
    const [option] = (question as { readonly options: readonly { readonly id: string }[] } | null)?.options ?? [];
    return option === undefined ? [] : [{ ...view, question, chosen: option.id }];
  },
  'dance-orders': inStatuses(DANCE_STATUSES),
  'reward-challenge': inStatuses(CHALLENGE_STATUSES),
  'reward-square': inStatuses(SQUARE_STATUSES),
};

async function viewsOf(name: string): Promise<readonly unknown[]> {
  const states = GALLERY_FEATURES.includes(name) ? await Promise.all([statesOf(name), statesOf(name, STAR_ID)]) : [];
  const known = [...states.flat().map(({ view }) => view), ...(await tracedViews(name)), ...(MORE_VIEWS[name] ?? [])];
  const changed = known.map((view) => CHANGED[name]?.(view as View) ?? []).find(({ length }) => length > 0);
  return [...known, ...(changed ?? [])];
}

/** Positions depend on the fonts. */
const withoutPosition = (key: string, value: unknown): unknown => (key === 'anchor' || key === 'page' ? 'position' : value);

let close = (): void => undefined;
afterEach(() => close());

/** Prevents that a clicked link replaces the page of the test. */
function stay(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
}
beforeAll(() => addEventListener('click', stay));
afterAll(() => removeEventListener('click', stay));

type Place = 'slot' | 'stage-strip' | 'list';
const isDocked = (name: string): boolean => FEATURES.find((feature) => feature.name === name)?.dock !== undefined;
const placeOf = (name: string): Place => (isDocked(name) ? 'stage-strip' : 'slot');

async function open(name: string, view: unknown, place: Place, record: (act: unknown) => void): Promise<HTMLElement> {
  const [panel, text] = await Promise.all([loadPanel(name, LANGUAGE), loadText(LANGUAGE)]);
  const live = galleryView('live', { width: 1_280, height: 720 });
  const context: RoomContext = {
    store: createStore({
      ...live,
      chat: { ...live.chat, blocked: [{ userId: 9, name: '路人' }] },
      features: { [name]: { name: 'shown', view } },
    }),
    act: (action) => record(action),
    send: (event) => record(event),
    decisions: () => Promise.resolve([]),
    diagnose: () => Promise.reject(new Error('nothing runs here')),
    player: { mount: () => undefined, togglePictureInPicture: () => Promise.resolve(false), figures: () => null },
  };
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  close = () => {
    react.unmount();
    root.remove();
    close = () => undefined;
  };
  const render = (content: ReactNode): void =>
    flushSync(() =>
      react.render(
        <RoomContextProvider value={context}>
          <TextContext value={{ text, language: LANGUAGE, setLanguage: () => undefined }}>
            <StageRegionHost host="stage" />
            {content}
          </TextContext>
        </RoomContextProvider>,
      ),
    );
  // The regions of the stage exist before a panel that draws in them.
  render(null);
  render(createElement(panel, { view, act: record, language: LANGUAGE, place }));
  return root;
}

/** Text and look without a click. */
async function stillOf(name: string, view: unknown, place: Place): Promise<readonly string[]> {
  await open(name, view, place, () => undefined);
  const text = textOf(document.body);
  const lines = [...(text === '' ? [] : [`shows ${text}`]), ...looksOf(document.body)];
  close();
  return lines;
}

/** States of a request to the feature's service that a view can have. */
const ASKS = [
  { name: 'sending', what: 'it' },
  { name: 'done', what: 'it' },
  { name: 'failed', what: 'it', text: '现在不行' },
] as const satisfies readonly Ask[];

/** Differences in text and look when the same view is shown in the list of features, and in each state of a request. */
async function variantsOf(name: string, view: unknown): Promise<readonly string[]> {
  const place = placeOf(name);
  const usual = await stillOf(name, view, place);
  const lines: string[] = [];
  const compare = async (what: string, other: unknown, where: Place): Promise<void> =>
    void lines.push(...changed(usual, await stillOf(name, other, where)).map((line) => `${what}: ${line}`));
  if (isDocked(name)) await compare('in the list', view, 'list');
  if (typeof view === 'object' && view !== null && 'ask' in view) for (const ask of ASKS) await compare(ask.name, { ...view, ask }, place);
  return lines;
}

const tasks = new MessageChannel();
/** Waits for effects and their renderings: React runs them in tasks of a MessageChannel, which take less time than frames. */
async function settled(): Promise<void> {
  for (let at = 0; at < 4; at++)
    await new Promise((resolve) => {
      tasks.port1.onmessage = resolve;
      tasks.port2.postMessage(null);
    });
}

/** Uses each control once, also those that appear on the way, and returns what each sends. */
async function clickThrough(
  name: string,
  view: unknown,
): Promise<{ readonly lines: readonly string[]; readonly looks: readonly string[] }> {
  let acts: unknown[] = [];
  const said = new Set(noticeStore.get().map(({ id }) => id));
  drawingsSince();
  const root = await open(name, view, placeOf(name), (act) => void acts.push(act));
  // Read before images, frames and clips have loaded or failed, which takes a different time on each machine.
  const looks = looksOf(document.body);
  const text = textOf(document.body);
  const lines: string[] = [...(text === '' ? [] : [`shows ${text}`]), ...noticesSince(said), ...sent('at once', acts), ...drawingsSince()];
  await settled();
  const used = new Set<string>();
  for (let clicks = 0; clicks < MAX_CLICKS; clicks++) {
    const next = controlsOf(document.body, LINKS_AND_SLIDERS).find(
      ({ control, key }) => !used.has(key) && !control.matches(':disabled') && root.ownerDocument.contains(control),
    );
    if (next === undefined) break;
    used.add(next.key);
    acts = [];
    use(next.control);
    // Reactions that a handler queues as microtasks belong to the click; those of timers and frames do not.
    for (let at = 0; at < 8; at++) await Promise.resolve();
    lines.push(...sent(next.key, acts));
    await settled();
    lines.push(...noticesSince(said).map((line) => `${next.key} ${line}`));
  }
  close();
  return { lines, looks };
}

const sent = (key: string, acts: readonly unknown[]): readonly string[] =>
  acts.length === 0 ? [] : [`${key} → ${acts.map((act) => JSON.stringify(act, withoutPosition)).join(' ')}`];

test.each(NAMES)('S37 S9 texts, look and actions of each control of the panel of %s equal the snapshot', async (name) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
  // Whether sound is permitted depends on the tests before this one.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('denied');
  watchDrawings();
  const lines = new Set<string>();
  const looks: string[] = [];
  let before: readonly string[] = [];
  const variants = new Set<string>();
  const leftOver = watchLeftOver();
  const left = new Set<string>();
  for (const view of await viewsOf(name)) {
    const state = await clickThrough(name, view);
    for (const line of state.lines) lines.add(line);
    const other = changed(before, state.looks);
    if (other.length > 0) {
      looks.push(...other, '');
      for (const line of await variantsOf(name, view)) variants.add(line);
    }
    before = state.looks;
    for (const line of leftOver.left()) left.add(line);
  }
  leftOver.stop();
  expect([...left], 'a closed panel leaves no listener and no timer').toEqual([]);
  looks.push(...[...variants].toSorted());
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(lines.size, 'each panel shows something in one of its views').toBeGreaterThan(0);
  await expect([...lines, ''].join('\n')).toMatchFileSnapshot(`../features/${name}/panel.txt`);
  if (looks.length > 0) await expect(looks.join('\n')).toMatchFileSnapshot(`../features/${name}/looks.txt`);
});
