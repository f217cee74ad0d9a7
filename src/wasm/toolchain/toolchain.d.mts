export interface Toolchain {
  /** Part of every cache key. */
  readonly id: string;
  compile(flags: readonly string[], files: Record<string, string>): Promise<Uint8Array>;
  link(flags: readonly string[], objects: Record<string, Uint8Array>): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function openYowaspToolchain(): Toolchain;
export function openSystemToolchain(): Toolchain;
