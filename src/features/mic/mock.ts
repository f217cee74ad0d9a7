import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import {
  answered,
  COURSE_CODE,
  coursePush,
  refused,
  type Course,
  type CoursePush,
  type CourseStep,
  type CourseTime,
} from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** `status` of a seat and of a request on the wire. */
const SEAT = { connecting: 1, speaking: 2, muted: 3 } as const;
const WISH = { waits: 1, accepted: 2, refused: 3, takenBack: 4, over: 5 } as const;
const MAX_GUESTS = 3;
/** Milliseconds of the scripted session. */
const BEAT_MS = 1_500;
const LASTS_MS = 60_000;
/** Beats until the star accepts, and until the mic guest is connected. */
const ACCEPT_BEATS = 3;
const CONNECT_BEATS = 2;
/** Who requests a seat, by beat. */
const ASKING: Readonly<Record<number, { readonly userId: number; readonly nickname: string }>> = {
  1: { userId: 600_203, nickname: '橘子海' },
  7: { userId: 600_202, nickname: '南风知我意' },
};
const SEED = 63;

interface Caller {
  readonly userId: number;
  readonly nickname: string;
  readonly requestId: string;
  readonly sinceBeat: number;
}
interface Seat extends Caller {
  readonly seat: number;
}
export interface MicCourse {
  readonly version: number;
  readonly made: number;
  readonly isOpen: boolean;
  /** True: the star opened the link and chooses; false: a request is accepted after ACCEPT_BEATS. */
  readonly isChosen: boolean;
  readonly beat: number;
  readonly nextMs: number | null;
  readonly endsMs: number;
  readonly guests: readonly Seat[];
  readonly waiting: readonly Caller[];
}
type MicStep = CourseStep<MicCourse>;

/** The star accepts mic guests for a minute: one is present, further ones request a seat and are accepted one after the other. */
export const mic: Course<MicCourse> = {
  name: 'mic',
  initial: { version: 0, made: 0, isOpen: false, isChosen: false, beat: 0, nextMs: null, endsMs: 0, guests: [], waiting: [] },
  onCall(state, { verb, fields }, time, viewer) {
    const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
    const isChoice = verb === 'admit' || verb === 'refuse';
    const isTool = verb === 'open' || verb === 'close' || isChoice;
    if (!isTool && verb !== 'request' && verb !== 'cancel' && verb !== 'leave' && verb !== 'accept')
      return refuse(COURSE_CODE.unknownVerb, '');
    const refusal = refusalOf(viewer, isTool);
    if (refusal !== null) return { state, pushes: [], answer: refusal };
    if (isChoice) {
      const asker = state.waiting.find(({ requestId }) => requestId === fields['requestId']);
      if (asker === undefined) return refuse(COURSE_CODE.notNow, '这位观众已经不在排队了');
      if (verb === 'admit' && state.guests.length >= MAX_GUESTS) return refuse(COURSE_CODE.notNow, '嘉宾位已满');
      return { ...chosen(state, asker, verb === 'admit', time), answer: answered() };
    }
    if (isTool) return { ...(verb === 'open' ? open(state, time, true) : over(state, time)), answer: answered() };
    const isMine = ({ userId }: Caller): boolean => userId === viewer.userId;
    const mine = [...state.guests, ...state.waiting].find(isMine);
    if (verb === 'request') {
      if (!state.isOpen) return refuse(COURSE_CODE.notNow, '主播没有开放连麦');
      if (mine !== undefined) return refuse(COURSE_CODE.notNow, '你已经申请过了');
      return { ...withCaller(state, viewer.userId, viewer.nickname, time), answer: answered() };
    }
    if (mine === undefined) return refuse(COURSE_CODE.notNow, '你不在连麦中');
    const left = { ...state, guests: state.guests.filter((seat) => !isMine(seat)), waiting: state.waiting.filter((one) => !isMine(one)) };
    return { ...said(left, time, [wishPush(mine, verb === 'leave' ? WISH.over : WISH.takenBack, 0)]), answer: answered() };
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return said(state, time, []);
    if (command === 'end') return state.nextMs === null ? { state, pushes: [] } : over(state, time);
    const begun = open(state, time, false);
    const first = withCaller(begun.state, 600_201, '小鱼', time);
    return beat({ ...first.state, beat: ACCEPT_BEATS, waiting: first.state.waiting.map((one) => ({ ...one, sinceBeat: 0 })) }, time);
  },
  tick(state, time) {
    if (state.nextMs === null || time.nowMs < state.nextMs) return { state, pushes: [] };
    return time.nowMs >= state.endsMs ? over(state, time) : beat({ ...state, beat: state.beat + 1 }, time);
  },
  deadlineMs: ({ nextMs }) => nextMs,
  snapshot: (state) => [linkPush(state)],
  phase: ({ nextMs, guests }) => (nextMs === null ? null : `${guests.length} / ${MAX_GUESTS}`),
};

function open(state: MicCourse, time: CourseTime, isChosen: boolean): MicStep {
  if (state.isOpen) return said(state, time, []);
  return said(
    { ...state, isOpen: true, isChosen, beat: 0, nextMs: time.nowMs + BEAT_MS, endsMs: time.nowMs + LASTS_MS, guests: [], waiting: [] },
    time,
    [],
  );
}

function over(state: MicCourse, time: CourseTime): MicStep {
  const wishes = [...state.guests, ...state.waiting].map((one) => wishPush(one, WISH.over, 0));
  return said({ ...state, isOpen: false, nextMs: null, guests: [], waiting: [] }, time, wishes);
}

function withCaller(state: MicCourse, userId: number, nickname: string, time: CourseTime): MicStep {
  const caller = { userId, nickname, requestId: `mic-${state.made + 1}`, sinceBeat: state.beat };
  const waiting = [...state.waiting, caller];
  return said({ ...state, made: state.made + 1, waiting }, time, [wishPush(caller, WISH.waits, waiting.length)]);
}

/** Accepts the first request that has waited long enough while a seat is free; updates all loudness values. */
function beat(state: MicCourse, time: CourseTime): MicStep {
  const next = { ...state, nextMs: Math.min(time.nowMs + BEAT_MS, Math.max(time.nowMs + 1, state.endsMs)) };
  const asks = ASKING[state.beat];
  const asker = asks === undefined ? next : withCaller(next, asks.userId, asks.nickname, time).state;
  const [first] = asker.waiting;
  const isDue = !asker.isChosen && first !== undefined && asker.guests.length < MAX_GUESTS && asker.beat - first.sinceBeat >= ACCEPT_BEATS;
  return isDue ? chosen(asker, first, true, time) : said(asker, time, []);
}

/** The remaining requests move up. */
function chosen(state: MicCourse, caller: Caller, isAdmitted: boolean, time: CourseTime): MicStep {
  const waiting = state.waiting.filter((one) => one !== caller);
  const moved = waiting.map((one, at) => wishPush(one, WISH.waits, at + 1));
  if (!isAdmitted) return said({ ...state, waiting }, time, [wishPush(caller, WISH.refused, 0), ...moved]);
  const taken = state.guests.map(({ seat }) => seat);
  const seat = [1, 2, 3].find((free) => !taken.includes(free)) ?? MAX_GUESTS;
  const guests = [...state.guests, { ...caller, seat, sinceBeat: state.beat }];
  return said({ ...state, guests, waiting }, time, [wishPush(caller, WISH.accepted, 0, seat), ...moved]);
}

function said(state: MicCourse, _time: CourseTime, wishes: readonly CoursePush[]): MicStep {
  const next = { ...state, version: state.version + 1 };
  return { state: next, pushes: [linkPush(next), ...wishes] };
}

const wishPush = ({ userId, requestId }: Caller, status: number, position: number, seat = 0): CoursePush =>
  coursePush('mic-request', { requestId, status, seat, position, leftMs: 0, msg: '' }, userId);

const linkPush = ({ version, isOpen, guests, waiting, beat: at }: MicCourse): CoursePush =>
  coursePush('mic-link', {
    version,
    isOpen,
    waiting: waiting.length,
    asking: waiting.map(({ requestId, userId, nickname }) => ({ requestId, user: personNamed(nickname, userId) })),
    seats: guests.map(({ seat, userId, nickname, sinceBeat }) => ({
      seat,
      user: personNamed(nickname, userId),
      status: at - sinceBeat < CONNECT_BEATS ? SEAT.connecting : (at + seat) % 7 === 0 ? SEAT.muted : SEAT.speaking,
      volume: 20 + Math.floor(chance(SEED, at * 7 + seat) * 80),
      isVideo: false,
    })),
  });

export const mock = defineMock({
  sessions: [mic],
  scenarios: withRecording('mic', 'Mic guests; a viewer can request to join', '嘉宾连麦，观众可以申请'),
});
