import type { RoomAction, ServiceStatus, UserAction } from '../../core/room/view.ts';
import { byType, type ByType } from '../../core/by-type.ts';
import { type LateWhy, NOTICE_CODES } from '../../core/late-part.ts';
import { eventOfAction } from '../../core/reports/viewer-events.ts';
import { roomAddress } from '../../core/room/start/route.ts';
import type { PageEvent, PlayerReport } from './api.ts';
import { isOfPlayer } from './controllers/player-controller.ts';
import type { RoomKernel } from './room.ts';
import type { Screen, StatsClient } from './room-base.ts';

/** The public parts of the room. */
export type PageEventTargets = Pick<RoomKernel, keyof RoomKernel>;

const ON_EVENT: ByType<Exclude<PageEvent, PlayerReport>, [to: PageEventTargets]> = {
  action: ({ action }, to) => onUserAction(action, to),
  'player-action': ({ action }, to) => reportAction(action, to),
  viewport: (size, to) => to.layout.onViewport(size),
  element: ({ name, exists }, to) => to.setElement(name, exists),
  stored: ({ key, text }, to) => to.base.storage.take(key, text),
  'worker-died': (event, to) => to.serviceStatus.onWorkerDied(event),
  'worker-back'(event, to) {
    to.serviceStatus.onWorkerBack(event);
    if (event.worker === 'stats' && event.port) {
      to.visit.onStatsPort(event.port);
      to.player.onStatsPort();
      to.features.announce({ type: 'stats-restarted' });
    }
    if (event.worker === 'socket' && event.port) to.visit.onSocketPort(event.port);
  },
  'page-part-late'(event, to) {
    if (event.feature && event.why === 'failed while drawing') to.features.drawingFailed(event.name, event.detail);
    else to.serviceStatus.onPagePartLate(event);
  },
  'parts-again': (_, to) => to.features.again('the viewer asked'),
  'page-part-shown': ({ name }, to) => to.serviceStatus.onPagePartShown(name),
  network: ({ isOnline }, to) => to.onNetwork(isOnline),
  visible(_, to) {
    to.features.again('visible');
    to.socket.retry('page');
  },
  'page-hide'(_, to) {
    to.features.announce({ type: 'page-hide' });
    to.socket.leave();
    to.base.stats.emit({ type: 'room', event: 'left' });
  },
  'page-back': (_, to) => to.visit.onPageBack(),
};

/** Routes each event of the page to its controller, except those of the player. */
export function onPageEvent(event: PageEvent, to: PageEventTargets): void {
  if (!isOfPlayer(event)) byType(ON_EVENT, event, to);
}

/**
 * Routes each action of the viewer to its controller. Values are validated here, because the page may be older or newer than this worker.
 */
function onUserAction(action: RoomAction, to: PageEventTargets): void {
  reportAction(action, to);
  const wasOpen = hasLoginBox(to);
  carryOut(action, to);
  // S24: an action that needs a login goes on with it.
  if (!wasOpen && hasLoginBox(to) && action.type !== 'open-login') to.login.goOn(() => carryOut(action, to));
}

const hasLoginBox = ({ screen }: PageEventTargets): boolean => screen.get().dialogs.some(({ type }) => type === 'login');

/** S33: also called for actions that the page's player has already executed. */
function reportAction(action: UserAction, { base }: PageEventTargets): void {
  const event = eventOfAction(action);
  if (event !== null) base.stats.emit({ type: 'analytics', event });
}

const CARRY_OUT: ByType<RoomAction, [to: PageEventTargets]> = {
  'send-chat': (action, { socket }) => socket.sendChat(action),
  'resend-chat': ({ id }, { socket }) => socket.resendChat(id),
  'verify-chat': ({ code }, { socket }) => socket.verifyChat(code),
  'retry-chat': (_, { socket }) => socket.retry('viewer'),
  'choose-fit': ({ fit }, { layout }) => layout.chooseFit(fit),
  'choose-theatre': ({ on }, { layout }) => layout.choose('theatre', on),
  'show-chat': ({ on }, { layout }) => layout.choose('chatHidden', !on),
  'back-to-live': (_, to) => backToLive(to),
  'close-dialog': ({ dialog }, { login }) => login.close(dialog),
  'close-toast': (action, { screen }) => screen.patch({ toasts: screen.get().toasts.filter(({ id }) => id !== action.id) }),
  'open-login': (_, { login }) => login.require(),
  login: (action, { login }) => void login.signIn(action),
  logout: (_, { login }) => login.signOut(),
  'end-broadcast': (_, { login }) => login.endBroadcast(),
  follow: ({ on }, { audience }) => audience.follow(on),
  'block-user': ({ userId, name, on }, { blocked }) => blocked.set({ userId, name }, on),
  'choose-chat': ({ entries }, { choices }) => choices.set(entries),
  'download-client': (_, to) => downloadClient(to),
  feature: ({ feature, action }, { features }) => features.action(feature, action),
};

const carryOut = (action: RoomAction, to: PageEventTargets): void => byType(CARRY_OUT, action, to);

/** P2: with it the room would open the same popup again. */
const LIMIT_FLAG = 'r';

/** The button exists twice: in the lead-in's banner, and in the popup of a send-limited room. */
function backToLive({ features, login, screen, base }: PageEventTargets): void {
  features.announce({ type: 'back-to-live' });
  if (!screen.get().dialogs.some(({ type }) => type === 'back-to-live')) return;
  login.close('back-to-live');
  base.send({ type: 'navigate', to: roomAddress(base.roomId ?? 0, base, [LIMIT_FLAG]) });
}

function downloadClient({ base, login }: PageEventTargets): void {
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

const SERVICE_OF_WORKER = { socket: 'socket', stats: 'stats', stream: 'player', decode: 'player', render: 'player' } as const;

/** Services that do not work at the moment, for the page. */
export function createServiceStatus(screen: Screen, stats: StatsClient) {
  function set(service: ServiceStatus['service'], name: string, status: Pick<ServiceStatus, 'code' | 'recovering'> | null): void {
    const { services } = screen.get();
    const others = services.filter((other) => other.service !== service || other.name !== name);
    if (status === null && others.length === services.length) return;
    screen.patch({ services: status === null ? others : [...others, { service, name, ...status }] });
  }
  return {
    onWorkerDied({ worker, detail, restarting }: Extract<PageEvent, { type: 'worker-died' }>) {
      stats.failure({ code: 'WORKER_CRASHED', detail });
      set(SERVICE_OF_WORKER[worker], worker, { code: 'WORKER_CRASHED', recovering: restarting });
    },
    onWorkerBack: ({ worker }: Extract<PageEvent, { type: 'worker-back' }>) => set(SERVICE_OF_WORKER[worker], worker, null),
    onPagePartLate({ name, why, detail, isOff }: Extract<PageEvent, { type: 'page-part-late' }>) {
      stats.failure({ code: NOTICE_CODES[why], detail: `${name}: ${detail}` });
      set('page', name, { code: NOTICE_CODES[why], recovering: !isOff });
    },
    onPagePartShown: (name: string) => set('page', name, null),
    /** Code of a worker is late, which the worker reports itself; null: it is loaded. */
    onLate: (name: string, why: LateWhy | null) => set('page', name, why === null ? null : { code: NOTICE_CODES[why], recovering: true }),
  };
}

export type ServiceStatusController = ReturnType<typeof createServiceStatus>;
