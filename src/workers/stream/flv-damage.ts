/** Why a piece of the stream was skipped: a closed list, counted in the stats. */
export type TagDamage =
  'not-flv' | 'bad-tag' | 'cut' | 'empty-tag' | 'short-tag' | 'unknown-codec' | 'unknown-packet' | 'encrypted' | 'bad-script';

export type TagResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: TagDamage };
