import * as community from './families/community/generated/unpack.ts';
import * as games from './families/games/generated/unpack.ts';
import * as headline from './families/headline/generated/unpack.ts';
import * as music from './families/music/generated/unpack.ts';
import * as orders from './families/orders/generated/unpack.ts';
import * as pk from './families/pk/generated/unpack.ts';
import * as core from './generated/unpack.ts';
import type { Unpackers } from './packed.ts';

/** Every family at once: a batch is unpacked when it comes, and may hold anything. */
export const UNPACKERS: Unpackers = { core, headline, pk, music, orders, games, community };
