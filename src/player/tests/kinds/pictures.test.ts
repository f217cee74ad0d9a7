/** Where pictures are shown: the track of frames, the copy of the last picture, and what the browser has for them. */
import { expect, test, vi } from 'vitest';
import { claimsHevc, mediaSourceClass } from '../../kinds/media-source.ts';
import { openPictureTrack } from '../../kinds/picture-track.ts';
import { createStillPicture } from '../../kinds/still-picture.ts';
import { eachOnPage, FakeVideo, REFUSED } from './fake-video.ts';

const page = eachOnPage();

function track() {
  const stopped = vi.fn();
  const kinds: unknown[] = [];
  class Generator {
    readonly writable = 'frames';
    stop = stopped;
    constructor(init: unknown) {
      kinds.push(init);
    }
  }
  vi.stubGlobal('MediaStreamTrackGenerator', Generator);
  vi.stubGlobal(
    'MediaStream',
    class {
      readonly tracks: unknown;
      constructor(tracks: unknown) {
        this.tracks = tracks;
      }
    },
  );
  const video = new FakeVideo();
  const windows: boolean[] = [];
  const made = openPictureTrack(video.element, (isOpen) => windows.push(isOpen));
  return { made, video, windows, stopped, kinds };
}

test('P20 a track of frames plays in the element, without sound and without an address', () => {
  const it = track();
  expect(it.kinds).toEqual([{ kind: 'video' }]);
  expect([it.video.muted, it.video.src, it.video.plays, it.made.frames]).toEqual([true, '', 1, 'frames']);
  expect(it.video.srcObject).toMatchObject({ tracks: [{ writable: 'frames' }] });
  vi.stubGlobal('MediaStreamTrackGenerator', undefined);
  expect(() => openPictureTrack(new FakeVideo().element, () => undefined)).toThrow('makes no track of frames');
});

test('P29 a paused element is played again, in a hidden tab only when it is shown', async () => {
  const it = track();
  await vi.advanceTimersByTimeAsync(0);
  it.video.paused = true;
  page().hidden = true;
  it.video.fire('pause');
  expect(it.video.plays).toBe(1);
  page().hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(it.video.plays).toBe(2);
  page().hide(true);
  page().hide(false);
  expect(it.video.plays).toBe(2);
  it.video.fire('pause');
  expect(it.video.plays).toBe(3);
  it.video.answers = [REFUSED];
  it.video.fire('pause');
  await vi.advanceTimersByTimeAsync(0);
});

test('P23 the picture-in-picture window of a track is reported and readable, and a refusal is a returned value', async () => {
  const it = track();
  it.video.fire('enterpictureinpicture');
  it.video.fire('leavepictureinpicture');
  expect([it.windows, it.made.isInWindow]).toEqual([[true, false], false]);
  page().pictureInPictureElement = it.video;
  expect([it.made.isInWindow, await it.made.requestPictureInPicture()]).toEqual([true, true]);
  it.video.refusesWindow = true;
  expect(await it.made.requestPictureInPicture()).toBe(false);
});

test.each<readonly [what: string, readyState: number, act: (video: FakeVideo) => void, afterMs: number]>([
  ['at once with a picture', 2, () => undefined, 0],
  ['with the first picture', 1, (video) => video.fire('loadeddata'), 0],
  ['after half a second without one', 1, () => undefined, 500],
])('P29 the element shows the track %s', async (_what, readyState, act, afterMs) => {
  const it = track();
  it.video.readyState = readyState;
  let isShown = false;
  void it.made.shown().then(() => (isShown = true));
  if (afterMs > 0) {
    await vi.advanceTimersByTimeAsync(afterMs - 1);
    expect(isShown).toBe(false);
  }
  act(it.video);
  await vi.advanceTimersByTimeAsync(afterMs > 0 ? 1 : 0);
  expect(isShown).toBe(true);
});

test('P29 a disposed track stops, is removed from the element, and ignores its events', () => {
  const it = track();
  it.made.dispose();
  expect([it.stopped.mock.calls.length, it.video.srcObject]).toEqual([1, null]);
  it.video.fire('enterpictureinpicture');
  it.video.fire('pause');
  page().hide(false);
  expect([it.windows, it.video.plays]).toEqual([[], 1]);
});

function still({ context = true, fails = false } = {}) {
  const drawn: unknown[][] = [];
  const options: unknown[] = [];
  const canvas = {
    attributes: {} as Record<string, string>,
    dataset: {} as Record<string, string>,
    style: {} as Record<string, string>,
    width: 0,
    height: 0,
    setAttribute: (name: string, value: string) => void (canvas.attributes[name] = value),
    getContext(...given: readonly unknown[]) {
      options.push(given);
      if (!context) return null;
      return {
        drawImage(...drawing: unknown[]) {
          if (fails) throw new Error('tainted');
          drawn.push(drawing);
        },
      };
    },
    remove: vi.fn(),
  };
  Object.assign(page(), { createElement: () => canvas });
  const shown: Readonly<Record<string, unknown>>[] = [];
  const found: Record<string, unknown> = {};
  const surface = {
    querySelector: (selector: string) => found[selector] ?? null,
    append: (child: Readonly<Record<string, unknown>>) => shown.push(child),
  };
  const made = createStillPicture(surface as unknown as HTMLElement);
  return { made, canvas, drawn, options, shown, found };
}
const OTHERS = 'canvas:not([data-still])';

test('P29 the last picture is copied from the canvas, else from a video with a picture, and the copy covers both', () => {
  const it = still();
  const source = { width: 8, height: 6 };
  it.found[OTHERS] = source;
  it.found['video'] = { readyState: 4, videoWidth: 3, videoHeight: 2 };
  it.made.take();
  expect([it.drawn, it.shown, it.options]).toEqual([[[source, 0, 0, 8, 6]], [it.canvas], [['2d', { alpha: false }]]]);
  expect([it.canvas.width, it.canvas.height, it.canvas.attributes, it.canvas.dataset]).toEqual([
    8,
    6,
    { 'aria-hidden': 'true' },
    { still: '' },
  ]);
  expect(it.canvas.style).toMatchObject({ position: 'absolute', inset: '0', width: '100%', height: '100%', zIndex: '1' });
  delete it.found[OTHERS];
  it.made.take();
  expect(it.drawn[1]?.slice(1)).toEqual([0, 0, 3, 2]);
  it.made.clear();
  expect(it.canvas.remove).toHaveBeenCalledTimes(1);
});

test.each<readonly [what: string, found: Readonly<Record<string, unknown>>, options: Parameters<typeof still>[0]]>([
  ['nothing to copy', {}, {}],
  ['a canvas without a width', { [OTHERS]: { width: 0, height: 6 } }, {}],
  ['a canvas without a height', { [OTHERS]: { width: 8, height: 0 } }, {}],
  ['a video without a picture yet', { video: { readyState: 1, videoWidth: 3, videoHeight: 2 } }, {}],
  ['a canvas that cannot be read', { [OTHERS]: { width: 8, height: 6 } }, { fails: true }],
  ['a browser without a drawing context', { [OTHERS]: { width: 8, height: 6 } }, { context: false }],
])('P29 with %s the page shows no copy', (_what, found, options) => {
  const it = still(options);
  Object.assign(it.found, found);
  it.made.take();
  expect(it.shown).toEqual([]);
});

test('P22 a stream uses MediaSource, on iPhones ManagedMediaSource, and that class decides if HEVC is supported', () => {
  const source = (name: string) => ({ name, isTypeSupported: (type: string) => type.includes('hvc1') });
  vi.stubGlobal('MediaSource', undefined);
  Reflect.deleteProperty(globalThis, 'MediaSource');
  expect([mediaSourceClass(), claimsHevc()]).toEqual([null, false]);
  const managed = Object.assign(() => undefined, { isTypeSupported: () => false });
  vi.stubGlobal('ManagedMediaSource', managed);
  expect([mediaSourceClass(), claimsHevc()]).toEqual([managed, false]);
  const plain = source('plain');
  vi.stubGlobal('MediaSource', plain);
  expect([mediaSourceClass(), claimsHevc()]).toEqual([plain, true]);
});
