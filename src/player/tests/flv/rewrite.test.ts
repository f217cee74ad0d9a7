import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aacFrame, ascii, concat, FLV_HEADER, flvTag, h264Picture, headerOf, ofType, readFlv, rewrite, rewriterOf } from './flv-bytes.ts';

const KEY = [0, 0, 0, 3, 0x65, 0x88, 1];
const NEXT = [0, 0, 0, 3, 0x41, 0x9a, 1];
const CONFIG = [0x17, 0, 0, 0, 0, 1, 66, 0, 30, 0xff, 0xe1, 0, 5, 0x67, 66, 0, 30, 1, 1, 0, 3, 0x68, 0xce, 1];
const HEVC_CONFIG = [0x1c, 0, 0, 0, 0, 1, 1, ...Array.from({ length: 19 }, () => 0), 3, 1, 0xa1, 0, 1, 0, 4, 0x42, 1, 1, 1];
const AAC = [0xaf, 0, 0x11, 0x90];
const script = (hasAudio: boolean): Uint8Array =>
  flvTag(18, 0, [2, 0, 10, ...ascii('onMetaData'), 3, 0, 8, ...ascii('hasAudio'), 1, hasAudio ? 1 : 0, 0, 0, 9]);

const pictures = (fromMs: number, count: number, isFirstKey = true): Uint8Array[] =>
  Array.from({ length: count }, (_, i) =>
    flvTag(9, fromMs + i * 40, h264Picture(isFirstKey && i === 0, 0, isFirstKey && i === 0 ? KEY : NEXT)),
  );
const sounds = (fromMs: number, count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, i) => flvTag(8, fromMs + i * 40, aacFrame([i])));
const mixed = (...tags: readonly Uint8Array[]): Uint8Array[] => tags.toSorted((a, b) => readUint24(a) - readUint24(b));
const readUint24 = (tag: Uint8Array): number => (tag[4]! << 16) | (tag[5]! << 8) | tag[6]!;
const CONFIGS = [flvTag(9, 0, CONFIG), flvTag(8, 0, AAC)];

/** The tags of a stream, each as text. */
function tagsOf(bytes: Uint8Array): string[] {
  const tags: string[] = [];
  const view = Buffer.from(bytes);
  for (let at = FLV_HEADER.length; at < bytes.length;) {
    const end = at + 11 + view.readUIntBE(at + 1, 3) + 4;
    tags.push(view.toString('base64', at, end));
    at = end;
  }
  return tags;
}

test('P20 every tag of a clean stream passes without a changed byte; only the first picture moves, because it is held until the second', () => {
  for (const name of ['stage-540x960-h264', 'sync-640x360-h264', 'stage-1280x720-h264']) {
    const bytes = new Uint8Array(readFileSync(`fixtures/streams/${name}.flv`));
    const before = tagsOf(bytes);
    for (const chunkBytes of [977, bytes.length]) {
      const [out] = rewrite(bytes, { chunkBytes, ends: true }).streams;
      const after = tagsOf(out!);
      expect([out!.length, out!.subarray(0, 13)]).toEqual([bytes.length, bytes.subarray(0, 13)]);
      expect(after.toSorted()).toEqual(before.toSorted());
      expect(after.slice(12)).toEqual(before.slice(12));
    }
  }
});

test.each([
  ['both tracks, and the sound does not come', 5, 10, 40],
  ['pictures alone', 1, 5, 10],
  ['nothing', 0, 10, 40],
])('P22 the header promises %s: it is written with the tracks that come, at its time', (_what, flags, early, late) => {
  const written = (count: number) => rewrite(concat(headerOf(flags), flvTag(9, 0, CONFIG), ...pictures(0, count)), { chunkBytes: 50 });
  expect(written(early).events).toEqual([]);
  expect(written(late).events).toEqual([PICTURE_ALONE]);
  expect(written(late).streams[0]![4]).toBe(1);
});

const timesOf = (bytes: Uint8Array, type: 'picture' | 'sound'): number[] => ofType(readFlv(bytes).events, type).map(({ timeMs }) => timeMs);
const BOTH = { type: 'tracks', tracks: { hasAudio: true, hasVideo: true } };
const PICTURE_ALONE = { type: 'tracks', tracks: { hasAudio: false, hasVideo: true } };
const SOUND_ALONE = { type: 'tracks', tracks: { hasAudio: true, hasVideo: false } };
const CHANGED = { type: 'tracks-changed' };

test('P22 announced sound of which no frame comes does not keep the picture waiting', () => {
  const { events, streams } = rewrite(concat(FLV_HEADER, script(true), ...CONFIGS, ...pictures(0, 100)));
  expect(events).toEqual([PICTURE_ALONE]);
  expect([timesOf(streams[0]!, 'picture')[0], ofType(readFlv(streams[0]!).events, 'sound-config')]).toEqual([0, []]);
});

test('P22 sound plays alone while no decoder can start, is named after 12 s, and the first keyframe brings the picture', () => {
  const tags = mixed(...pictures(0, 350, false), ...pictures(14_000, 20), ...sounds(0, 400));
  const { events, streams } = rewrite(concat(FLV_HEADER, ...CONFIGS, ...tags));
  expect(events).toEqual([SOUND_ALONE, { type: 'dropped', track: 'video', name: 'no keyframe' }, CHANGED, BOTH]);
  expect([timesOf(streams[0]!, 'sound')[0], timesOf(streams[1]!, 'picture')[0], timesOf(streams[1]!, 'sound')[0]]).toEqual([
    0, 14_000, 14_000,
  ]);
});

/** H264 by gradual refresh: its configuration, and its pictures from 1 s on. */
function refreshing(): { readonly config: Uint8Array; readonly joined: Uint8Array[] } {
  const tags = tagsOf(readFileSync('fixtures/streams/refresh-320x180-h264.flv')).map((tag) => new Uint8Array(Buffer.from(tag, 'base64')));
  const videos = tags.filter((tag) => tag[0] === 9);
  return { config: videos[0]!, joined: videos.slice(1).filter((tag) => readUint24(tag) >= 1_000) };
}
/** A slice of a picture that is no IDR: first_mb_in_slice 0, slice_type 7 (I) or 5 (P). */
const [INTRA_SLICE, INTER_SLICE] = [
  [0, 0, 0, 3, 0x41, 0x88, 0x80],
  [0, 0, 0, 3, 0x41, 0x9a, 1],
];

test.each([
  ['intra slices alone', INTRA_SLICE, false, 400],
  ['a flag alone, once nothing better came within 2 s', INTER_SLICE, true, 2_400],
])('P20 a picture that is no IDR is a start with %s, behind a grey keyframe', (_what, data, isFlagged, startMs) => {
  const entries = [400, 2_400].map((timeMs) => flvTag(9, timeMs, h264Picture(isFlagged, 0, data)));
  const tags = mixed(...pictures(0, 75, false).filter((tag) => ![400, 2_400].includes(readUint24(tag))), ...entries);
  const { streams } = rewrite(concat(headerOf(1), refreshing().config, ...tags));
  const found = ofType(readFlv(streams[0]!).events, 'picture');
  expect(found.slice(0, 3).map(({ timeMs }) => timeMs)).toEqual([startMs - 1, startMs, startMs + 40]);
  expect([found[0]?.entry, found[1]?.data.length]).toEqual(['intra', data.length]);
});

test('P20 keyframes seconds apart are completed by units without a picture, as far as the next one is expected', () => {
  const rewriter = rewriterOf();
  const out: Uint8Array[] = [];
  const step = (nowMs: number, bytes?: Uint8Array): void => {
    if (bytes === undefined) rewriter.tick(nowMs);
    else rewriter.push(bytes, nowMs);
    out.push(rewriter.take() ?? new Uint8Array());
  };
  const key = (timeMs: number): Uint8Array => flvTag(9, timeMs, h264Picture(true, 0, KEY));
  step(0, concat(headerOf(1), flvTag(9, 0, CONFIG), key(0)));
  for (let nowMs = 500; nowMs < 5_000; nowMs += 500) step(nowMs);
  step(5_000, key(5_000));
  for (let nowMs = 5_500; nowMs < 30_000; nowMs += 500) step(nowMs);
  // The pictures come more often than before: none is in front of a unit that was written already.
  step(30_000, concat(key(8_000), ...pictures(8_040, 3, false)));
  const times = tagsOf(concat(...out)).flatMap((tag) => {
    const bytes = Buffer.from(tag, 'base64');
    return bytes[0] === 9 && bytes[12] === 1 ? [readUint24(bytes)] : [];
  });
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // The distance of the pictures is known from the second one on.
  expect(times.slice(0, 3)).toEqual([0, 5_000, 5_999]);
  expect(times.at(-5)).toBe(9_900);
  expect(times.slice(-4)).toEqual([9_901, 9_901, 9_901, 9_901]);
});

test('P24 a connection without bytes is no reason to write units between dense pictures', () => {
  const rewriter = rewriterOf();
  rewriter.push(concat(headerOf(1), flvTag(9, 0, CONFIG), ...pictures(0, 50)), 0);
  rewriter.tick(1_000);
  expect(rewriter.take()).not.toBeNull();
  rewriter.tick(9_000);
  expect(rewriter.take()).toBeNull();
});

test('P20 a still picture beside sound lasts as long as the sound', () => {
  const { streams } = rewrite(concat(FLV_HEADER, ...CONFIGS, ...mixed(...pictures(0, 1), ...sounds(0, 250))), { chunkBytes: 4_000 });
  expect(timesOf(streams[0]!, 'sound').at(-1)).toBe(9_960);
});

test('a stream that begins after weeks is moved to its begin, because engines read signed times', () => {
  const { streams } = rewrite(concat(FLV_HEADER, ...CONFIGS, ...mixed(...pictures(3_000_000_000, 5), ...sounds(3_000_000_000, 5))), {
    ends: true,
  });
  expect(timesOf(streams[0]!, 'picture')).toEqual([1_000, 1_040, 1_080, 1_120, 1_160]);
});

test('metadata that names tracks which do not come is left out, because an engine waits for them', () => {
  const of = (hasAudio: boolean): number => {
    const { streams } = rewrite(concat(FLV_HEADER, script(hasAudio), flvTag(9, 0, CONFIG), ...pictures(0, 60)), { ends: true });
    return ofType(readFlv(streams[0]!).events, 'script').length;
  };
  expect([of(true), of(false)]).toEqual([0, 1]);
});

test('P22 for a viewer who chose sound only, pictures are left out without a report', () => {
  const { events, streams } = rewrite(concat(FLV_HEADER, flvTag(9, 0, HEVC_CONFIG), ...CONFIGS, ...pictures(0, 5), ...sounds(0, 5)), {
    ends: true,
    soundOnly: true,
  });
  expect(events).toEqual([SOUND_ALONE]);
  expect(timesOf(streams[0]!, 'sound').length).toBe(5);
});
