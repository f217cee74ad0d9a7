/**
 * Loaded before the engine's script. The engine reports every appended segment to the page, seventy times a second, which only file
 * playback needs, and reads every small piece of the stream. This module filters these reports and combines reads.
 */
import { pauseAfterRead, READ_PAUSE } from '../../player/rules/read-pause.ts';

/** The part used here. */
interface EngineScope {
  postMessage(message: EngineMessage, transfer?: readonly Transferable[]): void;
  addEventListener(type: 'message', listen: (event: { readonly data: EngineCommand }) => void): void;
  readonly ReadableStreamDefaultReader: { readonly prototype: { read: () => Promise<EngineRead> } };
  readonly performance: Pick<Performance, 'now'>;
  setTimeout: (act: () => void, delayMs: number) => unknown;
}

export type EngineRead = { readonly done: true; readonly value?: undefined } | { readonly done: false; readonly value: Uint8Array };

/** Messages of mpegts.js 1.8, which has no types for them. */
export interface EngineMessage {
  readonly msg: string;
  readonly event?: string;
  readonly buffered_position_milliseconds?: number;
}
export interface EngineCommand {
  readonly cmd: string;
  readonly current_time?: number;
}

export function calm(scope: EngineScope): void {
  let [positionMs, endMs] = [0, 0];
  const post = scope.postMessage.bind(scope);
  scope.postMessage = (message, transfer) => {
    if (message.msg === 'buffered_position_changed') endMs = message.buffered_position_milliseconds ?? 0;
    else if (message.msg !== 'mse_event' || message.event !== 'update_end') post(message, transfer);
  };
  scope.addEventListener('message', ({ data }) => {
    if (data.cmd === 'timeupdate') positionMs = (data.current_time ?? 0) * 1_000;
  });
  const reader = scope.ReadableStreamDefaultReader.prototype;
  const { read } = reader;
  const wait = (forMs: number): Promise<null> => new Promise((resolve) => scope.setTimeout(() => resolve(null), forMs));
  /** A requested read that has not completed; the next call returns it. */
  let next: Promise<EngineRead> | null = null;
  reader.read = async function readTogether(this: unknown) {
    const askedMs = scope.performance.now();
    const first = await (next ?? read.call(this as never));
    next = null;
    const waitedMs = scope.performance.now() - askedMs;
    const forMs = first.done ? 0 : pauseAfterRead({ bufferedMs: endMs - positionMs, hasPlayed: positionMs > 0, waitedMs }, READ_PAUSE);
    if (first.done || forMs === 0) return first;
    await wait(forMs);
    next = read.call(this as never);
    const rest = await Promise.race([next, wait(0)]);
    if (rest === null || rest.done) return first;
    next = null;
    const value = new Uint8Array(first.value.length + rest.value.length);
    value.set(first.value);
    value.set(rest.value, first.value.length);
    return { done: false, value };
  };
}
