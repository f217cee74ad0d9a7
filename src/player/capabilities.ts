import type { PlayerKind } from './rules/names.ts';
import type { Capabilities } from './rules/recovery/orders.ts';
import { HEVC, mediaSourceClass } from './kinds/media-source.ts';
import { hasOffscreenCanvas, pictureSurfaceHere } from './kinds/picture-track.ts';

/** The smallest WebAssembly module with a v128 instruction. */
const SIMD_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const H264_AAC = 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"';

/** Maximum time for creating a SourceBuffer; after that the capability is false. */
const PROBE_WAIT_MS = 1_500;

/** Queries the browser; the user agent is not used. `known`: result of native HEVC playback in an earlier visit. */
export async function detectCapabilities(kinds: readonly PlayerKind[], known: boolean | null): Promise<Capabilities> {
  const source = mediaSourceClass();
  return {
    kinds,
    mediaSource: source !== null,
    h264: source?.isTypeSupported(H264_AAC) ?? false,
    nativeHevc: kinds.includes('h265-native') && (known ?? (await makesHevcBuffer(source))),
    // Shared memory can be created without cross-origin isolation, but posting it throws.
    sharedMemory: globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function',
    wasmSimd: typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE),
    videoFrameCallback: 'requestVideoFrameCallback' in HTMLVideoElement.prototype,
    webrtc: typeof RTCPeerConnection === 'function',
    offscreenCanvas: hasOffscreenCanvas(),
    audioDecoder: 'AudioDecoder' in globalThis,
    // Firefox has its own picture-in-picture window and no API for it.
    pictureInPicture: document.pictureInPictureEnabled && 'requestPictureInPicture' in HTMLVideoElement.prototype,
    pictureSurface: pictureSurfaceHere(),
    savesData: asksForLessData(),
  };
}

/** `prefers-reduced-data`, or `saveData` of Chromium's network information. */
function asksForLessData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const saves = typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
  return saves || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/**
 * Browsers may claim HEVC support without having it, so the check also creates a SourceBuffer. Decoding is verified later by the player.
 */
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
