/**
 * Picture tags of an FLV stream to coded pictures, each with all of its slices, as length-prefixed NAL units (ISO/IEC 14496-15). Repairs what
 * encoders and relays do differently: start codes, parameter sets in band only, keyframes without a flag, slices in tags of their own.
 */
import { joinBytes } from '../base/bounded-read.ts';
import {
  endOfLengths,
  LENGTH_BYTES,
  NAL,
  readRecord,
  readUnits,
  recordOf,
  startsWithCode,
  withLengths,
  type VideoCodec,
} from './nal-units.ts';
import { readEnhanced, s24, videoName, type Notes, type StreamFacts } from './packets.ts';
import { splitAnnexB, splitLengthPrefixed } from '../../wasm/glue/access-units.ts';

export type PictureEvent =
  /** `record`: AVC or HEVC configuration record. */
  | {
      readonly type: 'video-config';
      readonly codec: VideoCodec;
      readonly timeMs: number;
      readonly record: Uint8Array;
      readonly tag: Uint8Array | null;
    }
  | Picture
  /** The sequence ends; another one may follow. */
  | { readonly type: 'video-end'; readonly codec: VideoCodec; readonly timeMs: number; readonly tag: Uint8Array | null }
  /** A picture of a codec that no player kind decodes; the name is in the facts. */
  | { readonly type: 'other-picture'; readonly name: string };

export interface Picture {
  readonly type: 'picture';
  readonly codec: VideoCodec;
  readonly timeMs: number;
  readonly compositionMs: number;
  /** A decoder may start here. */
  readonly isKey: boolean;
  /**
   * Why: an IDR or IRAP picture, the recovery point of a gradual refresh, intra slices alone, or only the flag of the tag (H264). A decoder
   * hides the pictures between a recovery point and its recovery.
   */
  readonly entry: 'intra' | 'recovery point' | 'intra slices' | 'flag' | null;
  /** H264: pictures from a recovery point on that are damaged. */
  readonly recoversIn: number;
  readonly data: Uint8Array;
  readonly tag: Uint8Array | null;
}

const KEY_FRAME = 1;
const INFO_FRAME = 5;
const CODECS: Readonly<Record<string, VideoCodec>> = { H264: 'h264', H265: 'h265' };
const PACKET = { config: 0, picture: 1, end: 2, pictureWithoutOffset: 3 };
/** Slices of one picture may differ by the rounding of their times. */
const SAME_TIME_MS = 2;
/** Parameter sets and SEI that wait for the picture behind them. */
const MAX_WAITING_BYTES = 256 * 1024;

/** Without a keyframe for this time after a change of the sequence, pictures are passed on as they are. */
const MAX_KEYLESS_MS = 12_000;

interface Packet {
  readonly codec: VideoCodec;
  readonly timeMs: number;
  readonly isFlagged: boolean;
  readonly compositionMs: number;
  readonly data: Uint8Array;
  /** Null if the tag is not one that every player reads (FourCC of a legacy codec, Multitrack). */
  readonly tag: Uint8Array | null;
}

export class PictureReader {
  readonly #emit: (event: PictureEvent) => void;
  readonly #facts: StreamFacts;
  readonly #notes: Notes;
  readonly #track = { number: Number.NaN };
  #codec: VideoCodec | null = null;
  #lengthBytes = 4;
  #sets: readonly Uint8Array[] = [];
  /** Of the last record, while sets in band may differ from it. */
  #recordSets: readonly Uint8Array[] = [];
  #hasRecord = false;
  /** NAL units without a picture, in length-prefixed form, that belong to the next one. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /**
   * `unsure`: the first picture is held until the next tag shows whether it was complete. `whole`: one tag a picture, nothing is held.
   * `joining`: slices arrive in tags of their own; each picture is held until the next one begins.
   */
  #mode: 'unsure' | 'whole' | 'joining' = 'unsure';
  #held: (Picture & { readonly parts: Uint8Array[] }) | null = null;
  #lastTimeMs = Number.NaN;
  /** Time of a sequence parameter set that changed, until a picture with which a decoder starts; NaN otherwise. */
  #keylessFromMs = Number.NaN;

  constructor(emit: (event: PictureEvent) => void, facts: StreamFacts, notes: Notes) {
    this.#emit = emit;
    this.#facts = facts;
    this.#notes = notes;
  }

  get isHolding(): boolean {
    return this.#held !== null;
  }

  /** Emits the held picture. */
  flush(): void {
    const held = this.#held;
    this.#held = null;
    if (held === null) return;
    if (this.#mode === 'unsure') this.#mode = 'whole';
    const { parts, ...picture } = held;
    this.#emit(
      parts.length === 1
        ? picture
        : {
            ...picture,
            data: joinBytes(
              parts,
              parts.reduce((sum, part) => sum + part.length, 0),
            ),
            tag: null,
          },
    );
  }

  /** A picture that no player kind decodes. */
  refuse(name: string): void {
    this.#facts.video = name;
    this.#emit({ type: 'other-picture', name });
  }

  /** Annex E.4.3.1 VIDEODATA; the high bit marks Enhanced RTMP (ExVideoTagHeader). */
  read(body: Uint8Array, timeMs: number, tag: Uint8Array): void {
    const first = body[0];
    if (first === undefined) {
      this.#notes.damage('empty tag', 0);
      return;
    }
    if (((first >> 4) & 7) === INFO_FRAME) return;
    if (first & 0x80) this.#readEnhanced(body, timeMs, tag);
    else this.#readLegacy(body, timeMs, tag);
  }

  #readLegacy(body: Uint8Array, timeMs: number, tag: Uint8Array): void {
    const name = videoName(body[0]! & 15);
    this.#facts.isEnhanced = false;
    const codec = CODECS[name];
    if (codec === undefined) return this.refuse(name);
    this.#facts.video = name;
    // A sequence header of two bytes ends a stream in some relays.
    if (body.length < 5) {
      if (body[1] === PACKET.end) this.#end(codec, timeMs, tag);
      else this.#notes.damage('short tag', body.length);
      return;
    }
    const packet = { codec, timeMs, isFlagged: body[0]! >> 4 === KEY_FRAME, compositionMs: s24(body, 2), data: body.subarray(5), tag };
    this.#onPacket(body[1]!, packet);
  }

  #readEnhanced(body: Uint8Array, timeMs: number, tag: Uint8Array): void {
    const packet = readEnhanced('video', body, this.#track, this.#notes);
    if (packet === null) {
      this.#notes.damage('short tag', body.length);
      return;
    }
    const { packetType, fourcc } = packet;
    if (packetType < 0 || packetType === 4) return; // Another track, or metadata of the picture (HDR).
    const name = videoName(fourcc);
    this.#facts.isEnhanced = true;
    const codec = CODECS[name];
    if (codec === undefined) return this.refuse(name);
    this.#facts.video = name;
    const hasOffset = packetType === PACKET.picture;
    if (hasOffset && packet.data.length < 3) {
      this.#notes.damage('short tag', body.length);
      return;
    }
    // Engines read hvc1 without a prefix; anything else is written as a legacy tag.
    const isPlain = fourcc === 'hvc1' && packet.data.byteOffset === body.byteOffset + 5;
    if (codec === 'h264') this.#notes.repair('FourCC of a legacy codec');
    this.#onPacket(packetType === PACKET.pictureWithoutOffset ? PACKET.picture : packetType, {
      codec,
      timeMs,
      isFlagged: ((body[0]! >> 4) & 7) === KEY_FRAME,
      compositionMs: hasOffset ? s24(packet.data, 0) : 0,
      data: hasOffset ? packet.data.subarray(3) : packet.data,
      tag: isPlain ? tag : null,
    });
  }

  #onPacket(packetType: number, packet: Packet): void {
    if (packet.codec !== this.#codec) {
      this.flush();
      this.#codec = packet.codec;
      this.#hasRecord = false;
      this.#sets = this.#recordSets = [];
      this.#waiting = [];
      this.#mode = 'unsure';
    }
    if (packetType === PACKET.config) this.#onConfig(packet);
    else if (packetType === PACKET.picture) this.#onPicture(packet);
    else if (packetType === PACKET.end) this.#end(packet.codec, packet.timeMs, packet.tag);
    else this.#notes.damage('unknown packet', packet.data.length);
  }

  #end(codec: VideoCodec, timeMs: number, tag: Uint8Array | null): void {
    this.flush();
    this.#emit({ type: 'video-end', codec, timeMs, tag });
  }

  #onConfig({ codec, data, timeMs, tag }: Packet): void {
    const record = readRecord(codec, data);
    if (record === null) {
      // Some encoders send the parameter sets with start codes here, without a record.
      const sets = startsWithCode(data) ? [...splitAnnexB(data)].filter((nal) => NAL[codec].isSet(NAL[codec].type(nal))) : [];
      if (sets.length > 0) this.#configure(codec, sets, timeMs);
      else this.#notes.damage('bad configuration', data.length);
      return;
    }
    this.#lengthBytes = record.lengthBytes;
    // Without parameter sets they follow in band.
    if (record.sets.length === 0) return;
    if (!this.#hasRecord || !record.sets.every((set) => this.#knows(set))) {
      // A server repeats its record beside other sets in band, which are the newer ones.
      if (this.#hasRecord && record.sets.every((set) => this.#knows(set, this.#recordSets))) return;
      this.flush();
      this.#mode = 'unsure';
      const { isSequence, type } = NAL[codec];
      if (this.#hasRecord && record.sets.some((set) => isSequence(type(set)) && !this.#knows(set))) this.#keylessFromMs = timeMs;
    }
    this.#hasRecord = true;
    this.#sets = this.#recordSets = record.sets.map((set) => set.slice());
    // Engines refuse lengths of one and two bytes, so that all pictures get lengths of four.
    const isOther = record.lengthBytes !== LENGTH_BYTES;
    if (isOther) this.#notes.repair('length size');
    this.#emit({
      type: 'video-config',
      codec,
      timeMs,
      record: isOther ? (recordOf(codec, this.#sets) ?? data) : data,
      tag: isOther ? null : tag,
    });
  }

  /** Emits a record made from parameter sets, if they are complete. */
  #configure(codec: VideoCodec, sets: readonly Uint8Array[], timeMs: number): void {
    const record = recordOf(codec, sets);
    if (record === null) return;
    this.flush();
    this.#notes.repair('configuration from parameter sets');
    this.#hasRecord = true;
    this.#sets = sets.map((set) => set.slice());
    this.#mode = 'unsure';
    this.#emit({ type: 'video-config', codec, timeMs, record, tag: null });
  }

  #knows(set: Uint8Array, sets = this.#sets): boolean {
    return sets.some((known) => known.length === set.length && known.every((byte, i) => byte === set[i]));
  }

  #onPicture(packet: Packet): void {
    const { codec, timeMs, isFlagged, compositionMs } = packet;
    let { data, tag } = packet;
    const nals = this.#unitsOf(data);
    if (nals !== null) {
      data = withLengths(nals);
      tag = null;
    }
    let units = readUnits(codec, data);
    if (!units.hasSlice) {
      if (data.length > 0) this.#keep(data);
      return;
    }
    if (!units.isFirstSlice && Math.abs(timeMs - this.#lastTimeMs) <= SAME_TIME_MS) {
      this.#join(data);
      return;
    }
    this.flush();
    if (this.#waiting.length > 0) {
      this.#notes.repair('parameter sets in a tag of their own');
      data = this.#takeWaiting(data);
      tag = null;
      units = readUnits(codec, data);
    }
    // A first configuration, or one that changed without a new record.
    if (units.sets.length > 0 && !(this.#hasRecord && units.sets.every((set) => this.#knows(set))))
      this.#configure(codec, units.sets, timeMs);
    const entry = units.isIntra
      ? 'intra'
      : units.recoversIn !== null
        ? 'recovery point'
        : units.hasIntraSlices
          ? 'intra slices'
          : codec === 'h264' && isFlagged
            ? 'flag'
            : null;
    const isKey = entry !== null;
    if (!isKey && timeMs - this.#keylessFromMs < MAX_KEYLESS_MS) {
      this.#notes.repair('pictures of another sequence');
      return;
    }
    this.#keylessFromMs = Number.NaN;
    if (units.isIntra !== isFlagged && !(isFlagged && isKey)) {
      this.#notes.repair('keyframe flag');
      tag = null;
    }
    const picture = { type: 'picture', codec, timeMs, compositionMs, isKey, entry, recoversIn: units.recoversIn ?? 0, data, tag } as const;
    this.#lastTimeMs = timeMs;
    if (this.#mode === 'whole') this.#emit(picture);
    else this.#held = { ...picture, parts: [data.slice()], data: data.slice(), tag: tag?.slice() ?? null };
  }

  #keep(data: Uint8Array): void {
    this.#waitingBytes += data.length;
    if (this.#waitingBytes > MAX_WAITING_BYTES) {
      this.#waiting = [];
      this.#waitingBytes = data.length;
    }
    this.#waiting.push(data.slice());
  }

  #takeWaiting(last: Uint8Array): Uint8Array {
    const parts = [...this.#waiting, last];
    this.#waiting = [];
    this.#waitingBytes = 0;
    return joinBytes(
      parts,
      parts.reduce((sum, part) => sum + part.length, 0),
    );
  }

  #join(data: Uint8Array): void {
    this.#mode = 'joining';
    if (this.#held === null) {
      // Found only now, because the tag before looked complete. Its picture was emitted without these slices.
      this.#notes.repair('late slices dropped');
      return;
    }
    this.#notes.repair('slices joined');
    this.#held.parts.push(this.#takeWaiting(data.slice()));
  }

  /** The NAL units of a tag that has no lengths of 4 bytes; null if it has. */
  #unitsOf(data: Uint8Array): readonly Uint8Array[] | null {
    const lengthBytes = this.#lengthBytes;
    const endAt = endOfLengths(data, lengthBytes);
    // Lengths win if they are consistent: a length of 256 to 511 looks like a start code.
    if (endAt === data.length) return lengthBytes === LENGTH_BYTES ? null : [...splitLengthPrefixed(data, lengthBytes)];
    if (startsWithCode(data)) {
      this.#notes.repair('start codes');
      return [...splitAnnexB(data)];
    }
    this.#notes.repair('cut NAL unit');
    return [...splitLengthPrefixed(data, lengthBytes), data.subarray(endAt + lengthBytes)].filter(({ length }) => length > 2);
  }
}
