import type { Build, BuildReason } from '../build.ts';
import type { OpenOptions } from '../decoder.ts';
import type { HevcColorSpaceInit, Rotation } from './config.ts';
import type { FrameData } from './frame.ts';
import { spawnModule, startWorker, type Spawned } from '../threads.ts';
import { queueTask } from '../result.ts';
import { DecodeSession } from './session.ts';

/** Messages between HevcVideoDecoder and its worker. `epoch` is incremented by resets: older messages are dropped on arrival. */

export interface StreamConfig {
  readonly description?: Uint8Array | undefined;
  readonly colorSpace?: HevcColorSpaceInit | undefined;
  readonly displayAspect?: readonly [width: number, height: number] | undefined;
  readonly rotation: Rotation;
  readonly flip: boolean;
  readonly optimizeForLatency: boolean;
}

export type Command =
  | { readonly type: 'configure'; readonly epoch: number; readonly config: StreamConfig }
  /** An unsupported config is queued too: earlier chunks are still output. */
  | { readonly type: 'refuse'; readonly epoch: number; readonly why: string }
  | {
      readonly type: 'decode';
      readonly epoch: number;
      readonly data: Uint8Array<ArrayBuffer>;
      readonly timestamp: number;
      readonly duration: number | null;
    }
  | { readonly type: 'flush'; readonly epoch: number; readonly id: number }
  | { readonly type: 'reset'; readonly epoch: number };

/** The module, the reason for it, and the number of threads. */
interface OpenedInfo {
  readonly build: Build;
  readonly why: BuildReason;
  readonly threads: number;
}

export type DecodeEvent =
  | { readonly type: 'opened'; readonly epoch: number; readonly info: OpenedInfo }
  /** The decoder has started with a chunk. */
  | { readonly type: 'dequeued'; readonly epoch: number }
  /** The decoding thread creates the VideoFrame, so that the page copies nothing. Without VideoFrame the event is `samples`. */
  | { readonly type: 'frame'; readonly epoch: number; readonly frame: VideoFrame }
  | { readonly type: 'samples'; readonly epoch: number; readonly samples: FrameData }
  | { readonly type: 'damage'; readonly epoch: number; readonly why: string; readonly timestamp: number }
  | { readonly type: 'flushed'; readonly epoch: number; readonly id: number }
  | { readonly type: 'failed'; readonly epoch: number; readonly name: 'NotSupportedError' | 'EncodingError'; readonly why: string };

/** First message to the worker; it answers `ready`. */
export interface SessionOptions {
  readonly open: Pick<OpenOptions, 'threads' | 'limits'>;
  /** Folder of the modules and of the threads' script; a URL object cannot be posted to a worker. */
  readonly assets?: string | undefined;
  readonly onDamage: 'close' | 'conceal';
}

export type ToWorker = { readonly type: 'open'; readonly options: SessionOptions } | Command;
export type FromWorker = { readonly type: 'ready' } | DecodeEvent;

/** Runs the decoding of a HevcVideoDecoder: in a separate worker, or in the caller's thread. Both accept the same commands. */

/** A worker that has not answered within this time is not used, and the caller's thread decodes. */
const START_DEADLINE_MS = 10_000;

interface EngineOptions {
  readonly session: SessionOptions;
  readonly worker: boolean;
  /** Script of the worker instead of the file next to this one. */
  readonly script?: URL | undefined;
}

interface EngineCallbacks {
  onEvent(event: DecodeEvent): void;
  /** The worker ended; no event follows. */
  onDeath(detail: string): void;
}

export interface Engine {
  readonly place: 'worker' | 'here';
  send(command: Command): void;
  /** Node: true while there is work that the process must wait for. */
  hold(isHeld: boolean): void;
  close(): void;
}

export async function openEngine(options: EngineOptions, callbacks: EngineCallbacks): Promise<Engine> {
  const spawned = options.worker ? await openWorker(options, callbacks) : undefined;
  return spawned ?? openHere(options.session, callbacks);
}

function spawn(script: URL | undefined): Spawned {
  if (script) return spawnModule(script, undefined);
  const here = import.meta.url; // A variable, so that no bundler includes the file twice.
  return spawnModule(
    new URL('../decode-worker.ts', here),
    () => new Worker(new URL('../decode-worker.ts', import.meta.url), { type: 'module', name: 'hevc-decoder' }),
  );
}

/** Undefined if no worker starts: a policy forbids it, or its file is missing. */
async function openWorker({ session, script }: EngineOptions, callbacks: EngineCallbacks): Promise<Engine | undefined> {
  const isReady = (message: unknown): boolean => (message as FromWorker).type === 'ready';
  const worker = await startWorker(() => spawn(script), { type: 'open', options: session }, isReady, START_DEADLINE_MS);
  if (!worker) return undefined;
  worker.onMessage((message) => callbacks.onEvent(message as DecodeEvent));
  worker.onError((detail) => callbacks.onDeath(detail));
  return {
    place: 'worker',
    send: (command) => worker.post(command, command.type === 'decode' ? [command.data.buffer] : []),
    hold: (isHeld) => worker.hold(isHeld),
    close: () => worker.terminate(),
  };
}

function openHere(options: SessionOptions, callbacks: EngineCallbacks): Engine {
  // Events arrive in separate tasks, as from a worker.
  const session = new DecodeSession(options, (event) => queueTask(() => callbacks.onEvent(event)));
  return {
    place: 'here',
    send: (command) => session.receive(command),
    hold: () => undefined,
    close: () => session.close(),
  };
}
