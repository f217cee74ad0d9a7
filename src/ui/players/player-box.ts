import { assertNever } from '../../workers/core/assert-never.ts';
import type { Player, PlayerCommand, PlayerFact } from '../../workers/core/player/contract.ts';
import type { PlayerHost } from './host.ts';
import { PLAYERS } from './kinds.ts';
import { loadP2p } from './p2p.ts';

export interface PlayerBox {
  readonly host: PlayerHost;
  obey(command: PlayerCommand): void;
  /** The room worker that numbered the epochs is gone: stop, and take the numbers of a new one. */
  reset(): void;
}

export interface PlayerBoxNeeds {
  tell(fact: PlayerFact): void;
  /** The kind that plays has no <video> to show in a window of its own. */
  onPictureInPictureWanted(): void;
}

/** The hands of the player layer: carries out what the room worker decided, one player at a time. */
export function createPlayerBox(needs: PlayerBoxNeeds): PlayerBox {
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
  /** The epoch that was asked for last: a player that finishes loading after it was replaced is never opened. */
  let epoch = 0;
  /** Epochs are numbered by a room worker; the one that comes after a crash begins anew. */
  let generation = 0;
  let sound = { volume: 1, muted: false };
  /** The kind that played could not; the one that took over for it tries as soon as it has a picture. */
  let isPictureInPictureWanted = false;

  function close(): void {
    player?.dispose();
    player = null;
  }

  function showWanted(): void {
    if (!isPictureInPictureWanted || player?.kind === 'h265') return;
    isPictureInPictureWanted = false;
    // The click may be too long ago: the button is still there for another one.
    void player?.requestPictureInPicture();
  }

  async function open(command: Extract<PlayerCommand, { do: 'play' }>): Promise<void> {
    close();
    epoch = command.epoch;
    const born = generation;
    const isCurrent = (): boolean => epoch === command.epoch && generation === born;
    sound = { volume: command.volume, muted: command.muted };
    const load = PLAYERS[command.kind];
    const failed = (failure: 'JS_LOAD_ERROR' | 'PLAYER_ERROR' | 'NO_SUPPORT' | 'P2P_ERROR', detail: string): void => {
      if (isCurrent()) needs.tell({ type: 'failed', epoch: command.epoch, failure, detail, network: false, codecUnsupported: false });
    };
    if (load === undefined) {
      failed('NO_SUPPORT', `no player for ${command.kind}`);
      return;
    }
    try {
      const [openPlayer, shared] = await Promise.all([load(), command.p2p ? loadP2p(command.p2p) : null]);
      if (!isCurrent()) return;
      if (shared?.ok === false) {
        failed('P2P_ERROR', shared.error.detail);
        return;
      }
      const openP2p = shared?.value ?? null;
      try {
        video.hidden = command.kind === 'h265';
        player = openPlayer({
          ...command,
          ...sound,
          providerId: command.providerId ?? 0,
          codec: command.codec ?? '',
          connectMs: command.connectMs,
          threads: command.threads,
          openP2p,
          video,
          surface,
          tell(fact) {
            needs.tell(fact);
            if (fact.type === 'first-frame') showWanted();
          },
        });
      } catch (cause) {
        failed('PLAYER_ERROR', String(cause));
      }
    } catch (cause) {
      failed('JS_LOAD_ERROR', String(cause));
    }
  }

  return {
    host: {
      mount(box) {
        if (box !== null) box.replaceChildren(surface);
      },
      async togglePictureInPicture() {
        if (document.pictureInPictureElement instanceof Element) {
          await document.exitPictureInPicture();
          return true;
        }
        if (player === null) return false;
        if (player.kind !== 'h265') return player.requestPictureInPicture();
        isPictureInPictureWanted = true;
        needs.onPictureInPictureWanted();
        return true;
      },
      figures: () => player && { kind: player.kind, epoch: player.epoch, progress: player.progress(), own: player.figures?.() ?? {} },
    },
    obey(command) {
      switch (command.do) {
        case 'play':
          // Never rejects: every failure is a fact.
          void open(command);
          return;
        case 'stop':
          epoch = Math.max(epoch, command.epoch + 1);
          isPictureInPictureWanted = false;
          close();
          return;
        case 'set-volume':
          sound = { volume: command.volume, muted: command.muted };
          player?.setVolume(command.volume, command.muted);
          return;
        case 'set-decoding':
          if (player?.epoch === command.epoch) player.setDecoding(command.on);
          return;
        case 'set-degree':
          player?.setDegree?.(command.degree);
          return;
        default:
          assertNever(command);
      }
    },
    reset() {
      generation++;
      epoch = 0;
      close();
    },
  };
}
