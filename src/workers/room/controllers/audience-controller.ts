import { countOf } from '../../../core/counts.ts';
import type { RoomInfo } from '../../../core/room/start/live-info.ts';
import { readFeatureAnswer } from '../../../core/room/feature/feature-dialog.ts';
import { doesFollow, readFollows, withFollow } from '../../../core/room/people/follows.ts';
import { STORED_KEYS } from '../../../core/room/start/stored.ts';
import type { RoomCard } from '../../../core/room/view.ts';
import type { BodyOfMessage } from '../../../wire/registry.ts';
import type { LoginController } from './login-controller.ts';
import type { RoomBase } from '../room-base.ts';

/** The specification shows no call for following: path, limits and codes are the project's, like those of feature calls. */
const FOLLOW_CALL = { method: 'POST', timeoutMs: 5_000, maxBytes: 16_384, credentials: 'same-origin' } as const;

/** Number of viewers and followers, and whether this viewer follows. `onFollowing`: called when the viewer follows or unfollows. */
export function createAudienceController(base: RoomBase, login: LoginController, onFollowing: () => void) {
  const { calls, screen, services, stats, storage, visitor } = base;
  const roomId = base.roomId ?? 0;
  let source: RoomInfo | null = null;
  /** Counts pushed after live info, which are newer than its values. */
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
    const pushedBefore = pushed;
    const body = { on: isWanted ? 1 : 0, roomId, starId: screen.get().room.starId, userId, token, appId };
    const answer = await calls.request({ ...FOLLOW_CALL, url: `${services.live}/feature/follow/set`, body }, readFeatureAnswer);
    isCalling = false;
    // Otherwise the login changed meanwhile: the answer belongs to another user.
    const isSame = visitor.login().userId === userId;
    if (!answer.ok) {
      stats.failure(answer.error);
      if (!isSame) return;
      const { code, detail } = answer.error;
      if (code === 'FEATURE_REFUSED' && detail !== '') login.toast(detail, 'bad');
      else login.open({ type: 'alert', about: 'follow', why: code, answer: '' });
      return;
    }
    storage.write(STORED_KEYS.follows, withFollow(follows(), userId, roomId, isWanted), null);
    if (!isSame) return;
    const { following, followers } = screen.get().room;
    patch({ following: isWanted });
    onFollowing();
    // Counts that were pushed during the call contain this viewer.
    if (following !== isWanted && pushed === pushedBefore) count({ followers: Math.max(0, followers + (isWanted ? 1 : -1)) });
  }

  return {
    /** Adds the newest counts and the viewer's own following to the room's data. */
    applyTo(card: RoomCard, info: RoomInfo) {
      if (info !== source) pushed = {};
      source = info;
      return { ...card, ...pushed, following: doesFollow(follows(), visitor.login().userId, roomId) };
    },
    onCounts(body: BodyOfMessage<'room-counts'>) {
      count({ viewers: countOf(body.viewers), followers: countOf(body.followers) });
    },
    follow(isWanted: boolean) {
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

export type AudienceController = ReturnType<typeof createAudienceController>;
