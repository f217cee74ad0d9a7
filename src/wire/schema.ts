import type { Reader } from 'protobufjs/minimal.js';

/** Type of a field: a number, a flag, a text, bytes, or a message. */
export type FieldType = 'number' | 'flag' | 'text' | 'bytes' | Schema;

const SCALARS = {
  int32: 'number',
  int64: 'number',
  uint32: 'number',
  uint64: 'number',
  bool: 'flag',
  string: 'text',
  bytes: 'bytes',
} as const satisfies Readonly<Record<string, FieldType>>;

export type ScalarName = keyof typeof SCALARS;
const isScalar = (type: string): type is ScalarName => type in SCALARS;

export interface Field {
  /** Field number in the protobuf message. */
  readonly number: number;
  readonly type: FieldType;
  /** Type of a scalar in the .proto file; null for a message. */
  readonly scalar: ScalarName | null;
  readonly isList: boolean;
  /** Declared `optional`: a missing value differs from a default. */
  readonly isOptional: boolean;
}

/** A message of a .proto file. */
export interface Schema {
  readonly name: string;
  /** By name, in the order of the .proto file. */
  readonly fields: Readonly<Record<string, Field>>;
  /** Static code of protobufjs. The result has its defaults on its prototype; body.ts makes a plain body of it. Throws. */
  decode(this: void, reader: Reader): object;
}

/** The schemas of one family, by name. */
export type Codec = Readonly<Record<string, Schema>>;

/** Exports of a generated module that decodes. */
export type Decoders = Readonly<Record<string, Pick<Schema, 'decode'>>>;
export type MessageTables = Readonly<Record<string, { readonly fields: Readonly<Record<string, FieldTable>> }>>;
interface FieldTable {
  readonly type: string;
  readonly id: number;
  readonly rule?: string;
  readonly options?: { readonly proto3_optional?: boolean };
}
export interface Generated {
  readonly default: Decoders;
  readonly messages: MessageTables;
}
/** The schemas of a generated module. */
export function codecFrom({ default: decoders, messages }: Generated): Codec {
  const codec: Record<string, Schema & { fields: Record<string, Field> }> = {};
  for (const name of Object.keys(messages)) codec[name] = { name, fields: {}, decode: decoders[name]!.decode };
  for (const [name, { fields }] of Object.entries(messages))
    for (const [field, { type, id, rule, options }] of Object.entries(fields)) {
      const scalar = isScalar(type) ? type : null;
      codec[name]!.fields[field] = {
        number: id,
        type: scalar === null ? codec[type]! : SCALARS[scalar],
        scalar,
        isList: rule === 'repeated',
        isOptional: options?.proto3_optional === true,
      };
    }
  return codec;
}
