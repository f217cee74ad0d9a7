/** Names in the actions that the page sends to features. The compiler does not check them: each is received by one feature. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';
import { FEATURES } from '../../src/features/index.ts';
import { createFeatureHost } from '../../src/workers/room/features/feature-host.ts';
import { manualClock } from '../manual-clock.ts';

const SOURCES = repositoryFiles().filter((file) => /^src\/(ui|features)\/.*\.tsx?$/.test(file));
const SENT = new Set(SOURCES.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=type: 'feature', feature: ')[\w-]+(?=')/g) ?? []));
const OPENED = FEATURES.flatMap(({ opens }) => opens ?? []);

/** The features that an action for `name` starts, and the actions that they receive. */
async function receiversOf(name: string, role: 0 | 1): Promise<readonly string[]> {
  const received: string[] = [];
  const host = createFeatureHost({
    manifests: FEATURES,
    clock: manualClock(),
    load: (feature) =>
      Promise.resolve({
        create: () => ({
          onMessage: () => undefined,
          onAction: (action) => received.push(`${feature} ${JSON.stringify(action)}`),
          onRoom: () => undefined,
          dispose: () => undefined,
        }),
      }),
    context: () => ({}) as never,
    show: () => undefined,
    onFailure: () => undefined,
    onOff: () => undefined,
  });
  host.configure(role, new Set());
  host.action(name, { type: 'open' });
  while (!host.isIdle()) await Promise.resolve();
  return received;
}

test('S37 S35 each name to which the page sends an action is received by exactly one feature of viewer or star', async () => {
  expect([...SENT]).toEqual(expect.arrayContaining(['activity', 'mystic-card', 'user-card']));
  for (const name of new Set([...SENT, ...OPENED])) {
    const found = new Set([...(await receiversOf(name, 0)), ...(await receiversOf(name, 1))]);
    expect([...found], name).toEqual([expect.stringMatching(/^[\w-]+ \{"type":"open"\}$/)]);
  }
});

test('S37 each name in `opens` is no feature’s name, belongs to one feature, and is used by the page', () => {
  const names = [...FEATURES.map(({ name }) => name), ...OPENED];
  expect(new Set(names).size).toBe(names.length);
  expect(OPENED.filter((name) => !SENT.has(name))).toEqual([]);
});
