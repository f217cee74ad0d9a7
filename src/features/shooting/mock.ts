import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';

const SHOOTERS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈', '小鱼'] as const;
/** Milliseconds of the scripted session. */
const EVERY_MS = 4_000;
const BUFF_MS = 10_000;
const MINE = 5;

interface Hit {
  readonly user: ReturnType<typeof personNamed>;
  readonly rate: number;
  readonly untilMs: number;
}
interface State {
  shooters: number;
  readonly hits: Hit[];
}

const gameOf = ({ run }: Play<State>): number => 7_200 + run;
const pushOf = (play: Play<State>, { user, rate, untilMs }: Hit): SessionPush =>
  sessionPush('shooter-critical-buff', {
    gameId: gameOf(play),
    user,
    rate,
    durationS: Math.max(1, Math.ceil(play.leftMs(untilMs) / 1_000)),
  });

function hit(play: Play<State>, user: Hit['user'], rate: number): SessionPush {
  const scored = { user, rate, untilMs: play.nowMs + BUFF_MS };
  play.state.hits.push(scored);
  return pushOf(play, scored);
}

function nextHit(play: Play<State>): readonly SessionPush[] {
  const at = play.state.shooters++;
  const nickname = SHOOTERS[at];
  return nickname === undefined ? [] : [hit(play, personNamed(nickname), 2 + (at % 3))];
}

/** Shooters score critical hits one after the other; a viewer who joins starts with the strongest hit. */
export const shooting = scripted<State>({
  name: 'shooting',
  begin: () => ({ shooters: 0, hits: [] }),
  phases: [
    {
      name: 'shooting',
      ms: (SHOOTERS.length - 1) * EVERY_MS + BUFF_MS,
      enter: nextHit,
      everyMs: EVERY_MS,
      act: (play) => play.push(...nextHit(play)),
    },
  ],
  show: (play) => play.state.hits.filter(({ untilMs }) => untilMs > play.nowMs).map((one) => pushOf(play, one)),
  calls: {
    join(play, { gameId }, { userId, nickname }) {
      if (play.phase === null || gameId !== gameOf(play)) return '这一局已经结束';
      return play.push(hit(play, personNamed(nickname, userId), MINE));
    },
  },
});

export const mock = recorded('shooting', shooting, 'Critical hits of a shooting game', '射击游戏里的暴击');
