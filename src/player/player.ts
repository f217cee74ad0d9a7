import { assertNever } from './base/errors.ts';
import type { Clock } from './base/clock.ts';
import { type DecisionLog, createRunner, type Runner } from './base/machine.ts';
import { createDecoding, type Decoding } from './decoding.ts';
import { createPlayerMemory, type PlayerMemory } from './memory.ts';
import {
  activityOf,
  isSameActivity,
  type PlayerActivity,
  type Capabilities,
  type PlayerFact,
  type PlayerOrder,
  type Sound,
  StateFacts,
} from './rules/recovery/orders.ts';
import {
  planOf,
  readBrowser,
  DATA_SAVERS,
  needsAnotherPlayer,
  offeredSavers,
  savingsOf,
  type DataSaver,
} from './rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG } from './rules/constants.ts';
import type { PlayerCommand, PlayerEvent, PlayerProgress, PlayerLogBody } from './rules/contract.ts';
import type { DecodeLevel } from './rules/decoding/decode-level.ts';
import type { PlayerKind } from './rules/names.ts';
import { recoveryMachine } from './rules/recovery/recovery.ts';
import type { Recovery, RecoveryContext, RecoveryEffect, RecoveryEvent } from './rules/recovery/recovery-state.ts';
import type { ReadRemembered } from './rules/recovery/stored-visits.ts';

export interface LivePlayerDeps {
  readonly platform: Clock & { readonly random: () => number; readonly cores: number };
  readonly decisions: DecisionLog;
  readonly capabilities: Capabilities;
  readonly userAgent: string;
  readonly remembered: ReadRemembered;
  /** Receives the commands: one player at a time (page-player.ts). */
  readonly send: (command: PlayerCommand) => void;
  readonly onFact: (fact: PlayerFact) => void;
}

/** Runs the player's state machine and executes its effects: the only place that starts and stops players. */
export class LivePlayer {
  readonly #deps: LivePlayerDeps;
  readonly #memory: PlayerMemory;
  readonly #browser: ReturnType<typeof readBrowser>;
  readonly #runner: Runner<Recovery, RecoveryEvent>;
  readonly #decoding: Decoding;
  readonly #stateFacts = new StateFacts();
  #config = DEFAULT_PLAYER_CONFIG;
  #isVisible = true;
  #isOnline = true;
  /** True between `play` and the owner's `stop`. */
  #isLive = false;
  #sound: Sound;
  #activity: PlayerActivity = { name: 'idle' };
  /** The last attempt, whose lines the viewer may choose, and the kinds that the viewer may choose. */
  #attempted: { readonly kind: PlayerKind | null; readonly kinds: readonly PlayerKind[] } = { kind: null, kinds: [] };

  constructor(deps: LivePlayerDeps) {
    const { platform, decisions, capabilities } = deps;
    this.#deps = deps;
    this.#memory = createPlayerMemory(deps.remembered, capabilities.savesData, this.#emit, () => platform.nowMs());
    this.#sound = this.#memory.sound();
    this.#browser = readBrowser(deps.userAgent);
    this.#runner = createRunner(recoveryMachine, {
      clock: platform,
      decisions,
      context: () => this.#context(),
      execute: (effect) => this.#execute(effect),
      onState: () => this.#showActivity(),
    });
    this.#decoding = createDecoding({
      platform,
      decisions,
      memory: this.#memory,
      sharesMemory: capabilities.sharedMemory,
      hiddenStopMs: () => this.#config.numbers.hiddenDecodeStopMs,
      leastLevel: () => savingsOf(this.#memory.history().saver, this.#kind() ?? 'h264').leastLevel,
      log: this.#log,
      setLevel: (level) => this.#setLevel(level),
      setDecoding: (on) => {
        if (this.#kind() !== null) deps.send({ type: 'set-decoding', epoch: this.#runner.state().epoch, on });
      },
    });
    this.#emit({ type: 'sound', ...this.#sound });
    this.#emit({ type: 'saver', saver: this.#memory.history().saver });
  }

  // Long: one case for each order.
  order(order: PlayerOrder): void {
    switch (order.type) {
      case 'configure':
        this.#config = order.config;
        this.#runner.rearm();
        return;
      case 'play':
        this.#isLive = true;
        this.#runner.send({ type: 'start', addresses: order.addresses });
        this.#runner.rearm();
        return;
      case 'take-addresses': {
        const { epoch, addresses, retryAfterMs } = order;
        if (addresses === null) this.#runner.send({ type: 'addresses-failed', epoch, ...(retryAfterMs && { retryAfterMs }) });
        else this.#runner.send({ type: 'addresses', epoch, addresses });
        return;
      }
      case 'stop':
        if (order.by === 'owner') this.#isLive = false;
        this.#runner.send({ type: 'stop', by: order.by });
        return;
      case 'retry':
        this.#runner.send({ type: 'retry' });
        return;
      case 'choose-kind':
        this.#memory.rememberChoice(order.kind);
        this.#emit({ type: 'saver', saver: this.#memory.history().saver });
        this.#runner.send({ type: 'choose', kind: order.kind, line: null, reason: 'USER_OPERATION' });
        return;
      case 'choose-line': {
        const { kind } = this.#attempted;
        if (kind === null || !Number.isInteger(order.line) || order.line < 0) return;
        this.#runner.send({ type: 'choose', kind, line: order.line, reason: 'USER_OPERATION' });
        return;
      }
      case 'reach':
        if (order.reach === 'up') this.#runner.send({ type: 'reachable' });
        return;
      case 'choose-saver':
        if (DATA_SAVERS.includes(order.saver)) this.#chooseSaver(order.saver);
        return;
      case 'set-volume':
        if (!(order.volume >= 0 && order.volume <= 1)) return;
        this.#memory.rememberVolume(order.volume);
        this.#setSound({ volume: order.volume, muted: order.volume === 0 });
        return;
      case 'set-muted':
        this.#memory.rememberMuted(order.muted);
        this.#setSound({ volume: this.#sound.volume, muted: order.muted });
        return;
      case 'picture-in-picture':
        this.#runner.send({ type: 'choose', kind: 'h264', line: 0, reason: 'PIP' });
        return;
      default:
        assertNever(order);
    }
  }

  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#decoding.setVisible(isVisible);
    this.#runner.send({ type: 'visibility' });
  }

  /** Online state reported by the browser. */
  setOnline(isOnline: boolean): void {
    if (isOnline === this.#isOnline) return;
    this.#isOnline = isOnline;
    this.#log({ type: 'network', isOnline });
    this.#runner.send({ type: 'network' });
    this.#showActivity();
  }

  /** Facts that currently hold, for an owner that connects later or restarts. */
  state(): readonly PlayerFact[] {
    return this.#stateFacts.all();
  }

  dispose(): void {
    this.#runner.dispose();
    this.#decoding.dispose();
  }

  /** Events of the playing player; an event of an older one is dropped. */
  onEvent(event: PlayerEvent): void {
    if (event.epoch !== this.#runner.state().epoch) return;
    switch (event.type) {
      case 'status':
        this.#emit({ type: 'status', name: event.name });
        return;
      case 'first-frame':
        this.#onFirstFrame(event);
        return;
      case 'resolution': {
        const size = { width: event.width, height: event.height };
        this.#log({ type: 'resolution', size });
        this.#emit({ type: 'resolution', size });
        this.#runner.send(event);
        return;
      }
      case 'progress':
        this.#onProgress(event.epoch, event.progress);
        return;
      case 'failed':
        this.#log({ type: 'player-error', detail: event.detail });
        if (event.codecUnsupported && this.#kind() === 'h265-native') this.#memory.rememberNativeHevc(false);
        this.#runner.send(event);
        return;
      case 'autoplay':
        if (event.blocked) this.#log({ type: 'autoplay', allowed: event.muted ? 'picture' : 'nothing' });
        this.#emit({ type: 'autoplay', blocked: event.blocked, muted: event.muted });
        this.#runner.send({ type: 'blocked', epoch: event.epoch, isBlocked: event.blocked && !event.muted });
        return;
      case 'picture-in-picture':
        this.#log({ type: 'picture-in-picture', active: event.active });
        if (!event.active) this.#runner.send({ type: 'picture-in-picture-closed', epoch: event.epoch });
        return;
      case 'track-dropped': {
        const { track, name } = event;
        this.#log({ type: 'track-dropped', track, name });
        this.#emit({ type: 'track-dropped', track, name });
        return;
      }
      case 'stream-messages':
        this.#emit({ type: 'stream-messages', messages: event.messages });
        return;
      default:
        assertNever(event);
    }
  }

  #execute(effect: RecoveryEffect): void {
    const state = this.#runner.state();
    switch (effect.type) {
      case 'play':
        this.#play(effect);
        return;
      case 'stop':
        this.#deps.send({ type: 'stop', epoch: effect.epoch, keepsPicture: effect.keepsPicture });
        this.#emit({ type: 'closed' });
        // Not emitted if another attempt follows.
        if (state.name === 'stopped') this.#emit({ type: 'stopped', by: state.by });
        return;
      case 'refuse-choice':
        this.#log({ type: 'choice-refused', player: effect.kind });
        return;
      case 'failure':
        this.#log({ type: 'failure', failure: effect.failure, ack: effect.ack, why: effect.why });
        break;
      case 'ack':
        this.#log(effect);
        break;
      case 'gave-up':
        this.#log({ type: 'gave-up', failure: effect.failure, retryInMs: this.#retryInMs(state) });
        break;
      case 'stall-counted':
        this.#memory.countStall(this.#config.numbers.stayOnH264Ms);
        break;
      default:
    }
    this.#emit(effect);
  }

  #play(effect: Extract<RecoveryEffect, { type: 'play' }>): void {
    const { attempt, epoch, p2p, reason, why, because } = effect;
    const { send, platform, capabilities } = this.#deps;
    const { kind, address, index: line, of: lines } = attempt;
    const state = this.#runner.state();
    this.#log({ type: 'attempt', player: kind, line, lines, why, reason, because });
    const kinds = 'run' in state ? planOf(state.run, this.#context()).candidates.map((candidate) => candidate.kind) : [];
    this.#attempted = { kind, kinds };
    this.#emit({ type: 'attempt', epoch, kind, line, lines, reason, why, kinds, savers: offeredSavers(kind, kinds) });
    const { numbers } = this.#config;
    send({
      type: 'play',
      epoch,
      kind,
      url: address.url,
      providerId: address.providerId,
      codec: address.codec,
      p2p,
      ...(kind === 'h265' && {
        connectMs: numbers.flvConnectMs,
        ...this.#memory.decoding(platform.cores, capabilities.sharedMemory, numbers),
      }),
      savings: savingsOf(this.#memory.history().saver, kind),
      ...this.#sound,
    });
    this.#decoding.onPlay();
  }

  #chooseSaver(saver: DataSaver): void {
    const before = this.#memory.rememberSaver(saver);
    this.#emit({ type: 'saver', saver });
    const [kind, state] = [this.#kind(), this.#runner.state()];
    if (kind === null || !('run' in state)) return;
    const first = planOf(state.run, this.#context()).candidates[0]?.kind;
    if (needsAnotherPlayer(kind, first, before, saver)) this.#runner.send({ type: 'retry' });
    else this.#decoding.onLeastLevel();
  }

  #setSound(sound: Sound): void {
    this.#sound = sound;
    this.#emit({ type: 'sound', ...sound });
    this.#deps.send({ type: 'set-volume', ...sound });
  }

  #onFirstFrame({ epoch, width, height, sinceStartMs }: Extract<PlayerEvent, { type: 'first-frame' }>): void {
    const size = { width, height };
    const kind = this.#kind();
    if (kind === null) return;
    this.#log({ type: 'first-frame', size, afterMs: Math.round(sinceStartMs) });
    // A canvas has no picture-in-picture; h264 takes over if available.
    const { pictureInPicture, pictureSurface } = this.#deps.capabilities;
    const canShow = kind !== 'h265' || pictureSurface === 'track' || this.#attempted.kinds.includes('h264');
    const canPictureInPicture = pictureInPicture && canShow;
    this.#emit({ type: 'first-frame', kind, size, sinceStartMs: Math.round(sinceStartMs), canPictureInPicture });
    if (kind === 'h265-native') this.#memory.rememberNativeHevc(true);
    this.#runner.send({ type: 'first-frame', epoch, width, height });
  }

  #onProgress(epoch: number, progress: PlayerProgress): void {
    this.#emit({ type: 'progress', progress });
    this.#runner.send({ type: 'progress', epoch, progress });
    if (!progress.own) return;
    const state = this.#runner.state();
    this.#decoding.onSample(epoch, progress.own, progress.decodeMs, state.name === 'playing' ? state.width * state.height : 0);
  }

  #setLevel(level: DecodeLevel): void {
    this.#deps.send({ type: 'set-decode-level', level });
    this.#emit({ type: 'decode-level', level });
  }

  #showActivity(): void {
    const { platform } = this.#deps;
    const activity = activityOf(this.#runner.state(), this.#isOnline, platform.epochMs() - platform.nowMs());
    if (isSameActivity(activity, this.#activity)) return;
    this.#activity = activity;
    this.#emit({ type: 'activity', activity });
  }

  #retryInMs(state: Recovery): number | null {
    return state.name === 'failed' && state.retryAtMs !== null ? state.retryAtMs - this.#deps.platform.nowMs() : null;
  }

  readonly #emit = (fact: PlayerFact): void => {
    this.#stateFacts.add(fact);
    this.#deps.onFact(fact);
  };

  readonly #log = (entry: PlayerLogBody): void => this.#emit({ type: 'log', entry });

  readonly #kind = (): PlayerKind | null => {
    const state = this.#runner.state();
    return 'attempt' in state ? state.attempt.kind : null;
  };

  readonly #context = (): RecoveryContext => ({
    config: this.#config,
    browser: this.#browser,
    abilities: this.#deps.capabilities,
    history: this.#memory.history(),
    isVisible: this.#isVisible,
    isLive: this.#isLive,
    isOnline: this.#isOnline,
    random: this.#deps.platform.random(),
  });
}
