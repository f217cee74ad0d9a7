import { recorded } from '../../../mocks/scenario.ts';
import { badFields, sessionPush, type SessionPush, MOCK_STAR, personNamed } from '../../../mocks/sessions/session.ts';
import { pickBy, scripted, type Play } from '../../../mocks/sessions/session-script.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** `status` on the wire. */
const STATUS: Readonly<Record<string, number>> = { waiting: 1, open: 2 };
const EMPTY = 3;
const OVER = 4;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈', '半夏', '橘子海', '山川'] as const;
const MAX_TITLE_CHARS = 30;
const SEED = 51;

interface State {
  readonly coin: number;
  readonly num: number;
  readonly title: string;
  readonly sender: ReturnType<typeof personNamed>;
  readonly shares: { readonly userId: number; readonly nickname: string; readonly coin: number }[];
}

/** Every third packet is given by an admin to the room's admins only; no viewer of the mock is an admin. */
const FOR_ADMINS = { kind: 2, audience: 4 } as const;
const FOR_ALL = { kind: 1, audience: 0 } as const;
const forWhom = (run: number) => (run % 3 === 0 ? FOR_ADMINS : FOR_ALL);

/** One packet at a time: a countdown, then the fastest viewers get the shares. */
export const redPackets = scripted<State>({
  name: 'red-packets',
  begin: () => ({ coin: 888, num: 8, title: '星光不打烊，红包来一波', sender: MOCK_STAR, shares: [] }),
  phases: [
    { name: 'waiting', ms: 10_000 },
    {
      name: 'open',
      ms: 40_000,
      everyMs: 3_000,
      act(play) {
        const { userId, nickname } = personNamed(pickBy(GUESTS, SEED, play.state.shares.length + play.run));
        if (!hasShare(play.state, userId)) share(play, userId, nickname);
      },
    },
  ],
  state: (play) => (play.run === 0 ? [] : pushesOf(play)),
  calls: {
    grab(play, { packetId }, { userId, nickname }) {
      if (packetId !== String(play.run) || play.phase === null) return '这个红包已经结束';
      if (play.phase === 'waiting') return '还没到时间';
      if (forWhom(play.run) === FOR_ADMINS) return '仅房管可抢';
      return hasShare(play.state, userId) ? '你已经抢过了' : share(play, userId, nickname);
    },
  },
  starCalls: {
    give(play, { coin, num, title }, viewer) {
      if (!isWhole(coin, 10, 10_000) || !isWhole(num, 1, 100) || coin < num || typeof title !== 'string')
        return badFields('每个红包至少 1 星币');
      if (play.phase !== null) return '上一个红包还没有结束';
      return play.start({ coin, num, title: title.slice(0, MAX_TITLE_CHARS), sender: personNamed(viewer.nickname, viewer.userId) });
    },
  },
});

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
const hasShare = ({ shares }: State, userId: number): boolean => shares.some((one) => one.userId === userId);
const givenOf = ({ shares }: State): number => shares.reduce((sum, one) => sum + one.coin, 0);

/** Every share has at least one coin; the last share is the rest. */
function share(play: Play<State>, userId: number, nickname: string): undefined {
  const { state } = play;
  const left = state.coin - givenOf(state);
  const people = state.num - state.shares.length;
  const fair = (2 * left) / people;
  const coin = people <= 1 ? left : Math.min(left - people + 1, Math.max(1, Math.floor(chance(SEED + 1, play.version) * fair)));
  state.shares.push({ userId, nickname, coin });
  if (people <= 1) play.end();
  else play.say();
}

function pushesOf(play: Play<State>): readonly SessionPush[] {
  const { run, version, phase, state } = play;
  const { coin, num, title, sender, shares } = state;
  const packetId = String(run);
  const status = STATUS[phase ?? ''] ?? (shares.length === num ? EMPTY : OVER);
  const { kind, audience } = forWhom(run);
  const numLeft = num - shares.length;
  const packet = sessionPush('red-packet', {
    packetId,
    version,
    kind,
    audience,
    sender,
    title,
    status,
    leftMs: play.leftMs(),
    coin,
    num,
    numLeft,
  });
  if (shares.length === 0) return [packet];
  const best = Math.max(...shares.map((one) => one.coin));
  return [
    packet,
    sessionPush('red-packet-result', {
      packetId,
      kind,
      sender,
      coin: givenOf(state),
      num: shares.length,
      shares: shares.map((one) => ({ user: personNamed(one.nickname, one.userId), coin: one.coin, best: one.coin === best })),
    }),
  ];
}

export const mock = recorded(
  'red-packets',
  redPackets,
  'A red packet counts down, is opened, and lists the winners',
  '红包倒计时、开抢、公布手气',
);
