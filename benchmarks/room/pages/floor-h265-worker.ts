import type { FloorPicture } from './floor-decode.ts';
import { playFloor } from './floor-decode.ts';
import { decodeSound } from './floor-sound.ts';

export type { FloorPicture };

addEventListener(
  'message',
  ({ data }: MessageEvent<{ readonly source: string; readonly surface: OffscreenCanvas; readonly isHeard: boolean }>) => {
    const hear = data.isHeard ? decodeSound((format) => postMessage(format, { transfer: [format.port] })) : undefined;
    void playFloor(data.source, data.surface, (figures) => postMessage(figures), hear);
  },
  { once: true },
);
