/** Each action of each panel in a room with working, refusing and unreachable services, of a viewer and of a guest. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FeatureManifest, RoomEvent } from '../../src/core/feature.ts';
import type { MessageName } from '../../src/wire/registry.ts';
import { CUT_OFF, loginOf, type Sample, samplesOf, visitOf } from './acting.ts';
import { CHOSEN, wiresOf } from './chosen.ts';
import type { ActionRows } from './feature-wires.ts';
import { bodyOf, emptyBodyOf, fieldsOf, markOf, schemaOf } from './marked-body.ts';
import { HERE, type Login, STAR, STAR_ID, VIEWER } from './people.ts';
import { deliveryOf, rowNamed, visit } from './visit.ts';

// The origin of the page, which is also the worker's.
beforeAll(() => void vi.stubGlobal('location', new URL('https://room.test/')));
afterAll(() => void vi.unstubAllGlobals());

const REFUSED = { code: 5, msg: '现在不行' };
/** Runs one action, and returns the calls that it caused. */
async function acted(manifest: FeatureManifest, rows: ActionRows, login: Login | null, action: Sample, failing: unknown = null) {
  const room = await visitOf(manifest, rows, login);
  const before = room.calls().length;
  room.fail(failing);
  room.act({ type: 'feature', feature: manifest.name, action });
  await room.settle(40);
  expect(room.viewOf()?.name, JSON.stringify(action)).not.toBe('off');
  const { userId, token, appId } = login ?? { userId: 0, token: '', appId: '' };
  for (const { fields, verb } of room.calls()) expect(fields, verb).toMatchObject({ roomId: HERE, starId: STAR_ID, userId, token, appId });
  return { calls: room.calls().slice(before), dialogs: room.view().dialogs };
}

const SETS = CHOSEN.flatMap((manifest) =>
  wiresOf(manifest.name).actions.map((rows) => [manifest.name, rows.title ?? 'a room', manifest, rows] as const),
);

test.each(SETS)(
  'S37 actions of %s in %s: calls contain the credentials and the fields of the action, and no answer ends the feature',
  async (_name, _title, manifest, rows) => {
    const login = loginOf(manifest, rows);
    for (const action of samplesOf(rows)) {
      const { calls } = await acted(manifest, rows, login, action);
      const { verb, fields } = action;
      if (verb !== undefined && fields !== undefined)
        expect(calls, JSON.stringify(action)).toContainEqual({ verb, fields: expect.objectContaining(fields) as unknown });
      for (const failing of [REFUSED, CUT_OFF]) await acted(manifest, rows, login, action, failing);
      if (rows.as !== 'star' && manifest.roles.includes(0)) {
        const guest = await acted(manifest, rows, null, action);
        // An action that the service accepts only from a user opens the login dialog instead of a call without a user.
        if (verb !== undefined) expect([guest.calls, guest.dialogs], JSON.stringify(action)).toEqual([[], [{ type: 'login' }]]);
      }
    }
  },
);

/** Messages and events of the room that the part of each feature receives. */
/** Values of codes, and numbers that are no code. */
const NUMBERS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2 ** 53] as const;

test.each(CHOSEN.filter(({ messages }) => messages.length > 0))(
  'S9 S37 each message of $name causes one event of its machine, and no number and no missing field causes an exception',
  async (manifest) => {
    for (const name of manifest.messages) {
      const deliver = await deliveryOf(manifest, name as MessageName);
      const schema = schemaOf(rowNamed(name));
      for (const given of wiresOf(manifest.name).cases?.[name] ?? [{}]) {
        const fields = fieldsOf(schema);
        const marks = new Map(fields.map(({ path, type }) => [path, given[path] ?? markOf(path, type, 0)]));
        expect(deliver(bodyOf(schema, marks)), `${name} ${JSON.stringify(given)}`).not.toBeNull();
        for (const { path, type } of fields)
          if (type === 'number') for (const number of NUMBERS) deliver(bodyOf(schema, new Map([...marks, [path, number]])));
      }
      deliver(emptyBodyOf(schema));
    }
  },
);

/** Every event of the room; a missing one is a type error. */
const EVENTS: { readonly [Type in RoomEvent['type']]: readonly Omit<Extract<RoomEvent, { readonly type: Type }>, 'type'>[] } = {
  'room-changed': [{}],
  'live-started': [{}],
  'live-stopped': [{}],
  'login-ends': [{}],
  'login-changed': [{ userId: 700_007 }, { userId: 0 }],
  'stage-offered': [{}],
  'stage-withdrawn': [{}],
  'back-to-live': [{}],
  'layout-changed': [{}],
  'stream-messages': [1, 2, 3, 4, 5, 6].map((code) => ({
    messages: [{ code, json: `{"songName":"歌${code}","num":${code}}`, ptsMs: code }],
  })),
  'human-check': [{ needed: true }, { needed: false }],
  'stats-restarted': [{}],
  'page-hide': [{}],
};

test.each(CHOSEN)('S37 P5 no event of the room ends $name, for a viewer, a star and a guest', async (manifest) => {
  for (const login of [VIEWER, STAR, null]) {
    if (!manifest.roles.includes(login === STAR ? 1 : 0)) continue;
    const { part, context } = await visit({ ...manifest, wakes: ['room-start', 'star-room'] }, { login });
    const errors: unknown[] = [];
    const instance = part.create(context()!, { show: () => undefined, onError: (cause) => errors.push(cause) });
    for (const [type, rests] of Object.entries(EVENTS)) for (const rest of rests) instance.onRoom({ type, ...rest } as RoomEvent);
    instance.dispose();
    expect(errors).toEqual([]);
  }
});

const ROOM_PARTS = import.meta.glob<string>('../../src/features/*/room.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const counts = ({ name }: FeatureManifest): boolean =>
  /room\.count\(|(?:announcement|expiring)RoomPart\(/.test(ROOM_PARTS[`../../src/features/${name}/room.ts`] ?? '');

test.each(CHOSEN)('S33 S37 the statistics contain what $name drops, by its reason and number', async (manifest) => {
  const row = wiresOf(manifest.name).counts;
  if (!counts(manifest)) return expect(row).toBeUndefined();
  const [effect, name, by] = row ?? [{ type: 'count', why: 'reason' }, 'reason', 1];
  const { part, context, stats } = await visit({
    ...manifest,
    wakes: ['room-start'],
  });
  const room = context();
  if (room === null) throw new Error(`${manifest.name} does not run`);
  const before = stats.posted.length;
  part.execute(effect as never, room, () => undefined);
  expect(stats.posted.slice(before).filter(({ type }) => type === 'count')).toEqual([
    { type: 'count', name: `${manifest.name}.${name}`, by },
  ]);
  return undefined;
});
