import type { Body, BodyName } from './bodies.ts';

/**
 * Handling of a message in a flood: `own` concerns the viewer and is delivered first; `state` is never dropped, and the newest of a key
 * replaces older ones; `effect` has a limit and loses its oldest; `chat` is dropped first.
 */
export const MESSAGE_CLASSES = ['own', 'state', 'effect', 'chat'] as const;
export type MessageClass = (typeof MESSAGE_CLASSES)[number];

/** One row per message: everything that the first bundle contains of it. */
export interface Row<Name extends string = string, Body extends object = object> {
  /** Number in the frame's header, never reused. */
  readonly id: number;
  readonly name: Name;
  readonly family: string;
  /** Name of the schema in the family's codec. */
  readonly schema: string;
  readonly messageClass: MessageClass;
  /** A larger content is refused before decoding. */
  readonly maxBytes: number;
  /** For a `state`: fields that identify its subject. Without fields there is one state per name. */
  readonly key: readonly string[];
  /** Never set; only declares the type of the body. */
  readonly body?: Body;
}

/** Messages with one or two people. */
const SMALL_BYTES = 16_384;
/** A chat line contains `ext`, URL-encoded JSON with every medal of its sender. */
export const CHAT_BYTES = 65_536;
/** Lists of people, teams, monsters. */
export const LIST_BYTES = 262_144;

type Key<Name extends BodyName> = keyof Body<Name> & string;
interface RowOptions<Name extends BodyName> {
  readonly maxBytes?: number;
  readonly key?: Key<Name> | readonly Key<Name>[];
}

/** Creates the rows of one family. */
export const rowsOf =
  (family: string) =>
  <const Name extends string, const Schema extends BodyName>(
    id: number,
    name: Name,
    schema: Schema,
    messageClass: MessageClass,
    { maxBytes = SMALL_BYTES, key = [] }: RowOptions<Schema> = {},
  ): Row<Name, Body<Schema>> => ({
    id,
    name,
    family,
    schema,
    messageClass,
    maxBytes,
    key: typeof key === 'string' ? [key] : key,
  });

/** Body that the room receives: `ext` is read once, when a content is decoded, into `userExt` (ext.ts). */
export type ReadBody<Read> = Read extends { readonly ext: string } ? Omit<Read, 'ext'> : Read;
/** `{ name: 'chat', body: … }` of a row: narrowed by its name. */
export type MessageOf<R> = R extends Row<infer Name, infer Read> ? { readonly name: Name; readonly body: ReadBody<Read> } : never;
