/** Decoded pictures in the form of WebCodecs: a VideoFrame, or HevcFrame where it is missing. */
import { copyInto } from '../access-units.ts';
import { CHROMA_SUBSAMPLING, type Chroma, type Picture, type Plane } from '../picture.ts';
import { colorSpaceOfCodes } from '../colour.ts';
import type { HevcColorSpaceInit, Rotation } from './config.ts';

type Shape = 'I420' | 'I422' | 'I444';
/** P10: 10 bits in 16, little endian. */
export type HevcPixelFormat = Shape | `${Shape}P10`;

const SHAPES: Readonly<Record<Chroma, Shape>> = { monochrome: 'I420', '4:2:0': 'I420', '4:2:2': 'I422', '4:4:4': 'I444' };
/** Luma samples per chroma sample, horizontally and vertically. */
const SUBSAMPLING: Readonly<Record<Shape, readonly [across: 1 | 2, down: 1 | 2]>> = { I420: [2, 2], I422: [2, 1], I444: [1, 1] };

export const subsamplingOf = (format: HevcPixelFormat): readonly [across: 1 | 2, down: 1 | 2] => SUBSAMPLING[format.slice(0, 4) as Shape];
const sampleBytes = (format: HevcPixelFormat): 1 | 2 => (format.endsWith('P10') ? 2 : 1);

export interface PlaneLayout {
  readonly offset: number;
  readonly stride: number;
}

export interface FrameRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Everything about a frame except its samples; plain data that can be posted between threads. */
export interface FrameInfo {
  readonly format: HevcPixelFormat;
  readonly codedWidth: number;
  readonly codedHeight: number;
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly visibleRect: FrameRect;
  /** Clockwise degrees, then whether left and right are exchanged; applied by the drawing code. The display size is the size afterwards. */
  readonly rotation: Rotation;
  readonly flip: boolean;
  /** Microseconds. */
  readonly timestamp: number;
  readonly duration: number | null;
  readonly colorSpace: Required<HevcColorSpaceInit>;
}

export interface FrameData {
  readonly info: FrameInfo;
  readonly layout: readonly PlaneLayout[];
  readonly data: Uint8Array<ArrayBuffer>;
}

/** The part of VideoFrame that needs no canvas, for Node and browsers without VideoFrame. */
export class HevcFrame implements FrameInfo {
  declare readonly format: HevcPixelFormat;
  declare readonly codedWidth: number;
  declare readonly codedHeight: number;
  declare readonly displayWidth: number;
  declare readonly displayHeight: number;
  declare readonly visibleRect: FrameRect;
  declare readonly rotation: Rotation;
  declare readonly flip: boolean;
  declare readonly timestamp: number;
  declare readonly duration: number | null;
  declare readonly colorSpace: Required<HevcColorSpaceInit>;
  #samples: FrameData | undefined;

  constructor(frame: FrameData) {
    Object.assign(this, frame.info);
    this.#samples = frame;
  }

  /** Y, Cb and Cr without padding, one after another; undefined after the frame is closed. */
  get data(): Uint8Array<ArrayBuffer> | undefined {
    return this.#samples?.data;
  }

  allocationSize(): number {
    return this.#open().data.length;
  }

  /** Resolves to the plane layout in `destination`. */
  copyTo(destination: ArrayBufferLike | ArrayBufferView): Promise<readonly PlaneLayout[]> {
    return new Promise((resolve) => {
      const { data, layout } = this.#open();
      copyInto(destination, data);
      resolve(layout);
    });
  }

  clone(): HevcFrame {
    return frameOf(this.#open());
  }

  /** Releases the samples; needed only to free memory early. */
  close(): void {
    this.#samples = undefined;
  }

  #open(): FrameData {
    if (!this.#samples) throw new DOMException('the frame is closed', 'InvalidStateError');
    return this.#samples;
  }
}

/** Outside the class, because bundlers may rename the class. */
const frameOf = (samples: FrameData): HevcFrame => new HevcFrame(samples);

/** The stream's own colours, unless the config overrides them. */
function colorSpaceOf({ colour }: Picture, override: HevcColorSpaceInit | undefined): Required<HevcColorSpaceInit> {
  const own = colorSpaceOfCodes(colour);
  return {
    primaries: override?.primaries ?? own.primaries ?? null,
    transfer: override?.transfer ?? own.transfer ?? null,
    matrix: override?.matrix ?? own.matrix ?? null,
    fullRange: override?.fullRange ?? own.fullRange ?? null,
  };
}

export interface FrameOptions {
  readonly rotation?: Rotation;
  readonly flip?: boolean;
  readonly colorSpace?: HevcColorSpaceInit | undefined;
  readonly displayAspect?: readonly [width: number, height: number] | undefined;
  /** True if VideoFrame supports 10-bit formats; otherwise pictures of more than 8 bits are rounded to 8. */
  readonly tenBits: boolean;
  /** VideoFrame supports only 4:2:0: other chroma is averaged to it. */
  readonly only420?: boolean;
}

/** The aspect ratio of the config, else that of the samples. As in browsers one side grows and none shrinks, so that no pixel is lost. */
function displaySize({ width, height, sar }: Picture, aspect: FrameOptions['displayAspect']): [width: number, height: number] {
  const [across, down] = aspect ?? [width * sar[0], height * sar[1]];
  if (across === 0 || down === 0) return [width, height];
  const isWider = across * height >= down * width;
  return isWider ? [Math.round((height * across) / down), height] : [width, Math.round((width * down) / across)];
}

export function frameInfo(picture: Picture, timestamp: number, duration: number | null, options: FrameOptions): FrameInfo {
  const { rotation = 0, flip = false } = options;
  const size = displaySize(picture, options.displayAspect);
  const [displayWidth, displayHeight] = rotation % 180 === 0 ? size : [size[1], size[0]];
  const shape = options.only420 ? 'I420' : SHAPES[picture.chroma];
  const [across, down] = SUBSAMPLING[shape];
  return {
    format: picture.bytesPerSample === 2 && options.tenBits ? `${shape}P10` : shape,
    // Cropping of 4:2:0 is in pairs of samples; monochrome may be odd, and its chroma planes are then rounded up.
    codedWidth: Math.ceil(picture.width / across) * across,
    codedHeight: Math.ceil(picture.height / down) * down,
    displayWidth,
    displayHeight,
    visibleRect: { x: 0, y: 0, width: picture.width, height: picture.height },
    rotation,
    flip,
    timestamp,
    duration,
    colorSpace: colorSpaceOf(picture, options.colorSpace),
  };
}

/** True if the samples in memory already have the format, so that one copy is enough. */
export const isDirect = (picture: Picture, { format, codedWidth, codedHeight }: FrameInfo): boolean =>
  picture.planes.length === 3 &&
  SHAPES[picture.chroma] === format.slice(0, 4) &&
  picture.width === codedWidth &&
  picture.height === codedHeight &&
  (sampleBytes(format) === 1 ? picture.bytesPerSample === 1 : picture.bitDepth === 10 && picture.bitDepthChroma === 10);

/** The part of the memory that contains the planes, and their positions in it. */
function planesInPlace(memory: ArrayBufferLike, { planes }: Picture): { data: Uint8Array; layout: PlaneLayout[] } {
  const start = Math.min(...planes.map((plane) => plane.offset));
  // Up to the end of the last row's stride: readers may read complete rows, and the memory continues after every plane.
  const end = Math.min(memory.byteLength, Math.max(...planes.map((plane) => plane.offset + plane.strideBytes * plane.height)));
  return {
    data: new Uint8Array(memory, start, end - start),
    layout: planes.map((plane) => ({ offset: plane.offset - start, stride: plane.strideBytes })),
  };
}

/** Planes without padding, one after another; both sizes are multiples of the subsampling. */
export function layoutOf(format: HevcPixelFormat, width: number, height: number): { planes: readonly PlaneLayout[]; bytes: number } {
  const [across, down] = subsamplingOf(format);
  const stride = width * sampleBytes(format);
  const luma = stride * height;
  const chroma = luma / across / down;
  const planes = [0, luma, luma + chroma].map((offset, i) => ({ offset, stride: i === 0 ? stride : stride / across }));
  return { planes, bytes: luma + 2 * chroma };
}

/** Y, Cb, Cr without padding in the format of `info`, converted if necessary. */
export function packFrame(memory: ArrayBufferLike, picture: Picture, info: FrameInfo): FrameData {
  const [across, down] = subsamplingOf(info.format);
  const [ownAcross, ownDown] = CHROMA_SUBSAMPLING[picture.chroma];
  const { planes: layout, bytes } = layoutOf(info.format, info.codedWidth, info.codedHeight);
  const data = new Uint8Array(bytes);
  layout.forEach(({ offset, stride }, index) => {
    const target = data.subarray(offset, layout[index + 1]?.offset ?? bytes);
    const plane = picture.planes[index];
    const depth = index === 0 ? picture.bitDepth : picture.bitDepthChroma;
    const [everyX, everyY] = index === 0 ? [1, 1] : [across / ownAcross, down / ownDown];
    if (!plane) fillGrey(target, sampleBytes(info.format));
    else if (everyX * everyY === 1) convertPlane(memory, plane, picture.bytesPerSample, depth, target, stride, sampleBytes(info.format));
    else convertPlane(...averaged(memory, plane, picture.bytesPerSample, everyX, everyY), depth, target, stride, sampleBytes(info.format));
  });
  return { info, layout, data };
}

/** Chroma of a monochrome picture: the middle of the range. */
function fillGrey(target: Uint8Array, bytes: number): void {
  if (bytes === 1) target.fill(128);
  else new Uint16Array(target.buffer, target.byteOffset, target.length / 2).fill(512);
}

/** A plane with fewer samples, each the rounded average of its source samples. */
function averaged(memory: ArrayBufferLike, plane: Plane, bytes: 1 | 2, across: number, down: number): [ArrayBuffer, Plane, 1 | 2] {
  const [width, height] = [Math.floor(plane.width / across), Math.floor(plane.height / down)];
  const sums = new Uint16Array(width * height);
  const count = across * down;
  for (let y = 0; y < height * down; y++) {
    const offset = plane.offset + y * plane.strideBytes;
    const row = bytes === 1 ? new Uint8Array(memory, offset, plane.width) : new Uint16Array(memory, offset, plane.width);
    const at = Math.floor(y / down) * width;
    for (let x = 0; x < width * across; x++) sums[at + Math.floor(x / across)]! += row[x]!;
  }
  const means = sums.map((sum) => Math.floor((sum + count / 2) / count));
  const out = bytes === 1 ? Uint8Array.from(means) : means;
  return [out.buffer, { offset: 0, strideBytes: width * bytes, width, height }, bytes];
}

function convertPlane(
  memory: ArrayBufferLike,
  plane: Plane,
  sourceBytes: 1 | 2,
  depth: number,
  target: Uint8Array,
  stride: number,
  targetBytes: number,
): void {
  for (let y = 0; y < plane.height; y++) {
    const offset = plane.offset + y * plane.strideBytes;
    const row = target.subarray(y * stride, y * stride + plane.width * targetBytes);
    if (sourceBytes === 1) {
      row.set(new Uint8Array(memory, offset, plane.width)); // For 8 bits only single-byte formats exist.
      continue;
    }
    const source = new Uint16Array(memory, offset, plane.width);
    if (targetBytes === 2) widen(source, new Uint16Array(row.buffer, row.byteOffset, plane.width), 10 - depth);
    else narrow(source, row, depth - 8);
  }
}

/** `shift` below 0: rounds to fewer bits. */
function widen(source: Uint16Array, target: Uint16Array, shift: number): void {
  const half = shift < 0 ? 1 << (-shift - 1) : 0;
  if (shift === 0) target.set(source);
  else if (shift < 0) for (let x = 0; x < source.length; x++) target[x] = Math.min(1_023, (source[x]! + half) >> -shift);
  else for (let x = 0; x < source.length; x++) target[x] = source[x]! << shift;
}

/** Rounded to 8 bits, as H.265 rounds a prediction; 255.5 stays 255. */
function narrow(source: Uint16Array, target: Uint8Array, shift: number): void {
  const half = shift === 0 ? 0 : 1 << (shift - 1);
  for (let x = 0; x < source.length; x++) target[x] = Math.min(255, (source[x]! + half) >> shift);
}

/** The samples as VideoFrame takes them, which copies them once. */
export const planesOf = (memory: ArrayBufferLike, picture: Picture, info: FrameInfo) =>
  isDirect(picture, info) ? planesInPlace(memory, picture) : packFrame(memory, picture, info);
