/**
 * Minimal page for H265: a worker that fetches, demuxes and decodes with the project's code, and a canvas. With `decoded-sound` the sound
 * is played too.
 */
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
