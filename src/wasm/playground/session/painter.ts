/** Draws pictures on the page's canvas from the worker. */
import { yuvToRgb } from '../../glue/colour.ts';
import { BLOCK, type Blocks } from '../../glue/inspect.ts';
import type { Picture } from '../../glue/picture.ts';
import { frameInfo, packFrame, subsamplingOf } from '../../glue/webcodecs/frame.ts';
import { videoFrameOf } from '../../glue/webcodecs/video-frame.ts';
import type { OverlayLayer } from '../protocol.ts';

const UNIT = 4;

/** Luma samples of the coded picture. */
type Line = readonly [fromX: number, fromY: number, toX: number, toY: number];

export const EDGES = {
  coding: [BLOCK.CODING_LEFT, BLOCK.CODING_TOP],
  prediction: [BLOCK.PREDICTION_LEFT, BLOCK.PREDICTION_TOP],
  transform: [BLOCK.TRANSFORM_LEFT, BLOCK.TRANSFORM_TOP],
} as const;
type Edges = (typeof EDGES)[keyof typeof EDGES];

/** Runs of positions for which `has` is true, as [first, end). */
function* runs(count: number, has: (at: number) => boolean): Generator<readonly [number, number]> {
  for (let at = 0; at < count; at++) {
    if (!has(at)) continue;
    const first = at;
    while (at < count && has(at)) at++;
    yield [first, at];
  }
}

/** Borders of all blocks of a kind; adjacent borders are one line. */
function linesOf(blocks: Blocks, [left, top]: Edges): Line[] {
  const lines: Line[] = [];
  for (let x = 0; x < blocks.columns; x++)
    for (const [from, to] of runs(blocks.rows, (y) => ((blocks.flags(x, y) ?? 0) & left) !== 0))
      lines.push([x * UNIT, from * UNIT, x * UNIT, to * UNIT]);
  for (let y = 0; y < blocks.rows; y++)
    for (const [from, to] of runs(blocks.columns, (x) => ((blocks.flags(x, y) ?? 0) & top) !== 0))
      lines.push([from * UNIT, y * UNIT, to * UNIT, y * UNIT]);
  return lines;
}

/** The grid of coding tree blocks. */
function gridOf({ columns, rows, ctbSize }: Blocks): Line[] {
  const [width, height] = [columns * UNIT, rows * UNIT];
  const lines: Line[] = [];
  for (let x = 0; x < width; x += ctbSize) lines.push([x, 0, x, height]);
  for (let y = 0; y < height; y += ctbSize) lines.push([0, y, width, y]);
  return lines;
}

/** With the position of its first 4x4 samples. */
type Area = Readonly<Record<'x' | 'y' | 'width' | 'height' | 'x4' | 'y4', number>>;

/** Every block of a kind. */
export function* areasOf(blocks: Blocks, [left, top]: Edges): Generator<Area> {
  for (let y4 = 0; y4 < blocks.rows; y4++)
    for (let x4 = 0; x4 < blocks.columns; x4++) {
      const flags = blocks.flags(x4, y4) ?? 0;
      if ((flags & left) === 0 || (flags & top) === 0) continue;
      let [endX, endY] = [x4 + 1, y4 + 1];
      while (endX < blocks.columns && ((blocks.flags(endX, y4) ?? left) & left) === 0) endX++;
      while (endY < blocks.rows && ((blocks.flags(x4, endY) ?? top) & top) === 0) endY++;
      yield { x4, y4, x: x4 * UNIT, y: y4 * UNIT, width: (endX - x4) * UNIT, height: (endY - y4) * UNIT };
    }
}

export type BlockFacts = Readonly<ReturnType<typeof factsOf>>;

/** Numbers of blocks; `intra` and `skipped` are shares of the picture's area, 0 to 1; `motion` is the mean of the vectors in luma samples. */
export function factsOf(blocks: Blocks) {
  let [units, intra, skipped, qps, vectors, length] = [0, 0, 0, 0, 0, 0];
  let [qpMin, qpMax] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const counts = { coding: 0, prediction: 0, transform: 0 };
  for (let y4 = 0; y4 < blocks.rows; y4++)
    for (let x4 = 0; x4 < blocks.columns; x4++) {
      const flags = blocks.flags(x4, y4);
      if (flags === undefined) continue;
      units++;
      if (flags & BLOCK.INTRA) intra++;
      if (flags & BLOCK.SKIP) skipped++;
      for (const name of ['coding', 'prediction', 'transform'] as const)
        if (EDGES[name].every((edge) => (flags & edge) !== 0)) counts[name]++;
      const qp = blocks.qp(x4, y4);
      qps += qp;
      qpMin = Math.min(qpMin, qp);
      qpMax = Math.max(qpMax, qp);
      for (const { x, y } of blocks.vectors(x4, y4)) {
        vectors++;
        length += Math.hypot(x, y) / 4;
      }
    }
  if (units === 0) return { ...counts, intra: 0, skipped: 0, qpMean: 0, qpMin: 0, qpMax: 0, motion: 0 };
  const motion = vectors === 0 ? 0 : length / vectors;
  return { ...counts, intra: intra / units, skipped: skipped / units, qpMean: qps / units, qpMin, qpMax, motion };
}

// Draws the layers over a picture that is already on the canvas.

type Context = OffscreenCanvasRenderingContext2D;

/** The legend of the page (Overlays.module.css) has the same colours. */
const COLOURS = {
  ctb: 'rgb(255 255 255 / 85%)',
  tb: 'rgb(64 220 255 / 75%)',
  pu: 'rgb(255 208 64 / 90%)',
  intra: 'rgb(255 60 90 / 30%)',
  inter: 'rgb(70 130 255 / 18%)',
  list0: '#ff7a45',
  list1: '#58e07a',
} as const;

/** Luma samples: a picture of this width has lines of one sample; larger ones have thicker lines, which stay visible when scaled down. */
const WIDTH_OF_A_LINE = 1_000;
/** Smaller coding blocks have no room for their QP as a number. */
const NUMBER_SIZE_MIN = 24;
const QP_MAX = 51;
const ARROW_HEAD = 3;

function stroke(context: Context, lines: readonly Line[], colour: string, width: number): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of lines) {
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
  }
  context.stroke();
}

/** Low is blue, high is red. */
const qpHue = (qp: number): number => 240 * (1 - Math.min(Math.max(qp, 0), QP_MAX) / QP_MAX);

function drawQp(context: Context, blocks: Blocks): void {
  context.font = '600 11px ui-monospace, monospace';
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  for (const { x, y, width, height, x4, y4 } of areasOf(blocks, EDGES.coding)) {
    const qp = blocks.qp(x4, y4);
    context.fillStyle = `hsl(${qpHue(qp)} 90% 50% / 38%)`;
    context.fillRect(x, y, width, height);
    if (Math.min(width, height) < NUMBER_SIZE_MIN) continue;
    context.fillStyle = '#fff';
    context.fillText(String(qp), x + width / 2, y + height / 2);
  }
}

function drawModes(context: Context, blocks: Blocks): void {
  for (const { x, y, width, height, x4, y4 } of areasOf(blocks, EDGES.coding)) {
    const flags = blocks.flags(x4, y4) ?? 0;
    if (flags & BLOCK.SKIP) continue;
    context.fillStyle = flags & BLOCK.INTRA ? COLOURS.intra : COLOURS.inter;
    context.fillRect(x, y, width, height);
  }
}

function drawVectors(context: Context, blocks: Blocks, width: number): void {
  const arrows: readonly Line[][] = [[], []];
  for (const area of areasOf(blocks, EDGES.prediction)) {
    const [fromX, fromY] = [area.x + area.width / 2, area.y + area.height / 2];
    for (const { list, x, y } of blocks.vectors(area.x4, area.y4))
      if (x !== 0 || y !== 0) arrows[list]!.push([fromX, fromY, fromX + x / 4, fromY + y / 4]); // A zero vector would be a dot in every block.
  }
  for (const [list, colour] of [COLOURS.list0, COLOURS.list1].entries()) {
    stroke(context, arrows[list]!, colour, width);
    context.fillStyle = colour;
    for (const [, , x, y] of arrows[list]!) context.fillRect(x - ARROW_HEAD / 2, y - ARROW_HEAD / 2, ARROW_HEAD, ARROW_HEAD);
  }
}

function drawOverlay(context: Context, blocks: Blocks, layers: readonly OverlayLayer[]): void {
  const width = Math.max(1, Math.round((blocks.columns * 4) / WIDTH_OF_A_LINE));
  context.save();
  context.translate(-blocks.left, -blocks.top);
  if (layers.includes('qp')) drawQp(context, blocks);
  if (layers.includes('pu')) drawModes(context, blocks);
  if (layers.includes('tb')) stroke(context, linesOf(blocks, EDGES.transform), COLOURS.tb, width);
  if (layers.includes('pu')) stroke(context, linesOf(blocks, EDGES.prediction), COLOURS.pu, width);
  if (layers.includes('ctb')) stroke(context, gridOf(blocks), COLOURS.ctb, width * 1.5);
  if (layers.includes('mv')) drawVectors(context, blocks, width);
  context.restore();
}

export class Painter {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  #tenBits = typeof VideoFrame === 'function';

  constructor(canvas: OffscreenCanvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
  }

  paint(memory: ArrayBufferLike, picture: Picture): void {
    if (!this.#context) return;
    if (this.#canvas.width !== picture.width) this.#canvas.width = picture.width;
    if (this.#canvas.height !== picture.height) this.#canvas.height = picture.height;
    if (typeof VideoFrame === 'function' && this.#paintFrame(memory, picture)) return;
    this.#context.putImageData(toImage(memory, picture), 0, 0);
  }

  /** Over the last painted picture. */
  overlay(blocks: Blocks, layers: readonly OverlayLayer[]): void {
    if (this.#context) drawOverlay(this.#context, blocks, layers);
  }

  /** False if the browser does not accept such a frame. */
  #paintFrame(memory: ArrayBufferLike, picture: Picture): boolean {
    for (const tenBits of this.#tenBits ? [true, false] : [false]) {
      const info = frameInfo(picture, 0, null, { tenBits });
      try {
        const frame = videoFrameOf(memory, picture, info);
        this.#context?.drawImage(frame, 0, 0);
        frame.close();
        return true;
      } catch {
        this.#tenBits = false; // From here on 10 bits are rounded to 8.
      }
    }
    return false;
  }
}

/** Converts planes to RGB sample by sample, if VideoFrame is missing or refuses the frame. Slow. */
function toImage(memory: ArrayBufferLike, picture: Picture): ImageData {
  const info = frameInfo(picture, 0, null, { tenBits: false });
  const { data, layout } = packFrame(memory, picture, info);
  const { matrix, offset } = yuvToRgb(picture.colour.matrix, picture.colour.fullRange, 8, picture.height);
  const image = new ImageData(picture.width, picture.height);
  const [luma, cb, cr] = layout;
  const [across, down] = subsamplingOf(info.format);
  for (let y = 0, at = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++, at += 4) {
      const chroma = Math.floor(y / down) * cb!.stride + Math.floor(x / across);
      const yy = data[luma!.offset + y * luma!.stride + x]! / 255 - offset[0];
      const u = data[cb!.offset + chroma]! / 255 - offset[1];
      const v = data[cr!.offset + chroma]! / 255 - offset[2];
      for (let channel = 0; channel < 3; channel++) {
        image.data[at + channel] = 255 * (matrix[channel]! * yy + matrix[3 + channel]! * u + matrix[6 + channel]! * v);
      }
      image.data[at + 3] = 255;
    }
  }
  return image;
}
