/** Runs the decoding of a HevcVideoDecoder: in a separate worker, or in the caller's thread. Both accept the same commands. */
import { spawnModule, startWorker, type Spawned } from '../threads.ts';
import { queueTask } from '../task.ts';
import type { Command, DecodeEvent, FromWorker, SessionOptions } from './protocol.ts';
import { DecodeSession } from './session.ts';

/** A worker that has not answered within this time is not used, and the caller's thread decodes. */
const START_DEADLINE_MS = 10_000;

export interface EngineOptions {
  readonly session: SessionOptions;
  readonly worker: boolean;
  /** Script of the worker instead of the file next to this one. */
  readonly script?: URL | undefined;
}

export interface EngineCallbacks {
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
