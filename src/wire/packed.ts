import type { RoomMessage } from './registry.ts';
import type { Schema } from './schema.ts';
import { WireFault } from './wire-fault.ts';

/**
 * A batch of messages as it crosses from the socket worker to the room worker. A structured clone of the messages writes the name of every field
 * of every message and looks each of them up again, which costs more than to decode them (`npm run bench -- wire`). So only values cross, in the
 * order of the schema's fields: its generated code puts them in (`codec.ts`) and takes them out again (`unpack.ts`).
 */
export interface PackedMessages {
  /** Index of the first new kind: 0 from a worker that was started again, whose room forgets what the one before said. */
  readonly firstKind: number;
  /** Those that did not cross yet. */
  readonly newKinds: readonly PackedKind[];
  /**
   * Of each message: the index of its kind, its time, then its fields. Of a field: a number; 0 or 1 for a flag; 0 for an empty text, 1 for one
   * of `texts`; 0 for a missing message, 1 for one whose fields follow; the length of a list, whose items follow.
   */
  readonly numbers: Float64Array;
  /** Those that are not empty, each by itself: a part of one long text would keep all of it. */
  readonly texts: readonly string[];
  readonly count: number;
}

interface PackedKind {
  readonly id: number;
  readonly name: string;
  readonly family: string;
  readonly schema: string;
}

/** A message and the schema that its body was read by. */
export interface Kept {
  readonly message: RoomMessage;
  readonly family: string;
  readonly schema: Schema;
}

/** Room for a quiet second; it grows by doubling and is given back when a batch is smaller than a quarter. */
const FIRST_NUMBERS = 4_096;

/** In the socket worker: one for the port to the room worker, since what it said once it does not say again. */
export class Packer {
  private readonly kindOfId = new Map<number, number>();
  private readonly kinds: PackedKind[] = [];
  private numbersIn = new Float64Array(FIRST_NUMBERS);
  private length = 0;
  private textsIn: string[] = [];

  pack(kept: readonly Kept[]): PackedMessages {
    const firstKind = this.kinds.length;
    const texts: string[] = [];
    this.textsIn = texts;
    this.length = 0;
    for (const { message, family, schema } of kept) {
      this.number(this.kindOf(message, family, schema));
      this.number(message.timeMs);
      schema.pack(this, message.body);
    }
    const numbers = this.numbersIn.slice(0, this.length);
    if (this.length < this.numbersIn.length / 4 && this.numbersIn.length > FIRST_NUMBERS) this.numbersIn = new Float64Array(FIRST_NUMBERS);
    return { firstKind, newKinds: this.kinds.slice(firstKind), numbers, texts, count: kept.length };
  }

  private kindOf({ id, name }: RoomMessage, family: string, schema: Schema): number {
    const known = this.kindOfId.get(id);
    if (known !== undefined) return known;
    const kind = this.kinds.push({ id, name, family, schema: schema.name }) - 1;
    this.kindOfId.set(id, kind);
    return kind;
  }

  number(value: number): void {
    if (this.length === this.numbersIn.length) this.grow();
    this.numbersIn[this.length++] = value;
  }

  flag(value: boolean): void {
    this.number(value ? 1 : 0);
  }

  text(value: string): void {
    if (value === '') this.number(0);
    else {
      this.number(1);
      this.textsIn.push(value);
    }
  }

  message<T extends object>(schema: Schema<T>, value: T | null): void {
    if (value === null) this.number(0);
    else {
      this.number(1);
      schema.pack(this, value);
    }
  }

  numbers(values: readonly number[]): void {
    this.number(values.length);
    for (const value of values) this.number(value);
  }

  texts(values: readonly string[]): void {
    this.number(values.length);
    for (const value of values) this.text(value);
  }

  messages<T extends object>(schema: Schema<T>, values: readonly T[]): void {
    this.number(values.length);
    for (const value of values) schema.pack(this, value);
  }

  /** No push holds bytes: only the envelope does, which ends in this worker. */
  bytes(_value: Uint8Array): never {
    throw new WireFault('bytes do not cross in a batch');
  }

  private grow(): void {
    const larger = new Float64Array(this.length * 2);
    larger.set(this.numbersIn);
    this.numbersIn = larger;
  }
}

type Unpack<T extends object = object> = (unpacker: Unpacker) => T;
/** Of each family what its `unpack.ts` exports, by the name of the schema (unpackers.ts). */
export type Unpackers = Readonly<Record<string, Readonly<Record<string, Unpack>>>>;

/** In the room worker: one for the port to the socket worker. */
export class Unpacker {
  private readonly kinds: { readonly id: number; readonly name: string; readonly body: Unpack }[] = [];
  private numbersIn: Float64Array = new Float64Array();
  private at = 0;
  private textsIn: readonly string[] = [];
  private atText = 0;
  private readonly unpackers: Unpackers;

  constructor(unpackers: Unpackers) {
    this.unpackers = unpackers;
  }

  /** The messages again, in their order. */
  unpack({ firstKind, newKinds, numbers, texts, count }: PackedMessages): readonly RoomMessage[] {
    this.kinds.length = firstKind;
    for (const { id, name, family, schema } of newKinds) this.kinds.push({ id, name, body: this.unpackers[family]![schema]! });
    this.numbersIn = numbers;
    this.at = 0;
    this.textsIn = texts;
    this.atText = 0;
    const messages: RoomMessage[] = [];
    for (let i = 0; i < count; i++) {
      const { id, name, body } = this.kinds[this.number()]!;
      const timeMs = this.number();
      messages.push({ id, name, body: body(this), timeMs } as RoomMessage);
    }
    return messages;
  }

  number(): number {
    return this.numbersIn[this.at++]!;
  }

  flag(): boolean {
    return this.numbersIn[this.at++] === 1;
  }

  text(): string {
    return this.numbersIn[this.at++] === 0 ? '' : this.textsIn[this.atText++]!;
  }

  message<T extends object>(unpack: Unpack<T>): T | null {
    return this.numbersIn[this.at++] === 0 ? null : unpack(this);
  }

  numbers(): readonly number[] {
    const items: number[] = [];
    for (let left = this.number(); left > 0; left--) items.push(this.number());
    return items;
  }

  texts(): readonly string[] {
    const items: string[] = [];
    for (let left = this.number(); left > 0; left--) items.push(this.text());
    return items;
  }

  messages<T extends object>(unpack: Unpack<T>): readonly T[] {
    const items: T[] = [];
    for (let left = this.number(); left > 0; left--) items.push(unpack(this));
    return items;
  }
}
