/** Choices of the player's menu that the page itself executes. */
import type { Clock } from '../../../player/base/clock.ts';
import { canCompress, compressElement, setCompression } from '../../../player/compressor.ts';
import type { PlayerKind } from '../../../player/rules/names.ts';
import { pageSetting } from '../../../design/page-setting.ts';

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

const compression = pageSetting<'on' | 'off'>(
  'footlight-compressor',
  ['on', 'off'],
  () => 'off',
  (value) => setCompression(value === 'on'),
);

/** The compressor for loud voices. */
export const compressor = {
  isOn: (): boolean => compression.shown() === 'on',
  /** The sound of WebRTC cannot be routed. */
  isOffered: (kind: PlayerKind | null): boolean => kind !== null && kind !== 'webrtc' && canCompress(),
  /** `video`: the element of the live player. */
  apply(video: HTMLVideoElement): void {
    compressElement(video);
    compression.show();
  },
  choose: (isOn: boolean): void => compression.choose(isOn ? 'on' : 'off'),
  subscribe: compression.subscribe,
};
