/**
 * FLV for an engine that is stricter than the reader: the bytes of a clean stream pass unchanged, and a tag that needs a repair is written
 * again. The file header names the tracks that really come, because an engine waits for each track of the header. Pure.
 */
import type { VideoCodec } from './nal-units.ts';
import { NO_KEYFRAME } from '../rules/names.ts';
import { AUDIO, VIDEO, type StreamFacts } from './packets.ts';
import { GreyJoin, LEGACY, soundHead, TagWriter } from './grey-join.ts';
import type { Picture } from './pictures.ts';
import { FlvReader, type FlvEvent } from './reader.ts';
import { FLAC_HEAD, type SoundFormat } from './sound.ts';
import { END_OF_SEQUENCE, SparseKeyframes } from './sparse-keyframes.ts';
import { Timeline, type Track } from './timeline.ts';

export interface Tracks {
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
}

export interface RewriteOptions {
  readonly playsPicture: (codec: VideoCodec) => boolean;
  readonly playsSound: (format: SoundFormat) => boolean;
  /** Pictures are left out without a report. */
  readonly soundOnly: boolean;
  readonly emit: (event: RewriteEvent) => void;
}

export type RewriteEvent =
  /** The header is written. */
  | { readonly type: 'tracks'; readonly tracks: Tracks }
  /** Left out; the other track plays. */
  | { readonly type: 'dropped'; readonly track: Track; readonly name: string }
  /** No player of this kind shows the pictures; `carries`: another kind may. */
  | { readonly type: 'unplayable'; readonly name: string; readonly carries: VideoCodec | null }
  /** No decoder can start within `MAX_KEYLESS_MS`, and no sound plays. */
  | { readonly type: 'no-keyframe' }
  /** A track began, ended or changed its codec after the header was written: another engine continues with the same stream (`begin`). */
  | { readonly type: 'tracks-changed' };

/** A track that the header of the stream promises has to begin within this time of the other one, in ms; any other track sooner. */
const PROMISED_MS = 1_500;
const UNPROMISED_MS = 300;
/** While no decoder can start with the pictures, the sound waits for this time in ms, and plays alone from then on. */
const SOUND_ALONE_MS = 5_000;
/** Pictures that need an earlier one are left out for this time, in ms of the stream; within the first-fail wait. */
const MAX_KEYLESS_MS = 12_000;
/** A picture of which only the flag says keyframe is a start after this time without a better one, in ms of the stream. */
const FLAG_ONLY_MS = 2_000;
/** Sound that is missing for this time beside pictures has ended, in ms of the stream: an engine would wait for it. */
const LOST_SOUND_MS = 5_000;
/** Usual distance of two tags, used when a jump of the times is joined. */
const GAP_MS = { video: 40, audio: 23 } as const;
/** Engines read times as signed 32-bit numbers: a stream that begins later than 12 days is moved to 1 s, because the other track may begin earlier. */
const LATE_START_MS = 2 ** 30;
const MOVED_START_MS = 1_000;
/** Bytes held until the header is written; a burst of one GOP is smaller. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;
class TrackState {
  /** Time of the first and of the last tag; NaN before. */
  firstMs = Number.NaN;
  lastMs = Number.NaN;
  /** Codec of the newest configuration, and its tag; null before one, and for a track that is left out. */
  codec: string | null = null;
  config: Uint8Array | null = null;
  /** The configuration is written in front of the next frame: a server may announce a track that never comes. */
  isConfigDue = false;
  /** Codec of the frames that this engine receives; null before the first. */
  written: string | null = null;
  /** Name that was reported as left out. */
  dropped = '';
}

const FLAGS = { audio: 'hasAudio', video: 'hasVideo' } as const;

export class FlvRewriter {
  readonly #options: RewriteOptions;
  readonly #reader: FlvReader;
  #timeline: Timeline | null = null;
  readonly #tracks: Record<Track, TrackState> = { audio: new TrackState(), video: new TrackState() };
  /** Flags of the file header; null without one. */
  #promised: Tracks | null = null;
  /** Tracks of the written header; null before. */
  #header: Tracks | null = null;
  #metadata: { readonly value: unknown; readonly tag: Uint8Array } | null = null;
  /** Codec of pictures that no engine shows; '' without. */
  #other = '';
  /** Another engine is needed from the next keyframe on. */
  #wantsChange = false;
  /** The sound has ended, so that the next header does not wait for it. */
  #hasLostSound = false;
  /** Another engine is being opened; bytes are held for it. */
  #isBetween = false;
  #hasEnded = false;
  /** Nothing is written after an event that ends the use of all engines. */
  #isOver = false;
  readonly #sparse = new SparseKeyframes();
  readonly #join = new GreyJoin();
  #firstMs = Number.NaN;
  #nowMs = 0;
  /** The last tag is this much earlier than one before it: some encoders write the time at which a picture is shown. */
  #earlyMs = 0;
  readonly #out = new TagWriter();

  constructor(options: RewriteOptions) {
    this.#options = options;
    this.#reader = new FlvReader((event) => this.#onEvent(event));
  }

  get facts(): StreamFacts {
    return this.#reader.facts;
  }

  get isHolding(): boolean {
    return this.#reader.isHolding || this.#header === null;
  }

  /** Bytes, or parts of a stream that another reader has read. `nowMs`: monotonic. */
  push(part: Uint8Array | FlvEvent, nowMs: number): void {
    this.#nowMs = nowMs;
    if (Number.isNaN(this.#firstMs)) this.#firstMs = nowMs;
    if (part instanceof Uint8Array) this.#reader.push(part);
    else this.#onEvent(part);
  }

  /** No bytes have arrived for a moment: what is held is written, if the other track is over its time. */
  tick(nowMs: number): void {
    this.#nowMs = nowMs;
    this.#reader.flush();
  }

  end(): void {
    this.#reader.end();
    this.#hasEnded = true;
    if (this.#other !== '' && this.#header === null) this.#onOtherPicture(this.#other);
  }

  /** Another engine reads from here. */
  begin(): void {
    this.#isBetween = false;
  }

  /** Bytes for the engine, a buffer of their own; null if there are none yet. */
  take(): Uint8Array<ArrayBuffer> | null {
    const { audio } = this.#tracks;
    // The first picture is held until the next one, which may be seconds away.
    if (this.#header === null && this.#reader.isHolding && audio.lastMs - audio.firstMs > UNPROMISED_MS) this.#reader.flush();
    const tracks = this.#header === null ? this.#decideTracks() : null;
    if (tracks !== null) {
      this.#header = tracks;
      this.#hasLostSound = false;
      const body = this.#out.take();
      this.#out.append([0x46, 0x4c, 0x56, 1, (tracks.hasAudio ? 4 : 0) | (tracks.hasVideo ? 1 : 0), 0, 0, 0, 9, 0, 0, 0, 0]);
      if (this.#metadata !== null && !contradicts(this.#metadata.value, tracks)) this.#out.append(this.#metadata.tag);
      this.#out.append(body);
      this.#options.emit({ type: 'tracks', tracks });
    }
    if (this.#header?.hasVideo === true && this.#tracks.video.written === 'h264') {
      const { audio, video } = this.#tracks;
      const filled = this.#sparse.next(this.#nowMs, this.#header.hasAudio ? audio.lastMs : Number.NaN);
      for (const afterMs of filled)
        this.#out.write(
          VIDEO,
          video.lastMs + afterMs,
          { tag: null, timeMs: 0 },
          [0x20 | LEGACY.h264, 1, 0, 0, 0, ...END_OF_SEQUENCE],
          null,
        );
    }
    if (this.#header === null || this.#out.length === 0 || this.#isOver || this.#isBetween) return null;
    return this.#out.take();
  }

  #onEvent(event: FlvEvent): void {
    switch (event.type) {
      case 'video-config':
        if (!this.#acceptsPicture(event.codec)) return;
        this.#join.record = event.codec === 'h264' ? event.record.slice() : null;
        this.#configure('video', event.codec, event, [0x10 | LEGACY[event.codec], 0, 0, 0, 0], event.record);
        return;
      case 'picture':
        this.#onPicture(event);
        return;
      case 'video-end':
        if (event.tag !== null && this.#tracks.video.written === event.codec) this.#out.append(event.tag);
        return;
      case 'other-picture':
        if (!this.#options.soundOnly) this.#onOtherPicture(event.name);
        return;
      case 'sound-config':
        return this.#onSoundConfig(event);
      case 'sound':
        return this.#onSound(event);
      case 'script':
        return this.#onScript(event);
      case 'header':
        this.#promised = event;
        return;
      case 'damage':
        return;
    }
  }

  #acceptsPicture(codec: VideoCodec): boolean {
    const { soundOnly, playsPicture } = this.#options;
    if (soundOnly) return false;
    if (playsPicture(codec)) return true;
    this.#finish({ type: 'unplayable', name: codec === 'h264' ? 'H264' : 'H265', carries: codec });
    return false;
  }

  #finish(event: RewriteEvent): void {
    if (!this.#isOver) this.#options.emit(event);
    this.#isOver = true;
  }

  /** What is written from here on is for another engine, with the tracks that come. */
  #change(): void {
    this.#header = null;
    this.#wantsChange = false;
    this.#isBetween = true;
    this.#out.take();
    this.#firstMs = this.#nowMs;
    for (const state of Object.values(this.#tracks)) {
      state.firstMs = Number.NaN;
      state.written = null;
      state.isConfigDue = state.config !== null;
    }
    this.#options.emit({ type: 'tracks-changed' });
  }

  #configure(
    track: Track,
    codec: string,
    event: { readonly tag: Uint8Array | null; readonly timeMs: number },
    head: readonly number[],
    data: Uint8Array | null,
  ): void {
    const state = this.#tracks[track];
    const written = new TagWriter(head.length + (data?.length ?? 0) + 15);
    written.write(track === 'audio' ? AUDIO : VIDEO, event.timeMs, event, head, data);
    state.codec = codec;
    state.config = written.take();
    state.isConfigDue = true;
  }

  /** In front of a frame: its configuration, and whether this engine takes the track. */
  #beginFrame(track: Track, canChange: boolean): boolean {
    const state = this.#tracks[track];
    const isOther = this.#header !== null && (!this.#header[FLAGS[track]] || state.written !== state.codec);
    if (isOther && !canChange) {
      this.#wantsChange = true;
      return false;
    }
    if (isOther || (canChange && this.#wantsChange)) this.#change();
    if (Number.isNaN(state.firstMs)) state.firstMs = state.lastMs;
    state.written = state.codec;
    state.dropped = '';
    if (state.isConfigDue && state.config !== null) this.#out.append(state.config);
    state.isConfigDue = false;
    return true;
  }

  #onPicture(read: Picture): void {
    if (this.#options.soundOnly) return;
    const { codec, isKey, entry } = read;
    const { audio, video } = this.#tracks;
    const beforeMs = video.lastMs;
    const timeMs = Math.max(this.#timeOf('video', read.timeMs), beforeMs + this.#sparse.filledMs || 0);
    const picture = this.#earlyMs === 0 ? read : { ...read, compositionMs: read.compositionMs - this.#earlyMs, tag: null };
    video.lastMs = timeMs;
    if (video.codec !== codec) return;
    const isBegun = video.written === codec;
    if (!isBegun && !this.#canBegin(picture, timeMs)) return;
    if (isBegun && isKey && this.#header?.hasAudio === true && beforeMs - audio.lastMs > LOST_SOUND_MS)
      this.#wantsChange = this.#hasLostSound = true;
    const restarts = isBegun && isKey && this.#wantsChange;
    this.#beginFrame('video', isKey || !isBegun);
    this.#sparse.onPicture(this.#nowMs, isBegun ? timeMs - beforeMs : Number.NaN, audio.lastMs, entry === 'intra');
    const isStart = !isBegun || restarts;
    if (isStart && codec === 'h264' && entry !== 'intra') this.#join.write(this.#out, timeMs);
    if (isStart) this.#join.clear();
    const isOther = codec === 'h265' && entry !== 'intra';
    this.#out.writePicture(picture, timeMs, isKey && (isOther || entry === 'intra'), isStart && isOther ? null : picture.tag);
  }

  /** A decoder starts at this picture, or it has recovered there from the pictures that are held until then. */
  #canBegin(picture: Picture, timeMs: number): boolean {
    const { codec, isKey, entry } = picture;
    if (entry === 'intra' || (codec === 'h265' && isKey)) return true;
    const isStart = codec === 'h264' && isKey && (entry !== 'flag' || timeMs - this.#tracks.video.firstMs > FLAG_ONLY_MS);
    const begins = this.#join.begins(picture, isStart);
    if (begins === null) this.#waitForKeyframe(timeMs);
    return begins === true;
  }

  #waitForKeyframe(timeMs: number): void {
    const { audio, video } = this.#tracks;
    if (timeMs - video.firstMs <= MAX_KEYLESS_MS) return;
    if (audio.written === null) this.#finish({ type: 'no-keyframe' });
    else if (video.dropped !== NO_KEYFRAME) {
      video.dropped = NO_KEYFRAME;
      this.#options.emit({ type: 'dropped', track: 'video', name: NO_KEYFRAME });
    }
  }

  /** The sound plays alone; without sound the stream is refused. */
  #onOtherPicture(name: string): void {
    const { audio, video } = this.#tracks;
    if (video.dropped === name) return;
    this.#other = name;
    const isOver = this.#hasEnded || this.#nowMs - this.#firstMs > PROMISED_MS;
    if (audio.written !== null) this.#drop('video', name);
    else if (isOver) {
      video.dropped = name;
      this.#finish({ type: 'unplayable', name, carries: null });
    }
  }

  #drop(track: Track, name: string): void {
    const state = this.#tracks[track];
    if (state.dropped === name) return;
    state.dropped = name;
    state.codec = state.config = null;
    this.#options.emit({ type: 'dropped', track, name });
    if (this.#header?.[FLAGS[track]] !== true) state.written = null;
    // The pictures go on until the keyframe with which another engine begins.
    else if (track === 'audio' && this.#header.hasVideo) this.#wantsChange = true;
    else this.#change();
  }

  #onSoundConfig(event: Extract<FlvEvent, { type: 'sound-config' }>): void {
    const { format } = event;
    if (!this.#options.playsSound(format)) {
      this.#drop('audio', format.name);
      return;
    }
    const { name, config } = format;
    const head = name === 'AAC' ? [0xaf, 0] : soundHead(name, 0);
    // mpegts.js writes the header of the FLAC block itself.
    if (name === 'FLAC') this.#configure('audio', name, { ...event, tag: null }, [...head!, ...FLAC_HEAD], config!.subarray(8));
    else if (event.tag !== null || (head !== null && config !== null)) this.#configure('audio', name, event, head ?? [], config);
    else Object.assign(this.#tracks.audio, { codec: name, config: null });
  }

  #onSound(event: Extract<FlvEvent, { type: 'sound' }>): void {
    const timeMs = this.#timeOf('audio', event.timeMs);
    const name = this.#tracks.audio.codec;
    // Beside pictures another engine begins with a keyframe.
    if (name === null || !this.#beginFrame('audio', this.#tracks.video.written === null)) return;
    const head = name === 'AAC' ? [0xaf, 1] : name === 'MP3' ? [0x2f] : soundHead(name, 1);
    if (event.tag !== null || head !== null) this.#out.write(AUDIO, timeMs, event, head ?? [], event.data);
  }

  /** The first metadata is written behind the header, because an engine takes the tracks from it. */
  #onScript({ script, tag }: Extract<FlvEvent, { type: 'script' }>): void {
    if (script.name !== 'onMetaData') this.#out.append(tag);
    else if (this.#header === null) this.#metadata = { value: script.values[0], tag: tag.slice() };
    else if (!contradicts(script.values[0], this.#header)) this.#out.append(tag);
  }

  #timeOf(track: Track, rawMs: number): number {
    this.#timeline ??= new Timeline(rawMs > LATE_START_MS ? MOVED_START_MS : null);
    const state = this.#tracks[track];
    const { timeMs, ownMs } = this.#timeline.at(track, rawMs, GAP_MS[track]);
    this.#earlyMs = timeMs - ownMs;
    if (Number.isNaN(state.firstMs)) state.firstMs = timeMs;
    state.lastMs = timeMs;
    return timeMs;
  }

  /** Null: a track may still begin. */
  #decideTracks(): Tracks | null {
    const { audio, video } = this.#tracks;
    const [hasAudio, hasVideo] = [audio.written !== null, video.written !== null];
    if (!hasAudio && !hasVideo) return null;
    const isComplete =
      (hasAudio || audio.dropped !== '' || this.#hasLostSound) && (hasVideo || video.dropped !== '' || this.#options.soundOnly);
    if (isComplete || this.#hasEnded || this.#out.length > MAX_HELD_BYTES) return { hasAudio, hasVideo };
    const header = this.#promised;
    // A header without a track is written by servers that do not know the tracks.
    const isPromised = header === null || header.hasAudio === header.hasVideo || (hasAudio ? header.hasVideo : header.hasAudio);
    const began = hasAudio ? audio : video;
    const waitedMs = Math.max(began.lastMs - began.firstMs || 0, this.#nowMs - this.#firstMs);
    // Pictures that arrive may begin with the next keyframe.
    const waitsForKeyframe = !hasVideo && !Number.isNaN(video.firstMs);
    return waitedMs >= (waitsForKeyframe ? SOUND_ALONE_MS : isPromised ? PROMISED_MS : UNPROMISED_MS) ? { hasAudio, hasVideo } : null;
  }
}

/** Metadata that names other tracks than the stream has makes an engine wait for them. */
function contradicts(value: unknown, { hasAudio, hasVideo }: Tracks): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const flag = (name: string, is: boolean): boolean => typeof Reflect.get(value, name) === 'boolean' && Reflect.get(value, name) !== is;
  return flag('hasAudio', hasAudio) || flag('hasVideo', hasVideo);
}
