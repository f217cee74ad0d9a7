import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { answered, COURSE_CODE, coursePush, refused, type CoursePush } from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { MOCK_STAR, personNamed } from '../../../mocks/sessions/course-people.ts';
import { scriptedCourse, type ScriptCall } from '../../../mocks/sessions/course-script.ts';

interface Said {
  readonly id: number;
  readonly userId: number;
  readonly nickname: string;
  readonly content: string;
  /** 0: none yet, 1: accepted, 2: declined. */
  readonly answer: number;
}
/** The viewer of the first tab (`fx_userid` of scenarios.ts) in the mock's notation. */
const VIEWER = { userId: 880_001, nickname: '观众0001' } as const;
const NONE: Said = { id: 0, userId: 0, nickname: '', content: '', answer: 0 };
/** Milliseconds of the scripted session. */
const ANSWER_MS = 6_000;
const NEXT_MS = 9_000;
/** Longer than the card's own countdown, even when the scripted session is sped up. */
const WAITS_MS = 60_000;

const pushOf = ({ id, userId, nickname, content, answer }: Said): CoursePush =>
  coursePush('confession', { id, user: personNamed(nickname, userId), star: MOCK_STAR, content, audioUrl: '', answer });
const say = (data: Said) => ({ data, pushes: [pushOf(data)] });

const answer: ScriptCall<Said> = ({ data }, { fields }, _time, viewer) => {
  const refuse = (code: number, msg: string) => ({ pushes: [], answer: refused(code, msg) });
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { pushes: [], answer: refusal };
  const { id, as } = fields;
  if (as !== 'accept' && as !== 'decline') return refuse(COURSE_CODE.badFields, '回应失败');
  if (id !== data.id || data.userId !== viewer.userId || data.answer !== 0) return refuse(COURSE_CODE.notNow, '这条告白已经结束');
  return { ...say({ ...data, answer: as === 'accept' ? 1 : 2 }), answer: answered() };
};

/** First to another viewer, who accepts; then to the viewer of the first tab, who can answer. */
export const confession = scriptedCourse<Said>({
  name: 'confession',
  data: NONE,
  parts: [
    {
      afterMs: 0,
      does: ({ run }) =>
        say({ id: run * 10 + 1, userId: 600_101, nickname: '小鱼', content: '谢谢你每晚都在，今晚的第一首歌送给你', answer: 0 }),
    },
    { afterMs: ANSWER_MS, does: ({ data }) => say({ ...data, answer: 1 }) },
    {
      afterMs: NEXT_MS,
      does: ({ run }) => say({ id: run * 10 + 2, ...VIEWER, content: '有你在的直播间，连安静都是好听的', answer: 0 }),
    },
    { afterMs: WAITS_MS, does: () => ({ data: NONE, pushes: [] }) },
  ],
  present: ({ data }) => (data.id === 0 ? [] : [pushOf(data)]),
  ends: ({ data }) => (data.id === 0 || data.answer !== 0 ? { pushes: [] } : say({ ...data, answer: 2 })),
  calls: { answer },
});

export const mock = defineMock({
  sessions: [confession],
  scenarios: withRecording(
    'confession',
    'AI-written confessions to two viewers; the viewer of the first tab answers',
    'AI 对两位观众告白，第一个标签页的观众可以回应',
  ),
});
