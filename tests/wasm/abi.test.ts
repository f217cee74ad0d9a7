import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COUNTER, FIELD, FIRST_HANDLE, FRAMING, OPTION, RESULT } from '../../src/wasm/glue/abi.ts';
import { BLOCK, BLOCKS_FIELD, STAGE } from '../../src/wasm/glue/inspect.ts';
import { WORKERS_MAX } from '../../src/wasm/glue/threads.ts';

const readHeader = (name: string): string => readFileSync(`src/wasm/hevc/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const header = readHeader('hevc.h');
const inspection = readHeader('inspect.h');

/** The members of a C enum with their values, without `prefix`. */
function readEnum(name: string, prefix: string, source = header): Record<string, number> {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`no enum ${name}`);
  let next = 0;
  return Object.fromEntries(
    body
      .split(',')
      .map((member) => member.trim())
      .filter((member) => member !== '')
      .map((member) => {
        const [key = '', value] = member.split('=').map((part) => part.trim());
        next = value === undefined ? next : Number(value);
        return [key.replace(prefix, ''), next++];
      }),
  );
}

test.each([
  ['hevc_result', 'HEVC_', RESULT],
  ['hevc_framing', 'HEVC_', FRAMING],
  ['hevc_option', 'HEVC_OPT_', OPTION],
  ['hevc_picture_field', 'HEVC_PIC_', FIELD],
  ['hevc_counter', 'HEVC_COUNT_', COUNTER],
] as const)('enum %s is the same in C and TypeScript', (name, prefix, table) => {
  const { HEVC_COUNTERS: _counters, FIELDS: _fields, ...members } = readEnum(name, prefix);
  delete members['COUNTERS'];
  expect(members).toEqual(table);
});

test.each([
  ['hevc_stage', 'HEVC_STAGE_', STAGE],
  ['hevc_block_flag', 'HEVC_BLOCK_', BLOCK],
  ['hevc_blocks_field', 'HEVC_BLOCKS_', BLOCKS_FIELD],
] as const)('enum %s of the unshipped builds is the same in C and TypeScript', (name, prefix, table) => {
  const { HEVC_STAGES: _stages, ...members } = readEnum(name, prefix, inspection);
  expect(members).toEqual(table);
});

test('handles are greater than every result', () => {
  expect(FIRST_HANDLE).toBeGreaterThan(Math.max(...Object.values(RESULT)));
});

test('the glue starts no more workers than there are stacks', () => {
  const source = readFileSync('src/wasm/hevc/thread_stack.c', 'utf8');
  expect(Number(/HEVC_MAX_WORKERS = (\d+)/.exec(source)?.[1])).toBe(WORKERS_MAX);
});
