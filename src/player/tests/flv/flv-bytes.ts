import { copyOf, FlvReader, type FlvEvent } from '../../flv/reader.ts';
import { FlvRewriter, type RewriteEvent, type RewriteOptions } from '../../flv/rewrite.ts';
import { ascii, headerOf, joined, tagBytes, u24 } from '../../streams/zoo.ts';
import type { StreamFacts } from '../../flv/packets.ts';

/** FLV bytes for tests, by the writer of the zoo. */
export const concat = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array => new Uint8Array(joined(parts));
export const FLV_HEADER = concat(headerOf(5));
export const flvTag = (type: 8 | 9 | 18, timeMs: number, body: Uint8Array | readonly number[]): Uint8Array =>
  concat(tagBytes({ type, timeMs, body: Uint8Array.from(body) }, 0, (bytes) => bytes));

export const h264Picture = (isKey: boolean, compositionMs: number, nal: readonly number[]): number[] => [
  isKey ? 0x17 : 0x27,
  1,
  ...u24(compositionMs & 0xffffff),
  ...nal,
];
export { ascii, headerOf };
export const aacFrame = (bytes: readonly number[]): number[] => [0xaf, 1, ...bytes];

/** All events of a stream, with copies of their bytes; `chunkBytes`: bytes of each push. */
export function readFlv(bytes: Uint8Array, chunkBytes = Math.max(1, bytes.length)): { events: FlvEvent[]; facts: StreamFacts } {
  const events: FlvEvent[] = [];
  const reader = new FlvReader((event) => events.push(copyOf(event)));
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  reader.end();
  return { events, facts: reader.facts };
}

export const ofType = <Type extends FlvEvent['type']>(events: readonly FlvEvent[], type: Type): Extract<FlvEvent, { type: Type }>[] =>
  events.filter((event): event is Extract<FlvEvent, { type: Type }> => event.type === type);

/** As the H264 player opens it. */
export const rewriterOf = (options: Partial<RewriteOptions> = {}): FlvRewriter =>
  new FlvRewriter({
    playsPicture: (codec) => codec === 'h264',
    playsSound: ({ name }) => ['AAC', 'MP3', 'Opus', 'FLAC'].includes(name),
    soundOnly: false,
    emit: () => undefined,
    ...options,
  });

/**
 * The engines that one stream needs, and what each receives; another engine is opened at once. `bytesPerMs`: at this rate the stream comes.
 */
export function rewrite(
  bytes: Uint8Array,
  { chunkBytes = 100, ends = false, soundOnly = false, bytesPerMs = Number.POSITIVE_INFINITY } = {},
) {
  const events: RewriteEvent[] = [];
  const streams: Uint8Array[][] = [[]];
  const emit = (event: RewriteEvent): void => {
    events.push(event);
    if (event.type === 'tracks-changed') streams.push([]);
  };
  const rewriter = rewriterOf({ soundOnly, emit });
  const take = (): void => void streams.at(-1)!.push(rewriter.take() ?? new Uint8Array());
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    rewriter.push(bytes.subarray(at, at + chunkBytes), at / bytesPerMs);
    rewriter.begin();
    take();
  }
  if (ends) rewriter.end();
  take();
  return { events, streams: streams.map((parts) => concat(...parts)) };
}
