/** P22, P23: each capability is asked of its own part of the browser. */
import { afterEach, expect, test, vi } from 'vitest';
import { askCapabilities } from '../../src/player/capabilities.ts';
import type { Capabilities } from '../../src/player/rules/recovery/orders.ts';

afterEach(() => void vi.unstubAllGlobals());

const noop = (): void => undefined;

const prototypeWith = (...members: readonly string[]) => ({ prototype: Object.fromEntries(members.map((name) => [name, noop])) });

/** A browser with everything, less what `change` takes away. */
function stub(change: Readonly<Record<string, unknown>> = {}, reducesData = false): void {
  const globals = {
    navigator: {},
    matchMedia: (query: string) => ({ matches: query === '(prefers-reduced-data: reduce)' && reducesData }),
    document: { pictureInPictureEnabled: true },
    crossOriginIsolated: true,
    MediaSource: { isTypeSupported: (type: string) => type.includes('avc1') },
    HTMLVideoElement: prototypeWith('requestVideoFrameCallback', 'requestPictureInPicture'),
    HTMLCanvasElement: prototypeWith('transferControlToOffscreen'),
    OffscreenCanvas: noop,
    VideoFrame: noop,
    MediaStreamTrackGenerator: noop,
    RTCPeerConnection: noop,
    AudioDecoder: noop,
    ...change,
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
}

const EVERYTHING: Capabilities = {
  kinds: ['h264', 'h265', 'webrtc'],
  mediaSource: true,
  h264: true,
  nativeHevc: false,
  sharedMemory: true,
  wasmSimd: true,
  videoFrameCallback: true,
  webrtc: true,
  offscreenCanvas: true,
  audioDecoder: true,
  pictureInPicture: true,
  pictureSurface: 'track',
  savesData: false,
};

test.each<[lack: string, change: Readonly<Record<string, unknown>>, lost: Partial<Capabilities>]>([
  ['nothing', {}, {}],
  ['isolation', { crossOriginIsolated: false }, { sharedMemory: false }],
  ['peer connections', { RTCPeerConnection: undefined }, { webrtc: false }],
  ['canvases in workers', { OffscreenCanvas: undefined }, { offscreenCanvas: false, pictureSurface: 'canvas' }],
  ['tracks of frames', { MediaStreamTrackGenerator: undefined }, { pictureSurface: 'canvas' }],
  ['a window for the picture', { document: { pictureInPictureEnabled: false } }, { pictureInPicture: false }],
  ['calls for frames and for the window', { HTMLVideoElement: prototypeWith() }, { videoFrameCallback: false, pictureInPicture: false }],
  ['a decoder of H264', { MediaSource: { isTypeSupported: () => false } }, { h264: false }],
  ['data to waste', { navigator: { connection: { saveData: true } } }, { savesData: true }],
  ['a wish for less data', { navigator: { connection: { saveData: false } } }, {}],
  ['a description of its network', { navigator: { connection: null } }, {}],
  ['shared memory', { SharedArrayBuffer: undefined }, { sharedMemory: false }],
  ['WebAssembly', { WebAssembly: undefined }, { wasmSimd: false }],
  ['vector instructions', { WebAssembly: { validate: (bytes: Uint8Array) => !bytes.includes(253) } }, { wasmSimd: false }],
])('P22 P23 a browser without %s loses what depends on it', async (_lack, change, lost) => {
  stub(change);
  expect(await askCapabilities(EVERYTHING.kinds, null)).toEqual({ ...EVERYTHING, ...lost });
});

test('P22 a system that asks for less data saves data, whatever the browser says', async () => {
  stub({}, true);
  expect(await askCapabilities(EVERYTHING.kinds, null)).toEqual({ ...EVERYTHING, savesData: true });
});

test('P22 the result of an earlier visit decides about native H265, if a player of it exists', async () => {
  stub();
  expect(await askCapabilities(['h265-native'], true)).toMatchObject({ nativeHevc: true });
  expect(await askCapabilities(['h265-native'], false)).toMatchObject({ nativeHevc: false });
  expect(await askCapabilities(['h264'], true)).toMatchObject({ nativeHevc: false });
});
