/** Exports of `@footlight/player`: the player of the room, for a page without the room. */
export { createPlayer, type FootlightPlayer, type Memory, type PlayerOptions } from './create-player.ts';
export { PLAYER_ERRORS, type CatalogueRow, type InspectErrorCode, type PlayerErrorCode } from './events.ts';
export { PLAYER_EVENTS, type PlayerError, type PlayerEventName, type PlayerEvents, type Statistics } from './events.ts';
export { inspectStream, type InspectOptions, type Inspection, type StreamInfo } from './inspect-stream.ts';
export type { Sources } from './sources.ts';
export type { Decision } from '../base/machine.ts';
export type { PlayerKind } from '../rules/names.ts';
export type { PlayerFact } from '../rules/recovery/orders.ts';
export type { Remembered } from '../rules/recovery/stored-visits.ts';
