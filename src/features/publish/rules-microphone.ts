/** Quieter than this is a bar without length; dB below full scale. */
const SILENT_DB = -60;
/** Full scale is 1: a sample this near to it is cut off. */
const CLIPPED = 0.985;
/** So long without a sound, a microphone is probably switched off, or another one is meant. */
export const SILENT_AFTER_MS = 6_000;

/** 0 to 1 of the bar, in even steps of what is heard: by dB, of the loudest sample. */
export function levelOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak === 0) return 0;
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(peak)) / SILENT_DB));
}

/** `sinceMs`: since when nothing was heard; null while something is. */
export interface Hearing {
  readonly says: 'sound' | 'too loud' | 'silent';
  readonly sinceMs: number | null;
}
export const HEARING: Hearing = { says: 'sound', sinceMs: null };

/** What the star is told about the microphone after another level. The same object back: nothing new. */
export function stepHearing(before: Hearing, level: number, nowMs: number): Hearing {
  const sinceMs = level > 0 ? null : (before.sinceMs ?? nowMs);
  const says = level >= levelOf(LOUD) ? 'too loud' : sinceMs !== null && nowMs - sinceMs >= SILENT_AFTER_MS ? 'silent' : 'sound';
  return says === before.says && sinceMs === before.sinceMs ? before : { says, sinceMs };
}
const LOUD = Float32Array.of(CLIPPED);
