import type { PlayerProgress, PlayCommand, Player, PlayerCommand, PlayerEvent } from './rules/contract.ts';
import type { PlayerKind, StreamStatusName } from './rules/names.ts';
import type { LookBack, LookBackState } from './look-back.ts';
import { assertNever, describe, type Result } from './base/errors.ts';
import { createDecisionLog, type Decision } from './base/machine.ts';
import { PLAYERS } from './kinds/player-registry.ts';
import { startOf, type OpenP2p } from './kinds/player-start.ts';
import { createStillPicture } from './kinds/still-picture.ts';
import { pageClock } from './page/clock.ts';
import { LivePlayer } from './player.ts';
import type { Gop } from './rules/kept-ring.ts';
import type { PlayerError } from './rules/recovery/media-errors.ts';
import type { Capabilities, PlayerFact, PlayerOrder } from './rules/recovery/orders.ts';
import type { ReadRemembered } from './rules/recovery/stored-visits.ts';

/**
 * Interface between the page, which renders the player box, and the session, which plays in it. The box is an empty <div> sized by
 * `layout.video`. Its content (<video>, <canvas>) belongs to the players and fills it (width and height 100 %; `object-fit: fill`, because
 * the resolution policy has already sized the box).
 */
export interface PlayerSurface {
  /** The element of the live player, of every kind. */
  readonly video: HTMLVideoElement;
  /** Called with the box when it is mounted, and with null when it is unmounted. At most one box is mounted. */
  mount(box: HTMLDivElement | null): void;
  /**
   * Must be called in a click handler; false if the browser refuses. If a canvas plays, the window opens after a <video> has taken over.
   */
  togglePictureInPicture(): Promise<boolean>;
  /** Figures of the current player for the overlay; null without a player. Costs nothing while it is not called. */
  figures(): PlayerFigures | null;
  /** Null until something is kept, and for a player that keeps nothing. */
  lookBack(): LookBackControls | null;
}

/** What the viewer does with the kept part. */
export type LookBackControls = Pick<LookBack, 'state' | 'show' | 'setPaused' | 'toLive' | 'subscribe'>;

export interface PlayerFigures {
  readonly kind: PlayerKind;
  readonly epoch: number;
  readonly progress: PlayerProgress;
  /** Additional values of this kind: threads, decode times, queues, peers, with the player's names. */
  readonly own: Readonly<Record<string, number | string>>;
  /** The part that can be looked at again; absent until something is kept. */
  readonly kept?: LookBackState | undefined;
}

/** The player of a page: owns its elements, opens one player at a time, and runs its decisions once the capabilities of the browser are known. */

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

export type Reporter = ReturnType<typeof createReporter>;

/** Events of one player: a status is emitted once until it changes, one failure, and nothing after `dispose`. */
export function createReporter(epoch: number, send: (event: PlayerEvent) => void) {
  let last: StreamStatusName | null = null;
  let hasFailed = false;
  let isDisposed = false;
  const emit = (event: PlayerEvent): void => {
    if (!isDisposed) send(event);
  };
  const status = (name: StreamStatusName): void => {
    if (last === name) return;
    last = name;
    emit({ type: 'status', epoch, name });
  };
  const fail = ({ failure, detail, network = false, codecUnsupported = false, ...why }: PlayerErrorReport): void => {
    if (hasFailed) return;
    hasFailed = true;
    const { lacks, carries, retryAfterMs } = why;
    const more = { ...(lacks && { lacks }), ...(carries && { carries }), ...(retryAfterMs && { retryAfterMs }) };
    emit({ type: 'failed', epoch, failure, detail, network, codecUnsupported, ...more });
  };
  status('created');
  return {
    emit,
    status,
    fail,
    get hasFailed() {
      return hasFailed;
    },
    get isDisposed() {
      return isDisposed;
    },
    dispose: () => void (isDisposed = true),
  };
}

/** Fills its box. */
export function makeVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.playsInline = true;
  video.disableRemotePlayback = true;
  video.setAttribute('aria-hidden', 'true');
  video.tabIndex = -1;
  Object.assign(video.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', objectFit: 'fill' });
  return video;
}

export type PagePlayer = ReturnType<typeof createPagePlayer>;

// Long: elements, player, epoch, sound and the picture-in-picture request are one state. A class would be 200 bytes more of the first code,
// because names of members stay and each is read through `this`.
export function createPagePlayer({ remembered, onFact, onOpened, loadSharing, keeps }: PagePlayerDeps) {
  const video = makeVideo();
  /** Contains the elements of all players. */
  const box = document.createElement('div');
  Object.assign(box.style, { position: 'relative', width: '100%', height: '100%', overflow: 'hidden' });
  box.append(video);
  const still = createStillPicture(box);
  const decisions = createDecisionLog();
  const listening = new AbortController();
  /** Null before `begin`. */
  let live: LivePlayer | null = null;
  let player: Player | null = null;
  /** Epoch of the last command; a player that finishes loading after it was replaced is not opened. */
  let epoch = 0;
  let sound = { volume: 1, muted: false };
  /** The previous kind had no <video>; its successor requests picture-in-picture after its first picture. */
  let isPictureInPictureWanted = false;
  let lookBack: LookBack | null = null;

  const order = (given: PlayerOrder): void => live?.order(given);

  /** The live player is silent below an earlier picture. */
  const heard = () => ({ volume: sound.volume, muted: sound.muted || lookBack?.isCovering() === true });
  const applySound = (): void => {
    const { volume, muted } = heard();
    player?.setVolume(volume, muted);
  };

  function keep(gop: Gop, from: PlayCommand): void {
    if (lookBack !== null) lookBack.add(gop, from);
    else
      import('./look-back.ts')
        .then(({ LookBack }) => {
          lookBack ??= new LookBack({ surface: box, sound: () => sound, live: () => player, applySound });
          lookBack.add(gop, from);
        })
        // The next group requests it again.
        .catch(() => undefined);
  }

  function close(keepsPicture: boolean): void {
    if (player !== null && keepsPicture) still.take();
    if (!keepsPicture) still.clear();
    player?.dispose();
    player = null;
  }

  function onEvent(event: PlayerEvent): void {
    const passed = lookBack === null ? event : lookBack.pass(event);
    if (passed !== null) live?.onEvent(passed);
    if (event.type !== 'first-frame') return;
    still.clear();
    if (!isPictureInPictureWanted || player?.hasElement !== true) return;
    isPictureInPictureWanted = false;
    // The browser refuses if the click is too old; the viewer can click again.
    void player.requestPictureInPicture();
  }

  async function open(command: PlayCommand): Promise<void> {
    close(true);
    epoch = command.epoch;
    const isCurrent = (): boolean => epoch === command.epoch;
    sound = { volume: command.volume, muted: command.muted };
    const load = PLAYERS[command.kind];
    const failed = (failure: 'JS_LOAD_ERROR' | 'PLAYER_ERROR' | 'NO_SUPPORT' | 'P2P_ERROR', detail: string): void => {
      if (isCurrent()) live?.onEvent({ type: 'failed', epoch: command.epoch, failure, detail, network: false, codecUnsupported: false });
    };
    if (load === undefined) {
      failed('NO_SUPPORT', `no player for ${command.kind}`);
      return;
    }
    try {
      const [openPlayer, shared] = await Promise.all([load(), command.p2p ? loadSharing(command.p2p) : null]);
      if (!isCurrent()) return;
      if (shared?.ok === false) {
        failed('P2P_ERROR', shared.error.detail);
        return;
      }
      try {
        const opened = openPlayer(
          startOf(command, {
            ...heard(),
            openP2p: shared?.value ?? null,
            video,
            surface: box,
            ...(keeps && { keep: (gop: Gop) => keep(gop, command) }),
            report: createReporter(command.epoch, onEvent),
          }),
        );
        // A player may fail, or be stopped by the receiver of its first event, before its constructor returns.
        if (!isCurrent()) {
          opened.dispose();
          return;
        }
        player = opened;
        video.hidden = !player.hasElement;
        onOpened();
      } catch (cause) {
        failed('PLAYER_ERROR', describe(cause, 200));
      }
    } catch (cause) {
      failed('JS_LOAD_ERROR', describe(cause, 200));
    }
  }

  function execute(command: PlayerCommand): void {
    switch (command.type) {
      case 'play':
        // Never rejects; every failure is an event.
        void open(command);
        return;
      case 'stop':
        epoch = Math.max(epoch, command.epoch + 1);
        isPictureInPictureWanted = false;
        if (!command.keepsPicture) lookBack?.clear();
        close(command.keepsPicture);
        return;
      case 'set-volume':
        sound = { volume: command.volume, muted: command.muted };
        applySound();
        lookBack?.setSound(command.volume, command.muted);
        return;
      case 'set-decoding':
        if (player?.epoch === command.epoch) player.setDecoding(command.on && lookBack?.decodes() !== false);
        return;
      case 'set-decode-level':
        player?.setDecodeLevel?.(command.level);
        return;
      default:
        assertNever(command);
    }
  }

  const surface: PlayerSurface = {
    video,
    mount(given) {
      if (given !== null) given.replaceChildren(box);
    },
    async togglePictureInPicture() {
      if (document.pictureInPictureElement instanceof Element) {
        await document.exitPictureInPicture();
        return true;
      }
      if (player === null) return false;
      if (player.hasElement) return player.requestPictureInPicture();
      isPictureInPictureWanted = true;
      order({ type: 'picture-in-picture' });
      return true;
    },
    lookBack: () => lookBack,
    figures: () =>
      player && {
        kind: player.kind,
        epoch: player.epoch,
        progress: player.progress(),
        own: player.figures?.() ?? {},
        kept: lookBack?.state(),
      },
  };

  return {
    surface,
    begin(capabilities: Capabilities): void {
      const begun = new LivePlayer({
        platform: { ...pageClock, random: () => Math.random(), cores: navigator.hardwareConcurrency },
        decisions,
        capabilities,
        userAgent: navigator.userAgent,
        remembered,
        send: execute,
        onFact,
      });
      live = begun;
      const until = { signal: listening.signal };
      document.addEventListener('visibilitychange', () => begun.setVisible(!document.hidden), until);
      for (const type of ['online', 'offline']) addEventListener(type, () => begun.setOnline(navigator.onLine), until);
      begun.setVisible(!document.hidden);
      begun.setOnline(navigator.onLine);
    },
    /** Ignored before `begin`. */
    order,
    state: (): readonly PlayerFact[] => live?.state() ?? [],
    decisions: (): readonly Decision[] => decisions.entries(),
    /** Stops playback and removes all listeners and timers. */
    dispose(): void {
      listening.abort();
      order({ type: 'stop', by: 'owner' });
      live?.dispose();
      live = null;
    },
  };
}
