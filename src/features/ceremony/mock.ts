import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { coursePush, type CoursePush, type CourseTime } from '../../../mocks/sessions/course.ts';
import { MOCK_RIVAL, MOCK_STAR } from '../../../mocks/sessions/course-people.ts';
import { scriptedCourse, type Playing } from '../../../mocks/sessions/course-script.ts';

/** Milliseconds of the scripted session. */
const SEARCH_MS = 8_000;
const MATCH_MS = 40_000;

/** End time of the match; null: no opponent found yet. */
type Match = number | null;

const match = ({ run }: Playing<Match>, isFound: boolean, leftMs: number): CoursePush =>
  coursePush(isFound ? 'ceremony-match-success' : 'ceremony-match-failure', {
    ceremonyId: 30,
    matchId: run * 10 + (isFound ? 2 : 1),
    status: isFound ? 1 : 2,
    star: MOCK_STAR,
    rival: isFound ? MOCK_RIVAL : null,
    title: '星光盛典',
    msg: isFound ? '为主播加油，赢下这一场' : '这一轮没有合适的对手，马上再试一次',
    leftMs,
  });
/** The match was found and then cancelled. */
const withdrawn = ({ run }: Playing<Match>): CoursePush =>
  coursePush('ceremony-match-failure', {
    ceremonyId: 30,
    matchId: run * 10 + 2,
    status: 2,
    star: MOCK_STAR,
    title: '星光盛典',
    msg: '这一场被取消了',
  });
const present = (state: Playing<Match>, time: CourseTime): readonly CoursePush[] =>
  state.data === null ? [] : [match(state, true, time.leftMs(state.data))];

/** No opponent is found at first; later one is found for a while. */
export const ceremony = scriptedCourse<Match>({
  name: 'ceremony',
  data: null,
  parts: [
    { afterMs: 0, does: (state) => ({ pushes: [match(state, false, 0)] }) },
    {
      afterMs: SEARCH_MS,
      does(state, time) {
        const data = time.nowMs + MATCH_MS;
        return { data, pushes: present({ ...state, data }, time) };
      },
    },
    { afterMs: MATCH_MS, does: () => ({ data: null, pushes: [] }) },
  ],
  present,
  ends: (state) => ({
    data: null,
    pushes: state.data === null ? [] : [withdrawn(state)],
  }),
});

export const mock = defineMock({
  sessions: [ceremony],
  scenarios: withRecording('ceremony', 'A ceremony match: first without a rival, then with one', '盛典匹配：先失败，再匹配到对手'),
});
