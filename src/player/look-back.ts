/** Plays the kept part of the broadcast over the live player, which goes on. Loaded with the first kept group of pictures. */
import { compressElement } from './compressor.ts';
import { pageClock } from './page/clock.ts';
import { PLAYERS } from './kinds/player-registry.ts';
import { startOf } from './kinds/player-start.ts';
import type { OpenP2p, P2pOptions } from './kinds/shared-stream.ts';
import type { PlayCommand, Player, PlayerEvent } from './rules/contract.ts';
import { type Gop, type Kept, KEPT_MS, keptBytes, KeptRing } from './rules/kept-ring.ts';

/** Nearer to the live picture than this, in ms, the live player is shown: the players have a latency of their own. */
const MIN_BACK_MS = 4_000;
/** Media that the player receives ahead of its position, in ms; more than the H265 player buffers before its first picture. */
const AHEAD_MS = 2_500;
const FEED_EVERY_MS = 250;
/** A player without a picture after this time is given up, in ms. */
const MAX_START_MS = 8_000;
/** Live is uncovered when its player paints again, or after this time in ms: a decoder that rested waits for a keyframe. */
const MAX_RETURN_MS = 8_000;
const RETURN_EVERY_MS = 50;
/** Two decoders of our own run at once if the live one needs less than this part of the time. */
const MAX_SHARED_LOAD = 0.33;

/** A browser does not paint a video below an opaque one, and counts its pictures as dropped. */
const NEARLY_OPAQUE = '0.997';

/** Times in ms. */
export interface LookBackState {
  readonly isOn: boolean;
  /** The live picture comes in a moment. */
  readonly isLeaving: boolean;
  /** Distance of the shown picture from the live one. */
  readonly agoMs: number;
  /** How far the viewer can look back. */
  readonly keptMs: number;
  readonly keptBytes: number;
}

export interface LookBack {
  add(gop: Gop, from: PlayCommand): void;
  setSound(volume: number, muted: boolean): void;
  state(): LookBackState;
  /** Shows the picture of `agoMs` before the live one, or of the keyframe before it; false if nothing is kept. */
  show(agoMs: number): boolean;
  toLive(): void;
  /** An earlier picture is shown over the live one. */
  isCovering(): boolean;
  /** False while a decoder of our own rests, because it and that of the earlier part would need most of the time. */
  decodes(): boolean;
  /** An event of the live player without what the earlier part causes; null if nothing remains. */
  pass(event: PlayerEvent): PlayerEvent | null;
  /** The broadcast or the watching has ended: nothing is kept. */
  clear(): void;
  /** Called when `isOn` changes, and about four times a second while it is true. Returns a function that ends it. */
  subscribe(listener: () => void): () => void;
}

/**
 * The live player below is silent. `over`: a decoder of our own may rest; `leaving`: it decodes again, until its picture moves and it is
 * uncovered.
 */
type Cover = 'none' | 'over' | 'leaving';

export interface LookBackDeps {
  readonly surface: HTMLElement;
  readonly sound: () => { readonly volume: number; readonly muted: boolean };
  readonly live: () => Player | null;
  /** `isCovering` has changed. */
  readonly applySound: () => void;
}

interface View {
  readonly box: HTMLElement;
  readonly video: HTMLVideoElement;
  readonly leaveCompressor: () => void;
  readonly from: Kept<PlayCommand>;
  player: Player | null;
  /** The last group that the player has received. */
  fed: Kept<PlayCommand>;
  feed: P2pOptions['onBytes'] | null;
  readonly openedMs: number;
  /** Time of its first picture; NaN before. */
  shownMs: number;
}

/** Place of the picture on the line of the ring. */
const placeOf = ({ from, shownMs }: View, nowMs: number): number => from.startMs + (nowMs - shownMs || 0);

// Long: the views and the ring are one state.
export function createLookBack({ surface, sound, live, applySound }: LookBackDeps): LookBack {
  const ring = new KeptRing<PlayCommand>(keptBytes((navigator as { readonly deviceMemory?: number }).deviceMemory));
  const listeners = new Set<() => void>();
  const now = (): number => pageClock.nowMs();
  /** What is shown, and what replaces it with its first picture. */
  let shown: View | null = null;
  let next: View | null = null;
  /** Shown until the live picture moves. */
  let leaving: View | null = null;
  let covers: Cover = 'none';
  let timer: ReturnType<typeof setInterval> | undefined;
  let epoch = 0;

  const decodes = (): boolean => covers !== 'over' || (live()?.progress().own?.load ?? 0) < MAX_SHARED_LOAD;
  const painted = (): number => live()?.progress().paintedFrames ?? Number.NaN;

  function cover(next: Cover): void {
    covers = next;
    applySound();
    live()?.setDecoding(decodes());
  }

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  function close(view: View | null): void {
    view?.player?.dispose();
    view?.leaveCompressor();
    view?.box.remove();
  }

  function makeView(from: Kept<PlayCommand>): View {
    const box = document.createElement('div');
    // Invisible, not hidden: a hidden video has no frame callbacks.
    Object.assign(box.style, { position: 'absolute', inset: '0', zIndex: '2', opacity: '0', pointerEvents: 'none' });
    box.dataset['lookBack'] = '';
    const video = document.createElement('video');
    video.playsInline = true;
    video.disableRemotePlayback = true;
    Object.assign(video.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', objectFit: 'fill' });
    box.append(video);
    return {
      box,
      video,
      leaveCompressor: compressElement(video),
      from,
      player: null,
      fed: from,
      feed: null,
      openedMs: now(),
      shownMs: Number.NaN,
    };
  }

  async function open(from: Kept<PlayCommand>): Promise<void> {
    close(next);
    const view = makeView(from);
    next = view;
    timer ??= setInterval(tick, FEED_EVERY_MS);
    surface.prepend(view.box);
    const openPlayer = await PLAYERS[from.from.kind]?.();
    if (view !== next || openPlayer === undefined) return;
    const command = { ...from.from, epoch: ++epoch, p2p: '' };
    const emit = (event: PlayerEvent): void => onEvent(view, event);
    view.player = openPlayer(startOf(command, { ...sound(), openP2p: feedOf(view), video: view.video, surface: view.box, emit }));
  }

  /** The player reads the kept bytes as it reads those of other viewers. */
  const feedOf =
    (view: View): OpenP2p =>
    ({ onBytes }) => {
      view.feed = onBytes;
      // Bytes never arrive before the player has its stream.
      queueMicrotask(() => {
        view.feed?.(view.from.gop.head);
        view.feed?.(view.from.gop.bytes);
        feed(view);
      });
      const segmentMs = view.from.endMs - view.from.startMs;
      const figures = { peers: 0, fromPeersBytes: 0, fromSourceBytes: 0, toPeersBytes: 0, droppedPeers: 0, dropWhy: '', segmentMs };
      return { figures: () => figures, close: () => (view.feed = null) };
    };

  function feed(view: View): void {
    while (view.feed !== null && view.fed.endMs < placeOf(view, now()) + AHEAD_MS) {
      const following = ring.after(view.fed);
      if (following === null || following.from !== view.from.from) return;
      view.fed = following;
      view.feed(following.gop.bytes);
    }
  }

  function onEvent(view: View, event: PlayerEvent): void {
    if (event.type === 'failed' && (view === next || view === shown)) toLive();
    if (event.type !== 'first-frame' || view !== next) return;
    view.shownMs = now();
    view.box.style.opacity = NEARLY_OPAQUE;
    close(shown);
    shown = view;
    next = null;
    cover('over');
    endLeaving(leaving);
  }

  function tick(): void {
    const view = next ?? shown;
    if (view === null) return;
    feed(view);
    if (shown !== null && shown !== view) feed(shown);
    const nowMs = now();
    if (view === next && nowMs - view.openedMs > MAX_START_MS) toLive();
    else if (view === shown && placeOf(view, nowMs) >= view.fed.endMs) {
      // Another player has received what follows, or nothing follows.
      const following = ring.after(view.fed);
      if (following === null) toLive();
      else void open(following).catch(toLive);
    }
    tell();
  }

  function toLive(): void {
    clearInterval(timer);
    timer = undefined;
    close(next);
    next = null;
    if (shown !== null) leave(shown);
    tell();
  }

  function leave(view: View): void {
    shown = null;
    leaving = view;
    cover('leaving');
    const before = painted();
    const sinceMs = now();
    const poll = setInterval(() => {
      if (leaving === view && painted() === before && now() - sinceMs < MAX_RETURN_MS) return;
      clearInterval(poll);
      if (leaving === view) cover('none');
      endLeaving(view);
    }, RETURN_EVERY_MS);
  }

  /** Also called when the viewer looks back again meanwhile. */
  function endLeaving(view: View | null): void {
    close(view);
    if (leaving === view) leaving = null;
    tell();
  }

  function agoMs(nowMs: number): number {
    const view = next ?? shown;
    return view === null ? 0 : Math.min(KEPT_MS, Math.max(0, ring.liveMs(nowMs) - placeOf(view, nowMs)));
  }

  return {
    add: (gop, from) => ring.add(gop, from, now()),
    setSound(volume, muted) {
      for (const view of [next, shown, leaving]) view?.player?.setVolume(volume, muted);
    },
    state: () => ({
      isOn: next !== null || shown !== null || leaving !== null,
      isLeaving: leaving !== null && next === null,
      agoMs: agoMs(now()),
      keptMs: ring.keptMs(now()),
      keptBytes: ring.bytes,
    }),
    show(wantedMs) {
      const from = wantedMs < MIN_BACK_MS ? null : ring.at(ring.liveMs(now()) - wantedMs);
      if (from === null) {
        toLive();
        return false;
      }
      void open(from).catch(toLive);
      tell();
      return true;
    },
    toLive,
    isCovering: () => covers !== 'none',
    decodes,
    pass(event) {
      if (covers === 'none' || event.type !== 'progress') return event;
      // The position of the first picture of a decoder that rested is no stall.
      if (covers === 'leaving') return null;
      const { own: _, ...progress } = event.progress;
      return { ...event, progress };
    },
    clear() {
      toLive();
      if (leaving !== null) cover('none');
      endLeaving(leaving);
      ring.clear();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
