import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { startOrigin } from '../../mocks/origin/server.ts';
import { readStream } from '../../mocks/recordings/recording.ts';
import { flvTag, TAG } from '../../scripts/fixtures/flv-muxer.ts';
import { goesOn, logText, loudness, own, playedTo, tapSound, type OwnFigures } from './h265-page.ts';
import { plays } from './player-page.ts';
import { FEW_PIXELS, poll } from './watching.ts';

test.use(FEW_PIXELS);

/** A folder with streams from other sources. */
const MEDIA = process.env['FOOTLIGHT_MEDIA'];
const FIXTURES = resolve('fixtures/streams');

/** The production build and one FLV file as an endless live stream from a real server; the page plays it on the canvas. */
async function watch(page: Page, file: string, config: string, use: () => Promise<void>): Promise<void> {
  const origin = await startOrigin({ port: 0, scenario: '', dist: resolve('dist'), file });
  if (!origin.ok) throw new Error(`${file}: ${origin.error.detail}`);
  const { address, close } = origin.value;
  try {
    const src = encodeURIComponent(`${address}/live/${basename(file, '.flv')}.flv`);
    await page.goto(`${address}/live/1001?debug=1&kind=h265&src=${src}&config=${config}`);
    await use();
  } finally {
    await close();
  }
}

function fileOfOthers(folder: string, name: string): string {
  const file = join(MEDIA ?? '', folder, `${name}.flv`);
  test.skip(MEDIA === undefined || !existsSync(file), 'FOOTLIGHT_MEDIA names no folder with streams of others');
  return file;
}

const say = (name: string, { progress, own: said }: OwnFigures): void =>
  console.log(
    `${name}: ${said['WIDTH']}x${said['HEIGHT']}, ${progress.paintedFrames} painted, ${Number(said['DROPPED_LATE'])} late, ${Number(said['DROPPED_UNDECODED'])} undecoded, damaged ${said['DAMAGED_PICTURES']} pictures and ${said['DAMAGED_TAGS']} tags, decode p50 ${Number(said['DECODE_MS_P50']).toFixed(1)} ms, degree ${said['DECODE_LEVEL']}, ${progress.positionS.toFixed(1)} s played`,
  );

test.describe('H265 from a real server @h265', () => {
  test.beforeEach(({ page }) => tapSound(page));

  for (const [name, hasSound] of [
    ['derived_bbb480_30s_hevc12_aac', true],
    ['derived_bbb480_30s_hvc1_aac', true],
    ['derived_bframes_hvc1x', false],
    ['derived_live1080p_hevc12_aac', true],
    ['scuffle_hevc_aac', true],
  ] as const) {
    test(`P20 P29 a stream from another source plays completely and with its sound: ${name}`, async ({ page }) => {
      const file = fileOfOthers('flv', name);
      await watch(page, file, '', async () => {
        await plays(page, 'h265');
        await page.mouse.click(640, 300);
        if (hasSound) expect(await loudness(page, 5, 0.001)).toBeGreaterThan(0.001);
        const seen = await goesOn(page, 10);
        say(name, seen);
        expect(seen.own['DAMAGED_PICTURES']).toBe(0);
        expect(seen.own['DAMAGED_TAGS']).toBe(0);
        expect(Number.isNaN(seen.progress.audioS)).toBe(!hasSound);
      });
    });
  }

  /** A recording of the project with its parts rearranged. */
  const remade: Readonly<Record<string, (stream: ReturnType<typeof parts>) => readonly Uint8Array[]>> = {
    'starts without script data': ({ head, tags }) => [head[0]!, ...head.slice(2), ...tags],
    'has gaps of 1.5 and of 3.5 s': ({ head, tags, timeOf }) => [
      ...head,
      ...tags.filter((_, i) => !(timeOf(i) >= 500 && timeOf(i) < 2_000) && !(timeOf(i) >= 2_500 && timeOf(i) < 6_000)),
    ],
    'has a keyframe index in its script data': ({ head, tags }) => [
      head[0]!,
      flvTag(TAG.SCRIPT, 0, keyframeIndex()),
      ...head.slice(2),
      ...tags,
    ],
  };
  for (const [what, make] of Object.entries(remade)) {
    test(`P29 a stream that ${what} continues to play`, async ({ page }) => {
      const folder = mkdtempSync(join(tmpdir(), 'footlight-e2e-'));
      try {
        const file = join(folder, 'remade.flv');
        const bytes = Buffer.concat(make(parts('sync-640x360-h265-hvc1')));
        writeFileSync(file, bytes);
        await watch(page, file, '', async () => {
          const { epoch } = await plays(page, 'h265');
          if (what.includes('gap')) {
            // When the whole recording has arrived and been played, its gaps, its end and its restart are covered.
            const come = async (): Promise<number> => (await own(page)).progress.bytes;
            await poll(come).toBeGreaterThan(bytes.length);
            const { progress } = await own(page);
            await playedTo(page, progress.positionS + progress.bufferedS);
          }
          const seen = await goesOn(page, 25);
          say(what, seen);
          expect([seen.epoch, seen.own['DAMAGED_PICTURES'], seen.own['DAMAGED_TAGS']]).toEqual([epoch, 0, 0]);
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }

  test('P23 P28 a stream with a damaged configuration is reported as undecodable, and the page shows it', async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'footlight-e2e-'));
    try {
      const { head, tags } = parts('sync-640x360-h265-hvc1');
      const file = join(folder, 'damaged.flv');
      const config = head[2]!.slice();
      // After the header of the record: its parameter sets.
      config.fill(0xa5, 11 + 5 + 26, config.length - 4);
      writeFileSync(file, Buffer.concat([head[0]!, head[1]!, config, ...head.slice(3), ...tags]));
      await watch(page, file, 'maxRetries:0,firstFailWaitMs:60000,retryIntervalMs:100', async () => {
        await expect(page.locator('[data-tip=live-fail]')).toContainText('播放时出现异常，请稍候再试');
        expect(await logText(page)).toMatch(/player: DECODER_(DAMAGED|UNSUPPORTED|LIMIT)/);
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  /** The bytes unchanged, at their pace, then silence: `--file` parses a file by its tags and would repair it. */
  for (const name of ['mut_hevc12_timestamp_back_to_0', 'mut_hvc1_payload_bitflips', 'mut_hvc1_wrong_tag_size']) {
    test(`P29 a damaged stream from another source is tolerated: ${name}`, async ({ page, baseURL }) => {
      const file = fileOfOthers('corrupt', name);
      const bytes = readFileSync(file);
      const pieces = 30;
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'video/x-flv', 'access-control-allow-origin': '*' });
        let sent = 0;
        const timer = setInterval(() => {
          response.write(bytes.subarray((bytes.length * sent) / pieces, (bytes.length * (sent + 1)) / pieces));
          if (++sent === pieces) clearInterval(timer);
        }, 100);
        response.on('close', () => clearInterval(timer));
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      try {
        const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.flv`;
        await page.goto(`${baseURL}/live/1001?debug=1&kind=h265&src=${encodeURIComponent(address)}`);
        await poll(async () => (await own(page).catch(() => null))?.progress.paintedFrames ?? 0).toBeGreaterThan(8);
        say(name, await own(page));
        expect((await own(page)).own['REBUILDS']).toBe(0);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  }
});

function parts(name: string) {
  const read = readStream(new Uint8Array(readFileSync(join(FIXTURES, `${name}.flv`))));
  if (!read.ok) throw new Error(read.error.detail);
  const { head, tags } = read.value;
  return { head, tags: tags.map((tag) => tag.bytes), timeOf: (index: number): number => tags[index]!.timeMs };
}

/** AMF0: onMetaData with `keyframes`, an object of two strict arrays, as written by muxers of files. */
function keyframeIndex(): Uint8Array {
  const name = (text: string): number[] => [text.length >> 8, text.length & 255, ...Buffer.from(text)];
  const array = (values: readonly number[]): number[] => [10, 0, 0, 0, values.length, ...values.flatMap((value) => [0, ...double(value)])];
  const double = (value: number): number[] => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return [...bytes];
  };
  const index = [...name('times'), ...array([0, 2, 4, 6]), ...name('filepositions'), ...array([300, 30_000, 60_000, 90_000]), 0, 0, 9];
  return Uint8Array.from([2, ...name('onMetaData'), 8, 0, 0, 0, 1, ...name('keyframes'), 3, ...index, 0, 0, 9]);
}
