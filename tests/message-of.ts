import type { Skipped } from '../src/core/socket/batch.ts';
import { codecOf } from '../src/wire/all-families.ts';
import { readBody, readExtension } from '../src/wire/body.ts';
import { pack } from '../src/core/socket/batch.ts';
import { ROWS, type MessageName, type RoomMessage, rowOf } from '../src/wire/registry.ts';
import type { SocketDown } from '../src/workers/socket/api.ts';

/** A message as posted by the socket worker, from the given fields; all others have their defaults, and `ext` is parsed. */
export function messageOf<N extends MessageName>(
  name: N,
  fields: Readonly<Record<string, unknown>>,
): Extract<RoomMessage, { readonly name: N }> {
  const row = ROWS.find((each) => each.name === name)!;
  const { ext, ...others } = fields;
  const read = readBody(codecOf(row.family)[row.schema]!, others);
  if (!read.ok) throw new Error(read.error.detail);
  const body = typeof ext === 'string' ? { ...read.value, userExt: readExtension(ext) } : read.value;
  return { id: row.id, name, timeMs: 1, body } as unknown as Extract<RoomMessage, { readonly name: N }>;
}

/** A batch as posted by the socket worker, with messages received as JSON, which need no lazily loaded code. */
export function messagesDown(messages: readonly RoomMessage[], skipped: Partial<Skipped> = {}): SocketDown {
  const kept = messages.map((message) => ({ row: rowOf(message.id)!, timeMs: message.timeMs, plain: null, message }));
  return { type: 'messages', batch: pack(kept), skipped: { chat: 0, effect: 0, ...skipped } };
}
