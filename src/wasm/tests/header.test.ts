import { createHash } from 'node:crypto';
import { expect, test, afterAll } from 'vitest';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { decodeStream } from '../cli/decode-stream.ts';
import { splitAccessUnits, splitAnnexB, splitLengthPrefixed } from '../glue/access-units.ts';
import { LEVEL_6_2_LIMITS } from '../glue/decoder.ts';
import { readManifest } from '../streams/folder.ts';
import { escape } from '../streams/generate/bits.ts';
import type { Choices } from '../streams/generate/choices.ts';
import { generateStream } from '../streams/generate/stream.ts';
import { COUNTER, FIELD, FIRST_HANDLE, FRAMING, OPTION, RESULT } from '../glue/picture.ts';
import { BLOCK, BLOCKS_FIELD, STAGE } from '../glue/inspect.ts';
import { WORKERS_MAX } from '../glue/threads.ts';
import { buildNative, findClang } from '../native/build.mjs';
import { fixtureOf, openDecoder, unitsOf } from './package/streams.ts';

const readHeader = (name: string): string => readFileSync(`src/wasm/hevc/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const header = readHeader('hevc.h');
const inspection = readHeader('inspect.h');

/** The members of a C enum with their values, without `prefix`. */
function readEnum(name: string, prefix: string, source = header): Record<string, number> {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`no enum ${name}`);
  let next = 0;
  const members = [...body.matchAll(/(\w+)(?: = (-?\w+))?/g)].map(([, key = '', value]) => {
    next = value === undefined ? next : Number(value);
    return [key.replace(prefix, ''), next++];
  });
  return Object.fromEntries(members) as Record<string, number>;
}

test.each([
  ['hevc_result', 'HEVC_', RESULT, header],
  ['hevc_framing', 'HEVC_', FRAMING, header],
  ['hevc_option', 'HEVC_OPT_', OPTION, header],
  ['hevc_picture_field', 'HEVC_PIC_', FIELD, header],
  ['hevc_counter', 'HEVC_COUNT_', COUNTER, header],
  ['hevc_stage', 'HEVC_STAGE_', STAGE, inspection],
  ['hevc_block_flag', 'HEVC_BLOCK_', BLOCK, inspection],
  ['hevc_blocks_field', 'HEVC_BLOCKS_', BLOCKS_FIELD, inspection],
] as const)('enum %s is the same in C and TypeScript', (name, prefix, table, source) => {
  const { COUNTERS: _counters, HEVC_COUNTERS: _all, HEVC_STAGES: _stages, FIELDS: _fields, ...members } = readEnum(name, prefix, source);
  expect(members).toEqual(table);
});

test('handles are greater than every result', () => {
  expect(FIRST_HANDLE).toBeGreaterThan(Math.max(...Object.values(RESULT)));
});

test('the glue starts no more workers than there are stacks', () => {
  const source = readFileSync('src/wasm/hevc/thread_stack.c', 'utf8');
  expect(Number(/HEVC_MAX_WORKERS = (\d+)/.exec(source)?.[1])).toBe(WORKERS_MAX);
});

const DIR = mkdtempSync(path.join(os.tmpdir(), 'footlight-header-'));
afterAll(() => rmSync(DIR, { recursive: true }));

/** The lines of the first comment that are indented as code. */
const example = (/^\/\*[\s\S]*?\*\//.exec(readFileSync('src/wasm/hevc/hevc.h', 'utf8'))?.[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith(' *     '))
  .map((line) => line.slice(3))
  .join('\n');

/** The code around the example, as the comment describes it: access units by size from a file, and output of a plane. */
const program = `
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hevc.h"

static struct { uint8_t *data; uint32_t bytes; } units[256];
static uint32_t num_units, shown;

static void show(const uint8_t *luma, int32_t stride, double pts) {
    if (luma && stride > 0 && pts >= 0) shown++;
}

int main(int argc, char **argv) {
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : 0;
    if (!f) return 2;
    for (uint32_t bytes; num_units < 256 && fread(&bytes, 4, 1, f) == 1; num_units++) {
        units[num_units].bytes = bytes;
        units[num_units].data = malloc(bytes);
        if (fread(units[num_units].data, 1, bytes, f) != bytes) return 2;
    }
    fclose(f);
${example}
    for (uint32_t i = 0; i < num_units; i++) free(units[i].data);
    printf("%u pictures\\n", shown);
    return 0;
}
`;

test('no function is declared twice in hevc.h', () => {
  const names = [...header.matchAll(/\b(hevc_\w+)\(/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test.skipIf(findClang() === undefined)(
  'the example of hevc.h compiles and outputs every picture of a stream',
  async () => {
    expect(example).toContain('hevc_push');
    const main = path.join(DIR, 'example.c');
    writeFileSync(main, program);
    const out = await buildNative({ cc: findClang()!, main, out: path.join(DIR, 'example'), debug: true });
    const packed = unitsOf('hevc/closed-gop').flatMap((unit) => [Buffer.from(Uint32Array.of(unit.length).buffer), unit]);
    const file = path.join(DIR, 'units');
    writeFileSync(file, Buffer.concat(packed));
    expect(execFileSync(out, [file], { encoding: 'utf8' })).toBe('20 pictures\n');
  },
  120_000,
);

const SLICE_FIRST = [0x02, 0x01, 0x80, 0xaa]; // TRAIL_R, first_slice_segment_in_pic_flag 1
const SLICE_NEXT = [0x02, 0x01, 0x40, 0xbb];
const AUD = [0x46, 0x01, 0x50];
const VPS = [0x40, 0x01, 0x0c, 0x01];
const PREFIX_SEI = [0x4e, 0x01, 0x05, 0x00];
const SUFFIX_SEI = [0x50, 0x01, 0x84, 0x10];
const RESERVED_VCL = [0x2c, 0x01, 0x80, 0xdd]; // RSV_IRAP_VCL22
const LAYER1_SLICE = [0x02, 0x09, 0x80, 0xcc];

const stream = (...nals: number[][]) => Uint8Array.from(nals.flatMap((nal) => [0, 0, 0, 1, ...nal]));
const shape = (bytes: Uint8Array) => [...splitAccessUnits(bytes)].map((unit) => [...splitAnnexB(unit)].length);

test.each([
  ['an access unit starts at a picture', [VPS, SLICE_FIRST, SLICE_NEXT, SLICE_FIRST], [3, 1]],
  ['an access unit starts at its delimiter', [AUD, SLICE_FIRST, AUD, SLICE_FIRST], [2, 2]],
  ['an access unit starts at its parameter sets or its prefix SEI', [VPS, PREFIX_SEI, SLICE_FIRST, SUFFIX_SEI, VPS, SLICE_FIRST], [4, 2]],
  ['between slices parameter sets and prefix SEI open none', [VPS, SLICE_FIRST, PREFIX_SEI, SLICE_NEXT, PREFIX_SEI, VPS, SLICE_FIRST], [4, 3]], // oxfmt-ignore
  ['SEI before a delimiter opens the unit of the delimiter', [SLICE_FIRST, VPS, SLICE_NEXT, PREFIX_SEI, AUD, SLICE_FIRST], [3, 3]],
  ['a delimiter opens one even if the first slice behind it is lost', [AUD, SLICE_FIRST, AUD, SLICE_NEXT], [2, 2]],
  ['NAL units of other layers stay with the picture they follow', [SLICE_FIRST, LAYER1_SLICE, SLICE_FIRST, LAYER1_SLICE], [2, 2]],
  ['reserved VCL types are no pictures, whatever their first bit', [SLICE_FIRST, RESERVED_VCL, SLICE_NEXT, SLICE_FIRST], [3, 1]],
])('%s', (_title, nals, expected) => {
  expect(shape(stream(...nals))).toEqual(expected);
});

test('the units together are the stream from its first start code on', () => {
  const bytes = Uint8Array.from([9, 9, ...stream(VPS, SLICE_FIRST, SLICE_NEXT, AUD, SLICE_FIRST, SUFFIX_SEI)]);
  expect(Buffer.concat([...splitAccessUnits(bytes)])).toEqual(Buffer.from(bytes.subarray(3)));
});

test('bytes without a start code, and empty input, have no access unit', () => {
  expect(shape(new Uint8Array(0))).toEqual([]);
  expect(shape(Uint8Array.of(1, 2, 3, 4, 5, 6, 7))).toEqual([]);
});

test('three-byte start codes and trailing zeros are supported', () => {
  const bytes = Uint8Array.from([0, 0, 1, ...VPS, 0, 0, 0, 1, ...SLICE_FIRST, 0, 0, 0, 0, 1, ...AUD]);
  expect([...splitAnnexB(bytes)].map((nal) => [...nal])).toEqual([VPS, SLICE_FIRST, AUD]);
});

test('length-prefixed units stop at the first length that does not fit', () => {
  const bytes = Uint8Array.from([0, 0, 0, 2, 7, 8, 0, 0, 0, 9, 1]);
  expect([...splitLengthPrefixed(bytes, 4)].map((nal) => [...nal])).toEqual([[7, 8]]);
  expect([...splitLengthPrefixed(Uint8Array.of(1, 5, 2, 6, 7), 1)].map((nal) => [...nal])).toEqual([[5], [6, 7]]);
});

test('a fixture has as many access units as pictures', () => {
  const manifest = readManifest(fixtureOf('hevc'));
  const wrong = manifest.filter(({ file, frames }) => unitsOf(`hevc/${path.parse(file).name}`).length !== frames);
  expect(manifest.length).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});

/** One plane as arranged in D.3.19: rows of samples, of one byte or two (low first). */
interface Plane {
  readonly width: number;
  readonly bytesPerSample: number;
  readonly data: Uint8Array;
}

const bigEndian = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256);

/** (D-35): CRC-16 of CCITT, most significant bit first, two zero bytes at the end. */
function crc({ data }: Plane): number[] {
  let value = 0xffff;
  for (const byte of [...data, 0, 0]) {
    for (let bit = 7; bit >= 0; bit--) {
      const top = value >> 15;
      value = (((value << 1) | ((byte >> bit) & 1)) & 0xffff) ^ (top * 0x1021);
    }
  }
  return bigEndian(value, 2);
}

/** (D-36) */
function checksum({ data, width, bytesPerSample }: Plane): number[] {
  let sum = 0;
  for (let i = 0; i * bytesPerSample < data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const mask = (x & 255) ^ (y & 255) ^ (x >> 8) ^ (y >> 8);
    for (let k = 0; k < bytesPerSample; k++) sum = (sum + (data[i * bytesPerSample + k]! ^ mask)) % 2 ** 32;
  }
  return bigEndian(sum, 4);
}

const md5 = ({ data }: Plane) => [...createHash('md5').update(data).digest()];

/** By hash_type. */
const KINDS = [md5, crc, checksum];

/** A suffix SEI with decoded_picture_hash( ). */
function hashSei(kind: number, planes: readonly Plane[]): Uint8Array {
  const payload = [kind, ...planes.flatMap(KINDS[kind]!)];
  return Uint8Array.from([0, 0, 1, 40 << 1, 1, ...escape(Uint8Array.from([132, payload.length, ...payload, 0x80]))]);
}

/** Complete pictures, decoded and shown in the same order. */
const PLAIN: Partial<Choices> = {
  inter: 'p',
  irap: 0,
  runMax: 1,
  pictures: 3,
  sizeCtbs: [20, 2],
  log2Ctb: 4,
  cropped: false,
  subLayers: 1,
};

function plainStream(force: Partial<Choices>) {
  for (let seed = 1; ; seed++) {
    const stream = generateStream(seed, { ...PLAIN, ...force });
    if (stream.plan.pictures.every(({ output, skipped }) => output && !skipped)) return stream;
  }
}

test.each([
  ['8 bit', { depths: [8, 8] }],
  ['10 bit', { depths: [10, 10] }],
  ['10 bit luma, 8 bit chroma', { depths: [10, 8] }],
] as [string, Partial<Choices>][])(
  'MD5, CRC and checksum of each picture are verified, and a wrong one is detected: %s',
  async (_, force) => {
    const { bytes, sps } = plainStream(force);
    const decoder = await openDecoder({ limits: LEVEL_6_2_LIMITS, checkHash: true });
    const decode = async (units: readonly Uint8Array[]) => {
      const pictures: { readonly planes: Uint8Array; readonly hash: string }[] = [];
      await decodeStream(decoder, units, (picture) => pictures.push({ planes: decoder.copy(picture)!, hash: picture.hash }));
      return pictures;
    };

    const units = [...splitAccessUnits(bytes)];
    const pictures = await decode(units);
    expect(pictures.map(({ hash }) => hash)).toEqual(units.map(() => 'unchecked'));
    const stored = sps.depthLuma > 8 || sps.depthChroma > 8 ? 2 : 1;
    const planesOf = (planes: Uint8Array): Plane[] => {
      const luma = sps.width * sps.height * stored;
      return [0, luma, luma * 1.25].map((from, c) => {
        const samples = planes.subarray(from, from + (c ? luma / 4 : luma));
        // The hash covers as many bytes per sample as the depth of the plane needs.
        const narrow = stored === 2 && (c ? sps.depthChroma : sps.depthLuma) === 8;
        const data = narrow ? samples.filter((_, i) => i % 2 === 0) : samples;
        return { width: c ? sps.width / 2 : sps.width, bytesPerSample: narrow ? 1 : stored, data };
      });
    };

    for (const kind of KINDS.keys()) {
      const withSei = (spoil: boolean) =>
        units.map((unit, i) => {
          const planes = planesOf(pictures[i]!.planes);
          if (spoil) planes[2] = { ...planes[2]!, data: planes[2]!.data.map((sample, at) => (at === 7 ? sample ^ 1 : sample)) };
          return Buffer.concat([unit, hashSei(kind, planes)]);
        });
      expect((await decode(withSei(false))).map(({ hash }) => hash)).toEqual(units.map(() => 'matches'));
      expect((await decode(withSei(true))).map(({ hash }) => hash)).toEqual(units.map(() => 'differs'));
    }
  },
);
