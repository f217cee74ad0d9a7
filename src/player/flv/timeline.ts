/**
 * Converts FLV's 32-bit tag times to one continuous clock: the wrap after 49 days, an encoder restart at 0 and jumps of a relay are joined, so
 * that the player never sees time run backwards or jump. Each track has its own last time: times of one track need only rise within it.
 */
export type Track = 'audio' | 'video';

export interface TimelinePoint {
  /** Never earlier than the one before in its track. */
  readonly timeMs: number;
  /** Of this item, for pictures whose tags have the time at which they are shown, and are in decoding order. */
  readonly ownMs: number;
  readonly change: 'none' | 'jump';
}

/** A longer silence of a track is a jump of its clock; up to this length it is a gap, for example between the pictures of a slide show. */
const MAX_GAP_MS = 10_000;
/** Steps back up to this length are disorder within a track; the times stay at the last one. */
const MAX_BACK_MS = 3_000;
/** Live encoders interleave within about a second. Tracks that are further apart have different clocks, and what arrives together belongs together. */
const MAX_APART_MS = 3_000;
/** A picture is shown at most this much earlier than one that was decoded before it. */
const MAX_REORDERED_MS = 500;
const WRAP_MS = 2 ** 32;

interface Clock {
  readonly firstMs: number;
  rawMs: number;
  /** Without the wrap. */
  wideMs: number;
  offsetMs: number;
  lastMs: number;
  /** The last jump, for the other track: length, change of the offset, and time after it. */
  jump: { readonly stepMs: number; readonly shiftMs: number; readonly wideMs: number } | null;
}

/** The distance of two 32-bit times, signed. */
const distance = (fromMs: number, toMs: number): number => {
  const step = (toMs - fromMs) % WRAP_MS;
  return step >= WRAP_MS / 2 ? step - WRAP_MS : step < -WRAP_MS / 2 ? step + WRAP_MS : step;
};

export class Timeline {
  readonly #clocks: Record<Track, Clock | null> = { audio: null, video: null };
  readonly #startsAt: number | null;
  #newest: Clock | null = null;

  /** `startsAt`: time of the first tag in ms; null keeps the times of the stream. */
  constructor(startsAt: number | null = 0) {
    this.#startsAt = startsAt;
  }

  /** `gapMs`: usual distance between neighbours of this track, used when joining a jump. */
  at(track: Track, rawMs: number, gapMs: number): TimelinePoint {
    const other = this.#clocks[track === 'audio' ? 'video' : 'audio'];
    const clock = this.#clocks[track];
    if (clock === null) {
      this.#newest = this.#clocks[track] = this.#open(rawMs, other);
      return { timeMs: this.#newest.lastMs, ownMs: this.#newest.lastMs, change: 'none' };
    }
    const stepMs = distance(clock.rawMs, rawMs);
    const isJump = stepMs < -MAX_BACK_MS || stepMs > MAX_GAP_MS;
    clock.rawMs = rawMs;
    clock.wideMs += stepMs;
    const isFirst = isJump && this.#join(clock, stepMs, gapMs, other);
    const nextMs = clock.wideMs + clock.offsetMs;
    clock.lastMs = Math.max(clock.lastMs, nextMs);
    const ownMs = Math.max(nextMs, clock.lastMs - MAX_REORDERED_MS);
    this.#newest = clock;
    return { timeMs: clock.lastMs, ownMs, change: isFirst ? 'jump' : 'none' };
  }

  /** Time of an item between the pictures (a message); it does not advance the clock. A time of another clock is treated as now. */
  of(rawMs: number): number {
    const newest = this.#newest;
    if (newest === null) return 0;
    const stepMs = distance(newest.rawMs, rawMs);
    return Math.abs(stepMs) <= MAX_APART_MS ? newest.wideMs + newest.offsetMs + stepMs : newest.lastMs;
  }

  #open(rawMs: number, other: Clock | null): Clock {
    if (other === null) {
      const lastMs = this.#startsAt ?? rawMs;
      return { firstMs: lastMs, rawMs, wideMs: rawMs, offsetMs: lastMs - rawMs, lastMs, jump: null };
    }
    const wideMs = other.wideMs + distance(other.rawMs, rawMs);
    const commonMs = wideMs + other.offsetMs;
    const isCommon = commonMs >= other.firstMs - MAX_APART_MS && commonMs <= other.lastMs + MAX_APART_MS;
    const lastMs = isCommon ? commonMs : other.lastMs;
    return { firstMs: lastMs, rawMs, wideMs, offsetMs: lastMs - wideMs, lastMs, jump: null };
  }

  /** If the other track has just made the same jump, both keep their distance (false); otherwise the track continues at the later end (true). */
  #join(clock: Clock, stepMs: number, gapMs: number, other: Clock | null): boolean {
    const known = other?.jump ?? null;
    const isCommon =
      other !== null && known !== null && Math.abs(known.stepMs - stepMs) <= MAX_APART_MS && other.wideMs - known.wideMs <= MAX_APART_MS;
    if (isCommon) {
      clock.offsetMs += known.shiftMs;
      other.jump = null;
      return false;
    }
    const continueMs = Math.max(clock.lastMs + gapMs, other?.lastMs ?? Number.NEGATIVE_INFINITY);
    const shiftMs = continueMs - (clock.wideMs + clock.offsetMs);
    clock.offsetMs += shiftMs;
    clock.jump = { stepMs, shiftMs, wideMs: clock.wideMs };
    return true;
  }
}
