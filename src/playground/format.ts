/** Formats figures for the playground. */

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_024 ** 2) return `${(bytes / 1_024).toFixed(1)} KB`;
  return `${(bytes / 1_024 ** 2).toFixed(1)} MB`;
}

export function formatTime(us: number): string {
  const ms = Math.round(us / 1_000);
  const rest = Math.abs(ms) % 60_000;
  return `${ms < 0 ? '-' : ''}${Math.floor(Math.abs(ms) / 60_000)}:${(rest / 1_000).toFixed(3).padStart(6, '0')}`;
}

export function formatBitRate(bytes: number, seconds: number): string {
  if (seconds <= 0) return '';
  const kbps = (bytes * 8) / seconds / 1_000;
  return kbps < 1_000 ? `${kbps.toFixed(0)} kbit/s` : `${(kbps / 1_000).toFixed(2)} Mbit/s`;
}
