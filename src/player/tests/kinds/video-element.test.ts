/** The room's <video>: permission to play, the viewer's pauses, sound, and what is on the screen. */
import { expect, test, vi } from 'vitest';
import { createReporter } from '../../page-player.ts';
import { VideoElement } from '../../kinds/video-element.ts';
import type { PlayerStart } from '../../kinds/player-start.ts';
import type { PlayerEvent } from '../../rules/contract.ts';
import { eachOnPage, FakeVideo, REFUSED } from './fake-video.ts';

const page = eachOnPage();

function element({ muted = false, refusals = [null] as readonly (string | null)[] } = {}) {
  const video = new FakeVideo();
  video.answers = refusals;
  const events: PlayerEvent[] = [];
  const start = {
    epoch: 4,
    video: video.element,
    volume: 0.5,
    muted,
    report: createReporter(4, (event) => void events.push(event)),
  };
  const made = new VideoElement(start as unknown as PlayerStart);
  events.length = 0;
  return { made, video, reporter: start.report, taken: () => events.splice(0) };
}
const autoplay = (blocked: boolean, muted: boolean) => ({ type: 'autoplay', epoch: 4, blocked, muted });
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test.each<readonly [what: string, refusals: readonly (string | null)[], muted: boolean, events: readonly object[], isMuted: boolean]>([
  ['with sound', [null], false, [autoplay(false, false)], false],
  ['muted by the viewer', [null], true, [autoplay(false, true)], true],
  ['after a load that interrupted it', ['AbortError'], false, [autoplay(false, false)], false],
  ['without sound until a click', [REFUSED, null], false, [autoplay(true, true)], true],
  ['not at all until a click', [REFUSED, REFUSED], false, [autoplay(true, false)], true],
])('P29 the browser lets a video play %s', async (_what, refusals, muted, events, isMuted) => {
  const it = element({ refusals, muted });
  await it.made.play();
  expect([it.taken(), it.video.muted, it.video.volume]).toEqual([events, isMuted, 0.5]);
});

test('P29 the sound is the viewer’s choice, also if a page changes the element; a click ends the restriction and plays', async () => {
  const it = element({ refusals: [REFUSED, REFUSED, null] });
  await it.made.play();
  it.taken();
  it.video.muted = false;
  it.video.fire('volumechange');
  expect(it.video.muted).toBe(true);
  const { plays } = it.video;
  it.made.setVolume(0.7, false);
  await settled();
  expect([it.video.muted, it.video.volume, it.video.plays, it.taken()]).toEqual([false, 0.7, plays + 1, [autoplay(false, false)]]);
  it.made.setVolume(0.7, true);
  expect([it.video.muted, it.video.plays]).toEqual([true, plays + 1]);
});

test('P29 a click does not start a video that plays, stays muted or was paused by the viewer', async () => {
  const it = element();
  it.made.setVolume(1, true);
  expect(it.video.plays).toBe(0);
  await it.made.play();
  it.made.setVolume(1, false);
  expect(it.video.plays).toBe(1);
  it.video.paused = true;
  it.video.fire('pause');
  it.made.setVolume(1, false);
  expect(it.video.plays).toBe(1);
  it.video.fire('playing');
  it.made.setVolume(1, false);
  await settled();
  expect(it.video.plays).toBe(2);
});

test('P29 a start that was refused before a click is tried again after it', async () => {
  const it = element({ refusals: [REFUSED, null] });
  const playing = it.made.play();
  it.made.setVolume(0.5, false);
  await playing;
  await settled();
  expect([it.video.muted, it.taken().every((event) => event.type === 'autoplay' && !event.blocked)]).toEqual([false, true]);
});

test('P29 a video whose player has ended is not muted or played again after a refusal', async () => {
  const it = element({ refusals: [REFUSED, null] });
  it.reporter.dispose();
  await it.made.play();
  expect([it.video.plays, it.video.muted]).toEqual([1, false]);
});

test('P29 a pause of the viewer is reported and stays; after a hidden tab’s pause the video plays again; one at the end is ignored', async () => {
  const it = element();
  await it.made.play();
  it.taken();
  const pause = (): void => {
    it.video.paused = true;
    it.video.fire('pause');
  };
  pause();
  expect(it.taken()).toEqual([{ type: 'status', epoch: 4, name: 'paused' }]);
  expect(it.made.sample({ decoded: 1, dropped: 0 }).isPaused).toBe(true);
  page().hide(true);
  page().hide(false);
  expect(it.video.plays).toBe(1);
  // Without data the element waits: this is a stall and no pause.
  it.video.paused = false;
  expect(it.made.sample({ decoded: 1, dropped: 0 }).isPaused).toBeUndefined();
  it.video.fire('playing');
  page().hidden = true;
  pause();
  page().hide(false);
  expect(it.video.plays).toBe(2);
  it.video.ended = true;
  it.reporter.status('playing');
  it.taken();
  pause();
  expect(it.taken()).toEqual([]);
});

test('P29 a pause in the picture-in-picture window stays when its tab becomes visible', async () => {
  const it = element();
  await it.made.play();
  Object.assign(page(), { hidden: true, pictureInPictureElement: it.video });
  it.video.paused = true;
  it.video.fire('pause');
  expect(it.made.sample({ decoded: 1, dropped: 0 }).isPaused).toBe(true);
  page().hide(false);
  expect(it.video.plays).toBe(1);
});

test('P24 a new rate keeps the video playing, and a pause within 1.5 s counts as the browser’s and is undone', async () => {
  const it = element();
  await it.made.play();
  it.taken();
  it.made.setRate(1);
  expect(it.video.plays).toBe(1);
  it.made.setRate(1.07);
  expect([it.video.playbackRate, it.video.plays]).toEqual([1.07, 1]);
  vi.advanceTimersByTime(1_499);
  it.video.muted = true;
  it.video.paused = true;
  it.video.fire('pause');
  expect([it.video.plays, it.video.muted]).toEqual([2, false]);
  await settled();
  it.taken();
  vi.advanceTimersByTime(1);
  it.video.paused = true;
  it.video.fire('pause');
  expect([it.video.plays, it.taken()]).toEqual([2, [{ type: 'status', epoch: 4, name: 'paused' }]]);
});

test('P24 a new rate plays a waiting video, but none that is hidden, ended, playing or paused by the viewer', () => {
  const plays = (prepare: (it: ReturnType<typeof element>) => void): number => {
    const it = element();
    prepare(it);
    it.made.setRate(1.1);
    page().hidden = false;
    return it.video.plays;
  };
  expect(plays(() => undefined)).toBe(1);
  expect(plays(() => void (page().hidden = true))).toBe(0);
  expect(plays(({ video }) => void (video.ended = true))).toBe(0);
  expect(plays(({ video }) => void (video.paused = false))).toBe(0);
  expect(plays(({ video }) => video.fire('pause'))).toBe(0);
});

test('P24 the position advances only with displayed pictures, unless the page is hidden or the stream has no pictures', () => {
  const it = element();
  const sample = (currentTime: number, totalVideoFrames: number, droppedVideoFrames = 0) => {
    Object.assign(it.video, { currentTime, quality: { totalVideoFrames, droppedVideoFrames } });
    return it.made.sample();
  };
  expect(sample(1, 10, 2)).toEqual({ positionS: 1, paintedFrames: 8, droppedFrames: 2 });
  expect(sample(2, 10).positionS).toBe(1);
  expect(sample(3, 11).positionS).toBe(3);
  page().hidden = true;
  expect(sample(4, 11).positionS).toBe(4);
  page().hidden = false;
  it.video.videoWidth = 0;
  expect(sample(5, 11).positionS).toBe(5);
  expect(it.made.sample({ decoded: 30, dropped: 4 })).toMatchObject({ paintedFrames: 26, droppedFrames: 4 });
});

test('P27 the time of the displayed picture advances after each picture, and is unknown without pictures', () => {
  const it = element();
  it.made.onPicture(3);
  expect(it.made.shownS()).toBeGreaterThanOrEqual(3);
  it.video.videoWidth = 0;
  expect(it.made.shownS()).toBeNaN();
});

test('P23 changes of the picture-in-picture window are reported, and a refusal is a returned value', async () => {
  const it = element();
  it.video.fire('enterpictureinpicture');
  it.video.fire('leavepictureinpicture');
  expect(it.taken()).toEqual([
    { type: 'picture-in-picture', epoch: 4, active: true },
    { type: 'picture-in-picture', epoch: 4, active: false },
  ]);
  expect(await it.made.requestPictureInPicture()).toBe(true);
  it.video.refusesWindow = true;
  expect(await it.made.requestPictureInPicture()).toBe(false);
});

test('P29 a disposed element reports nothing and is not played', () => {
  const it = element();
  it.made.dispose();
  it.video.fire('pause');
  page().hide(true);
  page().hide(false);
  it.video.fire('enterpictureinpicture');
  expect([it.taken(), it.video.plays]).toEqual([[], 0]);
});
