/**
 * A file of its own that stands before the start and runs while that is fetched and compiled (scripts/first-script-plugin.ts): it asks what
 * main.ts would ask first, by the same rules, and leaves the answers to it (early-answers.ts).
 */
import { firstCalls } from '../core/room/first-calls.ts';
import { readRoute } from '../core/room/route.ts';
import { readPlace, readSetting } from '../core/service-places.ts';
import { answerTo } from './first-answers.ts';

const route = readRoute(location.pathname);
if ('roomId' in route && route.roomId !== null && window.firstAnswers === undefined) {
  // What is wrong with the setting is said by the start.
  const setting = readSetting(document.getElementById('services')?.textContent ?? '', []);
  const place = (name: 'live' | 'secure'): string => readPlace(setting, name, location.origin, []);
  const calls = firstCalls({ live: place('live'), secure: place('secure') }, route.roomId);
  window.firstAnswers = new Map(calls.map(([url, call]) => [url, answerTo(url, call)]));
}
