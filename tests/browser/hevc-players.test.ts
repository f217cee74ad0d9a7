/** The recipes of @footlight/hevc: players that know nothing of it play HEVC in a browser without it. */
import HlsPlayer, { Events } from 'hls.js';
import {
  ALL_FORMATS,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MpegTsOutputFormat,
  Output,
  UrlSource,
} from 'mediabunny';
import mpegts from 'mpegts.js';
import { afterEach, expect, test } from 'vitest';
import { readTrack, HevcVideoDecoder } from '../../src/wasm/glue/index.ts';
import { installHevcMediaSource, type HevcMediaSource } from '../../src/wasm/glue/media-source.ts';
import { bytesOf } from './webcodecs/media.ts';

interface Stage {
  readonly video: HTMLVideoElement;
  readonly canvas: HTMLCanvasElement;
  readonly errors: DOMException[];
  installed: HevcMediaSource;
}
let ending: (() => void) | undefined;
afterEach(() => ending?.());

function stage(): Stage {
  const [video, canvas] = [document.createElement('video'), document.createElement('canvas')];
  video.muted = true;
  document.body.replaceChildren(video, canvas);
  const errors: DOMException[] = [];
  return { video, canvas, errors, installed: installHevcMediaSource(video, canvas, { onError: (error) => errors.push(error) }) };
}

const pixels = (source: CanvasImageSource, width: number, height: number): Uint8ClampedArray => {
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
};

/** How much two drawings differ at most, a component of a pixel on average. */
const difference = (a: Uint8ClampedArray, b: Uint8ClampedArray): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;

/** The pictures of a file by the decoder itself, small. */
async function thumbnails(path: string): Promise<Uint8ClampedArray[]> {
  const read = readTrack(new Uint8Array(await (await fetch(path)).arrayBuffer()));
  if (!read.ok) throw new Error(read.error.detail);
  const drawn: Uint8ClampedArray[] = [];
  const decoder = new HevcVideoDecoder({
    output: (frame: VideoFrame) => {
      drawn.push(pixels(frame, 64, 36));
      frame.close();
    },
    error: (error) => {
      throw error;
    },
  });
  decoder.configure(read.value.config);
  for (const sample of read.value.samples) decoder.decode(new EncodedVideoChunk({ ...sample, data: bytesOf(sample.data) }));
  await decoder.flush();
  decoder.close();
  return drawn;
}

/** The pictures of the file that the canvas shows, by their number. */
function shown(canvas: HTMLCanvasElement, pictures: readonly Uint8ClampedArray[]): number[] {
  if (canvas.width !== 640) return [];
  const now = pixels(canvas, 64, 36);
  return pictures.flatMap((picture, number) => (difference(now, picture) < 1 ? [number] : []));
}

/** Plays, pauses and seeks: the canvas has the picture of the element's time, 25 a second. */
async function playsInStep({ video, canvas, errors }: Stage, pictures: readonly Uint8ClampedArray[], firstMs: number): Promise<void> {
  await video.play();
  await expect.poll(() => video.currentTime, { timeout: 20_000 }).toBeGreaterThan(0.6);
  video.pause();
  const near = (): boolean => {
    const due = Math.floor((video.currentTime * 1_000 - firstMs) / 40);
    return shown(canvas, pictures).some((number) => Math.abs(number - due) <= 1);
  };
  await expect.poll(near, { timeout: 10_000 }).toBe(true);
  for (const seconds of [2.3, 0.5]) {
    video.currentTime = seconds;
    await expect.poll(near, { timeout: 10_000 }).toBe(true);
  }
  expect(errors).toEqual([]);
}

test('hls.js plays MPEG-TS with HEVC: sound by the browser, pictures on the canvas, in step and after seeks', async () => {
  const open = (path: string): Input => new Input({ formats: ALL_FORMATS, source: new UrlSource(path) });
  const [picture, sound] = [
    (await open('/fixtures/clips/stage-h265.mp4').getPrimaryVideoTrack())!,
    (await open('/fixtures/clips/stage-h265.mp4').getPrimaryAudioTrack())!,
  ];
  const target = new BufferTarget();
  const output = new Output({ format: new MpegTsOutputFormat(), target });
  const [videoSource, audioSource] = [new EncodedVideoPacketSource('hevc'), new EncodedAudioPacketSource('aac')];
  output.addVideoTrack(videoSource);
  output.addAudioTrack(audioSource);
  await output.start();
  const configs = { video: (await picture.getDecoderConfig())!, audio: (await sound.getDecoderConfig())! };
  for await (const packet of new EncodedPacketSink(picture).packets()) await videoSource.add(packet, { decoderConfig: configs.video });
  for await (const packet of new EncodedPacketSink(sound).packets()) await audioSource.add(packet, { decoderConfig: configs.audio });
  await output.finalize();
  const segment = URL.createObjectURL(new Blob([target.buffer!], { type: 'video/mp2t' }));
  const list = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${segment}\n#EXT-X-ENDLIST\n`;

  const here = stage();
  const hls = new HlsPlayer({ enableWorker: false });
  const failures: string[] = [];
  hls.on(Events.ERROR, (_event, { details, fatal }) => {
    if (fatal) failures.push(details);
  });
  ending = () => {
    hls.destroy();
    here.installed.uninstall();
  };
  hls.loadSource(URL.createObjectURL(new Blob([list], { type: 'application/vnd.apple.mpegurl' })));
  hls.attachMedia(here.video);
  await playsInStep(here, await thumbnails('/fixtures/clips/stage-h265.mp4'), 0);
  expect(failures).toEqual([]);
});

test('mpegts.js plays FLV with HEVC the same way', async () => {
  const here = stage();
  const path = '/fixtures/streams/sync-640x360-h265-hvc1.flv';
  const player = mpegts.createPlayer({ type: 'flv', url: new URL(path, location.href).href, isLive: false }, { enableWorker: false });
  ending = () => {
    player.destroy();
    here.installed.uninstall();
  };
  player.attachMediaElement(here.video);
  player.load();
  await playsInStep(here, await thumbnails(path), 0);
});

test('installed and uninstalled, MediaSource answers as before, and other types are the browser’s', () => {
  const type = 'video/mp4; codecs="hvc1.1.6.L93.B0"';
  const own = (): unknown => Object.getOwnPropertyDescriptor(MediaSource, 'isTypeSupported')?.value;
  const before = own();
  expect(MediaSource.isTypeSupported(type)).toBe(false);
  const avc = MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"');
  const { installed } = stage();
  expect(MediaSource.isTypeSupported(type)).toBe(true);
  expect(MediaSource.isTypeSupported('video/mp4; codecs="hvc1.1.6.L93.B0,mp4a.40.2"')).toBe(false);
  expect(MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01E"')).toBe(avc);
  installed.uninstall();
  expect(own()).toBe(before);
  expect(MediaSource.isTypeSupported(type)).toBe(false);
});
