export interface NativeBuild {
  readonly cc: string;
  readonly out: string;
  readonly sanitize?: string;
  readonly debug?: boolean;
  readonly threads?: boolean;
  readonly simd?: boolean;
  readonly range?: boolean;
  readonly jitter?: boolean;
  /** The program around the decoder; default native/main.c. */
  readonly main?: string;
}

export const CACHE_DIR: string;
/** The first clang that runs; undefined if none does. */
export function findClang(): string | undefined;
/** The reason why clang cannot build or run programs with a sanitizer; undefined if it can. */
export function sanitizerLack(cc: string, sanitize: string): string | undefined;
/** The program. */
export function buildNative(build: NativeBuild): Promise<string>;
