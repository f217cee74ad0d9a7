import { type Result, err, ok } from '../core/errors.ts';
import { COMMAND } from '../core/socket/outgoing.ts';
import { countOf } from '../core/counts.ts';
import { countIn, flagOf, isFields, textUpTo } from '../player/base/answer-fields.ts';
import { readBody } from './body.ts';
import { type Delivery, MAX_MSG_ID_CHARS, messageOf, MAX_FRAME_BYTES } from './frame.ts';
import type { Message, Row } from './registry.ts';
import type { Codec } from './schema.ts';

/** A message received as a string (S8): cmd, content, ext, ack, rpt, msgId, offset, time. */
export interface TextMessage {
  readonly id: number;
  readonly delivery: Delivery;
  readonly chars: number;
  /** The content, not yet validated: read only if the delivery is not a repetition. */
  readonly source: unknown;
}

const msgIdOf = (given: unknown): string => textUpTo(MAX_MSG_ID_CHARS)(typeof given === 'number' ? String(given) : given) ?? '';

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
  if (!isFields(parsed)) return err('WIRE_BAD_FIELDS', 'no object');
  // A wrong field counts as missing, except `cmd`: a refused message is not acknowledged, and the server would send it again and again.
  const id = countIn(parsed['cmd']);
  if (id === undefined) return err('WIRE_BAD_FIELDS', 'cmd is no count');
  const { content, ext, ack, rpt, msgId } = parsed;
  const time = countOf(parsed['time']);
  const delivery: Delivery = {
    offset: countOf(parsed['offset']),
    wantsAck: flagOf(ack) === true,
    isRetransmit: flagOf(rpt) === true,
    msgId: msgIdOf(msgId),
    timeMs: time < SECONDS_BELOW ? time * 1_000 : time,
  };
  const source = content === undefined || content === null ? withoutContent(parsed) : withExt(content, ext);
  return ok({ id, delivery, chars: text.length, source });
}

/** `ext` is URL-encoded JSON; some senders do not encode it, or send the object itself. */
function withExt(content: unknown, ext: unknown): unknown {
  if (typeof content !== 'object' || Array.isArray(content)) return content;
  if (typeof ext === 'string') return { ext, ...content };
  return typeof ext === 'object' && ext !== null ? { ext: JSON.stringify(ext), ...content } : content;
}

/**
 * A message without content (901) has its fields next to `cmd`, which is then the number of the message and not the command that it answers:
 * the answer to a line has a `uuid` or `seq`. 0: the socket worker decides (workers/socket/socket.ts).
 */
const withoutContent = (fields: Readonly<Record<string, unknown>>): object => ({
  ...fields,
  cmd: fields['uuid'] || fields['seq'] ? COMMAND.chat : 0,
});

export function readTextContent(
  row: Row,
  codec: Codec,
  { chars, source }: Pick<TextMessage, 'chars' | 'source'>,
  onWrong?: (field: string) => void,
): Result<Message> {
  const schema = codec[row.schema];
  if (schema === undefined) return err('WIRE_UNKNOWN_MESSAGE', `${row.name}: no schema ${row.schema} in ${row.family}`);
  if (chars > row.maxBytes) return err('WIRE_TOO_LONG', `${row.name}: ${chars} characters`);
  return messageOf(row, readBody(schema, source, onWrong));
}
