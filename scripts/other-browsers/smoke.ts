/** Rows tested in every browser: scenarios of the offline room, and what a viewer has to see within a time. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, type ScenarioName } from '../../mocks/scenarios.ts';
import { ROOT } from '../lib/tool.ts';
import type { Tab } from './driver.ts';

// Stored results of `npm run e2e -- firefox --save` and `webkit`, and their table in the documents.

export const RESULTS_PATH = join(ROOT, 'docs/browsers.json');

interface BrowserResult {
  readonly name: string;
  readonly version: string;
  /** By feature of the smoke test: `yes`, or `no: …` with the failed condition. */
  readonly results: Readonly<Record<string, string>>;
}
type BrowserResults = Readonly<Partial<Record<'firefox' | 'webkit', BrowserResult>>>;

export const readResults = (): BrowserResults =>
  existsSync(RESULTS_PATH) ? (JSON.parse(readFileSync(RESULTS_PATH, 'utf8')) as BrowserResults) : {};

const NAMES = { firefox: 'Firefox', webkit: 'WebKitGTK' } as const;

/** Drivers report it as `firefox/153.7.0`. */
const versionOf = ({ version }: BrowserResult): string => /[\d.]+/.exec(version)?.[0] ?? version;

/** Head and rows. A browser or a feature that was never run has a row "not measured". */
export function browserRows(results: BrowserResults, features: readonly string[]): readonly (readonly string[])[] {
  const browsers = ['firefox', 'webkit'] as const;
  const head = [
    'what',
    ...browsers.map((which) => `${NAMES[which]}${results[which] === undefined ? '' : ` ${versionOf(results[which])}`}`),
  ];
  const rows = features.map((feature) => [feature, ...browsers.map((which) => results[which]?.results[feature] ?? 'not measured')]);
  return [head, ...rows];
}

/** State of the page, read by one expression. */
interface Sample {
  readonly stage: string;
  readonly kind: string;
  readonly epoch: number;
  readonly painted: number;
  readonly positionS: number;
  /** Media time of the video on the stage: live, offline video or lead-in. */
  readonly mediaS: number;
  readonly rows: number;
  readonly chat: string;
  readonly text: string;
  /** The unmute button is shown. */
  readonly asksForClick: boolean;
  /** Features on the page, and those switched off after a failure. */
  readonly features: number;
  readonly off: readonly string[];
}

const SAMPLE = `(() => {
  const stage = document.querySelector('section[data-at]');
  const figures = window.appFigures ? window.appFigures() : null;
  const clips = [...document.querySelectorAll('section[data-at] video')].map((video) => video.currentTime);
  const log = document.querySelector('[role=log]');
  const mark = document.querySelector('aside [data-at]');
  return {
    stage: stage ? stage.getAttribute('data-at') : '',
    kind: figures ? figures.kind : '',
    epoch: figures ? figures.epoch : 0,
    painted: figures ? figures.progress.paintedFrames : 0,
    positionS: figures ? figures.progress.positionS : 0,
    mediaS: Math.max(0, ...clips),
    rows: log ? log.querySelectorAll('[data-id]').length : 0,
    chat: mark ? mark.getAttribute('data-at') : '',
    text: log ? log.textContent : '',
    asksForClick: document.querySelector('[data-unmute]') !== null,
    features: document.querySelectorAll('[data-place]').length,
    off: [...document.querySelectorAll('[data-feature-off]')].map((one) => one.getAttribute('data-feature-off')),
  };
})()`;

export interface SmokeRow {
  readonly feature: string;
  readonly scenario: ScenarioName;
  /** Conditions on the newest and the first sample. */
  readonly sees: readonly (readonly [what: string, holds: (now: Sample, first: Sample) => boolean])[];
  /** The screenshot must have the colours of the stage, because pictures may advance and be noise. */
  readonly isLookedAt?: true;
  readonly act?: (tab: Tab) => Promise<void>;
  /** Browsers may start muted; the page is not queried for this time, because a query counts as a user gesture. */
  readonly quietMs?: number;
  /** Uses the origin server over a real network, without a mock in the page. */
  readonly isFromOrigin?: true;
  /** Some browser builds lack this capability: the room then uses another one, which is tested instead. */
  readonly wants?: { readonly present: string; readonly otherwise: string };
  readonly limitMs?: number;
  /** For sound without pictures: without a sound device Firefox reports an error, which does not concern the room. */
  readonly needsSound?: true;
  /** All conditions have to hold for this time, and still at the end. */
  readonly holdsMs?: number;
}

const moves = ['a moving picture', (now: Sample, first: Sample) => now.painted > Math.max(first.painted, 1) + 20] as const;
const isKind = (...kinds: readonly string[]) => [`played by ${kinds.join(' or ')}`, (now: Sample) => kinds.includes(now.kind)] as const;
const chats = ['chat', (now: Sample) => now.rows > 2] as const;
const works = ['every feature works', (now: Sample) => now.off.length === 0] as const;
const offersSound = ['the sound is offered', (now: Sample) => now.asksForClick] as const;
const isAnother = ['another player', (now: Sample) => now.epoch > 1] as const;
/** The page is not queried during this time, because a query counts as a gesture that allows sound. */
const QUIET_MS = 9_000;
/** Duration of the cut and the following player on a busy machine. */
const QUIET_WITH_CUT_MS = 25_000;
const SAID = 'smoke says hello';

export const SMOKE: readonly SmokeRow[] = [
  { feature: 'H264 and chat', scenario: 'normal', isLookedAt: true, sees: [moves, isKind('h264'), chats] },
  { feature: 'Live room', scenario: 'live', isLookedAt: true, sees: [moves] },
  { feature: 'Vertical room', scenario: 'vertical', sees: [moves] },
  { feature: 'From a real server', scenario: 'logged-in', isFromOrigin: true, sees: [moves, isKind('h264'), chats] },
  {
    feature: 'Radio room',
    scenario: 'radio',
    needsSound: true,
    sees: [['sound goes on', (now, first) => now.positionS > first.positionS + 1]],
  },
  { feature: 'Offline video', scenario: 'offline', sees: [['it plays', (now, first) => now.mediaS > first.mediaS + 1]] },
  {
    feature: 'Advertisement, then the room',
    scenario: 'ad',
    sees: [['the room after it', (now) => now.stage === 'live' && now.painted > 20]],
    limitMs: 40_000,
  },
  {
    feature: 'Lead-in video',
    scenario: 'lead-in',
    sees: [['it plays', (now, first) => now.stage === 'lead-in' && now.mediaS > first.mediaS + 1]],
  },
  { feature: 'The star’s own room', scenario: 'star', sees: [chats, works] },
  { feature: 'A thousand lines a second', scenario: 'chat-flood', sees: [moves, ['full chat', (now) => now.rows >= 100]], holdsMs: 8_000 },
  { feature: 'Features', scenario: 'features', sees: [moves, ['a feature', (now) => now.features > 0], works], holdsMs: 8_000 },
  { feature: 'Every message', scenario: 'all-pushes', sees: [chats, works], holdsMs: 12_000 },
  {
    feature: 'Own message',
    scenario: 'logged-in',
    sees: [chats, ['it is there once', (now) => now.text.split(SAID).length === 2]],
    async act(tab) {
      await tab.type('form input', SAID);
      await tab.click('form button[type=submit]');
    },
  },
  { feature: 'H265', scenario: 'h265', isLookedAt: true, sees: [moves, isKind('h265-native', 'h265')] },
  { feature: 'H265 (hvc1, B pictures)', scenario: 'h265-hvc1', isLookedAt: true, sees: [moves, isKind('h265-native', 'h265')] },
  {
    feature: 'H265 without shared memory',
    scenario: 'h265-unshared',
    isLookedAt: true,
    sees: [moves, isKind('h265')],
  },
  {
    feature: 'WebRTC for 35 s',
    scenario: 'webrtc',
    sees: [moves, isKind('webrtc')],
    wants: { present: "typeof RTCPeerConnection === 'function'", otherwise: 'has no WebRTC: H264 plays' },
    holdsMs: 35_000,
    limitMs: 60_000,
  },
  { feature: 'Stream that is cut', scenario: 'stream-cut', sees: [isAnother, moves], limitMs: 45_000 },
  {
    feature: 'Chat that is cut',
    scenario: 'socket-drops',
    sees: [moves, ['open again', (now) => now.chat === 'open']],
    holdsMs: 12_000,
    limitMs: 40_000,
  },
  { feature: 'Start with the sound refused', scenario: 'autoplay', sees: [moves, offersSound] },
  { feature: 'The browser’s own refusal', scenario: 'normal', quietMs: QUIET_MS, sees: [moves, offersSound], holdsMs: 20_000 },
  {
    feature: 'The same, and a cut',
    scenario: 'stream-cut',
    quietMs: QUIET_WITH_CUT_MS,
    sees: [isAnother, moves, offersSound],
    limitMs: 45_000,
  },
];

/** Checks the lower half of the screenshot: most places have a colour, and adjacent lines are similar, unlike noise. */
async function showsPicture(tab: Tab): Promise<boolean> {
  const png = await tab.picture();
  return (
    (await tab.evaluate(`(async () => {
      const screen = new Image();
      screen.src = 'data:image/png;base64,${png}';
      await screen.decode();
      const { x, y, width, height } = document.querySelector('section[data-at]').getBoundingClientRect();
      const scale = screen.width / innerWidth;
      const SIDE = 120;
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = SIDE;
      const context = canvas.getContext('2d');
      context.drawImage(screen, x * scale, (y + height / 2) * scale, SIDE, SIDE, 0, 0, SIDE, SIDE);
      const { data } = context.getImageData(0, 0, SIDE, SIDE);
      let count = 0;
      let apart = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue] = [data[at], data[at + 1], data[at + 2]];
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 8) count++;
        const below = data[at + SIDE * 4 + 1];
        if (below !== undefined) apart += Math.abs(below - green);
      }
      return count / SIDE / SIDE > 0.3 && apart / SIDE / SIDE < 16;
    })()`)) === true
  );
}

const LIMIT_MS = 25_000;

/** Conditions for a room in a browser that lacks the row's capability. */
export const WITHOUT = { sees: [moves], holdsMs: 0 } as const;

/** Table entry if the browser lacks the row's capability. */
export async function lackOf(tab: Tab, address: string, { wants }: SmokeRow): Promise<string | null> {
  if (wants === undefined) return null;
  await tab.goto(address);
  return (await tab.evaluate(wants.present)) === true ? null : wants.otherwise;
}

/** Empty: all conditions were met. `address`: of the preview, or of the origin server. */
export async function look(tab: Tab, address: string, row: SmokeRow): Promise<readonly string[]> {
  await tab.goto(row.isFromOrigin ? `${address}/live/1001` : `${address}${addressOf(row.scenario)}`);
  if (row.quietMs !== undefined) await sleep(row.quietMs);
  const startMs = Date.now();
  const limitMs = row.limitMs ?? LIMIT_MS;
  let first: Sample | null = null;
  let hasActed = row.act === undefined;
  let left: readonly string[] = row.sees.map(([what]) => what);
  while (Date.now() - startMs < limitMs) {
    const now = (await tab.evaluate(SAMPLE)) as Sample;
    // A new player starts counting from zero.
    if (first === null || first.epoch !== now.epoch) first = now;
    if (!hasActed && now.chat === 'open' && now.rows > 2) {
      await row.act?.(tab);
      hasActed = true;
    }
    const start = first;
    left = row.sees.filter(([, holds]) => !holds(now, start)).map(([what]) => what);
    if (left.length === 0 && Date.now() - startMs >= (row.holdsMs ?? 0))
      return !row.isLookedAt || (await showsPicture(tab)) ? [] : ['a picture as it was sent'];
    await sleep(250);
  }
  return left;
}
