import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { mentions } from '../../src/core/room/chat/chat-row.ts';
import { initialView } from '../../src/core/room/initial-view.ts';
import type { ChatBatch, ChatRow, UserAction } from '../../src/core/room/view.ts';
import { splitLinks } from '../../src/ui/chat/list/row.ts';
import { openRowCard } from '../../src/ui/chat/open-card.ts';
import { replyOf } from '../../src/ui/chat/send/compose.ts';
import { createStore } from '../../src/ui/store.ts';

const batch = (skipped: number): ChatBatch => ({ rows: [], skipped, settled: [], failed: [], removed: [] });

function opened() {
  const scheduled: (() => void)[] = [];
  const store = createStore(initialView({ width: 1_280, height: 800 }), (flush) => scheduled.push(flush));
  return { store, frame: () => scheduled.splice(0).forEach((flush) => flush()) };
}

test('S20 batches from before the list was rendered are delivered once, and other listeners get only new ones', () => {
  const { store, frame } = opened();
  store.chat(batch(1));
  store.chat(batch(2));
  const [other, first, second, late] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  store.onChat(other);
  const stop = store.onChat(first, true);
  // React mounts a component twice in development.
  stop();
  store.onChat(second, true);
  frame();
  store.chat(batch(3));
  store.onChat(late, true);
  expect(first.mock.calls).toEqual([[batch(1)], [batch(2)]]);
  expect(second.mock.calls).toEqual([[batch(1)], [batch(2)], [batch(3)]]);
  expect(other.mock.calls).toEqual([[batch(3)]]);
  expect(late).not.toHaveBeenCalled();
});

test('S20 a page that is never rendered keeps the newest 64 batches', () => {
  const { store } = opened();
  for (let at = 0; at < 100; at++) store.chat(batch(at));
  const list = vi.fn();
  store.onChat(list, true);
  expect(list).toHaveBeenCalledTimes(64);
  expect(list.mock.calls.at(-1)).toEqual([batch(99)]);
});

test('S2 S20 after a reset the batches of the next room worker wait for the next list, older ones do not', () => {
  const { store, frame } = opened();
  store.onChat(vi.fn(), true);
  store.chat(batch(1));
  frame();
  const before = store.resets();
  store.reset(initialView({ width: 1_280, height: 800 }));
  store.chat(batch(2));
  const list = vi.fn();
  store.onChat(list, true);
  expect([store.resets() - before, list.mock.calls]).toEqual([1, [[batch(2)]]]);
});

// The client script for frame authors, in a page whose globals the test replaces.

const SOURCE = readFileSync(new URL('../../src/ui/public/frame-client.js', import.meta.url), 'utf8');
const FRAME = 'https://frame.test';
const ROOM = 'https://room.test';

interface Page {
  readonly referrer?: string;
  readonly ancestorOrigins?: readonly string[];
}

interface Opened {
  readonly client: { ready(): Promise<void> };
  /** Commands and target origins of its calls. */
  readonly sent: (readonly [cmd: string, target: string])[];
  readonly press: (event: Partial<KeyboardEvent>) => void;
}

function open({ referrer = '', ancestorOrigins }: Page): Opened {
  const sent: (readonly [cmd: string, target: string])[] = [];
  let press: Opened['press'] = () => undefined;
  const parent = {
    postMessage: ({ cmd }: { readonly cmd: string }, target: string) => sent.push([cmd, target]),
  };
  const window: { footlightFrame?: Opened['client'] } = {};
  const globals = {
    window,
    parent,
    location: { origin: FRAME, ...(ancestorOrigins === undefined ? {} : { ancestorOrigins }) },
    document: { referrer },
    addEventListener(type: string, listener: Opened['press']) {
      if (type === 'keydown') press = listener;
    },
    setTimeout: () => 0,
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the script is no module: browsers run it as the body of a page.
  const run = new Function(...Object.keys(globals), SOURCE) as (...values: readonly unknown[]) => void;
  run(...Object.values(globals));
  return { client: window.footlightFrame!, sent, press: (event) => press(event) };
}

/** The target origin of a call of the page. */
function targetOf(page: Page): string {
  const { client, sent } = open(page);
  void client.ready();
  return sent.map(([, target]) => target).join();
}

test('S36 a frame sends its calls to the origin of the embedding page, or to any origin if the browser does not report it', () => {
  expect(targetOf({ ancestorOrigins: [ROOM, 'https://top.test'] })).toBe(ROOM);
  expect(targetOf({})).toBe('*');
});

test('S36 calls of a frame arrive after it navigates, also from another origin, in a browser without ancestorOrigins', () => {
  expect(targetOf({ referrer: `${FRAME}/index.html` })).toBe('*');
  expect(targetOf({ referrer: 'https://partner.test/' })).toBe('*');
});

test('S36 calls of a frame that is embedded without a referrer arrive, because the browser reports its embedding page as null', () => {
  expect(targetOf({ ancestorOrigins: ['null'] })).toBe('*');
});

test('S36 a frame sends the Escape key to the room, unless the page or the input method uses the key', () => {
  const { sent, press } = open({ ancestorOrigins: [ROOM] });
  press({ key: 'Escape', isComposing: true });
  press({ key: 'Escape', keyCode: 229 });
  press({ key: 'Escape', defaultPrevented: true });
  press({ key: 'a' });
  expect(sent).toEqual([]);
  press({ key: 'Escape' });
  expect(sent).toEqual([['escape', ROOM]]);
});

test('S20 a reply mentions the author once, and a line that is not a reply is not changed', () => {
  const to = { name: '小鱼', text: '大家好' };
  expect(replyOf(to, '你好')).toBe('@小鱼 你好');
  expect(replyOf(to, '@小鱼 你好')).toBe('@小鱼 你好');
  expect(replyOf(null, '你好')).toBe('你好');
  expect(mentions(replyOf(to, '你好'), '小鱼')).toBe(true);
});

test('S20 addresses in a line end at spaces, brackets and punctuation, and joined the parts are the line', () => {
  const lines = {
    '看 https://a.test/x?y=1&z 吧': ['看 ', 'https://a.test/x?y=1&z', ' 吧'],
    '（http://a.test），https://b.test/。': ['（', 'http://a.test', '），', 'https://b.test/', '。'],
    'HTTPS://A.test/a.': ['', 'HTTPS://A.test/a', '.'],
    'javascript://a.test ftp://b.test': ['javascript://a.test ftp://b.test'],
    没有地址: ['没有地址'],
    'https://': ['https://'],
  } as const;
  for (const [line, parts] of Object.entries(lines)) {
    expect(splitLinks(line)).toEqual(parts);
    expect(splitLinks(line).join('')).toBe(line);
  }
  const long = `https://a.test/${'x'.repeat(400)}`;
  expect(splitLinks(long)).toEqual([long]);
});

const NAME = { textContent: '阿星', getBoundingClientRect: () => ({ left: 12, bottom: 34 }) } as unknown as Element;
const ROW = {
  id: 1,
  type: 'chat',
  userId: 42,
  name: '阿星',
  text: '你好',
  richLevel: 3,
  isStar: true,
  badges: [],
  logo: '/a.png',
} as unknown as ChatRow;

function openedBy(act: (send: (action: UserAction) => void) => void): object {
  const acts: UserAction[] = [];
  act((action) => acts.push(action));
  expect(acts).toMatchObject([{ type: 'feature', feature: 'user-card', action: { type: 'open', anchor: { x: 12, y: 34 } } }]);
  return (acts[0] as { action: { user: object } }).action.user;
}

test.each<[what: string, row: ChatRow | undefined, user: object]>([
  ['a line', ROW, { userId: 42, name: '阿星', logo: '/a.png', richLevel: 3, isStar: true, line: '你好' }],
  ['a line without a portrait', { ...ROW, logo: undefined } as unknown as ChatRow, { logo: '', line: '你好' }],
  ['a welcome, whose text is not the user’s', { ...ROW, type: 'welcome' }, { line: '' }],
  ['a line that is gone', undefined, { userId: 9, name: '阿星', logo: '', richLevel: 0, isStar: false, badges: [], line: '' }],
])('S20 the card of %s has the data of its user', (_what, row, user) => {
  expect(openedBy((act) => openRowCard(act, row, row?.userId ?? 9, NAME))).toMatchObject(user);
});
