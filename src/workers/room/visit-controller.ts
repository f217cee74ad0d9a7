import type { LiveInfo } from '../../core/room/live-info.ts';
import { clientTypeOf } from '../../core/room/refer.ts';
import { socketIdentity } from './identity.ts';
import type { RoomBase } from './room-base.ts';
import type { SocketClient } from './socket-client.ts';

export interface VisitDeps {
  readonly base: RoomBase;
  readonly socket: SocketClient;
  readonly info: () => LiveInfo | null;
  readonly role: () => 0 | 1;
}

/** The visit as reports and socket know it: who is where. Both are informed again when it changes, and after a restart of their worker. */
export interface VisitController {
  /** P42: who and where every report says. Sent before anything is reported, and again when it changes. */
  readonly identify: () => void;
  readonly enter: () => void;
  readonly connectSocket: () => void;
  /** A restarted worker comes with a port of its own, and knows nothing yet. */
  readonly onStatsPort: (port: MessagePort) => void;
  readonly onSocketPort: (port: MessagePort) => void;
  /** The page comes out of the back-forward cache. */
  readonly onPageBack: () => void;
}

export function createVisitController({ base, socket, info, role }: VisitDeps): VisitController {
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

  /** For a stats worker that knows nothing of this visit, or was told that it is over. */
  function resume(): void {
    if (hasEntered) stats.emit({ type: 'room', event: screen.get().room.liveStatus === 1 ? 'resumed' : 'entered' });
  }

  function connectSocket(): void {
    if (base.roomId === null) return;
    const { roomId } = base;
    socket.connect(socketIdentity({ roomId, info: info(), isEmbed, flags, visitor, channels: services.channels, session: input.session }));
  }

  return {
    identify,
    connectSocket,
    enter() {
      hasEntered = true;
      stats.emit({ type: 'room', event: 'entered' });
    },
    onStatsPort(port) {
      stats.replace(port);
      identify();
      resume();
    },
    onSocketPort(port) {
      socket.replace(port);
      if (hasEntered) connectSocket();
    },
    onPageBack() {
      resume();
      if (hasEntered) connectSocket();
    },
  };
}
