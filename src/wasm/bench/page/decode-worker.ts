/** The decode benchmark's worker: opens one decoder and decodes the stream on each request. */
import { Md5 } from '../../playground/session/md5.ts';
import { splitAccessUnits } from '../../glue/access-units.ts';
import type * as GlueModule from '../../glue/decoder.ts';
import type { OpenOptions } from '../../glue/decoder.ts';
import type * as DecodeStreamModule from '../../cli/decode-stream.ts';

// Code of the measured revision (measure/pages.ts).
// @ts-expect-error -- an alias of the bundler
import { decodeStream as subjectDecodeStream } from '@subject/wasm/cli/decode-stream.ts';
// @ts-expect-error -- an alias of the bundler
import * as subjectGlue from '@subject/wasm/glue/decoder.ts';

const decodeStream = subjectDecodeStream as typeof DecodeStreamModule.decodeStream;
const glue = subjectGlue as typeof GlueModule;

export type Task =
  | {
      readonly type: 'open';
      readonly options: OpenOptions;
      readonly stream: string;
    }
  | { readonly type: 'md5' }
  | { readonly type: 'decode' };
export interface Answered {
  readonly ms: number;
  /** Number of threads of the project's decoder. */
  readonly threads: number;
  readonly pictures: number;
  readonly md5: string;
  readonly error: string;
}

interface Opened {
  readonly threads: number;
  md5(): Promise<string> | string;
  decode(): Promise<{ readonly ms: number; readonly pictures: number }> | { readonly ms: number; readonly pictures: number };
}

const bytesAt = async (url: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(url)).arrayBuffer());

async function timed(decode: () => Promise<number> | number): Promise<{ readonly ms: number; readonly pictures: number }> {
  const startedMs = performance.now();
  const pictures = await decode();
  return { ms: performance.now() - startedMs, pictures };
}

async function openOurs(options: OpenOptions, units: readonly Uint8Array[]): Promise<Opened> {
  const opened = await glue.Decoder.open({ limits: glue.LEVEL_6_2_LIMITS, ...options });
  if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail}`);
  const decoder = opened.value;
  const decode = async (show?: Parameters<typeof decodeStream>[2]): Promise<number> => {
    const { pictures, firstError } = await decodeStream(decoder, units, show);
    if (firstError) throw new Error(firstError.detail);
    return pictures;
  };
  return {
    threads: decoder.threads,
    async md5() {
      const whole = new Md5();
      await decode((picture) => {
        const planes = decoder.copy(picture);
        if (planes) whole.update(planes);
      });
      return whole.hex();
    },
    decode: () => timed(() => decode()),
  };
}

let opened: Opened | undefined;

async function answer(task: Task): Promise<Partial<Answered>> {
  if (task.type === 'open') {
    opened = await openOurs(task.options, [...splitAccessUnits(await bytesAt(task.stream))]);
    return { threads: opened.threads };
  }
  if (!opened) throw new Error('no decoder is open');
  return task.type === 'md5' ? { md5: await opened.md5() } : opened.decode();
}

self.addEventListener('message', ({ data, ports }: MessageEvent<Task>) => {
  const post = (message: Partial<Answered>): void =>
    ports[0]!.postMessage({ ms: 0, threads: 0, pictures: 0, md5: '', error: '', ...message });
  answer(data).then(post, (error: unknown) => post({ error: String(error) }));
});
