import { describe } from 'vitest';
import { testOfJoining, testsOfPlay, testsOfState } from '../../feature-plays.ts';

describe('S9 S37 shooting with its scripted session', () => {
  testsOfPlay('shooting', 90_000);
  testsOfState('shooting');
  testOfJoining('shooting');
});
