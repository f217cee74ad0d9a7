/** Time from navigation to the first painted picture, cold and warm, compared with bare players and a minimal page. */
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { nameFor, Outcomes, type BenchContext, type Benchmark, type BenchOutcome } from '../measure/benchmark.ts';
import { type OpenBrowser, withBrowser } from '../measure/browser.ts';
import { inputOfFile, ROOT } from '../measure/environment.ts';
import { type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import { type Front, resetTraffic, withFronts } from '../room/front.ts';
import { BARE, firstPicture, onPage, ROOM, type Visitor } from '../room/visit.ts';

const START_KINDS: FigureKinds = {
  cold: { unit: 'ms', better: 'lower', meaning: 'Navigation to the first painted picture with an empty cache' },
  warm: { unit: 'ms', better: 'lower', meaning: 'The same on the next visit of the same browser' },
  'stream asked, cold': {
    unit: 'ms',
    better: 'lower',
    meaning: 'Navigation to the request for the stream, as the server sees it, with an empty cache',
  },
  'stream asked, warm': { unit: 'ms', better: 'lower', meaning: 'The same on the next visit' },
  bytes: {
    unit: 'kB',
    better: 'lower',
    meaning: 'Bodies sent until the first picture with an empty cache, as they went, the stream’s own bytes included',
  },
  'code, gzip': {
    unit: 'kB',
    better: 'lower',
    meaning: 'Page, scripts, style sheets and wasm that were asked for until the first picture with an empty cache, each by gzip',
  },
  requests: { unit: '', better: 'lower', meaning: 'Requests until the first picture with an empty cache' },
};

/** Pause between two visits of one browser. */
const ENDING_MS = 500;

interface Visit {
  readonly atMs: number;
  readonly askedMs: number;
  readonly bytes: number;
  readonly codeBytes: number;
  readonly requests: number;
  readonly marks: Readonly<Record<string, number>>;
}

async function visit(page: Page, front: Front, visitor: Visitor): Promise<Visit> {
  const { traffic } = front;
  resetTraffic(traffic);
  const { atMs, timeOrigin, marks } = await firstPicture(page, front, visitor);
  const until = traffic.asked.filter((asked) => asked.atMs <= timeOrigin + atMs);
  const stream = until.find((asked) => asked.path.endsWith('.flv'));
  return {
    atMs,
    askedMs: stream ? stream.atMs - timeOrigin : Number.NaN,
    bytes: traffic.bytes / 1_000,
    codeBytes: [...new Set(until.map((asked) => asked.path))].reduce((sum, asked) => sum + front.codeBytes(asked), 0) / 1_000,
    requests: until.length,
    marks,
  };
}

/** `marks` collects the names of the product's own marks. */
function startOf(name: string, opened: OpenBrowser, front: Front, visitor: Visitor, marks = new Set<string>()): Contestant {
  return {
    name,
    notes: visitor.notes ?? [],
    measure(): Promise<Sample> {
      return onPage(opened.browser, async (page) => {
        const cold = await visit(page, front, visitor);
        await page.goto('about:blank');
        // Workers and decoder memory end after their page, which must not count for the next visit.
        await setTimeout(ENDING_MS);
        const warm = await visit(page, front, visitor);
        const own = Object.entries({ cold, warm }).flatMap(([when, { marks: seen }]) =>
          Object.entries(seen).map(([mark, atMs]) => [`${mark}, ${when}`, atMs] as const),
        );
        for (const [mark] of own) marks.add(mark);
        return {
          cold: cold.atMs,
          warm: warm.atMs,
          'stream asked, cold': cold.askedMs,
          'stream asked, warm': warm.askedMs,
          bytes: cold.bytes,
          'code, gzip': cold.codeBytes,
          requests: cold.requests,
          ...Object.fromEntries(own),
        };
      });
    },
  };
}

const KIND_NAMES = { h264: 'H264', h265: 'H265' } as const;
type Kind = keyof typeof KIND_NAMES;

const bareOf = (kind: Kind, isQuick: boolean): readonly Visitor[] =>
  kind === 'h264' ? [BARE.floorH264, BARE.mpegts, ...(isQuick ? [] : [BARE.flvjs])] : [BARE.floorH265];

/** Contestant with which the others of its kind are compared. */
const ratioTo = { h264: BARE.mpegts.name, h265: BARE.floorH265.name } as const;

async function measureKind(context: BenchContext, opened: OpenBrowser, kind: Kind, outcomes: Outcomes): Promise<FigureKinds> {
  const marks = new Set<string>();
  const markKinds = (): FigureKinds =>
    Object.fromEntries(
      [...marks].map((mark) => [
        mark,
        { unit: 'ms', better: 'lower', meaning: `The product’s own mark footlight:${mark.replace(/, \w+$/, '')}, since the navigation` },
      ]),
    );
  await withFronts(async (open) => {
    const fronts: Front[] = [];
    for (const subject of context.subjects) fronts.push(await open(subject, kind === 'h264' ? 'normal' : 'h265'));
    const contestants = fronts.map((front, at) => startOf(nameFor(context, context.subjects[at]!, ROOM.name), opened, front, ROOM, marks));
    if (!context.isComparison)
      contestants.push(...bareOf(kind, context.isQuick).map((visitor) => startOf(visitor.name, opened, fronts[0]!, visitor, marks)));
    await outcomes.race(context, {
      name: `${KIND_NAMES[kind]}, 852x480`,
      about: `Production build behind a loopback server; a new browser context for each turn, one cold and one warm visit in it. The room is the whole room by its rules: ads, live info, chat.`,
      contestants,
      kinds: () => ({ ...START_KINDS, ...markKinds() }),
      base: ratioTo[kind],
      // A start on two cores shared with the server varies by a fifth.
      rounds: context.isQuick ? 1 : 8,
      warmUp: context.isQuick ? 0 : 1,
    });
  });
  return markKinds();
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const kinds = await withBrowser(async (opened) => {
    const marks: FigureKinds[] = [];
    for (const kind of ['h264', 'h265'] as const) {
      const file = path.join(ROOT, `fixtures/streams/stage-852x480-${kind === 'h264' ? kind : 'h265-id12'}.flv`);
      outcomes.addInput(inputOfFile(file, 'played as an endless live stream'));
      marks.push(await measureKind(context, opened, kind, outcomes));
    }
    return Object.assign({}, ...marks) as FigureKinds;
  });
  return { ...outcomes.outcome(), kinds };
}

export const START_UP: Benchmark = {
  name: 'start-up',
  about: 'How long a viewer waits for the first painted picture, and what is sent until then.',
  kinds: START_KINDS,
  run,
};
