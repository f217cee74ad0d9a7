/**
 * @footlight/hevc/media-source: players based on MediaSource (hls.js, mpegts.js, Shaka, dash.js) play HEVC if the browser's MediaSource
 * does not support it. The browser plays the sound, which is the clock; this package decodes the pictures and draws them on a canvas.
 */
import { HevcVideoDecoder } from './index.ts';
import { CanvasTrack, type CanvasTrackOptions } from './media-source/canvas-track.ts';
import { HevcSourceBuffer } from './media-source/source-buffer.ts';

export type { CanvasTrackOptions };

export interface HevcMediaSource {
  /** Restores MediaSource and closes the decoders. */
  uninstall(): void;
}

/** The replaced parts of MediaSource, as functions called with their object. */
interface Statics {
  isTypeSupported: (this: typeof MediaSource, type: string) => boolean;
}
interface Methods {
  addSourceBuffer: (this: MediaSource, type: string) => SourceBuffer | HevcSourceBuffer;
  removeSourceBuffer: (this: MediaSource, buffer: SourceBuffer) => void;
}

/** The first HEVC codec string of a MIME type: `video/mp4; codecs="hvc1.1.6.L93.B0"`. */
const hevcCodecOf = (type: string): string | undefined => /\b((?:hvc1|hev1)\.[\w.]+)/i.exec(type)?.[1];
const isDecoded = (type: string): boolean => {
  const codec = hevcCodecOf(type);
  return codec !== undefined && !type.includes('mp4a') && HevcVideoDecoder.unsupportedReason({ codec }) === undefined;
};

/**
 * From now on HEVC source buffers are drawn on `canvas` at the time of `video`, if the browser does not support their type. Must be called
 * before the player is created.
 */
export function installHevcMediaSource(
  video: HTMLMediaElement,
  canvas: HTMLCanvasElement,
  options: CanvasTrackOptions = {},
): HevcMediaSource {
  const statics: Statics = MediaSource;
  const methods: Methods = MediaSource.prototype;
  const { isTypeSupported } = statics;
  const { addSourceBuffer, removeSourceBuffer } = methods;
  const tracks = new Map<HevcSourceBuffer, CanvasTrack>();
  const isOwn = (type: string): boolean => !isTypeSupported.call(MediaSource, type) && isDecoded(type);
  statics.isTypeSupported = (type) => isTypeSupported.call(MediaSource, type) || isDecoded(type);
  const end = (buffer: HevcSourceBuffer): void => {
    tracks.get(buffer)?.close();
    tracks.delete(buffer);
  };
  methods.addSourceBuffer = function (type) {
    if (!isOwn(type)) return addSourceBuffer.call(this, type);
    const buffer = new HevcSourceBuffer(() => tracks.get(buffer)?.tick());
    tracks.set(buffer, new CanvasTrack(video, canvas, buffer.store, options));
    // As in MSE: players such as hls.js do not remove this buffer when they detach the MediaSource.
    this.addEventListener('sourceclose', () => end(buffer), { once: true });
    return buffer;
  };
  methods.removeSourceBuffer = function (buffer) {
    if (buffer instanceof HevcSourceBuffer) end(buffer);
    else removeSourceBuffer.call(this, buffer);
  };
  return {
    uninstall: () => {
      Object.assign(statics, { isTypeSupported });
      Object.assign(methods, { addSourceBuffer, removeSourceBuffer });
      for (const buffer of tracks.keys()) end(buffer);
    },
  };
}
