/** Streams in codecs that the fixtures do not have, encoded by ffmpeg and written as Enhanced RTMP into FLV: AV1 pictures, Opus sound. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { readStream, type StreamRecording } from '../../mocks/recordings/recording.ts';
import { flvTag, TAG } from '../fixtures/flv-muxer.ts';
import { UsageError } from '../lib/command-line.ts';
import { ROOT } from '../suite/tool.ts';

const FOLDER = path.join(ROOT, '.cache/players');
const SECONDS = 8;
const PICTURES = `-f lavfi -i testsrc2=s=640x360:r=25 -t ${SECONDS} -pix_fmt yuv420p -g 50`.split(' ');
const SOUND = `-f lavfi -i sine=frequency=440:sample_rate=48000 -t ${SECONDS} -ac 2`.split(' ');
const AV1 = '-c:v libsvtav1 -preset 10 -crf 40'.split(' ');
const OPUS = '-c:a libopus -b:a 64k'.split(' ');

/** Packet types of Enhanced RTMP: the low four bits of a tag's first byte. */
const [SEQUENCE_START, CODED_FRAMES] = [0, 1];
/** High four bits of a tag's first byte: for pictures the Enhanced RTMP flag with the frame type, for sound the mark of a FourCC. */
const [KEY_PICTURE, PICTURE, ENHANCED_SOUND] = [0x90, 0xa0, 0x90];

const OPUS_HEADER_BYTES = 19;

interface Packet {
  readonly timeMs: number;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

interface Encoded {
  /** AV1CodecConfigurationRecord, or the identification header of Opus. */
  readonly config: Uint8Array;
  readonly packets: readonly Packet[];
}

/** Payload of the box `av1C` of an MP4 file, or the header of Opus in a WebM file, which is 19 bytes long for two channels. */
function configOf(file: Buffer): Uint8Array | null {
  const [box, header] = [file.indexOf('av1C'), file.indexOf('OpusHead')];
  if (box > 4) return new Uint8Array(file.subarray(box + 4, box - 4 + file.readUInt32BE(box - 4)));
  return header < 0 ? null : new Uint8Array(file.subarray(header, header + OPUS_HEADER_BYTES));
}

function runFfmpeg(name: string, args: readonly string[], file: string): void {
  // Under another name until it is complete, because a run that is interrupted leaves a part of the file.
  const part = path.join(FOLDER, `part-${name}`);
  const { status, stderr } = spawnSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args, part], { encoding: 'utf8' });
  if (status !== 0) throw new UsageError(`ffmpeg cannot make ${name}: ${stderr?.trim() || 'it is not installed'}`);
  renameSync(part, file);
}

/** The file is kept for the next run. */
async function encode(name: string, args: readonly string[]): Promise<Encoded> {
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, name);
  if (!existsSync(file)) runFfmpeg(name, args, file);
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) });
  const track = (await input.getPrimaryVideoTrack()) ?? (await input.getPrimaryAudioTrack());
  const config = configOf(readFileSync(file));
  if (track === null || config === null) throw new Error(`${name}: no configuration`);
  const packets: Packet[] = [];
  for await (const { timestamp, type, data } of new EncodedPacketSink(track).packets())
    packets.push({ timeMs: Math.max(0, Math.round(timestamp * 1_000)), isKey: type === 'key', data });
  return { config, packets };
}

const body = (first: number, fourcc: string, payload: Uint8Array): Uint8Array =>
  Uint8Array.of(first, ...new TextEncoder().encode(fourcc), ...payload);

interface TimedTag {
  readonly timeMs: number;
  readonly bytes: Uint8Array;
}

function recordingOf(tags: readonly TimedTag[], tracks: number): StreamRecording {
  const head = Uint8Array.of(0x46, 0x4c, 0x56, 1, tracks, 0, 0, 0, 9, 0, 0, 0, 0);
  const parts = [head, ...tags.toSorted((a, b) => a.timeMs - b.timeMs).map(({ bytes }) => bytes)];
  const stream = readStream(new Uint8Array(Buffer.concat(parts)));
  if (!stream.ok) throw new Error(stream.error.detail);
  return stream.value;
}

/** AV1 without sound. */
export async function av1Recording(): Promise<StreamRecording> {
  const { config, packets } = await encode('av1.mp4', [...PICTURES, ...AV1]);
  const tags = packets.map(({ timeMs, isKey, data }) => ({
    timeMs,
    bytes: flvTag(TAG.VIDEO, timeMs, body((isKey ? KEY_PICTURE : PICTURE) | CODED_FRAMES, 'av01', data)),
  }));
  return recordingOf([{ timeMs: 0, bytes: flvTag(TAG.VIDEO, 0, body(KEY_PICTURE | SEQUENCE_START, 'av01', config)) }, ...tags], 1);
}

/** The pictures of an H264 stream with Opus. */
export async function opusRecording(h264: StreamRecording): Promise<StreamRecording> {
  const { config, packets } = await encode('opus.webm', [...SOUND, ...OPUS]);
  const sound = packets.map(({ timeMs, data }) => ({
    timeMs,
    bytes: flvTag(TAG.AUDIO, timeMs, body(ENHANCED_SOUND | CODED_FRAMES, 'Opus', data)),
  }));
  const pictures = h264.tags.filter(({ type }) => type === 'video');
  const heads = [h264.config!, flvTag(TAG.AUDIO, 0, body(ENHANCED_SOUND | SEQUENCE_START, 'Opus', config))];
  return recordingOf([...heads.map((bytes) => ({ timeMs: 0, bytes })), ...pictures, ...sound], 5);
}
