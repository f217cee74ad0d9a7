// Made by `npm run proto` from src/workers/wire/proto. Not edited by hand.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../protobuf.ts";

const $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error;

const $root = $protobuf.roots["sent-encode"] || ($protobuf.roots["sent-encode"] = {});

export const Login = $root.Login = (() => {

    const Login = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Login.prototype.cmd = 0;
    Login.prototype.roomid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Login.prototype.kugouid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Login.prototype.token = "";
    Login.prototype.appid = "";
    Login.prototype.referer = "";
    Login.prototype.clientid = 0;
    Login.prototype.v = 0;
    Login.prototype.soctoken = "";
    Login.prototype.sid = "";
    Login.prototype.socsid = "";
    Login.prototype.deviceNo = "";
    Login.prototype.screen = 0;
    Login.prototype.platid = 0;
    Login.prototype.dfid = "";
    Login.prototype.entryid = null;
    Login.prototype.offset = null;
    Login.prototype.safeSign = null;
    Login.prototype.safeTimes = null;
    Login.prototype.safeCt = null;
    Login.prototype.version = null;
    Login.prototype.sysVersion = null;
    Login.prototype.kfd = null;

    let $oneOfFields;

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(Login.prototype, "_entryid", {
        get: $util.oneOfGetter($oneOfFields = ["entryid"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(Login.prototype, "_offset", {
        get: $util.oneOfGetter($oneOfFields = ["offset"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(Login.prototype, "_safeSign", {
        get: $util.oneOfGetter($oneOfFields = ["safeSign"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(Login.prototype, "_safeTimes", {
        get: $util.oneOfGetter($oneOfFields = ["safeTimes"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(Login.prototype, "_safeCt", {
        get: $util.oneOfGetter($oneOfFields = ["safeCt"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(Login.prototype, "_version", {
        get: $util.oneOfGetter($oneOfFields = ["version"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(Login.prototype, "_sysVersion", {
        get: $util.oneOfGetter($oneOfFields = ["sysVersion"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(Login.prototype, "_kfd", {
        get: $util.oneOfGetter($oneOfFields = ["kfd"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    Login.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.cmd != null && $Object.hasOwnProperty.call(message, "cmd") && message.cmd !== 0)
            writer.uint32(8).int32(message.cmd);
        if (message.roomid != null && $Object.hasOwnProperty.call(message, "roomid") && (typeof message.roomid === "object" ? message.roomid.low || message.roomid.high : message.roomid !== 0))
            writer.uint32(16).int64(message.roomid);
        if (message.kugouid != null && $Object.hasOwnProperty.call(message, "kugouid") && (typeof message.kugouid === "object" ? message.kugouid.low || message.kugouid.high : message.kugouid !== 0))
            writer.uint32(24).int64(message.kugouid);
        if (message.token != null && $Object.hasOwnProperty.call(message, "token") && message.token !== "")
            writer.uint32(34).string(message.token);
        if (message.appid != null && $Object.hasOwnProperty.call(message, "appid") && message.appid !== "")
            writer.uint32(42).string(message.appid);
        if (message.referer != null && $Object.hasOwnProperty.call(message, "referer") && message.referer !== "")
            writer.uint32(50).string(message.referer);
        if (message.clientid != null && $Object.hasOwnProperty.call(message, "clientid") && message.clientid !== 0)
            writer.uint32(56).int32(message.clientid);
        if (message.v != null && $Object.hasOwnProperty.call(message, "v") && message.v !== 0)
            writer.uint32(64).int32(message.v);
        if (message.soctoken != null && $Object.hasOwnProperty.call(message, "soctoken") && message.soctoken !== "")
            writer.uint32(74).string(message.soctoken);
        if (message.sid != null && $Object.hasOwnProperty.call(message, "sid") && message.sid !== "")
            writer.uint32(82).string(message.sid);
        if (message.socsid != null && $Object.hasOwnProperty.call(message, "socsid") && message.socsid !== "")
            writer.uint32(90).string(message.socsid);
        if (message.deviceNo != null && $Object.hasOwnProperty.call(message, "deviceNo") && message.deviceNo !== "")
            writer.uint32(98).string(message.deviceNo);
        if (message.screen != null && $Object.hasOwnProperty.call(message, "screen") && message.screen !== 0)
            writer.uint32(104).int32(message.screen);
        if (message.platid != null && $Object.hasOwnProperty.call(message, "platid") && message.platid !== 0)
            writer.uint32(112).int32(message.platid);
        if (message.dfid != null && $Object.hasOwnProperty.call(message, "dfid") && message.dfid !== "")
            writer.uint32(122).string(message.dfid);
        if (message.entryid != null && $Object.hasOwnProperty.call(message, "entryid"))
            writer.uint32(130).string(message.entryid);
        if (message.offset != null && $Object.hasOwnProperty.call(message, "offset"))
            writer.uint32(138).string(message.offset);
        if (message.safeSign != null && $Object.hasOwnProperty.call(message, "safeSign"))
            writer.uint32(146).string(message.safeSign);
        if (message.safeTimes != null && $Object.hasOwnProperty.call(message, "safeTimes"))
            writer.uint32(154).string(message.safeTimes);
        if (message.safeCt != null && $Object.hasOwnProperty.call(message, "safeCt"))
            writer.uint32(162).string(message.safeCt);
        if (message.version != null && $Object.hasOwnProperty.call(message, "version"))
            writer.uint32(170).string(message.version);
        if (message.sysVersion != null && $Object.hasOwnProperty.call(message, "sysVersion"))
            writer.uint32(178).string(message.sysVersion);
        if (message.kfd != null && $Object.hasOwnProperty.call(message, "kfd"))
            writer.uint32(186).string(message.kfd);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
    };

    return Login;
})();

export const Quit = $root.Quit = (() => {

    const Quit = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Quit.prototype.cmd = 0;
    Quit.prototype.roomid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    Quit.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.cmd != null && $Object.hasOwnProperty.call(message, "cmd") && message.cmd !== 0)
            writer.uint32(8).int32(message.cmd);
        if (message.roomid != null && $Object.hasOwnProperty.call(message, "roomid") && (typeof message.roomid === "object" ? message.roomid.low || message.roomid.high : message.roomid !== 0))
            writer.uint32(16).int64(message.roomid);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
    };

    return Quit;
})();

export const ChatRequest = $root.ChatRequest = (() => {

    const ChatRequest = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    ChatRequest.prototype.cmd = 0;
    ChatRequest.prototype.chatmsg = "";
    ChatRequest.prototype.receiverid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ChatRequest.prototype.receiveruserid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ChatRequest.prototype.issecrect = 0;
    ChatRequest.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ChatRequest.prototype.mac = "";
    ChatRequest.prototype.v = 0;
    ChatRequest.prototype.source = "";
    ChatRequest.prototype.uuid = "";
    ChatRequest.prototype.paraAbnor = 0;
    ChatRequest.prototype.gameId = null;

    let $oneOfFields;

    // Virtual OneOf for proto3 optional field
    $Object.defineProperty(ChatRequest.prototype, "_gameId", {
        get: $util.oneOfGetter($oneOfFields = ["gameId"]),
        set: $util.oneOfSetter($oneOfFields)
    });

    ChatRequest.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.cmd != null && $Object.hasOwnProperty.call(message, "cmd") && message.cmd !== 0)
            writer.uint32(8).int32(message.cmd);
        if (message.chatmsg != null && $Object.hasOwnProperty.call(message, "chatmsg") && message.chatmsg !== "")
            writer.uint32(18).string(message.chatmsg);
        if (message.receiverid != null && $Object.hasOwnProperty.call(message, "receiverid") && (typeof message.receiverid === "object" ? message.receiverid.low || message.receiverid.high : message.receiverid !== 0))
            writer.uint32(24).int64(message.receiverid);
        if (message.receiveruserid != null && $Object.hasOwnProperty.call(message, "receiveruserid") && (typeof message.receiveruserid === "object" ? message.receiveruserid.low || message.receiveruserid.high : message.receiveruserid !== 0))
            writer.uint32(32).int64(message.receiveruserid);
        if (message.issecrect != null && $Object.hasOwnProperty.call(message, "issecrect") && message.issecrect !== 0)
            writer.uint32(40).int32(message.issecrect);
        if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
            writer.uint32(48).int64(message.seq);
        if (message.mac != null && $Object.hasOwnProperty.call(message, "mac") && message.mac !== "")
            writer.uint32(58).string(message.mac);
        if (message.v != null && $Object.hasOwnProperty.call(message, "v") && message.v !== 0)
            writer.uint32(64).int32(message.v);
        if (message.source != null && $Object.hasOwnProperty.call(message, "source") && message.source !== "")
            writer.uint32(74).string(message.source);
        if (message.uuid != null && $Object.hasOwnProperty.call(message, "uuid") && message.uuid !== "")
            writer.uint32(82).string(message.uuid);
        if (message.paraAbnor != null && $Object.hasOwnProperty.call(message, "paraAbnor") && message.paraAbnor !== 0)
            writer.uint32(88).int32(message.paraAbnor);
        if (message.gameId != null && $Object.hasOwnProperty.call(message, "gameId"))
            writer.uint32(98).string(message.gameId);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
    };

    return ChatRequest;
})();

export const ChatVerify = $root.ChatVerify = (() => {

    const ChatVerify = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    ChatVerify.prototype.cmd = 0;
    ChatVerify.prototype.code = "";
    ChatVerify.prototype.key = "";

    ChatVerify.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.cmd != null && $Object.hasOwnProperty.call(message, "cmd") && message.cmd !== 0)
            writer.uint32(8).int32(message.cmd);
        if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== "")
            writer.uint32(18).string(message.code);
        if (message.key != null && $Object.hasOwnProperty.call(message, "key") && message.key !== "")
            writer.uint32(26).string(message.key);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
    };

    return ChatVerify;
})();

export const Ack = $root.Ack = (() => {

    const Ack = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Ack.prototype.cmd = 0;
    Ack.prototype.msgId = "";
    Ack.prototype.offset = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

    Ack.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.cmd != null && $Object.hasOwnProperty.call(message, "cmd") && message.cmd !== 0)
            writer.uint32(8).int32(message.cmd);
        if (message.msgId != null && $Object.hasOwnProperty.call(message, "msgId") && message.msgId !== "")
            writer.uint32(18).string(message.msgId);
        if (message.offset != null && $Object.hasOwnProperty.call(message, "offset") && (typeof message.offset === "object" ? message.offset.low || message.offset.high : message.offset !== 0))
            writer.uint32(24).uint64(message.offset);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
    };

    return Ack;
})();

export const ScreenReport = $root.ScreenReport = (() => {

    const ScreenReport = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    ScreenReport.prototype.cmd = 0;
    ScreenReport.prototype.screen = 0;

    ScreenReport.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.cmd != null && $Object.hasOwnProperty.call(message, "cmd") && message.cmd !== 0)
            writer.uint32(8).int32(message.cmd);
        if (message.screen != null && $Object.hasOwnProperty.call(message, "screen") && message.screen !== 0)
            writer.uint32(16).int32(message.screen);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
    };

    return ScreenReport;
})();

export {
  $root as default
};
