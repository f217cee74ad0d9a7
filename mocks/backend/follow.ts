import { answered, COURSE_CODE, coursePush, refused, type Course } from '../sessions/course.ts';
import { refusalOf } from '../sessions/course-calls.ts';

/** Maximum number of followers; the newest are kept. */
const MAX_FOLLOWERS = 500;

export interface FollowCourse {
  readonly followers: readonly number[];
}

/** Followers of the star: answers the call and pushes new followers to the room. It has no phases. */
export const follow: Course<FollowCourse> = {
  name: 'follow',
  initial: { followers: [] },
  onCall(state, { verb, fields }, _time, viewer) {
    const refusal = refusalOf(viewer, false);
    if (refusal !== null) return { state, pushes: [], answer: refusal };
    if (verb !== 'set') return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
    if (fields['on'] !== 0 && fields['on'] !== 1) return { state, pushes: [], answer: refused(COURSE_CODE.badFields, '') };
    if (viewer.isStar) return { state, pushes: [], answer: refused(COURSE_CODE.notNow, '不能关注自己') };
    const others = state.followers.filter((userId) => userId !== viewer.userId);
    if (fields['on'] === 0) return { state: { followers: others }, pushes: [], answer: answered() };
    const isNew = others.length === state.followers.length;
    const push = coursePush('follow', { userid: viewer.userId, nickname: viewer.nickname, richlevel: 18 });
    return { state: { followers: [...others, viewer.userId].slice(-MAX_FOLLOWERS) }, pushes: isNew ? [push] : [], answer: answered() };
  },
  onCommand: (state) => ({ state, pushes: [] }),
  tick: (state) => ({ state, pushes: [] }),
  deadlineMs: () => null,
  snapshot: () => [],
  phase: () => null,
};
