import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GENERATED, isFresh } from '../../scripts/proto/generate.ts';

test('S9 the generated code is made from the current .proto files', () => {
  expect(isFresh()).toBe(true);
});

test('S9 generated code of the product decodes only what it receives and encodes only what it sends', () => {
  for (const name of readdirSync(GENERATED).filter((path) => path.endsWith('.js'))) {
    const text = readFileSync(join(GENERATED, name), 'utf8');
    const isEncoding = name === 'sent.js' || name === 'mock-received.js';
    expect(/\.encode = function/.test(text), name).toBe(isEncoding);
    expect(/\.decode = function/.test(text), name).toBe(!isEncoding);
  }
});
