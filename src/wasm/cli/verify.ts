import { createHash } from 'node:crypto';
import { splitAccessUnits } from '../glue/access-units.ts';
import type { Decoder } from '../glue/decoder.ts';
import { decodeStream } from './decode-stream.ts';

export interface ExpectedStream {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** md5 of the cropped planes in output order; a damaged stream has none and must only not crash. */
  readonly md5?: string;
  readonly frames?: number;
  /** True if the picture hash SEI of the stream are correct. */
  readonly hashSei: boolean;
}

export type Verdict =
  | { readonly name: 'exact'; readonly hashed: number }
  | { readonly name: 'survived'; readonly detail: string }
  | { readonly name: 'refused'; readonly detail: string }
  | { readonly name: 'wrong'; readonly detail: string };

/** Decodes the stream with a decoder that may have decoded others before, and returns the result. */
export async function verifyStream(decoder: Decoder, stream: ExpectedStream): Promise<Verdict> {
  const before = decoder.counters();
  const whole = createHash('md5');
  let hashed = 0;
  let differs = 0;
  let lost = 0;
  let first = '';
  let index = 0;
  const outcome = await decodeStream(decoder, splitAccessUnits(stream.bytes), (picture) => {
    if (picture.hash !== 'unchecked') hashed++;
    if (picture.hash === 'differs') {
      differs++;
      first ||= `picture ${index} (poc ${picture.poc})`;
    }
    const planes = decoder.copy(picture);
    if (planes) whole.update(planes);
    else lost++;
    index++;
  });
  const after = decoder.counters();
  const rebuilds = before.ok && after.ok ? after.value.rebuilds - before.value.rebuilds : 1;
  const md5 = whole.digest('hex');

  if (outcome.firstError?.code === 'DECODER_UNSUPPORTED' && md5 !== stream.md5) {
    return { name: 'refused', detail: outcome.firstError.detail };
  }
  const faults = [
    rebuilds > 0 && `${rebuilds} traps`,
    stream.md5 !== undefined && md5 !== stream.md5 && `md5 ${md5} for ${stream.md5}`,
    stream.frames !== undefined && outcome.pictures !== stream.frames && `${outcome.pictures} pictures for ${stream.frames}`,
    stream.md5 !== undefined && stream.hashSei && differs > 0 && `${differs} of ${hashed} hashes differ, first ${first}`,
    lost > 0 && `${lost} pictures lost`,
    stream.md5 !== undefined &&
      outcome.firstError &&
      `${outcome.errors} errors, first ${outcome.firstError.code} ${outcome.firstError.detail}`,
  ].filter((fault) => typeof fault === 'string');
  if (faults.length > 0) return { name: 'wrong', detail: faults.join('; ') };
  if (stream.md5 !== undefined) return { name: 'exact', hashed };
  return { name: 'survived', detail: `${outcome.pictures} pictures, ${outcome.errors} errors` };
}
