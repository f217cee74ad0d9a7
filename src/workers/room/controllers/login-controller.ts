import { ROOM_LIMITS } from '../../../core/room/limits.ts';
import { checkLogin } from '../../../core/room/start/cookies.ts';
import { badgesOf, level } from '../../../core/room/chat/chat-row.ts';
import { pictureUrl } from '../../../core/room/layout/shown-text.ts';
import { asShown } from '../../../core/socket/cleaning.ts';
import type { Dialog, Toast, UserAction, RoomCard } from '../../../core/room/view.ts';
import type { BodyOfMessage } from '../../../wire/registry.ts';
import type { Screen, RoomBase } from '../room-base.ts';
import type { Visitor } from '../visitor.ts';
import { countOf } from '../../../core/counts.ts';
import type { RoomInfo } from '../../../core/room/start/live-info.ts';
import { readFeatureAnswer } from '../../../core/room/feature/feature-dialog.ts';
import { doesFollow, readFollows, withFollow } from '../../../core/room/people/follows.ts';
import { STORED_KEYS } from '../../../core/room/start/stored.ts';

interface LoginControllerDeps {
  readonly screen: Screen;
  readonly visitor: Visitor;
  /** The login is about to end; it still applies to requests. */
  onLeave(): void;
  /** The login changed: reports, socket and features are updated. */
  onChange(): void;
  /** Reported after a login by the viewer. */
  onSignedIn(): void;
}

/** The login as shown on the page, and the room's dialogs and toasts. */
export class LoginController {
  readonly #deps: LoginControllerDeps;
  #toasts = 0;
  /** Called after the next login. */
  #next: (() => void) | null = null;
  #isBroadcasting = false;
  /** Waits for the answer to the dialog `end-broadcast`. */
  #held: (() => void) | null = null;

  constructor(deps: LoginControllerDeps) {
    this.#deps = deps;
  }

  isMe(userId: number | undefined): boolean {
    return userId !== undefined && userId > 0 && userId === this.#deps.visitor.login().userId;
  }

  readonly open = (dialog: Dialog): void => {
    const { screen } = this.#deps;
    screen.patch({ dialogs: openDialog(screen.get().dialogs, dialog) });
  };

  close(type: Dialog['type']): void {
    const { screen } = this.#deps;
    screen.patch({ dialogs: closeDialog(screen.get().dialogs, type) });
    if (type === 'login') this.#next = null;
  }

  toast(text: string, tone: Toast['tone']): void {
    const { screen } = this.#deps;
    screen.patch({ toasts: addToast(screen.get().toasts, { id: ++this.#toasts, text, tone }) });
  }

  /** S24: opens the login box unless the viewer is logged in. */
  readonly require = (): void => {
    if (this.#deps.visitor.login().userId === 0) this.open({ type: 'login' });
  };

  /** `next` is called after the next login. */
  goOn(next: () => void): void {
    this.#next = next;
  }

  /** Returns false if the values cannot be a login. Another login waits for the star's answer while a broadcast is open. */
  signIn(action: Extract<UserAction, { type: 'login' }>): boolean {
    const before = this.#deps.visitor.login().userId;
    const isOther = before !== 0 && before !== action.userId && checkLogin(String(action.userId), action.token).ok;
    if (!isOther) return this.#signIn(action);
    const change = (): boolean => {
      this.#leave();
      return this.#signIn(action);
    };
    return this.#isHeld('other-login', change) || change();
  }

  signOut(): void {
    const change = (): void => {
      this.#leave();
      this.#deps.visitor.signOut();
      this.#deps.screen.patch({ me: { userId: 0, nickname: '', richLevel: 0 } });
      this.#deps.onChange();
    };
    if (!this.#isHeld('logout', change)) change();
  }

  /** Whether a broadcast is open that a change of the login would end. */
  setBroadcasting(isOpen: boolean): void {
    this.#isBroadcasting = isOpen;
  }

  /** The star confirms that the broadcast ends with the login. Without its dialog the question was answered with no. */
  endBroadcast(): void {
    if (!this.#deps.screen.get().dialogs.some(({ type }) => type === 'end-broadcast')) return;
    this.close('end-broadcast');
    this.#held?.();
    this.#held = null;
  }

  /** The viewer's own entry message contains the name and level known to the server. */
  onEntry(body: BodyOfMessage<'login'>): void {
    if (!this.isMe(body.userid)) return;
    const { screen } = this.#deps;
    const { me } = screen.get();
    const badges = badgesOf(body.userExt, body.fanstags);
    const richLevel = level(body.richlevelV2) || level(body.richlevel) || me.richLevel;
    screen.patch({ me: { ...me, nickname: asShown(body.nickname) || me.nickname, richLevel, logo: pictureUrl(body.userLogo), badges } });
  }

  /** P1: an open broadcast belongs to its login, so that the login ends only after a question. Returns false if there is nothing to ask. */
  #isHeld(how: Extract<Dialog, { type: 'end-broadcast' }>['how'], change: () => void): boolean {
    if (!this.#isBroadcasting) return false;
    this.#held = change;
    this.close('login');
    this.open({ type: 'end-broadcast', how });
    return true;
  }

  /** The broadcast of this login ends; that of the next one, if any, is announced by its own page. */
  #leave(): void {
    this.#deps.onLeave();
    this.#isBroadcasting = false;
  }

  #signIn(action: Extract<UserAction, { type: 'login' }>): boolean {
    const { screen, visitor } = this.#deps;
    const { userId, nickname } = action;
    const signed = visitor.signIn(action);
    if (!signed.ok) {
      this.open({ type: 'login', trouble: signed.error.code });
      return false;
    }
    const { me } = screen.get();
    // A viewer who signs in again keeps the level; for another viewer the entry message contains it.
    const richLevel = userId === me.userId ? me.richLevel : 0;
    const next = this.#next;
    this.close('login');
    screen.patch({ me: { userId, nickname, richLevel } });
    this.#deps.onChange();
    this.#deps.onSignedIn();
    next?.();
    return true;
  }
}

/** One dialog per type, and so a few at most; the newest text replaces the previous one. */
const openDialog = (dialogs: readonly Dialog[], dialog: Dialog): readonly Dialog[] => [...closeDialog(dialogs, dialog.type), dialog];

const closeDialog = (dialogs: readonly Dialog[], type: Dialog['type']): readonly Dialog[] =>
  dialogs.filter((dialog) => dialog.type !== type);

/** The same text twice in a row is one toast. */
const addToast = (toasts: readonly Toast[], toast: Toast): readonly Toast[] =>
  [...toasts.filter(({ text }) => text !== toast.text), toast].slice(-ROOM_LIMITS.toasts.value);

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
