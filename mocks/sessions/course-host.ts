/**
 * Runs the scripted sessions of all rooms for all viewers: in the offline room once for all tabs of the browser (course-worker.ts), in the
 * origin server once per server. It drives the clocks of the sessions and pushes messages to all viewers of the room.
 */
import type { Clock } from '../../src/core/clock.ts';
import { COURSE_CODE, refused, type CourseAnswer, type CourseCall, type CoursePush, type CourseViewer } from './course.ts';

/** A message for chat connections of a room. */
export interface RoomPush extends CoursePush {
  readonly roomId: number;
  /** The connection that has just joined; null: all connections. */
  readonly connection: string | null;
}

export type CourseCommand = 'start' | 'end' | 'pause' | 'resume' | { readonly speed: number };

export interface CourseStatus {
  readonly name: string;
  /** null: not running. */
  readonly phase: string | null;
  readonly isPaused: boolean;
  readonly speed: number;
}

export interface CourseHostDeps {
  readonly clock: Clock;
  push(push: RoomPush): void;
  onStatus(roomId: number, statuses: readonly CourseStatus[]): void;
}

export const SYSTEM_CLOCK: Clock = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Rooms whose sessions are kept; the oldest room is dropped. */
const MAX_ROOMS = 16;

/** A scripted session: the result of `scripted` (course-script.ts). */
export interface Course {
  readonly name: string;
  /** Feature whose calls it answers. */
  readonly feature: string;
  begin(deps: RunDeps): CourseRun;
}

export interface RunDeps {
  readonly clock: Clock;
  readonly push: (push: CoursePush, connection: string | null) => void;
  readonly changed: () => void;
}

/** A session of one room. */
export interface CourseRun {
  /** Number of starts. */
  readonly run: number;
  call(call: CourseCall, viewer: CourseViewer): CourseAnswer;
  command(command: CourseCommand): void;
  /** The current state, for one chat connection. */
  sendState(connection: string): void;
  status(): Omit<CourseStatus, 'name'>;
  dispose(): void;
}

export function createCourseHost(courses: readonly Course[], deps: CourseHostDeps) {
  const rooms = new Map<number, ReadonlyMap<string, CourseRun>>();
  const statusOf = (runs: ReadonlyMap<string, CourseRun>): readonly CourseStatus[] =>
    [...runs].map(([name, run]) => ({ name, ...run.status() }));

  function roomOf(roomId: number): ReadonlyMap<string, CourseRun> {
    const known = rooms.get(roomId);
    if (known) return known;
    const changed = (): void => deps.onStatus(roomId, statusOf(roomOf(roomId)));
    const runs = new Map(
      courses.map((course) => [
        course.name,
        course.begin({ clock: deps.clock, changed, push: (push, connection) => deps.push({ ...push, roomId, connection }) }),
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
    call(roomId: number, name: string, call: CourseCall, viewer: CourseViewer): CourseAnswer {
      const room = roomOf(roomId);
      let answer = refused(COURSE_CODE.unknownVerb, '');
      for (const course of courses) {
        const run = course.feature === name ? room.get(course.name) : undefined;
        if (run === undefined || (answer.code !== COURSE_CODE.unknownVerb && call.verb !== 'snapshot')) continue;
        answer = run.call(call, viewer);
      }
      return answer;
    },
    command: (roomId: number, name: string, command: CourseCommand) => roomOf(roomId).get(name)?.command(command),
    status: (roomId: number) => statusOf(roomOf(roomId)),
    dispose(): void {
      for (const runs of rooms.values()) for (const run of runs.values()) run.dispose();
    },
  };
}
export type CourseHost = ReturnType<typeof createCourseHost>;
