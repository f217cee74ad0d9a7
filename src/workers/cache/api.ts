import type { Result } from '../../core/result.ts';

/** Resources of gifts, mounts and emoji, each downloaded once and kept over visits where the browser can. */
export interface CacheApi {
  /** `stats`: the port to the stats worker, for failures; null reports nothing. */
  start(stats: MessagePort | null): Promise<Result>;
  /** Another worker asks by this port; it is served like the page. */
  connect(port: MessagePort): Promise<Result>;
  /** From the store, or downloaded and stored. Never rejects; a store that does not work costs the download and nothing else. */
  getResource(url: string, want: ResourceWant): Promise<Result<Blob>>;
  figures(): Promise<Result<CacheFigures>>;
}

export interface ResourceWant {
  /** SHA-256 by the list that names the resource: 64 hexadecimal digits, or `sha256-` and base64. */
  readonly hash?: string;
  readonly maxBytes: number;
  /** DownloadProgress comes by it; transferred. */
  readonly progress?: MessagePort;
}

export interface DownloadProgress {
  readonly receivedBytes: number;
  /** null when the server does not say. */
  readonly totalBytes: number | null;
}

export interface CacheFigures {
  readonly hits: number;
  readonly downloads: number;
  /** Connections that went on where an earlier one broke off. */
  readonly resumed: number;
  readonly evicted: number;
  readonly failures: number;
  /** Null while the store is not there. */
  readonly storedBytes: number | null;
}
