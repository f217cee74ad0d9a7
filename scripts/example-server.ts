/** Runs `examples/backend` for tests and the table of streams: on free ports, in its own folder, with ffmpeg as the publisher. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:http';
import { deployFiles } from './build/deploy.ts';
import { freePort } from './lib/free-port.ts';
import { ROOT, runNpm } from './lib/tool.ts';
import { readStream } from '../mocks/recordings/recording.ts';
import { dueStream, joinStream } from '../mocks/recordings/replay.ts';

const EXAMPLE = join(ROOT, 'examples/backend');
const START_MS = 30_000;

const DIST = join(ROOT, 'dist');

/** Reason why it cannot run here; null: it can. */
export function missingForExample(dist = DIST): string | null {
  if (!existsSync(join(dist, 'index.html'))) return 'there is no production build';
  return missingForMedia();
}

const RTMP_MODULE = '/usr/lib/nginx/modules/ngx_rtmp_module.so';

/** Reason why its media server and a publisher cannot run here; null: they can. */
export function missingForMedia(): string | null {
  if (spawnSync('ffmpeg', ['-version']).status !== 0) return 'ffmpeg is not installed';
  if (existsSync(join(EXAMPLE, 'node_modules'))) return null;
  const { status } = runNpm(['ci', '--no-audit', '--no-fund'], { cwd: EXAMPLE });
  return status === 0 ? null : 'the packages of examples/backend cannot be installed';
}

/** Reason why `--cluster` with two media servers cannot run here; null: it can. */
export function missingForCluster(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux';
  const lacking = ['nats-server', 'nginx'].find((name) => spawnSync(name, ['-v']).error !== undefined);
  if (lacking !== undefined) return `${lacking} is not installed`;
  return existsSync(RTMP_MODULE) ? missingForMedia() : 'the RTMP module of nginx is not installed';
}

export interface RunningExample {
  /** `http://127.0.0.1:port` */
  readonly address: string;
  /** Address of the media server, which also accepts FLV by POST. */
  readonly mediaAddress: string;
  /** Starts an ffmpeg that sends to a room until it is stopped; `args` are its inputs and encoders. */
  publish(room: number, args: readonly string[]): Publisher;
  /** Of its first process. */
  readonly pid: number;
  /** Processes of the example whose command line contains the text. Only on Linux. */
  processes(text: string): readonly number[];
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
function publishByFfmpeg(address: string, args: readonly string[]): Publisher {
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

/** The processes of a cluster have ports relative to these. Below the ports that the system gives to others. */
function clusterPorts(): readonly [number, number, number] {
  const base = 20_000 + 100 * Math.floor(Math.random() * 100);
  return [base, base + 60, base + 70];
}

/** `folder`: with the data of an earlier run; the caller removes it. */
export async function startExample(dist = DIST, options: readonly string[] = [], kept?: string): Promise<RunningExample> {
  const [port, rtmp, media] = options.includes('--cluster') ? clusterPorts() : [await freePort(), await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'footlight-example-'));
  const args = ['--port', port, '--rtmp', rtmp, '--media', media, '--folder', kept ?? folder, '--dist', dist, ...options].map(String);
  const service = spawn(process.execPath, [join(EXAMPLE, 'start.js'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const publishers = new Set<Publisher>();
  // It prints its addresses once everything is running.
  const close = await started('the example', service, folder, (ready) => {
    service.stdout.on('data', (data: Buffer) => data.includes('verify:backend') && ready());
  });
  return {
    address: `http://127.0.0.1:${port}`,
    pid: service.pid!,
    mediaAddress: `http://127.0.0.1:${media}`,
    publish(room, given) {
      const publisher = publishByFfmpeg(`rtmp://127.0.0.1:${rtmp}/live/${room}`, given);
      publishers.add(publisher);
      void publisher.ended.then(() => publishers.delete(publisher));
      return publisher;
    },
    processes: (text) =>
      readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')
        .trim()
        .split(' ')
        .map(Number)
        .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)),
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

const SCRIPT = '<script type="module" src="/assets/main-1.js"></script>';
const HTML = `<!doctype html><script type="application/json" id="services">{}</script>${SCRIPT}`;

/** A minimal production build. Returns the folder; the caller removes it. */
export function fakeDist(): string {
  const dist = mkdtempSync(join(tmpdir(), 'footlight-dist-'));
  for (const folder of ['assets', 'deploy']) mkdirSync(join(dist, folder));
  writeFileSync(join(dist, 'assets/main-1.js'), 'export {};');
  writeFileSync(join(dist, 'index.html'), HTML);
  for (const [name, text] of Object.entries(deployFiles({ html: HTML }))) writeFileSync(join(dist, 'deploy', name), text);
  return dist;
}

// A live publisher that posts an FLV file to node-media-server, as Enhanced RTMP encoders send it: in real time, in a loop.

const STEP_MS = 40;

export function postFile(file: string, address: string, change = (flv: Uint8Array<ArrayBuffer>) => flv): Publisher {
  const stream = readStream(change(new Uint8Array(readFileSync(file))));
  if (!stream.ok) throw new Error(`${file}: ${stream.error.detail}`);
  const recording = stream.value;
  const startMs = Date.now();
  let problem = '';
  const sent = request(address, { method: 'POST' });
  sent.on('error', (error) => (problem = error.message));
  let cursor = joinStream(recording, 0);
  const timer = setInterval(() => {
    const due = dueStream(recording, cursor, Date.now() - startMs, [], 0);
    cursor = due.cursor;
    for (const chunk of due.chunks) sent.write(chunk);
  }, STEP_MS);
  const ended = new Promise<string>((resolve) => {
    sent.on('close', () => {
      clearInterval(timer);
      resolve(problem);
    });
  });
  return {
    ended,
    stop: () => {
      clearInterval(timer);
      sent.destroy();
    },
    // Its pictures contain no clock.
    startedMs: () => null,
  };
}
