import { ROWS } from '../src/wire/registry.ts';
const BY_NAME = new Map(ROWS.map((row) => [row.name, row]));
/** A name of the registry has a row by its type. */
export function rowNamed(name) {
    const row = BY_NAME.get(name);
    if (row === undefined)
        throw new Error(`no message ${name}`);
    return row;
}
