/**
 * Processor time of the whole browser per second of video, compared with bare players that show the same stream in the same size with the
 * same sound.
 */
import type { Page } from 'playwright';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canEncode } from '../../src/wasm/bench/streams.ts';
import { type BenchContext, type Benchmark, type BenchOutcome, nameFor, Outcomes, ratioFor, type Subject } from '../measure/benchmark.ts';
import { oneCoreLauncher, openBrowser, type OpenBrowser } from '../measure/browser.ts';
import { inputOfFile, CACHE, ROOT } from '../measure/environment.ts';
import { type Contestant, type FigureKinds, race, rowsOf, type Sample } from '../measure/rounds.ts';
import { bundleBarePages } from '../measure/pages.ts';
import { type Front, openFront } from '../room/front.ts';
import { memoryMiB, pidsOf } from '../room/processes.ts';
import {
  asShown,
  BARE,
  FIRST_PICTURE_LIMIT_MS,
  firstPicture,
  ONE_CORE_STREAM,
  oneCore,
  prepare,
  ROOM_PATH,
  seen,
  type Visitor,
} from '../room/visit.ts';
import { encodeAudio, encodeVideo, ffmpeg, rawInput, stageSong } from '../../scripts/fixtures/encode.ts';
import { muxFlv } from '../../scripts/fixtures/flv-muxer.ts';

/** The fixture that is scaled: same frame rate and duration, which the server repeats. */
const SOURCE = 'fixtures/streams/stage-1280x720-h264.flv';
const ROUND_S = 8;
const FULL_HD = {
  name: 'stage-1920x1080-h265-id12',
  about: `${SOURCE}, scaled and encoded in H265 without B frames, with sound`,
  width: 1920,
  height: 1080,
  frameRate: 30,
} as const;

/**
 * The offline room's stage in full HD with sound, encoded like the fixtures, which do not contain this size: once, if ffmpeg and its H265
 * encoder are installed (`canEncode`); kept in .cache/bench.
 */
function fullHdFile(): string {
  const { name, width, height, frameRate } = FULL_HD;
  const target = path.join(CACHE, `${name}.flv`);
  if (existsSync(target)) return target;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, 'full-hd-'));
  try {
    const pictures = path.join(folder, 'pictures.yuv');
    ffmpeg('-i', path.join(ROOT, SOURCE), '-map', '0:v:0', '-vf', `scale=${width}:${height}`, '-f', 'rawvideo', pictures);
    const raw = rawInput(pictures, width, height, frameRate);
    const video = encodeVideo(folder, raw, { codec: 'h265', crf: 29, bFrames: 0, keyS: 2 }, frameRate);
    const audio = encodeAudio(folder, stageSong(1), 96, ROUND_S * 1_000, video.delayMs);
    const bytes = muxFlv({ video: { carriage: 'hevc-id12', width, height, frameRate, ...video }, audio, durationMs: ROUND_S * 1_000 });
    writeFileSync(`${target}.part`, bytes);
    renameSync(`${target}.part`, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return target;
}

// Pictures of our decoder in a <video>, as a track of frames, beside the same pictures on a canvas: on one core and without a GPU, where
// showing a picture costs about as much as decoding it. docs/decisions/0014-picture-surface.md says which one is the default.

interface SurfaceStream {
  readonly stream: string;
  readonly size: string;
  /** Made on first use: none of the fixtures has this size. */
  readonly file?: () => string;
}

const SURFACE_STREAMS: readonly SurfaceStream[] = [
  { stream: 'stage-852x480-h265-id12', size: '852x480' },
  { stream: 'stage-1280x720-h265-id12', size: '1280x720' },
  { stream: FULL_HD.name, size: `${FULL_HD.width}x${FULL_HD.height}`, file: fullHdFile },
];

const TRACK = 'the room, a track';

/** Base of the ratios: the track is compared with the canvas. */
const SURFACE_BASE = 'the room, a canvas';

function surfacesOf(stream: string): readonly Visitor[] {
  const { room } = oneCore(stream);
  return [
    { ...room, name: TRACK, notes: ['pictures as a track of frames in the <video>'] },
    { ...room, name: SURFACE_BASE, notes: ['the browser makes no tracks: pictures on an OffscreenCanvas'], withoutTracks: true },
  ];
}

const KINDS: FigureKinds = {
  cpu: { unit: 's/s', better: 'lower', meaning: 'Processor seconds of all of the browser’s processes for each second of video' },
  painted: { unit: 'pictures/s', better: 'higher', meaning: 'Pictures shown each second; the stream has 25, and 30 on one core' },
  'A/V offset': {
    unit: 'ms',
    better: 'lower',
    meaning: 'How far the picture shown last is from the sound that is heard; of the H265 player, which knows',
  },
  'decode level': { unit: '', better: 'lower', meaning: 'Degree of what the H265 player leaves out to keep up, at the end; 0 is nothing' },
  'of all pictures': { unit: '%', better: 'higher', meaning: 'Pictures shown, of those that were shown or dropped' },
  memory: { unit: 'MiB', better: 'lower', meaning: 'Memory of all of the browser’s processes, shared memory counted once' },
};

const SETTLE_MS = { full: 1_500, quick: 700 } as const;
const WATCH_MS = { full: 4_000, quick: 1_000 } as const;

async function painting(page: Page, painted: number): Promise<void> {
  const endMs = performance.now() + FIRST_PICTURE_LIMIT_MS;
  while (performance.now() < endMs && (await seen(page)).painted <= painted) await page.waitForTimeout(100);
}

function contestant(name: string, opened: OpenBrowser, front: Front, visitor: Visitor, messagesPerS: number, isQuick: boolean): Contestant {
  const length = isQuick ? 'quick' : 'full';
  return {
    name,
    notes: visitor.notes ?? [],
    async measure(): Promise<Sample> {
      front.setChat(messagesPerS);
      const context = await opened.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
      try {
        await prepare(context, visitor);
        const page = await context.newPage();
        await firstPicture(page, front, visitor);
        await page.waitForTimeout(SETTLE_MS[length]);
        const first = await seen(page);
        const [cpuMs, startedMs] = [await opened.cpuMs(), performance.now()];
        await page.waitForTimeout(WATCH_MS[length]);
        // On a loaded machine a second may have no picture, which is not the player's fault.
        if (isQuick) await painting(page, first.painted);
        const [ranMs, watchedMs] = [(await opened.cpuMs()) - cpuMs, performance.now() - startedMs];
        const last = await seen(page);
        const painted = last.painted - first.painted;
        const dropped = Math.max(0, last.dropped - first.dropped);
        const memory = memoryMiB(await pidsOf(opened.browser));
        return {
          cpu: ranMs / watchedMs,
          painted: (painted * 1_000) / watchedMs,
          ...(painted + dropped > 0 ? { 'of all pictures': (painted / (painted + dropped)) * 100 } : {}),
          ...(last.kind === 'h265' ? { 'A/V offset': Math.abs(last.offsetMs), 'decode level': last.level } : {}),
          ...(Number.isNaN(memory) ? {} : { memory }),
        };
      } finally {
        await context.close();
      }
    },
  };
}

const ROOM: Visitor = { name: 'the room', path: ROOM_PATH };
/** Chat messages per second: none, a busy evening, a flood. */
const RATES = [0, 100, 1_000] as const;

const MUTED: Visitor = { ...BARE.mpegts, name: 'mpegts.js, bare, muted and in the size of the picture' };

function bareOf(kind: 'h264' | 'h265', isQuick: boolean): readonly Visitor[] {
  if (kind === 'h265') return isQuick ? [] : [asShown(BARE.floorH265), asShown(BARE.floorH265Heard)];
  if (isQuick) return [asShown(BARE.mpegts)];
  return [asShown(BARE.mpegts), MUTED, asShown(BARE.flvjs)];
}

type Add = (name: string, front: Front, visitor: Visitor, messagesPerS?: number) => void;

interface Meeting {
  readonly opened: OpenBrowser;
  readonly scenario: string;
  readonly group: string;
  readonly about: string;
  /** Name of the contestant to which the others are compared. */
  readonly base: string;
  /** Served in addition to the fixtures' streams. */
  readonly file?: string;
}

/** One group; `invite` returns the contestants for each revision. */
async function measureGroup(
  context: BenchContext,
  outcomes: Outcomes,
  { opened, scenario, group, about, base, file }: Meeting,
  invite: (add: Add, front: Front, subject: Subject) => void,
): Promise<void> {
  const fronts: Front[] = [];
  const contestants: Contestant[] = [];
  try {
    for (const subject of context.subjects) {
      const folder = await bundleBarePages(subject);
      const front = await openFront({ dist: await subject.dist(), scenario, pages: folder, ...(file === undefined ? {} : { file }) });
      fronts.push(front);
      const add: Add = (name, at, visitor, messagesPerS = 0) => {
        contestants.push(contestant(name, opened, at, visitor, messagesPerS, context.isQuick));
      };
      invite(add, front, subject);
    }
    const raced = await race(contestants, {
      rounds: context.isQuick ? 1 : 2,
      warmUp: 0,
      probe: context.probe,
      isQuick: context.isQuick,
      onTurn: (name) => context.say(`cost, ${group}: ${name}`),
    });
    outcomes.count(raced);
    outcomes.groups.push({
      name: group,
      about,
      rows: rowsOf(contestants, raced, KINDS, ratioFor(context, base)),
      absent: [],
      series: [],
    });
  } finally {
    for (const front of fronts) await front.close();
  }
}

async function measureKind(context: BenchContext, outcomes: Outcomes, kind: 'h264' | 'h265', opened: OpenBrowser): Promise<void> {
  const meeting: Meeting = {
    opened,
    scenario: kind === 'h264' ? 'normal' : 'h265',
    group: `${kind.toUpperCase()}, 852x480 at 25 pictures a second`,
    about: `One page in a window of 1280x800 without a GPU, measured from some seconds after its first picture on. Bare players show the picture in the size of the room’s stage, 888x500, with sound where they have any.`,
    base: kind === 'h264' ? BARE.mpegts.name : BARE.floorH265.name,
  };
  const rates = context.isQuick ? [0] : kind === 'h264' ? RATES : [0, 100];
  await measureGroup(context, outcomes, meeting, (add, front, subject) => {
    for (const rate of rates) add(nameFor(context, subject, `the room, ${rate} messages/s`), front, ROOM, rate);
    if (context.isComparison) return;
    for (const visitor of bareOf(kind, context.isQuick)) add(visitor.name, front, visitor);
  });
}

interface Slim {
  readonly stream: string;
  readonly size: string;
  readonly file?: string;
}

async function measureStreamOnOneCore(context: BenchContext, outcomes: Outcomes, opened: OpenBrowser, given: Slim): Promise<void> {
  const { stream, size, ...served } = given;
  const { room, floor, floorHeard } = oneCore(stream);
  const meeting: Meeting = {
    opened,
    scenario: 'h265',
    group: `H265, ${size} at 30 pictures a second, one core`,
    about: 'The whole browser on one core of the machine, without a GPU; the server has another one.',
    base: floor.name,
    ...served,
  };
  await measureGroup(context, outcomes, meeting, (add, front, subject) => {
    add(nameFor(context, subject, room.name), front, room);
    if (context.isComparison) return;
    for (const visitor of [floor, floorHeard]) add(visitor.name, front, asShown(visitor));
  });
}

async function measureSurfaces(context: BenchContext, outcomes: Outcomes, opened: OpenBrowser): Promise<void> {
  for (const { stream, size, file } of SURFACE_STREAMS) {
    if (file !== undefined && !canEncode()) continue;
    const meeting: Meeting = {
      opened,
      scenario: 'h265',
      group: `H265 on a track and on a canvas, ${size}, one core`,
      about: 'The same room in a browser with and without tracks of frames; the whole browser on one core, without a GPU.',
      base: SURFACE_BASE,
      ...(file && { file: file() }),
    };
    await measureGroup(context, outcomes, meeting, (add, front, subject) => {
      for (const visitor of surfacesOf(stream)) add(nameFor(context, subject, visitor.name), front, visitor);
    });
  }
}

async function measureOneCore(context: BenchContext, outcomes: Outcomes): Promise<void> {
  const launcher = oneCoreLauncher();
  if (launcher === null) {
    outcomes.groups[0]!.absent.push({ contestant: 'one core', why: 'taskset is not installed, or no browser is' });
    return;
  }
  const opened = await openBrowser([], launcher);
  try {
    await measureSurfaces(context, outcomes, opened);
    await measureStreamOnOneCore(context, outcomes, opened, { stream: ONE_CORE_STREAM, size: '1280x720' });
    if (canEncode()) {
      const size = `${FULL_HD.width}x${FULL_HD.height}`;
      const file = fullHdFile();
      outcomes.addInput(inputOfFile(file, FULL_HD.about));
      await measureStreamOnOneCore(context, outcomes, opened, { stream: FULL_HD.name, size, file });
    } else outcomes.groups[0]!.absent.push({ contestant: 'full HD on one core', why: 'ffmpeg or x265 is not installed' });
  } finally {
    await opened.close();
  }
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const opened = await openBrowser();
  try {
    for (const kind of ['h264', 'h265'] as const) await measureKind(context, outcomes, kind, opened);
  } finally {
    await opened.close();
  }
  if (!context.isQuick) await measureOneCore(context, outcomes);
  return outcomes.outcome();
}

export const COST: Benchmark = {
  name: 'cost',
  about: 'What watching costs a device: processor time of the browser as a whole, its memory, and the pictures that are shown for it.',
  kinds: KINDS,
  run,
};
