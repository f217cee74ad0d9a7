type MediaSourceConstructor = typeof MediaSource;

/** Null where there is none: then nothing can be appended. */
export function mediaSourceClass(): MediaSourceConstructor | null {
  if ('MediaSource' in globalThis) return MediaSource;
  // iPhones have only the managed one.
  const managed: unknown = Reflect.get(globalThis, 'ManagedMediaSource');
  return typeof managed === 'function' ? (managed as MediaSourceConstructor) : null;
}

export const HEVC = 'video/mp4; codecs="hvc1.1.6.L93.B0"';

/** Claimed more often than it is there (capabilities.ts). */
export const claimsHevc = (): boolean => mediaSourceClass()?.isTypeSupported(HEVC) ?? false;
