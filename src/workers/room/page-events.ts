import type { RoomAction, UserAction } from '../../core/room/view.ts';
import { assertNever } from '../../player/base/assert-never.ts';
import { eventOfAction } from '../../core/reports/viewer-events.ts';
import { roomAddress } from '../../core/room/start/route.ts';
import type { AudienceController } from './controllers/audience-controller.ts';
import type { BlockedUsers } from './clients/blocked-users.ts';
import type { ChatChoicesClient } from './clients/chat-choices.ts';
import type { FeatureHost } from './features/feature-host.ts';
import type { LayoutController } from './controllers/layout-controller.ts';
import type { LoginController } from './controllers/login-controller.ts';
import type { PageElement, PageEvent } from './api.ts';
import type { PlayerController } from './controllers/player-controller.ts';
import type { RoomBase } from './room-base.ts';
import type { Screen } from './screen.ts';
import type { ServiceStatusController } from './clients/service-status.ts';
import type { SocketClient } from './clients/socket-client.ts';
import type { VisitController } from './controllers/visit-controller.ts';

interface ActionTargets {
  readonly base: RoomBase;
  readonly screen: Screen;
  readonly socket: SocketClient;
  readonly features: FeatureHost;
  readonly layout: LayoutController;
  readonly login: LoginController;
  readonly audience: AudienceController;
  readonly blocked: BlockedUsers;
  readonly choices: ChatChoicesClient;
}

export interface PageEventTargets extends ActionTargets {
  readonly player: PlayerController;
  readonly serviceStatus: ServiceStatusController;
  readonly visit: VisitController;
  /** Whether the page has an element, for the features that depend on it. */
  setElement(name: PageElement, exists: boolean): void;
  onNetwork(isOnline: boolean): void;
}

/** Routes each event of the page to its controller. */
export function onPageEvent(event: PageEvent, to: PageEventTargets): void {
  switch (event.type) {
    case 'action':
      onUserAction(event.action, to);
      return;
    case 'player-action':
      reportAction(event.action, to);
      return;
    case 'player':
      to.player.onFact(event.fact, event.atMs);
      return;
    case 'player-state':
      to.player.onState(event.facts);
      return;
    case 'viewport':
      to.layout.onViewport(event);
      return;
    case 'element':
      to.setElement(event.name, event.exists);
      return;
    case 'stored':
      to.base.storage.take(event.key, event.text);
      return;
    case 'worker-died':
      to.serviceStatus.onWorkerDied(event);
      return;
    case 'worker-back':
      to.serviceStatus.onWorkerBack(event);
      if (event.worker === 'stats' && event.port) {
        to.visit.onStatsPort(event.port);
        to.player.onStatsPort();
        to.features.announce({ type: 'stats-restarted' });
      }
      if (event.worker === 'socket' && event.port) to.visit.onSocketPort(event.port);
      return;
    case 'page-part-late':
      if (event.feature && event.why === 'failed while drawing') to.features.drawingFailed(event.name, event.detail);
      else to.serviceStatus.onPagePartLate(event);
      return;
    case 'parts-again':
      to.features.again('the viewer asked');
      return;
    case 'page-part-shown':
      to.serviceStatus.onPagePartShown(event.name);
      return;
    case 'network':
      to.onNetwork(event.isOnline);
      return;
    case 'visible':
      to.features.again('visible');
      to.socket.retry('page');
      return;
    case 'page-hide':
      to.features.announce({ type: 'page-hide' });
      to.socket.leave();
      to.base.stats.emit({ type: 'room', event: 'left' });
      return;
    case 'page-back':
      to.visit.onPageBack();
      return;
    default:
      assertNever(event);
  }
}

/**
 * Routes each action of the viewer to its controller. Values are validated here, because the page may be older or newer than this worker.
 */
function onUserAction(action: RoomAction, to: ActionTargets): void {
  reportAction(action, to);
  const wasOpen = hasLoginBox(to);
  carryOut(action, to);
  // S24: an action that needs a login goes on with it.
  if (!wasOpen && hasLoginBox(to) && action.type !== 'open-login') to.login.goOn(() => carryOut(action, to));
}

const hasLoginBox = ({ screen }: ActionTargets): boolean => screen.get().dialogs.some(({ type }) => type === 'login');

/** S33: also called for actions that the page's player has already executed. */
function reportAction(action: UserAction, { base }: Pick<ActionTargets, 'base'>): void {
  const event = eventOfAction(action);
  if (event !== null) base.stats.emit({ type: 'analytics', event });
}

function carryOut(action: RoomAction, to: ActionTargets): void {
  const { screen } = to;
  switch (action.type) {
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
      to.socket.retry('viewer');
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
      to.login.close(action.dialog);
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
    case 'end-broadcast':
      to.login.endBroadcast();
      return;
    case 'follow':
      to.audience.follow(action.on);
      return;
    case 'block-user':
      to.blocked.set({ userId: action.userId, name: action.name }, action.on);
      return;
    case 'choose-chat':
      to.choices.set(action.entries);
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

/** P2: with it the room would open the same popup again. */
const LIMIT_FLAG = 'r';

/** The button exists twice: in the lead-in's banner, and in the popup of a send-limited room. */
function backToLive({ features, login, screen, base }: ActionTargets): void {
  features.announce({ type: 'back-to-live' });
  if (!screen.get().dialogs.some(({ type }) => type === 'back-to-live')) return;
  login.close('back-to-live');
  base.send({ type: 'navigate', to: roomAddress(base.roomId ?? 0, base, [LIMIT_FLAG]) });
}

function downloadClient({ base, login }: ActionTargets): void {
  // Never rejects.
  void base.calls.clientVersion().then((answer) => {
    if (answer.ok) {
      base.send({ type: 'download', url: answer.value.url });
      return;
    }
    const { code, detail } = answer.error;
    // Only the service's text is shown as it is; the page translates all other reasons.
    login.open({ type: 'alert', about: 'client-download', why: code, answer: code === 'CLIENT_VERSION_REFUSED' ? detail : '' });
  });
}
