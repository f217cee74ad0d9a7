import { describe } from 'vitest';
import { testsOfPlay, testsOfState } from '../../feature-plays.ts';

describe('S9 S37 star-game with its scripted session', () => {
  testsOfPlay('star-game', 2_000_000);
  testsOfState('star-game');
});
