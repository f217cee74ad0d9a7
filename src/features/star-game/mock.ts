import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { coursePush, type CoursePush } from '../../../mocks/sessions/course.ts';
import { MOCK_STAR } from '../../../mocks/sessions/course-people.ts';
import { scriptedCourse, type Playing } from '../../../mocks/sessions/course-script.ts';

const GAMES = [
  { name: '寻宝游戏', link: 'NewXunBaoGame' },
  { name: '摇一摇', link: 'shake' },
] as const;
/** Milliseconds of the scripted session. */
const GAME_MS = 20_000;

/** Index in GAMES of the current game; null: none. */
type State = number | null;

function pushes({ run, data }: Playing<State>, status: 1 | 3): readonly CoursePush[] {
  const game = data === null ? undefined : GAMES[data];
  if (data === null || game === undefined) return [];
  return [coursePush('star-game-change', { starId: MOCK_STAR.userId, gameId: run * 10 + data, status, ...game })];
}
const begin = (game: number) => (state: Playing<State>) => ({ data: game, pushes: pushes({ ...state, data: game }, 1) });

/** One game, then another one, then none. */
export const starGame = scriptedCourse<State>({
  name: 'star-game',
  data: null,
  parts: [
    { afterMs: 0, does: begin(0) },
    { afterMs: GAME_MS, does: begin(1) },
    { afterMs: GAME_MS, does: (state) => ({ data: null, pushes: pushes(state, 3) }) },
  ],
  present: (state) => pushes(state, 1),
  ends: (state) => ({ data: null, pushes: pushes(state, 3) }),
});

export const mock = defineMock({
  sessions: [starGame],
  scenarios: withRecording('star-game', 'The star plays one game, then another one', '主播先玩一个游戏，再换一个'),
});
