import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROOT } from '../../scripts/suite/tool.ts';
import { FEATURES } from '../../src/features/index.ts';
import { openingOf, transcriptOf, type Visit } from './acting.ts';
import { ACTIONS } from './actions.ts';
import { CHOSEN } from './chosen.ts';
import { MORE_ACTIONS } from './more-actions.ts';

// The origin of the page, which is also the worker's.
beforeAll(() => void vi.stubGlobal('location', new URL('https://room.test/')));
afterAll(() => void vi.unstubAllGlobals());

test('S37 every feature has its rows, and every row a feature', () => {
  expect(Object.keys(ACTIONS).toSorted()).toEqual(FEATURES.map(({ name }) => name).toSorted());
  expect(Object.keys(MORE_ACTIONS).filter((name) => !(name in ACTIONS))).toEqual([]);
});

test.each(CHOSEN)(
  'S37 each action of $name reaches its machine, the service with these fields and credentials, and what follows is done',
  async (manifest) => {
    const lines: string[] = [];
    for (const rows of [ACTIONS[manifest.name]!, ...(MORE_ACTIONS[manifest.name] ?? [])]) {
      const where = rows.title === undefined ? '' : ` (${rows.title})`;
      lines.push(`opening${where}`, ...(await openingOf(manifest, rows)).map((line) => `opening: ${line}`), '');
      const add = async (name: string, about: object, act: (room: Visit) => void): Promise<void> =>
        void lines.push(
          `${name} ${JSON.stringify(about)}${where}`,
          ...(await transcriptOf(manifest, rows, act)).map((line) => `${name}: ${line}`),
          '',
        );
      for (const [name, samples] of Object.entries(rows.actions))
        for (const sample of samples) {
          const action = { [rows.named ?? 'type']: name, ...sample };
          await add(name, sample, (room) => room.act({ type: 'feature', feature: manifest.name, action }));
        }
      for (const action of rows.ofTheRoom ?? []) await add(`room ${action.type}`, action, (room) => room.act(action));
    }
    const table = join(ROOT, 'tests/wires/actions', `${manifest.name}.txt`);
    if (!existsSync(table)) throw new Error(`${table} is missing: write it by \`npx vitest run tests/wires -u\` and read it`);
    await expect(lines.join('\n')).toMatchFileSnapshot(table);
  },
);
