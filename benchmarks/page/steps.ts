/** The steps of the page, part by part; those of decoding and drawing are here. */
import { openPictureTrack } from '../../src/player/kinds/picture-track.ts';
import { BUILDS, type Build, probeCapabilities } from '../../src/wasm/glue/build.ts';
import { drawFor, type Drawn, painterOn, type Surface } from './painting.ts';
import { attempt, inWorker, type Part, PARTS, type Step, type StepContext } from './step.ts';
import { networkSteps, playSteps, roomSteps } from './watching.ts';
import type { Decoded, Task } from './worker.ts';

// Decode

interface Clip {
  readonly name: string;
  readonly path: string;
  /** MD5 over the hexadecimal MD5s of the first 24 pictures, as native ffmpeg decodes them. */
  readonly md5: string;
  readonly isAvc?: true;
  /** Decoded by the slow build too. */
  readonly isBroad?: true;
}

const CLIPS: readonly Clip[] = [
  { name: '480p Main', path: 'streams/stage-852x480-h265-hvc1.flv', md5: '8a0e7ac64eb41d40f0fe21e49f5be256', isBroad: true },
  { name: '720p Main', path: 'streams/stage-1280x720-h265-hvc1.flv', md5: '58be7f0ca6720f81013bf49e8e0c7535', isBroad: true },
  { name: '720p Main 10', path: 'clips/bench-main10.mp4', md5: 'b2710942075d6fa3d82452645c74beac' },
  { name: '720p 4:2:2 10', path: 'clips/bench-422-10.mp4', md5: '8aba3a6c49c6e8097c251364f366ef15' },
  { name: '1080p Main', path: 'streams/bench-1920x1080-h265-hvc1.flv', md5: '2313b282b3710448ee74c93edfa944bd' },
  { name: '480p H264', path: 'streams/stage-852x480-h264.flv', md5: 'e511e3b7690c78cfef43193ad94f2bfb', isAvc: true },
  { name: '720p H264', path: 'streams/stage-1280x720-h264.flv', md5: '8845dbd953e655429cb843cb71e02c3a', isAvc: true },
  { name: '1080p H264', path: 'streams/bench-1920x1080-h264.flv', md5: 'cf7ad73b22e3e1772a41d4ecf62390f1', isAvc: true },
];
/** More threads than the room uses are not measured. */
const THREADS_MAX = 4;
const MIB = 1024 ** 2;
const BROWSER_DECODER = 'the browser’s decoder';

interface Runner {
  readonly name: string;
  readonly build: Build | 'browser';
  readonly threads: number;
}

/** The builds that this device can load; the first row of a number of threads is the one that the room uses. */
function runnersFor({ isAvc, isBroad }: Clip, cores: number): readonly Runner[] {
  const browser: Runner = { name: BROWSER_DECODER, build: 'browser', threads: 0 };
  if (isAvc) return [browser];
  const { simd, sharedMemory } = probeCapabilities();
  const able = BUILDS.filter((build) => build === 'baseline' || (simd && (build === 'simd' || sharedMemory)));
  return [
    ...able.flatMap((build): readonly Runner[] => {
      if (build === 'simd-mt')
        return Array.from({ length: Math.min(THREADS_MAX, cores) }, (_, i) => ({ name: `footlight x${i + 1}`, build, threads: i + 1 }));
      if (build === 'simd') return [{ name: 'footlight x1 unshared', build, threads: 1 }];
      return isBroad || !simd ? [{ name: 'footlight x1 no SIMD', build, threads: 1 }] : [];
    }),
    browser,
  ];
}

const costOf = ({ speeds, pixels }: Decoded): readonly number[] => speeds.map((speed) => 1e9 / speed / pixels);
const decodeTask = (clip: Clip, { build, threads }: Runner, passes: number, passMs: number): Task => ({
  type: 'decode',
  clip: `/fixtures/${clip.path}`,
  md5: clip.md5,
  build,
  threads,
  passes,
  passMs,
});

function decodeSteps(isQuick: boolean): readonly Step[] {
  // Many short passes: each begins the clip again. An odd number, so that the medians of speed and cost are of the same pass.
  const [passes, passMs] = isQuick ? [13, 30] : [3, 1_000];
  return (isQuick ? CLIPS.filter(({ name }) => name.startsWith('480p')) : CLIPS).flatMap((clip) =>
    runnersFor(clip, navigator.hardwareConcurrency || 1).map((runner): Step => ({
      part: 'decode',
      name: `${clip.name}, ${runner.name}`,
      seconds: isQuick ? 3 : 6,
      async run(context) {
        const { collected } = context;
        const group = `Decode: ${clip.name}`;
        const about = `${clip.path}; the pictures are compared by md5 before they are timed`;
        await attempt(group, about, runner.name, context, async () => {
          const { value } = await inWorker(decodeTask(clip, runner, passes, passMs), [], 'decoded', context);
          collected.add(group, about, runner.name, {
            speed: value.speeds,
            ...(runner.build === 'browser' ? {} : { cost: costOf(value) }),
            opened: value.openedMs,
            'first picture': value.firstPictureMs,
            memory: value.memoryBytes / MIB,
          }, runner.threads > value.threads ? [`${value.threads} threads started`] : []); // oxfmt-ignore
        });
      },
    })),
  );
}

/** Two minutes of the same clip: a device without a fan slows down. */
const HEAT = { pieces: 24, pieceMs: 5_000 } as const;

function heatStep(isQuick: boolean): Step {
  const { pieces, pieceMs } = isQuick ? { pieces: 2, pieceMs: 200 } : HEAT;
  const [clip] = CLIPS.slice(1) as [Clip];
  return {
    part: 'play',
    name: 'heat',
    seconds: (pieces * pieceMs) / 1_000 + 2,
    async run(context) {
      const runners = runnersFor(clip, navigator.hardwareConcurrency || 1).filter(
        ({ build }) => build !== 'browser' && build !== 'baseline',
      );
      const runner = runners.findLast(({ build }) => build === 'simd-mt') ??
        runners[0] ?? { name: 'footlight x1', build: 'baseline' as const, threads: 1 };
      const about = `${clip.name} decoded at full speed by ${runner.name}`;
      await attempt('Heat', about, runner.name, context, async () => {
        const { value } = await inWorker(decodeTask(clip, runner, pieces, pieceMs), [], 'decoded', context);
        const half = value.speeds.length >> 1;
        context.collected.add('Heat', about, 'first minute', { speed: value.speeds.slice(0, half) });
        context.collected.add('Heat', about, 'second minute', { speed: value.speeds.slice(half) });
        const x = { label: 'seconds', values: value.speeds.map((_, i) => (i * pieceMs) / 1_000) };
        context.collected.plot('Heat', {
          title: 'speed over time',
          x,
          lines: [{ label: runner.name, unit: 'pictures/s', values: [...value.speeds] }],
        });
      });
    },
  };
}

// Paint

const SURFACES: readonly { readonly name: string; readonly surface: Surface; readonly isOnPage: boolean }[] = [
  { name: 'track of frames, worker', surface: 'track', isOnPage: false },
  { name: 'WebGL, worker', surface: 'webgl', isOnPage: false },
  { name: '2D, worker', surface: '2d', isOnPage: false },
  { name: 'WebGL, page', surface: 'webgl', isOnPage: true },
  { name: '2D, page', surface: '2d', isOnPage: true },
];

/** Counts the pictures that a video element presents. */
function presentedBy(video: HTMLVideoElement): { count: number; longestGapMs: number } {
  const seen = { count: 0, longestGapMs: 0 };
  let lastMs = Number.NaN;
  const next = (nowMs: number): void => {
    seen.count++;
    if (!Number.isNaN(lastMs)) seen.longestGapMs = Math.max(seen.longestGapMs, nowMs - lastMs);
    lastMs = nowMs;
    video.requestVideoFrameCallback(next);
  };
  video.requestVideoFrameCallback(next);
  return seen;
}

async function drawOnTrack(forMs: number, context: StepContext): Promise<Drawn> {
  const video = document.createElement('video');
  context.stage.replaceChildren(video);
  const track = openPictureTrack(video, () => undefined);
  try {
    const seen = presentedBy(video);
    const { value } = await inWorker(
      { type: 'draw', surface: 'track', target: track.frames, forMs },
      [track.frames as unknown as Transferable],
      'drawn',
      context,
    );
    return { ...value, presented: seen.count, longestGapMs: seen.longestGapMs };
  } finally {
    track.dispose();
  }
}

async function drawOnCanvas(surface: Surface, isOnPage: boolean, forMs: number, context: StepContext): Promise<Drawn> {
  const canvas = document.createElement('canvas');
  context.stage.replaceChildren(canvas);
  if (isOnPage) {
    const painter = painterOn(surface, canvas);
    if (painter === undefined) throw new Error('this browser cannot draw in this way');
    return drawFor(painter, forMs, () => context.signal.aborted);
  }
  if (!('transferControlToOffscreen' in canvas)) throw new Error('no worker can draw here');
  const target = canvas.transferControlToOffscreen();
  return (await inWorker({ type: 'draw', surface, target, forMs }, [target], 'drawn', context)).value;
}

const paintSteps = (isQuick: boolean): readonly Step[] =>
  SURFACES.map(({ name, surface, isOnPage }): Step => ({
    part: 'paint',
    name,
    seconds: isQuick ? 2 : 5,
    async run(context) {
      const forMs = isQuick ? 700 : 4_000;
      const about = '720p, 30 pictures a second';
      await attempt('Paint', about, name, context, async () => {
        const drawn = surface === 'track' ? await drawOnTrack(forMs, context) : await drawOnCanvas(surface, isOnPage, forMs, context);
        context.collected.add('Paint', about, name, {
          busy: (drawn.busyMs / drawn.tookMs) * 100,
          presented: (drawn.presented * 1_000) / drawn.tookMs,
          'longest gap': drawn.longestGapMs,
        });
      });
    },
  }));

/** All steps of the chosen parts, in the order in which they run. */
export function stepsOf(parts: readonly Part[], isQuick: boolean): readonly Step[] {
  const all: Readonly<Record<Part, () => readonly Step[]>> = {
    decode: () => decodeSteps(isQuick),
    paint: () => paintSteps(isQuick),
    play: () => [...playSteps(isQuick), heatStep(isQuick)],
    room: () => roomSteps(isQuick),
    network: () => networkSteps(isQuick),
  };
  return PARTS.filter((part) => parts.includes(part)).flatMap((part) => all[part]());
}
