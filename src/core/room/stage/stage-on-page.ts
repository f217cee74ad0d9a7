import { PAGE_FRAME } from '../layout/page-frame.ts';
import type { Rectangle, Layout } from '../view.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Position of the stage in the window without its scroll bar, as placed by the page's style sheet, which centres a stage narrower than the
 * window.
 */
export function stageOnPage({ stage, orientation, compact, low, side }: Layout, page: Size): Rectangle {
  const { width, height } = stage;
  if (low) return { x: centred(page.width - side, width), y: centred(page.height, height), width, height };
  if (compact && orientation === 'vertical') return { x: 0, y: 0, ...page };
  if (compact) return { x: centred(page.width, width), y: PAGE_FRAME.compactHeaderHeight, width, height };
  const columns = width + (side === 0 ? 0 : PAGE_FRAME.gap + side);
  return { x: Math.max(PAGE_FRAME.padding, centred(page.width, columns)), y: stage.y, width, height };
}

const centred = (room: number, size: number): number => (room - size) / 2;
