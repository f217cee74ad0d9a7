import { describe } from 'vitest';
import { testOfJoining, testsOfPlay, testsOfState } from '../../feature-plays.ts';

describe('S9 S37 tower-defense with its scripted session', () => {
  testsOfPlay('tower-defense', 120_000);
  testsOfState('tower-defense');
  testOfJoining('tower-defense');
});
