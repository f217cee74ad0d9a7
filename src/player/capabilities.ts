import type { PlayerKind } from './rules/names.ts';
import type { Capabilities } from './rules/orders.ts';
import { HEVC, mediaSourceClass } from './kinds/media-source.ts';
import { hasOffscreenCanvas, pictureSurfaceHere } from './kinds/picture-track.ts';

/** The smallest module with a v128 instruction. */
const SIMD_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const H264_AAC = 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"';

/** How long a SourceBuffer may take to be made before the answer is no. */
const PROBE_WAIT_MS = 1_500;

/** Asked of the browser, never guessed from its name. `known` is what an earlier visit found out about native HEVC by playing it. */
export async function askCapabilities(kinds: readonly PlayerKind[], known: boolean | null): Promise<Capabilities> {
  const source = mediaSourceClass();
  return {
    kinds,
    mediaSource: source !== null,
    h264: source?.isTypeSupported(H264_AAC) ?? false,
    nativeHevc: kinds.includes('h265-native') && (known ?? (await makesHevcBuffer(source))),
    // A shared Memory can be made without isolation; only posting it throws.
    sharedMemory: globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function',
    wasmSimd: typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE),
    videoFrameCallback: 'requestVideoFrameCallback' in HTMLVideoElement.prototype,
    webrtc: typeof RTCPeerConnection === 'function',
    offscreenCanvas: hasOffscreenCanvas(),
    audioDecoder: 'AudioDecoder' in globalThis,
    // Firefox has a window of its own for it and no API.
    pictureInPicture: document.pictureInPictureEnabled && 'requestPictureInPicture' in HTMLVideoElement.prototype,
    pictureSurface: pictureSurfaceHere(),
    savesData: asksForLessData(),
  };
}

/** `prefers-reduced-data`, or what Chromium calls it in its network information. */
function asksForLessData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const saves = typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
  return saves || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** Support is claimed more often than it is there: what claims it must also make a real SourceBuffer. The first decoded picture is the player's to see. */
async function makesHevcBuffer(source: typeof MediaSource | null): Promise<boolean> {
  if (source === null || !source.isTypeSupported(HEVC)) return false;
  const video = document.createElement('video');
  const media = new source();
  const url = URL.createObjectURL(media);
  try {
    return await new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), PROBE_WAIT_MS);
      media.addEventListener('sourceopen', () => {
        try {
          media.addSourceBuffer(HEVC);
          resolve(true);
        } catch {
          resolve(false);
        }
      });
      if (!(globalThis as { MediaSource?: unknown }).MediaSource) video.disableRemotePlayback = true;
      video.src = url;
    });
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
