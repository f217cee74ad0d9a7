import { createLateCode, type LateCode, type LateCodeDeps } from '../../core/late-code.ts';
import { CORE } from '../../wire/core-codec.ts';
import { type Codec, codecFrom } from '../../wire/schema.ts';

/** Loaders of the message families outside the first bundle, one row per family. */
export type FamilyLoaders = LateCodeDeps<Codec>['loaders'];

export const FAMILY_LOADERS: FamilyLoaders = {
  headline: async () => codecFrom(await import('../../wire/generated/headline.js')),
  pk: async () => codecFrom(await import('../../wire/generated/pk.js')),
  music: async () => codecFrom(await import('../../wire/generated/music.js')),
  orders: async () => codecFrom(await import('../../wire/generated/orders.js')),
  games: async () => codecFrom(await import('../../wire/generated/games.js')),
  community: async () => codecFrom(await import('../../wire/generated/community.js')),
  people: async () => codecFrom(await import('../../wire/generated/people.js')),
};

/** The codecs by family; `core`, which includes chat, is always loaded. */
export const createFamilies = (deps: Omit<LateCodeDeps<Codec>, 'ready'>): LateCode<Codec> =>
  createLateCode({ ...deps, ready: { core: CORE } });
