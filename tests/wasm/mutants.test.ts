import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSources, SOURCE_DIR } from '../../src/wasm/build.mjs';
import { MUTANTS, NO_PICTURE } from '../../src/wasm/cli/mutants-table.ts';

test('every C file has a mutation that a fixture must detect, or a reason why a picture cannot show one', () => {
  const named = [...MUTANTS.map(({ file }) => file), ...Object.keys(NO_PICTURE)];
  expect(listSources().filter((file) => file.endsWith('.c') && !named.includes(file))).toEqual([]);
});

test('each mutation fits one place of its file and names an existing fixture', () => {
  for (const { file, from, to, stream } of MUTANTS) {
    expect([file, readFileSync(`${SOURCE_DIR}/${file}`, 'utf8').split(from).length]).toEqual([file, 2]);
    expect(to).not.toBe(from);
    expect([stream, existsSync(`fixtures/${stream}`)]).toEqual([stream, true]);
  }
});
