/** @ffmpeg/core: the whole ffmpeg as a module. The time is the one that ffmpeg measures around its decode loop, as for native ffmpeg. */

export interface FfmpegCore {
  exec(...args: readonly string[]): number;
  reset(): void;
  setLogger(log: (line: { readonly type: string; readonly message: string }) => void): void;
  readonly FS: { writeFile(name: string, bytes: Uint8Array): void; readFile(name: string): Uint8Array };
  readonly HEAPU8: Uint8Array;
}
export type FfmpegCoreFactory = (options: { readonly wasmBinary: Uint8Array }) => Promise<FfmpegCore>;

const INPUT = 'in.265';

export class FfmpegCoreDecoder {
  readonly #core: FfmpegCore;
  #lines: string[] = [];

  constructor(core: FfmpegCore, stream: Uint8Array) {
    this.#core = core;
    core.setLogger(({ message }) => this.#lines.push(message));
    core.FS.writeFile(INPUT, stream);
  }

  get memoryBytes(): number {
    return this.#core.HEAPU8.length;
  }

  decode(): { readonly ms: number; readonly pictures: number } {
    this.#run('-benchmark', '-threads', '1', '-i', INPUT, '-fps_mode', 'passthrough', '-f', 'null', '-');
    return readBenchmark(this.#lines.join('\n'));
  }

  md5(): string {
    this.#run('-threads', '1', '-i', INPUT, '-fps_mode', 'passthrough', '-f', 'md5', 'sum.txt');
    return md5Of(new TextDecoder().decode(this.#core.FS.readFile('sum.txt')));
  }

  #run(...args: readonly string[]): void {
    this.#lines = [];
    this.#core.reset();
    const code = this.#core.exec('-hide_banner', '-nostdin', ...args);
    if (code !== 0) throw new Error(`ffmpeg ends with ${code}: ${this.#lines.at(-1) ?? ''}`);
  }
}

/** Reads the output of `-benchmark`, which excludes the start of the process and the probing of the file. */
export function readBenchmark(text: string): {
  readonly ms: number;
  readonly cpuMs: number;
  readonly pictures: number;
  readonly maxRssKib: number;
} {
  const seconds = (what: string): number => Number(new RegExp(`${what}=([\\d.]+)s`).exec(text)?.[1]);
  return {
    ms: seconds('rtime') * 1_000,
    cpuMs: (seconds('utime') + seconds('stime')) * 1_000,
    pictures: Number([...text.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]),
    maxRssKib: Number(/maxrss=(\d+)/.exec(text)?.[1]),
  };
}

export const md5Of = (text: string): string => /MD5=([0-9a-f]{32})/.exec(text)?.[1] ?? '';
