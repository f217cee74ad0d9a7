/** What covers what on the page. */

export interface Part {
  /** Parts of the same one may cover each other. */
  readonly of: string;
  readonly name: string;
  readonly rect: DOMRect;
}

/** The part of a rectangle that the clipping and scrolling ancestors show, from this one on; null if none. */
export function visiblePart({ left, top, right, bottom }: DOMRect, from: Element | null): DOMRect | null {
  for (let at = from; at !== null && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const clip = at.getBoundingClientRect();
    [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
    [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
  }
  return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
}

/** Pairs of parts that cover each other by more than a pixel. */
export const overlaps = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((a, at) =>
    parts.slice(at + 1).flatMap((b) => {
      const width = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const height = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      return a.of !== b.of && width > 1 && height > 1 ? [`${a.of} "${a.name}" and ${b.of} "${b.name}"`] : [];
    }),
  );
