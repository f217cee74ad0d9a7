import { describe } from './base/describe.ts';
import { assertNever } from './base/assert-never.ts';
import type { PlayCommand, Player, PlayerCommand, PlayerEvent } from './rules/contract.ts';
import type { PlayerSurface } from './surface.ts';
import { PLAYERS } from './kinds/player-registry.ts';
import { startOf } from './kinds/player-start.ts';
import { createStillPicture } from './kinds/still-picture.ts';
import type { OpenP2p } from './kinds/shared-stream.ts';
import type { Gop } from './rules/kept-ring.ts';
import type { LookBack } from './look-back.ts';
import type { Result } from './base/result.ts';

export interface PlayerOutput {
  readonly surface: PlayerSurface;
  execute(command: PlayerCommand): void;
}

export interface PlayerOutputDeps {
  send(event: PlayerEvent): void;
  /** A player was created and requests its stream. */
  onOpened(): void;
  /** The playing kind has no <video> for a picture-in-picture window. */
  onPictureInPictureWanted(): void;
  /** Loads the code of a P2P stream, by its address (`enableP2PArr`). */
  loadSharing(address: string): Promise<Result<OpenP2p>>;
  /** The last part of the broadcast is kept, and can be looked at again. */
  readonly keeps?: boolean;
}

/** Owns elements and players: executes the commands of player.ts, one player at a time. */
// Long: player, epoch, sound and the picture-in-picture request are one state; each command replaces parts of it.
export function createPlayerOutput(deps: PlayerOutputDeps): PlayerOutput {
  const video = document.createElement('video');
  video.playsInline = true;
  video.disableRemotePlayback = true;
  video.setAttribute('aria-hidden', 'true');
  video.tabIndex = -1;
  const surface = document.createElement('div');
  Object.assign(surface.style, { position: 'relative', width: '100%', height: '100%', overflow: 'hidden' });
  Object.assign(video.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', objectFit: 'fill' });
  surface.append(video);
  let player: Player | null = null;
  /** Epoch of the last command; a player that finishes loading after it was replaced is not opened. */
  let epoch = 0;
  let sound = { volume: 1, muted: false };
  const still = createStillPicture(surface);
  /** The previous kind had no <video>; its successor requests picture-in-picture after its first picture. */
  let isPictureInPictureWanted = false;
  let lookBack: LookBack | null = null;

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
        .then(({ createLookBack }) => {
          lookBack ??= createLookBack({ surface, sound: () => sound, live: () => player, applySound });
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

  function showWanted(): void {
    if (!isPictureInPictureWanted || player?.hasElement !== true) return;
    isPictureInPictureWanted = false;
    // The browser refuses if the click is too old; the viewer can click again.
    void player?.requestPictureInPicture();
  }

  function onFirstFrame(): void {
    still.clear();
    showWanted();
  }

  async function open(command: PlayCommand): Promise<void> {
    close(true);
    epoch = command.epoch;
    const isCurrent = (): boolean => epoch === command.epoch;
    sound = { volume: command.volume, muted: command.muted };
    const load = PLAYERS[command.kind];
    const failed = (failure: 'JS_LOAD_ERROR' | 'PLAYER_ERROR' | 'NO_SUPPORT' | 'P2P_ERROR', detail: string): void => {
      if (isCurrent()) deps.send({ type: 'failed', epoch: command.epoch, failure, detail, network: false, codecUnsupported: false });
    };
    if (load === undefined) {
      failed('NO_SUPPORT', `no player for ${command.kind}`);
      return;
    }
    try {
      const [openPlayer, shared] = await Promise.all([load(), command.p2p ? deps.loadSharing(command.p2p) : null]);
      if (!isCurrent()) return;
      if (shared?.ok === false) {
        failed('P2P_ERROR', shared.error.detail);
        return;
      }
      const openP2p = shared?.value ?? null;
      try {
        const opened = openPlayer(
          startOf(command, {
            ...heard(),
            openP2p,
            video,
            surface,
            ...(deps.keeps && { keep: (gop: Gop) => keep(gop, command) }),
            emit(event) {
              const passed = lookBack === null ? event : lookBack.pass(event);
              if (passed !== null) deps.send(passed);
              if (event.type === 'first-frame') onFirstFrame();
            },
          }),
        );
        // A player may fail, or be stopped by the receiver of its first event, before its constructor returns.
        if (!isCurrent()) {
          opened.dispose();
          return;
        }
        player = opened;
        video.hidden = !player.hasElement;
        deps.onOpened();
      } catch (cause) {
        failed('PLAYER_ERROR', describe(cause, 200));
      }
    } catch (cause) {
      failed('JS_LOAD_ERROR', describe(cause, 200));
    }
  }

  return {
    surface: {
      mount(box) {
        if (box !== null) box.replaceChildren(surface);
      },
      async togglePictureInPicture() {
        if (document.pictureInPictureElement instanceof Element) {
          await document.exitPictureInPicture();
          return true;
        }
        if (player === null) return false;
        if (player.hasElement) return player.requestPictureInPicture();
        isPictureInPictureWanted = true;
        deps.onPictureInPictureWanted();
        return true;
      },
      lookBack: () => lookBack,
      figures() {
        return player
          ? { kind: player.kind, epoch: player.epoch, progress: player.progress(), own: player.figures?.() ?? {}, kept: lookBack?.state() }
          : null;
      },
    },
    execute(command) {
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
    },
  };
}
