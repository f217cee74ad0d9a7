import type { Row } from '../../src/wire/message-row.ts';
import {
  bodyOf,
  emptyBodyOf,
  fieldsOf,
  partsOf,
  leavesOf,
  markOf,
  schemaOf,
  type Given,
  type Leaf,
  type Leaves,
  type MarkedField,
  type Path,
} from './marked-body.ts';

/** The event that a body causes, or null. */
export type Deliver = (body: Record<string, unknown>) => object | null;

/** Code numbers are small: each of these values is tried in each number of a body. */
const CODES = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const NOTHING: Leaves = new Map();

/**
 * Text of the event that a message causes: one line per value of the event with the body field that it equals (`=`) or the fields that it
 * depends on (`~`), and one line per number of the body that selects words, one per part that a body may lack, and one for an empty
 * body. The lines are found by changing one field at a time.
 */
export function traceOf(row: Row, given: Given, deliver: Deliver): readonly string[] {
  const schema = schemaOf(row);
  const fields = fieldsOf(schema);
  const marks: Leaves = new Map(fields.map(({ path, type }) => [path, given[path] ?? markOf(path, type, 0)]));
  const unknown = Object.keys(given).filter((path) => !marks.has(path));
  if (unknown.length > 0) throw new Error(`${row.name} has no field ${unknown.join(', ')}`);
  const run = (change: Leaves, without: Path | null = null): Leaves => {
    const event = deliver(bodyOf(schema, new Map([...marks, ...change]), without));
    return event === null ? NOTHING : leavesOf(event);
  };
  const base = run(NOTHING);
  if (base.size === 0) return ['NO EVENT'];

  const sources = new Map<Path, { readonly same: Path[]; readonly of: Path[] }>(
    [...base.keys()].map((path) => [path, { same: [], of: [] }]),
  );
  const choices: string[] = [];
  for (const { path, type } of fields.filter((field) => !isSecond(field))) {
    const before = marks.get(path);
    const other = typeof before === 'boolean' ? !before : markOf(path, type, 1);
    const changed = run(new Map([[path, other]]));
    const coded = type === 'number' ? CODES.map((code) => ({ code, leaves: run(new Map([[path, code]])) })) : [];
    // An event of another shape is another alternative, listed below; it does not make each of its values depend on this field.
    const alike = [changed, ...coded.map(({ leaves }) => leaves)].filter((leaves) => isAlike(leaves, base));
    for (const [to, value] of base) {
      if (alike.every((leaves) => leaves.get(to) === value)) continue;
      const isSame = value === before && changed.get(to) === other;
      sources.get(to)![isSame ? 'same' : 'of'].push(path);
    }
    if (type !== 'number' && !isAlike(changed, base))
      choices.push(`${path} ${JSON.stringify(other)}: ${changed.size === 0 ? 'no event' : 'another event'}`);
    choices.push(...choicesOf(path, base, coded));
  }
  const empty = deliver(emptyBodyOf(schema));
  const nothing = `an empty body: ${empty === null ? 'no event' : JSON.stringify(empty)}`;
  const lacks = partsOf(schema).flatMap((path) => lackOf(path, base, run(NOTHING, path)));
  return [...[...base].map(([path, value]) => lineOf(path, value, sources.get(path)!)), ...choices, ...lacks, nothing];
}

/** What changes in the event if the body lacks a part. */
function lackOf(part: Path, base: Leaves, now: Leaves): readonly string[] {
  if (now.size === 0) return [`without ${part}: no event`];
  const paths = [...new Set([...base.keys(), ...now.keys()])].filter((path) => base.get(path) !== now.get(path));
  const other = paths.map((path) => `${path} ${JSON.stringify(now.get(path) ?? '–')}`);
  return other.length === 0 ? [] : [`without ${part}: ${other.join(', ')}`];
}

/** A body in which each field has a value of its own. */
export function markedBody(row: Row, given: Given): Record<string, unknown> {
  const schema = schemaOf(row);
  return bodyOf(schema, new Map(fieldsOf(schema).map(({ path, type }) => [path, given[path] ?? markOf(path, type, 0)])));
}

const isAlike = (leaves: Leaves, base: Leaves): boolean => leaves.size === base.size && [...leaves.keys()].every((path) => base.has(path));

/** The second entry of a list is treated like the first one. */
const isSecond = ({ path }: MarkedField): boolean => /\.1(\.|$)/.test(path);

function lineOf(path: Path, value: Leaf, { same, of }: { readonly same: readonly Path[]; readonly of: readonly Path[] }): string {
  if (same.length > 0 && of.length === 0) return `${path} = ${same.join(', ')}`;
  const all = [...same, ...of];
  return all.length === 0 ? `${path} ${JSON.stringify(value)}` : `${path} ~ ${all.join(', ')}: ${JSON.stringify(value)}`;
}

/** Leaves that are not numbers and contain none: words, flags, nothing. */
const wordsIn = (leaves: Leaves): Leaves =>
  new Map([...leaves].filter(([, value]) => typeof value !== 'number' && !/\d/.test(String(value))));

function choicesOf(path: Path, base: Leaves, coded: readonly { readonly code: number; readonly leaves: Leaves }[]): readonly string[] {
  const usual = wordsIn(base);
  const says = coded.map(({ code, leaves }) => {
    if (leaves.size === 0) return { code, text: 'no event' };
    const now = wordsIn(leaves);
    const paths = [...new Set([...usual.keys(), ...now.keys()])];
    const other = paths.filter((to) => now.get(to) !== usual.get(to) && (usual.has(to) || !base.has(to)));
    return { code, text: other.map((to) => `${to} ${JSON.stringify(now.get(to) ?? '–')}`).join(', ') };
  });
  return says
    .filter(({ text }, at) => (at === 0 ? text !== '' : text !== says[at - 1]!.text))
    .map(({ code, text }) => `${path} ${code}: ${text === '' ? 'as above' : text}`);
}
