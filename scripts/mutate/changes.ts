import { FEATURE_CHANGES } from './changes-features.ts';
import { PAGE_CHANGES } from './changes-page.ts';
import { PLAYER_CHANGES } from './changes-player.ts';
import { ROOM_CHANGES } from './changes-room.ts';
import { SERVICE_CHANGES } from './changes-services.ts';

/** One place of the wiring, and the tests that have to notice when it is gone. */
export interface Change {
  /** What is wrong after it. */
  readonly name: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

export const CHANGES: readonly Change[] = [...ROOM_CHANGES, ...FEATURE_CHANGES, ...PLAYER_CHANGES, ...SERVICE_CHANGES, ...PAGE_CHANGES];
