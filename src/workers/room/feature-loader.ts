import type { MachineRoomHalf } from './feature-api.ts';

/** A chunk each: nothing of a feature is fetched before it is woken. */
const HALVES = import.meta.glob<{ readonly room: MachineRoomHalf }>('../../features/*/room.ts');

/** Rejects when the feature has no half here or its chunk does not come. */
export async function loadRoomHalf(name: string): Promise<MachineRoomHalf> {
  const load = HALVES[`../../features/${name}/room.ts`];
  if (load === undefined) throw new Error(`feature ${name} has no room.ts`);
  return (await load()).room;
}

/** Every live room offers its stage to it before it plays: what is loaded meanwhile is no round trip before the picture. */
const STAGE_GUEST = 'lead-in';

export function loadAhead(): void {
  // Asked for again, and reported, when the stage is offered.
  loadRoomHalf(STAGE_GUEST).catch(() => undefined);
}
