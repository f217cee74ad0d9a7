import type { SocketTotals } from '../../core/socket/totals.ts';
import { FRAME_HEADER_BYTES, HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE } from '../../wire/frame.ts';
import { bytesOf } from './inbox.ts';

/** Lines of the debug view that cross at once; more are dropped, newest kept. */
const MAX_DEBUG_LINES = 60;
const MAX_DEBUG_CHARS = 300;
/** Numbers of messages that are counted apart; the registry has fewer, and what is unknown is no message. */
const MAX_COUNTED_IDS = 500;

export interface DebugLinesDeps {
  /** Number of the message that the debug view watches, from the page's `cmd`; 0 watches all of them, undefined none. */
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

export interface DebugLines {
  /** Whether lines of a message are shown, so that it has to be read. */
  isWatched(id: number): boolean;
  /** `id` is the message's number; lines without one are always shown. The text is made when the lines cross, for those that do. */
  add(line: () => string, id?: number): void;
  /** What is on the wire, as it is: a row for each WebSocket message of either direction, heartbeats too. */
  raw(direction: 'in' | 'out', data: unknown): void;
  count(message: CountedMessage): void;
  acknowledged(): void;
  flush(this: void): void;
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

/** Of a frame the number in its head; heartbeats and texts belong to no message: they are shown where all are. */
function commandOf(data: unknown): number {
  const bytes = bytesOf(data);
  return bytes === null || bytes.length < FRAME_HEADER_BYTES ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(4);
}

/** Socket traffic for the debug view; costs nothing while the view is closed. */
export function createDebugLines(deps: DebugLinesDeps): DebugLines {
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
    isWatched,
    add,
    raw(direction, data) {
      if (deps.watched() !== undefined) add(() => rawLine(direction, data), commandOf(data));
    },
    count(message) {
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
