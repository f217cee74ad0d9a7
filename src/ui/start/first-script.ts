/**
 * Inlined into the page and run while the main script is fetched and compiled (scripts/build/first-script-plugin.ts): sends the first
 * requests of main.ts by the same rules, keeps the answers for it (early-answers.ts), and starts the workers of the player that is likely
 * to play.
 */
import { firstCalls } from '../../core/room/start/first-calls.ts';
import type { FirstFiles } from '../../core/room/start/first-workers.ts';
import { readRoute } from '../../core/room/start/route.ts';
import { readPlace, readSetting } from '../../core/service-places.ts';
import { answerTo } from './first-answers.ts';
import { startFirstWorkers } from './first-workers.ts';
import { reloadIfOutdated } from '../new-version.ts';

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
  // Set in index.html (scripts/build/first-script-plugin.ts).
  const files = document.currentScript?.dataset['files'];
  if (files !== undefined) startFirstWorkers(JSON.parse(files) as FirstFiles, answers[0]![1]);
}
