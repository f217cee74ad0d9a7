import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CASES } from '../../browser/webcodecs/cases.ts';
import { HEVC_CASES } from '../../browser/webcodecs/cases-hevc.ts';

const HEAD = ['| of | behaviour | the browser’s own decoder runs it too |', '| --- | --- | --- |'];

test('the table of WebCodecs cases in API.md has one row for each case of the browser tests', () => {
  const generic = CASES.map(({ area, title }) => `| ${area} | ${title} | yes |`);
  const hevc = HEVC_CASES.map(({ area, title }) => `| ${area} | ${title} | |`);
  const table = [...HEAD, ...generic, ...hevc].join('\n');
  expect(readFileSync('src/wasm/API.md', 'utf8')).toContain(`\n${table}\n`);
  expect(new Set([...CASES, ...HEVC_CASES].map(({ title }) => title)).size).toBe(CASES.length + HEVC_CASES.length);
});
