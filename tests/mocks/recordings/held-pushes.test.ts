import { expect, test } from 'vitest';
import type { PushedMessage } from '../../../mocks/control.ts';
import { holdPushes, MAX_HELD_PUSHES } from '../../../mocks/recordings/held-pushes.ts';

const message = (id: number): PushedMessage => ({ id, body: {} });

test('S9 pushes wait for the chat login, are sent in order, and directly from then on', () => {
  const sent: number[] = [];
  const pushes = holdPushes(({ id }) => sent.push(id));
  pushes.push(message(1));
  pushes.push(message(2));
  expect(sent).toEqual([]);
  pushes.joined();
  expect(sent).toEqual([1, 2]);
  pushes.push(message(3));
  pushes.joined();
  expect(sent).toEqual([1, 2, 3]);
});

test('S9 without a chat connection only the newest pushes are kept, up to the bound', () => {
  const sent: number[] = [];
  const pushes = holdPushes(({ id }) => sent.push(id));
  for (let id = 0; id < MAX_HELD_PUSHES + 10; id++) pushes.push(message(id));
  pushes.joined();
  expect(sent).toHaveLength(MAX_HELD_PUSHES);
  expect(sent[0]).toBe(10);
});
