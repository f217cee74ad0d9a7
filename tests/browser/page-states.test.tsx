/**
 * Texts and look of the page in each state of the gallery, and what each of its controls does (`page-states.txt`): the actions for the
 * room, the messages, copies and windows. A control is used once, in the first state that shows it.
 */
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { galleryView, STATES } from '../../mocks/gallery/states.ts';
import type { RoomView } from '../../src/core/room/view.ts';
import { App } from '../../src/ui/App.tsx';
import { noticeStore } from '../../src/ui/overlays/notice.ts';
import type { RoomContext } from '../../src/ui/room-context.ts';
import { createStore } from '../../src/ui/store.ts';
import { loadText } from '../../src/ui/text/text.ts';
import { controlsOf, textOf, use } from './controls.ts';
import { changed, looksOf, noticesSince } from './looks.ts';

const NOW = Date.UTC(2_026, 0, 2, 3, 4, 5);
const LANGUAGE = 'zh-CN';
const VIEWPORT = { width: 1_280, height: 720 };
const PARTS = import.meta.glob('../../src/ui/**/*.tsx');
const PANELS = import.meta.glob(['../../src/features/*/panel.tsx', '../../src/features/*/text.zh-CN.ts']);
/** States of features whose controls have tables of their own, or that open devices. */
const LEFT_OUT = ['publish', 'publish-elsewhere', 'offline-video', 'lead-in', 'ad', 'mount', 'slider'];
/** Controls that leave the page. */
const LEAVES = ['切换到 English'];
const MAX_CLICKS = 120;

const player = (change: Partial<RoomView['player']>) => (view: RoomView): Partial<RoomView> => ({ player: { ...view.player, ...change } });
/** More states of the player and the room. */
const MORE: Readonly<Record<string, (view: RoomView) => Partial<RoomView>>> = {
  'a stopped player': player({ status: 'stopped', activity: { name: 'stopped', by: 'viewer' } }),
  'a player that tries a line': player({ status: 'created', activity: { name: 'connecting', line: 1, lines: 3, round: 0 } }),
  'a player that asks for addresses': player({ status: 'created', activity: { name: 'connecting', line: null, lines: 0, round: 0 } }),
  'a player that waits': player({ status: 'stopped', activity: { name: 'waiting', untilMs: NOW + 5_000, next: 'line', round: 0 } }),
  'a player that gave up': (view) => ({
    ...player({
      status: 'stopped',
      activity: { name: 'failed', failure: 'NO_SUPPORT', unsupported: 'no shared memory', retryAtMs: NOW + 30_000, isOnline: true },
    })(view),
    tips: { noLive: false, liveFail: true, playerMessage: '' },
  }),
  'a switched kind': player({ notice: { type: 'switched', from: 'h265', to: 'h264', why: 'slow' } }),
  'fewer pictures': player({ notice: { type: 'reduced', level: 3 } }),
  'one kind at half volume': player({ volume: 0.3, kinds: ['h264'], lineCount: 1, savers: [], canPictureInPicture: false }),
  'data savers': player({ saver: 'lower-line', savers: ['off', 'lower-line', 'sound-only'] }),
  'the star': (view) => ({ room: { ...view.room, role: 1, following: true } }),
  'a hidden chat': (view) => ({ layout: { ...view.layout, chat: false, theatre: true } }),
  'a question': (view) => ({
    chat: { ...view.chat, verify: { key: 'k', imageUrl: '', text: '1+1', isWrong: true }, blocked: [{ userId: 9, name: '路人' }] },
  }),
};

const did: string[] = [];
const kept = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => (key === 'anchor' || key === 'page' || key === 'count' ? 'measured' : inner));

beforeAll(async () => {
  await Promise.all([...Object.values(PARTS), ...Object.values(PANELS)].map((load) => load()));
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    did.push(`follows ${this.getAttribute('href')?.replace(/^blob:.*/, 'a file') ?? ''} ${this.download}`);
  });
  vi.spyOn(window, 'open').mockImplementation((url) => {
    did.push(`opens ${String(url)}`);
    return null;
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    did.push(`copies ${text.replaceAll(location.origin, '').slice(0, 200)}`);
    return Promise.resolve();
  });
  vi.spyOn(Element.prototype, 'requestFullscreen').mockImplementation(() => {
    did.push('asks for full screen');
    return Promise.resolve();
  });
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('denied');
});
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
/** Nothing changes any more. */
async function settled(): Promise<void> {
  let [before, same] = ['', 0];
  for (let at = 0; at < 60 && same < 4; at++) {
    await frame();
    const now = document.body.innerHTML;
    same = now === before ? same + 1 : 0;
    before = now;
  }
}

async function open(view: RoomView) {
  const text = await loadText(LANGUAGE);
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  const context: RoomContext = {
    store: createStore(view),
    act: (action) => void did.push(`acts ${kept(action)}`),
    send: (event) => void did.push(`sends ${kept(event)}`),
    decisions: () => Promise.resolve([]),
    diagnose: () => Promise.reject(new Error('nothing runs here')),
    player: {
      mount: () => undefined,
      togglePictureInPicture() {
        did.push('toggles picture-in-picture');
        return Promise.resolve(false);
      },
      figures: () => null,
    },
  };
  flushSync(() => react.render(<App first={{ language: LANGUAGE, text }} context={context} />));
  await settled();
  return {
    close() {
      react.unmount();
      root.remove();
    },
  };
}

const taken = (): readonly string[] => did.splice(0);

test('P3 P4 P28 S36 the page in each state has these texts and this look, and each control does exactly this', async () => {
  const lines: string[] = [];
  const used = new Set<string>(LEAVES);
  const said = new Set(noticeStore.get().map(({ id }) => id));
  let before: readonly string[] = [];
  const live = (): RoomView => galleryView('live', VIEWPORT);
  const states: readonly (readonly [string, RoomView])[] = [
    ...STATES.filter((name) => !LEFT_OUT.includes(name)).map((name) => [name, galleryView(name, VIEWPORT)] as const),
    ...Object.entries(MORE).map(([name, change]) => [name, { ...live(), ...change(live()) }] as const),
  ];
  for (const [name, view] of states) {
    const { close } = await open(view);
    const looks = [`shows ${textOf(document.body)}`, ...looksOf(document.body)];
    lines.push(`== ${name}`, ...changed(before, looks), ...new Set(taken().map((line) => `at once ${line}`)));
    before = looks;
    for (let clicks = 0; clicks < MAX_CLICKS; clicks++) {
      const next = controlsOf(document.body).find(({ control, key }) => !used.has(key) && !control.matches(':disabled'));
      if (next === undefined) break;
      used.add(next.key);
      use(next.control);
      for (let at = 0; at < 8; at++) await Promise.resolve();
      const now = taken();
      await settled();
      lines.push(...[...now, ...taken(), ...noticesSince(said)].map((line) => `${next.key} → ${line}`));
    }
    close();
    lines.push('');
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('page-states.txt');
}, 300_000);
