import '../../player/workers/boot.ts';
import { createProgram, createTexture, drawCanvas } from '../../player/workers/webgl.ts';
import { expose } from 'comlink';
import { describe } from '../../player/base/errors.ts';
import { done, err, ok, type Result } from '../../core/errors.ts';
import { readAlphaVideo, type AlphaVideo } from './alpha-video.ts';
import type { EffectEvent, EffectsApi } from './api.ts';
import { createEffectPlayer, type EffectDecoder, type EffectPlayer } from './effect-player.ts';

/** Draws a picture of an alpha video with WebGL: colours from the left half, multiplied by the opacity in the right half. */

/**
 * Half a texel at the seam is skipped, so that neither half bleeds into the other. Opacities near 0 and 1 are rounded to them, because
 * encoders leave some noise in transparent areas.
 */
const FRAGMENT = `#version 300 es
precision highp float;
in vec2 at;
out vec4 colour;
uniform sampler2D picture;
uniform float seam;
void main() {
  float x = clamp(at.x * 0.5, seam, 0.5 - seam);
  vec3 light = texture(picture, vec2(x, at.y)).rgb;
  float opacity = texture(picture, vec2(x + 0.5, at.y)).g;
  opacity = clamp((opacity - 0.02) / 0.95, 0.0, 1.0);
  colour = vec4(light * opacity, opacity);
}`;

class AlphaPainter {
  readonly #canvas: OffscreenCanvas;
  readonly #gl: WebGL2RenderingContext;
  #seam: WebGLUniformLocation | null = null;

  private constructor(canvas: OffscreenCanvas, gl: WebGL2RenderingContext) {
    this.#canvas = canvas;
    this.#gl = gl;
    this.restore();
  }

  /** Undefined without WebGL2. */
  static open(canvas: OffscreenCanvas): AlphaPainter | undefined {
    const gl = canvas.getContext('webgl2', {
      alpha: true,
      premultipliedAlpha: true,
      antialias: false,
      depth: false,
      stencil: false,
      powerPreference: 'low-power',
    });
    return gl ? new AlphaPainter(canvas, gl) : undefined;
  }

  /** Called at the start and after a lost context was restored. */
  restore(): void {
    const gl = this.#gl;
    const program = createProgram(gl, FRAGMENT);
    this.#seam = gl.getUniformLocation(program, 'seam');
    createTexture(gl);
  }

  setSize(width: number, height: number): void {
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
  }

  /** Returns false while the context is lost: nothing is visible. */
  paint(frame: VideoFrame): boolean {
    const gl = this.#gl;
    if (gl.isContextLost()) return false;
    gl.viewport(0, 0, this.#canvas.width, this.#canvas.height);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, frame);
    gl.uniform1f(this.#seam, 0.5 / frame.displayWidth);
    drawCanvas(gl);
    return true;
  }

  clear(): void {
    const gl = this.#gl;
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  close(): void {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

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
