/** One measurement in a fresh worker: decodes a clip, draws pictures, or asks the page how fast it answers. */
import { installScriptPolicy } from '../../src/design/script-policy.ts';
import { type HevcTrack, readTrack } from '../../src/wasm/glue/containers/index.ts';
import { decodeByBrowser, Cursor, openDecoder } from '../../src/wasm/playground/session/cursor.ts';
import { md5 } from '../../src/wasm/playground/session/md5.ts';
import type { Build } from '../../src/wasm/glue/build.ts';
import { readStream } from '../../mocks/recordings/recording.ts';
import { drawFor, type Drawn, painterOn, type Surface } from './painting.ts';

export type Task =
  | {
      readonly type: 'decode';
      readonly clip: string;
      /** `browser`: VideoDecoder. */
      readonly build: Build | 'browser';
      readonly threads: number;
      readonly passes: number;
      readonly passMs: number;
      /** MD5 over the MD5s of the first pictures, as ffmpeg decodes them. */
      readonly md5: string;
    }
  | {
      readonly type: 'draw';
      readonly surface: Surface;
      readonly target: OffscreenCanvas | WritableStream<VideoFrame>;
      readonly forMs: number;
    }
  | { readonly type: 'ask'; readonly port: MessagePort; readonly forMs: number };

export interface Decoded {
  /** Pictures a second of each pass. */
  readonly speeds: readonly number[];
  readonly pixels: number;
  readonly threads: number;
  readonly openedMs: number;
  readonly firstPictureMs: number;
  readonly memoryBytes: number;
}
export type Answer =
  | { readonly type: 'decoded'; readonly value: Decoded }
  | { readonly type: 'drawn'; readonly value: Drawn }
  | { readonly type: 'asked'; readonly value: readonly number[] }
  | { readonly type: 'failed'; readonly why: string };

/** Pictures whose samples are compared before anything is timed. */
const VERIFIED_PICTURES = 24;
/** Enough for a decoder in hardware, whose queue is long. */
const BROWSER_PICTURES_MAX = 120;

const hashOf = (hashes: readonly string[]): string => md5(new TextEncoder().encode(hashes.slice(0, VERIFIED_PICTURES).join('')));

async function decode(task: Extract<Task, { type: 'decode' }>): Promise<Decoded> {
  const bytes = new Uint8Array(await (await fetch(task.clip)).arrayBuffer());
  return task.build === 'browser' ? decodeInBrowser(bytes, task) : decodeHere(bytes, task.build, task);
}

async function decodeHere(
  bytes: Uint8Array,
  build: Build,
  { threads, passes, passMs, md5: right }: Extract<Task, { type: 'decode' }>,
): Promise<Decoded> {
  const track = readTrack(bytes);
  if (!track.ok) throw new Error(track.error.detail);
  const beginMs = performance.now();
  const opened = await openDecoder({ build, threads });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail}`);
  const decoder = opened.value;
  const openedMs = performance.now() - beginMs;
  const fail = ({ code, detail }: { readonly code: string; readonly detail: string }): never => {
    throw new Error(`${code} ${detail}`);
  };
  let cursor = new Cursor(decoder, track.value, 0, fail);
  const hashes: string[] = [];
  let [firstPictureMs, pixels] = [Number.NaN, 0];
  for (let next = await cursor.next(false); next && hashes.length < VERIFIED_PICTURES; next = await cursor.next(false)) {
    if (hashes.length === 0) firstPictureMs = performance.now() - beginMs;
    pixels = next.picture.width * next.picture.height;
    hashes.push(md5(decoder.copy(next.picture) ?? new Uint8Array()));
  }
  if (hashOf(hashes) !== right) throw new Error(`wrong pictures: md5 ${hashOf(hashes)} for ${right}`);
  const speeds: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    let [pictures, ms] = [0, 0];
    while (ms < passMs) {
      // Releases its last picture.
      cursor.end();
      cursor = new Cursor(decoder, track.value, 0, fail);
      const fromMs = performance.now();
      while (ms + performance.now() - fromMs < passMs && (await cursor.next(false))) pictures++;
      ms += performance.now() - fromMs;
    }
    speeds.push((pictures * 1_000) / ms);
  }
  const counters = decoder.counters();
  return { speeds, pixels, threads: decoder.threads, openedMs, firstPictureMs, memoryBytes: counters.ok ? counters.value.memoryBytes : 0 };
}

async function decodeInBrowser(
  bytes: Uint8Array<ArrayBuffer>,
  { passes, md5: right }: Extract<Task, { type: 'decode' }>,
): Promise<Decoded> {
  const hevc = readTrack(bytes);
  const whole = hevc.ok ? hevc.value : readAvc(bytes);
  const track = { ...whole, samples: whole.samples.slice(0, BROWSER_PICTURES_MAX) };
  const speeds: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const run = await decodeByBrowser(track, typeof VideoDecoder === 'function' ? VideoDecoder : undefined);
    if (run === undefined) throw new Error(`this browser has no decoder for ${track.config.codec}`);
    if (hashOf(run.hashes) !== right) throw new Error(`wrong pictures: md5 ${hashOf(run.hashes)} for ${right}`);
    speeds.push((run.race.pictures * 1_000) / run.race.ms);
  }
  const { codedWidth = 0, codedHeight = 0 } = track.config;
  const pixels = codedWidth * codedHeight;
  return { speeds, pixels, threads: 0, openedMs: Number.NaN, firstPictureMs: Number.NaN, memoryBytes: Number.NaN };
}

/** Offset of the AVC data in a video tag: header of the tag, codec, packet type, composition time. */
const AVC_AT = 16;

/** H264 in FLV, for VideoDecoder: the record of the sequence header, then length-prefixed pictures. */
function readAvc(bytes: Uint8Array<ArrayBuffer>): HevcTrack {
  const stream = readStream(bytes);
  if (!stream.ok) throw new Error(stream.error.detail);
  const bodyOf = (tag: Uint8Array): Uint8Array => tag.subarray(AVC_AT, -4);
  const description = bodyOf(stream.value.config ?? new Uint8Array());
  const codec = `avc1.${[...description.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const samples = stream.value.tags.flatMap(({ type, isKey, timeMs, bytes: tag }) => {
    if (type !== 'video') return [];
    const composition = ((tag[13]! << 24) | (tag[14]! << 16) | (tag[15]! << 8)) >> 8;
    return [{ type: isKey ? ('key' as const) : ('delta' as const), timestamp: (timeMs + composition) * 1_000, data: bodyOf(tag) }];
  });
  return { container: 'flv', config: { codec, description }, samples } as unknown as HevcTrack;
}

/** Mean time between two questions: few enough to leave the page alone. */
const ASK_MS = 25;

/** Round trips to the page at random moments, so that the share of slow ones is the share of time in which the page is busy. */
async function ask(port: MessagePort, forMs: number): Promise<readonly number[]> {
  const tookMs: number[] = [];
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * ASK_MS));
    const fromMs = performance.now();
    await new Promise((resolve) => {
      port.onmessage = resolve;
      port.postMessage(0);
    });
    tookMs.push(performance.now() - fromMs);
  }
  return tookMs;
}

async function perform(task: Task): Promise<Answer> {
  switch (task.type) {
    case 'decode':
      return { type: 'decoded', value: await decode(task) };
    case 'draw': {
      const painter = painterOn(task.surface, task.target);
      if (painter === undefined) throw new Error('this browser cannot draw in this way');
      return { type: 'drawn', value: await drawFor(painter, task.forMs) };
    }
    case 'ask':
      return { type: 'asked', value: await ask(task.port, task.forMs) };
  }
}

// The decoder's threads are workers of this worker.
installScriptPolicy(globalThis);
const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;
scope.addEventListener('message', ({ data }: MessageEvent<Task>) => {
  perform(data).then(
    (answer) => scope.postMessage(answer),
    (cause: unknown) => scope.postMessage({ type: 'failed', why: cause instanceof Error ? cause.message : String(cause) } satisfies Answer),
  );
});
