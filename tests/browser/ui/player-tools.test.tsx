import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { FramesView } from '../../../src/features/frames/room.ts';
import type { SliderView } from '../../../src/features/slider-check/room.ts';
import { keyAct } from '../../../src/ui/stage/controls/keys.ts';
import { clips } from '../../../src/ui/stage/saving/clips.ts';
import { buttonOf, openPage, type Page } from './room-page.tsx';

let page: Page;

/** A changing picture in the place of the player's, so that a recorder has data. */
function movingPictureOn(host: HTMLElement): void {
  const picture = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
  const context = picture.getContext('2d')!;
  let hue = 0;
  const draw = (): void => {
    context.fillStyle = `hsl(${(hue += 20)} 80% 50%)`;
    context.fillRect(0, 0, 64, 36);
  };
  draw();
  const timer = setInterval(draw, 40);
  onTestFinished(() => clearInterval(timer));
  host.append(picture);
}

/** Files that the page would save. */
function savedFiles(): readonly { readonly name: string; readonly href: string }[] {
  const files: { readonly name: string; readonly href: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, href: this.href });
  });
  return files;
}

/** A press saves no file until something is recorded; later each press saves one. */
const pressUntilSaved = (files: readonly unknown[]): Promise<unknown> => {
  let passes = 0;
  return page.until(() => {
    if (++passes % 30 === 0) page.press('x');
    return files.length > 0;
  });
};

test('P3 the key S saves the current picture in its own size, with the star’s name', async () => {
  page = await openPage('live');
  movingPictureOn(page.hosts.at(-1)!);
  const files = savedFiles();
  page.press('s');
  const [file] = await page.until(() => files.length > 0 && files);
  const picture = await createImageBitmap(await (await fetch(file!.href)).blob());
  expect(file!.name).toMatch(/^林听夏 \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png$/);
  expect([picture.width, picture.height]).toEqual([64, 36]);
  expect((await page.until(() => page.maybe('[data-tone="good"]'))).textContent).toContain('截图已保存');
});

test('P3 without a picture the key S shows a message', async () => {
  page = await openPage('live');
  page.press('s');
  expect((await page.until(() => page.maybe('[data-tone="bad"]'))).textContent).toContain('现在没有可以保存的画面');
});

test('P3 the key I shows and hides the statistics', async () => {
  page = await openPage('live');
  page.press('i');
  await page.until(() => page.maybe('[data-nerd]'));
  page.press('i');
  await page.until(() => page.maybe('[data-nerd]') === null);
});

test('P3 Escape in the send box or in a menu does not also close the statistics', async () => {
  page = await openPage('live');
  page.press('i');
  await page.until(() => page.maybe('[data-nerd]'));
  page.find('aside form input:not([type])').focus();
  // Only real keys let React draw between two listeners of one event.
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
  expect(page.maybe('[data-nerd]'), 'after the send box').not.toBeNull();
  const openMenus = [() => void page.menu(), () => page.find('button[aria-label^="线路与画质"]').click()];
  for (const open of openMenus) {
    open();
    await page.until(() => page.maybe('[role="menu"]')?.contains(document.activeElement));
    await userEvent.keyboard('{Escape}');
    await page.until(() => page.maybe('[role="menu"]') === null);
    expect(page.maybe('[data-nerd]'), 'after a menu').not.toBeNull();
  }
  await userEvent.keyboard('{Escape}');
  await page.until(() => page.maybe('[data-nerd]') === null);
});

test('P3 the key X starts a recording and saves it when pressed again, and the menu ends it', async () => {
  page = await openPage('live');
  page.press('x');
  // A notice of the previous test may still be shown.
  const notices = (tone: string): string =>
    [...document.querySelectorAll(`[data-tone="${tone}"]`)].map(({ textContent }) => textContent).join();
  await page.until(() => notices('bad').includes('现在没有可以录制的画面'));
  movingPictureOn(page.hosts.at(-1)!);
  page.press('x');
  await page.until(() => notices('good').includes('再按一次即可保存'));
  const files = savedFiles();
  await pressUntilSaved(files);
  expect(files[0]!.name).toMatch(/^林听夏 \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.(?:mp4|webm)$/);
  const video = Object.assign(document.createElement('video'), { src: files[0]!.href, muted: true });
  await page.until(() => video.videoWidth === 64 && video.videoHeight === 36);
  const menu = await page.menu();
  expect(buttonOf('保存最近 30 秒', menu)).toBeDefined();
  buttonOf('停止录制', menu)!.click();
  await page.until(() => notices('info').includes('已停止'));
});

test('P3 the help lists every key of the player', async () => {
  page = await openPage('live');
  page.press('?');
  const help = await page.until(() => page.maybe('dialog'));
  const shown = [...help.querySelectorAll('kbd')].map(({ textContent }) => textContent.toLowerCase());
  const known: Readonly<Record<string, string>> = { ' ': 'space', arrowup: '↑', arrowdown: '↓' };
  const view = { ...page.store.get(), player: { ...page.store.get().player, canPictureInPicture: true } };
  const keys = ['?', ' ', ...Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at)), 'ArrowUp', 'ArrowDown'].filter(
    (key) => keyAct(key, false, view) !== null,
  );
  expect(keys.map((key) => known[key.toLowerCase()] ?? key).filter((key) => !shown.includes(key))).toEqual([]);
});

test.each([
  ['replaces', (stream: MediaStream) => stream.addTrack(document.createElement('canvas').captureStream().getTracks()[0]!)],
  ['ends', (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())],
] as const)('P3 a recording continues after the player has connected again, which %s the tracks of its element', async (_what, change) => {
  page = await openPage('live');
  const host = page.hosts.at(-1)!;
  movingPictureOn(host);
  const started = vi.spyOn(MediaRecorder.prototype, 'start');
  const recorders = (): readonly MediaRecorder[] => started.mock.contexts as MediaRecorder[];
  page.press('x');
  await page.until(() => recorders().length === 1);
  change(recorders()[0]!.stream);
  await page.until(() => recorders()[0]!.state === 'inactive');
  const files = savedFiles();
  await page.until(() => {
    host.querySelector('canvas')!.dispatchEvent(new Event('playing'));
    return recorders().some(({ state }) => state === 'recording');
  });
  await pressUntilSaved(files);
  clips.stop('zh-CN');
});

test('P3 pictures of a canvas are recorded beside the hidden video of the other kinds', async () => {
  page = await openPage('live');
  const host = page.hosts.at(-1)!;
  host.append(document.createElement('video'));
  movingPictureOn(host);
  const started = vi.spyOn(MediaRecorder.prototype, 'start');
  page.press('x');
  await page.until(() => started.mock.calls.length === 1);
  expect(clips.isOn()).toBe(true);
  clips.stop('zh-CN');
});

const openChoices = async (): Promise<HTMLElement> => {
  const { player } = page.store.get();
  await page.show({ player: { ...player, lineCount: 3, line: 0 } });
  (await page.until(() => page.maybe('[role="group"] button[aria-expanded]'))).click();
  return page.until(() => page.maybe('[role="menu"]'));
};
test.each([
  ['menu', () => page.menu()],
  ['choices', openChoices],
])('P3 the focus stays on its item of the open %s while the player changes', async (_name, open) => {
  page = await openPage('live');
  const menu = await open();
  await page.until(() => menu.contains(document.activeElement));
  page.press('End', document.activeElement!);
  const last = [...menu.querySelectorAll('button')].at(-1);
  expect(document.activeElement).toBe(last);
  await page.show({ player: { ...page.store.get().player, status: 'buffering' } });
  expect(document.activeElement).toBe(last);
});

afterEach(() => vi.restoreAllMocks());

const slider: SliderView = { isShown: true };

/** A window that the viewer may move. */
const movable: FramesView = {
  isMenuOpen: false,
  refused: 0,
  frames: [
    {
      id: 'frame-1',
      loads: 1,
      raises: 0,
      url: 'about:blank',
      title: '活动',
      place: { name: 'modal', width: 300, height: 200, isDraggable: true, closesOutside: false },
      runtime: 0,
      cover: 'loading',
      isHidden: false,
      permissions: { allow: '', sandbox: '', referrerPolicy: 'no-referrer' },
    },
  ],
  policy: { own: location.origin, domains: [], extra: [] },
  gameService: '',
};

const WIDE_PX = 100_000;

test.each([
  {
    name: 'slider-check',
    view: slider,
    handle: '[role="slider"]',
    where: () => page.find('[role="slider"]').getAttribute('aria-valuenow'),
    isBackAfter: true,
  },
  {
    name: 'frames',
    view: movable,
    handle: 'dialog[data-draggable] header',
    where: () => page.find('dialog[data-draggable]').style.translate,
    isBackAfter: false,
  },
] as const)('S23 S31 the $name follows the pointer that holds it, and no other', async ({ name, view, handle, where, isBackAfter }) => {
  page = await openPage('live', { width: 1_280, height: 720 });
  await page.features({ [name]: view });
  const held = await page.until(() => page.maybe(handle));
  const start = where();
  const point = async (type: string, clientX: number): Promise<void> => {
    held.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, clientY: 100 }));
    await page.show({});
  };
  await point('pointermove', 150);
  expect(where(), 'a pointer that passes').toBe(start);

  for (const end of ['pointerup', 'pointercancel']) {
    const before = where();
    await point('pointerdown', 100);
    await point('pointermove', 140);
    expect(where(), `before ${end}`).not.toBe(before);
    await point(end, 140);
    const after = where();
    if (isBackAfter) expect(after, `after ${end}`).toBe(start);
    await point('pointermove', 200);
    expect(where(), `a move after ${end}`).toBe(after);
  }
  expect(page.acts).toEqual([]);
});

test('S23 a slider that is moved to its end passes the check once, and cannot be moved again', async () => {
  page = await openPage('live', { width: 1_280, height: 720 });
  await page.features({ 'slider-check': slider });
  const held = await page.until(() => page.maybe('[role="slider"]'));
  const point = async (type: string, clientX: number): Promise<void> => {
    held.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX }));
    await page.show({});
  };
  for (let at = 0; at < 2; at++) {
    await point('pointerdown', 0);
    await point('pointermove', WIDE_PX);
    await point('pointerup', WIDE_PX);
  }
  expect(page.acts).toEqual([{ type: 'feature', feature: 'slider-check', action: { type: 'passed' } }]);
  expect(held.getAttribute('aria-valuenow')).toBe('100');
});
