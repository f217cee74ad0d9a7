/**
 * Processor time of the whole browser per second of video, compared with bare players that show the same stream in the same size with the
 * same sound.
 */
import type { Page } from 'playwright';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canEncode } from '../../src/wasm/bench/streams.ts';
import { type BenchContext, type Benchmark, type BenchOutcome, nameFor, Outcomes } from '../measure/benchmark.ts';
import { NO_ONE_CORE, oneCoreLauncher, type OpenBrowser, withBrowser } from '../measure/browser.ts';
import { inputOfFile, CACHE, ROOT } from '../measure/environment.ts';
import { type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import { type Front, withFronts } from '../room/front.ts';
import { memoryMiB, pidsOf } from '../room/processes.ts';
import {
  asShown,
  BARE,
  FIRST_PICTURE_LIMIT_MS,
  firstPicture,
  ONE_CORE_STREAM,
  oneCore,
  onPage,
  ROOM,
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
    measure(): Promise<Sample> {
      front.setChat(messagesPerS);
      return onPage(opened.browser, async (page) => {
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
        return {
          cpu: ranMs / watchedMs,
          painted: (painted * 1_000) / watchedMs,
          ...(painted + dropped > 0 ? { 'of all pictures': (painted / (painted + dropped)) * 100 } : {}),
          ...(last.kind === 'h265' ? { 'A/V offset': Math.abs(last.offsetMs), 'decode level': last.level } : {}),
          memory: memoryMiB(await pidsOf(opened.browser)),
        };
      });
    },
  };
}

/** Chat messages per second: none, a busy evening, a flood. */
const RATES = [0, 100, 1_000] as const;

const MUTED: Visitor = { ...BARE.mpegts, name: 'mpegts.js, bare, muted and in the size of the picture' };

function bareOf(kind: 'h264' | 'h265', isQuick: boolean): readonly Visitor[] {
  if (kind === 'h265') return isQuick ? [] : [asShown(BARE.floorH265), asShown(BARE.floorH265Heard)];
  if (isQuick) return [asShown(BARE.mpegts)];
  return [asShown(BARE.mpegts), MUTED, asShown(BARE.flvjs)];
}

interface Meeting {
  readonly scenario: string;
  readonly name: string;
  readonly about: string;
  /** Name of the contestant to which the others are compared. */
  readonly base: string;
  /** Served in addition to the fixtures' streams. */
  readonly file?: string;
  /** The room with its messages per second, and other players. */
  readonly rooms: readonly (readonly [name: string, visitor: Visitor, messagesPerS: number])[];
  readonly others: readonly Visitor[];
}

async function measureGroup(context: BenchContext, outcomes: Outcomes, opened: OpenBrowser, meeting: Meeting): Promise<void> {
  const { scenario, file, rooms, others, ...group } = meeting;
  await withFronts(async (open) => {
    const contestants: Contestant[] = [];
    for (const subject of context.subjects) {
      const front = await open(subject, scenario, file === undefined ? {} : { file });
      const add = (name: string, visitor: Visitor, messagesPerS = 0): unknown =>
        contestants.push(contestant(name, opened, front, visitor, messagesPerS, context.isQuick));
      for (const [name, visitor, rate] of rooms) add(nameFor(context, subject, name), visitor, rate);
      if (!context.isComparison) for (const visitor of others) add(visitor.name, visitor);
    }
    await outcomes.race(context, { ...group, contestants, kinds: KINDS, rounds: context.isQuick ? 1 : 2 });
  });
}

function meetingOf(kind: 'h264' | 'h265', isQuick: boolean): Meeting {
  const rates = isQuick ? [0] : kind === 'h264' ? RATES : [0, 100];
  return {
    scenario: kind === 'h264' ? 'normal' : 'h265',
    name: `${kind.toUpperCase()}, 852x480 at 25 pictures a second`,
    about: `One page in a window of 1280x800 without a GPU, measured from some seconds after its first picture on. Bare players show the picture in the size of the room’s stage, 888x500, with sound where they have any.`,
    base: kind === 'h264' ? BARE.mpegts.name : BARE.floorH265.name,
    rooms: rates.map((rate) => [`the room, ${rate} messages/s`, ROOM, rate] as const),
    others: bareOf(kind, isQuick),
  };
}

function oneCoreMeeting(stream: string, size: string): Meeting {
  const { room, floor, floorHeard } = oneCore(stream);
  return {
    scenario: 'h265',
    name: `H265, ${size} at 30 pictures a second, one core`,
    about: 'The whole browser on one core of the machine, without a GPU; the server has another one.',
    base: floor.name,
    rooms: [[room.name, room, 0]],
    others: [asShown(floor), asShown(floorHeard)],
  };
}

async function measureOneCore(context: BenchContext, outcomes: Outcomes): Promise<void> {
  const launcher = oneCoreLauncher();
  if (launcher === null) {
    outcomes.groups[0]!.absent.push(NO_ONE_CORE);
    return;
  }
  await withBrowser(async (opened) => {
    await measureGroup(context, outcomes, opened, oneCoreMeeting(ONE_CORE_STREAM, '1280x720'));
    if (canEncode()) {
      const file = fullHdFile();
      outcomes.addInput(inputOfFile(file, FULL_HD.about));
      const meeting = oneCoreMeeting(FULL_HD.name, `${FULL_HD.width}x${FULL_HD.height}`);
      await measureGroup(context, outcomes, opened, { ...meeting, file });
    } else outcomes.groups[0]!.absent.push({ contestant: 'full HD on one core', why: 'ffmpeg or x265 is not installed' });
  }, launcher);
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  await withBrowser(async (opened) => {
    for (const kind of ['h264', 'h265'] as const) await measureGroup(context, outcomes, opened, meetingOf(kind, context.isQuick));
  });
  if (!context.isQuick) await measureOneCore(context, outcomes);
  return outcomes.outcome();
}

export const COST: Benchmark = {
  name: 'cost',
  about: 'What watching costs a device: processor time of the browser as a whole, its memory, and the pictures that are shown for it.',
  kinds: KINDS,
  run,
};
