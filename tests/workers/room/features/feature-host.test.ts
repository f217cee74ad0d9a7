import { expect, test } from 'vitest';
import { type FeatureManifest } from '../../../../src/core/feature.ts';
import type { Machine } from '../../../../src/player/base/machine.ts';
import { defineRoomPart, type FeatureRoomPart } from '../../../../src/workers/room/features/feature-api.ts';
import { FEATURES } from '../../../../src/features/index.ts';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { openedRoom, openRoom, testFeature } from '../harness.ts';

type Fault = 'none' | 'step' | 'effect' | 'create' | 'start' | 'view';

interface Counted {
  readonly name: 'on';
  readonly messages: number;
}

/** Counts its messages; throws on request. */
function counting(fault: Fault): FeatureRoomPart {
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
  return defineRoomPart({
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

function open(load: () => Promise<FeatureRoomPart>, change: Partial<FeatureManifest> = {}, config: object = {}) {
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

/** The waits between three attempts; a longer time than their bound. */
const WAIT_MS = 60_000;
const notices = (room: { view(): { services: readonly { name: string; code: string; recovering: boolean }[] } }) =>
  room.view().services.flatMap(({ name, code }) => (name === 'ad' ? [] : [`${name} ${code}`]));

test.each(['step', 'effect', 'view', 'create', 'start'] as const)(
  'a feature that throws in %s begins again with a notice, is off after its third throw, and the room continues',
  async (fault) => {
    const room = open(async () => counting(fault));
    await room.settle(40);
    const seen: unknown[] = [];
    for (let time = 0; time < 3; time++) {
      room.socket.deliver(push);
      await room.settle(40);
      await room.settle(40);
      seen.push([...notices(room), room.feature()?.name]);
      await room.settle(WAIT_MS);
    }
    expect(seen).toEqual([['sample PART_FAILED', 'hidden'], ['sample PART_FAILED', 'hidden'], ['off']]);
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

test.each([
  ['the network returns', (room: ReturnType<typeof open>) => room.page.deliver({ type: 'network', isOnline: true })],
  ['the tab is visible again', (room: ReturnType<typeof open>) => room.page.deliver({ type: 'visible' })],
  ['the viewer presses the button of the notice', (room: ReturnType<typeof open>) => room.page.deliver({ type: 'parts-again' })],
  ['the viewer presses its entry', (room: ReturnType<typeof open>) => room.act({ type: 'feature', feature: 'sample', action: {} })],
  ['a while has passed', () => undefined],
])('a feature whose chunk could not be loaded is loaded again when %s, with its messages', async (_when, again) => {
  let isMissing = true;
  const room = open(async () => (isMissing ? Promise.reject(new Error('404')) : counting('none')), { wakes: ['message', 'action'] });
  await room.settle(40);
  room.socket.deliver(push);
  await room.settle(40);
  expect([room.loads(), room.feature(), notices(room)]).toEqual([1, undefined, ['sample MODULE_LOAD_FAILED']]);
  isMissing = false;
  again(room);
  await room.settle(WAIT_MS);
  await room.settle(40);
  expect([room.feature()?.name, notices(room)]).toEqual(['shown', []]);
});

const DRAWING_FAILED = {
  type: 'page-part-late',
  name: 'sample',
  feature: true,
  why: 'failed while drawing',
  detail: 'no style',
  isOff: false,
} as const;

test('a panel that throws three times switches its feature off', async () => {
  const room = open(async () => counting('none'));
  await room.settle(40);
  const seen: unknown[] = [];
  for (let time = 0; time < 3; time++) {
    room.socket.deliver(push);
    await room.settle(40);
    seen.push(room.feature()?.name);
    room.page.deliver(DRAWING_FAILED);
    await room.settle(40);
    seen.push(room.feature()?.name);
    await room.settle(WAIT_MS);
  }
  expect(seen).toEqual(['shown', 'hidden', 'shown', 'hidden', 'shown', 'off']);
  expect(room.feature()).toEqual({ name: 'off', why: 'failed while drawing' });
});

test('P8 a stage feature whose panel fails while it has the stage is replaced by live', async () => {
  const guest: FeatureRoomPart = {
    create: (context) => ({
      onMessage: () => undefined,
      onAction: () => undefined,
      onRoom: (event) => (event.type === 'stage-offered' ? context.stage.take() : undefined),
      dispose: () => undefined,
    }),
  };
  const features = [testFeature({ wakes: [], stageOrder: 1 })];
  const room = await openedRoom({ features, loadFeature: async () => guest });
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'sample' });
  room.page.deliver(DRAWING_FAILED);
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('P8 P9 the stage is offered in the order of the manifests’ numbers, one feature at a time', async () => {
  const offered: string[] = [];
  const guest = (name: string): FeatureRoomPart => ({
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
  const room = await openedRoom({ features, loadFeature: async (name) => guest(name) });
  expect(offered).toEqual(['first', 'second']);
  expect(room.view().stage).toEqual({ name: 'live' });
});
