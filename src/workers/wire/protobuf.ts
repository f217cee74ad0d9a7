import protobuf from 'protobufjs/minimal.js';

/**
 * The protobufjs runtime as the generated code sees it: 64-bit fields are numbers, since every id and counter of the room stays below
 * 2^53 and plain numbers survive structured clone. It must be set before the generated modules are evaluated, hence this module.
 */
// @ts-expect-error the typings say that Long is always there; the runtime reads `undefined` as "numbers, please"
protobuf.util.Long = undefined;
protobuf.configure();
/** Nested messages: the deepest schema has four levels, a hostile one could ask for a stack overflow. */
protobuf.Reader.recursionLimit = 16;
/** Fields that the schema does not name are not kept. */
protobuf.Reader.discardUnknown = true;

export default protobuf;
