import { runInNewContext } from 'node:vm';
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { addMissing } from '../../src/core/older-browsers.ts';

const source = transformSync(readFileSync(new URL('../../src/core/older-browsers.ts', import.meta.url), 'utf8'), {
  loader: 'ts',
  format: 'cjs',
  target: 'chrome80',
}).code;

/** Evaluates code in a separate realm from which features missing in Chrome 80 were removed, and to which the project has added its own. */
const inOldBrowser = (code: string): unknown =>
  JSON.parse(
    runInNewContext(
      `
      const typed = Object.getPrototypeOf(Uint8Array.prototype);
      for (const name of ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'])
        for (const from of [Array.prototype, typed]) delete from[name];
      delete String.prototype.at;
      delete String.prototype.replaceAll;
      delete Object.hasOwn;
      const module = { exports: {} };
      (function (module, exports) { ${source} })(module, module.exports);
      const before = JSON.stringify([typeof [].at, typeof Object.hasOwn]);
      module.exports.addMissing();
      JSON.stringify([before, ${code}]);`,
      {},
    ) as string,
  );

const CODE = `[
  [1, 2, 3].at(-1), [1, 2, 3].at(0), [].at(-1) === undefined, [7].at(NaN), 'room'.at(-2), new Float64Array([4, 5]).at(-1),
  [3, 1, 2].toSorted(), [3, 1, 2].toSorted((a, b) => b - a), Array.from(new Int32Array([3, -1]).toSorted()),
  [1, 2].toReversed(), [1, 2, 3].with(1, 9), [1, 2, 3].with(-1, 9), [1, 2, 3].toSpliced(1, 1, 7, 8), [1, 2, 3].toSpliced(0, 2),
  [1, 2, 3, 4].findLast((n) => n % 2 === 1), [1, 3].findLast((n) => n === 2) === undefined,
  [1, 2, 3, 4].findLastIndex((n) => n % 2 === 1), [].findLastIndex(() => true),
  'a.b.c'.replaceAll('.', '-'), 'a.b.c'.replaceAll(/[.]/g, '+'),
  Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'toString'), Object.hasOwn(Object.create(null), 'a'),
  Object.keys([1]), (() => { const names = []; for (const name in [1]) names.push(name); return names; })(),
]`;

test('P22 features that Chrome 80 lacks are added with the results of newer browsers', () => {
  const now: unknown = runInNewContext(`JSON.stringify(${CODE})`, {});
  expect(inOldBrowser(CODE)).toEqual([JSON.stringify(['undefined', 'undefined']), JSON.parse(now as string)]);
});

test('P22 existing features are not replaced', () => {
  const members = (): readonly unknown[] => ['at', 'with', 'toSorted'].map((name) => Reflect.get(Array.prototype, name));
  const before = members();
  addMissing();
  expect(members()).toEqual(before);
});
