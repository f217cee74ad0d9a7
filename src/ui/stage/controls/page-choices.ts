/** Choices of the player's menu that the page itself executes. */
import type { Clock } from '../../../player/base/clock.ts';
import { canCompress, compressElement, setCompression } from '../../../player/compressor.ts';
import type { PlayerKind } from '../../../player/rules/names.ts';

/** Minutes after which the stream ends; the viewer chooses. */
export const SLEEP_MINUTES = [15, 30, 60, 90] as const;
export type SleepMinutes = (typeof SLEEP_MINUTES)[number];
/** Time of the warning before the end, in milliseconds. */
const SLEEP_WARNING_MS = 60_000;
const MINUTE_MS = 60_000;

export interface SleepEvents {
  readonly warn: () => void;
  readonly end: () => void;
}

/** Ends the stream after the chosen time; a new choice replaces the previous one. */
export function createSleepTimer(clock: Pick<Clock, 'after'>) {
  let chosen: SleepMinutes | null = null;
  let cancel = (): void => undefined;
  return {
    /** null: not set. */
    chosen: (): SleepMinutes | null => chosen,
    set(minutes: SleepMinutes | null, { warn, end }: SleepEvents): void {
      cancel();
      chosen = minutes;
      if (minutes === null) return;
      const cancelWarning = clock.after(minutes * MINUTE_MS - SLEEP_WARNING_MS, warn);
      const cancelEnd = clock.after(minutes * MINUTE_MS, () => {
        chosen = null;
        end();
      });
      cancel = () => {
        cancelWarning();
        cancelEnd();
      };
    },
  };
}

/** One timer per page; it continues while the menu is closed. */
export const sleepTimer = createSleepTimer({
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

const COMPRESSOR_KEY = 'footlight-compressor';
/** The <video> of the live player; that of an earlier part is deeper (player/look-back.ts). */
const LIVE_VIDEO = '[data-double] > div > video';

function readCompressor(): boolean {
  try {
    return localStorage.getItem(COMPRESSOR_KEY) === 'on';
  } catch {
    return false;
  }
}

/** The compressor for loud voices; where storage is forbidden it lasts until the page is closed. */
function createCompressor() {
  let isOn = readCompressor();
  const listeners = new Set<() => void>();
  const apply = (): void => {
    const video = document.querySelector<HTMLVideoElement>(LIVE_VIDEO);
    if (isOn && video !== null) compressElement(video);
    setCompression(isOn);
  };
  return {
    isOn: () => isOn,
    /** The sound of WebRTC cannot be routed. */
    isOffered: (kind: PlayerKind | null): boolean => kind !== null && kind !== 'webrtc' && canCompress(),
    apply,
    choose: (next: boolean): void => {
      isOn = next;
      try {
        if (isOn) localStorage.setItem(COMPRESSOR_KEY, 'on');
        else localStorage.removeItem(COMPRESSOR_KEY);
      } catch {
        // Storage is forbidden.
      }
      apply();
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const compressor = createCompressor();
