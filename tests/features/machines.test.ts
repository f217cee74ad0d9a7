/** Properties that the machine of every feature has. */
import { expect, test, vi } from 'vitest';
import { loadRoomPart } from '../../src/workers/room/features/feature-loader.ts';
import { CHOSEN, wiresOf } from '../wires/chosen.ts';
import { visit } from '../wires/visit.ts';

test.each(CHOSEN)('S37 the machine of $name has the name of the feature, under which its decisions are logged', async ({ name }) => {
  const { machine } = await loadRoomPart(name);
  expect(machine.name).toBe(name);
});

const closes = ({ name }: { readonly name: string }): boolean => {
  const [{ actions }] = wiresOf(name).actions;
  return Object.hasOwn(actions, 'close');
};

test.each(CHOSEN.filter(closes))('S37 closing $name while it is already closed changes nothing', async (manifest) => {
  const { part, context } = await visit({ ...manifest, wakes: ['room-start', 'star-room'] });
  const room = context();
  if (room === null) throw new Error(`${manifest.name} does not run`);
  const steps = vi.spyOn(part.machine, 'step');
  const views: unknown[] = [];
  const instance = part.create(room, { show: (view) => views.push(view), onError: (cause) => views.push(cause) });
  const before = views.length;
  instance.onAction({ type: 'close' });
  const closed = steps.mock.calls.findLast(
    (given) => (given as unknown as readonly [unknown, { readonly type: string }])[1].type === 'close',
  );
  if (closed !== undefined) expect(steps.mock.results.at(-1)?.value).toEqual([(closed as unknown as readonly unknown[])[0]]);
  expect(views.slice(before)).toEqual([]);
  steps.mockRestore();
  instance.dispose();
});
