/** Still pictures in one call: HEIC bytes to a frame. */
import { sameBytes } from './access-units.ts';
import { readHeic, type HeicImage } from './containers/heic.ts';
import { err, ok, type HevcResult } from './result.ts';
import { EncodedHevcChunk } from './webcodecs/chunk.ts';
import type { HevcColorSpaceInit } from './webcodecs/config.ts';
import { HevcFrame, layoutOf, subsamplingOf, type FrameInfo, type HevcPixelFormat, type PlaneLayout } from './webcodecs/frame.ts';
import { HevcVideoDecoder, type DefaultFrame, type HevcVideoDecoderInit } from './webcodecs/video-decoder.ts';

export type StillOptions = Pick<HevcVideoDecoderInit<unknown>, 'threads' | 'worker' | 'assets' | 'limits'>;

export interface HevcStill<Frame = DefaultFrame> {
  /** Must be closed. If the browser's VideoFrame supports rotation, drawImage() shows it upright. */
  readonly frame: Frame;
  /**
   * To be applied by the drawing code: clockwise degrees, then whether left and right are exchanged. 0 and false if the frame contains
   * them.
   */
  readonly rotation: 0 | 90 | 180 | 270;
  readonly flip: boolean;
  /** Parts of the file that the frame does not contain, such as alpha. */
  readonly notes: readonly string[];
}

/** A decoded tile. */
interface Samples {
  readonly format: HevcPixelFormat;
  readonly width: number;
  readonly height: number;
  readonly colorSpace: Required<HevcColorSpaceInit>;
  readonly data: Uint8Array;
  readonly layout: readonly PlaneLayout[];
}

async function samplesOf(frame: VideoFrame | HevcFrame): Promise<Samples> {
  const data = new Uint8Array(frame.allocationSize());
  const layout = await frame.copyTo(data);
  const { format, visibleRect, codedWidth, codedHeight, colorSpace } = frame;
  const { primaries, transfer, matrix, fullRange } = colorSpace;
  frame.close();
  return {
    format: format as HevcPixelFormat,
    width: visibleRect?.width ?? codedWidth,
    height: visibleRect?.height ?? codedHeight,
    colorSpace: { primaries, transfer, matrix, fullRange },
    data,
    layout,
  };
}

async function decodeTiles({ tiles }: HeicImage, options: StillOptions): Promise<HevcResult<Samples[]>> {
  const copies: Promise<Samples>[] = [];
  let failure = 'a tile has no picture';
  const decoder = new HevcVideoDecoder<VideoFrame | HevcFrame>({
    ...options,
    output: (frame) => copies.push(samplesOf(frame)),
    error: (error) => (failure = error.message),
  });
  let last: Uint8Array | undefined;
  tiles.forEach(({ config, data }, timestamp) => {
    const description = config.description as Uint8Array;
    if (!last || !sameBytes(last, description)) decoder.configure(config);
    last = description;
    decoder.decode(new EncodedHevcChunk({ type: 'key', timestamp, data }));
  });
  const flushed = await decoder.flush().then(
    () => true,
    () => false,
  );
  const samples = await Promise.all(copies);
  if (decoder.state !== 'closed') decoder.close();
  return flushed && samples.length === tiles.length ? ok(samples) : err('DECODER_DAMAGED', failure);
}

const roundUp = (size: number, to: number): number => Math.ceil(size / to) * to;

/** Joins the tiles. Their planes are copied row by row; the last column and row may extend beyond the picture. */
function compose(
  { columns, width, height }: HeicImage,
  tiles: readonly Samples[],
): HevcResult<{ info: FrameInfo; data: Uint8Array<ArrayBuffer> }> {
  const { format, colorSpace, width: tileWidth, height: tileHeight } = tiles[0]!;
  const isSame = (tile: Samples): boolean => tile.format === format && tile.width === tileWidth && tile.height === tileHeight;
  const rows = tiles.length / columns;
  if (!tiles.every(isSame)) return err('DECODER_DAMAGED', 'the tiles differ in size or format');
  if (width > tileWidth * columns || height > tileHeight * rows) return err('DECODER_DAMAGED', 'the tiles do not cover the picture');
  const [across, down] = subsamplingOf(format);
  if (tiles.length > 1 && (tileWidth % across !== 0 || tileHeight % down !== 0)) return err('DECODER_DAMAGED', 'tiles of an odd size');
  // Complete chroma samples: in a picture with an odd size the last column or row has half a sample.
  const [codedTileWidth, codedTileHeight] = [roundUp(tileWidth, across), roundUp(tileHeight, down)];
  const [codedWidth, codedHeight] = [codedTileWidth * columns, codedTileHeight * rows];
  const layout = layoutOf(format, codedWidth, codedHeight);
  const data = new Uint8Array(layout.bytes);
  layout.planes.forEach((target, plane) => {
    const rowBytes = target.stride / columns;
    const planeRows = plane === 0 ? codedTileHeight : codedTileHeight / down;
    tiles.forEach((tile, index) => {
      const { offset, stride: from } = tile.layout[plane]!;
      const at = target.offset + Math.floor(index / columns) * planeRows * target.stride + (index % columns) * rowBytes;
      for (let y = 0; y < planeRows; y++)
        data.set(tile.data.subarray(offset + y * from, offset + y * from + rowBytes), at + y * target.stride);
    });
  });
  const size = { codedWidth, codedHeight, visibleRect: { x: 0, y: 0, width, height }, displayWidth: width, displayHeight: height };
  const info = { ...size, rotation: 0 as const, flip: false, format, timestamp: 0, duration: null, colorSpace };
  return ok({ info, data });
}

/** Members of VideoFrame since 2025 that TypeScript's types do not contain. */
interface Oriented {
  readonly rotation?: number;
  readonly flip?: boolean;
}

function frameOf(info: FrameInfo, data: Uint8Array<ArrayBuffer>, { rotation, flip, notes }: HeicImage): HevcStill<VideoFrame | HevcFrame> {
  if (typeof VideoFrame !== 'function') {
    const layout = layoutOf(info.format, info.codedWidth, info.codedHeight).planes;
    return { frame: new HevcFrame({ info, data, layout }), rotation, flip, notes };
  }
  // The browser computes the display size: the rotated visible rectangle.
  const { duration: _none, format, colorSpace, displayWidth: _width, displayHeight: _height, ...rest } = info;
  const init = { ...rest, format: format as VideoPixelFormat, colorSpace: colorSpace as VideoColorSpaceInit, rotation, flip };
  const frame: VideoFrame & Oriented = new VideoFrame(data, init);
  if ((frame.rotation ?? 0) === rotation && (frame.flip ?? false) === flip) return { frame, rotation: 0, flip: false, notes };
  frame.close();
  // For a browser without these members, or with only one of them.
  return { frame: new VideoFrame(data, { ...init, rotation: 0, flip: false } as VideoFrameBufferInit), rotation, flip, notes };
}

/**
 * Decodes the primary picture of a HEIC file in a worker, joins its tiles and applies the colours of the file. Never rejects for invalid
 * bytes.
 */
export async function decodeHeic(bytes: Uint8Array, options: StillOptions = {}): Promise<HevcResult<HevcStill>> {
  const read = readHeic(bytes);
  if (!read.ok) return read;
  const reason = read.value.tiles
    .map(({ config }) => HevcVideoDecoder.unsupportedReason(config, options.limits))
    .find((why) => why !== undefined);
  if (reason !== undefined) return err('DECODER_UNSUPPORTED', reason);
  const tiles = await decodeTiles(read.value, options);
  if (!tiles.ok) return tiles;
  const composed = compose(read.value, tiles.value);
  if (!composed.ok) return composed;
  return ok(frameOf(composed.value.info, composed.value.data, read.value) as HevcStill);
}
