import { expect, test } from 'vitest';
import type { FeatureManifest } from '../../src/core/feature.ts';
import { CHOSEN } from './chosen.ts';
import { visit } from './visit.ts';

/** Effect of a feature's machine that is counted, and the name and number in the statistics. */
type Row = readonly [effect: object, name: string, by: number];
const DROPPED: object = {
  type: 'count',
  why: 'reason',
  what: 'dropped',
  by: 3,
};
/** Effect of the machines in core/room/feature, which always count by 1. */
const FEATURE: object = { type: 'count', why: 'reason' };
const featureRow = (name: string): Row => [FEATURE, `${name}.reason`, 1];

const ROWS: Readonly<Record<string, Row>> = {
  'chat-tools': [{ type: 'refuse', why: 'reason' }, 'chat-tools.call left out: reason', 1],
  danmaku: [DROPPED, 'danmaku.dropped', 3],
  'enter-tips': [DROPPED, 'enter-tips.left out: reason', 3],
  frames: [FEATURE, 'frames.refused.reason', 1],
  'gift-effects': [DROPPED, 'gift-effects.dropped', 3],
  gifts: [FEATURE, 'gifts.reason', 1],
  'lead-in': [{ type: 'report-timeout', code: 111 }, 'lead-in.111', 1],
  ...Object.fromEntries(
    [
      'ceremony',
      'confession',
      'emotion',
      'guard',
      'headline',
      'notices',
      'open-app',
      'pet',
      'real-sing',
      'shooting',
      'star-game',
      'tank',
      'tower-defense',
    ].map((name): [string, Row] => [name, featureRow(name)]),
  ),
};

const HALVES = import.meta.glob<string>('../../src/features/*/room.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const counts = ({ name }: FeatureManifest): boolean =>
  /room\.count\(|execute(?:FeatureEffect|Announcement)\(/.test(HALVES[`../../src/features/${name}/room.ts`] ?? '');

test.each(CHOSEN)('S33 S37 the statistics contain what $name drops, by its reason and number', async (manifest) => {
  const row = ROWS[manifest.name];
  // A feature that counts has a row.
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
  expect(stats.posted.slice(before).filter(({ type }) => type === 'count')).toEqual([{ type: 'count', name, by }]);
});
