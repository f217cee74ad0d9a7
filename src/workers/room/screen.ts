import type { Clock } from '../../player/base/clock.ts';
import type { FeatureView } from '../../core/feature.ts';
import type { RoomPatch, RoomView } from '../../core/room/view.ts';

export function createScreen(initial: RoomView, clock: Clock, send: (patch: RoomPatch) => void) {
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
    /** Merged with the other changes of this task. `features` is not set here. */
    patch: (patch: Omit<RoomPatch, 'features'>) => merge(patch),
    showFeature: (name: string, feature: FeatureView) => merge({ features: { [name]: feature } }),
    isFlushed: () => waiting === null,
  };
}

export type Screen = ReturnType<typeof createScreen>;
