import type { ErrorCode } from '../core/errors.ts';
import { codecOf } from './all-families.ts';
import { readProtobuf, type Extended, takeExtension } from './body.ts';
import { HEAD_NUMBERS, IS_READ, type PackedMessages } from './packed.ts';
import { type RoomMessage, rowOf } from './registry.ts';

/** The messages of a batch. A bad content is counted by its error code, and other messages are unaffected. */
export interface Contents {
  readonly messages: readonly RoomMessage[];
  readonly failures: ReadonlyMap<ErrorCode, { readonly count: number; readonly detail: string }>;
  /** Number of messages whose `ext` could not be read at all. */
  readonly badExts: number;
}

/** The messages of a batch in their order: decoded, checked and cleaned, with `ext` read. Runs in the room worker, in a chunk of its own. */
export function readContents(batch: PackedMessages): Contents {
  const decoded = decodeContents(batch);
  let badExts = 0;
  for (const { body } of decoded.messages) if ('ext' in body && !takeExtension(body as unknown as Extended)) badExts++;
  return { ...decoded, badExts };
}

/** Like readContents, but does not read `ext`, which is JSON in a text. */
export function decodeContents({ count, buffer, read }: PackedMessages): Omit<Contents, 'badExts'> {
  const messages: RoomMessage[] = [];
  const failures = new Map<ErrorCode, { count: number; detail: string }>();
  const heads = new Float64Array(buffer, 0, count * HEAD_NUMBERS);
  let atRead = 0;
  for (let at = 0; at < heads.length; at += HEAD_NUMBERS) {
    const [id = 0, timeMs = 0, from = 0, end = 0] = heads.subarray(at, at + HEAD_NUMBERS);
    if (from === IS_READ) {
      messages.push(read[atRead++]!);
      continue;
    }
    // The socket worker passes on only messages with a row.
    const { name, family, schema } = rowOf(id)!;
    const body = readProtobuf(codecOf(family)[schema]!, new Uint8Array(buffer, from, end - from));
    if (body.ok) messages.push({ id, name, body: body.value, timeMs } as RoomMessage);
    else {
      const { code, detail } = body.error;
      const known = failures.get(code);
      if (known === undefined) failures.set(code, { count: 1, detail });
      else known.count++;
    }
  }
  return { messages, failures };
}
