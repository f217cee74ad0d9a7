/**
 * Draws a picture's planes with WebGL2. Planes are uploaded directly from shared memory; the shader handles colour, range and bit depth.
 */
import { yuvToRgb } from '../../../wasm/glue/colour.ts';
import { nitsToPq, SDR_WHITE_NITS, toneMapOf } from '../../rules/decoding/tone-mapping.ts';
import { createProgram, createTexture, drawCanvas } from '../webgl.ts';
import { chromaSize, fitCanvas, type PaintCanvas, type PaintedPicture, type PicturePainter } from './picture-painter.ts';

/** 16-bit samples are two 8-bit channels (low, high): interpolating them separately and adding is the same as interpolating the sum. */
const fragment = (isHdr: boolean): string => `#version 300 es
precision highp float;
in vec2 at;
out vec4 colour;
uniform sampler2D planeY, planeCb, planeCr;
uniform mat3 toRgb;
uniform vec3 offset;
uniform vec2 sampleScale;
uniform float chromaShift;
uniform bool hasChroma;
${isHdr ? TONE_MAPPING : ''}
float level(vec4 texel) { return dot(texel.rg, sampleScale); }
void main() {
  vec2 chromaAt = vec2(at.x + chromaShift, at.y);
  vec3 yuv = vec3(level(texture(planeY, at)), offset.yz);
  if (hasChroma) yuv.yz = vec2(level(texture(planeCb, chromaAt)), level(texture(planeCr, chromaAt)));
  colour = vec4(${isHdr ? 'toSdr(toRgb * (yuv - offset))' : 'toRgb * (yuv - offset)'}, 1.0);
}`;

interface Plane {
  readonly texture: WebGLTexture;
  width: number;
  height: number;
  format: number;
}

// oxfmt-ignore
const UNIFORMS = ['toRgb', 'offset', 'sampleScale', 'chromaShift', 'hasChroma', 'isHlg', 'isWide', 'sourcePq', 'targetPq', 'white'] as const;
type Uniforms = Readonly<Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>>;

export class WebGlPainter implements PicturePainter {
  readonly canvas: PaintCanvas;
  readonly #gl: WebGL2RenderingContext;
  #program: WebGLProgram | undefined;
  #planes: Plane[] = [];
  #uniforms: Uniforms | undefined;
  #isHdr = false;
  #colourKey = '';
  #screen = { width: 0, height: 0 };

  private constructor(canvas: PaintCanvas, gl: WebGL2RenderingContext) {
    this.canvas = canvas;
    this.#gl = gl;
    this.restore();
  }

  /** Undefined without WebGL2. */
  static open(canvas: PaintCanvas): WebGlPainter | undefined {
    const gl = contextOf(canvas);
    return gl ? new WebGlPainter(canvas, gl) : undefined;
  }

  /** Name of the renderer, '' if the browser hides it; null without WebGL2. */
  static rendererOf(canvas: PaintCanvas): string | null {
    const gl = contextOf(canvas);
    if (gl === null) return null;
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    return String(info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : gl.getParameter(gl.RENDERER));
  }

  restore(): void {
    const gl = this.#gl;
    if (this.#program) gl.deleteProgram(this.#program);
    for (const { texture } of this.#planes) gl.deleteTexture(texture);
    const program = createProgram(gl, fragment(this.#isHdr));
    this.#program = program;
    const at = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name);
    this.#uniforms = Object.fromEntries(UNIFORMS.map((name) => [name, at(name)])) as Uniforms;
    this.#planes = ['planeY', 'planeCb', 'planeCr'].map((name, unit) => {
      gl.uniform1i(at(name), unit);
      gl.activeTexture(gl.TEXTURE0 + unit);
      return { texture: createTexture(gl), width: 0, height: 0, format: 0 };
    });
    this.#colourKey = '';
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  setSize(width: number, height: number): void {
    this.#screen = { width, height };
  }

  paint(picture: PaintedPicture, sarWidth: number, sarHeight: number): boolean {
    const gl = this.#gl;
    if (gl.isContextLost()) return false;
    const isHdr = toneMapOf(picture) !== undefined;
    if (isHdr !== this.#isHdr) {
      this.#isHdr = isHdr;
      this.restore();
    }
    fitCanvas(this.canvas, picture, [sarWidth, sarHeight], this.#screen);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    const [chromaWidth, chromaHeight] = chromaSize(picture);
    this.#upload(0, picture, picture.planeY, picture.strideY, picture.width, picture.height);
    if (picture.hasChroma) {
      this.#upload(1, picture, picture.planeCb, picture.strideC, chromaWidth, chromaHeight);
      this.#upload(2, picture, picture.planeCr, picture.strideC, chromaWidth, chromaHeight);
    }
    this.#setColour(picture, chromaWidth);
    drawCanvas(gl);
    return true;
  }

  finish(): Promise<void> {
    this.#gl.readPixels(0, 0, 1, 1, this.#gl.RGBA, this.#gl.UNSIGNED_BYTE, new Uint8Array(4));
    return Promise.resolve();
  }

  read(): { readonly width: number; readonly height: number; readonly rgba: Uint8Array } {
    const { width, height } = this.canvas;
    const rgba = new Uint8Array(width * height * 4);
    const rows = new Uint8Array(width * height * 4);
    this.#gl.readPixels(0, 0, width, height, this.#gl.RGBA, this.#gl.UNSIGNED_BYTE, rows);
    for (let y = 0; y < height; y++) rgba.set(rows.subarray((height - 1 - y) * width * 4, (height - y) * width * 4), y * width * 4);
    return { width, height, rgba };
  }

  close(): void {
    const gl = this.#gl;
    for (const { texture } of this.#planes) gl.deleteTexture(texture);
    if (this.#program) gl.deleteProgram(this.#program);
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #upload(unit: number, picture: PaintedPicture, offset: number, strideBytes: number, width: number, height: number): void {
    const gl = this.#gl;
    const plane = this.#planes[unit]!;
    const isWide = picture.bitDepth > 8;
    const format = isWide ? gl.RG : gl.RED;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, plane.texture);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, isWide ? strideBytes >> 1 : strideBytes);
    // The last row ends with its samples instead of its stride, because the view must not exceed the memory.
    const bytes = new Uint8Array(picture.memory, offset, strideBytes * (height - 1) + width * (isWide ? 2 : 1));
    if (plane.width !== width || plane.height !== height || plane.format !== format) {
      gl.texImage2D(gl.TEXTURE_2D, 0, isWide ? gl.RG8 : gl.R8, width, height, 0, format, gl.UNSIGNED_BYTE, bytes);
      plane.width = width;
      plane.height = height;
      plane.format = format;
    } else {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, format, gl.UNSIGNED_BYTE, bytes);
    }
  }

  #setColour(picture: PaintedPicture, chromaWidth: number): void {
    const { primaries, transfer, peakNits, subsampling } = picture;
    const light = this.#isHdr ? `${primaries} ${transfer} ${peakNits}` : '';
    const key = `${picture.matrix} ${picture.fullRange} ${picture.bitDepth} ${picture.height} ${chromaWidth} ${subsampling[0]} ${picture.hasChroma} ${light}`;
    if (key === this.#colourKey) return;
    this.#colourKey = key;
    const gl = this.#gl;
    const { matrix, offset } = yuvToRgb(picture.matrix, picture.fullRange, picture.bitDepth, picture.height);
    const uniforms = this.#uniforms!;
    gl.uniformMatrix3fv(uniforms.toRgb, false, matrix);
    gl.uniform3fv(uniforms.offset, offset);
    const max = 2 ** picture.bitDepth - 1;
    gl.uniform2f(uniforms.sampleScale, picture.bitDepth > 8 ? 255 / max : 1, picture.bitDepth > 8 ? (255 * 256) / max : 0);
    // 4:2:0 and 4:2:2 chroma is located at the left luma column (H.265 annex E, chroma_sample_loc_type 0): a shift of a quarter chroma
    // sample to the right.
    gl.uniform1f(uniforms.chromaShift, picture.subsampling[0] === 2 ? 0.25 / chromaWidth : 0);
    gl.uniform1i(uniforms.hasChroma, picture.hasChroma ? 1 : 0);
    const map = toneMapOf(picture);
    if (!map) return;
    gl.uniform1i(uniforms.isHlg, map.transfer === 'hlg' ? 1 : 0);
    gl.uniform1i(uniforms.isWide, map.isWide ? 1 : 0);
    gl.uniform1f(uniforms.sourcePq, nitsToPq(map.peakNits));
    gl.uniform1f(uniforms.targetPq, nitsToPq(SDR_WHITE_NITS));
    gl.uniform1f(uniforms.white, SDR_WHITE_NITS);
  }
}

const contextOf = (canvas: PaintCanvas): WebGL2RenderingContext | null =>
  canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    stencil: false,
    desynchronized: true,
    powerPreference: 'low-power',
  }) as WebGL2RenderingContext | null;

/** The tone mapping of `player/rules/decoding/tone-mapping.ts` for the WebGL painter: compiled for the first HDR picture. */
const TONE_MAPPING = `
uniform bool isHlg, isWide;
uniform float sourcePq, targetPq, white;
const float M1 = 2610.0 / 16384.0, M2 = 2523.0 / 32.0, C1 = 3424.0 / 4096.0, C2 = 2413.0 / 128.0, C3 = 2392.0 / 128.0;
vec3 pqToNits(vec3 code) {
  vec3 power = pow(max(code, 0.0), vec3(1.0 / M2));
  return 10000.0 * pow(max(power - C1, 0.0) / (C2 - C3 * power), vec3(1.0 / M1));
}
float nitsToPq(float nits) {
  float power = pow(max(nits / 10000.0, 0.0), M1);
  return pow((C1 + C2 * power) / (1.0 + C3 * power), M2);
}
vec3 hlgToNits(vec3 code) {
  vec3 scene = mix((exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12.0, code * code / 3.0, vec3(lessThanEqual(code, vec3(0.5))));
  return scene * 1000.0 * pow(max(dot(scene, vec3(0.2627, 0.678, 0.0593)), 1e-9), 0.2);
}
float eetf(float code) {
  float maxLuminance = targetPq / sourcePq;
  float knee = 1.5 * maxLuminance - 0.5;
  float e = min(code / sourcePq, 1.0);
  if (maxLuminance >= 1.0 || e < knee) return e * sourcePq;
  float t = (e - knee) / (1.0 - knee), t2 = t * t, t3 = t2 * t;
  return ((2.0 * t3 - 3.0 * t2 + 1.0) * knee + (t3 - 2.0 * t2 + t) * (1.0 - knee) + (-2.0 * t3 + 3.0 * t2) * maxLuminance) * sourcePq;
}
vec3 toSdr(vec3 rgb) {
  vec3 light = isHlg ? hlgToNits(clamp(rgb, 0.0, 1.0)) : pqToNits(clamp(rgb, 0.0, 1.0));
  float brightest = max(max(light.r, light.g), light.b);
  if (brightest <= 0.0) return vec3(0.0);
  light *= pqToNits(vec3(eetf(nitsToPq(brightest)))).x / (brightest * white);
  if (isWide) light = mat3(1.660491, -0.12455, -0.018151, -0.587641, 1.1329, -0.100579, -0.07285, -0.008349, 1.11873) * light;
  light = clamp(light, 0.0, 1.0);
  return mix(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, light * 12.92, vec3(lessThanEqual(light, vec3(0.0031308))));
}`;
