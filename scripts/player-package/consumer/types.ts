import { createPlayer, type FactOf, type FootlightPlayer, type PlayerKind, type Sources } from '@footlight/player';

const sources: Sources = { h264: ['/live/a.flv'], width: 1280, height: 720 };
const player: FootlightPlayer = createPlayer(document.body, {
  sources,
  refresh: async (round: number) => (round > 1 ? null : sources),
  settings: { stallWaitMs: 5_000, h265: false },
  memory: { read: () => undefined, write: (_name, _value, forS: number | null) => void forS },
});
const stopListening: () => void = player.on('failure', ({ failure, why }: FactOf<'failure'>) => console.warn(failure, why));
player.on('first-frame', ({ kind, size }) => {
  const played: PlayerKind = kind;
  console.log(played, size.width);
});
// @ts-expect-error no such fact
player.on('exploded', () => undefined);
player.volume = 0.5;
console.log(player.statistics()?.progress.latencyS, player.decisions().length);
stopListening();
player.destroy();
