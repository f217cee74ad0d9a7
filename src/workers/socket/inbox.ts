import type { Failure, Result } from '../core/result.ts';
import type { Command } from '../core/socket/commands.ts';
import { createDeliveries } from '../core/socket/delivery.ts';
import { type Content, type Delivery, readContent, readEnvelope } from '../wire/envelope.ts';
import { HEARTBEAT_RESPONSE, readFrame } from '../wire/frame.ts';
import { readTextMessage } from '../wire/text-message.ts';

/** What one WebSocket message comes to. A bad one is a failure with a name and loses nothing else. */
export type Incoming =
  | { readonly kind: 'beat' }
  | { readonly kind: 'message'; readonly content: Content; readonly timeMs: number; readonly bytes: number; readonly ack: Command | null }
  | { readonly kind: 'repeated'; readonly ack: Command | null }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly ack: Command | null };

export interface Inbox {
  readonly offset: number;
  take(data: unknown): Incoming;
}

export function createInbox(firstOffset: number): Inbox {
  const deliveries = createDeliveries(firstOffset);
  return {
    get offset() {
      return deliveries.offset;
    },
    take(data) {
      if (typeof data === 'string') return data === HEARTBEAT_RESPONSE ? { kind: 'beat' } : takeText(data);
      const bytes = bytesOf(data);
      return bytes === null ? failed({ code: 'WIRE_BAD_FIELDS', detail: 'neither text nor bytes' }) : takeBytes(bytes);
    },
  };

  function takeText(text: string): Incoming {
    const message = readTextMessage(text);
    return message.ok ? takeDelivery(message.value.delivery, message.value.read, text.length) : failed(message.error);
  }

  function takeBytes(bytes: Uint8Array): Incoming {
    const frame = readFrame(bytes);
    if (!frame.ok) return failed(frame.error);
    if (frame.value.kind !== 'push') return failed({ code: 'WIRE_BAD_ENVELOPE', detail: `command ${frame.value.command} from the server` });
    const envelope = readEnvelope(frame.value.payload);
    if (!envelope.ok) return failed(envelope.error);
    const { command } = frame.value;
    return takeDelivery(envelope.value, () => readContent(command, envelope.value), bytes.length);
  }

  /** Ack, offset and repetition are seen to before the content is read: an unreadable message is still acknowledged, or it would come for ever. */
  function takeDelivery(delivery: Delivery, read: () => Result<Content>, bytes: number): Incoming {
    const { isNew, ack } = deliveries.take(delivery);
    if (!isNew) return { kind: 'repeated', ack };
    const content = read();
    if (!content.ok) return failed(content.error, ack);
    return { kind: 'message', content: content.value, timeMs: delivery.timeMs, bytes, ack };
  }
}

const failed = (failure: Failure, ack: Command | null = null): Incoming => ({ kind: 'failure', failure, ack });

/** Browsers give an ArrayBuffer; interceptors and Node's sockets may hand a view through. */
function bytesOf(data: unknown): Uint8Array | null {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return null;
}
