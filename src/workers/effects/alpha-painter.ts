/** Draws a picture of an alpha video with WebGL: colours from the left half, multiplied by the opacity in the right half. */
import { createProgram, createTexture, drawCanvas } from '../../player/workers/webgl.ts';

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

export class AlphaPainter {
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
