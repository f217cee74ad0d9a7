import { expect, test } from 'vitest';
import { cleanReceived } from '../../src/core/socket/cleaning.ts';
import { readProtobuf } from '../../src/wire/body.ts';
import { CORE } from '../../src/wire/core-codec.ts';
import { readEnvelope } from '../../src/wire/envelope.ts';
import { rounds } from '../rounds.ts';
import { seeded } from '../seeded.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const PARTS = [
  'a',
  'Z9',
  '~',
  '<b>',
  '\u0000',
  'é',
  '߿',
  '大家',
  '晚风',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud7ff',
  '\ue000',
  '￿',
  '😀',
  '𠮷',
];

/** Text by the platform's decoder; null for bytes that are not UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

/** A message whose only field is these bytes. */
function messageOf(field: number, bytes: Uint8Array): Uint8Array {
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return Uint8Array.from([field * 8 + 2, ...length, ...bytes]);
}

test('S3 S8 10,000 whole and damaged texts are read as by the platform’s decoder: shown texts cleaned, ids unchanged', () => {
  const rng = seeded(71);
  const encoder = new TextEncoder();
  let bad = 0;
  for (let round = 0; round < rounds(10_000); round++) {
    const text = Array.from({ length: rng.int(rng.pick([2, 6, 12, 90])) }, () => rng.pick(PARTS)).join('');
    const whole = encoder.encode(text);
    const bytes = rng.int(4) === 0 ? rng.flip(whole) : whole;
    const expected = decoded(bytes);
    if (expected === null) bad++;
    // Field 4 of a chat line is the sender's name, field 4 of an envelope the message id.
    const line = readProtobuf(CORE['Chat']!, messageOf(4, bytes));
    const envelope = readEnvelope(messageOf(4, bytes.subarray(0, 64)));
    if (expected === null) expect(line).toMatchObject({ ok: false, error: { code: 'WIRE_BAD_PROTOBUF' } });
    else expect(line).toMatchObject({ ok: true, value: { sendername: cleanReceived(expected) } });
    if (bytes.length <= 64) expect(envelope.ok ? envelope.value.msgId : null).toBe(expected);
  }
  expect(bad).toBeGreaterThan(rounds(300));
});
