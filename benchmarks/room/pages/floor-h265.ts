/** The least that shows H265: a worker that fetches, unwraps and decodes by this project's own parts, and a canvas that shows what it sends. With `decoded-sound` it is heard too. */
import { bareFigures, canvas, hasDecodedSound, source } from './stage.ts';
import type { FloorPicture } from './floor-h265-worker.ts';
import { playSound, type FloorSound } from './floor-sound.ts';

const figures = bareFigures();
const worker = new Worker(new URL('./floor-h265-worker.ts', import.meta.url), { type: 'module' });
const surface = canvas().transferControlToOffscreen();
worker.postMessage({ source: source(), surface, isHeard: hasDecodedSound }, [surface]);
worker.addEventListener('message', ({ data }: MessageEvent<FloorPicture | FloorSound>) => {
  if ('port' in data) void playSound(data);
  else Object.assign(figures, data);
});
