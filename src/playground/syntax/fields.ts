/** Syntax elements by their names in the standard, in stream order. */
import { BitReader } from './bit-reader.ts';

export interface Field {
  readonly name: string;
  readonly value: number | string;
}

export class FieldReader {
  readonly bits: BitReader;
  readonly fields: Field[] = [];

  constructor(rbsp: Uint8Array) {
    this.bits = new BitReader(rbsp);
  }

  note(name: string, value: number | string): void {
    if (!this.bits.isOverrun) this.fields.push({ name, value });
  }

  u(name: string, bits: number): number {
    const value = this.bits.u(bits);
    this.note(name, value);
    return value;
  }

  flag(name: string): boolean {
    return this.u(name, 1) === 1;
  }

  ue(name: string): number {
    const value = this.bits.ue();
    this.note(name, value);
    return value;
  }

  se(name: string): number {
    const value = this.bits.se();
    this.note(name, value);
    return value;
  }
}
