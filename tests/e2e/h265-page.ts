import type { Page, Worker } from '@playwright/test';
import type { PlayerFigures } from '../../src/player/page-player.ts';
import { figures, own, readLog } from './player-page.ts';
import { poll } from './watching.ts';

/** Waits until a player of any kind has painted more than this many pictures. */
export async function painted(page: Page, pictures = 10): Promise<PlayerFigures> {
  await poll(async () => (await figures(page))?.progress.paintedFrames ?? 0).toBeGreaterThan(pictures);
  return own(page);
}

/** Waits until this player has played this many seconds. */
export async function playedTo(page: Page, positionS: number): Promise<PlayerFigures> {
  await poll(async () => (await own(page)).progress.positionS).toBeGreaterThan(positionS);
  return own(page);
}

/** Waits until the same player has painted this many more pictures. */
export async function goesOn(page: Page, pictures = 25): Promise<PlayerFigures> {
  const before = await own(page);
  await poll(
    async () => {
      const now = await own(page);
      return now.epoch === before.epoch ? now.progress.paintedFrames - before.progress.paintedFrames : 'another player';
    },
    { message: 'pictures go on' },
  ).toBeGreaterThan(pictures);
  return own(page);
}

/** Room 1001 with one H265 address of the offline room and the faults of a scenario. */
export const roomWith = (stream: string, scenario: string, config = ''): string =>
  `/live/1001?scenario=${scenario}&debug=1&kind=h265&src=${encodeURIComponent(`/live/${stream}.flv?scenario=${scenario}`)}&config=${config}`;

/** The player log as one text. */
export const logText = async (page: Page): Promise<string> => (await readLog(page)).join('\n');

/** Names of the running workers by their script addresses, because sleeping threads of the decoder do not answer. */
export const workers = (page: Page): readonly string[] =>
  page
    .workers()
    .map((worker) => /worker-([a-z]+)-/.exec(worker.url())?.[1] ?? worker.url())
    .toSorted();

export function workerOf(page: Page, name: string): Worker {
  const worker = page.workers().find((one: Worker) => one.url().includes(`worker-${name}-`));
  if (worker === undefined) throw new Error(`no worker ${name} in ${workers(page).join()}`);
  return worker;
}

/** `throws`: the page receives an error. `silently`: it does not, as when the system ends a thread. */
export async function kill(page: Page, name: string, how: 'throws' | 'silently'): Promise<void> {
  await workerOf(page, name).evaluate((silently) => {
    setTimeout(() => {
      if (silently) self.close();
      else throw new Error('killed on purpose');
    });
  }, how === 'silently');
}

/** Taps the audio output outside the player, this many samples at a time. Called before the page is opened. */
export const tapSound = (page: Page, fftSize = 2048): Promise<unknown> =>
  page.addInitScript((samples) => {
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const { connect } = AudioNode.prototype;
    AudioNode.prototype.connect = function tapped(this: AudioNode, to: AudioNode | AudioParam) {
      if (to instanceof AudioDestinationNode) {
        const analyser = this.context.createAnalyser();
        analyser.fftSize = samples;
        Reflect.apply(connect, this, [analyser]);
        Object.assign(window, { tap: analyser });
      }
      return Reflect.apply(connect, this, [to]);
    } as typeof connect;
  }, fftSize);

/** Loudest sample, 0 to 1, within some seconds or until it is loud enough. */
export const loudness = (page: Page, seconds: number, enough: number): Promise<number> =>
  page.evaluate(
    async ([waitS, loudEnough]) => {
      const { tap } = window as never as { tap?: AnalyserNode };
      if (tap === undefined) return 0;
      const wave = new Float32Array(tap.fftSize);
      let loudest = 0;
      const end = performance.now() + waitS * 1_000;
      while (performance.now() < end && loudest <= loudEnough) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        tap.getFloatTimeDomainData(wave);
        for (const value of wave) loudest = Math.max(loudest, Math.abs(value));
      }
      return loudest;
    },
    [seconds, enough] as const,
  );

/** Loudest sample of the stream in the viewer's <video>, 0 to 1, as soon as there is one. */
export const heard = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const stream = document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])')?.srcObject;
    if (!(stream instanceof MediaStream)) return 0;
    const audio = new AudioContext();
    await audio.resume();
    const analyser = audio.createAnalyser();
    audio.createMediaStreamSource(stream).connect(analyser);
    const wave = new Float32Array(analyser.fftSize);
    let loudest = 0;
    for (let look = 0; look < 100 && loudest < 0.01; look++) {
      await new Promise((next) => setTimeout(next, 30));
      analyser.getFloatTimeDomainData(wave);
      for (const value of wave) loudest = Math.max(loudest, Math.abs(value));
    }
    await audio.close();
    return loudest;
  });

/** Simulates a browser without tracks of frames, so that a canvas shows the pictures. Called before the page is opened. */
export const withoutTracks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(globalThis, 'MediaStreamTrackGenerator'));

/** A headless browser has no picture-in-picture window, so its API is replaced. Called before the page is opened. */
export const withPictureInPicture = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let inWindow: HTMLVideoElement | null = null;
    Object.defineProperty(Document.prototype, 'pictureInPictureElement', { get: () => inWindow, configurable: true });
    const show = (video: HTMLVideoElement): void => {
      inWindow = video;
      video.dispatchEvent(new Event('enterpictureinpicture'));
    };
    HTMLVideoElement.prototype.requestPictureInPicture = function open(this: HTMLVideoElement) {
      if (!navigator.userActivation.isActive || this.readyState === 0) return Promise.reject(new DOMException('', 'NotAllowedError'));
      show(this);
      return Promise.resolve({} as PictureInPictureWindow);
    };
    Document.prototype.exitPictureInPicture = () => {
      const video = inWindow;
      inWindow = null;
      video?.dispatchEvent(new Event('leavepictureinpicture'));
      return Promise.resolve();
    };
  });
