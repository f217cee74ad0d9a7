import { afterEach, expect, test } from 'vitest';
import { openH265 } from '../../kinds/h265.ts';
import { createReporter } from '../../page-player.ts';
import type { Player, PlayerEvent, WithoutSharedMemory } from '../../rules/contract.ts';

const STREAMS = '/fixtures/streams';
let player: Player | undefined;
afterEach(() => {
  player?.dispose();
  player = undefined;
  document.body.replaceChildren();
});

function open(url: string, withoutSharedMemory?: WithoutSharedMemory): { player: Player; events: PlayerEvent[]; surface: HTMLElement } {
  const surface = document.createElement('div');
  surface.style.cssText = 'position:relative;width:426px;height:240px';
  const video = document.createElement('video');
  surface.append(video);
  document.body.append(surface);
  const events: PlayerEvent[] = [];
  player = openH265({
    epoch: 1,
    url,
    providerId: 0,
    openP2p: null,
    withoutSharedMemory,
    threads: { threads: 2, why: 'not measured yet' },
    volume: 0.8,
    muted: true,
    video,
    surface,
    report: createReporter(1, (event) => void events.push(event)),
  });
  return { player, events, surface };
}

/** Less than the time limit of a test, so that the error contains the figures of the player. */
const UNTIL_MS = 55_000;
async function until(what: string, holds: () => boolean, forMs = UNTIL_MS): Promise<void> {
  const end = performance.now() + forMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not within ${forMs} ms: ${what}; ${JSON.stringify(player?.figures!())}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test.each(['stage-852x480-h265-hvc1.flv', 'stage-852x480-h265-id12.flv'])('P20 H265 plays from HTTP-FLV: %s', async (file) => {
  const { player, events } = open(new URL(`${STREAMS}/${file}`, location.href).href);
  await until('first frame', () => events.some((event) => event.type === 'first-frame'));
  const first = events.find((event) => event.type === 'first-frame');
  expect(first).toMatchObject({ epoch: 1, width: 852, height: 480 });
  await until('40 pictures painted', () => player.progress().paintedFrames >= 40);
  expect(player.progress().positionS).toBeGreaterThan(1);
  expect(player.figures!()['DAMAGED_PICTURES']).toBe(0);
});

test('P22 P29 without shared memory one thread decodes, and pictures and figures are sent as messages', async () => {
  const { player, events } = open(new URL(`${STREAMS}/stage-852x480-h265-hvc1.flv`, location.href).href, { maxPixels: 852 * 480 });
  await until('40 pictures painted', () => player.progress().paintedFrames >= 40);
  expect(events.find((event) => event.type === 'first-frame')).toMatchObject({ epoch: 1, width: 852, height: 480 });
  const { THREADS, DAMAGED_PICTURES, MEMORY_BYTES } = player.figures!();
  expect([THREADS, DAMAGED_PICTURES]).toEqual([1, 0]);
  expect(MEMORY_BYTES).toBeGreaterThan(0);
});

test('P22 P26 a picture too large for one thread is refused, with the reason that the page shows', async () => {
  const { events } = open(new URL(`${STREAMS}/stage-852x480-h265-hvc1.flv`, location.href).href, { maxPixels: 852 * 479 });
  await until('failure', () => events.some((event) => event.type === 'failed'));
  expect(events.find((event) => event.type === 'failed')).toMatchObject({
    failure: 'NO_SUPPORT',
    lacks: 'too large without shared memory',
    detail: 'DECODER_LIMIT: 852x480 is more than 408108 pixels',
  });
});

test('P26 an address that answers 404 is a network failure, reported once', async () => {
  const { events } = open(new URL('/no-such-stream.flv', location.href).href);
  await until('failure', () => events.some((event) => event.type === 'failed'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(events.filter((event) => event.type === 'failed')).toHaveLength(1);
});
