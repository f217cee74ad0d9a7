import { expect, test } from 'vitest';
import type { FeatureManifest } from '../../src/core/feature.ts';
import { CHOSEN, wiresOf } from './chosen.ts';
import { visit } from './visit.ts';

const HALVES = import.meta.glob<string>('../../src/features/*/room.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const counts = ({ name }: FeatureManifest): boolean =>
  /room\.count\(|execute(?:FeatureEffect|Announcement)\(/.test(HALVES[`../../src/features/${name}/room.ts`] ?? '');

test.each(CHOSEN)('S33 S37 the statistics contain what $name drops, by its reason and number', async (manifest) => {
  const row = wiresOf(manifest.name).counts;
  // A feature that counts has a row in its wires.
  expect(row !== undefined).toBe(counts(manifest));
  if (row === undefined) return;
  const [effect, name, by] = row;
  const { half, context, stats } = await visit({
    ...manifest,
    wakes: ['room-start'],
  });
  const room = context();
  if (room === null) throw new Error(`${manifest.name} does not run`);
  const before = stats.posted.length;
  half.execute(effect as never, room, () => undefined);
  expect(stats.posted.slice(before).filter(({ type }) => type === 'count')).toEqual([
    { type: 'count', name: `${manifest.name}.${name}`, by },
  ]);
});
