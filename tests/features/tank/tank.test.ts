import { describe } from 'vitest';
import { testOfJoining, testsOfPlay, testsOfState } from '../../feature-plays.ts';

describe('S9 S37 tank with its scripted session', () => {
  testsOfPlay('tank', 90_000);
  testsOfState('tank');
  testOfJoining('tank');
});
