/** FLV of ffmpeg that is changed tag by tag on its way to node-media-server: streams that ffmpeg itself cannot send. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Publisher } from '../../../scripts/example-server.ts';
import { ROOT } from '../../../scripts/suite/tool.ts';

const AUDIO = 8;
const VIDEO = 9;
const FILE_HEADER_BYTES = 13;
const TAG_HEADER_BYTES = 11;
const TRAILER_BYTES = 4;

interface Tag {
  readonly type: number;
  readonly timeMs: number;
  readonly body: Buffer;
}
/** Called once for each stream; the returned function replaces a tag by other tags. */
export type TagPatch = () => (tag: Tag) => readonly Tag[];

/** Splits complete tags from the front of a stream without its file header. */
function readTags(bytes: Buffer): { readonly tags: readonly Tag[]; readonly rest: Buffer } {
  const tags: Tag[] = [];
  let at = 0;
  while (at + TAG_HEADER_BYTES <= bytes.length) {
    const end = at + TAG_HEADER_BYTES + bytes.readUIntBE(at + 1, 3);
    if (end + TRAILER_BYTES > bytes.length) break;
    const timeMs = bytes.readUIntBE(at + 4, 3) | (bytes.readUInt8(at + 7) << 24);
    tags.push({ type: bytes.readUInt8(at), timeMs, body: bytes.subarray(at + TAG_HEADER_BYTES, end) });
    at = end + TRAILER_BYTES;
  }
  return { tags, rest: bytes.subarray(at) };
}

function writeTag({ type, timeMs, body }: Tag): Buffer {
  const tag = Buffer.alloc(TAG_HEADER_BYTES + body.length + TRAILER_BYTES);
  tag.writeUInt8(type, 0);
  tag.writeUIntBE(body.length, 1, 3);
  tag.writeUIntBE(timeMs & 0xffffff, 4, 3);
  tag.writeUInt8((timeMs >>> 24) & 0xff, 7);
  body.copy(tag, TAG_HEADER_BYTES);
  tag.writeUInt32BE(TAG_HEADER_BYTES + body.length, tag.length - TRAILER_BYTES);
  return tag;
}

/** A publisher whose stream is made by ffmpeg and changed by `patch`. */
export function postPatched(inputs: readonly string[], patch: TagPatch, address: string): Publisher {
  const ffmpeg = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-nostdin', ...inputs, '-f', 'flv', 'pipe:1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const sent = request(address, { method: 'POST' });
  const change = patch();
  let printed = '';
  let startedMs: number | null = null;
  let held = Buffer.alloc(0);
  let hasHeader = false;
  ffmpeg.stderr.on('data', (data: Buffer) => (printed += data.toString('utf8')));
  sent.on('error', (error) => (printed += error.message));
  ffmpeg.stdout.on('data', (data: Buffer) => {
    held = Buffer.concat([held, data]);
    if (!hasHeader) {
      if (held.length < FILE_HEADER_BYTES) return;
      sent.write(held.subarray(0, FILE_HEADER_BYTES));
      held = held.subarray(FILE_HEADER_BYTES);
      hasHeader = true;
    }
    const { tags, rest } = readTags(held);
    held = Buffer.from(rest);
    for (const tag of tags) {
      startedMs = Math.min(startedMs ?? Infinity, Date.now() - tag.timeMs);
      for (const changed of change(tag)) sent.write(writeTag(changed));
    }
  });
  const ended = new Promise<string>((resolve) => {
    ffmpeg.once('close', () => {
      sent.destroy();
      resolve(printed);
    });
  });
  return { ended, stop: () => void ffmpeg.kill('SIGKILL'), startedMs: () => startedMs };
}

/** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) of stereo with a core of 22.05 kHz and SBR at 44.1 kHz. */
const HE_AAC_CONFIG = {
  // Type 5 (SBR), core frequency 7, 2 channels, extension frequency 4, type 2 (AAC LC), GASpecificConfig 000.
  explicit: bitsOf('00101 0111 0010 0100 00010 000'),
  // Type 2, frequency 7, 2 channels, 000, sync extension 0x2b7 with type 5, SBR present, extension frequency 4.
  compatible: bitsOf('00010 0111 0010 000 01010110111 00101 1 0100'),
} as const;

function bitsOf(text: string): Buffer {
  const bits = text.replaceAll(' ', '');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

const isAacConfig = ({ type, body }: Tag): boolean => type === AUDIO && body.readUInt8(0) >> 4 === 10 && body.readUInt8(1) === 0;

/** AAC of 22.05 kHz as the core of HE-AAC. Its frames contain no SBR data, so a decoder doubles the rate and adds nothing. */
export const asHeAac =
  (signalling: keyof typeof HE_AAC_CONFIG): TagPatch =>
  () =>
  (tag) =>
    isAacConfig(tag) ? [{ ...tag, body: Buffer.concat([tag.body.subarray(0, 2), HE_AAC_CONFIG[signalling]]) }] : [tag];

/** The same pictures under another codec id (annex E.4.3.1). */
export const asVideoCodec =
  (id: number): TagPatch =>
  () =>
  (tag) => {
    if (tag.type !== VIDEO) return [tag];
    const body = Buffer.from(tag.body);
    body.writeUInt8((body.readUInt8(0) & 0xf0) | id, 0);
    return [{ ...tag, body }];
  };

/** Pictures of a file of `fixtures/streams` instead of ffmpeg's, from a time on; the sound is ffmpeg's. */
export const beginHevcAfter =
  (fromMs: number, file: string): TagPatch =>
  () => {
    const bytes = readFileSync(join(ROOT, 'fixtures/streams', `${file}.flv`)).subarray(FILE_HEADER_BYTES);
    const pictures = readTags(bytes).tags.filter(({ type }) => type === VIDEO);
    const lengthMs = pictures.at(-1)!.timeMs + 40;
    let next = 0;
    return (tag) => {
      if (tag.timeMs < fromMs) return [tag];
      const due: Tag[] = [];
      for (;;) {
        const one = pictures[next % pictures.length]!;
        const timeMs = fromMs + one.timeMs + Math.floor(next / pictures.length) * lengthMs;
        if (timeMs > tag.timeMs) break;
        due.push({ ...one, timeMs });
        next++;
      }
      return tag.type === VIDEO ? due : [...due, tag];
    };
  };

/** Times that begin at `startMs` and jump back by `byMs` after `afterMs`, as when an encoder or a relay changes its clock. */
export const jumpBackAfter =
  (startMs: number, afterMs: number, byMs: number): TagPatch =>
  () =>
  (tag) => [{ ...tag, timeMs: tag.timeMs + startMs - (tag.timeMs < afterMs ? 0 : byMs) }];

/** `yuv444-h265-hvc1.flv` without the separate_colour_plane_flag that scripts/fixtures/jobs.ts sets: 4:4:4 as x265 encodes it. */
export function withJointPlanes(flv: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(flv).indexOf(Buffer.from([0x42, 0x01, 0x01])) + 17;
  if (flv[at] !== 0x92) throw new Error(`byte ${at} has no separate_colour_plane_flag`);
  return Uint8Array.from(flv, (byte, i) => (i === at ? 0x90 : byte));
}
