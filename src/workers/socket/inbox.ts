import type { Failure } from '../../core/result.ts';
import { type Deliveries, createDeliveries } from '../../core/socket/delivery.ts';
import { type Delivery, type Envelope, readEnvelope } from '../../wire/envelope.ts';
import { HEARTBEAT_RESPONSE, readFrame } from '../../wire/frame.ts';
import type { Row } from '../../wire/message-row.ts';
import { rowOf } from '../../wire/registry.ts';
import { type TextMessage, readTextMessage } from '../../wire/text-message.ts';

/** Result of one WebSocket message. An invalid message is a named failure; the others are kept. */
export type Incoming =
  | { readonly type: 'beat' }
  /** The content is decoded when the code of its family is loaded. */
  | {
      readonly type: 'message';
      readonly delivery: Delivery;
      readonly row: Row;
      readonly bytes: number;
      /** Read by reading.ts. */
      readonly content: Envelope | TextMessage;
    }
  | { readonly type: 'repeated'; readonly delivery: Delivery }
  | { readonly type: 'failure'; readonly failure: Failure; readonly delivery: Delivery | null };

export interface Inbox {
  /** Position in the room's message sequence. */
  readonly offset: number;
  nextConnection(): void;
  receive(data: unknown): Incoming;
}

/** A class for the same reason as DeliveriesOfRoom: getters in object literals cost memory. */
class InboxOfRoom implements Inbox {
  readonly #deliveries: Deliveries;

  constructor(firstOffset: number) {
    this.#deliveries = createDeliveries(firstOffset);
  }

  get offset(): number {
    return this.#deliveries.offset;
  }

  nextConnection(): void {
    this.#deliveries.nextConnection();
  }

  receive(data: unknown): Incoming {
    if (typeof data === 'string') return data === HEARTBEAT_RESPONSE ? { type: 'beat' } : this.#receiveText(data);
    const bytes = bytesOf(data);
    return bytes === null ? failed({ code: 'WIRE_BAD_FIELDS', detail: 'neither text nor bytes' }) : this.#receiveBytes(bytes);
  }

  #receiveText(text: string): Incoming {
    const message = readTextMessage(text);
    if (!message.ok) return failed(message.error);
    return this.#deliver(message.value.id, message.value.delivery, text.length, message.value);
  }

  #receiveBytes(bytes: Uint8Array): Incoming {
    const frame = readFrame(bytes);
    if (!frame.ok) return failed(frame.error);
    const { kind, command, payload } = frame.value;
    if (kind !== 'push') return failed({ code: 'WIRE_BAD_ENVELOPE', detail: `command ${command} from the server` });
    const envelope = readEnvelope(payload);
    if (!envelope.ok) return failed(envelope.error);
    return this.#deliver(command, envelope.value, bytes.length, envelope.value);
  }

  /**
   * Ack, offset and repetition are handled before the content is decoded: an invalid message is still acknowledged, otherwise the server
   * would send it again and again.
   */
  #deliver(id: number, delivery: Delivery, bytes: number, content: Envelope | TextMessage): Incoming {
    if (!this.#deliveries.isNew(delivery)) return { type: 'repeated', delivery };
    const row = rowOf(id);
    if (row === undefined) return failed({ code: 'WIRE_UNKNOWN_MESSAGE', detail: String(id) }, delivery);
    return { type: 'message', delivery, row, bytes, content };
  }
}

export const createInbox = (firstOffset: number): Inbox => new InboxOfRoom(firstOffset);

export type IncomingMessage = Extract<Incoming, { type: 'message' }>;

const failed = (failure: Failure, delivery: Delivery | null = null): Incoming => ({ type: 'failure', failure, delivery });

/** Browsers pass an ArrayBuffer; interceptors and Node's sockets may pass a view. */
export function bytesOf(data: unknown): Uint8Array | null {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return null;
}
