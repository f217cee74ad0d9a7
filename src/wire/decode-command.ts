import { type Result, err, ok } from '../core/result.ts';
import type { Command } from '../core/socket/commands.ts';
import { isCommandId, schemaOf } from './command-schema.ts';
import type { Frame } from './frame.ts';
import { Reader } from './reader.ts';
import { readByTable } from './table-reader.ts';

/** Numbers that are 0 are not on the wire (proto3): an anonymous login has the user id 0, not none. */
const zerosOf = (id: Command['id']): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(schemaOf(id).fields).flatMap(([name, field]) => (field.type === 'number' ? [[name, 0]] : [])));

/** What a client said, for the mock backend, the origin and the tests; never in a production bundle. */
export function readCommand(frame: Frame): Result<Command> {
  if (frame.kind !== 'command') return err('WIRE_BAD_ENVELOPE', 'not a command');
  if (!isCommandId(frame.command)) return err('WIRE_UNKNOWN_MESSAGE', String(frame.command));
  try {
    return ok({
      id: frame.command,
      fields: { ...zerosOf(frame.command), ...readByTable(schemaOf(frame.command), new Reader(frame.payload)) },
    } as Command);
  } catch (thrown) {
    return err('WIRE_BAD_PROTOBUF', String(thrown));
  }
}
