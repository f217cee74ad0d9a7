/** P22, P23: each capability is determined by its own part of the browser. */
import { afterEach, expect, test, vi } from 'vitest';
import { detectCapabilities } from '../capabilities.ts';
import type { Capabilities } from '../rules/recovery/orders.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const noop = (): void => undefined;

const prototypeWith = (...members: readonly string[]) => ({ prototype: Object.fromEntries(members.map((name) => [name, noop])) });

/** A browser with every capability except those that `change` removes. */
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
  ['frames', { VideoFrame: undefined }, { pictureSurface: 'canvas' }],
  ['a window for the picture', { document: { pictureInPictureEnabled: false } }, { pictureInPicture: false }],
  ['calls for frames and for the window', { HTMLVideoElement: prototypeWith() }, { videoFrameCallback: false, pictureInPicture: false }],
  ['a decoder of H264', { MediaSource: { isTypeSupported: () => false } }, { h264: false }],
  ['data to waste', { navigator: { connection: { saveData: true } } }, { savesData: true }],
  ['a wish for less data', { navigator: { connection: { saveData: false } } }, {}],
  ['a description of its network', { navigator: { connection: null } }, {}],
  ['shared memory', { SharedArrayBuffer: undefined }, { sharedMemory: false }],
  ['WebAssembly', { WebAssembly: undefined }, { wasmSimd: false }],
  ['vector instructions', { WebAssembly: { validate: (bytes: Uint8Array) => !bytes.includes(253) } }, { wasmSimd: false }],
])('P22 P23 in a browser without %s only the capabilities that depend on it change', async (_lack, change, lost) => {
  stub(change);
  expect(await detectCapabilities(EVERYTHING.kinds, null)).toEqual({ ...EVERYTHING, ...lost });
});

test('P22 a system preference for less data applies, whatever the browser’s setting', async () => {
  stub({}, true);
  expect(await detectCapabilities(EVERYTHING.kinds, null)).toEqual({ ...EVERYTHING, savesData: true });
});

test('P22 the stored result of an earlier visit decides about native H265, if a player for it exists', async () => {
  stub();
  expect(await detectCapabilities(['h265-native'], true)).toMatchObject({ nativeHevc: true });
  expect(await detectCapabilities(['h265-native'], false)).toMatchObject({ nativeHevc: false });
  expect(await detectCapabilities(['h264'], true)).toMatchObject({ nativeHevc: false });
});

/** Repeated here, so that a change of the wait fails a test. */
const PROBE_WAIT_MS = 1_500;

/** A browser that reports HEVC support. `open` opens its MediaSource; `makes`: the source creates a buffer. */
function claiming(open: (opened: () => void) => void, makes: boolean) {
  const undone: string[] = [];
  class Source extends EventTarget {
    static isTypeSupported = (): boolean => true;
    constructor() {
      super();
      open(() => this.dispatchEvent(new Event('sourceopen')));
    }
    addSourceBuffer(): void {
      if (!makes) throw new Error('no decoder');
    }
  }
  stub({
    MediaSource: Source,
    document: { createElement: () => ({ src: '', removeAttribute: (name: string) => undone.push(name) }) },
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void undone.push(url));
  return undone;
}

test('P22 native H265 is available if the browser creates a buffer in time; the source is removed in each case', async () => {
  vi.useFakeTimers();
  const wait = async (open: (opened: () => void) => void, makes: boolean, ms: number) => {
    const undone = claiming(open, makes);
    let native: boolean | null = null;
    void detectCapabilities(['h265-native'], null).then(({ nativeHevc }) => (native = nativeHevc));
    await vi.advanceTimersByTimeAsync(ms);
    const result = [native, undone];
    // Otherwise the timeout of this probe would fire during the next one.
    vi.clearAllTimers();
    return result;
  };
  const removed = ['src', 'blob:made'];
  const soon = (opened: () => void): void => void setTimeout(opened, 10);
  expect(await wait(soon, true, 10)).toEqual([true, removed]);
  expect(await wait(soon, false, 10)).toEqual([false, removed]);
  expect(await wait(() => undefined, true, PROBE_WAIT_MS - 1)).toEqual([null, []]);
  expect(await wait(() => undefined, true, PROBE_WAIT_MS)).toEqual([false, removed]);
});
