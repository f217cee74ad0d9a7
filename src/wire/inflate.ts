import { Inflate } from 'pako';
import snappy from 'snappyjs';
import { type Result, err, ok } from '../core/errors.ts';

/** Upper bound of an inflated content without a row, in bytes; checked while it inflates. */
export const MAX_INFLATED_BYTES = 4_194_304;
/** Bounds of an output buffer, in bytes, because the declared size is untrusted; pako adds buffers with the actual output. */
const BUFFER_BYTES = { least: 64, most: 32_768 } as const;
/** Makes zlib accept only gzip: 16 is added to the window size in bits (15). */
const GZIP_WINDOW_BITS = 31;

class TooLong extends Error {}

class BoundedInflate extends Inflate {
  #leftBytes: number;

  constructor(chunkSize: number, maxBytes: number) {
    super({ windowBits: GZIP_WINDOW_BITS, chunkSize });
    this.#leftBytes = maxBytes;
  }

  override onData(chunk: Uint8Array<ArrayBuffer>): void {
    this.#leftBytes -= chunk.length;
    if (this.#leftBytes < 0) throw new TooLong();
    super.onData(chunk);
  }
}

/** gzip (RFC 1952), also of several members one after the other. `maxBytes`: bound of the message's row; a longer content is not inflated to its end. */
export function inflateGzip(bytes: Uint8Array, maxBytes = MAX_INFLATED_BYTES): Result<Uint8Array> {
  const declared = bytes.length < 4 ? 0 : littleEndian(bytes, bytes.length - 4, 4);
  const chunkSize = Math.min(BUFFER_BYTES.most, Math.max(BUFFER_BYTES.least, declared));
  const inflate = new BoundedInflate(chunkSize, maxBytes);
  try {
    inflate.push(bytes, true);
  } catch (thrown) {
    if (thrown instanceof TooLong) return err('WIRE_INFLATED_TOO_LONG', `gzip: more than ${maxBytes} bytes`);
    throw thrown;
  }
  return inflate.err === 0 ? ok(inflate.result as Uint8Array) : err('WIRE_BAD_COMPRESSION', `gzip: ${inflate.msg}`);
}

/**
 * snappyjs trusts its input: a four-byte literal length with the top bit set moves its read position backwards (an endless loop), and an
 * element that ends early is read as zeros. So the elements are checked first, which is cheap, and a stream is inflated only if its
 * elements produce the declared length.
 */
export function inflateSnappy(bytes: Uint8Array, maxBytes = MAX_INFLATED_BYTES): Result<Uint8Array> {
  const walked = walkSnappy(bytes, maxBytes);
  if (!walked.ok) return walked;
  try {
    // A plain Uint8Array, because snappyjs returns a Buffer for a Buffer of Node.
    return ok(snappy.uncompress(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), maxBytes));
  } catch (thrown) {
    return err('WIRE_BAD_COMPRESSION', `snappy: ${String(thrown)}`);
  }
}

/** Returns the declared length if the elements of the stream produce it (snappy format description, sections 1 and 2). */
function walkSnappy(bytes: Uint8Array, maxBytes: number): Result<number> {
  const bad = (why: string) => err('WIRE_BAD_COMPRESSION', `snappy: ${why}`);
  let at = 0;
  let declared = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined || shift > 28) return bad('no length');
    declared += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (declared > maxBytes) return err('WIRE_INFLATED_TOO_LONG', `snappy: ${declared} bytes`);

  let produced = 0;
  while (at < bytes.length) {
    const tag = bytes[at++] ?? 0;
    const form = tag & 3;
    if (form === 0) {
      const short = tag >>> 2;
      const extra = short < 60 ? 0 : short - 59;
      if (at + extra > bytes.length) return bad('a literal length is cut');
      const length = (extra === 0 ? short : littleEndian(bytes, at, extra)) + 1;
      at += extra + length;
      if (at > bytes.length) return bad('a literal is cut');
      produced += length;
    } else {
      const extra = form === 1 ? 1 : form === 2 ? 2 : 4;
      if (at + extra > bytes.length) return bad('a copy is cut');
      const offset = littleEndian(bytes, at, extra) + (form === 1 ? (tag >>> 5) * 256 : 0);
      at += extra;
      if (offset === 0 || offset > produced) return bad('a copy starts outside');
      produced += form === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    }
    if (produced > declared) return bad('more than it declares');
  }
  return produced === declared ? ok(declared) : bad('less than it declares');
}

function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}
