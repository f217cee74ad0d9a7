import { expect, test } from 'vitest';
import { decodeLiveInfo, type LiveInfo } from '../../../src/core/room/start/live-info.ts';
import { readFlags } from '../../../src/core/room/start/page-input.ts';
import { DEFAULT_CHANNELS } from '../../../src/core/room/start/refer.ts';
import { socketIdentity, type IdentityCase } from '../../../src/workers/room/identity.ts';
import type { Visitor } from '../../../src/workers/room/visitor.ts';
import { liveInfo } from './harness.ts';

const VISITOR: Visitor = {
  login: () => ({ userId: 5, token: 'tok', appId: '1010' }),
  signIn: () => true,
  signOut: () => undefined,
  deviceNo: () => 'device-1',
  dfid: () => 'finger-1',
  rememberUnion: () => undefined,
};
const infoOf = (room: object): LiveInfo => {
  const read = decodeLiveInfo(liveInfo({ room }));
  if (!read.ok) throw new Error(read.error.detail);
  return read.value.value;
};
const identityOf = (query: string, change: Partial<IdentityCase> = {}) =>
  socketIdentity({
    roomId: 1_001,
    info: infoOf({}),
    isEmbed: false,
    flags: readFlags(new URLSearchParams(query)).flags,
    visitor: VISITOR,
    channels: { ...DEFAULT_CHANNELS, buyingAudience: ['bought'] },
    session: {},
    ...change,
  });

test('S4 the login contains user, room, device and stream; unknown fields are omitted', () => {
  expect(identityOf('')).toEqual({
    roomId: 1_001,
    roomKind: 'normal',
    vertical: false,
    userId: 5,
    token: 'tok',
    appId: '1010',
    platformId: 7,
    referer: '2199',
    sid: 'sid-1',
    deviceNo: 'device-1',
    dfid: 'finger-1',
  });
  expect(identityOf('', { info: null })).toMatchObject({ roomKind: 'normal', vertical: false, sid: '' });
});

test('S4 live info determines whether a room is live and vertical', () => {
  expect(identityOf('', { info: infoOf({ isLiveRoom: true }) })).toMatchObject({ roomKind: 'live' });
  expect(identityOf('', { info: infoOf({ kind: 'live' }) })).toMatchObject({ roomKind: 'live' });
  expect(identityOf('', { info: infoOf({ vertical: 1 }) })).toMatchObject({ vertical: true });
});

test('P2 S4 the client type is that of the page: 7 web, 8 embedded, 43 lenovo', () => {
  expect(identityOf('').platformId).toBe(7);
  expect(identityOf('', { isEmbed: true }).platformId).toBe(8);
  expect(identityOf('lenovo=1', { isEmbed: true }).platformId).toBe(43);
});

test('P2 S4 the channel is that of refer, and the buying-audience channel precedes it', () => {
  expect(identityOf('refer=7').referer).toBe('302');
  expect(identityOf('refer=7&sourceFrom=bought').referer).toBe('1201');
});

test('S4 a reload in the same tab keeps the entry id', () => {
  expect(identityOf('', { session: { 'footlight.entryId': 'entry-1' } }).entryId).toBe('entry-1');
});

test('S10 a debug command needs debug=1', () => {
  expect(identityOf('cmd=501')).not.toHaveProperty('debugCommand');
  expect(identityOf('debug=1').debugCommand).toBe(0);
  expect(identityOf('debug=1&cmd=501').debugCommand).toBe(501);
  expect(identityOf('scenario=flood').scenario).toBe('flood');
  expect(identityOf('')).not.toHaveProperty('scenario');
});
