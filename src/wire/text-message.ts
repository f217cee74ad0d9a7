import * as v from 'valibot';
import { type Result, err, ok } from '../core/result.ts';
import { COMMAND } from '../core/socket/commands.ts';
import { type Delivery, MAX_MSG_ID_CHARS, readMessage } from './envelope.ts';
import { MAX_FRAME_BYTES } from './frame.ts';
import type { Row } from './message-row.ts';
import type { Message } from './registry.ts';
import type { Codec } from './schema.ts';

/** A message received as a string (S8): cmd, content, ext, ack, rpt, msgId, offset, time. */
export interface TextMessage {
  readonly id: number;
  readonly delivery: Delivery;
  readonly chars: number;
  /** Fields of the content, not yet validated: read only if the delivery is not a repetition. */
  readonly source: object;
}

const count = v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]), v.safeInteger(), v.minValue(0));
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([0, 1]),
    v.transform((value) => value === 1),
  ),
]);

/** Null counts as missing, as in a body (body.ts): a refused wrapper is not acknowledged, and the server would send it again and again. */
const WRAPPER = v.looseObject({
  cmd: count,
  content: v.nullish(v.looseObject({})),
  ext: v.nullish(v.string()),
  ack: v.nullish(flag, false),
  rpt: v.nullish(flag, false),
  msgId: v.nullish(v.union([v.pipe(v.string(), v.maxLength(MAX_MSG_ID_CHARS)), v.pipe(v.number(), v.transform(String))]), ''),
  offset: v.nullish(count, 0),
  time: v.nullish(count, 0),
});

/** A time below this is in seconds: as milliseconds it would be before March 1973. */
const SECONDS_BELOW = 100_000_000_000;

export function readTextMessage(text: string): Result<TextMessage> {
  if (text.length > MAX_FRAME_BYTES) return err('WIRE_TOO_LONG', `${text.length} characters`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (thrown) {
    return err('WIRE_BAD_JSON', String(thrown));
  }
  const wrapper = v.safeParse(WRAPPER, parsed);
  if (!wrapper.success) return err('WIRE_BAD_FIELDS', v.flatten(wrapper.issues).root?.[0] ?? wrapper.issues[0].message);
  const { cmd, content, ext, ack, rpt, msgId, offset, time } = wrapper.output;
  return ok({
    id: cmd,
    delivery: { offset, wantsAck: ack, isRetransmit: rpt, msgId, timeMs: time < SECONDS_BELOW ? time * 1000 : time },
    chars: text.length,
    source: !content ? withoutContent(wrapper.output) : typeof ext === 'string' ? { ext, ...content } : content,
  });
}

/**
 * A message without content (901) has its fields next to `cmd`, which is then the number of the message and not the command that it answers:
 * the answer to a line has a `uuid` or `seq`, any other answers the login.
 */
const withoutContent = (fields: Readonly<Record<string, unknown>>): object => ({
  ...fields,
  cmd: fields['uuid'] || fields['seq'] ? COMMAND.chat : COMMAND.login,
});

export function readTextContent(row: Row, codec: Codec, { chars, source }: Pick<TextMessage, 'chars' | 'source'>): Result<Message> {
  const schema = codec[row.schema];
  if (schema === undefined) return err('WIRE_UNKNOWN_MESSAGE', `${row.name}: no schema ${row.schema} in ${row.family}`);
  if (chars > row.maxBytes) return err('WIRE_TOO_LONG', `${row.name}: ${chars} characters`);
  return readMessage(row, schema, source);
}
