import { type Result, err } from '../core/result.ts';
import { codecOf } from './all-families.ts';
import { type Envelope, readContent } from './envelope.ts';
import { type Message, rowOf } from './registry.ts';

/** Decodes a push with the code of all families, for the mock backend, the origin and the tests. */
export function readPush(id: number, envelope: Envelope): Result<Message> {
  const row = rowOf(id);
  return row === undefined ? err('WIRE_UNKNOWN_MESSAGE', String(id)) : readContent(row, codecOf(row.family), envelope);
}
