import type { Field, Schema } from '../src/wire/schema.ts';
import type { Seeded } from '../src/wasm/tests/seeded.ts';

const NUMBERS = [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 268_435_455, 268_435_456, 2 ** 31 - 1, -1, -128, -(2 ** 31)];
const TEXTS = ['', 'a', '歌王', '🎤 mixed 文字', 'é'.repeat(30), 'x'.repeat(300), '字'.repeat(90), 'a'.repeat(39) + '字'];

/** A random message of the schema with some fields missing, as input for an encoder. */
export function randomBody(schema: Schema, rng: Seeded, depth = 0): Record<string, unknown> {
  const value = ({ type, scalar }: Field): unknown => {
    if (type === 'text') return rng.pick(TEXTS);
    if (type === 'number') return scalar?.startsWith('u') === true ? Math.abs(rng.pick(NUMBERS)) : rng.pick(NUMBERS);
    if (type === 'flag') return rng.int(2) === 1;
    return type === 'bytes' ? rng.bytes(rng.int(9)) : randomBody(type, rng, depth + 1);
  };
  return Object.fromEntries(
    Object.entries(schema.fields).flatMap(([name, field]) => {
      if (rng.int(4) === 0 || depth > 3) return [];
      return [[name, field.isList ? Array.from({ length: rng.int(4) }, () => value(field)) : value(field)]];
    }),
  );
}
