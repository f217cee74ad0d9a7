/** Messages between the room and an embedded page. The frame's side is the client script for frame authors (frame-client.js). */
import { isCount } from '../counts.ts';
import { err, ok, type Result } from '../errors.ts';

/** Protocol version, sent by both sides; a page with another version is refused with that reason. */
export const BRIDGE_VERSION = 1;
export const BRIDGE = {
  /** S36: how long a frame waits for an answer. */
  callbackTimeoutMs: 1_000,
  ajaxTimeoutMs: 5_000,
  maxTextChars: 2_048,
  maxBodyBytes: 65_536,
  /** Messages of one frame per second; further ones are dropped and counted. */
  maxPerSecond: 50,
} as const;

/** Frame to room. The frame chooses `id`; the answer repeats it. */
export type BridgeCall = { readonly id: number } & BridgeCommand;
export type BridgeCommand =
  /** The page is ready: the loading cover is removed. */
  | { readonly cmd: 'ready' }
  | { readonly cmd: 'close' }
  /** Hide the frame; its page keeps its state. */
  | { readonly cmd: 'hide' }
  /** The viewer pressed Escape inside the page. */
  | { readonly cmd: 'escape' }
  | { readonly cmd: 'info' }
  | { readonly cmd: 'login' }
  | { readonly cmd: 'toast'; readonly text: string }
  | { readonly cmd: 'open'; readonly key: string }
  /** A GET of the game service, by path only, because the frame does not have its cookies. */
  | { readonly cmd: 'ajax'; readonly path: string };

export type BridgeAnswer =
  | { readonly footlight: typeof BRIDGE_VERSION; readonly re: number; readonly ok: true; readonly value: unknown }
  | { readonly footlight: typeof BRIDGE_VERSION; readonly re: number; readonly ok: false; readonly error: string };

export interface BridgeInfo {
  readonly version: typeof BRIDGE_VERSION;
  readonly runtime: number;
  readonly roomId: number;
  readonly starId: number;
  readonly userId: number;
  readonly language: string;
}

const PATH = /^\/[\w./-]{0,255}(?:\?[\w.~%&=-]{0,512})?$/;

/** Reads `data` of a message event from an accepted origin. The content is untrusted. */
export function readCall(data: unknown): Result<BridgeCall> {
  if (typeof data !== 'object' || data === null) return err('WIRE_BAD_FIELDS', 'bridge: no object');
  const { footlight, id, cmd, text, key, path } = data as Readonly<Record<string, unknown>>;
  if (footlight !== BRIDGE_VERSION) return err('WIRE_BAD_FIELDS', `bridge: version ${String(footlight).slice(0, 16)}`);
  if (!isCount(id)) return err('WIRE_BAD_FIELDS', 'bridge: no id');
  const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= BRIDGE.maxTextChars;
  switch (cmd) {
    case 'ready':
    case 'close':
    case 'hide':
    case 'escape':
    case 'info':
    case 'login':
      return ok({ id, cmd });
    case 'toast':
      return isText(text) ? ok({ id, cmd, text }) : err('WIRE_BAD_FIELDS', 'bridge: toast without a text');
    case 'open':
      return isText(key) ? ok({ id, cmd, key }) : err('WIRE_BAD_FIELDS', 'bridge: open without a key');
    case 'ajax':
      return isText(path) && PATH.test(path) && !path.includes('..') && !path.startsWith('//')
        ? ok({ id, cmd, path })
        : err('WIRE_BAD_FIELDS', 'bridge: ajax without a path');
    default:
      return err('WIRE_UNKNOWN_MESSAGE', `bridge: ${String(cmd).slice(0, 32)}`);
  }
}

/** Number of calls of a frame in the current second. */
export interface CallRate {
  readonly sinceMs: number;
  readonly count: number;
}
export const NO_CALLS: CallRate = { sinceMs: -Infinity, count: 0 };

export function countCall(rate: CallRate, nowMs: number): { readonly rate: CallRate; readonly isTooMany: boolean } {
  const next = nowMs - rate.sinceMs >= 1_000 ? { sinceMs: nowMs, count: 1 } : { ...rate, count: rate.count + 1 };
  return { rate: next, isTooMany: next.count > BRIDGE.maxPerSecond };
}
