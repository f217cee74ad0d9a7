import { afterEach, expect, test, vi } from 'vitest';
import { addMissingToPage } from '../../../src/ui/start/older-browsers.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function olderPage() {
  const [element, video, signal] = [{}, {}, {}] as [
    { replaceChildren?: (this: object, ...children: unknown[]) => void },
    { getVideoPlaybackQuality?: (this: object) => object },
    { timeout?: (ms: number) => AbortSignal },
  ];
  vi.stubGlobal('Element', { prototype: element });
  vi.stubGlobal('HTMLVideoElement', { prototype: video });
  vi.stubGlobal('AbortSignal', signal);
  return { element, video, signal };
}

test('P1 P22 a browser of 2020 gets getVideoPlaybackQuality, replaceChildren and AbortSignal.timeout', () => {
  const { element, video, signal } = olderPage();
  addMissingToPage();
  const counts = { webkitDecodedFrameCount: 90, webkitDroppedFrameCount: 4 };
  expect(video.getVideoPlaybackQuality?.call(counts)).toEqual({ totalVideoFrames: 90, droppedVideoFrames: 4 });
  expect(video.getVideoPlaybackQuality?.call({})).toEqual({ totalVideoFrames: 0, droppedVideoFrames: 0 });
  const parent = { textContent: 'old', appended: [] as unknown[], append: (...children: unknown[]) => parent.appended.push(...children) };
  element.replaceChildren?.call(parent, 'a', 'b');
  expect(parent).toMatchObject({ textContent: '', appended: ['a', 'b'] });
  vi.useFakeTimers();
  const waits = signal.timeout?.(2_000);
  vi.advanceTimersByTime(1_999);
  expect(waits?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(waits?.aborted).toBe(true);
});

test('P1 a function that the browser has is not replaced', () => {
  const { video } = olderPage();
  const own = (): object => ({ totalVideoFrames: 1, droppedVideoFrames: 1 });
  video.getVideoPlaybackQuality = own;
  addMissingToPage();
  expect(video.getVideoPlaybackQuality).toBe(own);
});
