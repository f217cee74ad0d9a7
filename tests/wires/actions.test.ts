import { afterAll, beforeAll, test, vi } from 'vitest';
import { openingOf, transcriptOf, type Visit } from './acting.ts';
import { CHOSEN, expectTable, wiresOf } from './chosen.ts';

// The origin of the page, which is also the worker's.
beforeAll(() => void vi.stubGlobal('location', new URL('https://room.test/')));
afterAll(() => void vi.unstubAllGlobals());

test.each(CHOSEN)(
  'S37 each action of $name causes the events, the calls with fields and credentials, and the effects of the table',
  async (manifest) => {
    const lines: string[] = [];
    const odd = new Set<string>();
    /** The same odd answer is stated once for all rows. */
    const isNew = (line: string): boolean => !line.startsWith('odd ') || (!odd.has(line) && odd.add(line).size > 0);
    for (const rows of wiresOf(manifest.name).actions) {
      const where = rows.title === undefined ? '' : ` (${rows.title})`;
      lines.push(`opening${where}`, ...(await openingOf(manifest, rows)).filter(isNew).map((line) => `opening: ${line}`), '');
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
    await expectTable(manifest.name, 'actions', lines);
  },
);
