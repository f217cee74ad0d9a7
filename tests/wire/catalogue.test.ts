import { expect, test } from 'vitest';
import { messageCatalogue } from '../../scripts/requirements/messages.ts';
import { FEATURES } from '../../src/features/index.ts';
import { ROWS } from '../../src/wire/registry.ts';

test('S9 every message of the registry is handled by a part of the room', () => {
  const unhandled = messageCatalogue().filter(({ handledBy }) => handledBy.length === 0);
  expect(unhandled.map(({ name }) => `${name} is handled by nothing`)).toEqual([]);
});

test('S9 the catalogue has every row of the registry once, and finds chat, connection, room and features as handlers', () => {
  const catalogue = messageCatalogue();
  expect(catalogue.map(({ id }) => id)).toEqual(ROWS.map(({ id }) => id).toSorted((a, b) => a - b));
  const handledBy = (name: string): readonly string[] => catalogue.find((row) => row.name === name)?.handledBy ?? [];
  expect(handledBy('chat')).toEqual(expect.arrayContaining(['chat', 'own lines']));
  expect(handledBy('error')).toEqual(expect.arrayContaining(['connection', 'own lines']));
  expect(handledBy('live-status')).toEqual(['room']);
  for (const { name, messages } of FEATURES) for (const message of messages) expect(handledBy(message)).toContain(`feature ${name}`);
  expect(handledBy('login')).toEqual(expect.arrayContaining(['chat', 'connection', 'room']));
});
