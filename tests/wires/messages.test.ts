import { describe, test } from 'vitest';
import type { FeatureManifest } from '../../src/core/feature.ts';
import type { MessageName } from '../../src/wire/registry.ts';
import { CHOSEN, expectTable, wiresOf } from './chosen.ts';
import type { Given } from './marked-body.ts';
import { VIEWER } from './people.ts';
import { markedBody, traceOf } from './trace.ts';
import { deliveryOf, rowNamed } from './visit.ts';

const listening = CHOSEN.filter(({ messages }) => messages.length > 0);

/** A message about the viewer, delivered to a guest: the user ids of both are 0. */
async function guestLines(manifest: FeatureManifest, name: MessageName, given: Given): Promise<readonly string[]> {
  const own = Object.entries(given).filter(([, value]) => value === VIEWER.userId);
  if (own.length === 0 || !manifest.roles.includes(0)) return [];
  const deliver = await deliveryOf(manifest, name, null);
  const event = deliver(markedBody(rowNamed(name), { ...given, ...Object.fromEntries(own.map(([path]) => [path, 0])) }));
  return [`${name}: a guest, and ${own.map(([path]) => `${path} 0`).join(', ')}: ${event === null ? 'no event' : JSON.stringify(event)}`];
}

describe('messages', () => {
  test.each(listening)('S9 S37 each message of $name reaches its machine as the event of the table, field by field', async (manifest) => {
    const traced: string[] = [];
    for (const name of manifest.messages) {
      const deliver = await deliveryOf(manifest, name as MessageName);
      for (const given of wiresOf(manifest.name).cases?.[name] ?? [{}]) {
        const title = Object.keys(given).length === 0 ? '' : ` of ${JSON.stringify(given)}`;
        // Each line names the message, so that a difference identifies it.
        traced.push(`${name}${title}`, ...traceOf(rowNamed(name), given, deliver).map((line) => `${name}: ${line}`));
        traced.push(...(await guestLines(manifest, name as MessageName, given)), '');
      }
    }
    await expectTable(manifest.name, 'messages', traced);
  });
});
