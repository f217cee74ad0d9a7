import { expect, test } from 'vitest';
import { browserRows, readResults } from '../../scripts/other-browsers/results.ts';
import { SMOKE } from '../../scripts/other-browsers/smoke.ts';

test('the table of browsers shows results, and marks what was not measured', () => {
  const results = { firefox: { name: 'Firefox', version: 'firefox/153.0', results: { H265: 'yes', Chat: 'no: a moving picture' } } };
  expect(browserRows(results, ['H265', 'Chat', 'WebRTC'])).toEqual([
    ['what', 'Firefox 153.0', 'WebKitGTK'],
    ['H265', 'yes', 'not measured'],
    ['Chat', 'no: a moving picture', 'not measured'],
    ['WebRTC', 'not measured', 'not measured'],
  ]);
});

test('stored results contain only rows of the smoke test', () => {
  const features: readonly string[] = SMOKE.map(({ feature }) => feature);
  const kept = Object.values(readResults()).flatMap(({ results }) => Object.keys(results));
  expect(kept.filter((feature) => !features.includes(feature))).toEqual([]);
});
