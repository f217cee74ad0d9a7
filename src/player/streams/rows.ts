/** Streams as sent by real encoders: one row each for ffmpeg, by RTMP to node-media-server. */
import { asHeAac, asVideoCodec, beginHevcAfter, jumpBackAfter, withJointPlanes, type TagPatch } from './patched.ts';

type Sent =
  | readonly string[]
  | { readonly file: string; readonly change?: (flv: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> }
  | { readonly inputs: readonly string[]; readonly patch: TagPatch };

export interface StreamRow {
  readonly name: string;
  readonly what: string;
  /** Inputs and encoders, an FLV of `fixtures/streams` that is posted as it is, or inputs and encoders with a change of their tags. */
  readonly args: Sent;
  /** Sent by another publisher after the first one has ended, in the same room. */
  readonly next?: Sent;
  /** Time of a change within the stream, in seconds. The page opens the stream before it. */
  readonly changesAtS?: number;
  readonly hasSound: boolean;
}

/** Period of the clock's brightness in seconds. */
export const CLOCK_PERIOD_S = 10;
/** Limited range: 16 to 235. */
const CLOCK_BLACK = 16;
export const CLOCK_STEPS_PER_S = 20;
/** Size of the clock in the upper left corner, in pixels. */
export const CLOCK_PIXELS = 64;

/** Later than the start of a page on a loaded machine. */
const CHANGE_S = 20;

/** A moving picture whose corner encodes the stream's time as brightness, for measuring the latency. */
const picture = (size = '640x360', rate = 25): readonly string[] => {
  const clock = `color=c=black:s=${CLOCK_PIXELS}x${CLOCK_PIXELS}:r=${rate},geq=lum='${CLOCK_BLACK}+mod(T,${CLOCK_PERIOD_S})*${CLOCK_STEPS_PER_S}':cb=128:cr=128,format=yuv420p`;
  return ['-re', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}[back];${clock}[clock];[back][clock]overlay=0:0`];
};
const tone = (rate = 44_100): readonly string[] => ['-re', '-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=${rate}`];
const x264 = (...more: readonly string[]): readonly string[] => ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', ...more];
const LIVE = ['-tune', 'zerolatency', '-pix_fmt', 'yuv420p'] as const;
const AAC = ['-c:a', 'aac', '-b:a', '96k'] as const;

export const STREAM_ROWS: readonly StreamRow[] = [
  {
    name: 'h264-aac',
    what: 'H264, AAC stereo 44.1 kHz, 25 pictures a second',
    args: [...picture(), ...tone(), ...x264(...LIVE), ...AAC, '-ac', '2'],
    hasSound: true,
  },
  {
    name: 'mp3',
    what: 'MP3 44.1 kHz',
    args: [...picture(), ...tone(), ...x264(...LIVE), '-c:a', 'libmp3lame', '-b:a', '96k'],
    hasSound: true,
  },
  {
    name: 'mono-22khz',
    what: 'AAC mono 22.05 kHz',
    args: [...picture(), ...tone(22_050), ...x264(...LIVE), ...AAC, '-ac', '1', '-ar', '22050'],
    hasSound: true,
  },
  {
    name: 'he-aac',
    what: 'HE-AAC 44.1 kHz: AAC at 22.05 kHz that is announced with SBR (explicit signalling)',
    args: { inputs: [...picture(), ...tone(22_050), ...x264(...LIVE), ...AAC, '-ac', '2', '-ar', '22050'], patch: asHeAac('explicit') },
    hasSound: true,
  },
  {
    name: 'he-aac-compatible',
    what: 'HE-AAC 44.1 kHz, announced behind the configuration of AAC (backward compatible signalling)',
    args: { inputs: [...picture(), ...tone(22_050), ...x264(...LIVE), ...AAC, '-ac', '2', '-ar', '22050'], patch: asHeAac('compatible') },
    hasSound: true,
  },
  {
    name: '50-pictures',
    what: '50 pictures a second',
    args: [...picture('640x360', 50), ...tone(), ...x264(...LIVE), ...AAC],
    hasSound: true,
  },
  {
    name: '60-pictures',
    what: '60 pictures a second',
    args: [...picture('640x360', 60), ...tone(), ...x264(...LIVE), ...AAC],
    hasSound: true,
  },
  {
    name: 'variable-rate',
    what: 'Variable rate: two of five pictures are missing, by chance',
    args: [...picture(), ...tone(), '-vf', "select='gt(random(0)\\,0.4)'", '-vsync', 'vfr', ...x264(...LIVE), ...AAC],
    hasSound: true,
  },
  {
    name: 'b-pictures',
    what: 'B pictures (3), no zerolatency',
    args: [...picture(), ...tone(), ...x264('-pix_fmt', 'yuv420p', '-bf', '3'), ...AAC],
    hasSound: true,
  },
  {
    name: 'keyframes-10s',
    what: 'Keyframes 10 s apart',
    args: [...picture(), ...tone(), ...x264(...LIVE, '-g', '250', '-keyint_min', '250', '-sc_threshold', '0'), ...AAC],
    hasSound: true,
  },
  {
    name: 'begins-at-hours',
    what: 'Timestamps begin at 10 hours',
    args: [...picture(), ...tone(), ...x264(...LIVE), ...AAC, '-output_ts_offset', '36000'],
    hasSound: true,
  },
  {
    name: 'time-jumps',
    what: 'Timestamps jump by 60 s in mid-stream',
    args: [
      ...picture(),
      ...tone(),
      '-vf',
      `setpts='PTS+if(gt(T\\,${CHANGE_S})\\,60/TB\\,0)'`,
      '-af',
      `asetpts='PTS+if(gt(T\\,${CHANGE_S})\\,60/TB\\,0)'`,
      '-vsync',
      'passthrough',
      ...x264(...LIVE),
      ...AAC,
    ],
    changesAtS: CHANGE_S,
    hasSound: true,
  },
  {
    name: 'time-jumps-back',
    what: 'Timestamps begin at 10 hours and jump back by 1 hour in mid-stream',
    args: {
      inputs: [...picture(), ...tone(), ...x264(...LIVE), ...AAC],
      patch: jumpBackAfter(36_000_000, CHANGE_S * 1_000, 3_600_000),
    },
    changesAtS: CHANGE_S,
    hasSound: true,
  },
  {
    name: 'late-sound',
    what: 'The sound begins 5 s after the picture',
    args: [...picture(), '-itsoffset', '5', ...tone(), ...x264(...LIVE), ...AAC],
    hasSound: true,
  },
  { name: 'no-sound', what: 'No sound', args: [...picture(), ...x264(...LIVE), '-an'], hasSound: false },
  {
    name: 'size-change',
    what: 'The publisher ends and another one comes with 480x270',
    args: [...picture(), ...tone(), '-t', '12', ...x264(...LIVE), ...AAC],
    next: [...picture('480x270'), ...tone(), ...x264(...LIVE), ...AAC],
    hasSound: true,
  },
  {
    name: 'codec-change',
    what: 'The publisher of H264 ends and another one comes with H265',
    args: [...picture(), ...tone(), '-t', '12', ...x264(...LIVE), ...AAC],
    next: { file: 'stage-852x480-h265-hvc1' },
    hasSound: true,
  },
  {
    name: 'codec-in-stream',
    what: 'H264 turns into H265 in mid-stream',
    args: {
      inputs: [...picture('852x480'), ...tone(), ...x264(...LIVE), ...AAC],
      patch: beginHevcAfter(CHANGE_S * 1_000, 'stage-852x480-h265-hvc1'),
    },
    changesAtS: CHANGE_S,
    hasSound: true,
  },
  {
    name: '422',
    what: 'H264 4:2:2',
    args: [...picture(), ...tone(), ...x264('-tune', 'zerolatency', '-pix_fmt', 'yuv422p'), ...AAC],
    hasSound: true,
  },
  {
    name: '10-bits',
    what: 'H264 with 10 bits',
    args: [...picture(), ...tone(), ...x264('-tune', 'zerolatency', '-pix_fmt', 'yuv420p10le'), ...AAC],
    hasSound: true,
  },
  {
    name: 'h263',
    what: 'Sorenson H263, as old encoders send it',
    args: [...picture(), ...tone(), '-c:v', 'flv1', '-b:v', '800k', ...AAC],
    hasSound: true,
  },
  {
    name: 'vp6',
    what: 'The codec id of VP6, as old encoders send it',
    args: { inputs: [...picture(), ...tone(), ...x264(...LIVE), ...AAC], patch: asVideoCodec(4) },
    hasSound: true,
  },
  {
    name: 'speex',
    what: 'Speex sound beside H264',
    args: [...picture(), ...tone(16_000), ...x264(...LIVE), '-c:a', 'libspeex', '-ar', '16000', '-ac', '1'],
    hasSound: true,
  },
  { name: 'sound-alone', what: 'Sound alone', args: [...tone(), '-vn', ...AAC], hasSound: true },
  { name: 'h265-id12', what: 'H265 as codec id 12', args: { file: 'stage-852x480-h265-id12' }, hasSound: true },
  { name: 'h265-hvc1', what: 'H265 as hvc1 with B pictures', args: { file: 'stage-852x480-h265-hvc1' }, hasSound: true },
  {
    name: 'h265-sizes',
    what: 'H265 whose picture turns upright and back in mid-stream',
    args: { file: 'sizes-h265-hvc1' },
    hasSound: true,
  },
  { name: 'h265-444', what: 'H265 4:4:4', args: { file: 'yuv444-h265-hvc1', change: withJointPlanes }, hasSound: true },
  { name: 'h265-planes', what: 'H265 4:4:4 in separate colour planes', args: { file: 'yuv444-h265-hvc1' }, hasSound: true },
];
