// Made by `npm run proto` from the .proto files. Not edited by hand.
import { field } from '../schema.ts';
export const Login = {
    name: 'Login',
    fields: {
        cmd: field(1, 'number'),
        roomid: field(2, 'number'),
        kugouid: field(3, 'number'),
        token: field(4, 'text'),
        appid: field(5, 'text'),
        referer: field(6, 'text'),
        clientid: field(7, 'number'),
        v: field(8, 'number'),
        soctoken: field(9, 'text'),
        sid: field(10, 'text'),
        socsid: field(11, 'text'),
        deviceNo: field(12, 'text'),
        screen: field(13, 'number'),
        platid: field(14, 'number'),
        dfid: field(15, 'text'),
        entryid: field(16, 'text'),
        offset: field(17, 'text'),
        safeSign: field(18, 'text'),
        safeTimes: field(19, 'text'),
        safeCt: field(20, 'text'),
        version: field(21, 'text'),
        sysVersion: field(22, 'text'),
        kfd: field(23, 'text'),
    },
};
export const Quit = { name: 'Quit', fields: { cmd: field(1, 'number'), roomid: field(2, 'number') } };
export const ChatRequest = {
    name: 'ChatRequest',
    fields: {
        cmd: field(1, 'number'),
        chatmsg: field(2, 'text'),
        receiverid: field(3, 'number'),
        receiveruserid: field(4, 'number'),
        issecrect: field(5, 'number'),
        seq: field(6, 'number'),
        mac: field(7, 'text'),
        v: field(8, 'number'),
        source: field(9, 'text'),
        uuid: field(10, 'text'),
        paraAbnor: field(11, 'number'),
        gameId: field(12, 'text'),
    },
};
export const ChatVerify = { name: 'ChatVerify', fields: { cmd: field(1, 'number'), code: field(2, 'text'), key: field(3, 'text') } };
export const Ack = { name: 'Ack', fields: { cmd: field(1, 'number'), msgId: field(2, 'text'), offset: field(3, 'number') } };
export const ScreenReport = { name: 'ScreenReport', fields: { cmd: field(1, 'number'), screen: field(2, 'number') } };
