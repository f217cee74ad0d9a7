import { classFields, isForSocket, type SocketViewer, stateKey } from '../../core/socket/batch.ts';
import { err, ok, type Result } from '../../core/errors.ts';
import { readProtobuf } from '../../wire/body.ts';
import { messageOf, plainContent, readContent } from '../../wire/frame.ts';
import { HeaderPeek } from '../../wire/header-peek.ts';
import type { Message, Row } from '../../wire/registry.ts';
import type { Codec, Schema } from '../../wire/schema.ts';
import { readTextContent } from '../../wire/text-message.ts';
import type { IncomingMessage } from './receiver.ts';

/** The parts of a message that this worker needs. */
export interface Reading {
  /** Identified by the few fields that its class requires; the body may contain no others. */
  readonly seen: Message;
  /** State key for a row of class `state`; '' for any other row. */
  readonly key: string;
  /** The content that is transferred; null for JSON, which is transferred parsed. */
  readonly plain: Uint8Array | null;
  /** The complete message, if it was decoded here. */
  readonly message: Message | null;
}

export interface ReadingDeps {
  viewer(this: void): SocketViewer;
  /** User id of the login sent on the current connection; 0 without a login. */
  connectedUserId(): number;
  /** True if the content of this message number is needed: by the debug view, or before the room is entered. */
  isWatched(id: number): boolean;
  /** True if a waiting state has this key and would be replaced. */
  holds(key: string): boolean;
  /** A field of a JSON content has a wrong value, which became its default. */
  onWrong(this: void, field: string): void;
}

/**
 * Reads a few fields of each protobuf content, and decodes the whole content only if these fields are not enough: the room worker decodes
 * the contents that a flood does not drop (wire/body.ts).
 */
export class ContentReading {
  /** By message number, created on the first message. Logged-in and anonymous viewers need different fields. */
  readonly #known = new Map<number, HeaderPeek>();
  readonly #anonymous = new Map<number, HeaderPeek>();
  readonly #deps: ReadingDeps;

  constructor(deps: ReadingDeps) {
    this.#deps = deps;
  }

  read({ row, content }: IncomingMessage, codec: Codec): Result<Reading> {
    if ('source' in content) return whole(row, readTextContent(row, codec, content, this.#deps.onWrong), null);
    const schema = codec[row.schema];
    if (content.codec === 'json' || schema === undefined) return whole(row, readContent(row, codec, content, this.#deps.onWrong), null);
    const inflated = plainContent(row, content);
    if (!inflated.ok) return inflated;
    const plain = inflated.value;
    let seen: Message;
    try {
      seen = { name: row.name, body: this.#peekOf(row, schema).read(plain) } as Message;
    } catch (thrown) {
      return err('WIRE_BAD_PROTOBUF', `${schema.name}: ${String(thrown)}`);
    }
    const key = keyOf(seen, row);
    return this.#isReadHere(seen, key, row)
      ? whole(row, messageOf(row, readProtobuf(schema, plain)), plain)
      : ok({ seen, key, plain, message: null });
  }

  #peekOf({ id, name, messageClass, key }: Row, schema: Schema): HeaderPeek {
    const isKnown = this.#deps.viewer().userId > 0 || this.#deps.connectedUserId() > 0;
    const peeks = isKnown ? this.#known : this.#anonymous;
    let peek = peeks.get(id);
    if (peek === undefined) {
      peek = new HeaderPeek(schema, [...classFields(name, messageClass, isKnown), ...key, ...ROOM_FIELDS]);
      peeks.set(id, peek);
    }
    return peek;
  }

  /** True for messages that this worker needs, and for a state that replaces a waiting one, because an unreadable state must not do so. */
  #isReadHere(seen: Message, key: string, { id, messageClass }: Row): boolean {
    if (messageClass === 'state' && this.#deps.holds(key)) return true;
    return this.#deps.isWatched(id) || isForSocket(seen, messageClass, this.#deps.connectedUserId());
  }
}

/** Names of the room in the messages; no message has both (`roomOf`). */
const ROOM_FIELDS = ['roomid', 'roomId'] as const;

const keyOf = (seen: Message, { messageClass, key }: Row): string => (messageClass === 'state' ? stateKey(seen, key) : '');

const whole = (row: Row, read: Result<Message>, plain: Uint8Array | null): Result<Reading> =>
  read.ok ? ok({ seen: read.value, key: keyOf(read.value, row), plain, message: read.value }) : read;
