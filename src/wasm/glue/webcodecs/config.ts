/** VideoDecoderConfig as in WebCodecs: validation (a TypeError), support, and the stored copy. */
import { parseHvcc } from '../containers/hvcc.ts';
import type { Limits } from '../decoder.ts';
import { isDecodable, parseCodec } from './codec-string.ts';

type Bytes = ArrayBufferLike | ArrayBufferView;

export interface HevcColorSpaceInit {
  readonly primaries?: string | null;
  readonly transfer?: string | null;
  readonly matrix?: string | null;
  readonly fullRange?: boolean | null;
}

/** The members of the W3C dictionary VideoDecoderConfig; that of lib.dom is assignable. */
export interface HevcDecoderConfig {
  codec: string;
  /** An HEVCDecoderConfigurationRecord: chunks are length-prefixed. Without it they are Annex B. */
  description?: Bytes;
  codedWidth?: number;
  codedHeight?: number;
  displayAspectWidth?: number;
  displayAspectHeight?: number;
  colorSpace?: HevcColorSpaceInit;
  /** Rotation of the frames in clockwise degrees, rounded to quarters; from the container, because a stream has none. */
  rotation?: number;
  /** Left and right are exchanged after the rotation. */
  flip?: boolean;
  /** Accepted without effect: there is only a software decoder. */
  hardwareAcceleration?: 'no-preference' | 'prefer-hardware' | 'prefer-software';
  /** Finishes each picture before the next chunk: one picture less delay, slower with threads. */
  optimizeForLatency?: boolean;
}

export type Rotation = 0 | 90 | 180 | 270;

export interface HevcDecoderSupport {
  readonly supported: boolean;
  /** A copy with only the known members. */
  readonly config: HevcDecoderConfig;
}

const ACCELERATIONS = ['no-preference', 'prefer-hardware', 'prefer-software'] as const;
const isAcceleration = (value: unknown): value is (typeof ACCELERATIONS)[number] => (ACCELERATIONS as readonly unknown[]).includes(value);
const UNSIGNED_LONG_MAX = 0xffff_ffff;

/** Unchecked input from JavaScript. */
type Unchecked = { readonly [Member in keyof HevcDecoderConfig]?: unknown };

/** WebIDL's [EnforceRange] unsigned long. */
function unsigned(value: unknown, name: string): number | undefined {
  if (value === undefined) return undefined;
  const number = Math.trunc(Number(value));
  if (!Number.isFinite(number) || number < 0 || number > UNSIGNED_LONG_MAX) throw new TypeError(`${name} is not an unsigned long`);
  return number;
}

/** Both or neither, and not 0. */
function pair(config: Unchecked, first: 'codedWidth' | 'displayAspectWidth', second: 'codedHeight' | 'displayAspectHeight') {
  const a = unsigned(config[first], first);
  const b = unsigned(config[second], second);
  if ((a === undefined) !== (b === undefined)) throw new TypeError(`${first} and ${second} go together`);
  if (a === 0 || b === 0) throw new TypeError(`${a === 0 ? first : second} is 0`);
  return a === undefined || b === undefined ? {} : { [first]: a, [second]: b };
}

/** "Parse Rotation": the nearest quarter, from 0 to 270. */
function quarters(value: unknown): Rotation {
  const degrees = Number(value);
  if (!Number.isFinite(degrees)) throw new TypeError('rotation is not a finite number');
  return ((((Math.round(degrees / 90) % 4) + 4) % 4) * 90) as Rotation;
}

/** A copy, so that later changes by the caller have no effect; a detached buffer is invalid. */
function copyBytes(source: unknown): ArrayBuffer {
  const isView = ArrayBuffer.isView(source);
  const buffer = isView ? source.buffer : source;
  const isShared = typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer;
  if (!(buffer instanceof ArrayBuffer) && !isShared) throw new TypeError('description is not a buffer');
  if ('detached' in buffer && buffer.detached === true) throw new TypeError('description is detached');
  const bytes = isView ? new Uint8Array(buffer, source.byteOffset, source.byteLength) : new Uint8Array(buffer);
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** The known members of a valid config; throws TypeError for an invalid one (W3C "valid VideoDecoderConfig"). */
export function validConfig(config: Unchecked): HevcDecoderConfig {
  if (typeof config !== 'object' || config === null) throw new TypeError('the config is not an object');
  const { codec } = config;
  if (typeof codec !== 'string' || codec.trim() === '') throw new TypeError('codec is missing or empty');
  const acceleration = config.hardwareAcceleration;
  if (acceleration !== undefined && !isAcceleration(acceleration)) {
    throw new TypeError(`hardwareAcceleration is none of ${ACCELERATIONS.join(', ')}`);
  }
  const space = config.colorSpace as HevcColorSpaceInit | undefined;
  return {
    codec,
    ...(config.description === undefined ? {} : { description: copyBytes(config.description) }),
    ...pair(config, 'codedWidth', 'codedHeight'),
    ...pair(config, 'displayAspectWidth', 'displayAspectHeight'),
    ...(space === undefined
      ? {}
      : {
          colorSpace: {
            primaries: space.primaries ?? null,
            transfer: space.transfer ?? null,
            matrix: space.matrix ?? null,
            fullRange: space.fullRange ?? null,
          },
        }),
    ...(config.rotation === undefined ? {} : { rotation: quarters(config.rotation) }),
    ...(config.flip === undefined ? {} : { flip: Boolean(config.flip) }),
    ...(acceleration === undefined ? {} : { hardwareAcceleration: acceleration }),
    ...(config.optimizeForLatency === undefined ? {} : { optimizeForLatency: Boolean(config.optimizeForLatency) }),
  };
}

/** Why a valid config is not supported; undefined if it is. */
export function unsupportedReason(config: HevcDecoderConfig, limits: Limits): string | undefined {
  const codec = parseCodec(config.codec);
  if (!codec) return `${config.codec} is not a codec string of HEVC (hvc1.… or hev1.…)`;
  const { description } = config;
  const record = description && parseHvcc(new Uint8Array(description as ArrayBuffer));
  if (!isDecodable(codec, record && Math.max(record.bitDepthLuma, record.bitDepthChroma)))
    return `${config.codec}: only Main, Main 10, Main Still Picture and format range extensions of up to 12 bits are decoded, up to level 6.2`;
  const { codedWidth = 0, codedHeight = 0 } = config;
  if (codedWidth > limits.maxWidth || codedHeight > limits.maxHeight) {
    return `${codedWidth}x${codedHeight} is larger than the limit of ${limits.maxWidth}x${limits.maxHeight}`;
  }
  return description === undefined || record ? undefined : 'the description is not an HEVCDecoderConfigurationRecord';
}
