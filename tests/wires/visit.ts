import { expect, vi } from 'vitest';
import type { FeatureManifest } from '../../src/core/feature.ts';
import { LOGIN_COOKIES } from '../../src/core/room/start/cookies.ts';
import { ROWS, type Message, type MessageName } from '../../src/wire/registry.ts';
import type { FeatureContext, MachineRoomPart } from '../../src/workers/room/features/feature-api.ts';
import { loadRoomPart } from '../../src/workers/room/features/feature-loader.ts';
import { messageOf, messagesDown } from '../message-of.ts';
import { liveInfo, openRoom, type RoomOptions } from '../workers/room/harness.ts';
import { HERE, STAR, STAR_ID, STAR_ROOM, VIEWER, type Login } from './people.ts';

const cookieOf = (login: Login): string =>
  Object.entries(LOGIN_COOKIES)
    .map(([member, name]) => `${name}=${login[member as keyof Login]}`)
    .join('; ');

export const rowNamed = (name: string) => ROWS.find((row) => row.name === name)!;

/** A room with only this feature, whose machine is observed. */
export async function visit(
  manifest: FeatureManifest,
  options: RoomOptions & { readonly login?: Login | null; readonly hasPoster?: boolean } = {},
) {
  const part: MachineRoomPart = await loadRoomPart(manifest.name);
  const login = options.login === undefined ? (manifest.roles.includes(0) ? VIEWER : STAR) : options.login;
  const isStar = login !== null && login.userId === STAR_ID;
  let context: FeatureContext | null = null;
  const room = openRoom({
    path: isStar ? `/room/star/${HERE}` : `/live/${HERE}`,
    cookie: login === null ? '' : cookieOf(login),
    features: [manifest],
    loadFeature: async () => ({
      create(given, output) {
        context = given;
        return part.create(given, output);
      },
    }),
    ...options,
    answers: { '/info': liveInfo({ room: STAR_ROOM }), ...options.answers },
  });
  // The page reports it before any answer.
  if (options.hasPoster !== undefined) room.page.deliver({ type: 'element', name: 'poster', exists: options.hasPoster });
  await room.settle(40);
  return { ...room, part, context: () => context };
}

/** The event that a body causes, or null. */
export type Deliver = (body: Record<string, unknown>) => object | null;

/** Delivers a message to a feature's part in an open room, each time to a new instance. */
export async function deliveryOf(manifest: FeatureManifest, name: MessageName, login?: Login | null): Promise<Deliver> {
  // Loaded with the room, so that no message has to load it.
  const { part, context } = await visit({ ...manifest, wakes: ['room-start'] }, { ...(login !== undefined && { login }) });
  const room = context();
  if (room === null) throw new Error(`${manifest.name} does not run`);
  return (body) => {
    const spy = vi.spyOn(part.machine, 'step');
    const errors: unknown[] = [];
    const instance = part.create(room, { show: () => undefined, onError: (cause) => errors.push(cause) });
    spy.mockClear();
    instance.onMessage({ name, body } as unknown as Message);
    const events = spy.mock.calls.map((call) => (call as unknown as readonly [unknown, object])[1]);
    spy.mockRestore();
    instance.dispose();
    expect(errors, `${manifest.name} ${name}`).toEqual([]);
    expect(events.length, `${manifest.name} ${name}`).toBeLessThan(2);
    return events[0] ?? null;
  };
}

export const messages = (name: MessageName, fields: Readonly<Record<string, unknown>>) => messagesDown([messageOf(name, fields)]);
