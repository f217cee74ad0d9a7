type MediaSourceConstructor = typeof MediaSource;

/** Null if the browser has no MediaSource, so nothing can be appended. */
export function mediaSourceClass(): MediaSourceConstructor | null {
  if ('MediaSource' in globalThis) return MediaSource;
  // iPhones have only ManagedMediaSource.
  const managed: unknown = Reflect.get(globalThis, 'ManagedMediaSource');
  return typeof managed === 'function' ? (managed as MediaSourceConstructor) : null;
}

export const HEVC = 'video/mp4; codecs="hvc1.1.6.L93.B0"';

/** Browsers claim HEVC more often than they support it (capabilities.ts). */
export const claimsHevc = (): boolean => mediaSourceClass()?.isTypeSupported(HEVC) ?? false;
