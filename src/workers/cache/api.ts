import type { Result } from '../../core/errors.ts';

/** P12: resources of gifts, mounts and emoji, each downloaded once and kept over visits if the browser allows it. */
export interface CacheApi {
  /** `failures` receives a Failure for each failure of store or download; transferred. */
  start(failures: MessagePort): Promise<Result>;
  /** From the store, or downloaded and stored. Never rejects; a broken store only costs the download. */
  getResource(url: string, want: ResourceWant): Promise<Result<Blob>>;
  figures(): Promise<Result<CacheFigures>>;
}

export interface ResourceWant {
  /** SHA-256 from the list that names the resource: 64 hexadecimal digits, or `sha256-` and base64. */
  readonly hash?: string;
  readonly maxBytes: number;
  /** Receives DownloadProgress; transferred. */
  readonly progress?: MessagePort;
}

export interface DownloadProgress {
  readonly receivedBytes: number;
  /** null if the server does not send it. */
  readonly totalBytes: number | null;
}

export interface CacheFigures {
  readonly hits: number;
  readonly downloads: number;
  /** Connections that resumed a broken download. */
  readonly resumed: number;
  readonly evicted: number;
  readonly failures: number;
  /** Null while the store is unavailable. */
  readonly storedBytes: number | null;
}
