import { expect, test } from 'vitest';

import { words as challengeEn } from '../../../src/features/reward-challenge/text.en.ts';
import { words as challenge } from '../../../src/features/reward-challenge/text.zh-CN.ts';
import { words as squareEn } from '../../../src/features/reward-square/text.en.ts';
import { words as square } from '../../../src/features/reward-square/text.zh-CN.ts';

test('S37 the stars of an order are at most five, whatever number the server sends', () => {
  for (const { score } of [challenge, challengeEn, square, squareEn]) expect([score(3), score(1e12)]).toEqual(['★★★', '★★★★★']);
});
