import { expect, test } from 'vitest';
import { createResources } from '../../src/ui/page/resources.ts';

const deleteStored = (): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('resourceDb');
    for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, () => resolve());
  });

test('P12 the cache worker stores a resource in the browser’s database, and the next worker reads it', async () => {
  await deleteStored();
  const url = new URL('../../fixtures/images/avatar-1.jpg', import.meta.url).href;
  const first = createResources(() => undefined);
  const progress: number[] = [];
  const got = await first.getResource(url, { maxBytes: 5_000_000, onProgress: ({ receivedBytes }) => progress.push(receivedBytes) });
  if (!got.ok) throw new Error(got.error.detail);
  expect(got.value.size).toBeGreaterThan(100);
  expect(progress.at(-1)).toBe(got.value.size);
  await expect.poll(async () => (await first.figures()).ok).toBe(true);
  await expect
    .poll(async () => {
      const figures = await first.figures();
      return figures.ok ? figures.value.storedBytes : null;
    })
    .toBe(got.value.size);

  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await got.value.arrayBuffer()));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const next = createResources(() => undefined);
  const again = await next.getResource(url, { maxBytes: 5_000_000 });
  expect(again.ok && again.value.size).toBe(got.value.size);
  expect(await next.figures()).toMatchObject({ ok: true, value: { hits: 1, downloads: 0 } });
  // The resource was stored without a hash, so a request with a hash fetches it again.
  const verified = await next.getResource(url, { maxBytes: 5_000_000, hash });
  expect(verified.ok).toBe(true);
  expect(await next.getResource(url, { maxBytes: 5_000_000, hash: 'f'.repeat(64) })).toMatchObject({
    ok: false,
    error: { code: 'RESOURCE_BAD_HASH' },
  });
  await deleteStored();
});
