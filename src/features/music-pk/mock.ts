import { sessionPush, type SessionPush, MOCK_RIVAL, MOCK_STAR } from '../../../mocks/sessions/session.ts';
import { type Play, pickBy, scripted } from '../../../mocks/sessions/session-script.ts';
import { recorded } from '../../../mocks/scenario.ts';
import { chance } from '../../../mocks/backend/faults.ts';

/** `status` on the wire. */
const STATUS: Readonly<Record<string, number>> = { match: 1, answer: 2, reveal: 3, help: 4, settled: 5 };
const OVER = 6;
const MAX_BLOOD = 2;

interface Someone {
  readonly userId: number;
  readonly nickname: string;
}
interface Player {
  readonly blood: number;
  readonly score: number;
  readonly right: boolean | null;
}
interface Pk {
  /** From 1; 0 before the first round. */
  round: number;
  lines: number;
  /** Chosen option by viewer, in this round. */
  readonly votes: Record<number, string>;
  /** Kits used, by viewer. */
  readonly used: Record<number, readonly number[]>;
  excluded: readonly string[];
  own: Player;
  rival: Player;
}

const KITS = [
  { kitId: 1, name: '排除两项' },
  { kitId: 2, name: '回一滴血' },
] as const;
const QUESTIONS = [
  { title: '《海边的信》的原唱是谁？', options: ['陈野', '林听夏', '北岸乐队', '小喵Momo'], right: '0' },
  { title: '“把星光写成给你的歌”下一句是？', options: ['在风里慢慢唱', '晚风不肯回答', '落日飞过海面', '列车开往夏天'], right: '1' },
  { title: '哪一首是北岸乐队的歌？', options: ['星光', '晚风告白', '落日飞行', '不眠列车'], right: '2' },
] as const;

const pkIdOf = ({ run }: Play<Pk>): number => 900 + run;
const questionIdOf = (play: Play<Pk>): number => pkIdOf(play) * 10 + play.state.round;
const questionOf = ({ state }: Play<Pk>) => QUESTIONS[state.round - 1] ?? QUESTIONS[0];
const person = ({ userId, nickname }: Someone, userLogo = '') => ({
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

const statusPush = (play: Play<Pk>): SessionPush =>
  sessionPush('music-pk-status', {
    ...commonOf(play),
    status: STATUS[play.phase ?? ''] ?? OVER,
    round: play.state.round,
    players: players(play),
    seasonLevel: 3,
  });

const matchPush = (play: Play<Pk>): SessionPush =>
  sessionPush('music-pk-match', { ...commonOf(play), status: 1, star: OWN_STAR, rival: RIVAL_STAR });

/** Messages of a phase besides the status, with the same version. */
function momentOf(play: Play<Pk>): readonly SessionPush[] {
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

const excludePush = (play: Play<Pk>, viewer: Someone | null): SessionPush =>
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
const kitsOf = (play: Play<Pk>): readonly SessionPush[] => [
  ...KITS.map((kit) => kitPush(play, kit, 1, null)),
  ...Object.entries(play.state.used).flatMap(([userId, used]) =>
    KITS.filter(({ kitId }) => used.includes(kitId)).map((kit) => kitPush(play, kit, 0, person({ userId: Number(userId), nickname: '' }))),
  ),
];

const kitPush = (play: Play<Pk>, kit: (typeof KITS)[number], num: number, user: ReturnType<typeof person> | null): SessionPush =>
  sessionPush('music-pk-kit-add', { pkId: pkIdOf(play), user, kit: { ...kit, num, iconUrl: '' } });

const SEED = 83;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船'] as const;

/** Two stars answer questions; the viewers' votes decide the own star's answer. A wrong answer costs blood. */
export const musicPk = scripted<Pk>({
  name: 'music-pk',
  begin() {
    const player = { blood: MAX_BLOOD, score: 0, right: null };
    return { round: 0, lines: 0, votes: {}, used: {}, excluded: [], own: player, rival: player };
  },
  phases: [
    { name: 'match', ms: 5_000, enter: kitsOf },
    {
      name: 'answer',
      ms: 18_000,
      enter(play) {
        Object.assign(play.state, { round: play.state.round + 1, votes: {}, excluded: [] });
        return momentOf(play);
      },
      everyMs: 5_000,
      act: (play, turn) => callOut(play, { userId: 710_000 + (turn % GUESTS.length), nickname: pickBy(GUESTS, SEED, turn) }),
    },
    {
      name: 'reveal',
      ms: 5_000,
      enter(play) {
        judge(play.state);
        return momentOf(play);
      },
      next({ state }) {
        if (state.round >= QUESTIONS.length || state.rival.blood === 0) return 'settled';
        return state.own.blood === 0 ? 'help' : 'answer';
      },
    },
    {
      name: 'help',
      ms: 10_000,
      enter: (play) => [
        sessionPush('music-pk-tips', {
          pkId: pkIdOf(play),
          type: 1,
          title: '主播没血了',
          content: '快来助她复活',
          durationS: 6,
          id: `help-${play.version}`,
        }),
      ],
    },
    { name: 'settled', ms: 14_000, enter: (play) => momentOf(play) },
  ],
  state: (play) => (play.phase === 'match' ? [matchPush(play), statusPush(play)] : [statusPush(play)]),
  show: (play) => [...momentOf(play), ...kitsOf(play)],
  ends: () => 'settled',
  calls: {
    answer(play, { optionId, questionId }, viewer) {
      const { votes, round } = play.state;
      if (play.phase !== 'answer') return '现在不能这样做';
      if (questionId !== questionIdOf(play)) return '这道题已经结束了';
      if (typeof optionId !== 'string' || !/^[0-3]$/.test(optionId)) return '没有这个选项';
      if (votes[viewer.userId] !== undefined) return '你已经答过这道题了';
      votes[viewer.userId] = optionId;
      const pkId = pkIdOf(play);
      const id = `${pkId}-${round}-${viewer.userId}`;
      play.say(sessionPush('music-pk-remind-answer', { pkId, questionId, user: person(viewer), content: '已作答', id }));
    },
    kit(play, { kitId }, viewer) {
      const { state } = play;
      if (play.phase !== 'answer') return '现在不能这样做';
      const kit = KITS.find((one) => one.kitId === kitId);
      const used = state.used[viewer.userId] ?? [];
      if (kit === undefined || used.includes(kit.kitId)) return '这个道具已经用完了';
      state.used[viewer.userId] = [...used, kit.kitId];
      const line = sessionPush('music-pk-use-kit', {
        pkId: pkIdOf(play),
        user: person(viewer),
        kit: { ...kit, num: 0, iconUrl: '' },
        questionId: questionIdOf(play),
        id: `${pkIdOf(play)}-${kit.kitId}-${viewer.userId}`,
      });
      if (kit.kitId === 2) {
        state.own = { ...state.own, blood: Math.min(MAX_BLOOD, state.own.blood + 1) };
        return play.say(line);
      }
      state.excluded = ['0', '1', '2', '3'].filter((id) => id !== questionOf(play).right).slice(0, 2);
      return play.push(line, excludePush(play, viewer));
    },
    call: (play, _fields, viewer) => (play.phase === 'answer' ? callOut(play, viewer) : '现在不能这样做'),
    reborn(play, _fields, viewer) {
      if (play.phase !== 'help') return '现在不需要复活';
      play.state.own = { ...play.state.own, blood: 1 };
      play.enter('answer');
      const [helper, star] = [person(viewer), person(MOCK_STAR)];
      play.push(sessionPush('music-pk-help-reborn', { pkId: pkIdOf(play), helper, star, blood: 1, coin: 100, id: `${play.version}` }));
    },
  },
});

function callOut(play: Play<Pk>, who: Someone): undefined {
  const { state } = play;
  state.own = { ...state.own, score: state.own.score + 1 };
  const pkId = pkIdOf(play);
  play.say(sessionPush('music-pk-send-call', { pkId, user: person(who), num: 1, content: '', id: `${pkId}-${++state.lines}` }));
}

/** The own star's answer is right if at least half of the votes are; without votes it is right at random. */
function judge(state: Pk): void {
  const right = QUESTIONS[state.round - 1]?.right;
  const votes = Object.values(state.votes);
  const isRight = votes.length === 0 ? chance(SEED, state.round) < 0.5 : votes.filter((id) => id === right).length * 2 >= votes.length;
  const after = ({ blood, score }: Pk['own'], wasRight: boolean) => ({
    blood: Math.max(0, blood - (wasRight ? 0 : 1)),
    score: score + (wasRight ? 10 : 0),
    right: wasRight,
  });
  state.own = after(state.own, isRight);
  state.rival = after(state.rival, chance(SEED + 1, state.round) < 0.6);
}

export const mock = recorded(
  'music-pk',
  musicPk,
  'A music PK: questions, blood, kits, rebirth, season level',
  '音乐 PK：答题、血量、道具、复活、赛季等级',
);
