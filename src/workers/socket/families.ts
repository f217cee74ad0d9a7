import { createLateCode, type LateCode, type LateCodeDeps } from '../../core/late-code.ts';
import * as core from '../../wire/generated/codec.ts';
import type { Codec } from '../../wire/schema.ts';

/** Loads the code of a family: one row a family that the first bundle does not hold. */
export type FamilyLoaders = LateCodeDeps<Codec>['loaders'];

export const FAMILY_LOADERS: FamilyLoaders = {
  headline: () => import('../../wire/families/headline/generated/codec.ts'),
  pk: () => import('../../wire/families/pk/generated/codec.ts'),
  music: () => import('../../wire/families/music/generated/codec.ts'),
  orders: () => import('../../wire/families/orders/generated/codec.ts'),
  games: () => import('../../wire/families/games/generated/codec.ts'),
  community: () => import('../../wire/families/community/generated/codec.ts'),
  people: () => import('../../wire/families/people/generated/codec.ts'),
};

/** The codecs by family; `core`, chat included, is there from the beginning. */
export const createFamilies = (deps: Omit<LateCodeDeps<Codec>, 'ready'>): LateCode<Codec> => createLateCode({ ...deps, ready: { core } });
