import { type MessageName, type Row, ROWS } from '../../src/wire/registry.ts';

const BY_NAME: ReadonlyMap<string, Row> = new Map(ROWS.map((row) => [row.name, row]));

/** Looks up a row by message name; the type guarantees that it exists. */
export function rowNamed(name: MessageName): Row {
  const row = BY_NAME.get(name);
  if (row === undefined) throw new Error(`no message ${name}`);
  return row;
}
