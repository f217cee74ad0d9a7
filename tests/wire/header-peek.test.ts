import { expect, test } from 'vitest';
import { classFields, classOf, isForSocket, stateKey } from '../../src/core/socket/message-class.ts';
import { codecOf } from '../../src/wire/all-families.ts';
import { encodeBody } from '../../src/wire/encode-push.ts';
import { readProtobuf } from '../../src/wire/body.ts';
import { messageOf } from '../../src/wire/envelope.ts';
import { HeaderPeek } from '../../src/wire/header-peek.ts';
import { type Message, ROWS } from '../../src/wire/registry.ts';
import type { Schema } from '../../src/wire/schema.ts';
import { randomBody } from '../random-body.ts';
import { rounds } from '../rounds.ts';
import { seeded } from '../seeded.ts';

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
