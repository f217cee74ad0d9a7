/** The recordings in English: texts of the HTTP answers and of the chat that consist of known Chinese parts. */
import protobuf from 'protobufjs/minimal.js';
import { codecOf } from '../../src/wire/all-families.ts';
import { plainContent, readEnvelope, readFrame } from '../../src/wire/frame.ts';
import { encodePush } from '../../src/wire/server-side.ts';
import { rowOf } from '../../src/wire/registry.ts';
import PARTS from './english.json' with { type: 'json' };

const ENGLISH: Readonly<Record<string, string>> = PARTS;
const CHINESE = /\p{Script=Han}/u;
/** Longer texts are no names, titles or lines. */
const MAX_CHARS = 120;
const escaped = Object.keys(ENGLISH)
  .toSorted((a, b) => b.length - a.length)
  .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
  .join('|');
const PART = new RegExp(escaped, 'gu');
const WHOLE = new RegExp(`^(?:${escaped}|[^\\p{Script=Han}])+$`, 'u');

/** A text with an unknown Chinese part stays as it is, instead of a mixture. */
export function textInEnglish(text: string): string {
  if (text.length > MAX_CHARS || !CHINESE.test(text) || !WHOLE.test(text)) return text;
  return text.replaceAll(PART, (part) => ENGLISH[part] ?? part).trim();
}

/** All texts of a value of JSON, also those in the URL-encoded JSON of `ext`. */
export function inEnglish(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('%7B') ? extInEnglish(value) : textInEnglish(value);
  if (Array.isArray(value)) return value.map((item) => inEnglish(item));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inEnglish(item)]));
}

function extInEnglish(ext: string): string {
  try {
    return encodeURIComponent(JSON.stringify(inEnglish(JSON.parse(decodeURIComponent(ext)))));
  } catch {
    // Damaged on purpose.
    return ext;
  }
}

/** A push in its older form, JSON in a text frame; any other text is returned unchanged. */
export function lineInEnglish(text: string): string {
  try {
    return JSON.stringify(inEnglish(JSON.parse(text)));
  } catch {
    return text;
  }
}

/** A push of the chat server; one that is damaged or unknown is returned unchanged. */
export function pushInEnglish(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const frame = readFrame(bytes);
  if (!frame.ok || frame.value.kind !== 'push') return bytes;
  const row = rowOf(frame.value.command);
  const envelope = readEnvelope(frame.value.payload);
  if (row === undefined || !envelope.ok) return bytes;
  const plain = plainContent(row, envelope.value);
  if (!plain.ok) return bytes;
  const { offset, wantsAck: ack, isRetransmit: rpt, msgId, timeMs: time, codec } = envelope.value;
  try {
    const body: unknown =
      codec === 'json'
        ? JSON.parse(new TextDecoder().decode(plain.value))
        : codecOf(row.family)[row.schema]?.decode(new protobuf.Reader(plain.value));
    if (typeof body !== 'object' || body === null) return bytes;
    return encodePush({ id: frame.value.command, body: inEnglish(body) as object, offset, ack, rpt, msgId, time, codec });
  } catch {
    return bytes;
  }
}
