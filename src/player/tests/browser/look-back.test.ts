/** The players that can be opened, and the earlier part that is shown by a second one. */
import { afterEach, expect, test } from 'vitest';
import { cutRead } from '../../flv/gop-cutter.ts';
import { FlvReader } from '../../flv/reader.ts';
import { openH264, openNativeH265 } from '../../kinds/h264.ts';
import { PLAYERS, PLAYER_KINDS_HERE } from '../../kinds/player-registry.ts';
import { loadedEngine } from '../../kinds/mpegts/load.ts';
import { LookBack } from '../../look-back.ts';
import type { PlayCommand, Player } from '../../rules/contract.ts';
import { PROGRESS } from '../rules/harness.ts';
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
  const keep = cutRead((gop) => gops.push(gop));
  new FlvReader((event) => keep(event, 0)).push(bytes);
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

/** An earlier part over a live player that only records: whether it is heard, and whether it decodes. */
function over(own: { painted: number; readonly load: number }): {
  readonly lookBack: LookBack;
  readonly surface: HTMLElement;
  readonly did: string[];
} {
  const surface = document.body.appendChild(document.createElement('div'));
  const did: string[] = [];
  const progress = (): object => ({ ...PROGRESS, paintedFrames: own.painted, own: { load: own.load } });
  const live = { progress, setDecoding: (on: boolean) => did.push(on ? 'decodes' : 'rests') } as unknown as Player;
  const lookBack = new LookBack({
    surface,
    sound: () => ({ volume: 0.5, muted: true }),
    live: () => live,
    applySound: () => did.push(lookBack.isCovering() ? 'silent' : 'heard'),
  });
  return { lookBack, surface, did };
}

test('P20 an earlier part plays from its keyframe over the live picture, on into what the next player has received, and ends in live', async () => {
  const own = { painted: 0, load: 0 };
  const { lookBack, surface, did } = over(own);
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
        own.painted++;
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
  expect([did.slice(0, 2), did.slice(-2), video()]).toEqual([['silent', 'decodes'], ['heard', 'decodes'], null]);
});

test.each([
  [0.2, 'decodes'],
  [0.8, 'rests'],
])(
  'P20 P29 back to live uncovers the live picture when it moves, and not before; a live decoder with a load of %f %s below',
  async (load, below) => {
    const own = { painted: 7, load };
    const { lookBack, surface, did } = over(own);
    const event = {
      type: 'progress',
      epoch: 1,
      progress: { ...PROGRESS, own: { load, behindMs: 0, decodeLevel: 0, threads: 2, decoded: 9 } },
    } as const;
    const status = { type: 'status', epoch: 1, name: 'playing' } as const;
    for (const gop of await groups('sync-640x360-h264')) lookBack.add(gop, command('h264', 1));
    expect([lookBack.pass(event), lookBack.decodes(), lookBack.isCovering()]).toEqual([event, true, false]);
    expect(lookBack.show(lookBack.state().keptMs)).toBe(true);
    await expect.poll(() => did).toEqual(['silent', below]);
    // The load of a decoder below says nothing about the machine.
    expect([lookBack.pass(event), lookBack.pass(status)]).toEqual([{ ...event, progress: { ...event.progress, own: undefined } }, status]);
    // The picture is held, and another player goes on from its place.
    await expect.poll(() => surface.querySelector<HTMLVideoElement>('[data-look-back] video')?.readyState ?? 0).toBeGreaterThan(1);
    lookBack.setPaused(true);
    expect([lookBack.state().isPaused, surface.querySelector('[data-look-back] canvas[data-still]') !== null]).toEqual([true, true]);
    lookBack.setPaused(false);
    await expect.poll(() => [lookBack.state().isPaused, surface.querySelector('canvas[data-still]')]).toEqual([false, null]);
    expect(did.splice(2)).toEqual(['silent', below]);
    lookBack.toLive();
    expect([did.slice(2), lookBack.state().isLeaving, surface.childElementCount]).toEqual([['silent', 'decodes'], true, 1]);
    // A decoder that rested goes on seconds later, which is no stall.
    expect([lookBack.pass(event), lookBack.pass(status)]).toEqual([null, status]);
    own.painted++;
    await expect.poll(() => [did.slice(4), surface.childElementCount, lookBack.state().isOn]).toEqual([['heard', 'decodes'], 0, false]);
    expect(lookBack.pass(event)).toEqual(event);
    // Nothing is kept of a broadcast that has ended.
    lookBack.clear();
    expect([lookBack.show(10_000), lookBack.state().keptMs]).toEqual([false, 0]);
  },
);
