import { describe } from 'vitest';
import { testsOfPlay } from '../../feature-plays.ts';

describe('S9 S37 open-app with its scripted session', () => {
  testsOfPlay('open-app', 100_000);
});
