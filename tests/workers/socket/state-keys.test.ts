/** S9: in one batch a state replaces the older one with the same key, and only that one, in both encodings. */
import { expect, test } from 'vitest';
import { ROWS } from '../../../src/wire/registry.ts';
import { bodyOf, fieldsOf, schemaOf } from '../../wires/marked-body.ts';
import { opened } from './harness.ts';

const KEYED = ROWS.filter(({ messageClass, key }) => messageClass === 'state' && key.length > 0);
const CODECS = ['protobuf', 'json'] as const;

test.each(KEYED.flatMap((row) => CODECS.map((codec) => [row.name, codec, row] as const)))(
  'S9 each %s received as %s replaces the one with the same key',
  async (name, codec, row) => {
    const schema = schemaOf(row);
    const fields = fieldsOf(schema);
    const valueOf = (path: string, type: string, at: number, version: number): string | number | boolean => {
      const seen = row.key.includes(path) ? at : version + 100;
      return type === 'number' ? seen : type === 'text' ? `t${seen}` : false;
    };
    /** `at` is in each field of the key, `version` in the others. */
    const body = (at: number, version: number): object =>
      bodyOf(schema, new Map(fields.map(({ path, type }) => [path, valueOf(path, type, at, version)])));
    const it = await opened();
    it.batches.length = 0;
    for (const [at, version] of [
      [1, 1],
      [2, 1],
      [1, 2],
    ] as const)
      it.push({ id: row.id, codec, body: body(at, version) });
    await it.pass(1_000);
    const received = it.batches.flatMap(({ messages }) => messages).filter((message) => message.name === name);
    expect(received.map((message) => message.body)).toMatchObject([body(2, 1), body(1, 2)]);
  },
);
