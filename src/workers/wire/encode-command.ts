import { cleanSent } from '../core/socket/cleaning.ts';
import type { Command } from '../core/socket/commands.ts';
import { encodeFrame } from './encode-frame.ts';
import * as sent from './generated/sent.js';

/** A command as one binary frame: the payload is the command's own protobuf message, without an envelope. */
export function encodeCommand(command: Command): Uint8Array<ArrayBuffer> {
  return encodeFrame({ kind: 'command', command: command.id, payload: payloadOf(escaped(command)) });
}

function payloadOf(command: Command): Uint8Array {
  switch (command.id) {
    case 201:
    case 2201:
      return sent.Login.encode(command.fields).finish();
    case 202:
      return sent.Quit.encode(command.fields).finish();
    case 501:
      return sent.ChatRequest.encode(command.fields).finish();
    case 502:
      return sent.ChatVerify.encode(command.fields).finish();
    case 211:
      return sent.Ack.encode(command.fields).finish();
    case 410001:
      return sent.ScreenReport.encode(command.fields).finish();
  }
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
  return { id: command.id, fields } as unknown as Command;
}
