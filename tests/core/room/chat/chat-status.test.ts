import { expect, test } from 'vitest';
import { chatStatus, type ChatStatus } from '../../../../src/core/room/chat/chat-status.ts';
import type { ChatView } from '../../../../src/core/room/view.ts';

test('S2 S7 the chat shows no status while connected or while the page is offline, otherwise the next step', () => {
  const cases: readonly (readonly [ChatView['connection'], number, boolean, ChatStatus])[] = [
    ['idle', 0, true, 'first'],
    ['connecting', 0, true, 'first'],
    ['open', 0, true, 'nothing'],
    ['open', 3, false, 'nothing'],
    ['waiting', 0, true, 'waiting'],
    ['waiting', 2, true, 'waiting'],
    ['connecting', 2, true, 'trying'],
    ['failed', 5, true, 'failed'],
    ['waiting', 2, false, 'nothing'],
    ['failed', 5, false, 'nothing'],
  ];
  for (const [connection, attempt, isOnline, says] of cases)
    expect([connection, attempt, isOnline, chatStatus({ connection, attempt, isOnline })]).toEqual([connection, attempt, isOnline, says]);
});
