import { err, ok } from '../core/result.ts';
import { isCommandId, schemaOf } from './command-schema.ts';
import { Reader } from './reader.ts';
import { readByTable } from './table-reader.ts';
/** Numbers that are 0 are not on the wire (proto3): an anonymous login has the user id 0, not none. */
const zerosOf = (id) => Object.fromEntries(Object.entries(schemaOf(id).fields).flatMap(([name, field]) => (field.type === 'number' ? [[name, 0]] : [])));
/** What a client said, for the mock backend, the origin and the tests; never in a production bundle. */
export function readCommand(frame) {
    if (frame.kind !== 'command')
        return err('WIRE_BAD_ENVELOPE', 'not a command');
    if (!isCommandId(frame.command))
        return err('WIRE_UNKNOWN_MESSAGE', String(frame.command));
    try {
        return ok({
            id: frame.command,
            fields: { ...zerosOf(frame.command), ...readByTable(schemaOf(frame.command), new Reader(frame.payload)) },
        });
    }
    catch (thrown) {
        return err('WIRE_BAD_PROTOBUF', String(thrown));
    }
}
