import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { change } from '../../benchmarks/mechanisms/mechanisms.ts';
import { MECHANISMS } from '../../benchmarks/mechanisms/table.ts';

const copy = mkdtempSync(path.join(tmpdir(), 'footlight-mechanisms-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(MECHANISMS)(
  '$name: the sources contain the text to change, the change is undone, and a decision describes it',
  ({ changes, decision }) => {
    for (const { file } of changes) cpSync(file, path.join(copy, file));
    const read = (): readonly string[] => changes.map(({ file }) => readFileSync(path.join(copy, file), 'utf8'));
    const before = read();
    const undo = change(copy, changes);
    expect(read()).not.toEqual(before);
    undo();
    expect(read()).toEqual(before);
    expect(existsSync(path.join('docs/decisions', decision))).toBe(true);
  },
);

test('a text that is not in the source, or twice, is refused', () => {
  cpSync('LICENSE', path.join(copy, 'LICENSE'));
  for (const from of ['no such text', 'the']) expect(() => change(copy, [{ file: 'LICENSE', from, to: '' }])).toThrow('not exactly one');
});
