/**
 * YUV4MPEG2: a header line, then each picture's planes after its own header line. Programs that read raw video read this format without a
 * size option.
 */
import { writeSync } from 'node:fs';
import { err, ok, type Result } from '../../core/result.ts';
import type { Picture } from '../glue/picture.ts';

/** Denominator of the rate. */
const RATE_SCALE = 1_000;

function headerOf({ width, height, bitDepth, chroma, sar }: Picture, framesPerS: number): string {
  const depth = bitDepth > 8 ? `p${bitDepth}` : '';
  const colour = {
    monochrome: `mono${bitDepth > 8 ? bitDepth : ''}`,
    '4:2:0': `420${depth === '' ? 'mpeg2' : depth}`,
    '4:2:2': `422${depth}`,
    '4:4:4': `444${depth}`,
  }[chroma];
  return `YUV4MPEG2 W${width} H${height} F${Math.round(framesPerS * RATE_SCALE)}:${RATE_SCALE} Ip A${sar[0]}:${sar[1]} C${colour}\n`;
}

/** Writes pictures of one size and depth; the first different one is refused, because the format does not support it. */
export class Y4mWriter {
  readonly #file: number;
  readonly #framesPerS: number;
  #header = '';

  constructor(file: number, framesPerS: number) {
    this.#file = file;
    this.#framesPerS = framesPerS;
  }

  write(picture: Picture, planes: Uint8Array): Result<number> {
    const header = headerOf(picture, this.#framesPerS);
    if (picture.chroma !== 'monochrome' && picture.bitDepth !== picture.bitDepthChroma)
      return err('DECODER_UNSUPPORTED', `y4m has no place for ${picture.bitDepth} bit luma with ${picture.bitDepthChroma} bit chroma`);
    if (this.#header !== '' && this.#header !== header)
      return err('DECODER_UNSUPPORTED', 'the size or depth changes within the stream, and y4m holds one of each');
    const isFirst = this.#header === '';
    this.#header = header;
    const head = Buffer.from(`${isFirst ? header : ''}FRAME\n`, 'latin1');
    writeAll(this.#file, head);
    writeAll(this.#file, planes);
    return ok(head.length + planes.length);
  }
}

/** A pipe may accept only a part, or nothing for a moment. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
