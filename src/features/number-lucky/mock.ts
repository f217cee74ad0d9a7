import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';
import { chance } from '../../../mocks/backend/faults.ts';

const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'] as const;
const FIRST_GUEST = 600_001;
const NUMBERS = 100;
const SEED = 61;

interface Ticket {
  readonly userId: number;
  readonly nickname: string;
  readonly number: number;
}
interface State {
  drawn: number;
  readonly tickets: Ticket[];
}

/** Viewers take numbers, one is drawn, numbers with its last digit win. */
export const numberLucky = scripted<State>({
  name: 'number-lucky',
  begin: () => ({ drawn: 0, tickets: [] }),
  phases: [
    {
      name: 'taking',
      ms: 30_000,
      everyMs: 4_000,
      act(play) {
        const at = GUESTS.findIndex((_name, guest) => play.state.tickets.every(({ userId }) => userId !== FIRST_GUEST + guest));
        if (at >= 0) join(play, FIRST_GUEST + at, GUESTS[at] ?? '');
      },
    },
    {
      name: 'drawn',
      ms: 15_000,
      // There is always a winner, because the drawn number is one that a viewer has taken.
      enter({ state, run }) {
        state.drawn = state.tickets.at(-1)?.number ?? 0;
        return prizes(state, run);
      },
    },
  ],
  state: (play) => [sessionPush('number-lucky', { ...commonOf(play), number: play.phase === 'drawn' ? shown(play.state.drawn) : '' })],
  show: (play) => [
    ...play.state.tickets.map((ticket) => ownPush(play, ticket)),
    ...(play.phase === 'drawn' ? prizes(play.state, play.run) : []),
  ],
  ends: () => 'drawn',
  calls: {
    join(play, _fields, { userId, nickname }) {
      if (play.phase !== 'taking') return '现在不能领号';
      const known = play.state.tickets.find((ticket) => ticket.userId === userId);
      if (known === undefined) join(play, userId, nickname);
      else play.push(ownPush(play, known));
    },
  },
});

function join(play: Play<State>, userId: number, nickname: string): void {
  const { tickets } = play.state;
  const ticket = { userId, nickname, number: Math.floor(chance(SEED + activityOf(play.run), tickets.length) * NUMBERS) };
  tickets.push(ticket);
  play.say();
  play.push(ownPush(play, ticket));
}

const activityOf = (run: number): number => 300 + run;
const shown = (number: number): string => String(number).padStart(2, '0');
const person = ({ userId, nickname }: Ticket) => personNamed(nickname, userId);
const commonOf = (play: Play<State>) => ({
  activityId: activityOf(play.run),
  version: play.version,
  status: play.phase === 'taking' ? 1 : play.phase === 'drawn' ? 2 : 3,
  leftMs: play.leftMs(),
  joined: play.state.tickets.length,
});

const ownPush = (play: Play<State>, ticket: Ticket): SessionPush =>
  sessionPush('number-lucky', { ...commonOf(play), number: shown(ticket.number), user: person(ticket) }, ticket.userId);

const prizes = ({ tickets, drawn }: State, run: number): readonly SessionPush[] =>
  tickets
    .filter(({ number }) => number % 10 === drawn % 10)
    .map((ticket) =>
      sessionPush('number-lucky-prize', {
        activityId: activityOf(run),
        number: shown(ticket.number),
        prizeName: ticket.number === drawn ? '星河' : '荧光棒',
        num: ticket.number === drawn ? 1 : 10,
        user: person(ticket),
      }),
    );

export const mock = recorded('number-lucky', numberLucky, 'Lucky numbers: chosen, drawn, won', '幸运数字：领号、开奖、中奖');
