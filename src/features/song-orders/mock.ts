import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { answered, badFields, coursePush, type CourseViewer } from '../../../mocks/sessions/course.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { pickBy, scripted, type Play } from '../../../mocks/sessions/course-script.ts';

/** `status` of an order on the wire. */
const STATUS = { wished: 1, accepted: 2, sung: 3, refused: 4, singing: 5 } as const;
const SONG_MS = 24_000;
/** Time until the star accepts without a call; milliseconds of the scripted session. */
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
  readonly songId: number;
  readonly userId: number;
  readonly nickname: string;
  status: (typeof STATUS)[keyof typeof STATUS];
  /** Accepted, and the pause before the song is over. */
  isReady: boolean;
  endsMs: number;
}
interface State {
  isRunning: boolean;
  guests: number;
  list: readonly Order[];
}

/** Songs are ordered, accepted after a while, and sung one after the other. */
export const songOrders = scripted<State>({
  name: 'song-orders',
  begin: () => ({ isRunning: false, guests: 0, list: [] }),
  start(play) {
    play.state.isRunning = true;
    addGuest(play);
  },
  end(play) {
    for (const order of play.state.list) if (!isOver(order)) set(play, order, order.status === STATUS.singing ? 'sung' : 'refused');
    const { list } = play.state;
    // Without timers.
    play.start({ list });
    tell(play);
  },
  phase({ state }) {
    if (isSinging(state)) return 'singing';
    return state.isRunning || state.list.some((order) => !isOver(order)) ? 'waiting' : null;
  },
  state: (play) => [
    coursePush('song-order-list', {
      version: play.version,
      isOpen: true,
      orders: play.state.list.map((order) => bodyOf(play, order)),
      offers: [...OFFERS],
    }),
  ],
  calls: {
    request(play, { songId }, viewer) {
      const offer = OFFERS.find((one) => one.songId === songId);
      if (offer === undefined) return badFields('没有这首歌');
      const waiting = play.state.list.filter((order) => !isOver(order));
      if (waiting.length >= MAX_WAITING) return '排队的人太多了，请稍后再点';
      if (waiting.some((order) => order.userId === viewer.userId && order.songId === songId)) return '这首歌你已经点过了';
      add(play, offer.songId, viewer);
      return answered({ orderId: String(play.made) });
    },
  },
  starCalls: {
    decide(play, { orderId, as }) {
      const order = play.state.list.find((one) => one.orderId === orderId);
      if (order === undefined || !allows(play.state, order, as)) return '这首歌的状态已经变了';
      if (as === 'sing') sing(play, order);
      else set(play, order, as === 'accept' ? 'accepted' : as === 'refuse' ? 'refused' : 'sung');
      order.isReady = as === 'accept';
      tell(play);
    },
  },
});

const isOver = ({ status }: Order): boolean => status === STATUS.sung || status === STATUS.refused;
const isSinging = ({ list }: State): boolean => list.some(({ status }) => status === STATUS.singing);

/** Whether the star may decide so about an order. */
function allows(state: State, order: Order, as: unknown): boolean {
  if (as === 'accept') return order.status === STATUS.wished;
  if (as === 'refuse') return !isOver(order);
  if (as === 'end') return order.status === STATUS.singing;
  return as === 'sing' && !isOver(order) && !isSinging(state);
}

function add(play: Play<State>, songId: number, { userId, nickname }: Pick<CourseViewer, 'userId' | 'nickname'>): void {
  const order: Order = { orderId: String(++play.made), songId, userId, nickname, status: STATUS.wished, isReady: false, endsMs: 0 };
  play.state.list = [...play.state.list, order];
  play.after(ACCEPT_MS, () => {
    if (order.status !== STATUS.wished) return;
    set(play, order, 'accepted');
    tell(play);
    play.after(READY_MS, () => {
      order.isReady = true;
      tell(play);
    });
  });
  set(play, order, 'wished');
  tell(play);
}

function addGuest(play: Play<State>): void {
  const { state } = play;
  const nickname = pickBy(GUESTS, SEED, state.guests);
  const { songId } = pickBy(OFFERS, SEED + 1, state.guests);
  if (++state.guests < GUEST_ORDERS) play.after(GUEST_EVERY_MS, () => addGuest(play));
  add(play, songId, { userId: 600_001 + GUESTS.indexOf(nickname), nickname });
}

/** Sends the order in a message of its own, because that message is what ends a lead-in. */
function set(play: Play<State>, order: Order, status: keyof typeof STATUS): void {
  order.status = STATUS[status];
  play.push(coursePush('song-order', bodyOf(play, order)));
}

function sing(play: Play<State>, order: Order): void {
  order.endsMs = play.nowMs + SONG_MS;
  play.after(SONG_MS, () => {
    if (order.status !== STATUS.singing) return;
    set(play, order, 'sung');
    tell(play);
  });
  set(play, order, 'singing');
}

/** Starts the next song if none is being sung, and sends the list. */
function tell(play: Play<State>): void {
  const { state } = play;
  const next = state.list.find(({ status, isReady }) => status === STATUS.accepted && isReady);
  if (next !== undefined && !isSinging(state)) sing(play, next);
  const over = state.list.filter(isOver).slice(-KEPT_OVER);
  state.list = state.list.filter((order) => !isOver(order) || over.includes(order));
  play.say();
}

function bodyOf(play: Play<State>, { orderId, status, songId, userId, nickname, endsMs }: Order) {
  const { songName, singerName, coin } = OFFERS.find((other) => other.songId === songId) ?? OFFERS[0];
  const leftMs = status === STATUS.singing ? play.leftMs(endsMs) : 0;
  return { orderId, status, songName, singerName, coin, user: personNamed(nickname, userId), leftMs };
}

export const mock = defineMock({
  sessions: [songOrders],
  scenarios: withRecording(
    'song-orders',
    'Songs are ordered, accepted and sung; a second tab with &viewer=2 is another viewer',
    '点歌、接受、演唱；第二个标签页加 &viewer=2 就是另一位观众',
  ),
});
