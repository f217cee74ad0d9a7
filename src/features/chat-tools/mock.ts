import { defineMock } from '../../../mocks/scenario.ts';
import {
  answered,
  COURSE_CODE,
  coursePush,
  refused,
  type Course,
  type CourseAnswer,
  type CourseCall,
  type CoursePush,
} from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { MUTE_MS, withMute, type Mute } from '../../core/room/chat/mutes.ts';

const REASONS: readonly unknown[] = ['advertising', 'abuse', 'indecent', 'fraud', 'other'];
/** Reporter-user pairs that are stored; a second report of the same user is refused. */
const MAX_REPORTS = 200;
/** Sent to everybody when a user is muted or removed, and to that user whether lines are accepted. */
const NOTICE = { mute: '被主播禁言 10 分钟', unmute: '可以继续发言了', kick: '被请出了直播间' } as const;
const isStarVerb = (verb: string): verb is keyof typeof NOTICE => Object.hasOwn(NOTICE, verb);

export interface ChatToolsCourse {
  /** `reporter:reported`. */
  readonly reports: readonly string[];
  /** Times of the scripted session. */
  readonly mutes: readonly Mute[];
}

/** Reports of viewers and the star's moderation. It has no phases: it only answers calls. */
export const chatTools: Course<ChatToolsCourse> = {
  name: 'chat-tools',
  initial: { reports: [], mutes: [] },
  onCall(state, call, time, viewer) {
    const no = (answer: CourseAnswer) => ({ state, pushes: [], answer });
    const toUserId = Number(call.fields['toUserId']);
    const refusal = refusalOf(viewer, call.verb !== 'report');
    if (refusal !== null) return no(refusal);
    if (!Number.isSafeInteger(toUserId) || toUserId <= 0) return no(refused(COURSE_CODE.badFields, '没有这个用户'));
    if (toUserId === viewer.userId) return no(refused(COURSE_CODE.badFields, '不能对自己操作'));
    if (isStarVerb(call.verb)) {
      const notice = coursePush('public-notice', { content: `${nameOf(call)} ${NOTICE[call.verb]}` });
      if (call.verb === 'kick') return { state, pushes: [notice], answer: answered() };
      const mutedMs = call.verb === 'mute' ? MUTE_MS : 0;
      const mutes = withMute(state.mutes, toUserId, mutedMs === 0 ? null : time.nowMs + mutedMs);
      return { state: { ...state, mutes }, pushes: [notice, muting(toUserId, mutedMs)], answer: answered() };
    }
    if (call.verb !== 'report') return no(refused(COURSE_CODE.unknownVerb, ''));
    if (!REASONS.includes(call.fields['reason'])) return no(refused(COURSE_CODE.badFields, '请选择举报原因'));
    const pair = `${viewer.userId}:${toUserId}`;
    if (state.reports.includes(pair)) return no(refused(COURSE_CODE.notNow, '你已经举报过这位用户'));
    return { state: { ...state, reports: [...state.reports, pair].slice(-MAX_REPORTS) }, pushes: [], answer: answered() };
  },
  onCommand: (state) => ({ state, pushes: [] }),
  tick: (state, { nowMs }) => ({ state: { ...state, mutes: state.mutes.filter(({ untilMs }) => nowMs < untilMs) }, pushes: [] }),
  deadlineMs: ({ mutes }) => (mutes.length === 0 ? null : Math.min(...mutes.map(({ untilMs }) => untilMs))),
  // A muted user who reconnects stays muted.
  snapshot: ({ mutes }, time) => mutes.map(({ userId, untilMs }) => muting(userId, time.leftMs(untilMs))),
  phase: ({ mutes }) => (mutes.length === 0 ? null : 'mutes'),
};

const muting = (userId: number, mutesMs: number): CoursePush => ({
  ...coursePush('public-notice-user', { content: mutesMs > 0 ? '主播暂时不让你发言' : '主播允许你继续发言' }, userId),
  mutesMs,
});

const nameOf = ({ fields: { name } }: CourseCall): string => (typeof name === 'string' ? name.slice(0, 40) : '');

export const mock = defineMock({
  sessions: [chatTools],
  scenarios: {},
});
