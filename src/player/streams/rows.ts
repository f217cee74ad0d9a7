/** Streams as sent by real encoders: one row each for ffmpeg, by RTMP to node-media-server. */
type Sent = readonly string[] | { readonly file: string; readonly change?: (flv: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> };

export interface StreamRow {
  readonly name: string;
  readonly what: string;
  /** Inputs and encoders, or an FLV of `fixtures/streams` that is posted. */
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

const row = (
  name: string,
  what: string,
  args: Sent,
  { hasSound = true, ...more }: Partial<Pick<StreamRow, 'next' | 'changesAtS' | 'hasSound'>> = {},
): StreamRow => ({ name, what, args, hasSound, ...more });

/** `yuv444-h265-hvc1.flv` without the separate_colour_plane_flag that scripts/fixtures/jobs.ts sets: 4:4:4 as x265 encodes it. */
function withJointPlanes(flv: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(flv).indexOf(Buffer.from([0x42, 0x01, 0x01])) + 17;
  if (flv[at] !== 0x92) throw new Error(`byte ${at} has no separate_colour_plane_flag`);
  return Uint8Array.from(flv, (byte, i) => (i === at ? 0x90 : byte));
}

export const STREAM_ROWS: readonly StreamRow[] = [
  row('h264-aac', 'H264, AAC stereo 44.1 kHz, 25 pictures a second', [...picture(), ...tone(), ...x264(...LIVE), ...AAC, '-ac', '2']),
  row('mp3', 'MP3 44.1 kHz', [...picture(), ...tone(), ...x264(...LIVE), '-c:a', 'libmp3lame', '-b:a', '96k']),
  row('mono-22khz', 'AAC mono 22.05 kHz', [...picture(), ...tone(22_050), ...x264(...LIVE), ...AAC, '-ac', '1', '-ar', '22050']),
  row('50-pictures', '50 pictures a second', [...picture('640x360', 50), ...tone(), ...x264(...LIVE), ...AAC]),
  row('60-pictures', '60 pictures a second', [...picture('640x360', 60), ...tone(), ...x264(...LIVE), ...AAC]),
  row('variable-rate', 'Variable rate: two of five pictures are missing, by chance', [
    ...picture(),
    ...tone(),
    '-vf',
    "select='gt(random(0)\\,0.4)'",
    '-vsync',
    'vfr',
    ...x264(...LIVE),
    ...AAC,
  ]),
  row('b-pictures', 'B pictures (3), no zerolatency', [...picture(), ...tone(), ...x264('-pix_fmt', 'yuv420p', '-bf', '3'), ...AAC]),
  row('keyframes-10s', 'Keyframes 10 s apart', [
    ...picture(),
    ...tone(),
    ...x264(...LIVE, '-g', '250', '-keyint_min', '250', '-sc_threshold', '0'),
    ...AAC,
  ]),
  row('begins-at-hours', 'Timestamps begin at 10 hours', [...picture(), ...tone(), ...x264(...LIVE), ...AAC, '-output_ts_offset', '36000']),
  row(
    'time-jumps',
    'Timestamps jump by 60 s in mid-stream',
    [
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
    { changesAtS: CHANGE_S },
  ),
  row('late-sound', 'The sound begins 5 s after the picture', [...picture(), '-itsoffset', '5', ...tone(), ...x264(...LIVE), ...AAC]),
  row('no-sound', 'No sound', [...picture(), ...x264(...LIVE), '-an'], { hasSound: false }),
  row(
    'size-change',
    'The publisher ends and another one comes with 480x270',
    [...picture(), ...tone(), '-t', '12', ...x264(...LIVE), ...AAC],
    { next: [...picture('480x270'), ...tone(), ...x264(...LIVE), ...AAC] },
  ),
  row(
    'codec-change',
    'The publisher of H264 ends and another one comes with H265',
    [...picture(), ...tone(), '-t', '12', ...x264(...LIVE), ...AAC],
    { next: { file: 'stage-852x480-h265-hvc1' } },
  ),
  row('422', 'H264 4:2:2', [...picture(), ...tone(), ...x264('-tune', 'zerolatency', '-pix_fmt', 'yuv422p'), ...AAC]),
  row('10-bits', 'H264 with 10 bits', [...picture(), ...tone(), ...x264('-tune', 'zerolatency', '-pix_fmt', 'yuv420p10le'), ...AAC]),
  row('h263', 'Sorenson H263, as old encoders send it', [...picture(), ...tone(), '-c:v', 'flv1', '-b:v', '800k', ...AAC]),
  row('speex', 'Speex sound beside H264', [
    ...picture(),
    ...tone(16_000),
    ...x264(...LIVE),
    '-c:a',
    'libspeex',
    '-ar',
    '16000',
    '-ac',
    '1',
  ]),
  row('sound-alone', 'Sound alone', [...tone(), '-vn', ...AAC]),
  row('h265-id12', 'H265 as codec id 12', { file: 'stage-852x480-h265-id12' }),
  row('h265-hvc1', 'H265 as hvc1 with B pictures', { file: 'stage-852x480-h265-hvc1' }),
  row('h265-sizes', 'H265 whose picture turns upright and back in mid-stream', { file: 'sizes-h265-hvc1' }),
  row('h265-444', 'H265 4:4:4', { file: 'yuv444-h265-hvc1', change: withJointPlanes }),
  row('h265-planes', 'H265 4:4:4 in separate colour planes', { file: 'yuv444-h265-hvc1' }),
];
