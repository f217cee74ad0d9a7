/**
 * Runs the scripted sessions of all rooms for all viewers: in the offline room once for all tabs of the browser (session-worker.ts), in the
 * origin server once per server. It drives the clocks of the sessions and pushes messages to all viewers of the room.
 */
import type { Clock } from '../../src/player/base/clock.ts';
import { SESSION_CODE, refused, type SessionAnswer, type SessionCall, type SessionPush, type SessionViewer } from './session.ts';

/** A message for chat connections of a room. */
export interface RoomPush extends SessionPush {
  readonly roomId: number;
  /** The connection that has just joined; null: all connections. */
  readonly connection: string | null;
}

export type SessionCommand = 'start' | 'end' | 'pause' | 'resume' | { readonly speed: number };

export interface SessionStatus {
  readonly name: string;
  /** null: not running. */
  readonly phase: string | null;
  readonly isPaused: boolean;
  readonly speed: number;
}

export interface SessionHostDeps {
  readonly clock: Clock;
  push(push: RoomPush): void;
  onStatus(roomId: number, statuses: readonly SessionStatus[]): void;
}

/** Rooms whose sessions are kept; the oldest room is dropped. */
const MAX_ROOMS = 16;

/** A scripted session: the result of `scripted` (session-script.ts). */
export interface Session {
  readonly name: string;
  /** Feature whose calls it answers. */
  readonly feature: string;
  begin(deps: RunDeps): SessionRun;
}

export interface RunDeps {
  readonly clock: Clock;
  readonly push: (push: SessionPush, connection: string | null) => void;
  readonly changed: () => void;
}

/** A session of one room. */
export interface SessionRun {
  /** Number of starts. */
  readonly run: number;
  call(call: SessionCall, viewer: SessionViewer): SessionAnswer;
  command(command: SessionCommand): void;
  /** The current state, for one chat connection. */
  sendState(connection: string): void;
  status(): Omit<SessionStatus, 'name'>;
  dispose(): void;
}

export function createSessionHost(sessions: readonly Session[], deps: SessionHostDeps) {
  const rooms = new Map<number, ReadonlyMap<string, SessionRun>>();
  const statusOf = (runs: ReadonlyMap<string, SessionRun>): readonly SessionStatus[] =>
    [...runs].map(([name, run]) => ({ name, ...run.status() }));

  function roomOf(roomId: number): ReadonlyMap<string, SessionRun> {
    const known = rooms.get(roomId);
    if (known) return known;
    const changed = (): void => deps.onStatus(roomId, statusOf(roomOf(roomId)));
    const runs = new Map(
      sessions.map((session) => [
        session.name,
        session.begin({ clock: deps.clock, changed, push: (push, connection) => deps.push({ ...push, roomId, connection }) }),
      ]),
    );
    rooms.set(roomId, runs);
    for (const [oldest, held] of rooms) {
      if (rooms.size <= MAX_ROOMS) break;
      for (const run of held.values()) run.dispose();
      rooms.delete(oldest);
    }
    return runs;
  }

  return {
    /** A chat connection has logged in: sends the current state and starts the sessions of the scenario. */
    join(roomId: number, connection: string, begins: readonly string[]): void {
      for (const [name, run] of roomOf(roomId)) {
        if (begins.includes(name) && run.run === 0) run.command('start');
        // A session that is not running has no state to send.
        else if (run.status().phase !== null) run.sendState(connection);
      }
    },
    call(roomId: number, name: string, call: SessionCall, viewer: SessionViewer): SessionAnswer {
      const room = roomOf(roomId);
      let answer = refused(SESSION_CODE.unknownVerb, '');
      for (const session of sessions) {
        const run = session.feature === name ? room.get(session.name) : undefined;
        if (run === undefined || (answer.code !== SESSION_CODE.unknownVerb && call.verb !== 'snapshot')) continue;
        answer = run.call(call, viewer);
      }
      return answer;
    },
    command: (roomId: number, name: string, command: SessionCommand) => roomOf(roomId).get(name)?.command(command),
    status: (roomId: number) => statusOf(roomOf(roomId)),
    dispose(): void {
      for (const runs of rooms.values()) for (const run of runs.values()) run.dispose();
    },
  };
}
export type SessionHost = ReturnType<typeof createSessionHost>;
