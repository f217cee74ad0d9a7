import { expect, test } from 'vitest';
import { liveInfo, loadAllFeatures, openedRoom } from '../../workers/room/harness.ts';
import { byLocalClock, decodeLiveInfo, type Replay } from '../../../src/core/room/start/live-info.ts';
import {
  offlineVideoMachine,
  offlineVideoView,
  replaysOf,
  type OfflineVideo,
  type OfflineVideoEvent,
} from '../../../src/features/offline-video/room.ts';

const A = { url: '/a.mp4', title: 'a' };
const B = { url: '/b.mp4', title: 'b' };
const C = { url: '/c.mp4', title: 'c' };

const room = (
  replays: readonly Replay[],
  more: { readonly nextLiveS?: number; readonly endedS?: number; readonly isLive?: boolean } = {},
): OfflineVideoEvent => ({
  type: 'room',
  replays,
  nextLiveS: 0,
  endedS: 0,
  isLive: false,
  ...more,
});
const ended = (failed = false): OfflineVideoEvent => ({ type: 'ended', failed });
const run = (...events: readonly OfflineVideoEvent[]): OfflineVideo =>
  events.reduce<OfflineVideo>((state, event) => offlineVideoMachine.step(state, event, 0, null)[0], offlineVideoMachine.initial);
const playing = (...events: readonly OfflineVideoEvent[]): string | null => {
  const view = offlineVideoView(run(...events));
  return view === null || view.index === null ? null : (view.replays[view.index]?.url ?? null);
};

test('P7 the room’s own video plays first, then the list, then it repeats', () => {
  expect(replaysOf('/a.mp4', [B])).toEqual([{ url: '/a.mp4', title: '' }, B]);
  expect(replaysOf('/b.mp4', [A, B])).toEqual([A, B]);
  expect(replaysOf('', [])).toEqual([]);
  const list = room([A, B]);
  expect([playing(list), playing(list, ended()), playing(list, ended(), ended())]).toEqual(['/a.mp4', '/b.mp4', '/a.mp4']);
  expect(playing(room([]))).toBeNull();
});

test('P7 a replay is chosen by its index; one that fails is skipped, and retried when it is chosen', () => {
  const list = room([A, B, C]);
  expect(playing(list, { type: 'choose', index: 2 })).toBe('/c.mp4');
  expect(playing(list, { type: 'choose', index: 9 })).toBe('/a.mp4');
  expect(playing(list, ended(true), ended(), ended())).toBe('/b.mp4');
  expect(playing(list, ended(true), ended(true), ended(true))).toBeNull();
  expect(playing(list, ended(true), ended(true), ended(true), ended())).toBeNull();
  expect(playing(list, ended(true), { type: 'choose', index: 0 })).toBe('/a.mp4');
});

test('P7 choosing the same replay again restarts it, and room updates without changes do not', () => {
  const shown = run(room([A, B]));
  expect(offlineVideoMachine.step(shown, room([{ ...A }, { ...B }]), 0, null)[0]).toBe(shown);
  expect(run(room([A, B]), { type: 'choose', index: 0 })).toMatchObject({ index: 0, turn: 2 });
  expect(run(room([A, B]), ended(), room([A, B], { nextLiveS: 5 }))).toMatchObject({ index: 1, turn: 2, nextLiveS: 5 });
  expect(run(room([A, B]), room([A, B], { endedS: 5 }))).toMatchObject({ turn: 1, endedS: 5 });
  expect(offlineVideoMachine.step(shown, { type: 'progress', positionS: 1, durationS: 9 }, 0, null)).toEqual([shown]);
  expect(run(room([A, B]), ended(), room([C]))).toMatchObject({ index: 0, turn: 3 });
  // A longer list, another file and another title are other videos.
  for (const other of [[A, B], [{ ...A, url: '/z.mp4' }], [{ ...A, title: 'z' }]])
    expect(run(room([A]), room(other))).toMatchObject({ name: 'shown', index: 0, turn: 2, failed: [] });
  expect(run(room([]))).toMatchObject({ index: null, failed: [] });
});

test('P7 a room without a live star shows its own video, a live one does not', async () => {
  await loadAllFeatures();
  const offline = await openedRoom({ answers: { '/info': liveInfo({ status: 0 }) } });
  expect(offline.view().features['offline-video']).toMatchObject({ view: { replays: [{ url: '/offline.mp4' }], index: 0 } });
  expect((await openedRoom()).view().features['offline-video']).not.toMatchObject({ name: 'shown' });
});

test('P7 addresses that are signed again do not restart the playing video, and apply to the videos after it', () => {
  const signed = (by: number): OfflineVideoEvent => room([A, B].map(({ url, title }) => ({ url: `${url}?sign=${by}`, title })));
  const again = run(signed(1), signed(2));
  expect(offlineVideoView(again)).toMatchObject({ index: 0, turn: 1, replays: [{ url: '/a.mp4?sign=1' }, { url: '/b.mp4?sign=2' }] });
  expect(offlineVideoMachine.step(again, signed(2), 0, null)[0]).toBe(again);
  expect(playing(signed(1), signed(2), ended())).toBe('/b.mp4?sign=2');
  expect(playing(signed(1), signed(2), ended(), signed(3), ended())).toBe('/a.mp4?sign=3');
  // An expired address failed: the new one is played.
  expect(playing(signed(1), ended(true), ended(true), signed(2))).toBe('/a.mp4?sign=2');
});

test('P7 the offline video ends when the star comes, and later facts of the clip are ignored', () => {
  expect(run(room([A]), room([A], { isLive: true }))).toEqual({ name: 'live' });
  expect(run(room([A]), room([A], { isLive: true }), ended(), { type: 'choose', index: 0 })).toEqual({ name: 'live' });
});

test('P7 a viewer who saw the broadcast end is told so, one who comes later is not', () => {
  const wasLive = (...events: readonly OfflineVideoEvent[]) => offlineVideoView(run(...events))?.wasLive;
  expect(wasLive(room([]))).toBe(false);
  expect(wasLive(room([], { isLive: true }))).toBeUndefined();
  expect(wasLive(room([], { isLive: true }), room([]))).toBe(true);
  // The feature loads when the broadcast has ended.
  expect(wasLive({ type: 'live-stopped' }, room([]))).toBe(true);
  expect(wasLive(room([]), { type: 'live-stopped' })).toBe(false);
  expect(wasLive(room([], { isLive: true }), room([A]), room([A, B]), ended())).toBe(true);
});

test('P7 live info contains replays and the next show; a bad one is dropped, and the time is in the viewer’s time zone', () => {
  const read = decodeLiveInfo({
    responseCode: 0,
    serverTime: 1_000,
    data: { status: 0, room: { replays: [A, { url: 'javascript:x' }, { url: '/b.mp4' }], nextLive: 5_000 } },
  });
  if (!read.ok) throw new Error(read.error.detail);
  expect(read.value.problems).toHaveLength(1);
  const { replays, nextLiveS } = byLocalClock(read.value.value, 1_060_000).room;
  expect([replays, nextLiveS]).toEqual([[A, { url: '/b.mp4', title: '' }], 5_060]);
});
