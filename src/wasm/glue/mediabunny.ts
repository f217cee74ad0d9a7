/** @footlight/hevc/mediabunny: this decoder as a custom decoder of mediabunny, in browsers and in Node. */
import { CustomVideoDecoder, registerDecoder, VideoSample, type EncodedPacket, type VideoCodec } from 'mediabunny';
import { EncodedHevcChunk, HevcFrame, HevcVideoDecoder, probeBrowserHevc, type BrowserHevc, type RegisterHevcOptions } from './index.ts';

export type MediabunnyOptions = RegisterHevcOptions;

/** Packets queued in the decoder before mediabunny must wait: enough for the threads, few enough for a quick seek. */
const QUEUED_PACKETS_MAX = 8;
const MICROS = 1_000_000;

/** mediabunny creates decoders without arguments, so the options of registerHevcDecoder() are stored here. */
let options: MediabunnyOptions = {};
let browser: BrowserHevc | undefined;
let isRegistered = false;

class MediabunnyHevcDecoder extends CustomVideoDecoder {
  #decoder: HevcVideoDecoder<VideoFrame | HevcFrame> | undefined;

  static override supports(codec: VideoCodec, config: VideoDecoderConfig): boolean {
    if (codec !== 'hevc' || HevcVideoDecoder.unsupportedReason(config, options.limits) !== undefined) return false;
    return options.prefer === 'package' || browser?.has(config) !== true;
  }

  init(): void {
    const { prefer: _prefer, ...settings } = options;
    this.#decoder = new HevcVideoDecoder<VideoFrame | HevcFrame>({
      ...settings,
      output: (frame) => this.onSample(sampleOf(frame)),
      error: (error) => this.onError(error),
    });
    this.#decoder.configure(this.config);
  }

  async decode({ type, timestamp, duration, data }: EncodedPacket): Promise<void> {
    const decoder = this.#decoder!;
    const chunk = { type, timestamp: Math.round(timestamp * MICROS), duration: Math.round(duration * MICROS), data };
    if (decoder.state === 'closed') return; // The failure was reported by onError.
    decoder.decode(new EncodedHevcChunk(chunk));
    while (decoder.decodeQueueSize > QUEUED_PACKETS_MAX && decoder.state === 'configured') await dequeued(decoder);
  }

  async flush(): Promise<void> {
    if (this.#decoder?.state === 'configured') await this.#decoder.flush();
  }

  close(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
  }
}

/** Settles when the decoder starts with the next chunk, and when it closes, which empties its queue. */
const dequeued = (decoder: EventTarget): Promise<void> =>
  new Promise((resolve) => {
    decoder.addEventListener('dequeue', () => resolve(), { once: true });
  });

function sampleOf(frame: VideoFrame | HevcFrame): VideoSample {
  if (!(frame instanceof HevcFrame)) return new VideoSample(frame);
  const { format, codedWidth, codedHeight, displayWidth, displayHeight, visibleRect, colorSpace } = frame;
  return new VideoSample(frame.data!, {
    format,
    codedWidth,
    codedHeight,
    displayWidth,
    displayHeight,
    visibleRect: { left: visibleRect.x, top: visibleRect.y, width: visibleRect.width, height: visibleRect.height },
    colorSpace: colorSpace as VideoColorSpaceInit,
    timestamp: frame.timestamp / MICROS,
    ...(frame.duration === null ? {} : { duration: frame.duration / MICROS }),
  });
}

/**
 * After the promise resolves, mediabunny decodes HEVC with this package if the browser does not support it. A second call changes the
 * options of decoders created later.
 */
export async function registerHevcDecoder(given: MediabunnyOptions = {}): Promise<void> {
  if (given.prefer !== 'package') browser = await probeBrowserHevc();
  options = given;
  if (!isRegistered) registerDecoder(MediabunnyHevcDecoder);
  isRegistered = true;
}
