/** S35: each message of the registry with mystic viewers passes the whole room worker; nothing sent to the page contains their names. */
import { beforeAll, expect, test } from 'vitest';
import { MYSTIC_NAME } from '../../../src/core/room/people/mystic.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { FEATURES } from '../../../src/features/index.ts';
import { ROWS, type AnyRow, type MessageName, type RoomMessage } from '../../../src/wire/registry.ts';
import type { FieldType, Schema } from '../../../src/wire/schema.ts';
import type { SocketDown } from '../../../src/workers/socket/api.ts';
import { messagesDown } from '../../message-of.ts';
import { type Seeded, seeded } from '../../seeded.ts';
import { loadAllFeatures, openRoom } from './harness.ts';

beforeAll(loadAllFeatures);

const SECRET_NAME = '白露为霜';
const SECRET_LOGO = '/portraits/secret-face.jpg';
const SECRET_ID = 42_424_242;
const VIEWER_ID = 880_001;
const ROOM_ID = 1_001;
const NAMES = new Set(['nickname', 'sendername']);
const LOGOS = new Set(['userLogo', 'senderlogo']);
const IDS = new Set(['userId', 'kugouId', 'senderid', 'userid', 'kugouid', 'senderkugouid']);

const namesPeople = ({ fields }: Schema): boolean =>
  Object.entries(fields).some(
    ([name, { type }]) => NAMES.has(name) || (typeof type === 'object' && name !== 'userExt' && namesPeople(type)),
  );

/** All fields are set, all people are mystic, and the numbers are small, because most of them are statuses and kinds. */
function mysticBody(schema: Schema, rng: Seeded, version: number): Record<string, unknown> {
  const value = (name: string, type: FieldType): unknown => {
    // A text beside a person contains the name too.
    if (type === 'text') return name === 'content' && namesPeople(schema) ? `欢迎${SECRET_NAME}` : textOf(name, rng);
    if (type === 'flag') return name === 'mystic' || (name !== 'issecrect' && rng.int(2) === 1);
    if (type === 'bytes') return new Uint8Array();
    if (type !== 'number') return mysticBody(type, rng, version);
    if (IDS.has(name)) return SECRET_ID;
    if (name === 'roomId' || name === 'roomid') return ROOM_ID;
    if (name === 'version') return version;
    if (name.endsWith('Id')) return 1;
    return name === 'leftMs' ? 5_000 : rng.int(4) + 1;
  };
  return Object.fromEntries(
    Object.entries(schema.fields).map(([name, { type, isList }]) => [name, isList ? [value(name, type)] : value(name, type)]),
  );
}

function textOf(name: string, rng: Seeded): string {
  if (NAMES.has(name)) return SECRET_NAME;
  if (LOGOS.has(name)) return SECRET_LOGO;
  if (name === 'ext' || /url|link|logo/i.test(name)) return '';
  // Things keep their id, so that a later message is about the same thing.
  if (name.endsWith('Id')) return '1';
  return `文${rng.int(1_000)}`;
}

const schemaOf = (row: AnyRow): Schema => codecOf(row.family)[row.schema]!;
const down = (row: AnyRow, rng: Seeded, version: number, change: object = {}): SocketDown =>
  messagesDown([
    { id: row.id, name: row.name, timeMs: 1, body: { ...mysticBody(schemaOf(row), rng, version), ...change } } as unknown as RoomMessage,
  ]);

/** Messages that need an earlier message, with the fields that make that one start something. */
const BEGINS: Readonly<Partial<Record<MessageName, readonly [MessageName, object]>>> = {
  'multi-pk-lose-to-win': ['multi-pk-round', { status: 2 }],
  'multi-pk-team-query': ['multi-pk-round', { status: 2 }],
  'clan-pk-quick-message': ['clan-pk-promotion', { stage: 1 }],
  'number-lucky-prize': ['number-lucky', { status: 1, user: null }],
  'red-packet-result': ['red-packet', { status: 2 }],
  'song-order': ['song-order-list', {}],
  'music-pk-help-reborn': ['music-pk-status', { status: 2 }],
  'music-pk-remind-answer': ['music-pk-status', { status: 2 }],
  'music-pk-send-call': ['music-pk-status', { status: 2 }],
  'music-pk-use-kit': ['music-pk-status', { status: 2 }],
};
/** Messages whose people are used but not displayed: owner of a number, star of a kit, addressee of a notice. */
const SILENT: readonly MessageName[] = ['user-profile', 'number-lucky', 'music-pk-kit-add', 'music-pk-exclude-error'];
/** Repetitions per message with other numbers, so that some are of a displayed kind. */
const ROUNDS = 24;

async function shownOf(row: AnyRow): Promise<string> {
  const rng = seeded(row.id);
  const room = openRoom({ cookie: `fx_userid=${VIEWER_ID}; fx_token=t` });
  await room.settle();
  const before = room.page.posted.length;
  const [first, fields] = BEGINS[row.name] ?? [];
  const beginning = ROWS.find(({ name }) => name === first);
  const opened = FEATURES.filter(({ messages, dock, entry }) => (dock ?? entry) !== undefined && messages.includes(row.name));
  for (let round = 1; round <= ROUNDS; round++) {
    if (beginning !== undefined) room.socket.deliver(down(beginning, rng, 2 * round, fields));
    room.socket.deliver(down(row, rng, 2 * round + 1));
    if (round === 1) for (const { name: feature } of opened) room.act({ type: 'feature', feature, action: { type: 'entry' } });
    await room.settle(1_000);
  }
  return JSON.stringify(room.page.posted.slice(before));
}

test.each(ROWS.map((row) => [row.name, row] as const))('S35 %s with mystic viewers names none of them on the page', async (name, row) => {
  const shown = await shownOf(row);
  for (const secret of [SECRET_NAME, SECRET_LOGO, `:${SECRET_ID}`]) expect(shown).not.toContain(secret);
  // The list leaves the placeholder name to the page's language.
  if (namesPeople(schemaOf(row)) && !SILENT.includes(name)) expect(shown).toMatch(name === 'audience' ? /"name":""/ : MYSTIC_NAME);
});
