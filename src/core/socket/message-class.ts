import type { MessageClass } from '../../wire/message-row.ts';
import type { Message } from '../../wire/registry.ts';
import { mentions } from '../room/mention.ts';
import type { BatchClass } from './batch.ts';

export interface SocketViewer {
  /** 0 for an anonymous visitor. */
  readonly userId: number;
  /** As the answer to the login says it; '' before. */
  readonly name: string;
}

/** A field of which less than its value is asked for. */
export type AskedPart =
  /** Of the message in it one field. */
  | { readonly name: string; readonly inside: string }
  /** A text that says nothing where it does not hold this ASCII character. */
  | { readonly name: string; readonly holding: string };

/**
 * The fields that `classOf` and `isForSocket` ask for: a content is not decoded to be put into a class. `isKnown`: the viewer is logged in, or
 * was when the connection was made.
 */
export function classFields(name: string, rowClass: MessageClass, isKnown: boolean): readonly (string | AskedPart)[] {
  if (name === 'login') return ['userid'];
  if (!isKnown) return [];
  switch (name) {
    case 'chat':
    case 'socket-chat':
      return ['senderid', 'receiverid', 'receiveruserid', { name: 'chatmsg', holding: '@' }];
    case 'gift':
    case 'socket-gift':
      return ['senderid'];
    default:
      return rowClass === 'state' ? [] : [{ name: 'user', inside: 'userId' }];
  }
}

/**
 * The class of one message: that of its row, unless it is about the viewer. The viewer's own come back as answers (login, echo of a line, own
 * gift, own order) and must not wait behind others; a line to the viewer, by number or by name, is a `call` and no `talk`, which a flood may
 * leave out: of everything in a flood it is the one line that is missed. It does not overtake, and has a bound of its own: anybody can write it.
 */
export function classOf(message: Message, rowClass: MessageClass, { userId, name }: SocketViewer): BatchClass {
  if (userId <= 0) return rowClass;
  switch (message.name) {
    case 'chat':
    case 'socket-chat':
      if (message.body.senderid === userId) return 'own';
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

/** Whether the socket worker itself has to know what a message says: answers to the login, to lines and to questions, and being sent away. */
export function isForSocket(message: Message, rowClass: MessageClass, connectedUserId: number): boolean {
  switch (message.name) {
    case 'login':
      return message.body.userid === connectedUserId;
    case 'chat':
    case 'socket-chat':
      return connectedUserId > 0 && message.body.senderid === connectedUserId;
    default:
      return rowClass === 'own';
  }
}

/** Distinguishes two states of one name, for the rule that the newest of a key wins. */
export function stateKey(message: Message, key: readonly string[]): string {
  let text: string = message.name;
  for (const field of key) text += `:${String(Reflect.get(message.body, field))}`;
  return text;
}
