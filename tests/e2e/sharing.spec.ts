import { expect, test, type Page } from '@playwright/test';

const figures = (page: Page): Promise<{ kind: string; progress: { paintedFrames: number }; own: Record<string, number> } | null> =>
  page.evaluate(() => (window as never as { appFigures?: () => never }).appFigures?.() ?? null);

test.describe('sharing between viewers @player', () => {
  test('P41 two tabs share the stream: segments come from the other viewer, verified, and the picture plays', async ({ context }) => {
    test.setTimeout(90_000);
    const one = await context.newPage();
    const two = await context.newPage();
    for (const page of [one, two]) await page.goto('/live/1001?scenario=p2p');
    for (const page of [one, two])
      await expect.poll(async () => (await figures(page))?.progress.paintedFrames ?? 0, { timeout: 40_000 }).toBeGreaterThan(20);
    const shared = async (): Promise<number> =>
      ((await figures(one))?.own['fromPeersBytes'] ?? 0) + ((await figures(two))?.own['fromPeersBytes'] ?? 0);
    await expect.poll(shared, { timeout: 40_000 }).toBeGreaterThan(100_000);
    for (const page of [one, two]) {
      const seen = (await figures(page))!;
      console.log(`shared: ${JSON.stringify(seen.own)}`);
      expect(seen.own['peers']).toBe(1);
      expect(seen.own['droppedPeers']).toBe(0);
    }
  });

  test('P23 a loader that cannot be loaded: once without sharing, and the picture plays', async ({ page }) => {
    await page.goto('/live/1001?scenario=p2p-broken');
    await expect.poll(async () => (await figures(page))?.progress.paintedFrames ?? 0, { timeout: 30_000 }).toBeGreaterThan(20);
    expect((await figures(page))!.own['peers']).toBeUndefined();
  });
});

test('P23 WebRTC from a real peer plays, and its statistics come @player', async ({ page }) => {
  await page.goto('/live/1001?scenario=webrtc');
  await expect.poll(async () => (await figures(page))?.progress.paintedFrames ?? 0, { timeout: 30_000 }).toBeGreaterThan(20);
  const seen = (await figures(page))!;
  expect(seen.kind).toBe('webrtc');
});
