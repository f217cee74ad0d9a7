import { describe } from 'vitest';
import { testsOfPlay } from '../../feature-plays.ts';

describe('S9 S37 guard with its scripted session', () => {
  testsOfPlay('guard', 80_000);
});
