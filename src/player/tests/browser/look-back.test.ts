/** The players that can be opened, and the earlier part that is shown by a second one. */
import { afterEach, expect, test } from 'vitest';
import { cutReceived } from '../../flv/gop-cutter.ts';
import { openH264, openNativeH265 } from '../../kinds/h264.ts';
import { PLAYERS, PLAYER_KINDS_HERE } from '../../kinds/player-registry.ts';
import { loadedEngine } from '../../kinds/mpegts/load.ts';
import { type Cover, createLookBack } from '../../look-back.ts';
import type { PlayCommand } from '../../rules/contract.ts';
import { type Gop, KEPT_MS } from '../../rules/kept-ring.ts';

afterEach(() => document.body.replaceChildren());

test('P22 each kind of player has its own loader, and those of mpegts.js load it first', async () => {
  expect(PLAYER_KINDS_HERE).toEqual(['h264', 'h265', 'h265-native', 'webrtc']);
  expect((await PLAYERS.h265?.())?.name).toBe('openH265');
  expect((await PLAYERS.webrtc?.())?.name).toBe('openWebRtc');
  expect(loadedEngine).toThrow('mpegts.js was not loaded');
  expect(await PLAYERS['h265-native']?.()).toBe(openNativeH265);
  expect(loadedEngine).not.toThrow();
  expect(await PLAYERS.h264?.()).toBe(openH264);
});

/** The kept groups of a recorded stream. */
async function groups(name: string): Promise<Gop[]> {
  const bytes = new Uint8Array(await (await fetch(`/fixtures/streams/${name}.flv`)).arrayBuffer());
  const gops: Gop[] = [];
  cutReceived((gop) => gops.push(gop))(bytes, 0);
  return gops;
}

const command = (kind: 'h264' | 'h265', epoch: number): PlayCommand => ({
  type: 'play',
  epoch,
  kind,
  url: '/none.flv',
  volume: 0.5,
  muted: true,
});

test('P20 an earlier part plays from its keyframe over the live picture, on into what the next player has received, and ends in live', async () => {
  const surface = document.body.appendChild(document.createElement('div'));
  const covers: Cover[] = [];
  let painted = 0;
  const lookBack = createLookBack({
    surface,
    sound: () => ({ volume: 0.5, muted: true }),
    cover: (next) => covers.push(next),
    painted: () => painted++,
  });
  expect([lookBack.show(15_000), lookBack.state().isOn]).toEqual([false, false]);
  const [first, second] = [await groups('sync-640x360-h264'), await groups('stage-540x960-h264')];
  for (const gop of first.slice(0, 2)) lookBack.add(gop, command('h264', 1));
  for (const gop of second.slice(0, 2)) lookBack.add(gop, command('h264', 2));
  const keptMs = lookBack.state().keptMs;
  expect(lookBack.show(keptMs)).toBe(true);
  const video = (): HTMLVideoElement | null => surface.querySelector('[data-look-back] video');
  const widths = new Set<number>();
  let isOpaque = false;
  let mostAgoMs = 0;
  await expect
    .poll(
      () => {
        const { isOn, agoMs } = lookBack.state();
        mostAgoMs = Math.max(mostAgoMs, agoMs);
        isOpaque ||= Number(video()?.parentElement?.style.opacity) > 0.9;
        widths.add(video()?.videoWidth ?? 0);
        return isOn;
      },
      { interval: 50, timeout: 60_000 },
    )
    .toBe(false);
  expect([isOpaque, mostAgoMs <= KEPT_MS, mostAgoMs > 4_000]).toEqual([true, true, true]);
  expect([...widths]).toEqual(expect.arrayContaining([640, 540]));
  expect([covers[0], covers.at(-1), video()]).toEqual(['over', 'none', null]);
});

test('P20 back to live removes the earlier part when the live picture moves, and not before', async () => {
  const surface = document.body.appendChild(document.createElement('div'));
  const covers: Cover[] = [];
  let painted = 7;
  const lookBack = createLookBack({
    surface,
    sound: () => ({ volume: 0.5, muted: true }),
    cover: (next) => covers.push(next),
    painted: () => painted,
  });
  for (const gop of await groups('sync-640x360-h264')) lookBack.add(gop, command('h264', 1));
  expect(lookBack.show(lookBack.state().keptMs)).toBe(true);
  await expect.poll(() => covers).toEqual(['over']);
  lookBack.toLive();
  expect([covers, lookBack.state().isLeaving, surface.childElementCount]).toEqual([['over', 'leaving'], true, 1]);
  painted++;
  await expect.poll(() => [covers.at(-1), surface.childElementCount, lookBack.state().isOn]).toEqual(['none', 0, false]);
  // Nothing is kept of a broadcast that has ended.
  lookBack.clear();
  expect([lookBack.show(10_000), lookBack.state().keptMs]).toEqual([false, 0]);
});
