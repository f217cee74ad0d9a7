import { beforeAll, expect, test } from 'vitest';
import { loadAllFeatures } from '../workers/room/harness.ts';
import { PLAYER_CLAUSES } from './document-1-player.ts';
import { PAGE_CLAUSES } from './document-1.ts';

beforeAll(loadAllFeatures);

test.each([...PAGE_CLAUSES, ...PLAYER_CLAUSES].map((one) => [one.title, one] as const))('%s', async (_title, { shows, is }) => {
  expect(await shows()).toEqual(is);
});
