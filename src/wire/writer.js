const UTF8 = new TextEncoder();
/**
 * A protobuf message by the table of its fields: commands are few a second, so no code is generated for them. Missing fields and defaults
 * are omitted, as in proto3.
 */
export function writeMessage(schema, message) {
    const out = [];
    writeFields(out, schema, message);
    return Uint8Array.from(out);
}
function writeFields(out, { fields }, message) {
    for (const [name, field] of Object.entries(fields)) {
        const value = Reflect.get(message, name);
        if (value === undefined || value === null)
            continue;
        if (!field.isList) {
            if (!isDefault(value))
                writeField(out, field, value);
        }
        else if (Array.isArray(value))
            for (const item of value)
                writeField(out, field, item);
    }
}
const isDefault = (value) => value === 0 || value === '' || value === false || (value instanceof Uint8Array && value.length === 0);
const isVarint = (type) => type === 'number' || type === 'flag';
function writeField(out, { number, type }, value) {
    writeVarint(out, number * 8 + (isVarint(type) ? 0 : 2));
    if (type === 'number')
        writeVarint(out, Number(value));
    else if (type === 'flag')
        writeVarint(out, value === true || value === 1 ? 1 : 0);
    else
        writeBytes(out, bytesOf(type, value));
}
function bytesOf(type, value) {
    if (type === 'text')
        return UTF8.encode(String(value));
    if (type === 'bytes')
        return value instanceof Uint8Array ? value : [];
    const inner = [];
    if (typeof value === 'object' && value !== null)
        writeFields(inner, type, value);
    return inner;
}
function writeBytes(out, bytes) {
    writeVarint(out, bytes.length);
    for (const byte of bytes)
        out.push(byte);
}
/** Negative numbers are ten bytes of two's complement. */
function writeVarint(out, value) {
    let rest = BigInt.asUintN(64, BigInt(Math.trunc(value)));
    while (rest >= 128n) {
        out.push(Number(rest & 127n) | 128);
        rest >>= 7n;
    }
    out.push(Number(rest));
}
