import type { Toolchain } from './toolchain/toolchain.mjs';

export type BuildName = 'simd-mt' | 'simd' | 'baseline' | 'range-simd-mt' | 'range-simd' | 'range-baseline';

/** The folder hevc/. */
export const SOURCE_DIR: string;

/** All .c and .h files below `dir` (hevc/), as POSIX paths relative to it. */
export function listSources(dir?: string): string[];

export interface BuildOptions {
  names?: boolean;
  /** Builds with the additions of hevc/inspect.h: the blocks of pictures, or the stages of threads. */
  variant?: 'debug' | 'profile';
  compileOnly?: boolean;
  /** Further C sources and headers, by path. */
  programs?: readonly string[];
  exports?: readonly string[];
  /** Selects sources of the decoder, by path below hevc/. */
  only?: RegExp;
  /** Replaces the text of files, by path below hevc/. */
  changed?: ReadonlyMap<string, string>;
}

export function buildModule(toolchain: Toolchain, build: BuildName, options?: BuildOptions): Promise<Uint8Array | undefined>;

/** The hash of all inputs of a module: the same recipe gives the same module. Compiles nothing. */
export function moduleRecipe(buildName: string, toolchainId?: string, options?: Omit<BuildOptions, 'compileOnly' | 'changed'>): string;
