import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readStream } from '../../mocks/recordings/recording.ts';
import { audioConfigBody, flvTag, muxFlv, videoConfigBody, videoFrameBody, type VideoCarriage } from '../../scripts/fixtures/flv-muxer.ts';
import { readManifest, verifyManifest } from '../../scripts/fixtures/manifest.ts';
import { ofType, readFlv } from '../../src/player/tests/flv/flv-bytes.ts';
import { seeded } from '../../src/wasm/tests/seeded.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const CARRIAGES: readonly VideoCarriage[] = ['avc', 'hevc-id12', 'hevc-hvc1'];

const demux = (bytes: Uint8Array): ReturnType<typeof readFlv>['events'] => readFlv(bytes).events;

/** A picture with one slice: its length, the header of the NAL unit, and a first slice. */
function slice(carriage: VideoCarriage, isKey: boolean, rest: Uint8Array): Uint8Array {
  // An I slice of an IDR picture, or a P slice.
  const header = carriage === 'avc' ? (isKey ? [0x65, 0x88] : [0x41, 0x98]) : [isKey ? 0x26 : 2, 1, 0x80];
  const out = Buffer.concat([Uint8Array.of(0, 0, 0, 0, ...header), rest]);
  out.writeUInt32BE(out.length - 4);
  return new Uint8Array(out);
}

/** A record whose only set is an SPS. */
const recordOf = (carriage: VideoCarriage): Uint8Array =>
  carriage === 'avc'
    ? Uint8Array.of(1, 66, 0, 30, 0xff, 0xe1, 0, 4, 0x67, 66, 0, 30, 0)
    : Uint8Array.of(1, 1, ...Array.from({ length: 19 }, () => 0), 3, 1, 0xa1, 0, 1, 0, 4, 0x42, 1, 1, 1);

test.each(CARRIAGES)('P20 a stream muxed as %s is demuxed unchanged', (carriage) => {
  const random = seeded(CARRIAGES.indexOf(carriage) + 1);
  const samples = Array.from({ length: 80 }, (_, i) => ({
    dtsMs: i * 40,
    ptsMs: i * 40 + 40 * random.int(4),
    isKey: i % 20 === 0,
    data: slice(carriage, i % 20 === 0, random.bytes(5 + random.int(3_000))),
  }));
  const audio = Array.from({ length: 150 }, (_, i) => ({ ptsMs: Math.round(i * 21.333), data: random.bytes(1 + random.int(300)) }));
  const bytes = muxFlv({
    video: { carriage, width: 640, height: 360, frameRate: 25, config: recordOf(carriage), samples },
    audio: { sampleRate: 48_000, channels: 2, config: Uint8Array.of(0x11, 0x90), samples: audio },
    durationMs: 3_200,
  });
  const events = demux(bytes);
  expect(events.filter((event) => event.type === 'damage')).toEqual([]);
  const pictures = ofType(events, 'picture').map(({ timeMs, compositionMs, isKey, data }) => ({
    dtsMs: timeMs,
    ptsMs: timeMs + compositionMs,
    isKey,
    data,
  }));
  expect(pictures).toEqual(samples);
  const sounds = ofType(events, 'sound').map(({ timeMs, data }) => ({ ptsMs: timeMs, data }));
  expect(sounds).toEqual(audio);
  const read = readStream(new Uint8Array(bytes));
  expect(read).toMatchObject({ ok: true, value: { durationMs: 3_200, isTruncated: false } });
});

test('a timestamp beyond 24 bits uses the extended byte', () => {
  const tag = flvTag(9, 0x8765_4321, Uint8Array.of(1));
  expect([...tag.subarray(4, 8)]).toEqual([0x65, 0x43, 0x21, 0x87]);
});

test('sequence headers and coded frames have the bytes of the two specifications', () => {
  const sample = { dtsMs: 0, ptsMs: 80, isKey: true, data: Uint8Array.of(9) };
  expect([...videoConfigBody('avc', Uint8Array.of(1))]).toEqual([0x17, 0, 0, 0, 0, 1]);
  expect([...videoConfigBody('hevc-id12', Uint8Array.of(1))]).toEqual([0x1c, 0, 0, 0, 0, 1]);
  expect([...videoConfigBody('hevc-hvc1', Uint8Array.of(1))]).toEqual([0x90, 0x68, 0x76, 0x63, 0x31, 1]);
  expect([...videoFrameBody('avc', sample)]).toEqual([0x17, 1, 0, 0, 80, 9]);
  expect([...videoFrameBody('hevc-hvc1', sample)]).toEqual([0x91, 0x68, 0x76, 0x63, 0x31, 0, 0, 80, 9]);
  expect([...videoFrameBody('hevc-hvc1', { ...sample, ptsMs: 0, isKey: false })]).toEqual([0xa3, 0x68, 0x76, 0x63, 0x31, 9]);
  expect([...audioConfigBody(Uint8Array.of(0x11, 0x90))]).toEqual([0xaf, 0, 0x11, 0x90]);
});

test('the fixtures match the manifest and are small', () => {
  expect(verifyManifest(FIXTURES)).toEqual([]);
  const files = readManifest(FIXTURES);
  expect(files.length).toBeGreaterThan(40);
  expect(files.every((file) => file.how !== '' && file.how !== 'by hand')).toBe(true);
  expect(files.reduce((sum, file) => sum + file.bytes, 0)).toBeLessThan(10 * 1024 * 1024);
});
