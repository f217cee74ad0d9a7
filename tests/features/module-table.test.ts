import { expect, test } from 'vitest';
import { FEATURES } from '../../src/features/index.ts';
import { ROWS } from '../../src/wire/registry.ts';
import { MODULES, VISITS } from '../e2e/module-table.ts';

/** Messages of the room itself and of its people; every other family is a module's. */
const OF_THE_ROOM: readonly string[] = ROWS.filter(({ family }) => family === 'core' || family === 'people').map(({ name }) => name);

test('S37 every feature that a message of a module wakes is played from start to settlement by the end-to-end tests', () => {
  const modules = FEATURES.filter(({ dock, messages }) => dock !== undefined || messages.some((name) => !OF_THE_ROOM.includes(name))).map(
    ({ name }) => name,
  );
  // One waits for its song only (P9), the other one is opened by the viewer, and its message changes what is open.
  const expected = modules.filter((name) => name !== 'lead-in' && name !== 'fan-club');
  expect(MODULES.map(({ feature }) => feature).toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(20);
});

test('S37 a module of the dock stands there in its row, and each visit has modules', () => {
  for (const { feature, stands } of MODULES)
    expect([feature, stands === 'dock']).toEqual([feature, FEATURES.find(({ name }) => name === feature)?.dock !== undefined]);
  expect(new Set(MODULES.map(({ visit }) => visit))).toEqual(new Set(VISITS));
});

test('S37 what a row sees and does is said in both languages', () => {
  for (const row of MODULES) {
    const [zh, en] = [row['zh-CN']('观众0001'), row.en('观众0001')];
    expect([row.feature, Object.keys(en)]).toEqual([row.feature, Object.keys(zh)]);
    for (const said of Object.values(zh)) expect([row.feature, String(said)]).not.toEqual([row.feature, '']);
  }
});
