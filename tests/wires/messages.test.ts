import { describe, test } from 'vitest';
import type { MessageName } from '../../src/wire/registry.ts';
import { CHOSEN, expectTable, wiresOf } from './chosen.ts';
import { traceOf } from './trace.ts';
import { deliveryOf, rowNamed } from './visit.ts';

const listening = CHOSEN.filter(({ messages }) => messages.length > 0);

describe('messages', () => {
  test.each(listening)('S9 S37 each message of $name reaches its machine as the event of the table, field by field', async (manifest) => {
    const traced: string[] = [];
    for (const name of manifest.messages) {
      const deliver = await deliveryOf(manifest, name as MessageName);
      for (const given of wiresOf(manifest.name).cases?.[name] ?? [{}]) {
        const title = Object.keys(given).length === 0 ? '' : ` of ${JSON.stringify(given)}`;
        // Each line names the message, so that a difference identifies it.
        traced.push(`${name}${title}`, ...traceOf(rowNamed(name), given, deliver).map((line) => `${name}: ${line}`), '');
      }
    }
    await expectTable(manifest.name, 'messages', traced);
  });
});
