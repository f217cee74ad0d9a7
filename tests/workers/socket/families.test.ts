import { expect, test } from 'vitest';
import type { Failure } from '../../../src/core/result.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { ROWS } from '../../../src/wire/registry.ts';
import type { Codec } from '../../../src/wire/schema.ts';
import { createFamilies, FAMILY_LOADERS } from '../../../src/workers/socket/families.ts';
import { identity, opened } from './harness.ts';

/** Repeated here, so that a change of the limits fails a test. */
const CODE_RETRY_MS = 30_000;
const MAX_WAITING_BYTES = 4_194_304;
const MAX_WAITING_MESSAGES = 500;

const PK = codecOf('pk');

function setup() {
  const failures: Failure[] = [];
  const outcomes: string[] = [];
  const loads: { resolve(codec: Codec): void; reject(cause: Error): void }[] = [];
  let nowMs = 0;
  const families = createFamilies({
    loaders: { pk: () => new Promise((resolve, reject) => loads.push({ resolve, reject })) },
    nowMs: () => nowMs,
    onFailure: (failure) => failures.push(failure),
    onLoad: (family, isLoaded) => outcomes.push(`${family} ${isLoaded}`),
  });
  const read: number[] = [];
  return {
    failures,
    outcomes,
    loads,
    read,
    pass: (ms: number) => (nowMs += ms),
    add: (i: number, family = 'pk', bytes = 10) => families.withCode(family, bytes, () => read.push(i)),
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('S9 each family except `core` can be loaded, and its code contains each schema that its rows name', async () => {
  const families = new Set(ROWS.map(({ family }): string => family).filter((family) => family !== 'core'));
  expect([...families].toSorted()).toEqual(Object.keys(FAMILY_LOADERS).toSorted());
  for (const family of families) {
    const codec = await FAMILY_LOADERS[family]!();
    for (const row of ROWS.filter((row) => row.family === family)) expect(codec[row.schema]?.name, row.name).toBe(row.schema);
  }
});

test('S9 messages of a family wait in order while its code loads, and later ones are read immediately', async () => {
  const it = setup();
  for (let i = 0; i < 5; i++) it.add(i);
  it.add(100, 'core');
  expect(it.read).toEqual([100]);
  expect(it.loads).toHaveLength(1);
  it.loads[0]?.resolve(PK);
  await settle();
  it.add(5);
  expect(it.read).toEqual([100, 0, 1, 2, 3, 4, 5]);
  expect(it.failures).toEqual([]);
});

test('S9 if the code of a family fails to load, each lost message is a named failure, and the code is requested again after 30 s', async () => {
  const it = setup();
  it.add(0);
  it.add(1);
  it.loads[0]?.reject(new Error('offline'));
  await settle();
  expect(it.failures.map(({ code }) => code)).toEqual(['MODULE_LOAD_FAILED', 'MODULE_LOAD_FAILED']);
  expect(it.failures[0]?.detail).toContain('offline');
  it.add(2);
  expect(it.failures).toHaveLength(3);
  expect(it.loads).toHaveLength(1);
  it.pass(CODE_RETRY_MS);
  it.add(3);
  it.loads[1]?.resolve(PK);
  await settle();
  expect(it.read).toEqual([3]);
  expect(it.outcomes).toEqual(['pk false', 'pk true']);
});

test('S9 messages that wait for code are bounded by number and by bytes; an unknown family is named', () => {
  const it = setup();
  for (let i = 0; i < MAX_WAITING_MESSAGES + 3; i++) it.add(i);
  expect(it.failures).toHaveLength(3);
  const big = setup();
  big.add(0, 'pk', MAX_WAITING_BYTES);
  big.add(1, 'pk', 1);
  expect(big.failures).toHaveLength(1);
  big.add(2, 'unheard-of');
  expect(big.failures[1]?.detail).toContain('no such code');
});

test('S9 P1 each failed attempt to load a family, and the one that succeeds, is posted to the room worker once', async () => {
  let isMissing = true;
  const loaders = { pk: () => (isMissing ? Promise.reject(new TypeError('404')) : Promise.resolve(PK)) };
  const it = await opened(identity, loaders);
  const { id } = ROWS.find(({ family }) => family === 'pk')!;
  const families = () => it.down.filter(({ type }) => type === 'family');
  it.push({ id, body: {} });
  it.push({ id, body: {} });
  await it.pass(200);
  expect(families()).toEqual([{ type: 'family', family: 'pk', isLoaded: false }]);
  expect(it.facts.filter(({ type }) => type === 'failure')).toMatchObject([{ code: 'MODULE_LOAD_FAILED', by: 2 }]);
  isMissing = false;
  await it.pass(CODE_RETRY_MS);
  it.push({ id, body: {} });
  await it.pass(200);
  expect(families()[1]).toEqual({ type: 'family', family: 'pk', isLoaded: true });
});
