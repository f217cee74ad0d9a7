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
const SHOWN_MS = 12_000;
const EVERY_MS = 9_000;

interface Script {
  readonly as: 'headline-content' | 'headline-content-next' | 'headline-message';
  readonly roomId: number;
  readonly sender: string;
  readonly star: string;
  readonly giftname: string;
  readonly num: number;
  readonly content: string;
  readonly link: string;
}
const NONE = { star: '', giftname: '', num: 0, link: '' } as const;

/** Headlines, one group every EVERY_MS; the first group also announces the next one. */
const SCRIPT: readonly (readonly Script[])[] = [
  [
    {
      ...NONE,
      as: 'headline-content',
      roomId: 1_003,
      sender: '南风知我意',
      star: '林听夏',
      giftname: '星河',
      num: 10,
      content: '今晚的歌都想听',
    },
    {
      ...NONE,
      as: 'headline-content-next',
      roomId: 1_001,
      sender: '一颗糖',
      star: '小喵Momo',
      giftname: '火箭',
      num: 1,
      content: '生日快乐',
    },
  ],
  [{ ...NONE, as: 'headline-message', roomId: 1_004, sender: '夜航船', content: '陈野的房间正在放烟花，快来围观' }],
  [{ ...NONE, as: 'headline-message', roomId: 0, sender: '', content: '年度盛典报名开始', link: 'https://example.com/ceremony' }],
];

export interface HeadlineCourse {
  /** Headlines sent so far; the count continues over restarts. */
  readonly made: number;
  /** Index of the next group. */
  readonly part: number;
  readonly nextMs: number | null;
  /** The current headline, sent to viewers who join. */
  readonly now: { readonly id: number; readonly script: Script; readonly untilMs: number } | null;
}

type HeadlineStep = CourseStep<HeadlineCourse>;

/** Headlines of the site, in order. Viewers have no call for them. */
export const headline: Course<HeadlineCourse> = {
  name: 'headline',
  initial: { made: 0, part: 0, nextMs: null, now: null },
  onCall: (state) => ({ state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') }),
  onCommand(state, command, time) {
    if (command === 'repeat') return { state, pushes: present(state, time) };
    if (command === 'end') return { state: { ...state, nextMs: null, now: null }, pushes: [] };
    return say({ ...state, part: 0, now: null }, time);
  },
  tick(state, time) {
    const lasting = state.now !== null && time.nowMs >= state.now.untilMs ? { ...state, now: null } : state;
    return lasting.nextMs !== null && time.nowMs >= lasting.nextMs ? say(lasting, time) : { state: lasting, pushes: [] };
  },
  deadlineMs({ nextMs, now }) {
    const due = [nextMs, now?.untilMs ?? null].filter((atMs) => atMs !== null);
    return due.length === 0 ? null : Math.min(...due);
  },
  snapshot: present,
  phase: ({ nextMs, now }) => (nextMs === null && now === null ? null : 'telling'),
};

function say(state: HeadlineCourse, time: CourseTime): HeadlineStep {
  const said = (SCRIPT[state.part] ?? []).map((script, at) => ({ id: state.made + at + 1, script, untilMs: time.nowMs + SHOWN_MS }));
  const next: HeadlineCourse = {
    made: state.made + said.length,
    part: state.part + 1,
    nextMs: state.part + 1 < SCRIPT.length ? time.nowMs + EVERY_MS : null,
    now: said.find(({ script }) => script.as === 'headline-content') ?? state.now,
  };
  return { state: next, pushes: said.map((one) => pushOf(one, time)) };
}

function present({ now }: HeadlineCourse, time: CourseTime): readonly CoursePush[] {
  return now === null ? [] : [pushOf(now, time)];
}

function pushOf({ id, script, untilMs }: NonNullable<HeadlineCourse['now']>, time: CourseTime): CoursePush {
  const { as, roomId, content, link, giftname, num } = script;
  const sender = person(script.sender);
  if (as === 'headline-message') return coursePush(as, { id, roomId, content, link, sender });
  // Remaining seconds, so that a late viewer sees it for the rest of its time.
  const durationS = Math.ceil(time.leftMs(untilMs) / 1_000);
  return coursePush(as, { id, roomId, content, giftname, num, durationS, sender, star: person(script.star) });
}

const person = (nickname: string) => (nickname === '' ? null : personNamed(nickname, 600_100));

export const mock = defineMock({
  sessions: [headline],
  scenarios: withRecording('headline', 'Site headlines over the stage, one after the other', '全站头条，一条接一条显示在画面上方'),
});
