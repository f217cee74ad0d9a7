import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush } from '../../../mocks/sessions/session.ts';
import { scripted, type Phase, type Play } from '../../../mocks/sessions/session-script.ts';

/** Milliseconds of the scripted session. */
const STEP_MS = 800;
const LAST_STEP = 13;
const PAUSE_MS = 4_000;
/** Movement and damage of a monster per step; each defender adds damage. */
const WAY = 70;
const HIT = 5;
const HELP = 6;

interface Battle {
  wave: number;
  step: number;
  /** User ids of viewers who joined. */
  readonly defenders: number[];
}

/** Position and remaining blood of each monster of the wave. */
const monstersOf = ({ wave, step, defenders }: Battle) =>
  Array.from({ length: 4 + wave }, (_, at) => ({
    id: wave * 100 + at,
    type: (at + wave) % 4,
    x: Math.max(0, step * WAY - at * 60),
    y: (at * 379) % 1_000,
    blood: 100 + at * 4 - step * (HIT + HELP * defenders.length) - wave,
  })).filter(({ blood }) => blood > 0);

const gameOf = ({ run }: Play<Battle>): number => 7_100 + run;
const push = (play: Play<Battle>, isBeaten: boolean): SessionPush =>
  sessionPush('tower-defense-monsters', {
    gameId: gameOf(play),
    wave: play.state.wave,
    monsters: isBeaten ? [] : monstersOf(play.state),
  });

const wave = (number: number): Phase<Battle> => ({
  name: `wave ${number}`,
  ms: LAST_STEP * STEP_MS + PAUSE_MS,
  enter: ({ state }) => void Object.assign(state, { wave: number, step: 0 }),
  everyMs: STEP_MS,
  act(play) {
    if (play.state.step === LAST_STEP) return;
    play.state.step++;
    play.say();
  },
});

/** Three waves; each viewer who joins adds damage. */
export const towerDefense = scripted<Battle>({
  name: 'tower-defense',
  begin: () => ({ wave: 0, step: 0, defenders: [] }),
  phases: [wave(1), wave(2), wave(3)],
  state: (play) => (play.phase === null ? [] : [push(play, play.state.step === LAST_STEP)]),
  over: (play, cut) => (cut === null ? [] : [push(play, true)]),
  calls: {
    join(play, { gameId }, { userId }) {
      const { defenders } = play.state;
      if (play.phase === null || gameId !== gameOf(play)) return '这一局已经结束';
      if (defenders.includes(userId)) return undefined;
      defenders.push(userId);
      return play.say();
    },
  },
});

export const mock = recorded('tower-defense', towerDefense, 'Three waves of a tower defense game', '塔防大战的三波怪物');
