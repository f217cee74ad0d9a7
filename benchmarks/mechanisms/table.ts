/** Mechanisms that exist for speed and can be switched off alone, each with the changes of the source that do so. */

/** Names of the races. A mechanism takes part in those that can show its effect. */
export const RACES = ['H264 start', 'H265 start', 'H264 start, far', 'H265 start, far', 'chat', 'idle page'] as const;
export type RaceName = (typeof RACES)[number];

export interface Change {
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
}

export interface Mechanism {
  readonly name: string;
  /** The page under docs/decisions that describes it. */
  readonly decision: string;
  readonly races: readonly RaceName[];
  /** Behaviour of the room with these changes. */
  readonly without: string;
  readonly changes: readonly Change[];
}

const STARTS = ['H264 start', 'H265 start', 'H264 start, far', 'H265 start, far'] as const;
const H265_STARTS = ['H265 start', 'H265 start, far'] as const;
const FIRST_PICTURE = '0008-first-picture.md';
const CHAT_ROWS = '0011-chat-rows.md';

export const MECHANISMS = [
  {
    name: 'first script',
    decision: FIRST_PICTURE,
    races: STARTS,
    without: 'the main script sends the first requests',
    changes: [{ file: 'scripts/build/first-script-plugin.ts', from: "if (text === '' || ", to: "if (text !== '' || " }],
  },
  {
    name: 'files of the player by the first script',
    decision: FIRST_PICTURE,
    races: STARTS,
    without: 'the main script requests the player and starts its workers',
    changes: [{ file: 'src/ui/start/first-script.ts', from: 'if (files !== undefined)', to: "if (files === '')" }],
  },
  {
    name: 'H264 requested before the live info',
    decision: FIRST_PICTURE,
    races: STARTS,
    without: 'on a first visit the first script waits for the live info before it requests a player',
    changes: [{ file: 'src/ui/start/first-workers.ts', from: "  begin(files, 'h264', started);\n", to: '' }],
  },
  {
    name: 'page drawn after the picture',
    decision: FIRST_PICTURE,
    races: STARTS,
    without: 'the page is drawn as soon as its script is there',
    changes: [
      { file: 'src/ui/session.ts', from: 'setTimeout(timeToDraw.resolve, MAX_EMPTY_MS);', to: 'timeToDraw.resolve(); void MAX_EMPTY_MS;' },
    ],
  },
  {
    name: 'room worker after the picture',
    decision: FIRST_PICTURE,
    races: STARTS,
    without: 'the room worker starts at once',
    changes: [{ file: 'src/core/room/start/first-picture.ts', from: 'HELD_BACK_MS = 500', to: 'HELD_BACK_MS = 0' }],
  },
  {
    name: 'decoder threads after the picture',
    decision: FIRST_PICTURE,
    races: H265_STARTS,
    without: 'all threads of the decoder start when the stream is opened',
    changes: [
      {
        file: 'src/workers/decode/video-decode.ts',
        from: "    this.#metrics.set('THREADS', opened.value.threads);\n    this.#pump();",
        to: "    this.#metrics.set('THREADS', opened.value.threads);\n    this.#startThreads();\n    this.#pump();",
      },
    ],
  },
  {
    name: 'audio output after the picture',
    decision: FIRST_PICTURE,
    races: H265_STARTS,
    without: 'the audio thread starts with the player',
    changes: [{ file: 'src/player/kinds/h265.ts', from: 'SOUND_HELD_MS = 500', to: 'SOUND_HELD_MS = 0' }],
  },
  {
    name: 'pauses between reads of the stream',
    decision: '0013-mpegts-public-interface.md',
    races: ['idle page'],
    without: 'each packet of the network is read and appended by itself',
    changes: [
      {
        file: 'src/player/kinds/mpegts/byte-source.ts',
        from: 'nowMs - startedMs <= START_MS || document.hidden',
        to: 'nowMs > 0 || START_MS > 0',
      },
    ],
  },
  {
    name: 'fewer batches above 40 rows/s',
    decision: CHAT_ROWS,
    races: ['chat'],
    without: 'ten batches of rows a second at any load',
    changes: [{ file: 'src/core/room/chat/chat-feed.ts', from: 'everyMs: 333', to: 'everyMs: 100' }],
  },
  {
    name: 'blocks of rows with a layer each',
    decision: CHAT_ROWS,
    races: ['chat'],
    without: 'all rows are painted in one layer',
    changes: [{ file: 'src/ui/chat/Chat.module.css', from: '  transform: translateZ(0);\n  contain: content;\n', to: '' }],
  },
  {
    name: 'header peek',
    decision: '0009-messages-decoded-where-used.md',
    races: ['chat'],
    without: 'the socket worker decodes each content',
    changes: [
      {
        file: 'src/workers/socket/reading.ts',
        from: "if (messageClass === 'state' && this.#deps.holds(key)) return true;",
        to: 'if (key.length >= 0) return true;',
      },
    ],
  },
] as const satisfies readonly Mechanism[];
export type MechanismName = (typeof MECHANISMS)[number]['name'];
