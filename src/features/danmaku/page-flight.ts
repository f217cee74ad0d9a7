/** The flying elements: one animation of `transform` each, run by the compositor. An element is reused after its flight. */
import { isLaneCovered, MAX_FLYING } from './rules-lanes.ts';
import type { DanmakuView, FlyingLine } from './room.ts';

/** `ageMs`: age of a time of the room worker, in ms. */
export function createFlightDeck(layer: HTMLElement, ageMs: (startMs: number) => number) {
  const idle: HTMLElement[] = [];
  const flying = new Map<HTMLElement, { readonly animation: Animation; readonly lane: number }>();
  let lastId = 0;
  let generation = 0;

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

  /** Lines that were due while the main thread was stopped are where they would be now, or are over. */
  function start(line: FlyingLine, view: DanmakuView): void {
    const flownMs = ageMs(line.startMs);
    if (flownMs >= line.durationMs) return;
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
    // `currentTime` would count from the next painted frame: on a busy page the line would be behind its place and touch the next one.
    animation.startTime = performance.now() - flownMs;
    flying.set(element, { animation, lane: line.lane });
    animation.onfinish = () => land(element);
  }

  function clear(): void {
    for (const element of flying.keys()) land(element);
  }

  return {
    /** Starts the lines that are new. A line that the view no longer contains flies on until it has left. */
    show(view: DanmakuView) {
      if (view.generation !== generation) clear();
      generation = view.generation;
      for (const [element, { lane }] of flying) if (isLaneCovered(lane, view.laneHeightPx, view.closed)) land(element);
      for (const line of view.lines) {
        if (line.id <= lastId) continue;
        lastId = line.id;
        start(line, view);
      }
    },
    clear,
  };
}

export type FlightDeck = ReturnType<typeof createFlightDeck>;
