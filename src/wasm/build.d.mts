import type { Toolchain } from './toolchain/toolchain.mjs';

export type BuildName = 'simd-mt' | 'simd' | 'baseline' | 'range-simd-mt' | 'range-simd' | 'range-baseline';

/** The folder hevc/. */
export const SOURCE_DIR: string;

/** All .c and .h files below `dir` (hevc/), as POSIX paths relative to it. */
export function listSources(dir?: string): string[];

export interface BuildOptions {
  names?: boolean;
  /** With what hevc/inspect.h adds: the blocks of pictures, or the stages of threads. */
  variant?: 'debug' | 'profile';
  compileOnly?: boolean;
  /** Further C sources and headers, by path. */
  programs?: readonly string[];
  exports?: readonly string[];
  /** Which of the decoder's sources to build, by path below hevc/. */
  only?: RegExp;
  /** Text in place of that of a file, by path below hevc/. */
  changed?: ReadonlyMap<string, string>;
}

export function buildModule(toolchain: Toolchain, build: BuildName, options?: BuildOptions): Promise<Uint8Array | undefined>;

/** The hash of everything that decides the bytes of a module: the same recipe, the same module. Compiles nothing. */
export function moduleRecipe(buildName: string, toolchainId?: string, variant?: BuildOptions['variant']): string;
