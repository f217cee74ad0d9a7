import { expect, test, type Page } from '@playwright/test';
import { goesOn, kill, logText, loudness, own, playedTo, roomWith, tapSound, workers, type OwnFigures } from './h265-page.ts';
import { everyReportFits, figures, inject, open, plays, pulled, pulls, stored } from './player-page.ts';
import { FEW_PIXELS, poll } from './watching.ts';
import { hurry } from './worker-clock.ts';

test.use(FEW_PIXELS);

const HVC1 = 'stage-852x480-h265-hvc1';
const WATCHED_MS = 5_000;
/** Canvases, and elements with a track of frames. */
const surfaces = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.querySelectorAll('section[data-at] canvas').length +
      [...document.querySelectorAll('video')].filter(({ srcObject }) => srcObject instanceof MediaStream).length,
  );

test.describe('H265 failures @h265', () => {
  test.beforeEach(({ page }) => hurry(page, 'stats', 4));
  test.afterEach(({ page }) => everyReportFits(page));

  test('P23 P29 damaged pictures are concealed and counted, and playback continues', async ({ page }) => {
    await page.goto(roomWith(HVC1, 'stream-corrupt'));
    const { epoch } = await plays(page, 'h265');
    await poll(async () => (await own(page)).own['DAMAGED_PICTURES']).toBeGreaterThan(0);
    expect((await goesOn(page, 50)).epoch).toBe(epoch);
    expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
  });

  test('P23 pictures that the decoder does not support (4:4:4, separate planes) lead to h264 by NO_SUPPORT 9, without the track', async ({
    page,
  }) => {
    await open(page, 'h265-unusual');
    await plays(page, 'h264');
    await pulled(page, { state: 3, para: 'h265', para1: 'h265 cannot be decoded, h264' }, { state: 0, para: 'h264', para2: '9' });
    expect(await logText(page)).toContain('DECODER_UNSUPPORTED');
    expect(await stored(page, 'stallCount')).toBeNull();
    expect(await surfaces(page)).toBe(0);
    await poll(() => workers(page).filter((name) => ['stream', 'decode', 'glue', 'render'].includes(name))).toEqual([]);
  });

  test('P23 after a crash of the decode worker h264 plays, and the previous player is removed', async ({ page }) => {
    await open(page, 'all-kinds');
    const { epoch } = await plays(page, 'h265');
    await kill(page, 'decode', 'throws');
    await plays(page, 'h264', epoch);
    expect(await logText(page)).toContain('WORKER_CRASHED: decode: Uncaught Error: killed on purpose');
    await pulled(page, { state: 2, para: 'h265', para1: 'h265 cannot be decoded, h264' }, { state: 0, para: 'h264', para2: '0' });
    expect(await surfaces(page)).toBe(0);
    await poll(() => workers(page).filter((name) => ['stream', 'decode', 'glue', 'render'].includes(name))).toEqual([]);
  });

  test('P24 P25 after workers crash or end one after the other the picture returns, and nothing leaks', async ({ page }) => {
    await open(page, 'h265', 'stallWaitMs:1500,retryIntervalMs:100,maxRetries:8');
    let { epoch } = await plays(page, 'h265');
    const before = workers(page);
    const times: string[] = [];
    for (const [name, how] of [
      ['stream', 'throws'],
      ['render', 'silently'],
      ['decode', 'silently'],
    ] as const) {
      const killedMs = Date.now();
      await kill(page, name, how);
      ({ epoch } = await plays(page, 'h265', epoch));
      times.push(`${name} ${how} ${Date.now() - killedMs} ms`);
      await poll(() => workers(page)).toEqual(before);
      expect(await surfaces(page)).toBe(1);
    }
    console.log(`pictures again after: ${times.join(', ')}`);
    // Read once, at the end: one reason per crash, in order.
    expect((await logText(page)).match(/(?:WORKER_CRASHED: \w+|\(STALL_TIMEOUT\)): .*/g)).toEqual([
      expect.stringMatching(/^WORKER_CRASHED: stream/),
      expect.stringMatching(/^\(STALL_TIMEOUT\)/),
      expect.stringMatching(/^\(STALL_TIMEOUT\)/),
    ]);
  });

  test('P24 P25 a stalled stream is shown and retried as STALL_TIMEOUT; without h264 no stall is stored', async ({ page }) => {
    await page.goto(roomWith(HVC1, 'normal', 'stallWaitMs:1500,retryIntervalMs:100'));
    const { epoch } = await plays(page, 'h265');
    await inject(page, { on: 'stream', kind: 'stall', afterMs: 0, times: 1 });
    await expect(page.getByRole('status').filter({ hasText: '缓冲中' })).toBeVisible();
    await plays(page, 'h265', epoch);
    await expect(page.getByRole('status').filter({ hasText: '缓冲中' })).toHaveCount(0);
    expect(await logText(page)).toContain('TIMEOUT (STALL_TIMEOUT): all addresses failed, a fresh list');
    await pulled(page, { state: 6, para: 'h265', para1: 'STALL_TIMEOUT: all addresses failed, a fresh list' }, { state: 0, para: 'h265' });
    expect(await stored(page, 'stallCount')).toBeNull();
  });

  test('P25 h265 with too many stalls is replaced by h264 by STALL_CHECKER 1, stored', async ({ page }) => {
    // Only the pause decides, not the decoding speed of this machine.
    await open(page, 'stream-pauses', 'h265ToH264WaitMs:0,stallCount:1,decodeThresholdMs:1000');
    const { epoch } = await plays(page, 'h265');
    await plays(page, 'h264', epoch);
    expect(await logText(page)).toContain('h264 address 1 of 1: h265 stalls too often');
    await pulled(page, { state: 0, para: 'h264', para2: '1' });
    expect((await stored(page, 'stallCount'))!.value).toBe(1);
    const stay = (await stored(page, 'stayOnH264'))!;
    expect(Math.round((stay.untilMs! - Date.now()) / 3_600_000)).toBe(24);
  });

  test('P29 on a slow network one player continues, slower or buffering, with picture and sound in sync', async ({ page }) => {
    await page.goto(roomWith('stage-852x480-h265-id12', 'slow-network'));
    const { epoch } = await plays(page, 'h265');
    const paces = new Set<unknown>();
    const first = await own(page);
    let lastS = first.progress.positionS;
    const fromMs = Date.now();
    let passedS = 0;
    while (passedS * 1_000 < WATCHED_MS) {
      // Real time: less stream time is played than real time passes.
      await page.waitForTimeout(400);
      const now = await own(page);
      passedS = (Date.now() - fromMs) / 1_000;
      expect(now.progress.positionS).toBeGreaterThanOrEqual(lastS);
      lastS = now.progress.positionS;
      paces.add(now.own['PACE']);
    }
    const after = await own(page);
    console.log(
      `slow network, ${passedS.toFixed(1)} s: ${(lastS - first.progress.positionS).toFixed(1)} s played, paces ${[...paces].join()}`,
    );
    expect(after.epoch).toBe(epoch);
    expect(paces.has('buffering') || paces.has('stretching')).toBe(true);
    await goesOn(page, 10);
    expect(lastS - first.progress.positionS).toBeLessThan(passedS * 0.94);
    await poll(async () => Math.abs(Number((await own(page)).own['AV_OFFSET_MS']))).toBeLessThan(250);
    expect(after.own['DAMAGED_PICTURES']).toBe(0);
  });

  for (const stream of ['sizes-h265-hvc1', 'sizes-h265-id12']) {
    test(`P25 P29 after a size change the same player continues, with STREAM_PIXED_CHANGED (${stream})`, async ({ page }) => {
      await (stream.endsWith('hvc1') ? open(page, 'size-change') : page.goto(roomWith(stream, 'normal')));
      const { epoch } = await plays(page, 'h265');
      const element = page.locator('section[data-at] video:not([hidden])');
      await element.evaluate((video: HTMLVideoElement) => Reflect.set(video.srcObject!, 'mark', 1));
      // The displayed pictures until both sizes have been seen; an unfilled plane would be green.
      const seen = await page.evaluate(async () => {
        const video = document.querySelector<HTMLVideoElement>('section[data-at] video:not([hidden])')!;
        const context = new OffscreenCanvas(16, 16).getContext('2d', { willReadFrequently: true })!;
        const sizes = new Set<string>();
        let last = '';
        let green = 0;
        let shown = 0;
        const endMs = performance.now() + 90_000;
        while (performance.now() < endMs && (sizes.size < 2 || shown < 30)) {
          await new Promise(requestAnimationFrame);
          const { own: said } = (window as never as { appFigures: () => { own: Record<string, number> } }).appFigures();
          const size = `${said['WIDTH']}x${said['HEIGHT']}`;
          if (size !== last) {
            sizes.add(size);
            last = size;
            shown = 0;
          }
          context.drawImage(video, 0, 0, 16, 16);
          const { data } = context.getImageData(0, 0, 16, 16);
          let greens = 0;
          for (let i = 0; i < data.length; i += 4) if (data[i + 1]! > data[i]! + 60 && data[i + 1]! > data[i + 2]! + 60) greens++;
          if (greens > 16) green++;
          shown++;
        }
        return { sizes: [...sizes].toSorted(), green };
      });
      expect(seen).toEqual({ sizes: ['360x640', '640x360'], green: 0 });
      const after = await goesOn(page, 10);
      expect([after.epoch, after.own['DAMAGED_PICTURES']]).toEqual([epoch, 0]);
      expect(await element.evaluate((video: HTMLVideoElement) => Reflect.get(video.srcObject!, 'mark') as unknown)).toBe(1);
      expect(await logText(page)).toMatch(/STREAM_PIXED_CHANGED: (640x360 to 360x640|360x640 to 640x360)/);
      expect((await pulls(page)).filter(({ state }) => state !== 0)).toEqual([]);
    });
  }

  test('P20 P29 without sound the pictures follow the wall clock, each at its time', async ({ page }) => {
    await page.goto(roomWith(HVC1, 'no-sound'));
    const { epoch } = await plays(page, 'h265');
    const before = await own(page);
    const after = await goesOn(page, 75);
    expect(after.epoch).toBe(epoch);
    // Counts of the player: a slow machine drops a picture, and the clock continues.
    const pictures = ({ progress }: OwnFigures): number => progress.paintedFrames + progress.droppedFrames;
    const rate = (pictures(after) - pictures(before)) / (after.progress.positionS - before.progress.positionS);
    expect(rate).toBeGreaterThan(20);
    expect(rate).toBeLessThan(30);
    expect(after.progress.audioS).toBeNaN();
  });

  test('P20 P24 without pictures the sound plays, and neither wait reports a failure', async ({ page }) => {
    await tapSound(page);
    await page.goto(roomWith(HVC1, 'no-picture', 'firstFailWaitMs:2000,stallWaitMs:2000'));
    await poll(async () => (await figures(page))?.progress.positionS ?? 0).toBeGreaterThan(1);
    const before = await own(page);
    await page.mouse.click(640, 300);
    expect(await loudness(page, 10, 0.01)).toBeGreaterThan(0.01);
    const after = await playedTo(page, before.progress.positionS + 2);
    expect([after.kind, after.epoch, after.progress.paintedFrames]).toEqual(['h265', before.epoch, 0]);
    await expect(page.locator('[data-tip=live-fail]')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /缓冲中|正在连接/ })).toHaveCount(0);
    await pulled(page, { state: 0, para: 'h265', para1: '0x0' });
  });

  test('P20 P24 when the server ends the stream the buffer is played, the page shows it, and the stream is requested again', async ({
    page,
  }) => {
    await page.goto(roomWith(HVC1, 'stream-ends', 'retryIntervalMs:1500'));
    const { epoch } = await plays(page, 'h265');
    // Sampled in the page fifty times a second until the next player paints, because sampling from outside is too slow on a busy machine.
    const seen = await page.evaluate(
      (ended) =>
        new Promise<{ lastBufferedS: number; said: string[] }>((resolve) => {
          let lastBufferedS = Number.POSITIVE_INFINITY;
          const said = new Set<string>();
          const timer = setInterval(() => {
            const now = (window as never as { appFigures: () => OwnFigures | null }).appFigures();
            if (now?.epoch === ended) lastBufferedS = now.progress.bufferedS;
            for (const status of document.querySelectorAll('[role=status]')) said.add(status.textContent.trim());
            if (now === null || now.epoch === ended || now.progress.paintedFrames === 0) return;
            clearInterval(timer);
            resolve({ lastBufferedS, said: [...said] });
          }, 20);
        }),
      epoch,
    );
    expect(seen.lastBufferedS).toBeLessThan(0.4);
    // Which of the two texts is shown, and for how long, depends on the server's answer and the machine.
    expect(seen.said).toContainEqual(expect.stringMatching(/正在连接直播|直播暂时连不上/));
    await plays(page, 'h265', epoch);
    const log = await logText(page);
    expect(log).toContain('player: the stream ended');
    expect(log).toContain('ACK_NETWORK_FAIL: all addresses failed, a fresh list');
    await pulled(page, { state: 4, para: 'h265' }, { state: 0, para: 'h265' });
  });
});
