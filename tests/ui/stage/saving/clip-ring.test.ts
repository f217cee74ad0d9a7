import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createClipRing, nextStep } from '../../../../src/ui/stage/saving/clip-ring.ts';

/** Repeated here, so that a change of the limit fails a test. */
const CLIP_MS = 30_000;

test.each([
  [[], 'begin'],
  [[0], 'wait'],
  [[CLIP_MS - 1], 'wait'],
  [[CLIP_MS], 'begin'],
  [[CLIP_MS + 1_000, 1_000], 'wait'],
  [[2 * CLIP_MS, CLIP_MS], 'replace-oldest'],
] as const)('P3 recordings of the ages %j ms: %s', (ages, step) => {
  expect(nextStep(ages)).toBe(step);
});

test('P3 at every second there is a recording of 30 s after the start, none is longer than 61 s, and there are at most two', () => {
  let begun: readonly number[] = [];
  for (let nowMs = 0; nowMs < 600_000; nowMs += 1_000) {
    const step = nextStep(begun.map((ms) => nowMs - ms));
    if (step === 'replace-oldest') begun = begun.slice(1);
    if (step !== 'wait') begun = [...begun, nowMs];
    const ages = begun.map((ms) => nowMs - ms);
    expect(ages.length).toBeLessThanOrEqual(2);
    expect(ages[0]).toBeLessThanOrEqual(61_000);
    if (nowMs >= CLIP_MS) expect(ages[0]).toBeGreaterThanOrEqual(CLIP_MS);
  }
});

/** As in a browser: `stop` of an inactive recorder does nothing, and the last data and the event follow in a later task. */
class FakeRecorder extends EventTarget {
  static readonly made: FakeRecorder[] = [];
  static readonly isTypeSupported = (): boolean => true;
  readonly mimeType = 'video/webm;codecs=vp8,opus';
  state = 'inactive';

  constructor() {
    super();
    FakeRecorder.made.push(this);
  }
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    if (this.state === 'inactive') return;
    this.state = 'inactive';
    setTimeout(() => {
      this.give('end');
      this.dispatchEvent(new Event('stop'));
    }, 0);
  }
  give(bytes: string): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([bytes]) }));
  }
}

beforeEach(() => {
  FakeRecorder.made.length = 0;
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  class Nothing {
    observe = (): void => undefined;
    disconnect = (): void => undefined;
  }
  vi.stubGlobal('MutationObserver', Nothing);
  vi.stubGlobal('HTMLCanvasElement', Nothing);
});
afterEach(() => vi.unstubAllGlobals());

/** `srcObject` is null for an element that plays by an address. */
function recordingRing(srcObject: object | null = null) {
  const tracks: { isLive: boolean; stop(): void }[] = [];
  function captureStream() {
    const track = { isLive: true, stop: () => void (track.isLive = false) };
    tracks.push(track);
    return { getVideoTracks: () => [track], getTracks: () => [track] };
  }
  const video = { srcObject, captureStream };
  const host = Object.assign(new EventTarget(), { querySelector: () => video }) as unknown as Element;
  const ring = createClipRing(
    () => host,
    () => 0,
  );
  expect(ring.start()).toBe(true);
  return { ring, host, recorder: FakeRecorder.made[0]!, live: () => tracks.map(({ isLive }) => isLive) };
}

test('P3 a saved clip has all data of its recording, and another recording begins', async () => {
  const { ring, recorder } = recordingRing();
  recorder.give('begin ');
  const clip = await ring.save();
  expect([await clip?.text(), clip?.type, FakeRecorder.made.length]).toEqual(['begin end', 'video/webm', 2]);
});

test.each([
  ['just now', false],
  ['before', true],
])('P3 a clip is saved if its recording has ended by itself %s', async (_when, isOver) => {
  const { ring, recorder } = recordingRing();
  recorder.give('begin ');
  // The tracks of the element have ended.
  recorder.stop();
  if (isOver) await new Promise((resolve) => setTimeout(resolve, 1));
  const clip = await ring.save();
  expect([await clip?.text(), FakeRecorder.made.length]).toEqual(['begin end', 2]);
});

test('P3 when the element plays again after its tracks have ended, a clip has only what was recorded since', async () => {
  const { ring, host, recorder } = recordingRing();
  recorder.give('before ');
  recorder.stop();
  host.dispatchEvent(new Event('playing'));
  FakeRecorder.made[1]!.give('after ');
  const clip = await ring.save();
  expect([await clip?.text(), FakeRecorder.made.length]).toEqual(['after end', 3]);
});

test.each([
  ['of an element that plays by an address end with its recording, because they copy each picture', null, [false, false]],
  ['of an element that plays a stream continue, because they are the player’s own', {}, [true, true]],
])('P3 captured tracks %s', async (_what, srcObject, afterwards) => {
  const { ring, recorder, live } = recordingRing(srcObject);
  recorder.give('begin ');
  await ring.save();
  expect(live()).toEqual([afterwards[0], true]);
  ring.stop();
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(live()).toEqual(afterwards);
});
