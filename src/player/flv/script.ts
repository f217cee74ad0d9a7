/** Reader of AMF0 (Action Message Format 0, 2007) in script tags. Bounded in depth, members and text; an unknown type ends the reading. */

export type AmfValue = number | boolean | string | null | readonly AmfValue[] | { readonly [name: string]: AmfValue };

export interface ScriptData {
  readonly name: string;
  readonly values: readonly AmfValue[];
}

const MAX_DEPTH = 8;
const MAX_MEMBERS = 1_024;
const MAX_VALUES = 16;

interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
  members: number;
}

class Malformed extends Error {}

/** Null if the tag does not begin with a name; values after damage are dropped. */
export function readScript(body: Uint8Array): ScriptData | null {
  const cursor: Cursor = { bytes: body, view: new DataView(body.buffer, body.byteOffset, body.byteLength), at: 0, members: 0 };
  const values: AmfValue[] = [];
  try {
    while (cursor.at < body.length && values.length <= MAX_VALUES) values.push(readValue(cursor, 0));
  } catch (cause) {
    if (!(cause instanceof Malformed) && !(cause instanceof RangeError)) throw cause;
  }
  const [name, ...rest] = values;
  return typeof name === 'string' ? { name, values: rest } : null;
}

function readValue(c: Cursor, depth: number): AmfValue {
  if (depth > MAX_DEPTH || ++c.members > MAX_MEMBERS) throw new Malformed();
  const type = c.view.getUint8(c.at++);
  switch (type) {
    case 0: {
      c.at += 8;
      return c.view.getFloat64(c.at - 8);
    }
    case 1:
      return c.view.getUint8(c.at++) !== 0;
    case 2:
      return readText(c, 2);
    case 3:
      return readMembers(c, depth);
    case 5:
    case 6:
      return null;
    case 8:
      c.at += 4;
      return readMembers(c, depth);
    case 10: {
      const count = c.view.getUint32(c.at);
      c.at += 4;
      const list: AmfValue[] = [];
      for (let i = 0; i < count; i++) list.push(readValue(c, depth + 1));
      return list;
    }
    case 11: {
      c.at += 10;
      return c.view.getFloat64(c.at - 10);
    }
    case 12:
      return readText(c, 4);
    default:
      throw new Malformed();
  }
}

function readMembers(c: Cursor, depth: number): { readonly [name: string]: AmfValue } {
  const members: Record<string, AmfValue> = Object.create(null) as Record<string, AmfValue>;
  while (c.at < c.bytes.length) {
    const name = readText(c, 2);
    if (name === '' && c.bytes[c.at] === 9) {
      c.at++;
      return { ...members };
    }
    members[name] = readValue(c, depth + 1);
  }
  // Some encoders omit the end marker of the last object.
  return { ...members };
}

const utf8 = new TextDecoder();

function readText(c: Cursor, lengthBytes: 2 | 4): string {
  const length = lengthBytes === 2 ? c.view.getUint16(c.at) : c.view.getUint32(c.at);
  const start = c.at + lengthBytes;
  if (start + length > c.bytes.length) throw new Malformed();
  c.at = start + length;
  return utf8.decode(c.bytes.subarray(start, start + length));
}
