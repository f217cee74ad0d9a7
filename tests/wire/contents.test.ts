import { describe, expect, test } from 'vitest';
import { GENERATED, isFresh } from '../../scripts/proto/generate.ts';
import { ROOT } from '../../scripts/lib/tool.ts';
import { classFields, classOf, isForSocket, stateKey, type Kept, pack } from '../../src/core/socket/batch.ts';
import { FEATURES } from '../../src/features/index.ts';
import { seeded, type Seeded } from '../../src/wasm/tests/seeded.ts';
import { codecOf } from '../../src/wire/all-families.ts';
import { readBody, readProtobuf, MAX_EXT_CHARS, MAX_EXT_ITEMS, readExtension, readContents, CORE } from '../../src/wire/body.ts';
import { messageOf } from '../../src/wire/frame.ts';
import { encodeBody, encodeMessage } from '../../src/wire/server-side.ts';
import { HeaderPeek } from '../../src/wire/header-peek.ts';
import { type AnyRow, type Message, type RoomMessage, ROWS } from '../../src/wire/registry.ts';
import type { Schema } from '../../src/wire/schema.ts';
import { randomBody } from '../random-body.ts';
import { rounds } from '../rounds.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const schemaOf = (row: AnyRow): Schema => codecOf(row.family)[row.schema]!;

/** The packed contents after the transfer between the two workers. */
const crossed = (kept: readonly Kept[]): ReturnType<typeof pack> => {
  const packed = pack(kept);
  return structuredClone(packed, { transfer: [packed.buffer] });
};

/** The same message when it is read before the transfer. */
function readHere(row: AnyRow, timeMs: number, plain: Uint8Array): RoomMessage {
  const read = readProtobuf(schemaOf(row), plain);
  if (!read.ok) throw new Error(read.error.detail);
  const body = read.value;
  const ext: unknown = Reflect.get(body, 'ext');
  const extended = typeof ext === 'string' && ext !== '' ? { userExt: readExtension(ext) ?? Reflect.get(body, 'userExt'), ext: '' } : {};
  return { id: row.id, name: row.name, timeMs, body: { ...body, ...extended } } as RoomMessage;
}

function randomKept(rng: Seeded): { readonly kept: Kept; readonly expected: RoomMessage } {
  const row = rng.pick(ROWS);
  const timeMs = rng.int(2 ** 31);
  const fields = randomBody(schemaOf(row), rng);
  if (rng.int(4) > 0) {
    const plain = encodeBody(row.id, fields);
    return { kept: { row, timeMs, plain }, expected: readHere(row, timeMs, plain) };
  }
  const message = messageOf(row, readBody(schemaOf(row), { ...fields, ext: '' }));
  if (!message.ok) throw new Error(message.error.detail);
  return { kept: { row, timeMs, plain: null, message: message.value }, expected: { id: row.id, timeMs, ...message.value } };
}

test('S9 the messages of a thousand random batches reach the room worker unchanged and in order', () => {
  const rng = seeded(491);
  for (let round = 0; round < rounds(1_000); round++) {
    const batch = Array.from({ length: rng.int(12) }, () => randomKept(rng));
    const { messages, failures } = readContents(crossed(batch.map(({ kept }) => kept)), codecOf);
    expect(messages).toEqual(batch.map(({ expected }) => expected));
    expect(failures.size).toBe(0);
  }
});

test('S20 the text of ext is dropped once it is parsed; an unreadable ext is counted', () => {
  const row = ROWS.find(({ name }) => name === 'chat')!;
  const ext = encodeURIComponent(JSON.stringify({ vipData: { c: 3 } }));
  const kept = [ext, '%E0%A4%A', ''].map((text) => ({ row, timeMs: 1, plain: encodeBody(row.id, { chatmsg: 'x', ext: text }) }));
  const { messages, badExts } = readContents(crossed(kept), codecOf);
  expect(messages).toMatchObject([
    { body: { ext: '', userExt: { vipData: { c: 3 } } } },
    { body: { ext: '', userExt: null } },
    { body: { ext: '' } },
  ]);
  expect(badExts).toBe(1);
});

const EXT = {
  usingMedal: { medalList: [{ id: 1, name: '歌王', iconUrl: 'https://img.test/a.png', level: 3 }] },
  honorMedal: { honorList: [{ id: 2, name: '荣誉' }] },
  userGuard: { level: 2 },
  vipData: { weekVipLevel: 4, c: 1 },
  usingMount: { s: 1, bi: 'https://img.test/m.png', p: 10, n: '飞马' },
  luckyLabel: { iconUrl: 'https://img.test/l.png' },
  userStateVo: { icon: 'https://img.test/s.png', content: '在线' },
  fancyNumInfo: { number: 88888 },
  bubble: { id: 4, iconUrl: '/b.png' },
  intimacy: { value: 900, level: 3 },
  isAndroid: 1,
  worship: true,
  blackCard: true,
};

test('S20 every part of ext is read, encoded or not, and equals what protobuf senders put into userExt', () => {
  const { usingMedal, honorMedal, ...parts } = EXT;
  const flat = { ...parts, fancyNumInfo: { number: '88888' }, medalList: usingMedal.medalList, honorList: honorMedal.honorList };
  const decoded = readProtobuf(CORE['UserExtension']!, encodeMessage('UserExtension', flat));
  const expected = decoded.ok && decoded.value;
  expect(expected).toMatchObject({
    isAndroid: true,
    worship: true,
    blackCard: true,
    bubble: { id: 4 },
    intimacy: { value: 900 },
    vipData: { c: 1 },
  });
  for (const ext of [encodeURIComponent(JSON.stringify(EXT)), JSON.stringify(EXT), JSON.stringify(flat)])
    expect(readExtension(ext)).toEqual(expected);
});

test.each([
  ['broken escapes', '%E0%A4%A'],
  ['cut JSON', encodeURIComponent('{"userGuard":{"lev')],
  ['a list', '%5B1%5D'],
  ['a number', '12'],
  ['more than is read', encodeURIComponent(JSON.stringify({ x: 'y'.repeat(MAX_EXT_CHARS) }))],
])('S20 an ext of %s is read as null', (_what, ext) => {
  expect(readExtension(ext)).toBeNull();
});

test('S20 S8 only a part of the wrong type is dropped, and every text is cleaned', () => {
  const read = readExtension(
    JSON.stringify({
      userGuard: 'x',
      vipData: { weekVipLevel: 'high', c: 3 },
      usingMedal: { medalList: [null, 5, { name: 7, level: 1e300 }, { name: {}, level: [] }] },
      honorMedal: { honorList: 'many' },
      plate: { name: '<b>\u7c89\u202e</b>', level: -1 },
      usingMount: { s: 0, n: 'owned' },
    }),
  );
  expect(read).toMatchObject({
    userGuard: null,
    vipData: { weekVipLevel: 0, c: 3 },
    medalList: [
      { name: '7', level: 0 },
      { name: '', level: 0 },
    ],
    honorList: [],
    plate: { name: '&lt;b&gt;粉&lt;/b&gt;', level: -1 },
    usingMount: { s: 0, n: 'owned' },
  });
});

test('S20 lists are bounded, and `__proto__` in ext changes no prototype', () => {
  const read = readExtension(`{"__proto__":{"worship":true},"medalList":[${'{"name":"m"},'.repeat(500)}{}]}`);
  expect(read?.medalList).toHaveLength(MAX_EXT_ITEMS);
  const ranked = Array.from({ length: MAX_EXT_ITEMS + 1 }, (_, level) => ({ name: 'm', level }));
  // The first ones, in the order in which they were sent.
  expect(readExtension(JSON.stringify({ medalList: ranked }))?.medalList.map(({ level }) => level)).toEqual(
    ranked.slice(0, MAX_EXT_ITEMS).map(({ level }) => level),
  );
  expect(read?.worship).toBe(false);
  expect(({} as Record<string, unknown>)['worship']).toBeUndefined();
});

test('P11 a mount with a status other than 1 is owned and not in use; without a status it is in use', () => {
  const mountOf = (mount: object) => readExtension(JSON.stringify({ usingMount: { id: 3, n: '马', ...mount } }))?.usingMount?.s;
  for (const used of [{}, { s: 1 }, { s: '1' }]) expect(mountOf(used)).toBe(1);
  for (const unused of [{ s: 0 }, { s: 2 }, { s: '0' }]) expect(mountOf(unused)).not.toBe(1);
});

describe('header peek', () => {
  const schemaOf = (row: (typeof ROWS)[number]): Schema => codecOf(row.family)[row.schema]!;
  /** Ids and names that the random bodies also contain, so that some bodies are about the viewer. */
  const VIEWERS = [
    { userId: 0, name: '' },
    { userId: 1, name: 'a' },
    { userId: 128, name: '歌王' },
  ];

  test('S20 each key field of a state is one number, flag or text, and is in the header peek', () => {
    for (const row of ROWS)
      for (const name of row.key)
        expect(schemaOf(row).fields[name], `${row.name}.${name}`).toMatchObject({
          isList: false,
          type: expect.stringMatching(/number|flag|text/),
        });
  });

  test('S7 S9 S20 3,000 times a header peek gives the same class, key and use by the socket worker as the whole message', () => {
    const rng = seeded(77);
    let own = 0;
    for (let round = 0; round < rounds(3_000); round++) {
      const row = rng.pick(ROWS);
      const fields = randomBody(schemaOf(row), rng);
      if (rng.int(3) === 0) Object.assign(fields, { senderid: 128, userid: 128, user: { userId: 128 }, chatmsg: 'hey @歌王!' });
      const plain = encodeBody(row.id, fields);
      const whole = messageOf(row, readProtobuf(schemaOf(row), plain));
      if (!whole.ok) throw new Error(whole.error.detail);
      for (const viewer of VIEWERS) {
        const names = [...classFields(row.name, row.messageClass, viewer.userId > 0), ...row.key];
        const seen = { name: row.name, body: new HeaderPeek(schemaOf(row), names).read(plain) } as Message;
        const told = (message: Message) => [
          classOf(message, row.messageClass, viewer),
          stateKey(message, row.key),
          isForSocket(message, row.messageClass, viewer.userId),
        ];
        expect(told(seen)).toEqual(told(whole.value));
        if (row.messageClass !== 'own' && told(seen)[0] === 'own') own++;
      }
    }
    expect(own).toBeGreaterThan(rounds(20));
  });

  test('S3 a header peek throws for a field beyond the end, a group without an end and an unknown wire type', () => {
    const chat = ROWS.find(({ name }) => name === 'chat')!;
    const peek = new HeaderPeek(schemaOf(chat), ['senderid']);
    expect(peek.read(Uint8Array.of(8, 5))).toEqual({ senderid: 5 });
    expect(() => peek.read(Uint8Array.of(34, 9, 65))).toThrow('index out of range');
    expect(() => peek.read(Uint8Array.of(35))).toThrow('index out of range');
    expect(() => peek.read(Uint8Array.of(38))).toThrow('wire type');
    // A field with the right number and another wire type is unknown.
    expect(peek.read(Uint8Array.of(10, 1, 65))).toEqual({ senderid: 0 });
    // The declared length of the inner message is 1 byte, but its field has 2.
    const notice = ROWS.find(({ name }) => name === 'common-notice')!;
    const inner = new HeaderPeek(schemaOf(notice), [{ name: 'user', inside: 'userId' }]);
    expect(inner.read(Uint8Array.of(66, 2, 8, 7))).toEqual({ user: { userId: 7 } });
    expect(() => inner.read(Uint8Array.of(66, 1, 8, 7))).toThrow('outside');
  });
});

/** Code outside of features that reads messages by name. */
const READERS: readonly (readonly [file: string, by: RegExp])[] = [
  ['src/core/room/chat/chat-row.ts', /\bcase '([\w-]+)':/g],
  ['src/core/room/chat/chat-feed.ts', /\bmessage\.name [!=]== '([\w-]+)'/g],
  ['src/workers/socket/socket.ts', /\bmessage\.name === '([\w-]+)'/g],
  ['src/workers/socket/outbox.ts', /\bcase '([\w-]+)':/g],
  ['src/workers/room/room.ts', /\bmessage\.name === '([\w-]+)'/g],
];

test('S9 every message of the registry is handled by a feature or by a part of the room', () => {
  const handled = new Set(
    READERS.flatMap(([file, by]) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(by)].map(([, name]) => name)),
  );
  for (const { messages } of FEATURES) for (const name of messages) handled.add(name);
  expect(ROWS.filter(({ name }) => !handled.has(name)).map(({ name }) => name)).toEqual([]);
});

test('S9 the generated code is made from the current .proto files', () => {
  expect(isFresh()).toBe(true);
});

/** Lists of the families, without code of their own. */
const LISTS = ['all.js', 'loaders.js'];

test('S9 generated code of the product decodes only what it receives and encodes only what it sends', () => {
  for (const name of readdirSync(GENERATED).filter((path) => path.endsWith('.js') && !LISTS.includes(path))) {
    const text = readFileSync(join(GENERATED, name), 'utf8');
    const isEncoding = name === 'sent.js' || name === 'mock-received.js';
    expect(/\.encode = function/.test(text), name).toBe(isEncoding);
    expect(/\.decode = function/.test(text), name).toBe(!isEncoding);
  }
});
