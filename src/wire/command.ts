import { cleanSent } from '../core/socket/cleaning.ts';
import { COMMAND, type Command } from '../core/socket/outgoing.ts';
import { encodeFrame, type Frame } from './frame.ts';
import encoders from './generated/sent.js';
import { type Result, err, ok } from '../core/errors.ts';
import * as generated from './generated/mock-sent.js';
import protobuf from './protobuf.ts';
import { codecFrom } from './schema.ts';

/** Name of the message of each command in the .proto file. */
export const COMMAND_MESSAGES: Readonly<Record<Command['id'], string>> = {
  [COMMAND.login]: 'Login',
  [COMMAND.relogin]: 'Login',
  [COMMAND.quit]: 'Quit',
  [COMMAND.chat]: 'ChatRequest',
  [COMMAND.verify]: 'ChatVerify',
  [COMMAND.ack]: 'Ack',
  [COMMAND.screen]: 'ScreenReport',
};

/** A command as one binary frame: the payload is the command's own protobuf message, without an envelope. */
export function encodeCommand(command: Command): Uint8Array<ArrayBuffer> {
  const payload = encoders[COMMAND_MESSAGES[command.id]]!.encode(escapedFields(command)).finish();
  return encodeFrame({ kind: 'command', command: command.id, payload });
}

/** The same command for a connection in blob mode, which sends strings only (S8). */
export const commandText = (command: Command): string => JSON.stringify(escapedFields(command));

/** Fields that the server compares with its own value: they are not texts, and a changed one would not match. */
const COMPARED: ReadonlySet<string> = new Set(['token', 'soctoken', 'code', 'key', 'msgId']);

/** Angle brackets of every sent text are escaped (S8). */
const escapedFields = ({ fields }: Command): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' && !COMPARED.has(name) ? cleanSent(value) : value]),
  );

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
