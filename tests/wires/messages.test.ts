import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MessageName } from '../../src/wire/registry.ts';
import { ROOT } from '../../scripts/suite/tool.ts';
import { CASES } from './cases.ts';
import { CHOSEN } from './chosen.ts';
import { traceOf } from './trace.ts';
import { deliveryOf, rowNamed } from './visit.ts';

const listening = CHOSEN.filter(({ messages }) => messages.length > 0);

describe('messages', () => {
  test.each(listening)('S9 S37 each message of $name reaches its machine as the event of the table, field by field', async (manifest) => {
    const traced: string[] = [];
    for (const name of manifest.messages) {
      const deliver = await deliveryOf(manifest, name as MessageName);
      for (const given of CASES[manifest.name]?.[name] ?? [{}]) {
        const title = Object.keys(given).length === 0 ? '' : ` of ${JSON.stringify(given)}`;
        // Each line names the message, so that a difference identifies it.
        traced.push(`${name}${title}`, ...traceOf(rowNamed(name), given, deliver).map((line) => `${name}: ${line}`), '');
      }
    }
    const table = join(ROOT, 'tests/wires/features', `${manifest.name}.txt`);
    if (!existsSync(table)) throw new Error(`${table} is missing: write it by \`npx vitest run tests/wires -u\` and read it`);
    await expect(traced.join('\n')).toMatchFileSnapshot(table);
  });
});
