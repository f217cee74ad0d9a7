import { cleanSent } from '../core/socket/cleaning.ts';
import type { Command } from '../core/socket/commands.ts';
import { encodeFrame } from './encode-frame.ts';
import { schemaOf } from './command-schema.ts';
import { writeMessage } from './writer.ts';

/** A command as one binary frame: the payload is the command's own protobuf message, without an envelope. */
export function encodeCommand(command: Command): Uint8Array<ArrayBuffer> {
  return encodeFrame({ kind: 'command', command: command.id, payload: writeMessage(schemaOf(command.id), escaped(command).fields) });
}

/** The same command for a connection in blob mode, on which only strings are sent (document 2, section 5). */
export function commandText(command: Command): string {
  return JSON.stringify(escaped(command).fields);
}

/** Angle brackets of every string are escaped on the way out (document 2, section 5). */
function escaped(command: Command): Command {
  const fields = Object.fromEntries(
    Object.entries(command.fields).map(([name, value]) => [name, typeof value === 'string' ? cleanSent(value) : value]),
  );
  return { ...command, fields } as Command;
}
