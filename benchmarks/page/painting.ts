/** Draws pictures on a surface of the player, 30 a second: in a worker or on the page. */
import { FramePainter } from '../../src/player/workers/render/frame-painter.ts';
import { emptyPicture, type PaintedPicture, type PicturePainter } from '../../src/player/workers/render/picture-painter.ts';
import { TrackPainter } from '../../src/player/workers/render/track-painter.ts';
import { WebGlPainter } from '../../src/player/workers/render/webgl-painter.ts';

export type Surface = 'track' | 'webgl' | '2d';

export interface Drawn {
  /** Time in which the drawing occupied the thread, in ms. */
  readonly busyMs: number;
  readonly tookMs: number;
  /** Finished drawings; a track does not know. */
  readonly presented: number;
  readonly longestGapMs: number;
}

const [WIDTH, HEIGHT] = [1280, 720];
const PICTURE_MS = 1_000 / 30;
/** Pictures that are drawn in turn, so that nothing is reused. */
const PICTURES = 4;

export function painterOn(
  surface: Surface,
  target: OffscreenCanvas | HTMLCanvasElement | WritableStream<VideoFrame>,
): PicturePainter | undefined {
  if (surface === 'track') return typeof VideoFrame === 'function' ? new TrackPainter(target as WritableStream<VideoFrame>) : undefined;
  return surface === 'webgl' ? WebGlPainter.open(target as OffscreenCanvas) : FramePainter.open(target as OffscreenCanvas);
}

/** Stripes that move from picture to picture. */
function pictureAt(index: number): PaintedPicture {
  const picture = emptyPicture(WIDTH, HEIGHT);
  const samples = new Uint8Array(picture.memory);
  for (let y = 0; y < HEIGHT; y++) samples.fill(16 + (((y >> 4) + index * 9) % 28) * 7, y * WIDTH, (y + 1) * WIDTH);
  samples.fill(100 + index * 12, picture.planeCb, picture.planeCr);
  samples.fill(150 - index * 12, picture.planeCr);
  return picture;
}

/** `isStopped`: ends early, with what was drawn so far. */
export async function drawFor(painter: PicturePainter, forMs: number, isStopped: () => boolean = () => false): Promise<Drawn> {
  const pictures = Array.from({ length: PICTURES }, (_, index) => pictureAt(index));
  painter.setSize?.(WIDTH, HEIGHT);
  let [busyMs, presented, longestGapMs, lastMs] = [0, 0, 0, Number.NaN];
  const finished = (): void => {
    const nowMs = performance.now();
    presented++;
    if (!Number.isNaN(lastMs)) longestGapMs = Math.max(longestGapMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const startMs = performance.now();
  for (let index = 0; performance.now() - startMs < forMs && !isStopped(); index++) {
    const fromMs = performance.now();
    const isDrawn = painter.paint(pictures[index % PICTURES]!, 0, 0);
    busyMs += performance.now() - fromMs;
    if (isDrawn) await painter.finish().then(finished);
    const waitMs = startMs + (index + 1) * PICTURE_MS - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
  }
  painter.close();
  return { busyMs, tookMs: performance.now() - startMs, presented, longestGapMs };
}
