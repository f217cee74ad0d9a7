import { type Result, err, ok } from '../../core/result.ts';
import { classFields, isForSocket, type SocketViewer, stateKey } from '../../core/socket/message-class.ts';
import { plainOf, readContent, readProtobuf, type Stretch } from '../../wire/envelope.ts';
import { Glance } from '../../wire/glance.ts';
import type { Row } from '../../wire/message-row.ts';
import type { Message } from '../../wire/registry.ts';
import type { Codec, Schema } from '../../wire/schema.ts';
import { readTextContent } from '../../wire/text-message.ts';
import type { IncomingMessage } from './inbox.ts';

/** A message as far as this worker needs to know it. */
export interface Reading {
  /** Told by the few fields that message-class.ts asks for: nothing else need be in its body. */
  readonly seen: Message;
  /** Key of the state for a row of the class `state`; '' for any other. */
  readonly key: string;
  /** Buffer that contains the transferred content; null for JSON, which is transferred parsed. */
  readonly plain: Uint8Array | null;
  readonly from: number;
  readonly end: number;
  /** The whole of it, where it was read here. */
  readonly message: Message | null;
}

export interface ReadingDeps {
  viewer(): SocketViewer;
  /** User id of the login sent on the current connection; 0 without a login. */
  connectedUserId(): number;
  /** True when the content of this message number is needed: by the debug view, or before the room is entered. */
  isWatched(id: number): boolean;
  /** Whether a state waits whose place another of the key would take. */
  holds(key: string): boolean;
}

/**
 * Looks at a content, and reads it only where that is not enough: it is decoded in the room worker (wire/contents.ts), and nowhere when a flood
 * leaves it out.
 */
class ContentReading {
  /** One per row, created on its first message: for a logged-in and for an anonymous viewer. */
  private readonly known = new Map<number, Glance>();
  private readonly anonymous = new Map<number, Glance>();
  private readonly deps: ReadingDeps;

  constructor(deps: ReadingDeps) {
    this.deps = deps;
  }

  read({ row, content }: IncomingMessage, codec: Codec): Result<Reading> {
    if ('source' in content) return whole(row, readTextContent(row, codec, content), NO_STRETCH);
    const schema = codec[row.schema];
    if (content.codec === 'json' || schema === undefined)
      return whole(row, readContent(row, codec, { ...content, content: content.frame.subarray(content.from, content.end) }), NO_STRETCH);
    const inflated = plainOf(row, content);
    if (!inflated.ok) return inflated;
    const { frame, from, end } = inflated.value;
    let seen: Message;
    try {
      seen = { name: row.name, body: this.glanceOf(row, schema).at(frame, from, end) } as Message;
    } catch (thrown) {
      return err('WIRE_BAD_PROTOBUF', `${schema.name}: ${String(thrown)}`);
    }
    const key = keyOf(seen, row);
    return this.isReadHere(seen, key, row)
      ? whole(row, readProtobuf(row, schema, frame, from, end), inflated.value)
      : ok({ seen, key, plain: frame, from, end, message: null });
  }

  private glanceOf({ id, name, messageClass, key }: Row, schema: Schema): Glance {
    const isKnown = this.deps.viewer().userId > 0 || this.deps.connectedUserId() > 0;
    const glances = isKnown ? this.known : this.anonymous;
    let glance = glances.get(id);
    if (glance === undefined) {
      glance = new Glance(schema, [...classFields(name, messageClass, isKnown), ...key]);
      glances.set(id, glance);
    }
    return glance;
  }

  /** What this worker has to know, and a state that takes the place of another: one that cannot be read must not. */
  private isReadHere(seen: Message, key: string, { id, messageClass }: Row): boolean {
    const { deps } = this;
    if (messageClass === 'state' && deps.holds(key)) return true;
    return deps.isWatched(id) || isForSocket(seen, messageClass, deps.connectedUserId());
  }
}

export function createReading(deps: ReadingDeps): (incoming: IncomingMessage, codec: Codec) => Result<Reading> {
  const reading = new ContentReading(deps);
  return (incoming, codec) => reading.read(incoming, codec);
}

const keyOf = (seen: Message, { messageClass, key }: Row): string => (messageClass === 'state' ? stateKey(seen, key) : '');

const whole = (row: Row, read: Result<Message>, { frame: plain, from, end }: Stretch | typeof NO_STRETCH): Result<Reading> =>
  read.ok ? ok({ seen: read.value, key: keyOf(read.value, row), plain, from, end, message: read.value }) : read;

/** Of what came as JSON. */
const NO_STRETCH = { frame: null, from: 0, end: 0 } as const;
