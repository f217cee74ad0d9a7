/** Measures a stream in a room: player kind, latency behind the encoder, sound, or the text of a refusal. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { type Publisher, type RunningExample, postFile } from '../../../scripts/example-server.ts';
import { ROOT } from '../../../scripts/lib/tool.ts';
import { CLOCK_PERIOD_S, CLOCK_PIXELS, CLOCK_STEPS_PER_S, type StreamRow } from './rows.ts';

const ROOM = 1_001;
/** Time after which retries and switches of the player are over. */
const DECIDED_MS = 40_000;
const WATCHED_MS = 8_000;
const LOOK_MS = 250;
/** Two samples further apart than this mean that the picture stopped between them. */
const STILL_S = 1;

export interface Measured {
  /** `h264`; '' if nothing plays. */
  readonly kind: string;
  readonly size: string;
  /** Seconds from the encoder to the page, median; null if it cannot be read. */
  readonly latencyS: number | null;
  /** Buffer of the player ahead of its position in seconds, median. */
  readonly bufferedS: number;
  readonly hasSound: boolean;
  /** Number of stops longer than STILL_S. */
  readonly stops: number;
  /** Text of the page instead of a picture, or after it. */
  readonly words: string;
  /** ffmpeg's output if it failed. */
  readonly encoder: string;
}

interface Look {
  readonly nowMs: number;
  readonly kind: string;
  readonly size: string;
  readonly positionS: number;
  readonly painted: number;
  readonly bufferedS: number;
  /** Increases while sound is decoded. */
  readonly sound: number;
  /** Brightness of the clock, 0 to 255; null without a picture. */
  readonly clock: number | null;
  /** The room has given up. */
  readonly isRefused: boolean;
  readonly words: string;
}

interface Figures {
  readonly kind: string;
  readonly progress: { readonly positionS: number; readonly paintedFrames: number; readonly bufferedS: number; readonly audioS: number };
}

/** Runs in the page. */
function lookAtPage(clockPixels: number): Look {
  const figures = (window as never as { appFigures?: () => Figures | null }).appFigures?.() ?? null;
  const video = document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])');
  let clock: number | null = null;
  if (video !== null && video.videoWidth > 0) {
    const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const part = clockPixels / 2;
    copy.drawImage(video, part / 2, part / 2, part, part, 0, 0, 1, 1);
    clock = copy.getImageData(0, 0, 1, 1).data[1] ?? null;
  }
  // The sound of H265 is not played by an element: its clock shows that it plays.
  const bytes: unknown =
    figures?.kind === 'h265' ? figures.progress.audioS : video === null ? 0 : Reflect.get(video, 'webkitAudioDecodedByteCount');
  const tips = [...document.querySelectorAll('[data-tip="live-fail"] p, [data-tip="busy-hint"] p')];
  return {
    nowMs: Date.now(),
    kind: figures?.kind ?? '',
    size: video === null || video.videoWidth === 0 ? '' : `${video.videoWidth}x${video.videoHeight}`,
    positionS: figures?.progress.positionS ?? 0,
    painted: figures?.progress.paintedFrames ?? 0,
    bufferedS: figures?.progress.bufferedS ?? 0,
    sound: typeof bytes === 'number' && bytes > 0 ? bytes : 0,
    clock,
    isRefused: document.querySelector('[data-tip="live-fail"]') !== null,
    words: tips.map(({ textContent }) => textContent).join('. '),
  };
}

/** The backend knows a stream some time after its first bytes. */
async function untilLive({ address }: RunningExample): Promise<void> {
  const endMs = Date.now() + DECIDED_MS;
  while (Date.now() < endMs) {
    const answer = (await (await fetch(`${address}/svc/live/room/${ROOM}/info`)).json()) as {
      readonly data?: { readonly status?: number };
    };
    if (answer.data?.status === 1) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

export async function measureStream(row: StreamRow, example: RunningExample, page: Page): Promise<Measured> {
  const { args } = row;
  const start = (sent: StreamRow['args']): Publisher => {
    const address = `${example.mediaAddress}/live/${ROOM}.flv`;
    if ('file' in sent) return postFile(join(ROOT, 'fixtures/streams', `${sent.file}.flv`), address, sent.change);
    return example.publish(ROOM, sent);
  };
  let publisher = start(args);
  let encoder = '';
  void publisher.ended.then((printed) => (encoder += printed));
  const looks: Look[] = [];
  try {
    // A page that is open before the stream requests it after a random time.
    await untilLive(example);
    await page.goto(`${example.address}/live/${ROOM}`);
    const look = async (): Promise<Look> => {
      const one = await page.evaluate(lookAtPage, CLOCK_PIXELS);
      looks.push(one);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      return one;
    };
    const startMs = Date.now();
    for (;;) {
      const { positionS, painted, isRefused } = await look();
      if ((positionS > 1 && painted > 0) || isRefused || Date.now() - startMs > DECIDED_MS) break;
    }
    if (row.next !== undefined) {
      await publisher.ended;
      publisher = start(row.next);
    }
    // The gesture that browsers require for sound.
    await page
      .locator('section[data-at]')
      .click()
      .catch(() => undefined);
    looks.length = 0;
    const fromMs = Date.now();
    const changedMs = row.changesAtS === undefined ? 0 : (publisher.startedMs() ?? fromMs) + row.changesAtS * 1_000;
    if (fromMs > changedMs && changedMs > 0) throw new Error(`${row.name}: the stream changed before the page played`);
    const untilMs = Math.max(fromMs + WATCHED_MS * (row.next === undefined ? 1 : 2), changedMs + 2 * WATCHED_MS);
    while (Date.now() < untilMs) await look();
    return summary(looks, publisher.startedMs(), encoder);
  } finally {
    publisher.stop();
    await publisher.ended;
  }
}

const median = (values: readonly number[]): number | null => values.toSorted((a, b) => a - b)[values.length >> 1] ?? null;
/** The page shows the stream's limited range as 0 to 255. */
const LIMITED_SHARE = 219 / 255;

function summary(looks: readonly Look[], startedMs: number | null, encoder: string): Measured {
  const [first, last] = [looks[0], looks.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no sample of the page was taken');
  const latencies = looks.flatMap(({ clock, nowMs, size }) => {
    if (clock === null || startedMs === null || size === '') return [];
    const shownS = (clock * LIMITED_SHARE) / CLOCK_STEPS_PER_S;
    const sentS = ((nowMs - startedMs) / 1_000) % CLOCK_PERIOD_S;
    return [(sentS - shownS + CLOCK_PERIOD_S) % CLOCK_PERIOD_S];
  });
  let stops = 0;
  let movedMs = first.nowMs;
  let isStill = false;
  for (const [i, one] of looks.entries()) {
    if (i > 0 && one.positionS !== looks[i - 1]!.positionS) [movedMs, isStill] = [one.nowMs, false];
    else if (!isStill && one.nowMs - movedMs > STILL_S * 1_000) [stops, isStill] = [stops + 1, true];
  }
  const plays = last.positionS > first.positionS || last.painted > first.painted;
  return {
    kind: plays ? last.kind : '',
    size: last.size,
    latencyS: plays ? median(latencies) : null,
    bufferedS: median(looks.map(({ bufferedS }) => bufferedS)) ?? 0,
    hasSound: last.sound > first.sound,
    stops,
    words: last.words,
    encoder: encoder.trim().split('\n').at(-1) ?? '',
  };
}
