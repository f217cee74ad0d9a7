// Made by `npm run proto` from src/workers/wire/proto. Not edited by hand.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../protobuf.ts";

const $Reader = $protobuf.Reader, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["received-decode"] || ($protobuf.roots["received-decode"] = {});

export const Chat = $root.Chat = (() => {

    const Chat = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Chat.prototype.senderid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Chat.prototype.userid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Chat.prototype.kugouid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Chat.prototype.sendername = "";
    Chat.prototype.nickname = "";
    Chat.prototype.richlevel = 0;
    Chat.prototype.richlevelV2 = 0;
    Chat.prototype.receiverid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Chat.prototype.receiveruserid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Chat.prototype.receivername = "";
    Chat.prototype.receiverrichlevel = 0;
    Chat.prototype.issecrect = false;
    Chat.prototype.chatmsg = "";
    Chat.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Chat.prototype.sex = 0;
    Chat.prototype.age = 0;
    Chat.prototype.userLogo = "";
    Chat.prototype.platform = 0;
    Chat.prototype.fanstags = "";
    Chat.prototype.referer = "";
    Chat.prototype.wellcomes = "";
    Chat.prototype.ext = "";
    Chat.prototype.userExt = null;
    Chat.prototype.uuid = "";

    Chat.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Chat();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.senderid = value;
                    else
                        delete message.senderid;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.userid = value;
                    else
                        delete message.userid;
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
                        message.sendername = value;
                    else
                        delete message.sendername;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.nickname = value;
                    else
                        delete message.nickname;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.richlevel = value;
                    else
                        delete message.richlevel;
                    continue;
                }
            case 7: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.richlevelV2 = value;
                    else
                        delete message.richlevelV2;
                    continue;
                }
            case 8: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.receiverid = value;
                    else
                        delete message.receiverid;
                    continue;
                }
            case 9: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.receiveruserid = value;
                    else
                        delete message.receiveruserid;
                    continue;
                }
            case 10: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.receivername = value;
                    else
                        delete message.receivername;
                    continue;
                }
            case 11: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.receiverrichlevel = value;
                    else
                        delete message.receiverrichlevel;
                    continue;
                }
            case 12: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.issecrect = value;
                    else
                        delete message.issecrect;
                    continue;
                }
            case 13: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.chatmsg = value;
                    else
                        delete message.chatmsg;
                    continue;
                }
            case 14: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.seq = value;
                    else
                        delete message.seq;
                    continue;
                }
            case 15: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.sex = value;
                    else
                        delete message.sex;
                    continue;
                }
            case 16: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.age = value;
                    else
                        delete message.age;
                    continue;
                }
            case 17: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.userLogo = value;
                    else
                        delete message.userLogo;
                    continue;
                }
            case 18: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.platform = value;
                    else
                        delete message.platform;
                    continue;
                }
            case 19: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.fanstags = value;
                    else
                        delete message.fanstags;
                    continue;
                }
            case 20: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.referer = value;
                    else
                        delete message.referer;
                    continue;
                }
            case 21: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.wellcomes = value;
                    else
                        delete message.wellcomes;
                    continue;
                }
            case 22: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.ext = value;
                    else
                        delete message.ext;
                    continue;
                }
            case 23: {
                    if (wireType !== 2)
                        break;
                    message.userExt = $root.UserExtension.decode(reader, reader.size(), $undefined, _depth + 1, message.userExt);
                    continue;
                }
            case 24: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.uuid = value;
                    else
                        delete message.uuid;
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

    return Chat;
})();

export const PublicNotice = $root.PublicNotice = (() => {

    const PublicNotice = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    PublicNotice.prototype.roomId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    PublicNotice.prototype.content = "";
    PublicNotice.prototype.title = "";
    PublicNotice.prototype.iconUrl = "";
    PublicNotice.prototype.link = "";
    PublicNotice.prototype.user = null;
    PublicNotice.prototype.type = 0;

    PublicNotice.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.PublicNotice();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomId = value;
                    else
                        delete message.roomId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.link = value;
                    else
                        delete message.link;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 7: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.type = value;
                    else
                        delete message.type;
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

    return PublicNotice;
})();

export const CommonNotice = $root.CommonNotice = (() => {

    const CommonNotice = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    CommonNotice.prototype.roomId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    CommonNotice.prototype.type = 0;
    CommonNotice.prototype.title = "";
    CommonNotice.prototype.content = "";
    CommonNotice.prototype.iconUrl = "";
    CommonNotice.prototype.link = "";
    CommonNotice.prototype.durationS = 0;
    CommonNotice.prototype.user = null;

    CommonNotice.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.CommonNotice();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomId = value;
                    else
                        delete message.roomId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.type = value;
                    else
                        delete message.type;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.link = value;
                    else
                        delete message.link;
                    continue;
                }
            case 7: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.durationS = value;
                    else
                        delete message.durationS;
                    continue;
                }
            case 8: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
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

    return CommonNotice;
})();

export const UserExtension = $root.UserExtension = (() => {

    const UserExtension = function (properties) {
        this.medalList = [];
        this.honorList = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    UserExtension.prototype.vipData = null;
    UserExtension.prototype.usingMount = null;
    UserExtension.prototype.medalList = $util.emptyArray;
    UserExtension.prototype.honorList = $util.emptyArray;
    UserExtension.prototype.userGuard = null;
    UserExtension.prototype.plate = null;
    UserExtension.prototype.bubble = null;
    UserExtension.prototype.intimacy = null;
    UserExtension.prototype.starCard = null;
    UserExtension.prototype.luckyLabel = null;
    UserExtension.prototype.userStateVo = null;
    UserExtension.prototype.fancyNumInfo = null;
    UserExtension.prototype.isAndroid = false;
    UserExtension.prototype.worship = false;
    UserExtension.prototype.blackCard = false;

    UserExtension.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.UserExtension();
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
                    if (wireType !== 2)
                        break;
                    message.vipData = $root.VipData.decode(reader, reader.size(), $undefined, _depth + 1, message.vipData);
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.usingMount = $root.Mount.decode(reader, reader.size(), $undefined, _depth + 1, message.usingMount);
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if (!(message.medalList && message.medalList.length))
                        message.medalList = [];
                    message.medalList.push($root.Medal.decode(reader, reader.size(), $undefined, _depth + 1));
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if (!(message.honorList && message.honorList.length))
                        message.honorList = [];
                    message.honorList.push($root.Medal.decode(reader, reader.size(), $undefined, _depth + 1));
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    message.userGuard = $root.Guard.decode(reader, reader.size(), $undefined, _depth + 1, message.userGuard);
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    message.plate = $root.Plate.decode(reader, reader.size(), $undefined, _depth + 1, message.plate);
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    message.bubble = $root.Bubble.decode(reader, reader.size(), $undefined, _depth + 1, message.bubble);
                    continue;
                }
            case 8: {
                    if (wireType !== 2)
                        break;
                    message.intimacy = $root.Intimacy.decode(reader, reader.size(), $undefined, _depth + 1, message.intimacy);
                    continue;
                }
            case 9: {
                    if (wireType !== 2)
                        break;
                    message.starCard = $root.StarCard.decode(reader, reader.size(), $undefined, _depth + 1, message.starCard);
                    continue;
                }
            case 10: {
                    if (wireType !== 2)
                        break;
                    message.luckyLabel = $root.LuckyLabel.decode(reader, reader.size(), $undefined, _depth + 1, message.luckyLabel);
                    continue;
                }
            case 11: {
                    if (wireType !== 2)
                        break;
                    message.userStateVo = $root.UserState.decode(reader, reader.size(), $undefined, _depth + 1, message.userStateVo);
                    continue;
                }
            case 12: {
                    if (wireType !== 2)
                        break;
                    message.fancyNumInfo = $root.FancyNumber.decode(reader, reader.size(), $undefined, _depth + 1, message.fancyNumInfo);
                    continue;
                }
            case 13: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.isAndroid = value;
                    else
                        delete message.isAndroid;
                    continue;
                }
            case 14: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.worship = value;
                    else
                        delete message.worship;
                    continue;
                }
            case 15: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.blackCard = value;
                    else
                        delete message.blackCard;
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

    return UserExtension;
})();

export const VipData = $root.VipData = (() => {

    const VipData = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    VipData.prototype.weekVipLevel = 0;
    VipData.prototype.c = 0;

    VipData.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.VipData();
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
                        message.weekVipLevel = value;
                    else
                        delete message.weekVipLevel;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.c = value;
                    else
                        delete message.c;
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

    return VipData;
})();

export const Mount = $root.Mount = (() => {

    const Mount = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Mount.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Mount.prototype.n = "";
    Mount.prototype.bi = "";
    Mount.prototype.p = 0;
    Mount.prototype.swf = "";
    Mount.prototype.v = false;

    Mount.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Mount();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.n = value;
                    else
                        delete message.n;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.bi = value;
                    else
                        delete message.bi;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.p = value;
                    else
                        delete message.p;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.swf = value;
                    else
                        delete message.swf;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.v = value;
                    else
                        delete message.v;
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

    return Mount;
})();

export const Medal = $root.Medal = (() => {

    const Medal = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Medal.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Medal.prototype.name = "";
    Medal.prototype.iconUrl = "";
    Medal.prototype.level = 0;

    Medal.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Medal();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.level = value;
                    else
                        delete message.level;
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

    return Medal;
})();

export const Guard = $root.Guard = (() => {

    const Guard = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Guard.prototype.level = 0;
    Guard.prototype.annual = 0;
    Guard.prototype.name = "";

    Guard.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Guard();
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
                        message.level = value;
                    else
                        delete message.level;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.annual = value;
                    else
                        delete message.annual;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
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

    return Guard;
})();

export const Plate = $root.Plate = (() => {

    const Plate = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Plate.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Plate.prototype.name = "";
    Plate.prototype.level = 0;
    Plate.prototype.iconUrl = "";
    Plate.prototype.lightUp = false;

    Plate.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Plate();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.level = value;
                    else
                        delete message.level;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.lightUp = value;
                    else
                        delete message.lightUp;
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

    return Plate;
})();

export const Bubble = $root.Bubble = (() => {

    const Bubble = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Bubble.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Bubble.prototype.iconUrl = "";

    Bubble.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Bubble();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
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

    return Bubble;
})();

export const Intimacy = $root.Intimacy = (() => {

    const Intimacy = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Intimacy.prototype.value = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Intimacy.prototype.level = 0;

    Intimacy.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Intimacy();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.value = value;
                    else
                        delete message.value;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.level = value;
                    else
                        delete message.level;
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

    return Intimacy;
})();

export const StarCard = $root.StarCard = (() => {

    const StarCard = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    StarCard.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    StarCard.prototype.name = "";
    StarCard.prototype.level = 0;
    StarCard.prototype.iconUrl = "";

    StarCard.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.StarCard();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.level = value;
                    else
                        delete message.level;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
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

    return StarCard;
})();

export const LuckyLabel = $root.LuckyLabel = (() => {

    const LuckyLabel = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    LuckyLabel.prototype.iconUrl = "";
    LuckyLabel.prototype.name = "";

    LuckyLabel.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.LuckyLabel();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
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

    return LuckyLabel;
})();

export const UserState = $root.UserState = (() => {

    const UserState = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    UserState.prototype.icon = "";
    UserState.prototype.content = "";

    UserState.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.UserState();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.icon = value;
                    else
                        delete message.icon;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
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

    return UserState;
})();

export const FancyNumber = $root.FancyNumber = (() => {

    const FancyNumber = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    FancyNumber.prototype.number = "";
    FancyNumber.prototype.level = 0;
    FancyNumber.prototype.iconUrl = "";

    FancyNumber.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.FancyNumber();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.number = value;
                    else
                        delete message.number;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.level = value;
                    else
                        delete message.level;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
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

    return FancyNumber;
})();

export const Person = $root.Person = (() => {

    const Person = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Person.prototype.userId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Person.prototype.kugouId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Person.prototype.nickname = "";
    Person.prototype.richlevel = 0;
    Person.prototype.userLogo = "";

    Person.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Person();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.userId = value;
                    else
                        delete message.userId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.kugouId = value;
                    else
                        delete message.kugouId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.nickname = value;
                    else
                        delete message.nickname;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.richlevel = value;
                    else
                        delete message.richlevel;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.userLogo = value;
                    else
                        delete message.userLogo;
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

    return Person;
})();

export const Envelope = $root.Envelope = (() => {

    const Envelope = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Envelope.prototype.offset = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
    Envelope.prototype.ack = false;
    Envelope.prototype.rpt = false;
    Envelope.prototype.msgId = "";
    Envelope.prototype.compression = 0;
    Envelope.prototype.codec = 0;
    Envelope.prototype.content = $util.newBuffer([]);
    Envelope.prototype.time = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    Envelope.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Envelope();
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
                    if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                        message.offset = value;
                    else
                        delete message.offset;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.ack = value;
                    else
                        delete message.ack;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.rpt = value;
                    else
                        delete message.rpt;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.msgId = value;
                    else
                        delete message.msgId;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.uint32())
                        message.compression = value;
                    else
                        delete message.compression;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.uint32())
                        message.codec = value;
                    else
                        delete message.codec;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.bytes()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 8: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.time = value;
                    else
                        delete message.time;
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

    return Envelope;
})();

export const TowerDefenseMonsters = $root.TowerDefenseMonsters = (() => {

    const TowerDefenseMonsters = function (properties) {
        this.monsters = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    TowerDefenseMonsters.prototype.gameId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    TowerDefenseMonsters.prototype.wave = 0;
    TowerDefenseMonsters.prototype.monsters = $util.emptyArray;

    TowerDefenseMonsters.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.TowerDefenseMonsters();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.gameId = value;
                    else
                        delete message.gameId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.wave = value;
                    else
                        delete message.wave;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if (!(message.monsters && message.monsters.length))
                        message.monsters = [];
                    message.monsters.push($root.Monster.decode(reader, reader.size(), $undefined, _depth + 1));
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

    return TowerDefenseMonsters;
})();

export const Monster = $root.Monster = (() => {

    const Monster = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Monster.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Monster.prototype.type = 0;
    Monster.prototype.blood = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Monster.prototype.x = 0;
    Monster.prototype.y = 0;

    Monster.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Monster();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.type = value;
                    else
                        delete message.type;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.blood = value;
                    else
                        delete message.blood;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.x = value;
                    else
                        delete message.x;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.y = value;
                    else
                        delete message.y;
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

    return Monster;
})();

export const ShooterCriticalBuff = $root.ShooterCriticalBuff = (() => {

    const ShooterCriticalBuff = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    ShooterCriticalBuff.prototype.gameId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ShooterCriticalBuff.prototype.user = null;
    ShooterCriticalBuff.prototype.rate = 0;
    ShooterCriticalBuff.prototype.durationS = 0;

    ShooterCriticalBuff.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.ShooterCriticalBuff();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.gameId = value;
                    else
                        delete message.gameId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.rate = value;
                    else
                        delete message.rate;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.durationS = value;
                    else
                        delete message.durationS;
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

    return ShooterCriticalBuff;
})();

export const PetMissedOrder = $root.PetMissedOrder = (() => {

    const PetMissedOrder = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    PetMissedOrder.prototype.petId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    PetMissedOrder.prototype.orderId = "";
    PetMissedOrder.prototype.title = "";
    PetMissedOrder.prototype.coin = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    PetMissedOrder.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.PetMissedOrder();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.petId = value;
                    else
                        delete message.petId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.orderId = value;
                    else
                        delete message.orderId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.coin = value;
                    else
                        delete message.coin;
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

    return PetMissedOrder;
})();

export const NumberLucky = $root.NumberLucky = (() => {

    const NumberLucky = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    NumberLucky.prototype.activityId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    NumberLucky.prototype.number = "";
    NumberLucky.prototype.user = null;
    NumberLucky.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    NumberLucky.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.NumberLucky();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.activityId = value;
                    else
                        delete message.activityId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.number = value;
                    else
                        delete message.number;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
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

    return NumberLucky;
})();

export const NumberLuckyPrize = $root.NumberLuckyPrize = (() => {

    const NumberLuckyPrize = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    NumberLuckyPrize.prototype.activityId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    NumberLuckyPrize.prototype.number = "";
    NumberLuckyPrize.prototype.prizeName = "";
    NumberLuckyPrize.prototype.iconUrl = "";
    NumberLuckyPrize.prototype.num = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    NumberLuckyPrize.prototype.user = null;

    NumberLuckyPrize.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.NumberLuckyPrize();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.activityId = value;
                    else
                        delete message.activityId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.number = value;
                    else
                        delete message.number;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.prizeName = value;
                    else
                        delete message.prizeName;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.num = value;
                    else
                        delete message.num;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
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

    return NumberLuckyPrize;
})();

export const TankLocation = $root.TankLocation = (() => {

    const TankLocation = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    TankLocation.prototype.gameId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    TankLocation.prototype.tankId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    TankLocation.prototype.x = 0;
    TankLocation.prototype.y = 0;
    TankLocation.prototype.angle = 0;
    TankLocation.prototype.user = null;

    TankLocation.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.TankLocation();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.gameId = value;
                    else
                        delete message.gameId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.tankId = value;
                    else
                        delete message.tankId;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.x = value;
                    else
                        delete message.x;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.y = value;
                    else
                        delete message.y;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.angle = value;
                    else
                        delete message.angle;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
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

    return TankLocation;
})();

export const OpenApp = $root.OpenApp = (() => {

    const OpenApp = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    OpenApp.prototype.link = "";
    OpenApp.prototype.title = "";
    OpenApp.prototype.content = "";

    OpenApp.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.OpenApp();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.link = value;
                    else
                        delete message.link;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
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

    return OpenApp;
})();

export const Emotion = $root.Emotion = (() => {

    const Emotion = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Emotion.prototype.emotionId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Emotion.prototype.name = "";
    Emotion.prototype.iconUrl = "";
    Emotion.prototype.user = null;
    Emotion.prototype.durationS = 0;

    Emotion.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Emotion();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.emotionId = value;
                    else
                        delete message.emotionId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.durationS = value;
                    else
                        delete message.durationS;
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

    return Emotion;
})();

export const Confession = $root.Confession = (() => {

    const Confession = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    Confession.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    Confession.prototype.user = null;
    Confession.prototype.star = null;
    Confession.prototype.content = "";
    Confession.prototype.audioUrl = "";

    Confession.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.Confession();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.star = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.star);
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.audioUrl = value;
                    else
                        delete message.audioUrl;
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

    return Confession;
})();

export const StarGameChange = $root.StarGameChange = (() => {

    const StarGameChange = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    StarGameChange.prototype.starId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    StarGameChange.prototype.gameId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    StarGameChange.prototype.status = 0;
    StarGameChange.prototype.name = "";
    StarGameChange.prototype.link = "";

    StarGameChange.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.StarGameChange();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.starId = value;
                    else
                        delete message.starId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.gameId = value;
                    else
                        delete message.gameId;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.link = value;
                    else
                        delete message.link;
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

    return StarGameChange;
})();

export const LiveStatus = $root.LiveStatus = (() => {

    const LiveStatus = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    LiveStatus.prototype.roomid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    LiveStatus.prototype.status = 0;
    LiveStatus.prototype.liveType = "";
    LiveStatus.prototype.time = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    LiveStatus.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.LiveStatus();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomid = value;
                    else
                        delete message.roomid;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.liveType = value;
                    else
                        delete message.liveType;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.time = value;
                    else
                        delete message.time;
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

    return LiveStatus;
})();

export const GiftEffect = $root.GiftEffect = (() => {

    const GiftEffect = function (properties) {
        this.videoUrls = [];
        this.receivers = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    GiftEffect.prototype.giftid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.giftname = "";
    GiftEffect.prototype.num = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.price = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.senderid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.senderkugouid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.sendername = "";
    GiftEffect.prototype.senderrichlevel = 0;
    GiftEffect.prototype.senderlogo = "";
    GiftEffect.prototype.receiverid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.receiverkugouid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.receivername = "";
    GiftEffect.prototype.comboLevel = 0;
    GiftEffect.prototype.comboSum = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.comboId = "";
    GiftEffect.prototype.videoUrls = $util.emptyArray;
    GiftEffect.prototype.receivers = $util.emptyArray;
    GiftEffect.prototype.round = 0;
    GiftEffect.prototype.roundTotal = 0;
    GiftEffect.prototype.roundEndTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.fancyNumber = null;
    GiftEffect.prototype.label = "";
    GiftEffect.prototype.type = 0;
    GiftEffect.prototype.iconUrl = "";
    GiftEffect.prototype.roomid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    GiftEffect.prototype.ext = "";
    GiftEffect.prototype.userExt = null;

    GiftEffect.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.GiftEffect();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.giftid = value;
                    else
                        delete message.giftid;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.giftname = value;
                    else
                        delete message.giftname;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.num = value;
                    else
                        delete message.num;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.price = value;
                    else
                        delete message.price;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.senderid = value;
                    else
                        delete message.senderid;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.senderkugouid = value;
                    else
                        delete message.senderkugouid;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.sendername = value;
                    else
                        delete message.sendername;
                    continue;
                }
            case 8: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.senderrichlevel = value;
                    else
                        delete message.senderrichlevel;
                    continue;
                }
            case 9: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.senderlogo = value;
                    else
                        delete message.senderlogo;
                    continue;
                }
            case 10: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.receiverid = value;
                    else
                        delete message.receiverid;
                    continue;
                }
            case 11: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.receiverkugouid = value;
                    else
                        delete message.receiverkugouid;
                    continue;
                }
            case 12: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.receivername = value;
                    else
                        delete message.receivername;
                    continue;
                }
            case 13: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.comboLevel = value;
                    else
                        delete message.comboLevel;
                    continue;
                }
            case 14: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.comboSum = value;
                    else
                        delete message.comboSum;
                    continue;
                }
            case 15: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.comboId = value;
                    else
                        delete message.comboId;
                    continue;
                }
            case 16: {
                    if (wireType !== 2)
                        break;
                    if (!(message.videoUrls && message.videoUrls.length))
                        message.videoUrls = [];
                    message.videoUrls.push(reader.stringVerify());
                    continue;
                }
            case 17: {
                    if (wireType !== 2)
                        break;
                    if (!(message.receivers && message.receivers.length))
                        message.receivers = [];
                    message.receivers.push($root.Person.decode(reader, reader.size(), $undefined, _depth + 1));
                    continue;
                }
            case 18: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.round = value;
                    else
                        delete message.round;
                    continue;
                }
            case 19: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.roundTotal = value;
                    else
                        delete message.roundTotal;
                    continue;
                }
            case 20: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roundEndTime = value;
                    else
                        delete message.roundEndTime;
                    continue;
                }
            case 21: {
                    if (wireType !== 2)
                        break;
                    message.fancyNumber = $root.FancyNumber.decode(reader, reader.size(), $undefined, _depth + 1, message.fancyNumber);
                    continue;
                }
            case 22: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.label = value;
                    else
                        delete message.label;
                    continue;
                }
            case 23: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.type = value;
                    else
                        delete message.type;
                    continue;
                }
            case 24: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
                    continue;
                }
            case 25: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomid = value;
                    else
                        delete message.roomid;
                    continue;
                }
            case 26: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.ext = value;
                    else
                        delete message.ext;
                    continue;
                }
            case 27: {
                    if (wireType !== 2)
                        break;
                    message.userExt = $root.UserExtension.decode(reader, reader.size(), $undefined, _depth + 1, message.userExt);
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

    return GiftEffect;
})();

export const HeadlineContent = $root.HeadlineContent = (() => {

    const HeadlineContent = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    HeadlineContent.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    HeadlineContent.prototype.roomId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    HeadlineContent.prototype.sender = null;
    HeadlineContent.prototype.star = null;
    HeadlineContent.prototype.giftname = "";
    HeadlineContent.prototype.num = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    HeadlineContent.prototype.content = "";
    HeadlineContent.prototype.coin = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    HeadlineContent.prototype.startTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    HeadlineContent.prototype.durationS = 0;
    HeadlineContent.prototype.iconUrl = "";

    HeadlineContent.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.HeadlineContent();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomId = value;
                    else
                        delete message.roomId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.sender = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.sender);
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    message.star = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.star);
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.giftname = value;
                    else
                        delete message.giftname;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.num = value;
                    else
                        delete message.num;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 8: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.coin = value;
                    else
                        delete message.coin;
                    continue;
                }
            case 9: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.startTime = value;
                    else
                        delete message.startTime;
                    continue;
                }
            case 10: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.durationS = value;
                    else
                        delete message.durationS;
                    continue;
                }
            case 11: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
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

    return HeadlineContent;
})();

export const HeadlineMessage = $root.HeadlineMessage = (() => {

    const HeadlineMessage = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    HeadlineMessage.prototype.id = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    HeadlineMessage.prototype.roomId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    HeadlineMessage.prototype.sender = null;
    HeadlineMessage.prototype.content = "";
    HeadlineMessage.prototype.type = 0;
    HeadlineMessage.prototype.link = "";

    HeadlineMessage.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.HeadlineMessage();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomId = value;
                    else
                        delete message.roomId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.sender = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.sender);
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.type = value;
                    else
                        delete message.type;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.link = value;
                    else
                        delete message.link;
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

    return HeadlineMessage;
})();

export const CeremonyGlobalNotice = $root.CeremonyGlobalNotice = (() => {

    const CeremonyGlobalNotice = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    CeremonyGlobalNotice.prototype.ceremonyId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    CeremonyGlobalNotice.prototype.title = "";
    CeremonyGlobalNotice.prototype.content = "";
    CeremonyGlobalNotice.prototype.roomId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    CeremonyGlobalNotice.prototype.link = "";
    CeremonyGlobalNotice.prototype.iconUrl = "";

    CeremonyGlobalNotice.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.CeremonyGlobalNotice();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.ceremonyId = value;
                    else
                        delete message.ceremonyId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomId = value;
                    else
                        delete message.roomId;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.link = value;
                    else
                        delete message.link;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
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

    return CeremonyGlobalNotice;
})();

export const CeremonyMatch = $root.CeremonyMatch = (() => {

    const CeremonyMatch = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    CeremonyMatch.prototype.ceremonyId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    CeremonyMatch.prototype.matchId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    CeremonyMatch.prototype.status = 0;
    CeremonyMatch.prototype.star = null;
    CeremonyMatch.prototype.rival = null;
    CeremonyMatch.prototype.title = "";
    CeremonyMatch.prototype.msg = "";
    CeremonyMatch.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    CeremonyMatch.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.CeremonyMatch();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.ceremonyId = value;
                    else
                        delete message.ceremonyId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.matchId = value;
                    else
                        delete message.matchId;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    message.star = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.star);
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    message.rival = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.rival);
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.msg = value;
                    else
                        delete message.msg;
                    continue;
                }
            case 8: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
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

    return CeremonyMatch;
})();

export const MusicQuestion = $root.MusicQuestion = (() => {

    const MusicQuestion = function (properties) {
        this.options = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicQuestion.prototype.questionId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicQuestion.prototype.title = "";
    MusicQuestion.prototype.songUrl = "";
    MusicQuestion.prototype.options = $util.emptyArray;
    MusicQuestion.prototype.index = 0;
    MusicQuestion.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    MusicQuestion.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicQuestion();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.questionId = value;
                    else
                        delete message.questionId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.songUrl = value;
                    else
                        delete message.songUrl;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if (!(message.options && message.options.length))
                        message.options = [];
                    message.options.push($root.MusicOption.decode(reader, reader.size(), $undefined, _depth + 1));
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.index = value;
                    else
                        delete message.index;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
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

    return MusicQuestion;
})();

export const MusicOption = $root.MusicOption = (() => {

    const MusicOption = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicOption.prototype.id = "";
    MusicOption.prototype.text = "";
    MusicOption.prototype.right = false;
    MusicOption.prototype.count = 0;

    MusicOption.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicOption();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.id = value;
                    else
                        delete message.id;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.text = value;
                    else
                        delete message.text;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.right = value;
                    else
                        delete message.right;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.count = value;
                    else
                        delete message.count;
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

    return MusicOption;
})();

export const MusicPlayer = $root.MusicPlayer = (() => {

    const MusicPlayer = function (properties) {
        this.kits = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPlayer.prototype.star = null;
    MusicPlayer.prototype.blood = 0;
    MusicPlayer.prototype.bloodTotal = 0;
    MusicPlayer.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPlayer.prototype.answer = "";
    MusicPlayer.prototype.right = false;
    MusicPlayer.prototype.excluded = false;
    MusicPlayer.prototype.kits = $util.emptyArray;

    MusicPlayer.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPlayer();
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
                    if (wireType !== 2)
                        break;
                    message.star = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.star);
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.blood = value;
                    else
                        delete message.blood;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.bloodTotal = value;
                    else
                        delete message.bloodTotal;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.answer = value;
                    else
                        delete message.answer;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.right = value;
                    else
                        delete message.right;
                    continue;
                }
            case 7: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.excluded = value;
                    else
                        delete message.excluded;
                    continue;
                }
            case 8: {
                    if (wireType !== 2)
                        break;
                    if (!(message.kits && message.kits.length))
                        message.kits = [];
                    message.kits.push($root.MusicKit.decode(reader, reader.size(), $undefined, _depth + 1));
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

    return MusicPlayer;
})();

export const MusicKit = $root.MusicKit = (() => {

    const MusicKit = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicKit.prototype.kitId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicKit.prototype.name = "";
    MusicKit.prototype.num = 0;
    MusicKit.prototype.iconUrl = "";

    MusicKit.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicKit();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.kitId = value;
                    else
                        delete message.kitId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.num = value;
                    else
                        delete message.num;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.iconUrl = value;
                    else
                        delete message.iconUrl;
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

    return MusicKit;
})();

export const MusicSettlement = $root.MusicSettlement = (() => {

    const MusicSettlement = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicSettlement.prototype.winnerId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicSettlement.prototype.result = 0;
    MusicSettlement.prototype.coin = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicSettlement.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicSettlement.prototype.seasonLevel = 0;
    MusicSettlement.prototype.seasonName = "";

    MusicSettlement.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicSettlement();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.winnerId = value;
                    else
                        delete message.winnerId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.result = value;
                    else
                        delete message.result;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.coin = value;
                    else
                        delete message.coin;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.seasonLevel = value;
                    else
                        delete message.seasonLevel;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.seasonName = value;
                    else
                        delete message.seasonName;
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

    return MusicSettlement;
})();

export const MusicPkStatus = $root.MusicPkStatus = (() => {

    const MusicPkStatus = function (properties) {
        this.players = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkStatus.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkStatus.prototype.status = 0;
    MusicPkStatus.prototype.startTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkStatus.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkStatus.prototype.players = $util.emptyArray;
    MusicPkStatus.prototype.seasonLevel = 0;

    MusicPkStatus.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkStatus();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.startTime = value;
                    else
                        delete message.startTime;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if (!(message.players && message.players.length))
                        message.players = [];
                    message.players.push($root.MusicPlayer.decode(reader, reader.size(), $undefined, _depth + 1));
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.seasonLevel = value;
                    else
                        delete message.seasonLevel;
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

    return MusicPkStatus;
})();

export const MusicPkRounds = $root.MusicPkRounds = (() => {

    const MusicPkRounds = function (properties) {
        this.players = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkRounds.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkRounds.prototype.round = 0;
    MusicPkRounds.prototype.roundTotal = 0;
    MusicPkRounds.prototype.question = null;
    MusicPkRounds.prototype.players = $util.emptyArray;

    MusicPkRounds.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkRounds();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.round = value;
                    else
                        delete message.round;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.roundTotal = value;
                    else
                        delete message.roundTotal;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    message.question = $root.MusicQuestion.decode(reader, reader.size(), $undefined, _depth + 1, message.question);
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if (!(message.players && message.players.length))
                        message.players = [];
                    message.players.push($root.MusicPlayer.decode(reader, reader.size(), $undefined, _depth + 1));
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

    return MusicPkRounds;
})();

export const MusicPkEndInfo = $root.MusicPkEndInfo = (() => {

    const MusicPkEndInfo = function (properties) {
        this.players = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkEndInfo.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkEndInfo.prototype.settlement = null;
    MusicPkEndInfo.prototype.players = $util.emptyArray;

    MusicPkEndInfo.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkEndInfo();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.settlement = $root.MusicSettlement.decode(reader, reader.size(), $undefined, _depth + 1, message.settlement);
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if (!(message.players && message.players.length))
                        message.players = [];
                    message.players.push($root.MusicPlayer.decode(reader, reader.size(), $undefined, _depth + 1));
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

    return MusicPkEndInfo;
})();

export const MusicPkPublicChat = $root.MusicPkPublicChat = (() => {

    const MusicPkPublicChat = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkPublicChat.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkPublicChat.prototype.sender = null;
    MusicPkPublicChat.prototype.content = "";
    MusicPkPublicChat.prototype.right = false;

    MusicPkPublicChat.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkPublicChat();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.sender = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.sender);
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.right = value;
                    else
                        delete message.right;
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

    return MusicPkPublicChat;
})();

export const MusicPkResult = $root.MusicPkResult = (() => {

    const MusicPkResult = function (properties) {
        this.players = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkResult.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkResult.prototype.round = 0;
    MusicPkResult.prototype.answer = "";
    MusicPkResult.prototype.players = $util.emptyArray;
    MusicPkResult.prototype.settlement = null;

    MusicPkResult.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkResult();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.round = value;
                    else
                        delete message.round;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.answer = value;
                    else
                        delete message.answer;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if (!(message.players && message.players.length))
                        message.players = [];
                    message.players.push($root.MusicPlayer.decode(reader, reader.size(), $undefined, _depth + 1));
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    message.settlement = $root.MusicSettlement.decode(reader, reader.size(), $undefined, _depth + 1, message.settlement);
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

    return MusicPkResult;
})();

export const MusicPkMatch = $root.MusicPkMatch = (() => {

    const MusicPkMatch = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkMatch.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkMatch.prototype.status = 0;
    MusicPkMatch.prototype.star = null;
    MusicPkMatch.prototype.rival = null;
    MusicPkMatch.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    MusicPkMatch.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkMatch();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.star = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.star);
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    message.rival = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.rival);
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
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

    return MusicPkMatch;
})();

export const MusicPkExcludeError = $root.MusicPkExcludeError = (() => {

    const MusicPkExcludeError = function (properties) {
        this.optionIds = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkExcludeError.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkExcludeError.prototype.questionId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkExcludeError.prototype.optionIds = $util.emptyArray;
    MusicPkExcludeError.prototype.user = null;

    MusicPkExcludeError.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkExcludeError();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.questionId = value;
                    else
                        delete message.questionId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if (!(message.optionIds && message.optionIds.length))
                        message.optionIds = [];
                    message.optionIds.push(reader.stringVerify());
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
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

    return MusicPkExcludeError;
})();

export const MusicPkHelpReborn = $root.MusicPkHelpReborn = (() => {

    const MusicPkHelpReborn = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkHelpReborn.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkHelpReborn.prototype.star = null;
    MusicPkHelpReborn.prototype.helper = null;
    MusicPkHelpReborn.prototype.blood = 0;
    MusicPkHelpReborn.prototype.coin = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    MusicPkHelpReborn.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkHelpReborn();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.star = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.star);
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.helper = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.helper);
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.blood = value;
                    else
                        delete message.blood;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.coin = value;
                    else
                        delete message.coin;
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

    return MusicPkHelpReborn;
})();

export const MusicPkRemindAnswer = $root.MusicPkRemindAnswer = (() => {

    const MusicPkRemindAnswer = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkRemindAnswer.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkRemindAnswer.prototype.questionId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkRemindAnswer.prototype.user = null;
    MusicPkRemindAnswer.prototype.content = "";

    MusicPkRemindAnswer.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkRemindAnswer();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.questionId = value;
                    else
                        delete message.questionId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
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

    return MusicPkRemindAnswer;
})();

export const MusicPkUseKit = $root.MusicPkUseKit = (() => {

    const MusicPkUseKit = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkUseKit.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkUseKit.prototype.user = null;
    MusicPkUseKit.prototype.kit = null;
    MusicPkUseKit.prototype.questionId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    MusicPkUseKit.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkUseKit();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.kit = $root.MusicKit.decode(reader, reader.size(), $undefined, _depth + 1, message.kit);
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.questionId = value;
                    else
                        delete message.questionId;
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

    return MusicPkUseKit;
})();

export const MusicPkKitAdd = $root.MusicPkKitAdd = (() => {

    const MusicPkKitAdd = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkKitAdd.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkKitAdd.prototype.user = null;
    MusicPkKitAdd.prototype.kit = null;

    MusicPkKitAdd.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkKitAdd();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.kit = $root.MusicKit.decode(reader, reader.size(), $undefined, _depth + 1, message.kit);
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

    return MusicPkKitAdd;
})();

export const MusicPkSendCall = $root.MusicPkSendCall = (() => {

    const MusicPkSendCall = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkSendCall.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkSendCall.prototype.user = null;
    MusicPkSendCall.prototype.num = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkSendCall.prototype.content = "";

    MusicPkSendCall.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkSendCall();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.num = value;
                    else
                        delete message.num;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
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

    return MusicPkSendCall;
})();

export const MusicPkTips = $root.MusicPkTips = (() => {

    const MusicPkTips = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicPkTips.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicPkTips.prototype.type = 0;
    MusicPkTips.prototype.title = "";
    MusicPkTips.prototype.content = "";
    MusicPkTips.prototype.durationS = 0;
    MusicPkTips.prototype.link = "";

    MusicPkTips.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicPkTips();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.type = value;
                    else
                        delete message.type;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.durationS = value;
                    else
                        delete message.durationS;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.link = value;
                    else
                        delete message.link;
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

    return MusicPkTips;
})();

export const MusicStarGameStatus = $root.MusicStarGameStatus = (() => {

    const MusicStarGameStatus = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicStarGameStatus.prototype.starId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicStarGameStatus.prototype.status = 0;
    MusicStarGameStatus.prototype.gameId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicStarGameStatus.prototype.startTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    MusicStarGameStatus.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicStarGameStatus();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.starId = value;
                    else
                        delete message.starId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.gameId = value;
                    else
                        delete message.gameId;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.startTime = value;
                    else
                        delete message.startTime;
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

    return MusicStarGameStatus;
})();

export const MusicGuessStatus = $root.MusicGuessStatus = (() => {

    const MusicGuessStatus = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MusicGuessStatus.prototype.guessId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MusicGuessStatus.prototype.status = 0;
    MusicGuessStatus.prototype.question = null;
    MusicGuessStatus.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    MusicGuessStatus.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MusicGuessStatus();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.guessId = value;
                    else
                        delete message.guessId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    message.question = $root.MusicQuestion.decode(reader, reader.size(), $undefined, _depth + 1, message.question);
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
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

    return MusicGuessStatus;
})();

export const RealSingLog = $root.RealSingLog = (() => {

    const RealSingLog = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    RealSingLog.prototype.songId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    RealSingLog.prototype.songName = "";
    RealSingLog.prototype.status = 0;
    RealSingLog.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    RealSingLog.prototype.content = "";

    RealSingLog.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.RealSingLog();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.songId = value;
                    else
                        delete message.songId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.songName = value;
                    else
                        delete message.songName;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
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

    return RealSingLog;
})();

export const SongOrder = $root.SongOrder = (() => {

    const SongOrder = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    SongOrder.prototype.orderId = "";
    SongOrder.prototype.status = 0;
    SongOrder.prototype.songName = "";
    SongOrder.prototype.singerName = "";
    SongOrder.prototype.coin = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    SongOrder.prototype.user = null;

    SongOrder.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.SongOrder();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.orderId = value;
                    else
                        delete message.orderId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.songName = value;
                    else
                        delete message.songName;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.singerName = value;
                    else
                        delete message.singerName;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.coin = value;
                    else
                        delete message.coin;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
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

    return SongOrder;
})();

export const RewardChallenge = $root.RewardChallenge = (() => {

    const RewardChallenge = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    RewardChallenge.prototype.orderId = "";
    RewardChallenge.prototype.status = 0;
    RewardChallenge.prototype.coin = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    RewardChallenge.prototype.title = "";
    RewardChallenge.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    RewardChallenge.prototype.user = null;
    RewardChallenge.prototype.star = null;
    RewardChallenge.prototype.reason = "";
    RewardChallenge.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    RewardChallenge.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.RewardChallenge();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.orderId = value;
                    else
                        delete message.orderId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.coin = value;
                    else
                        delete message.coin;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    message.star = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.star);
                    continue;
                }
            case 8: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.reason = value;
                    else
                        delete message.reason;
                    continue;
                }
            case 9: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
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

    return RewardChallenge;
})();

export const DanceOrder = $root.DanceOrder = (() => {

    const DanceOrder = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    DanceOrder.prototype.orderId = "";
    DanceOrder.prototype.status = 0;
    DanceOrder.prototype.coin = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    DanceOrder.prototype.title = "";
    DanceOrder.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    DanceOrder.prototype.user = null;
    DanceOrder.prototype.danceId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    DanceOrder.prototype.reason = "";
    DanceOrder.prototype.waitS = 0;

    DanceOrder.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.DanceOrder();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.orderId = value;
                    else
                        delete message.orderId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.coin = value;
                    else
                        delete message.coin;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 7: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.danceId = value;
                    else
                        delete message.danceId;
                    continue;
                }
            case 8: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.reason = value;
                    else
                        delete message.reason;
                    continue;
                }
            case 9: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.waitS = value;
                    else
                        delete message.waitS;
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

    return DanceOrder;
})();

export const RewardSquareOrder = $root.RewardSquareOrder = (() => {

    const RewardSquareOrder = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    RewardSquareOrder.prototype.orderId = "";
    RewardSquareOrder.prototype.status = 0;
    RewardSquareOrder.prototype.coin = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    RewardSquareOrder.prototype.title = "";
    RewardSquareOrder.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    RewardSquareOrder.prototype.user = null;
    RewardSquareOrder.prototype.star = null;
    RewardSquareOrder.prototype.type = 0;
    RewardSquareOrder.prototype.msg = "";
    RewardSquareOrder.prototype.link = "";
    RewardSquareOrder.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

    RewardSquareOrder.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.RewardSquareOrder();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.orderId = value;
                    else
                        delete message.orderId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.coin = value;
                    else
                        delete message.coin;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    message.star = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.star);
                    continue;
                }
            case 8: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.type = value;
                    else
                        delete message.type;
                    continue;
                }
            case 9: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.msg = value;
                    else
                        delete message.msg;
                    continue;
                }
            case 10: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.link = value;
                    else
                        delete message.link;
                    continue;
                }
            case 11: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
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

    return RewardSquareOrder;
})();

export const PkTeam = $root.PkTeam = (() => {

    const PkTeam = function (properties) {
        this.stars = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    PkTeam.prototype.teamId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    PkTeam.prototype.name = "";
    PkTeam.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    PkTeam.prototype.rank = 0;
    PkTeam.prototype.stars = $util.emptyArray;

    PkTeam.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.PkTeam();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.teamId = value;
                    else
                        delete message.teamId;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.name = value;
                    else
                        delete message.name;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.rank = value;
                    else
                        delete message.rank;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if (!(message.stars && message.stars.length))
                        message.stars = [];
                    message.stars.push($root.Person.decode(reader, reader.size(), $undefined, _depth + 1));
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

    return PkTeam;
})();

export const MultiPkRound = $root.MultiPkRound = (() => {

    const MultiPkRound = function (properties) {
        this.teams = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MultiPkRound.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MultiPkRound.prototype.round = 0;
    MultiPkRound.prototype.roundTotal = 0;
    MultiPkRound.prototype.status = 0;
    MultiPkRound.prototype.startTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MultiPkRound.prototype.endTime = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MultiPkRound.prototype.teams = $util.emptyArray;

    MultiPkRound.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MultiPkRound();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.round = value;
                    else
                        delete message.round;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.roundTotal = value;
                    else
                        delete message.roundTotal;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.startTime = value;
                    else
                        delete message.startTime;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.endTime = value;
                    else
                        delete message.endTime;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if (!(message.teams && message.teams.length))
                        message.teams = [];
                    message.teams.push($root.PkTeam.decode(reader, reader.size(), $undefined, _depth + 1));
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

    return MultiPkRound;
})();

export const MultiPkLoseToWin = $root.MultiPkLoseToWin = (() => {

    const MultiPkLoseToWin = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MultiPkLoseToWin.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MultiPkLoseToWin.prototype.teamId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MultiPkLoseToWin.prototype.title = "";
    MultiPkLoseToWin.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MultiPkLoseToWin.prototype.user = null;

    MultiPkLoseToWin.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MultiPkLoseToWin();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.teamId = value;
                    else
                        delete message.teamId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    message.user = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.user);
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

    return MultiPkLoseToWin;
})();

export const MultiPkTeamQuery = $root.MultiPkTeamQuery = (() => {

    const MultiPkTeamQuery = function (properties) {
        this.teams = [];
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    MultiPkTeamQuery.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    MultiPkTeamQuery.prototype.status = 0;
    MultiPkTeamQuery.prototype.teams = $util.emptyArray;

    MultiPkTeamQuery.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.MultiPkTeamQuery();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if (!(message.teams && message.teams.length))
                        message.teams = [];
                    message.teams.push($root.PkTeam.decode(reader, reader.size(), $undefined, _depth + 1));
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

    return MultiPkTeamQuery;
})();

export const ClanPkQuickMessage = $root.ClanPkQuickMessage = (() => {

    const ClanPkQuickMessage = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    ClanPkQuickMessage.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ClanPkQuickMessage.prototype.clanId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ClanPkQuickMessage.prototype.clanName = "";
    ClanPkQuickMessage.prototype.sender = null;
    ClanPkQuickMessage.prototype.content = "";
    ClanPkQuickMessage.prototype.type = 0;

    ClanPkQuickMessage.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.ClanPkQuickMessage();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.clanId = value;
                    else
                        delete message.clanId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.clanName = value;
                    else
                        delete message.clanName;
                    continue;
                }
            case 4: {
                    if (wireType !== 2)
                        break;
                    message.sender = $root.Person.decode(reader, reader.size(), $undefined, _depth + 1, message.sender);
                    continue;
                }
            case 5: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.content = value;
                    else
                        delete message.content;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.type = value;
                    else
                        delete message.type;
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

    return ClanPkQuickMessage;
})();

export const ClanPkPromotion = $root.ClanPkPromotion = (() => {

    const ClanPkPromotion = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    ClanPkPromotion.prototype.pkId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ClanPkPromotion.prototype.clanId = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ClanPkPromotion.prototype.clanName = "";
    ClanPkPromotion.prototype.stage = 0;
    ClanPkPromotion.prototype.rank = 0;
    ClanPkPromotion.prototype.score = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ClanPkPromotion.prototype.title = "";

    ClanPkPromotion.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.ClanPkPromotion();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.pkId = value;
                    else
                        delete message.pkId;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.clanId = value;
                    else
                        delete message.clanId;
                    continue;
                }
            case 3: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.clanName = value;
                    else
                        delete message.clanName;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.stage = value;
                    else
                        delete message.stage;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.rank = value;
                    else
                        delete message.rank;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.score = value;
                    else
                        delete message.score;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.title = value;
                    else
                        delete message.title;
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

    return ClanPkPromotion;
})();

export const LoginResponse = $root.LoginResponse = (() => {

    const LoginResponse = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    LoginResponse.prototype.roomid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    LoginResponse.prototype.userid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    LoginResponse.prototype.kugouid = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    LoginResponse.prototype.nickname = "";
    LoginResponse.prototype.richlevel = 0;
    LoginResponse.prototype.richlevelV2 = 0;
    LoginResponse.prototype.wellcomes = "";
    LoginResponse.prototype.userLogo = "";
    LoginResponse.prototype.platform = 0;
    LoginResponse.prototype.referer = "";
    LoginResponse.prototype.fanstags = "";
    LoginResponse.prototype.ext = "";
    LoginResponse.prototype.userExt = null;
    LoginResponse.prototype.socsid = "";
    LoginResponse.prototype.deviceNo = "";
    LoginResponse.prototype.sid = "";

    LoginResponse.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.LoginResponse();
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
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.roomid = value;
                    else
                        delete message.roomid;
                    continue;
                }
            case 2: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.userid = value;
                    else
                        delete message.userid;
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
                        message.nickname = value;
                    else
                        delete message.nickname;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.richlevel = value;
                    else
                        delete message.richlevel;
                    continue;
                }
            case 6: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.richlevelV2 = value;
                    else
                        delete message.richlevelV2;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.wellcomes = value;
                    else
                        delete message.wellcomes;
                    continue;
                }
            case 8: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.userLogo = value;
                    else
                        delete message.userLogo;
                    continue;
                }
            case 9: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.platform = value;
                    else
                        delete message.platform;
                    continue;
                }
            case 10: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.referer = value;
                    else
                        delete message.referer;
                    continue;
                }
            case 11: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.fanstags = value;
                    else
                        delete message.fanstags;
                    continue;
                }
            case 12: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.ext = value;
                    else
                        delete message.ext;
                    continue;
                }
            case 13: {
                    if (wireType !== 2)
                        break;
                    message.userExt = $root.UserExtension.decode(reader, reader.size(), $undefined, _depth + 1, message.userExt);
                    continue;
                }
            case 14: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.socsid = value;
                    else
                        delete message.socsid;
                    continue;
                }
            case 15: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.deviceNo = value;
                    else
                        delete message.deviceNo;
                    continue;
                }
            case 16: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.sid = value;
                    else
                        delete message.sid;
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

    return LoginResponse;
})();

export const ErrorResponse = $root.ErrorResponse = (() => {

    const ErrorResponse = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    ErrorResponse.prototype.cmd = 0;
    ErrorResponse.prototype.type = 0;
    ErrorResponse.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
    ErrorResponse.prototype.status = 0;
    ErrorResponse.prototype.errno = 0;
    ErrorResponse.prototype.msg = "";
    ErrorResponse.prototype.sid = "";

    ErrorResponse.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.ErrorResponse();
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
                        message.type = value;
                    else
                        delete message.type;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (typeof (value = reader.int64()) === "object" ? value.low || value.high : value !== 0)
                        message.seq = value;
                    else
                        delete message.seq;
                    continue;
                }
            case 4: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.status = value;
                    else
                        delete message.status;
                    continue;
                }
            case 5: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.int32())
                        message.errno = value;
                    else
                        delete message.errno;
                    continue;
                }
            case 6: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.msg = value;
                    else
                        delete message.msg;
                    continue;
                }
            case 7: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.sid = value;
                    else
                        delete message.sid;
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

    return ErrorResponse;
})();

export const AckResponse = $root.AckResponse = (() => {

    const AckResponse = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    AckResponse.prototype.msgId = "";
    AckResponse.prototype.offset = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

    AckResponse.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.AckResponse();
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
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.msgId = value;
                    else
                        delete message.msgId;
                    continue;
                }
            case 2: {
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

    return AckResponse;
})();

export const CloseSocket = $root.CloseSocket = (() => {

    const CloseSocket = function (properties) {
        if (properties)
            for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                    this[keys[i]] = properties[keys[i]];
    };

    CloseSocket.prototype.code = 0;
    CloseSocket.prototype.msg = "";
    CloseSocket.prototype.reconnect = false;

    CloseSocket.decode = function (reader, length, _end, _depth, _target) {
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
        message = _target || new $root.CloseSocket();
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
                        message.code = value;
                    else
                        delete message.code;
                    continue;
                }
            case 2: {
                    if (wireType !== 2)
                        break;
                    if ((value = reader.stringVerify()).length)
                        message.msg = value;
                    else
                        delete message.msg;
                    continue;
                }
            case 3: {
                    if (wireType !== 0)
                        break;
                    if (value = reader.bool())
                        message.reconnect = value;
                    else
                        delete message.reconnect;
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

    return CloseSocket;
})();

export {
  $root as default
};
