import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { CHANGES, type Change } from '../../scripts/mutate/changes.ts';
import { mutated, problemsOf, selected } from '../../scripts/mutate/list.ts';
import { ROOT } from '../../scripts/tool.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Fourteen kinds of wiring that were once without a test: each stays on the list. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'the ad call': ['the ad call has no app id', 'the ad call has another app id', 'the ad call sends no cookies'],
  'own song and own gift to the lead-in': ['the own song does not end the lead-in', 'the own gift does not end the lead-in'],
  'mount arrival on login': ['a login brings no mount', 'messages do not reach features'],
  'union cookie': ['the union cookie is not written'],
  reload: ['the reload does not reach the page', 'a page may reload without end'],
  'client type': ['the login lacks the client type', 'reports lose the client type'],
  lite: ['lite shows the mounts'],
  refer: ['refer does not reach the login'],
  'the screen of the login': ['the login lacks the screen', 'the login has the screen of before'],
  'time limits of calls': ['the ad call may take 20 s', 'the live info may take 50 s', 'the config may take as long as the live info'],
  'enter report': ['the enter report does not leave'],
  offsets: ['the offset is not stored', 'the offset does not go along with the login'],
  'slider passed': ['the slider passed does not reach the socket client', 'the slider passed does not leave'],
  'worker restart': ['a restarted socket worker is not connected', 'the room does not get the port of a restarted stats worker'],
};

test('each change of the list has one place in its file, and tests that are there', () => {
  expect(problemsOf(CHANGES, read)).toEqual([]);
  expect([...new Set(CHANGES.flatMap(({ tests }) => tests))].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('what a change makes of its file can still be read', () => {
  const unreadable = CHANGES.filter((change) => parseSync(change.file, mutated(read(change.file), change)).errors.length > 0);
  expect(unreadable.map(({ name }) => name)).toEqual([]);
});

test('the list has at least forty changes, and all of the fourteen kinds', () => {
  const names = new Set(CHANGES.map(({ name }) => name));
  expect(names.size).toBeGreaterThanOrEqual(40);
  expect(Object.keys(NEEDED)).toHaveLength(14);
  expect(
    Object.values(NEEDED)
      .flat()
      .filter((name) => !names.has(name)),
  ).toEqual([]);
});

test('a change whose place is gone, stands twice or stays the same is named', () => {
  const change: Change = { name: 'n', file: 'a.ts', find: 'b', replace: '$&', tests: ['t'] };
  expect(problemsOf([change], () => 'abc')).toEqual([]);
  expect(mutated('abc', change)).toBe('a$&c');
  expect(problemsOf([change], () => 'ac')).toEqual(['n: its text stands 0 times in a.ts: the list is stale']);
  expect(problemsOf([change], () => 'bb')).toEqual(['n: its text stands 2 times in a.ts: the list is stale']);
  expect(problemsOf([{ ...change, replace: 'b', tests: [] }], () => 'b')).toEqual(['n: it changes nothing', 'n: it names no tests']);
  expect(problemsOf([change, change], () => 'b')).toEqual(['n: the name stands twice']);
  expect(selected([change], 'a.t')).toHaveLength(1);
  expect(selected([change], 'x')).toHaveLength(0);
});
