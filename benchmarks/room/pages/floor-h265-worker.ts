import type { FloorPicture } from './floor-decode.ts';
import { playFloor } from './floor-decode.ts';

export type { FloorPicture };

addEventListener(
  'message',
  ({ data }: MessageEvent<{ readonly source: string; readonly surface: OffscreenCanvas }>) => {
    void playFloor(data.source, data.surface, (figures) => postMessage(figures));
  },
  { once: true },
);
