import type { Failure } from '../../core/result.ts';
import * as core from '../../wire/generated/codec.ts';
import type { Codec } from '../../wire/schema.ts';

/** Loads the code of a family: one row a family that the first bundle does not hold. */
export type FamilyLoaders = Readonly<Record<string, () => Promise<Codec>>>;

export const FAMILY_LOADERS: FamilyLoaders = {
  headline: () => import('../../wire/families/headline/generated/codec.ts'),
  pk: () => import('../../wire/families/pk/generated/codec.ts'),
  music: () => import('../../wire/families/music/generated/codec.ts'),
  orders: () => import('../../wire/families/orders/generated/codec.ts'),
  games: () => import('../../wire/families/games/generated/codec.ts'),
  community: () => import('../../wire/families/community/generated/codec.ts'),
};

/** Messages of one family that wait while its code loads; more are counted and lost, the newest first: what came first explains what follows. */
export const MAX_WAITING_MESSAGES = 500;
export const MAX_WAITING_BYTES = 4_194_304;
/** A family whose code could not be loaded is tried again with the first message after this. */
export const FAMILY_RETRY_MS = 30_000;

export interface Families {
  /** Calls `read` with the family's codec: at once, or in order when it has come. */
  withCodec(family: string, bytes: number, read: (codec: Codec) => void): void;
}

export interface FamiliesDeps {
  readonly loaders: FamilyLoaders;
  nowMs(): number;
  /** The code could not be loaded, or a message of the family was lost for want of it. */
  onFailure(failure: Failure): void;
}

type Family =
  | { readonly at: 'ready'; readonly codec: Codec }
  | { readonly at: 'loading'; readonly waiting: ((codec: Codec) => void)[]; bytes: number }
  | { readonly at: 'failed'; readonly retryMs: number };

export function createFamilies(deps: FamiliesDeps): Families {
  const { loaders } = deps;
  const families = new Map<string, Family>([['core', { at: 'ready', codec: core }]]);
  const reportLost = (family: string, why: string): void =>
    deps.onFailure({ code: 'MODULE_LOAD_FAILED', detail: `messages of ${family}: ${why}` });

  async function load(name: string, loader: () => Promise<Codec>, waiting: readonly ((codec: Codec) => void)[]): Promise<void> {
    let codec: Codec;
    try {
      codec = await loader();
    } catch (cause) {
      families.set(name, { at: 'failed', retryMs: deps.nowMs() + FAMILY_RETRY_MS });
      for (const _lost of waiting) reportLost(name, String(cause));
      return;
    }
    families.set(name, { at: 'ready', codec });
    for (const read of waiting) read(codec);
  }

  return {
    withCodec(name, bytes, read) {
      const family = families.get(name);
      if (family?.at === 'ready') {
        read(family.codec);
        return;
      }
      if (family?.at === 'loading') {
        if (family.waiting.length >= MAX_WAITING_MESSAGES || family.bytes + bytes > MAX_WAITING_BYTES) {
          reportLost(name, 'too many wait');
          return;
        }
        family.waiting.push(read);
        family.bytes += bytes;
        return;
      }
      const loader = loaders[name];
      if (loader === undefined || (family !== undefined && deps.nowMs() < family.retryMs)) {
        reportLost(name, loader === undefined ? 'no such family' : 'not loaded');
        return;
      }
      const loading = { at: 'loading' as const, waiting: [read], bytes };
      families.set(name, loading);
      void load(name, loader, loading.waiting);
    },
  };
}
