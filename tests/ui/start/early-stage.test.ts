import { afterEach, expect, test, vi } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { layoutRoom, PLAIN_ROOM, type LayoutCase } from '../../../src/core/room/layout/layout.ts';
import { stageOnPage } from '../../../src/core/room/stage/stage-on-page.ts';
import type { PlayerSurface } from '../../../src/player/surface.ts';
import { openEarlyStage } from '../../../src/ui/start/early-stage.ts';
import { createStore } from '../../../src/ui/store.ts';

afterEach(() => void vi.unstubAllGlobals());

interface FakeElement {
  hidden: boolean;
  readonly dataset: Record<string, string>;
  readonly style: Record<string, string>;
  isRemoved: boolean;
  appendChild(child: FakeElement): FakeElement;
  remove(): void;
}
const fakeElement = (): FakeElement => {
  const element: FakeElement = {
    hidden: false,
    dataset: {},
    style: {},
    isRemoved: false,
    appendChild: (child) => child,
    remove: () => void (element.isRemoved = true),
  };
  return element;
};

function open(viewport: LayoutCase['viewport']) {
  const stage = fakeElement();
  const box = fakeElement();
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'early-stage' ? stage : null),
    createElement: () => box,
    documentElement: { clientWidth: viewport.width, clientHeight: viewport.height },
  });
  const mounts: unknown[] = [];
  const store = createStore(initialView(viewport), (flush) => flush());
  const player = { mount: (next: unknown) => void mounts.push(next) } as unknown as PlayerSurface;
  return { stage, box, mounts, store, early: openEarlyStage(store, player) };
}
const placeOf = ({ style }: FakeElement): object =>
  Object.fromEntries(
    [
      ['left', 'x'],
      ['top', 'y'],
      ['width', 'width'],
      ['height', 'height'],
    ].map(([name, key]) => [key, Number(style[name!]?.replace('px', ''))]),
  );

test.each<[where: string, viewport: LayoutCase['viewport'], isVertical: boolean, orientation: string]>([
  ['on a desktop', { width: 1_280, height: 800 }, false, 'horizontal'],
  ['upright on a desktop', { width: 1_280, height: 800 }, true, 'vertical'],
  ['on a phone', { width: 390, height: 844 }, false, 'full'],
  ['in a low window', { width: 844, height: 390 }, false, 'full'],
])('P3 the early stage has the position and the frame of the layout: %s', (_where, viewport, isVertical, orientation) => {
  const layout = layoutRoom({ ...PLAIN_ROOM, viewport, isVertical });
  const it = open(viewport);
  it.early.showAhead(layout);
  expect(it.stage.dataset).toEqual({ orientation });
  expect(placeOf(it.stage)).toEqual(stageOnPage(layout, viewport));
  expect(placeOf(it.box)).toEqual(layout.video);
  expect(it.box.style['visibility']).toBe('visible');
});

test('P3 P6 before the room is known the picture is hidden, and the layout of a ready room replaces a guess', () => {
  const viewport = { width: 1_280, height: 800 };
  const it = open(viewport);
  expect(it.box.style['visibility']).toBe('hidden');
  expect(it.mounts).toEqual([it.box]);
  const guess = layoutRoom({ ...PLAIN_ROOM, viewport });
  it.early.showAhead(guess);
  const layout = layoutRoom({ ...PLAIN_ROOM, viewport, isVertical: true });
  it.store.patch({ phase: 'ready', layout, stage: { name: 'closed' } });
  expect(it.stage.dataset).toEqual({ orientation: 'vertical' });
  expect(it.box.style['visibility']).toBe('hidden');
  it.store.patch({ stage: { name: 'live' } });
  expect(it.box.style['visibility']).toBe('visible');
  expect(it.stage.hidden).toBe(false);
  it.store.patch({ unavailable: { why: 'missing', code: 0, message: '' } as never });
  expect(it.stage.hidden).toBe(true);
});

test('P3 the early stage is removed when React’s stage takes the picture, and no longer follows the room', () => {
  const it = open({ width: 1_280, height: 800 });
  it.early.surface.mount(null);
  expect(it.stage.isRemoved).toBe(false);
  const next = {} as HTMLDivElement;
  it.early.surface.mount(next);
  expect(it.mounts).toEqual([it.box, null, next]);
  expect(it.stage.isRemoved).toBe(true);
  it.store.patch({ stage: { name: 'live' } });
  expect(it.box.style['visibility']).toBe('hidden');
});
