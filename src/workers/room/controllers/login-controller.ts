import { addToast, closeDialog, needsLoginBox, openDialog } from '../../../core/room/dialogs.ts';
import { level } from '../../../core/room/chat/chat-row.ts';
import { badgesOf } from '../../../core/room/chat/chat-badges.ts';
import { pictureUrl } from '../../../core/room/layout/picture-url.ts';
import { asShown } from '../../../core/socket/cleaning.ts';
import type { Dialog, Toast, UserAction } from '../../../core/room/view.ts';
import type { BodyOfMessage } from '../../../wire/registry.ts';
import type { Screen } from '../screen.ts';
import type { Visitor } from '../visitor.ts';

export interface LoginControllerDeps {
  readonly screen: Screen;
  readonly visitor: Visitor;
  /** The login changed: reports, socket and features are updated. */
  onChange(): void;
}

/** The login as shown on the page, and the room's dialogs and toasts. */
export interface LoginController {
  /** S24: opens the login box unless the viewer is logged in. */
  readonly require: () => void;
  /** Returns false if the values cannot be a login. */
  readonly signIn: (action: Extract<UserAction, { type: 'login' }>) => boolean;
  readonly signOut: () => void;
  /** The viewer's own entry message contains the name and level known to the server. */
  readonly onEntry: (body: BodyOfMessage<'login'>) => void;
  readonly isMe: (userId: number | undefined) => boolean;
  readonly open: (dialog: Dialog) => void;
  readonly toast: (text: string, tone: Toast['tone']) => void;
}

export function createLoginController(deps: LoginControllerDeps): LoginController {
  const { screen, visitor } = deps;
  let toasts = 0;
  const isMe = (userId: number | undefined): boolean => userId !== undefined && userId > 0 && userId === visitor.login().userId;
  const open = (dialog: Dialog): void => screen.patch({ dialogs: openDialog(screen.get().dialogs, dialog) });
  return {
    isMe,
    open,
    toast: (text, tone) => screen.patch({ toasts: addToast(screen.get().toasts, { id: ++toasts, text, tone }) }),
    require() {
      if (needsLoginBox(visitor.login().userId)) open({ type: 'login' });
    },
    signIn(action) {
      if (!visitor.signIn(action)) return false;
      const { userId, nickname } = action;
      const { me, dialogs } = screen.get();
      // A viewer who signs in again keeps the level; for another viewer the entry message contains it.
      const richLevel = userId === me.userId ? me.richLevel : 0;
      screen.patch({ me: { userId, nickname, richLevel }, dialogs: closeDialog(dialogs, 'login') });
      deps.onChange();
      return true;
    },
    signOut() {
      visitor.signOut();
      screen.patch({ me: { userId: 0, nickname: '', richLevel: 0 } });
      deps.onChange();
    },
    onEntry(body) {
      if (!isMe(body.userid)) return;
      const { me } = screen.get();
      const badges = badgesOf(body.userExt, body.fanstags);
      const richLevel = level(body.richlevelV2) || level(body.richlevel) || me.richLevel;
      screen.patch({ me: { ...me, nickname: asShown(body.nickname) || me.nickname, richLevel, logo: pictureUrl(body.userLogo), badges } });
    },
  };
}
