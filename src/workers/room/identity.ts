import type { LiveInfo } from '../../core/room/start/live-info.ts';
import type { PageFlags } from '../../core/room/start/page-input.ts';
import { channelOf, clientTypeOf, type Channels } from '../../core/room/start/refer.ts';
import { SESSION_KEYS } from '../../core/room/start/stored.ts';
import type { SocketIdentity } from '../socket/api.ts';
import type { Visitor } from './visitor.ts';

export interface IdentityCase {
  readonly roomId: number;
  readonly info: LiveInfo | null;
  readonly isEmbed: boolean;
  readonly flags: PageFlags;
  readonly visitor: Visitor;
  readonly channels: Channels;
  /** Session storage of the page. */
  readonly session: Readonly<Record<string, string>>;
}

/** S4: identity for the socket login; optional fields are omitted instead of sent empty. */
export function socketIdentity({ roomId, info, isEmbed, flags, visitor, channels, session }: IdentityCase): SocketIdentity {
  const { userId, token, appId } = visitor.login();
  const entryId = session[SESSION_KEYS.entryId];
  return {
    roomId,
    roomKind: info?.room.isLiveRoom === true || info?.room.kind === 'live' ? 'live' : 'normal',
    vertical: info?.room.isVertical ?? false,
    userId,
    token,
    appId,
    platformId: clientTypeOf({ isEmbed, isLenovo: flags.lenovo }),
    referer: String(channelOf(flags.refer, flags.sourceFrom, channels)),
    sid: info?.stream.sid ?? '',
    deviceNo: visitor.deviceNo(),
    dfid: visitor.dfid(),
    ...(entryId === undefined ? {} : { entryId }),
    ...(flags.debug ? { debugCommand: flags.cmd } : {}),
    ...(flags.scenario === '' ? {} : { scenario: flags.scenario }),
  };
}
