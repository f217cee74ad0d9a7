/** Plays the zoo in `@footlight/player` (both kinds of FLV), mpegts.js and flv.js in Chromium, and reads it with ffmpeg where it is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Transform, Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { chromium, type Browser } from 'playwright';
import { closeServer, ISOLATED, originOf, serveFolder } from '../../../scripts/packages/project.ts';
import { browserLaunch, requireBrowser } from '../../../scripts/lib/browser.ts';
import { ROOT } from '../../../scripts/lib/tool.ts';
import { emitPackage, PACKAGE } from '../packing/emit.ts';
import {
  bytesOf,
  fileClass,
  hasSound,
  headerOf,
  joinedAt,
  rightOf,
  tagBytes,
  writtenOf,
  ZOO,
  type Codec,
  type Way,
  type ZooClass,
} from './zoo.ts';

export const ZOO_TABLE =
  '| class | what | H264 | H265 | mpegts.js (H264) | flv.js (H264) | ffmpeg |\n| --- | --- | --- | --- | --- | --- | --- |';

/** A player that is tried: its script, which the page loads before it is opened. */
interface Peer {
  readonly name: 'footlight' | 'mpegts' | 'flvjs';
  readonly script: string;
}
const OWN: Peer = { name: 'footlight', script: '' };
const OTHERS: readonly Peer[] = [
  { name: 'mpegts', script: path.join(ROOT, 'node_modules/mpegts.js/dist/mpegts.js') },
  { name: 'flvjs', script: path.join(ROOT, 'node_modules/flv.js/dist/flv.min.js') },
];

/** One way to open each player, and one way to read it. */
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<div id="stage" style="width:640px;height:360px;position:relative"></div>
<script type="module">
const stage = document.querySelector('#stage');
const errors = [];
const note = (error) => errors.length < 20 && errors.push(String(error).slice(0, 120));
addEventListener('error', ({ message }) => note('uncaught: ' + message));
addEventListener('unhandledrejection', ({ reason }) => note('uncaught: ' + (reason?.message ?? reason)));
const soundOf = (video) => video?.webkitAudioDecodedByteCount ?? 0;
async function openFootlight(url, kind) {
  const { createPlayer } = await import('/subject/lib/player.js');
  const player = createPlayer(stage, { sources: { [kind]: [url] }, muted: true });
  player.on('trackdropped', ({ track, name }) => note('without ' + track + ': ' + name));
  player.on('error', ({ code, detail, fatal }) => note(code + (detail ? ' (' + detail + ')' : '') + (fatal ? ', fatal' : '')));
  // Of all attempts: each one counts from 0.
  let [painted, before] = [0, 0];
  return () => {
    const statistics = player.statistics();
    const now = statistics?.paintedFrames ?? 0;
    painted += now < before ? now : now - before;
    before = now;
    const sound = statistics?.kind === 'h265' ? player.currentTime : soundOf(stage.querySelector('video'));
    return { painted, position: player.currentTime, sound, errors };
  };
}
function openFlv(library, url) {
  const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true, playsInline: true });
  stage.append(video);
  const player = library.createPlayer({ type: 'flv', isLive: true, url }, { enableStashBuffer: false });
  player.on(library.Events.ERROR, (type, detail, info) => note(type + ': ' + detail + (info?.msg ? ' (' + info.msg + ')' : '')));
  player.attachMediaElement(video);
  player.load();
  player.play()?.catch?.(() => undefined);
  return () => {
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
    return { painted: totalVideoFrames - droppedVideoFrames, position: video.currentTime, sound: soundOf(video), errors };
  };
}
const loadScript = (src) =>
  new Promise((onload) => document.head.append(Object.assign(document.createElement('script'), { src, onload })));
globalThis.read = () => ({ painted: 0, position: 0, sound: 0, errors });
globalThis.openPlayer = async (name, url, kind) => {
  if (name !== 'footlight') await loadScript('/peers/' + name);
  globalThis.read = name === 'footlight' ? await openFootlight(url, kind) : openFlv(globalThis[name], url);
};
</script>`;

/** Sent at once, as servers send the pictures since the last keyframe. Milliseconds of the stream. */
const BURST_MS = 1_000;
const STEP_MS = 20;
const BURSTS_MS = 2_000;
const CLOSES_MS = 4_000;
const PIECES_BYTES = 20_000;
/** A player that shows nothing within this time does not play the stream; a refusal by name needs 12 s of the stream. */
const PLAYS_WITHIN_MS = 16_000;
const SHOWS_MORE_MS = 14_000;
const PICTURES_MIN = 25;
const PAGES = 4;
const SCRIPT = 18;
/** Without the filter bit. */
const TYPE_BITS = 0x1f;

interface Reading {
  readonly painted: number;
  readonly sound: number;
  readonly position: number;
  readonly errors: readonly string[];
}

interface PageApi {
  readonly openPlayer?: (name: string, url: string, kind: Codec) => Promise<void>;
  read(): Reading;
}

/** All rows that are named, FLV files included, or all of the zoo; `onRow` receives each line of the table. */
export async function playZoo(given: readonly string[], onRow: (name: string, line: string) => void): Promise<void> {
  const files = given.filter((name) => name.endsWith('.flv')).map(fileClass);
  const names = [...given.filter((name) => !name.endsWith('.flv')), ...files.map(({ name }) => name)];
  const classes = [...ZOO, ...files];
  requireBrowser();
  if (process.env['FOOTLIGHT_PREBUILT'] !== '1') await emitPackage();
  const folder = path.join(ROOT, '.cache/zoo');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  const server = await serveFolder(folder, ISOLATED, (pathname, request, response) => {
    const [, place = '', ...rest] = pathname.split('/');
    if (place === 'subject') sendFile(path.join(PACKAGE, path.normalize(`/${rest.join('/')}`)), response);
    else if (place === 'peers') sendFile(OTHERS.find(({ name }) => name === rest[0])?.script ?? '', response);
    else if (place === 'live')
      void sendClass(
        rest.at(-2) as Codec,
        classes.find(({ name }) => `${name}.flv` === rest.at(-1)),
        request,
        response,
      );
    else return false;
    return true;
  });
  const { executablePath, args } = browserLaunch();
  const browser = await chromium.launch({ args: [...args], ...(executablePath ? { executablePath } : {}) });
  const waiting = classes.filter(({ name }) => names.length === 0 || names.includes(name));
  try {
    const play = (zooClass: ZooClass, peer: Peer, codec: Codec): Promise<string> =>
      tryClass(browser, originOf(server), peer, zooClass, codec);
    const page = async (): Promise<void> => {
      for (let zooClass = waiting.shift(); zooClass !== undefined; zooClass = waiting.shift()) {
        const cells = [await play(zooClass, OWN, 'h264'), await play(zooClass, OWN, 'h265')];
        for (const peer of OTHERS) cells.push(existsSync(peer.script) ? await play(zooClass, peer, 'h264') : 'not installed');
        onRow(zooClass.name, `| \`${zooClass.name}\` | ${zooClass.what} | ${[...cells, ofFfmpeg(zooClass)].join(' | ')} |`);
      }
    };
    await Promise.all(Array.from({ length: PAGES }, page));
  } finally {
    await browser.close();
    closeServer(server);
  }
}

async function tryClass(browser: Browser, origin: string, peer: Peer, zooClass: ZooClass, codec: Codec): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 700, height: 420 } });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    await page.waitForFunction(() => (globalThis as unknown as PageApi).openPlayer !== undefined);
    const url = `${origin}/live/${codec}/${zooClass.name}.flv?visit=${++visits}`;
    await page.evaluate(([name, where, kind]) => (globalThis as unknown as PageApi).openPlayer?.(name, where, kind), [
      peer.name,
      url,
      codec,
    ] as const);
    const read = (): Promise<Reading> => page.evaluate(() => (globalThis as unknown as PageApi).read());
    const pictures = zooClass.shows ?? Math.min(zooClass.pictures ?? PICTURES_MIN, PICTURES_MIN);
    const needsSound = hasSound(zooClass, codec);
    const endMs = Date.now() + PLAYS_WITHIN_MS + (pictures > PICTURES_MIN ? SHOWS_MORE_MS : 0);
    for (;;) {
      const now = await read();
      const uncaught = now.errors.find((error) => error.startsWith('uncaught'));
      if (uncaught !== undefined) return uncaught;
      const [picture, sound] = [pictures > 0 && now.painted >= pictures, now.sound > 0 && now.position > 1];
      const without = now.errors.find((error) => error.startsWith('without'));
      if (without !== undefined && (picture || sound)) return resultOf(picture, sound, [without]);
      const isRefused = rightOf(zooClass, codec) === 'refused';
      if (isRefused && now.errors.some((error) => !error.startsWith('without'))) return resultOf(picture, false, now.errors);
      // Sound alone is a result only with the name of what is left out.
      if (!isRefused && rightOf(zooClass, codec) !== 'sound' && (picture || pictures === 0) && (sound || !needsSound) && (picture || sound))
        return 'plays';
      if (Date.now() > endMs) return resultOf(picture, sound, now.errors);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await context.close();
  }
}

let visits = 0;
/** Time of the first connection of a visit, for streams that a later one joins. */
const begun = new Map<string, number>();

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

function sendFile(file: string, response: ServerResponse): void {
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  if (existsSync(file)) response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  else response.writeHead(404).end();
}

function resultOf(picture: boolean, sound: boolean, errors: readonly string[]): string {
  const words = (errors.find((error) => picture || sound || !error.startsWith('without')) ?? 'no error')
    .replaceAll('|', '/')
    .replace(/\s+/g, ' ');
  return picture ? `picture: ${words}` : sound ? `sound: ${words}` : `no: ${words}`;
}

/** Writes to a response in the way of the class; null if the response is complete. */
function openWay(way: Way | undefined, total: number, url: string, response: ServerResponse): Writable | null {
  const head = { 'content-type': 'video/x-flv', 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
  const compressed = (encoding: string, through: Transform): Writable => {
    response.writeHead(200, { ...head, 'content-encoding': encoding });
    through.pipe(response);
    return through;
  };
  switch (way) {
    case 'gzip':
      return compressed('gzip', createGzip({ flush: constants.Z_SYNC_FLUSH }));
    case 'brotli':
      return compressed('br', createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH }));
    case 'range':
      response.writeHead(206, { ...head, 'content-range': `bytes 0-${total - 1}/*` });
      return response;
    case 'length':
      response.writeHead(200, { ...head, 'content-length': total });
      return response;
    case 'redirect':
      if (url.includes('/there/')) break;
      response.writeHead(302, { ...head, location: url.replace('127.0.0.1', 'localhost').replace('/live/', '/live/there/') }).end();
      return null;
    case undefined:
    case 'joins':
    case 'pieces':
    case 'bursts':
    case 'closes':
  }
  response.writeHead(200, head);
  return response;
}

/** The tags at their times, as they arrive from a publisher: a jump of the times is no pause. */
async function sendClass(codec: Codec, zooClass: ZooClass | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (zooClass === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { way } = zooClass;
  const { tags, flags, streamId, trailer, cutBytes } = writtenOf(zooClass, codec);
  const visit = request.url ?? '';
  const passedMs = way === 'joins' ? Date.now() - (begun.get(visit) ?? begun.set(visit, Date.now()).get(visit)!) : 0;
  const joined = passedMs < BURST_MS ? tags : joinedAt(tags, passedMs + BURST_MS);
  const pieces = [headerOf(flags), ...joined.map((tag) => tagBytes(tag, streamId, trailer))];
  const out = openWay(
    way,
    pieces.reduce((sum, piece) => sum + piece.length, 0) - cutBytes,
    `http://${request.headers.host}${request.url}`,
    response,
  );
  if (out === null) return;
  let cut = cutBytes;
  let single = way === 'pieces' ? PIECES_BYTES : 0;
  const startMs = Date.now();
  const lastMs = { 8: Number.NaN, 9: Number.NaN, 18: Number.NaN } as Record<number, number>;
  let dueMs = joined === tags ? 0 : joined[0]!.timeMs - passedMs;
  const hasPictures = joined.some(({ type }) => (type & TYPE_BITS) === 9);
  for (const [i, piece] of pieces.entries()) {
    const tag = joined[i - 1];
    const type = (tag?.type ?? SCRIPT) & TYPE_BITS;
    if (tag !== undefined && type !== SCRIPT) {
      const step = tag.timeMs - (lastMs[type] ?? Number.NaN);
      lastMs[type] = tag.timeMs;
      // Of the track with more tags; steps of a jump count as one picture.
      if (type === (hasPictures ? 9 : 8)) dueMs += Number.isNaN(step) ? 0 : step >= 0 && step <= 10_000 ? step : 40;
    }
    const sent = piece.subarray(Math.min(cut, piece.length));
    cut -= piece.length - sent.length;
    const atMs = way === 'bursts' ? Math.ceil(dueMs / BURSTS_MS) * BURSTS_MS : dueMs;
    while (!request.destroyed && Date.now() - startMs + BURST_MS < atMs) await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    if (request.destroyed) return;
    if (way === 'closes' && dueMs > CLOSES_MS) {
      out.end();
      return;
    }
    for (let at = 0; at < sent.length; at += single > 0 ? 1 : sent.length, single--) {
      out.write(single > 0 ? sent.subarray(at, at + 1) : sent.subarray(at));
      if (single > 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  if (way === 'length') out.end();
}

/** Pictures that ffmpeg decodes; '' where it is not installed. */
function ofFfmpeg(zooClass: ZooClass): string {
  const { status, stderr } = spawnSync('ffmpeg', ['-hide_banner', '-f', 'flv', '-i', 'pipe:0', '-f', 'null', '-'], {
    input: bytesOf(zooClass, 'h264'),
    encoding: 'utf8',
  });
  if (status === null) return '';
  const pictures = [...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1];
  return pictures === undefined ? 'no pictures' : `${pictures} pictures`;
}
