/** Names in the actions that the page sends to features. The compiler does not check them: each is received by one feature. */
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';
import { FEATURES } from '../../src/features/index.ts';
import { done, ok } from '../../src/core/errors.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';
import { ROWS } from '../../src/wire/registry.ts';
import type { FeatureContext } from '../../src/workers/room/features/feature-api.ts';
import { FeatureHost } from '../../src/workers/room/features/feature-host.ts';
import { listeningPart, liveInfo, openedRoom, testFeature } from '../workers/room/harness.ts';
import { PUSHES } from '../spec/document-2.ts';
import { HERE, STAR_ID, VIEWER } from './people.ts';
import { readdirSync, readFileSync } from 'node:fs';

const SOURCES = repositoryFiles().filter((file) => /^src\/(ui|features)\/.*\.tsx?$/.test(file));
const SENT = new Set(SOURCES.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=type: 'feature', feature: ')[\w-]+(?=')/g) ?? []));
const OPENED = FEATURES.flatMap(({ opens }) => opens ?? []);

/** The features that an action for `name` starts, and the actions that they receive. */
async function receiversOf(name: string, role: 0 | 1): Promise<readonly string[]> {
  const received: string[] = [];
  const host = new FeatureHost({
    manifests: FEATURES,
    clock: manualClock(),
    random: () => 0,
    load: (feature) =>
      Promise.resolve({
        create: () => ({
          onMessage: () => undefined,
          onAction: (action) => received.push(`${feature} ${JSON.stringify(action)}`),
          onRoom: () => undefined,
          dispose: () => undefined,
        }),
      }),
    context: () => ({}) as never,
    show: () => undefined,
    onFailure: () => undefined,
    onNotice: () => undefined,
    onGone: () => undefined,
  });
  host.configure(role, new Set());
  host.action(name, { type: 'open' });
  while (!host.isIdle()) await Promise.resolve();
  return received;
}

test('S37 S35 each name to which the page sends an action is received by exactly one feature of viewer or star', async () => {
  expect([...SENT]).toEqual(expect.arrayContaining(['activity', 'mystic-card', 'user-card']));
  for (const name of new Set([...SENT, ...OPENED])) {
    const found = new Set([...(await receiversOf(name, 0)), ...(await receiversOf(name, 1))]);
    expect([...found], name).toEqual([expect.stringMatching(/^[\w-]+ \{"type":"open"\}$/)]);
  }
});

test('S37 each name in `opens` is no feature’s name, belongs to one feature, and is used by the page', () => {
  const names = [...FEATURES.map(({ name }) => name), ...OPENED];
  expect(new Set(names).size).toBe(names.length);
  expect(OPENED.filter((name) => !SENT.has(name))).toEqual([]);
});

/** Numbers of commands with two rows (202, 211), and the project's own numbers for messages whose numbers are not specified. */
const isOwnChoice = (id: number): boolean => id === 202 || id === 211 || (id >= 490_000 && id < 491_000);

test('S9 each number of the specification has a row, and every other number of the registry is assigned by the project', () => {
  const specified = new Set([901, ...PUSHES.map(({ id }) => id)]);
  const ids = ROWS.map(({ id }): number => id).filter((id) => !isOwnChoice(id));
  expect(ids.toSorted()).toEqual([...specified].toSorted());
});

/** The functions of a feature context, one by one: each reaches its part of the room under the feature's own name. */
/** A room with one running feature, and the context that it received. */
async function roomWithFeature() {
  let context: FeatureContext | null = null;
  const { part } = listeningPart((given) => (context = given));
  const room = await openedRoom({
    cookie: `fx_userid=${VIEWER.userId}; fx_token=${VIEWER.token}; fx_appid=${VIEWER.appId}`,
    features: [testFeature({ wakes: ['action'], uses: ['elements', 'broadcast', 'frame-reports'] })],
    loadFeature: async () => part,
    answers: { '/info': liveInfo({ room: { starId: STAR_ID } }), '/config': { tempo: 'slow' }, '': { code: 0 } },
  });
  room.act({ type: 'feature', feature: 'sample', action: null });
  await room.settle(40);
  if (context === null) throw new Error('the feature does not run');
  // Set by a closure of the listener, which the compiler does not track.
  return { room, feature: context as FeatureContext };
}

test('S37 a feature reads the current room, viewer and config', async () => {
  const { room, feature } = await roomWithFeature();
  expect(feature.roomId()).toBe(HERE);
  expect(feature.room()).toMatchObject({ roomId: HERE, starId: STAR_ID });
  expect(feature.me()).toMatchObject({ userId: VIEWER.userId });
  expect(feature.login()).toEqual(VIEWER);
  expect(feature.liveInfo()).toMatchObject({ liveStatus: 1 });
  expect(feature.config('tempo')).toBe('slow');
  expect(feature.config('other')).toBeUndefined();
  expect(feature.layout()).toMatchObject({ orientation: 'horizontal' });
  expect(feature.capability('elements').has('poster')).toBe(true);
  room.page.deliver({ type: 'element', name: 'poster', exists: false });
  expect(feature.capability('elements').has('poster')).toBe(false);
});

test('S37 a capability that the manifest does not list throws', async () => {
  const { feature } = await roomWithFeature();
  expect(() => feature.capability('human-check')).toThrow('the manifest of sample does not list human-check');
});

test('S37 each manifest lists exactly the capabilities that the feature uses', () => {
  for (const { name, uses = [] } of FEATURES) {
    const folder = `src/features/${name}`;
    const code = readdirSync(folder).map((file) => (file.startsWith('room') ? readFileSync(`${folder}/${file}`, 'utf8') : ''));
    const used = code.join('').matchAll(/\.capability\('([a-z-]+)'\)/g);
    expect([...new Set([...used].map(([, part]) => part))].toSorted(), name).toEqual([...uses].toSorted());
  }
});

test('S37 values that a feature stores have its own name as prefix', async () => {
  const { room, feature } = await roomWithFeature();
  feature.storage.write('choice', 'on', null);
  expect(feature.storage.read('choice')).toBe('on');
  expect(feature.storage.read('other')).toBeUndefined();
  expect(room.commands('store')).toContainEqual(expect.objectContaining({ area: 'local', key: 'footlight.sample.choice' }));
});

test('S33 S37 P42 counts, logs, events and reports of a feature reach the stats worker and the player log under its name', async () => {
  const { room, feature } = await roomWithFeature();
  feature.count('seen', 2);
  feature.report('performance', '10 s');
  feature.failure({ code: 'HTTP_BAD_BODY', detail: 'x' });
  feature.track({ evid: 'open', evtype: 'click' });
  feature.capability('frame-reports').send({ type: 'background', frameId: 'f1' });
  feature.log('a line');
  await room.settle(40);
  expect(room.reported('count')).toContainEqual({ type: 'count', name: 'sample.seen', by: 2 });
  expect(room.reported('log')).toContainEqual({ type: 'log', level: 'performance', text: 'sample: 10 s' });
  expect(room.reported('failure')).toContainEqual({ type: 'failure', code: 'HTTP_BAD_BODY', detail: 'x' });
  expect(room.reported('analytics')).toContainEqual({ type: 'analytics', event: { evid: 'open', evtype: 'click' } });
  expect(room.reported('frame')).toContainEqual({ type: 'frame', fact: { type: 'background', frameId: 'f1' } });
  expect(room.view().player.log).toContainEqual(expect.objectContaining({ text: 'a line' }));
});

test('S37 dialogs, toasts, pages and changes of the room’s card reach the page', async () => {
  const { room, feature } = await roomWithFeature();
  feature.openDialog({ type: 'back-to-live', code: 20_000, message: 'm' });
  feature.toast('hello', 'good');
  feature.openPage('https://frames.test/x');
  feature.capability('broadcast').show(12);
  await room.settle(40);
  expect(room.view().dialogs).toEqual([{ type: 'back-to-live', code: 20_000, message: 'm' }]);
  expect(room.view().toasts).toMatchObject([{ text: 'hello', tone: 'good' }]);
  expect(room.commands('open')).toEqual([{ type: 'open', url: 'https://frames.test/x' }]);
  expect(room.view().room).toMatchObject({ liveSince: 12, starId: STAR_ID });
});

test('S37 a call of a feature names feature and verb, and contains fields, room and credentials', async () => {
  const { room, feature } = await roomWithFeature();
  expect(await feature.callFeature('join', { coin: 3 })).toEqual(done);
  const [asked] = room.askedFor('/feature/sample/join');
  expect(asked?.init).toMatchObject({ method: 'POST', credentials: 'same-origin' });
  expect(JSON.parse(asked?.init.body as string)).toEqual({ coin: 3, roomId: HERE, starId: STAR_ID, ...VIEWER });
  const read = await feature.call(
    { method: 'GET', url: 'https://live.test/other', timeoutMs: 100, maxBytes: 100, credentials: 'include' },
    ok,
  );
  expect(read).toEqual(ok({ code: 0 }));
});
