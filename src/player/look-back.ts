/** Plays the kept part of the broadcast over the live player, which goes on. Loaded with the first kept group of pictures. */
import { compressElement } from './compressor.ts';
import { PLAYERS } from './kinds/player-registry.ts';
import { startOf, type OpenP2p, type P2pOptions } from './kinds/player-start.ts';
import { createReporter, makeVideo } from './page-player.ts';
import { createStillPicture } from './kinds/still-picture.ts';
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
  /** The earlier picture is held. */
  readonly isPaused: boolean;
  /** Distance of the shown picture from the live one. */
  readonly agoMs: number;
  /** How far the viewer can look back. */
  readonly keptMs: number;
  readonly keptBytes: number;
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
  /** Since when its picture is held; NaN while it plays. */
  pausedMs: number;
}

/** Place of the picture on the line of the ring. */
const placeOf = ({ from, shownMs, pausedMs }: View, nowMs: number): number => from.startMs + ((pausedMs || nowMs) - shownMs || 0);

export class LookBack {
  readonly #deps: LookBackDeps;
  readonly #ring = new KeptRing<PlayCommand>(keptBytes((navigator as { readonly deviceMemory?: number }).deviceMemory));
  readonly #listeners = new Set<() => void>();
  /** What is shown, and what replaces it with its first picture. */
  #shown: View | null = null;
  #next: View | null = null;
  /** Shown until the live picture moves. */
  #leaving: View | null = null;
  #covers: Cover = 'none';
  #timer: ReturnType<typeof setInterval> | undefined;
  #epoch = 0;

  constructor(deps: LookBackDeps) {
    this.#deps = deps;
  }

  add(gop: Gop, from: PlayCommand): void {
    this.#ring.add(gop, from, now());
  }

  setSound(volume: number, muted: boolean): void {
    for (const view of [this.#next, this.#shown, this.#leaving]) view?.player?.setVolume(volume, muted);
  }

  state(): LookBackState {
    const nowMs = now();
    const view = this.#next ?? this.#shown;
    return {
      isOn: this.#next !== null || this.#shown !== null || this.#leaving !== null,
      isLeaving: this.#leaving !== null && this.#next === null,
      isPaused: this.#next === null && (this.#shown?.pausedMs ?? 0) > 0,
      agoMs: view === null ? 0 : Math.min(KEPT_MS, Math.max(0, this.#ring.liveMs(nowMs) - placeOf(view, nowMs))),
      keptMs: this.#ring.keptMs(nowMs),
      keptBytes: this.#ring.bytes,
    };
  }

  /** Shows the picture of `agoMs` before the live one, or of the keyframe before it; false if nothing is kept. */
  show(agoMs: number): boolean {
    const from = agoMs < MIN_BACK_MS ? null : this.#ring.at(this.#ring.liveMs(now()) - agoMs);
    if (from === null) {
      this.toLive();
      return false;
    }
    void this.#open(from).catch(() => this.toLive());
    this.#tell();
    return true;
  }

  /** Holds the shown picture, or plays on from it: another player starts at its place. */
  setPaused(isPaused: boolean): void {
    const view = this.#shown;
    if (view === null || this.#next !== null || isPaused === this.state().isPaused) return;
    if (!isPaused) {
      this.show(this.state().agoMs);
      return;
    }
    createStillPicture(view.box).take();
    view.pausedMs = now();
    view.player?.dispose();
    view.player = null;
    view.feed = null;
    this.#tell();
  }

  toLive(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    close(this.#next);
    this.#next = null;
    if (this.#shown !== null) this.#leave(this.#shown);
    this.#tell();
  }

  /** An earlier picture is shown over the live one. */
  isCovering(): boolean {
    return this.#covers !== 'none';
  }

  /** False while a decoder of our own rests, because it and that of the earlier part would need most of the time. */
  decodes(): boolean {
    return this.#covers !== 'over' || (this.#deps.live()?.progress().own?.load ?? 0) < MAX_SHARED_LOAD;
  }

  /** An event of the live player without what the earlier part causes; null if nothing remains. */
  pass(event: PlayerEvent): PlayerEvent | null {
    if (this.#covers === 'none' || event.type !== 'progress') return event;
    // The position of the first picture of a decoder that rested is no stall.
    if (this.#covers === 'leaving') return null;
    const { own: _, ...progress } = event.progress;
    return { ...event, progress };
  }

  /** The broadcast or the watching has ended: nothing is kept. */
  clear(): void {
    this.toLive();
    if (this.#leaving !== null) this.#cover('none');
    this.#endLeaving(this.#leaving);
    this.#ring.clear();
  }

  /** Called when `isOn` changes, and about four times a second while it is true. Returns a function that ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #cover(next: Cover): void {
    this.#covers = next;
    this.#deps.applySound();
    this.#deps.live()?.setDecoding(this.decodes());
  }

  async #open(from: Kept<PlayCommand>): Promise<void> {
    close(this.#next);
    const view = makeView(from);
    this.#next = view;
    this.#timer ??= setInterval(() => this.#tick(), FEED_EVERY_MS);
    this.#deps.surface.prepend(view.box);
    const openPlayer = await PLAYERS[from.from.kind]?.();
    if (view !== this.#next || openPlayer === undefined) return;
    const command = { ...from.from, epoch: ++this.#epoch, p2p: '' };
    const report = createReporter(command.epoch, (event) => this.#onEvent(view, event));
    const page = { ...this.#deps.sound(), openP2p: this.#feedOf(view), video: view.video, surface: view.box, report };
    view.player = openPlayer(startOf(command, page));
  }

  /** The player reads the kept bytes as it reads those of other viewers. */
  #feedOf(view: View): OpenP2p {
    return ({ onBytes }) => {
      view.feed = onBytes;
      // Bytes never arrive before the player has its stream.
      queueMicrotask(() => {
        view.feed?.(view.from.gop.head);
        view.feed?.(view.from.gop.bytes);
        this.#feed(view);
      });
      const segmentMs = view.from.endMs - view.from.startMs;
      const figures = { peers: 0, fromPeersBytes: 0, fromSourceBytes: 0, toPeersBytes: 0, droppedPeers: 0, dropWhy: '', segmentMs };
      return { figures: () => figures, close: () => (view.feed = null) };
    };
  }

  #feed(view: View): void {
    while (view.feed !== null && view.fed.endMs < placeOf(view, now()) + AHEAD_MS) {
      const following = this.#ring.after(view.fed);
      if (following === null || following.from !== view.from.from) return;
      view.fed = following;
      view.feed(following.gop.bytes);
    }
  }

  #onEvent(view: View, event: PlayerEvent): void {
    if (event.type === 'failed' && (view === this.#next || view === this.#shown)) this.toLive();
    if (event.type !== 'first-frame' || view !== this.#next) return;
    view.shownMs = now();
    view.box.style.opacity = NEARLY_OPAQUE;
    close(this.#shown);
    this.#shown = view;
    this.#next = null;
    this.#cover('over');
    this.#endLeaving(this.#leaving);
  }

  #tick(): void {
    const view = this.#next ?? this.#shown;
    if (view === null) return;
    this.#feed(view);
    if (this.#shown !== null && this.#shown !== view) this.#feed(this.#shown);
    const nowMs = now();
    if (view === this.#next && nowMs - view.openedMs > MAX_START_MS) this.toLive();
    else if (view === this.#shown && placeOf(view, nowMs) >= view.fed.endMs) {
      // Another player has received what follows, or nothing follows.
      const following = this.#ring.after(view.fed);
      if (following === null) this.toLive();
      else void this.#open(following).catch(() => this.toLive());
    }
    this.#tell();
  }

  #leave(view: View): void {
    this.#shown = null;
    this.#leaving = view;
    this.#cover('leaving');
    const painted = (): number => this.#deps.live()?.progress().paintedFrames ?? Number.NaN;
    const before = painted();
    const sinceMs = now();
    const poll = setInterval(() => {
      if (this.#leaving === view && painted() === before && now() - sinceMs < MAX_RETURN_MS) return;
      clearInterval(poll);
      if (this.#leaving === view) this.#cover('none');
      this.#endLeaving(view);
    }, RETURN_EVERY_MS);
  }

  /** Also called when the viewer looks back again meanwhile. */
  #endLeaving(view: View | null): void {
    close(view);
    if (this.#leaving === view) this.#leaving = null;
    this.#tell();
  }
}

const now = (): number => performance.now();

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
  const video = makeVideo();
  box.append(video);
  const leaveCompressor = compressElement(video);
  return {
    box,
    video,
    leaveCompressor,
    from,
    player: null,
    fed: from,
    feed: null,
    openedMs: now(),
    shownMs: Number.NaN,
    pausedMs: Number.NaN,
  };
}
