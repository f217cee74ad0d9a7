/** S9: each field of each message of the registry is read by somebody, or it is named here with the reason why not. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FEATURES } from '../../../src/features/index.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { ROWS, type AnyRow, type RoomMessage } from '../../../src/wire/registry.ts';
import type { FieldType, Schema } from '../../../src/wire/schema.ts';
import { messagesDown } from '../../message-of.ts';
import type * as Mystic from '../../../src/core/room/mystic.ts';
import { type Seeded, seeded } from '../../seeded.ts';
import type { openRoom as OpenRoom } from './harness.ts';

const MYSTIC = '../../../src/core/room/mystic.ts';
let openRoom: typeof OpenRoom;

// It reads every field of every message. The files of a worker share their modules, so the room is loaded anew with it and again without.
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

/** A body of random small values that writes down which of its fields is asked for, as `Schema.field`. */
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
        room.act({ do: 'feature', feature, action: { do: 'entry' } });
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

/** Why a field is decoded although no part of the room worker asks for it. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  'the socket worker reads it, before the room worker has the message': [
    'LoginResponse.socsid',
    'LoginResponse.token',
    'ErrorResponse.cmd',
    'ErrorResponse.type',
    'ErrorResponse.seq',
    'ErrorResponse.status',
    'ErrorResponse.errno',
    'ErrorResponse.msg',
    'ErrorResponse.uuid',
    'ErrorResponse.key',
    'ErrorResponse.codeUrl',
    'ErrorResponse.codeText',
    'AckResponse.msgId',
    'AckResponse.offset',
    'AckResponse.seq',
    'AckResponse.uuid',
    'CloseSocket.reconnect',
    'Chat.receiverid',
    'GiftEffect.receiverid',
    'RedPacketResult.roomId',
    'RedPacket.roomId',
    'MicLink.roomId',
    'MicRequest.roomId',
    'RankList.roomId',
    'RankOwn.roomId',
    'GuardUpdate.roomId',
    'ChatHistory.roomid',
    'Audience.roomId',
    'ChatMode.roomId',
    'MedalUpdate.roomId',
    'LoginResponse.roomid',
    'GiftEffect.roomid',
  ],
  'ext becomes userExt when the message is decoded': ['LoginResponse.ext', 'Chat.ext', 'GiftEffect.ext'],
  'the document names it as a field of the message and names nothing that shows it': [
    'LoginResponse.kugouid',
    'LoginResponse.platform',
    'LoginResponse.deviceNo',
    'LoginResponse.sid',
    'ErrorResponse.sid',
    'Chat.sex',
    'Chat.age',
    'Chat.kugouid',
    'Chat.receiveruserid',
    'Chat.platform',
    'Chat.referer',
    'Chat.wellcomes',
    'GiftEffect.senderkugouid',
    'GiftEffect.receiverkugouid',
    'Mount.p',
    'Guard.annual',
    'Plate.id',
    'Plate.lightUp',
    'Bubble.iconUrl',
    'Intimacy.value',
    'StarCard.id',
    'Chat.receiverrichlevel',
    'CloseSocket.code',
    'CloseSocket.msg',
    'MusicPlayer.kits',
    'MusicPlayer.excluded',
    'MusicPkResult.answer',
  ],
  'a time of day: clocks are not compared, the length beside it is read': [
    'LiveStatus.time',
    'HeadlineContent.startTime',
    'MusicQuestion.endTime',
    'MusicPkMatch.endTime',
    'MusicGuessStatus.endTime',
    'MusicStarGameStatus.startTime',
    'RewardChallenge.endTime',
    'RewardSquareOrder.endTime',
    'NumberLucky.endTime',
    'RankList.leftMs',
  ],
  'who or what it is about is known by another field': [
    'Chat.userid',
    'Chat.nickname',
    'LiveStatus.liveType',
    'CeremonyGlobalNotice.ceremonyId',
    'CeremonyMatch.status',
    'ClanPkQuickMessage.clanId',
    'PkTeam.rank',
    'MultiPkTeamQuery.status',
    'MusicQuestion.index',
    'MusicSettlement.result',
    'MusicPkPublicChat.pkId',
    'MusicPkExcludeError.user',
    'MusicPkRemindAnswer.questionId',
    'MusicPkUseKit.questionId',
    'MusicPkKitAdd.id',
    'MicRequest.seat',
    'RewardChallenge.star',
    'UserProfile.nickname',
    'GivenGift.giftId',
    'RewardSquareOrder.star',
    'RedPacketResult.kind',
    'RedPacketResult.sender',
    'RedPacketResult.coin',
    'RedPacketResult.num',
  ],
  'the text of the message says it; a line has no place for more': [
    'CommonNotice.type',
    'CommonNotice.iconUrl',
    'PublicNotice.type',
    'PublicNotice.iconUrl',
    'CeremonyGlobalNotice.iconUrl',
    'HeadlineContent.coin',
    'HeadlineMessage.type',
    'ClanPkQuickMessage.type',
    'MusicPkTips.type',
    'MusicKit.iconUrl',
    'MusicPkHelpReborn.coin',
    'RewardSquareOrder.type',
  ],
  'the room shows linked guests by sound alone': ['MicSeat.isVideo'],
};

test('S9 every field of every message is read, or it is named with the reason why it is not', async () => {
  const read = new Set<string>();
  const all = new Set<string>();
  for (const row of ROWS) fieldsOf(codecOf(row.family)[row.schema]!, all);
  // What was said before the entry is read before the first line of others.
  const rows = ROWS.toSorted((a, b) => Number(b.name === 'chat-history') - Number(a.name === 'chat-history'));
  for (const family of new Set(rows.map((row) => row.family))) {
    await play(
      rows.filter((row) => row.family === family),
      read,
    );
  }
  const named = Object.values(UNREAD).flat();
  expect([...all].filter((field) => !read.has(field)).toSorted()).toEqual(named.toSorted());
});
