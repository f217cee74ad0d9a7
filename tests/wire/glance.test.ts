import { expect, test } from 'vitest';
import { classFields, classOf, isForSocket, stateKey } from '../../src/core/socket/message-class.ts';
import { codecOf } from '../../src/wire/all-families.ts';
import { encodeBody } from '../../src/wire/encode-push.ts';
import { readProtobuf } from '../../src/wire/envelope.ts';
import { Glance } from '../../src/wire/glance.ts';
import { type Message, ROWS } from '../../src/wire/registry.ts';
import type { Schema } from '../../src/wire/schema.ts';
import { randomBody } from '../random-body.ts';
import { seeded } from '../seeded.ts';

const schemaOf = (row: (typeof ROWS)[number]): Schema => codecOf(row.family)[row.schema]!;
/** Numbers and texts that the random bodies hold too, so that some of them are about the viewer. */
const VIEWERS = [
  { userId: 0, name: '' },
  { userId: 1, name: 'a' },
  { userId: 128, name: '歌王' },
];

test('S20 every key of a state is one number, flag or text: what tells two of a name apart is there at a glance', () => {
  for (const row of ROWS)
    for (const name of row.key)
      expect(schemaOf(row).fields[name], `${row.name}.${name}`).toMatchObject({
        isList: false,
        type: expect.stringMatching(/number|flag|text/),
      });
});

test('S7 S9 S20 class, key and what the socket worker has to read are told by a glance as by the whole message, 3,000 times', () => {
  const rng = seeded(77);
  let own = 0;
  for (let round = 0; round < 3_000; round++) {
    const row = rng.pick(ROWS);
    const fields = randomBody(schemaOf(row), rng);
    if (rng.int(3) === 0) Object.assign(fields, { senderid: 128, userid: 128, user: { userId: 128 }, chatmsg: 'hey @歌王!' });
    const plain = encodeBody(row.id, fields);
    const whole = readProtobuf(row, schemaOf(row), plain);
    if (!whole.ok) throw new Error(whole.error.detail);
    for (const viewer of VIEWERS) {
      const names = [...classFields(row.name, row.messageClass, viewer.userId > 0), ...row.key];
      const seen = { name: row.name, body: new Glance(schemaOf(row), names).at(plain) } as Message;
      const told = (message: Message) => [
        classOf(message, row.messageClass, viewer),
        stateKey(message, row.key),
        isForSocket(message, row.messageClass, viewer.userId),
      ];
      expect(told(seen)).toEqual(told(whole.value));
      if (row.messageClass !== 'own' && told(seen)[0] === 'own') own++;
    }
  }
  expect(own).toBeGreaterThan(20);
});

test('S3 what cannot be stepped over is bad: a field that ends outside, a wire type that is none', () => {
  const row = ROWS.find(({ name }) => name === 'chat')!;
  const glance = new Glance(schemaOf(row), ['senderid']);
  expect(glance.at(Uint8Array.of(8, 5))).toEqual({ senderid: 5 });
  expect(() => glance.at(Uint8Array.of(34, 9, 65))).toThrow('outside');
  expect(() => glance.at(Uint8Array.of(35))).toThrow('wire type');
  // A field of the right number and another wire type is not the schema's.
  expect(glance.at(Uint8Array.of(10, 1, 65))).toEqual({ senderid: 0 });
});
