import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import type { ScenarioName } from '../../mocks/scenarios.ts';
import { heard } from './h265-page.ts';
import { agreesToShare, figures, own as figuresOf, pulled, readLog } from './player-page.ts';
import { poll } from './watching.ts';

// Run in sequence, because rooms of two tests at once would share a swarm. Files run in the order of their names; a later name would leave
// this one running alone at the end.
test.describe.configure({ mode: 'default' });

const own = async (page: Page, name: string): Promise<number> => Number((await figures(page))?.own[name] ?? 0);
const painted = async (page: Page): Promise<number> => (await figures(page))?.progress.paintedFrames ?? 0;

async function open(context: BrowserContext, scenario: ScenarioName): Promise<Page> {
  const page = await context.newPage();
  await agreesToShare(page);
  await page.goto(`/live/1001?scenario=${scenario}`);
  return page;
}

const expectPicture = (page: Page): Promise<void> => poll(() => painted(page)).toBeGreaterThan(20);

/**
 * Bytes that a bad peer may make this viewer hold: far below one of its answers (32 MiB) or floods (8 MiB), above the needs of a playing
 * room.
 */
const MAX_HELD_BYTES = 6 * 1024 * 1024;

/** Objects and buffers left after a garbage collection, without the part of the broadcast that is kept for looking back. */
async function heldBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    const usage = await session.send('Runtime.getHeapUsage');
    return usage.usedSize + usage.backingStorageSize - ((await figures(page))?.kept?.keptBytes ?? 0);
  } finally {
    await session.detach();
  }
}

test.describe('P2P between viewers @player', () => {
  // A small window, because two rooms run at once and their layout does not matter.
  test.use({ viewport: { width: 640, height: 400 } });

  /** A slow machine may answer too late, which is the other reason to ask a peer no more. */
  const LATE = ['does not answer'];

  for (const [scenario, kind] of [
    ['p2p', 'h264'],
    ['p2p-h265', 'h265'],
  ] as const) {
    test(`P41 two tabs share the stream (${kind}): segments come from the other viewer, verified, and the picture plays`, async ({
      context,
    }) => {
      const pages = [await open(context, scenario), await open(context, scenario)];
      for (const page of pages) await expectPicture(page);
      const shared = async (): Promise<number> => (await own(pages[0]!, 'fromPeersBytes')) + (await own(pages[1]!, 'fromPeersBytes'));
      await poll(shared).toBeGreaterThan(100_000);
      for (const page of pages) {
        const seen = await figuresOf(page);
        expect(seen.kind).toBe(kind);
        expect(['', ...LATE]).toContain(seen.own['dropWhy']);
        await expectPicture(page);
      }
    });
  }

  /** A bad peer joins a good viewer and becomes its `dropped`-th dropped peer; the picture continues from the source. */
  async function meet(context: BrowserContext, good: Page, scenario: ScenarioName, why: string, dropped: number): Promise<void> {
    const bad = await open(context, scenario);
    await poll(() => own(good, 'droppedPeers')).toBe(dropped);
    const { dropWhy, ...seen } = (await figuresOf(good)).own;
    expect([why, ...LATE]).toContain(dropWhy);
    expect(seen).toMatchObject({ fromPeersBytes: 0, peers: 0 });
    await playsFromSource(good);
    // The peer offers itself again with every new segment and stays dropped.
    expect(await own(good, 'droppedPeers')).toBe(dropped);
    // A peer that sends unrequested data loses its connection; one with wrong answers is only not asked again.
    if (dropWhy === why) expect(await own(bad, 'peers')).toBe(why.startsWith('sends') ? 0 : 1);
    await bad.close();
  }

  async function playsFromSource(page: Page): Promise<void> {
    const before = { source: await own(page, 'fromSourceBytes'), painted: await painted(page) };
    await poll(() => own(page, 'fromSourceBytes')).toBeGreaterThan(before.source);
    await poll(() => painted(page)).toBeGreaterThan(before.painted + 25);
  }

  test('P23 after a peer leaves and after each of two bad peers is dropped, segments come from the source, and one player goes on', async ({
    context,
  }) => {
    const good = await open(context, 'p2p');
    await expectPicture(good);
    const { epoch } = await figuresOf(good);
    const heldBefore = await heldBytes(good);
    await test.step('p2p-leaves', async () => {
      const leaving = await open(context, 'p2p-leaves');
      await poll(() => own(good, 'peers'), { intervals: [50] }).toBe(1);
      await poll(() => own(good, 'peers')).toBe(0);
      await playsFromSource(good);
      expect((await figuresOf(good)).own).toMatchObject({ droppedPeers: 0, fromPeersBytes: 0 });
      await leaving.close();
    });
    for (const [at, [scenario, why]] of (
      [
        ['p2p-wrong-bytes', 'wrong bytes'],
        ['p2p-floods', 'sends what was not asked for'],
      ] as const
    ).entries())
      await test.step(scenario, () => meet(context, good, scenario, why, at + 1));
    // What an unanswered connection holds is released when it closes.
    await poll(async () => (await heldBytes(good)) - heldBefore).toBeLessThan(MAX_HELD_BYTES);
    expect((await figuresOf(good)).epoch).toBe(epoch);
  });
});

test.describe('a failing P2P loader @player', () => {
  test.beforeEach(({ page }) => agreesToShare(page));

  test('P23 P26 a loader that does not arrive in time is code 8, retried once without P2P, and the picture plays', async ({ page }) => {
    await page.route('**/no-such-loader.js', () => new Promise<void>(() => undefined));
    await page.goto('/live/1001?scenario=p2p-broken');
    await expectPicture(page);
    const seen = await figuresOf(page);
    expect([seen.kind, seen.epoch, seen.own['peers']]).toEqual(['h264', 2, undefined]);
    expect(await readLog(page)).toContainEqual(expect.stringContaining('P2P_ERROR: sharing failed, once more without it'));
    await pulled(page, { state: 8, para: 'h264', para1: 'sharing failed, once more without it' }, { state: 0, para: 'h264' });
  });

  test('P23 P26 P2P that fails during playback is code 8, retried once without P2P, and the picture continues', async ({ page }) => {
    await page.goto('/live/1001?scenario=p2p-ends');
    await expectPicture(page);
    await poll(async () => (await figures(page))?.epoch).toBe(2);
    await expectPicture(page);
    expect((await figuresOf(page)).own['peers']).toBeUndefined();
    await pulled(page, { state: 0, para: 'h264' }, { state: 8, para: 'h264' }, { state: 0, para: 'h264' });
  });
});

test('P23 WebRTC from a real peer plays the recording with its sound and reports statistics @player', async ({ page }) => {
  await page.goto('/live/1001?scenario=webrtc');
  await expectPicture(page);
  expect((await figuresOf(page)).kind).toBe('webrtc');
  // The first pictures may be smaller until the bandwidth is known.
  await poll(async () => (await figures(page))?.own).toMatchObject({ WIDTH: 852, HEIGHT: 480 });
  await poll(async () => (await figures(page))?.progress.received?.decodedFrames ?? 0).toBeGreaterThan(20);
  await poll(() => heard(page)).toBeGreaterThan(0.005);
});
