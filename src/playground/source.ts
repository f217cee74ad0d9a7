/** Reads the bytes of an address, within limits. */
import { joinBytes } from '../core/bounded-read.ts';

/** A larger file and the decoder together do not fit into the memory of a small machine. */
export const FILE_BYTES_MAX = 512 * 1024 ** 2;
/** Milliseconds read from a live stream, which never ends. */
const LIVE_MS = 15_000;

export class SourceError extends Error {
  readonly code: 'FETCH' | 'TOO_LARGE';
  constructor(code: 'FETCH' | 'TOO_LARGE', detail: string) {
    super(detail);
    this.code = code;
  }
}

/** A response without a length is cut after LIVE_MS; a file is read to its end. */
export async function readAddress(address: string, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, { signal }).catch((error: unknown) => {
    throw new SourceError('FETCH', String(error));
  });
  if (!response.ok || !response.body) throw new SourceError('FETCH', `status ${response.status}`);
  const isLive = !response.headers.has('content-length');
  const reader = response.body.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Also ends a live stream that sends nothing more.
  const end = isLive ? setTimeout(() => void reader.cancel().catch(() => undefined), LIVE_MS) : undefined;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parts.push(read.value);
      bytes += read.value.length;
      if (bytes > FILE_BYTES_MAX) {
        void reader.cancel();
        throw new SourceError('TOO_LARGE', `more than ${FILE_BYTES_MAX / 1024 ** 2} MB`);
      }
      onProgress(bytes);
    }
  } finally {
    clearTimeout(end);
  }
  return joinBytes(parts, bytes);
}

/** Last part of the path; the whole text if it is not a valid address, which the request then reports. */
export function nameOf(address: string): string {
  try {
    return decodeURIComponent(new URL(address, location.href).pathname.split('/').pop() ?? '') || address;
  } catch {
    return address;
  }
}
