import { COMMAND, type Command } from '../core/socket/commands.ts';
import * as sent from './generated/sent.ts';
import type { Schema } from './schema.ts';

const SCHEMAS: Readonly<Record<Command['id'], Pick<Schema, 'name' | 'fields'>>> = {
  [COMMAND.login]: sent.Login,
  [COMMAND.relogin]: sent.Login,
  [COMMAND.quit]: sent.Quit,
  [COMMAND.chat]: sent.ChatRequest,
  [COMMAND.verify]: sent.ChatVerify,
  [COMMAND.ack]: sent.Ack,
  [COMMAND.screen]: sent.ScreenReport,
};

export const schemaOf = (id: Command['id']): Pick<Schema, 'name' | 'fields'> => SCHEMAS[id];
export const isCommandId = (id: number): id is Command['id'] => id in SCHEMAS;
