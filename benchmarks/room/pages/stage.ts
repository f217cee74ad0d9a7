/** What the bare pages share: where the stream is, and an element to play in. */
export const source = (): string => new URL(new URLSearchParams(location.search).get('src') ?? '', location.href).href;

export function video(): HTMLVideoElement {
  const element = document.createElement('video');
  element.muted = true;
  element.autoplay = true;
  element.playsInline = true;
  element.style.cssText = 'width:852px;height:480px';
  document.getElementById('stage')!.append(element);
  return element;
}

export function canvas(): HTMLCanvasElement {
  const element = document.createElement('canvas');
  element.style.cssText = 'width:852px;height:480px';
  document.getElementById('stage')!.append(element);
  return element;
}

/** What a page without a video element says of itself; benchmarks/room/visit.ts reads it. */
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
