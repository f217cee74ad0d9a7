import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { splitAccessUnits, splitAnnexB, splitLengthPrefixed } from '../../src/wasm/glue/access-units.ts';

const SLICE_FIRST = [0x02, 0x01, 0x80, 0xaa]; // TRAIL_R, first_slice_segment_in_pic_flag 1
const SLICE_NEXT = [0x02, 0x01, 0x40, 0xbb];
const AUD = [0x46, 0x01, 0x50];
const VPS = [0x40, 0x01, 0x0c, 0x01];
const PREFIX_SEI = [0x4e, 0x01, 0x05, 0x00];
const SUFFIX_SEI = [0x50, 0x01, 0x84, 0x10];
const RESERVED_VCL = [0x2c, 0x01, 0x80, 0xdd]; // RSV_IRAP_VCL22
const LAYER1_SLICE = [0x02, 0x09, 0x80, 0xcc];

const stream = (...nals: number[][]) => Uint8Array.from(nals.flatMap((nal) => [0, 0, 0, 1, ...nal]));
const shape = (bytes: Uint8Array) => [...splitAccessUnits(bytes)].map((unit) => [...splitAnnexB(unit)].length);

test('an access unit starts at a picture, its delimiter, its parameter sets or its prefix SEI', () => {
  expect(shape(stream(VPS, SLICE_FIRST, SLICE_NEXT, SLICE_FIRST))).toEqual([3, 1]);
  expect(shape(stream(AUD, SLICE_FIRST, AUD, SLICE_FIRST))).toEqual([2, 2]);
  expect(shape(stream(VPS, PREFIX_SEI, SLICE_FIRST, SUFFIX_SEI, VPS, SLICE_FIRST))).toEqual([4, 2]);
});

test('parameter sets and prefix SEI between the slices of a picture open no access unit', () => {
  expect(shape(stream(VPS, SLICE_FIRST, PREFIX_SEI, SLICE_NEXT, PREFIX_SEI, VPS, SLICE_FIRST))).toEqual([4, 3]);
  expect(shape(stream(SLICE_FIRST, VPS, SLICE_NEXT, PREFIX_SEI, AUD, SLICE_FIRST))).toEqual([3, 3]);
});

test('an access unit delimiter opens an access unit even if the first slice behind it is lost', () => {
  expect(shape(stream(AUD, SLICE_FIRST, AUD, SLICE_NEXT))).toEqual([2, 2]);
});

test('NAL units of other layers stay with the picture they follow', () => {
  expect(shape(stream(SLICE_FIRST, LAYER1_SLICE, SLICE_FIRST, LAYER1_SLICE))).toEqual([2, 2]);
});

test('reserved VCL types are not pictures, whatever their first bit', () => {
  expect(shape(stream(SLICE_FIRST, RESERVED_VCL, SLICE_NEXT, SLICE_FIRST))).toEqual([3, 1]);
});

test('the units together are the stream from its first start code on', () => {
  const bytes = Uint8Array.from([9, 9, ...stream(VPS, SLICE_FIRST, SLICE_NEXT, AUD, SLICE_FIRST, SUFFIX_SEI)]);
  expect(Buffer.concat([...splitAccessUnits(bytes)])).toEqual(Buffer.from(bytes.subarray(3)));
});

test('bytes without a start code, and empty input, have no access unit', () => {
  expect(shape(new Uint8Array(0))).toEqual([]);
  expect(shape(Uint8Array.of(1, 2, 3, 4, 5, 6, 7))).toEqual([]);
});

test('three-byte start codes and trailing zeros are supported', () => {
  const bytes = Uint8Array.from([0, 0, 1, ...VPS, 0, 0, 0, 1, ...SLICE_FIRST, 0, 0, 0, 0, 1, ...AUD]);
  expect([...splitAnnexB(bytes)].map((nal) => [...nal])).toEqual([VPS, SLICE_FIRST, AUD]);
});

test('length-prefixed units stop at the first length that does not fit', () => {
  const bytes = Uint8Array.from([0, 0, 0, 2, 7, 8, 0, 0, 0, 9, 1]);
  expect([...splitLengthPrefixed(bytes, 4)].map((nal) => [...nal])).toEqual([[7, 8]]);
  expect([...splitLengthPrefixed(Uint8Array.of(1, 5, 2, 6, 7), 1)].map((nal) => [...nal])).toEqual([[5], [6, 7]]);
});

test('a fixture has as many access units as pictures', () => {
  const manifest = JSON.parse(readFileSync('fixtures/hevc/manifest.json', 'utf8')) as { file: string; frames: number; x265: string }[];
  const units = (file: string) => [...splitAccessUnits(readFileSync(`fixtures/hevc/${file}`))].length;
  const wrong = manifest.filter(({ file, frames }) => units(file) !== frames).map(({ file }) => file);
  expect(manifest.length).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});
