/** Runs `examples/backend` for tests and the table of streams: on free ports, in its own folder, with ffmpeg as the publisher. */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './suite/free-port.ts';
import { ROOT, runNpm } from './suite/tool.ts';

const EXAMPLE = join(ROOT, 'examples/backend');
const START_MS = 30_000;

const DIST = join(ROOT, 'dist');

/** Reason why it cannot run here; null: it can. */
export function missingForExample(dist = DIST): string | null {
  if (!existsSync(join(dist, 'index.html'))) return 'there is no production build';
  return missingForMedia();
}

/** Reason why its media server and a publisher cannot run here; null: they can. */
export function missingForMedia(): string | null {
  if (spawnSync('ffmpeg', ['-version']).status !== 0) return 'ffmpeg is not installed';
  if (existsSync(join(EXAMPLE, 'node_modules'))) return null;
  const { status } = runNpm(['ci', '--no-audit', '--no-fund'], { cwd: EXAMPLE });
  return status === 0 ? null : 'the packages of examples/backend cannot be installed';
}

export interface RunningExample {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Address of the media server, which also accepts FLV by POST. */
  readonly mediaAddress: string;
  /** Starts an ffmpeg that sends to a room until it is stopped; `args` are its inputs and encoders. */
  publish(room: number, args: readonly string[]): Publisher;
  /** Ends the media server, as a crash does. Only on Linux. */
  killMedia(): void;
  readonly close: () => Promise<void>;
}

export interface Publisher {
  /** Resolves with ffmpeg's output when it has ended. */
  readonly ended: Promise<string>;
  readonly stop: () => void;
  /** Clock time in ms at the stream's time 0; null until ffmpeg has sent something. */
  readonly startedMs: () => number | null;
}

/** `args` are inputs and encoders of ffmpeg. */
export function publishByFfmpeg(address: string, args: readonly string[]): Publisher {
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-progress', 'pipe:1', '-stats_period', '0.1'];
  const ffmpeg = spawn('ffmpeg', [...quiet, ...args, '-f', 'flv', address], { stdio: ['ignore', 'pipe', 'pipe'] });
  let startedMs: number | null = null;
  ffmpeg.stdout.on('data', (data: Buffer) => {
    const sentUs = Number(/out_time_us=(\d+)/.exec(data.toString('utf8'))?.[1] ?? 0);
    if (sentUs > 0) startedMs = Math.min(startedMs ?? Infinity, Date.now() - sentUs / 1_000);
  });
  let printed = '';
  ffmpeg.stderr.on('data', (data: Buffer) => (printed += data.toString('utf8')));
  const ended = new Promise<string>((resolve) => {
    ffmpeg.once('close', () => resolve(printed));
  });
  return { ended, stop: () => void ffmpeg.kill('SIGKILL'), startedMs: () => startedMs };
}

export interface RunningMedia {
  /** `http://127.0.0.1:port`; streams are at `/live/NAME.flv`, for players and for publishers that use POST. */
  readonly address: string;
  /** `rtmp://127.0.0.1:port` */
  readonly rtmpAddress: string;
  readonly close: () => Promise<void>;
}

/**
 * Waits until `onReady` calls back, and returns the function that ends the process and removes its folder. Both happen at once if the
 * process ends before or is not ready in time.
 */
async function started(what: string, service: ChildProcess, folder: string, onReady: (ready: () => void) => void) {
  const gone = new Promise((resolve) => service.once('exit', resolve));
  const end = async (): Promise<void> => {
    service.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      late = setTimeout(() => reject(new Error(`${what} does not start`)), START_MS);
      service.once('exit', (code) => reject(new Error(`${what} ended with ${String(code)}`)));
      onReady(resolve);
    });
  } catch (error) {
    await end();
    throw error;
  } finally {
    clearTimeout(late);
  }
  return end;
}

/** Only the media server of the example (node-media-server). */
export async function startMedia(): Promise<RunningMedia> {
  const [rtmp, http] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'footlight-media-'));
  const service = fork(join(EXAMPLE, 'media.js'), [String(rtmp), String(http), folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const close = await started('the media server', service, folder, (ready) => {
    service.on('message', (message: { readonly isReady?: boolean }) => {
      if (message.isReady === true) ready();
    });
  });
  return { address: `http://127.0.0.1:${http}`, rtmpAddress: `rtmp://127.0.0.1:${rtmp}`, close };
}

export async function startExample(dist = DIST): Promise<RunningExample> {
  const [port, rtmp, media] = [await freePort(), await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'footlight-example-'));
  const args = ['--port', port, '--rtmp', rtmp, '--media', media, '--folder', folder, '--dist', dist].map(String);
  const service = spawn(process.execPath, [join(EXAMPLE, 'start.js'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const publishers = new Set<Publisher>();
  // It prints its addresses once everything is running.
  const close = await started('the example', service, folder, (ready) => service.stdout.once('data', ready));
  return {
    address: `http://127.0.0.1:${port}`,
    mediaAddress: `http://127.0.0.1:${media}`,
    publish(room, given) {
      const publisher = publishByFfmpeg(`rtmp://127.0.0.1:${rtmp}/live/${room}`, given);
      publishers.add(publisher);
      void publisher.ended.then(() => publishers.delete(publisher));
      return publisher;
    },
    // The media server is the only child process of the example.
    killMedia() {
      for (const child of readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' '))
        process.kill(Number(child), 'SIGKILL');
    },
    async close() {
      for (const publisher of publishers) publisher.stop();
      await close();
    },
  };
}

/** Splits a command line; no argument here contains a space. */
const words = (line: string): readonly string[] => line.split(' ');

/** A moving picture and a tone, in real time. */
export const liveInput = (size: string, rate: number): readonly string[] =>
  words(`-re -f lavfi -i testsrc2=s=${size}:r=${rate} -re -f lavfi -i sine=frequency=440:sample_rate=44100`);
export const H264_AAC = words('-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 50 -c:a aac -b:a 96k');
