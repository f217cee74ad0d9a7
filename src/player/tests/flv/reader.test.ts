import { seededRng } from '../../../wasm/cli/mutate.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FlvReader } from '../../flv/reader.ts';
import { readScript } from '../../flv/script.ts';
import { aacFrame, ascii, concat, FLV_HEADER, flvTag, h264Picture, ofType, readFlv, rewriterOf } from './flv-bytes.ts';

const KEY264 = [0, 0, 0, 3, 0x65, 0x88, 1];
const NEXT264 = [0, 0, 0, 3, 0x41, 0x9a, 1];
const SPS264 = [0x67, 66, 0, 30, 1];
const PPS264 = [0x68, 0xce, 1];
const RECORD264 = [1, 66, 0, 30, 0xff, 0xe1, 0, SPS264.length, ...SPS264, 1, 0, PPS264.length, ...PPS264];
const CONFIG264 = [0x17, 0, 0, 0, 0, ...RECORD264];
const AAC_CONFIG = [0xaf, 0, 0x11, 0x90];
const nal = (...bytes: readonly number[]): number[] => [0, 0, 0, bytes.length, ...bytes];

const SCRIPT = concat(
  [2, 0, 10],
  ascii('onMetaData'),
  [8, 0, 0, 0, 1, 0, 5],
  ascii('width'),
  [0, 0x40, 0x8a, 0xa0, 0, 0, 0, 0, 0, 0, 0, 9],
);
const STREAM = concat(
  FLV_HEADER,
  flvTag(18, 0, SCRIPT),
  flvTag(9, 0, CONFIG264),
  flvTag(8, 0, AAC_CONFIG),
  flvTag(9, 10, h264Picture(true, 40, KEY264)),
  flvTag(8, 20, aacFrame([1, 2, 3])),
  flvTag(9, 50, h264Picture(false, -40, NEXT264)),
  flvTag(8, 60, aacFrame([4, 5])),
);

const times = (bytes: Uint8Array, chunkBytes?: number): number[] => {
  const { events } = readFlv(bytes, chunkBytes);
  return [...ofType(events, 'picture'), ...ofType(events, 'sound')].map(({ timeMs }) => timeMs).toSorted((a, b) => a - b);
};
/** A copy with other bytes from `at` on. */
const patched = (bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array => {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
};

test('P20 any chunking gives the same events, including single bytes', () => {
  const whole = readFlv(STREAM);
  expect(whole.events.map((event) => event.type)).toEqual('header script video-config sound-config sound picture picture sound'.split(' '));
  for (const chunkBytes of [1, 2, 3, 7, 11, 64]) expect(readFlv(STREAM, chunkBytes)).toEqual(whole);
});

test('a clean stream needs no repair: every tag passes as it is', () => {
  for (const name of ['sync-640x360-h264', 'sync-640x360-h265-hvc1', 'stage-1280x720-h264', 'radio']) {
    const { events, facts } = readFlv(readFileSync(`fixtures/streams/${name}.flv`));
    expect([facts.repairs, facts.damage]).toEqual([{}, {}]);
    expect(events.filter((event) => 'tag' in event && event.tag === null)).toEqual([]);
  }
});

test('P30 script data: names and values; damage costs only the damaged value', () => {
  expect(readScript(SCRIPT)).toEqual({ name: 'onMetaData', values: [{ width: 852 }] });
  expect(readScript(SCRIPT.subarray(0, 30))).toEqual({ name: 'onMetaData', values: [] });
  expect(readScript(Uint8Array.of(0, 1, 2))).toBeNull();
  const deep = concat([2, 0, 1, 97], ...Array.from({ length: 50 }, () => [3, 0, 1, 98]));
  expect(readScript(deep)).toEqual({ name: 'a', values: [] });
  expect(readScript(concat([2, 0, 1, 97], [10, 255, 255, 255, 255, 5, 5]))).toEqual({ name: 'a', values: [] });
});

test('a wrong size loses only its own tag, and a stream that is cut inside a tag only that one', () => {
  expect(readFlv(STREAM.subarray(0, STREAM.length - 6)).events.at(-1)).toEqual({ type: 'damage', why: 'cut', skippedBytes: 13 });
  const bytes = patched(STREAM, STREAM.length - (11 + 4 + 4) - (11 + 12 + 4) - (11 + 5 + 4) + 3, 200);
  const { events } = readFlv(bytes, 9);
  expect(times(bytes)).toEqual([10, 50, 60]);
  expect(ofType(events, 'damage')).toEqual([{ type: 'damage', why: 'bad tag', skippedBytes: 20 }]);
});

test('a size of megabytes does not swallow the following stream: it is suspected at 128 KiB and at each doubling', () => {
  const tail = Array.from({ length: 400 }, (_, i) =>
    flvTag(9, 100 + i * 40, h264Picture(i % 10 === 0, 0, [0, 0, 3, 232, 0x41, 0x9a, ...Array.from({ length: 998 }, () => i & 255)])),
  );
  // Its own bytes end between the first two of these sizes.
  const bad = patched(flvTag(9, 50, concat([0x27, 1, 0, 0, 0], new Uint8Array(150_000))), 1, 0x7f);
  const bytes = concat(FLV_HEADER, bad, ...tail);
  expect(times(bytes, 1_400)).toEqual(Array.from({ length: 400 }, (_, i) => 100 + i * 40));
  let pictures = 0;
  const reader = new FlvReader(({ type }) => (pictures += type === 'picture' ? 1 : 0));
  const second = FLV_HEADER.length + 256 * 1024;
  reader.push(bytes.subarray(0, second - 1));
  expect(pictures).toBe(0);
  reader.push(bytes.subarray(second - 1, second));
  expect(pictures).toBeGreaterThan(90);
});

test('P20 Enhanced RTMP v2: avc1, mp4a, ModEx and the first track of Multitrack are read as legacy tags', () => {
  const modEx = [0x97, 2, 1, 2, 3, 0x01]; // CodedFrames of a keyframe behind a prefix of 3 bytes
  const oneTrack = [0x96, 0x01, ...ascii('avc1'), 5, 0, 0, 40, ...KEY264];
  const two = [
    [5, 0, 0, 3 + KEY264.length, 0, 0, 40, ...KEY264],
    [6, 0, 0, 2, 9, 9],
  ].flat();
  const manyTracks = [0x96, 0x11, ...ascii('avc1'), ...two];
  const manyCodecs = [0x96, 0x21, ...ascii('avc1'), ...two.slice(0, 4 + 3 + KEY264.length), ...ascii('av01'), 6, 0, 0, 2, 9, 9];
  const bytes = concat(
    FLV_HEADER,
    flvTag(9, 0, [0x90, ...ascii('avc1'), ...RECORD264]),
    flvTag(8, 0, [0x90, ...ascii('mp4a'), 0x11, 0x90]),
    flvTag(9, 0, [...modEx, ...ascii('avc1'), 0, 0, 40, ...KEY264]),
    ...[oneTrack, manyTracks, manyCodecs].map((body, i) => flvTag(9, 40 * (i + 1), body)),
    flvTag(8, 20, [0x91, ...ascii('mp4a'), 1, 2]),
    flvTag(8, 40, [0x95, 0x01, ...ascii('mp4a'), 0, 3, 4]),
  );
  const { events, facts } = readFlv(bytes);
  expect(ofType(events, 'video-config').map(({ codec, record }) => [codec, [...record]])).toEqual([['h264', RECORD264]]);
  expect(ofType(events, 'picture').map(({ timeMs, compositionMs, isKey, data }) => [timeMs, compositionMs, isKey, [...data]])).toEqual(
    [0, 40, 80, 120].map((timeMs) => [timeMs, 40, true, KEY264]),
  );
  expect(ofType(events, 'sound').map(({ data }) => [...data])).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(facts).toMatchObject({
    video: 'H264',
    audio: 'AAC',
    isEnhanced: true,
    damage: {},
    repairs: { 'ModEx prefix': 1, 'first track of Multitrack': 4 },
  });
});

test('start codes become lengths, and a configuration is made from parameter sets in the picture', () => {
  const code = (...bytes: readonly number[]): number[] => [0, 0, 0, 1, ...bytes];
  const key = [...code(...SPS264), ...code(...PPS264), 0, 0, 1, 0x65, 0x88, 1];
  const { events, facts } = readFlv(
    concat(FLV_HEADER, flvTag(9, 0, h264Picture(true, 0, key)), flvTag(9, 40, h264Picture(false, 0, code(0x41, 0x9a, 1)))),
  );
  expect(ofType(events, 'video-config').map(({ record }) => [...record])).toEqual([RECORD264]);
  expect(ofType(events, 'picture').map(({ data }) => [...data])).toEqual([[...nal(...SPS264), ...nal(...PPS264), ...KEY264], NEXT264]);
  expect(facts).toMatchObject({ repairs: { 'start codes': 2, 'configuration from parameter sets': 1 }, damage: {} });
});

test('parameter sets in tags of their own, with or without start codes, belong to the next picture', () => {
  const { events } = readFlv(
    concat(
      FLV_HEADER,
      flvTag(9, 0, h264Picture(true, 0, nal(...SPS264))),
      flvTag(9, 0, h264Picture(true, 0, [0, 0, 1, ...PPS264])),
      flvTag(9, 0, h264Picture(true, 0, KEY264)),
    ),
  );
  expect(ofType(events, 'video-config').map(({ record }) => [...record])).toEqual([RECORD264]);
  expect(ofType(events, 'picture').map(({ data }) => [...data])).toEqual([[...nal(...SPS264), ...nal(...PPS264), ...KEY264]]);
});

test('only the first picture is held, until the next tag or flush()', () => {
  const shown: number[] = [];
  const reader = new FlvReader((event) => event.type === 'picture' && shown.push(event.timeMs));
  reader.push(concat(FLV_HEADER, flvTag(9, 0, CONFIG264), flvTag(9, 0, h264Picture(true, 0, KEY264))));
  expect([reader.isHolding, shown]).toEqual([true, []]);
  reader.flush();
  expect([reader.isHolding, shown]).toEqual([false, [0]]);
  reader.push(flvTag(9, 40, h264Picture(false, 0, NEXT264)));
  expect([reader.isHolding, shown]).toEqual([false, [0, 40]]);
});

test('lengths of one or two bytes become four', () => {
  const record = patched(Uint8Array.from(RECORD264), 4, 0xfd);
  const { events } = readFlv(
    concat(FLV_HEADER, flvTag(9, 0, [0x17, 0, 0, 0, 0, ...record]), flvTag(9, 0, h264Picture(true, 0, KEY264.slice(2)))),
  );
  expect(ofType(events, 'video-config').map((event) => [...event.record])).toEqual([RECORD264]);
  expect(ofType(events, 'picture').map(({ data }) => [...data])).toEqual([KEY264]);
});

const format = (codec: string | null, sampleRate: number, channels: number, ...config: readonly number[]) =>
  config.length === 0 ? { codec, sampleRate, channels } : { codec, sampleRate, channels, config: Uint8Array.from(config) };
const ADTS = [0xff, 0xf1, 0x50, 0x80, 1, 0x3f, 0xfc, 0x21, 1];
test.each<readonly [what: string, bodies: readonly (readonly number[])[], format: object]>([
  ['AAC', [[0xaf, 0, 0x12, 0x10], aacFrame([1])], format('mp4a.40.2', 44_100, 2)],
  // The configuration is written as browsers read it.
  ['AAC, explicit rate', [[0xaf, 0, 0x17, 0x80, 0x5d, 0xc0, 0x10], aacFrame([1])], format('mp4a.40.2', 48_000, 2, 0x11, 0x90)],
  ['AAC, no number of channels, pairs', [[0xaf, 0, 0x12, 0], aacFrame([0x21])], format('mp4a.40.2', 44_100, 2, 0x12, 0x10)],
  ['AAC, no number of channels, single', [[0xaf, 0, 0x12, 0], aacFrame([0x01])], format('mp4a.40.2', 44_100, 1)],
  ['AAC with ADTS headers', [aacFrame(ADTS)], format('mp4a.40.2', 44_100, 2)],
  ['MP3', [[0x2f, 0xff, 0xfb, 0x90, 0x64, 0]], format('mp3', 44_100, 2)],
  ['G.711 A-law', [[0x72, 1, 2]], format('alaw', 8_000, 1)],
  ['G.711 mu-law', [[0x83, 1, 2]], format('ulaw', 8_000, 2)],
  ['PCM', [[0x3f, 1, 2]], format('pcm-s16', 44_100, 2)],
  ['Opus', [[0x91, ...ascii('Opus'), 1, 2]], format('opus', 48_000, 2)],
  ['Speex', [[0xb2, 1, 2]], format(null, 5_512, 1)],
])('sound: %s', (_what, bodies, expected) => {
  const { events, facts } = readFlv(concat(FLV_HEADER, ...bodies.map((body) => flvTag(8, 0, body))));
  expect(ofType(events, 'sound-config')).toMatchObject([{ format: expected }]);
  expect([ofType(events, 'sound').length, facts.damage]).toEqual([1, {}]);
});

test.each([
  [[2, 3, 4, 5, 6, 7, 12, 13, 14], 'H263 Screen VP6 VP6alpha Screen2 H264 H265 AV1 #14', (id: number) => [9, [0x10 | id, 1, 0, 0, 0]]],
  [
    ['avc1', 'hvc1', 'hev1', 'av01', 'vp08', 'vp09', 'vvc1', 'xxxx'],
    'H264 H265 H265 AV1 VP8 VP9 H266 xxxx',
    (fourcc: string) => [9, [0x90, ...ascii(fourcc)]],
  ],
  [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 14, 15],
    'PCM ADPCM MP3 PCM Nellymoser Nellymoser Nellymoser G.711A-law G.711mu-law AAC Speex Opus MP3 #15',
    (id: number) => [8, [id << 4, 1]],
  ],
  [['mp4a', 'Opus', '.mp3', 'fLaC', 'ac-3', 'ec-3'], 'AAC Opus MP3 FLAC AC-3 E-AC-3', (fourcc: string) => [8, [0x91, ...ascii(fourcc), 0]]],
] as const)('P21 the codecs %j are named', (ids, names, tagOf) => {
  const name = (id: never): string | null => {
    const [type, body] = tagOf(id);
    const { video, audio } = readFlv(concat(FLV_HEADER, flvTag(type as 8 | 9, 0, body as number[]))).facts;
    return (video ?? audio)?.replace(' ', '') ?? null;
  };
  expect(ids.map((id) => name(id as never)).join(' ')).toBe(names);
});

/** The stream above, and the first tags of real ones, cut to a size that is quickly read. */
const SEEDS = [STREAM, ...['sync-640x360-h264', 'sync-640x360-h265-hvc1', 'sizes-h265-id12', 'refresh-320x180-h264'].map(firstTags)];

function firstTags(name: string): Uint8Array {
  const bytes = readFileSync(`fixtures/streams/${name}.flv`);
  const tags: Uint8Array[] = [];
  for (let at = FLV_HEADER.length; tags.length < 9;) {
    const size = bytes.readUIntBE(at + 1, 3);
    tags.push(flvTag(bytes[at] as 8 | 9 | 18, 0, bytes.subarray(at + 11, at + 11 + Math.min(size, 700))));
    at += 11 + size + 4;
  }
  return concat(FLV_HEADER, ...tags);
}

/** `FUZZ_ROUNDS=100000 npx vitest run …` for the long run. */
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 1_500);

/** All events in one number, and the bytes that were emitted. */
function digest(bytes: Uint8Array, chunkBytes: number): { sum: number; bytes: number } {
  const result = { sum: 0, bytes: 0 };
  const add = (value: unknown): void => {
    if (value instanceof Uint8Array) for (const byte of value) result.sum = (result.sum * 31 + byte) | 0;
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) add(part);
    else for (const letter of String(value)) result.sum = (result.sum * 31 + letter.charCodeAt(0)) | 0;
  };
  const reader = new FlvReader((event) => {
    add(event);
    if ('data' in event) result.bytes += event.data.length;
  });
  for (let at = 0; at < bytes.length; at += chunkBytes) if (!reader.push(bytes.subarray(at, at + chunkBytes))) break;
  reader.end();
  add(reader.facts);
  return result;
}

/** Grey keyframes of the largest size that a damaged parameter set may name. */
const MAX_GREY_BYTES = 600_000;

/** Bytes that the H264 player gives to its engines. */
function rewrittenBytes(bytes: Uint8Array, chunkBytes: number): number {
  const rewriter = rewriterOf({ playsPicture: (codec) => codec === 'h264' || chunkBytes % 2 === 0 });
  let written = 0;
  const take = (): void => {
    rewriter.begin();
    written += rewriter.take()?.length ?? 0;
  };
  for (let at = 0, nowMs = 0; at < bytes.length; at += chunkBytes, nowMs += 400) {
    rewriter.push(bytes.subarray(at, at + chunkBytes), nowMs);
    take();
    rewriter.tick(nowMs + 200);
    take();
  }
  rewriter.end();
  take();
  return written;
}

test(`${ROUNDS} seeded mutations: nothing throws, nothing grows, and chunks make no difference`, { timeout: 3_600_000 }, () => {
  const { roll: number, chance } = seededRng(20261121);
  for (let round = 0; round < ROUNDS; round++) {
    const seed = SEEDS[round % SEEDS.length]!;
    const bytes = seed.slice(number(30), seed.length - number(30));
    for (let changes = 0; changes < 1 + (round % 9); changes++) {
      // Mostly bytes of headers, because a changed byte of a slice changes nothing in the reader.
      const at = round % 3 === 0 ? number(bytes.length) : number(Math.min(120, bytes.length));
      bytes[at] = chance(0.5) ? bytes[at]! ^ (1 << number(8)) : number(256);
    }
    const whole = digest(bytes, bytes.length);
    expect({ round, ...digest(bytes, 1 + number(round % 10 === 0 ? 3 : 90)) }).toEqual({ round, ...whole });
    expect(whole.bytes).toBeLessThan(bytes.length * 2);
    expect(rewrittenBytes(bytes, 1 + number(900))).toBeLessThan(bytes.length * 4 + MAX_GREY_BYTES);
  }
});
