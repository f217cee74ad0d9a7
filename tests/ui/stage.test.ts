import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialView } from '../../src/core/room/initial-view.ts';
import type { PlayerView, Stage } from '../../src/core/room/view.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';
import { keyAct } from '../../src/ui/stage/controls/keys.ts';
import { nextItem } from '../../src/ui/overlays/Menu.tsx';
import { createSleepTimer } from '../../src/ui/stage/controls/page-choices.ts';
import { createClipRing, nextStep } from '../../src/ui/stage/saving/clips.ts';
import { fileName } from '../../src/ui/stage/saving/save-file.ts';

test.each([
  ['ArrowDown', -1, 3, 0],
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', -1, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Enter', 1, 3, null],
  ['ArrowDown', -1, 0, null],
])('P3 %s in a menu, from item %i of %i, moves to %j', (key, index, count, next) => {
  expect(nextItem(key, index, count)).toBe(next);
});

const SLEEP_WARNING_MS = 60_000;

const MINUTE_MS = 60_000;

function timer() {
  const clock = manualClock();
  const said: string[] = [];
  const sleep = createSleepTimer(clock);
  const events = { warn: () => said.push('warn'), end: () => said.push('end') } as const;
  return { clock, said, sleep, events: { warn: () => void events.warn(), end: () => void events.end() } };
}

test('P3 the sleep timer warns a minute before, ends once, and is then off', () => {
  const { clock, said, sleep, events } = timer();
  expect(sleep.chosen()).toBeNull();
  sleep.set(15, events);
  expect(sleep.chosen()).toBe(15);
  clock.advance(15 * MINUTE_MS - SLEEP_WARNING_MS - 1);
  expect(said).toEqual([]);
  clock.advance(1);
  expect(said).toEqual(['warn']);
  clock.advance(SLEEP_WARNING_MS);
  expect([said, sleep.chosen(), clock.timers()]).toEqual([['warn', 'end'], null, 0]);
});

test('P3 another choice replaces the sleep timer, and off cancels it', () => {
  const { clock, said, sleep, events } = timer();
  sleep.set(15, events);
  sleep.set(60, events);
  clock.advance(59 * MINUTE_MS - 1);
  expect(said).toEqual([]);
  sleep.set(null, events);
  clock.advance(120 * MINUTE_MS);
  expect([said, sleep.chosen(), clock.timers()]).toEqual([[], null, 0]);
});

test('P3 a screenshot is named by star and time, without characters that file names must not have', () => {
  const at = new Date(2026, 10, 4, 9, 5, 7);
  expect(fileName('小喵Momo', at, 'png')).toBe('小喵Momo 2026-11-04 09-05-07.png');
  expect(fileName('', at, 'png')).toBe('2026-11-04 09-05-07.png');
  expect(fileName('../a:b*\u202e<c>', at, 'png')).toBe('..abc 2026-11-04 09-05-07.png');
  expect(fileName('名'.repeat(300), at, 'png')).toHaveLength(40 + ' 2026-11-04 09-05-07.png'.length);
});

const { player: base, layout } = initialView({ width: 1280, height: 720 });
const view = (player: Partial<PlayerView> = {}, stage: Stage = { name: 'live' }) => ({
  stage,
  layout,
  player: { ...base, status: 'playing', volume: 0.8, canPictureInPicture: true, ...player } as PlayerView,
});

test.each([
  [' ', view(), { type: 'stop-player' }],
  [' ', view({ status: 'buffering' }), { type: 'stop-player' }],
  [' ', view({ status: 'stopped' }), { type: 'retry-player' }],
  [' ', view({ status: 'end' }), { type: 'retry-player' }],
  ['k', view(), { type: 'stop-player' }],
  ['?', view(), { type: 'key-help' }],
  ['?', view({}, { name: 'closed' }), { type: 'key-help' }],
  ['m', view(), { type: 'set-muted', muted: true }],
  ['M', view({ muted: true }), { type: 'set-muted', muted: false }],
  ['m', view({ muted: true, volume: 0 }), { type: 'set-volume', volume: 0.8 }],
  ['m', view({ muted: false, volume: 0 }), { type: 'set-volume', volume: 0.8 }],
  ['f', view(), { type: 'fullscreen' }],
  ['p', view(), { type: 'picture-in-picture' }],
  ['p', view({ canPictureInPicture: false }), null],
  ['d', view(), { type: 'feature', feature: 'danmaku', action: { type: 'toggle' } }],
  ['d', view({}, { name: 'radio' }), null],
  ['ArrowUp', view(), { type: 'set-volume', volume: 0.85 }],
  ['ArrowUp', view({ volume: 0.98 }), { type: 'set-volume', volume: 1 }],
  ['ArrowDown', view({ volume: 0.03 }), { type: 'set-volume', volume: 0 }],
  ['i', view(), { type: 'nerd-stats' }],
  ['i', view({}, { name: 'closed' }), null],
  ['s', view(), { type: 'screenshot' }],
  ['s', view({}, { name: 'radio' }), null],
  ['t', view(), { type: 'choose-theatre', on: true }],
  ['c', view({}, { name: 'closed' }), { type: 'show-chat', on: false }],
  ['x', view(), { type: 'clip' }],
  ['x', view({}, { name: 'radio' }), null],
  ['z', view(), null],
  ['m', view({}, { name: 'feature', feature: 'offline-video' }), null],
  [' ', view({}, { name: 'loading' }), null],
])('P3 the key %j causes the action of this state, or none', (key, at, act) => {
  expect(keyAct(key, false, at)).toEqual(act);
});

test('P3 Space on a focused button does not reach the player, other keys do', () => {
  expect(keyAct(' ', true, view())).toBeNull();
  expect(keyAct('k', true, view())).toEqual({ type: 'stop-player' });
  expect(keyAct('m', true, view())).toEqual({ type: 'set-muted', muted: true });
});

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
