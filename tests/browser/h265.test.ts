import { afterEach, expect, test } from 'vitest';
import { openH265 } from '../../src/ui/players/h265.ts';
import type { Player, PlayerFact } from '../../src/workers/core/player/contract.ts';

const STREAMS = '/fixtures/streams';
let player: Player | undefined;
afterEach(() => {
  player?.dispose();
  player = undefined;
  document.body.replaceChildren();
});

function open(url: string): { player: Player; facts: PlayerFact[]; surface: HTMLElement } {
  const surface = document.createElement('div');
  surface.style.cssText = 'position:relative;width:426px;height:240px';
  const video = document.createElement('video');
  surface.append(video);
  document.body.append(surface);
  const facts: PlayerFact[] = [];
  player = openH265({
    epoch: 1,
    url,
    providerId: 0,
    codec: '',
    openP2p: null,
    connectMs: undefined,
    threads: { threads: 2, why: 'not measured yet' },
    volume: 0.8,
    muted: true,
    video,
    surface,
    tell: (fact) => facts.push(fact),
  });
  return { player, facts, surface };
}

async function until(what: string, holds: () => boolean, forMs = 20_000): Promise<void> {
  const end = performance.now() + forMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not within ${forMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test.each(['stage-852x480-h265-hvc1.flv', 'stage-852x480-h265-id12.flv'])('P20 H265 plays from HTTP-FLV: %s', async (file) => {
  const { player, facts } = open(new URL(`${STREAMS}/${file}`, location.href).href);
  await until('first frame', () => facts.some((fact) => fact.type === 'first-frame'));
  const first = facts.find((fact) => fact.type === 'first-frame');
  expect(first).toMatchObject({ epoch: 1, width: 852, height: 480 });
  await until('40 pictures painted', () => player.progress().paintedFrames >= 40);
  const { positionS, droppedFrames } = player.progress();
  expect(positionS).toBeGreaterThan(1);
  expect(droppedFrames).toBeLessThan(20);
  expect(player.figures!()['DAMAGED_PICTURES']).toBe(0);
});

test('P26 an address that answers 404 is a network failure, told once', async () => {
  const { facts } = open(new URL('/no-such-stream.flv', location.href).href);
  await until('failure', () => facts.some((fact) => fact.type === 'failed'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(facts.filter((fact) => fact.type === 'failed')).toHaveLength(1);
});

test('nothing is told after dispose', async () => {
  const { player, facts } = open(new URL(`${STREAMS}/stage-852x480-h265-hvc1.flv`, location.href).href);
  await until('first frame', () => facts.some((fact) => fact.type === 'first-frame'));
  player.dispose();
  const count = facts.length;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(facts.length).toBe(count);
});
