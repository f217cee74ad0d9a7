import { expect, test } from 'vitest';
import { LineSplitter } from '../../src/core/p2p/lines.ts';
import { readIndexLine } from '../../src/core/p2p/sharing.ts';
import { unwrapCallback } from '../../src/core/room/feature/callback-text.ts';
import { readCookies } from '../../src/core/room/start/cookies.ts';
import { decodeAddresses, decodeClientVersion, decodeLiveInfo } from '../../src/core/room/start/live-info.ts';
import { readFlags, readOverrides } from '../../src/core/room/start/page-input.ts';
import { readRoute } from '../../src/core/room/start/route.ts';
import { readServices } from '../../src/core/services.ts';
import { asShown, cleanReceived } from '../../src/core/socket/cleaning.ts';
import { readEnvelope } from '../../src/wire/envelope.ts';
import { readTextMessage } from '../../src/wire/text-message.ts';
import { FlvDemuxer } from '../../src/workers/stream/flv.ts';
import { readScript } from '../../src/workers/stream/amf0.ts';
import { decodeEnded } from '../../src/features/publish/rules-answer.ts';
import { finishes } from '../finishes.ts';

/** A quadratic reader would need days for this size. */
const BYTES = 8 * 1024 * 1024;

const text = (pattern: string): string => pattern.repeat(BYTES / pattern.length);

function demux(bytes: Uint8Array, chunkBytes: number): void {
  const demuxer = new FlvDemuxer(() => undefined);
  for (let at = 0; at < bytes.length; at += chunkBytes) if (!demuxer.push(bytes.subarray(at, at + chunkBytes))) return;
  demuxer.end();
}

function filled(pattern: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  for (let at = 0; at < bytes.length; at++) bytes[at] = pattern[at % pattern.length]!;
  return bytes;
}

/** Consecutive headers of 8 MiB video tags: each could be a tag, and only the last one is. */
const HEADERS = filled([9, 0x7f, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0]);
HEADERS.set([18, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11], HEADERS.length - 15);
/** The same with sizes that end inside the data. */
const SMALL_HEADERS = filled([8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);

function lines(piece: string, times: number): void {
  const splitter = new LineSplitter(BYTES);
  for (let i = 0; i < times; i++) splitter.push(piece);
}

const READERS: readonly (readonly [what: string, read: () => unknown])[] = [
  ['a callback, then spaces', () => unwrapCallback(`a()${text(' ')}x`)],
  ['spaces before a callback', () => unwrapCallback(`${text(' ')}a(1)`)],
  ['a callback full of brackets', () => unwrapCallback(`a(${text(')')}`)],
  ['typeof and spaces', () => unwrapCallback(`typeof${text(' ')}a`)],
  ['a name without an end', () => unwrapCallback(text('a'))],
  ['angle brackets', () => cleanReceived(text('<>'))],
  ['escaped angle brackets', () => asShown(text('&lt;'))],
  ['characters that are stripped', () => cleanReceived(text('\u202e'))],
  ['a refusal whose code is a list', () => decodeEnded({ code: Array.from({ length: BYTES / 8 }, (_, index) => index) })],
  ['a client version whose code is text', () => decodeClientVersion({ errorcode: text('9') })],
  ['a live info whose fields are text', () => decodeLiveInfo({ responseCode: 0, data: { sid: text('1'), httpflv: text('https:/') } })],
  ['addresses in a list of millions', () => decodeAddresses({ responseCode: 0, data: { httpflv: Array(BYTES / 8).fill(0) } })],
  ['cookies', () => readCookies(text('a=1;'))],
  ['a path', () => readRoute(text('/1'))],
  ['a flag', () => readFlags([['songName', text('a')]])],
  ['overrides', () => readOverrides(text('a:1,'))],
  ['services', () => readServices(JSON.stringify({ live: `https://x${text('/')}x` }), 'https://x')],
  ['a text message', () => readTextMessage(text('{"cmd":'))],
  ['an envelope', () => readEnvelope(new Uint8Array(BYTES))],
  ['an index line', () => readIndexLine(text('{"seq":'))],
  ['index lines, character by character', () => lines('a', BYTES)],
  ['index lines, all of them empty', () => lines(text('\n'), 1)],
  ['FLV made of headers of large tags', () => demux(HEADERS, 4_096)],
  ['FLV made of headers of large tags, at once', () => demux(HEADERS, HEADERS.length)],
  ['FLV made of headers of small tags', () => demux(SMALL_HEADERS, 4_096)],
  ['FLV of zeros in small pieces', () => demux(new Uint8Array(BYTES), 64)],
  ['a large tag behind bytes that are dropped one by one', () => demux(filled([9, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 1)],
  ['a script tag of strings', () => readScript(filled([2, 0, 1, 97]))],
];

test.each(READERS)('P6 P20 S8 every reader of input takes time proportional to its length: %s', (_what, read) => {
  finishes(read);
});

test('the check detects a reader that takes quadratic time', () => {
  expect(() => finishes(() => /\s*;?\s*$/.test(`${text(' ')}x`), 1_000)).toThrow('timed out');
});
