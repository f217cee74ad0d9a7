import { COMMAND } from '../core/socket/commands.ts';
import * as sent from './generated/sent.ts';
const SCHEMAS = {
    [COMMAND.login]: sent.Login,
    [COMMAND.relogin]: sent.Login,
    [COMMAND.quit]: sent.Quit,
    [COMMAND.chat]: sent.ChatRequest,
    [COMMAND.verify]: sent.ChatVerify,
    [COMMAND.ack]: sent.Ack,
    [COMMAND.screen]: sent.ScreenReport,
};
export const schemaOf = (id) => SCHEMAS[id];
export const isCommandId = (id) => id in SCHEMAS;
