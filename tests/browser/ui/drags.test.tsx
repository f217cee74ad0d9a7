/** Parts of features that a viewer drags: what moves with the pointer, and what ends that. A click on each control is in panel-actions. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { FramesView } from '../../../src/features/frames/rules.ts';
import type { SliderView } from '../../../src/features/slider-check/rules.ts';
import { openPage, type Page } from './room-page.tsx';

let page: Page;
// The browser does not know the pointer of dispatched events, so the real function would throw.
beforeEach(() => void vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined));
afterEach(() => {
  page.close();
  vi.restoreAllMocks();
});

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
  await page.show({
    features: { [name]: { name: 'shown', view } },
  });
  const held = await page.until(() => page.maybe(handle));
  const start = where();
  const point = async (type: string, clientX: number): Promise<void> => {
    held.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        clientX,
        clientY: 100,
      }),
    );
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
  await page.show({
    features: { 'slider-check': { name: 'shown', view: slider } },
  });
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
