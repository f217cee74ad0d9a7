import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { splitAccessUnits } from '../../src/wasm/glue/access-units.ts';
import { buildNative, findClang } from '../../src/wasm/native/build.mjs';

const HEADER = readFileSync('src/wasm/hevc/hevc.h', 'utf8');
const DIR = mkdtempSync(path.join(os.tmpdir(), 'footlight-header-'));
afterAll(() => rmSync(DIR, { recursive: true }));

/** The lines of the comment that are indented as code. */
const example = (/^\/\*[\s\S]*?\*\//.exec(HEADER)?.[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith(' *     '))
  .map((line) => line.slice(3))
  .join('\n');

/** The code around the example, as the comment describes it: access units by size from a file, and output of a plane. */
const program = `
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hevc.h"

static struct { uint8_t *data; uint32_t bytes; } units[256];
static uint32_t num_units, shown;

static void show(const uint8_t *luma, int32_t stride, double pts) {
    if (luma && stride > 0 && pts >= 0) shown++;
}

int main(int argc, char **argv) {
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : 0;
    if (!f) return 2;
    for (uint32_t bytes; num_units < 256 && fread(&bytes, 4, 1, f) == 1; num_units++) {
        units[num_units].bytes = bytes;
        units[num_units].data = malloc(bytes);
        if (fread(units[num_units].data, 1, bytes, f) != bytes) return 2;
    }
    fclose(f);
${example}
    for (uint32_t i = 0; i < num_units; i++) free(units[i].data);
    printf("%u pictures\\n", shown);
    return 0;
}
`;

test('no function is declared twice in hevc.h', () => {
  const code = HEADER.replace(/\/\*[\s\S]*?\*\//g, '');
  const names = [...code.matchAll(/\b(hevc_\w+)\(/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test.skipIf(findClang() === undefined)(
  'the example of hevc.h compiles and outputs every picture of a stream',
  async () => {
    expect(example).toContain('hevc_push');
    const main = path.join(DIR, 'example.c');
    writeFileSync(main, program);
    const out = await buildNative({ cc: findClang()!, main, out: path.join(DIR, 'example'), debug: true });
    const stream = readFileSync('fixtures/hevc/closed-gop.265');
    const packed = [...splitAccessUnits(stream)].flatMap((unit) => [Buffer.from(Uint32Array.of(unit.length).buffer), unit]);
    const file = path.join(DIR, 'units');
    writeFileSync(file, Buffer.concat(packed));
    expect(execFileSync(out, [file], { encoding: 'utf8' })).toBe('20 pictures\n');
  },
  120_000,
);
