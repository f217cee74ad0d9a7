/**
 * Inlined into the page and run while the main script is fetched and compiled (scripts/build/vite-plugins.ts): sends the first
 * requests of main.ts by the same rules, keeps the answers for it (first-answers.ts), and starts the workers of the player that is likely
 * to play.
 */
import {
  firstCalls,
  type EarlyAnswer,
  type FirstFiles,
  guessOfLiveInfo,
  guessOfVisit,
  type FirstWorkers,
} from '../../core/room/start/early-start.ts';
import { readRoute } from '../../core/room/start/route.ts';
import { readPlace, readSetting } from '../../core/service-places.ts';
import { answerTo } from './first-answers.ts';
import { reloadIfOutdated } from '../new-version.ts';
import { installScriptPolicy } from '../../design/script-policy.ts';
import { lastKind } from './last-kind.ts';
import { claimsHevc } from '../../player/kinds/media-source.ts';

// Requests scripts and starts workers of the player that is likely to play. The first script (first-script.ts) does this, because a worker
// takes longer to start than the answers take to arrive.

declare global {
  interface Window {
    /** By worker name; the player takes them (player/kinds/player-start.ts). */
    firstWorkers?: Map<string, Worker>;
  }
}

/** Workers that are not taken within this time are ended: another kind plays, or none. */
const AHEAD_MS = 10_000;

export function startFirstWorkers(files: FirstFiles, liveInfo: Promise<EarlyAnswer['answer']>): void {
  const started = new Map<string, Worker>();
  window.firstWorkers = started;
  const guess = guessOfVisit(lastKind(), globalThis.crossOriginIsolated);
  if (guess !== 'unknown') return begin(files, guess, started);
  // Most rooms play H264, so its script is requested 40 ms before the live info arrives; a room of H265 downloads 36 kB in vain.
  begin(files, 'h264', started);
  void liveInfo.then((answer) => {
    if (answer !== null && guessOfLiveInfo(new TextDecoder().decode(answer.bytes), claimsHevc) === 'h265') begin(files, 'h265', started);
  });
}

function begin(files: FirstFiles, kind: FirstWorkers, started: Map<string, Worker>): void {
  if (kind === null) return;
  const { scripts, workers } = files[kind];
  installScriptPolicy(globalThis);
  for (const [name, address] of Object.entries(workers)) {
    const worker = new Worker(address, { type: 'module', name });
    started.set(name, worker);
    // A worker whose script failed to load is removed.
    worker.addEventListener('error', () => started.get(name) === worker && started.delete(name));
  }
  for (const href of scripts) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  setTimeout(() => {
    for (const worker of started.values()) worker.terminate();
    started.clear();
  }, AHEAD_MS);
}

const onMissing = (event: Event): void => void reloadIfOutdated(event);
addEventListener('error', onMissing, true);
addEventListener('vite:preloadError', onMissing);

const route = readRoute(location.pathname);
if ('roomId' in route && route.roomId !== null && window.firstAnswers === undefined) {
  // Problems of the setting are reported by the main script.
  const setting = readSetting(document.getElementById('services')?.textContent ?? '', []);
  const place = (name: 'live' | 'secure'): string => readPlace(setting, name, location.origin, []);
  const calls = firstCalls({ live: place('live'), secure: place('secure') }, route.roomId);
  const answers = calls.map(([url, call]) => [url, answerTo(url, call)] as const);
  window.firstAnswers = new Map(answers);
  // Set in index.html (scripts/build/vite-plugins.ts).
  const files = document.currentScript?.dataset['files'];
  if (files !== undefined) startFirstWorkers(JSON.parse(files) as FirstFiles, answers[0]![1]);
}
