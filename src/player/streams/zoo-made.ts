/** Streams without a fixture: pictures of any size, grey and then skipped, in H264 and H265, and silent frames of sound codecs. */
import { BitWriter, CabacEncoder, CTX, escape, initContexts, nalUnit } from '../../wasm/streams/generate/bits.ts';
import { recordOf } from '../flv/nal-units.ts';
import type { Codec } from './zoo.ts';

export interface MadePictures {
  readonly record: Uint8Array;
  /** NAL units of the picture that is number `index` since a keyframe, which is 0. */
  readonly picture: (index: number) => readonly Uint8Array[];
}

const POC_BITS = 8;
const LEVEL_5_1 = { h264: 51, h265: 153 };

function withBits(write: (b: BitWriter) => void): Uint8Array {
  const b = new BitWriter();
  write(b);
  b.trailing();
  return b.finish();
}
const ues = (b: BitWriter, ...values: readonly number[]): void => values.forEach((value) => b.ue(value));

/** `interlaced`: each picture is a pair of fields. */
export function madePictures(codec: Codec, width: number, height: number, interlaced = false): MadePictures {
  const made = codec === 'h264' ? h264(width, height, interlaced) : h265(width, height);
  return { record: recordOf(codec, made.sets)!, picture: made.picture };
}

interface Made {
  readonly sets: readonly Uint8Array[];
  readonly picture: (index: number) => readonly Uint8Array[];
}

/** H.264 7.3: Main without arithmetic coding, one reference, order of output as of decoding. */
function h264(width: number, height: number, interlaced: boolean): Made {
  const nal = (head: number, write: (b: BitWriter) => void): Uint8Array => Uint8Array.from([head, ...escape(withBits(write))]);
  const unit = interlaced ? 32 : 16;
  const [columns, rows] = [Math.ceil(width / 16), Math.ceil(height / unit)];
  const sps = nal(0x67, (b) => {
    b.u(24, (77 << 16) | LEVEL_5_1.h264);
    ues(b, 0, POC_BITS - 4, 2, 1);
    b.u(1, 0);
    ues(b, columns - 1, rows - 1);
    b.bit(!interlaced);
    if (interlaced) b.bit(0);
    b.u(2, 3);
    ues(b, 0, (columns * 16 - width) / 2, 0, (rows * unit - height) / (unit / 8));
    b.bit(0);
  });
  const pps = nal(0x68, (b) => {
    ues(b, 0, 0);
    b.u(2, 0);
    ues(b, 0, 0, 0);
    b.u(3, 0);
    ues(b, 0, 0, 0);
    b.u(3, 0);
  });
  const slice = (index: number, field: number): Uint8Array => {
    const isIdr = index === 0 && field === 0;
    return nal(isIdr ? 0x65 : 0x41, (b) => {
      ues(b, 0, isIdr ? 7 : 5, 0);
      b.u(POC_BITS, index % 2 ** POC_BITS);
      if (interlaced) b.u(2, 2 + field);
      if (isIdr) b.ue(0);
      b.u(isIdr ? 2 : 3, 0);
      b.se(0);
      const macroblocks = columns * rows;
      if (!isIdr) b.ue(macroblocks);
      // Predicted from the mean, which is grey; no change of the quantizer, no coefficient.
      else for (let i = 0; i < macroblocks; i++) b.u(8, 0b00100_1_1_1);
    });
  };
  return { sets: [sps, pps], picture: (index) => (interlaced ? [slice(index, 0), slice(index, 1)] : [slice(index, 0)]) };
}

/** H.265 7.3: Main, one reference; blocks of 64 samples, of 8 for the smallest picture. */
function h265(width: number, height: number): Made {
  const log2 = width % 64 === 0 && height % 64 === 0 ? 6 : 3;
  if (log2 === 3 && (width > 8 || height > 8)) throw new Error('a multiple of 64, or 8x8');
  const size = 2 ** log2;
  const sets = h265Sets(width, height, log2);
  const picture = (index: number): readonly Uint8Array[] => {
    const isIdr = index === 0;
    const header = withBits((b) => {
      b.bit(1);
      if (isIdr) b.bit(0);
      ues(b, 0, isIdr ? 2 : 1);
      if (!isIdr) {
        b.u(POC_BITS, index % 2 ** POC_BITS);
        b.u(2, 0b10);
        b.ue(4);
      }
      b.se(0);
    });
    const c = new CabacEncoder(initContexts(isIdr ? 0 : 1, 26));
    const [columns, rows] = [width / size, height / size];
    for (let at = 0; at < columns * rows; at++) {
      if (isIdr) writeGrey(c, log2);
      else c.bin(CTX.skip + (at % columns > 0 ? 1 : 0) + (at >= columns ? 1 : 0), 1);
      c.terminate(at + 1 === columns * rows);
    }
    return [nalUnit(isIdr ? 19 : 1, Uint8Array.from([...header, ...c.finish()]))];
  };
  return { sets, picture };
}

/** VPS, SPS and PPS. */
function h265Sets(width: number, height: number, log2: number): Uint8Array[] {
  const profile = (b: BitWriter): void => {
    b.u(8, 1);
    b.u(32, 0x6000_0000);
    b.u(4, 0b1001);
    b.u(32, 0);
    b.u(12, 0);
    b.u(8, LEVEL_5_1.h265);
  };
  const ordering = (b: BitWriter): void => {
    b.bit(1);
    ues(b, 1, 0, 0);
  };
  const vps = nalUnit(
    32,
    withBits((b) => {
      b.u(16, 0b0000_1_1_000000_000_1);
      b.u(16, 0xffff);
      profile(b);
      ordering(b);
      b.u(6, 0);
      b.ue(0);
      b.u(2, 0);
    }),
  );
  const sps = nalUnit(
    33,
    withBits((b) => {
      b.u(8, 1);
      profile(b);
      ues(b, 0, 1, width, height);
      b.bit(0);
      ues(b, 0, 0, POC_BITS - 4);
      ordering(b);
      const [log2Ctb, log2MaxTb] = [Math.max(4, log2), Math.min(5, Math.max(4, log2))];
      ues(b, log2 - 3, log2Ctb - log2, 0, log2MaxTb - 2, 0, 0);
      b.u(4, 0);
      // One set of references: the picture before.
      ues(b, 1, 1, 0, 0);
      b.u(6, 0b10_0000);
    }),
  );
  const pps = nalUnit(
    34,
    withBits((b) => {
      ues(b, 0, 0);
      b.u(7, 0);
      ues(b, 0, 0, 0);
      b.u(3, 0);
      ues(b, 0, 0);
      b.u(10, 0);
      b.ue(0);
      b.u(2, 0);
    }),
  );
  return [vps, sps, pps];
}

/** A coding unit: planar prediction without coefficients. */
function writeGrey(c: CabacEncoder, log2: number): void {
  c.bin(CTX.partMode, 1);
  c.bin(CTX.prevIntraLuma, 1);
  c.bypass(0);
  c.bin(CTX.intraChroma, 0);
  c.bin(CTX.cbfChroma, 0);
  c.bin(CTX.cbfChroma, 0);
  // Blocks of 64 samples are split into four transforms.
  if (log2 === 3) c.bin(CTX.cbfLuma + 1, 0);
  else for (let i = 0; i < 4; i++) c.bin(CTX.cbfLuma, 0);
}

/** Frames of silence, and the bodies of their tags. */
export interface MadeSound {
  readonly frameMs: number;
  readonly config: readonly number[] | null;
  readonly frame: (index: number) => readonly number[];
}

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const enhanced = (fourcc: string, packetType: number, data: readonly number[]): number[] => [0x90 | packetType, ...ascii(fourcc), ...data];

export const MADE_SOUND: Readonly<Record<'aac-5.1' | 'mp3' | 'opus' | 'flac', MadeSound>> = {
  'aac-5.1': { frameMs: 1_024 / 48, config: [0xaf, 0, 0x11, 0xb0], frame: () => [0xaf, 1, ...silentAac()] },
  mp3: { frameMs: 1_152 / 44.1, config: null, frame: () => [0x2f, 0xff, 0xfb, 0x90, 0, ...Array<number>(413).fill(0)] },
  opus: {
    frameMs: 20,
    config: enhanced('Opus', 0, [...ascii('OpusHead'), 1, 2, 56, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]),
    frame: () => enhanced('Opus', 1, [0xfc, 0xff, 0xfe]),
  },
  flac: {
    frameMs: 1_024 / 48,
    // Blocks of 1,024 samples, 48 kHz, two channels, 16 bits; no sum of the samples.
    config: enhanced('fLaC', 0, [
      ...ascii('fLaC'),
      ...Buffer.from(`80000022${'0400'.repeat(2)}${'00'.repeat(6)}0bb802f0${'00'.repeat(20)}`, 'hex'),
    ]),
    frame: (index) => enhanced('fLaC', 1, silentFlac(index)),
  },
};

/** ISO/IEC 14496-3 4.4.2.1: centre, two pairs and LFE without scale factor bands. */
function silentAac(): Uint8Array {
  const [single, pair, lfe, end] = [0, 1, 3, 7];
  const info = (b: BitWriter): void => b.u(11, 0);
  const channel = (b: BitWriter, own: boolean): void => {
    b.u(8, 0);
    if (own) info(b);
    b.u(3, 0);
  };
  const b = new BitWriter();
  for (const [element, tag] of [
    [single, 0],
    [pair, 0],
    [pair, 1],
    [lfe, 0],
  ] as const) {
    b.u(3, element);
    b.u(4, tag);
    if (element === pair) {
      b.bit(1);
      info(b);
      b.u(2, 0);
      channel(b, false);
    }
    channel(b, element !== pair);
  }
  b.u(3, end);
  b.alignZero();
  return b.finish();
}

/** RFC 9639 9: two constant subframes. */
function silentFlac(index: number): number[] {
  const number = index < 0x80 ? [index] : [0xc0 | (index >> 6), 0x80 | (index & 63)];
  const header = [0xff, 0xf8, 0xaa, 0x18, ...number];
  const frame = [...header, crc(header, 8, 0x07), 0, 0, 0, 0, 0, 0];
  const sum = crc(frame, 16, 0x8005);
  return [...frame, sum >> 8, sum & 255];
}

function crc(bytes: readonly number[], width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) sum = ((sum & top) !== 0 ? (sum << 1) ^ polynomial : sum << 1) & (top * 2 - 1);
  }
  return sum;
}
