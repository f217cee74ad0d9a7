/** On/off switches of the remote config that belong to the room. The documents name them but not their defaults: these are ours. */
export const ROOM_SWITCHES = {
  leadIn: { value: true, source: 'document 1, section 5: lead-in feature switch' },
} as const satisfies Record<string, { value: boolean; source: string }>;

export type RoomSwitches = { readonly [Name in keyof typeof ROOM_SWITCHES]: boolean };

export function readRoomSwitches(input: Readonly<Record<string, unknown>>): {
  readonly switches: RoomSwitches;
  readonly problems: readonly string[];
} {
  const given = input['leadIn'];
  if (given === undefined) return { switches: { leadIn: ROOM_SWITCHES.leadIn.value }, problems: [] };
  if (given === true || given === 1) return { switches: { leadIn: true }, problems: [] };
  if (given === false || given === 0) return { switches: { leadIn: false }, problems: [] };
  return { switches: { leadIn: ROOM_SWITCHES.leadIn.value }, problems: ['leadIn must be a switch'] };
}
