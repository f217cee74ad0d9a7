import { answered, COURSE_CODE, coursePush, pickBy, refused, } from '../../../mocks/course.ts';
import { personNamed } from '../../../mocks/course-people.ts';
import { refusalOf } from '../../../mocks/course-calls.ts';
import { chance } from '../../../mocks/faults.ts';
/** A short PK: the phases of a real one take minutes. In the course's milliseconds. */
const PHASE_MS = { match: 6000, fight: 60000, punishment: 25000, result: 12000 };
const NUMBER = { match: 1, fight: 2, punishment: 3, result: 4 };
const OVER = 5;
/** Other viewers give so often. */
const GIFT_EVERY_MS = 1500;
const COINS = [10, 52, 100, 188, 520];
const MAX_COIN = 10000;
const SEED = 77;
const crowd = (firstId, names) => names.map((nickname, at) => ({ userId: firstId + at, nickname }));
const OWN = crowd(610001, ['小鱼', '南风知我意', '一颗糖', '夜航船']);
const RIVAL = crowd(620001, ['橘子海', '半夏', '山川', '柚子茶']);
const RIVAL_STAR = {
    userId: 91003,
    kugouId: 91003,
    nickname: '夏沫',
    richlevel: 20,
    userLogo: '/fixtures/images/userlogo/avatar-3.jpg',
    mystic: false,
};
const NOTHING = { score: 0, givers: [] };
/** A PK of two: match, fight, punishment, result. */
export const battle = {
    name: 'battle',
    initial: { phase: null, pkId: 7000, version: 0, endsMs: 0, nextGiftMs: null, gifts: 0, turns: 0, own: NOTHING, rival: NOTHING },
    onCall(state, call, time, viewer) {
        if (call.verb === 'support')
            return support(state, call, time, viewer);
        if (call.verb !== 'start' && call.verb !== 'end')
            return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
        const refusal = refusalOf(viewer, true) ?? (call.verb === 'start' && state.phase !== null ? refused(COURSE_CODE.notNow, 'PK 正在进行') : null);
        if (refusal !== null)
            return { state, pushes: [], answer: refusal };
        return { ...battle.onCommand(state, call.verb, time), answer: answered() };
    },
    onCommand(state, command, time) {
        if (command === 'repeat')
            return said(state, time);
        if (command === 'start')
            return enter({ ...state, pkId: state.pkId + 1, own: NOTHING, rival: NOTHING, turns: 0 }, 'match', time);
        if (state.phase === null)
            return { state, pushes: [] };
        return state.phase === 'match' ? over(state, time) : enter(state, 'result', time);
    },
    tick(state, time) {
        if (state.phase === null)
            return { state, pushes: [] };
        if (time.nowMs >= state.endsMs)
            return next(state, time);
        if (state.nextGiftMs === null || time.nowMs < state.nextGiftMs)
            return { state, pushes: [] };
        const isOwn = chance(SEED, state.gifts) < 0.5;
        const who = pickBy(isOwn ? OWN : RIVAL, SEED + 1, state.gifts);
        const coin = pickBy(COINS, SEED + 2, state.gifts);
        const waiting = { ...state, gifts: state.gifts + 1, nextGiftMs: time.nowMs + GIFT_EVERY_MS };
        return give(waiting, isOwn ? 'own' : 'rival', { ...who, score: coin }, time);
    },
    deadlineMs: ({ phase, endsMs, nextGiftMs }) => (phase === null ? null : Math.min(endsMs, nextGiftMs ?? endsMs)),
    snapshot: (state, time) => [statePush(state, time)],
    phase: ({ phase }) => phase,
};
function support(state, { fields }, time, viewer) {
    const refuse = (code, msg) => ({ state, pushes: [], answer: refused(code, msg) });
    // Of another PK, perhaps of the teams' (mock of multi-PK): not answered here.
    if (fields['pkId'] !== state.pkId)
        return refuse(COURSE_CODE.unknownVerb, '这场 PK 已经结束');
    const refusal = refusalOf(viewer, false);
    if (refusal !== null)
        return { state, pushes: [], answer: refusal };
    if (state.phase !== 'fight')
        return refuse(COURSE_CODE.notNow, '现在不能助力');
    const { coin, teamId } = fields;
    if (typeof coin !== 'number' || !Number.isInteger(coin) || coin < 1 || coin > MAX_COIN || (teamId !== 1 && teamId !== 2))
        return refuse(COURSE_CODE.badFields, '助力失败');
    const giver = { userId: viewer.userId, nickname: viewer.nickname, score: coin };
    return { ...give(state, teamId === 1 ? 'own' : 'rival', giver, time), answer: answered() };
}
function enter(state, phase, time) {
    const isFight = phase === 'fight';
    return said({ ...state, phase, endsMs: time.nowMs + PHASE_MS[phase], nextGiftMs: isFight ? time.nowMs + GIFT_EVERY_MS : null }, time);
}
function next(state, time) {
    switch (state.phase) {
        case 'match':
            return enter(state, 'fight', time);
        case 'fight':
            // Nobody is punished after a draw.
            return enter(state, state.own.score === state.rival.score ? 'result' : 'punishment', time);
        case 'punishment':
            return enter(state, 'result', time);
        default:
            return over(state, time);
    }
}
const over = (state, time) => said({ ...state, phase: null, nextGiftMs: null }, time);
/** A gift; when it turns the side that was behind into the leader, everybody is told by whom. */
function give(state, to, giver, time) {
    const before = state.own.score - state.rival.score;
    const changed = { ...state, [to]: withGift(state[to], giver) };
    const after = changed.own.score - changed.rival.score;
    const isTurn = before !== 0 && after !== 0 && before > 0 !== after > 0;
    if (!isTurn)
        return said(changed, time);
    const turned = { ...changed, turns: changed.turns + 1 };
    const step = said(turned, time);
    const turn = coursePush('multi-pk-lose-to-win', {
        pkId: turned.pkId,
        teamId: to === 'own' ? 1 : 2,
        title: '反败为胜',
        score: giver.score,
        user: personOf(giver),
        id: `${turned.pkId}-${turned.turns}`,
    });
    return { ...step, pushes: [...step.pushes, turn] };
}
export function withGift(side, giver) {
    const known = side.givers.find(({ userId }) => userId === giver.userId);
    const others = side.givers.filter((other) => other !== known);
    const givers = [...others, { ...giver, score: giver.score + (known?.score ?? 0) }].sort((a, b) => b.score - a.score);
    return { score: side.score + giver.score, givers };
}
function said(state, time) {
    const next = { ...state, version: state.version + 1 };
    return { state: next, pushes: [statePush(next, time)] };
}
const personOf = ({ userId, nickname }) => personNamed(nickname, userId);
const TOP = 3;
function statePush(state, time) {
    const { phase, own, rival } = state;
    const isDecided = phase === 'punishment' || phase === 'result' || phase === null;
    const winner = !isDecided ? 0 : own.score === rival.score ? 3 : own.score > rival.score ? 1 : 2;
    const side = ({ score, givers }) => ({
        score,
        givers: givers.slice(0, TOP).map((giver) => ({ user: personOf(giver), score: giver.score })),
    });
    return coursePush('battle', {
        pkId: state.pkId,
        version: state.version,
        phase: phase === null ? OVER : NUMBER[phase],
        leftMs: phase === null ? 0 : time.leftMs(state.endsMs),
        own: { star: null, roomId: 0, posterUrl: '', ...side(own) },
        rival: { star: RIVAL_STAR, roomId: 1002, posterUrl: RIVAL_STAR.userLogo, ...side(rival) },
        winner,
        punishment: phase === 'punishment' ? '唱一首儿歌' : '',
    });
}
