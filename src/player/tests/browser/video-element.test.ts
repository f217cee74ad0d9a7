import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { compressElement, compressible, setCompression } from '../../compressor.ts';
import type { PlayerEvent } from '../../rules/contract.ts';
import { createReporter } from '../../page-player.ts';
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
  const start = { epoch: 1, video, surface, volume: 0.5, muted, report: createReporter(1, (event) => void events.push(event)) };
  const element = new VideoElement(start as never);
  return {
    video,
    surface,
    element,
    events,
    close: () => {
      clearInterval(timer);
      element.dispose();
      start.report.dispose();
    },
  };
}
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
};

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
