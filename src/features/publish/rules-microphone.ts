/** Lower end of the bar; dB below full scale. */
const SILENT_DB = -60;
/** Samples at or above this level count as clipped; full scale is 1. */
const CLIPPED = 0.985;
/** After this time of silence the microphone is probably switched off, or the wrong one is selected. */
const SILENT_AFTER_MS = 6_000;

/** Length of the bar, 0 to 1, proportional to the dB value of the loudest sample. */
export function levelOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak === 0) return 0;
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(peak)) / SILENT_DB));
}

/** `sinceMs`: start of the silence; null while there is sound. */
export interface Hearing {
  readonly says: 'sound' | 'too loud' | 'silent';
  readonly sinceMs: number | null;
}
export const HEARING: Hearing = { says: 'sound', sinceMs: null };

/** Next notice about the microphone after a new level. Returns the same object if nothing changed. */
export function stepHearing(before: Hearing, level: number, nowMs: number): Hearing {
  const sinceMs = level > 0 ? null : (before.sinceMs ?? nowMs);
  const says = level >= levelOf(LOUD) ? 'too loud' : sinceMs !== null && nowMs - sinceMs >= SILENT_AFTER_MS ? 'silent' : 'sound';
  return says === before.says && sinceMs === before.sinceMs ? before : { says, sinceMs };
}
const LOUD = Float32Array.of(CLIPPED);
