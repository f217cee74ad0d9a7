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
  settings: { firstFailWaitMs: 20_000, retryIntervalMs: 100, unsharedPixels: query.has('unshared') ? 1280 * 720 : 0 },
  muted: true,
});
globalThis.player = player;
for (const type of ['loadstart', 'loadedmetadata', 'playing', 'error']) player.on(type, () => seen.facts.push(type));
player.on('loadedmetadata', ({ kind }) => (seen.kind = kind));
player.on('error', ({ code, why, detail }) => seen.failures.push(`${code}: ${why} (${detail})`));
player.on('statistics', ({ paintedFrames, threads }) => {
  seen.painted = paintedFrames;
  seen.threads = threads;
});
