import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import {
  COURSE_CODE,
  coursePush,
  refused,
  type Course,
  type CoursePush,
  type CourseStep,
  type CourseTime,
} from '../../../mocks/sessions/course.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';

/** Milliseconds of the scripted session. */
const EVERY_MS = 6_000;
/** The viewer of the mock's own rooms (`VIEWER` of scenarios.ts). */
const VIEWER_ID = 880_001;

/** Groups of notices, one every EVERY_MS; `round` makes the notices of each start different from those of earlier starts. */
const SCRIPT: readonly ((round: number) => readonly CoursePush[])[] = [
  (round) => [
    coursePush('public-notice', { content: `欢迎来到小喵Momo的直播间，请文明发言（第 ${round} 场）` }),
    coursePush('common-notice-room', { title: '开播提醒', content: `今晚 20:00 唱新歌，第 ${round} 场`, durationS: 12 }),
  ],
  (round) => [
    coursePush('common-notice-all', { title: '年度盛典', content: `第 ${round} 场晋级赛开始，去林听夏的房间看看`, roomId: 1_003 }),
    coursePush('public-notice-link', { content: `点歌榜第 ${round} 期公布`, link: 'https://example.com/ranks' }),
  ],
  (round) => [
    coursePush('public-notice-user', {
      content: `恭喜你获得第 ${round} 张粉丝体验卡`,
      user: personNamed('观众0001', VIEWER_ID),
    }),
    coursePush('common-notice', { title: '系统', content: `弹幕特效第 ${round} 次更新` }),
  ],
  (round) => [
    coursePush('ceremony-notice', { title: '星光盛典', content: `第 ${round} 轮投票最后十分钟`, link: 'https://example.com/vote' }),
  ],
];

export interface NoticesCourse {
  readonly round: number;
  /** Index of the next group. */
  readonly part: number;
  readonly nextMs: number | null;
}

/** Notices of the site and of the room. Past notices are not sent to a viewer who joins later. */
export const notices: Course<NoticesCourse> = {
  name: 'notices',
  initial: { round: 0, part: 0, nextMs: null },
  onCall: (state) => ({ state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') }),
  onCommand(state, command, time) {
    if (command === 'start') return say({ ...state, round: state.round + 1, part: 0 }, time);
    return { state: command === 'end' ? { ...state, nextMs: null } : state, pushes: [] };
  },
  tick: (state, time) => (state.nextMs !== null && time.nowMs >= state.nextMs ? say(state, time) : { state, pushes: [] }),
  deadlineMs: ({ nextMs }) => nextMs,
  snapshot: () => [],
  phase: ({ nextMs }) => (nextMs === null ? null : 'telling'),
};

function say(state: NoticesCourse, time: CourseTime): CourseStep<NoticesCourse> {
  const part = state.part + 1;
  return {
    state: { ...state, part, nextMs: part < SCRIPT.length ? time.nowMs + EVERY_MS : null },
    pushes: SCRIPT[state.part]?.(state.round) ?? [],
  };
}

export const mock = defineMock({
  sessions: [notices],
  scenarios: withRecording(
    'notices',
    'Notices of site and room above the chat input, the most important first',
    '全站和房间通知，显示在聊天输入框上方，重要的在前',
  ),
});
