import { cleanSent } from '../core/socket/cleaning.ts';
import { COMMAND, type Command } from '../core/socket/outgoing.ts';
import { encodeFrame } from './frame.ts';
import encoders from './generated/sent.js';

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
