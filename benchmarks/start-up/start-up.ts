/** Time from navigation to the first painted picture, cold and warm, compared with bare players and a minimal page. */
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { nameFor, Outcomes, ratioFor, type BenchContext, type Benchmark, type BenchOutcome, type Subject } from '../measure/benchmark.ts';
import { openBrowser, type OpenBrowser } from '../measure/browser.ts';
import { inputOfFile, ROOT } from '../measure/environment.ts';
import { race, rowsOf, type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import { bundleBarePages } from '../measure/pages.ts';
import { openFront, type Front, resetTraffic } from '../room/front.ts';
import { BARE, firstPicture, observe, ROOM_PATH, type Visitor } from '../room/visit.ts';

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

/** Name of the figure for a mark that the product sets. */
const markKind = (mark: string, visit: 'cold' | 'warm') => `${mark}, ${visit}`;

/** `marks` collects the names of the product's own marks. */
function startOf(name: string, opened: OpenBrowser, front: Front, visitor: Visitor, marks = new Set<string>()): Contestant {
  return {
    name,
    notes: visitor.notes ?? [],
    async measure(): Promise<Sample> {
      const context = await opened.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
      try {
        await observe(context);
        const page = await context.newPage();
        const cold = await visit(page, front, visitor);
        await page.goto('about:blank');
        // Workers and decoder memory end after their page, which must not count for the next visit.
        await setTimeout(ENDING_MS);
        const warm = await visit(page, front, visitor);
        const own = Object.entries({ cold, warm }).flatMap(([when, { marks: seen }]) =>
          Object.entries(seen).map(([mark, atMs]) => [markKind(mark, when as 'cold' | 'warm'), atMs] as const),
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
      } finally {
        await context.close();
      }
    },
  };
}

const KIND_NAMES = { h264: 'H264', h265: 'H265' } as const;
type Kind = keyof typeof KIND_NAMES;

const bareOf = (kind: Kind, isQuick: boolean): readonly Visitor[] =>
  kind === 'h264' ? [BARE.floorH264, BARE.mpegts, ...(isQuick ? [] : [BARE.flvjs])] : [BARE.floorH265];

/** Contestant with which the others of its kind are compared. */
const ratioTo = { h264: BARE.mpegts.name, h265: BARE.floorH265.name } as const;

async function openFronts(context: BenchContext, kind: Kind): Promise<readonly { readonly subject: Subject; readonly front: Front }[]> {
  const fronts = [];
  for (const subject of context.subjects) {
    const folder = await bundleBarePages(subject);
    const front = await openFront({ dist: await subject.dist(), scenario: kind === 'h264' ? 'normal' : 'h265', pages: folder });
    fronts.push({ subject, front });
  }
  return fronts;
}

async function measureKind(context: BenchContext, opened: OpenBrowser, kind: Kind, outcomes: Outcomes): Promise<FigureKinds> {
  const fronts = await openFronts(context, kind);
  const marks = new Set<string>();
  const contestants = fronts.map(({ subject, front }) =>
    startOf(nameFor(context, subject, 'the room'), opened, front, { name: 'the room', path: ROOM_PATH }, marks),
  );
  const [first] = fronts;
  if (!context.isComparison)
    contestants.push(...bareOf(kind, context.isQuick).map((visitor) => startOf(visitor.name, opened, first!.front, visitor, marks)));
  try {
    const raced = await race(contestants, {
      // A start on two cores shared with the server varies by a fifth.
      rounds: context.isQuick ? 1 : 8,
      warmUp: context.isQuick ? 0 : 1,
      probe: context.probe,
      isQuick: context.isQuick,
      onTurn: (name) => context.say(`${KIND_NAMES[kind]}: ${name}`),
    });
    outcomes.count(raced);
    const markKinds: FigureKinds = Object.fromEntries(
      [...marks].map((mark) => [
        mark,
        { unit: 'ms', better: 'lower', meaning: `The product’s own mark footlight:${mark.replace(/, \w+$/, '')}, since the navigation` },
      ]),
    );
    outcomes.groups.push({
      name: `${KIND_NAMES[kind]}, 852x480`,
      about: `Production build behind a loopback server; a new browser context for each turn, one cold and one warm visit in it. The room is the whole room by its rules: ads, live info, chat.`,
      rows: rowsOf(contestants, raced, { ...START_KINDS, ...markKinds }, ratioFor(context, ratioTo[kind])),
      absent: [],
      series: [],
    });
    return markKinds;
  } finally {
    for (const { front } of fronts) await front.close();
  }
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const opened = await openBrowser();
  let kinds: FigureKinds = {};
  try {
    for (const kind of ['h264', 'h265'] as const) {
      outcomes.addInput(
        inputOfFile(
          path.join(ROOT, `fixtures/streams/stage-852x480-${kind === 'h264' ? kind : 'h265-id12'}.flv`),
          'played as an endless live stream',
        ),
      );
      kinds = { ...kinds, ...(await measureKind(context, opened, kind, outcomes)) };
    }
  } finally {
    await opened.close();
  }
  return { ...outcomes.outcome(), kinds };
}

export const START_UP: Benchmark = {
  name: 'start-up',
  about: 'How long a viewer waits for the first painted picture, and what is sent until then.',
  kinds: START_KINDS,
  run,
};
