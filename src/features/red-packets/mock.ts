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
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { MOCK_STAR, personNamed } from '../../../mocks/sessions/course-people.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** `status` on the wire. */
const STATUS = { waiting: 1, open: 2, empty: 3, over: 4 } as const;
/** Milliseconds of the scripted session. */
const WAITS_MS = 10_000;
const OPEN_MS = 40_000;
const GUEST_EVERY_MS = 3_000;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈', '半夏', '橘子海', '山川'] as const;
const MAX_TITLE_CHARS = 30;
const SEED = 51;

interface Share {
  readonly userId: number;
  readonly nickname: string;
  readonly coin: number;
}
export interface PacketCourse {
  readonly made: number;
  readonly version: number;
  readonly status: (typeof STATUS)[keyof typeof STATUS];
  /** null: no packet. */
  readonly endsMs: number | null;
  readonly nextGuestMs: number | null;
  readonly coin: number;
  readonly num: number;
  readonly title: string;
  readonly sender: ReturnType<typeof personNamed>;
  readonly shares: readonly Share[];
}
type PacketStep = CourseStep<PacketCourse>;

/** Every third packet is given by an admin to the room's admins only; no viewer of the mock is an admin. */
const FOR_ADMINS = { kind: 2, audience: 4 } as const;
const isForAdmins = (made: number): boolean => made % 3 === 0;

/** One packet at a time: a countdown, then the fastest viewers get the shares. */
export const redPackets: Course<PacketCourse> = {
  name: 'red-packets',
  initial: {
    made: 0,
    version: 0,
    status: STATUS.over,
    endsMs: null,
    nextGuestMs: null,
    coin: 0,
    num: 0,
    title: '',
    sender: MOCK_STAR,
    shares: [],
  },
  onCall(state, call, time, viewer) {
    if (call.verb === 'grab') return grab(state, call, time, viewer);
    if (call.verb === 'give') return give(state, call, time, viewer);
    return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return said(state, time);
    if (command === 'start') return hang({ ...state, sender: MOCK_STAR }, 888, 8, '星光不打烊，红包来一波', time);
    return state.endsMs === null ? { state, pushes: [] } : end(state, STATUS.over, time);
  },
  tick(state, time) {
    if (state.endsMs === null) return { state, pushes: [] };
    if (time.nowMs >= state.endsMs) {
      if (state.status !== STATUS.waiting) return end(state, STATUS.over, time);
      return said({ ...state, status: STATUS.open, endsMs: time.nowMs + OPEN_MS, nextGuestMs: time.nowMs + GUEST_EVERY_MS }, time);
    }
    if (state.nextGuestMs === null || time.nowMs < state.nextGuestMs) return { state, pushes: [] };
    const { userId, nickname } = personNamed(pickBy(GUESTS, SEED, state.shares.length + state.made));
    const waiting = { ...state, nextGuestMs: time.nowMs + GUEST_EVERY_MS };
    return state.shares.some((share) => share.userId === userId)
      ? { state: waiting, pushes: [] }
      : withShare(waiting, userId, nickname, time);
  },
  deadlineMs: ({ endsMs, nextGuestMs }) => (endsMs === null ? null : Math.min(endsMs, nextGuestMs ?? endsMs)),
  snapshot: (state, time) => (state.made === 0 ? [] : pushesOf(state, time)),
  phase: ({ endsMs, status }) => (endsMs === null ? null : status === STATUS.waiting ? 'waiting' : 'open'),
};

function grab(
  state: PacketCourse,
  { fields }: CourseCall,
  time: CourseTime,
  viewer: CourseViewer,
): ReturnType<Course<PacketCourse>['onCall']> {
  const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { state, pushes: [], answer: refusal };
  if (fields['packetId'] !== String(state.made) || state.endsMs === null) return refuse(COURSE_CODE.notNow, '这个红包已经结束');
  if (state.status === STATUS.waiting) return refuse(COURSE_CODE.notNow, '还没到时间');
  if (isForAdmins(state.made)) return refuse(COURSE_CODE.notNow, '仅房管可抢');
  if (state.shares.some(({ userId }) => userId === viewer.userId)) return refuse(COURSE_CODE.notNow, '你已经抢过了');
  return { ...withShare(state, viewer.userId, viewer.nickname, time), answer: answered() };
}

function give(
  state: PacketCourse,
  { fields }: CourseCall,
  time: CourseTime,
  viewer: CourseViewer,
): ReturnType<Course<PacketCourse>['onCall']> {
  const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
  const refusal = refusalOf(viewer, true);
  if (refusal !== null) return { state, pushes: [], answer: refusal };
  const { coin, num, title } = fields;
  const isWhole = (value: unknown, min: number, max: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  if (!isWhole(coin, 10, 10_000) || !isWhole(num, 1, 100) || coin < num || typeof title !== 'string')
    return refuse(COURSE_CODE.badFields, '每个红包至少 1 星币');
  if (state.endsMs !== null) return refuse(COURSE_CODE.notNow, '上一个红包还没有结束');
  return {
    ...hang({ ...state, sender: personNamed(viewer.nickname, viewer.userId) }, coin, num, title.slice(0, MAX_TITLE_CHARS), time),
    answer: answered(),
  };
}

const hang = (state: PacketCourse, coin: number, num: number, title: string, time: CourseTime): PacketStep =>
  said(
    {
      ...state,
      made: state.made + 1,
      status: STATUS.waiting,
      endsMs: time.nowMs + WAITS_MS,
      nextGuestMs: null,
      coin,
      num,
      title,
      shares: [],
    },
    time,
  );

/** Every share has at least one coin; the last share is the rest. */
function withShare(state: PacketCourse, userId: number, nickname: string, time: CourseTime): PacketStep {
  const left = state.coin - state.shares.reduce((sum, share) => sum + share.coin, 0);
  const people = state.num - state.shares.length;
  const fair = (2 * left) / people;
  const coin = people <= 1 ? left : Math.min(left - people + 1, Math.max(1, Math.floor(chance(SEED + 1, state.version) * fair)));
  const next = { ...state, shares: [...state.shares, { userId, nickname, coin }] };
  return people <= 1 ? end(next, STATUS.empty, time) : said(next, time);
}

const end = (state: PacketCourse, status: PacketCourse['status'], time: CourseTime): PacketStep =>
  said({ ...state, status, endsMs: null, nextGuestMs: null }, time);

function said(state: PacketCourse, time: CourseTime): PacketStep {
  const next = { ...state, version: state.version + 1 };
  return { state: next, pushes: pushesOf(next, time) };
}

function pushesOf(state: PacketCourse, time: CourseTime): readonly CoursePush[] {
  const { made, version, status, endsMs, coin, num, title, sender, shares } = state;
  const packetId = String(made);
  const packet = coursePush('red-packet', {
    packetId,
    version,
    ...(isForAdmins(made) ? FOR_ADMINS : { kind: 1, audience: 0 }),
    sender,
    title,
    status,
    leftMs: endsMs === null ? 0 : time.leftMs(endsMs),
    coin,
    num,
    numLeft: num - shares.length,
  });
  if (shares.length === 0) return [packet];
  const best = Math.max(...shares.map((share) => share.coin));
  return [
    packet,
    coursePush('red-packet-result', {
      packetId,
      kind: isForAdmins(made) ? FOR_ADMINS.kind : 1,
      sender,
      coin: shares.reduce((sum, share) => sum + share.coin, 0),
      num: shares.length,
      shares: shares.map((share) => ({ user: personNamed(share.nickname, share.userId), coin: share.coin, best: share.coin === best })),
    }),
  ];
}

export const mock = defineMock({
  sessions: [redPackets],
  scenarios: withRecording('red-packets', 'A red packet counts down, is opened, and lists the winners', '红包倒计时、开抢、公布手气'),
});
