/** Finds out why a stream does not play: requests its first bytes and names the first error. */
import { describe, err, ok, type Failure, type Result } from '../base/errors.ts';
import type { Repair } from '../flv/packets.ts';
import { FlvReader } from '../flv/reader.ts';
import { readAddress } from './sources.ts';

export interface StreamInfo {
  /** Name of the codec, for example `H264`; `#13` is a number without a name. Null: no tag of this track has arrived. */
  readonly video: string | null;
  readonly audio: string | null;
  /** Flags of the header, which many servers set without checking the stream. */
  readonly promisesVideo: boolean;
  readonly promisesAudio: boolean;
  /** Enhanced RTMP: the codec is a FourCC instead of a number. */
  readonly isEnhanced: boolean;
  /** What the player had to repair in the first bytes, for example `start codes`; the stream plays. */
  readonly repairs: readonly Repair[];
  /** From the request to the first byte, in ms. */
  readonly firstByteMs: number;
  readonly contentType: string;
  /** False: the response has ended within the bytes that were read, so it is a short file. */
  readonly isOpen: boolean;
}

export interface InspectOptions {
  /** Bound of the whole inspection, in ms. */
  readonly timeoutMs?: number;
  /** Ends the inspection with `STREAM_ABORTED`. */
  readonly signal?: AbortSignal;
}

export type Inspection = Result<StreamInfo>;

const TIMEOUT_MS = 8_000;
type Container = 'flv' | 'hls' | 'mp4' | 'mpeg-ts' | 'html' | 'json' | 'unknown';

const CONTAINER_BYTES = 16;
/** Without a file header and a tag within this size the bytes are no FLV. */
const UNKNOWN_BYTES_MAX = 64 * 1024;
/** Both tracks have started within this size, unless one is missing; a 4K keyframe is smaller. */
const BYTES_MAX = 1024 * 1024;
/** A track that has not begun this long after the other one, in ms, is reported as missing. */
const LONE_TRACK_MS = 2_500;

/** Never rejects. Opens one connection and closes it after the first tags; a second one without CORS only if the first is refused. */
export async function inspectStream(url: string, { timeoutMs = TIMEOUT_MS, signal }: InspectOptions = {}): Promise<Inspection> {
  const address = readAddress(url);
  if (address === null) return err('STREAM_ADDRESS_BAD', url.slice(0, 200));
  if (isMixedContent(address)) return err('STREAM_MIXED_CONTENT', address.origin);
  if (signal?.aborted) return err('STREAM_ABORTED', '0 bytes');
  const abort = new AbortController();
  const end = (): void => abort.abort();
  signal?.addEventListener('abort', end);
  const timer = setTimeout(end, timeoutMs);
  const head = new HeadReader();
  try {
    return await readHead(address, abort, head);
  } catch (cause) {
    const unreachable = abort.signal.aborted ? null : await whyUnreachable(address, abort.signal);
    if (signal?.aborted) return err('STREAM_ABORTED', `${head.byteLength} bytes`);
    if (unreachable !== null) return err(unreachable, describe(cause, 200));
    // The detail has the number of bytes, because media servers send the FLV header even without a publisher.
    return err('STREAM_SILENT', `${head.byteLength} bytes in ${timeoutMs} ms`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    end();
  }
}

/** A page from https may not request plain http, except from this machine. */
function isMixedContent({ protocol, hostname }: URL): boolean {
  return globalThis.isSecureContext && location.protocol === 'https:' && protocol === 'http:' && !isThisMachine(hostname);
}

const isThisMachine = (hostname: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');

async function readHead(address: URL, abort: AbortController, head: HeadReader): Promise<Inspection> {
  const response = await fetch(address, { signal: abort.signal, cache: 'no-store', credentials: 'omit' });
  if (!response.ok || response.body === null) {
    const failure: Failure = { code: 'HTTP_STATUS', detail: `${response.status} ${response.statusText}`.trim(), status: response.status };
    return { ok: false, error: failure };
  }
  const contentType = response.headers.get('content-type') ?? '';
  const reader = response.body.getReader();
  // A missing track is detected by the time since the other one started.
  const lone = setInterval(() => {
    if (head.isLoneTrackOver()) void reader.cancel();
  }, 100);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value !== undefined) head.push(value);
      if (done || head.isDone()) return head.result(contentType, done && !head.isLoneTrackOver());
    }
  } finally {
    clearInterval(lone);
  }
}

class HeadReader {
  readonly #startMs = performance.now();
  readonly #flv = new FlvReader(() => undefined);
  #byteLength = 0;
  #begin = new Uint8Array(0);
  #firstByteMs = Number.NaN;
  #firstTagMs = Number.NaN;
  #container: Container | null = null;

  get byteLength(): number {
    return this.#byteLength;
  }

  push(chunk: Uint8Array): void {
    if (Number.isNaN(this.#firstByteMs)) this.#firstByteMs = performance.now() - this.#startMs;
    this.#byteLength += chunk.length;
    if (this.#begin.length < CONTAINER_BYTES) this.#begin = Uint8Array.from([...this.#begin, ...chunk.subarray(0, CONTAINER_BYTES)]);
    this.#container ??= containerOf(this.#begin);
    this.#flv.push(chunk);
    const { video, audio } = this.#flv.facts;
    if (video === null && audio === null) return;
    // A relay may omit the file header.
    this.#container = 'flv';
    if (Number.isNaN(this.#firstTagMs)) this.#firstTagMs = performance.now();
  }

  isDone(): boolean {
    if (this.#byteLength >= BYTES_MAX) return true;
    if (this.#container === 'unknown') return this.#byteLength >= UNKNOWN_BYTES_MAX;
    if (this.#container !== 'flv') return this.#container !== null;
    return this.#flv.facts.video !== null && this.#flv.facts.audio !== null;
  }

  isLoneTrackOver(): boolean {
    return performance.now() - this.#firstTagMs > LONE_TRACK_MS;
  }

  result(contentType: string, hasEnded: boolean): Inspection {
    const { header, video, audio, isEnhanced, repairs } = this.#flv.facts;
    if (this.#byteLength === 0) return err('STREAM_ENDED', 'no bytes');
    if (this.#container !== 'flv') return err('FLV_BAD_HEADER', this.#container ?? 'unknown');
    if (video === null && audio === null) return err(hasEnded ? 'STREAM_ENDED' : 'FLV_BAD_TAG', `${this.#byteLength} bytes`);
    return ok({
      video,
      audio,
      promisesVideo: header?.hasVideo ?? false,
      promisesAudio: header?.hasAudio ?? false,
      isEnhanced,
      repairs: Object.keys(repairs) as Repair[],
      firstByteMs: Math.round(this.#firstByteMs),
      contentType,
      isOpen: !hasEnded,
    });
  }
}

/** Null while there are too few bytes. */
function containerOf(bytes: Uint8Array): Container | null {
  if (bytes.length < 11) return null;
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  const begin = text(0, CONTAINER_BYTES).trimStart();
  if (begin.startsWith('FLV')) return 'flv';
  if (begin.startsWith('#EXTM3U')) return 'hls';
  if (['ftyp', 'styp', 'moof'].includes(text(4, 8))) return 'mp4';
  if (begin.startsWith('<')) return 'html';
  if (begin.startsWith('{') || begin.startsWith('[')) return 'json';
  return bytes[0] === 0x47 ? 'mpeg-ts' : 'unknown';
}

/** A request without CORS succeeds if the server answers and only its headers are missing. */
async function whyUnreachable(address: URL, signal: AbortSignal): Promise<'STREAM_CORS' | 'STREAM_UNREACHABLE'> {
  if (address.origin === location.origin) return 'STREAM_UNREACHABLE';
  try {
    await fetch(address, { mode: 'no-cors', signal, cache: 'no-store', credentials: 'omit' });
    return 'STREAM_CORS';
  } catch {
    return 'STREAM_UNREACHABLE';
  }
}
