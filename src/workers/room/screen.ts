import type { Clock } from '../../core/clock.ts';
import type { FeatureView } from '../../core/feature.ts';
import type { RoomPatch, RoomView } from '../../core/room/view.ts';

export interface Screen {
  readonly get: () => RoomView;
  /** Merged with the other changes of this task. `features` is not set here. */
  readonly patch: (patch: Omit<RoomPatch, 'features'>) => void;
  readonly showFeature: (name: string, view: FeatureView) => void;
  readonly isFlushed: () => boolean;
  readonly dispose: () => void;
}

export function createScreen(initial: RoomView, clock: Clock, send: (patch: RoomPatch) => void): Screen {
  let view = initial;
  let waiting: RoomPatch | null = null;
  let cancelTimer: (() => void) | null = null;
  const flush = (): void => {
    cancelTimer = null;
    if (waiting === null) return;
    send(waiting);
    waiting = null;
  };
  function merge(patch: RoomPatch): void {
    view = { ...view, ...patch, features: { ...view.features, ...patch.features } };
    waiting = patch.features ? { ...waiting, ...patch, features: { ...waiting?.features, ...patch.features } } : { ...waiting, ...patch };
    // Delayed by one task, so that the changes of one event become one patch.
    cancelTimer ??= clock.after(0, flush);
  }
  return {
    get: () => view,
    patch: merge,
    showFeature: (name, feature) => merge({ features: { [name]: feature } }),
    isFlushed: () => waiting === null,
    dispose: () => cancelTimer?.(),
  };
}
