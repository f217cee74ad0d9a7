/** Shared by the bare pages: address of the stream, and an element to play in; `width`, `height` and `sound` are as in the room. */
const asked = new URLSearchParams(location.search);
export const source = (): string => new URL(asked.get('src') ?? '', location.href).href;

export const isHeard = asked.has('sound');
/** For a page without a video element, which has to decode its sound itself. */
export const hasDecodedSound = asked.has('decoded-sound');
export const size = { width: Number(asked.get('width') ?? 852), height: Number(asked.get('height') ?? 480) } as const;

export function video(): HTMLVideoElement {
  const element = document.createElement('video');
  element.muted = !isHeard;
  element.autoplay = true;
  element.playsInline = true;
  element.style.cssText = `width:${size.width}px;height:${size.height}px;object-fit:fill`;
  document.getElementById('stage')!.append(element);
  return element;
}

export function canvas(): HTMLCanvasElement {
  const element = document.createElement('canvas');
  element.style.cssText = `width:${size.width}px;height:${size.height}px`;
  document.getElementById('stage')!.append(element);
  return element;
}

/** Figures reported by a page without a video element; read by benchmarks/room/visit.ts. */
export interface BareFigures {
  painted: number;
  decoded: number;
  positionS: number;
}
export function bareFigures(): BareFigures {
  const figures: BareFigures = { painted: 0, decoded: 0, positionS: 0 };
  Object.assign(window, { benchFigures: figures });
  return figures;
}
