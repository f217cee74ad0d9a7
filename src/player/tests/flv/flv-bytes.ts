import { copyOf, FlvReader, type FlvEvent } from '../../flv/reader.ts';
import type { StreamFacts } from '../../flv/packets.ts';

/** Builds FLV bytes for tests: a minimal stream. */
export const concat = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array => {
  const all = parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part)));
  const out = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};

const u24 = (n: number): number[] => [(n >> 16) & 255, (n >> 8) & 255, n & 255];
const u32 = (n: number): number[] => [(n >>> 24) & 255, ...u24(n)];

export const FLV_HEADER = concat([0x46, 0x4c, 0x56, 1, 5], u32(9), u32(0));

export function flvTag(type: 8 | 9 | 18, timeMs: number, body: Uint8Array | readonly number[]): Uint8Array {
  return concat([type], u24(body.length), u24(timeMs), [(timeMs >>> 24) & 255], [0, 0, 0], body, u32(11 + body.length));
}

export const h264Picture = (isKey: boolean, compositionMs: number, nal: readonly number[]): number[] => [
  isKey ? 0x17 : 0x27,
  1,
  ...u24(compositionMs & 0xffffff),
  ...nal,
];
export const hevc12Picture = (isKey: boolean, compositionMs: number, nal: readonly number[]): number[] => [
  isKey ? 0x1c : 0x2c,
  1,
  ...u24(compositionMs & 0xffffff),
  ...nal,
];
export const aacFrame = (bytes: readonly number[]): number[] => [0xaf, 1, ...bytes];

/** All events of a stream, with copies of their bytes; `chunkBytes`: bytes of each push. */
export function readFlv(bytes: Uint8Array, chunkBytes = Math.max(1, bytes.length)): { events: FlvEvent[]; facts: StreamFacts } {
  const events: FlvEvent[] = [];
  const reader = new FlvReader((event) => events.push(copyOf(event)));
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  reader.end();
  return { events, facts: reader.facts };
}

export const ofType = <Type extends FlvEvent['type']>(events: readonly FlvEvent[], type: Type): Extract<FlvEvent, { type: Type }>[] =>
  events.filter((event): event is Extract<FlvEvent, { type: Type }> => event.type === type);
