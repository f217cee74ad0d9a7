/** Courses of modules whose orders go from status to status (src/core/room/orders.ts): a feature's mock brings the table. */
import { isCount } from '../src/core/counts.ts';
import { MAX_EVALUATION_CHARS, MAX_STARS } from '../src/core/room/orders.ts';
import { answered, COURSE_CODE, pickBy, refused, } from './course.ts';
import { personNamed } from './course-people.ts';
import { refusalOf } from './course-calls.ts';
const GUEST_EVERY_MS = 12000;
const CHEER_EVERY_MS = 3000;
/** What is over stays in the snapshot for so long. */
const KEPT_MS = 12000;
const MAX_WAITING = 20;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'];
const SEED = 53;
const STAR_VERBS = ['accept', 'refuse', 'start', 'finish'];
const OWN_VERBS = ['cancel', 'evaluate'];
export function orderCourse(table) {
    return {
        name: table.name,
        initial: { isRunning: false, version: 0, made: 0, guests: 0, nextGuestMs: null, nextCheerMs: null, orders: [] },
        onCall: (state, call, time, viewer) => onCall(table, state, call, time, viewer),
        onCommand(state, command, time) {
            if (command === 'repeat')
                return { state, pushes: snapshot(table, state, time) };
            if (command === 'end') {
                const ended = state.orders
                    .filter((order) => stageOf(table, order) !== 'over')
                    .map((order) => moved(table, order, table.ended, time));
                return said(table, { ...state, isRunning: false, nextGuestMs: null, orders: [] }, ended, time);
            }
            return withGuest(table, { ...state, isRunning: true, guests: 0, orders: [] }, time);
        },
        tick: (state, time) => tick(table, state, time),
        deadlineMs(state) {
            const isBusy = hasRunning(table, state);
            const due = state.orders.map((order) => (isBusy && waitsForStage(table, order) ? null : order.untilMs));
            if (state.orders.some((order) => cheers(table, order)))
                due.push(state.nextCheerMs);
            const atMs = [state.nextGuestMs, ...due].filter((one) => one !== null);
            return atMs.length === 0 ? null : Math.min(...atMs);
        },
        snapshot: (state, time) => snapshot(table, state, time),
        phase(state) {
            const running = state.orders.find((order) => stageOf(table, order) === 'running');
            if (running !== undefined)
                return running.status;
            return state.isRunning || state.orders.length > 0 ? 'waiting' : null;
        },
    };
}
const stageOf = (table, { status }) => table.steps[status].stage;
const hasRunning = (table, state) => state.orders.some((order) => stageOf(table, order) === 'running');
function waitsForStage(table, order) {
    const { next } = table.steps[order.status];
    return next !== undefined && stageOf(table, order) === 'waiting' && table.steps[next.status].stage === 'running';
}
const cheers = (table, order) => table.reached !== undefined && order.status !== table.reached && stageOf(table, order) === 'running';
function onCall(table, state, { verb, fields }, time, viewer) {
    const refuse = (code, msg) => ({ state, pushes: [], answer: refused(code, msg) });
    const isStarVerb = STAR_VERBS.some((one) => one === verb);
    const refusal = refusalOf(viewer, isStarVerb);
    const known = isStarVerb || OWN_VERBS.some((one) => one === verb) || verb === 'request' || verb === 'cheer';
    if (!known)
        return refuse(COURSE_CODE.unknownVerb, '');
    if (refusal !== null)
        return { state, pushes: [], answer: refusal };
    if (verb === 'request') {
        const offer = table.offers.findIndex((_one, at) => `offer-${at}` === fields['orderId']);
        if (offer === -1)
            return refuse(COURSE_CODE.badFields, '没有这一项');
        const waiting = state.orders.filter((order) => stageOf(table, order) !== 'over');
        if (waiting.length >= MAX_WAITING)
            return refuse(COURSE_CODE.notNow, '排队的人太多了，请稍后再来');
        if (waiting.some((order) => order.userId === viewer.userId && order.offer === offer))
            return refuse(COURSE_CODE.notNow, '你已经点过了，请等它完成');
        return { ...request(table, state, offer, viewer, time), answer: answered() };
    }
    const order = state.orders.find(({ orderId }) => orderId === fields['orderId']);
    if (order === undefined)
        return refuse(COURSE_CODE.notNow, '状态已经变了');
    if (verb === 'cheer') {
        if (!cheers(table, order))
            return refuse(COURSE_CODE.notNow, '现在不能助力');
        return { ...said(table, without(state, order), [cheered(table, order, time)], time), answer: answered() };
    }
    const status = table.steps[order.status].verbs?.[verb];
    if (status === undefined)
        return refuse(COURSE_CODE.notNow, '状态已经变了');
    if (OWN_VERBS.some((one) => one === verb) && order.userId !== viewer.userId)
        return refuse(COURSE_CODE.starOnly, '只能操作自己的订单');
    if (table.steps[status].stage === 'running' && stageOf(table, order) !== 'running' && hasRunning(table, state))
        return refuse(COURSE_CODE.notNow, '请先完成正在进行的一项');
    const next = moved(table, order, status, time);
    if (verb !== 'evaluate')
        return { ...said(table, without(state, order), [next], time), answer: answered() };
    const { stars, words } = fields;
    if (!isCount(stars) || stars < 1 || stars > MAX_STARS || typeof words !== 'string')
        return refuse(COURSE_CODE.badFields, '评价失败');
    const evaluated = { ...next, score: stars, note: words.slice(0, MAX_EVALUATION_CHARS) };
    return { ...said(table, without(state, order), [evaluated], time), answer: answered() };
}
function request(table, state, offer, { userId, nickname }, time) {
    const made = state.made + 1;
    const order = {
        orderId: `${table.name}-${made}`,
        offer,
        status: table.first,
        version: 0,
        userId,
        nickname,
        score: 0,
        note: '',
        untilMs: null,
    };
    return said(table, { ...state, made }, [moved(table, order, table.first, time)], time);
}
function withGuest(table, state, time) {
    const nickname = pickBy(GUESTS, SEED, state.guests);
    const guests = state.guests + 1;
    const nextGuestMs = guests < table.guests ? time.nowMs + GUEST_EVERY_MS : null;
    const person = { userId: 600001 + GUESTS.indexOf(nickname), nickname };
    return request(table, { ...state, guests, nextGuestMs }, (guests - 1) % table.offers.length, person, time);
}
function moved(table, order, status, time) {
    const { next, stage } = table.steps[status];
    const score = table.scoreOf?.(status, Number(order.orderId.split('-').at(-1))) ?? order.score;
    return { ...order, status, score, untilMs: time.nowMs + (stage === 'over' ? KEPT_MS : (next?.afterMs ?? KEPT_MS)) };
}
function cheered(table, order, time) {
    const next = { ...order, score: order.score + 1 };
    const goal = table.offers[order.offer]?.goal ?? 0;
    return table.reached !== undefined && next.score >= goal ? moved(table, next, table.reached, time) : next;
}
const without = (state, order) => ({
    ...state,
    orders: state.orders.filter((one) => one !== order),
});
function tick(table, before, time) {
    let state = before;
    const pushes = [];
    const say = (step) => {
        state = step.state;
        pushes.push(...step.pushes);
    };
    for (const order of before.orders) {
        if (order.untilMs === null || time.nowMs < order.untilMs)
            continue;
        const { next, stage } = table.steps[order.status];
        if (stage === 'over' || next === undefined)
            state = without(state, order);
        else if (!waitsForStage(table, order) || !hasRunning(table, state))
            say(said(table, without(state, order), [moved(table, order, next.status, time)], time));
    }
    const cheering = state.orders.find((order) => cheers(table, order));
    if (cheering !== undefined && state.nextCheerMs !== null && time.nowMs >= state.nextCheerMs)
        say(said(table, { ...without(state, cheering), nextCheerMs: time.nowMs + CHEER_EVERY_MS }, [cheered(table, cheering, time)], time));
    if (state.nextGuestMs !== null && time.nowMs >= state.nextGuestMs)
        say(withGuest(table, state, time));
    const isDone = state.nextGuestMs === null && state.orders.length === 0;
    return { state: isDone ? { ...state, isRunning: false, nextCheerMs: null } : state, pushes };
}
/** Changed orders, each with its own message. */
function said(table, state, changed, time) {
    const renewed = changed.map((order, at) => ({ ...order, version: state.version + at + 1 }));
    const orders = [...state.orders, ...renewed].toSorted((a, b) => numberOf(a) - numberOf(b));
    const nextCheerMs = state.nextCheerMs ?? time.nowMs + CHEER_EVERY_MS;
    const next = { ...state, orders, version: state.version + renewed.length, nextCheerMs };
    return { state: next, pushes: renewed.map((order) => pushOf(table, order, time)) };
}
const numberOf = ({ orderId }) => Number(orderId.split('-').at(-1));
function snapshot(table, state, time) {
    const offers = table.offers.map(({ title, coin, note = '' }, at) => table.push('offer', { orderId: `offer-${at}`, status: table.offerNumber, version: state.version, title, coin, score: 0, user: null, leftMs: 0 }, { goal: 0, note }));
    return [...offers, ...state.orders.map((order) => pushOf(table, order, time))];
}
function pushOf(table, order, time) {
    const { orderId, status, version, score, userId, nickname, untilMs, note } = order;
    const { title, coin, goal = 0 } = table.offers[order.offer] ?? { title: '', coin: 0 };
    // The end of the order on the stage is unknown.
    const isOpenEnded = untilMs === null || waitsForStage(table, order) || table.steps[status].stage === 'over';
    return table.push(status, {
        orderId,
        status: table.steps[status].number,
        version,
        title,
        coin,
        score,
        user: personNamed(nickname, userId),
        leftMs: isOpenEnded ? 0 : time.leftMs(untilMs),
    }, { goal, note });
}
