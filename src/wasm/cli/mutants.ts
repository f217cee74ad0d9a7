/**
 * Builds the decoder with one mutation of its C sources after the other and decodes the stream that must detect it.
 * With the system's clang and wasm-ld a mutation takes about two seconds, because the objects of all other files are cached.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  anyText,
  EXIT,
  flag,
  isMain,
  runTool,
  startProgress,
  type Tool,
  UsageError,
  type ValuesOf,
} from '../../../scripts/lib/command-line.ts';
import { buildModule, type BuildName, SOURCE_DIR } from '../build.mjs';
import type { Build } from '../glue/build.ts';
import { readStream } from '../streams/folder.ts';
import { openSystemToolchain, openYowaspToolchain, type Toolchain } from '../toolchain/toolchain.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OUT_DIR = path.join(ROOT, '.cache/wasm/mutants');
const FOLDERS = ['hevc', 'hevc-syntax', 'hevc-range', 'hevc-damaged'].map((name) => path.join('src/wasm/fixtures', name));

/** Folder of the streams that need the range modules. */
const RANGE = 'hevc-range/';

const OPTIONS = {
  only: anyText('only changes of files whose path has this in it'),
  find: flag('decodes all fixtures instead, and prints the smallest ones that notice each change'),
} as const;
type Values = ValuesOf<typeof OPTIONS>;

const MUTATE_DECODER: Tool<typeof OPTIONS> = {
  name: 'npm run wasm -- mutants',
  takes: '',
  about: 'Builds the decoder with one change of its C sources after the other; the fixture that is named with the change must notice it.',
  options: OPTIONS,
  wordsMax: 0,
  examples: ['  npm run wasm -- mutants --only dsp/'],
  run: mutateDecoder,
};

function openToolchain(): Toolchain {
  try {
    return openSystemToolchain();
  } catch {
    return openYowaspToolchain(); // Slower, but installed with the other dependencies.
  }
}

/** The file's text with the mutation. Throws if `from` does not occur exactly once in the source. */
function changedText({ file, from, to }: Mutant): string {
  const parts = readFileSync(path.join(SOURCE_DIR, file), 'utf8').split(from);
  if (parts.length !== 2) throw new UsageError(`${file} has "${from}" ${parts.length - 1} times`);
  return parts.join(to);
}

/** Writes the modules of one build into `dir`; `changed` replaces the text of source files. */
async function buildInto(toolchain: Toolchain, dir: string, build: Build, withRange: boolean, changed = new Map<string, string>()) {
  mkdirSync(dir, { recursive: true });
  const names: BuildName[] = [build, ...(withRange ? [`range-${build}` as const] : [])];
  for (const name of names) {
    const bytes = await buildModule(toolchain, name, { changed }).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      throw new UsageError(`${[...changed.keys()].join()}: ${/^.*\berror: .*$/m.exec(text)?.[0] ?? text}`);
    });
    if (bytes) writeFileSync(path.join(dir, `hevc-${name}.wasm`), bytes);
  }
}

type Outcome = { readonly name: 'exact' } | { readonly name: 'hangs' } | { readonly name: 'noticed'; readonly by: readonly string[] };

/** Runs the conformance of the folders on the modules of `dir`, in a process that can be ended. */
function conform(dir: string, { build = 'simd' }: Mutant, folders: readonly string[], only: string): Promise<Outcome> {
  const tool = fileURLToPath(new URL('./conformance.ts', import.meta.url));
  const args = ['--dist', dir, '--builds', build, '--threads', build === 'simd-mt' ? '4' : '1', ...(only === '' ? [] : ['--only', only])];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', tool, ...args, ...folders],
      { cwd: ROOT, timeout: DECODE_DEADLINE_MS },
      (error, stdout, stderr) => {
        if (error?.killed) return resolve({ name: 'hangs' });
        const by = [...stdout.matchAll(/^\S+ x\d +(\S+) +(?:wrong|refused): /gm)].map((found) => found[1]!);
        if (by.length > 0) return resolve({ name: 'noticed', by });
        if (/"exact":[1-9]/.test(stdout)) return resolve({ name: 'exact' });
        return reject(new UsageError(`conformance returned no verdict${error?.signal ? `, ${error.signal}` : ''}: ${stderr || stdout}`));
      },
    );
  });
}

const bytesOf = (stream: string) => readStream(path.join(ROOT, 'src/wasm/fixtures', stream)).length;

/** Of the conformance of a build: a decoder that hangs is noticed too. */
const DECODE_DEADLINE_MS = 30_000;

/** Number of decodes for a mutation of the threads, because a race does not occur in every decode. */
const THREADED_DECODES = 10;

/** Decodes the mutant's stream with the modules in `dir`, at most so many times. */
async function decodeNamed(dir: string, mutant: Mutant, times: number): Promise<Outcome> {
  const folder = path.join('src/wasm/fixtures', path.dirname(mutant.stream));
  for (let left = times; ; left--) {
    const outcome = await conform(dir, mutant, [folder], path.basename(mutant.stream));
    if (outcome.name !== 'exact' || left === 1) return outcome;
  }
}

async function judge(toolchain: Toolchain, mutant: Mutant, unchanged: string, values: Values): Promise<{ caught: boolean; text: string }> {
  const dir = mkdtempSync(path.join(OUT_DIR, 'mutant-'));
  try {
    if (!values.find) {
      const control = await decodeNamed(unchanged, mutant, 1);
      if (control.name !== 'exact') throw new UsageError(`${mutant.stream}, unchanged sources: ${control.name}; no proof is possible`);
    }
    const withRange = values.find || mutant.stream.startsWith(RANGE);
    await buildInto(toolchain, dir, mutant.build ?? 'simd', withRange, new Map([[mutant.file, changedText(mutant)]]));
    const outcome = values.find
      ? await conform(dir, mutant, FOLDERS, '')
      : await decodeNamed(dir, mutant, mutant.build === 'simd-mt' ? THREADED_DECODES : 1);
    const by = outcome.name === 'noticed' ? outcome.by.toSorted((a, b) => bytesOf(a) - bytesOf(b)) : [];
    const found = outcome.name === 'noticed' ? `by ${by.length}: ${by.slice(0, 5).join(' ')}` : outcome.name;
    return { caught: outcome.name !== 'exact', text: values.find ? found : outcome.name };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function mutateDecoder(values: Values): Promise<number> {
  const mutants = MUTANTS.filter(({ file }) => file.includes(values.only ?? ''));
  if (mutants.length === 0) throw new UsageError(`no change in a file that has ${values.only} in its path`);
  const toolchain = openToolchain();
  mkdirSync(OUT_DIR, { recursive: true });
  const unchanged = mkdtempSync(path.join(OUT_DIR, 'unchanged-'));
  const progress = startProgress(mutants.length);
  const waiting = [...mutants];
  let missed = 0;
  let done = 0;
  const work = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { caught, text } = await judge(toolchain, mutant, unchanged, values);
      if (!caught) missed++;
      if (!caught || values.find) console.log(`${caught ? 'caught' : 'MISSED'}  ${mutant.file}: ${mutant.from}  ${text}`);
      progress.at(++done, mutant.file);
    }
  };
  try {
    const withRange = mutants.some(({ stream }) => stream.startsWith(RANGE));
    for (const build of new Set(mutants.map((mutant) => mutant.build ?? 'simd'))) await buildInto(toolchain, unchanged, build, withRange);
    await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  } finally {
    progress.end();
    rmSync(unchanged, { recursive: true, force: true });
    await toolchain.close();
  }
  console.log(`${mutants.length} changes in ${new Set(mutants.map(({ file }) => file)).size} files, ${missed} missed`);
  return missed === 0 ? EXIT.DONE : EXIT.WRONG;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(MUTATE_DECODER, process.argv.slice(2));

// Mutations of the C sources that the fixtures must detect: one for each file that can change a picture, each a typical mistake (a
// rounding, a bound, an index). `npm run wasm -- mutants` builds each mutation and decodes its stream.

interface Mutant {
  /** Path below src/wasm/hevc. */
  readonly file: string;
  /** A text that occurs once in the file, and its replacement. */
  readonly from: string;
  readonly to: string;
  /** Path below fixtures. Streams of range extensions use the range modules. */
  readonly stream: string;
  /** Default: simd. Scalar kernels run only in baseline; simd-mt uses 4 threads. */
  readonly build?: Build;
}

const mutant = (file: string, from: string, to: string, stream: string, build?: Build): Mutant => ({
  file,
  from,
  to,
  stream,
  ...(build && { build }),
});

/** Files without a row, and why a picture cannot show a change of them. */
export const NO_PICTURE: Readonly<Record<string, string>> = {
  'fetch.c': 'reads memory ahead and writes nothing',
  'inspect.c': 'is in no module that ships; src/wasm/tests/playground/session.test.ts compares its blocks with the pictures',
};

export const MUTANTS: readonly Mutant[] = [
  mutant('activate.c', 'sps->sps_max_num_reorder_pics[tid]', 'sps->sps_max_num_reorder_pics[tid] / 2', 'hevc-syntax/size-8x8.265'),
  mutant('arena.c', 'end = b->offset + b->bytes;', 'end = b->offset + b->bytes / 2;', 'hevc/slices3.265'),
  mutant('bits.c', 'b->zeros >= 2 &&', 'b->zeros > 2 &&', 'hevc-syntax/vui-hrd.265'),
  mutant('cabac.c', '((value & 15) << 3) - 16', '((value & 15) << 3) - 15', 'hevc/size-16x16.265'),
  mutant('cabac.h', '(uint64_t)hevc_load_be32(data) << 31', '(uint64_t)hevc_load_be32(data) << 30', 'hevc/size-16x16.265'),
  mutant('conceal.c', 'from->plane[c] + (size_t)(y + i) *', 'from->plane[c] + (size_t)y *', 'hevc-damaged/slice-lost.265'),
  mutant('ctu.c', '(depth < 10 ? depth : 10) - 5', '(depth < 9 ? depth : 9) - 5', 'hevc-syntax/main10-sao.265'),
  mutant('ctu_prediction.c', '(a + 29) % 32', '(a + 30) % 32', 'hevc/intra-only.265'),
  mutant('ctu_transform.c', 'delta + 52 + 2 * offset', 'delta + 52 + offset', 'hevc-syntax/main10-qp-negative.265'),
  mutant('deblock_tmpl.c', 'chroma_tc(qp, pps->pps_cr_qp_offset', 'chroma_tc(qp, pps->pps_cb_qp_offset', 'hevc/chroma-qp.265'),
  mutant('decoder.c', 'case HEVC_NAL_EOB: end_of_sequence(d);', 'case HEVC_NAL_EOB:', 'hevc-damaged/end-of-sequence.265'),
  mutant('dpb.c', 'prev_lsb - lsb >= max_lsb / 2', 'prev_lsb - lsb >= max_lsb', 'hevc-syntax/poc-lsb-4.265'),
  mutant('flight.c', 'f->used[i]->users--', 'f->used[0]->users--', 'hevc-syntax/dpb-tight.265'),
  mutant('frame.c', 'pic->crop_right = sps->crop_right;', 'pic->crop_right = sps->crop_left;', 'hevc-syntax/crop.265'),
  mutant('hash.c', '(3 * i + 5) & 15', '(3 * i + 6) & 15', 'hevc/size-16x16.265'),
  mutant('memory.c', '(need - have + WASM_PAGE - 1) / WASM_PAGE', '(need - have) / WASM_PAGE', 'hevc/size-1080p.265'),
  mutant('mv.c', '((td < 0 ? -td : td) >> 1)', '(td < 0 ? -td : td)', 'hevc/refs6.265'),
  mutant('nal.c', 'data[i - 1] == 0 && data[i - 2] == 0', 'data[i - 1] == 0', 'hevc-syntax/units-around.265'),
  mutant(
    'picture.c',
    'pic->motion_stride = (sps->pic_width_in_luma_samples + 15) / 16',
    'pic->motion_stride = sps->pic_width_in_luma_samples / 16',
    'hevc/size-72x40.265',
  ),
  mutant(
    'pps.c',
    'out->pps_tc_offset = (int8_t)(hevc_bits_se_in(b, -6, 6) * 2)',
    'out->pps_tc_offset = (int8_t)hevc_bits_se_in(b, -6, 6)',
    'hevc-syntax/deblocking-pps.265',
  ),
  mutant('recon_tmpl.c', '-72, width + 2)', '-72, width - 8)', 'hevc-syntax/far-motion.265'),
  mutant('residual.c', 'l->sign_hiding & (highest - lowest > 3)', 'l->sign_hiding & (highest - lowest > 4)', 'hevc/size-16x16.265'),
  mutant(
    'residual_range.c',
    '(((int64_t)s->residual[0][i] * (1 << depth[1])) >> depth[0])) >> 3',
    '(((int64_t)s->residual[0][i] * (1 << depth[1])) >> depth[0])) / 8',
    'hevc-range/cross-component.265',
  ),
  mutant('rows.c', 't->col_bd[t->col_of[at->ctb_x]] + 1u', 't->col_bd[t->col_of[at->ctb_x]]', 'hevc/wpp-ctu16.265'),
  mutant('sao_tmpl.c', 'stride + ctb - 1]', 'stride + ctb - 2]', 'hevc-syntax/sao.265'),
  mutant('scaling.c', 'list->dc[size_id - 2][matrix_id] = 16', 'list->dc[size_id - 2][matrix_id] = 17', 'hevc/scaling-default.265'),
  mutant('sei.c', 'payload + 1 + c * each', 'payload + 1', 'hevc/size-16x16.265'),
  mutant('slice.c', 'v > half_range - 1 ? half_range - 1', 'v > half_range ? half_range', 'hevc-syntax/weights.265'),
  mutant('slots.c', 'pic->layout == d->dpb.layout || pic->queued', 'pic->queued', 'hevc-syntax/dpb-tight.265'),
  mutant('sps.c', '(int32_t)(abs_delta_rps_minus1 + 1)', '(int32_t)abs_delta_rps_minus1', 'hevc-syntax/sets-phantom.265'),
  mutant('strength.c', 'fine |= e[-1].fine;', '', 'hevc-syntax/collocated.265'),
  mutant('team.c', 'job + 1 < atomic_load(&ticket->num_jobs)', 'job + 2 < atomic_load(&ticket->num_jobs)', 'hevc/wpp-ctu16.265', 'simd-mt'),
  mutant('thread.c', 'seen >= value ||', 'seen + 8 >= value ||', 'hevc/wpp-ctu16.265', 'simd-mt'),
  mutant('thread_stack.c', 'stacks[index - 1]', 'stacks[0]', 'hevc/wpp-ctu16.265', 'simd-mt'),
  mutant('dsp/deblock_simd_tmpl.c', 'wasm_i16x8_splat(6144)', 'wasm_i16x8_splat(4096)', 'hevc-range/x265-12bit.265'),
  mutant('dsp/deblock_simd_tmpl.c', '(int16_t)(beta >> 2)', '(int16_t)(beta >> 3)', 'hevc/deblock-plus.265'),
  mutant('dsp/deblock_tmpl.c', '(beta + (beta >> 1)) >> 3', '(beta + (beta >> 1)) >> 2', 'hevc/deblock-plus.265', 'baseline'),
  mutant('dsp/intra_simd_tmpl.c', '(position & 31) << 10', '(position & 31) << 9', 'hevc-range/x265-444-12bit.265'),
  mutant(
    'dsp/intra_simd_tmpl.c',
    'down_low = wasm_i32x4_add(down_low, step_low);',
    'down_low = wasm_i32x4_sub(down_low, step_low);',
    'hevc-range/x265-444-12bit.265',
  ),
  mutant('dsp/intra_simd_tmpl.c', '(left[-i] + 3 * dc + 2) >> 2', '(left[-i] + 3 * dc + 1) >> 2', 'hevc/still.265'),
  mutant('dsp/intra_tmpl.c', '(above[i] + 3 * dc + 2) >> 2', '(above[i] + 3 * dc + 1) >> 2', 'hevc/still.265', 'baseline'),
  mutant('dsp/itx_pairs.c', '{{29, 74}, {55, 74}, {74, 0}', '{{29, 74}, {55, 74}, {74, 1}', 'hevc/still.265'),
  mutant('dsp/itx_simd_tmpl.c', 'row_stage(size, limit, 12, dst', 'row_stage(size, limit, 11, dst', 'hevc-range/x265-444-12bit.265'),
  mutant('dsp/itx_simd_tmpl.c', '8 * p + 2, 8 * p + 6)', '8 * p + 6, 8 * p + 2)', 'hevc/still.265'),
  mutant(
    'dsp/itx_tmpl.c',
    '(64 * ((64 * dc + 64) >> 7) + round) >> shift',
    '(64 * ((64 * dc + 64) >> 7) + round / 2) >> shift',
    'hevc/still.265',
    'baseline',
  ),
  mutant(
    'dsp/mc12_simd.c',
    'src_stride + (has_h ? LUMA_BEFORE : 0)',
    'src_stride + (has_h ? LUMA_AFTER : 0)',
    'hevc-range/x265-422-12bit.265',
  ),
  mutant('dsp/mc16_parts.h', 'wasm_i16x8_splat(1 << (SHIFT3 - 1))', 'wasm_i16x8_splat(1 << SHIFT3)', 'hevc/main10-ctu16-amp.265'),
  mutant('dsp/mc16_parts.h', 'tail + y * TAIL_LANES', 'tail + (y ^ 1) * TAIL_LANES', 'hevc/main10-ctu16-amp.265'),
  mutant(
    'dsp/mc16_simd.c',
    'wasm_i16x8_mul(d, wasm_i16x8_splat(10))',
    'wasm_i16x8_mul(d, wasm_i16x8_splat(11))',
    'hevc/main10-ctu16-amp.265',
  ),
  mutant('dsp/mc8_simd.c', '{-1, 4, -11, 40, 40, -11, 4, -1}', '{-1, 4, -11, 41, 40, -11, 4, -1}', 'hevc/p-only.265'),
  mutant(
    'dsp/mc_tmpl.c',
    '((mid[x] * w0 + round) >> log2_wd) + o0',
    '((mid[x] * w0 + round) >> log2_wd) - o0',
    'hevc-syntax/weights-p.265',
    'baseline',
  ),
  mutant(
    'dsp/sao_simd_tmpl.c',
    'wasm_v128_xor(now, wasm_i8x16_splat(-128)), 3)',
    'wasm_v128_xor(now, wasm_i8x16_splat(-128)), 4)',
    'hevc-syntax/sao.265',
  ),
  mutant('dsp/sao_tmpl.c', 'y + 1 < h ? left[y + 1] : after[-1]', 'y + 1 < h ? left[y] : after[-1]', 'hevc-syntax/sao.265', 'baseline'),
  mutant('dsp/weight_simd_tmpl.c', '(o0 + o1 + 1)', '(o0 + o1)', 'hevc-syntax/weights.265'),
];
