import type { SocketTotals } from '../../core/room/initial-view.ts';
import { FRAME_HEADER_BYTES, HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE } from '../../wire/frame.ts';
import { bytesOf } from './receiver.ts';

/** Maximum debug lines per batch; the newest are kept. */
const MAX_DEBUG_LINES = 60;
const MAX_DEBUG_CHARS = 300;
/** Maximum number of message numbers counted separately; the registry has fewer, and unknown numbers are not counted. */
const MAX_COUNTED_IDS = 500;

export interface DebugLinesDeps {
  /** Number of the message shown in the debug view, from the page's `cmd`; 0 shows all, undefined none. */
  watched(): number | undefined;
  onLine(): void;
  send(lines: readonly string[], totals: SocketTotals): void;
}

export interface CountedMessage {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly lagMs: number;
}

const ARROW = { in: '⇠', out: '⇢' } as const;
const HEARTBEATS: readonly unknown[] = [HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE];

/** Only the header of a frame: the payload may contain a token, which the decoded line hides. */
function rawLine(direction: 'in' | 'out', data: unknown): string {
  const arrow = ARROW[direction];
  if (typeof data === 'string') return HEARTBEATS.includes(data) ? `${arrow} ${data}` : `${arrow} text ${data.length} characters`;
  const bytes = bytesOf(data);
  if (bytes === null) return `${arrow} neither text nor bytes`;
  const head = [...bytes.subarray(0, FRAME_HEADER_BYTES)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${arrow} frame ${bytes.length} B ${head.join(' ')}`;
}

/** The number in the header of a frame. Heartbeats and texts have none; they are shown if all messages are. */
function commandOf(data: unknown): number {
  const bytes = bytesOf(data);
  return bytes === null || bytes.length < FRAME_HEADER_BYTES ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(4);
}

/** Socket traffic for the debug view; costs nothing while the view is closed. */
export function createDebugLines(deps: DebugLinesDeps) {
  let lines: (() => string)[] = [];
  let acks = 0;
  let lagMs = 0;
  const byId = new Map<number, { readonly id: number; readonly name: string; count: number; bytes: number }>();

  function isWatched(id?: number): boolean {
    const watched = deps.watched();
    return watched !== undefined && (id === undefined || watched === 0 || watched === id);
  }

  function add(line: () => string, id?: number): void {
    if (!isWatched(id)) return;
    lines.push(line);
    if (lines.length > MAX_DEBUG_LINES) lines.shift();
    deps.onLine();
  }

  return {
    /** True if the lines of a message are shown, so that the message must be decoded. */
    isWatched,
    /** `id` is the number of the message; lines without one are always shown. The text is created only for lines that are sent. */
    add,
    /** Raw traffic: one row per WebSocket message in both directions, including heartbeats. */
    raw(direction: 'in' | 'out', data: unknown) {
      if (deps.watched() !== undefined) add(() => rawLine(direction, data), commandOf(data));
    },
    count(message: CountedMessage) {
      if (deps.watched() === undefined) return;
      ({ lagMs } = message);
      const known = byId.get(message.id);
      if (known !== undefined) {
        known.count++;
        known.bytes += message.bytes;
      } else if (byId.size < MAX_COUNTED_IDS) byId.set(message.id, { id: message.id, name: message.name, count: 1, bytes: message.bytes });
    },
    acknowledged() {
      acks++;
    },
    flush() {
      if (lines.length > 0)
        deps.send(
          lines.map((line) => line().slice(0, MAX_DEBUG_CHARS)),
          { acks, lagMs, byId: [...byId.values()].map((counted) => ({ ...counted })) },
        );
      lines = [];
    },
  };
}

/** Hides fields that would allow another person to log in. */
export const hideToken = (fields: object): string =>
  JSON.stringify(fields, (name, value: unknown) => ((name === 'token' || name === 'soctoken') && value !== '' ? '…' : value));
