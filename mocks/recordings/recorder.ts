import type { PushedMessage, MockState } from '../control.ts';
import type { Decision } from '../../src/player/base/machine.ts';
import type { Services } from '../../src/core/services.ts';
import { callOf } from '../backend/handlers.ts';
import { joinBytes, MAX_RECORDING_BYTES, readStream, writeSession, type HttpExchange, type SocketRecord } from './recording.ts';

/** Holds pushes until the chat connection is open: it opens after the first picture, and earlier pushes would be lost. */

/** Maximum number of messages; the oldest are dropped. */
const MAX_HELD_PUSHES = 256;

export function holdPushes(send: (message: PushedMessage) => void) {
  let held: PushedMessage[] | null = [];
  return {
    push(message: PushedMessage): void {
      if (held === null) send(message);
      else held = [...held, message].slice(-MAX_HELD_PUSHES);
    },
    /** A chat connection of the room has logged in. */
    joined(): void {
      const waiting = held ?? [];
      held = null;
      for (const message of waiting) send(message);
    },
  };
}

/** Maximum size of a recorded session in bytes, after which recording stops with a notice; half of the limit for reading it. */
const MAX_BYTES = MAX_RECORDING_BYTES / 2;
const MAX_BODY_BYTES = 1_048_576;
/** Query parameters that are not written to the file, because developers share it. */
const SECRET_QUERY = /^(?:token|soctoken|mac|safeSign)$/i;

/** Collects the data that crosses the boundary, from messages of the service worker, the socket worker and MSW, into one session file. */
export function createRecorder(onProgress: (progress: MockState['recording']) => void) {
  let run: Run | null = null;
  const grow = (by: number): boolean => {
    if (run === null) return false;
    // A smaller part that still fits would follow a gap.
    run.isFull ||= run.bytes + by > MAX_BYTES;
    if (!run.isFull) run.bytes += by;
    onProgress({ sinceMs: run.sinceMs, bytes: run.bytes, isFull: run.isFull });
    return !run.isFull;
  };
  return {
    start(): void {
      run = { sinceMs: Date.now(), bytes: 0, isFull: false, exchanges: [], records: [], streams: new Map() };
      grow(0);
    },
    stop(decisions: readonly Decision[]): Blob {
      const file = run === null ? new Uint8Array() : fileOf(run, decisions);
      run = null;
      onProgress(null);
      return new Blob([file], { type: 'application/octet-stream' });
    },
    async http(services: Services, request: Request, response: Response): Promise<void> {
      const call = callOf(services, request.method, request.url);
      if (run === null || call === null) return;
      const text = await response.clone().text();
      if (text.length > MAX_BODY_BYTES || !grow(text.length)) return;
      const query = Object.fromEntries(
        Object.entries(call.query).filter(([key]) => !SECRET_QUERY.test(key) && !/^(?:_|jsonpcallback$)/.test(key)),
      );
      const type = response.headers.get('content-type');
      run?.exchanges.push({
        request: { method: call.method, path: call.path, ...(Object.keys(query).length > 0 && { query }) },
        response: { status: response.status, ...(type !== null && { headers: { 'content-type': type } }), body: bodyOf(text) },
        // Answers are replayed in order, because later answers to the same request may differ; the last one is repeated.
        times: 1,
      });
    },
    socket({ direction, form, bytes }: Omit<SocketRecord, 'atMs'>): void {
      if (run !== null && grow(bytes.length)) run.records.push({ atMs: Date.now() - run.sinceMs, direction, form, bytes });
    },
    stream(name: string, bytes: Uint8Array<ArrayBuffer>): void {
      if (run === null || !grow(bytes.length)) return;
      // A new connection begins with the FLV header; the data of the previous one end there.
      const isBeginning = bytes[0] === 0x46 && bytes[1] === 0x4c && bytes[2] === 0x56;
      const chunks = isBeginning ? [] : (run.streams.get(name) ?? []);
      chunks.push(bytes);
      run.streams.set(name, chunks);
    },
  };
}

interface Run {
  readonly sinceMs: number;
  bytes: number;
  isFull: boolean;
  readonly exchanges: HttpExchange[];
  readonly records: SocketRecord[];
  readonly streams: Map<string, Uint8Array<ArrayBuffer>[]>;
}

/** Stores JSON readably; of a callback answer only the JSON inside. */
function bodyOf(text: string): unknown {
  const inner = /^\s*[\w$.]{1,64}\(([\s\S]*)\)\s*;?\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(inner);
  } catch {
    return text;
  }
}

function fileOf(run: Run, decisions: readonly Decision[]): Uint8Array<ArrayBuffer> {
  const last = new Map<string, HttpExchange>();
  for (const exchange of run.exchanges) last.set(JSON.stringify(exchange.request), exchange);
  const exchanges = run.exchanges.map((exchange) => {
    const { times: _times, ...always } = exchange;
    return last.get(JSON.stringify(exchange.request)) === exchange ? always : exchange;
  });
  // A stream that started before the recording has no header: it cannot be replayed and is omitted.
  const streams = [...run.streams].map(([name, chunks]) => [name, joinBytes(chunks)] as const).filter(([, bytes]) => readStream(bytes).ok);
  return writeSession({
    http: { exchanges },
    socket: { records: run.records, durationMs: Date.now() - run.sinceMs },
    streams: Object.fromEntries(streams),
    decisions,
  });
}
