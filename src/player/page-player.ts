/** The player of a page: owns its elements, opens one player at a time, and runs its decisions once the capabilities of the browser are known. */
import { assertNever } from './base/assert-never.ts';
import { createDecisionLog, type Decision } from './base/decision-log.ts';
import { describe } from './base/describe.ts';
import type { Result } from './base/result.ts';
import { PLAYERS } from './kinds/player-registry.ts';
import { startOf } from './kinds/player-start.ts';
import type { OpenP2p } from './kinds/shared-stream.ts';
import { StillPicture } from './kinds/still-picture.ts';
import type { LookBack } from './look-back.ts';
import { pageClock } from './page/clock.ts';
import { LivePlayer } from './player.ts';
import type { PlayCommand, Player, PlayerCommand, PlayerEvent } from './rules/contract.ts';
import type { Gop } from './rules/kept-ring.ts';
import type { StreamStatusName } from './rules/names.ts';
import type { PlayerError } from './rules/recovery/media-errors.ts';
import type { Capabilities, PlayerFact, PlayerOrder } from './rules/recovery/orders.ts';
import type { ReadRemembered } from './rules/recovery/stored-visits.ts';
import type { PlayerSurface } from './surface.ts';

export interface PagePlayerDeps {
  readonly remembered: ReadRemembered;
  readonly onFact: (fact: PlayerFact) => void;
  /** A player was created and requests its stream. */
  readonly onOpened: () => void;
  /** Loads the code of a P2P stream, by its address (`enableP2PArr`). */
  readonly loadSharing: (address: string) => Promise<Result<OpenP2p>>;
  /** The last part of the broadcast is kept, and can be looked at again (look-back.ts). */
  readonly keeps?: boolean;
}

/** By default an error is caused neither by the network nor by the codec. */
type PlayerErrorReport = Pick<PlayerError, 'failure' | 'detail'> & Partial<PlayerError>;

/** Events of one player: a status is emitted once until it changes, one failure, and nothing after `dispose`. */
export class Reporter {
  readonly epoch: number;
  readonly #send: (event: PlayerEvent) => void;
  #status: StreamStatusName | null = null;
  hasFailed = false;
  isDisposed = false;

  constructor(epoch: number, send: (event: PlayerEvent) => void) {
    this.epoch = epoch;
    this.#send = send;
    this.status('created');
  }

  emit(event: PlayerEvent): void {
    if (!this.isDisposed) this.#send(event);
  }

  status(name: StreamStatusName): void {
    if (this.#status === name) return;
    this.#status = name;
    this.emit({ type: 'status', epoch: this.epoch, name });
  }

  fail({ failure, detail, network = false, codecUnsupported = false, lacks, carries, retryAfterMs }: PlayerErrorReport): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    const more = { ...(lacks && { lacks }), ...(carries && { carries }), ...(retryAfterMs && { retryAfterMs }) };
    this.emit({ type: 'failed', epoch: this.epoch, failure, detail, network, codecUnsupported, ...more });
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

export class PagePlayer {
  readonly #deps: PagePlayerDeps;
  readonly #decisions = createDecisionLog();
  readonly #listening = new AbortController();
  readonly #video = document.createElement('video');
  /** Contains the elements of all players. */
  readonly #box = document.createElement('div');
  readonly #still = new StillPicture(this.#box);
  /** Null before `begin`. */
  #live: LivePlayer | null = null;
  #player: Player | null = null;
  /** Epoch of the last command; a player that finishes loading after it was replaced is not opened. */
  #epoch = 0;
  #sound = { volume: 1, muted: false };
  /** The previous kind had no <video>; its successor requests picture-in-picture after its first picture. */
  #isPictureInPictureWanted = false;
  #lookBack: LookBack | null = null;

  constructor(deps: PagePlayerDeps) {
    this.#deps = deps;
    const video = this.#video;
    video.playsInline = true;
    video.disableRemotePlayback = true;
    video.setAttribute('aria-hidden', 'true');
    video.tabIndex = -1;
    Object.assign(this.#box.style, { position: 'relative', width: '100%', height: '100%', overflow: 'hidden' });
    Object.assign(video.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', objectFit: 'fill' });
    this.#box.append(video);
  }

  readonly surface: PlayerSurface = {
    video: this.#video,
    mount: (box) => box?.replaceChildren(this.#box),
    togglePictureInPicture: async () => {
      if (document.pictureInPictureElement instanceof Element) {
        await document.exitPictureInPicture();
        return true;
      }
      if (this.#player === null) return false;
      if (this.#player.hasElement) return this.#player.requestPictureInPicture();
      this.#isPictureInPictureWanted = true;
      this.order({ type: 'picture-in-picture' });
      return true;
    },
    lookBack: () => this.#lookBack,
    figures: () => {
      const player = this.#player;
      if (player === null) return null;
      const { kind, epoch } = player;
      return { kind, epoch, progress: player.progress(), own: player.figures?.() ?? {}, kept: this.#lookBack?.state() };
    },
  };

  begin(capabilities: Capabilities): void {
    const { remembered, onFact } = this.#deps;
    const live = new LivePlayer({
      platform: { ...pageClock, random: () => Math.random(), cores: navigator.hardwareConcurrency },
      decisions: this.#decisions,
      capabilities,
      userAgent: navigator.userAgent,
      remembered,
      send: (command) => this.#execute(command),
      onFact,
    });
    this.#live = live;
    const until = { signal: this.#listening.signal };
    document.addEventListener('visibilitychange', () => live.setVisible(!document.hidden), until);
    for (const type of ['online', 'offline']) addEventListener(type, () => live.setOnline(navigator.onLine), until);
    live.setVisible(!document.hidden);
    live.setOnline(navigator.onLine);
  }

  /** Ignored before `begin`. */
  readonly order = (order: PlayerOrder): void => this.#live?.order(order);

  state(): readonly PlayerFact[] {
    return this.#live?.state() ?? [];
  }

  decisions(): readonly Decision[] {
    return this.#decisions.entries();
  }

  /** Stops playback and removes all listeners and timers. */
  dispose(): void {
    this.#listening.abort();
    this.order({ type: 'stop', by: 'owner' });
    this.#live?.dispose();
    this.#live = null;
  }

  #execute(command: PlayerCommand): void {
    switch (command.type) {
      case 'play':
        // Never rejects; every failure is an event.
        void this.#open(command);
        return;
      case 'stop':
        this.#epoch = Math.max(this.#epoch, command.epoch + 1);
        this.#isPictureInPictureWanted = false;
        if (!command.keepsPicture) this.#lookBack?.clear();
        this.#close(command.keepsPicture);
        return;
      case 'set-volume':
        this.#sound = { volume: command.volume, muted: command.muted };
        this.#applySound();
        this.#lookBack?.setSound(command.volume, command.muted);
        return;
      case 'set-decoding':
        if (this.#player?.epoch === command.epoch) this.#player.setDecoding(command.on && this.#lookBack?.decodes() !== false);
        return;
      case 'set-decode-level':
        this.#player?.setDecodeLevel?.(command.level);
        return;
      default:
        assertNever(command);
    }
  }

  async #open(command: PlayCommand): Promise<void> {
    const { kind, epoch, p2p } = command;
    this.#close(true);
    this.#epoch = epoch;
    const isCurrent = (): boolean => this.#epoch === epoch;
    this.#sound = { volume: command.volume, muted: command.muted };
    const load = PLAYERS[kind];
    const failed = (failure: 'JS_LOAD_ERROR' | 'PLAYER_ERROR' | 'NO_SUPPORT' | 'P2P_ERROR', detail: string): void => {
      if (isCurrent()) this.#live?.onEvent({ type: 'failed', epoch, failure, detail, network: false, codecUnsupported: false });
    };
    if (load === undefined) {
      failed('NO_SUPPORT', `no player for ${kind}`);
      return;
    }
    try {
      const [openPlayer, shared] = await Promise.all([load(), p2p ? this.#deps.loadSharing(p2p) : null]);
      if (!isCurrent()) return;
      if (shared?.ok === false) {
        failed('P2P_ERROR', shared.error.detail);
        return;
      }
      const openP2p = shared?.value ?? null;
      const keep = this.#deps.keeps === true && { keep: (gop: Gop) => this.#keep(gop, command) };
      const page = { ...this.#heard(), openP2p, video: this.#video, surface: this.#box, ...keep };
      try {
        const opened = openPlayer(startOf(command, { ...page, report: new Reporter(epoch, (event) => this.#onEvent(event)) }));
        // A player may fail, or be stopped by the receiver of its first event, before its constructor returns.
        if (!isCurrent()) {
          opened.dispose();
          return;
        }
        this.#player = opened;
        this.#video.hidden = !opened.hasElement;
        this.#deps.onOpened();
      } catch (cause) {
        failed('PLAYER_ERROR', describe(cause, 200));
      }
    } catch (cause) {
      failed('JS_LOAD_ERROR', describe(cause, 200));
    }
  }

  #onEvent(event: PlayerEvent): void {
    const passed = this.#lookBack === null ? event : this.#lookBack.pass(event);
    if (passed !== null) this.#live?.onEvent(passed);
    if (event.type !== 'first-frame') return;
    this.#still.clear();
    if (!this.#isPictureInPictureWanted || this.#player?.hasElement !== true) return;
    this.#isPictureInPictureWanted = false;
    // The browser refuses if the click is too old; the viewer can click again.
    void this.#player.requestPictureInPicture();
  }

  #close(keepsPicture: boolean): void {
    if (!keepsPicture) this.#still.clear();
    else if (this.#player !== null) this.#still.take();
    this.#player?.dispose();
    this.#player = null;
  }

  /** The live player is silent below an earlier picture. */
  #heard(): { readonly volume: number; readonly muted: boolean } {
    const { volume, muted } = this.#sound;
    return { volume, muted: muted || this.#lookBack?.isCovering() === true };
  }

  #applySound(): void {
    const { volume, muted } = this.#heard();
    this.#player?.setVolume(volume, muted);
  }

  #keep(gop: Gop, from: PlayCommand): void {
    if (this.#lookBack !== null) this.#lookBack.add(gop, from);
    else
      import('./look-back.ts')
        .then(({ LookBack }) => {
          const [sound, live, applySound] = [() => this.#sound, () => this.#player, () => this.#applySound()];
          this.#lookBack ??= new LookBack({ surface: this.#box, sound, live, applySound });
          this.#lookBack.add(gop, from);
        })
        // The next group requests it again.
        .catch(() => undefined);
  }
}
