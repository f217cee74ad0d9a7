import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { ScenarioName } from '../../mocks/scenarios.ts';
import type { PlayerFigures } from '../../src/player/surface.ts';
import { test } from './measured.ts';
import { agreesToShare, pulled } from './player-page.ts';
import { FEW_PIXELS, openPlayerLog, poll } from './watching.ts';

test.use(FEW_PIXELS);
// Run in sequence, because rooms of two tests at once would share a swarm. Files run in the order of their names; a later name would leave
// this one running alone at the end.
test.describe.configure({ mode: 'default' });

/** A global of the page, whose type is declared in another TypeScript project. */
interface Watched {
  readonly appFigures?: () => PlayerFigures | null;
}

const figures = (page: Page): Promise<PlayerFigures | null> => page.evaluate(() => (window as unknown as Watched).appFigures?.() ?? null);
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

/**
 * The longest sequence of samples, ten per second, without a new picture because none was available. Samples are counted instead of
 * milliseconds, and pictures that wait for a core count as available: a busy machine samples less often with a full buffer.
 */
async function watchStandstill(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let frames = -1;
    let looks = 0;
    Reflect.set(window, 'standstillLooks', 0);
    setInterval(() => {
      const progress = (window as unknown as Watched).appFigures?.()?.progress;
      const now = progress?.paintedFrames ?? -1;
      looks = now === frames && !((progress?.bufferedS ?? 0) > 0.1) ? looks + 1 : 0;
      frames = now;
      Reflect.set(window, 'standstillLooks', Math.max(Reflect.get(window, 'standstillLooks') as number, looks));
    }, 100);
  });
  return () => page.evaluate(() => Reflect.get(window, 'standstillLooks') as number);
}

/** Number of samples that a viewer notices as a stall; a lost segment is two seconds of pictures. */
const STANDSTILL_LOOKS = 15;

test.describe('P2P between viewers @player', () => {
  // A small window, because two rooms run at once and their layout does not matter.
  test.use({ viewport: { width: 640, height: 400 } });

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
        const seen = (await figures(page))!;
        expect(seen.kind).toBe(kind);
        // The swarm may contain a room of another test.
        expect(seen.own['peers']).toBeGreaterThanOrEqual(1);
        expect(seen.own['droppedPeers']).toBe(0);
        await expectPicture(page);
      }
    });
  }

  /** A bad peer joins a good viewer and becomes its `dropped`-th dropped peer; the picture continues from the source. */
  async function meet(context: BrowserContext, good: Page, scenario: ScenarioName, why: string, dropped: number): Promise<void> {
    const bad = await open(context, scenario);
    await poll(() => own(good, 'droppedPeers')).toBe(dropped);
    expect((await figures(good))!.own).toMatchObject({ dropWhy: why, fromPeersBytes: 0, peers: 0 });
    await playsFromSource(good);
    // The peer offers itself again with every new segment and stays dropped.
    expect(await own(good, 'droppedPeers')).toBe(dropped);
    // A peer that sends unrequested data loses its connection; one with wrong answers is only not asked again.
    expect(await own(bad, 'peers')).toBe(why.startsWith('sends') ? 0 : 1);
    await bad.close();
  }

  async function playsFromSource(page: Page): Promise<void> {
    const before = { source: await own(page, 'fromSourceBytes'), painted: await painted(page) };
    await poll(() => own(page, 'fromSourceBytes')).toBeGreaterThan(before.source);
    await poll(() => painted(page)).toBeGreaterThan(before.painted + 25);
  }

  /** A viewer whose only player never stops, whatever the other viewers do. */
  async function withGood(context: BrowserContext, use: (good: Page) => Promise<void>): Promise<void> {
    const good = await open(context, 'p2p');
    await expectPicture(good);
    const { epoch } = (await figures(good))!;
    const standstill = await watchStandstill(good);
    const heldBefore = await heldBytes(good);
    await use(good);
    expect((await heldBytes(good)) - heldBefore).toBeLessThan(MAX_HELD_BYTES);
    expect(await standstill()).toBeLessThan(STANDSTILL_LOOKS);
    expect((await figures(good))!.epoch).toBe(epoch);
  }

  test(
    'P23 p2p-wrong-bytes: the bad peer is dropped, its segments come from the source, and the picture does not stop',
    // On a busy machine a good answer may be late, which is the other reason to drop a peer.
    { tag: '@measured' },
    ({ context }) => withGood(context, (good) => meet(context, good, 'p2p-wrong-bytes', 'wrong bytes', 1)),
  );

  test('P23 after a peer leaves and after each of three bad peers is dropped, segments come from the source', async ({ context }) => {
    await withGood(context, async (good) => {
      await test.step('p2p-leaves', async () => {
        const leaving = await open(context, 'p2p-leaves');
        await poll(() => own(good, 'peers'), { intervals: [50] }).toBe(1);
        await poll(() => own(good, 'peers')).toBe(0);
        await playsFromSource(good);
        expect((await figures(good))!.own).toMatchObject({ droppedPeers: 0, fromPeersBytes: 0 });
        await leaving.close();
      });
      for (const [at, [scenario, why]] of (
        [
          ['p2p-slow', 'does not answer'],
          ['p2p-oversized', 'sends what was not asked for'],
          ['p2p-floods', 'sends what was not asked for'],
        ] as const
      ).entries())
        await test.step(scenario, () => meet(context, good, scenario, why, at + 1));
    });
  });
});

test.describe('a failing P2P loader @player', () => {
  test.beforeEach(({ page }) => agreesToShare(page));

  for (const [what, answer] of [
    ['does not arrive in time', null],
    ['exports no loader', { status: 200, contentType: 'text/javascript', body: 'export const other = 1;' }],
  ] as const) {
    test(`P23 P26 a loader that ${what} is code 8, retried once without P2P, and the picture plays`, async ({ page }) => {
      await page.route('**/no-such-loader.js', (route) => (answer === null ? new Promise<void>(() => undefined) : route.fulfill(answer)));
      await page.goto('/live/1001?scenario=p2p-broken');
      await expectPicture(page);
      const seen = (await figures(page))!;
      expect(seen.kind).toBe('h264');
      expect(seen.own['peers']).toBeUndefined();
      const log = await openPlayerLog(page);
      await expect(log).toContainText('P2P_ERROR: sharing failed, once more without it');
      await pulled(page, { state: 8, para: 'h264', para1: 'sharing failed, once more without it' }, { state: 0, para: 'h264' });
    });
  }

  test('P23 P26 P2P that fails during playback is code 8, retried once without P2P, and the picture continues', async ({ page }) => {
    await page.goto('/live/1001?scenario=p2p-ends');
    await expectPicture(page);
    await expect(await openPlayerLog(page)).toContainText('P2P_ERROR: sharing failed, once more without it');
    await poll(async () => (await figures(page))?.own['peers']).toBeUndefined();
    await expectPicture(page);
    await pulled(page, { state: 0, para: 'h264' }, { state: 8, para: 'h264' }, { state: 0, para: 'h264' });
  });
});

test('P23 WebRTC from a real peer plays the recording with its sound and reports statistics @player', async ({ page }) => {
  await page.goto('/live/1001?scenario=webrtc');
  await expectPicture(page);
  expect((await figures(page))!.kind).toBe('webrtc');
  // The first pictures may be smaller until the bandwidth is known.
  await poll(async () => (await figures(page))?.own).toMatchObject({ WIDTH: 852, HEIGHT: 480 });
  await poll(async () => (await figures(page))?.progress.received?.decodedFrames ?? 0).toBeGreaterThan(20);
  await poll(() => loudness(page)).toBeGreaterThan(0.005);
});

/** Loudest sample of the stream in the room's <video> over half a second; 1 is full scale. */
const loudness = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const stream = document.querySelector<HTMLVideoElement>('section[data-at] video:not([loop])')!.srcObject as MediaStream;
    const audio = new AudioContext();
    const analyser = audio.createAnalyser();
    audio.createMediaStreamSource(stream).connect(analyser);
    await audio.resume();
    let loudest = 0;
    for (let i = 0; i < 10; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
    }
    await audio.close();
    return loudest;
  });
