/**
 * Makes the table of HEVC decoders in docs/decoder.md, each cell by a test: pictures of the fixtures by MD5, speed on one thread, bytes to
 * load, licence. Packages of others are installed into a temporary folder; libde265 is Debian's program (`apt-get install
 * libde265-examples`).
 */
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { EXIT, isMain, runTool, startProgress, type NoOptions, type Tool } from '../../scripts/lib/command-line.ts';
import { runNpm } from '../../scripts/suite/tool.ts';
import { splitAccessUnits } from '../../src/wasm/glue/access-units.ts';
import { Decoder, LEVEL_6_2_LIMITS } from '../../src/wasm/glue/decoder.ts';
import { ROOT } from '../measure/environment.ts';
import { FfmpegCoreDecoder, type FfmpegCoreFactory } from './ffmpeg-core.ts';
import { decodeByHevcjs, hevcjsFactory } from './hevcjs.ts';

const PACKAGES = ['@ffmpeg/core@0.12.10', '@hevcjs/core@1.4.5', 'libav.js@6.10.9'];
const DEC265 = ['libde265-dec265', 'dec265'];
/** Timeout of one stream: the fixtures take a second at most, so a longer run is a hang. */
const STREAM_LIMIT_MS = 60_000;
const SPEED_STREAM = 'fixtures/hevc/size-1080p.265';
const SPEED_ROUNDS = 5;

const GROUPS = [
  { folder: 'fixtures/hevc', title: 'Main and Main 10 of x265' },
  { folder: 'fixtures/hevc-syntax', title: 'tools of version 1 (generated)' },
  { folder: 'fixtures/hevc-range', title: 'range extensions' },
] as const;

interface Trial {
  /** MD5 of the planes in output order. */
  md5(file: string): Promise<string>;
}

interface Candidate {
  readonly name: string;
  readonly runs: string;
  readonly api: string;
  /** Files that a page has to load; empty for a program. */
  readonly files: (folder: string) => readonly string[];
  readonly licence: (folder: string) => string;
  readonly open: (folder: string) => Promise<Trial>;
}

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');
const inPackages = (folder: string, ...parts: readonly string[]): string => path.join(folder, 'node_modules', ...parts);
const licenceOf = (folder: string, name: string): string =>
  (JSON.parse(readFileSync(inPackages(folder, name, 'package.json'), 'utf8')) as { license?: string }).license ?? 'none named';

async function openOurs(): Promise<Trial> {
  const opened = await Decoder.open({ build: 'simd', threads: 1, limits: LEVEL_6_2_LIMITS });
  if (!opened.ok) throw new Error(opened.error.detail);
  return {
    async md5(file) {
      const whole = createHash('md5');
      await decodeStream(opened.value, splitAccessUnits(new Uint8Array(readFileSync(file))), (picture) =>
        whole.update(opened.value.copy(picture) ?? ''),
      );
      return whole.digest('hex');
    },
  };
}

async function openFfmpegCore(folder: string): Promise<Trial> {
  Object.assign(globalThis, { self: globalThis, location: { href: '' } }); // its module reads these globals before it runs
  const script = inPackages(folder, '@ffmpeg/core/dist/esm/ffmpeg-core.js');
  const source = `data:text/javascript;base64,${readFileSync(script).toString('base64')}`;
  const { default: create } = (await import(source)) as { default: FfmpegCoreFactory };
  const wasmBinary = readFileSync(inPackages(folder, '@ffmpeg/core/dist/esm/ffmpeg-core.wasm'));
  return { md5: async (file) => new FfmpegCoreDecoder(await create({ wasmBinary }), readFileSync(file)).md5() };
}

async function openHevcjs(folder: string): Promise<Trial> {
  const files = inPackages(folder, '@hevcjs/core/wasm');
  const create = hevcjsFactory(readFileSync(path.join(files, 'hevc-decode.js'), 'utf8'), createRequire(import.meta.url));
  const options = { locateFile: (file: string) => path.join(files, file), print: () => undefined, printErr: () => undefined };
  return {
    async md5(file) {
      const whole = createHash('md5');
      const units = [...splitAccessUnits(new Uint8Array(readFileSync(file)))];
      decodeByHevcjs(await create({ ...options }), units, (planes) => whole.update(planes)); // the factory keeps its state in the object
      return whole.digest('hex');
    },
  };
}

async function openDec265(folder: string): Promise<Trial> {
  const program = DEC265.find((name) => spawnSync(name, ['--help']).error === undefined);
  if (program === undefined) throw new Error('libde265-examples is not installed');
  const planes = path.join(folder, 'planes.yuv');
  return {
    async md5(file) {
      rmSync(planes, { force: true });
      execFileSync(program, ['-q', '-o', planes, file], { stdio: 'ignore', timeout: STREAM_LIMIT_MS });
      return md5Of(readFileSync(planes));
    },
  };
}

interface LibAv {
  avcodec_find_decoder_by_name(name: string): Promise<number>;
}

/** The variants of the package that contain a decoder; none of 6.10.9 contains `hevc`, and the control proves that the query works. */
async function openLibAv(folder: string): Promise<Trial> {
  const { LibAV } = createRequire(import.meta.url)(inPackages(folder, 'libav.js')) as { LibAV: (options: object) => Promise<LibAv> };
  const av = await LibAV({ noworker: true });
  if ((await av.avcodec_find_decoder_by_name('flac')) === 0) throw new Error('finds no decoder at all');
  if ((await av.avcodec_find_decoder_by_name('hevc')) === 0) throw new Error('the published builds have no HEVC decoder');
  throw new Error('has an HEVC decoder now: the trial has to be written');
}

const DIST = path.join(ROOT, 'src/wasm/dist');
const CANDIDATES: readonly Candidate[] = [
  {
    name: '@footlight/hevc',
    runs: 'browser, Node',
    api: '`VideoDecoder` of WebCodecs; pictures by reference',
    files: () => [path.join(DIST, 'hevc-simd.wasm')], // without the range module, which only its streams load
    licence: () => (JSON.parse(readFileSync(path.join(ROOT, 'src/wasm/package.json'), 'utf8')) as { license: string }).license,
    open: openOurs,
  },
  {
    name: '@hevcjs/core',
    runs: 'browser, Node',
    api: 'own: feed, drain, copied planes',
    files: (folder) => ['hevc-decode.js', 'hevc-decode.wasm'].map((file) => inPackages(folder, '@hevcjs/core/wasm', file)),
    licence: (folder) => licenceOf(folder, '@hevcjs/core'),
    open: openHevcjs,
  },
  {
    name: '@ffmpeg/core',
    runs: 'browser',
    api: 'the command line of ffmpeg, files in and out',
    files: (folder) => ['ffmpeg-core.js', 'ffmpeg-core.wasm'].map((file) => inPackages(folder, '@ffmpeg/core/dist/esm', file)),
    licence: (folder) => licenceOf(folder, '@ffmpeg/core'),
    open: openFfmpegCore,
  },
  {
    name: 'libav.js',
    runs: 'browser, Node',
    api: 'the C API of libavcodec',
    files: (folder) => ['js', 'wasm'].map((end) => inPackages(folder, 'libav.js/dist', `libav-6.10.9.0-default.wasm.${end}`)),
    licence: (folder) => licenceOf(folder, 'libav.js'),
    open: openLibAv,
  },
  {
    name: 'libde265 (native)',
    runs: 'program, library',
    api: 'C: push data, take pictures',
    files: () => [],
    licence: () => 'LGPL-3.0',
    open: openDec265,
  },
];

interface Stream {
  readonly file: string;
  readonly md5: string;
}

const streamsOf = (folder: string): Stream[] =>
  (JSON.parse(readFileSync(path.join(ROOT, folder, 'manifest.json'), 'utf8')) as Stream[]).map(({ file, md5 }) => ({
    file: path.join(ROOT, folder, file),
    md5,
  }));

/** Sent by a child process: its result for a stream, or why it cannot take part. */
type Answer = { readonly md5: string; readonly ms: number } | { readonly absent: string };

/** The child process: one candidate, one stream after another, so that a trap or a hang ends only this process. */
async function answer(name: string, folder: string): Promise<void> {
  const trial = CANDIDATES.find((candidate) => candidate.name === name)!.open(folder);
  process.on('message', (file: string) => {
    trial
      .then(async (one) => {
        const before = process.cpuUsage();
        const md5 = await one.md5(file).catch(() => '');
        const { user, system } = process.cpuUsage(before);
        process.send!({ md5, ms: (user + system) / 1_000 } satisfies Answer);
      })
      .catch((error: unknown) => process.send!({ absent: error instanceof Error ? error.message : String(error) } satisfies Answer));
  });
}

class Child {
  #process: ReturnType<typeof fork> | undefined;
  readonly #arguments: readonly string[];

  constructor(name: string, folder: string) {
    this.#arguments = ['--child', name, folder];
  }

  ask(file: string): Promise<Answer> {
    const child = (this.#process ??= fork(fileURLToPath(import.meta.url), [...this.#arguments], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }));
    return new Promise((resolve) => {
      const settle = (answered: Answer, isLost: boolean): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (isLost) this.close();
        resolve(answered);
      };
      const timer = setTimeout(() => settle({ md5: '', ms: 0 }, true), STREAM_LIMIT_MS);
      child.once('message', (answered) => settle(answered as Answer, false));
      child.once('exit', () => settle({ md5: '', ms: 0 }, true));
      child.send(file);
    });
  }

  close(): void {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }
}

async function row(candidate: Candidate, folder: string, onStream: () => void): Promise<string> {
  const child = new Child(candidate.name, folder);
  const cells: string[] = [];
  let absent: string | undefined;
  for (const { folder: group } of GROUPS) {
    const streams = streamsOf(group);
    let exact = 0;
    for (const { file, md5 } of streams) {
      onStream();
      if (absent !== undefined) continue;
      const answered = await child.ask(file);
      if ('absent' in answered) absent = answered.absent;
      else if (answered.md5 === md5) exact++;
    }
    cells.push(absent === undefined ? `${exact} of ${streams.length}` : '—');
  }
  const times: number[] = [];
  for (let round = absent === undefined ? 0 : SPEED_ROUNDS; round < SPEED_ROUNDS; round++) {
    const answered = await child.ask(path.join(ROOT, SPEED_STREAM));
    if ('ms' in answered && answered.md5 !== '') times.push(answered.ms);
  }
  child.close();
  const sizes = candidate.files(folder).map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  const kb = sizes.length === 0 ? '—' : `${Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000)} kB`;
  // dec265 runs in its own process, whose time is not the child's.
  const speed = times.length === 0 || candidate.files(folder).length === 0 ? '—' : `${Math.min(...times).toFixed(0)} ms`;
  const note = absent === undefined ? '' : ` (${absent})`;
  return `| ${candidate.name}${note} | ${candidate.runs} | ${cells.join(' | ')} | ${speed} | ${kb} | ${candidate.api} | ${candidate.licence(folder)} |`;
}

const DECODERS: Tool<NoOptions> = {
  name: 'npm run bench:decoders --',
  takes: '',
  about: 'Prints the table of HEVC decoders of docs/decoder.md: every cell is tried with packages installed into a temporary folder.',
  options: {},
  wordsMax: 0,
  async run() {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'footlight-decoders-'));
    try {
      const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES];
      if (runNpm(install, {}).status !== 0) return EXIT.NOTHING_DONE;
      const total = CANDIDATES.length * GROUPS.reduce((sum, { folder: group }) => sum + streamsOf(group).length, 0);
      const progress = startProgress(total);
      const rows: string[] = [];
      let done = 0;
      for (const candidate of CANDIDATES) rows.push(await row(candidate, folder, () => progress.at(++done, candidate.name)));
      progress.end();
      const titles = ['decoder', 'runs in', ...GROUPS.map(({ title }) => title), 'processor time, 1080p', 'gzip', 'API', 'licence'];
      console.log([`| ${titles.join(' | ')} |`, `|${' --- |'.repeat(titles.length)}`, ...rows].join('\n'));
      return EXIT.DONE;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

if (process.argv[2] === '--child') await answer(process.argv[3]!, process.argv[4]!);
else if (isMain(import.meta.url)) process.exitCode = await runTool(DECODERS, process.argv.slice(2));
