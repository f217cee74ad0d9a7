import { assertNever } from '../core/assert-never.ts';
import { readPlayerConfig } from '../core/player/constants.ts';
import type { AddressSet } from '../core/player/candidates.ts';
import { ok, type Result } from '../core/result.ts';
import { adKey, rememberAd } from '../core/room/ad.ts';
import { debugAddresses, hasAddress } from '../core/room/debug-addresses.ts';
import { closeDialog, needsLoginBox, openDialog } from '../core/room/dialogs.ts';
import { initialView } from '../core/room/initial-view.ts';
import { layoutRoom, RESIZE_DEBOUNCE_MS } from '../core/room/layout.ts';
import { leadInSong } from '../core/room/lead-in.ts';
import type { LiveInfo } from '../core/room/live-info.ts';
import { readMount } from '../core/room/mount-message.ts';
import { readFlags, readOverrides, readRoute, viewerPath, type Route } from '../core/room/page-input.ts';
import { roomCard } from '../core/room/room-card.ts';
import {
  startUpDeadlineMs,
  stepStartUp,
  type StartUp,
  type StartUpEffect,
  type StartUpEvent,
  type StartUpSurroundings,
} from '../core/room/start-up.ts';
import { SESSION_KEYS, STORED_KEYS } from '../core/room/stored.ts';
import { readRoomSwitches, ROOM_SWITCHES } from '../core/room/switches.ts';
import { asShown } from '../core/socket/cleaning.ts';
import type { Dialog, PartTrouble, RoomPatch, UserAction } from '../core/room/view.ts';
import type { Services } from '../core/services.ts';
import type { Message } from '../wire/registry.ts';
import type { PageInput, RoomFact, RoomPorts, RoomTell } from './api.ts';
import { createCalls } from './calls.ts';
import { socketIdentity } from './identity.ts';
import { createLeadInOwner } from './lead-in-owner.ts';
import { createMountsOwner } from './mounts-owner.ts';
import { createPlayerOwner } from './player-owner.ts';
import { createPublishOwner } from './publish-owner.ts';
import { createScreen } from './screen.ts';
import { createSocketLane } from './socket-lane.ts';
import { createStatsLane } from './stats-lane.ts';
import { createStorage } from './storage.ts';
import { createStreamSigns } from './stream-signs.ts';
import { createVisitor } from './visitor.ts';

/** `status` of a song order (document 2 shows the field, not its values). */
const SONG_ACCEPTED = 2;
/** A server that keeps changing its mind must not keep a page reloading. */
const RELOAD_GAP_MS = 30_000;

const PART_OF_WORKER = { socket: 'socket', stats: 'stats', stream: 'player', decode: 'player', render: 'player' } as const;

export interface Room {
  act(action: UserAction): void;
  idle(): Promise<void>;
}

/** The owner of the room's state. Decisions are asked of core/, effects are carried out here or told to whoever has the hands. */
export function createRoom(input: PageInput, services: Services, ports: RoomPorts): Room {
  const url = new URL(input.href);
  const route = readRoute(url.pathname);
  const { flags, problems } = readFlags(url.searchParams);
  const isEmbed = route.type === 'viewer' && route.isEmbed;
  const roomId = roomIdOf(route);
  const tell = (message: RoomTell): void => ports.page.postMessage(message);
  const stats = createStatsLane(ports.stats);
  const storage = createStorage(
    input.storage,
    (key, value) => tell({ tell: 'store', area: 'local', key, value }),
    (failure) => stats.failure(failure),
    Date.now,
  );
  const visitor = createVisitor({
    cookie: input.cookie,
    storage,
    setCookie: (cookie) => tell({ tell: 'set-cookie', cookie }),
    onFailure: (failure) => stats.failure(failure),
  });
  const calls = createCalls(services);
  const screen = createScreen(initialView(input.viewport), (patch) => tell({ tell: 'view', patch }));
  let startUp: StartUp = { at: 'new' };
  let startUpTimer: ReturnType<typeof setTimeout> | null = null;
  let resizeTimer: ReturnType<typeof setTimeout> | null = null;
  let viewport: { readonly width: number; readonly height: number } = input.viewport;
  let picture = { width: 0, height: 0 };
  let hasPoster = true;
  let isConfigured = false;
  let hasEntered = false;
  let isLeadInOn: boolean = ROOM_SWITCHES.leadIn.value;

  const nowMs = (): number => performance.now();
  const signs = createStreamSigns(screen, stats);
  const owner = createPlayerOwner({
    screen,
    stats,
    storage,
    capabilities: input.capabilities,
    userAgent: input.userAgent,
    cores: navigator.hardwareConcurrency,
    tell: (command) => tell({ tell: 'player', command }),
    fetchAddresses,
    onSize(width, height) {
      picture = { width, height };
      layout();
    },
    onStreamMessages: (messages) => signs.heard(messages),
    onGiveUp: () => stats.tell({ type: 'log', level: 'error', text: 'the player gave up' }),
    nowMs,
  });
  const publisher = createPublishOwner({
    screen,
    ask: (on) => calls.publish(roomId ?? 0, on),
    onFailure: (failure) => stats.failure(failure),
    log: (line) => owner.log(line),
    nowMs: Date.now,
  });
  const mounts = createMountsOwner(screen, nowMs);
  const socket = createSocketLane(ports.socket, {
    screen,
    stats,
    source: flags.sourceFrom,
    chat: (batch) => tell({ tell: 'chat', batch }),
    onMessage: heard,
    onLoginRequired: loginRequired,
    onOffset: (offset) => tell({ tell: 'store', area: 'session', key: SESSION_KEYS.socketOffset, value: offset }),
    me: () => ({ userId: visitor.login().userId, starId: screen.get().room.starId }),
  });
  const leadIn = createLeadInOwner({
    stats,
    unionId: flags.fx_unionId_ck,
    fetchList: (nextFetchId) =>
      calls.leadIn({
        songName: leadInSong(flags.songName),
        starId: screen.get().room.starId,
        roomId: roomId ?? 0,
        nextFetchId,
        playuuid: flags.playuuid,
        isVertical: info()?.room.isVertical ?? false,
      }),
    show: ({ url: src, title }) => screen.patch({ phase: 'ready', stage: { at: 'lead-in', src, title } }),
    onEnd(why) {
      owner.log(`lead-in: ${why}`);
      send({ type: 'lead-in-ended' });
    },
    nowMs,
  });

  const around = (): StartUpSurroundings => ({
    route,
    flags,
    login: visitor.login(),
    roomId: roomId ?? 0,
    hasPoster,
    adsWatched: adsWatched(),
    isLeadInOn,
  });

  function info(): LiveInfo | null {
    return 'info' in startUp ? startUp.info : null;
  }

  function send(event: StartUpEvent): void {
    const [next, ...effects] = stepStartUp(startUp, event, nowMs(), around());
    startUp = next;
    const known = info();
    if (known && (event.type === 'live-info' || event.type === 'live-info-failed' || event.type === 'live-status')) showRoom(known);
    for (const effect of effects) run(effect);
    if (startUpTimer !== null) clearTimeout(startUpTimer);
    const atMs = startUpDeadlineMs(startUp);
    startUpTimer = atMs === null ? null : setTimeout(() => send({ type: 'tick' }), Math.max(0, atMs - nowMs()));
  }

  function run(effect: StartUpEffect): void {
    switch (effect.do) {
      case 'fetch-live-info':
        void loadLiveInfo();
        return;
      case 'redirect':
        tell({ tell: 'navigate', to: effect.to });
        return;
      case 'reload':
        reload(effect.why);
        return;
      case 'query-ad':
        void queryAd();
        return;
      case 'play-ad':
        screen.patch({
          phase: 'ready',
          stage: { at: 'ad', src: effect.ad.src, link: effect.ad.link, endsAtMs: Date.now() + effect.untilMs - nowMs() },
        });
        return;
      case 'remember-ad':
        storage.write(STORED_KEYS.adsWatched, rememberAd(adsWatched(), adKey(visitor.login().userId, effect.concertId)), null);
        return;
      case 'start-live':
        screen.patch({
          phase: 'ready',
          stage: { at: effect.isRadio ? 'radio' : 'live' },
          tips: { noLive: false, liveFail: false, playerMessage: '' },
        });
        owner.setLive(true);
        owner.start(knownAddresses());
        stats.tell({ type: 'room', event: 'live' });
        return;
      case 'stop-live':
        owner.setLive(false);
        owner.stop('room');
        signs.clear();
        return;
      case 'show-offline-video':
        screen.patch({
          phase: 'ready',
          stage: { at: 'offline-video', src: effect.src },
          tips: { noLive: true, liveFail: false, playerMessage: '' },
        });
        return;
      case 'show-publish':
        publisher.show();
        return;
      case 'show-closed':
        screen.patch({ phase: 'ready', stage: { at: 'closed' } });
        return;
      case 'connect-socket':
        connectSocket();
        return;
      case 'layout':
        layout();
        return;
      case 'lead-in':
        leadIn.send({ type: 'start' });
        return;
      case 'report-enter':
        hasEntered = true;
        stats.tell({ type: 'room', event: 'entered' });
        return;
      case 'open-dialog':
        open(effect.dialog);
        return;
      case 'log':
        owner.log(effect.line);
        return;
      default:
        assertNever(effect);
    }
  }

  async function loadLiveInfo(): Promise<void> {
    if (roomId === null) {
      send({ type: 'live-info-failed' });
      return;
    }
    const [answer] = await Promise.all([calls.liveInfo(roomId), loadConfig()]);
    if (!answer.ok) {
      stats.failure(answer.error);
      owner.log(`live info: ${answer.error.detail}`);
      send({ type: 'live-info-failed' });
      return;
    }
    named(answer.value.problems);
    send({ type: 'live-info', info: answer.value.value });
  }

  /** The config is waited for before anything is chosen by it, for as long as its call may take and no longer; without it the defaults stand. */
  async function loadConfig(): Promise<void> {
    const answer = await calls.config();
    const overrides = flags.debug ? readOverrides(flags.config) : { values: {}, problems: [] };
    if (!answer.ok) stats.failure(answer.error);
    const remote = readPlayerConfig(answer.ok ? answer.value : {});
    const local = readPlayerConfig(overrides.values, remote.config);
    named(remote.problems);
    for (const problem of overrides.problems) stats.failure(problem);
    for (const problem of local.problems) stats.failure({ code: 'PARAMETER_BAD', detail: `config: ${problem}` });
    owner.configure(local.config);
    const room = readRoomSwitches({ ...(answer.ok ? answer.value : {}), ...overrides.values });
    named(room.problems);
    isLeadInOn = room.switches.leadIn;
    isConfigured = true;
  }

  async function queryAd(): Promise<void> {
    const answer = await calls.ad(roomId ?? 0);
    if (!answer.ok) stats.failure(answer.error);
    else named(answer.value.problems);
    send({ type: 'ad', config: answer.ok ? answer.value.value : null });
  }

  function knownAddresses(): AddressSet | null {
    const stream = info()?.stream;
    return debugAddresses(flags) ?? (stream?.status === 1 && hasAddress(stream.addresses) ? stream.addresses : null);
  }

  async function fetchAddresses(round: number): Promise<Result<AddressSet>> {
    const forced = debugAddresses(flags);
    if (forced !== null) return ok(forced);
    const answer = await calls.addresses(roomId ?? 0, screen.get().player.kind, round === 0 ? 'start' : 'retry');
    if (!answer.ok) {
      stats.failure(answer.error);
      return answer;
    }
    const { value, problems } = answer.value;
    named(problems);
    if (value.status === 1) send({ type: 'live-type', liveType: value.liveType });
    return ok(value.addresses);
  }

  function reload(why: string): void {
    const last = Number(input.session[SESSION_KEYS.reloadedMs] ?? 0);
    stats.tell({ type: 'log', level: 'warn', text: why });
    if (Date.now() - last < RELOAD_GAP_MS) {
      owner.log(`${why}, but the page was reloaded just now`);
      return;
    }
    tell({ tell: 'store', area: 'session', key: SESSION_KEYS.reloadedMs, value: String(Date.now()) });
    tell({ tell: 'reload', why });
  }

  function showRoom(known: LiveInfo): void {
    const { width, height } = known.stream.addresses;
    picture = { width, height };
    const role = 'role' in startUp ? startUp.role.role : 0;
    screen.patch({ room: publisher.card(roomCard(screen.get().room, known, { roomId: roomId ?? 0, role, isEmbed })) });
    identify();
  }

  /** P42: who and where every report says. Told before anything is reported, and again when it changes. */
  function identify(): void {
    const isStar = 'role' in startUp && startUp.role.role === 1;
    const identity = { roomId: roomId ?? 0, userId: visitor.login().userId, embed: isEmbed, url: input.href, isStar };
    stats.tell({ type: 'identity', identity, streamId: info()?.stream.sid ?? '' });
  }

  function layout(): void {
    const room = info()?.room;
    const next = layoutRoom({
      viewport,
      isVertical: room !== undefined && (room.isVertical || room.kind === 'vertical'),
      media: picture,
      isLite: flags.lite,
      isAwardRoom: room?.isAwardRoom ?? false,
      isMatchRoom: room?.isMatchRoom ?? false,
    });
    screen.patch({ layout: next });
  }

  function connectSocket(): void {
    if (roomId !== null) socket.connect(socketIdentity({ roomId, info: info(), isEmbed, flags, visitor, session: input.session }));
  }

  function adsWatched(): readonly string[] {
    const stored = storage.read(STORED_KEYS.adsWatched);
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  }

  function named(problems: readonly string[]): void {
    for (const detail of problems) stats.failure({ code: 'HTTP_BAD_BODY', detail });
  }

  /** What the socket says to the room itself; chat and gifts go their own way to the list (socket-lane.ts). */
  function heard(message: Message): void {
    switch (message.name) {
      case 'live-status':
        if (message.body.roomid === 0 || message.body.roomid === roomId)
          send({ type: 'live-status', liveStatus: message.body.status === 1 ? 1 : 0 });
        return;
      case 'login':
        entered(message.body);
        return;
      case 'song-order':
        if (isMine(message.body.user?.userId) && message.body.status === SONG_ACCEPTED) leadIn.send({ type: 'own-song-accepted' });
        return;
      case 'gift':
      case 'socket-gift':
        if (isMine(message.body.senderid)) leadIn.send({ type: 'own-gift', giftType: message.body.type });
        return;
      default:
    }
  }

  const isMine = (userId: number | undefined): boolean => userId !== undefined && userId > 0 && userId === visitor.login().userId;

  /** Somebody comes in: on a mount, if there is one; the viewer's own entry tells the name that the server knows. */
  function entered(body: Extract<Message, { name: 'login' }>['body']): void {
    const mount = readMount(body);
    if (mount !== null) mounts.arrive(mount);
    if (!isMine(body.userid)) return;
    const { me } = screen.get();
    screen.patch({ me: { ...me, nickname: asShown(body.nickname) || me.nickname, richLevel: body.richlevel || me.richLevel } });
  }

  const open = (dialog: Dialog): void => screen.patch({ dialogs: openDialog(screen.get().dialogs, dialog) });

  function loginRequired(): void {
    if (needsLoginBox(visitor.login().userId)) open({ type: 'login' });
  }

  /** The same words stand in two places: on the lead-in's banner, and in the popup that a send-limited room opens. */
  function backToLive(): void {
    if (leadIn.isOn()) leadIn.send({ type: 'back-to-live' });
    if (!screen.get().dialogs.some(({ type }) => type === 'back-to-live')) return;
    screen.patch({ dialogs: closeDialog(screen.get().dialogs, 'back-to-live') });
    tell({ tell: 'navigate', to: viewerPath(roomId ?? 0) });
  }

  function signIn(action: Extract<UserAction, { do: 'login' }>): void {
    if (!visitor.signIn(action)) return;
    const { userId, nickname } = action;
    screen.patch({
      me: { userId, nickname, richLevel: screen.get().me.richLevel },
      dialogs: closeDialog(screen.get().dialogs, 'login'),
    });
    identify();
    connectSocket();
  }

  function signOut(): void {
    visitor.signOut();
    screen.patch({ me: { userId: 0, nickname: '', richLevel: 0 } });
    identify();
    connectSocket();
  }

  async function downloadClient(): Promise<void> {
    const answer = await calls.clientVersion();
    if (answer.ok) tell({ tell: 'open', url: answer.value.url });
    else open({ type: 'alert', message: answer.error.detail });
  }

  /** A part of the room that does not work is said where it stands; null takes the notice away. */
  function setPart(part: PartTrouble['part'], name: string, trouble: Pick<PartTrouble, 'code' | 'recovering'> | null): void {
    const others = screen.get().parts.filter((other) => other.part !== part || other.name !== name);
    screen.patch({ parts: trouble === null ? others : [...others, { part, name, ...trouble }] });
  }

  function onFact(fact: RoomFact): void {
    switch (fact.type) {
      case 'player':
        owner.fact(fact.fact);
        return;
      case 'viewport':
        viewport = fact;
        if (resizeTimer !== null) clearTimeout(resizeTimer);
        resizeTimer = setTimeout(layout, RESIZE_DEBOUNCE_MS);
        return;
      case 'visibility':
        owner.setVisible(fact.visible);
        return;
      case 'picture-in-picture-wanted':
        owner.wantPictureInPicture();
        return;
      case 'element':
        hasPoster = fact.exists;
        return;
      case 'stage-ended':
        if (fact.stage === 'ad') send({ type: 'ad-finished', failed: fact.failed });
        if (fact.stage === 'lead-in') leadIn.send({ type: 'ended', failed: fact.failed });
        return;
      case 'stage-progress':
        leadIn.send({ type: 'progress', positionS: fact.positionS, durationS: fact.durationS });
        return;
      case 'worker-died':
        stats.failure({ code: 'WORKER_CRASHED', detail: fact.detail });
        setPart(PART_OF_WORKER[fact.worker], fact.worker, { code: 'WORKER_CRASHED', recovering: fact.restarting });
        return;
      case 'worker-back':
        setPart(PART_OF_WORKER[fact.worker], fact.worker, null);
        if (fact.worker === 'stats' && fact.port) {
          stats.replace(fact.port);
          identify();
          if (hasEntered) stats.tell({ type: 'room', event: 'resumed' });
        }
        if (fact.worker === 'socket' && fact.port) {
          socket.replace(fact.port);
          if (startUp.at === 'running' || startUp.at === 'ad') connectSocket();
        }
        return;
      case 'module-failed':
        stats.failure({ code: 'MODULE_LOAD_FAILED', detail: `${fact.name}: ${fact.detail}` });
        setPart('module', fact.name, { code: 'MODULE_LOAD_FAILED', recovering: false });
        return;
      case 'page-hide':
        // At best: a request that a closing page starts often dies with it.
        publisher.send({ type: 'stop' });
        stats.tell({ type: 'room', event: 'left' });
        return;
      default:
        assertNever(fact);
    }
  }

  function act(action: UserAction): void {
    switch (action.do) {
      case 'send-chat':
        socket.sendChat(action);
        return;
      case 'stop-player':
        owner.stop('viewer');
        return;
      case 'retry-player':
        // The star has nothing to pull.
        if (!publisher.isShown()) owner.retry();
        return;
      case 'publish-start':
        publisher.send({ type: 'start' });
        return;
      case 'publish-stop':
        publisher.send({ type: 'stop' });
        return;
      case 'retry-chat':
        socket.retry();
        return;
      case 'set-volume':
        if (action.volume >= 0 && action.volume <= 1) owner.setVolume(action.volume);
        return;
      case 'set-muted':
        owner.setMuted(action.muted);
        return;
      case 'choose-kind':
        owner.choose(action.kind);
        return;
      case 'choose-line':
        if (Number.isInteger(action.line) && action.line >= 0) owner.chooseLine(action.line);
        return;
      case 'back-to-live':
        backToLive();
        return;
      case 'close-dialog':
        screen.patch({ dialogs: closeDialog(screen.get().dialogs, action.type) });
        return;
      case 'close-toast':
        screen.patch({ toasts: screen.get().toasts.filter(({ id }) => id !== action.id) });
        return;
      case 'open-login':
        loginRequired();
        return;
      case 'login':
        signIn(action);
        return;
      case 'logout':
        signOut();
        return;
      case 'follow':
        // The call behind following is not shown in the documents: the room remembers it for this visit.
        screen.patch({
          room: { ...screen.get().room, following: action.on, followers: Math.max(0, screen.get().room.followers + (action.on ? 1 : -1)) },
        });
        return;
      case 'slider-passed':
        screen.patch({ chat: { ...screen.get().chat, slider: false } });
        socket.sliderPassed();
        return;
      case 'download-client':
        void downloadClient();
        return;
      default:
        assertNever(action);
    }
  }

  const isIdle = (): boolean =>
    startUp.at !== 'new' &&
    startUp.at !== 'live-info' &&
    startUp.at !== 'ad-query' &&
    isConfigured &&
    calls.pending() === 0 &&
    owner.isSettled() &&
    screen.isFlushed();

  function begin(): void {
    ports.page.addEventListener('message', (event: MessageEvent<RoomFact>) => onFact(event.data));
    ports.page.start();
    identify();
    for (const problem of problems) stats.failure(problem);
    const first: RoomPatch = {
      room: { ...screen.get().room, roomId: roomId ?? 0 },
      me: { userId: visitor.login().userId, nickname: '', richLevel: 0 },
    };
    screen.patch(first);
    if (problems.length > 0)
      owner.log(`${problems.length} bad URL parameters were ignored: ${problems.map(({ detail }) => detail).join('; ')}`);
    if (flags.fx_unionId_ck !== '') visitor.rememberUnion(flags.fx_unionId_ck);
    layout();
    send({ type: 'start' });
  }

  begin();
  return {
    act,
    async idle() {
      while (!isIdle()) await new Promise((resolve) => setTimeout(resolve, IDLE_LOOK_MS));
    },
  };
}

/** How often `idle` looks; only tests wait for it. */
const IDLE_LOOK_MS = 50;

const roomIdOf = (route: Route): number | null => ('roomId' in route ? route.roomId : null);
