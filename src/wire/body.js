import { err, ok } from '../core/result.ts';
import { cleanReceived } from '../core/socket/cleaning.ts';
import { MAX_LIST_ITEMS, tooMany } from './schema.ts';
import { WireFault } from './wire-fault.ts';
/**
 * Makes a plain body from parsed JSON, by the table of its schema: checks types, fills in what is missing, drops what is unknown, cleans every
 * string. Ids may be decimal strings and flags 0 or 1, as JSON of the web writes them. Protobuf is read by the schema's own reader.
 */
export function readBody(schema, source) {
    try {
        return ok(object(schema, source, schema.name));
    }
    catch (thrown) {
        if (thrown instanceof WireFault)
            return err('WIRE_BAD_FIELDS', thrown.message);
        throw thrown;
    }
}
function object(schema, source, path) {
    if (typeof source !== 'object' || source === null || Array.isArray(source))
        throw new WireFault(`${path} is not an object`);
    const body = {};
    for (const [name, { type, isList }] of Object.entries(schema.fields)) {
        // A name of the table is never one that Object.prototype has.
        const value = Reflect.get(source, name);
        body[name] = isList ? list(type, value, `${path}.${name}`) : single(type, value, `${path}.${name}`);
    }
    return body;
}
function list(type, value, path) {
    if (value === undefined || value === null)
        return [];
    if (!Array.isArray(value))
        throw new WireFault(`${path} is not a list`);
    if (value.length > MAX_LIST_ITEMS)
        throw tooMany(path);
    return value.map((item, index) => single(type, item, `${path}[${index}]`));
}
function single(type, value, path) {
    const isMissing = value === undefined || value === null;
    switch (type) {
        case 'text':
            if (isMissing)
                return '';
            if (typeof value !== 'string')
                throw new WireFault(`${path} is not a string`);
            return cleanReceived(value);
        case 'number':
            return isMissing ? 0 : number(value, path);
        case 'flag':
            if (isMissing)
                return false;
            if (typeof value === 'boolean')
                return value;
            if (value === 0 || value === 1)
                return value === 1;
            throw new WireFault(`${path} is not a flag`);
        case 'bytes':
            throw new WireFault(`${path} is bytes, which JSON has not`);
        default:
            return isMissing ? null : object(type, value, path);
    }
}
/** Whole numbers that a double holds exactly; a fraction, an infinity or a rounded id is refused. */
function number(value, path) {
    const read = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
    if (typeof read === 'number' && Number.isSafeInteger(read))
        return read;
    throw new WireFault(`${path} is not a number`);
}
