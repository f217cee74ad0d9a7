import { expect, test } from 'vitest';
import {
  PeakLight,
  eetf,
  hlgToScene,
  nitsToPq,
  PixelToneMapper,
  pqToNits,
  SDR_WHITE_NITS,
  toneMapOf,
  toSdr,
  type ToneMap,
} from '../../../rules/decoding/tone-mapping.ts';

const [SOURCE, TARGET] = [nitsToPq(1_000), nitsToPq(SDR_WHITE_NITS)];
const PQ_1000: ToneMap = { transfer: 'pq', isWide: true, peakNits: 1_000 };
const HLG: ToneMap = { transfer: 'hlg', isWide: true, peakNits: 1_000 };

test('P20 PQ has the codes of BT.2408 for known light, in both directions', () => {
  for (const [nits, code] of [
    [100, 0.5081],
    [203, 0.5807],
    [1_000, 0.7518],
    [4_000, 0.9026],
    [10_000, 1],
  ] as const) {
    expect(nitsToPq(nits)).toBeCloseTo(code, 4);
    expect(pqToNits(nitsToPq(nits))).toBeCloseTo(nits, 4);
  }
  expect(pqToNits(0)).toBe(0);
});

test('P20 HLG of 75 % is reference white on a display of 1,000 cd/m²', () => {
  const scene = hlgToScene(0.75);
  expect(scene).toBeCloseTo(0.265, 3);
  expect(1_000 * scene ** 1.2).toBeCloseTo(203, 0);
  expect(hlgToScene(1)).toBeCloseTo(1, 5);
  expect(hlgToScene(0.5)).toBeCloseTo(1 / 12, 6);
});

test('P20 the EETF of BT.2390 does not change values below the knee, ends at the white of the screen, and is monotonic', () => {
  const knee = (1.5 * TARGET) / SOURCE - 0.5;
  expect(eetf(0.3, SOURCE, TARGET)).toBeCloseTo(0.3, 9);
  expect(eetf(SOURCE * knee * 0.99, SOURCE, TARGET)).toBeCloseTo(SOURCE * knee * 0.99, 9);
  expect(eetf(SOURCE, SOURCE, TARGET)).toBeCloseTo(TARGET, 9);
  expect(eetf(1, SOURCE, TARGET)).toBeCloseTo(TARGET, 9);
  let before = -1;
  for (let code = 0; code <= SOURCE; code += 0.005) {
    const mapped = eetf(code, SOURCE, TARGET);
    expect(mapped).toBeGreaterThan(before);
    expect(mapped).toBeLessThanOrEqual(code + 1e-9);
    before = mapped;
  }
  // A screen that shows all of the source changes nothing.
  expect(eetf(0.7, TARGET, SOURCE)).toBeCloseTo(TARGET, 9);
  expect(eetf(0.5, TARGET, SOURCE)).toBeCloseTo(0.5, 9);
});

test('P20 grey stays grey, black stays black, the peak is white, and dark light keeps its level', () => {
  for (const map of [PQ_1000, HLG]) {
    expect(toSdr([0, 0, 0], map)).toEqual([0, 0, 0]);
    const peak = map.transfer === 'pq' ? SOURCE : 1;
    for (const value of toSdr([peak, peak, peak], map)) expect(value).toBeCloseTo(1, 2);
    const [r, g, b] = toSdr([0.4, 0.4, 0.4], map);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(0.002);
  }
  // 50 cd/m² is below the knee, so linear light does not change.
  const code = nitsToPq(50);
  const linear = ((toSdr([code, code, code], PQ_1000)[0] + 0.055) / 1.055) ** 2.4;
  expect(linear).toBeCloseTo(50 / SDR_WHITE_NITS, 3);
});

test('P20 a bright saturated colour keeps its hue instead of turning white', () => {
  const [r, g, b] = toSdr([SOURCE, nitsToPq(20), nitsToPq(20)], PQ_1000);
  expect(r).toBeGreaterThan(0.99);
  expect(Math.max(g, b)).toBeLessThan(0.4);
});

test('P20 the tables equal the formulas within two codes', () => {
  for (const map of [PQ_1000, HLG, { ...PQ_1000, isWide: false, peakNits: 4_000 }]) {
    const mapper = new PixelToneMapper(map);
    for (let red = 0; red < 256; red += 15) {
      for (let green = 0; green < 256; green += 51) {
        const pixel = new Uint8ClampedArray([red, green, 90, 255]);
        mapper.apply(pixel);
        const want = toSdr([red / 255, green / 255, 90 / 255], map).map((value) => Math.round(value * 255));
        want.forEach((value, i) => expect(Math.abs(pixel[i]! - value)).toBeLessThanOrEqual(2));
        expect(pixel[3]).toBe(255);
      }
    }
  }
});

test('P20 only PQ and HLG are mapped, by the peak in the stream', () => {
  expect(toneMapOf({ transfer: 1, primaries: 9, peakNits: 0 })).toBeUndefined();
  expect(toneMapOf({ transfer: 16, primaries: 9, peakNits: 0 })).toEqual(PQ_1000);
  expect(toneMapOf({ transfer: 16, primaries: 1, peakNits: 4_000 })).toEqual({ transfer: 'pq', isWide: false, peakNits: 4_000 });
  expect(toneMapOf({ transfer: 16, primaries: 9, peakNits: 1_000_000 })?.peakNits).toBe(10_000);
  expect(toneMapOf({ transfer: 18, primaries: 9, peakNits: 4_000 })).toEqual(HLG);
});

const mastering = [137, 0, 0, 24, ...Array.from({ length: 16 }, () => 0), 0, 0x98, 0x96, 0x80, 0, 0, 0, 1]; // 1,000 cd/m²
test('P20 pictures without messages have the peak of the previous ones, until the sequence changes', () => {
  const memory = new Uint8Array(mastering).buffer;
  const peak = new PeakLight();
  const sei = { offset: 0, bytes: mastering.length };
  expect(peak.of({ sequence: 1, sei }, memory)).toBe(1_000);
  expect(peak.of({ sequence: 1, sei: { offset: 0, bytes: 0 } }, memory)).toBe(1_000);
  expect(peak.of({ sequence: 2, sei: { offset: 0, bytes: 0 } }, memory)).toBe(0);
});
