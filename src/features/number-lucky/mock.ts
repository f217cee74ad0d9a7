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
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** Milliseconds of the scripted session. */
const TAKING_MS = 30_000;
const DRAWN_MS = 15_000;
const GUEST_EVERY_MS = 4_000;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'] as const;
const NUMBERS = 100;
const SEED = 61;

interface Ticket {
  readonly userId: number;
  readonly nickname: string;
  readonly number: number;
}
export interface LuckyCourse {
  readonly phase: 'taking' | 'drawn' | null;
  readonly activityId: number;
  readonly version: number;
  readonly endsMs: number;
  readonly nextGuestMs: number | null;
  readonly drawn: number;
  readonly tickets: readonly Ticket[];
}
type LuckyStep = CourseStep<LuckyCourse>;

/** Viewers take numbers, one is drawn, numbers with its last digit win. */
export const numberLucky: Course<LuckyCourse> = {
  name: 'number-lucky',
  initial: { phase: null, activityId: 300, version: 0, endsMs: 0, nextGuestMs: null, drawn: 0, tickets: [] },
  onCall(state, { verb }, time, viewer) {
    if (verb !== 'join') return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
    const refusal = refusalOf(viewer, false) ?? (state.phase === 'taking' ? null : refused(COURSE_CODE.notNow, '现在不能领号'));
    if (refusal !== null) return { state, pushes: [], answer: refusal };
    const known = state.tickets.find(({ userId }) => userId === viewer.userId);
    if (known !== undefined) return { state, pushes: [ownPush(state, known, time)], answer: answered() };
    return { ...join(state, viewer.userId, viewer.nickname, time), answer: answered() };
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return said(state, time);
    if (command === 'end') return state.phase === 'taking' ? draw(state, time) : over(state, time);
    const begun: LuckyCourse = { ...state, phase: 'taking', activityId: state.activityId + 1, tickets: [], drawn: 0 };
    return said({ ...begun, endsMs: time.nowMs + TAKING_MS, nextGuestMs: time.nowMs + GUEST_EVERY_MS }, time);
  },
  tick(state, time) {
    if (time.nowMs >= state.endsMs) return state.phase === 'taking' ? draw(state, time) : over(state, time);
    if (state.nextGuestMs === null || time.nowMs < state.nextGuestMs) return { state, pushes: [] };
    const at = state.tickets.filter(({ userId }) => userId > 600_000 && userId < 600_100).length;
    const nextGuestMs = at + 1 < GUESTS.length ? time.nowMs + GUEST_EVERY_MS : null;
    return join({ ...state, nextGuestMs }, 600_001 + at, GUESTS[at] ?? '', time);
  },
  deadlineMs: ({ phase, endsMs, nextGuestMs }) => (phase === null ? null : Math.min(endsMs, nextGuestMs ?? endsMs)),
  snapshot: (state, time) => [
    statePush(state, time),
    ...state.tickets.map((ticket) => ownPush(state, ticket, time)),
    ...(state.phase === 'drawn' ? prizes(state) : []),
  ],
  phase: ({ phase }) => phase,
};

function join(state: LuckyCourse, userId: number, nickname: string, time: CourseTime): LuckyStep {
  const number = Math.floor(chance(SEED + state.activityId, state.tickets.length) * NUMBERS);
  const step = said({ ...state, tickets: [...state.tickets, { userId, nickname, number }] }, time);
  return { ...step, pushes: [...step.pushes, ownPush(step.state, { userId, nickname, number }, time)] };
}

/** There is always a winner, because the drawn number is one that a viewer has taken. */
function draw(state: LuckyCourse, time: CourseTime): LuckyStep {
  const drawn = state.tickets.at(-1)?.number ?? 0;
  const step = said({ ...state, phase: 'drawn', drawn, endsMs: time.nowMs + DRAWN_MS, nextGuestMs: null }, time);
  return { ...step, pushes: [...step.pushes, ...prizes(step.state)] };
}

const over = (state: LuckyCourse, time: CourseTime): LuckyStep =>
  state.phase === null ? { state, pushes: [] } : said({ ...state, phase: null, nextGuestMs: null }, time);

function said(state: LuckyCourse, time: CourseTime): LuckyStep {
  const next = { ...state, version: state.version + 1 };
  return { state: next, pushes: [statePush(next, time)] };
}

const shown = (number: number): string => String(number).padStart(2, '0');
const person = ({ userId, nickname }: Ticket) => personNamed(nickname, userId);
const commonOf = (state: LuckyCourse, time: CourseTime) => ({
  activityId: state.activityId,
  version: state.version,
  status: state.phase === 'taking' ? 1 : state.phase === 'drawn' ? 2 : 3,
  leftMs: state.phase === null ? 0 : time.leftMs(state.endsMs),
  joined: state.tickets.length,
});

const statePush = (state: LuckyCourse, time: CourseTime): CoursePush =>
  coursePush('number-lucky', { ...commonOf(state, time), number: state.phase === 'drawn' ? shown(state.drawn) : '' });
const ownPush = (state: LuckyCourse, ticket: Ticket, time: CourseTime): CoursePush =>
  coursePush('number-lucky', { ...commonOf(state, time), number: shown(ticket.number), user: person(ticket) }, ticket.userId);

const prizes = ({ tickets, drawn, activityId }: LuckyCourse): readonly CoursePush[] =>
  tickets
    .filter(({ number }) => number % 10 === drawn % 10)
    .map((ticket) =>
      coursePush('number-lucky-prize', {
        activityId,
        number: shown(ticket.number),
        prizeName: ticket.number === drawn ? '星河' : '荧光棒',
        num: ticket.number === drawn ? 1 : 10,
        user: person(ticket),
      }),
    );

export const mock = defineMock({
  sessions: [numberLucky],
  scenarios: withRecording('number-lucky', 'Lucky numbers: chosen, drawn, won', '幸运数字：领号、开奖、中奖'),
});
