import { readGame, STAR_GAME, starGameView } from '../../../src/features/star-game/room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const game = (fields: Readonly<Record<string, unknown>>) =>
  readGame(messageOf('star-game-change', { starId: 77, gameId: 4, status: 1, name: '坦克', link: '/game', ...fields }).body);

test('S9 S37 a game begins with its name and its link, within limits, and ends with the statuses 0 and 3', () => {
  expect(game({})).toEqual({ type: 'seen', key: '77 4', forMs: 1_800_000, item: { gameId: 4, name: '坦克', link: '/game' } });
  expect(game({ name: '长'.repeat(50), link: `/${'x'.repeat(2_048)}` })).toMatchObject({ item: { name: '长'.repeat(24), link: '' } });
  expect(game({ link: `/${'x'.repeat(2_047)}` })).toMatchObject({ item: { link: `/${'x'.repeat(2_047)}` } });
  for (const status of [0, 3]) expect(game({ status })).toEqual({ type: 'gone', key: '77 4' });
});

test('S9 S37 the star can return at once to a game that ended or was replaced', () => {
  const last = (...events: readonly ReturnType<typeof game>[]) =>
    starGameView(events.reduce((state, event, at) => STAR_GAME.step(state, event, 2_000 * at, { userId: 7 })[0], STAR_GAME.initial));
  expect(last(game({}), game({ status: 3 }), game({}))).toMatchObject({ gameId: 4 });
  expect(last(game({}), game({ gameId: 5 }), game({}))).toMatchObject({ gameId: 4 });
});
