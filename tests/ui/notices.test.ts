import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServiceStatus } from '../../src/core/room/view.ts';
import { FEATURES, nameOfFeature } from '../../src/features/index.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';
import { removeOldWorker, type UpdateFacts, updateWhy } from '../../src/ui/new-version.ts';
import { NOTICE_WORDS, noticesOf } from '../../src/ui/overlays/notice-words.ts';
import { dismissNotice, noticeStore, notify } from '../../src/ui/overlays/notice.ts';
import { LoadFailed, PageParts } from '../../src/ui/overlays/page-parts.ts';
import type { PageEvent } from '../../src/workers/room/api.ts';
import { FAMILY_LOADERS } from '../../src/workers/socket/receiver.ts';

const late = (name: string, code: ServiceStatus['code'], recovering = true): ServiceStatus => ({ service: 'page', name, code, recovering });
const texts = (services: readonly ServiceStatus[], language: 'zh-CN' | 'en') => noticesOf(services, language).map(({ text }) => text);

test('P5 parts that are late are named in one notice with a button, parts that failed in another', () => {
  const services = [
    late('gifts', 'MODULE_LATE'),
    late('controls', 'MODULE_LATE'),
    late('chat', 'MODULE_LOAD_FAILED'),
    late('pk', 'PART_FAILED'),
  ];
  expect(texts(services, 'zh-CN')).toEqual([
    '礼物、播放控制栏加载较慢，加载完成后自动显示',
    '聊天暂时加载失败，稍后自动重试',
    'PK出错了，正在恢复…',
  ]);
  expect(texts(services, 'en')[0]).toBe('Slow to load: Gifts, The control bar of the player');
  expect(noticesOf(services, 'en').every(({ canRetry, isRecovering }) => canRetry && isRecovering)).toBe(true);
});

test('P5 a part that is off is named without a button', () => {
  expect(noticesOf([late('emoji', 'PART_FAILED', false)], 'zh-CN')).toEqual([
    { text: '表情暂时不可用', isRecovering: false, canRetry: false },
  ]);
});

test('P5 a notice does not contain the name of a worker or of a slot', () => {
  const crashed = { code: 'WORKER_CRASHED', recovering: true } as const;
  expect(texts([{ service: 'stats', name: 'stats', ...crashed }], 'en')).toEqual(['Statistics is recovering…']);
  expect(texts([{ service: 'room', name: 'room', ...crashed }], 'zh-CN')).toEqual(['房间正在恢复…']);
  expect(texts([late('slot-stage-layer', 'MODULE_LOAD_FAILED'), late('dock', 'MODULE_LOAD_FAILED')], 'en')).toEqual([
    'Not loaded yet, trying again: A feature',
  ]);
});

test('P5 everything whose code is loaded late has a name for viewers in both languages', () => {
  for (const language of ['zh-CN', 'en'] as const) {
    expect(Object.keys(NOTICE_WORDS[language].parts)).toEqual(expect.arrayContaining(Object.keys(FAMILY_LOADERS)));
    for (const { name } of FEATURES) expect(nameOfFeature(name, language), name).not.toBe(name);
  }
});

// P3: short messages about actions of the page.

const NOTICE_MS = 2_600;
const MAX_NOTICES = 3;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const shown = (): readonly string[] => noticeStore.get().map(({ text, tone }) => `${tone} ${text}`);

test('P3 a message is shown for 2.6 s, with its tone and a negative id of its own', () => {
  notify('已复制', 'good');
  vi.advanceTimersByTime(1_000);
  notify('没有复制', 'bad');
  expect(shown()).toEqual(['good 已复制', 'bad 没有复制']);
  const ids = noticeStore.get().map(({ id }) => id);
  expect(ids.every((id) => id < 0) && ids[0] !== ids[1]).toBe(true);
  vi.advanceTimersByTime(NOTICE_MS - 1_000 - 1);
  expect(shown()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(['bad 没有复制']);
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual([]);
});

test('P3 the newest three messages are shown, and one that is dismissed is gone for every listener', () => {
  let changes = 0;
  const leave = noticeStore.subscribe(() => changes++);
  for (const text of ['a', 'b', 'c', 'd']) notify(text, 'info');
  expect(shown()).toEqual(['info b', 'info c', 'info d']);
  expect(noticeStore.get()).toHaveLength(MAX_NOTICES);
  dismissNotice(noticeStore.get()[1]!.id);
  expect([shown(), changes]).toEqual([['info b', 'info d'], 5]);
  leave();
  notify('e', 'info');
  expect(changes).toBe(5);
});

function page() {
  const clock = manualClock();
  const parts = new PageParts(clock, () => 0);
  const sent: string[] = [];
  let rendered = 0;
  const send = (event: PageEvent): void => {
    if (event.type === 'page-part-late') sent.push(`${event.name} ${event.why}${event.isOff ? ', off' : ''}`);
    else if (event.type === 'page-part-shown') sent.push(`${event.name} shown`);
  };
  const mount = (name = 'chat') => parts.mount({ name, isFeature: false, send, render: () => void rendered++ });
  return { clock, parts, sent, send, mount, rendered: () => rendered };
}
const failed = new LoadFailed('404');

test('P5 a part that is late has a notice until it arrives, however late', () => {
  const it = page();
  const key = it.mount();
  it.clock.advance(600_000);
  expect(it.sent).toEqual(['chat takes long']);
  it.parts.shown(key);
  expect(it.sent).toEqual(['chat takes long', 'chat shown']);
});

test('P5 a part whose code could not be loaded is rendered again by itself, by the button, and when the network or the viewer returns', () => {
  const it = page();
  const key = it.mount();
  for (const again of [
    () => it.clock.advance(60_000),
    () => it.parts.again('the viewer asked'),
    () => it.parts.again('online'),
    () => it.parts.again('visible'),
  ]) {
    const before = it.rendered();
    it.parts.failed(key, failed);
    again();
    expect(it.rendered()).toBe(before + 1);
  }
  expect(it.sent).toEqual(['chat could not be loaded']);
});

test('S31 a part that was closed after its failure ends its notice when it is shown the next time, and is not rendered meanwhile', () => {
  const it = page();
  const first = it.mount('emoji');
  it.parts.failed(first, failed);
  it.parts.unmount(first);
  it.clock.advance(600_000);
  it.parts.shown(it.mount('emoji'));
  it.parts.shown(it.mount('emoji'));
  expect([it.sent, it.rendered(), it.clock.timers()]).toEqual([['emoji could not be loaded', 'emoji shown'], 0, 0]);
});

const FREE: UpdateFacts = {
  isRequested: true,
  isHidden: false,
  isAudible: true,
  wasReloaded: false,
  hasText: false,
  hasOrder: false,
  isBroadcasting: false,
  isFullScreen: false,
  isSmallWindow: false,
};

test('P5 a new version that the viewer asks for waits for a line, a gift, a broadcast, full screen and the small window', () => {
  expect(updateWhy(FREE)).toBe('free');
  expect(updateWhy({ ...FREE, hasText: true })).toBe('text');
  expect(updateWhy({ ...FREE, hasOrder: true })).toBe('order');
  expect(updateWhy({ ...FREE, isBroadcasting: true })).toBe('broadcast');
  expect(updateWhy({ ...FREE, isFullScreen: true })).toBe('full-screen');
  expect(updateWhy({ ...FREE, isSmallWindow: true })).toBe('small-window');
});

test('P5 a new version that nobody asked for is loaded only in a hidden tab without sound, and not again after a reload', () => {
  const alone = { ...FREE, isRequested: false };
  expect(updateWhy(alone)).toBe('watched');
  expect(updateWhy({ ...alone, isHidden: true })).toBe('watched');
  expect(updateWhy({ ...alone, isAudible: false })).toBe('watched');
  expect(updateWhy({ ...alone, isHidden: true, isAudible: false })).toBe('free');
  expect(updateWhy({ ...alone, isHidden: true, isAudible: false, wasReloaded: true })).toBe('reloaded');
  expect(updateWhy({ ...alone, isHidden: true, isAudible: false, hasText: true })).toBe('text');
});

test('a service worker that an older version left for this page is removed; a page over plain http has none', async () => {
  const unregister = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve({ unregister }) } });
  await removeOldWorker();
  expect(unregister).toHaveBeenCalledOnce();
  vi.stubGlobal('navigator', {});
  await removeOldWorker();
});
