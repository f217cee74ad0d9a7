/**
 * `npm run soak`: tests that need real minutes. Each part watches for the time of `--minutes` and fails if something grew beyond its limit.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runTool as runProjectTool } from '../scripts/lib/tool.ts';
import { anyText, EXIT, integer, runTool, UsageError, type Tool, type ValuesOf } from '../scripts/lib/command-line.ts';
import { CACHE } from './measure/environment.ts';
import { openProbe } from './measure/probe.ts';
import { resultOf, writeResult } from './measure/results.ts';
import { thisRevision } from './measure/subjects.ts';
import { MEMORY, soakMemory } from './memory/memory.ts';
import { printResult, writeReport } from './report/write.ts';
import { run } from './soak/chat.ts';
import { FAULTS, tryChunks } from './soak/chunks.ts';
import { HOLES, tableOf, tryHoles } from './soak/holes.ts';

/** The end-to-end tests with the tag @soak: each defines its own duration. */
const END_TO_END = 'end-to-end';
const MEMORY_PART = 'memory';
/** The viewer's lines under random disconnects at a real WebSocket server: a given number of disconnects, however long they take. */
const CHAT = 'chat';
/** The production build in a browser, behind a network that fails in many ways. */
const HOLES_PART = 'holes';
/** Each script of the offline build is late or lost, one at a time. */
const CHUNKS = 'chunks';
/** One of the end-to-end tests alone: 5,000 messages a second beside the video. */
const STORM = 'storm';
const ALL = [MEMORY_PART, CHAT, HOLES_PART, CHUNKS, END_TO_END];
const NAMES = [...ALL, STORM];

const OPTIONS = {
  minutes: integer('real minutes for each contestant of each part', 10, 1, 24 * 60),
  disconnects: integer('chat: so many disconnects, crashes, reloads and changes of login', 1_000, 1, 1_000_000),
  seed: integer('chat: where the random numbers begin', 1, 0, 2 ** 31 - 1),
  only: anyText(`some, with commas; chunks: scripts whose names begin so; holes: ${Object.keys(HOLES).join(', ')}`),
  'at-once': integer('holes and chunks: so many at the same time', 1, 1, 16),
  dist: anyText('holes and chunks: folder of the build (dist, dist-offline)'),
} as const;

const SOAK: Tool<typeof OPTIONS> = {
  name: 'npm run soak --',
  takes: '[...parts]',
  about: `Watches for long, in real time: ${NAMES.join(', ')}; all of them when none is named (${STORM} is one of ${END_TO_END}). Results go to .cache/bench/soak.`,
  options: OPTIONS,
  wordsMax: Number.POSITIVE_INFINITY,
  examples: [
    '  npm run soak -- memory --minutes 30',
    '  npm run soak -- chat --disconnects 1000 --seed 7',
    '  npm run soak -- holes --only silent-40,portal',
  ],
  run: soak,
};

async function soakChat(disconnects: number, seed: number, log: (line: string) => void): Promise<readonly string[]> {
  const { lost, doubled, byAnother, outOfOrder, ...counts } = await run({ disconnects, seed, log });
  console.log(JSON.stringify({ seed, ...counts }));
  return Object.entries({ lost, doubled, byAnother, outOfOrder }).flatMap(([fault, lines]) =>
    lines.map((line) => `chat: ${fault}: ${line}`),
  );
}

function builtRoom(folder: string): string {
  if (!existsSync(path.join(folder, 'index.html')))
    throw new UsageError(`${folder} has no build of the room: npm run build, or npm run build -- offline`);
  return path.resolve(folder);
}

async function soakHoles(
  { only, dist = 'dist', ...values }: ValuesOf<typeof OPTIONS>,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const names = only?.split(',') ?? Object.keys(HOLES);
  const unknown = names.find((name) => !(name in HOLES));
  if (unknown !== undefined) throw new UsageError(`${unknown} is no hole: ${Object.keys(HOLES).join(', ')}`);
  const results = await tryHoles(names, { dist: builtRoom(dist), atOnce: values['at-once'], say });
  console.log(tableOf(results));
  return results.flatMap(({ hole, faults }) => faults.map((fault) => `holes: ${hole}: ${fault}`));
}

async function soakChunks(
  { only = '', dist = 'dist-offline', ...values }: ValuesOf<typeof OPTIONS>,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const results = await tryChunks(FAULTS, { dist: builtRoom(dist), atOnce: values['at-once'], only: only.split(','), say });
  const tried = results.filter(({ faults }) => faults !== null);
  console.log(`chunks: ${tried.length} visits, ${tried.filter(({ faults }) => faults!.length > 0).length} with something off`);
  return tried.flatMap(({ chunk, fault, faults }) => faults!.map((one) => `chunks: ${chunk} ${fault}: ${one}`));
}

async function soak(values: ValuesOf<typeof OPTIONS>, words: readonly string[]): Promise<number> {
  const { minutes, disconnects, seed } = values;
  const named = words.length === 0 ? ALL : words;
  const unknown = named.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new UsageError(`${unknown} is no part: ${NAMES.join(', ')}`);
  const specs = named.includes(END_TO_END) ? [] : named.includes(STORM) ? ['tests/e2e/storm.spec.ts'] : null;
  const isEndToEndGood = specs === null || runProjectTool('tsx scripts/suite/test.ts e2e --project=soak', specs, { FOOTLIGHT_SOAK: '1' });
  const say = (what: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${what}\n`);
  const faults = named.includes(CHAT) ? [...(await soakChat(disconnects, seed, say))] : [];
  if (named.includes(HOLES_PART)) faults.push(...(await soakHoles(values, say)));
  if (named.includes(CHUNKS)) faults.push(...(await soakChunks(values, say)));
  if (named.includes(MEMORY_PART)) faults.push(...(await watchMemory(minutes, say)));
  for (const fault of faults) console.error(fault);
  return faults.length === 0 && isEndToEndGood ? EXIT.DONE : EXIT.WRONG;
}

async function watchMemory(minutes: number, say: (what: string) => void): Promise<readonly string[]> {
  const probe = await openProbe();
  const folder = path.join(CACHE, 'soak');
  const startedAt = new Date();
  try {
    const context = { isQuick: false, subjects: [thisRevision(say)], isComparison: false, files: [], takes: () => true, viewers: 0 };
    const { outcome, faults } = await soakMemory({ ...context, probe, say }, minutes);
    const result = resultOf(MEMORY, outcome, { startedAt, isQuick: false });
    writeResult(folder, result);
    printResult(result);
    writeReport(path.join(folder, 'memory.html'), [result]);
    return faults;
  } finally {
    probe.close();
  }
}

process.exitCode = await runTool(SOAK, process.argv.slice(2));
