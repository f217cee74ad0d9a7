import { sessionPush, type SessionPush } from '../../../mocks/sessions/session.ts';
import { MOCK_RIVAL, MOCK_STAR } from '../../../mocks/sessions/session-people.ts';
import type { Play } from '../../../mocks/sessions/session-script.ts';

/** `status` on the wire. */
const STATUS: Readonly<Record<string, number>> = { match: 1, answer: 2, reveal: 3, help: 4, settled: 5 };
const OVER = 6;
export const MAX_BLOOD = 2;

export interface Someone {
  readonly userId: number;
  readonly nickname: string;
}
interface Player {
  readonly blood: number;
  readonly score: number;
  readonly right: boolean | null;
}
/** State of a music PK. */
export interface Pk {
  /** From 1; 0 before the first round. */
  round: number;
  said: number;
  /** Chosen option by viewer, in this round. */
  readonly votes: Record<number, string>;
  /** Kits used, by viewer. */
  readonly used: Record<number, readonly number[]>;
  excluded: readonly string[];
  own: Player;
  rival: Player;
}

export const KITS = [
  { kitId: 1, name: '排除两项' },
  { kitId: 2, name: '回一滴血' },
] as const;
export const QUESTIONS = [
  { title: '《海边的信》的原唱是谁？', options: ['陈野', '林听夏', '北岸乐队', '小喵Momo'], right: '0' },
  { title: '“把星光写成给你的歌”下一句是？', options: ['在风里慢慢唱', '晚风不肯回答', '落日飞过海面', '列车开往夏天'], right: '1' },
  { title: '哪一首是北岸乐队的歌？', options: ['星光', '晚风告白', '落日飞行', '不眠列车'], right: '2' },
] as const;

export const pkIdOf = ({ run }: Play<Pk>): number => 900 + run;
export const questionIdOf = (play: Play<Pk>): number => pkIdOf(play) * 10 + play.state.round;
export const questionOf = ({ state }: Play<Pk>) => QUESTIONS[state.round - 1] ?? QUESTIONS[0];
export const person = ({ userId, nickname }: Someone, userLogo = '') => ({
  userId,
  kugouId: userId,
  nickname,
  richlevel: 12,
  userLogo,
  mystic: false,
});
const OWN_STAR = person(MOCK_STAR);
const RIVAL_STAR = person(MOCK_RIVAL, MOCK_RIVAL.userLogo);

const commonOf = (play: Play<Pk>) => ({ pkId: pkIdOf(play), version: play.version, leftMs: play.leftMs() });

function players({ phase, state }: Play<Pk>) {
  const isShown = phase === 'reveal' || phase === 'settled' || phase === 'help';
  return [
    { star: OWN_STAR, ...state.own },
    { star: RIVAL_STAR, ...state.rival },
  ].map(({ star, blood, score, right }) => ({
    star,
    blood,
    bloodTotal: MAX_BLOOD,
    score,
    answer: isShown && right !== null ? 'x' : '',
    right: isShown && right === true,
    excluded: false,
    kits: [],
  }));
}

export const statusPush = (play: Play<Pk>): SessionPush =>
  sessionPush('music-pk-status', {
    ...commonOf(play),
    status: STATUS[play.phase ?? ''] ?? OVER,
    round: play.state.round,
    players: players(play),
    seasonLevel: 3,
  });

export const matchPush = (play: Play<Pk>): SessionPush =>
  sessionPush('music-pk-match', { ...commonOf(play), status: 1, star: OWN_STAR, rival: RIVAL_STAR });

/** Messages of a phase besides the status, with the same version. */
export function momentOf(play: Play<Pk>): readonly SessionPush[] {
  switch (play.phase) {
    case 'answer':
      return [roundsPush(play), ...(play.state.excluded.length > 0 ? [excludePush(play, null)] : [])];
    case 'reveal':
      return [roundsPush(play), resultPush(play)];
    case 'settled':
      return [endInfoPush(play)];
    default:
      return [];
  }
}

export const excludePush = (play: Play<Pk>, viewer: Someone | null): SessionPush =>
  sessionPush('music-pk-exclude-error', {
    pkId: pkIdOf(play),
    questionId: questionIdOf(play),
    optionIds: [...play.state.excluded],
    user: viewer === null ? null : person(viewer),
  });

function roundsPush(play: Play<Pk>): SessionPush {
  const { title, options, right } = questionOf(play);
  const { round, votes } = play.state;
  const isShown = play.phase !== 'answer';
  return sessionPush('music-pk-rounds', {
    ...commonOf(play),
    round,
    roundTotal: QUESTIONS.length,
    question: {
      questionId: questionIdOf(play),
      title,
      songUrl: '',
      index: round,
      endTime: 0,
      options: options.map((text, at) => ({
        id: String(at),
        text,
        // The right option is sent only when it is revealed, so that it cannot be read from the messages.
        right: isShown && String(at) === right,
        count: isShown ? Object.values(votes).filter((id) => id === String(at)).length : 0,
      })),
    },
    players: players(play),
  });
}

const resultPush = (play: Play<Pk>): SessionPush =>
  sessionPush('music-pk-result', {
    ...commonOf(play),
    round: play.state.round,
    answer: questionOf(play).right,
    players: players(play),
    settlement: null,
  });

function endInfoPush(play: Play<Pk>): SessionPush {
  const { own, rival } = play.state;
  const lead = own.blood - rival.blood || own.score - rival.score;
  return sessionPush('music-pk-end-info', {
    ...commonOf(play),
    players: players(play),
    settlement: {
      winnerId: lead === 0 ? 0 : lead > 0 ? OWN_STAR.userId : RIVAL_STAR.userId,
      result: lead === 0 ? 3 : lead > 0 ? 1 : 2,
      coin: 500,
      score: own.score,
      seasonLevel: lead > 0 ? 4 : 3,
      seasonName: '夏日赛季',
    },
  });
}

/** Stock of kits that everybody has, and the kits that viewers have used up. */
export const kitsOf = (play: Play<Pk>): readonly SessionPush[] => [
  ...KITS.map((kit) => kitPush(play, kit, 1, null)),
  ...Object.entries(play.state.used).flatMap(([userId, used]) =>
    KITS.filter(({ kitId }) => used.includes(kitId)).map((kit) => kitPush(play, kit, 0, person({ userId: Number(userId), nickname: '' }))),
  ),
];

const kitPush = (play: Play<Pk>, kit: (typeof KITS)[number], num: number, user: ReturnType<typeof person> | null): SessionPush =>
  sessionPush('music-pk-kit-add', { pkId: pkIdOf(play), user, kit: { ...kit, num, iconUrl: '' } });
