/** The viewer's own lines: for any order of arrival none appears twice in the page's list. */
import { expect, test } from 'vitest';
import { createChatFeed } from '../../../../src/core/room/chat/chat-feed.ts';
import { writeLines } from '../../../../src/core/room/chat/own-lines.ts';
import { ChatHistory } from '../../../../src/ui/chat/list/history.ts';
import { createOwnLines } from '../../../../src/workers/room/clients/own-lines.ts';
import type { OutgoingLine } from '../../../../src/workers/socket/api.ts';
import { manualClock } from '../../../manual-clock.ts';
import { messageOf } from '../../../message-of.ts';
import { seeded } from '../../../seeded.ts';

const ME = { userId: 7, name: '小鱼', logo: '', richLevel: 1, isStar: false };
const PEOPLE = { userId: 7, starId: 1, name: '小鱼' };

function chat(restored?: string) {
  const feed = createChatFeed();
  const sent: OutgoingLine[] = [];
  const back: string[] = [];
  const stored: (string | null)[] = [];
  let uuids = 0;
  const lines = createOwnLines({
    clock: manualClock(),
    roomId: 1,
    stored: restored,
    feed,
    source: '',
    uuid: () => `u${++uuids}`,
    speaker: () => ME,
    send: (line) => void sent.push(line),
    store: (text) => void stored.push(text),
    giveBack: (text) => void back.push(text),
  });
  // The page's list processes a batch in this order (src/ui/chat/list/tail.ts).
  const page = new ChatHistory();
  const flush = (): void => {
    const batch = feed.flush();
    if (batch === null) return;
    for (const id of batch.removed) page.remove(id);
    for (const { replaces } of batch.rows) if (replaces !== undefined) page.remove(replaces);
    page.push(batch.rows);
    for (const id of batch.settled) page.change(id, { type: 'chat' });
    for (const { id, why, message } of batch.failed) page.change(id, { type: 'own-failed', failure: { why, message } });
  };
  const echo = ({ uuid, seq, chat }: OutgoingLine, hasUuid: boolean): void =>
    feed.add([messageOf('chat', { senderid: 7, sendername: '小鱼', chatmsg: chat.text, uuid: hasUuid ? uuid : '', seq })], PEOPLE, {
      ownRow: (uuid, seq) => lines.echoed(uuid, seq),
    });
  const past = (...said: readonly (readonly [userId: number, text: string])[]): void =>
    feed.add(
      [messageOf('chat-history', { lines: said.map(([userId, text]) => ({ user: { userId, nickname: 'x' }, text, timeMs: 5 })) })],
      PEOPLE,
      { hasRow: (text) => lines.has(text) },
    );
  const shown = (text: string): number => page.all().filter((row) => row.text === text).length;
  return { lines, sent, back, stored, page, flush, echo, past, shown };
}

test('S7 an own line whose echo arrives before its row was sent to the page appears once', () => {
  const { lines, sent, flush, echo, shown, page } = chat();
  lines.write('第一句', 0, false, true);
  echo(sent[0]!, true);
  lines.settle(sent[0]!.uuid, { name: 'said', by: 'echo' });
  flush();
  expect(shown('第一句')).toBe(1);
  expect(page.all()[0]?.type).toBe('chat');
});

test('S7 an own line appears once if the echo identifies it only by number, and if the echo arrives twice', () => {
  for (const hasUuid of [true, false]) {
    const { lines, sent, flush, echo, shown } = chat();
    lines.write('你好', 0, false, true);
    flush();
    lines.settle(sent[0]!.uuid, { name: 'said', by: 'acknowledgement' });
    flush();
    echo(sent[0]!, hasUuid);
    echo(sent[0]!, hasUuid);
    flush();
    echo(sent[0]!, hasUuid);
    flush();
    expect(shown('你好')).toBe(1);
  }
});

test('S7 a line that failed without an answer is not stored as failed any more after its late echo', () => {
  for (const hasUuid of [true, false]) {
    const { lines, sent, stored, flush, echo, page } = chat();
    lines.write('隧道里', 0, false, true);
    lines.settle(sent[0]!.uuid, { name: 'failed', failure: 'expired', message: '' });
    flush();
    expect(stored.at(-1)).toContain('"expired"');
    for (let times = 0; times < 2; times++) echo(sent[0]!, hasUuid);
    flush();
    expect(page.all().map(({ type, text }) => [type, text])).toEqual([['chat', '隧道里']]);
    expect(stored.at(-1)).toBeNull();
  }
});

test('S7 for any order of writes, echoes, acknowledgements, failures, resends and batches every own line appears once', () => {
  const random = seeded(8);
  for (let run = 0; run < 300; run++) {
    const { lines, sent, page, flush, echo, shown } = chat();
    const texts: string[] = [];
    const echoed = new Set<string>();
    for (let step = 0; step < 60; step++) {
      const line = sent.length === 0 ? undefined : random.pick(sent);
      switch (random.int(7)) {
        case 0:
          if (texts.length < 12) {
            texts.push(`句${texts.length}`);
            lines.write(texts.at(-1)!, 0, false, true);
          }
          break;
        case 1:
        case 2:
          if (line !== undefined) {
            echo(line, random.next() < 0.7);
            echoed.add(line.chat.text);
            lines.settle(line.uuid, { name: 'said', by: 'echo' });
          }
          break;
        case 3:
          if (line !== undefined) lines.settle(line.uuid, { name: 'said', by: 'acknowledgement' });
          break;
        case 4:
          if (line !== undefined && !echoed.has(line.chat.text))
            lines.settle(line.uuid, { name: 'failed', failure: 'too-fast', message: '' });
          break;
        case 5: {
          const failed = page.all().find(({ type }) => type === 'own-failed');
          if (failed !== undefined) lines.resend(failed.id);
          break;
        }
        default:
          flush();
          for (const text of texts) expect(shown(text)).toBe(1);
      }
    }
    flush();
    for (const text of texts) expect(shown(text)).toBe(1);
  }
});

const SAID = 'a < b\u2028 ';
test('S7 S20 a line restored after a reload appears once if the lines from before the entry contain it', () => {
  const line = { uuid: 'u9', seq: 9, userId: 7, writtenMs: 4, text: SAID, toUserId: 0, secret: false, manual: true, failure: null };
  for (const hasEcho of [true, false]) {
    const { lines, sent, page, flush, echo, past } = chat(writeLines(1, [line])!);
    flush();
    lines.sendAll();
    // Another viewer has said the same.
    past([8, SAID], [7, SAID], [7, 'c']);
    if (hasEcho) echo(sent[0]!, true);
    lines.settle('u9', { name: 'said', by: hasEcho ? 'echo' : 'acknowledgement' });
    flush();
    expect(
      page
        .all()
        .filter(({ type, isMe }) => type === 'chat' && isMe)
        .map(({ text }) => text.trim()),
    ).toEqual(hasEcho ? ['c', 'a < b'] : ['a < b', 'c']);
    expect(page.all().filter(({ type, isMe }) => type === 'chat' && !isMe)).toHaveLength(1);
  }
});

test('S7 S20 a line that was said on this page is not shown again as a line from before the entry after a reconnect', () => {
  const { lines, sent, page, flush, echo, past } = chat();
  past();
  lines.write('在吗', 0, false, true);
  flush();
  echo(sent[0]!, true);
  lines.settle(sent[0]!.uuid, { name: 'said', by: 'echo' });
  past([7, '在吗']);
  flush();
  expect(page.all().map(({ text }) => text)).toEqual(['在吗']);
});

test.each([
  ['after a logout', { name: 'failed', failure: 'not-logged-in', message: '' }, 'not-logged-in'],
  ['after a change of the login', { name: 'given-back' }, 'refused'],
] as const)('S7 a line that is not sent %s is returned to the send box; a whisper stays as a failed row instead', (_when, outcome, why) => {
  const { lines, sent, back, page, flush } = chat();
  lines.write('大家好', 0, false, true);
  lines.write('悄悄话', 9, true, true);
  flush();
  for (const { uuid } of sent.slice()) lines.settle(uuid, outcome);
  flush();
  expect(back).toEqual(['大家好']);
  expect(page.all()).toMatchObject([{ type: 'own-failed', text: '悄悄话', failure: { why } }]);
  lines.resend(page.all()[0]!.id);
  expect(sent.at(-1)?.chat).toMatchObject({ text: '悄悄话', receiverId: 9, secret: true });
});
