// Long file: a table with one row for each class of stream.
/**
 * The zoo: one small stream for each class that encoders, cameras and relays send, made from the fixtures by rewriting tags, with the right
 * result. `npm run streams -- zoo` plays them; src/player/tests/flv/zoo.test.ts reads them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../scripts/lib/tool.ts';
import { splitAccessUnits, splitAnnexB, splitLengthPrefixed } from '../../wasm/glue/access-units.ts';
import { setsOfRecord } from '../../wasm/glue/parameter-sets.ts';
import { readStream } from '../../wasm/streams/folder.ts';
import { AUDIO, FILE_HEADER_BYTES, SCRIPT, TAG_HEADER_BYTES, TRAILER_BYTES, VIDEO, type Damage } from '../flv/packets.ts';
import { MADE_SOUND, madePictures } from './zoo-made.ts';

export type Codec = 'h264' | 'h265';

/** `picture`, `sound`: plays without the other track, whose name is shown. */
type Right = 'plays' | 'picture' | 'sound' | 'refused';

export interface ZooTag {
  readonly type: number;
  readonly timeMs: number;
  readonly body: Uint8Array;
}

/**
 * `bursts`: what is due, each 2 s. `closes`: after 4 s, each connection. `redirect`: to another host. `pieces`: the first 20 kB byte by byte.
 * `joins`: a later connection begins with the keyframe of the present time.
 */
export type Way = 'gzip' | 'brotli' | 'range' | 'redirect' | 'length' | 'pieces' | 'bursts' | 'closes' | 'joins';

interface Written {
  readonly tags: readonly ZooTag[];
  /** Flags of the file header; null: no header. */
  readonly flags?: number | null;
  readonly streamId?: number;
  /** The size that follows each tag. */
  readonly trailer?: (tagBytes: number) => number;
  /** Bytes that are missing at the beginning. */
  readonly cutBytes?: number;
}

export interface ZooClass {
  readonly name: string;
  readonly what: string;
  /** Plays with both codecs if not given. */
  readonly right?: Readonly<Record<Codec, Right>>;
  /** Name of the track that is left out, or reason of the refusal. */
  readonly says?: string;
  /** Pictures that are shown of the 200 of the fixture, and the time from the first to the last one, in ms. */
  readonly pictures?: number;
  /** Pictures that a browser has to show: behind the place where the stream is odd; 25 if not given. */
  readonly shows?: number;
  readonly spanMs?: number;
  /** Pictures of the other codec come, which another player kind shows. */
  readonly hasBothCodecs?: true;
  /** What the reader skips. */
  readonly damage?: Damage;
  /** Engines of H264 that the stream needs, because a track begins late; 1 if not given. */
  readonly engines?: number;
  /** How the server sends it; the tags at their times if not given. */
  readonly way?: Way;
  /** Name of the fixtures without the codec; `sync-640x360` if not given. */
  readonly source?: string;
  readonly make: (tags: readonly ZooTag[], codec: Codec) => readonly ZooTag[] | Written;
}

const isVideo = ({ type }: ZooTag): boolean => type === VIDEO;
const isAudio = ({ type }: ZooTag): boolean => type === AUDIO;
const isConfig = ({ type, body }: ZooTag): boolean => type !== SCRIPT && body[1] === 0;
const isKey = (tag: ZooTag): boolean => isVideo(tag) && !isConfig(tag) && tag.body[0]! >> 4 === 1;
const isPicture = (tag: ZooTag): boolean => isVideo(tag) && !isConfig(tag);
const withBody = (tag: ZooTag, ...body: readonly (Uint8Array | readonly number[])[]): ZooTag => ({ ...tag, body: joined(body) });
const at = (tag: ZooTag, timeMs: number): ZooTag => ({ ...tag, timeMs });
export const joined = (parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Uint8Array.from(part)));
export const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
export const u24 = (n: number): number[] => [(n >> 16) & 255, (n >> 8) & 255, n & 255];
const u32 = (n: number): number[] => [n >>> 24, ...u24(n)];
const both = (right: Right): Readonly<Record<Codec, Right>> => ({ h264: right, h265: right });
const otherSound =
  (first: number, ...config: readonly (readonly number[])[]) =>
  (tags: readonly ZooTag[]): ZooTag[] =>
    tags.flatMap((tag) => {
      if (!isAudio(tag)) return [tag];
      return isConfig(tag) ? config.map((body) => withBody(tag, body)) : [withBody(tag, [first], tag.body.subarray(2))];
    });
const otherConfig =
  (...config: readonly number[]) =>
  (tags: readonly ZooTag[]): ZooTag[] =>
    tags.map((tag) => (isAudio(tag) && isConfig(tag) ? withBody(tag, [0xaf, 0], config) : tag));
const enhanced = (tag: ZooTag, codec: Codec, prefix: (packetType: number) => readonly number[], track: readonly number[] = []): ZooTag => {
  const { type, body } = tag;
  if (type === SCRIPT) return tag;
  const packetType = body[1]!;
  if (type === AUDIO) return withBody(tag, [0x90 | packetType], ascii('mp4a'), body.subarray(2));
  const head = prefix(packetType);
  const fourcc = ascii(codec === 'h264' ? 'avc1' : 'hvc1');
  return withBody(
    tag,
    [0x80 | (body[0]! & 0x70) | head[0]!, ...head.slice(1), ...fourcc, ...track],
    body.subarray(packetType === 0 ? 5 : 2),
  );
};
const startCodes = (data: Uint8Array): Uint8Array => joined([...splitLengthPrefixed(data, 4)].flatMap((nal) => [[0, 0, 0, 1], nal]));
const lengths = (nals: Iterable<Uint8Array>): Uint8Array => joined([...nals].flatMap((nal) => [u32(nal.length), nal]));
/** The parameter sets of the stream's configuration. */
function setsOf(tags: readonly ZooTag[], codec: Codec): Uint8Array[] {
  const record = tags.find((tag) => isVideo(tag) && isConfig(tag))!.body.subarray(5);
  if (codec === 'h265') return [...setsOfRecord(record)];
  const spsBytes = (record[6]! << 8) | record[7]!;
  const ppsAt = 8 + spsBytes + 3;
  return [record.subarray(8, 8 + spsBytes), record.subarray(ppsAt, ppsAt + ((record[ppsAt - 2]! << 8) | record[ppsAt - 1]!))];
}
/** The sets go into the keyframes, and the configuration is left out. */
const inBand = (tags: readonly ZooTag[], codec: Codec, ofTag: (tag: ZooTag, sets: Uint8Array) => readonly ZooTag[]): ZooTag[] =>
  tags.filter((tag) => !(isVideo(tag) && isConfig(tag))).flatMap((tag) => (isKey(tag) ? ofTag(tag, lengths(setsOf(tags, codec))) : [tag]));
const shifted =
  (fromMs: number, byMs: number, only: (tag: ZooTag) => boolean = () => true) =>
  (tags: readonly ZooTag[]): ZooTag[] =>
    tags.map((tag) => (tag.timeMs >= fromMs && only(tag) && !isConfig(tag) ? at(tag, (tag.timeMs + byMs + 2 ** 32) % 2 ** 32) : tag));
const HOUR_MS = 3_600_000;
const served = (way: Way, what: string, shows?: number): ZooClass[] => [
  { name: way, what, way, ...(shows && { shows }), make: (tags) => tags },
];
const twice = (tags: readonly ZooTag[]): ZooTag[] => [
  ...tags,
  ...tags.filter((tag) => !isConfig(tag)).map((tag) => at(tag, tag.timeMs + 8_000)),
];
const keyless = (tags: readonly ZooTag[]): ZooTag[] =>
  [0, 8_000, 16_000].flatMap((byMs) => tags.filter((tag) => !isKey(tag)).map((tag) => at(tag, tag.timeMs + byMs)));

const pictureTag = (codec: Codec, timeMs: number, isKey: boolean, packetType: number, data: Uint8Array): ZooTag => ({
  type: VIDEO,
  timeMs: Math.round(timeMs),
  body: joined([[(isKey ? 0x10 : 0x20) | (codec === 'h264' ? 7 : 12), packetType, 0, 0, 0], data]),
});

/** A clip of the decoder, repeated until it has 200 pictures; one picture each 40 ms, in one tag or one for each NAL unit. */
function clip(name: string, inTags: (nals: readonly Uint8Array[]) => readonly (readonly Uint8Array[])[] = (nals) => [nals]): Written {
  const units = [...splitAccessUnits(readStream(path.join(ROOT, `src/wasm/fixtures/hevc/${name}.265`)))];
  const tags = Array.from({ length: 200 }, (_, i) =>
    inTags([...splitAnnexB(units[i % units.length]!)]).map((nals) => pictureTag('h265', i * 40, i % units.length === 0, 1, lengths(nals))),
  );
  return { tags: tags.flat(), flags: 1 };
}

interface MadeStream {
  readonly width: number;
  readonly height: number;
  readonly interlaced?: boolean;
  readonly pictures?: number;
  readonly everyMs?: number;
  readonly keyEvery?: number;
}
const made =
  ({ width, height, interlaced, pictures = 200, everyMs = 40, keyEvery = 50 }: MadeStream) =>
  (_tags: readonly ZooTag[], codec: Codec): Written => {
    const { record, picture } = madePictures(codec, width, height, interlaced);
    const tags = Array.from({ length: pictures }, (_, i) =>
      pictureTag(codec, i * everyMs, i % keyEvery === 0, 1, lengths(picture(i % keyEvery))),
    );
    return { tags: [pictureTag(codec, 0, true, 0, record), ...tags], flags: 1 };
  };

/** The sound of the fixture is replaced by silence. */
const madeSound =
  (name: keyof typeof MADE_SOUND) =>
  (tags: readonly ZooTag[]): readonly ZooTag[] => {
    const { frameMs, config, frame } = MADE_SOUND[name];
    const sound = Array.from({ length: Math.floor(8_000 / frameMs) }, (_, i) => ({
      type: AUDIO,
      timeMs: Math.round(i * frameMs),
      body: Uint8Array.from(frame(i)),
    }));
    const first = config === null ? [] : [{ type: AUDIO, timeMs: 0, body: Uint8Array.from(config) }];
    return byTime([...first, ...sound, ...tags.filter((tag) => !isAudio(tag))]);
  };
const byTime = (tags: readonly ZooTag[]): ZooTag[] => tags.toSorted((a, b) => a.timeMs - b.timeMs);

type Options = Omit<ZooClass, 'name' | 'what' | 'make'>;
function row(name: string, what: string, make: ZooClass['make']): ZooClass;
function row(name: string, what: string, options: Options, make: ZooClass['make']): ZooClass;
function row(name: string, what: string, options: Options | ZooClass['make'], make?: ZooClass['make']): ZooClass {
  return typeof options === 'function' ? { name, what, make: options } : { ...options, name, what, make: make! };
}

export const ZOO: readonly ZooClass[] = [
  row('plain', 'the fixture as it is', (tags) => tags),
  row('g711-a', 'G.711 A-law sound', { right: { h264: 'picture', h265: 'plays' }, says: 'G.711 A-law' }, otherSound(0x72)),
  row('g711-mu', 'G.711 mu-law sound', { right: { h264: 'picture', h265: 'plays' }, says: 'G.711 mu-law' }, otherSound(0x82)),
  row('speex', 'Speex sound', { right: both('picture'), says: 'Speex' }, otherSound(0xb2)),
  row('aac-no-channels', 'AAC with channel configuration 0', otherConfig(0x11, 0x80)),
  row('aac-explicit-rate', 'AAC with an explicit sample rate', otherConfig(0x17, 0x80, 0x5d, 0xc0, 0x10)),
  row('aac-adts', 'AAC with an ADTS header before each frame, without a configuration', (tags) =>
    tags.flatMap((tag) => {
      if (!isAudio(tag)) return [tag];
      const size = tag.body.length - 2 + 7;
      const header = [0xff, 0xf1, 0x4c, 0x80 | (size >> 11), (size >> 3) & 255, ((size & 7) << 5) | 0x1f, 0xfc];
      return isConfig(tag) ? [] : [withBody(tag, [0xaf, 1], header, tag.body.subarray(2))];
    }),
  ),
  row('aac-twice', 'the AAC configuration comes before each keyframe', (tags) => {
    const config = tags.find((tag) => isAudio(tag) && isConfig(tag))!;
    return tags.flatMap((tag) => (isKey(tag) ? [at(config, tag.timeMs), tag] : [tag]));
  }),
  row('aac-late', 'the sound and its configuration begin after 1 s', (tags) => {
    const config = tags.find((tag) => isAudio(tag) && isConfig(tag))!;
    const first = tags.findIndex((tag) => isAudio(tag) && tag.timeMs >= 1_000);
    return tags.flatMap((tag, i) => (isAudio(tag) && i < first ? [] : i === first ? [at(config, tag.timeMs), tag] : [tag]));
  }),
  row('stream-id', 'the StreamID of the tags is not 0', (tags) => ({ tags, streamId: 0x010203 })),
  row('trailers', 'the sizes behind the tags are all wrong', (tags) => ({ tags, trailer: (bytes) => bytes - 11 })),
  row('no-header', 'no file header', (tags) => ({ tags, flags: null })),
  row('mid-tag', 'begins in the middle of a tag', { pictures: 150, spanMs: 5_960 }, (tags, codec) => ({
    // The first keyframe is cut, so the pictures begin with the next one; a relay repeats the configuration there.
    tags: tags.flatMap((tag) => (isKey(tag) && tag.timeMs > 0 ? [...tags.filter(isConfig).map((one) => at(one, tag.timeMs)), tag] : [tag])),
    cutBytes: codec === 'h264' ? 5_000 : 3_000,
  })),
  row('two-headers', 'the header promises nothing', (tags) => ({ tags, flags: 0 })),
  row('no-sound', 'no sound, which the header promises', (tags) => tags.filter((tag) => !isAudio(tag))),
  row('sound-alone', 'no pictures, which the header promises', { pictures: 0 }, (tags) => tags.filter((tag) => !isVideo(tag))),
  row('unknown-tags', 'tags of an unknown type', (tags) =>
    tags.flatMap((tag) => [{ ...tag, type: 22, body: Uint8Array.of(1, 2, 3) }, tag]),
  ),
  row('metadata-1mb', 'metadata of 1 MB', (tags) => [
    {
      type: SCRIPT,
      timeMs: 0,
      body: joined([[2, 0, 10], ascii('onMetaData'), [3, 0, 1, 97, 12], u32(1_048_576), new Uint8Array(1_048_576).fill(97), [0, 0, 9]]),
    },
    ...tags,
  ]),
  row('amf3', 'metadata in AMF3', (tags) => [
    { type: 15, timeMs: 0, body: joined([[0, 2, 0, 10], ascii('onMetaData'), [17, 10, 11, 1, 3, 97, 4, 1, 1]]) },
    ...tags,
  ]),
  row('rotation-hdr', 'metadata with a rotation and colour information', (tags, codec) => [
    {
      type: SCRIPT,
      timeMs: 0,
      body: joined([
        [2, 0, 10],
        ascii('onMetaData'),
        [8, 0, 0, 0, 1, 0, 8],
        ascii('rotation'),
        [0, 0x40, 0x56, 0x80, 0, 0, 0, 0, 0, 0, 0, 9],
      ]),
    },
    // Enhanced RTMP: the packet type 4 has the colour information.
    {
      type: VIDEO,
      timeMs: 0,
      body: joined([[0x94], ascii(codec === 'h264' ? 'avc1' : 'hvc1'), [2, 0, 9], ascii('colorInfo'), [3, 0, 0, 9]]),
    },
    ...tags,
  ]),
  row('no-key-flag', 'no tag is flagged as a keyframe', (tags) =>
    tags.map((tag) => (isPicture(tag) ? withBody(tag, [(tag.body[0]! & 15) | 0x20], tag.body.subarray(1)) : tag)),
  ),
  row('start-codes', 'start codes instead of lengths', (tags) =>
    tags.map((tag) => (isPicture(tag) ? withBody(tag, tag.body.subarray(0, 5), startCodes(tag.body.subarray(5))) : tag)),
  ),
  row('in-band', 'parameter sets in the keyframes, no configuration', (tags, codec) =>
    inBand(tags, codec, (tag, sets) => [withBody(tag, tag.body.subarray(0, 5), sets, tag.body.subarray(5))]),
  ),
  row('sets-alone', 'parameter sets in tags of their own, no configuration', (tags, codec) =>
    inBand(tags, codec, (tag, sets) => [withBody(tag, tag.body.subarray(0, 5), sets), tag]),
  ),
  row(
    'sets-differ',
    'parameter sets in the keyframes, and each second a configuration that differs from them',
    { shows: 100 },
    (tags, codec) => {
      const config = tags.find((tag) => isVideo(tag) && isConfig(tag))!;
      const sps = setsOf(tags, codec)[codec === 'h264' ? 0 : 1]!;
      const body = Uint8Array.from(config.body);
      // Another level.
      const level = codec === 'h264' ? 3 : sps.findIndex((byte, i) => i > 8 && byte >= 60);
      body[Buffer.from(body).indexOf(sps) + level]! += 3;
      const other = { ...config, body };
      return [other, ...inBand(tags, codec, (tag, sets) => [withBody(tag, tag.body.subarray(0, 5), sets, tag.body.subarray(5))])].flatMap(
        (tag) => (isPicture(tag) && tag.timeMs % 1_000 === 200 ? [at(other, tag.timeMs), tag] : [tag]),
      );
    },
  ),
  row(
    'annexb-camera',
    'start codes, parameter sets in band, no flag of keyframes, G.711: a camera',
    { right: { h264: 'picture', h265: 'plays' }, says: 'G.711 A-law' },
    (tags, codec) =>
      otherSound(0x72)(inBand(tags, codec, (tag, sets) => [withBody(tag, tag.body.subarray(0, 5), sets, tag.body.subarray(5))])).map(
        (tag) =>
          isPicture(tag) ? withBody(tag, [(tag.body[0]! & 15) | 0x20], tag.body.subarray(1, 5), startCodes(tag.body.subarray(5))) : tag,
      ),
  ),
  row('enhanced', 'Enhanced RTMP: avc1 or hvc1, and mp4a', (tags, codec) =>
    tags.map((tag) => enhanced(tag, codec, (packetType) => [packetType])),
  ),
  row('mod-ex', 'Enhanced RTMP v2 with a ModEx prefix', (tags, codec) =>
    tags.map((tag) => enhanced(tag, codec, (packetType) => [7, 2, 1, 2, 3, packetType])),
  ),
  row('multitrack', 'Enhanced RTMP v2, one track of Multitrack', (tags, codec) =>
    tags.map((tag) => enhanced(tag, codec, (packetType) => [6, packetType], [3])),
  ),
  row('apart-5s', 'the sound is 5 s ahead by its times', shifted(0, 5_000, isAudio)),
  row('apart-100s', 'the sound is 100 s behind by its times', (tags) => shifted(0, 100_000, isVideo)(tags)),
  row('jump-forward', 'the times jump by an hour', { shows: 150 }, shifted(4_000, HOUR_MS)),
  row('jump-back', 'the times begin at 10 hours and jump back by one', { shows: 150 }, (tags) =>
    shifted(10 * HOUR_MS + 4_000, -HOUR_MS)(shifted(0, 10 * HOUR_MS)(tags)),
  ),
  row('wrap', 'the 32-bit times wrap', { shows: 150 }, (tags) => shifted(0, -4_000)(tags)),
  row('gap-6s', 'nothing for 6 s', { spanMs: 13_960, shows: 150 }, shifted(4_000, 6_000)),
  row('picture-in-5s', 'one picture every 5 s, no sound', { pictures: 4, spanMs: 15_000, shows: 2 }, (tags) => ({
    tags: tags.filter((tag) => isKey(tag) || (isVideo(tag) && isConfig(tag))).map((tag) => at(tag, tag.timeMs * 2.5)),
    flags: 1,
  })),
  row('keyless', 'no keyframe beside good sound', { right: both('sound'), says: 'no keyframe', pictures: 0 }, (tags) => keyless(tags)),
  row(
    'keyless-silent',
    'no keyframe and no sound',
    { right: both('refused'), says: 'the stream has no keyframe', pictures: 0 },
    (tags) => ({ tags: keyless(tags).filter((tag) => !isAudio(tag)), flags: 1 }),
  ),
  row('key-in-8s', 'the first keyframe comes after 8 s', { engines: 2 }, (tags) => [
    ...tags.filter((tag) => !isKey(tag)),
    ...tags.filter((tag) => !isConfig(tag)).map((tag) => at(tag, tag.timeMs + 8_000)),
  ]),
  row(
    'gradual-refresh',
    'joined in the middle of a gradual refresh, no keyframe later',
    { source: 'refresh-320x180', pictures: 150, spanMs: 5_960 },
    (tags, codec) =>
      tags
        .filter((tag) => isConfig(tag) || tag.timeMs >= 1_000)
        // x265 marks no recovery points: SEI with recovery_poc_cnt 50.
        .map((tag) =>
          codec === 'h265' && isPicture(tag) && tag.timeMs % 2_000 === 0
            ? withBody(tag, tag.body.subarray(0, 5), [0, 0, 0, 7, 0x4e, 1, 6, 2, 0x03, 0x21, 0x80], tag.body.subarray(5))
            : tag,
        ),
  ),
  row('display-times', 'the tags have the time at which a picture is shown, not the one at which it is decoded', (tags) =>
    tags.map((tag) => {
      if (!isPicture(tag)) return tag;
      const compositionMs = (tag.body[2]! << 16) | (tag.body[3]! << 8) | tag.body[4]!;
      return at(withBody(tag, tag.body.subarray(0, 2), [0, 0, 0], tag.body.subarray(5)), tag.timeMs + compositionMs);
    }),
  ),
  ...served('gzip', 'the body is compressed by gzip'),
  ...served('brotli', 'the body is compressed by Brotli'),
  ...served('range', 'status 206 with Content-Range'),
  ...served('redirect', 'status 302 to another host'),
  ...served('length', 'a Content-Length, which is reached'),
  ...served('pieces', 'the first 20 kB arrive byte by byte'),
  ...served('bursts', 'everything arrives in bursts, 2 s apart', 150),
  ...served('closes', 'the server closes each connection after 4 s', 150),
  row('sound-stops', 'the sound ends after 1 s', { engines: 2, pictures: 400, shows: 150, spanMs: 15_960 }, (tags) =>
    twice(tags).filter((tag) => !isAudio(tag) || isConfig(tag) || tag.timeMs < 1_000),
  ),
  row('picture-stops', 'the pictures end after 2 s', { pictures: 50, spanMs: 1_960 }, (tags) =>
    tags.filter((tag) => !isPicture(tag) || tag.timeMs < 2_000),
  ),
  row('amf-odd', 'metadata with deep objects, references, unknown types and no end', (tags) => [
    {
      type: SCRIPT,
      timeMs: 0,
      body: joined([
        [2, 0, 10],
        ascii('onMetaData'),
        ...Array.from({ length: 20 }, () => [3, 0, 1, 97]),
        [7, 0, 1, 0, 1, 98, 13, 0, 1, 99, 17],
      ]),
    },
    ...tags,
  ]),
  row('vp6', 'VP6 pictures', { right: both('sound'), says: 'VP6', pictures: 0 }, (tags) =>
    tags.map((tag) => (isVideo(tag) ? withBody(tag, [0x14, 0, 0, 0, 0, 0]) : tag)),
  ),
  row('vp6-g711', 'VP6 pictures and Speex sound', { right: both('refused'), says: 'the stream has another codec', pictures: 0 }, (tags) =>
    otherSound(0xb2)(tags).map((tag) => (isVideo(tag) ? withBody(tag, [0x14, 0, 0, 0, 0, 0]) : tag)),
  ),
  row('slice-tags', 'the slices of one H265 picture in tags of their own', (tags, codec) =>
    codec === 'h265' ? clip('slices3', (nals) => nals.map((nal) => [nal])) : tags,
  ),
  row('size-8x8', 'pictures of 8x8', made({ width: 8, height: 8 })),
  row('size-4096x2304', 'pictures of 4096x2304', made({ width: 4_096, height: 2_304 })),
  row(
    'rate-1',
    'one picture a second, a keyframe each 10 s, no sound',
    { pictures: 20, spanMs: 19_000, shows: 6 },
    made({ width: 320, height: 192, pictures: 20, everyMs: 1_000, keyEvery: 10 }),
  ),
  row(
    'rate-120',
    '120 pictures a second',
    { pictures: 960, spanMs: 7_992, shows: 300 },
    made({ width: 320, height: 192, pictures: 960, everyMs: 1_000 / 120, keyEvery: 240 }),
  ),
  row('keyframes-20s', 'keyframes 20 s apart', { source: 'refresh-320x180', pictures: 400, spanMs: 39_900, shows: 100 }, (tags) => {
    const round = tags.filter(isVideo).map((tag) => at(tag, tag.timeMs * 2.5));
    return { tags: [...round, ...round.filter(isPicture).map((tag) => at(tag, tag.timeMs + 20_000))], flags: 1 };
  }),
  row('interlaced', 'fields: two in each H264 picture; H265 with one field a picture', (tags, codec) =>
    codec === 'h264' ? made({ width: 320, height: 192, interlaced: true })(tags, codec) : clip('field-coded'),
  ),
  row('temporal-layers', 'H265 with temporal layers', (tags, codec) => (codec === 'h264' ? tags : clip('temporal-layers'))),
  row('delimiters', 'H265 with delimiters, buffering periods and picture timing in tags of their own', (tags, codec) =>
    codec === 'h264' ? tags : clip('vbv-hrd-aud', (nals) => nals.map((nal) => [nal])),
  ),
  row('aac-5.1', 'AAC with six channels', madeSound('aac-5.1')),
  row('mp3', 'MP3 sound', madeSound('mp3')),
  row('opus', 'Enhanced RTMP: Opus sound', madeSound('opus')),
  row('flac', 'Enhanced RTMP: FLAC sound', madeSound('flac')),
  row(
    'codec-and-back',
    'the codec changes after 8 s, and back after 8 s more',
    { hasBothCodecs: true, way: 'joins', pictures: 600, spanMs: 23_960, shows: 400 },
    (tags, codec) => {
      const other = sourceTags('sync-640x360', codec === 'h264' ? 'h265' : 'h264');
      return [tags, other, tags].flatMap((round, i) => round.map((tag) => at(tag, tag.timeMs + i * 8_000)));
    },
  ),
  row(
    'size-change',
    'pictures of another size after 4 s, with a configuration',
    { pictures: 300, spanMs: 11_960, shows: 150 },
    (tags, codec) => [
      ...tags.filter(({ timeMs }) => timeMs < 4_000),
      ...sourceTags('refresh-320x180', codec).map((tag) => at(tag, tag.timeMs + 4_000)),
    ],
  ),
  row(
    'size-change-mid-gop',
    'pictures of another size after 4 s, with a configuration and 2 s before their first keyframe',
    { pictures: 250, spanMs: 11_960, shows: 150 },
    (tags, codec) => {
      const other = sourceTags('stage-852x480', codec);
      const firstKey = other.findIndex(isKey);
      return [
        ...tags.filter(({ timeMs }) => timeMs < 4_000),
        ...other.filter((_, i) => i !== firstKey).map((tag) => at(tag, tag.timeMs + 4_000)),
      ];
    },
  ),
  row(
    'end-of-sequence',
    'the sequence ends after 4 s, and another one begins at time 0',
    { pictures: 300, shows: 150, spanMs: 11_960 },
    (tags) => {
      const end = tags.find((tag) => isVideo(tag) && isConfig(tag))!;
      return [...tags.filter(({ timeMs }) => timeMs < 4_000), at(withBody(end, [end.body[0]!, 2, 0, 0, 0]), 4_000), ...tags];
    },
  ),
  row('metadata-wrong', 'metadata with another size, codec and rate in mid-stream', { shows: 150 }, (tags) =>
    tags.flatMap((tag, i) => {
      const number = (name: string, value: number): number[] => {
        const bytes = new Uint8Array(8);
        new DataView(bytes.buffer).setFloat64(0, value);
        return [0, name.length, ...ascii(name), 0, ...bytes];
      };
      const fields = [...number('width', 1_920), ...number('height', 1_080), ...number('videocodecid', 2), ...number('framerate', 5)];
      const metadata = joined([[2, 0, 10], ascii('onMetaData'), [8, 0, 0, 0, 4], fields, [0, 0, 9]]);
      return i % 100 === 50 ? [{ type: SCRIPT, timeMs: tag.timeMs, body: metadata }, tag] : [tag];
    }),
  ),
  row('wrap-24', 'the times wrap after 24 bits', { shows: 150 }, (tags) =>
    tags.map((tag) => (isConfig(tag) ? tag : at(tag, (tag.timeMs + 2 ** 24 - 4_000) % 2 ** 24))),
  ),
  row('empty-tags', 'tags without a body, and with a header alone', { damage: 'empty tag' }, (tags) =>
    tags.flatMap((tag, i) => {
      const head = isVideo(tag) ? tag.body.subarray(0, 5) : tag.body.subarray(0, 2);
      return i % 10 === 9 && !isConfig(tag) ? [{ ...tag, body: new Uint8Array() }, { ...tag, body: head }, tag] : [tag];
    }),
  ),
  row(
    'encrypted',
    'the filter bit of all tags is set',
    { right: both('refused'), says: 'the stream has another codec', damage: 'encrypted', pictures: 0 },
    (tags) => tags.map((tag) => ({ ...tag, type: tag.type | 0x20 })),
  ),
  row('sound-before-config', 'the configuration of the sound comes after 1 s of it', (tags) => {
    const config = tags.find((tag) => isAudio(tag) && isConfig(tag))!;
    const first = tags.findIndex((tag) => isAudio(tag) && tag.timeMs >= 1_000);
    return tags.flatMap((tag, i) => (isAudio(tag) && isConfig(tag) ? [] : i === first ? [at(config, tag.timeMs), tag] : [tag]));
  }),
  row('negative-composition', 'pictures are shown before the time of their tags', (tags) =>
    tags.map((tag) => {
      if (!isPicture(tag)) return tag;
      const compositionMs = ((tag.body[2]! << 16) | (tag.body[3]! << 8) | tag.body[4]!) - 200;
      return withBody(tag, tag.body.subarray(0, 2), u24(compositionMs), tag.body.subarray(5));
    }),
  ),
  row('picture-late', 'the pictures begin 8 s after the sound', { engines: 2 }, (tags) => [
    ...tags.filter(isAudio),
    ...tags.filter((tag) => !isAudio(tag) || !isConfig(tag)).map((tag) => at(tag, tag.timeMs + 8_000)),
  ]),
];

const SUFFIX: Readonly<Record<Codec, string>> = { h264: 'h264', h265: 'h265-id12' };

function tagsOf(file: string): ZooTag[] {
  const bytes = readFileSync(file);
  const tags: ZooTag[] = [];
  for (let at = FILE_HEADER_BYTES + TRAILER_BYTES; at + TAG_HEADER_BYTES < bytes.length;) {
    const end = at + TAG_HEADER_BYTES + bytes.readUIntBE(at + 1, 3);
    const timeMs = bytes.readUIntBE(at + 4, 3) + bytes[at + 7]! * 2 ** 24;
    tags.push({ type: bytes[at]!, timeMs, body: bytes.subarray(at + TAG_HEADER_BYTES, end) });
    at = end + TRAILER_BYTES;
  }
  return tags;
}

const sourceTags = (source: string, codec: Codec): ZooTag[] => tagsOf(path.join(ROOT, `fixtures/streams/${source}-${SUFFIX[codec]}.flv`));

/** A stream of an encoder that is at hand, at its times; both kinds try it. */
export function fileClass(file: string): ZooClass {
  const all = tagsOf(file).filter(isPicture);
  const pictures = Math.floor(all.filter(({ timeMs }) => timeMs - all[0]!.timeMs <= 10_000).length / 3);
  return { name: path.basename(file, '.flv'), what: file, pictures, make: () => tagsOf(file) };
}

export function writtenOf(
  { make, source = 'sync-640x360' }: ZooClass,
  codec: Codec,
): Required<Omit<Written, 'flags'>> & { readonly flags: number | null } {
  const made = make(sourceTags(source, codec), codec);
  return { flags: 5, streamId: 0, trailer: (bytes) => bytes, cutBytes: 0, ...('tags' in made ? made : { tags: made }) };
}

/** What a server sends to a viewer who comes at this time: the newest configurations, and everything from the keyframe before on. */
export function joinedAt(tags: readonly ZooTag[], timeMs: number): ZooTag[] {
  const from = tags.findLastIndex((tag) => isKey(tag) && tag.timeMs <= timeMs);
  const before = tags.slice(0, from);
  const configs = [isAudio, isVideo].flatMap((of) => before.findLast((tag) => of(tag) && isConfig(tag)) ?? []);
  return [...configs.map((tag) => at(tag, tags[from]!.timeMs)), ...tags.slice(from)];
}

export const rightOf = ({ right }: ZooClass, codec: Codec): Right => right?.[codec] ?? 'plays';

/** Sound is expected of a player. */
export const hasSound = (zooClass: ZooClass, codec: Codec): boolean => {
  const { tags } = writtenOf(zooClass, codec);
  return tags.filter(isAudio).length > 100;
};

export const headerOf = (flags: number | null): Uint8Array =>
  flags === null ? new Uint8Array() : joined([[0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0]]);

export function tagBytes({ type, timeMs, body }: ZooTag, streamId: number, trailer: (tagBytes: number) => number): Uint8Array {
  return joined([
    [type, ...u24(body.length), ...u24(timeMs & 0xff_ffff), timeMs / 2 ** 24, ...u24(streamId)],
    body,
    u32(trailer(body.length + 11)),
  ]);
}

export function bytesOf(zooClass: ZooClass, codec: Codec): Uint8Array {
  const { tags, flags, streamId, trailer, cutBytes } = writtenOf(zooClass, codec);
  return joined([headerOf(flags), ...tags.map((tag) => tagBytes(tag, streamId, trailer))]).subarray(cutBytes);
}
