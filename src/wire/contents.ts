import type { ErrorCode } from '../core/errors.ts';
import { codecOf } from './all-families.ts';
import { type Extended, takeExtension } from './ext.ts';
import { HEAD_NUMBERS, IS_READ, type PackedMessages } from './packed.ts';
import { Reader } from './reader.ts';
import { type Message, type RoomMessage, rowOf } from './registry.ts';
import type { Schema } from './schema.ts';

/** What a batch comes to: a content that is bad is a failure with a name and loses nothing else. */
export interface Contents {
  readonly messages: readonly RoomMessage[];
  readonly failures: ReadonlyMap<ErrorCode, { readonly count: number; readonly detail: string }>;
  /** Of how many `ext` nothing could be read. */
  readonly badExts: number;
}

interface Kind {
  readonly name: Message['name'];
  readonly schema: Schema;
  readonly hasExt: boolean;
}

/** By the number of the message: the registry and the codecs are asked once. */
const KINDS = new Map<number, Kind>();

function kindOf(id: number): Kind {
  const known = KINDS.get(id);
  if (known !== undefined) return known;
  // The socket worker passes on what has a row, and the table of the rows is one for both.
  const row = rowOf(id)!;
  const schema = codecOf(row.family)[row.schema]!;
  const kind = { name: row.name as Message['name'], schema, hasExt: 'ext' in schema.fields };
  KINDS.set(id, kind);
  return kind;
}

/**
 * The messages of a batch in their order, decoded, checked and cleaned, their `ext` read: in the room worker, of whose first bundle all this is
 * no part (workers/room/arrivals.ts).
 */
export function readContents(batch: PackedMessages): Contents {
  const decoded = decodeContents(batch);
  let badExts = 0;
  for (const { id, body } of decoded.messages) if (kindOf(id).hasExt && !takeExtension(body as unknown as Extended)) badExts++;
  return { ...decoded, badExts };
}

/** Without the look into `ext`, which is JSON inside of a text. */
export function decodeContents({ count, buffer, read }: PackedMessages): Omit<Contents, 'badExts'> {
  const messages: RoomMessage[] = [];
  const failures = new Map<ErrorCode, { count: number; detail: string }>();
  const heads = new Float64Array(buffer, 0, count * HEAD_NUMBERS);
  const contents = new Uint8Array(buffer);
  const reader = new Reader(contents);
  let atRead = 0;
  for (let at = 0; at < heads.length; at += HEAD_NUMBERS) {
    // As a whole number: positions that are kept as floating-point ones make every step of the reader dearer.
    const from = heads[at + 2]! | 0;
    if (from === IS_READ) {
      messages.push(read[atRead++]!);
      continue;
    }
    const end = heads[at + 3]! | 0;
    const { name, schema } = kindOf(heads[at]!);
    try {
      messages.push({ id: heads[at]!, name, body: schema.read(reader.over(contents, from, end)), timeMs: heads[at + 1]! } as RoomMessage);
    } catch (thrown) {
      const known = failures.get('WIRE_BAD_PROTOBUF');
      if (known === undefined) failures.set('WIRE_BAD_PROTOBUF', { count: 1, detail: `${schema.name}: ${String(thrown)}` });
      else known.count++;
    }
  }
  return { messages, failures };
}
