import { countOf } from '../../core/counts.ts';
import { doesFollow, readFollows, withFollow } from '../../core/room/follows.ts';
import type { RoomInfo } from '../../core/room/live-info.ts';
import { readModuleAnswer } from '../../core/room/module-answer.ts';
import { STORED_KEYS } from '../../core/room/stored.ts';
import type { RoomCard } from '../../core/room/view.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { LoginController } from './login-controller.ts';
import type { RoomBase } from './room-base.ts';

/** The documents show no call for following: path, limits and codes are the project's own, as those of a module. */
const FOLLOW_CALL = { method: 'POST', timeoutMs: 5_000, maxBytes: 16_384, credentials: 'same-origin' } as const;

export interface AudienceController {
  /** The card with the newest counts, and whether this viewer follows. */
  readonly applyTo: (card: RoomCard, info: RoomInfo) => RoomCard;
  readonly onCounts: (body: BodyOfMessage<'room-counts'>) => void;
  readonly follow: (isWanted: boolean) => void;
  readonly onLogin: () => void;
}

/** How many watch and follow, and whether the viewer is one of the latter. `onFollowing`: the viewer has just become one, or none. */
export function createAudienceController(base: RoomBase, login: LoginController, onFollowing: () => void): AudienceController {
  const { calls, screen, services, stats, storage, visitor } = base;
  const roomId = base.roomId ?? 0;
  let source: RoomInfo | null = null;
  /** Newer than the live info that they came after. */
  let pushed: Partial<Pick<RoomCard, 'viewers' | 'followers'>> = {};
  let isCalling = false;

  const follows = (): readonly string[] => readFollows(storage.read(STORED_KEYS.follows));
  const patch = (changes: Partial<RoomCard>): void => screen.patch({ room: { ...screen.get().room, ...changes } });

  function count(changes: typeof pushed): void {
    pushed = { ...pushed, ...changes };
    patch(pushed);
  }

  async function call(isWanted: boolean): Promise<void> {
    const { userId, token, appId } = visitor.login();
    const body = { on: isWanted ? 1 : 0, roomId, starId: screen.get().room.starId, userId, token, appId };
    const answer = await calls.request({ ...FOLLOW_CALL, url: `${services.live}/module/follow/set`, body }, readModuleAnswer);
    isCalling = false;
    if (!answer.ok) {
      stats.failure(answer.error);
      const { code, detail } = answer.error;
      if (code === 'MODULE_REFUSED' && detail !== '') login.toast(detail, 'bad');
      else login.open({ type: 'alert', about: 'follow', why: code, answer: '' });
      return;
    }
    storage.write(STORED_KEYS.follows, withFollow(follows(), userId, roomId, isWanted), null);
    // Somebody else may have logged in meanwhile.
    if (visitor.login().userId !== userId) return;
    const { following, followers } = screen.get().room;
    patch({ following: isWanted });
    onFollowing();
    if (following !== isWanted) count({ followers: Math.max(0, followers + (isWanted ? 1 : -1)) });
  }

  return {
    applyTo(card, info) {
      if (info !== source) pushed = {};
      source = info;
      return { ...card, ...pushed, following: doesFollow(follows(), visitor.login().userId, roomId) };
    },
    onCounts(body) {
      if (body.roomid === 0 || body.roomid === roomId) count({ viewers: countOf(body.viewers), followers: countOf(body.followers) });
    },
    follow(isWanted) {
      if (visitor.login().userId === 0) login.require();
      else if (!isCalling) {
        isCalling = true;
        // Never rejects.
        void call(isWanted);
      }
    },
    onLogin: () => patch({ following: doesFollow(follows(), visitor.login().userId, roomId) }),
  };
}
