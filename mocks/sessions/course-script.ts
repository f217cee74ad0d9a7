/** A scripted session driven mostly by the clock: a sequence of parts, and the actions available to viewers in each. */
import {
  COURSE_CODE,
  refused,
  type Course,
  type CourseAnswer,
  type CourseCall,
  type CoursePush,
  type CourseTime,
  type CourseViewer,
} from './course.ts';

export interface Playing<Data> {
  /** Number of starts, from 1; 0 before the first. */
  readonly run: number;
  /** Index of the next part. */
  readonly part: number;
  /** Time of the next part; null: not running. */
  readonly nextMs: number | null;
  readonly data: Data;
}

export interface Change<Data> {
  readonly data?: Data;
  readonly pushes: readonly CoursePush[];
}

export interface Part<Data> {
  /** Delay after the previous part; milliseconds of the session. */
  readonly afterMs: number;
  does(state: Playing<Data>, time: CourseTime): Change<Data>;
}

export interface Script<Data> {
  readonly name: string;
  readonly feature?: string;
  /** Initial data of each start. */
  readonly data: Data;
  /** The first part is played immediately; the session ends with the last one. */
  readonly parts: readonly Part<Data>[];
  /** Messages for a viewer who joins. */
  present(state: Playing<Data>, time: CourseTime): readonly CoursePush[];
  /** The final messages if the developer's panel ends the session. */
  ends?(state: Playing<Data>, time: CourseTime): Change<Data>;
  /** Calls by verb. */
  readonly calls?: Readonly<Record<string, ScriptCall<Data>>>;
}
export type ScriptCall<Data> = (
  state: Playing<Data>,
  call: CourseCall,
  time: CourseTime,
  viewer: CourseViewer,
) => Change<Data> & { readonly answer: CourseAnswer };

export function scriptedCourse<Data>(script: Script<Data>): Course<Playing<Data>> {
  const apply = (state: Playing<Data>, { data, pushes }: Change<Data>) => ({
    state: data === undefined ? state : { ...state, data },
    pushes,
  });
  /** Plays the due part and schedules the next one. */
  function play(state: Playing<Data>, time: CourseTime) {
    const due = script.parts[state.part];
    const next = script.parts[state.part + 1];
    const moved: Playing<Data> = { ...state, part: state.part + 1, nextMs: next === undefined ? null : time.nowMs + next.afterMs };
    return due === undefined ? { state: moved, pushes: [] } : apply(moved, due.does(moved, time));
  }
  const isRunning = ({ nextMs }: Playing<Data>): boolean => nextMs !== null;
  return {
    name: script.name,
    ...(script.feature !== undefined && { feature: script.feature }),
    initial: { run: 0, part: 0, nextMs: null, data: script.data },
    onCall(state, call, time, viewer) {
      const { answer, ...change } = script.calls?.[call.verb]?.(state, call, time, viewer) ?? {
        pushes: [],
        answer: refused(COURSE_CODE.unknownVerb, ''),
      };
      return { ...apply(state, change), answer };
    },
    onCommand(state, command, time) {
      if (command === 'repeat') return { state, pushes: script.present(state, time) };
      if (command === 'start') return play({ run: state.run + 1, part: 0, nextMs: null, data: script.data }, time);
      if (!isRunning(state)) return { state, pushes: [] };
      const over: Playing<Data> = { ...state, nextMs: null };
      return script.ends === undefined ? { state: over, pushes: [] } : apply(over, script.ends(over, time));
    },
    tick: (state, time) => (state.nextMs !== null && time.nowMs >= state.nextMs ? play(state, time) : { state, pushes: [] }),
    deadlineMs: ({ nextMs }) => nextMs,
    snapshot: (state, time) => script.present(state, time),
    phase: (state) => (isRunning(state) ? `${state.part} / ${script.parts.length}` : null),
  };
}
