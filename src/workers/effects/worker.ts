import '../../player/workers/boot.ts';
import { expose } from 'comlink';
import { describe } from '../../player/base/describe.ts';
import { done, err, ok, type Result } from '../../core/errors.ts';
import { AlphaPainter } from './alpha-painter.ts';
import { readAlphaVideo, type AlphaVideo } from './alpha-video.ts';
import type { EffectEvent, EffectsApi } from './api.ts';
import { createEffectPlayer, type EffectDecoder, type EffectPlayer } from './effect-player.ts';

/** False in browsers without WebCodecs in workers. */
const hasDecoder = typeof VideoDecoder === 'function';
/** Frames per second if a worker has no animation frames. */
const FALLBACK_RATE = 60;

let painter: AlphaPainter | undefined;
let player: EffectPlayer | undefined;

async function openDecoder(
  { codec, description, width, height }: AlphaVideo,
  onFrame: (frame: VideoFrame) => void,
  onError: (detail: string) => void,
): Promise<Result<EffectDecoder>> {
  const config: VideoDecoderConfig = { codec, description, codedWidth: width, codedHeight: height };
  const { supported } = await VideoDecoder.isConfigSupported(config).catch(() => ({ supported: false }));
  if (supported !== true) return err('DECODER_UNSUPPORTED', `effect: ${codec}`);
  const decoder = new VideoDecoder({ output: onFrame, error: (cause) => onError(describe(cause, 200)) });
  decoder.configure(config);
  return ok({
    queued: () => decoder.decodeQueueSize,
    decode: (sample) => {
      if (decoder.state === 'configured') decoder.decode(new EncodedVideoChunk(sample));
    },
    // Rejects if the effect is stopped before its end, which is harmless; an error of the decoder is reported by `onError`.
    finish: () => (decoder.state === 'configured' ? decoder.flush().catch(() => undefined) : Promise.resolve()),
    close: () => {
      if (decoder.state !== 'closed') decoder.close();
    },
  });
}

function everyFrame(act: () => void): () => void {
  if (typeof requestAnimationFrame !== 'function') {
    const timer = setInterval(act, 1_000 / FALLBACK_RATE);
    return () => clearInterval(timer);
  }
  let frame = 0;
  const next = (): void => {
    frame = requestAnimationFrame(next);
    act();
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}

const readFile = async (blob: Blob): Promise<Result<AlphaVideo>> => readAlphaVideo(new Uint8Array(await blob.arrayBuffer()));

function canDraw(): boolean {
  if (!hasDecoder || typeof OffscreenCanvas !== 'function') return false;
  const trial = AlphaPainter.open(new OffscreenCanvas(1, 1));
  trial?.close();
  return trial !== undefined;
}

expose({
  canDraw: () => Promise.resolve(ok(canDraw())),
  start: (canvas, page) => {
    const opened = AlphaPainter.open(canvas);
    if (opened === undefined) return Promise.resolve(err('NO_SUPPORT', 'no WebGL2'));
    painter = opened;
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => opened.restore());
    player = createEffectPlayer({
      nowMs: () => performance.now(),
      everyFrame,
      openDecoder,
      paint: (frame) => opened.paint(frame),
      clear: () => opened.clear(),
      emit: (event: EffectEvent) => page.postMessage(event),
    });
    return Promise.resolve(done);
  },
  setSize: (width, height) => {
    painter?.setSize(width, height);
    return Promise.resolve(done);
  },
  play: (id, blob) => player?.play(id, readFile(blob)) ?? Promise.resolve(err('NO_SUPPORT', 'no canvas')),
  stop: () => {
    player?.stop();
    return Promise.resolve(done);
  },
} satisfies EffectsApi);
