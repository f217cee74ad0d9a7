import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** `status` of a seat and of a request on the wire. */
const SEAT = { connecting: 1, speaking: 2, muted: 3 } as const;
const WISH = { waits: 1, accepted: 2, refused: 3, takenBack: 4, over: 5 } as const;
const MAX_GUESTS = 3;
/** Times until the star accepts, and until the mic guest is connected, in beats: runs of `act`, one every 1.5 s. */
const ACCEPT_BEATS = 3;
const CONNECT_BEATS = 2;
/** Viewers who request a seat, by beat. */
const CALLERS: Readonly<Record<number, { readonly userId: number; readonly nickname: string }>> = {
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
interface State {
  /** The star opened the link and chooses; otherwise a request is accepted after ACCEPT_BEATS. */
  readonly isChosen: boolean;
  beat: number;
  guests: readonly Seat[];
  waiting: readonly Caller[];
}

/** The star accepts mic guests for a minute: one is present, further ones request a seat and are accepted one after the other. */
export const mic = scripted<State>({
  name: 'mic',
  begin: () => ({ isChosen: false, beat: 0, guests: [], waiting: [] }),
  phases: [
    {
      name: 'open',
      ms: 60_000,
      enter(play) {
        if (play.state.isChosen) return [];
        const first = addRequest(play, { userId: 600_201, nickname: '小鱼' });
        play.state.beat = ACCEPT_BEATS;
        return admit(play.state, first);
      },
      everyMs: 1_500,
      act(play) {
        const { state } = play;
        const caller = CALLERS[++state.beat];
        if (caller !== undefined) addRequest(play, caller);
        const [first] = state.waiting;
        const isDue = !state.isChosen && first !== undefined && state.beat - first.sinceBeat >= ACCEPT_BEATS;
        play.say(...(isDue && state.guests.length < MAX_GUESTS ? admit(state, first) : []));
      },
    },
  ],
  state: (play) => [linkPush(play)],
  over({ state }) {
    const wishes = [...state.guests, ...state.waiting].map((caller) => wishPush(caller, WISH.over));
    state.guests = state.waiting = [];
    return wishes;
  },
  calls: {
    request(play, _fields, viewer) {
      if (play.phase === null) return '主播没有开放连麦';
      if (callerOf(play.state, viewer.userId) !== undefined) return '你已经申请过了';
      const caller = addRequest(play, viewer);
      play.say(wishPush(caller, WISH.waits, play.state.waiting.length));
    },
    cancel: (play, _fields, { userId }) => withdraw(play, userId, WISH.takenBack),
    accept: (play, _fields, { userId }) => withdraw(play, userId, WISH.takenBack),
    leave: (play, _fields, { userId }) => withdraw(play, userId, WISH.over),
  },
  starCalls: {
    open: (play) => (play.phase === null ? play.start({ isChosen: true }) : undefined),
    close: (play) => play.end(),
    admit: (play, { requestId }) => decide(play, requestId, true),
    refuse: (play, { requestId }) => decide(play, requestId, false),
  },
});

const callerOf = ({ guests, waiting }: State, userId: number): Caller | undefined =>
  [...guests, ...waiting].find((one) => one.userId === userId);

function addRequest(play: Play<State>, { userId, nickname }: Pick<Caller, 'userId' | 'nickname'>): Caller {
  const caller = { userId, nickname, requestId: `mic-${++play.made}`, sinceBeat: play.state.beat };
  play.state.waiting = [...play.state.waiting, caller];
  return caller;
}

function decide(play: Play<State>, requestId: unknown, isAdmitted: boolean): string | undefined {
  const { state } = play;
  const caller = state.waiting.find((one) => one.requestId === requestId);
  if (caller === undefined) return '这位观众已经不在排队了';
  if (isAdmitted && state.guests.length >= MAX_GUESTS) return '嘉宾位已满';
  play.say(...(isAdmitted ? admit(state, caller) : [wishPush(caller, WISH.refused), ...withoutWaiting(state, caller)]));
  return undefined;
}

function admit(state: State, caller: Caller): readonly SessionPush[] {
  const seat = [1, 2, 3].find((free) => state.guests.every((guest) => guest.seat !== free)) ?? MAX_GUESTS;
  state.guests = [...state.guests, { ...caller, seat, sinceBeat: state.beat }];
  return [wishPush(caller, WISH.accepted, 0, seat), ...withoutWaiting(state, caller)];
}

function withoutWaiting(state: State, caller: Caller): readonly SessionPush[] {
  state.waiting = state.waiting.filter((one) => one !== caller);
  return state.waiting.map((one, at) => wishPush(one, WISH.waits, at + 1));
}

function withdraw(play: Play<State>, userId: number, status: number): string | undefined {
  const { state } = play;
  const caller = callerOf(state, userId);
  if (caller === undefined) return '你不在连麦中';
  state.guests = state.guests.filter((one) => one !== caller);
  state.waiting = state.waiting.filter((one) => one !== caller);
  play.say(wishPush(caller, status));
  return undefined;
}

const wishPush = ({ userId, requestId }: Caller, status: number, position = 0, seat = 0): SessionPush =>
  sessionPush('mic-request', { requestId, status, seat, position, leftMs: 0, msg: '' }, userId);

const linkPush = ({ version, phase, state: { guests, waiting, beat } }: Play<State>): SessionPush =>
  sessionPush('mic-link', {
    version,
    isOpen: phase !== null,
    waiting: waiting.length,
    asking: waiting.map(({ requestId, userId, nickname }) => ({ requestId, user: personNamed(nickname, userId) })),
    seats: guests.map(({ seat, userId, nickname, sinceBeat }) => ({
      seat,
      user: personNamed(nickname, userId),
      status: beat - sinceBeat < CONNECT_BEATS ? SEAT.connecting : (beat + seat) % 7 === 0 ? SEAT.muted : SEAT.speaking,
      volume: 20 + Math.floor(chance(SEED, beat * 7 + seat) * 80),
      isVideo: false,
    })),
  });

export const mock = recorded('mic', mic, 'Mic guests; a viewer can request to join', '嘉宾连麦，观众可以申请');
