import * as v from 'valibot';
import { decoder } from '../../decoder.ts';
import { describe } from '../../describe.ts';
import { err, ok, type Result } from '../../result.ts';
import { NO_ADDRESSES, type AddressSet, type WebrtcAddress } from '../../../player/rules/recovery/candidates.ts';
import { ROOM_LIMITS } from '../limits.ts';

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

export interface StreamInfo {
  /** 1: live. */
  readonly status: number;
  readonly stream: string;
  readonly sid: string;
  readonly psid: string;
  readonly liveType: LiveType;
  readonly addresses: AddressSet;
  /** Read because the answer contains it; no player of a browser uses it. */
  readonly rtmp: readonly string[];
}
export type LiveType = 'normal' | 'radio';

export interface RoomInfo {
  readonly starId: number;
  readonly starUserId: number;
  readonly starName: string;
  readonly liveName: string;
  readonly avatarUrl: string;
  readonly coverUrl: string;
  /**
   * A still picture of the last broadcast; '' for none. This field and the clan's name and picture are the project's, because the
   * specification names only their path sets.
   */
  readonly snapshotUrl: string;
  readonly viewers: number;
  readonly followers: number;
  readonly kind: 'normal' | 'live' | 'channel' | 'vertical' | 'embed';
  readonly isLiveRoom: boolean;
  readonly isClanRoom: boolean;
  readonly clanName: string;
  readonly clanLogoUrl: string;
  readonly isAwardRoom: boolean;
  readonly isMatchRoom: boolean;
  readonly onlyVerticalStar: boolean;
  readonly isVertical: boolean;
  /** Seconds since the epoch; 0 if missing. */
  readonly liveSinceS: number;
  readonly endTimeS: number;
  readonly hifiMode: boolean;
  readonly liveLayout: number;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly offlineVideo: string;
  /**
   * Recordings of earlier shows, offered while the star is offline. This field and `nextLiveS` are the project's, because P7 names only an
   * offline video.
   */
  readonly replays: readonly Replay[];
  /** Seconds since the epoch; 0 if missing. */
  readonly nextLiveS: number;
}

export interface Replay {
  readonly url: string;
  readonly title: string;
}

/** P6: these two codes limit who may watch; any other code than 0 means a fallback start. */
export const SEND_LIMIT_CODES: readonly number[] = [20_000, 20_001];

const text = (maxLength: number): v.GenericSchema<unknown, string> => v.pipe(v.string(), v.maxLength(maxLength));
const name = text(ROOM_LIMITS.nameLength.value);
const whole = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))]),
  v.number(),
  v.integer(),
  v.minValue(Number.MIN_SAFE_INTEGER),
  v.maxValue(Number.MAX_SAFE_INTEGER),
);
const count = v.pipe(whole, v.minValue(0));
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([0, 1, '0', '1']),
    v.transform((given) => Number(given) === 1),
  ),
]);
const side = v.pipe(whole, v.minValue(0), v.maxValue(16_384));
/** Only addresses that a browser fetches; excludes `javascript:` addresses. */
const fetchable = v.pipe(text(ROOM_LIMITS.urlLength.value), v.regex(/^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]*$/));
const picture = v.union([
  v.literal(''),
  fetchable,
  v.pipe(text(ROOM_LIMITS.storedBytes.value), v.regex(/^data:image\/(?:png|jpeg|webp|svg\+xml)[;,]/)),
]);
const rtmp = v.pipe(text(ROOM_LIMITS.urlLength.value), v.regex(/^rtmps?:\/\/[^\s"'<>\\]+$/));
const rtc = v.pipe(text(ROOM_LIMITS.urlLength.value), v.regex(/^(?:https?:\/\/|webrtc:\/\/|\/(?!\/))[^\s"'<>\\]*$/));
const liveType = v.union([
  v.picklist(['normal', 'radio'] as const),
  v.pipe(
    v.literal('radio-room'),
    v.transform((): LiveType => 'radio'),
  ),
  v.pipe(
    v.picklist([0, 1]),
    v.transform((code): LiveType => (code === 1 ? 'radio' : 'normal')),
  ),
]);
const kind = v.picklist(['normal', 'live', 'channel', 'vertical', 'embed'] as const);
const webrtcAddress = v.object({ url: rtc, codec: v.nullish(name, ''), provider: v.picklist([5, 16]) });

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an object field by field: a bad field is reported and replaced by its default, the others are kept. */
function reader(where: string, fields: Fields, problems: string[]) {
  return {
    one<T>(field: string, schema: v.GenericSchema<unknown, T>, fallback: T): T {
      const given = fields[field];
      if (given === undefined || given === null) return fallback;
      const read = v.safeParse(schema, given);
      if (read.success) return read.output;
      problems.push(`${where}.${field}: ${read.issues[0].message.slice(0, 120)}`);
      return fallback;
    },
    /** A single value counts as a list of one; bad members are dropped, and the number of members is limited. */
    list<T>(field: string, schema: v.GenericSchema<unknown, T>): readonly T[] {
      const given = fields[field];
      if (given === undefined || given === null || given === '') return [];
      const members: readonly unknown[] = Array.isArray(given) ? given : [given];
      const max = ROOM_LIMITS.addressesPerKind.value;
      if (members.length > max) problems.push(`${where}.${field}: ${members.length} members, ${max} are kept`);
      return members.slice(0, max).flatMap((member) => {
        const read = v.safeParse(schema, member);
        if (read.success) return [read.output];
        problems.push(`${where}.${field}: ${read.issues[0].message.slice(0, 120)}`);
        return [];
      });
    },
  };
}

export interface Decoded<T> {
  readonly value: T;
  /** Fields that were invalid and replaced by their defaults. */
  readonly problems: readonly string[];
}

export const decodeLiveInfo = decoder('live info', (input): Result<Decoded<LiveInfo>> => {
  const problems: string[] = [];
  if (!isObject(input)) return err('HTTP_BAD_BODY', 'live info is no object');
  const envelope = reader('info', input, problems);
  const responseCode = v.safeParse(whole, input['responseCode']);
  if (!responseCode.success) return err('HTTP_BAD_BODY', 'live info has no responseCode');
  const data = isObject(input['data']) ? input['data'] : {};
  if (responseCode.output === 0 && data !== input['data']) return err('HTTP_BAD_BODY', 'live info has no data');
  const roomFields = isObject(data['room']) ? data['room'] : {};
  const stream = readStream(data, problems);
  const room = readRoom(roomFields, problems);
  return ok({
    value: {
      responseCode: responseCode.output,
      responseMsg: envelope.one('responseMsg', text(ROOM_LIMITS.textLength.value), ''),
      serverTimeS: envelope.one('serverTime', count, 0),
      clockAheadMs: 0,
      liveStatus: stream.status === 1 ? 1 : 0,
      stream: {
        ...stream,
        addresses: { ...stream.addresses, width: stream.addresses.width || room.width, height: stream.addresses.height || room.height },
      },
      room,
      isRoomKnown: isObject(data['room']),
    },
    problems,
  });
});

/** P21: valid only with responseCode 0 and data.status 1, else the list is empty. */
export const decodeAddresses = decoder('addresses', (input): Result<Decoded<StreamInfo>> => {
  const problems: string[] = [];
  if (!isObject(input)) return err('HTTP_BAD_BODY', 'address answer is no object');
  const responseCode = v.safeParse(whole, input['responseCode']);
  if (!responseCode.success) return err('HTTP_BAD_BODY', 'address answer has no responseCode');
  const stream = readStream(isObject(input['data']) ? input['data'] : {}, problems);
  const isValid = responseCode.output === 0 && stream.status === 1;
  return ok({ value: isValid ? stream : { ...stream, addresses: NO_ADDRESSES }, problems });
});

function readStream(data: Fields, problems: string[]): StreamInfo {
  const read = reader('data', data, problems);
  const webrtc: readonly WebrtcAddress[] = read
    .list('webrtc', webrtcAddress)
    .map(({ url, codec, provider }) => ({ url, codec, providerId: provider }));
  return {
    status: read.one('status', whole, 0),
    stream: read.one('stream', name, ''),
    sid: read.one('sid', v.union([name, v.pipe(whole, v.transform(String))]), ''),
    psid: read.one('psid', v.union([name, v.pipe(whole, v.transform(String))]), ''),
    liveType: read.one('liveType', liveType, 'normal'),
    addresses: {
      httpflv: read.list('httpflv', fetchable),
      h265flv: read.list('h265flv', fetchable),
      nativeh265: read.list('nativeh265', fetchable),
      webrtc,
      p2p: read.list('enableP2PArr', v.union([v.literal(''), fetchable])),
      width: read.one('streamWidth', side, 0),
      height: read.one('streamHeight', side, 0),
    },
    rtmp: read.list('rtmp', rtmp),
  };
}

function readRoom(fields: Fields, problems: string[]): RoomInfo {
  const read = reader('room', fields, problems);
  return {
    starId: read.one('starId', count, 0),
    starUserId: read.one('starUserId', count, 0),
    starName: read.one('starName', name, ''),
    liveName: read.one('liveName', name, ''),
    avatarUrl: read.one('avatar', picture, ''),
    coverUrl: read.one('cover', picture, ''),
    snapshotUrl: read.one('snapshot', picture, ''),
    viewers: read.one('viewers', count, 0),
    followers: read.one('followers', count, 0),
    kind: read.one('kind', kind, 'normal'),
    isLiveRoom: read.one('isLiveRoom', flag, false),
    isClanRoom: read.one('isClanRoom', flag, false),
    clanName: read.one('clanName', name, ''),
    clanLogoUrl: read.one('clanLogo', picture, ''),
    isAwardRoom: read.one('isAwardRoom', flag, false),
    isMatchRoom: read.one('isMatchRoom', flag, false),
    onlyVerticalStar: read.one('onlyVerticalStar', flag, false),
    isVertical: read.one('vertical', flag, false),
    liveSinceS: read.one('liveSince', count, 0),
    endTimeS: read.one('endTime', count, 0),
    hifiMode: read.one('hifiMode', flag, false),
    liveLayout: read.one('liveLayout', count, 0),
    width: read.one('width', side, 0),
    height: read.one('height', side, 0),
    frameRate: read.one('frameRate', v.pipe(v.number(), v.minValue(0), v.maxValue(240)), 0),
    offlineVideo: read.one('offlineVideo', v.union([v.literal(''), fetchable]), ''),
    replays: read.list('replays', v.object({ url: fetchable, title: v.nullish(name, '') })),
    nextLiveS: read.one('nextLive', count, 0),
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

/** P8: answer of {secure}/mfx-kugoulive/ad/query. The fields after `concertId` are the project's. */
export interface AdConfig {
  readonly adSwitch: number;
  readonly playing: number;
  readonly repeatPlay: number;
  readonly concertId: string;
  readonly src: string;
  readonly link: string;
  /** Duration of a still picture, and of a video until its own duration is known. */
  readonly durationS: number;
  /** From this second on the viewer can skip it; -1: never. */
  readonly skipAfterS: number;
}
export const NO_AD: AdConfig = { adSwitch: 0, playing: 0, repeatPlay: 0, concertId: '', src: '', link: '', durationS: 0, skipAfterS: -1 };

export const decodeAd = decoder('ad', (input): Result<Decoded<AdConfig>> => {
  const problems: string[] = [];
  if (!isObject(input) || !isObject(input['data'])) return err('HTTP_BAD_BODY', 'ad answer has no data');
  const read = reader('ad', input['data'], problems);
  const value: AdConfig = {
    adSwitch: read.one('adSwitch', whole, 0),
    playing: read.one('playing', whole, 0),
    repeatPlay: read.one('repeatPlay', whole, 0),
    concertId: read.one('concertId', v.union([name, v.pipe(whole, v.transform(String))]), ''),
    src: read.one('src', v.union([v.literal(''), fetchable]), ''),
    link: read.one('link', v.union([v.literal(''), fetchable]), ''),
    durationS: read.one('durationS', v.pipe(v.number(), v.minValue(0), v.maxValue(120)), 15),
    skipAfterS: read.one('skipAfterS', v.pipe(v.number(), v.minValue(-1), v.maxValue(120)), -1),
  };
  return ok({ value, problems });
});

/** P9 does not show the fields of a list item: these are the project's. */
export interface LeadInVideo {
  readonly url: string;
  readonly title: string;
}

export interface LeadInList {
  readonly videos: readonly LeadInVideo[];
  readonly nextFetchId: string;
}

/** P9: lead-in video list. */
export const decodeLeadInList = decoder('lead-in list', (input): Result<Decoded<LeadInList>> => {
  const problems: string[] = [];
  if (!isObject(input) || !isObject(input['data'])) return err('HTTP_BAD_BODY', 'lead-in list has no data');
  const code = v.safeParse(whole, input['code']);
  if (!code.success || code.output !== 0) return err('HTTP_BAD_BODY', `lead-in list answered ${describe(input['code'], 20)}`);
  const read = reader('leadIn', input['data'], problems);
  const videos = read.list(
    'video',
    v.pipe(
      v.object({ url: fetchable, songName: v.nullish(name, '') }),
      v.transform(({ url, songName }): LeadInVideo => ({ url, title: songName })),
    ),
  );
  return ok({ value: { videos, nextFetchId: read.one('nextFetchId', v.union([name, v.pipe(whole, v.transform(String))]), '') }, problems });
});

/** Answer of getClientVerForWeb (P10): an address with status 1; otherwise the detail is `errorcode`, or ''. */
export const decodeClientVersion = decoder('client version', (input): Result<{ readonly url: string }> => {
  if (!isObject(input)) return err('HTTP_BAD_BODY', 'no object');
  const data = isObject(input['data']) ? input['data'] : {};
  const url = v.safeParse(fetchable, data['url']);
  if (input['status'] === 1) return url.success ? ok({ url: url.output }) : err('HTTP_BAD_BODY', 'no url');
  const code = v.safeParse(v.union([name, v.pipe(whole, v.transform(String))]), input['errorcode']);
  return err('CLIENT_VERSION_REFUSED', code.success ? code.output : '');
});

/** {live}/config: an object of switches, or such an object in `data`. */
export const decodeRemoteConfig = decoder('config', (input): Result<Readonly<Record<string, unknown>>> => {
  if (!isObject(input)) return err('HTTP_BAD_BODY', 'config is no object');
  return ok(isObject(input['data']) ? input['data'] : input);
});
