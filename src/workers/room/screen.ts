import type { Clock } from '../../player/base/clock.ts';
import type { FeatureView } from '../../core/feature.ts';
import type { RoomPatch, RoomView } from '../../core/room/view.ts';

export interface Screen {
  readonly get: () => RoomView;
  /** Merged with the other changes of this task. `features` is not set here. */
  readonly patch: (patch: Omit<RoomPatch, 'features'>) => void;
  readonly showFeature: (name: string, view: FeatureView) => void;
  readonly isFlushed: () => boolean;
}

export function createScreen(initial: RoomView, clock: Clock, send: (patch: RoomPatch) => void): Screen {
  let view = initial;
  let waiting: RoomPatch | null = null;
  const flush = (): void => {
    if (waiting !== null) send(waiting);
    waiting = null;
  };
  function merge(patch: RoomPatch): void {
    view = { ...view, ...patch, features: { ...view.features, ...patch.features } };
    // Delayed by one task, so that the changes of one event become one patch.
    if (waiting === null) clock.after(0, flush);
    waiting = patch.features ? { ...waiting, ...patch, features: { ...waiting?.features, ...patch.features } } : { ...waiting, ...patch };
  }
  return {
    get: () => view,
    patch: merge,
    showFeature: (name, feature) => merge({ features: { [name]: feature } }),
    isFlushed: () => waiting === null,
  };
}
