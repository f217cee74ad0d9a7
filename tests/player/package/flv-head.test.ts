import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { containerOf, readFlvHead } from '../../../src/player/package/flv-head.ts';

const fixture = (name: string): Uint8Array => readFileSync(`fixtures/streams/${name}.flv`);
const header = (flags: number): number[] => [0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0];
const tag = (type: number, body: readonly number[]): number[] => {
  const header = [type, 0, 0, body.length, 0, 0, 0, 0, 0, 0, 0];
  return header.concat(body, [0, 0, 0, header.length + body.length]);
};
const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const bytesOf = (...parts: readonly number[][]): Uint8Array => Uint8Array.from(parts.flat());
const VIDEO = 9;
const AUDIO = 8;

test('P21 the head of each recording contains its codecs and the form in which the encoder sends them', () => {
  const heads = ['sync-640x360-h264', 'sync-640x360-h265-id12', 'sync-640x360-h265-hvc1', 'radio'].map((name) => {
    const { video, audio, isEnhanced } = readFlvHead(fixture(name));
    return [video, audio, isEnhanced];
  });
  expect(heads).toEqual([
    ['H264', 'AAC', false],
    ['H265', 'AAC', false],
    ['H265', 'AAC', true],
    [null, 'AAC', false],
  ]);
});

test.each([0, 9, 20])(
  'P21 tags are read after a header whose DataOffset is %i; one below 9 counts as 9, as in the H265 player',
  (dataOffset) => {
    const more = Array.from({ length: Math.max(0, dataOffset - 9) }, () => VIDEO);
    const flv = [0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, dataOffset, ...more, 0, 0, 0, 0];
    const { video, audio } = readFlvHead(bytesOf(flv, tag(VIDEO, [0x17, 0, 0, 0, 0]), tag(AUDIO, [0xaf, 0])));
    expect([video, audio]).toEqual(['H264', 'AAC']);
  },
);

test('P21 unsupported codecs are named as well, by number and by FourCC', () => {
  const head = (video: readonly number[], audio: readonly number[]): readonly (string | null)[] => {
    const read = readFlvHead(bytesOf(header(5), tag(VIDEO, video), tag(AUDIO, audio)));
    return [read.video, read.audio];
  };
  expect(head([0x12, 0, 0, 0, 0], [0x22, 0])).toEqual(['H263', 'MP3']);
  expect(head([0x90, ...ascii('av01')], [0x90, ...ascii('Opus')])).toEqual(['AV1', 'Opus']);
  expect(head([0x90, ...ascii('vp09')], [0x90, ...ascii('xxxx')])).toEqual(['VP9', 'xxxx']);
  expect(head([0x1e, 0, 0, 0, 0], [0xf0, 0])).toEqual(['#14', '#15']);
});

test.each([
  [2, 'H263'],
  [3, 'Screen'],
  [4, 'VP6'],
  [5, 'VP6 alpha'],
  [6, 'Screen 2'],
  [7, 'H264'],
  [12, 'H265'],
  [13, 'AV1'],
])('P21 pictures with the number %d are %s', (id, name) => {
  expect(readFlvHead(bytesOf(header(1), tag(VIDEO, [0x10 | id, 0, 0, 0, 0]))).video).toBe(name);
});

test.each([
  ['avc1', 'H264'],
  ['hev1', 'H265'],
  ['vp08', 'VP8'],
  ['vvc1', 'H266'],
])('P21 pictures with the FourCC %s are %s', (fourcc, name) => {
  const head = readFlvHead(bytesOf(header(1), tag(VIDEO, [0x90, ...ascii(fourcc)])));
  expect([head.video, head.isEnhanced]).toEqual([name, true]);
});

test.each([
  [0, 'PCM'],
  [1, 'ADPCM'],
  [3, 'PCM'],
  [4, 'Nellymoser'],
  [5, 'Nellymoser'],
  [6, 'Nellymoser'],
  [7, 'G.711 A-law'],
  [8, 'G.711 mu-law'],
  [11, 'Speex'],
  [13, 'Opus'],
  [14, 'MP3'],
])('P21 sound with the number %d is %s', (id, name) => {
  expect(readFlvHead(bytesOf(header(4), tag(AUDIO, [id << 4, 0]))).audio).toBe(name);
});

test.each([
  ['mp4a', 'AAC'],
  ['.mp3', 'MP3'],
  ['fLaC', 'FLAC'],
  ['ac-3', 'AC-3'],
  ['ec-3', 'E-AC-3'],
])('P21 sound with the FourCC %s is %s', (fourcc, name) => {
  expect(readFlvHead(bytesOf(header(4), tag(AUDIO, [0x90, ...ascii(fourcc)])))).toMatchObject({ audio: name, isEnhanced: false });
});

test('P21 a tag without content names no codec, and an incomplete FourCC needs more bytes', () => {
  const empty = readFlvHead(bytesOf(header(5), tag(AUDIO, []), tag(VIDEO, []), tag(AUDIO, [0xaf, 0])));
  expect([empty.video, empty.audio]).toEqual([null, 'AAC']);
  const enhanced = bytesOf(header(5), tag(AUDIO, [0x90, ...ascii('Opus')]));
  expect(readFlvHead(enhanced.subarray(0, 13 + 11 + 4)).audio).toBeNull();
  expect(readFlvHead(enhanced.subarray(0, 13 + 11 + 5)).audio).toBe('Opus');
  expect(readFlvHead(bytesOf(header(5)).subarray(0, 9))).toMatchObject({ video: null, audio: null, promisesVideo: true });
});

test('P21 a truncated head names only the codecs that have arrived, and the first byte of a keyframe is enough', () => {
  const whole = bytesOf(header(5), tag(AUDIO, [0xaf, 0, 0x12, 0x10]), tag(VIDEO, [0x90, ...ascii('hvc1'), 0]));
  for (let length = 0; length <= whole.length; length++) {
    const { video, audio } = readFlvHead(whole.subarray(0, length));
    expect([null, 'AAC']).toContain(audio);
    expect([null, 'H265']).toContain(video);
  }
  expect(readFlvHead(whole.subarray(0, whole.length - 4)).video).toBe('H265');
  expect(readFlvHead(bytesOf(header(1), tag(VIDEO, [0x17, 1]).slice(0, 12))).video).toBe('H264');
});

test('P21 a command of the encoder is not a picture, and the header’s flags are kept separately', () => {
  const head = readFlvHead(bytesOf(header(5), tag(VIDEO, [0x5c, 0]), tag(AUDIO, [0xaf, 0])));
  expect(head).toMatchObject({ video: null, audio: 'AAC', promisesVideo: true, promisesAudio: true });
  expect(readFlvHead(bytesOf(header(4))).promisesVideo).toBe(false);
});

test('P21 other containers are named, so that a wrong address differs from a broken stream', () => {
  const of = (text: string): unknown => containerOf(bytesOf(ascii(text.padEnd(20))));
  expect(containerOf(bytesOf([0x46, 0x4c]))).toBeNull();
  expect(of('FLV\u0001')).toBe('flv');
  expect(of('#EXTM3U\n#EXT')).toBe('hls');
  expect(of('\u0000\u0000\u0000\u0018ftypisom')).toBe('mp4');
  expect(of('\n<!doctype html>')).toBe('html');
  expect(of('{"code":1}')).toBe('json');
  expect(of('G@\u0000')).toBe('mpeg-ts');
  expect(of('hello')).toBe('unknown');
});
