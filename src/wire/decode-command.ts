import { type Result, err, ok } from '../core/errors.ts';
import type { Command } from '../core/socket/outgoing.ts';
import { COMMAND_MESSAGES } from './encode-command.ts';
import type { Frame } from './frame.ts';
import * as generated from './generated/mock-sent.js';
import protobuf from './protobuf.ts';
import { codecFrom } from './schema.ts';

const SENT = codecFrom(generated);
const isCommandId = (id: number): id is Command['id'] => id in COMMAND_MESSAGES;

/** Decodes a client's command, for the mock backend, the origin and the tests; never in a production bundle. */
export function readCommand(frame: Frame): Result<Command> {
  if (frame.kind !== 'command') return err('WIRE_BAD_ENVELOPE', 'not a command');
  if (!isCommandId(frame.command)) return err('WIRE_UNKNOWN_MESSAGE', String(frame.command));
  const { fields, decode } = SENT[COMMAND_MESSAGES[frame.command]]!;
  try {
    const decoded = decode(new protobuf.Reader(frame.payload));
    // A missing field is its default (proto3), unless it is optional.
    const present = Object.keys(fields).filter((name) => Object.hasOwn(decoded, name) || !fields[name]!.isOptional);
    return ok({ id: frame.command, fields: Object.fromEntries(present.map((name) => [name, Reflect.get(decoded, name)])) } as Command);
  } catch (thrown) {
    return err('WIRE_BAD_PROTOBUF', String(thrown));
  }
}
