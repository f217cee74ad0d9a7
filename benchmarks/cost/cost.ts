/** Processor time of the whole browser for each second of video, beside bare players of the same stream. */
import { nameFor, Outcomes, ratioFor, type BenchContext, type Benchmark, type BenchOutcome } from '../measure/benchmark.ts';
import { openBrowser, type OpenBrowser } from '../measure/browser.ts';
import { race, rowsOf, type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import { bundleBarePages } from '../room/bundle.ts';
import { openFront, type Front } from '../room/front.ts';
import { memoryMiB, pidsOf } from '../room/processes.ts';
import { BARE, firstPicture, observe, ROOM_PATH, seen, type Visitor } from '../room/visit.ts';

const KINDS: FigureKinds = {
  cpu: { unit: 's/s', better: 'lower', meaning: 'Processor seconds of all of the browser’s processes for each second of video' },
  painted: { unit: 'pictures/s', better: 'higher', meaning: 'Pictures shown each second; the stream has 25' },
  'of all pictures': { unit: '%', better: 'higher', meaning: 'Pictures shown, of those that were shown or dropped' },
  memory: { unit: 'MiB', better: 'lower', meaning: 'Memory of all of the browser’s processes, shared memory counted once' },
};

const SETTLE_MS = { full: 1_500, quick: 700 } as const;
const WATCH_MS = { full: 4_000, quick: 1_000 } as const;

function contestant(name: string, opened: OpenBrowser, front: Front, visitor: Visitor, messagesPerS: number, isQuick: boolean): Contestant {
  const length = isQuick ? 'quick' : 'full';
  return {
    name,
    notes: visitor.notes ?? [],
    async measure(): Promise<Sample> {
      front.setChat(messagesPerS);
      const context = await opened.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
      try {
        await observe(context);
        const page = await context.newPage();
        await firstPicture(page, front, visitor);
        await page.waitForTimeout(SETTLE_MS[length]);
        const first = await seen(page);
        const [cpuMs, startedMs] = [await opened.cpuMs(), performance.now()];
        await page.waitForTimeout(WATCH_MS[length]);
        const [ranMs, watchedMs] = [(await opened.cpuMs()) - cpuMs, performance.now() - startedMs];
        const last = await seen(page);
        const painted = last.painted - first.painted;
        const dropped = Math.max(0, last.dropped - first.dropped);
        const memory = memoryMiB(await pidsOf(opened.browser));
        return {
          cpu: ranMs / watchedMs,
          painted: (painted * 1_000) / watchedMs,
          ...(painted + dropped > 0 ? { 'of all pictures': (painted / (painted + dropped)) * 100 } : {}),
          ...(Number.isNaN(memory) ? {} : { memory }),
        };
      } finally {
        await context.close();
      }
    },
  };
}

const ROOM: Visitor = { name: 'the room', path: ROOM_PATH };
/** What a busy evening says, and what a flood does. */
const RATES = [0, 100, 1_000] as const;

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const opened = await openBrowser();
  try {
    for (const kind of ['h264', 'h265'] as const) {
      const fronts: Front[] = [];
      const contestants: Contestant[] = [];
      try {
        for (const subject of context.subjects) {
          const { folder, hasOthers } = await bundleBarePages(context, subject);
          const front = await openFront({ dist: await subject.dist(), scenario: kind === 'h264' ? 'normal' : 'h265', pages: folder });
          fronts.push(front);
          const add = (name: string, visitor: Visitor, rate: number): void => {
            contestants.push(contestant(name, opened, front, visitor, rate, context.isQuick));
          };
          const rates = context.isQuick ? [0] : kind === 'h264' ? RATES : [0, 100];
          for (const rate of rates) add(nameFor(context, subject, `the room, ${rate} messages/s`), ROOM, rate);
          if (context.isComparison) continue;
          const bare =
            kind === 'h265'
              ? context.isQuick
                ? []
                : [BARE.floorH265]
              : [
                  BARE.mpegts,
                  ...(context.isQuick ? [] : [BARE.mpegtsAsShown]),
                  ...(hasOthers && !context.isQuick ? [BARE.flvjs, BARE.xgplayer] : []),
                ];
          for (const visitor of bare) add(visitor.name, visitor, 0);
        }
        const raced = await race(contestants, {
          rounds: context.isQuick ? 1 : 2,
          warmUp: 0,
          probe: context.probe,
          isQuick: context.isQuick,
          onTurn: (name) => context.say(`cost, ${kind}: ${name}`),
        });
        outcomes.count(raced);
        const ratioTo = ratioFor(context, kind === 'h264' ? BARE.mpegts.name : BARE.floorH265.name);
        outcomes.groups.push({
          name: `${kind.toUpperCase()}, 852x480 at 25 pictures a second`,
          about: 'One page in a window of 1280x800 without a GPU, measured from some seconds after its first picture on.',
          rows: rowsOf(contestants, raced, KINDS, ratioTo),
          absent: [],
          series: [],
        });
      } finally {
        for (const front of fronts) await front.close();
      }
    }
  } finally {
    await opened.close();
  }
  return outcomes.outcome();
}

export const COST: Benchmark = {
  name: 'cost',
  about: 'What watching costs a device: processor time of the browser as a whole, its memory, and the pictures that are shown for it.',
  kinds: KINDS,
  run,
};
