import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { answered, COURSE_CODE, coursePush, refused, type CoursePush } from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { scriptedCourse, type Part, type Playing, type ScriptCall } from '../../../mocks/sessions/course-script.ts';

interface Driver {
  readonly userId: number;
  readonly nickname: string;
}
interface Field {
  readonly drivers: readonly Driver[];
  readonly step: number;
}
const BEGIN: Field = { drivers: ['小鱼', '南风知我意', '夜航船'].map((nickname) => personNamed(nickname)), step: 0 };
/** Milliseconds of the scripted session. */
const STEP_MS = 1_000;
const STEPS = 40;

const gameOf = ({ run }: Playing<Field>): number => 7_300 + run;
/** Each tank moves along its own path. */
function pushes(state: Playing<Field>, { drivers, step }: Field): readonly CoursePush[] {
  return drivers.map(({ userId, nickname }, at) => {
    const turn = step / (5 + at) + at * 2;
    return coursePush('tank-location', {
      gameId: gameOf(state),
      tankId: at + 1,
      x: Math.round(500 + Math.cos(turn) * (440 - at * 70)),
      y: Math.round(500 + Math.sin(turn) * (430 - at * 60)),
      angle: Math.round((turn * 180) / Math.PI + 90) % 360,
      user: personNamed(nickname, userId),
    });
  });
}

const join: ScriptCall<Field> = (state, { fields }, _time, viewer) => {
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { pushes: [], answer: refusal };
  if (state.nextMs === null || fields['gameId'] !== gameOf(state))
    return { pushes: [], answer: refused(COURSE_CODE.notNow, '这一局已经结束') };
  const { drivers } = state.data;
  if (drivers.some(({ userId }) => userId === viewer.userId)) return { pushes: [], answer: answered() };
  const data = { ...state.data, drivers: [...drivers, { userId: viewer.userId, nickname: viewer.nickname }] };
  return { data, pushes: pushes(state, data), answer: answered() };
};

/** Three moving tanks; a viewer who joins drives the fourth. */
export const tank = scriptedCourse<Field>({
  name: 'tank',
  data: BEGIN,
  parts: Array.from({ length: STEPS }, (_, step): Part<Field> => ({
    afterMs: step === 0 ? 0 : STEP_MS,
    does(state) {
      const data = { ...state.data, step };
      return { data, pushes: pushes(state, data) };
    },
  })),
  present: (state) => (state.nextMs === null ? [] : pushes(state, state.data)),
  calls: { join },
});

export const mock = defineMock({
  sessions: [tank],
  scenarios: withRecording('tank', 'Moving tanks of a tank game', '行进中的坦克'),
});
