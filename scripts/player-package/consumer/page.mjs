import { createPlayer } from '@footlight/player';

const query = new URLSearchParams(location.search);
const seen = { facts: [], kind: '', painted: 0, threads: 0, failures: [] };
globalThis.seen = seen;

try {
  createPlayer(document.querySelector('#stage'), { sources: {} });
} catch (error) {
  seen.refused = `${error.name}: ${error.message}`;
}

const player = createPlayer(document.querySelector('#stage'), {
  sources: { h264: query.getAll('h264'), h265: query.getAll('h265') },
  settings: { firstFailWaitMs: 20_000, retryIntervalMs: 100 },
});
globalThis.player = player;
for (const type of ['attempt', 'first-frame', 'failure', 'gave-up']) player.on(type, () => seen.facts.push(type));
player.on('first-frame', ({ kind }) => (seen.kind = kind));
player.on('failure', ({ failure, why }) => seen.failures.push(`${failure}: ${why}`));
player.on('progress', ({ progress }) => {
  seen.painted = progress.paintedFrames;
  seen.threads = progress.own?.threads ?? 0;
});
player.muted = true;
