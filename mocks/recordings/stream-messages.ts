/**
 * Inserts stream messages (P30) into a recording, in both forms that a stream can carry. Pure: the resulting recording is replayed like any
 * other.
 */
import { MESSAGE_SCRIPT, MESSAGE_UUID } from '../../src/player/rules/messages/stream-messages.ts';
import { joinBytes, type StreamRecording, type StreamTag } from './recording.ts';

export interface StreamCue {
  /** Milliseconds within the round; for an SEI the first picture shown at or after this time. */
  readonly atMs: number;
  /** Script tag of the FLV, or SEI of a picture. */
  readonly by: 'script' | 'sei';
  readonly type: number;
  readonly data: Readonly<Record<string, number | string>>;
}

export function addMessages(recording: StreamRecording, cues: readonly StreamCue[]): StreamRecording {
  let { tags } = recording;
  for (const cue of cues) {
    if (cue.atMs >= recording.durationMs) continue;
    tags = cue.by === 'script' ? withScript(tags, cue) : withSei(tags, cue);
  }
  return { ...recording, tags };
}

function withScript(tags: readonly StreamTag[], { atMs, type, data }: StreamCue): readonly StreamTag[] {
  const found = tags.findIndex((tag) => tag.timeMs > atMs || (tag.timeMs === atMs && tag.type !== 'script'));
  const at = found < 0 ? tags.length : found;
  const script: StreamTag = { type: 'script', timeMs: atMs, isKey: false, bytes: flvTag(SCRIPT, scriptBody(type, data)) };
  return [...tags.slice(0, at), script, ...tags.slice(at)];
}

function withSei(tags: readonly StreamTag[], { atMs, type, data }: StreamCue): readonly StreamTag[] {
  let best = -1;
  let bestMs = Number.POSITIVE_INFINITY;
  for (const [index, tag] of tags.entries()) {
    if (tag.type !== 'video') continue;
    const shownMs = tag.timeMs + carriageOf(tag).compositionMs;
    if (shownMs < atMs || shownMs >= bestMs) continue;
    best = index;
    bestMs = shownMs;
  }
  const tag = tags[best];
  if (!tag) return tags;
  const { dataAt, isHevc } = carriageOf(tag);
  const body = tag.bytes.subarray(HEAD_BYTES, tag.bytes.length - TAIL_BYTES);
  const unit = seiUnit(isHevc, utf8.encode(JSON.stringify({ type, data })));
  const bytes = flvTag(VIDEO, join(body.subarray(0, dataAt), u32(unit.length), unit, body.subarray(dataAt)));
  return tags.with(best, { ...tag, bytes });
}

const HEAD_BYTES = 11;
const TAIL_BYTES = 4;
const VIDEO = 9;
const SCRIPT = 18;
const utf8 = new TextEncoder();

/**
 * Offset of a picture's NAL units in the tag's body: after the legacy header (5 bytes), or after the FourCC and an optional composition
 * time.
 */
function carriageOf({ bytes }: StreamTag): { readonly dataAt: number; readonly compositionMs: number; readonly isHevc: boolean } {
  const first = bytes[HEAD_BYTES]!;
  const s24 = (at: number): number =>
    ((bytes[HEAD_BYTES + at]! << 24) | (bytes[HEAD_BYTES + at + 1]! << 16) | (bytes[HEAD_BYTES + at + 2]! << 8)) >> 8;
  if ((first & 0x80) === 0) return { dataAt: 5, compositionMs: s24(2), isHevc: (first & 15) === 12 };
  return (first & 15) === 1 ? { dataAt: 8, compositionMs: s24(5), isHevc: true } : { dataAt: 5, compositionMs: 0, isHevc: true };
}

/** user_data_unregistered (H.264 and H.265 D.1.7). Neither the UUID nor JSON contains a zero byte, so no emulation prevention is needed. */
function seiUnit(isHevc: boolean, text: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = MESSAGE_UUID.length + text.length;
  const sizeBytes = [...Array.from({ length: Math.floor(size / 255) }, () => 255), size % 255];
  return join(isHevc ? [39 << 1, 1] : [6], [5], sizeBytes, MESSAGE_UUID, text, [0x80]);
}

/** AMF0: the name, then an object `{ type, data: { … } }` of numbers and strings. */
function scriptBody(type: number, data: StreamCue['data']): Uint8Array<ArrayBuffer> {
  const text = (value: string): Uint8Array<ArrayBuffer> => {
    const bytes = utf8.encode(value);
    return join([bytes.length >> 8, bytes.length & 255], bytes);
  };
  const value = (field: number | string): Uint8Array<ArrayBuffer> => {
    if (typeof field === 'string') return join([2], text(field));
    const double = new Uint8Array(9);
    new DataView(double.buffer).setFloat64(1, field);
    return double;
  };
  const members = Object.entries(data).flatMap(([name, field]) => [text(name), value(field)]);
  return join([2], text(MESSAGE_SCRIPT), [3], text('type'), value(type), text('data'), [3], ...members, [0, 0, 9], [0, 0, 9]);
}

/** The timestamp is set during replay. */
function flvTag(type: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return join([type], u32(body.length).slice(1), [0, 0, 0, 0, 0, 0, 0], body, u32(HEAD_BYTES + body.length));
}

const u32 = (n: number): number[] => [(n >>> 24) & 255, (n >> 16) & 255, (n >> 8) & 255, n & 255];

const join = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> => joinBytes(parts);
