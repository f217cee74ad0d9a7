/** The feature host alone: which features are loaded, what each receives, and what is reported when one is switched off. */
import { expect, test } from 'vitest';
import type { FeatureManifest } from '../../../../src/core/feature.ts';
import type { FeatureInstance, FeatureOutput, FeatureRoomHalf } from '../../../../src/workers/room/features/feature-api.ts';
import { createFeatureHost } from '../../../../src/workers/room/features/feature-host.ts';
import { manualClock } from '../../../manual-clock.ts';
import { messageOf } from '../../../message-of.ts';
import { testFeature } from '../harness.ts';
import { recorder, type Call } from '../recorder.ts';

/** Repeated here, so that a change of the limit fails a test. */
const FEATURE_LOAD_MS = 10_000;

const HEADLINE = messageOf('headline-content', {});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Load = (name: string, half: (name: string) => FeatureRoomHalf) => Promise<FeatureRoomHalf>;

function host(manifests: readonly FeatureManifest[], load: Load = (name, half) => Promise.resolve(half(name))) {
  const { part, record, taken } = recorder();
  const clock = manualClock();
  const outputs = new Map<string, FeatureOutput>();
  const half = (name: string): FeatureRoomHalf => ({
    create(_context, output) {
      outputs.set(name, output);
      return part<FeatureInstance>(name);
    },
  });
  const features = createFeatureHost({
    manifests,
    clock,
    load: (name) => {
      record('load')(name);
      return load(name, half);
    },
    context: () => ({}) as never,
    show: record('show'),
    onFailure: record('onFailure'),
    onOff: record('onOff'),
  });
  features.configure(0, new Set());
  return { features, clock, taken, outputs, half };
}
const off = (name: string, why: string): readonly Call[] => [
  ['show', name, { name: 'off', why }],
  ['onOff', name, why],
];
const report = (detail: string): Call => ['onFailure', { code: 'FEATURE_OFF', detail }];

test('S37 a message reaches every feature that lists it, and loads only those that it wakes', async () => {
  const { features, taken } = host([
    testFeature({ name: 'a' }),
    testFeature({ name: 'b', wakes: ['live'] }),
    testFeature({ name: 'c', messages: ['chat'] }),
  ]);
  features.message(HEADLINE);
  await settled();
  expect(taken()).toEqual([
    ['load', 'a'],
    ['a.onMessage', HEADLINE],
  ]);
  features.wake('live');
  await settled();
  features.message(HEADLINE);
  features.message(messageOf('gift', {}));
  expect(taken()).toEqual([
    ['load', 'b'],
    ['a.onMessage', HEADLINE],
    ['b.onMessage', HEADLINE],
  ]);
});

test('S37 an action reaches the feature of its name, or the one that `opens` its name; an unknown name does nothing', async () => {
  const { features, taken } = host([
    testFeature({ name: 'a', wakes: ['action'] }),
    testFeature({ name: 'b', wakes: ['action'], opens: 'activity' }),
    testFeature({ name: 'c', wakes: [] }),
  ]);
  for (const name of ['a', 'activity', 'c', 'nobody']) features.action(name, { of: name });
  await settled();
  expect(taken()).toEqual([
    ['load', 'a'],
    ['load', 'b'],
    ['a.onAction', { of: 'a' }],
    ['b.onAction', { of: 'activity' }],
  ]);
});

test('S37 an event of the room reaches running features; one for a single feature loads it', async () => {
  const { features, taken } = host([testFeature({ name: 'a' }), testFeature({ name: 'b', wakes: [] })]);
  features.announce({ type: 'page-hide' });
  features.announceTo('nobody', { type: 'stage-offered' });
  features.announceTo('b', { type: 'stage-offered' });
  await settled();
  features.announce({ type: 'page-hide' });
  expect(taken()).toEqual([
    ['load', 'b'],
    ['b.onRoom', { type: 'stage-offered' }],
    ['b.onRoom', { type: 'page-hide' }],
  ]);
});

test('P5 a feature that shows nothing is hidden, one with a view is shown', async () => {
  const { features, taken, outputs } = host([testFeature({ name: 'a', wakes: ['live'] })]);
  features.wake('live');
  await settled();
  taken();
  outputs.get('a')?.show({ x: 1 });
  outputs.get('a')?.show(null);
  expect(taken()).toEqual([
    ['show', 'a', { name: 'shown', view: { x: 1 } }],
    ['show', 'a', { name: 'hidden' }],
  ]);
});

test('P5 a feature that the remote config switches off is ended without a report, once, and stays off', async () => {
  const { features, taken } = host([testFeature({ name: 'a', wakes: ['live'] }), testFeature({ name: 'b', wakes: ['live'] })]);
  features.wake('live');
  await settled();
  taken();
  features.configure(0, new Set(['a']));
  features.configure(0, new Set(['a']));
  expect(taken()).toEqual([['a.dispose'], ...off('a', 'switched off by the remote config')]);
  features.message(HEADLINE);
  features.wake('live');
  features.drawingFailed('a', 'x');
  await settled();
  expect(taken()).toEqual([['b.onMessage', HEADLINE]]);
});

test('P5 a feature for the star is loaded only for the star', async () => {
  const { features, taken } = host([testFeature({ name: 'a', wakes: ['live'], roles: [1] })]);
  features.wake('live');
  features.configure(1, new Set());
  features.wake('login');
  expect(taken()).toEqual([]);
  features.wake('live');
  expect(taken()).toEqual([['load', 'a']]);
});

test('P5 a feature that does not load is requested twice, each time for 10 s, and reported with the reason', async () => {
  const silent = host([testFeature({ name: 'a', wakes: ['live'] })], () => new Promise(() => undefined));
  silent.features.wake('live');
  expect(silent.features.isIdle()).toBe(false);
  silent.clock.advance(FEATURE_LOAD_MS - 1);
  await settled();
  expect(silent.taken()).toEqual([['load', 'a']]);
  silent.clock.advance(1);
  await settled();
  expect(silent.taken()).toEqual([['load', 'a']]);
  silent.clock.advance(FEATURE_LOAD_MS);
  await settled();
  const why = 'could not be loaded';
  expect(silent.taken()).toEqual([report(`a ${why}: Error: no answer in 10000 ms`), ...off('a', why)]);
  expect([silent.features.isIdle(), silent.clock.timers()]).toEqual([true, 0]);
});

test('P5 a feature that is switched off while it loads does not run', async () => {
  let arrive: (half: FeatureRoomHalf) => void = () => undefined;
  const late = host([testFeature({ name: 'a', wakes: ['live'] })], () => new Promise((resolve) => (arrive = resolve)));
  late.features.wake('live');
  late.features.wake('live');
  late.features.drawingFailed('a', 'no style');
  const why = 'failed while drawing';
  expect(late.taken()).toEqual([['load', 'a'], report(`a ${why}: no style`), ...off('a', why)]);
  arrive(late.half('a'));
  await settled();
  late.features.announce({ type: 'page-hide' });
  expect([late.taken(), late.outputs.size]).toEqual([[], 0]);
});

test('P5 a value that is thrown instead of an error is the detail of the report', async () => {
  const { features, taken, outputs } = host([testFeature({ name: 'a', wakes: ['live'] })]);
  features.wake('live');
  await settled();
  taken();
  outputs.get('a')?.onError('a text');
  const why = 'failed while running';
  expect(taken()).toEqual([['a.dispose'], report(`a ${why}: a text`), ...off('a', why)]);
  outputs.get('a')?.onError(new Error('again'));
  expect(taken()).toEqual([]);
});

test('P8 guests of the stage are the features with a stage number, in its order, that may run and are not off', () => {
  const { features } = host([
    testFeature({ name: 'none', wakes: [] }),
    testFeature({ name: 'last', wakes: [], stageOrder: 3 }),
    testFeature({ name: 'star', wakes: [], stageOrder: 1, roles: [1] }),
    testFeature({ name: 'first', wakes: [], stageOrder: 0 }),
    testFeature({ name: 'gone', wakes: [], stageOrder: 2 }),
    testFeature({ name: 'second', wakes: [], stageOrder: 2 }),
  ]);
  features.drawingFailed('gone', 'x');
  expect(features.stageGuests()).toEqual(['first', 'second', 'last']);
});
