import { answered, COURSE_CODE, coursePush, refused } from '../../../mocks/course.ts';
import { refusalOf } from '../../../mocks/course-calls.ts';
import { personNamed } from '../../../mocks/course-people.ts';
import { scriptedCourse } from '../../../mocks/course-script.ts';
const SHOOTERS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈', '小鱼'];
/** In the course's milliseconds. */
const EVERY_MS = 4000;
const BUFF_MS = 10000;
const MINE = 5;
const gameOf = ({ run }) => 7200 + run;
const push = (state, { nickname, userId, rate }, leftMs) => coursePush('shooter-critical-buff', {
    gameId: gameOf(state),
    user: personNamed(nickname, userId),
    rate,
    durationS: Math.max(1, Math.ceil(leftMs / 1000)),
});
const parts = SHOOTERS.map((nickname, at) => ({
    afterMs: at === 0 ? 0 : EVERY_MS,
    does(state, time) {
        const untilMs = time.nowMs + BUFF_MS;
        const hit = { nickname, userId: personNamed(nickname).userId, rate: 2 + (at % 3), untilMs };
        return { data: [...state.data.filter((other) => other.untilMs > time.nowMs), hit], pushes: [push(state, hit, time.leftMs(untilMs))] };
    },
}));
const join = (state, { fields }, time, viewer) => {
    const refusal = refusalOf(viewer, false);
    if (refusal !== null)
        return { pushes: [], answer: refusal };
    if (state.nextMs === null || fields['gameId'] !== gameOf(state))
        return { pushes: [], answer: refused(COURSE_CODE.notNow, '这一局已经结束') };
    const untilMs = time.nowMs + BUFF_MS;
    const hit = { nickname: viewer.nickname, userId: viewer.userId, rate: MINE, untilMs };
    return { data: [...state.data, hit], pushes: [push(state, hit, time.leftMs(untilMs))], answer: answered() };
};
/** Shooters hit critically one after the other; who joins begins with the best hit of all. */
export const shooting = scriptedCourse({
    name: 'shooting',
    data: [],
    parts: [...parts, { afterMs: BUFF_MS, does: () => ({ data: [], pushes: [] }) }],
    present: (state, time) => state.data.filter(({ untilMs }) => untilMs > time.nowMs).map((hit) => push(state, hit, time.leftMs(hit.untilMs))),
    ends: () => ({ data: [], pushes: [] }),
    calls: { join },
});
