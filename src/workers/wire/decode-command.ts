import { type Result, err, ok } from '../core/result.ts';
import { COMMAND, type Command } from '../core/socket/commands.ts';
import type { Frame } from './frame.ts';
import * as sentDecode from './generated/sent-decode.js';

/** What a client said, for the mock backend, the origin and the tests; never in a production bundle. */
export function readCommand(frame: Frame): Result<Command> {
  if (frame.kind !== 'command') return err('WIRE_BAD_ENVELOPE', 'not a command');
  try {
    const fields = decode(frame.command, frame.payload);
    return fields === null ? err('WIRE_UNKNOWN_MESSAGE', String(frame.command)) : ok({ id: frame.command, fields } as unknown as Command);
  } catch (thrown) {
    return err('WIRE_BAD_PROTOBUF', String(thrown));
  }
}

function decode(id: number, payload: Uint8Array): object | null {
  switch (id) {
    case COMMAND.login:
    case COMMAND.relogin:
      return sentDecode.Login.decode(payload);
    case COMMAND.quit:
      return sentDecode.Quit.decode(payload);
    case COMMAND.chat:
      return sentDecode.ChatRequest.decode(payload);
    case COMMAND.verify:
      return sentDecode.ChatVerify.decode(payload);
    case COMMAND.ack:
      return sentDecode.Ack.decode(payload);
    case COMMAND.screen:
      return sentDecode.ScreenReport.decode(payload);
    default:
      return null;
  }
}
