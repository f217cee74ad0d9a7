/** Decoders of the commands and of the tests in Node, and the MD5s of their pictures. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../../scripts/lib/command-line.ts';
import { BUILDS } from '../glue/build.ts';
import { Decoder, LEVEL_6_2_LIMITS, type OpenOptions } from '../glue/decoder.ts';
import type { Picture } from '../glue/picture.ts';
import { digest } from '../streams/folder.ts';
import { decodeStream } from './decode-stream.ts';

/** Builds and their numbers of threads. */
export const CONFIGURATIONS = BUILDS.flatMap((build) =>
  (build === 'simd-mt' ? [1, 2, 4] : [1]).map((threads) => [build, threads] as const),
);

/** `dist`: another folder of modules. */
export async function openDecoder(options: OpenOptions, dist?: string): Promise<Decoder> {
  const base = dist === undefined ? {} : { base: pathToFileURL(path.resolve(dist) + path.sep) };
  const opened = await Decoder.open({ limits: LEVEL_6_2_LIMITS, ...options, ...base });
  if (!opened.ok) throw new UsageError(`${opened.error.code}: ${opened.error.detail}`);
  return opened.value;
}

export type Hashed = Awaited<ReturnType<typeof md5sOf>>;

/**
 * Decodes access units to the end: the MD5 of all planes, and of each picture, 'lost' if its memory was freed by a trap. `look` receives
 * each picture with a copy of its planes.
 */
export async function md5sOf(
  decoder: Decoder,
  units: Iterable<Uint8Array>,
  look: (picture: Picture, planes: Uint8Array | undefined) => void = () => undefined,
) {
  const whole = createHash('md5');
  const each: string[] = [];
  const outcome = await decodeStream(decoder, units, (picture) => {
    const planes = decoder.copy(picture);
    if (planes) whole.update(planes);
    each.push(planes ? digest('md5', planes) : 'lost');
    look(picture, planes);
  });
  return { ...outcome, md5: whole.digest('hex'), each };
}
