import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { page as browserPage, userEvent } from 'vitest/browser';
import { fit, RESOLUTION_POLICY } from '../../../src/core/room/layout/layout.ts';
import type { PlayerActivity } from '../../../src/player/rules/recovery/orders.ts';
import { mountRegion, StageRegion } from '../../../src/ui/stage/StageRegion.tsx';
import { buttonOf, keeper, openPage, type Page } from './room-page.tsx';

let page: Page;
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const clip = (): Promise<HTMLVideoElement> => page.until(() => document.querySelector<HTMLVideoElement>('video[src="/fixtures/none.mp4"]'));
const unmute = (): HTMLElement | undefined => buttonOf('点击开启声音');

/** Refuses the first attempts with this error name; later ones succeed. */
function refuse(name: string, times: number): { readonly calls: () => number } {
  let calls = 0;
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(() =>
    calls++ < times ? Promise.reject(new DOMException('', name)) : Promise.resolve(),
  );
  return { calls: () => calls };
}

test('P7 P8 a clip whose first play() was aborted keeps its sound', async () => {
  const played = refuse('AbortError', 1);
  page = await openPage('offline-video');
  const video = await clip();
  await page.until(() => played.calls() > 0);
  await page.show({});
  expect(video.muted).toBe(page.store.get().player.muted);
  expect(video.muted).toBe(false);
  expect(unmute()).toBeUndefined();
});

test('P7 P8 a clip whose sound the browser refuses plays muted and offers a click', async () => {
  refuse('NotAllowedError', 2);
  page = await openPage('offline-video');
  const video = await clip();
  const button = await page.until(unmute);
  expect(video.muted).toBe(true);
  button.click();
  expect(video.muted).toBe(false);
  expect(page.acts).toContainEqual({ type: 'set-muted', muted: false });
  await page.until(() => unmute() === undefined);
});

test('P7 P9 a clip uses the viewer’s volume and its changes, and has the player’s keys', async () => {
  refuse('AbortError', 0);
  page = await openPage('offline-video');
  const video = await clip();
  const { player } = page.store.get();
  await page.show({ player: { ...player, volume: 0.3, muted: true } });
  expect([video.volume, video.muted]).toEqual([0.3, true]);
  page.press('m');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', repeat: true, bubbles: true, cancelable: true }));
  expect(page.acts.filter(({ type }) => type === 'set-muted')).toEqual([{ type: 'set-muted', muted: false }]);
  await page.show({ player: { ...player, volume: 0.3, muted: false } });
  expect(video.muted).toBe(false);
  page.press('ArrowUp');
  expect(page.acts).toContainEqual({ type: 'set-volume', volume: 0.35 });
  const acts = page.acts.length;
  // In the lobby beside the small picture keys belong to the lobby.
  const state: unknown = history.state;
  history.replaceState({ 'footlight-lobby': true }, '');
  page.press('m');
  history.replaceState(state, '');
  expect(page.acts).toHaveLength(acts);
  page.press('m');
  expect(page.acts.at(-1)).toEqual({ type: 'set-muted', muted: true });
  const paused = vi.spyOn(video, 'pause');
  vi.spyOn(video, 'paused', 'get').mockReturnValue(false);
  page.press('k');
  expect(paused).toHaveBeenCalledOnce();
  video.dispatchEvent(new Event('pause'));
  await page.until(() => document.querySelector('[data-clip] button[aria-label="播放"]'));
});

test('P8 no key pauses an advertisement, and it shows when it can be skipped', async () => {
  refuse('AbortError', 0);
  page = await openPage('ad');
  const video = await clip();
  await page.until(() => page.maybe('[data-clip] button[aria-label="静音"]'));
  const paused = vi.spyOn(video, 'pause');
  page.press('k');
  expect(paused).not.toHaveBeenCalled();
  expect(page.find('[data-clip]').textContent).toContain('3 秒后可跳过');
});

test('P4 the player menu offers the size of the picture and marks the choice', async () => {
  page = await openPage('live');
  await page.show({ layout: { ...page.store.get().layout, fit: 'fit' } });
  // The sizes are listed first, then the sleep timer.
  const choices = [...(await page.menu()).querySelectorAll<HTMLElement>('[role="menuitemradio"]')].slice(0, 3);
  expect(choices.map((choice) => [choice.textContent, choice.getAttribute('aria-checked')])).toEqual([
    ['自动', 'false'],
    ['完整显示', 'true'],
    ['铺满画面', 'false'],
  ]);
  choices[2]!.click();
  expect(page.acts).toContainEqual({ type: 'choose-fit', fit: 'fill' });
});

test.each(Object.entries(RESOLUTION_POLICY))(
  'P4 resolution policy %s: the stage shows the picture at this position and clips the rest',
  async (_name, policy) => {
    await browserPage.viewport(1_280, 720);
    page = await openPage('live');
    const { layout } = page.store.get();
    const { stage } = layout;
    const video = fit(policy, stage, { width: 600, height: 480 });
    await page.show({ layout: { ...layout, policy, video } });
    const section = page.find('section[data-at="live"]');
    const host = page.hosts.at(-1)!;
    const [outer, inner] = [section.getBoundingClientRect(), host.getBoundingClientRect()];
    expect([inner.x - outer.x, inner.y - outer.y, inner.width, inner.height].map(Math.round)).toEqual([
      video.x,
      video.y,
      video.width,
      video.height,
    ]);
    expect([outer.width, outer.height].map(Math.round)).toEqual([stage.width, stage.height]);
    expect(getComputedStyle(section).overflow).toBe('hidden');
  },
);

test('P3 a cover that failed to load does not hide the next one', async () => {
  page = await openPage('offline');
  const { room } = page.store.get();
  const cover = (): HTMLImageElement | null => document.querySelector('section[data-at] > img');
  const picture = (name: string): string => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' id='${name}'/>`;
  await page.show({ room: { ...room, coverUrl: picture('first') } });
  (await page.until(cover)).dispatchEvent(new Event('error'));
  expect(cover()?.hidden).toBe(true);
  await page.show({ room: { ...room, coverUrl: picture('second') } });
  expect(cover()?.hidden).toBe(false);
});

test('P3 S21 the content of a region moves with it to the other host, whichever host changes first', () => {
  const [stage, page] = [document.createElement('div'), document.createElement('div')];
  const react = createRoot(document.createElement('div'));
  flushSync(() => react.render(<StageRegion name="banners">here</StageRegion>));
  const shown = (): readonly string[] => [stage.textContent, page.textContent];
  const run = (act: () => unknown): readonly string[] => {
    flushSync(() => void act());
    return shown();
  };
  let leaveStage = (): void => undefined;
  let leavePage = (): void => undefined;
  expect(run(() => (leaveStage = mountRegion('banners', 'stage', stage)))).toEqual(['here', '']);
  expect(run(() => (leavePage = mountRegion('banners', 'page', page)))).toEqual(['', 'here']);
  expect(run(() => leaveStage())).toEqual(['', 'here']);
  expect(run(() => leavePage())).toEqual(['', '']);
  react.unmount();
});

/** Countdowns show the same second however long the page takes. */
function openFrozen(state: Parameters<typeof openPage>[0]): Promise<Page> {
  vi.useFakeTimers({ toFake: ['Date'] });
  return openPage(state);
}
const showActivity = (activity: PlayerActivity): Promise<void> =>
  page.show({ player: { ...page.store.get().player, status: 'created', activity } });

test('P24 while the room waits for its next attempt the stage shows only the next step with its time and a retry button', async () => {
  page = await openFrozen('live');
  await showActivity({ name: 'waiting', untilMs: Date.now() + 9_000, next: 'line', round: 1 });
  const hint = await page.until(() => page.maybe('[data-tip="busy-hint"]'));
  expect(hint.textContent).toBe('直播暂时连不上，9 秒后重试立即重试');
  await page.until(() => page.maybe('[data-tip="busy"]')?.textContent === '');
  hint.querySelector('button')!.click();
  expect(page.acts).toContainEqual({ type: 'retry-player' });

  await showActivity({ name: 'connecting', line: 1, lines: 3, round: 0 });
  await page.until(() => page.maybe('[data-tip="busy-hint"]') === null);
  expect(page.find('[data-tip="busy"]').textContent).toBe('正在连接直播');
});

test('P24 P28 a room that gave up shows the time of its next automatic attempt', async () => {
  page = await openFrozen('fail');
  await showActivity({ name: 'failed', failure: 'TIMEOUT', unsupported: null, retryAtMs: Date.now() + 30_000, isOnline: true });
  const hint = await page.until(() => page.maybe('[data-tip="failure-hint"]'));
  expect(hint.textContent).toBe('30 秒后自动重试');
});

test('P24 S20 the seconds until an automatic attempt are in a timer, so that screen readers do not announce each of them', async () => {
  page = await openFrozen('fail');
  const { chat } = page.store.get();
  await showActivity({ name: 'failed', failure: 'TIMEOUT', unsupported: null, retryAtMs: Date.now() + 30_000, isOnline: true });
  await page.show({ chat: { ...chat, connection: 'waiting', attempt: 2, retryAtMs: Date.now() + 20_000 } });
  const timers = await page.until(() => {
    const found = [...document.querySelectorAll('[data-tip="failure-hint"] [role="timer"], [data-chat-status] [role="timer"]')];
    return found.length === 2 && found;
  });
  expect(timers.map(({ textContent }) => /\d+/.exec(textContent)?.[0])).toEqual(['30', '20']);
});

test('P24 S20 S21 the message of a failed stream has the middle of the stage: banners and flying chat are hidden, a PK stays', async () => {
  page = await openFrozen('fail');
  const shows = (region: string): boolean => getComputedStyle(page.find(`[data-region="${region}"]`)).visibility === 'visible';
  await page.show({ tips: { noLive: false, liveFail: true, playerMessage: '' } });
  await page.until(() => !shows('banners') && !shows('flight') && !shows('lower'));
  expect(shows('strips')).toBe(true);
  await page.show({ tips: { noLive: false, liveFail: false, playerMessage: '' } });
  await page.until(() => shows('banners') && shows('flight'));
});

test('S2 S7 without a network the page shows it once, and the chat shows nothing in addition', async () => {
  page = await openPage('reconnecting');
  const status = (): HTMLElement | null => page.maybe('[data-chat-status]');
  expect(status()?.dataset['chatStatus']).toBe('waiting');
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  dispatchEvent(new Event('offline'));
  await page.until(() => status() === null);
  expect((await page.until(() => page.maybe('[data-notice="offline"]'))).textContent).toContain('网络已断开');
  Reflect.deleteProperty(navigator, 'onLine');
  dispatchEvent(new Event('online'));
  await page.until(status);
});

const bar = (): HTMLElement | null => page.maybe('[data-look-back-bar]');
const ago = (): string | null | undefined => bar()?.querySelector('[type="range"]')?.getAttribute('aria-valuetext');

test('P3 P20 the arrow keys look back and forward by 15 seconds within what is kept, and Escape or the end returns to live', async () => {
  page = await openPage('live');
  page.press('ArrowLeft');
  await page.until(() => document.querySelector('[data-tone="info"]')?.textContent.includes('还没有可以回看的画面'));
  const kept = keeper(40);
  page.lookBack = kept;
  // Without an earlier picture there is nothing later.
  page.press('ArrowRight');
  expect(bar()).toBeNull();
  page.press('ArrowLeft');
  await page.until(() => ago() === '15 秒前');
  page.press('ArrowLeft');
  page.press('ArrowLeft');
  await page.until(() => ago() === '40 秒前');
  page.press('ArrowRight');
  await page.until(() => ago() === '25 秒前');
  page.press('Escape');
  await page.until(() => bar() === null);
  page.press('ArrowLeft');
  await page.until(() => ago() === '15 秒前');
  page.press('ArrowRight');
  await page.until(() => bar() === null);
  expect(kept.shown).toEqual([15, 30, 40, 25, 15, 0]);
});

test('P3 P20 the button, the scale and “back to live” do the same, and a text or a slider keeps its arrow keys', async () => {
  page = await openPage('live', { width: 360, height: 720 });
  const kept = keeper(120);
  page.lookBack = kept;
  (await page.until(() => page.maybe('section[data-at] button[aria-label="后退 15 秒"]'))).click();
  const scale = await page.until(() => bar()?.querySelector<HTMLInputElement>('[type="range"]'));
  scale.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await page.until(() => ago() === '17 秒前' && kept.shown.at(-1) === 17);
  await userEvent.keyboard('{Home}');
  await page.until(() => ago() === '2 分 0 秒前' && kept.shown.at(-1) === 120);
  expect(kept.shown).toEqual([15, 17, 120]);
  for (const [name, isPaused] of [
    ['暂停回看', true],
    ['继续回看', false],
  ] as const) {
    expect(bar()?.querySelector(`button[aria-label="${name}"]`)).not.toBeNull();
    page.press(' ', scale);
    await page.until(() => kept.state().isPaused === isPaused);
  }
  expect(page.acts).not.toContainEqual({ type: 'stop-player' });
  page.find('aside form input:not([type])').focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(kept.shown).toHaveLength(3);
  const stops = [...bar()!.querySelectorAll<HTMLElement>('button, input')];
  stops[0]!.focus();
  for (const stop of stops) {
    expect(document.activeElement).toBe(stop);
    if (stop !== stops.at(-1)) await userEvent.keyboard('{Tab}');
  }
  expect(stops.at(-1)!.textContent).toContain('回到直播');
  await userEvent.keyboard('{Enter}');
  await page.until(() => bar() === null);
});

test('P3 P20 looking back ends when the viewer stops the player, and is not offered for a kind that keeps nothing', async () => {
  page = await openPage('live');
  page.lookBack = keeper(60);
  page.press('ArrowLeft');
  await page.until(bar);
  await page.show({ player: { ...page.store.get().player, activity: { name: 'stopped', by: 'viewer' } } });
  await page.until(() => bar() === null);
  await page.show({ player: { ...page.store.get().player, kind: 'webrtc', activity: { name: 'idle' } } });
  expect(page.maybe('section[data-at] button[aria-label="后退 15 秒"]')).toBeNull();
  page.press('ArrowLeft');
  expect(bar()).toBeNull();
});

test('P3 P29 the compressor is offered by the menu where the sound can be routed, and remembered', async () => {
  page = await openPage('live');
  const item = async () => buttonOf('压低过大的声音', await page.menu());
  const stored = (): string | null => localStorage.getItem('footlight-compressor');
  for (const [isChecked, isStored] of [
    ['false', 'on'],
    ['true', null],
  ]) {
    const found = (await item())!;
    expect(found.getAttribute('aria-checked')).toBe(isChecked);
    found.click();
    await page.until(() => page.maybe('[role="menu"]') === null);
    expect(stored()).toBe(isStored);
  }
  await page.show({ player: { ...page.store.get().player, kind: 'webrtc' } });
  expect(await item()).toBeUndefined();
});
