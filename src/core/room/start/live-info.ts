import {
  addressOf,
  between,
  countIn,
  emptyOr,
  FieldReader,
  fieldsOf,
  flagOf,
  idTextOf,
  isAddress,
  isFields,
  MAX_ADDRESS_CHARS,
  numberOf,
  textUpTo,
  wholeOf,
  type Fields,
  type Read,
} from '../../../player/base/answer-fields.ts';
import { decoder } from '../../decoder.ts';
import { err, ok, type Result } from '../../errors.ts';
import { NO_ADDRESSES, type AddressSet, type WebrtcAddress } from '../../../player/rules/recovery/candidates.ts';
import { stripHidden } from '../../socket/cleaning.ts';
import { ROOM_LIMITS } from '../limits.ts';
import type { PageFlags } from './page-input.ts';
import type { RoomCard } from '../view.ts';

/** P6: live info, with the room state that it contains. */
export interface LiveInfo {
  readonly responseCode: number;
  readonly responseMsg: string;
  /** Seconds since the epoch by the server's clock; 0 if missing. */
  readonly serverTimeS: number;
  /** Viewer's clock minus the server's, in milliseconds; 0 if unknown. */
  readonly clockAheadMs: number;
  readonly liveStatus: 0 | 1;
  readonly stream: StreamInfo;
  readonly room: RoomInfo;
  /** False if the answer does not identify the room, as most refusals. */
  readonly isRoomKnown: boolean;
}

export type LiveType = 'normal' | 'radio';
export type StreamInfo = Readonly<ReturnType<typeof readStream>>;
export type RoomInfo = Readonly<ReturnType<typeof readRoom>>;

export interface Replay {
  readonly url: string;
  readonly title: string;
}

/** P6: these two codes limit who may watch; any other code than 0 means a fallback start. */
export const SEND_LIMIT_CODES: readonly number[] = [20_000, 20_001];

const text = textUpTo(ROOM_LIMITS.nameLength.value);
const name: Read<string> = (given) => {
  const read = text(given);
  return read === undefined ? undefined : stripHidden(read);
};
const side = between(0, 16_384);
const IMAGE_DATA = /^data:image\/(?:png|jpeg|webp|svg\+xml)[;,]/;
const picture: Read<string> = (given) => {
  const isData = typeof given === 'string' && given.length <= ROOM_LIMITS.storedBytes.value && IMAGE_DATA.test(given);
  return isData ? given : emptyOr(addressOf)(given);
};
const withScheme =
  (scheme: RegExp): Read<string> =>
  (given) =>
    typeof given === 'string' && given.length <= MAX_ADDRESS_CHARS && scheme.test(given) && isAddress(given.replace(scheme, '//'))
      ? given
      : undefined;
const rtmp = withScheme(/^rtmps?:\/\//);
const webrtcUrl: Read<string> = (given) => addressOf(given) ?? withScheme(/^webrtc:\/\//)(given);
export const liveTypeOf: Read<LiveType> = (given) => {
  if (given === 'radio-room' || given === 'radio' || wholeOf(given) === 1) return 'radio';
  return given === 'normal' || wholeOf(given) === 0 ? 'normal' : undefined;
};
const KINDS = ['normal', 'live', 'channel', 'vertical', 'embed'] as const;
type Kind = (typeof KINDS)[number];
const kind: Read<Kind> = (given) => KINDS.find((known) => known === given);
/** P21: 5 is one cloud, 16 another. */
const PROVIDERS: readonly number[] = [5, 16];
const webrtcAddress: Read<WebrtcAddress> = (given) => {
  if (!isFields(given)) return undefined;
  const url = webrtcUrl(given['url']);
  const codec = name(given['codec'] ?? '');
  const providerId = wholeOf(given['provider']);
  const isGood = url !== undefined && codec !== undefined && providerId !== undefined && PROVIDERS.includes(providerId);
  return isGood ? { url, codec, providerId } : undefined;
};
const replay: Read<Replay> = (given) => {
  if (!isFields(given)) return undefined;
  const url = addressOf(given['url']);
  const title = name(given['title'] ?? '');
  return url === undefined || title === undefined ? undefined : { url, title };
};

export interface Decoded<T> {
  readonly value: T;
  /** Fields that were invalid and replaced by their defaults. */
  readonly problems: readonly string[];
}

export const decodeLiveInfo = decoder('live info', (input): Result<Decoded<LiveInfo>> => {
  const problems: string[] = [];
  if (!isFields(input)) return err('HTTP_BAD_BODY', 'live info is no object');
  const envelope = new FieldReader('info', input, problems);
  const responseCode = wholeOf(input['responseCode']);
  if (responseCode === undefined) return err('HTTP_BAD_BODY', 'live info has no responseCode');
  const data = fieldsOf(input['data']);
  if (responseCode === 0 && data !== input['data']) return err('HTTP_BAD_BODY', 'live info has no data');
  const roomFields = fieldsOf(data['room']);
  const stream = readStream(data, problems);
  const room = readRoom(roomFields, problems);
  return ok({
    value: {
      responseCode,
      responseMsg: envelope.one('responseMsg', textUpTo(ROOM_LIMITS.textLength.value), ''),
      serverTimeS: envelope.one('serverTime', countIn, 0),
      clockAheadMs: 0,
      liveStatus: stream.status === 1 ? 1 : 0,
      stream: {
        ...stream,
        addresses: { ...stream.addresses, width: stream.addresses.width || room.width, height: stream.addresses.height || room.height },
      },
      room,
      isRoomKnown: isFields(data['room']),
    },
    problems,
  });
});

/** P21: valid only with responseCode 0 and data.status 1, else the list is empty. */
export const decodeAddresses = decoder('addresses', (input): Result<Decoded<StreamInfo>> => {
  const problems: string[] = [];
  if (!isFields(input)) return err('HTTP_BAD_BODY', 'address answer is no object');
  const responseCode = wholeOf(input['responseCode']);
  if (responseCode === undefined) return err('HTTP_BAD_BODY', 'address answer has no responseCode');
  const stream = readStream(fieldsOf(input['data']), problems);
  const isValid = responseCode === 0 && stream.status === 1;
  return ok({ value: isValid ? stream : { ...stream, addresses: NO_ADDRESSES }, problems });
});

function readStream(data: Fields, problems: string[]) {
  const read = new FieldReader('data', data, problems);
  const addresses: AddressSet = {
    httpflv: read.list('httpflv', addressOf),
    h265flv: read.list('h265flv', addressOf),
    nativeh265: read.list('nativeh265', addressOf),
    webrtc: read.list('webrtc', webrtcAddress),
    p2p: read.list('enableP2PArr', emptyOr(addressOf)),
    width: read.one('streamWidth', side, 0),
    height: read.one('streamHeight', side, 0),
  };
  return {
    /** 1: live. */
    status: read.one('status', wholeOf, 0),
    stream: read.one('stream', name, ''),
    sid: read.one('sid', idTextOf, ''),
    psid: read.one('psid', idTextOf, ''),
    liveType: read.one<LiveType>('liveType', liveTypeOf, 'normal'),
    addresses,
    /** For programs outside of the browser, which has no player for it: listed in the player log. */
    rtmp: read.list('rtmp', rtmp),
  };
}

function readRoom(fields: Fields, problems: string[]) {
  const read = new FieldReader('room', fields, problems);
  const given = read.one<Kind>('kind', kind, 'normal');
  const isLiveRoom = read.one('isLiveRoom', flagOf, false) || given === 'live';
  return {
    starId: read.one('starId', countIn, 0),
    starUserId: read.one('starUserId', countIn, 0),
    starName: read.one('starName', name, ''),
    liveName: read.one('liveName', name, ''),
    avatarUrl: read.one('avatar', picture, ''),
    coverUrl: read.one('cover', picture, ''),
    /**
     * A still picture of the last broadcast; '' for none. This field and the clan's name and picture are the project's, because the
     * specification names only their path sets.
     */
    snapshotUrl: read.one('snapshot', picture, ''),
    viewers: read.one('viewers', countIn, 0),
    followers: read.one('followers', countIn, 0),
    // Services send either field for a live room; socket, reports and start-up read both as one.
    kind: isLiveRoom && given === 'normal' ? ('live' as const) : given,
    isLiveRoom,
    isClanRoom: read.one('isClanRoom', flagOf, false),
    clanName: read.one('clanName', name, ''),
    clanLogoUrl: read.one('clanLogo', picture, ''),
    isAwardRoom: read.one('isAwardRoom', flagOf, false),
    isMatchRoom: read.one('isMatchRoom', flagOf, false),
    onlyVerticalStar: read.one('onlyVerticalStar', flagOf, false),
    isVertical: read.one('vertical', flagOf, false),
    /** Seconds since the epoch; 0 if missing, as `endTimeS` and `nextLiveS`. */
    liveSinceS: read.one('liveSince', countIn, 0),
    endTimeS: read.one('endTime', countIn, 0),
    hifiMode: read.one('hifiMode', flagOf, false),
    liveLayout: read.one('liveLayout', countIn, 0),
    width: read.one('width', side, 0),
    height: read.one('height', side, 0),
    frameRate: read.one('frameRate', between(0, 240, numberOf), 0),
    offlineVideo: read.one('offlineVideo', emptyOr(addressOf), ''),
    /** Recordings of earlier shows, offered while the star is offline. This field and `nextLiveS` are the project's: P7 names only an offline video. */
    replays: read.list('replays', replay),
    nextLiveS: read.one('nextLive', countIn, 0),
  };
}

/**
 * Converts the server's times to the viewer's clock, by the difference of both clocks when the answer arrived. `nowMs`: milliseconds since
 * the epoch by the viewer's clock.
 */
export function byLocalClock(info: LiveInfo, nowMs: number): LiveInfo {
  if (info.serverTimeS === 0) return info;
  const aheadS = Math.round(nowMs / 1_000) - info.serverTimeS;
  const local = (atS: number): number => (atS === 0 ? 0 : atS + aheadS);
  const { liveSinceS, endTimeS, nextLiveS } = info.room;
  const room = { ...info.room, liveSinceS: local(liveSinceS), endTimeS: local(endTimeS), nextLiveS: local(nextLiveS) };
  return { ...info, clockAheadMs: aheadS * 1_000, room };
}

/** A line of the player log, for support: what the broadcast is, and its addresses for other programs. */
export function streamLine({ stream, room }: LiveInfo): string {
  const { width, height } = stream.addresses;
  const parts = [
    stream.stream === '' ? '' : `stream ${stream.stream}`,
    width > 0 && height > 0 ? `${width}x${height}` : '',
    room.frameRate > 0 ? `${room.frameRate} pictures per second` : '',
    room.hifiMode ? 'high-fidelity sound' : '',
    ...stream.rtmp,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Assumed room state without live info: live, so that the stream addresses decide. */
export function fallbackInfo(isLiveRoom: boolean): LiveInfo {
  const problems: string[] = [];
  return {
    responseCode: 0,
    responseMsg: '',
    serverTimeS: 0,
    clockAheadMs: 0,
    liveStatus: 1,
    stream: readStream({ status: 1 }, problems),
    room: { ...readRoom({}, problems), isLiveRoom, kind: isLiveRoom ? 'live' : 'normal' },
    isRoomKnown: false,
  };
}

/** debug=1&kind=…&src=…: plays any stream address. Null without these parameters. */
export function debugAddresses({ debug, kind, src }: Pick<PageFlags, 'debug' | 'kind' | 'src'>): AddressSet | null {
  if (!debug || src === '') return null;
  switch (kind) {
    case '':
      return null;
    case 'h264':
      return { ...NO_ADDRESSES, httpflv: [src] };
    case 'h265':
      return { ...NO_ADDRESSES, h265flv: [src] };
    case 'h265-native':
      return { ...NO_ADDRESSES, nativeh265: [src] };
    case 'webrtc':
      return { ...NO_ADDRESSES, webrtc: [{ url: src, codec: '', providerId: 5 }] };
  }
}

const hasAddress = ({ httpflv, h265flv, nativeh265, webrtc }: AddressSet): boolean =>
  httpflv.length + h265flv.length + nativeh265.length + webrtc.length > 0;

/** Addresses contained in live info; null if they have to be requested. */
export const addressesOfLive = ({ status, addresses }: Pick<StreamInfo, 'status' | 'addresses'>): AddressSet | null =>
  status === 1 && hasAddress(addresses) ? addresses : null;

/** The page shows a reason instead of a room. `code` and `message` are from the service; 0 and '' if it sent none. */
export interface Unavailable {
  readonly why: UnavailableWhy;
  readonly code: number;
  readonly message: string;
}

export type UnavailableWhy =
  /** The address contains no valid room. */
  | 'unknown'
  | 'missing'
  | 'closed'
  | 'refused'
  /** The page could not be started: it is served neither by HTTPS nor from localhost, or a requirement is missing. */
  | 'insecure'
  | 'not-started';

/**
 * Statuses of live info that are answers about the room; any other status is a failure of the service, after which live is tried anyway
 * (P6).
 */
const STATUSES: Readonly<Record<number, UnavailableWhy>> = { 403: 'refused', 404: 'missing', 410: 'closed' };

/** null: the status is not an answer about the room. */
export function unavailableByStatus(status: number | undefined): Unavailable | null {
  const why = status === undefined ? undefined : STATUSES[status];
  return why === undefined ? null : { why, code: why === 'refused' ? (status ?? 0) : 0, message: '' };
}

/** A rejected start. Outside of a secure context browsers have no service worker, no caches and no shared memory. */
export const unavailableStart = (isSecure: boolean): Unavailable => ({ why: isSecure ? 'not-started' : 'insecure', code: 0, message: '' });

/** Data of the room for the page. `following` belongs to the viewer and is kept. */
export function roomCard(
  before: RoomCard,
  { room, stream, liveStatus }: LiveInfo,
  { roomId, role, isEmbed }: { readonly roomId: number; readonly role: 0 | 1; readonly isEmbed: boolean },
): RoomCard {
  return {
    ...before,
    roomId,
    role,
    kind: isEmbed ? 'embed' : room.kind,
    starId: room.starId,
    starName: room.starName,
    liveName: room.liveName,
    avatarUrl: room.avatarUrl,
    // While the room is offline the last picture of the show is preferred over the cover.
    coverUrl: liveStatus === 0 && room.snapshotUrl !== '' ? room.snapshotUrl : room.coverUrl,
    clan: room.isClanRoom && room.clanName !== '' ? { name: room.clanName, logoUrl: room.clanLogoUrl } : null,
    liveStatus,
    liveType: stream.liveType,
    isHifi: room.hifiMode,
    liveSince: liveStatus === 1 ? room.liveSinceS : 0,
    viewers: room.viewers,
    followers: room.followers,
  };
}
