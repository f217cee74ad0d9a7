import { expect, test } from 'vitest';
import { readFeaturesOff, type FeatureManifest } from '../../../../src/core/feature.ts';
import type { Machine } from '../../../../src/core/machine.ts';
import { defineRoomHalf, type FeatureRoomHalf } from '../../../../src/workers/room/features/feature-api.ts';
import { FEATURES } from '../../../../src/features/index.ts';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { openRoom, testFeature } from '../harness.ts';

/** Repeated here, so that a change of the limit fails a test. */
const FEATURE_LOAD_MS = 10_000;

type Fault = 'none' | 'step' | 'effect' | 'create' | 'start' | 'view';

interface Counted {
  readonly name: 'on';
  readonly messages: number;
}

/** Counts its messages; throws on request. */
function counting(fault: Fault): FeatureRoomHalf {
  let hasStarted = false;
  const machine: Machine<Counted, { readonly type: 'one' }, { readonly type: 'work' }, null> = {
    name: 'sample',
    initial: { name: 'on', messages: 0 },
    step(state, event) {
      if (fault === 'step') throw new Error('step fault');
      if (fault === 'start' && !hasStarted) {
        hasStarted = true;
        throw new Error('start fault');
      }
      return event.type === 'one' ? [{ name: 'on', messages: state.messages + 1 }, { type: 'work' }] : [state];
    },
    deadlineMs: () => null,
  };
  return defineRoomHalf({
    machine,
    context: () => null,
    view(state: Counted) {
      if (fault === 'view' && state.messages > 0) throw new Error('view fault');
      return state.messages === 0 ? null : { messages: state.messages };
    },
    onStart() {
      if (fault === 'create') throw new Error('create fault');
      return fault === 'start' ? { type: 'one' } : null;
    },
    onAction: (_action: unknown) => ({ type: 'one' }) as const,
    messages: { 'headline-content': () => ({ type: 'one' }) as const },
    execute() {
      if (fault === 'effect') throw new Error('effect fault');
    },
  });
}

const push = messagesDown([messageOf('headline-content', {})]);

function open(load: () => Promise<FeatureRoomHalf>, change: Partial<FeatureManifest> = {}, config: object = {}) {
  let loads = 0;
  const room = openRoom({
    features: [...FEATURES.filter(({ name }) => name === 'ad'), testFeature(change)],
    answers: { '/config': config },
    loadFeature: async (name) => {
      if (name !== 'sample') throw new Error('not asked for');
      loads++;
      return load();
    },
  });
  return { ...room, loads: () => loads, feature: () => room.view().features['sample'] };
}

test('a feature is loaded by its first message, which is queued meanwhile', async () => {
  const room = open(async () => counting('none'));
  await room.settle(40);
  expect([room.loads(), room.feature()]).toEqual([0, undefined]);
  room.socket.deliver(push);
  room.socket.deliver(push);
  await room.settle(40);
  await room.settle(40);
  expect([room.loads(), room.feature()]).toEqual([1, { name: 'shown', view: { messages: 2 } }]);
});

test('an action is received by the feature that `opens` its name', async () => {
  const room = open(async () => counting('none'), { wakes: ['action'], opens: 'user-card' });
  await room.settle(40);
  for (const feature of ['activity', 'user-card']) room.act({ type: 'feature', feature, action: null });
  await room.settle(40);
  expect(room.feature()).toEqual({ name: 'shown', view: { messages: 1 } });
});

test('a feature that wakes by actions is loaded by its first action, and not by a message', async () => {
  const room = open(async () => counting('none'), { wakes: ['action'] });
  await room.settle(40);
  room.socket.deliver(push);
  await room.settle(40);
  expect(room.loads()).toBe(0);
  room.act({ type: 'feature', feature: 'sample', action: {} });
  await room.settle(40);
  await room.settle(40);
  expect(room.feature()).toMatchObject({ name: 'shown' });
});

test.each(['step', 'effect', 'view', 'create', 'start'] as const)(
  'a feature that throws in %s is switched off with a report, and the room continues',
  async (fault) => {
    const room = open(async () => counting(fault));
    await room.settle(40);
    room.socket.deliver(push);
    await room.settle(40);
    await room.settle(40);
    expect(room.feature()).toEqual({ name: 'off', why: 'failed while running' });
    expect(room.reported('failure')).toContainEqual(
      expect.objectContaining({ code: 'FEATURE_OFF', detail: `sample failed while running: ${fault} fault` }),
    );
    room.socket.deliver(push);
    room.act({ type: 'set-muted', muted: true });
    await room.settle(40);
    expect(room.view().player.muted).toBe(true);
    expect(room.view().stage).toEqual({ name: 'live' });
    expect(room.feature()).toEqual({ name: 'off', why: 'failed while running' });
  },
);

test('a feature whose chunk fails to load is requested once more, then it is off', async () => {
  const refused = open(async () => Promise.reject(new Error('404')));
  await refused.settle(40);
  refused.socket.deliver(push);
  await refused.settle(40);
  await refused.settle(40);
  expect([refused.loads(), refused.feature()]).toEqual([2, { name: 'off', why: 'could not be loaded' }]);
  const silent = open(() => new Promise(() => undefined));
  await silent.settle(40);
  silent.socket.deliver(push);
  await silent.settle(FEATURE_LOAD_MS);
  expect(silent.feature()).toBeUndefined();
  await silent.settle(FEATURE_LOAD_MS);
  await silent.settle(40);
  expect(silent.feature()).toEqual({ name: 'off', why: 'could not be loaded' });
});

test('a panel that fails during rendering switches its feature off', async () => {
  const room = open(async () => counting('none'));
  await room.settle(40);
  room.socket.deliver(push);
  await room.settle(40);
  room.page.deliver({ type: 'page-part-failed', name: 'sample', feature: true, detail: 'no style' });
  await room.settle(40);
  expect(room.feature()).toEqual({ name: 'off', why: 'failed while drawing' });
});

test('a feature switched off by the remote config is never loaded', async () => {
  const room = open(async () => counting('none'), {}, { featuresOff: 'gifts, sample' });
  await room.settle(40);
  room.socket.deliver(push);
  await room.settle(40);
  expect([room.loads(), room.feature()]).toEqual([0, { name: 'off', why: 'switched off by the remote config' }]);
  expect(readFeaturesOff({ featuresOff: ['a', 4, ' b '] })).toEqual(new Set(['a', 'b']));
  expect(readFeaturesOff({ featuresOff: { a: 1 } })).toEqual(new Set());
});

test('a feature for the star is not loaded for a viewer', async () => {
  const room = open(async () => counting('none'), { roles: [1] });
  await room.settle(40);
  room.socket.deliver(push);
  await room.settle(40);
  expect(room.loads()).toBe(0);
});

test('P8 a stage feature that cannot be loaded does not block live', async () => {
  const room = open(async () => counting('none'));
  await room.settle(40);
  expect(room.view().features['ad']).toEqual({ name: 'off', why: 'could not be loaded' });
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('P8 a stage feature whose panel fails while it has the stage is replaced by live', async () => {
  const guest: FeatureRoomHalf = {
    create: (context) => ({
      onMessage: () => undefined,
      onAction: () => undefined,
      onRoom: (event) => (event.type === 'stage-offered' ? context.stage.take() : undefined),
      dispose: () => undefined,
    }),
  };
  const features = [testFeature({ wakes: [], stageOrder: 1 })];
  const room = openRoom({ features, loadFeature: async () => guest });
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'sample' });
  room.page.deliver({ type: 'page-part-failed', name: 'sample', feature: true, detail: 'no style' });
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('a feature that is switched off is disposed: its pending work changes nothing', async () => {
  let disposed = 0;
  const half: FeatureRoomHalf = {
    create: () => ({
      onMessage: () => undefined,
      onAction: () => undefined,
      onRoom: () => undefined,
      dispose: () => void disposed++,
    }),
  };
  const room = open(async () => half);
  await room.settle(40);
  room.socket.deliver(push);
  await room.settle(40);
  for (let time = 0; time < 2; time++) room.page.deliver({ type: 'page-part-failed', name: 'sample', feature: true, detail: 'x' });
  expect(disposed).toBe(1);
});

test('P8 P9 the stage is offered in the order of the manifests’ numbers, one feature at a time', async () => {
  const offered: string[] = [];
  const guest = (name: string): FeatureRoomHalf => ({
    create: (context) => ({
      onMessage: () => undefined,
      onAction: () => undefined,
      onRoom(event) {
        if (event.type !== 'stage-offered') return;
        offered.push(name);
        context.stage.leave('not today');
      },
      dispose: () => undefined,
    }),
  });
  const features = [testFeature({ name: 'second', wakes: [], stageOrder: 2 }), testFeature({ name: 'first', wakes: [], stageOrder: 1 })];
  const room = openRoom({ features, loadFeature: async (name) => guest(name) });
  await room.settle(40);
  expect(offered).toEqual(['first', 'second']);
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('deliveries to a loading feature are bounded, and the oldest are dropped', async () => {
  let arrive: (half: FeatureRoomHalf) => void = () => undefined;
  const room = open(() => new Promise((resolve) => (arrive = resolve)));
  await room.settle(40);
  for (let sent = 0; sent < 300; sent++) room.socket.deliver(push);
  arrive(counting('none'));
  await room.settle(40);
  await room.settle(40);
  expect(room.feature()).toEqual({ name: 'shown', view: { messages: 200 } });
});
