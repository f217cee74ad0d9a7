/** P29: an audio element that follows the pictures: what it plays, reports and removes. */
import { beforeEach, expect, test, vi } from 'vitest';
import { ElementSound } from '../../kinds/element-sound.ts';
import { eachOnPage } from './fake-video.ts';

class Buffer extends EventTarget {
  updating = false;
  ranges: readonly (readonly [number, number])[] = [];
  readonly did: unknown[] = [];
  get buffered() {
    return { length: this.ranges.length, start: (at: number) => this.ranges[at]![0], end: (at: number) => this.ranges[at]![1] };
  }
  appendBuffer = (segment: Uint8Array): void => void this.did.push(['append', [...segment]]);
  remove = (from: number, to: number): void => void this.did.push(['remove', from, to]);
}
class Source extends EventTarget {
  static isTypeSupported = (mime: string): boolean => mime.startsWith('audio/mp4');
  readyState = 'open';
  readonly buffer = new Buffer();
  readonly mimes: string[] = [];
  addSourceBuffer = (mime: string): Buffer => (this.mimes.push(mime), this.buffer);
}
class Element {
  volume = 1;
  muted = false;
  paused = true;
  seeking = false;
  readyState = 4;
  currentTime = 0;
  playbackRate = 1;
  isRefused = false;
  plays = 0;
  play = async (): Promise<void> => {
    this.plays++;
    if (this.isRefused) return Promise.reject(new DOMException('a gesture first', 'NotAllowedError'));
    this.paused = false;
    return Promise.resolve();
  };
  pause = (): void => void (this.paused = true);
  load = (): void => undefined;
  removeAttribute = (): void => undefined;
}

let element: Element;
let source: Source;
let gestures: Map<string, () => void>;
let figures: Record<string, number>;
eachOnPage();
beforeEach(() => {
  element = new Element();
  gestures = new Map();
  figures = { MEDIA_MS: 0, RATE: 1 };
  vi.stubGlobal('MediaSource', Source);
  vi.stubGlobal('URL', { createObjectURL: (made: Source) => ((source = made), 'blob:1'), revokeObjectURL: vi.fn() });
  vi.stubGlobal('Audio', function made() {
    return element;
  });
  vi.stubGlobal('addEventListener', (type: string, act: () => void) => gestures.set(type, act));
  vi.stubGlobal('removeEventListener', (type: string) => gestures.delete(type));
});

function open(change: { readonly running?: boolean; readonly isRefused?: boolean; readonly muted?: boolean } = {}) {
  const { running = true, isRefused = false, muted = false } = change;
  element.isRefused = isRefused;
  const onBlocked = vi.fn();
  const metrics = { get: (name: string) => figures[name]!, set: (name: string, value: number) => void (figures[name] = value) };
  const sound = ElementSound.open({ mime: 'audio/mp4', metrics: metrics as never, volume: 0.4, muted, running, onBlocked })!;
  source.dispatchEvent(new Event('sourceopen'));
  return { sound, onBlocked, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('P29 the element has the viewer’s sound and plays only while the pictures run', async () => {
  const it = open({ running: false, muted: true });
  expect([element.volume, element.muted, element.plays]).toEqual([0.4, true, 0]);
  it.sound.setRunning(true);
  await it.pass(0);
  expect(element.paused).toBe(false);
  it.sound.setVolume(0.7, false);
  it.sound.setRunning(false);
  expect([element.volume, element.muted, element.paused]).toEqual([0.7, false, true]);
  it.sound.dispose();
});

test('P24 P29 a refused sound is reported once, and a later gesture plays it', async () => {
  const it = open({ isRefused: true });
  await it.pass(0);
  gestures.get('keydown')!();
  await it.pass(0);
  expect(it.onBlocked.mock.calls).toEqual([[true]]);
  element.isRefused = false;
  gestures.get('pointerdown')!();
  await it.pass(0);
  expect([it.onBlocked.mock.calls, element.paused]).toEqual([[[true], [false]], false]);
  it.sound.dispose();
  expect(gestures.size).toBe(0);
});

test('P29 a sound that starts late, by a gesture or with the pictures, starts at the position of the pictures', async () => {
  const it = open({ isRefused: true });
  it.sound.append(new Uint8Array([1]), 1_000);
  await it.pass(0);
  figures['MEDIA_MS'] = 8_500;
  element.isRefused = false;
  gestures.get('pointerdown')!();
  await it.pass(0);
  expect(element.currentTime).toBe(7.5);
  // The position is near enough: a seek would only interrupt the sound.
  figures['MEDIA_MS'] = 8_600;
  it.sound.setRunning(true);
  await it.pass(0);
  expect(element.currentTime).toBe(7.5);
  it.sound.setRunning(false);
  figures['MEDIA_MS'] = 12_000;
  it.sound.setRunning(true);
  await it.pass(0);
  expect(element.currentTime).toBe(11);
  it.sound.dispose();
});

test('P29 the position of the element is the clock of the pictures, and its rate is the requested one', async () => {
  const it = open();
  it.sound.append(new Uint8Array([1]), 5_000);
  figures['MEDIA_MS'] = 5_000;
  figures['RATE'] = 1.07;
  await it.pass(0);
  element.currentTime = 0.2;
  await it.pass(100);
  expect([figures['ELEMENT_MS'], element.playbackRate]).toEqual([5_200, 1.07]);
  expect(figures['ELEMENT_AT_MS']).toBeCloseTo(performance.timeOrigin + performance.now(), 0);
  element.seeking = true;
  await it.pass(100);
  expect(figures['ELEMENT_MS']).toBeNaN();
  it.sound.jump(9_000);
  expect(element.currentTime).toBe(4);
  it.sound.dispose();
});

test('P29 an element that does not advance for 0.5 s is no clock; when it advances again, it seeks to the pictures', async () => {
  const it = open();
  it.sound.append(new Uint8Array([1]), 0);
  await it.pass(0);
  await it.pass(700);
  expect(figures['ELEMENT_MS']).toBeNaN();
  figures['MEDIA_MS'] = 6_000;
  element.currentTime = 0.1;
  await it.pass(100);
  expect(element.currentTime).toBe(6);
  it.sound.dispose();
});

test('P29 an element that waits before a gap in the sound seeks to the pictures when they reach the sound after it', async () => {
  const it = open();
  it.sound.append(new Uint8Array([1]), 1_000);
  await it.pass(0);
  element.currentTime = 4;
  source.buffer.ranges = [
    [0, 4],
    [6, 9],
  ];
  // No sound at the position of the pictures yet.
  figures['MEDIA_MS'] = 6_500;
  await it.pass(700);
  expect(element.currentTime).toBe(4);
  figures['MEDIA_MS'] = 7_500;
  await it.pass(100);
  expect(element.currentTime).toBe(6.5);
  it.sound.dispose();
});

test('P29 segments are appended one at a time, and those played long ago are removed, in seconds of the element', async () => {
  const it = open();
  const { buffer } = source;
  it.sound.append(new Uint8Array([1]), 1_000);
  buffer.updating = true;
  it.sound.append(new Uint8Array([2]), Number.NaN);
  expect(buffer.did).toEqual([['append', [1]]]);
  buffer.updating = false;
  buffer.dispatchEvent(new Event('updateend'));
  buffer.ranges = [[0, 40]];
  figures['MEDIA_MS'] = 41_000;
  it.sound.append(new Uint8Array([3]), Number.NaN);
  expect(buffer.did.slice(1)).toEqual([
    ['append', [2]],
    ['remove', 0, 30],
  ]);
  buffer.ranges = [[30, 40]];
  buffer.dispatchEvent(new Event('updateend'));
  expect(buffer.did.at(-1)).toEqual(['append', [3]]);
  it.sound.dispose();
});

test('P22 P29 a source gets one buffer for the sound when it opens, and none if the sound was disposed before', () => {
  const it = open();
  expect(source.mimes).toEqual(['audio/mp4']);
  it.sound.dispose();
  // As in the browser: its address was removed from the element.
  source.readyState = 'closed';
  source.dispatchEvent(new Event('sourceopen'));
  expect(source.mimes).toHaveLength(1);
});
