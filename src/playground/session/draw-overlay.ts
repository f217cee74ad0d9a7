/** Draws the layers over a picture that is already on the canvas. */
import { BLOCK, type Blocks } from '../../wasm/glue/inspect.ts';
import type { OverlayLayer } from '../protocol.ts';
import { areasOf, EDGES, gridOf, linesOf, type Line } from './overlay.ts';

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
  for (const { fromX, fromY, toX, toY } of lines) {
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
  const arrows: { readonly lines: Line[]; readonly heads: (readonly [number, number])[] }[] = [
    { lines: [], heads: [] },
    { lines: [], heads: [] },
  ];
  for (const area of areasOf(blocks, EDGES.prediction)) {
    const [fromX, fromY] = [area.x + area.width / 2, area.y + area.height / 2];
    for (const { list, x, y } of blocks.vectors(area.x4, area.y4)) {
      if (x === 0 && y === 0) continue; // A zero vector would be a dot in every block.
      const [toX, toY] = [fromX + x / 4, fromY + y / 4];
      arrows[list]!.lines.push({ fromX, fromY, toX, toY });
      arrows[list]!.heads.push([toX, toY]);
    }
  }
  for (const [list, colour] of [COLOURS.list0, COLOURS.list1].entries()) {
    stroke(context, arrows[list]!.lines, colour, width);
    context.fillStyle = colour;
    for (const [x, y] of arrows[list]!.heads) context.fillRect(x - ARROW_HEAD / 2, y - ARROW_HEAD / 2, ARROW_HEAD, ARROW_HEAD);
  }
}

export function drawOverlay(context: Context, blocks: Blocks, layers: readonly OverlayLayer[]): void {
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
