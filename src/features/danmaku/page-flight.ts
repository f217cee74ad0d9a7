/** The flying elements: one animation of `transform` each, run by the compositor. An element is reused after its flight. */
import { isLaneCovered, MAX_FLYING } from './rules-lanes.ts';
import type { DanmakuView, FlyingLine } from './rules.ts';

export interface FlightDeck {
  /** Starts the lines that are new. A line that the view no longer contains flies on until it has left. */
  show(view: DanmakuView): void;
  /** Removes all lines immediately. */
  clear(): void;
}

export function createFlightDeck(layer: HTMLElement): FlightDeck {
  const idle: HTMLElement[] = [];
  const flying = new Map<HTMLElement, { readonly animation: Animation; readonly lane: number }>();
  let lastId = 0;
  let lanes = '';

  function land(element: HTMLElement): void {
    flying.get(element)?.animation.cancel();
    flying.delete(element);
    element.hidden = true;
    idle.push(element);
  }

  function elementFor(): HTMLElement {
    const free = idle.pop();
    if (free !== undefined) return free;
    const [oldest] = flying.keys();
    if (oldest !== undefined && flying.size >= MAX_FLYING) {
      land(oldest);
      return elementFor();
    }
    const element = document.createElement('span');
    layer.append(element);
    return element;
  }

  function start(line: FlyingLine, view: DanmakuView): void {
    const element = elementFor();
    element.textContent = line.text;
    element.toggleAttribute('data-own', line.isOwn);
    element.toggleAttribute('data-star', line.isStar);
    element.dataset['line'] = String(line.id);
    element.style.top = `${line.lane * view.laneHeightPx}px`;
    element.style.maxWidth = `${line.widthPx}px`;
    element.hidden = false;
    const animation = element.animate(
      [{ transform: `translate3d(${view.layerWidthPx}px, 0, 0)` }, { transform: `translate3d(${-line.widthPx}px, 0, 0)` }],
      { duration: line.durationMs, fill: 'both' },
    );
    flying.set(element, { animation, lane: line.lane });
    animation.onfinish = () => land(element);
  }

  function clear(): void {
    for (const element of flying.keys()) land(element);
  }

  return {
    show(view) {
      const { isShown, laneHeightPx, layerWidthPx, settings } = view;
      const next = `${isShown} ${laneHeightPx} ${layerWidthPx} ${settings.area}`;
      // Lines in the old lanes would cross lines in the new ones.
      if (next !== lanes) clear();
      lanes = next;
      for (const [element, { lane }] of flying) if (isLaneCovered(lane, laneHeightPx, view.covered)) land(element);
      for (const line of view.lines) {
        if (line.id <= lastId) continue;
        lastId = line.id;
        start(line, view);
      }
    },
    clear,
  };
}
