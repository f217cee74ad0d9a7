import { CORE } from './core-codec.ts';
import * as community from './generated/community.js';
import * as games from './generated/games.js';
import * as headline from './generated/headline.js';
import * as music from './generated/music.js';
import * as orders from './generated/orders.js';
import * as people from './generated/people.js';
import * as pk from './generated/pk.js';
import { type Codec, codecFrom } from './schema.ts';

const CODECS: Readonly<Record<string, Codec>> = {
  core: CORE,
  headline: codecFrom(headline),
  pk: codecFrom(pk),
  music: codecFrom(music),
  orders: codecFrom(orders),
  games: codecFrom(games),
  community: codecFrom(community),
  people: codecFrom(people),
};

/** All families at once: for contents.ts, the mock backend, the origin and the tests. The socket worker loads each with its first message. */
export function codecOf(family: string): Codec {
  const codec = CODECS[family];
  if (codec === undefined) throw new Error(`family ${family} is missing in wire/all-families.ts`);
  return codec;
}
