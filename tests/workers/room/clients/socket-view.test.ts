/** The room worker's client of the socket worker: what each message of it shows, and what each action of the viewer sends. */
import { expect, test } from 'vitest';
import { readLines } from '../../../../src/core/room/chat/own-lines.ts';
import { NO_SOCKET_TOTALS } from '../../../../src/core/socket/totals.ts';
import type { RoomMessage } from '../../../../src/wire/registry.ts';
import type { SocketDown, SocketUp } from '../../../../src/workers/socket/api.ts';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { identity } from '../../socket/harness.ts';
import { fakePort } from '../harness.ts';
import { batchOf, client, question, say } from './socket-harness.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_SOCKET_LINES = 300;

type Client = ReturnType<typeof client>;
const sentTypes = ({ port }: Client): readonly string[] => port.posted.map(({ type }) => type);
const chatOf = (fields: Readonly<Record<string, unknown>>): RoomMessage =>
  messageOf('chat', { senderid: 9, sendername: '阿星', chatmsg: 'x', ...fields });

test('S20 the row of an own line shows the viewer with portrait and level, and as the star only in the own room', () => {
  const me = { nickname: '小鱼', richLevel: 4 };
  const rowOf = (options: Parameters<typeof client>[0]) => {
    const it = client(options);
    it.socket.connect(identity);
    it.socket.sendChat(say('hi'));
    return it.rows()[0];
  };
  expect(rowOf({ shown: { me: { ...me, logo: 'https://img.test/7.png' }, room: { starId: 7 } } })).toMatchObject({
    userId: 7,
    name: '小鱼',
    richLevel: 4,
    logo: 'https://img.test/7.png',
    isStar: true,
    isMe: true,
  });
  const plain = rowOf({ shown: { me, room: { starId: 77 } } });
  expect([plain?.isStar, plain?.logo]).toEqual([false, undefined]);
});

test('S24 a line without a login has no row, not even in a room whose star is unknown', () => {
  const it = client({ userId: 0 });
  it.socket.connect(identity);
  it.socket.sendChat(say('hi'));
  expect([it.rows(), it.lines()]).toEqual([[], ['hi']]);
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

test('S7 a failed line of the viewer is sent again on request, and its row is replaced', () => {
  const it = client();
  it.socket.connect(identity);
  it.socket.sendChat(say('一'));
  const [row] = it.rows();
  it.port.deliver({ type: 'line', uuid: 'uuid-2', outcome: { name: 'failed', failure: 'too-fast', message: 'slower' } });
  it.clock.advance(1_000);
  expect(it.chats.flatMap(({ failed }) => failed)).toEqual([{ id: row?.id, why: 'too-fast', message: 'slower' }]);
  it.socket.resendChat(row!.id);
  it.clock.advance(1_000);
  expect(it.lines()).toEqual(['一', '一']);
  expect(it.chats.at(-1)).toMatchObject({ removed: [row?.id], rows: [{ text: '一' }] });
});

test('S7 lines that the last page of this tab had not confirmed are shown, and sent after the first login', () => {
  const before = client();
  before.socket.connect(identity);
  before.socket.sendChat(say('一'));
  const [, ownLines] = before.stored.at(-1)!;
  const it = client({ session: { 'footlight.ownLines': ownLines! } });
  it.socket.connect(identity);
  expect([it.lines(), it.rows().map(({ text }) => text)]).toEqual([['一'], ['一']]);
  it.port.deliver({ type: 'line', uuid: 'uuid-2', outcome: { name: 'said', by: 'echo' } });
  it.clock.advance(1_000);
  expect(it.stored.at(-1)).toEqual(['footlight.ownLines', null]);
  expect(readLines(1_001, ownLines!)).toHaveLength(1);
});

test('S7 the echo of an own line replaces its row', () => {
  const it = client();
  it.socket.connect(identity);
  it.socket.sendChat(say('一'));
  const [own] = it.rows();
  it.port.deliver(messagesDown([chatOf({ senderid: 7, chatmsg: '一', uuid: 'uuid-2' })]));
  it.clock.advance(1_000);
  expect(it.rows()[1]).toMatchObject({ type: 'chat', text: '一', replaces: own?.id });
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

test('S10 the debug view keeps its newest lines and the newest totals', () => {
  const it = client();
  const totals = { ...NO_SOCKET_TOTALS, acks: 3 };
  it.port.deliver({ type: 'debug', lines: ['first'], totals: NO_SOCKET_TOTALS });
  it.port.deliver({ type: 'debug', lines: Array.from({ length: MAX_SOCKET_LINES }, (_, at) => `line ${at}`), totals });
  expect(it.chat().debug).toHaveLength(MAX_SOCKET_LINES);
  expect([it.chat().debug[0], it.chat().debug.at(-1), it.chat().totals]).toEqual(['line 0', 'line 299', totals]);
  it.port.deliver({ type: 'debug', lines: ['last'], totals });
  expect([it.chat().debug[0], it.chat().debug.at(-1)]).toEqual(['line 1', 'last']);
});

test('S2 each part of the connection’s state is shown', () => {
  const it = client();
  it.port.deliver({ type: 'state', name: 'waiting', attempt: 2, retryAtMs: 1_700_000_005_000, queued: 1, why: '', error: null });
  expect(it.chat()).toMatchObject({ connection: 'waiting', attempt: 2, retryAtMs: 1_700_000_005_000, queued: 1, error: null });
});

test('S1 S20 missing and loaded code of a message family is reported by the name of the family', () => {
  const it = client();
  it.port.deliver({ type: 'family', family: 'pk', isLoaded: false });
  it.port.deliver({ type: 'family', family: 'pk', isLoaded: true });
  expect(it.outputs).toEqual(['pk missing', 'pk loaded']);
});

test('S22 an entry is welcomed once in half a minute, and by the policy of the config', () => {
  const entry = (): SocketDown => messagesDown([messageOf('login', { userid: 9, nickname: '阿星', richlevel: 5 })]);
  const it = client();
  it.port.deliver(entry());
  it.port.deliver(entry());
  it.clock.advance(29_000);
  it.port.deliver(entry());
  it.clock.advance(1_000);
  it.port.deliver(entry());
  it.clock.advance(1_000);
  expect(it.rows().map(({ type }) => type)).toEqual(['welcome', 'welcome']);
  expect(it.outputs).toEqual(['login', 'login', 'login', 'login']);
  const nobody = client({ welcome: { mode: 2, whitelist: [] } });
  nobody.port.deliver(entry());
  nobody.clock.advance(1_000);
  expect(nobody.rows()).toEqual([]);
});

test('S35 a mystic viewer has no name in rows and features', () => {
  const it = client();
  it.port.deliver(messagesDown([chatOf({ sendername: '真名', ext: JSON.stringify({ mystic: 1 }) })]));
  expect(JSON.stringify(it.rows())).not.toContain('真名');
});

test('S20 P42 received messages are counted by batch, and the number of skipped ones is sent to the page', () => {
  const it = client();
  it.port.deliver(batchOf(3));
  it.port.deliver(batchOf(0));
  it.clock.advance(1_000);
  expect(it.facts).toEqual([
    { type: 'count', name: 'socket.messages', by: 3 },
    { type: 'count', name: 'socket.messages', by: 0 },
  ]);
  expect(it.chats.map(({ rows, skipped }) => [rows.length, skipped])).toEqual([[3, 0]]);
  it.port.deliver(batchOf(0, 4));
  it.clock.advance(1_000);
  expect(it.chats.at(-1)).toMatchObject({ rows: [], skipped: 4 });
});

test('S20 lines from before the entry are not shown if their author is blocked', () => {
  const past = (userId: number, text: string) => ({ user: { userId, nickname: 'a' }, text, timeMs: 1 });
  const history = messageOf('chat-history', { lines: [past(12, 'hidden'), past(13, 'shown')] });
  const it = client({ blocked: new Set([12]) });
  it.port.deliver(messagesDown([history]));
  it.clock.advance(1_000);
  expect(it.rows().flatMap(({ type, text }) => (type === 'chat' ? [text] : []))).toEqual(['shown']);
});

test('S23 a passed check is signed for this room and device, at this time', () => {
  const it = client();
  it.socket.connect(identity);
  it.clock.advance(5_000);
  it.socket.sliderPassed();
  expect(it.port.posted.at(-1)).toMatchObject({
    type: 'slider-passed',
    safety: { safeTimes: '1', safeCt: '1700000005000', kfd: '-', safeSign: expect.stringMatching(/^[0-9a-f]{8}$/) },
  });
});

test('S5 a change of the screen is sent, its repetition is not; the login contains the room’s screen', () => {
  const it = client();
  it.socket.connect({ ...identity, vertical: true });
  expect(it.connects()[0]?.vertical).toBe(true);
  it.socket.setVertical(false);
  it.socket.setVertical(false);
  it.socket.setVertical(true);
  it.socket.leave();
  expect(it.port.posted.slice(1)).toEqual([{ type: 'screen', vertical: false }, { type: 'screen', vertical: true }, { type: 'leave' }]);
});

test('S2 a restarted worker uses the new port, and the port of the dead one is closed', () => {
  const it = client();
  const next = fakePort<SocketUp, SocketDown>();
  it.socket.replace(next.port);
  expect(it.port.isClosed()).toBe(true);
  it.socket.retry();
  expect([next.posted, sentTypes(it)]).toEqual([[{ type: 'retry' }], []]);
});

test('S1 a first login has no stored addresses and no offset', () => {
  const it = client();
  it.socket.connect(identity);
  expect(it.connects()).toEqual([{ ...identity, entryId: 'uuid-1' }]);
});
