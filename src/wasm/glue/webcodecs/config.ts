/** VideoDecoderConfig as in WebCodecs: validation (a TypeError), support, and the stored copy. */
import { parseHvcc, isDecodable, parseCodec } from '../containers/hvcc.ts';
import type { Limits } from '../decoder.ts';
import { MATRIX, PRIMARIES, TRANSFER } from '../colour.ts';

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
  /** A copy with only the known members, and the defaults of those that the standard gives one. */
  readonly config: HevcDecoderConfig;
}

type Acceleration = NonNullable<HevcDecoderConfig['hardwareAcceleration']>;
const ACCELERATIONS: readonly Acceleration[] = ['no-preference', 'prefer-hardware', 'prefer-software'];
const UNSIGNED_LONG_MAX = 0xffff_ffff;

/** Unchecked input from JavaScript. */
type Unchecked = { readonly [Member in keyof HevcDecoderConfig]?: unknown };
type Convert<T> = (value: unknown, name: string) => T;

/** WebIDL's DOMString: a symbol is a TypeError. */
const text: Convert<string> = (value, name) => {
  if (typeof value === 'symbol') throw new TypeError(`${name} is a symbol`);
  return String(value);
};

/** Unlike Number(), this refuses a BigInt. */
const toNumber = (value: unknown): number => Math.max(value as number);

/** WebIDL's [EnforceRange] unsigned long. */
const unsigned: Convert<number> = (value, name) => {
  const number = Math.trunc(toNumber(value));
  if (!Number.isFinite(number) || number < 0 || number > UNSIGNED_LONG_MAX) throw new TypeError(`${name} is not an unsigned long`);
  return number;
};

const finite: Convert<number> = (value, name) => {
  const number = toNumber(value);
  if (!Number.isFinite(number)) throw new TypeError(`${name} is not a finite number`);
  return number;
};

/** WebIDL's enumerations. */
const oneOf =
  <T extends string>(values: readonly T[]): Convert<T> =>
  (value, name) => {
    const given = text(value, name);
    const known = values.find((each) => each === given);
    if (known === undefined) throw new TypeError(`${name} is none of ${values.join(', ')}`);
    return known;
  };

/** WebIDL converts null to a dictionary without members, and a function as any other object. */
const isDictionary = (value: unknown): value is object | null => typeof value === 'object' || typeof value === 'function';

const colorSpace: Convert<HevcColorSpaceInit> = (value, name) => {
  if (!isDictionary(value)) throw new TypeError(`${name} is not an object`);
  const given = (value ?? {}) as { readonly [Member in keyof HevcColorSpaceInit]: unknown };
  const read = <T>(member: keyof HevcColorSpaceInit, convert: Convert<T>): T | null => {
    const own = given[member];
    return own === undefined || own === null ? null : convert(own, member);
  };
  return {
    fullRange: read('fullRange', Boolean),
    matrix: read('matrix', oneOf(Object.values(MATRIX))),
    primaries: read('primaries', oneOf(Object.values(PRIMARIES))),
    transfer: read('transfer', oneOf(Object.values(TRANSFER))),
  };
};

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

/** Conversions of the members, in the order of WebIDL. */
const MEMBERS: { readonly [Member in keyof HevcDecoderConfig]-?: Convert<HevcDecoderConfig[Member]> } = {
  codec: text,
  codedHeight: unsigned,
  codedWidth: unsigned,
  colorSpace,
  description: copyBytes,
  displayAspectHeight: unsigned,
  displayAspectWidth: unsigned,
  flip: Boolean,
  hardwareAcceleration: (value, name) => oneOf(ACCELERATIONS)(value, name), // A call here would keep this file in every bundle.
  optimizeForLatency: Boolean,
  rotation: finite,
};
const DEFAULTS = { flip: false, hardwareAcceleration: 'no-preference', rotation: 0 } as const;

/** Both or neither, and not 0. */
function checkPair(
  config: HevcDecoderConfig,
  first: 'codedWidth' | 'displayAspectWidth',
  second: 'codedHeight' | 'displayAspectHeight',
): void {
  const [a, b] = [config[first], config[second]];
  if ((a === undefined) !== (b === undefined)) throw new TypeError(`${first} and ${second} go together`);
  if (a === 0 || b === 0) throw new TypeError(`${a === 0 ? first : second} is 0`);
}

/** The known members of a valid config, and the defaults; throws TypeError for an invalid one (W3C "valid VideoDecoderConfig"). */
export function validConfig(given: Unchecked): HevcDecoderConfig {
  if (!isDictionary(given)) throw new TypeError('the config is not an object');
  const members: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, convert] of Object.entries(MEMBERS)) {
    const value = (given as Unchecked | null)?.[name as keyof HevcDecoderConfig];
    if (value !== undefined) members[name] = convert(value, name);
  }
  const config = members as unknown as HevcDecoderConfig;
  if (config.codec === undefined || config.codec.trim() === '') throw new TypeError('codec is missing or empty');
  checkPair(config, 'codedWidth', 'codedHeight');
  checkPair(config, 'displayAspectWidth', 'displayAspectHeight');
  return config;
}

/** "Parse Rotation": the nearest quarter, from 0 to 270. */
export const quarterTurns = (degrees: number): Rotation => ((((Math.round(degrees / 90) % 4) + 4) % 4) * 90) as Rotation;

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
