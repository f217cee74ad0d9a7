import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { escape } from '../../scripts/fixtures-hevc/generate/bits.ts';
import type { Choices } from '../../scripts/fixtures-hevc/generate/choices.ts';
import { generateStream } from '../../scripts/fixtures-hevc/generate/stream.ts';
import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { splitAccessUnits } from '../../src/wasm/glue/access-units.ts';
import { Decoder, LEVEL_6_2_LIMITS } from '../../src/wasm/glue/decoder.ts';

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
    const opened = await Decoder.open({ build: 'simd', limits: LEVEL_6_2_LIMITS, checkHash: true });
    if (!opened.ok) throw new Error(opened.error.detail);
    const decoder = opened.value;
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
    decoder.close();
  },
);
