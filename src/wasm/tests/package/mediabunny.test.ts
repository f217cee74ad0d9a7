import { createHash } from 'node:crypto';
import { ALL_FORMATS, BufferSource, Input, MkvOutputFormat, MpegTsOutputFormat, VideoSampleSink } from 'mediabunny';
import { beforeAll, expect, test } from 'vitest';
import { registerHevcDecoder } from '../../glue/mediabunny.ts';
import { bytesOf, decoded, STAGE, track } from './streams.ts';
import { remuxed } from './writers.ts';

const open = (bytes: Uint8Array<ArrayBuffer>): Input => new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });

/** Reads a file as a user of mediabunny does: all pictures of its video. */
async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<{ frames: number; md5: string; formats: string[]; inOrder: boolean }> {
  const video = (await open(bytes).getPrimaryVideoTrack())!;
  expect(await video.canDecode()).toBe(true);
  const hash = createHash('md5');
  const formats = new Set<string>();
  const times: number[] = [];
  for await (const sample of new VideoSampleSink(video).samples()) {
    const data = new Uint8Array(sample.allocationSize());
    await sample.copyTo(data);
    hash.update(data);
    formats.add(String(sample.format));
    times.push(sample.timestamp);
    sample.close();
  }
  const inOrder = times.every((time, i) => i === 0 || time > times[i - 1]!);
  return { frames: times.length, md5: hash.digest('hex'), formats: [...formats], inOrder };
}

beforeAll(() => registerHevcDecoder({ threads: 2 }));

test('mediabunny decodes HEVC of MP4, MKV and MPEG-TS in Node exactly', async () => {
  const path = 'clips/stage-h265.mp4';
  const mp4 = bytesOf(path);
  const want = { frames: STAGE.samples.length, md5: (await decoded(track(path))).md5, formats: ['I420'], inOrder: true };
  expect(await decode(mp4)).toEqual(want);
  expect(await decode(await remuxed(new BufferSource(mp4), new MkvOutputFormat()))).toEqual(want);
  expect(await decode(await remuxed(new BufferSource(mp4), new MpegTsOutputFormat()))).toEqual(want);
});

test('mediabunny receives 10-bit samples of fragmented MP4', async () => {
  const path = 'clips/stage-h265-fragments.mp4';
  const got = await decode(bytesOf(path));
  expect(got).toEqual({ frames: 75, md5: (await decoded(track(path))).md5, formats: ['I420P10'], inOrder: true });
});

test('mediabunny seeks: a sample at a time is the picture of that time', async () => {
  const video = (await open(bytesOf('clips/stage-h265.mp4')).getPrimaryVideoTrack())!;
  const sink = new VideoSampleSink(video);
  for (const seconds of [2.2, 0.4, 1]) {
    const sample = (await sink.getSample(seconds))!;
    expect(sample.timestamp).toBeCloseTo(seconds, 5);
    sample.close();
  }
});

test("other codecs use mediabunny's decoders, and a damaged stream rejects with the error of the decoder", async () => {
  const other = (await open(bytesOf('clips/ad.mp4')).getPrimaryVideoTrack())!;
  expect(await other.canDecode()).toBe(false); // Node has no H.264 decoder.
  const bytes = bytesOf('clips/stage-h265.mp4');
  const sample = STAGE.samples[3]!.data;
  const copy = bytes.slice();
  copy.fill(0xde, sample.byteOffset + 12, sample.byteOffset + sample.length);
  await expect(decode(copy)).rejects.toThrow(/DECODER_DAMAGED|EncodingError|concealed/);
});
