import type { ChatRow } from '../../../src/core/room/view.ts';
import { settingsFile, takeSettings } from '../../../src/ui/page/settings-file.ts';
import { mediaInfo, mediaState, needsWakeLock } from '../../../src/ui/page/device.ts';
import { aboveKeyboard } from '../../../src/ui/chat/Chat.tsx';
import { readCookie, readStorage, writeCookie, writeStorage } from '../../../src/ui/page/page-input.ts';
import { pageTitle, unreadIn } from '../../../src/ui/overlays/Notices.tsx';
import { expect, test, vi } from 'vitest';

const area = { windowHeight: 844, height: 844, top: 0, scale: 1, isTyping: true };

test('S20 a keyboard over the page leaves the area above it, for any scroll position', () => {
  expect(aboveKeyboard({ ...area, height: 508 })).toEqual({ topPx: 0, heightPx: 508 });
  expect(aboveKeyboard({ ...area, height: 508.4, top: 96.7 })).toEqual({ topPx: 97, heightPx: 508 });
  expect(aboveKeyboard({ ...area, height: 508, top: -12 })).toEqual({ topPx: 0, heightPx: 508 });
});

test('S20 browser toolbars and a zoom do not count as a keyboard', () => {
  expect(aboveKeyboard(area)).toBeNull();
  expect(aboveKeyboard({ ...area, height: 760 })).toBeNull();
  expect(aboveKeyboard({ ...area, height: 422, scale: 2 })).toBeNull();
});

test('S20 without a focused field a smaller window does not count as a keyboard', () => {
  expect(aboveKeyboard({ ...area, height: 508, isTyping: false })).toBeNull();
});

const FACTS = { brand: 'Footlight', roomLabel: '星的直播间', liveName: '今晚', starName: '星', unread: 0 };

test.each([
  [{}, '今晚 - 星 - Footlight'],
  [{ liveName: '' }, '星的直播间 - Footlight'],
  [{ liveName: '', starName: '' }, 'Footlight'],
  [{ unread: 3 }, '(3) 今晚 - 星 - Footlight'],
  [{ unread: 100 }, '(99+) 今晚 - 星 - Footlight'],
])('the title of the tab contains live name, star and unread count: %j', (facts, title) => {
  expect(pageTitle({ ...FACTS, ...facts })).toBe(title);
});

test('lines of others count as unread, the room’s and the viewer’s own do not', () => {
  const row = (type: ChatRow['type'], isMe: boolean): ChatRow => ({ type, isMe }) as ChatRow;
  expect(unreadIn({ rows: [row('chat', false), row('chat', true), row('welcome', false), row('notice', false), row('gift', false)] })).toBe(
    1,
  );
});

const ROOM = { liveName: '今晚', starName: '星', coverUrl: '/cover.webp', avatarUrl: '/avatar.webp' };

test.each([
  [{}, { title: '今晚', artist: '星', album: 'Footlight', artwork: [{ src: '/cover.webp' }, { src: '/avatar.webp' }] }],
  [
    { liveName: '', coverUrl: '' },
    { title: '星的直播间', artist: '星', album: 'Footlight', artwork: [{ src: '/avatar.webp' }] },
  ],
])('P3 the lock screen shows title, star and pictures of a room with %j', (change, info) => {
  expect(mediaInfo({ ...ROOM, ...change }, '星的直播间', 'Footlight')).toEqual(info);
});

test.each([
  ['a canvas that plays', 'h265', 'playing', 'live', true],
  ['a canvas that waits for more', 'h265', 'buffering', 'live', true],
  ['a canvas that was stopped', 'h265', 'stopped', 'live', false],
  ['sound alone', 'h265', 'playing', 'radio', false],
  ['a <video>, which does it itself', 'h264', 'playing', 'live', false],
] as const)('P3 the screen is kept on for %s: %s %s %s', (_name, kind, status, at, isNeeded) => {
  expect(needsWakeLock({ kind, status }, { name: at })).toBe(isNeeded);
});

test.each([
  ['playing', 'live', 'playing'],
  ['buffering', 'live', 'playing'],
  ['created', 'radio', 'playing'],
  ['stopped', 'live', 'paused'],
  ['playing', 'closed', 'none'],
] as const)('P3 media keys of a player that is %s on the stage %s: %s', (status, at, state) => {
  expect(mediaState(status, { name: at })).toBe(state);
});

const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

test('P13 without cookie access the visitor is a guest, and nothing fails', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const blocked = Object.defineProperty({ cookie: '' }, 'cookie', { get: refuse, set: refuse });
  expect(readCookie(blocked)).toBe('');
  writeCookie('a=1', blocked);
  expect(warned).toHaveBeenCalledTimes(2);
  const open = { cookie: 'fx_userid=7' };
  expect(readCookie(open)).toBe('fx_userid=7');
  writeCookie('a=1', open);
  expect(open.cookie).toBe('a=1');
  warned.mockRestore();
});

test('P13 forbidden storage is empty, full storage keeps nothing, and foreign keys are not touched', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const forbidden = Object.defineProperties({} as Parameters<typeof readStorage>[1] & object, {
    localStorage: { get: refuse },
    sessionStorage: { get: refuse },
  });
  expect(readStorage('localStorage', forbidden)).toEqual({});
  writeStorage('sessionStorage', 'footlight.a', '1', forbidden);
  expect(warned).toHaveBeenCalledTimes(1);
  const storage = Object.assign(Object.create({ getItem: (key: string) => values[key] ?? null, setItem: refuse, removeItem: refuse }), {
    'footlight.a': '1',
    other: '2',
  });
  const values: Record<string, string> = { 'footlight.a': '1', other: '2' };
  expect(readStorage('localStorage', { localStorage: storage, sessionStorage: storage })).toEqual({ 'footlight.a': '1' });
  writeStorage('localStorage', 'other', '3', { localStorage: storage, sessionStorage: storage });
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
});

/** A Storage in memory. */
function storageOf(entries: Readonly<Record<string, string>>): Storage {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (at) => [...map.keys()][at] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  };
}

test('settings go from one browser to another by a file; identity, memory of the machine and other keys stay', async () => {
  const old = storageOf({ 'footlight.volume': '{"value":0.4}', 'footlight-theme': 'light', 'footlight.deviceNo': 'a', other: 'x' });
  const file = await settingsFile(old).text();
  const next = storageOf({ 'footlight.volume': '1', 'footlight.muted': 'true', 'footlight.deviceNo': 'b', other: 'y' });
  expect(takeSettings(file, next)).toBe(true);
  const all = Object.fromEntries(Array.from({ length: next.length }, (_, at) => [next.key(at), next.getItem(next.key(at)!)]));
  expect(all).toEqual({ 'footlight.volume': '{"value":0.4}', 'footlight-theme': 'light', 'footlight.deviceNo': 'b', other: 'y' });
});

test.each([
  '',
  '[]',
  '{"footlight":2,"settings":{}}',
  '{"footlight":1}',
  '{"footlight":1,"settings":7}',
  `{"footlight":1,"settings":{"a":"${'x'.repeat(300_000)}"}}`,
])('a file that is no settings file changes nothing: %#', (text) => {
  const storage = storageOf({ 'footlight-theme': 'light' });
  expect(takeSettings(text, storage)).toBe(false);
  expect(storage.getItem('footlight-theme')).toBe('light');
});
