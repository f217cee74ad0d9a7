/** Scripted sessions for features whose orders change their status (src/core/room/feature/orders.ts): a feature's mock supplies the table. */
import { isCount } from '../../src/core/counts.ts';
import { MAX_EVALUATION_CHARS, MAX_STARS, type OrderVerb } from '../../src/core/room/feature/orders.ts';
import {
  answered,
  COURSE_CODE,
  pickBy,
  refused,
  type Course,
  type CourseCall,
  type CoursePush,
  type CourseStep,
  type CourseTime,
  type CourseViewer,
} from './course.ts';
import { personNamed } from './course-people.ts';
import { refusalOf } from './course-calls.ts';

export interface OrderStep<Status extends string> {
  readonly number: number;
  readonly stage: 'waiting' | 'running' | 'over';
  /**
   * The next status without a call, after milliseconds of the session; an order that waits for the stage continues when the stage is free.
   */
  readonly next?: { readonly status: Status; readonly afterMs: number };
  readonly verbs?: Readonly<Partial<Record<OrderVerb, Status>>>;
}

interface CommonBody {
  readonly orderId: string;
  readonly status: number;
  readonly version: number;
  readonly title: string;
  readonly coin: number;
  readonly score: number;
  readonly user: {
    readonly userId: number;
    readonly kugouId: number;
    readonly nickname: string;
    readonly richlevel: number;
    readonly userLogo: string;
    readonly mystic: boolean;
  } | null;
  readonly leftMs: number;
}

export interface OrderTable<Status extends string> {
  readonly name: string;
  readonly offers: readonly { readonly title: string; readonly coin: number; readonly goal?: number; readonly note?: string }[];
  readonly steps: Readonly<Record<Status, OrderStep<Status>>>;
  readonly first: Status;
  /** Status of an order when its score reaches its goal. */
  readonly reached?: Status;
  /** Status of orders when the developer's panel ends the session. */
  readonly ended: Status;
  /** Points given by a status; for some statuses they depend on the number of the order. */
  scoreOf?(status: Status, made: number): number | null;
  /** Wire number of the status of offers. */
  readonly offerNumber: number;
  push(status: Status | 'offer', body: CommonBody, more: { readonly goal: number; readonly note: string }): CoursePush;
  /** Number of orders by other viewers, made one after the other. */
  readonly guests: number;
}

interface CourseOrder<Status extends string> {
  readonly orderId: string;
  readonly offer: number;
  readonly status: Status;
  readonly version: number;
  readonly userId: number;
  readonly nickname: string;
  readonly score: number;
  readonly note: string;
  readonly untilMs: number | null;
}
export interface OrderCourse<Status extends string> {
  readonly isRunning: boolean;
  readonly version: number;
  readonly made: number;
  readonly guests: number;
  readonly nextGuestMs: number | null;
  readonly nextCheerMs: number | null;
  readonly orders: readonly CourseOrder<Status>[];
}

const GUEST_EVERY_MS = 12_000;
const CHEER_EVERY_MS = 3_000;
/** How long finished orders stay in the snapshot. */
const KEPT_MS = 12_000;
const MAX_WAITING = 20;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'] as const;
const SEED = 53;
const STAR_VERBS: readonly OrderVerb[] = ['accept', 'refuse', 'start', 'finish'];
const OWN_VERBS: readonly OrderVerb[] = ['cancel', 'evaluate'];

type Held<Status extends string> = OrderCourse<Status>;
type Stepped<Status extends string> = CourseStep<OrderCourse<Status>>;
type Called<Status extends string> = ReturnType<Course<OrderCourse<Status>>['onCall']>;

export function orderCourse<Status extends string>(table: OrderTable<Status>): Course<OrderCourse<Status>> {
  return {
    name: table.name,
    initial: { isRunning: false, version: 0, made: 0, guests: 0, nextGuestMs: null, nextCheerMs: null, orders: [] },
    onCall: (state, call, time, viewer) => onCall(table, state, call, time, viewer),
    onCommand(state, command, time) {
      if (command === 'repeat') return { state, pushes: snapshot(table, state, time) };
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
      if (state.orders.some((order) => cheers(table, order))) due.push(state.nextCheerMs);
      const atMs = [state.nextGuestMs, ...due].filter((one) => one !== null);
      return atMs.length === 0 ? null : Math.min(...atMs);
    },
    snapshot: (state, time) => snapshot(table, state, time),
    phase(state) {
      const running = state.orders.find((order) => stageOf(table, order) === 'running');
      if (running !== undefined) return running.status;
      return state.isRunning || state.orders.length > 0 ? 'waiting' : null;
    },
  };
}

const stageOf = <Status extends string>(table: OrderTable<Status>, { status }: CourseOrder<Status>): OrderStep<Status>['stage'] =>
  table.steps[status].stage;
const hasRunning = <Status extends string>(table: OrderTable<Status>, state: Held<Status>): boolean =>
  state.orders.some((order) => stageOf(table, order) === 'running');
function waitsForStage<Status extends string>(table: OrderTable<Status>, order: CourseOrder<Status>): boolean {
  const { next } = table.steps[order.status];
  return next !== undefined && stageOf(table, order) === 'waiting' && table.steps[next.status].stage === 'running';
}
const cheers = <Status extends string>(table: OrderTable<Status>, order: CourseOrder<Status>): boolean =>
  table.reached !== undefined && order.status !== table.reached && stageOf(table, order) === 'running';

function onCall<Status extends string>(
  table: OrderTable<Status>,
  state: Held<Status>,
  { verb, fields }: CourseCall,
  time: CourseTime,
  viewer: CourseViewer,
): Called<Status> {
  const refuse = (code: number, msg: string): Called<Status> => ({ state, pushes: [], answer: refused(code, msg) });
  const isStarVerb = STAR_VERBS.some((one) => one === verb);
  const refusal = refusalOf(viewer, isStarVerb);
  const known = isStarVerb || OWN_VERBS.some((one) => one === verb) || verb === 'request' || verb === 'cheer';
  if (!known) return refuse(COURSE_CODE.unknownVerb, '');
  if (refusal !== null) return { state, pushes: [], answer: refusal };
  if (verb === 'request') {
    const offer = table.offers.findIndex((_one, at) => `offer-${at}` === fields['orderId']);
    if (offer === -1) return refuse(COURSE_CODE.badFields, '没有这一项');
    const waiting = state.orders.filter((order) => stageOf(table, order) !== 'over');
    if (waiting.length >= MAX_WAITING) return refuse(COURSE_CODE.notNow, '排队的人太多了，请稍后再来');
    if (waiting.some((order) => order.userId === viewer.userId && order.offer === offer))
      return refuse(COURSE_CODE.notNow, '你已经点过了，请等它完成');
    return { ...request(table, state, offer, viewer, time), answer: answered() };
  }
  const order = state.orders.find(({ orderId }) => orderId === fields['orderId']);
  if (order === undefined) return refuse(COURSE_CODE.notNow, '状态已经变了');
  if (verb === 'cheer') {
    if (!cheers(table, order)) return refuse(COURSE_CODE.notNow, '现在不能助力');
    return { ...said(table, without(state, order), [cheered(table, order, time)], time), answer: answered() };
  }
  const status = table.steps[order.status].verbs?.[verb as OrderVerb];
  if (status === undefined) return refuse(COURSE_CODE.notNow, '状态已经变了');
  if (OWN_VERBS.some((one) => one === verb) && order.userId !== viewer.userId) return refuse(COURSE_CODE.starOnly, '只能操作自己的订单');
  if (table.steps[status].stage === 'running' && stageOf(table, order) !== 'running' && hasRunning(table, state))
    return refuse(COURSE_CODE.notNow, '请先完成正在进行的一项');
  const next = moved(table, order, status, time);
  if (verb !== 'evaluate') return { ...said(table, without(state, order), [next], time), answer: answered() };
  const { stars, words } = fields;
  if (!isCount(stars) || stars < 1 || stars > MAX_STARS || typeof words !== 'string') return refuse(COURSE_CODE.badFields, '评价失败');
  const evaluated = { ...next, score: stars, note: words.slice(0, MAX_EVALUATION_CHARS) };
  return { ...said(table, without(state, order), [evaluated], time), answer: answered() };
}

function request<Status extends string>(
  table: OrderTable<Status>,
  state: Held<Status>,
  offer: number,
  { userId, nickname }: Pick<CourseViewer, 'userId' | 'nickname'>,
  time: CourseTime,
): Stepped<Status> {
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

function withGuest<Status extends string>(table: OrderTable<Status>, state: Held<Status>, time: CourseTime): Stepped<Status> {
  const nickname = pickBy(GUESTS, SEED, state.guests);
  const guests = state.guests + 1;
  const nextGuestMs = guests < table.guests ? time.nowMs + GUEST_EVERY_MS : null;
  const person = { userId: 600_001 + GUESTS.indexOf(nickname), nickname };
  return request(table, { ...state, guests, nextGuestMs }, (guests - 1) % table.offers.length, person, time);
}

function moved<Status extends string>(
  table: OrderTable<Status>,
  order: CourseOrder<Status>,
  status: Status,
  time: CourseTime,
): CourseOrder<Status> {
  const { next, stage } = table.steps[status];
  const score = table.scoreOf?.(status, Number(order.orderId.split('-').at(-1))) ?? order.score;
  return { ...order, status, score, untilMs: time.nowMs + (stage === 'over' ? KEPT_MS : (next?.afterMs ?? KEPT_MS)) };
}

function cheered<Status extends string>(table: OrderTable<Status>, order: CourseOrder<Status>, time: CourseTime): CourseOrder<Status> {
  const next = { ...order, score: order.score + 1 };
  const goal = table.offers[order.offer]?.goal ?? 0;
  return table.reached !== undefined && next.score >= goal ? moved(table, next, table.reached, time) : next;
}

const without = <Status extends string>(state: Held<Status>, order: CourseOrder<Status>): Held<Status> => ({
  ...state,
  orders: state.orders.filter((one) => one !== order),
});

function tick<Status extends string>(table: OrderTable<Status>, before: Held<Status>, time: CourseTime): Stepped<Status> {
  let state = before;
  const pushes: CoursePush[] = [];
  const say = (step: Stepped<Status>): void => {
    state = step.state;
    pushes.push(...step.pushes);
  };
  for (const order of before.orders) {
    if (order.untilMs === null || time.nowMs < order.untilMs) continue;
    const { next, stage } = table.steps[order.status];
    if (stage === 'over' || next === undefined) state = without(state, order);
    else if (!waitsForStage(table, order) || !hasRunning(table, state))
      say(said(table, without(state, order), [moved(table, order, next.status, time)], time));
  }
  const cheering = state.orders.find((order) => cheers(table, order));
  if (cheering !== undefined && state.nextCheerMs !== null && time.nowMs >= state.nextCheerMs)
    say(said(table, { ...without(state, cheering), nextCheerMs: time.nowMs + CHEER_EVERY_MS }, [cheered(table, cheering, time)], time));
  if (state.nextGuestMs !== null && time.nowMs >= state.nextGuestMs) say(withGuest(table, state, time));
  const isDone = state.nextGuestMs === null && state.orders.length === 0;
  return { state: isDone ? { ...state, isRunning: false, nextCheerMs: null } : state, pushes };
}

/** Sends each changed order in its own message. */
function said<Status extends string>(
  table: OrderTable<Status>,
  state: Held<Status>,
  changed: readonly CourseOrder<Status>[],
  time: CourseTime,
): Stepped<Status> {
  const renewed = changed.map((order, at) => ({ ...order, version: state.version + at + 1 }));
  const orders = [...state.orders, ...renewed].toSorted((a, b) => numberOf(a) - numberOf(b));
  const nextCheerMs = state.nextCheerMs ?? time.nowMs + CHEER_EVERY_MS;
  const next = { ...state, orders, version: state.version + renewed.length, nextCheerMs };
  return { state: next, pushes: renewed.map((order) => pushOf(table, order, time)) };
}
const numberOf = ({ orderId }: { readonly orderId: string }): number => Number(orderId.split('-').at(-1));

function snapshot<Status extends string>(table: OrderTable<Status>, state: Held<Status>, time: CourseTime): readonly CoursePush[] {
  const offers = table.offers.map(({ title, coin, note = '' }, at) =>
    table.push(
      'offer',
      { orderId: `offer-${at}`, status: table.offerNumber, version: state.version, title, coin, score: 0, user: null, leftMs: 0 },
      { goal: 0, note },
    ),
  );
  return [...offers, ...state.orders.map((order) => pushOf(table, order, time))];
}

function pushOf<Status extends string>(table: OrderTable<Status>, order: CourseOrder<Status>, time: CourseTime): CoursePush {
  const { orderId, status, version, score, userId, nickname, untilMs, note } = order;
  const { title, coin, goal = 0 } = table.offers[order.offer] ?? { title: '', coin: 0 };
  // The end of the order on the stage is unknown.
  const isOpenEnded = untilMs === null || waitsForStage(table, order) || table.steps[status].stage === 'over';
  return table.push(
    status,
    {
      orderId,
      status: table.steps[status].number,
      version,
      title,
      coin,
      score,
      user: personNamed(nickname, userId),
      leftMs: isOpenEnded ? 0 : time.leftMs(untilMs),
    },
    { goal, note },
  );
}
