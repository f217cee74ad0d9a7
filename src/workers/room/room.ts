import { readFeaturesOff } from '../../core/feature.ts';
import { EVERYBODY, readWelcomePolicy } from '../../core/room/chat/welcome.ts';
import { between } from '../../player/base/answer-fields.ts';
import { viewerEvent } from '../../core/reports/viewer-events.ts';
import type { Decision } from '../../player/base/machine.ts';
import { streamLine, type LiveInfo, roomCard } from '../../core/room/start/live-info.ts';
import type { StartUp, StartUpContext } from '../../core/room/start/start-up.ts';
import type { Message } from '../../wire/registry.ts';
import type { PageElement, PageEvent } from './api.ts';
import { createAudienceController, type AudienceController, LoginController } from './controllers/login-controller.ts';
import { createBlockedUsers, type BlockedUsers, createChatChoices, type ChatChoicesClient } from './clients/storage.ts';
import { featureContext } from './features/feature-context.ts';
import { FeatureHost } from './features/feature-host.ts';
import {
  createLayoutController,
  type LayoutController,
  createStageController,
  createStreamInfo,
  type StreamInfoController,
} from './controllers/stage-controller.ts';
import {
  createLiveCheckController,
  type LiveCheckController,
  createPageReload,
  createStartUpController,
  type StartUpController,
} from './controllers/start-up-controller.ts';
import { onPageEvent, createServiceStatus, type ServiceStatusController } from './page-events.ts';
import { PlayerController } from './controllers/player-controller.ts';
import { createRoomBase, type RoomBase, type RoomDeps, type Screen } from './room-base.ts';
import { SocketClient } from './clients/socket-client.ts';
import { createVisitController, type VisitController } from './controllers/visit-controller.ts';

/** Polling interval of `idle`; used only by tests. */
const IDLE_SAMPLE_MS = 50;

export interface Room {
  readonly idle: () => Promise<void>;
  readonly decisions: () => readonly Decision[];
}

/** Creates the room: routes each event of the page to its controller, and starts the start-up. */
export function createRoom(deps: RoomDeps): Room {
  const base = createRoomBase(deps);
  const parts = new RoomKernel(base, deps);
  const { player, startUp, features, layout, visit } = parts;
  const { stats, screen, visitor, roomId } = base;
  deps.ports.page.addEventListener('message', (event: MessageEvent<PageEvent>) => onPageEvent(event.data, parts));
  deps.ports.page.start();
  visit.identify();
  for (const problem of base.flagProblems) stats.failure(problem);
  screen.patch({
    room: { ...screen.get().room, roomId: roomId ?? 0 },
    me: { userId: visitor.login().userId, nickname: '', richLevel: 0 },
  });
  if (base.flagProblems.length > 0) {
    const details = base.flagProblems.map(({ detail }) => detail).join('; ');
    player.log(`${base.flagProblems.length} bad URL parameters were ignored: ${details}`);
  }
  visitor.rememberUnion();
  layout.layout();
  startUp.start();
  // The requests of these features need only the address. The config arrives later and ends features that it switches off.
  features.wake('room-start');
  const isIdle = (): boolean =>
    startUp.isSettled() && base.calls.pending() === 0 && player.isSettled() && features.isIdle() && screen.isFlushed();
  return {
    async idle() {
      while (!isIdle()) await new Promise<void>((resolve) => base.platform.after(IDLE_SAMPLE_MS, resolve));
    },
    decisions: () => base.decisions.entries().map((decision) => ({ ...decision, atMs: decision.atMs + sinceOpenedMs(base) })),
  };
}

/**
 * Creates the room's controllers and connects them; makes no decisions itself. Each method that creates a controller passes the members of
 * the others that it uses: controllers call each other only after all of them exist.
 */
export class RoomKernel {
  readonly base: RoomBase;
  readonly screen: Screen;
  readonly serviceStatus: ServiceStatusController;
  readonly layout: LayoutController;
  readonly player: PlayerController;
  readonly login: LoginController;
  readonly audience: AudienceController;
  readonly blocked: BlockedUsers;
  readonly choices: ChatChoicesClient;
  readonly socket: SocketClient;
  readonly visit: VisitController;
  readonly features: FeatureHost;
  readonly startUp: StartUpController;
  readonly #config = createRemoteConfig();
  readonly #streamInfo: StreamInfoController;
  readonly #liveCheck: LiveCheckController;
  /** Last line of the player log about the stream. */
  #streamLine = '';
  /** Elements that the page lacks. */
  readonly #missing = new Set<PageElement>();

  constructor(base: RoomBase, deps: RoomDeps) {
    const { screen, stats, visitor } = base;
    this.base = base;
    this.screen = screen;
    this.serviceStatus = createServiceStatus(screen, stats);
    this.#streamInfo = createStreamInfo(screen, stats);
    this.layout = createLayoutController(base, { info: () => this.startUp.info(), onLayout: () => this.#onLayout() });
    this.player = this.#createPlayer(deps.ports.page);
    this.blocked = createBlockedUsers(screen, base.storage, () => visitor.login().userId);
    this.choices = createChatChoices(screen, base.storage);
    this.login = new LoginController({
      screen,
      visitor,
      onLeave: () => this.features.announce({ type: 'login-ends' }),
      onChange: () => this.#onLoginChanged(),
      onSignedIn: () => base.stats.emit({ type: 'analytics', event: viewerEvent('login_done') }),
    });
    this.audience = createAudienceController(base, this.login, () => this.#onFollowing());
    this.socket = this.#createSocket(deps.ports.socket);
    this.visit = createVisitController({ base, socket: this.socket, info: () => this.startUp.info(), role: this.role });
    this.features = this.#createFeatures(deps);
    this.startUp = this.#createStartUp();
    this.#liveCheck = this.#createLiveCheck();
    base.reach.listen('chat', (reach) => this.socket.reach(reach));
    base.reach.listen('picture', (reach) => base.send({ type: 'player', order: { type: 'reach', reach } }));
    base.reach.listen('services', (reach) => this.#liveCheck.reach(reach));
  }

  readonly role = (): 0 | 1 => roleIn(this.startUp.state());

  /** Whether the page has an element, for the features that depend on it. */
  setElement(name: PageElement, exists: boolean): void {
    if (exists) this.#missing.delete(name);
    else this.#missing.add(name);
  }

  onNetwork(isOnline: boolean): void {
    this.base.reach.observe('browser', isOnline);
    if (!isOnline) return;
    this.features.again('online');
    this.socket.retry('page');
    this.#liveCheck.check('the connection was away');
  }

  #createPlayer(page: MessagePort): PlayerController {
    const { platform, screen, stats, storage, input, send } = this.base;
    return new PlayerController({
      page,
      platform,
      openedEpochMs: input.openedEpochMs,
      screen,
      stats,
      storage,
      send: (order) => send({ type: 'player', order }),
      fetchAddresses: (round) => this.startUp.fetchAddresses(round),
      onSize: (width, height) => this.layout.onPicture({ width, height }),
      onPicture: (works) => this.base.reach.observe('picture', works),
      onStreamMessages: (messages) => {
        this.#streamInfo.onMessages(messages);
        this.features.announce({ type: 'stream-messages', messages });
      },
      onGiveUp: () => {
        stats.emit({ type: 'log', level: 'error', text: 'the player gave up' });
        this.#liveCheck.onStartUp(this.startUp.state());
        this.#liveCheck.check('the player gave up');
      },
    });
  }

  #createSocket(port: MessagePort): SocketClient {
    const { screen, stats, platform, roomId, input, flags, visitor, send } = this.base;
    return new SocketClient(port, {
      screen,
      stats,
      platform,
      roomId: roomId ?? 0,
      session: input.session,
      store: (key, value) => send({ type: 'store', area: 'session', key, value }),
      userAgent: input.userAgent,
      source: flags.sourceFrom,
      chat: (batch) => send({ type: 'chat', batch }),
      onMessage: (message) => this.#onMessage(message),
      onLateCode: (name, why) => this.serviceStatus.onLate(name, why),
      onLoginRequired: this.login.require,
      onSlider: (needed) => {
        if (needed) this.features.wake('human-check');
        this.features.announce({ type: 'human-check', needed });
      },
      me: () => ({ userId: visitor.login().userId, starId: screen.get().room.starId, name: screen.get().me.nickname }),
      blocked: this.blocked.ids,
      hides: this.choices.hides,
      welcomePolicy: this.#config.welcomePolicy,
      onReach: (works) => this.base.reach.observe('chat', works),
    });
  }

  #createFeatures({ features, loadFeature }: RoomDeps): FeatureHost {
    const { base, login, player, socket } = this;
    return new FeatureHost({
      manifests: features,
      clock: base.platform,
      random: base.platform.random,
      load: loadFeature,
      context: (manifest) =>
        featureContext(manifest, {
          base,
          login,
          player,
          socket,
          liveInfo: () => this.startUp.info(),
          config: this.#config.value,
          hasElement: (name) => !this.#missing.has(name),
          stageTaken: () => this.startUp.send({ type: 'stage-taken', guest: manifest.name }),
          stageLeft: (reason) => this.startUp.send({ type: 'stage-left', guest: manifest.name, reason }),
        }),
      show: base.screen.showFeature,
      onFailure: base.stats.failure,
      onNotice: (name, why) => this.serviceStatus.onLate(name, why),
      onGone: (name, why) => this.startUp.send({ type: 'stage-left', guest: name, reason: why }),
    });
  }

  #createStartUp(): StartUpController {
    const { base, player, features, layout, login, visit } = this;
    const reload = createPageReload(base);
    const streamInfo = this.#streamInfo;
    return createStartUpController({
      base,
      context: (): StartUpContext => ({
        route: base.route,
        search: base.search,
        flags: base.flags,
        login: base.visitor.login(),
        roomId: base.roomId ?? 0,
        // After a crash in the middle of live, an advertisement or a lead-in would stop it.
        guests: player.wasLive() ? [] : features.stageGuests(),
        canReload: reload.isAllowed(),
      }),
      onConfig: (playerConfig, values) => {
        this.#config.set(values);
        player.configure(playerConfig);
        features.configure(this.role(), this.#config.featuresOff());
        const spreadMs = this.#config.chatReturnMs();
        if (spreadMs !== null) this.socket.spreadReturns(spreadMs);
      },
      onState: (state) => this.#liveCheck.onStartUp(state),
      onStreamOver: () => this.#liveCheck.check('the addresses say that the stream is over'),
      onInfo: (info, state) => this.#onInfo(info, state),
      log: (line) => player.log(line),
      stage: createStageController(base, { player, streamInfo, features, knownAddresses: () => this.startUp.knownAddresses() }),
      connectSocket: () => visit.connectSocket(),
      layout: layout.layout,
      reportEnter: () => visit.enter(),
      openDialog: login.open,
      reload: (why) => reload.reload(why),
      showUnavailable: (unavailable) => base.screen.patch({ phase: 'ready', unavailable }),
    });
  }

  #createLiveCheck(): LiveCheckController {
    return createLiveCheckController({
      base: this.base,
      firstMs: this.#config.liveAskMs,
      hasPlayerFailed: () => this.screen.get().player.activity.name === 'failed',
      log: (line) => this.player.log(line),
      startUp: (event) => this.startUp.send(event),
    });
  }

  #onInfo(info: LiveInfo, state: StartUp): void {
    const { screen, features, base } = this;
    const line = streamLine(info);
    if (line !== this.#streamLine) this.player.log(line);
    this.#streamLine = line;
    this.layout.onAnnouncedPicture(info.stream.addresses);
    const role = roleIn(state);
    // A room that the server closes to the viewer is shown as offline, whatever the star does, so that header and stage agree.
    const isClosed = state.name === 'running' && state.shows === 'closed';
    const shown: LiveInfo = isClosed ? { ...info, liveStatus: 0 } : info;
    const card = roomCard(screen.get().room, shown, { roomId: base.roomId ?? 0, role, isEmbed: base.isEmbed });
    screen.patch({ room: this.audience.applyTo(card, info.room) });
    features.configure(role, this.#config.featuresOff());
    if (role === 1) features.wake('star-room');
    this.visit.identify();
    features.announce({ type: 'room-changed' });
  }

  #onLayout(): void {
    // Until the room is known its layout is a guess; the login uses the orientation of live info.
    if (this.startUp.info() !== null) this.socket.setVertical(this.screen.get().layout.orientation === 'vertical');
    this.features.announce({ type: 'layout-changed' });
  }

  /** Reports contain whether the viewer follows the star, and features depend on it. */
  #onFollowing(): void {
    this.visit.identify();
    this.features.announce({ type: 'room-changed' });
  }

  /** The start-up is first: it may leave the page or end features of the other role, which then need no news of the login. */
  #onLoginChanged(): void {
    const { visit, features, base, startUp } = this;
    const before = this.role();
    startUp.send({ type: 'login' });
    if (startUp.state().name === 'gone') return;
    this.audience.onLogin();
    visit.onLogin();
    features.wake('login');
    features.announce({ type: 'login-changed', userId: base.visitor.login().userId });
    // The star's page does not read live info again, because the star's own broadcast is newer.
    if (this.role() !== before) this.#liveCheck.check('the viewer is no longer the star');
  }

  /**
   * Handles the socket messages that concern the room itself, and passes all messages to the features; chat rows are made in
   * socket-client.ts.
   */
  #onMessage(message: Message): void {
    if (message.name === 'live-status') this.#onLivePush(message.body.status === 1 ? 1 : 0);
    if (message.name === 'login') this.login.onEntry(message.body);
    if (message.name === 'room-counts') this.audience.onCounts(message.body);
    this.features.message(message);
  }

  /** An end of the broadcast is shown immediately; a start needs live info, which contains the stream. */
  #onLivePush(liveStatus: 0 | 1): void {
    if (liveStatus === 0) this.startUp.send({ type: 'live-status', liveStatus });
    this.#liveCheck.onPush(liveStatus);
  }
}

/** Converts this thread's milliseconds to milliseconds since the page was opened. */
const sinceOpenedMs = ({ platform, input }: RoomBase): number => platform.epochMs() - platform.nowMs() - input.openedEpochMs;

const roleIn = (state: StartUp): 0 | 1 => ('role' in state ? state.role.role : 0);

/** Lower bound of the configured interval between live info requests. */
const MIN_ASK_MS = 1_000;
/** Bounds of the configured return. */
const CHAT_RETURN_MS = { min: 500, max: 120_000 } as const;

/** The remote config for the room and its features. Empty until it is loaded; the player's part is passed to the player. */
export function createRemoteConfig() {
  let config: Readonly<Record<string, unknown>> = {};
  let featuresOff: ReadonlySet<string> = new Set();
  let welcomePolicy = EVERYBODY;
  return {
    set(values: Readonly<Record<string, unknown>>) {
      config = values;
      featuresOff = readFeaturesOff(values);
      welcomePolicy = readWelcomePolicy((key) => values[key]);
    },
    value: (key: string) => config[key],
    /** Names of the features that are switched off. */
    featuresOff: () => featuresOff,
    welcomePolicy: () => welcomePolicy,
    /** First interval of live info requests in milliseconds; null: the rules' default. */
    liveAskMs: () => between(MIN_ASK_MS, Number.MAX_SAFE_INTEGER)(config['liveAskMs']) ?? null,
    /** Time in ms over which viewers return after the chat server closed their connections; null: the rules' default. */
    chatReturnMs: () => between(CHAT_RETURN_MS.min, CHAT_RETURN_MS.max)(config['chatReturnMs']) ?? null,
  };
}
