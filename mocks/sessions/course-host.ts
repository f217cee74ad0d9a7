/**
 * Runs the scripted sessions of all rooms for all viewers: in the offline room once for all tabs of the browser (course-worker.ts), in the
 * origin server once per server. It drives the clocks of the sessions and pushes messages to all viewers of the room.
 */
import type { Clock } from '../../src/core/clock.ts';
import {
  COURSE_CODE,
  refused,
  type Course,
  type CourseAnswer,
  type CourseCall,
  type CoursePush,
  type CourseStep,
  type CourseTime,
  type CourseViewer,
} from './course.ts';

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

export interface CourseHost {
  /** A chat connection has logged in: sends the current state and starts the sessions of the scenario. */
  join(roomId: number, connection: string, begins: readonly string[]): void;
  call(roomId: number, name: string, call: CourseCall, viewer: CourseViewer): CourseAnswer;
  command(roomId: number, name: string, command: CourseCommand): void;
  status(roomId: number): readonly CourseStatus[];
  dispose(): void;
}

/** Rooms whose sessions are kept; the oldest room is dropped. */
const MAX_ROOMS = 16;
const MAX_SPEED = 100;

/** A scripted session whose state type is hidden: the result of `runCourse`. */
export interface AnyCourse {
  readonly name: string;
  /** Feature whose calls it answers. */
  readonly feature: string;
  begin(deps: RunDeps): Run;
}

interface RunDeps {
  readonly clock: Clock;
  readonly push: (push: CoursePush, connection: string | null) => void;
  readonly changed: () => void;
}

interface Run {
  call(call: CourseCall, viewer: CourseViewer): CourseAnswer;
  command(command: CourseCommand): void;
  sendState(connection: string): void;
  hasBegun(): boolean;
  status(): Omit<CourseStatus, 'name'>;
  dispose(): void;
}

export function runCourse<State>(course: Course<State>): AnyCourse {
  return { name: course.name, feature: course.feature ?? course.name, begin: (deps) => begin(course, deps) };
}

function begin<State>(course: Course<State>, { clock, push, changed }: RunDeps): Run {
  let state = course.initial;
  let isBegun = false;
  let speed = 1;
  let isPaused = false;
  /** Start of the session's clock. */
  let anchor = { realMs: clock.nowMs(), courseMs: 0 };
  let cancel: () => void = () => undefined;

  const courseMs = (): number => anchor.courseMs + (isPaused ? 0 : (clock.nowMs() - anchor.realMs) * speed);
  const time = (): CourseTime => {
    const nowMs = courseMs();
    return { nowMs, leftMs: (atMs) => Math.max(0, Math.round((atMs - nowMs) / speed)) };
  };
  const apply = (step: CourseStep<State>): void => {
    state = step.state;
    for (const one of step.pushes) push(one, null);
    arm();
    changed();
  };
  function arm(): void {
    cancel();
    cancel = () => undefined;
    const atMs = isPaused ? null : course.deadlineMs(state);
    if (atMs !== null) cancel = clock.after(Math.max(1, (atMs - courseMs()) / speed), () => apply(course.tick(state, time())));
  }
  /** Messages contain the remaining time: after a change of the speed the current state is sent again. */
  function retime(change: () => void): void {
    anchor = { courseMs: courseMs(), realMs: clock.nowMs() };
    change();
    // A session that is not running sends nothing.
    const isSilent = isPaused || course.phase(state) === null;
    apply(isSilent ? { state, pushes: [] } : course.onCommand(state, 'repeat', time()));
  }

  return {
    call(call, viewer) {
      if (call.verb === 'snapshot') {
        for (const one of course.snapshot(state, time())) push({ ...one, toUserId: viewer.userId }, null);
        return { code: 0, data: {} };
      }
      const { answer, ...step } = course.onCall(state, call, time(), viewer);
      apply(step);
      return answer;
    },
    command(command) {
      switch (command) {
        case 'start':
          isBegun = true;
          if (isPaused) retime(() => void (isPaused = false));
          return apply(course.onCommand(state, 'start', time()));
        case 'end':
          return apply(course.onCommand(state, 'end', time()));
        case 'pause':
          return retime(() => void (isPaused = true));
        case 'resume':
          return retime(() => void (isPaused = false));
        default:
          return retime(() => void (speed = Math.min(MAX_SPEED, Math.max(0.1, command.speed))));
      }
    },
    sendState(connection) {
      for (const one of course.snapshot(state, time())) push(one, connection);
    },
    hasBegun: () => isBegun,
    status: () => ({ phase: course.phase(state), isPaused, speed }),
    dispose: () => cancel(),
  };
}

export function createCourseHost(courses: readonly AnyCourse[], deps: CourseHostDeps): CourseHost {
  const rooms = new Map<number, ReadonlyMap<string, Run>>();
  const statusOf = (runs: ReadonlyMap<string, Run>): readonly CourseStatus[] => [...runs].map(([name, run]) => ({ name, ...run.status() }));

  function roomOf(roomId: number): ReadonlyMap<string, Run> {
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
    join(roomId, connection, begins) {
      for (const [name, run] of roomOf(roomId)) {
        if (begins.includes(name) && !run.hasBegun()) run.command('start');
        // A session that is not running has no state to send.
        else if (run.status().phase !== null) run.sendState(connection);
      }
    },
    call(roomId, name, call, viewer) {
      const room = roomOf(roomId);
      let answer = refused(COURSE_CODE.unknownVerb, '');
      for (const course of courses) {
        const run = course.feature === name ? room.get(course.name) : undefined;
        if (run === undefined || (answer.code !== COURSE_CODE.unknownVerb && call.verb !== 'snapshot')) continue;
        answer = run.call(call, viewer);
      }
      return answer;
    },
    command: (roomId, name, command) => roomOf(roomId).get(name)?.command(command),
    status: (roomId) => statusOf(roomOf(roomId)),
    dispose() {
      for (const runs of rooms.values()) for (const run of runs.values()) run.dispose();
    },
  };
}
