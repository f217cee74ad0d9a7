import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { compressElement, compressible, setCompression } from '../../compressor.ts';
import type { PlayerEvent } from '../../rules/contract.ts';
import { createReporter } from '../../kinds/reporter.ts';
import { createStillPicture } from '../../kinds/still-picture.ts';
import { VideoElement } from '../../kinds/video-element.ts';

afterEach(() => document.body.replaceChildren());

/** A <video> that plays a drawn stream, and the reports of its player. */
function open(change: { readonly muted?: boolean; readonly allowsSound?: boolean } = {}) {
  const { muted = false, allowsSound = true } = change;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 64, height: 48 });
  const context = canvas.getContext('2d')!;
  const timer = setInterval(() => {
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 64, 48);
  }, 30);
  const video = document.createElement('video');
  const surface = document.createElement('div');
  surface.append(video);
  document.body.append(surface);
  video.srcObject = canvas.captureStream(25);
  if (!allowsSound) {
    const play = video.play.bind(video);
    video.play = () => (video.muted ? play() : Promise.reject(new DOMException('a gesture first', 'NotAllowedError')));
  }
  const events: PlayerEvent[] = [];
  const start = { epoch: 1, video, surface, volume: 0.5, muted, emit: (event: PlayerEvent) => events.push(event) };
  const reporter = createReporter(start);
  const element = new VideoElement(start as never, reporter);
  return {
    video,
    surface,
    element,
    events,
    close: () => {
      clearInterval(timer);
      element.dispose();
      reporter.dispose();
    },
  };
}
const statuses = (events: readonly PlayerEvent[]): string[] => events.flatMap((event) => (event.type === 'status' ? [event.name] : []));
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('P29 a rate change that un-mutes and pauses the element (WebKit) causes no sound and no stop, and does not count as the viewer’s', async () => {
  const { video, element, events, close } = open({ allowsSound: false });
  await element.play();
  expect(events).toContainEqual({ type: 'autoplay', epoch: 1, blocked: true, muted: true });
  await until(() => !video.paused);
  element.setRate(1.07);
  // As WebKit does a moment later.
  video.muted = false;
  video.pause();
  await until(() => !video.paused && video.muted);
  expect(statuses(events)).not.toContain('paused');
  close();
});

test.each(['first', 'second'] as const)(
  'P20 a click that comes while the browser answers the %s attempt to play turns the sound on, and it stays on',
  async (attempt) => {
    const { video, element, events, close } = open({ allowsSound: false });
    const play = video.play.bind(video);
    let [isAllowed, attempts] = [false, 0];
    video.play = async () => {
      const isSound = !video.muted;
      const wasAllowed = isAllowed;
      if (++attempts === (attempt === 'first' ? 1 : 2)) {
        isAllowed = true;
        element.setVolume(0.5, false);
      }
      if (isSound && !wasAllowed) throw new DOMException('a gesture first', 'NotAllowedError');
      // Without a real click the browser would refuse sound, so an allowed attempt with sound only succeeds.
      if (!isSound) await play();
    };
    await element.play();
    expect(video.muted).toBe(false);
    expect(events.filter(({ type }) => type === 'autoplay').at(-1)).toEqual({ type: 'autoplay', epoch: 1, blocked: false, muted: false });
    close();
  },
);

test('P29 a pause long after any rate change is the viewer’s, and sound muted by the browser returns with the click', async () => {
  const { video, element, events, close } = open({ muted: true });
  await element.play();
  await until(() => !video.paused);
  video.pause();
  await until(() => statuses(events).includes('paused'));
  expect(video.paused).toBe(true);
  element.setVolume(0.25, false);
  await until(() => !video.muted);
  expect(video.volume).toBe(0.25);
  close();
});

test('P27 a pause by the browser in a hidden tab stays through rate changes, and playback continues when the tab is visible', async () => {
  const { video, element, close } = open({ muted: true });
  await element.play();
  await until(() => !video.paused);
  const show = (isHidden: boolean): void => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  element.setRate(0.97);
  show(true);
  video.pause();
  await new Promise((resolve) => video.addEventListener('pause', resolve, { once: true }));
  element.setRate(1.07);
  expect(video.paused).toBe(true);
  show(false);
  await until(() => !video.paused);
  Reflect.deleteProperty(document, 'hidden');
  close();
});

test('P23 P25 pictures that the element does not count (Firefox with a MediaStream) are counted by the decoder', async () => {
  const { video, element, close } = open({ muted: true });
  await element.play();
  await until(() => video.videoWidth > 0 && video.currentTime > 0);
  video.getVideoPlaybackQuality = () => ({ totalVideoFrames: 0, droppedVideoFrames: 0, creationTime: 0, corruptedVideoFrames: 0 });
  const first = element.sample({ decoded: 10, dropped: 1 });
  expect([first.paintedFrames, first.droppedFrames]).toEqual([9, 1]);
  await until(() => video.currentTime > first.positionS);
  expect(element.sample({ decoded: 10, dropped: 1 }).positionS).toBe(first.positionS);
  expect(element.sample({ decoded: 11, dropped: 1 }).positionS).toBeGreaterThan(first.positionS);
  close();
});

test('the last picture stays over the surface until it is cleared', async () => {
  const { video, surface, element, close } = open({ muted: true });
  const still = createStillPicture(surface);
  still.take();
  expect(surface.querySelector('canvas')).toBeNull();
  await element.play();
  await until(() => video.readyState >= 2 && video.videoWidth === 64);
  still.take();
  const kept = surface.querySelector('canvas')!;
  expect([kept.width, kept.height]).toEqual([64, 48]);
  const [r, g] = kept.getContext('2d')!.getImageData(32, 24, 1, 1).data;
  expect([r! > 200, g! < 60]).toEqual([true, true]);
  still.clear();
  expect(surface.querySelector('canvas')).toBeNull();
  close();
});

/** Levels of a loud and a quiet second after one another: root mean squares without the first tenth, in which a compressor begins. */
async function levels(isOn: boolean, change?: boolean): Promise<{ readonly loud: number; readonly quiet: number }> {
  const rate = 8_000;
  const context = new OfflineAudioContext(1, 2 * rate, rate);
  const tone = new OscillatorNode(context, { frequency: 300 });
  const gain = new GainNode(context, { gain: 0.9 });
  gain.gain.setValueAtTime(0.03, 1);
  tone.connect(gain).connect(context.destination);
  setCompression(isOn);
  const leave = compressible(gain);
  if (change !== undefined) setCompression(change);
  tone.start();
  const samples = (await context.startRendering()).getChannelData(0);
  leave();
  setCompression(false);
  const level = (from: number, to: number): number =>
    Math.sqrt(samples.slice(from, to).reduce((sum, one) => sum + one * one, 0) / (to - from));
  return { loud: level(rate * 0.1, rate), quiet: level(rate * 1.6, rate * 2) };
}

test('P29 the compressor brings loud and quiet sound nearer to each other, and nothing changes while it is off', async () => {
  const off = await levels(false);
  expect(off.loud).toBeCloseTo(0.9 * Math.SQRT1_2, 2);
  expect(off.quiet).toBeCloseTo(0.03 * Math.SQRT1_2, 3);
  const on = await levels(true);
  expect(on.loud / on.quiet).toBeLessThan(off.loud / off.quiet / 2);
  expect(on.loud).toBeLessThan(off.loud);
  // Also for sound that plays already.
  expect(await levels(false, true)).toEqual(on);
  expect(await levels(true, false)).toEqual(off);
});

test('P29 the sound of an element is routed once, when the compressor is switched on for the first time, and the element plays on', async () => {
  // A gesture, without which no context runs.
  await userEvent.keyboard('x');
  const routes = vi.spyOn(AudioContext.prototype, 'createMediaElementSource');
  const video = document.createElement('video');
  const leaves = [compressElement(video), compressElement(video)];
  expect(routes).not.toHaveBeenCalled();
  setCompression(true);
  await expect.poll(() => routes.mock.calls).toEqual([[video]]);
  const context = routes.mock.contexts[0] as AudioContext;
  setCompression(false);
  setCompression(true);
  expect([routes.mock.calls.length, context.state]).toEqual([1, 'running']);
  for (const leave of leaves) leave();
  await expect.poll(() => context.state).toBe('closed');
  setCompression(false);
  routes.mockRestore();
});
