import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, MOCK_STAR } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';

const GAMES = [
  { name: '寻宝游戏', link: 'NewXunBaoGame' },
  { name: '摇一摇', link: 'shake' },
] as const;

interface State {
  /** Index in GAMES of the current game. */
  game: number;
}
const push = ({ run, state: { game } }: Play<State>, status: 1 | 3): SessionPush =>
  sessionPush('star-game-change', { starId: MOCK_STAR.userId, gameId: run * 10 + game, status, ...GAMES[game] });

/** One game, then another one, then none. */
export const starGame = scripted<State>({
  name: 'star-game',
  begin: () => ({ game: 0 }),
  phases: GAMES.map((_game, game) => ({ ms: 20_000, enter: ({ state }) => void (state.game = game) })),
  state: (play) => (play.phase === null ? [] : [push(play, 1)]),
  over: (play) => [push(play, 3)],
});

export const mock = recorded('star-game', starGame, 'The star plays one game, then another one', '主播先玩一个游戏，再换一个');
