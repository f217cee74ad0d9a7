import { beforeAll, expect, test } from 'vitest';
import { loadAllFeatures } from '../workers/room/harness.ts';
import { PLAYER_CLAUSES } from './document-1-player.ts';
import { PAGE_CLAUSES } from './document-1.ts';

beforeAll(loadAllFeatures);

const CLAUSES = [...PAGE_CLAUSES, ...PLAYER_CLAUSES].map(
  (one) => [`${one.row} ${one.says}${one.ours === undefined ? '' : ` (ours: ${one.ours})`}`, one] as const,
);

test.each(CLAUSES)('%s', async (_title, { shows, is }) => {
  expect(await shows()).toEqual(is);
});
