import type { LiveInfo } from '../../../core/room/start/live-info.ts';
import { clientTypeOf, channelOf, type Channels } from '../../../core/room/start/refer.ts';
import type { RoomBase } from '../room-base.ts';
import type { SocketClient } from '../clients/socket-client.ts';
import type { PageFlags } from '../../../core/room/start/page-input.ts';
import { SESSION_KEYS } from '../../../core/room/start/stored.ts';
import type { SocketIdentity } from '../../socket/api.ts';
import type { Visitor } from '../visitor.ts';

export interface VisitDeps {
  readonly base: RoomBase;
  readonly socket: SocketClient;
  readonly info: () => LiveInfo | null;
  readonly role: () => 0 | 1;
}

/** Data of the visit for reports and socket: user and room. Both receive them again after a change, and after a restart of their worker. */
export function createVisitController({ base, socket, info, role }: VisitDeps) {
  const { stats, screen, visitor, flags, input, isEmbed, services } = base;
  let hasEntered = false;

  function identify(): void {
    const { starId, kind, following } = screen.get().room;
    const stream = info()?.stream;
    const identity = {
      roomId: base.roomId ?? 0,
      userId: visitor.login().userId,
      embed: isEmbed,
      url: input.href,
      isStar: role() === 1,
      starId,
      roomKind: kind,
      isFollowing: following,
      deviceNo: visitor.deviceNo(),
      platformId: clientTypeOf({ isEmbed, isLenovo: flags.lenovo }),
    };
    stats.emit({ type: 'identity', identity, streamId: stream?.sid ?? '', ...(stream && { psid: stream.psid }) });
  }

  /** Sends the data of the visit to a stats worker that has none, or that has recorded the end of the visit. */
  function resume(): void {
    if (hasEntered) stats.emit({ type: 'room', event: screen.get().room.liveStatus === 1 ? 'resumed' : 'entered' });
  }

  function connectSocket(): void {
    if (base.roomId === null) return;
    const { roomId } = base;
    socket.connect(socketIdentity({ roomId, info: info(), isEmbed, flags, visitor, channels: services.channels, session: input.session }));
  }

  /** The start-up connects the socket first; in a room that it does not open there is no chat. */
  function reconnectSocket(): void {
    if (hasEntered) connectSocket();
  }

  return {
    /** P42: user and room ids of all reports. Sent before any report, and again after a change. */
    identify,
    connectSocket,
    onLogin() {
      identify();
      reconnectSocket();
    },
    enter() {
      hasEntered = true;
      stats.emit({ type: 'room', event: 'entered' });
    },
    /** A restarted worker has a new port and no data yet. */
    onStatsPort(port: MessagePort) {
      stats.replace(port);
      identify();
      resume();
    },
    onSocketPort(port: MessagePort) {
      socket.replace(port);
      reconnectSocket();
    },
    /** The page was restored from the back-forward cache. */
    onPageBack() {
      resume();
      reconnectSocket();
    },
  };
}

export type VisitController = ReturnType<typeof createVisitController>;

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
function socketIdentity({ roomId, info, isEmbed, flags, visitor, channels, session }: IdentityCase): SocketIdentity {
  const { userId, token, appId } = visitor.login();
  const entryId = session[SESSION_KEYS.entryId];
  return {
    roomId,
    roomKind: info?.room.isLiveRoom === true ? 'live' : 'normal',
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
    ...(flags.debug || flags.cmd > 0 ? { debugCommand: flags.cmd } : {}),
    ...(flags.scenario === '' ? {} : { scenario: flags.scenario }),
  };
}
