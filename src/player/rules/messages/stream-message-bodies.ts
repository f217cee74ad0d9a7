import * as v from 'valibot';
import { isStreamMessageCode, STREAM_MESSAGE, type CarriedMessage } from './stream-messages.ts';

/** Message bodies that the room reads; the fields have the same names as in the corresponding pushes. */
export type StreamMessageBody =
  /** An empty name means that the song is over. */
  | { readonly type: 'song-info'; readonly name: string; readonly singer: string }
  /** Delay from the star's camera to the server. */
  | { readonly type: 'delay'; readonly delayMs: number }
  | { readonly type: 'bitrate'; readonly kilobitsPerS: number }
  | { readonly type: 'effect-gift'; readonly sender: string; readonly gift: string; readonly count: number }
  /** Pitch of the star's voice. */
  | { readonly type: 'pitch'; readonly hertz: number }
  /** A code without a known body. */
  | { readonly type: 'other' }
  | { readonly type: 'unreadable' };

const shortText = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, 128)),
);
const amount = (max: number) => v.pipe(v.number(), v.minValue(0), v.maxValue(max));

const BODIES: Readonly<Record<number, v.GenericSchema<unknown, StreamMessageBody>>> = {
  [STREAM_MESSAGE.SONG_INFO]: v.pipe(
    v.object({ songName: shortText, singerName: v.nullish(shortText, '') }),
    v.transform(({ songName, singerName }) => ({ type: 'song-info' as const, name: songName, singer: singerName })),
  ),
  [STREAM_MESSAGE.DELAY]: v.pipe(
    v.object({ delay: amount(600_000) }),
    v.transform(({ delay }) => ({ type: 'delay' as const, delayMs: delay })),
  ),
  [STREAM_MESSAGE.BITRATE]: v.pipe(
    v.object({ bitrate: amount(1_000_000) }),
    v.transform(({ bitrate }) => ({ type: 'bitrate' as const, kilobitsPerS: bitrate })),
  ),
  [STREAM_MESSAGE.EFFECT_GIFT]: v.pipe(
    v.object({ giftname: shortText, sendername: v.nullish(shortText, ''), num: v.nullish(amount(1_000_000_000), 1) }),
    v.transform(({ giftname, sendername, num }) => ({
      type: 'effect-gift' as const,
      sender: sendername,
      gift: giftname,
      count: Math.max(1, Math.floor(num)),
    })),
  ),
  [STREAM_MESSAGE.PITCH]: v.pipe(
    v.object({ pitch: amount(20_000) }),
    v.transform(({ pitch }) => ({ type: 'pitch' as const, hertz: pitch })),
  ),
};

export function readStreamMessage({ code, json }: CarriedMessage): StreamMessageBody {
  if (!isStreamMessageCode(code)) return { type: 'unreadable' };
  const schema = BODIES[code];
  if (!schema) return { type: 'other' };
  try {
    const read = v.safeParse(schema, JSON.parse(json));
    return read.success ? read.output : { type: 'unreadable' };
  } catch {
    return { type: 'unreadable' };
  }
}
