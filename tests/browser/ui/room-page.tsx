import axe from 'axe-core';
import type { LookBackState } from '../../../src/player/look-back.ts';
import type { LookBackControls, PlayerSurface } from '../../../src/player/page-player.ts';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { expect, onTestFinished } from 'vitest';
import { createRoot, type Root } from 'react-dom/client';

import '../../../src/design/tokens.css';
import '../../../src/design/base.css';
import { galleryView } from '../../../mocks/gallery/states.ts';
import { twoFrames } from '../../../src/player/page/loading.ts';
import { App } from '../../../src/ui/App.tsx';
import { changeDock } from '../../../src/ui/features/Dock.tsx';
import { dismissNotice, noticeStore } from '../../../src/ui/overlays/notice.ts';
import { createStore, type Store } from '../../../src/ui/store.ts';
import type { Language } from '../../../src/design/language.ts';
import { loadText, TextContext } from '../../../src/ui/text/text.ts';
import type { ChatBatch, ChatRow, RoomPatch, UserAction } from '../../../src/core/room/view.ts';
import type { PageEvent } from '../../../src/workers/room/api.ts';

/** The other fields are those of the feature. */
interface FeatureAct {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Page {
  readonly store: Store;
  readonly acts: UserAction[];
  readonly events: PageEvent[];
  readonly root: HTMLElement;
  readonly hosts: (HTMLDivElement | null)[];
  find(selector: string): HTMLElement;
  maybe(selector: string): HTMLElement | null;
  /** Changes the view and waits until it is rendered. */
  show(patch: RoomPatch): Promise<void>;
  /** Waits for a part of the page, which may be loaded late. `next`: before it looks again; absent: the next frame. */
  until<T>(what: () => T | null | undefined | false, next?: () => Promise<unknown>): Promise<T>;
  press(key: string, on?: Element): void;
  /** Rows and other changes of the chat. */
  chat(change: Partial<ChatBatch>): void;
  say(rows?: readonly ChatRow[]): void;
  rows(): HTMLElement[];
  /** Shows features with these views. */
  features(views: Readonly<Record<string, unknown>>): Promise<void>;
  /** The actions for a feature. */
  told(feature: string): readonly FeatureAct[];
  /** Opens the menu of the player. */
  menu(): Promise<HTMLElement>;
  close(): void;
  /** What the page's player has kept. */
  lookBack: LookBackControls | null;
}

/** Limit of `until`, below the timeout of a test, so that the error names the condition. */
const UNTIL_MS = 50_000;

/** The login box without the ways of the feature `login`: the form that takes a token. */
export const LOGIN_BY_TOKEN: RoomPatch = {
  dialogs: [{ type: 'login' }],
  features: { login: { name: 'off', why: 'switched off by the remote config' } },
};

const focused = (): string => document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing';

const surfaceOf = (hosts: (HTMLDivElement | null)[], lookBack: PlayerSurface['lookBack']): PlayerSurface => ({
  video: document.createElement('video'),
  mount: (box) => hosts.push(box),
  togglePictureInPicture: () => Promise.resolve(false),
  figures: () => null,
  lookBack,
});

/** The room's page rendered from a fixed view in a real browser, with a context that only records. */
export async function openPage(state: string, viewport = { width: 1280, height: 720 }, language: Language = 'zh-CN'): Promise<Page> {
  const text = await loadText(language);
  // A key that the test of another file has pressed activates the page for some seconds, and the room reports lines without activation.
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: false, hasBeenActive: false }, configurable: true });
  const place = document.createElement('div');
  document.body.append(place);
  const store = createStore(galleryView(state, viewport));
  const acts: UserAction[] = [];
  const events: PageEvent[] = [];
  const hosts: (HTMLDivElement | null)[] = [];
  const reactRoot: Root = createRoot(place);
  const app = (
    <App
      first={{ language, text }}
      context={{
        store,
        act: (action) => void acts.push(action),
        send: (event) => void events.push(event),
        decisions: () => Promise.resolve([]),
        diagnose: () => Promise.reject(new Error('nothing runs here')),
        player: surfaceOf(hosts, () => page.lookBack),
      }}
    />
  );
  reactRoot.render(app);
  const until = waiting(() => flushSync(() => reactRoot.render(app)), events);
  let isClosed = false;
  const page: Page = {
    store,
    acts,
    events,
    hosts,
    lookBack: null,
    root: place,
    find: elementAt,
    maybe: (selector) => document.querySelector<HTMLElement>(selector),
    async show(patch) {
      store.patch(patch);
      await twoFrames();
    },
    until,
    press(key, on = document.body) {
      on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    ...sending(store, acts),
    menu() {
      hosts.at(-1)!.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 40, clientY: 60 }));
      return until(() => page.maybe('[role="menu"]'));
    },
    // State that the page keeps outside of React would remain in the next test, also of another file.
    close() {
      if (isClosed) return;
      isClosed = true;
      Reflect.deleteProperty(navigator, 'userActivation');
      reactRoot.unmount();
      place.remove();
      for (const { id } of noticeStore.get()) dismissNotice(id);
      changeDock({ collapsed: new Set(), sheet: '', isListOpen: false });
    },
  };
  onTestFinished(() => page.close());
  // The chat is loaded in parallel with the room.
  await until(() => place.querySelector('aside'));
  // Effects run after the first picture; in development React runs them twice.
  await until(() => hosts.at(-1) instanceof HTMLDivElement);
  await twoFrames();
  return page;
}

/** A part of the page outside of a room. */
export async function openOutside(content: ReactNode): Promise<{ readonly root: HTMLElement; readonly close: () => void }> {
  const text = await loadText('zh-CN');
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  react.render(<TextContext value={{ text, language: 'zh-CN', setLanguage: () => undefined }}>{content}</TextContext>);
  const close = (): void => {
    react.unmount();
    root.remove();
  };
  onTestFinished(close);
  return { root, close };
}

/** `render` runs the waiting effects: in development React runs them twice, and the second run could take the focus from the test. */
export const waiting =
  (render: () => void, events: readonly PageEvent[]): Page['until'] =>
  async (what, next = frame) => {
    const endMs = performance.now() + UNTIL_MS;
    for (;;) {
      const found = what();
      if (found !== null && found !== undefined && found !== false) {
        render();
        return found;
      }
      if (performance.now() > endMs) {
        const failed = JSON.stringify(events.filter(({ type }) => type === 'page-part-late'));
        throw new Error(`never true: ${String(what)}; failed parts: ${failed}; the focus is in ${focused()}`);
      }
      await next();
    }
  };

/** The end of the room worker: what it shows, and what it receives. */
function sending(store: Store, acts: readonly UserAction[]) {
  const chat = (change: Partial<ChatBatch>): void => store.chat({ rows: [], settled: [], failed: [], removed: [], skipped: 0, ...change });
  return {
    chat,
    say: (rows = [chatRow()] as readonly ChatRow[]) => chat({ rows }),
    rows: () => [...document.querySelectorAll<HTMLElement>('[role="log"] [data-id]')],
    features(views: Readonly<Record<string, unknown>>) {
      store.patch({ features: Object.fromEntries(Object.entries(views).map(([name, view]) => [name, { name: 'shown', view }])) });
      return twoFrames();
    },
    told: (feature: string) => acts.flatMap((act) => (act.type === 'feature' && act.feature === feature ? [act.action as FeatureAct] : [])),
  };
}

function elementAt(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no element matches ${selector}`);
  return found;
}

export const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

let nextId = 1;
export function chatRow(change: Partial<ChatRow> = {}): ChatRow {
  const id = nextId++;
  return {
    id,
    type: 'chat',
    userId: 7,
    name: 'name',
    richLevel: 0,
    text: `text ${id}`,
    isStar: false,
    isMe: false,
    isSecret: false,
    toName: '',
    badges: [],
    timeMs: 0,
    ...change,
  };
}

/** A player that has kept `keptS` seconds; its picture stands still. */
export function keeper(keptS: number): LookBackControls & { readonly shown: number[] } {
  const shown: number[] = [];
  const listeners = new Set<() => void>();
  let state: LookBackState = { isOn: false, isLeaving: false, isPaused: false, agoMs: 0, keptMs: keptS * 1_000, keptBytes: 0 };
  const change = (changes: Partial<LookBackState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  return {
    shown,
    state: () => state,
    show(agoMs) {
      const isOn = agoMs > 4_000;
      shown.push(agoMs / 1_000);
      change({ isOn, agoMs: isOn ? agoMs : 0 });
      return isOn;
    },
    setPaused: (isPaused) => change({ isPaused }),
    toLive: () => change({ isOn: false, agoMs: 0 }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The button with this name or text, or whose text contains it. */
export function buttonOf(name: string, root: ParentNode = document): HTMLButtonElement | undefined {
  const buttons = [...root.querySelectorAll('button')];
  const exact = buttons.find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name);
  return exact ?? buttons.find(({ textContent }) => textContent.includes(name));
}

export function type(value: string, field: Element): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Entry animations are finished, because a text that fades in has its final contrast only then. */
export async function expectNoFindings(root: Element, also: readonly string[] = ['best-practice']): Promise<void> {
  for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
  const { violations } = await axe.run(root, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', ...also] });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary]))).toEqual([]);
}

export const VIEWPORTS = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
] as const;
