/**
 * Pictures of our decoder in a <video>, as a track of frames, beside the same pictures on a canvas: on one core and without a GPU, where
 * showing a picture costs about as much as decoding it. docs/decisions/0014-picture-surface.md says which one is the default.
 */
import { FULL_HD, fullHdFile } from '../room/full-hd.ts';
import { oneCore, type Visitor } from '../room/visit.ts';

export interface SurfaceStream {
  readonly stream: string;
  readonly size: string;
  /** Made on first use: none of the fixtures has this size. */
  readonly file?: () => string;
}

export const SURFACE_STREAMS: readonly SurfaceStream[] = [
  { stream: 'stage-852x480-h265-id12', size: '852x480' },
  { stream: 'stage-1280x720-h265-id12', size: '1280x720' },
  { stream: FULL_HD.name, size: `${FULL_HD.width}x${FULL_HD.height}`, file: fullHdFile },
];

const TRACK = 'the room, a track';

/** Base of the ratios: the track is compared with the canvas. */
export const SURFACE_BASE = 'the room, a canvas';

export function surfacesOf(stream: string): readonly Visitor[] {
  const { room } = oneCore(stream);
  return [
    { ...room, name: TRACK, notes: ['pictures as a track of frames in the <video>'] },
    { ...room, name: SURFACE_BASE, notes: ['the browser makes no tracks: pictures on an OffscreenCanvas'], withoutTracks: true },
  ];
}
