/** Runs the examples as packed in the tarball: pages in Chromium, scripts in Node. Other players are those of the repository. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  ALL_FORMATS,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MpegTsOutputFormat,
  Output,
} from 'mediabunny';
import type { Browser, Page } from 'playwright';
import { readTrack } from '../../src/wasm/glue/containers/index.ts';
import { writeHeic } from '../../tests/wasm/package/heic-writer.ts';
import { closeServer, ISOLATED, originOf } from '../packages/project.ts';
import { ROOT } from './emit.ts';
import { CLIP, INSTALLED, PAGE_DEADLINE_MS, PROJECT, serve } from './place.ts';

const PLAYERS = ['hls.js', 'mpegts.js', 'mediabunny'];
/** Seconds of sound after which a player counts as playing. */
const PLAYED_S = 0.5;

type Faults = readonly string[];

/** The clip with sound as one MPEG-TS segment. */
async function writeHls(): Promise<void> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(CLIP) });
  const [picture, sound] = [(await input.getPrimaryVideoTrack())!, (await input.getPrimaryAudioTrack())!];
  const [video, audio] = [new EncodedVideoPacketSource('hevc'), new EncodedAudioPacketSource('aac')];
  const target = new BufferTarget();
  const output = new Output({ format: new MpegTsOutputFormat(), target });
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const [videoConfig, audioConfig] = [(await picture.getDecoderConfig())!, (await sound.getDecoderConfig())!];
  for await (const packet of new EncodedPacketSink(picture).packets()) await video.add(packet, { decoderConfig: videoConfig });
  for await (const packet of new EncodedPacketSink(sound).packets()) await audio.add(packet, { decoderConfig: audioConfig });
  await output.finalize();
  writeFileSync(path.join(PROJECT, 'segment.ts'), new Uint8Array(target.buffer!));
  const list = '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:3.008,\nsegment.ts\n#EXT-X-ENDLIST\n';
  writeFileSync(path.join(PROJECT, 'stream.m3u8'), list);
}

function writePicture(): void {
  const track = readTrack(readFileSync(CLIP));
  if (!track.ok) throw new Error(track.error.detail);
  const { config, samples } = track.value;
  const tiles = [samples[0]!.data];
  const bytes = writeHeic({ description: config.description as Uint8Array, tiles, tileWidth: 640, tileHeight: 360, irot: 1 });
  writeFileSync(path.join(PROJECT, 'picture.heic'), bytes);
}

/** Opens an example and passes the page on; a page that reports an error has failed. */
async function onPage(browser: Browser, name: string, use: (page: Page) => Promise<Faults>): Promise<Faults> {
  const server = await serve(PROJECT, ISOLATED);
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  try {
    await page.goto(`${originOf(server)}/examples/${name}`);
    const faults = await use(page).catch((error: unknown) => [String(error)]);
    return [...faults, ...problems];
  } finally {
    await page.close();
    closeServer(server);
  }
}

const shows = (page: Page, condition: () => boolean) => page.waitForFunction(condition, undefined, { timeout: PAGE_DEADLINE_MS });

/** The sound advances, and the canvas has the size of the stream and more than one colour. */
async function isPlaying(page: Page): Promise<Faults> {
  await page.waitForFunction((seconds) => document.querySelector('video')!.currentTime > seconds, PLAYED_S, { timeout: PAGE_DEADLINE_MS });
  await shows(page, () => {
    const canvas = document.querySelector('canvas')!;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return canvas.width === 640 && new Set(data).size > 16;
  });
  return [];
}

function hashOfY4m(y4m: Uint8Array): string {
  const hash = createHash('sha256');
  const frameBytes = (640 * 360 * 3) / 2;
  for (let at = y4m.indexOf(10) + 1; at > 0 && at < y4m.length; at += 6 + frameBytes)
    hash.update(y4m.subarray(at + 6, at + 6 + frameBytes));
  return hash.digest('hex');
}

const PAGES: readonly (readonly [name: string, use: (page: Page) => Promise<Faults>])[] = [
  [
    'play-flv.html',
    async (page) => {
      await shows(page, () => Number(document.querySelector('canvas')?.dataset['shown']) >= 10);
      return [];
    },
  ],
  [
    'thumbnails.html',
    async (page) => {
      await shows(page, () => document.title === 'done');
      const titles = await page.evaluate(() => [...document.querySelectorAll('canvas')].map(({ title }) => title));
      return titles.join() === '0.00 s,1.00 s,2.00 s' ? [] : [`thumbnails of ${titles.join()}`];
    },
  ],
  [
    'show-heic.html',
    async (page) => {
      await shows(page, () => document.title === '360x640');
      return [];
    },
  ],
  ['play-hls.html', isPlaying],
  ['play-mpegts.html', isPlaying],
];
const SCRIPTS: readonly (readonly [name: string, check: (stdout: Buffer, hash: string) => Faults])[] = [
  ['to-y4m.mjs', (stdout, hash) => (hashOfY4m(stdout) === hash ? [] : ['to-y4m is not exact'])],
  [
    'mediabunny.mjs',
    (stdout) => {
      const lines = stdout.toString().trim().split('\n');
      const isWhole = lines.length === 75 && lines.at(-1) === '2.960 s 640x360 I420';
      return isWhole ? [] : [`${lines.length} pictures, the last ${lines.at(-1)}`];
    },
  ],
];

/** `hash` is the hash of the clip's planes. */
export function* examplesOf(browser: Browser, hash: string): Generator<readonly [name: string, run: () => Promise<Faults>]> {
  let prepared: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    cpSync(path.join(INSTALLED, 'examples'), path.join(PROJECT, 'examples'), { recursive: true });
    for (const name of PLAYERS) {
      const to = path.join(PROJECT, 'node_modules', name);
      if (!existsSync(to)) cpSync(path.join(ROOT, 'node_modules', name), to, { recursive: true });
    }
    writePicture();
    await writeHls();
  };
  for (const [name, use] of PAGES) {
    yield [
      name,
      async () => {
        await (prepared ??= prepare());
        return onPage(browser, name, use);
      },
    ];
  }
  for (const [name, check] of SCRIPTS) {
    yield [
      name,
      async () => {
        await (prepared ??= prepare());
        const { stdout } = spawnSync('node', [`examples/${name}`, CLIP], { cwd: PROJECT, maxBuffer: 64 << 20 });
        return check(stdout, hash);
      },
    ];
  }
}
