import { follow } from '../backend/follow.ts';
import { profiles } from '../backend/profiles.ts';
import type { Session } from './session-host.ts';
import * as mocks from '../feature-mocks.ts';

/** All scripted sessions of the mock. `profiles` is before the other session of its feature, because it answers only its own verbs. */
export const SESSIONS: readonly Session[] = [profiles, follow, ...Object.values(mocks).flatMap(({ sessions = [] }) => sessions)];
