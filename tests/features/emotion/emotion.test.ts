import { describe } from 'vitest';
import { testsOfPlay } from '../../feature-plays.ts';

describe('S9 S37 emotion with its scripted session', () => {
  testsOfPlay('emotion', 60_000);
});
