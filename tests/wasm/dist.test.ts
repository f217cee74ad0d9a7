import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BUILDS } from '../../src/wasm/glue/build.ts';
import { moduleRecipe } from '../../src/wasm/build.mjs';

/** Maximum download before the first H265 picture. */
const GZIP_BYTES_MAX = 100_000;

const manifest = JSON.parse(readFileSync('src/wasm/dist/manifest.json', 'utf8')) as {
  builds: Record<string, { sha256: string; recipe: string }>;
  debug: Record<string, { sha256: string; recipe: string }>;
};

/** Each without and with the range extensions. */
const SHIPPED = [...BUILDS, ...BUILDS.map((build) => `range-${build}` as const)];

test.each(SHIPPED)('the committed %s module is built from these sources, and small', (build) => {
  const bytes = readFileSync(`src/wasm/dist/hevc-${build}.wasm`);
  const row = manifest.builds[build]!;
  expect(moduleRecipe(build), 'stale: run `npm run wasm` and commit src/wasm/dist').toBe(row.recipe);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256);
  expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(GZIP_BYTES_MAX);
});

test('the committed debugging module is built from these sources, and only it exports blocks', () => {
  const bytes = readFileSync('src/wasm/debug/hevc-simd.wasm');
  expect(moduleRecipe('simd', undefined, { variant: 'debug' }), 'stale: run `npm run wasm` and commit src/wasm/debug').toBe(
    manifest.debug['simd']!.recipe,
  );
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest.debug['simd']!.sha256);
  const namesOf = (file: string): string[] =>
    WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(file))).map(({ name }) => name);
  expect(namesOf('src/wasm/debug/hevc-simd.wasm')).toContain('hevc_blocks');
  for (const build of SHIPPED) expect(namesOf(`src/wasm/dist/hevc-${build}.wasm`).filter((name) => /blocks|stages/.test(name))).toEqual([]);
});

/** Chrome 80 supports no SIMD, no shared memory without isolation, no reference types, no multi-value. */
test.each(['baseline', 'range-baseline'])('the %s module uses nothing newer than Chrome 80', (build) => {
  const module = new WebAssembly.Module(readFileSync(`src/wasm/dist/hevc-${build}.wasm`));
  expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
  const text = readFileSync(`src/wasm/dist/hevc-${build}.wasm`).toString('latin1');
  for (const feature of ['simd128', 'atomics', 'reference-types', 'multivalue']) expect(text).not.toContain(`+${feature}`);
});
