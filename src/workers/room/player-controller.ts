import { assertNever } from '../../core/assert-never.ts';
import type { DecisionLog } from '../../core/decision-log.ts';
import { createRunner, type Runner } from '../../core/machine.ts';
import { readBrowser, type AddressSet } from '../../player/rules/candidates.ts';
import { DEFAULT_PLAYER_CONFIG, type PlayerConfig } from '../../player/rules/constants.ts';
import type { PlayerCommand, PlayerEvent, PlayerProgress } from '../../player/rules/contract.ts';
import { needsAnotherPlayer, offeredSavers, savingsOf, type DataSaver } from '../../player/rules/data-saver.ts';
import type { DecodeLevel } from '../../player/rules/decode-level.ts';
import { playerMessage } from '../../player/rules/messages.ts';
import { PULL_FAILURE, SWITCH_REASON, type PlayerKind } from '../../player/rules/names.ts';
import { playCommand } from '../../player/rules/play-command.ts';
import { recoveryMachine } from '../../player/rules/recovery.ts';
import { planOf } from '../../player/rules/recovery-play.ts';
import type { Recovery, RecoveryContext, RecoveryEffect, RecoveryEvent } from '../../player/rules/recovery-state.ts';
import type { StreamMessage } from '../../player/rules/stream-messages.ts';
import type { Result } from '../../core/result.ts';
import { noticeOfSwitch } from '../../core/room/player-view.ts';
import type { Platform } from '../platform.ts';
import type { Capabilities } from './api.ts';
import { createDecodingController, type DecodingController } from './decoding-controller.ts';
import { createPlayerDisplay, type PlayerDisplay } from './player-display.ts';
import { createPlayerMemory, type PlayerMemory } from './player-memory.ts';
import type { Screen } from './screen.ts';
import type { StatsClient } from './stats-client.ts';
import type { Storage } from './storage.ts';

export interface PlayerControllerDeps {
  readonly platform: Pick<Platform, 'nowMs' | 'epochMs' | 'after' | 'random' | 'cores'>;
  readonly decisions: DecisionLog;
  readonly screen: Screen;
  readonly stats: StatsClient;
  readonly storage: Storage;
  readonly capabilities: Capabilities;
  readonly userAgent: string;
  /** To the page's part of the player. */
  readonly send: (command: PlayerCommand) => void;
  readonly fetchAddresses: (round: number) => Promise<Result<AddressSet>>;
  /** The picture's size is known or changed. */
  readonly onSize: (width: number, height: number) => void;
  /** P30: their pictures are on the screen. */
  readonly onStreamMessages: (messages: readonly StreamMessage[]) => void;
  /** The fail callback of document 1, section 4. */
  readonly onGiveUp: () => void;
}

export interface PlayerController {
  configure(config: PlayerConfig): void;
  start(addresses: AddressSet | null): void;
  stop(by: 'room' | 'viewer'): void;
  onEvent(event: PlayerEvent): void;
  setVisible(isVisible: boolean): void;
  /** What the browser says of its network. */
  setOnline(isOnline: boolean): void;
  setLive(isLive: boolean): void;
  retry(): void;
  choose(kind: PlayerKind): void;
  chooseSaver(saver: DataSaver): void;
  chooseLine(line: number): void;
  wantPictureInPicture(): void;
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  /** A line of another part of the room in the player log. */
  log(text: string): void;
  isSettled(): boolean;
  dispose(): void;
}

/** Runs the effects of the player's machine: the only place where a player is started or stopped. */
export function createPlayerController(deps: PlayerControllerDeps): PlayerController {
  return new RoomPlayer(deps);
}

class RoomPlayer implements PlayerController {
  readonly #deps: PlayerControllerDeps;
  readonly #memory: PlayerMemory;
  readonly #display: PlayerDisplay;
  readonly #browser: ReturnType<typeof readBrowser>;
  readonly #runner: Runner<Recovery, RecoveryEvent>;
  readonly #decoding: DecodingController;
  #config = DEFAULT_PLAYER_CONFIG;
  #isVisible = true;
  #isOnline = true;
  #isLive = false;

  constructor(deps: PlayerControllerDeps) {
    const { platform: clock, decisions } = deps;
    this.#deps = deps;
    this.#memory = createPlayerMemory(deps.storage, deps.capabilities.savesData);
    this.#display = createPlayerDisplay(deps);
    this.#browser = readBrowser(deps.userAgent);
    this.#runner = createRunner(recoveryMachine, {
      clock,
      decisions,
      context: () => this.#context(),
      execute: (effect) => this.#execute(effect),
      onState: () => this.#showActivity(),
    });
    this.#decoding = createDecodingController({
      platform: deps.platform,
      decisions,
      memory: this.#memory,
      sharesMemory: deps.capabilities.sharedMemory,
      hiddenStopMs: () => this.#config.numbers.hiddenDecodeStopMs,
      leastLevel: () => savingsOf(this.#memory.history().saver, this.#kind() ?? 'h264').leastLevel,
      log: this.#display.log,
      setLevel: (level) => this.#setLevel(level),
      setDecoding: (on) => {
        if (this.#kind() !== null) deps.send({ do: 'set-decoding', epoch: this.#runner.state().epoch, on });
      },
    });
    this.#display.patch(this.#memory.sound());
  }

  configure(config: PlayerConfig): void {
    this.#config = config;
    this.#runner.rearm();
  }

  start(addresses: AddressSet | null): void {
    this.#runner.send({ type: 'start', addresses });
  }

  stop(by: 'room' | 'viewer'): void {
    this.#runner.send({ type: 'stop', by });
    this.#display.setStatus({ is: 'stopped', by });
  }

  retry(): void {
    this.#runner.send({ type: 'retry' });
  }

  choose(kind: PlayerKind): void {
    this.#memory.rememberChoice(kind);
    this.#display.patch({ saver: this.#memory.history().saver });
    this.#runner.send({ type: 'choose', kind, line: null, reason: 'USER_OPERATION' });
  }

  chooseSaver(saver: DataSaver): void {
    const before = this.#memory.rememberSaver(saver);
    this.#display.patch({ saver });
    const [kind, state] = [this.#kind(), this.#runner.state()];
    if (kind === null || !('run' in state)) return;
    const first = planOf(state.run, this.#context()).candidates[0]?.kind;
    if (needsAnotherPlayer(kind, first, before, saver)) this.#runner.send({ type: 'retry' });
    else this.#decoding.onLeastLevel();
  }

  chooseLine(line: number): void {
    const kind = this.#kind();
    if (kind !== null) this.#runner.send({ type: 'choose', kind, line, reason: 'USER_OPERATION' });
  }

  wantPictureInPicture(): void {
    this.#runner.send({ type: 'choose', kind: 'h264', line: 0, reason: 'PIP' });
  }

  setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#decoding.setVisible(isVisible);
    this.#runner.send({ type: 'visibility' });
  }

  setOnline(isOnline: boolean): void {
    if (isOnline === this.#isOnline) return;
    this.#isOnline = isOnline;
    this.#display.log({ kind: 'network', isOnline });
    this.#runner.send({ type: 'network' });
    this.#showActivity();
  }

  setLive(isLive: boolean): void {
    this.#isLive = isLive;
    this.#runner.rearm();
  }

  setVolume(volume: number): void {
    const muted = volume === 0;
    this.#display.patch({ volume, muted, needsClick: false });
    this.#memory.rememberVolume(volume);
    this.#deps.send({ do: 'set-volume', volume, muted });
  }

  setMuted(muted: boolean): void {
    this.#display.patch({ muted, needsClick: false });
    this.#memory.rememberMuted(muted);
    this.#deps.send({ do: 'set-volume', volume: this.#display.view().volume, muted });
  }

  log(text: string): void {
    this.#display.log({ kind: 'note', text });
  }

  isSettled(): boolean {
    const { at } = this.#runner.state();
    return at !== 'fetching' && at !== 'starting';
  }

  dispose(): void {
    this.#runner.dispose();
    this.#decoding.dispose();
    this.#display.dispose();
  }

  onEvent(event: PlayerEvent): void {
    const state = this.#runner.state();
    if (event.epoch !== state.epoch) return;
    const { onSize, onStreamMessages } = this.#deps;
    switch (event.type) {
      case 'status':
        this.#display.patch({ status: event.name });
        this.#display.setStatus({ is: 'status', name: event.name });
        return;
      case 'first-frame':
        this.#onFirstFrame(event);
        return;
      case 'resolution':
        this.#display.log({ kind: 'resolution', size: { width: event.width, height: event.height } });
        onSize(event.width, event.height);
        this.#runner.send(event);
        return;
      case 'progress':
        this.#onProgress(event.epoch, event.progress);
        return;
      case 'failed':
        this.#display.log({ kind: 'player-error', detail: event.detail });
        if (event.codecUnsupported && this.#kind() === 'h265-native') this.#memory.rememberNativeHevc(false);
        this.#runner.send(event);
        return;
      case 'autoplay':
        if (event.blocked) this.#display.log({ kind: 'autoplay', allowed: event.muted ? 'picture' : 'nothing' });
        // What the browser allows is not what the viewer wants: `muted` stays.
        this.#display.patch({ needsClick: event.blocked });
        this.#runner.send({ type: 'blocked', epoch: event.epoch, isBlocked: event.blocked && !event.muted });
        return;
      case 'picture-in-picture':
        this.#display.log({ kind: 'picture-in-picture', active: event.active });
        if (!event.active) this.#runner.send({ type: 'picture-in-picture-closed', epoch: event.epoch });
        return;
      case 'stream-messages':
        onStreamMessages(event.messages);
        return;
      default:
        assertNever(event);
    }
  }

  #execute(effect: RecoveryEffect): void {
    const { screen, stats, send, onGiveUp } = this.#deps;
    switch (effect.do) {
      case 'play':
        this.#play(effect);
        return;
      case 'stop':
        send({ do: 'stop', epoch: effect.epoch, keepsPicture: effect.keepsPicture });
        this.#display.patch({ status: 'stopped', needsClick: false });
        return;
      case 'fetch-addresses':
        this.#fetchAddresses(effect);
        return;
      case 'show-failure':
        screen.patch({ tips: { noLive: false, liveFail: true, playerMessage: playerMessage(effect.failure, effect.unsupported) } });
        return;
      case 'hide-failure':
        if (screen.get().tips.liveFail) screen.patch({ tips: { ...screen.get().tips, liveFail: false, playerMessage: '' } });
        return;
      case 'count-stall':
        this.#memory.countStall(this.#config.numbers.stayOnH264Ms);
        stats.emit({ type: 'count', name: 'player.stall-downgrade', by: 1 });
        return;
      case 'report-stall':
        stats.emit({ type: 'pull', event: 'stall', fields: { kind: effect.kind, lostMs: effect.lostMs } });
        return;
      case 'report':
        this.#reportFailure(effect);
        return;
      case 'ack': {
        const { ack, from, to } = effect;
        this.#display.log({ kind: 'ack', ack, from, to });
        const why = `${from.width}x${from.height} to ${to.width}x${to.height}`;
        stats.emit({ type: 'pull', event: 'ack', fields: { ack, why } });
        return;
      }
      case 'fail-callback': {
        const state = this.#runner.state();
        const atMs = state.at === 'failed' ? state.retryAtMs : null;
        this.#display.log({
          kind: 'gave-up',
          failure: effect.failure,
          retryInMs: atMs === null ? null : atMs - this.#deps.platform.nowMs(),
        });
        onGiveUp();
        return;
      }
      case 'refuse-choice':
        this.#display.log({ kind: 'choice-refused', player: effect.kind });
        return;
      default:
        assertNever(effect);
    }
  }

  #play(effect: Extract<RecoveryEffect, { do: 'play' }>): void {
    const { attempt, epoch, reason, why, because } = effect;
    const { stats, send, platform, capabilities } = this.#deps;
    const state = this.#runner.state();
    const sound = this.#display.view();
    this.#display.log({ kind: 'attempt', player: attempt.kind, line: attempt.index, lines: attempt.of, why, reason, because });
    const kinds = 'run' in state ? planOf(state.run, this.#context()).candidates.map(({ kind }) => kind) : [];
    this.#display.patch({
      kind: attempt.kind,
      reason,
      status: 'created',
      lineCount: attempt.of,
      line: attempt.index,
      kinds,
      saver: this.#memory.history().saver,
      savers: offeredSavers(attempt.kind, kinds),
      canPictureInPicture: false,
    });
    this.#display.showNotice(noticeOfSwitch(sound.kind, attempt.kind, why));
    this.#display.setStatus({ is: 'started' });
    const fields = { kind: attempt.kind, reason: SWITCH_REASON[reason], why, line: attempt.index, epoch };
    stats.emit({ type: 'pull', event: 'start', fields });
    send(playCommand(effect, { ...this.#memory.playing(platform.cores, capabilities.sharedMemory, this.#config.numbers), sound }));
    this.#decoding.onPlay();
  }

  #fetchAddresses({ epoch, round }: Extract<RecoveryEffect, { do: 'fetch-addresses' }>): void {
    this.#display.setStatus({ is: 'fetching' });
    // Never rejects, and a late answer carries an epoch that the machine drops.
    void this.#deps.fetchAddresses(round).then((answer) => {
      this.#runner.send(answer.ok ? { type: 'addresses', epoch, addresses: answer.value } : { type: 'addresses-failed', epoch });
    });
  }

  #reportFailure({ failure, ack, kind, network, why }: Extract<RecoveryEffect, { do: 'report' }>): void {
    const { stats } = this.#deps;
    this.#display.setStatus({ is: 'failed', failure });
    this.#display.log({ kind: 'failure', failure, ack, why });
    stats.failure({ code: failure, detail: why });
    const fields = { code: PULL_FAILURE[failure], failure, ack: ack ?? '', kind: kind ?? '', network: network ? 1 : 0, why };
    stats.emit({ type: 'pull', event: 'failed', fields });
  }

  #showActivity(): void {
    this.#display.showActivity(this.#runner.state(), this.#isOnline);
  }

  #onFirstFrame(event: Extract<PlayerEvent, { type: 'first-frame' }>): void {
    const { capabilities, stats, onSize } = this.#deps;
    const { width, height } = event;
    const afterMs = Math.round(event.sinceStartMs);
    this.#display.setStatus({ is: 'first-frame' });
    this.#display.log({ kind: 'first-frame', size: { width, height }, afterMs });
    // A canvas has none: h264 takes over for it, where there is h264.
    const canShow = this.#kind() !== 'h265' || this.#display.view().kinds.includes('h264');
    this.#display.patch({ canPictureInPicture: capabilities.pictureInPicture && canShow });
    stats.emit({ type: 'pull', event: 'first-frame', fields: { width, height, sinceStartMs: afterMs } });
    if (this.#kind() === 'h265-native') this.#memory.rememberNativeHevc(true);
    onSize(width, height);
    this.#runner.send({ type: 'first-frame', epoch: event.epoch, width, height });
  }

  #onProgress(epoch: number, progress: PlayerProgress): void {
    const { positionS, bufferedS, paintedFrames, droppedFrames, bytes, latencyS, decodeMs, own } = progress;
    const fields = finite({ positionS, bufferedS, paintedFrames, droppedFrames, bytes, latencyS, decodeMs });
    this.#deps.stats.emit({ type: 'pull', event: 'progress', fields });
    this.#runner.send({ type: 'progress', epoch, progress });
    if (!own) return;
    const state = this.#runner.state();
    this.#decoding.onSample(epoch, own, decodeMs, state.at === 'playing' ? state.width * state.height : 0);
  }

  #setLevel(level: DecodeLevel): void {
    this.#deps.stats.emit({ type: 'count', name: `player.decodeLevel.${level}`, by: 1 });
    this.#deps.send({ do: 'set-decode-level', level });
    this.#display.showLevel(level);
  }

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

/** NaN means "not known" between the threads and is left out of reports. */
const finite = (numbers: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => Number.isFinite(value)));
