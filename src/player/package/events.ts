import { STREAM_ERRORS } from '../base/errors.ts';
import type { PullFailureName, PlayerKind, SwitchReasonName } from '../rules/names.ts';
import type { UnsupportedWhy } from '../rules/recovery/candidates.ts';
import type { DroppedTrack, PlayerProgress } from '../rules/contract.ts';
import type { DecodeLevel } from '../rules/decoding/decode-level.ts';
import type { PlayerFact } from '../rules/recovery/orders.ts';
import type { AttemptWhy } from '../rules/recovery/recovery-state.ts';
import type { StreamMessage } from '../rules/messages/stream-messages.ts';

/** The errors of this package: what each code means and what to do. API.md has the same table. */

/** Codes of the event `error`. Sharing between viewers is not in this package. */
export type PlayerErrorCode = Exclude<PullFailureName, 'P2P_ERROR'>;
/** Code of a `src` of `<footlight-player>`, or of `inspectStream`, that is no http address. */
type AddressErrorCode = 'STREAM_ADDRESS_BAD';
/** Codes of `inspectStream`. */
export type InspectErrorCode =
  | AddressErrorCode
  | 'STREAM_MIXED_CONTENT'
  | 'STREAM_UNREACHABLE'
  | 'STREAM_CORS'
  | 'STREAM_SILENT'
  | 'STREAM_ABORTED'
  | 'STREAM_ENDED'
  | 'HTTP_STATUS'
  | 'FLV_BAD_HEADER'
  | 'FLV_BAD_TAG';

export interface CatalogueRow {
  readonly title: string;
  readonly advice: string;
}

const ADVICE: Readonly<Record<PlayerErrorCode | InspectErrorCode, string>> = {
  JS_LOAD_ERROR: 'Serve the folder lib/ as it is, with the MIME type of JavaScript and of WebAssembly.',
  PLAYER_ERROR: 'Read `detail`: the decoder or the media element failed. The player tries another kind or address by itself.',
  NO_SUPPORT: 'Offer the stream as H264 as well, or isolate the page, or set `unsharedPixels`; `unsupported` has the reason.',
  ACK_NETWORK_FAIL: 'Check the server and CORS with `inspectStream`. The player tries again by itself.',
  ACK_FAIL: 'The server refused, or the response is not FLV. Request a new signature in `refresh`.',
  TIMEOUT: 'The server accepted the request and sent no picture in time. Check that a publisher is connected.',
  STREAM_ADDR_ERROR: '`refresh` returned null or rejected.',
  STREAM_ADDRESS_BAD: 'Use an address that begins with http:// or https://, or a path.',
  STREAM_MIXED_CONTENT: 'Serve the stream from https.',
  STREAM_UNREACHABLE:
    'Check the host, the port and the certificate. On a page with COEP `require-corp` missing CORS headers look the same.',
  STREAM_CORS: 'Add `Access-Control-Allow-Origin` to the response, errors included.',
  STREAM_SILENT: 'Check that a publisher is connected, and that no proxy buffers the response.',
  STREAM_ABORTED: 'Nothing: the `signal` of the caller was aborted.',
  STREAM_ENDED: 'The response ended before a picture. Check that a publisher is connected.',
  HTTP_STATUS: 'Check path and signature: `error.status` has the status.',
  FLV_BAD_HEADER: 'Use the HTTP-FLV address of the stream: HLS, MP4, MPEG-TS and pages do not play; `detail` names what was found.',
  FLV_BAD_TAG: 'The bytes begin as FLV and hold neither picture nor sound.',
};

export const PLAYER_ERRORS: Readonly<Record<PlayerErrorCode | InspectErrorCode, CatalogueRow>> = Object.fromEntries(
  (Object.keys(ADVICE) as (keyof typeof ADVICE)[]).map((code) => [code, { title: STREAM_ERRORS[code].title, advice: ADVICE[code] }]),
) as Record<keyof typeof ADVICE, CatalogueRow>;

/** Converts facts of the player to events with names of the media element, hls.js and mpegts.js. Pure: the clock is an argument. */

/** Unknown numbers are NaN. */
export interface Statistics {
  readonly kind: PlayerKind;
  /** Media seconds. */
  readonly currentTime: number;
  /** Seconds that are buffered after `currentTime`. */
  readonly buffered: number;
  /** Seconds behind the newest data that has arrived. */
  readonly latency: number;
  /** kB/s since the previous `statistics` event, as in mpegts.js. */
  readonly speed: number;
  readonly bytes: number;
  readonly paintedFrames: number;
  readonly droppedFrames: number;
  /** Average of the last pictures, in ms. */
  readonly decodeMs: number;
  /** Of this package's H265 decoder; 0 if the browser decodes. */
  readonly threads: number;
}

export interface PlayerError {
  /** A key of `PLAYER_ERRORS`. */
  readonly code: PlayerErrorCode | AddressErrorCode;
  /** One sentence in English, as in the table of API.md. */
  readonly title: string;
  /** Error text of the player kind; '' if there is none. */
  readonly detail: string;
  readonly kind: PlayerKind | null;
  /** True: the network failed, so another address or a later attempt may work. */
  readonly network: boolean;
  /** As in hls.js. False: the player continues by itself. True: it stopped. */
  readonly fatal: boolean;
  /** Reason of the next step, or of the end. */
  readonly why: AttemptWhy | null;
  /** Why this browser plays none of the addresses; null if another reason applies. */
  readonly unsupported: UnsupportedWhy | null;
  /** Epoch ms of the next attempt that needs no call; null if there is none. Only of fatal errors. */
  readonly retryAtMs: number | null;
}

/** Event -> what its listener receives. */
export interface PlayerEvents {
  /** An attempt starts. `line` counts from 0; `kinds` may be passed to `choose`. */
  readonly loadstart: {
    readonly kind: PlayerKind;
    readonly line: number;
    readonly lines: number;
    readonly why: AttemptWhy;
    readonly reason: SwitchReasonName;
    readonly kinds: readonly PlayerKind[];
  };
  /** First picture of an attempt, or first sound of a stream without pictures (size 0). */
  readonly loadedmetadata: {
    readonly kind: PlayerKind;
    readonly videoWidth: number;
    readonly videoHeight: number;
    /** From the start of the attempt. */
    readonly firstFrameMs: number;
  };
  readonly resize: { readonly videoWidth: number; readonly videoHeight: number };
  readonly playing: { readonly kind: PlayerKind };
  readonly waiting: { readonly for: 'connection' | 'retry' | 'data'; readonly untilMs: number | null };
  /** After `pause()`; and instead of another attempt if the viewer has paused the picture in the browser's own controls. */
  readonly pause: null;
  readonly volumechange: { readonly volume: number; readonly muted: boolean };
  /** The browser refuses sound until a click (`muted`: the picture plays), or allows it again. */
  readonly autoplay: { readonly blocked: boolean; readonly muted: boolean };
  /** Once a second. */
  readonly statistics: Statistics;
  /** Another kind of player than before. */
  readonly switched: {
    readonly from: PlayerKind;
    readonly to: PlayerKind;
    readonly why: AttemptWhy;
    readonly reason: SwitchReasonName;
  };
  /** The picture did not change for `lostMs` and continues. */
  readonly stalled: { readonly kind: PlayerKind; readonly lostMs: number };
  readonly error: PlayerError;
  /** A track of the stream cannot be played here; the other one plays. `name`: its codec, for example `G.711 A-law`. */
  readonly trackdropped: DroppedTrack;
  /** H265 decodes less because the machine is slow: 0 is everything, 3 is keyframes only. */
  readonly decodelevel: { readonly level: DecodeLevel };
  /** Script data and SEI of the stream, when their picture is on the screen. */
  readonly metadata: { readonly messages: readonly StreamMessage[] };
  /** Every fact of the player, before it is translated. */
  readonly fact: PlayerFact;
}

export type PlayerEventName = keyof PlayerEvents;
export type PlayerEvent = { [Name in PlayerEventName]: { readonly type: Name; readonly detail: PlayerEvents[Name] } }[PlayerEventName];

export const PLAYER_EVENTS = [
  'loadstart',
  'loadedmetadata',
  'resize',
  'playing',
  'waiting',
  'pause',
  'volumechange',
  'autoplay',
  'statistics',
  'switched',
  'stalled',
  'error',
  'trackdropped',
  'decodelevel',
  'metadata',
  'fact',
] as const satisfies readonly PlayerEventName[];

interface Sample {
  readonly bytes: number;
  readonly atMs: number;
}

/** Keeps from earlier facts only what a later event needs. */
export class EventTranslator {
  #kind: PlayerKind | null = null;
  #hasPicture = false;
  #isPlaying = false;
  #isBlocked = false;
  /** Error text of the last failed attempt. */
  #detail = '';
  #network = false;
  #sample: Sample | null = null;
  /** The fatal error, kept until `closed`, because the report of the last attempt arrives before. Null while there is none. */
  #end: Omit<PlayerError, 'title' | 'detail' | 'network'> | null = null;
  /** True from the failure of the last attempt until the next one: its report is part of the fatal error, so that one cause is one event. */
  #isOver = false;

  /** In the order in which listeners are called; `fact` itself is not among them. */
  // Long: one case for each fact that has an event.
  of(fact: PlayerFact, nowMs: number): readonly PlayerEvent[] {
    switch (fact.type) {
      case 'attempt':
        return this.#onAttempt(fact);
      case 'first-frame': {
        const { kind, sinceStartMs, size } = fact;
        this.#hasPicture = true;
        const detail = { kind, videoWidth: size.width, videoHeight: size.height, firstFrameMs: sinceStartMs };
        return [{ type: 'loadedmetadata', detail }, ...this.#playing()];
      }
      case 'resolution':
        return [{ type: 'resize', detail: { videoWidth: fact.size.width, videoHeight: fact.size.height } }];
      case 'status':
        if (fact.name === 'playing' && this.#hasPicture) return this.#playing();
        return fact.name === 'buffering' ? this.#waiting('data', null) : [];
      case 'activity':
        return this.#onActivity(fact.activity);
      case 'closed': {
        const end = this.#end;
        this.#end = null;
        return end === null ? [] : [this.#error(end)];
      }
      case 'stopped':
        this.#isPlaying = false;
        // The owner stops the player to play other sources.
        return fact.by === 'viewer' ? [{ type: 'pause', detail: null }] : [];
      case 'sound': {
        const { volume, muted } = fact;
        const changed: PlayerEvent = { type: 'volumechange', detail: { volume, muted } };
        if (muted || !this.#isBlocked) return [changed];
        // A click turned the sound on; the media element reports nothing then. A later refusal emits the event again.
        this.#isBlocked = false;
        return [changed, { type: 'autoplay', detail: { blocked: false, muted } }];
      }
      case 'autoplay':
        if (!fact.blocked && !this.#isBlocked) return [];
        this.#isBlocked = fact.blocked;
        return [{ type: 'autoplay', detail: { blocked: fact.blocked, muted: fact.muted } }];
      case 'progress': {
        const statistics = this.statistics(fact.progress, nowMs);
        this.#sample = { bytes: fact.progress.bytes, atMs: nowMs };
        return statistics === null ? [] : [{ type: 'statistics', detail: statistics }];
      }
      case 'stalled':
        return [{ type: 'stalled', detail: { kind: fact.kind, lostMs: fact.lostMs } }];
      case 'log':
        if (fact.entry.type === 'player-error') this.#detail = fact.entry.detail;
        return [];
      case 'failure': {
        const { failure, kind, network, why } = fact;
        this.#network = network;
        if (this.#isOver) {
          if (this.#end !== null) this.#end = { ...this.#end, why };
          return [];
        }
        return [this.#error({ code: codeOf(failure), kind, why, fatal: false, unsupported: null, retryAtMs: null })];
      }
      case 'track-dropped':
        return [{ type: 'trackdropped', detail: { track: fact.track, name: fact.name } }];
      case 'decode-level':
        return [{ type: 'decodelevel', detail: { level: fact.level } }];
      case 'stream-messages':
        return [{ type: 'metadata', detail: { messages: fact.messages } }];
      default:
        return [];
    }
  }

  /** Null before the first attempt. */
  statistics(progress: PlayerProgress, nowMs: number): Statistics | null {
    if (this.#kind === null) return null;
    const { positionS, bufferedS, latencyS, bytes, paintedFrames, droppedFrames, decodeMs, own } = progress;
    const before = this.#sample;
    const speed = before === null || nowMs <= before.atMs ? Number.NaN : (bytes - before.bytes) / 1_024 / ((nowMs - before.atMs) / 1_000);
    return {
      kind: this.#kind,
      currentTime: positionS,
      buffered: bufferedS,
      latency: latencyS,
      speed,
      bytes,
      paintedFrames,
      droppedFrames,
      decodeMs,
      threads: own?.threads ?? 0,
    };
  }

  #onAttempt({ kind, line, lines, why, reason, kinds }: Extract<PlayerFact, { type: 'attempt' }>): readonly PlayerEvent[] {
    const from = this.#kind;
    this.#kind = kind;
    this.#hasPicture = false;
    this.#sample = null;
    this.#detail = '';
    const started: PlayerEvent = { type: 'loadstart', detail: { kind, line, lines, why, reason, kinds } };
    if (from === null || from === kind) return [started];
    return [{ type: 'switched', detail: { from, to: kind, why, reason } }, started];
  }

  #onActivity(activity: Extract<PlayerFact, { type: 'activity' }>['activity']): readonly PlayerEvent[] {
    // Without `closed`, `failed` is repeated because the network changed.
    this.#end = null;
    this.#isOver = activity.name === 'failed';
    switch (activity.name) {
      case 'connecting':
        // Addresses are requested: what follows has no error text of an attempt.
        if (activity.line === null) this.#detail = '';
        return this.#waiting('connection', null);
      case 'waiting':
        return this.#waiting('retry', activity.untilMs);
      case 'failed': {
        const { failure, unsupported, retryAtMs } = activity;
        this.#isPlaying = false;
        this.#end = { code: codeOf(failure), kind: this.#kind, why: null, fatal: true, unsupported, retryAtMs };
        return [];
      }
      default:
        return [];
    }
  }

  #playing(): readonly PlayerEvent[] {
    if (this.#isPlaying || this.#kind === null) return [];
    this.#isPlaying = true;
    return [{ type: 'playing', detail: { kind: this.#kind } }];
  }

  #waiting(what: PlayerEvents['waiting']['for'], untilMs: number | null): readonly PlayerEvent[] {
    // Before the first picture the event `waiting` for the connection has already been emitted.
    if (what === 'data' && !this.#isPlaying) return [];
    this.#isPlaying = false;
    return [{ type: 'waiting', detail: { for: what, untilMs } }];
  }

  #error(error: Omit<PlayerError, 'title' | 'detail' | 'network'>): PlayerEvent {
    return { type: 'error', detail: { ...error, title: PLAYER_ERRORS[error.code].title, detail: this.#detail, network: this.#network } };
  }
}

/** Sharing between viewers is not in this package, so its failure cannot happen. */
const codeOf = (failure: PullFailureName): PlayerErrorCode => (failure === 'P2P_ERROR' ? 'PLAYER_ERROR' : failure);
