import { codecOf } from '../../src/wire/all-families.ts';
import type { Row } from '../../src/wire/registry.ts';
import type { FieldType, Schema } from '../../src/wire/schema.ts';
import { crc32 } from '../../src/wire/frame.ts';
import { HERE } from './people.ts';
import { seeded } from '../../src/wasm/tests/seeded.ts';

/** A field of a body, for example `teams.0.score`. */
export type Path = string;
export type Leaf = string | number | boolean | null;
export type Leaves = ReadonlyMap<Path, Leaf>;
/** Values by path, for fields whose marks would be invalid. */
export type Given = Readonly<Record<Path, Leaf>>;

/** Maximum nesting of schemas; no push of the room is deeper. */
const MAX_DEPTH = 4;
const LINK = /url|icon|logo|link|href|cover|avatar/i;

const randomOf = (path: Path, round: number) => seeded(crc32(new TextEncoder().encode(`${round} ${path}`)));

/** A recognisable value for a field. It depends only on path and round, so that a new field does not change the others. */
export function markOf(path: Path, type: Exclude<FieldType, Schema>, round: number): Leaf {
  const random = randomOf(path, round);
  const number = 1_000 + random.int(9_000);
  // A message of this room, from people who are not mystic viewers; the second round has other values.
  if (round === 0 && /^roomid$/i.test(path)) return HERE;
  if (type === 'number') return number;
  if (type === 'flag') return round === (path.endsWith('mystic') ? 1 : 0);
  const text = `t${number}${'abcdefghij'[random.int(10)]}`;
  return LINK.test(path) ? `https://frames.test/${text}` : text;
}

export interface MarkedField {
  readonly path: Path;
  readonly type: Exclude<FieldType, Schema>;
}

/** Every field of the schema that holds a value. A list has two entries; `ext` is excluded, because readers of a body do not receive it. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): readonly MarkedField[] {
  return Object.entries(schema.fields).flatMap(([name, { type, isList }]) => {
    if (name === 'ext' || depth > MAX_DEPTH) return [];
    return (isList ? [`${prefix}${name}.0`, `${prefix}${name}.1`] : [`${prefix}${name}`]).flatMap((path) =>
      typeof type === 'object' ? fieldsOf(type, `${path}.`, depth + 1) : [{ path, type }],
    );
  });
}

export const schemaOf = (row: Row): Schema => codecOf(row.family)[row.schema]!;

/** The body of the schema with the fields of `leaves`, without the part at the path `without`. */
export function bodyOf(schema: Schema, leaves: Leaves, without: Path | null = null, prefix = '', depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.fields).flatMap(([name, { type, isList }]): [string, unknown][] => {
      if (name === 'ext' || depth > MAX_DEPTH) return [];
      const at = (path: Path): unknown =>
        typeof type === 'object' ? bodyOf(type, leaves, without, `${path}.`, depth + 1) : leaves.get(path);
      const path = `${prefix}${name}`;
      if (path === without) return [[name, isList ? [] : null]];
      return [[name, isList ? [at(`${path}.0`), at(`${path}.1`)] : at(path)]];
    }),
  );
}

/** A body whose sender has set nothing. */
export const emptyBodyOf = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.fields)
      .filter(([name]) => name !== 'ext')
      .map(([name, { type, isList }]) => [
        name,
        isList ? [] : typeof type === 'object' ? null : type === 'number' ? 0 : type === 'flag' ? false : '',
      ]),
  );
