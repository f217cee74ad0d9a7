/** Everything that the room worker sends and shows, as lines: for tables of its openings and of its reactions to each event. */
import { defineFeature } from '../../src/core/feature.ts';
import { LOGIN_COOKIES } from '../../src/core/room/start/cookies.ts';
import { listeningHalf, openRoom, type RoomOptions } from '../workers/room/harness.ts';
import { HERE, VIEWER, type Login } from './people.ts';

/** A feature that only records the events that it receives. */
const LISTENER = defineFeature({ name: 'listener', wakes: ['room-start', 'star-room'], messages: [], slot: 'stage-strip', roles: [0, 1] });

const cookieOf = (login: Login): string =>
  Object.entries(LOGIN_COOKIES)
    .map(([member, name]) => `${name}=${login[member as keyof Login]}`)
    .join('; ');

export interface Case extends RoomOptions {
  /** Default: the viewer; null: a guest. */
  readonly login?: Login | null;
}

export function openTraced({ login = VIEWER, ...options }: Case) {
  const { half, events } = listeningHalf();
  const room = openRoom({
    path: `/live/${HERE}`,
    cookie: login === null ? '' : cookieOf(login),
    features: [LISTENER],
    loadFeature: async () => Promise.resolve(half),
    ...options,
  });
  return { ...room, events };
}
export type Traced = ReturnType<typeof openTraced>;

const ignored = new Set(['view', 'chat']);

/** Outputs so far, by kind: each kind only grows. */
export function outputsOf({ asked, page, socket, stats, played, events }: Traced): readonly (readonly string[])[] {
  return [
    asked.map(({ url, init }) => {
      const { method = 'GET', credentials = '', headers, body } = init;
      const typed = headers === undefined ? '' : ` ${JSON.stringify(headers)}`;
      return `asks ${method} ${url.href} ${credentials}${typed}${typeof body === 'string' ? ` ${body}` : ''}`.trimEnd();
    }),
    page.posted.filter(({ type }) => !ignored.has(type)).map((command) => `page ${JSON.stringify(command)}`),
    page.posted.flatMap((command) => (command.type === 'chat' ? chatLines(command.batch) : [])),
    played.map((command) => `player ${JSON.stringify(command)}`),
    socket.posted.map((message) => `socket ${JSON.stringify(message)}`),
    stats.posted.map((fact) => `stats ${JSON.stringify(fact)}`),
    events.map((event) => `features ${JSON.stringify(event)}`),
  ];
}

/** Lists of a batch that are not empty. */
const chatLines = (batch: object): readonly string[] =>
  Object.entries(batch).flatMap(([list, value]) =>
    Array.isArray(value) ? value.map((entry) => `chat ${list} ${JSON.stringify(entry)}`) : value === 0 ? [] : [`chat ${list} ${value}`],
  );

/** Leaves of a view by their path; an entry of a list is one leaf. */
function leavesOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (Array.isArray(value) && path.endsWith('log'))
    return new Map(value.map((entry, at) => [`${path}.${at}`, JSON.stringify(entry)] as const));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map([[path, JSON.stringify(value) ?? 'undefined']]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, path === '' ? key : `${path}.${key}`)]));
}

export function changesOf(before: unknown, after: unknown): readonly string[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [
    ...[...now].filter(([path, value]) => old.get(path) !== value).map(([path, value]) => `view ${path} ${value}`),
    ...[...old.keys()].filter((path) => !now.has(path)).map((path) => `view ${path} is gone`),
  ];
}

/** Everything that a room did during `act` and the time after it. */
export async function during(room: Traced, act: () => void, ms: number): Promise<readonly string[]> {
  const [before, view] = [outputsOf(room), room.view()];
  act();
  await room.settle(ms);
  const after = outputsOf(room);
  return [...after.flatMap((lines, kind) => lines.slice(before[kind]!.length)), ...changesOf(view, room.view())];
}
