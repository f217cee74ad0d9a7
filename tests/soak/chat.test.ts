import { expect, test } from 'vitest';
import { run } from '../../benchmarks/soak/chat.ts';

test('S7 60 disconnects at every point of a conversation, with crashes, reloads and changes of login: the server gets each line once, in order, from the login that wrote it', async () => {
  const result = await run({ disconnects: 60, seed: 1 });
  expect(result).toMatchObject({ lost: [], doubled: [], byAnother: [], outOfOrder: [] });
  expect(result.written).toBeGreaterThan(60);
  expect(result.heard + result.givenBack).toBeGreaterThanOrEqual(result.written);
  expect(Object.keys(result.cuts).length).toBeGreaterThan(4);
});
