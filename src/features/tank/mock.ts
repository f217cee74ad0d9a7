import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';

interface Field {
  readonly drivers: ReturnType<typeof personNamed>[];
  step: number;
}
const DRIVERS = ['小鱼', '南风知我意', '夜航船'] as const;

const gameOf = ({ run }: Play<Field>): number => 7_300 + run;

/** Three moving tanks, each on its own path; a viewer who joins drives the fourth. */
export const tank = scripted<Field>({
  name: 'tank',
  begin: () => ({ drivers: DRIVERS.map((nickname) => personNamed(nickname)), step: 0 }),
  phases: [
    {
      name: 'moving',
      ms: 40_000,
      everyMs: 1_000,
      act(play) {
        play.state.step++;
        play.say();
      },
    },
  ],
  state(play) {
    const { drivers, step } = play.state;
    if (play.phase === null) return [];
    return drivers.map((user, at) => {
      const turn = step / (5 + at) + at * 2;
      return sessionPush('tank-location', {
        gameId: gameOf(play),
        tankId: at + 1,
        x: Math.round(500 + Math.cos(turn) * (440 - at * 70)),
        y: Math.round(500 + Math.sin(turn) * (430 - at * 60)),
        angle: Math.round((turn * 180) / Math.PI + 90) % 360,
        user,
      });
    });
  },
  calls: {
    join(play, { gameId }, { userId, nickname }) {
      const { drivers } = play.state;
      if (play.phase === null || gameId !== gameOf(play)) return '这一局已经结束';
      if (drivers.some((driver) => driver.userId === userId)) return undefined;
      drivers.push(personNamed(nickname, userId));
      return play.say();
    },
  },
});

export const mock = recorded('tank', tank, 'Moving tanks of a tank game', '行进中的坦克');
