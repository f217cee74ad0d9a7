import type { Machine, Step, Tick } from '../../core/machine.ts';
import { err, ok, type Result } from '../../core/result.ts';

/** S36. */
export const DEFAULT_SINGER_S = 90;
const MAX_SINGER_S = 3_600;
/** S36: `platform` of the call: 8 embedded, else 7. */
export const SINGER_PLATFORM = { web: 7, embed: 8 } as const;
export const SINGER_VERSION = 1;

export type Singer = { readonly name: 'asking' | 'known'; readonly durationS: number };
export type SingerEvent = { readonly type: 'ask' } | { readonly type: 'answer'; readonly durationS: number };
export interface SingerEffect {
  readonly type: 'fetch';
}

export const singerMachine: Machine<Singer, SingerEvent, SingerEffect, null> = {
  name: 'singer',
  initial: { name: 'asking', durationS: DEFAULT_SINGER_S },
  deadlineMs: () => null,
  step(state: Singer, event: SingerEvent | Tick): Step<Singer, SingerEffect> {
    if (event.type === 'ask') return [state, { type: 'fetch' }];
    return [event.type === 'answer' ? { name: 'known', durationS: event.durationS } : state];
  },
};

/** Reads `code` and `data.duration` in seconds; the default if the answer has none. */
export function readDuration(body: unknown): Result<number> {
  if (typeof body !== 'object' || body === null || !('code' in body) || body.code !== 0) return err('HTTP_BAD_BODY', 'singer: no answer');
  const data: unknown = 'data' in body ? body.data : null;
  const duration: unknown = typeof data === 'object' && data !== null && 'duration' in data ? data.duration : undefined;
  if (duration === undefined || duration === null) return ok(DEFAULT_SINGER_S);
  if (typeof duration !== 'number' || !(duration > 0) || duration > MAX_SINGER_S) return err('HTTP_BAD_BODY', 'singer: duration');
  return ok(duration);
}
