import { defineMock, scenario, VIEWER } from '../../../mocks/scenario.ts';
import {
  answered,
  COURSE_CODE,
  coursePush,
  refused,
  type Course,
  type CourseCall,
  type CoursePush,
} from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { MOCK_STAR, personNamed } from '../../../mocks/sessions/course-people.ts';

const MAX_SLOW_S = 600;
const MAX_TEXT_CHARS = 200;
const MAX_NAME_CHARS = 40;
/** Slow mode that the offline room's star sets when the scripted session starts, and its duration in milliseconds of the session. */
const START_SLOW_S = 10;
const LED_MS = 300_000;

export interface ChatModeCourse {
  readonly version: number;
  /** User to whom the rules do not apply. */
  readonly starId: number;
  readonly slowS: number;
  readonly isFollowersOnly: boolean;
  readonly pinned: { readonly lineId: string; readonly userId: number; readonly name: string; readonly text: string } | null;
  readonly endMs: number | null;
}
const FREE = { slowS: 0, isFollowersOnly: false, pinned: null, endMs: null } as const;

/** The star's calls change the rules; the scripted session shows all of them for a while. */
export const chatMode: Course<ChatModeCourse> = {
  name: 'chat-mode',
  initial: { version: 0, starId: MOCK_STAR.userId, ...FREE },
  onCall(state, call, _time, viewer) {
    const no = { state, pushes: [] };
    const refusal = refusalOf(viewer, true);
    if (refusal !== null) return { ...no, answer: refusal };
    const change = changeOf(state, call);
    if (change === null) return { ...no, answer: refused(COURSE_CODE.unknownVerb, '') };
    if (change === 'bad') return { ...no, answer: refused(COURSE_CODE.badFields, '设置有误') };
    return { ...told({ ...state, ...change, starId: viewer.userId }), answer: answered() };
  },
  onCommand(state, command, { nowMs }) {
    if (command === 'repeat') return { state, pushes: [pushOf(state)] };
    if (command === 'end') return told({ ...state, ...FREE });
    const pinned = { lineId: 'start', userId: MOCK_STAR.userId, name: MOCK_STAR.nickname, text: '今晚点歌到十一点，歌单在点歌台里' };
    return told({ ...state, slowS: START_SLOW_S, isFollowersOnly: true, pinned, endMs: nowMs + LED_MS });
  },
  tick: (state, { nowMs }) => (state.endMs !== null && nowMs >= state.endMs ? told({ ...state, ...FREE }) : { state, pushes: [] }),
  deadlineMs: ({ endMs }) => endMs,
  snapshot: (state) => (state.version === 0 ? [] : [pushOf(state)]),
  phase: ({ slowS, isFollowersOnly, pinned }) => (slowS > 0 || isFollowersOnly || pinned !== null ? 'led' : null),
};

function changeOf(state: ChatModeCourse, { verb, fields }: CourseCall): Partial<ChatModeCourse> | 'bad' | null {
  switch (verb) {
    case 'set': {
      const slowS = fields['slowS'];
      const isValid = typeof slowS === 'number' && Number.isInteger(slowS) && slowS >= 0 && slowS <= MAX_SLOW_S;
      return isValid ? { slowS, isFollowersOnly: fields['followersOnly'] === 1 } : 'bad';
    }
    case 'pin': {
      const [text, name, userId] = [fields['text'], fields['name'], Number(fields['toUserId'])];
      if (typeof text !== 'string' || text === '' || typeof name !== 'string' || !Number.isSafeInteger(userId)) return 'bad';
      const lineId = `line-${state.version + 1}`;
      return { pinned: { lineId, userId, name: name.slice(0, MAX_NAME_CHARS), text: text.slice(0, MAX_TEXT_CHARS) } };
    }
    case 'unpin':
      return { pinned: null };
    default:
      return null;
  }
}

function told(changed: ChatModeCourse): { readonly state: ChatModeCourse; readonly pushes: readonly CoursePush[] } {
  const state = { ...changed, version: changed.version + 1 };
  return { state, pushes: [pushOf(state)] };
}

/** The mock of the chat applies these rules: it refuses a line that is sent too early. */
const pushOf = ({ version, starId, slowS, isFollowersOnly, pinned }: ChatModeCourse): CoursePush => ({
  ...coursePush('chat-mode', {
    version,
    slowS,
    isFollowersOnly,
    pinned: pinned === null ? null : { lineId: pinned.lineId, text: pinned.text, user: personNamed(pinned.name, pinned.userId) },
  }),
  slow: { ms: slowS * 1_000, starId },
});

export const mock = defineMock({
  sessions: [chatMode],
  scenarios: {
    'chat-led': scenario(
      'Chat modes set by the star: a pinned line, slow mode, followers only',
      '主播管理的聊天：置顶、慢速模式、仅关注者',
      {
        cookies: VIEWER,
        courses: ['chat-mode'],
      },
    ),
  },
});
