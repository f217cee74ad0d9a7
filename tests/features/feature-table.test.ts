import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEATURES } from '../../src/features/index.ts';
import { ROWS } from '../../src/wire/registry.ts';
import { VISITS } from '../e2e/feature-row.ts';
import { FEATURE_ROWS } from '../e2e/feature-table.ts';

/** Messages of the room itself and of its people; every other family belongs to a feature. */
const OF_THE_ROOM: readonly string[] = ROWS.filter(({ family }) => family === 'core' || family === 'people').map(({ name }) => name);

test('S37 every docked feature and every feature with messages of its own has a row of the end-to-end tests', () => {
  const features = FEATURES.filter(({ dock, messages }) => dock !== undefined || messages.some((name) => !OF_THE_ROOM.includes(name))).map(
    ({ name }) => name,
  );
  // The lead-in only waits for its song (P9); the fan club is opened by the viewer, and its message changes the open dialog.
  const expected = features.filter((name) => name !== 'lead-in' && name !== 'fan-club');
  expect(FEATURE_ROWS.map(({ feature }) => feature).toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(20);
});

test('S37 a row of the table is in the dock exactly if its feature is docked, and each visit has features', () => {
  for (const { feature, stands } of FEATURE_ROWS)
    expect([feature, stands === 'dock']).toEqual([feature, FEATURES.find(({ name }) => name === feature)?.dock !== undefined]);
  expect(new Set(FEATURE_ROWS.map(({ visit }) => visit))).toEqual(new Set(VISITS));
});

test('S37 every folder of tests belongs to a feature', () => {
  const names = FEATURES.map(({ name }) => name);
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
});

test('S37 the labels of each row exist in both languages', () => {
  for (const row of FEATURE_ROWS) {
    const [zh, en] = [row['zh-CN']('观众0001'), row.en('观众0001')];
    expect([row.feature, Object.keys(en)]).toEqual([row.feature, Object.keys(zh)]);
    for (const said of Object.values(zh)) expect([row.feature, String(said)]).not.toEqual([row.feature, '']);
  }
});
