import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { answered, COURSE_CODE, coursePush, refused, type CoursePush } from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { scriptedCourse, type Part, type Playing, type ScriptCall } from '../../../mocks/sessions/course-script.ts';

const WAVES = 3;
/** Milliseconds of the scripted session. */
const STEP_MS = 800;
const STEPS = 14;
const PAUSE_MS = 4_000;
/** Movement and damage of a monster per step; each defender adds damage. */
const WAY = 70;
const HIT = 5;
const HELP = 6;

interface Battle {
  readonly wave: number;
  readonly step: number;
  /** User ids of viewers who joined. */
  readonly defenders: readonly number[];
}
const NONE: Battle = { wave: 0, step: 0, defenders: [] };

/** Position and remaining blood of each monster of the wave. */
const monstersOf = ({ wave, step, defenders }: Battle) =>
  Array.from({ length: 4 + wave }, (_, at) => ({
    id: wave * 100 + at,
    type: (at + wave) % 4,
    x: Math.max(0, step * WAY - at * 60),
    y: (at * 379) % 1_000,
    blood: 100 + at * 4 - step * (HIT + HELP * defenders.length) - wave,
  })).filter(({ blood }) => blood > 0);

const gameOf = ({ run }: Playing<Battle>): number => 7_100 + run;
const push = (state: Playing<Battle>, data: Battle, isBeaten: boolean): CoursePush =>
  coursePush('tower-defense-monsters', { gameId: gameOf(state), wave: data.wave, monsters: isBeaten ? [] : monstersOf(data) });

const parts = Array.from({ length: WAVES * STEPS }, (_, at): Part<Battle> => {
  const step = at % STEPS;
  return {
    afterMs: at === 0 ? 0 : step === 0 ? PAUSE_MS : STEP_MS,
    does(state) {
      const data = { ...state.data, wave: 1 + Math.floor(at / STEPS), step };
      return { data, pushes: [push(state, data, step === STEPS - 1)] };
    },
  };
});

const join: ScriptCall<Battle> = (state, { fields }, _time, viewer) => {
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { pushes: [], answer: refusal };
  if (state.nextMs === null || fields['gameId'] !== gameOf(state))
    return { pushes: [], answer: refused(COURSE_CODE.notNow, '这一局已经结束') };
  const { data } = state;
  if (data.defenders.includes(viewer.userId)) return { pushes: [], answer: answered() };
  const joined = { ...data, defenders: [...data.defenders, viewer.userId] };
  return { data: joined, pushes: [push(state, joined, false)], answer: answered() };
};

/** Three waves; each viewer who joins adds damage. */
export const towerDefense = scriptedCourse<Battle>({
  name: 'tower-defense',
  data: NONE,
  parts: [...parts, { afterMs: PAUSE_MS, does: () => ({ data: NONE, pushes: [] }) }],
  present: (state) => (state.data.wave === 0 ? [] : [push(state, state.data, state.data.step === STEPS - 1)]),
  ends: (state) => ({ data: NONE, pushes: [push(state, { ...state.data, wave: Math.max(1, state.data.wave) }, true)] }),
  calls: { join },
});

export const mock = defineMock({
  sessions: [towerDefense],
  scenarios: withRecording('tower-defense', 'Three waves of a tower defense game', '塔防大战的三波怪物'),
});
