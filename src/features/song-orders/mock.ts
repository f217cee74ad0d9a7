import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import {
  answered,
  COURSE_CODE,
  coursePush,
  pickBy,
  refused,
  type Course,
  type CourseCall,
  type CoursePush,
  type CourseStep,
  type CourseTime,
  type CourseViewer,
} from '../../../mocks/sessions/course.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';

/** `status` of an order on the wire. */
const STATUS = { wished: 1, accepted: 2, sung: 3, refused: 4, singing: 5 } as const;
const SONG_MS = 24_000;
/** Time until the star accepts without a call, and between orders of other viewers; milliseconds of the scripted session. */
const ACCEPT_MS = 4_000;
/** Pause between acceptance and song. */
const READY_MS = 3_000;
const GUEST_EVERY_MS = 9_000;
const GUEST_ORDERS = 6;
const MAX_WAITING = 20;
/** Finished orders kept in the list. */
const KEPT_OVER = 5;
const SEED = 41;

const OFFERS = [
  { songId: 1, songName: '星光', singerName: '小喵Momo', coin: 100 },
  { songId: 2, songName: '晚风告白', singerName: '林听夏', coin: 100 },
  { songId: 3, songName: '海边的信', singerName: '陈野', coin: 200 },
  { songId: 4, songName: '不眠列车', singerName: '小喵Momo', coin: 200 },
  { songId: 5, songName: '落日飞行', singerName: '北岸乐队', coin: 500 },
  { songId: 6, songName: '给你的歌', singerName: '小喵Momo', coin: 1_000 },
] as const;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'] as const;

interface Order {
  readonly orderId: string;
  readonly status: (typeof STATUS)[keyof typeof STATUS];
  readonly songId: number;
  readonly userId: number;
  readonly nickname: string;
  /** Time of the next status; null: it changes only by a call. */
  readonly untilMs: number | null;
}

export interface SongCourse {
  readonly isRunning: boolean;
  readonly version: number;
  readonly made: number;
  readonly guests: number;
  readonly nextGuestMs: number | null;
  readonly orders: readonly Order[];
}

type SongStep = CourseStep<SongCourse>;

/** Songs are ordered, accepted after a while, and sung one after the other. */
export const songOrders: Course<SongCourse> = {
  name: 'song-orders',
  initial: { isRunning: false, version: 0, made: 0, guests: 0, nextGuestMs: null, orders: [] },
  onCall(state, call, time, viewer) {
    const refusal = refusalOf(viewer, call.verb === 'decide');
    if (refusal !== null) return { state, pushes: [], answer: refusal };
    if (call.verb === 'request') return request(state, call, time, viewer);
    if (call.verb === 'decide') return decide(state, call, time);
    return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return said(state, time, state);
    if (command === 'end') {
      const orders = state.orders.map((order) => (isOver(order) ? order : { ...order, status: endOf(order), untilMs: null }));
      return said({ ...state, orders, isRunning: false, nextGuestMs: null }, time, state);
    }
    const begun: SongCourse = { ...state, isRunning: true, orders: [], guests: 0, nextGuestMs: time.nowMs + GUEST_EVERY_MS };
    return withGuest(begun, time);
  },
  tick(state, time) {
    const moved = { ...state, orders: state.orders.map((order) => moveOn(order, time)) };
    const sung = withNextSong(moved, time);
    return state.nextGuestMs !== null && time.nowMs >= state.nextGuestMs
      ? withGuest({ ...sung, nextGuestMs: sung.guests + 1 < GUEST_ORDERS ? time.nowMs + GUEST_EVERY_MS : null }, time, state)
      : said(sung, time, state);
  },
  deadlineMs(state) {
    const due = [state.nextGuestMs, ...state.orders.map(({ untilMs }) => untilMs)].filter((atMs) => atMs !== null);
    return due.length === 0 ? null : Math.min(...due);
  },
  snapshot: (state, time) => [listPush(state, time)],
  phase: (state) => {
    if (state.orders.some(({ status }) => status === STATUS.singing)) return 'singing';
    return state.isRunning || state.orders.some((order) => !isOver(order)) ? 'waiting' : null;
  },
};

const isOver = ({ status }: Order): boolean => status === STATUS.sung || status === STATUS.refused;
const endOf = ({ status }: Order): Order['status'] => (status === STATUS.singing ? STATUS.sung : STATUS.refused);

function request(
  state: SongCourse,
  { fields }: CourseCall,
  time: CourseTime,
  viewer: CourseViewer,
): ReturnType<Course<SongCourse>['onCall']> {
  const offer = OFFERS.find(({ songId }) => songId === fields['songId']);
  const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
  if (offer === undefined) return refuse(COURSE_CODE.badFields, '没有这首歌');
  if (state.orders.filter((order) => !isOver(order)).length >= MAX_WAITING) return refuse(COURSE_CODE.notNow, '排队的人太多了，请稍后再点');
  if (state.orders.some((order) => !isOver(order) && order.userId === viewer.userId && order.songId === offer.songId))
    return refuse(COURSE_CODE.notNow, '这首歌你已经点过了');
  const step = said(withOrder(state, offer.songId, viewer.userId, viewer.nickname, time), time, state);
  return { ...step, answer: answered({ orderId: String(step.state.made) }) };
}

/** The star's decision about an order. */
function decide(state: SongCourse, { fields }: CourseCall, time: CourseTime): ReturnType<Course<SongCourse>['onCall']> {
  const order = state.orders.find(({ orderId }) => orderId === fields['orderId']);
  const next = order === undefined ? null : decided(order, fields['as'], state, time);
  if (next === null) return { state, pushes: [], answer: refused(COURSE_CODE.notNow, '这首歌的状态已经变了') };
  const orders = state.orders.map((other) => (other === order ? next : other));
  return { ...said({ ...state, orders }, time, state), answer: answered() };
}

function decided(order: Order, as: unknown, state: SongCourse, time: CourseTime): Order | null {
  if (as === 'accept' && order.status === STATUS.wished) return { ...order, status: STATUS.accepted, untilMs: null };
  if (as === 'refuse' && !isOver(order)) return { ...order, status: STATUS.refused, untilMs: null };
  if (as === 'end' && order.status === STATUS.singing) return { ...order, status: STATUS.sung, untilMs: null };
  if (as === 'sing' && !isOver(order) && !state.orders.some(({ status }) => status === STATUS.singing))
    return { ...order, status: STATUS.singing, untilMs: time.nowMs + SONG_MS };
  return null;
}

const withOrder = (state: SongCourse, songId: number, userId: number, nickname: string, time: CourseTime): SongCourse => ({
  ...state,
  made: state.made + 1,
  orders: [
    ...state.orders,
    { orderId: String(state.made + 1), status: STATUS.wished, songId, userId, nickname, untilMs: time.nowMs + ACCEPT_MS },
  ],
});

function withGuest(state: SongCourse, time: CourseTime, before = state): SongStep {
  const nickname = pickBy(GUESTS, SEED, state.guests);
  const { songId } = pickBy(OFFERS, SEED + 1, state.guests);
  const ordered = withOrder(state, songId, 600_001 + GUESTS.indexOf(nickname), nickname, time);
  return said({ ...ordered, guests: state.guests + 1 }, time, before);
}

function moveOn(order: Order, time: CourseTime): Order {
  if (order.untilMs === null || time.nowMs < order.untilMs) return order;
  if (order.status === STATUS.wished) return { ...order, status: STATUS.accepted, untilMs: time.nowMs + READY_MS };
  return order.status === STATUS.singing ? { ...order, status: STATUS.sung, untilMs: null } : { ...order, untilMs: null };
}

/** Starts the next accepted song if none is being sung. */
function withNextSong(state: SongCourse, time: CourseTime): SongCourse {
  if (state.orders.some(({ status }) => status === STATUS.singing)) return state;
  const next = state.orders.find(({ status, untilMs }) => status === STATUS.accepted && untilMs === null);
  if (next === undefined) return state;
  const orders = state.orders.map((order) =>
    order === next ? { ...order, status: STATUS.singing, untilMs: time.nowMs + SONG_MS } : order,
  );
  return { ...state, orders };
}

/** Sends the list and a separate message for each changed order, because that message is what ends a lead-in. */
function said(state: SongCourse, time: CourseTime, before: SongCourse): SongStep {
  const changed = state.orders.filter((order) => before.orders.find(({ orderId }) => orderId === order.orderId)?.status !== order.status);
  const over = state.orders.filter(isOver).slice(-KEPT_OVER);
  const orders = state.orders.filter((order) => !isOver(order) || over.includes(order));
  const next = { ...state, orders, version: state.version + 1 };
  return { state: next, pushes: [...changed.map((order) => coursePush('song-order', bodyOf(order, time))), listPush(next, time)] };
}

const listPush = (state: SongCourse, time: CourseTime): CoursePush =>
  coursePush('song-order-list', {
    version: state.version,
    isOpen: true,
    orders: state.orders.map((order) => bodyOf(order, time)),
    offers: [...OFFERS],
  });

function bodyOf({ orderId, status, songId, userId, nickname, untilMs }: Order, time: CourseTime) {
  const offer = OFFERS.find((other) => other.songId === songId) ?? OFFERS[0];
  return {
    orderId,
    status,
    songName: offer.songName,
    singerName: offer.singerName,
    coin: offer.coin,
    user: personNamed(nickname, userId),
    leftMs: status === STATUS.singing && untilMs !== null ? time.leftMs(untilMs) : 0,
  };
}

export const mock = defineMock({
  sessions: [songOrders],
  scenarios: withRecording(
    'song-orders',
    'Songs are ordered, accepted and sung; a second tab with &viewer=2 is another viewer',
    '点歌、接受、演唱；第二个标签页加 &viewer=2 就是另一位观众',
  ),
});
