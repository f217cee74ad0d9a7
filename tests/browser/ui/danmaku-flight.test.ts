import { afterEach, beforeEach, expect, test } from 'vitest';

import { createFlightDeck } from '../../../src/features/danmaku/page-flight.ts';
import type { DanmakuView, FlyingLine } from '../../../src/features/danmaku/rules.ts';

let layer: HTMLElement;
beforeEach(() => (layer = document.body.appendChild(document.createElement('div'))));
afterEach(() => layer.remove());

const line = (id: number, change: Partial<FlyingLine> = {}): FlyingLine => ({
  id,
  text: `line ${id}`,
  lane: id % 3,
  widthPx: 80,
  durationMs: 60_000,
  isOwn: false,
  isStar: false,
  ...change,
});
const view = (lines: readonly FlyingLine[], change: object = {}): DanmakuView =>
  ({
    isShown: true,
    laneHeightPx: 28,
    layerWidthPx: 600,
    settings: { area: 'half' },
    covered: [],
    lines,
    ...change,
  }) as unknown as DanmakuView;
const flying = (): readonly string[] => [...layer.children].flatMap((one) => ((one as HTMLElement).hidden ? [] : [one.textContent]));
const landed = async (id: number): Promise<void> => {
  const element = layer.querySelector(`[data-line="${id}"]`)!;
  const [animation] = element.getAnimations();
  animation!.finish();
  await animation!.finished;
  await new Promise(requestAnimationFrame);
};

test('S20 a line that has landed is hidden, and its element carries a later line', async () => {
  const deck = createFlightDeck(layer);
  deck.show(view([line(1, { isOwn: true }), line(2)]));
  expect(flying()).toEqual(['line 1', 'line 2']);
  const [first] = layer.children;
  expect([first!.getAttribute('data-own'), (first as HTMLElement).style.top, (first as HTMLElement).style.maxWidth]).toEqual([
    '',
    '28px',
    '80px',
  ]);
  await landed(1);
  expect(flying()).toEqual(['line 2']);
  deck.show(view([line(2), line(3)]));
  expect([flying(), layer.children.length, first!.getAttribute('data-own')]).toEqual([['line 3', 'line 2'], 2, null]);
});

test('S20 a line that is no longer in the view stays in flight; changed lanes and covered lanes end their lines', () => {
  const deck = createFlightDeck(layer);
  deck.show(view([line(1), line(2)]));
  deck.show(view([]));
  expect(flying()).toEqual(['line 1', 'line 2']);
  deck.show(view([], { covered: [{ top: 30, bottom: 50 }] }));
  expect(flying()).toEqual(['line 2']);
  deck.show(view([line(4)], { laneHeightPx: 36 }));
  expect(flying()).toEqual(['line 4']);
  deck.clear();
  expect(flying()).toEqual([]);
});
