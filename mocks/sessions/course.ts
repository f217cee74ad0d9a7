/**
 * The server side of a feature as a scripted session (`mock.ts` of a feature): a pure function from calls, commands and time to pushes and
 * answers. Times are the session's own, which the developer's panel can stop and speed up (course-host.ts).
 */
import type { BodyOfMessage, MessageName } from '../../src/wire/registry.ts';
import { chance } from '../backend/faults.ts';

export interface CourseViewer {
  /** 0: not logged in. */
  readonly userId: number;
  readonly nickname: string;
  readonly isStar: boolean;
}

export interface CourseTime {
  /** Milliseconds of the scripted session. */
  readonly nowMs: number;
  /** Real milliseconds until a time of the session, at the current speed; 0 after it. Messages contain this value. */
  leftMs(atMs: number): number;
}

export interface CourseCall {
  /** Last part of the path: `request`, `support`. */
  readonly verb: string;
  /** Fields as received, not validated. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A message to everybody in the room, or to one viewer. */
export interface CoursePush {
  readonly name: MessageName;
  readonly body: object;
  readonly toUserId: number | null;
  /** The chat refuses that viewer's lines for this time from now on; 0: it accepts them again. */
  readonly mutesMs?: number;
  /** Minimum interval between two lines of a viewer from now on, except for the star; 0: none. */
  readonly slow?: { readonly ms: number; readonly starId: number };
}

export interface CourseStep<State> {
  readonly state: State;
  readonly pushes: readonly CoursePush[];
}

export type CourseAnswer =
  | { readonly code: 0; readonly data: Readonly<Record<string, unknown>> }
  /** The viewer sees this text. */
  | { readonly code: number; readonly msg: string };

export interface Course<State> {
  /** Name of the feature, and of its row in the developer's panel. */
  readonly name: string;
  /** Feature whose calls it answers together with other sessions of that name: if it returns `unknownVerb`, the next one is asked. */
  readonly feature?: string;
  readonly initial: State;
  onCall(state: State, call: CourseCall, time: CourseTime, viewer: CourseViewer): CourseStep<State> & { readonly answer: CourseAnswer };
  /** Commands of the developer's panel: `start` from the beginning, `end`, and `repeat` to send the remaining time again. */
  onCommand(state: State, command: 'start' | 'end' | 'repeat', time: CourseTime): CourseStep<State>;
  tick(state: State, time: CourseTime): CourseStep<State>;
  /** Session time at which `tick` is due; null: never. */
  deadlineMs(state: State): number | null;
  /** All messages for a viewer who joins. */
  snapshot(state: State, time: CourseTime): readonly CoursePush[];
  /** Current phase for the panel; null: not running. */
  phase(state: State): string | null;
}

/** Builds a push by name; omitted fields get their protobuf defaults. */
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

/** Codes of the features' calls. The specification gives none; these are the project's. */
export const COURSE_CODE = { badFields: 400, loginNeeded: 401, starOnly: 403, notNow: 409, unknownVerb: 404 } as const;

/** Picks one of the items, deterministic for seed and counter. */
export const pickBy = <T>(items: readonly T[], seed: number, counter: number): T =>
  items[Math.floor(chance(seed, counter) * items.length)]!;
