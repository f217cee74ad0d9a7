/** The least that shows H265: a worker that fetches, unwraps and decodes by this project's own parts, and a canvas that shows what it sends. */
import { bareFigures, canvas, source } from './stage.ts';
import type { FloorPicture } from './floor-h265-worker.ts';

const figures = bareFigures();
const worker = new Worker(new URL('./floor-h265-worker.ts', import.meta.url), { type: 'module' });
const surface = canvas().transferControlToOffscreen();
worker.postMessage({ source: source(), surface }, [surface]);
worker.addEventListener('message', ({ data }: MessageEvent<FloorPicture>) => Object.assign(figures, data));
