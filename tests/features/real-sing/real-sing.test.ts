import { describe } from 'vitest';
import { testsOfPlay, testsOfState } from '../../feature-plays.ts';

describe('S9 S37 real-sing with its scripted session', () => {
  testsOfPlay('real-sing', 500_000);
  testsOfState('real-sing');
});
