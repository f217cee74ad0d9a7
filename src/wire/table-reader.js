/**
 * Reads a message by the table of its fields instead of by generated code: slower, and a second reading that the tests compare with the first.
 * For the mock backend, the origin and the tests; never in a production bundle. Missing fields stay undefined.
 */
export function readByTable({ fields }, reader) {
    const found = {};
    const byNumber = new Map(Object.entries(fields).map(([name, field]) => [field.number, { name, field }]));
    while (reader.pos < reader.end) {
        const tag = reader.tag();
        const known = byNumber.get(tag >>> 3);
        if (known === undefined || (tag & 7) !== wireTypeOf(known.field)) {
            reader.skip(tag);
            continue;
        }
        const { name, field } = known;
        const value = valueOf(field, reader);
        if (!field.isList)
            found[name] = value;
        else {
            const items = (found[name] ??= []);
            items.push(value);
        }
    }
    return found;
}
const wireTypeOf = ({ type }) => (type === 'number' || type === 'flag' ? 0 : 2);
function valueOf({ type }, reader) {
    switch (type) {
        case 'number':
            return reader.int();
        case 'flag':
            return reader.bool();
        case 'text':
            return reader.text();
        case 'bytes':
            return reader.bytes();
        default:
            return reader.message({ ...type, read: (inner) => readByTable(type, inner) });
    }
}
