import { Inflate } from 'pako';
import snappy from 'snappyjs';
import { type Result, err, ok } from '../core/result.ts';

/** What a compressed content may become; checked while it inflates, not after. */
export const MAX_INFLATED_BYTES = 4_194_304;
/** Output of one inflate step: a bomb is noticed at most this far past the limit. */
const INFLATE_STEP_BYTES = 32_768;
const LEAST_STEP_BYTES = 512;

const GZIP_MAGIC = [0x1f, 0x8b] as const;

export function inflateGzip(bytes: Uint8Array): Result<Uint8Array> {
  if (bytes[0] !== GZIP_MAGIC[0] || bytes[1] !== GZIP_MAGIC[1]) return err('WIRE_BAD_COMPRESSION', 'not gzip');
  const chunks: Uint8Array[] = [];
  let total = 0;
  const inflate = new Inflate({ chunkSize: stepOf(bytes) });
  inflate.onData = (chunk) => {
    total += chunk.length;
    if (total > MAX_INFLATED_BYTES) throw new TooLong();
    chunks.push(chunk);
  };
  // The default keeps the chunks a second time and glues them; here they are glued below, once, and only when all is well.
  inflate.onEnd = () => undefined;
  try {
    if (!inflate.push(bytes, true)) return err('WIRE_BAD_COMPRESSION', `gzip: ${inflate.msg}`);
  } catch (thrown) {
    if (thrown instanceof TooLong) return err('WIRE_INFLATED_TOO_LONG', `gzip: more than ${MAX_INFLATED_BYTES} bytes`);
    return err('WIRE_BAD_COMPRESSION', `gzip: ${String(thrown)}`);
  }
  return ok(join(chunks, total));
}

/** A message is a few hundred bytes, and says so at its end (RFC 1952, ISIZE): whatever it says, only the size of a step depends on it. */
function stepOf(bytes: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(-4);
  return Math.min(INFLATE_STEP_BYTES, Math.max(LEAST_STEP_BYTES, (a | (b << 8) | (c << 16) | (d << 24)) >>> 0));
}

/** pako has no other way to be stopped in the middle than an exception from its data handler. */
class TooLong extends Error {}

function join(chunks: readonly Uint8Array[], total: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * snappyjs trusts its input further than a socket deserves: a four-byte literal length with the top bit set moves its read position
 * backwards (an endless loop), and an element that ends early is read as zeros. So the elements are walked first, which is cheap, and only
 * a stream that adds up to the length it declares is handed on.
 */
export function inflateSnappy(bytes: Uint8Array): Result<Uint8Array> {
  const walked = walkSnappy(bytes);
  if (!walked.ok) return walked;
  try {
    // A plain Uint8Array also where Node's Buffer is at hand: snappyjs answers in kind.
    return ok(snappy.uncompress(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), MAX_INFLATED_BYTES));
  } catch (thrown) {
    return err('WIRE_BAD_COMPRESSION', `snappy: ${String(thrown)}`);
  }
}

/** The length that the stream declares, when the stream keeps to it (snappy format description, sections 1 and 2). */
function walkSnappy(bytes: Uint8Array): Result<number> {
  const bad = (why: string) => err('WIRE_BAD_COMPRESSION', `snappy: ${why}`);
  let at = 0;
  let declared = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined || shift > 28) return bad('no length');
    declared += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (declared > MAX_INFLATED_BYTES) return err('WIRE_INFLATED_TOO_LONG', `snappy: ${declared} bytes`);

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
