/** The viewer's own lines: for any order of arrival none appears twice in the page's list. */
import { expect, test } from 'vitest';
import { ChatFeed } from '../../../../src/core/room/chat/chat-feed.ts';
import { writeLines } from '../../../../src/core/room/chat/own-lines.ts';
import { manualClock } from '../../../../src/player/tests/manual-clock.ts';
import { ChatHistory } from '../../../../src/ui/chat/list/history.ts';
import { seeded } from '../../../../src/wasm/tests/seeded.ts';
import { OwnLines } from '../../../../src/workers/room/clients/own-lines.ts';
import type { OutgoingLine } from '../../../../src/workers/socket/api.ts';
import { messageOf } from '../../../message-of.ts';
import { identity } from '../../socket/harness.ts';
import { client, question, say } from './socket-harness.ts';

const ME = { userId: 7, name: '小鱼', logo: '', richLevel: 1, isStar: false };
const PEOPLE = { userId: 7, starId: 1, name: '小鱼' };

function chat(restored?: string) {
  const feed = new ChatFeed();
  const sent: OutgoingLine[] = [];
  const back: string[] = [];
  const stored: (string | null)[] = [];
  let uuids = 0;
  const lines = new OwnLines({
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
            lines.settle(line.uuid, { name: 'delivered', by: 'echo' });
          }
          break;
        case 3:
          if (line !== undefined) lines.settle(line.uuid, { name: 'delivered', by: 'acknowledgement' });
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
    lines.settle('u9', { name: 'delivered', by: hasEcho ? 'echo' : 'acknowledgement' });
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
  lines.settle(sent[0]!.uuid, { name: 'delivered', by: 'echo' });
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

test('S20 a line is sent without spaces around it and with a limited length, an empty one not at all', () => {
  const it = client({ source: 'lobby' });
  it.socket.connect(identity);
  it.socket.sendChat(say('   '));
  it.socket.sendChat({ type: 'send-chat', text: '  hi  ', toUserId: 3, secret: true, isScripted: true });
  it.socket.sendChat(say('x'.repeat(600)));
  const sent = it.port.posted.flatMap((message) => (message.type === 'send-chat' ? [message.line.chat] : []));
  expect(sent).toEqual([
    { text: 'hi', receiverId: 3, receiverUserId: 3, secret: true, source: 'lobby', manual: false },
    { text: 'x'.repeat(500), receiverId: 0, receiverUserId: 0, secret: false, source: 'lobby', manual: true },
  ]);
});

test('S7 returned lines are joined up to 500 characters, and a new line clears the returned ones', () => {
  const it = client();
  it.socket.connect(identity);
  for (const text of ['x'.repeat(300), 'y'.repeat(300)]) it.socket.sendChat(say(text));
  for (const uuid of ['uuid-2', 'uuid-3']) it.port.deliver({ type: 'line', uuid, outcome: { name: 'given-back' } });
  expect(it.chat().givenBack).toEqual({ id: 2, text: `${'x'.repeat(300)} ${'y'.repeat(199)}` });
  it.socket.sendChat(say('new'));
  expect(it.chat().givenBack).toBeNull();
});

test('S20 a question is shown unescaped, with the error after a wrong answer; an answer is trimmed and cut, an empty one not sent', () => {
  const it = client();
  it.socket.connect(identity);
  it.port.deliver({ ...question, question: { ...question.question, text: '1 &lt; 2?' }, isWrong: true });
  expect(it.chat().verify).toEqual({ key: 'k', imageUrl: '', text: '1 < 2?', isWrong: true });
  const answers = (): readonly unknown[] => it.port.posted.flatMap((message) => (message.type === 'verify-chat' ? [message.code] : []));
  it.socket.verifyChat('   ');
  expect(answers()).toEqual([]);
  it.socket.verifyChat(` ${'a'.repeat(40)} `);
  expect(answers()).toEqual(['a'.repeat(32)]);
  expect(it.chat().verify).not.toBeNull();
  it.socket.verifyChat(null);
  expect([it.chat().verify, answers().length]).toEqual([null, 1]);
});
