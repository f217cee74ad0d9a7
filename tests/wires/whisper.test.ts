import { expect, test } from 'vitest';
import type { SocketDown } from '../../src/workers/socket/api.ts';
import { openRoom } from '../workers/room/harness.ts';
import { identity, opened } from '../workers/socket/harness.ts';

const COOKIE = `fx_userid=${identity.userId}; fx_token=${identity.token}`;
/** The send box creates this action for a line to one user; see tests/browser/ui/room-page.test.tsx. */
const WHISPER = { type: 'send-chat', text: '只给你', toUserId: 4_321, secret: true } as const;

/** A room worker, a socket worker and a server. */
async function roomWithSocket(session: Readonly<Record<string, string>> = {}) {
  const room = openRoom({ cookie: COOKIE, session, features: [] });
  const socket = await opened();
  await room.settle(40);
  let [fromRoom, fromSocket] = [0, 0];
  return {
    room,
    socket,
    /** Exchanges messages between the two workers until there are none. */
    async cross() {
      for (let turn = 0; turn < 4; turn++) {
        for (const message of room.socket.posted.slice(fromRoom))
          if (message.type !== 'connect') socket.socket.up(structuredClone(message));
        fromRoom = room.socket.posted.length;
        await socket.pass(4_000);
        for (const message of socket.down.slice(fromSocket)) room.socket.deliver(structuredClone(message) satisfies SocketDown);
        fromSocket = socket.down.length;
        await room.settle(200);
      }
    },
    chats: () => socket.commands().flatMap((command) => (command.id === 501 ? [command.fields] : [])),
    rows: () => room.commands('chat').flatMap(({ batch }) => batch.rows),
  };
}

test('S20 the frame of a whisper is secret and names its receiver, one to everybody is not; a scripted line is marked', async () => {
  const it = await roomWithSocket();
  it.room.act(WHISPER);
  it.room.act({ type: 'send-chat', text: '大家好', isScripted: true });
  await it.cross();
  expect(it.chats()).toMatchObject([
    { chatmsg: '只给你', issecrect: 1, receiverid: 4_321, receiveruserid: 4_321, paraAbnor: 0 },
    { chatmsg: '大家好', issecrect: 0, receiverid: 0, receiveruserid: 0, paraAbnor: 1 },
  ]);
});

test('S20 the sender’s row of a whisper is marked before and after its echo, and stays one row', async () => {
  const it = await roomWithSocket();
  it.room.act(WHISPER);
  await it.cross();
  const [own] = it.rows();
  expect(own).toMatchObject({ text: '只给你', isMe: true, isSecret: true });
  const [sent] = it.chats();
  it.socket.push({
    id: 501,
    body: {
      senderid: identity.userId,
      sendername: '我',
      receivername: '阿星',
      chatmsg: '只给你',
      issecrect: true,
      uuid: sent!.uuid,
      seq: sent!.seq,
    },
    msgId: 'echo',
  });
  await it.cross();
  const echo = it.rows().at(-1);
  expect(echo).toMatchObject({ text: '只给你', toName: '阿星', isMe: true, isSecret: true, replaces: own!.id });
});

test.each(['protobuf', 'json'] as const)('S20 a whisper received as %s becomes a marked row with its receiver', async (codec) => {
  const it = await roomWithSocket();
  const line = { senderid: 4_321, sendername: '阿星', receivername: '我', receiverid: identity.userId };
  it.socket.push({ id: 501, codec, body: { ...line, chatmsg: '悄悄', issecrect: true }, msgId: 'a' });
  it.socket.push({ id: 501, codec, body: { ...line, chatmsg: '大声', issecrect: false }, msgId: 'b' });
  await it.cross();
  expect(it.rows()).toMatchObject([
    { text: '悄悄', name: '阿星', toName: '我', isSecret: true },
    { text: '大声', name: '阿星', toName: '我', isSecret: false },
  ]);
});

test('S7 S20 a whisper interrupted by a reload is still secret when it is sent again', async () => {
  const first = openRoom({ cookie: COOKIE, features: [] });
  await first.settle(40);
  first.act(WHISPER);
  await first.settle(40);
  const session = Object.fromEntries(
    first.commands('store').flatMap(({ area, key, value }) => (area === 'session' && value !== null ? [[key, value]] : [])),
  );
  const it = await roomWithSocket(session);
  await it.cross();
  expect(it.chats()).toMatchObject([{ chatmsg: '只给你', issecrect: 1, receiverid: 4_321 }]);
});
