import { err, type Result } from '../core/errors.ts';
import { type Envelope, readContent } from './frame.ts';
import { families } from './generated/all.js';
import { type Message, rowOf } from './registry.ts';
import { type Codec, codecFrom } from './schema.ts';

const CODECS: Readonly<Record<string, Codec>> = Object.fromEntries(
  Object.entries(families).map(([name, generated]) => [name, codecFrom(generated)]),
);

/** All families at once: for the room worker, the mock backend, the origin and the tests. The socket worker loads each with its first message. */
export function codecOf(family: string): Codec {
  const codec = CODECS[family];
  if (codec === undefined) throw new Error(`there is no ${family}.proto in wire/families`);
  return codec;
}

/** Decodes a push with the code of all families, for the mock backend, the origin and the tests. */
export function readPush(id: number, envelope: Envelope): Result<Message> {
  const row = rowOf(id);
  return row === undefined ? err('WIRE_UNKNOWN_MESSAGE', String(id)) : readContent(row, codecOf(row.family), envelope);
}
