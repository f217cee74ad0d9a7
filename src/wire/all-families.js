import * as community from './families/community/generated/codec.ts';
import * as games from './families/games/generated/codec.ts';
import * as headline from './families/headline/generated/codec.ts';
import * as music from './families/music/generated/codec.ts';
import * as orders from './families/orders/generated/codec.ts';
import * as people from './families/people/generated/codec.ts';
import * as pk from './families/pk/generated/codec.ts';
import * as core from './generated/codec.ts';
const CODECS = { core, headline, pk, music, orders, games, community, people };
/** Every family at once: for contents.ts, the mock backend, the origin and the tests; the socket worker loads each at its first message. */
export function codecOf(family) {
    const codec = CODECS[family];
    if (codec === undefined)
        throw new Error(`family ${family} is missing in wire/all-families.ts`);
    return codec;
}
