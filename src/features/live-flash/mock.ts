import { defineMock } from '../../../mocks/scenario.ts';
import { answered, COURSE_CODE, coursePush, refused, type Course, type CourseStep } from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';

/** Same limit as the form; checked again by the server. */
const MAX_CHARS = 60;
/** Separate from the ids of the site's headlines. */
const FIRST_ID = 50_000;

/** Milliseconds of the scripted session. */
const SHOWN_MS = 10_000;

export interface FlashCourse {
  readonly made: number;
  /** End time of the headline started by the developer's panel; null: none is shown. */
  readonly untilMs: number | null;
}

/** The star's line becomes a headline for everybody in the room. The scripted session itself sends one line. */
export const liveFlash: Course<FlashCourse> = {
  name: 'live-flash',
  initial: { made: 0, untilMs: null },
  onCall(state, { verb, fields }, _time, viewer) {
    const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
    if (verb !== 'write') return refuse(COURSE_CODE.unknownVerb, '');
    const refusal = refusalOf(viewer, true);
    if (refusal !== null) return { state, pushes: [], answer: refusal };
    const { text } = fields;
    if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_CHARS) return refuse(COURSE_CODE.badFields, '快讯不能为空');
    return { ...say(state, text.trim(), viewer.nickname, viewer.userId), answer: answered() };
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return { state, pushes: [] };
    if (command === 'end') return { state: { ...state, untilMs: null }, pushes: [] };
    return say({ ...state, untilMs: time.nowMs + SHOWN_MS }, '今晚九点抽三位听众连麦', '主播', 1);
  },
  tick: (state, time) => ({
    state: state.untilMs !== null && time.nowMs >= state.untilMs ? { ...state, untilMs: null } : state,
    pushes: [],
  }),
  deadlineMs: ({ untilMs }) => untilMs,
  snapshot: () => [],
  phase: ({ untilMs }) => (untilMs === null ? null : 'shown'),
};

function say(before: FlashCourse, content: string, nickname: string, userId: number): CourseStep<FlashCourse> {
  const state = { ...before, made: before.made + 1 };
  return { state, pushes: [coursePush('headline-message', { id: FIRST_ID + state.made, content, sender: personNamed(nickname, userId) })] };
}

export const mock = defineMock({
  sessions: [liveFlash],
  scenarios: {},
});
