/**
 * How a module of the room behaves on the server's side (`mock.ts` of a feature), as a pure function: what the viewers do, what time it is
 * -> what is pushed and answered. Times are the course's own, which the developer's panel stops and speeds up (course-host.ts).
 */
import type { BodyOfMessage, MessageName } from '../src/wire/registry.ts';
import { chance } from './faults.ts';

export interface CourseViewer {
  /** 0: not logged in. */
  readonly userId: number;
  readonly nickname: string;
  readonly isStar: boolean;
}

export interface CourseTime {
  /** Milliseconds of the course. */
  readonly nowMs: number;
  /** Real milliseconds until a time of the session, at the current speed; 0 after it. Messages carry this value. */
  leftMs(atMs: number): number;
}

export interface CourseCall {
  /** Last part of the path: `request`, `support`. */
  readonly verb: string;
  /** As it came: unchecked. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A message for everybody in the room, or for one viewer. */
export interface CoursePush {
  readonly name: MessageName;
  readonly body: object;
  readonly toUserId: number | null;
  /** The chat refuses that viewer's lines for so long from now on; 0: it takes them again. */
  readonly mutesMs?: number;
  /** Two lines of a viewer must lie so far apart from now on, but for the star; 0: as they come. */
  readonly slow?: { readonly ms: number; readonly starId: number };
}

export interface CourseStep<State> {
  readonly state: State;
  readonly pushes: readonly CoursePush[];
}

export type CourseAnswer =
  | { readonly code: 0; readonly data: Readonly<Record<string, unknown>> }
  /** The message is shown to the viewer. */
  | { readonly code: number; readonly msg: string };

export interface Course<State> {
  /** Of the feature, and of its row in the developer's panel. */
  readonly name: string;
  /** Feature whose calls it answers besides others of the name: what it does not know (`unknownVerb`) the next one is asked. */
  readonly module?: string;
  readonly initial: State;
  onCall(state: State, call: CourseCall, time: CourseTime, viewer: CourseViewer): CourseStep<State> & { readonly answer: CourseAnswer };
  /** The developer's panel starts it from its beginning, or brings it to its settlement; `repeat`: says once more how long is left. */
  onCommand(state: State, command: 'start' | 'end' | 'repeat', time: CourseTime): CourseStep<State>;
  tick(state: State, time: CourseTime): CourseStep<State>;
  /** Time of the course at which `tick` is due; null: never. */
  deadlineMs(state: State): number | null;
  /** All messages for a viewer who joins. */
  snapshot(state: State, time: CourseTime): readonly CoursePush[];
  /** Where it stands, in a word, for the panel; null: it does not run. */
  phase(state: State): string | null;
}

/** What the registry says of the name, without what need not be said. */
export const coursePush = <Name extends MessageName>(
  name: Name,
  body: Partial<BodyOfMessage<Name>>,
  toUserId: number | null = null,
): CoursePush => ({
  name,
  body,
  toUserId,
});

export const answered = (data: Readonly<Record<string, unknown>> = {}): CourseAnswer => ({ code: 0, data });
export const refused = (code: number, msg: string): CourseAnswer => ({ code, msg });

/** Codes of the modules' calls: the project's own, no document shows any. */
export const COURSE_CODE = { badFields: 400, loginNeeded: 401, starOnly: 403, notNow: 409, unknownVerb: 404 } as const;

/** One of a few, the same each time. */
export const pickBy = <T>(items: readonly T[], seed: number, counter: number): T =>
  items[Math.floor(chance(seed, counter) * items.length)]!;
