import type { MessageClass } from '../../wire/message-row.ts';
import type { Message } from '../../wire/registry.ts';
import { mentions } from '../room/chat/mention.ts';
import { senderOf } from '../room/chat/sender.ts';
import type { BatchClass } from './batch.ts';

export interface SocketViewer {
  /** 0 for an anonymous visitor. */
  readonly userId: number;
  /** From the answer to the login; '' before it. */
  readonly name: string;
}

/** A partial read of a field. */
export type AskedPart =
  /** One field of the nested message. */
  | { readonly name: string; readonly inside: string }
  /** A text that is irrelevant unless it contains this ASCII character. */
  | { readonly name: string; readonly holding: string };

/**
 * The fields that `classOf` and `isForSocket` read, so that a content need not be decoded for its class. `isKnown`: the viewer is logged
 * in, or was when the connection was made.
 */
export function classFields(name: string, rowClass: MessageClass, isKnown: boolean): readonly (string | AskedPart)[] {
  if (name === 'login') return ['userid'];
  if (!isKnown) return [];
  switch (name) {
    case 'chat':
    case 'socket-chat':
      return ['senderid', 'userid', 'receiverid', 'receiveruserid', { name: 'chatmsg', holding: '@' }];
    case 'gift':
    case 'socket-gift':
      return ['senderid'];
    default:
      return rowClass === 'state' ? [] : [{ name: 'user', inside: 'userId' }];
  }
}

/**
 * The class of one message: that of its row, unless it concerns the viewer. The viewer's own messages (login, echo of a line, own gift, own
 * order) must not wait behind others. A line to the viewer, by id or by name, is a `call` instead of `chat`, because it is the one line
 * that must not be lost in a flood. A call does not overtake and has its own bound, because anybody can write it.
 */
export function classOf(message: Message, rowClass: MessageClass, { userId, name }: SocketViewer): BatchClass {
  if (userId <= 0) return rowClass;
  switch (message.name) {
    case 'chat':
    case 'socket-chat':
      if (senderOf(message.body) === userId) return 'own';
      if (message.body.receiverid === userId || message.body.receiveruserid === userId) return 'call';
      return mentions(message.body.chatmsg, name) ? 'call' : rowClass;
    case 'gift':
    case 'socket-gift':
      return message.body.senderid === userId ? 'own' : rowClass;
    case 'login':
      return message.body.userid === userId ? 'own' : rowClass;
    default:
      return 'user' in message.body && message.body.user?.userId === userId && rowClass !== 'state' ? 'own' : rowClass;
  }
}

/** Whether the socket worker itself needs the content: answers to the login, to lines and to questions, and the server's close message. */
export function isForSocket(message: Message, rowClass: MessageClass, connectedUserId: number): boolean {
  switch (message.name) {
    case 'login':
      return message.body.userid === connectedUserId;
    case 'chat':
    case 'socket-chat':
      return connectedUserId > 0 && senderOf(message.body) === connectedUserId;
    default:
      return rowClass === 'own';
  }
}

/** Key that distinguishes states of one message name; of each key only the newest is kept. */
export function stateKey(message: Message, key: readonly string[]): string {
  let text: string = message.name;
  for (const field of key) text += `:${String(Reflect.get(message.body, field))}`;
  return text;
}
