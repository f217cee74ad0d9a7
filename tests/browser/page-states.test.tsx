/**
 * Texts and look of the page in each state of the gallery, and what each of its controls does (`page-states.txt`): the actions for the
 * room, the messages, copies and windows. A control is used once, in the first state that shows it.
 */
import type { ComponentProps, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { galleryView, STATES } from '../../mocks/gallery/states.ts';
import type { RoomView } from '../../src/core/room/view.ts';
import { App } from '../../src/ui/App.tsx';
import { Lobby } from '../../src/ui/lobby/Lobby.tsx';
import { StarDoor } from '../../src/ui/lobby/StarDoor.tsx';
import Unavailable from '../../src/ui/lobby/Unavailable.tsx';
import Workshop from '../../src/ui/lobby/Workshop.tsx';
import { changeDock } from '../../src/ui/features/dock-state.ts';
import { dismissNotice, noticeStore } from '../../src/ui/overlays/notice.ts';
import type { RoomContext } from '../../src/ui/room-context.ts';
import { createStore } from '../../src/ui/store.ts';
import { loadText } from '../../src/ui/text/text.ts';
import { Words } from '../../src/ui/text/Words.tsx';
import { controlsOf, textOf, use } from './controls.ts';
import { changed, looksOf, noticesSince } from './looks.ts';

const NOW = Date.UTC(2_026, 0, 2, 3, 4, 5);
const LANGUAGE = 'zh-CN';
const VIEWPORT = { width: 1_280, height: 720 };
const PARTS = import.meta.glob('../../src/ui/**/*.tsx');
const PANELS = import.meta.glob(['../../src/features/*/panel.tsx', '../../src/features/*/text.zh-CN.ts']);
/** States of features whose controls have tables of their own, or that open devices. */
const LEFT_OUT = ['publish', 'publish-elsewhere', 'offline-video', 'lead-in', 'ad', 'mount', 'slider'];
/** Controls that leave the page or change its language. */
const LEAVES = ['English'];
const RELOADS = '重试';
/** Left out, because its buttons depend on the fonts of the machine. */
const PICKER = '[data-emoji-picker]';
const MAX_CLICKS = 120;

const player =
  (change: Partial<RoomView['player']>) =>
  (view: RoomView): Partial<RoomView> => ({ player: { ...view.player, ...change } });
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
/** Frames without a change after which a page is complete: React shows late parts up to 300 ms after the part before them. */
const QUIET_FRAMES = 24;
const MAX_FRAMES = 240;

async function settled(): Promise<void> {
  let [before, same] = [document.body.innerHTML, 0];
  for (let at = 0; at < MAX_FRAMES && same < QUIET_FRAMES; at++) {
    await frame();
    const now = document.body.innerHTML;
    // An image that fails to load is replaced, which takes longer on a busy machine.
    same = now === before && [...document.images].every(({ complete }) => complete) ? same + 1 : 0;
    before = now;
  }
}

/** Waits until the next control can be used: immediately if the page is unchanged, as after most controls. */
async function used(before: string): Promise<void> {
  for (let at = 0; at < 3; at++) await frame();
  if (document.body.innerHTML !== before) await settled();
}

async function draw(page: ReactNode) {
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  flushSync(() => react.render(page));
  await settled();
  return {
    close() {
      react.unmount();
      root.remove();
      for (const { id } of noticeStore.get()) dismissNotice(id);
      changeDock({ collapsed: new Set(), sheet: '', isListOpen: false });
    },
  };
}

async function room(view: RoomView): Promise<ReactNode> {
  const text = await loadText(LANGUAGE);
  const context: RoomContext = {
    store: createStore(view),
    act: (action) => void did.push(`acts ${kept(action)}`),
    send: (event) => void did.push(`sends ${kept(event)}`),
    decisions: () => Promise.resolve([]),
    diagnose: () => Promise.resolve({ version: '1' } as never),
    player: {
      mount: () => undefined,
      togglePictureInPicture() {
        did.push('toggles picture-in-picture');
        return Promise.resolve(false);
      },
      figures: () => null,
    },
  };
  return <App first={{ language: LANGUAGE, text }} context={context} />;
}

async function lobby(page: ReactNode): Promise<ReactNode> {
  const text = await loadText(LANGUAGE);
  return (
    <Words first={{ language: LANGUAGE, text }} onFailure={() => undefined}>
      {page}
    </Words>
  );
}

const taken = (): readonly string[] => did.splice(0);

/** Goes through the pages in their order and uses each control in the first one that has it. */
async function tour(pages: readonly (readonly [name: string, content: Promise<ReactNode>])[], leaves = LEAVES): Promise<string> {
  const lines: string[] = [];
  const known = new Set<string>(leaves);
  const said = new Set(noticeStore.get().map(({ id }) => id));
  let before: readonly string[] = [];
  // The first page loads its late parts and is not recorded.
  (await draw(await pages[0]![1])).close();
  did.length = 0;
  for (const [name, content] of pages) {
    const drawn = await draw(await content);
    const looks = [`shows ${textOf(document.body)}`, ...looksOf(document.body)];
    lines.push(`== ${name}`, ...changed(before, looks), ...new Set(taken().map((line) => `at once ${line}`)));
    before = looks;
    const results: string[] = [];
    for (let clicks = 0; clicks < MAX_CLICKS; clicks++) {
      const next = controlsOf(document.body).find(
        ({ control, key }) => !known.has(key) && control.closest(PICKER) === null && !control.matches(':disabled'),
      );
      if (next === undefined) break;
      known.add(next.key);
      const page = document.body.innerHTML;
      use(next.control);
      await used(page);
      did.push(...noticesSince(said));
      results.push(...taken().map((line) => `${next.key} → ${line}`));
    }
    drawn.close();
    // Sorted, because a part that is loaded later has its controls later.
    lines.push(...results.toSorted(), '');
  }
  return lines.join('\n');
}

test('P3 P4 P28 S36 texts, look and actions of each control of the page in each state equal the snapshot', async () => {
  const live = (): RoomView => galleryView('live', VIEWPORT);
  const states: readonly (readonly [string, RoomView])[] = [
    ...STATES.filter((name) => !LEFT_OUT.includes(name)).map((name) => [name, galleryView(name, VIEWPORT)] as const),
    ...Object.entries(MORE).map(([name, change]) => [name, { ...live(), ...change(live()) }] as const),
  ];
  await expect(await tour(states.map(([name, view]) => [name, room(view)] as const))).toMatchFileSnapshot('page-states.txt');
}, 300_000);

const listed = (roomId: number, change: object = {}): object => ({
  roomId,
  starId: roomId + 1,
  starName: `star ${roomId}`,
  liveName: `show ${roomId}`,
  avatar: `/avatar-${roomId}.png`,
  cover: `/cover-${roomId}.png`,
  viewers: roomId * 100,
  kind: 'normal',
  status: 1,
  liveType: 'normal',
  ...change,
});
const LISTED = [
  listed(1),
  listed(2, { liveType: 'radio' }),
  listed(3, { status: 0 }),
  listed(4, { starName: '', liveName: '', cover: '' }),
];
const SCENARIOS: ComponentProps<typeof Workshop>['scenarios'] = [
  { name: 'radio', about: { 'zh-CN': '热闹的房间', en: 'A busy room' }, address: '/live/1001?scenario=radio' },
  { name: 'offline', about: { 'zh-CN': '安静的房间', en: 'A quiet room' }, address: '/live/1001?scenario=offline' },
];
const REASONS = ['unknown', 'missing', 'closed', 'refused', 'insecure', 'not-started'] as const;

test('P1 S36 texts, look and actions of each control of each page without a room equal the snapshot', async () => {
  const answers = { listed: LISTED, 'an empty list': [], 'no list': 404, 'a failure': 500 };
  let answer: unknown = LISTED;
  vi.spyOn(window, 'fetch').mockImplementation((url) => {
    did.push(`asks ${new Request(url).url.replace(location.origin, '')}`);
    return Promise.resolve(
      typeof answer === 'number' ? new Response('', { status: answer }) : new Response(JSON.stringify({ data: { rooms: answer } })),
    );
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const found: string[] = [];
  for (const [name, given] of Object.entries(answers)) {
    answer = given;
    found.push(await tour([[`the lobby with ${name}`, lobby(<Lobby scenarios={[]} />)]]));
  }
  answer = LISTED;
  const reasons = REASONS.map(
    (why) => [why, lobby(<Unavailable unavailable={{ why, code: why === 'refused' ? 403 : 0, message: '' }} />)] as const,
  );
  found.push(await tour(reasons, [...LEAVES, RELOADS]));
  found.push(
    await tour([
      ['the workshop', lobby(<Workshop scenarios={SCENARIOS} />)],
      ['the star’s door', lobby(<StarDoor />)],
    ]),
  );
  await expect(found.join('\n')).toMatchFileSnapshot('lobby-states.txt');
}, 120_000);
