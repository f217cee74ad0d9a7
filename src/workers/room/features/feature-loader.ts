import type { MachineRoomHalf } from './feature-api.ts';

/** One chunk per feature, fetched when it is woken. */
const HALVES = import.meta.glob<{ readonly room: MachineRoomHalf }>('../../../features/*/room.ts');

/** Rejects if the feature has no half in this worker or its chunk cannot be loaded. */
export async function loadRoomHalf(name: string): Promise<MachineRoomHalf> {
  const load = HALVES[`../../../features/${name}/room.ts`];
  if (load === undefined) throw new Error(`feature ${name} has no room.ts`);
  return (await load()).room;
}

/** Preloaded, because every live room offers it the stage before it plays, and a round trip would delay the picture. */
const STAGE_GUEST = 'lead-in';

export function loadAhead(): void {
  // Loaded again, and a failure reported, when the stage is offered.
  loadRoomHalf(STAGE_GUEST).catch(() => undefined);
}
