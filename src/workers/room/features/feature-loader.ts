import type { FeatureManifest } from '../../../core/feature.ts';
import type { MachineRoomPart } from './feature-api.ts';

/** One chunk per feature, fetched when it is woken. */
const PARTS = import.meta.glob<{ readonly room: MachineRoomPart }>('../../../features/*/room.ts');

/** Rejects if the feature has no part in this worker or its chunk cannot be loaded. */
export async function loadRoomPart(name: string): Promise<MachineRoomPart> {
  const load = PARTS[`../../../features/${name}/room.ts`];
  if (load === undefined) throw new Error(`feature ${name} has no room.ts`);
  return (await load()).room;
}

/** Preloads the stage guests, because every live room offers them the stage before it plays, and a round trip would delay the picture. */
export function loadAhead(manifests: readonly FeatureManifest[]): void {
  for (const { name, stageOrder } of manifests)
    // Loaded again, and a failure reported, when the stage is offered.
    if (stageOrder !== undefined) loadRoomPart(name).catch(() => undefined);
}
