import { recorded } from '../../../mocks/scenario.ts';
import { badFields, sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { pickBy, scripted, type Play } from '../../../mocks/sessions/session-script.ts';

/** `stage` on the wire. */
const STAGE: Readonly<Record<string, number>> = { 小组赛: 1, 半决赛: 2, 决赛: 3, champion: 4 };
const OVER = 5;
const POINTS = 10;
const MAX_TEXT_CHARS = 20;
const SEED = 67;
const CLANS = [
  { clanId: 1, name: '星河战队' },
  { clanId: 2, name: '晚风战队' },
  { clanId: 3, name: '海盐战队' },
] as const;
type Clan = (typeof CLANS)[number];
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'] as const;
const LINES = ['加油', '冲鸭', '必胜'] as const;

interface State {
  messages: number;
  /** Points by clan. */
  readonly scores: Record<number, number>;
}

const stage = (name: string) => ({
  name,
  ms: 20_000,
  everyMs: 3_000,
  act: (play: Play<State>, turn: number) =>
    say(
      play,
      pickBy(CLANS, SEED, turn),
      { userId: 600_050 + (turn % GUESTS.length), nickname: pickBy(GUESTS, SEED + 1, turn) },
      pickBy(LINES, SEED + 2, turn),
    ),
});

/** Three clans collect points over three stages. */
export const clanPk = scripted<State>({
  name: 'clan-pk',
  begin: () => ({ messages: 0, scores: {} }),
  phases: [stage('小组赛'), stage('半决赛'), stage('决赛'), { name: 'champion', ms: 12_000 }],
  // All clans, because a new leader also changes the state of the former one.
  state: (play) => CLANS.map((clan) => promotion(play, clan)),
  ends: () => 'champion',
  calls: {
    quick(play, { clanId, text }, viewer) {
      if (play.phase === null || play.phase === 'champion') return '现在不能发送';
      const clan = CLANS.find((one) => one.clanId === clanId);
      if (clan === undefined || typeof text !== 'string' || text === '' || text.length > MAX_TEXT_CHARS) return badFields('发送失败');
      return say(play, clan, viewer, text);
    },
  },
});

const pkIdOf = ({ run }: Play<State>): number => 500 + run;
const scoreOf = ({ state }: Play<State>, { clanId }: Clan): number => state.scores[clanId] ?? 0;

function say(play: Play<State>, clan: Clan, who: { readonly userId: number; readonly nickname: string }, content: string): undefined {
  play.state.scores[clan.clanId] = scoreOf(play, clan) + POINTS;
  const id = `${pkIdOf(play)}-${++play.state.messages}`;
  const sender = personNamed(who.nickname, who.userId);
  play.push(
    sessionPush('clan-pk-quick-message', { pkId: pkIdOf(play), clanId: clan.clanId, clanName: clan.name, sender, content, type: 1, id }),
  );
  play.say();
}

function promotion(play: Play<State>, clan: Clan): SessionPush {
  const score = scoreOf(play, clan);
  const rank = 1 + CLANS.filter((other) => scoreOf(play, other) > score).length;
  const isLeading = rank === 1 && score > 0;
  return sessionPush('clan-pk-promotion', {
    pkId: pkIdOf(play),
    clanId: clan.clanId,
    clanName: clan.name,
    stage: STAGE[play.phase ?? ''] ?? OVER,
    rank,
    score,
    title: !isLeading ? '' : play.phase === 'champion' ? `${clan.name} 夺得冠军` : `${play.phase ?? ''} 暂列第一`,
    leftMs: play.leftMs(),
    version: play.version,
  });
}

export const mock = recorded('clan-pk', clanPk, 'A PK of clans in three stages, with quick messages', '三轮战队赛，可以发快捷消息');
