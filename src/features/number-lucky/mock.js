import { answered, COURSE_CODE, coursePush, refused, } from '../../../mocks/course.ts';
import { personNamed } from '../../../mocks/course-people.ts';
import { refusalOf } from '../../../mocks/course-calls.ts';
import { chance } from '../../../mocks/faults.ts';
/** In the course's milliseconds. */
const TAKING_MS = 30000;
const DRAWN_MS = 15000;
const GUEST_EVERY_MS = 4000;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'];
const NUMBERS = 100;
const SEED = 61;
/** Numbers are taken, one is drawn, those with its last digit win. */
export const numberLucky = {
    name: 'number-lucky',
    initial: { phase: null, activityId: 300, version: 0, endsMs: 0, nextGuestMs: null, drawn: 0, tickets: [] },
    onCall(state, { verb }, time, viewer) {
        if (verb !== 'join')
            return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
        const refusal = refusalOf(viewer, false) ?? (state.phase === 'taking' ? null : refused(COURSE_CODE.notNow, '现在不能领号'));
        if (refusal !== null)
            return { state, pushes: [], answer: refusal };
        const known = state.tickets.find(({ userId }) => userId === viewer.userId);
        if (known !== undefined)
            return { state, pushes: [ownPush(state, known, time)], answer: answered() };
        return { ...join(state, viewer.userId, viewer.nickname, time), answer: answered() };
    },
    onCommand(state, command, time) {
        if (command === 'repeat')
            return said(state, time);
        if (command === 'end')
            return state.phase === 'taking' ? draw(state, time) : over(state, time);
        const begun = { ...state, phase: 'taking', activityId: state.activityId + 1, tickets: [], drawn: 0 };
        return said({ ...begun, endsMs: time.nowMs + TAKING_MS, nextGuestMs: time.nowMs + GUEST_EVERY_MS }, time);
    },
    tick(state, time) {
        if (time.nowMs >= state.endsMs)
            return state.phase === 'taking' ? draw(state, time) : over(state, time);
        if (state.nextGuestMs === null || time.nowMs < state.nextGuestMs)
            return { state, pushes: [] };
        const at = state.tickets.filter(({ userId }) => userId > 600000 && userId < 600100).length;
        const nextGuestMs = at + 1 < GUESTS.length ? time.nowMs + GUEST_EVERY_MS : null;
        return join({ ...state, nextGuestMs }, 600001 + at, GUESTS[at] ?? '', time);
    },
    deadlineMs: ({ phase, endsMs, nextGuestMs }) => (phase === null ? null : Math.min(endsMs, nextGuestMs ?? endsMs)),
    snapshot: (state, time) => [
        statePush(state, time),
        ...state.tickets.map((ticket) => ownPush(state, ticket, time)),
        ...(state.phase === 'drawn' ? prizes(state) : []),
    ],
    phase: ({ phase }) => phase,
};
function join(state, userId, nickname, time) {
    const number = Math.floor(chance(SEED + state.activityId, state.tickets.length) * NUMBERS);
    const step = said({ ...state, tickets: [...state.tickets, { userId, nickname, number }] }, time);
    return { ...step, pushes: [...step.pushes, ownPush(step.state, { userId, nickname, number }, time)] };
}
/** Somebody always wins: the number of one of those who took part is drawn. */
function draw(state, time) {
    const drawn = state.tickets.at(-1)?.number ?? 0;
    const step = said({ ...state, phase: 'drawn', drawn, endsMs: time.nowMs + DRAWN_MS, nextGuestMs: null }, time);
    return { ...step, pushes: [...step.pushes, ...prizes(step.state)] };
}
const over = (state, time) => state.phase === null ? { state, pushes: [] } : said({ ...state, phase: null, nextGuestMs: null }, time);
function said(state, time) {
    const next = { ...state, version: state.version + 1 };
    return { state: next, pushes: [statePush(next, time)] };
}
const shown = (number) => String(number).padStart(2, '0');
const person = ({ userId, nickname }) => personNamed(nickname, userId);
const commonOf = (state, time) => ({
    activityId: state.activityId,
    version: state.version,
    status: state.phase === 'taking' ? 1 : state.phase === 'drawn' ? 2 : 3,
    leftMs: state.phase === null ? 0 : time.leftMs(state.endsMs),
    joined: state.tickets.length,
});
const statePush = (state, time) => coursePush('number-lucky', { ...commonOf(state, time), number: state.phase === 'drawn' ? shown(state.drawn) : '' });
const ownPush = (state, ticket, time) => coursePush('number-lucky', { ...commonOf(state, time), number: shown(ticket.number), user: person(ticket) }, ticket.userId);
const prizes = ({ tickets, drawn, activityId }) => tickets
    .filter(({ number }) => number % 10 === drawn % 10)
    .map((ticket) => coursePush('number-lucky-prize', {
    activityId,
    number: shown(ticket.number),
    prizeName: ticket.number === drawn ? '星河' : '荧光棒',
    num: ticket.number === drawn ? 1 : 10,
    user: person(ticket),
}));
