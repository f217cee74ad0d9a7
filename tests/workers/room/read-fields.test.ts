/** S9: each field of each message of the registry is read, or listed here with the reason why not. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FEATURES } from '../../../src/features/index.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { ROWS, type AnyRow, type RoomMessage } from '../../../src/wire/registry.ts';
import type { FieldType, Schema } from '../../../src/wire/schema.ts';
import { messagesDown } from '../../message-of.ts';
import type * as Mystic from '../../../src/core/room/people/mystic.ts';
import { type Seeded, seeded } from '../../../src/wasm/tests/seeded.ts';
import type { openRoom as OpenRoom } from './harness.ts';

const MYSTIC = '../../../src/core/room/people/mystic.ts';
let openRoom: typeof OpenRoom;

// This module reads every field of every message. The files of a worker share their modules, so the room is loaded anew with the
// replacement and again without it.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(MYSTIC, async (original) => ({
    ...(await original<typeof Mystic>()),
    hideMystics: (message: RoomMessage) => message,
  }));
  const harness = await import('./harness.ts');
  openRoom = harness.openRoom;
  await harness.loadAllFeatures();
});
afterAll(() => {
  vi.doUnmock(MYSTIC);
  vi.resetModules();
});

const ROOM_ID = 1_001;
const VIEWER_ID = 880_001;

/** A body of small random values that records accessed fields as `Schema.field`. */
function watchedBody(schema: Schema, rng: Seeded, version: number, read: Set<string>): object {
  const value = (name: string, type: FieldType): unknown => {
    if (type === 'text') return name.endsWith('Id') ? '1' : /url|link|logo/i.test(name) ? 'https://a.test/x.png' : `文${rng.int(99)}`;
    if (type === 'flag') return rng.int(2) === 1;
    if (type === 'bytes') return new Uint8Array();
    if (type !== 'number') return watchedBody(type, rng, version, read);
    if (name === 'roomId' || name === 'roomid') return rng.int(3) === 0 ? 1_002 : ROOM_ID;
    if (name === 'version') return version;
    if (name.endsWith('Id') || name.endsWith('id')) return rng.int(3) === 0 ? VIEWER_ID : 1;
    return name === 'leftMs' ? rng.pick([0, 5_000]) : rng.int(5);
  };
  const fields = Object.entries(schema.fields).map(([name, { type, isList }]): [string, unknown] => [
    name,
    isList ? [value(name, type), value(name, type)] : value(name, type),
  ]);
  return new Proxy(Object.fromEntries(fields), {
    get(target, name) {
      if (typeof name === 'string' && name in target) read.add(`${schema.name}.${name}`);
      return Reflect.get(target, name);
    },
  });
}

function fieldsOf(schema: Schema, into: Set<string>): void {
  for (const [name, { type }] of Object.entries(schema.fields)) {
    const key = `${schema.name}.${name}`;
    if (into.has(key)) continue;
    into.add(key);
    if (typeof type === 'object') fieldsOf(type, into);
  }
}

const ROUNDS = 40;

async function play(rows: readonly AnyRow[], read: Set<string>): Promise<void> {
  const rng = seeded(7);
  for (const cookie of [`fx_userid=${VIEWER_ID}; fx_token=t`, 'fx_userid=77; fx_token=t']) {
    const room = openRoom({ cookie });
    await room.settle();
    for (const { name: feature, messages, dock, entry } of FEATURES)
      if ((dock !== undefined || entry !== undefined) && rows.some(({ name }) => messages.includes(name)))
        room.act({ type: 'feature', feature, action: { type: 'entry' } });
    await room.settle();
    for (let round = 1; round <= ROUNDS; round++) {
      for (const row of rows) {
        const body = watchedBody(codecOf(row.family)[row.schema]!, rng, round, read);
        room.socket.deliver(messagesDown([{ id: row.id, name: row.name, timeMs: 1, body } as unknown as RoomMessage]));
      }
      await room.settle(500);
    }
  }
}

const fieldOf = (field: string, messages: string): string => messages.replaceAll(/\w+/g, (name) => `${name}.${field}`);

/** Fields that the socket worker or the decoder reads: the code that does, which the test looks for in that file. */
const READ_AT: readonly (readonly [file: string, code: string, fields: string])[] = [
  [
    'src/core/socket/batch.ts',
    "'roomId' in body ? body.roomId : 0",
    fieldOf('roomId', 'RedPacketResult RedPacket MicLink MicRequest RankList RankOwn GuardUpdate Audience ChatMode MedalUpdate'),
  ],
  ['src/core/socket/batch.ts', "'roomId' in body ? body.roomId : 0", fieldOf('roomId', 'PublicNotice FandomUpdate')],
  [
    'src/core/socket/batch.ts',
    "if ('roomid' in body) return body.roomid;",
    'LoginResponse.roomid GiftEffect.roomid ChatHistory.roomid LiveStatus.roomid RoomCounts.roomid',
  ],
  ['src/workers/socket/socket.ts', "if (socsid !== '') this.#beginSession(socsid);", 'LoginResponse.socsid'],
  ['src/wire/body.ts', 'const userExt = readExtension(body.ext);', 'LoginResponse.ext Chat.ext GiftEffect.ext'],
  ['src/workers/socket/outbox.ts', 'message.body.cmd === COMMAND.verify', 'ErrorResponse.cmd'],
  ['src/core/socket/connection.ts', 'status.type === 1 && status.status === 1', 'ErrorResponse.type ErrorResponse.status'],
  ['src/workers/socket/outbox.ts', 'const { uuid, seq, status, errno, msg, key } = answer;', 'ErrorResponse.seq ErrorResponse.uuid'],
  ['src/workers/socket/outbox.ts', 'failure: lineFailure(errno)', 'ErrorResponse.errno'],
  ['src/workers/socket/outbox.ts', 'message: msg }', 'ErrorResponse.msg'],
  [
    'src/workers/socket/outbox.ts',
    'question: { key: asShown(key), imageUrl: codeUrl, text: codeText }',
    'ErrorResponse.key ErrorResponse.codeUrl ErrorResponse.codeText',
  ],
  ['src/workers/socket/outbox.ts', "this.#runner.send({ type: 'settled', uuid, seq, by })", 'AckResponse.seq AckResponse.uuid'],
  ['src/workers/socket/socket.ts', 'mayReturn: message.body.reconnect', 'CloseSocket.reconnect'],
  [
    'src/core/socket/batch.ts',
    'message.body.receiverid === userId || message.body.receiveruserid === userId',
    'Chat.receiverid Chat.receiveruserid',
  ],
  ['src/core/socket/batch.ts', 'message.body.receiverid === userId || message.body.receivers.some(', 'GiftEffect.receiverid'],
];

/** Fields that nobody reads, and the reason. */
const UNREAD: Readonly<Record<string, string>> = {
  'LoginResponse.kugouid': 'userid names the same person in every other message',
  'LoginResponse.platform': 'its numbers have no specified names, so a viewer could not read them',
  'LoginResponse.deviceNo': 'the device number of the viewer is the stored one; that of others is private',
  'LoginResponse.sid': 'specified besides socsid, which is the session id of reports',
  'ErrorResponse.sid': 'a session id of the refused login; a viewer has no use for it and the debug view shows the message',
  'AckResponse.msgId': 'the server returns the id of the delivery; the line is known by its uuid',
  'AckResponse.offset': 'the position of the line arrives with its echo',
  'CloseSocket.code': 'the codes have no specified meaning; the debug view shows the message with it',
  'CloseSocket.msg': 'no text is specified for it; the chat status shows that the server ended the connection',
  'Chat.nickname': 'sendername is read: both are specified for the sender',
  'Chat.kugouid': 'senderid names the same person',
  'Chat.receiverrichlevel': 'the row shows the receiver by name, and the card of the receiver shows the level',
  'Chat.sex': 'private: no place of the room shows the sex of a person',
  'Chat.age': 'private: no place of the room shows the age of a person',
  'Chat.platform': 'isAndroid of ext says on the card where the line was written; other numbers have no names',
  'Chat.referer': 'where the sender came from decides about welcomes, which come with the login and not with a line',
  'Chat.wellcomes': 'a welcome comes with the login of a person, not with a line',
  'GiftEffect.senderkugouid': 'senderid names the same person',
  'GiftEffect.receiverkugouid': 'receiverid names the same person',
  'Mount.p': 'the price of a mount that somebody owns is no matter of the room',
  'Plate.id': 'the plate is drawn by name, level and picture',
  'Plate.lightUp': 'proto3 sends no false: a plate that is not lit and one of a sender without the flag look the same',
  'Bubble.iconUrl': 'the page draws the bubbles itself by their number, because a foreign picture behind text has no known contrast',
  'Intimacy.value': 'the badge shows the level; the value is shown to the viewer alone, by the fan club',
  'StarCard.id': 'the card is drawn by name, level and picture',
  'LiveStatus.time': 'clocks are not compared: the message says what holds now',
  'LiveStatus.liveType': 'the room asks for live info at each change, which has the type',
  'HeadlineContent.startTime': 'clocks are not compared: durationS is read',
  'HeadlineContent.coin': 'the gift and its number, which are shown, are what was paid',
  'HeadlineMessage.type': 'the types have no specified names; id and content are shown',
  'MusicQuestion.index': 'the round of the message around it is shown',
  'MultiPkRound.startTime': 'leftMs is read, and endTime without it',
  'MusicPkStatus.startTime': 'leftMs is read, and endTime without it',
  'MusicStarGameStatus.startTime': 'clocks are not compared, and the status says what holds now',
  'RewardChallenge.star': 'the challenge is for the star of this room, whose name stands above',
  'RewardSquareOrder.star': 'an order of this room is for its star, whose name stands above',
  'DanceOrder.danceId': 'an order is known by its orderId and shown by its title',
  'RewardSquareOrder.type': 'the number of the message (304001 to 304009) says what happened',
  'CeremonyGlobalNotice.ceremonyId': 'the notice is known by what it says',
  'CeremonyMatch.status': 'the number of the message (401001, 401002) says whether it succeeded',
  'ClanPkQuickMessage.clanId': 'the line shows the name of the clan',
  'ClanPkQuickMessage.type': 'the types have no specified names; the content is shown',
  'PublicNotice.type': 'the number of the message (400307 to 400309) says what it is',
  'CommonNotice.type': 'the number of the message (400301 to 400303) says what it is',
  'PkTeam.rank': 'teams are shown by their scores, and two that are equal share a place',
  'MusicSettlement.result': 'winnerId is read and says the same to each viewer',
  'MusicPlayer.kits': 'the kits of a star come one by one with 401610 and 401611',
  'MusicPlayer.excluded': '401607 names the options that are excluded',
  'MusicPkResult.answer': 'each player has its answer, and the options say which is right',
  'MusicPkPublicChat.pkId': 'the line stands in the chat, whatever PK is on',
  'MusicPkExcludeError.user': 'the options are excluded for everybody',
  'MusicPkRemindAnswer.questionId': 'the line names who reminds; only one question is open',
  'MusicPkUseKit.questionId': 'the line names who uses what; only one question is open',
  'MusicKit.iconUrl': 'the line of a kit is words; the button of a kit has the name',
  'MusicPkHelpReborn.coin': 'the line says who helped whom; what it cost is no matter of the room',
  'MusicPkTips.type': 'the number of the message (401613 to 401617) says what it is',
  'MicRequest.seat': 'the seats come with the microphones (490034)',
  'MicSeat.isVideo': 'the room plays linked guests by sound alone: a page of one stream has no picture of them',
  'UserProfile.nickname': 'the card has the name from where it was opened',
  'GivenGift.giftId': 'the gift is drawn by name and picture',
  'RedPacketResult.kind': 'the packet, which came before, says who gave it',
  'RedPacketResult.sender': 'the packet, which came before, says who gave it',
  'RedPacketResult.coin': 'the shares, which are shown, add up to it',
  'RedPacketResult.num': 'the shares, which are shown, are as many',
};

test('S9 every field of every message is read, or listed with the reason why not', async () => {
  const read = new Set<string>();
  const all = new Set<string>();
  for (const row of ROWS) fieldsOf(codecOf(row.family)[row.schema]!, all);
  // Chat history must be read before the first line of others.
  const rows = ROWS.toSorted((a, b) => Number(b.name === 'chat-history') - Number(a.name === 'chat-history'));
  for (const family of new Set(rows.map((row) => row.family))) {
    await play(
      rows.filter((row) => row.family === family),
      read,
    );
  }
  expect([...all].filter((field) => !read.has(field)).toSorted()).toEqual(
    [...Object.keys(UNREAD), ...READ_AT.flatMap(([, , fields]) => fields.split(' '))].toSorted(),
  );
});

test('S9 the code that is named for a field reads it', () => {
  for (const [file, code, fields] of READ_AT) {
    expect(readFileSync(file, 'utf8'), fields).toContain(code);
    for (const field of fields.split(' ')) expect(code.toLowerCase(), field).toContain(field.split('.')[1]!.toLowerCase());
  }
});
