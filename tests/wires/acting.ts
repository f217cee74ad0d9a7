import { expect, vi } from 'vitest';
import type { FeatureManifest } from '../../src/core/feature.ts';
import { loadRoomHalf } from '../../src/workers/room/features/feature-loader.ts';
import { PERSON, type ActionRows } from './feature-wires.ts';
import { eventsOf, messages, visit } from './visit.ts';
import { HERE, STAR, STAR_ID, STAR_ROOM, VIEWER, type Login } from './people.ts';
import { liveInfo } from '../workers/room/harness.ts';

export type Visit = Awaited<ReturnType<typeof visit>>;
/**
 * `refused`: the services refuse from the action on; `cut off`: they are unreachable from the action on; `alone`: unreachable from the
 * start; `named`: the person in the messages is the visitor; `nobody`: an anonymous visitor, and the messages name no person;
 * `twice`: each message is followed by another one with other ids.
 */
type Who = 'viewer' | 'refused' | 'cut off' | 'alone' | 'guest' | 'named' | 'nobody' | 'twice';

/** Answer to every call without its own row. */
const DONE = { code: 0 };
const REFUSED = { code: 5, msg: '现在不行' };
const CUT_OFF = new Error('no network');

/** Excluded: drawing, the player, and the facts that every visit reports (contexts.test.ts). */
const ROOM_COMMANDS: readonly string[] = ['view', 'chat', 'player', 'decoding', 'p2p'];
const ROOM_FACTS: readonly string[] = ['call', 'pull', 'identity', 'room'];
const ROOM_CALLS: readonly string[] = ['/info', '/config', '/addresses'];
const ROOM_MESSAGES: readonly string[] = ['connect', 'screen'];
const ROOM_KEYS: readonly string[] = ['footlight.deviceNo', 'footlight.entryId'];

function outputOf(room: Visit): Readonly<Record<string, readonly string[]>> {
  const { dialogs, toasts, player } = room.view();
  return {
    asked: room.asked
      .filter(({ url }) => !ROOM_CALLS.some((end) => url.pathname.endsWith(end)))
      .map(
        ({ url, init }) =>
          `${init.method ?? 'GET'} ${url.href} ${init.credentials ?? ''}${typeof init.body === 'string' ? ` ${init.body}` : ''}`,
      ),
    page: room.page.posted
      .filter((command) => !ROOM_COMMANDS.includes(command.type) && !('key' in command && ROOM_KEYS.includes(command.key)))
      .map((command) => `page ${JSON.stringify(command)}`),
    socket: room.socket.posted
      .filter((message) => !ROOM_MESSAGES.includes(message.type))
      .map((message) => `socket ${JSON.stringify(message)}`),
    stats: room.stats.posted
      .filter((fact) => !ROOM_FACTS.includes(fact.type) && !('name' in fact && fact.name.startsWith('socket.')))
      .map((fact) => `stats ${JSON.stringify(fact)}`),
    log: player.log.flatMap((entry) => (entry.type === 'note' ? [`log ${entry.text}`] : [])),
    shown: [...dialogs.map((dialog) => `dialog ${JSON.stringify(dialog)}`), ...toasts.map(({ text, tone }) => `toast (${tone}) ${text}`)],
  };
}

interface Transcript {
  /** Lines before the action. */
  readonly opening: readonly string[];
  readonly acted: readonly string[];
}

/**
 * Runs a visit up to the action, then the action until everything is answered; records events of the machine, requests, commands, reports
 * and dialogs.
 */
async function run(manifest: FeatureManifest, rows: ActionRows, who: Who, act: ((room: Visit) => void) | null): Promise<Transcript> {
  const half = await loadRoomHalf(manifest.name);
  const spy = vi.spyOn(half.machine, 'step');
  try {
    let failing: unknown = who === 'alone' ? CUT_OFF : null;
    const answered = Object.fromEntries(
      Object.entries({ ...rows.answers, '': DONE }).map(([end, answer]) => [end, () => failing ?? answer]),
    );
    const login = who === 'guest' || who === 'nobody' ? null : rows.as === 'star' || !manifest.roles.includes(0) ? STAR : VIEWER;
    const room = await visit(manifest, {
      ...(rows.path === undefined ? {} : { path: rows.path }),
      answers: { '/info': liveInfo({ ...rows.room, room: { ...STAR_ROOM, ...rows.room?.room } }), ...answered },
      login,
      hasPoster: true,
    });
    rows.prepare?.(room);
    for (const [name, fields] of rows.messages ?? [])
      room.socket.deliver(messages(name, who === 'named' || who === 'nobody' ? naming(login?.userId ?? 0, fields) : fields));
    if (who === 'twice') for (const [name, fields] of rows.messages ?? []) room.socket.deliver(messages(name, withOtherIds(fields)));
    await room.settle(100);
    for (const before of rows.before ?? []) {
      room.act({ type: 'feature', feature: manifest.name, action: before });
      await room.settle(40);
    }
    const viewOf = (): string => `view ${JSON.stringify(room.view().features[manifest.name] ?? null)}`;
    const [before, eventsBefore, viewBefore] = [outputOf(room), eventsOf(spy), viewOf()];
    failing = who === 'refused' ? REFUSED : who === 'cut off' ? CUT_OFF : null;
    act?.(room);
    await room.settle(40);
    const [after, events] = [outputOf(room), eventsOf(spy).slice(eventsBefore.length)];
    if (room.view().features[manifest.name]?.name === 'off') throw new Error(`${manifest.name} is off in ${rows.title ?? 'a room'}`);
    checkCredentials(room, login);
    return {
      opening: [...eventsBefore, ...Object.values(before).flat(), viewBefore],
      acted: [
        ...events,
        ...Object.entries(after).flatMap(([kind, lines]) => lines.slice(before[kind]!.length)),
        ...(viewOf() === viewBefore ? [] : [viewOf()]),
      ],
    };
  } finally {
    spy.mockRestore();
  }
}

/** Every call of a feature contains the visitor's credentials and the room. */
function checkCredentials(room: Visit, login: Login | null): void {
  const { userId, token, appId } = login ?? { userId: 0, token: '', appId: '' };
  for (const { url, init } of room.asked)
    if (url.pathname.startsWith('/feature/'))
      expect(JSON.parse(init.body as string), url.pathname).toMatchObject({ roomId: HERE, starId: STAR_ID, userId, token, appId });
}

/** The same fields about the visitor instead of `PERSON`. */
const naming = <Given>(userId: number, fields: Given): Given =>
  JSON.parse(JSON.stringify(fields), (_name, value: unknown) => (value === PERSON.userId ? userId : value)) as Given;

/** Ids of the room, of people and of the game or battle that several messages are about. */
const SHARED_ID = /^(room|user|sender|star|game|pk|activity|packet)id$/i;

/** The same fields with other ids, as of the next message of the kind. */
const withOtherIds = <Given>(fields: Given): Given =>
  JSON.parse(JSON.stringify(fields), (name, value: unknown) =>
    !/id$/i.test(name) || SHARED_ID.test(name)
      ? value
      : typeof value === 'number'
        ? value + 1
        : typeof value === 'string'
          ? `${value}-2`
          : value,
  ) as Given;

/** Each value of an answer by its path. */
const pathsIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key])) : [path];

/** A copy with a value of another type at the path. */
function spoilt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return typeof value === 'object' ? 'odd' : { odd: true };
  const inner = spoilt((value as Readonly<Record<string, unknown>>)[key], rest);
  return Array.isArray(value)
    ? value.map((item: unknown, at) => (String(at) === key ? inner : item))
    : { ...(value as object), [key]: inner };
}

/** Failures that the feature reports when one value of an answer has another type. */
async function reportsOfOddAnswers(manifest: FeatureManifest, rows: ActionRows): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [end, answer] of Object.entries(rows.answers ?? {}))
    for (const path of pathsIn(answer)) {
      const { opening } = await run(manifest, { ...rows, answers: { ...rows.answers, [end]: spoilt(answer, path) } }, 'viewer', null);
      const failures = opening.filter((line) => line.startsWith('stats {"type":"failure"'));
      lines.push(...failures.map((line) => `odd ${[end, ...path].join(' ')}: ${line}`));
    }
  return lines;
}

const canBeGuest = (manifest: FeatureManifest, rows: ActionRows): boolean => rows.as !== 'star' && manifest.roles.includes(0);

const differing = (lines: readonly string[], usual: readonly string[], who: Who): readonly string[] =>
  lines.filter((line) => !usual.includes(line)).map((line) => `${who} ${line}`);

/**
 * The lines before the first action: with working services, then the differences without them, for an anonymous visitor and if the messages
 * name the visitor or no person, or are repeated with other ids, then the failures that odd answers cause.
 */
export async function openingOf(manifest: FeatureManifest, rows: ActionRows): Promise<readonly string[]> {
  const { opening } = await run(manifest, rows, 'viewer', null);
  const asGuest = canBeGuest(manifest, rows) ? (await run(manifest, rows, 'guest', null)).opening : [];
  return [
    ...opening,
    ...differing((await run(manifest, rows, 'alone', null)).opening, opening, 'alone'),
    ...differing(asGuest, opening, 'guest'),
    ...differing((await run(manifest, rows, 'named', null)).opening, opening, 'named'),
    ...(canBeGuest(manifest, rows)
      ? differing((await run(manifest, rows, 'nobody', null)).opening, [...opening, ...asGuest], 'nobody')
      : []),
    ...differing((await run(manifest, rows, 'twice', null)).opening, opening, 'twice'),
    ...(await reportsOfOddAnswers(manifest, rows)),
  ];
}

/**
 * The lines of one action for a viewer with working services, then the differences for refused calls, unreachable services and an anonymous
 * visitor.
 */
export async function transcriptOf(manifest: FeatureManifest, rows: ActionRows, act: (room: Visit) => void): Promise<readonly string[]> {
  const served = (await run(manifest, rows, 'viewer', act)).acted;
  const refused = (await run(manifest, rows, 'refused', act)).acted;
  const cutOff = (await run(manifest, rows, 'cut off', act)).acted;
  const asGuest = canBeGuest(manifest, rows) ? (await run(manifest, rows, 'guest', act)).acted : [];
  return [
    ...served,
    ...differing(refused, served, 'refused'),
    ...differing(cutOff, [...served, ...refused], 'cut off'),
    ...differing(asGuest, served, 'guest'),
  ];
}
