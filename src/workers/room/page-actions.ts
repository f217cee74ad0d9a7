import { assertNever } from '../../core/assert-never.ts';
import { DATA_SAVERS } from '../../core/player/data-saver.ts';
import { eventOfAction } from '../../core/reports/viewer-events.ts';
import { closeDialog } from '../../core/room/dialogs.ts';
import { viewerPath } from '../../core/room/route.ts';
import type { UserAction } from '../../core/room/view.ts';
import type { AudienceController } from './audience-controller.ts';
import type { BlockedUsers } from './blocked-users.ts';
import type { FeatureHost } from './feature-host.ts';
import type { LayoutController } from './layout-controller.ts';
import type { LoginController } from './login-controller.ts';
import type { PlayerController } from './player-controller.ts';
import type { RoomBase } from './room-base.ts';
import type { Screen } from './screen.ts';
import type { SocketClient } from './socket-client.ts';

export interface ActionTargets {
  readonly base: RoomBase;
  readonly screen: Screen;
  readonly player: PlayerController;
  readonly socket: SocketClient;
  readonly features: FeatureHost;
  readonly layout: LayoutController;
  readonly login: LoginController;
  readonly audience: AudienceController;
  readonly blocked: BlockedUsers;
  /** 1 publishes here and has nothing to pull. */
  role(): 0 | 1;
}

/** Hands each action of the viewer to the controller that decides about it. Values are checked here: the page may be older or newer than this worker. */
export function onUserAction(action: UserAction, to: ActionTargets): void {
  const event = eventOfAction(action);
  if (event !== null) to.base.stats.emit({ type: 'analytics', event });
  carryOut(action, to);
}

function carryOut(action: UserAction, to: ActionTargets): void {
  const { screen, player } = to;
  switch (action.do) {
    case 'send-chat':
      to.socket.sendChat(action);
      return;
    case 'resend-chat':
      to.socket.resendChat(action.id);
      return;
    case 'verify-chat':
      to.socket.verifyChat(action.code);
      return;
    case 'retry-chat':
      to.socket.retry();
      return;
    case 'stop-player':
      player.stop('viewer');
      return;
    case 'retry-player':
      if (to.role() === 0) player.retry();
      return;
    case 'set-volume':
      if (action.volume >= 0 && action.volume <= 1) player.setVolume(action.volume);
      return;
    case 'set-muted':
      player.setMuted(action.muted);
      return;
    case 'choose-kind':
      player.choose(action.kind);
      return;
    case 'choose-saver':
      if (DATA_SAVERS.includes(action.saver)) player.chooseSaver(action.saver);
      return;
    case 'choose-line':
      if (Number.isInteger(action.line) && action.line >= 0) player.chooseLine(action.line);
      return;
    case 'choose-fit':
      to.layout.chooseFit(action.fit);
      return;
    case 'choose-theatre':
      to.layout.choose('theatre', action.on);
      return;
    case 'show-chat':
      to.layout.choose('chatHidden', !action.on);
      return;
    case 'back-to-live':
      backToLive(to);
      return;
    case 'close-dialog':
      screen.patch({ dialogs: closeDialog(screen.get().dialogs, action.type) });
      return;
    case 'close-toast':
      screen.patch({ toasts: screen.get().toasts.filter(({ id }) => id !== action.id) });
      return;
    case 'open-login':
      to.login.require();
      return;
    case 'login':
      to.login.signIn(action);
      return;
    case 'logout':
      to.login.signOut();
      return;
    case 'follow':
      to.audience.follow(action.on);
      return;
    case 'block-user':
      to.blocked.set({ userId: action.userId, name: action.name }, action.on);
      return;
    case 'download-client':
      downloadClient(to);
      return;
    case 'feature':
      to.features.action(action.feature, action.action);
      return;
    default:
      assertNever(action);
  }
}

/** The same button is in two places: on the lead-in's banner, and in the popup that a send-limited room opens. */
function backToLive({ features, screen, base }: ActionTargets): void {
  features.announce({ type: 'back-to-live' });
  if (!screen.get().dialogs.some(({ type }) => type === 'back-to-live')) return;
  screen.patch({ dialogs: closeDialog(screen.get().dialogs, 'back-to-live') });
  base.send({ type: 'navigate', to: viewerPath(base.roomId ?? 0) });
}

function downloadClient({ base, login }: ActionTargets): void {
  // Never rejects.
  void base.calls.clientVersion().then((answer) => {
    if (answer.ok) {
      base.send({ type: 'download', url: answer.value.url });
      return;
    }
    const { code, detail } = answer.error;
    // Only what the service said is shown as it is; the words for the rest are the page's.
    login.open({ type: 'alert', about: 'client-download', why: code, answer: code === 'CLIENT_VERSION_REFUSED' ? detail : '' });
  });
}
