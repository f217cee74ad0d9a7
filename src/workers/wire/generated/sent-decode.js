// Made by `npm run proto` from src/workers/wire/proto. Not edited by hand.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../protobuf.ts";

const $Reader = $protobuf.Reader, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["sent-decode"] || ($protobuf.roots["sent-decode"] = {});

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

    Login.decode = function (reader, length, _end, _depth, _target) {
        if (!(reader instanceof $Reader))
            reader = $Reader.create(reader);
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $Reader.recursionLimit)
            throw $Error("max depth exceeded");
        let end, message, value;
        if (length === $undefined)
            end = reader.len;
        else {
            end = reader.pos + length;
            if (end > reader.len)
                throw $RangeError("index out of range");
            length = reader.len;
            reader.len = end;
        }
        message = _target || new $root.Login();
        while (reader.pos < end) {
            let start = reader.pos;
            let tag = reader.tag();
            if (tag === _end) {
                _end = $undefined;
                break;
            }
            let wireType = tag & 7;
            switch (tag >>>= 3) {
            case 1: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.cmd = value;
                    else
                        delete message.cmd;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomid = value;
                    else
                        delete message.roomid;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.kugouid = value;
                    else
                        delete message.kugouid;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.token = value;
                    else
                        delete message.token;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.appid = value;
                    else
                        delete message.appid;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.referer = value;
                    else
                        delete message.referer;
                    continue;
                }
            case 7: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.clientid = value;
                    else
                        delete message.clientid;
                    continue;
                }
            case 8: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.v = value;
                    else
                        delete message.v;
                    continue;
                }
            case 9: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.soctoken = value;
                    else
                        delete message.soctoken;
                    continue;
                }
            case 10: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.sid = value;
                    else
                        delete message.sid;
                    continue;
                }
            case 11: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.socsid = value;
                    else
                        delete message.socsid;
                    continue;
                }
            case 12: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.deviceNo = value;
                    else
                        delete message.deviceNo;
                    continue;
                }
            case 13: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.screen = value;
                    else
                        delete message.screen;
                    continue;
                }
            case 14: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.platid = value;
                    else
                        delete message.platid;
                    continue;
                }
            case 15: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.dfid = value;
                    else
                        delete message.dfid;
                    continue;
                }
            case 16: {
                    if (wireType !== 2)
                        break;
                    message.entryid = reader.stringVerify();
                    message._entryid = "entryid";
                    continue;
                }
            case 17: {
                    if (wireType !== 2)
                        break;
                    message.offset = reader.stringVerify();
                    message._offset = "offset";
                    continue;
                }
            case 18: {
                    if (wireType !== 2)
                        break;
                    message.safeSign = reader.stringVerify();
                    message._safeSign = "safeSign";
                    continue;
                }
            case 19: {
                    if (wireType !== 2)
                        break;
                    message.safeTimes = reader.stringVerify();
                    message._safeTimes = "safeTimes";
                    continue;
                }
            case 20: {
                    if (wireType !== 2)
                        break;
                    message.safeCt = reader.stringVerify();
                    message._safeCt = "safeCt";
                    continue;
                }
            case 21: {
                    if (wireType !== 2)
                        break;
                    message.version = reader.stringVerify();
                    message._version = "version";
                    continue;
                }
            case 22: {
                    if (wireType !== 2)
                        break;
                    message.sysVersion = reader.stringVerify();
                    message._sysVersion = "sysVersion";
                    continue;
                }
            case 23: {
                    if (wireType !== 2)
                        break;
                    message.kfd = reader.stringVerify();
                    message._kfd = "kfd";
                    continue;
                }
            }
            reader.skipType(wireType, _depth, tag);
            if (!reader.discardUnknown) {
                $util.makeProp(message, "$unknowns", false);
                (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
            }
        }
        if (length !== $undefined) {
            if (reader.pos !== end)
                throw $RangeError("index out of range");
            reader.len = length;
        }
        if (_end !== $undefined)
            throw $Error("missing end group");
        return message;
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

    Quit.decode = function (reader, length, _end, _depth, _target) {
        if (!(reader instanceof $Reader))
            reader = $Reader.create(reader);
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $Reader.recursionLimit)
            throw $Error("max depth exceeded");
        let end, message, value;
        if (length === $undefined)
            end = reader.len;
        else {
            end = reader.pos + length;
            if (end > reader.len)
                throw $RangeError("index out of range");
            length = reader.len;
            reader.len = end;
        }
        message = _target || new $root.Quit();
        while (reader.pos < end) {
            let start = reader.pos;
            let tag = reader.tag();
            if (tag === _end) {
                _end = $undefined;
                break;
            }
            let wireType = tag & 7;
            switch (tag >>>= 3) {
            case 1: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.cmd = value;
                    else
                        delete message.cmd;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomid = value;
                    else
                        delete message.roomid;
                    continue;
                }
            }
            reader.skipType(wireType, _depth, tag);
            if (!reader.discardUnknown) {
                $util.makeProp(message, "$unknowns", false);
                (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
            }
        }
        if (length !== $undefined) {
            if (reader.pos !== end)
                throw $RangeError("index out of range");
            reader.len = length;
        }
        if (_end !== $undefined)
            throw $Error("missing end group");
        return message;
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

    ChatRequest.decode = function (reader, length, _end, _depth, _target) {
        if (!(reader instanceof $Reader))
            reader = $Reader.create(reader);
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $Reader.recursionLimit)
            throw $Error("max depth exceeded");
        let end, message, value;
        if (length === $undefined)
            end = reader.len;
        else {
            end = reader.pos + length;
            if (end > reader.len)
                throw $RangeError("index out of range");
            length = reader.len;
            reader.len = end;
        }
        message = _target || new $root.ChatRequest();
        while (reader.pos < end) {
            let start = reader.pos;
            let tag = reader.tag();
            if (tag === _end) {
                _end = $undefined;
                break;
            }
            let wireType = tag & 7;
            switch (tag >>>= 3) {
            case 1: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.cmd = value;
                    else
                        delete message.cmd;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.chatmsg = value;
                    else
                        delete message.chatmsg;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.receiverid = value;
                    else
                        delete message.receiverid;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.receiveruserid = value;
                    else
                        delete message.receiveruserid;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.issecrect = value;
                    else
                        delete message.issecrect;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.seq = value;
                    else
                        delete message.seq;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.mac = value;
                    else
                        delete message.mac;
                    continue;
                }
            case 8: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.v = value;
                    else
                        delete message.v;
                    continue;
                }
            case 9: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.source = value;
                    else
                        delete message.source;
                    continue;
                }
            case 10: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.uuid = value;
                    else
                        delete message.uuid;
                    continue;
                }
            case 11: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.paraAbnor = value;
                    else
                        delete message.paraAbnor;
                    continue;
                }
            case 12: {
                    if (wireType !== 2)
                        break;
                    message.gameId = reader.stringVerify();
                    message._gameId = "gameId";
                    continue;
                }
            }
            reader.skipType(wireType, _depth, tag);
            if (!reader.discardUnknown) {
                $util.makeProp(message, "$unknowns", false);
                (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
            }
        }
        if (length !== $undefined) {
            if (reader.pos !== end)
                throw $RangeError("index out of range");
            reader.len = length;
        }
        if (_end !== $undefined)
            throw $Error("missing end group");
        return message;
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

    ChatVerify.decode = function (reader, length, _end, _depth, _target) {
        if (!(reader instanceof $Reader))
            reader = $Reader.create(reader);
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $Reader.recursionLimit)
            throw $Error("max depth exceeded");
        let end, message, value;
        if (length === $undefined)
            end = reader.len;
        else {
            end = reader.pos + length;
            if (end > reader.len)
                throw $RangeError("index out of range");
            length = reader.len;
            reader.len = end;
        }
        message = _target || new $root.ChatVerify();
        while (reader.pos < end) {
            let start = reader.pos;
            let tag = reader.tag();
            if (tag === _end) {
                _end = $undefined;
                break;
            }
            let wireType = tag & 7;
            switch (tag >>>= 3) {
            case 1: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.cmd = value;
                    else
                        delete message.cmd;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.code = value;
                    else
                        delete message.code;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.key = value;
                    else
                        delete message.key;
                    continue;
                }
            }
            reader.skipType(wireType, _depth, tag);
            if (!reader.discardUnknown) {
                $util.makeProp(message, "$unknowns", false);
                (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
            }
        }
        if (length !== $undefined) {
            if (reader.pos !== end)
                throw $RangeError("index out of range");
            reader.len = length;
        }
        if (_end !== $undefined)
            throw $Error("missing end group");
        return message;
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

    Ack.decode = function (reader, length, _end, _depth, _target) {
        if (!(reader instanceof $Reader))
            reader = $Reader.create(reader);
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $Reader.recursionLimit)
            throw $Error("max depth exceeded");
        let end, message, value;
        if (length === $undefined)
            end = reader.len;
        else {
            end = reader.pos + length;
            if (end > reader.len)
                throw $RangeError("index out of range");
            length = reader.len;
            reader.len = end;
        }
        message = _target || new $root.Ack();
        while (reader.pos < end) {
            let start = reader.pos;
            let tag = reader.tag();
            if (tag === _end) {
                _end = $undefined;
                break;
            }
            let wireType = tag & 7;
            switch (tag >>>= 3) {
            case 1: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.cmd = value;
                    else
                        delete message.cmd;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.msgId = value;
                    else
                        delete message.msgId;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                        message.offset = value;
                    else
                        delete message.offset;
                    continue;
                }
            }
            reader.skipType(wireType, _depth, tag);
            if (!reader.discardUnknown) {
                $util.makeProp(message, "$unknowns", false);
                (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
            }
        }
        if (length !== $undefined) {
            if (reader.pos !== end)
                throw $RangeError("index out of range");
            reader.len = length;
        }
        if (_end !== $undefined)
            throw $Error("missing end group");
        return message;
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

    ScreenReport.decode = function (reader, length, _end, _depth, _target) {
        if (!(reader instanceof $Reader))
            reader = $Reader.create(reader);
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $Reader.recursionLimit)
            throw $Error("max depth exceeded");
        let end, message, value;
        if (length === $undefined)
            end = reader.len;
        else {
            end = reader.pos + length;
            if (end > reader.len)
                throw $RangeError("index out of range");
            length = reader.len;
            reader.len = end;
        }
        message = _target || new $root.ScreenReport();
        while (reader.pos < end) {
            let start = reader.pos;
            let tag = reader.tag();
            if (tag === _end) {
                _end = $undefined;
                break;
            }
            let wireType = tag & 7;
            switch (tag >>>= 3) {
            case 1: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.cmd = value;
                    else
                        delete message.cmd;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.screen = value;
                    else
                        delete message.screen;
                    continue;
                }
            }
            reader.skipType(wireType, _depth, tag);
            if (!reader.discardUnknown) {
                $util.makeProp(message, "$unknowns", false);
                (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
            }
        }
        if (length !== $undefined) {
            if (reader.pos !== end)
                throw $RangeError("index out of range");
            reader.len = length;
        }
        if (_end !== $undefined)
            throw $Error("missing end group");
        return message;
    };

    return ScreenReport;
})();

export {
  $root as default
};
