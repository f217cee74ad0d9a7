// Made by `npm run proto` from src/workers/wire/proto. Not edited by hand.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../protobuf.ts";

const $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error;

const $root = $protobuf.roots["received-encode"] || ($protobuf.roots["received-encode"] = {});

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

    Chat.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.senderid != null && $Object.hasOwnProperty.call(message, "senderid") && (typeof message.senderid === "object" ? message.senderid.low || message.senderid.high : message.senderid !== 0))
            writer.uint32(8).int64(message.senderid);
        if (message.userid != null && $Object.hasOwnProperty.call(message, "userid") && (typeof message.userid === "object" ? message.userid.low || message.userid.high : message.userid !== 0))
            writer.uint32(16).int64(message.userid);
        if (message.kugouid != null && $Object.hasOwnProperty.call(message, "kugouid") && (typeof message.kugouid === "object" ? message.kugouid.low || message.kugouid.high : message.kugouid !== 0))
            writer.uint32(24).int64(message.kugouid);
        if (message.sendername != null && $Object.hasOwnProperty.call(message, "sendername") && message.sendername !== "")
            writer.uint32(34).string(message.sendername);
        if (message.nickname != null && $Object.hasOwnProperty.call(message, "nickname") && message.nickname !== "")
            writer.uint32(42).string(message.nickname);
        if (message.richlevel != null && $Object.hasOwnProperty.call(message, "richlevel") && message.richlevel !== 0)
            writer.uint32(48).int32(message.richlevel);
        if (message.richlevelV2 != null && $Object.hasOwnProperty.call(message, "richlevelV2") && message.richlevelV2 !== 0)
            writer.uint32(56).int32(message.richlevelV2);
        if (message.receiverid != null && $Object.hasOwnProperty.call(message, "receiverid") && (typeof message.receiverid === "object" ? message.receiverid.low || message.receiverid.high : message.receiverid !== 0))
            writer.uint32(64).int64(message.receiverid);
        if (message.receiveruserid != null && $Object.hasOwnProperty.call(message, "receiveruserid") && (typeof message.receiveruserid === "object" ? message.receiveruserid.low || message.receiveruserid.high : message.receiveruserid !== 0))
            writer.uint32(72).int64(message.receiveruserid);
        if (message.receivername != null && $Object.hasOwnProperty.call(message, "receivername") && message.receivername !== "")
            writer.uint32(82).string(message.receivername);
        if (message.receiverrichlevel != null && $Object.hasOwnProperty.call(message, "receiverrichlevel") && message.receiverrichlevel !== 0)
            writer.uint32(88).int32(message.receiverrichlevel);
        if (message.issecrect != null && $Object.hasOwnProperty.call(message, "issecrect") && message.issecrect !== false)
            writer.uint32(96).bool(message.issecrect);
        if (message.chatmsg != null && $Object.hasOwnProperty.call(message, "chatmsg") && message.chatmsg !== "")
            writer.uint32(106).string(message.chatmsg);
        if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
            writer.uint32(112).int64(message.seq);
        if (message.sex != null && $Object.hasOwnProperty.call(message, "sex") && message.sex !== 0)
            writer.uint32(120).int32(message.sex);
        if (message.age != null && $Object.hasOwnProperty.call(message, "age") && message.age !== 0)
            writer.uint32(128).int32(message.age);
        if (message.userLogo != null && $Object.hasOwnProperty.call(message, "userLogo") && message.userLogo !== "")
            writer.uint32(138).string(message.userLogo);
        if (message.platform != null && $Object.hasOwnProperty.call(message, "platform") && message.platform !== 0)
            writer.uint32(144).int32(message.platform);
        if (message.fanstags != null && $Object.hasOwnProperty.call(message, "fanstags") && message.fanstags !== "")
            writer.uint32(154).string(message.fanstags);
        if (message.referer != null && $Object.hasOwnProperty.call(message, "referer") && message.referer !== "")
            writer.uint32(162).string(message.referer);
        if (message.wellcomes != null && $Object.hasOwnProperty.call(message, "wellcomes") && message.wellcomes !== "")
            writer.uint32(170).string(message.wellcomes);
        if (message.ext != null && $Object.hasOwnProperty.call(message, "ext") && message.ext !== "")
            writer.uint32(178).string(message.ext);
        if (message.userExt != null && $Object.hasOwnProperty.call(message, "userExt"))
            $root.UserExtension.encode(message.userExt, writer.uint32(186).fork(), _depth + 1).ldelim();
        if (message.uuid != null && $Object.hasOwnProperty.call(message, "uuid") && message.uuid !== "")
            writer.uint32(194).string(message.uuid);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    PublicNotice.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.roomId != null && $Object.hasOwnProperty.call(message, "roomId") && (typeof message.roomId === "object" ? message.roomId.low || message.roomId.high : message.roomId !== 0))
            writer.uint32(8).int64(message.roomId);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(18).string(message.content);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(26).string(message.title);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(34).string(message.iconUrl);
        if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link !== "")
            writer.uint32(42).string(message.link);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(50).fork(), _depth + 1).ldelim();
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(56).int32(message.type);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    CommonNotice.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.roomId != null && $Object.hasOwnProperty.call(message, "roomId") && (typeof message.roomId === "object" ? message.roomId.low || message.roomId.high : message.roomId !== 0))
            writer.uint32(8).int64(message.roomId);
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(16).int32(message.type);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(26).string(message.title);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(34).string(message.content);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(42).string(message.iconUrl);
        if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link !== "")
            writer.uint32(50).string(message.link);
        if (message.durationS != null && $Object.hasOwnProperty.call(message, "durationS") && message.durationS !== 0)
            writer.uint32(56).int32(message.durationS);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(66).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    UserExtension.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.vipData != null && $Object.hasOwnProperty.call(message, "vipData"))
            $root.VipData.encode(message.vipData, writer.uint32(10).fork(), _depth + 1).ldelim();
        if (message.usingMount != null && $Object.hasOwnProperty.call(message, "usingMount"))
            $root.Mount.encode(message.usingMount, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.medalList != null && message.medalList.length)
            for (let i = 0; i < message.medalList.length; ++i)
                $root.Medal.encode(message.medalList[i], writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.honorList != null && message.honorList.length)
            for (let i = 0; i < message.honorList.length; ++i)
                $root.Medal.encode(message.honorList[i], writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.userGuard != null && $Object.hasOwnProperty.call(message, "userGuard"))
            $root.Guard.encode(message.userGuard, writer.uint32(42).fork(), _depth + 1).ldelim();
        if (message.plate != null && $Object.hasOwnProperty.call(message, "plate"))
            $root.Plate.encode(message.plate, writer.uint32(50).fork(), _depth + 1).ldelim();
        if (message.bubble != null && $Object.hasOwnProperty.call(message, "bubble"))
            $root.Bubble.encode(message.bubble, writer.uint32(58).fork(), _depth + 1).ldelim();
        if (message.intimacy != null && $Object.hasOwnProperty.call(message, "intimacy"))
            $root.Intimacy.encode(message.intimacy, writer.uint32(66).fork(), _depth + 1).ldelim();
        if (message.starCard != null && $Object.hasOwnProperty.call(message, "starCard"))
            $root.StarCard.encode(message.starCard, writer.uint32(74).fork(), _depth + 1).ldelim();
        if (message.luckyLabel != null && $Object.hasOwnProperty.call(message, "luckyLabel"))
            $root.LuckyLabel.encode(message.luckyLabel, writer.uint32(82).fork(), _depth + 1).ldelim();
        if (message.userStateVo != null && $Object.hasOwnProperty.call(message, "userStateVo"))
            $root.UserState.encode(message.userStateVo, writer.uint32(90).fork(), _depth + 1).ldelim();
        if (message.fancyNumInfo != null && $Object.hasOwnProperty.call(message, "fancyNumInfo"))
            $root.FancyNumber.encode(message.fancyNumInfo, writer.uint32(98).fork(), _depth + 1).ldelim();
        if (message.isAndroid != null && $Object.hasOwnProperty.call(message, "isAndroid") && message.isAndroid !== false)
            writer.uint32(104).bool(message.isAndroid);
        if (message.worship != null && $Object.hasOwnProperty.call(message, "worship") && message.worship !== false)
            writer.uint32(112).bool(message.worship);
        if (message.blackCard != null && $Object.hasOwnProperty.call(message, "blackCard") && message.blackCard !== false)
            writer.uint32(120).bool(message.blackCard);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    VipData.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.weekVipLevel != null && $Object.hasOwnProperty.call(message, "weekVipLevel") && message.weekVipLevel !== 0)
            writer.uint32(8).int32(message.weekVipLevel);
        if (message.c != null && $Object.hasOwnProperty.call(message, "c") && message.c !== 0)
            writer.uint32(16).int32(message.c);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Mount.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.n != null && $Object.hasOwnProperty.call(message, "n") && message.n !== "")
            writer.uint32(18).string(message.n);
        if (message.bi != null && $Object.hasOwnProperty.call(message, "bi") && message.bi !== "")
            writer.uint32(26).string(message.bi);
        if (message.p != null && $Object.hasOwnProperty.call(message, "p") && message.p !== 0)
            writer.uint32(32).int32(message.p);
        if (message.swf != null && $Object.hasOwnProperty.call(message, "swf") && message.swf !== "")
            writer.uint32(42).string(message.swf);
        if (message.v != null && $Object.hasOwnProperty.call(message, "v") && message.v !== false)
            writer.uint32(48).bool(message.v);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Medal.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(18).string(message.name);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(26).string(message.iconUrl);
        if (message.level != null && $Object.hasOwnProperty.call(message, "level") && message.level !== 0)
            writer.uint32(32).int32(message.level);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Guard.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.level != null && $Object.hasOwnProperty.call(message, "level") && message.level !== 0)
            writer.uint32(8).int32(message.level);
        if (message.annual != null && $Object.hasOwnProperty.call(message, "annual") && message.annual !== 0)
            writer.uint32(16).int32(message.annual);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(26).string(message.name);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Plate.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(18).string(message.name);
        if (message.level != null && $Object.hasOwnProperty.call(message, "level") && message.level !== 0)
            writer.uint32(24).int32(message.level);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(34).string(message.iconUrl);
        if (message.lightUp != null && $Object.hasOwnProperty.call(message, "lightUp") && message.lightUp !== false)
            writer.uint32(40).bool(message.lightUp);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Bubble.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(18).string(message.iconUrl);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Intimacy.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.value != null && $Object.hasOwnProperty.call(message, "value") && (typeof message.value === "object" ? message.value.low || message.value.high : message.value !== 0))
            writer.uint32(8).int64(message.value);
        if (message.level != null && $Object.hasOwnProperty.call(message, "level") && message.level !== 0)
            writer.uint32(16).int32(message.level);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    StarCard.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(18).string(message.name);
        if (message.level != null && $Object.hasOwnProperty.call(message, "level") && message.level !== 0)
            writer.uint32(24).int32(message.level);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(34).string(message.iconUrl);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    LuckyLabel.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(10).string(message.iconUrl);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(18).string(message.name);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    UserState.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.icon != null && $Object.hasOwnProperty.call(message, "icon") && message.icon !== "")
            writer.uint32(10).string(message.icon);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(18).string(message.content);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    FancyNumber.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.number != null && $Object.hasOwnProperty.call(message, "number") && message.number !== "")
            writer.uint32(10).string(message.number);
        if (message.level != null && $Object.hasOwnProperty.call(message, "level") && message.level !== 0)
            writer.uint32(16).int32(message.level);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(26).string(message.iconUrl);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Person.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.userId != null && $Object.hasOwnProperty.call(message, "userId") && (typeof message.userId === "object" ? message.userId.low || message.userId.high : message.userId !== 0))
            writer.uint32(8).int64(message.userId);
        if (message.kugouId != null && $Object.hasOwnProperty.call(message, "kugouId") && (typeof message.kugouId === "object" ? message.kugouId.low || message.kugouId.high : message.kugouId !== 0))
            writer.uint32(16).int64(message.kugouId);
        if (message.nickname != null && $Object.hasOwnProperty.call(message, "nickname") && message.nickname !== "")
            writer.uint32(26).string(message.nickname);
        if (message.richlevel != null && $Object.hasOwnProperty.call(message, "richlevel") && message.richlevel !== 0)
            writer.uint32(32).int32(message.richlevel);
        if (message.userLogo != null && $Object.hasOwnProperty.call(message, "userLogo") && message.userLogo !== "")
            writer.uint32(42).string(message.userLogo);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Envelope.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.offset != null && $Object.hasOwnProperty.call(message, "offset") && (typeof message.offset === "object" ? message.offset.low || message.offset.high : message.offset !== 0))
            writer.uint32(8).uint64(message.offset);
        if (message.ack != null && $Object.hasOwnProperty.call(message, "ack") && message.ack !== false)
            writer.uint32(16).bool(message.ack);
        if (message.rpt != null && $Object.hasOwnProperty.call(message, "rpt") && message.rpt !== false)
            writer.uint32(24).bool(message.rpt);
        if (message.msgId != null && $Object.hasOwnProperty.call(message, "msgId") && message.msgId !== "")
            writer.uint32(34).string(message.msgId);
        if (message.compression != null && $Object.hasOwnProperty.call(message, "compression") && message.compression !== 0)
            writer.uint32(40).uint32(message.compression);
        if (message.codec != null && $Object.hasOwnProperty.call(message, "codec") && message.codec !== 0)
            writer.uint32(48).uint32(message.codec);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content.length)
            writer.uint32(58).bytes(message.content);
        if (message.time != null && $Object.hasOwnProperty.call(message, "time") && (typeof message.time === "object" ? message.time.low || message.time.high : message.time !== 0))
            writer.uint32(64).int64(message.time);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    TowerDefenseMonsters.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.gameId != null && $Object.hasOwnProperty.call(message, "gameId") && (typeof message.gameId === "object" ? message.gameId.low || message.gameId.high : message.gameId !== 0))
            writer.uint32(8).int64(message.gameId);
        if (message.wave != null && $Object.hasOwnProperty.call(message, "wave") && message.wave !== 0)
            writer.uint32(16).int32(message.wave);
        if (message.monsters != null && message.monsters.length)
            for (let i = 0; i < message.monsters.length; ++i)
                $root.Monster.encode(message.monsters[i], writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Monster.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(16).int32(message.type);
        if (message.blood != null && $Object.hasOwnProperty.call(message, "blood") && (typeof message.blood === "object" ? message.blood.low || message.blood.high : message.blood !== 0))
            writer.uint32(24).int64(message.blood);
        if (message.x != null && $Object.hasOwnProperty.call(message, "x") && message.x !== 0)
            writer.uint32(32).int32(message.x);
        if (message.y != null && $Object.hasOwnProperty.call(message, "y") && message.y !== 0)
            writer.uint32(40).int32(message.y);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    ShooterCriticalBuff.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.gameId != null && $Object.hasOwnProperty.call(message, "gameId") && (typeof message.gameId === "object" ? message.gameId.low || message.gameId.high : message.gameId !== 0))
            writer.uint32(8).int64(message.gameId);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.rate != null && $Object.hasOwnProperty.call(message, "rate") && message.rate !== 0)
            writer.uint32(24).int32(message.rate);
        if (message.durationS != null && $Object.hasOwnProperty.call(message, "durationS") && message.durationS !== 0)
            writer.uint32(32).int32(message.durationS);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    PetMissedOrder.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.petId != null && $Object.hasOwnProperty.call(message, "petId") && (typeof message.petId === "object" ? message.petId.low || message.petId.high : message.petId !== 0))
            writer.uint32(8).int64(message.petId);
        if (message.orderId != null && $Object.hasOwnProperty.call(message, "orderId") && message.orderId !== "")
            writer.uint32(18).string(message.orderId);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(26).string(message.title);
        if (message.coin != null && $Object.hasOwnProperty.call(message, "coin") && (typeof message.coin === "object" ? message.coin.low || message.coin.high : message.coin !== 0))
            writer.uint32(32).int64(message.coin);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    NumberLucky.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.activityId != null && $Object.hasOwnProperty.call(message, "activityId") && (typeof message.activityId === "object" ? message.activityId.low || message.activityId.high : message.activityId !== 0))
            writer.uint32(8).int64(message.activityId);
        if (message.number != null && $Object.hasOwnProperty.call(message, "number") && message.number !== "")
            writer.uint32(18).string(message.number);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(32).int64(message.endTime);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    NumberLuckyPrize.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.activityId != null && $Object.hasOwnProperty.call(message, "activityId") && (typeof message.activityId === "object" ? message.activityId.low || message.activityId.high : message.activityId !== 0))
            writer.uint32(8).int64(message.activityId);
        if (message.number != null && $Object.hasOwnProperty.call(message, "number") && message.number !== "")
            writer.uint32(18).string(message.number);
        if (message.prizeName != null && $Object.hasOwnProperty.call(message, "prizeName") && message.prizeName !== "")
            writer.uint32(26).string(message.prizeName);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(34).string(message.iconUrl);
        if (message.num != null && $Object.hasOwnProperty.call(message, "num") && (typeof message.num === "object" ? message.num.low || message.num.high : message.num !== 0))
            writer.uint32(40).int64(message.num);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(50).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    TankLocation.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.gameId != null && $Object.hasOwnProperty.call(message, "gameId") && (typeof message.gameId === "object" ? message.gameId.low || message.gameId.high : message.gameId !== 0))
            writer.uint32(8).int64(message.gameId);
        if (message.tankId != null && $Object.hasOwnProperty.call(message, "tankId") && (typeof message.tankId === "object" ? message.tankId.low || message.tankId.high : message.tankId !== 0))
            writer.uint32(16).int64(message.tankId);
        if (message.x != null && $Object.hasOwnProperty.call(message, "x") && message.x !== 0)
            writer.uint32(24).int32(message.x);
        if (message.y != null && $Object.hasOwnProperty.call(message, "y") && message.y !== 0)
            writer.uint32(32).int32(message.y);
        if (message.angle != null && $Object.hasOwnProperty.call(message, "angle") && message.angle !== 0)
            writer.uint32(40).int32(message.angle);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(50).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    OpenApp.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link !== "")
            writer.uint32(10).string(message.link);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(18).string(message.title);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(26).string(message.content);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Emotion.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.emotionId != null && $Object.hasOwnProperty.call(message, "emotionId") && (typeof message.emotionId === "object" ? message.emotionId.low || message.emotionId.high : message.emotionId !== 0))
            writer.uint32(8).int64(message.emotionId);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(18).string(message.name);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(26).string(message.iconUrl);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.durationS != null && $Object.hasOwnProperty.call(message, "durationS") && message.durationS !== 0)
            writer.uint32(40).int32(message.durationS);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    Confession.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.star != null && $Object.hasOwnProperty.call(message, "star"))
            $root.Person.encode(message.star, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(34).string(message.content);
        if (message.audioUrl != null && $Object.hasOwnProperty.call(message, "audioUrl") && message.audioUrl !== "")
            writer.uint32(42).string(message.audioUrl);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    StarGameChange.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.starId != null && $Object.hasOwnProperty.call(message, "starId") && (typeof message.starId === "object" ? message.starId.low || message.starId.high : message.starId !== 0))
            writer.uint32(8).int64(message.starId);
        if (message.gameId != null && $Object.hasOwnProperty.call(message, "gameId") && (typeof message.gameId === "object" ? message.gameId.low || message.gameId.high : message.gameId !== 0))
            writer.uint32(16).int64(message.gameId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(24).int32(message.status);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(34).string(message.name);
        if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link !== "")
            writer.uint32(42).string(message.link);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    LiveStatus.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.roomid != null && $Object.hasOwnProperty.call(message, "roomid") && (typeof message.roomid === "object" ? message.roomid.low || message.roomid.high : message.roomid !== 0))
            writer.uint32(8).int64(message.roomid);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.liveType != null && $Object.hasOwnProperty.call(message, "liveType") && message.liveType !== "")
            writer.uint32(26).string(message.liveType);
        if (message.time != null && $Object.hasOwnProperty.call(message, "time") && (typeof message.time === "object" ? message.time.low || message.time.high : message.time !== 0))
            writer.uint32(32).int64(message.time);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    GiftEffect.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.giftid != null && $Object.hasOwnProperty.call(message, "giftid") && (typeof message.giftid === "object" ? message.giftid.low || message.giftid.high : message.giftid !== 0))
            writer.uint32(8).int64(message.giftid);
        if (message.giftname != null && $Object.hasOwnProperty.call(message, "giftname") && message.giftname !== "")
            writer.uint32(18).string(message.giftname);
        if (message.num != null && $Object.hasOwnProperty.call(message, "num") && (typeof message.num === "object" ? message.num.low || message.num.high : message.num !== 0))
            writer.uint32(24).int64(message.num);
        if (message.price != null && $Object.hasOwnProperty.call(message, "price") && (typeof message.price === "object" ? message.price.low || message.price.high : message.price !== 0))
            writer.uint32(32).int64(message.price);
        if (message.senderid != null && $Object.hasOwnProperty.call(message, "senderid") && (typeof message.senderid === "object" ? message.senderid.low || message.senderid.high : message.senderid !== 0))
            writer.uint32(40).int64(message.senderid);
        if (message.senderkugouid != null && $Object.hasOwnProperty.call(message, "senderkugouid") && (typeof message.senderkugouid === "object" ? message.senderkugouid.low || message.senderkugouid.high : message.senderkugouid !== 0))
            writer.uint32(48).int64(message.senderkugouid);
        if (message.sendername != null && $Object.hasOwnProperty.call(message, "sendername") && message.sendername !== "")
            writer.uint32(58).string(message.sendername);
        if (message.senderrichlevel != null && $Object.hasOwnProperty.call(message, "senderrichlevel") && message.senderrichlevel !== 0)
            writer.uint32(64).int32(message.senderrichlevel);
        if (message.senderlogo != null && $Object.hasOwnProperty.call(message, "senderlogo") && message.senderlogo !== "")
            writer.uint32(74).string(message.senderlogo);
        if (message.receiverid != null && $Object.hasOwnProperty.call(message, "receiverid") && (typeof message.receiverid === "object" ? message.receiverid.low || message.receiverid.high : message.receiverid !== 0))
            writer.uint32(80).int64(message.receiverid);
        if (message.receiverkugouid != null && $Object.hasOwnProperty.call(message, "receiverkugouid") && (typeof message.receiverkugouid === "object" ? message.receiverkugouid.low || message.receiverkugouid.high : message.receiverkugouid !== 0))
            writer.uint32(88).int64(message.receiverkugouid);
        if (message.receivername != null && $Object.hasOwnProperty.call(message, "receivername") && message.receivername !== "")
            writer.uint32(98).string(message.receivername);
        if (message.comboLevel != null && $Object.hasOwnProperty.call(message, "comboLevel") && message.comboLevel !== 0)
            writer.uint32(104).int32(message.comboLevel);
        if (message.comboSum != null && $Object.hasOwnProperty.call(message, "comboSum") && (typeof message.comboSum === "object" ? message.comboSum.low || message.comboSum.high : message.comboSum !== 0))
            writer.uint32(112).int64(message.comboSum);
        if (message.comboId != null && $Object.hasOwnProperty.call(message, "comboId") && message.comboId !== "")
            writer.uint32(122).string(message.comboId);
        if (message.videoUrls != null && message.videoUrls.length)
            for (let i = 0; i < message.videoUrls.length; ++i)
                writer.uint32(130).string(message.videoUrls[i]);
        if (message.receivers != null && message.receivers.length)
            for (let i = 0; i < message.receivers.length; ++i)
                $root.Person.encode(message.receivers[i], writer.uint32(138).fork(), _depth + 1).ldelim();
        if (message.round != null && $Object.hasOwnProperty.call(message, "round") && message.round !== 0)
            writer.uint32(144).int32(message.round);
        if (message.roundTotal != null && $Object.hasOwnProperty.call(message, "roundTotal") && message.roundTotal !== 0)
            writer.uint32(152).int32(message.roundTotal);
        if (message.roundEndTime != null && $Object.hasOwnProperty.call(message, "roundEndTime") && (typeof message.roundEndTime === "object" ? message.roundEndTime.low || message.roundEndTime.high : message.roundEndTime !== 0))
            writer.uint32(160).int64(message.roundEndTime);
        if (message.fancyNumber != null && $Object.hasOwnProperty.call(message, "fancyNumber"))
            $root.FancyNumber.encode(message.fancyNumber, writer.uint32(170).fork(), _depth + 1).ldelim();
        if (message.label != null && $Object.hasOwnProperty.call(message, "label") && message.label !== "")
            writer.uint32(178).string(message.label);
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(184).int32(message.type);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(194).string(message.iconUrl);
        if (message.roomid != null && $Object.hasOwnProperty.call(message, "roomid") && (typeof message.roomid === "object" ? message.roomid.low || message.roomid.high : message.roomid !== 0))
            writer.uint32(200).int64(message.roomid);
        if (message.ext != null && $Object.hasOwnProperty.call(message, "ext") && message.ext !== "")
            writer.uint32(210).string(message.ext);
        if (message.userExt != null && $Object.hasOwnProperty.call(message, "userExt"))
            $root.UserExtension.encode(message.userExt, writer.uint32(218).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    HeadlineContent.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.roomId != null && $Object.hasOwnProperty.call(message, "roomId") && (typeof message.roomId === "object" ? message.roomId.low || message.roomId.high : message.roomId !== 0))
            writer.uint32(16).int64(message.roomId);
        if (message.sender != null && $Object.hasOwnProperty.call(message, "sender"))
            $root.Person.encode(message.sender, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.star != null && $Object.hasOwnProperty.call(message, "star"))
            $root.Person.encode(message.star, writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.giftname != null && $Object.hasOwnProperty.call(message, "giftname") && message.giftname !== "")
            writer.uint32(42).string(message.giftname);
        if (message.num != null && $Object.hasOwnProperty.call(message, "num") && (typeof message.num === "object" ? message.num.low || message.num.high : message.num !== 0))
            writer.uint32(48).int64(message.num);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(58).string(message.content);
        if (message.coin != null && $Object.hasOwnProperty.call(message, "coin") && (typeof message.coin === "object" ? message.coin.low || message.coin.high : message.coin !== 0))
            writer.uint32(64).int64(message.coin);
        if (message.startTime != null && $Object.hasOwnProperty.call(message, "startTime") && (typeof message.startTime === "object" ? message.startTime.low || message.startTime.high : message.startTime !== 0))
            writer.uint32(72).int64(message.startTime);
        if (message.durationS != null && $Object.hasOwnProperty.call(message, "durationS") && message.durationS !== 0)
            writer.uint32(80).int32(message.durationS);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(90).string(message.iconUrl);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    HeadlineMessage.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && (typeof message.id === "object" ? message.id.low || message.id.high : message.id !== 0))
            writer.uint32(8).int64(message.id);
        if (message.roomId != null && $Object.hasOwnProperty.call(message, "roomId") && (typeof message.roomId === "object" ? message.roomId.low || message.roomId.high : message.roomId !== 0))
            writer.uint32(16).int64(message.roomId);
        if (message.sender != null && $Object.hasOwnProperty.call(message, "sender"))
            $root.Person.encode(message.sender, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(34).string(message.content);
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(40).int32(message.type);
        if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link !== "")
            writer.uint32(50).string(message.link);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    CeremonyGlobalNotice.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.ceremonyId != null && $Object.hasOwnProperty.call(message, "ceremonyId") && (typeof message.ceremonyId === "object" ? message.ceremonyId.low || message.ceremonyId.high : message.ceremonyId !== 0))
            writer.uint32(8).int64(message.ceremonyId);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(18).string(message.title);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(26).string(message.content);
        if (message.roomId != null && $Object.hasOwnProperty.call(message, "roomId") && (typeof message.roomId === "object" ? message.roomId.low || message.roomId.high : message.roomId !== 0))
            writer.uint32(32).int64(message.roomId);
        if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link !== "")
            writer.uint32(42).string(message.link);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(50).string(message.iconUrl);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    CeremonyMatch.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.ceremonyId != null && $Object.hasOwnProperty.call(message, "ceremonyId") && (typeof message.ceremonyId === "object" ? message.ceremonyId.low || message.ceremonyId.high : message.ceremonyId !== 0))
            writer.uint32(8).int64(message.ceremonyId);
        if (message.matchId != null && $Object.hasOwnProperty.call(message, "matchId") && (typeof message.matchId === "object" ? message.matchId.low || message.matchId.high : message.matchId !== 0))
            writer.uint32(16).int64(message.matchId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(24).int32(message.status);
        if (message.star != null && $Object.hasOwnProperty.call(message, "star"))
            $root.Person.encode(message.star, writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.rival != null && $Object.hasOwnProperty.call(message, "rival"))
            $root.Person.encode(message.rival, writer.uint32(42).fork(), _depth + 1).ldelim();
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(50).string(message.title);
        if (message.msg != null && $Object.hasOwnProperty.call(message, "msg") && message.msg !== "")
            writer.uint32(58).string(message.msg);
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(64).int64(message.endTime);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicQuestion.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.questionId != null && $Object.hasOwnProperty.call(message, "questionId") && (typeof message.questionId === "object" ? message.questionId.low || message.questionId.high : message.questionId !== 0))
            writer.uint32(8).int64(message.questionId);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(18).string(message.title);
        if (message.songUrl != null && $Object.hasOwnProperty.call(message, "songUrl") && message.songUrl !== "")
            writer.uint32(26).string(message.songUrl);
        if (message.options != null && message.options.length)
            for (let i = 0; i < message.options.length; ++i)
                $root.MusicOption.encode(message.options[i], writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.index != null && $Object.hasOwnProperty.call(message, "index") && message.index !== 0)
            writer.uint32(40).int32(message.index);
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(48).int64(message.endTime);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicOption.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.id != null && $Object.hasOwnProperty.call(message, "id") && message.id !== "")
            writer.uint32(10).string(message.id);
        if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text !== "")
            writer.uint32(18).string(message.text);
        if (message.right != null && $Object.hasOwnProperty.call(message, "right") && message.right !== false)
            writer.uint32(24).bool(message.right);
        if (message.count != null && $Object.hasOwnProperty.call(message, "count") && message.count !== 0)
            writer.uint32(32).int32(message.count);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPlayer.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.star != null && $Object.hasOwnProperty.call(message, "star"))
            $root.Person.encode(message.star, writer.uint32(10).fork(), _depth + 1).ldelim();
        if (message.blood != null && $Object.hasOwnProperty.call(message, "blood") && message.blood !== 0)
            writer.uint32(16).int32(message.blood);
        if (message.bloodTotal != null && $Object.hasOwnProperty.call(message, "bloodTotal") && message.bloodTotal !== 0)
            writer.uint32(24).int32(message.bloodTotal);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(32).int64(message.score);
        if (message.answer != null && $Object.hasOwnProperty.call(message, "answer") && message.answer !== "")
            writer.uint32(42).string(message.answer);
        if (message.right != null && $Object.hasOwnProperty.call(message, "right") && message.right !== false)
            writer.uint32(48).bool(message.right);
        if (message.excluded != null && $Object.hasOwnProperty.call(message, "excluded") && message.excluded !== false)
            writer.uint32(56).bool(message.excluded);
        if (message.kits != null && message.kits.length)
            for (let i = 0; i < message.kits.length; ++i)
                $root.MusicKit.encode(message.kits[i], writer.uint32(66).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicKit.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.kitId != null && $Object.hasOwnProperty.call(message, "kitId") && (typeof message.kitId === "object" ? message.kitId.low || message.kitId.high : message.kitId !== 0))
            writer.uint32(8).int64(message.kitId);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(18).string(message.name);
        if (message.num != null && $Object.hasOwnProperty.call(message, "num") && message.num !== 0)
            writer.uint32(24).int32(message.num);
        if (message.iconUrl != null && $Object.hasOwnProperty.call(message, "iconUrl") && message.iconUrl !== "")
            writer.uint32(34).string(message.iconUrl);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicSettlement.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.winnerId != null && $Object.hasOwnProperty.call(message, "winnerId") && (typeof message.winnerId === "object" ? message.winnerId.low || message.winnerId.high : message.winnerId !== 0))
            writer.uint32(8).int64(message.winnerId);
        if (message.result != null && $Object.hasOwnProperty.call(message, "result") && message.result !== 0)
            writer.uint32(16).int32(message.result);
        if (message.coin != null && $Object.hasOwnProperty.call(message, "coin") && (typeof message.coin === "object" ? message.coin.low || message.coin.high : message.coin !== 0))
            writer.uint32(24).int64(message.coin);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(32).int64(message.score);
        if (message.seasonLevel != null && $Object.hasOwnProperty.call(message, "seasonLevel") && message.seasonLevel !== 0)
            writer.uint32(40).int32(message.seasonLevel);
        if (message.seasonName != null && $Object.hasOwnProperty.call(message, "seasonName") && message.seasonName !== "")
            writer.uint32(50).string(message.seasonName);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkStatus.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.startTime != null && $Object.hasOwnProperty.call(message, "startTime") && (typeof message.startTime === "object" ? message.startTime.low || message.startTime.high : message.startTime !== 0))
            writer.uint32(24).int64(message.startTime);
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(32).int64(message.endTime);
        if (message.players != null && message.players.length)
            for (let i = 0; i < message.players.length; ++i)
                $root.MusicPlayer.encode(message.players[i], writer.uint32(42).fork(), _depth + 1).ldelim();
        if (message.seasonLevel != null && $Object.hasOwnProperty.call(message, "seasonLevel") && message.seasonLevel !== 0)
            writer.uint32(48).int32(message.seasonLevel);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkRounds.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.round != null && $Object.hasOwnProperty.call(message, "round") && message.round !== 0)
            writer.uint32(16).int32(message.round);
        if (message.roundTotal != null && $Object.hasOwnProperty.call(message, "roundTotal") && message.roundTotal !== 0)
            writer.uint32(24).int32(message.roundTotal);
        if (message.question != null && $Object.hasOwnProperty.call(message, "question"))
            $root.MusicQuestion.encode(message.question, writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.players != null && message.players.length)
            for (let i = 0; i < message.players.length; ++i)
                $root.MusicPlayer.encode(message.players[i], writer.uint32(42).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkEndInfo.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.settlement != null && $Object.hasOwnProperty.call(message, "settlement"))
            $root.MusicSettlement.encode(message.settlement, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.players != null && message.players.length)
            for (let i = 0; i < message.players.length; ++i)
                $root.MusicPlayer.encode(message.players[i], writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkPublicChat.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.sender != null && $Object.hasOwnProperty.call(message, "sender"))
            $root.Person.encode(message.sender, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(26).string(message.content);
        if (message.right != null && $Object.hasOwnProperty.call(message, "right") && message.right !== false)
            writer.uint32(32).bool(message.right);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkResult.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.round != null && $Object.hasOwnProperty.call(message, "round") && message.round !== 0)
            writer.uint32(16).int32(message.round);
        if (message.answer != null && $Object.hasOwnProperty.call(message, "answer") && message.answer !== "")
            writer.uint32(26).string(message.answer);
        if (message.players != null && message.players.length)
            for (let i = 0; i < message.players.length; ++i)
                $root.MusicPlayer.encode(message.players[i], writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.settlement != null && $Object.hasOwnProperty.call(message, "settlement"))
            $root.MusicSettlement.encode(message.settlement, writer.uint32(42).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkMatch.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.star != null && $Object.hasOwnProperty.call(message, "star"))
            $root.Person.encode(message.star, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.rival != null && $Object.hasOwnProperty.call(message, "rival"))
            $root.Person.encode(message.rival, writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(40).int64(message.endTime);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkExcludeError.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.questionId != null && $Object.hasOwnProperty.call(message, "questionId") && (typeof message.questionId === "object" ? message.questionId.low || message.questionId.high : message.questionId !== 0))
            writer.uint32(16).int64(message.questionId);
        if (message.optionIds != null && message.optionIds.length)
            for (let i = 0; i < message.optionIds.length; ++i)
                writer.uint32(26).string(message.optionIds[i]);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkHelpReborn.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.star != null && $Object.hasOwnProperty.call(message, "star"))
            $root.Person.encode(message.star, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.helper != null && $Object.hasOwnProperty.call(message, "helper"))
            $root.Person.encode(message.helper, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.blood != null && $Object.hasOwnProperty.call(message, "blood") && message.blood !== 0)
            writer.uint32(32).int32(message.blood);
        if (message.coin != null && $Object.hasOwnProperty.call(message, "coin") && (typeof message.coin === "object" ? message.coin.low || message.coin.high : message.coin !== 0))
            writer.uint32(40).int64(message.coin);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkRemindAnswer.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.questionId != null && $Object.hasOwnProperty.call(message, "questionId") && (typeof message.questionId === "object" ? message.questionId.low || message.questionId.high : message.questionId !== 0))
            writer.uint32(16).int64(message.questionId);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(34).string(message.content);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkUseKit.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.kit != null && $Object.hasOwnProperty.call(message, "kit"))
            $root.MusicKit.encode(message.kit, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.questionId != null && $Object.hasOwnProperty.call(message, "questionId") && (typeof message.questionId === "object" ? message.questionId.low || message.questionId.high : message.questionId !== 0))
            writer.uint32(32).int64(message.questionId);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkKitAdd.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.kit != null && $Object.hasOwnProperty.call(message, "kit"))
            $root.MusicKit.encode(message.kit, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkSendCall.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(18).fork(), _depth + 1).ldelim();
        if (message.num != null && $Object.hasOwnProperty.call(message, "num") && (typeof message.num === "object" ? message.num.low || message.num.high : message.num !== 0))
            writer.uint32(24).int64(message.num);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(34).string(message.content);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicPkTips.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(16).int32(message.type);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(26).string(message.title);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(34).string(message.content);
        if (message.durationS != null && $Object.hasOwnProperty.call(message, "durationS") && message.durationS !== 0)
            writer.uint32(40).int32(message.durationS);
        if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link !== "")
            writer.uint32(50).string(message.link);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicStarGameStatus.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.starId != null && $Object.hasOwnProperty.call(message, "starId") && (typeof message.starId === "object" ? message.starId.low || message.starId.high : message.starId !== 0))
            writer.uint32(8).int64(message.starId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.gameId != null && $Object.hasOwnProperty.call(message, "gameId") && (typeof message.gameId === "object" ? message.gameId.low || message.gameId.high : message.gameId !== 0))
            writer.uint32(24).int64(message.gameId);
        if (message.startTime != null && $Object.hasOwnProperty.call(message, "startTime") && (typeof message.startTime === "object" ? message.startTime.low || message.startTime.high : message.startTime !== 0))
            writer.uint32(32).int64(message.startTime);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MusicGuessStatus.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.guessId != null && $Object.hasOwnProperty.call(message, "guessId") && (typeof message.guessId === "object" ? message.guessId.low || message.guessId.high : message.guessId !== 0))
            writer.uint32(8).int64(message.guessId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.question != null && $Object.hasOwnProperty.call(message, "question"))
            $root.MusicQuestion.encode(message.question, writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(32).int64(message.endTime);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    RealSingLog.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.songId != null && $Object.hasOwnProperty.call(message, "songId") && (typeof message.songId === "object" ? message.songId.low || message.songId.high : message.songId !== 0))
            writer.uint32(8).int64(message.songId);
        if (message.songName != null && $Object.hasOwnProperty.call(message, "songName") && message.songName !== "")
            writer.uint32(18).string(message.songName);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(24).int32(message.status);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(32).int64(message.score);
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(42).string(message.content);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    SongOrder.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.orderId != null && $Object.hasOwnProperty.call(message, "orderId") && message.orderId !== "")
            writer.uint32(10).string(message.orderId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.songName != null && $Object.hasOwnProperty.call(message, "songName") && message.songName !== "")
            writer.uint32(26).string(message.songName);
        if (message.singerName != null && $Object.hasOwnProperty.call(message, "singerName") && message.singerName !== "")
            writer.uint32(34).string(message.singerName);
        if (message.coin != null && $Object.hasOwnProperty.call(message, "coin") && (typeof message.coin === "object" ? message.coin.low || message.coin.high : message.coin !== 0))
            writer.uint32(40).int64(message.coin);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(50).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    RewardChallenge.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.orderId != null && $Object.hasOwnProperty.call(message, "orderId") && message.orderId !== "")
            writer.uint32(10).string(message.orderId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.coin != null && $Object.hasOwnProperty.call(message, "coin") && (typeof message.coin === "object" ? message.coin.low || message.coin.high : message.coin !== 0))
            writer.uint32(24).int64(message.coin);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(34).string(message.title);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(40).int64(message.score);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(50).fork(), _depth + 1).ldelim();
        if (message.star != null && $Object.hasOwnProperty.call(message, "star"))
            $root.Person.encode(message.star, writer.uint32(58).fork(), _depth + 1).ldelim();
        if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
            writer.uint32(66).string(message.reason);
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(72).int64(message.endTime);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    DanceOrder.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.orderId != null && $Object.hasOwnProperty.call(message, "orderId") && message.orderId !== "")
            writer.uint32(10).string(message.orderId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.coin != null && $Object.hasOwnProperty.call(message, "coin") && (typeof message.coin === "object" ? message.coin.low || message.coin.high : message.coin !== 0))
            writer.uint32(24).int64(message.coin);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(34).string(message.title);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(40).int64(message.score);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(50).fork(), _depth + 1).ldelim();
        if (message.danceId != null && $Object.hasOwnProperty.call(message, "danceId") && (typeof message.danceId === "object" ? message.danceId.low || message.danceId.high : message.danceId !== 0))
            writer.uint32(56).int64(message.danceId);
        if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== "")
            writer.uint32(66).string(message.reason);
        if (message.waitS != null && $Object.hasOwnProperty.call(message, "waitS") && message.waitS !== 0)
            writer.uint32(72).int32(message.waitS);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    RewardSquareOrder.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.orderId != null && $Object.hasOwnProperty.call(message, "orderId") && message.orderId !== "")
            writer.uint32(10).string(message.orderId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.coin != null && $Object.hasOwnProperty.call(message, "coin") && (typeof message.coin === "object" ? message.coin.low || message.coin.high : message.coin !== 0))
            writer.uint32(24).int64(message.coin);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(34).string(message.title);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(40).int64(message.score);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(50).fork(), _depth + 1).ldelim();
        if (message.star != null && $Object.hasOwnProperty.call(message, "star"))
            $root.Person.encode(message.star, writer.uint32(58).fork(), _depth + 1).ldelim();
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(64).int32(message.type);
        if (message.msg != null && $Object.hasOwnProperty.call(message, "msg") && message.msg !== "")
            writer.uint32(74).string(message.msg);
        if (message.link != null && $Object.hasOwnProperty.call(message, "link") && message.link !== "")
            writer.uint32(82).string(message.link);
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(88).int64(message.endTime);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    PkTeam.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.teamId != null && $Object.hasOwnProperty.call(message, "teamId") && (typeof message.teamId === "object" ? message.teamId.low || message.teamId.high : message.teamId !== 0))
            writer.uint32(8).int64(message.teamId);
        if (message.name != null && $Object.hasOwnProperty.call(message, "name") && message.name !== "")
            writer.uint32(18).string(message.name);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(24).int64(message.score);
        if (message.rank != null && $Object.hasOwnProperty.call(message, "rank") && message.rank !== 0)
            writer.uint32(32).int32(message.rank);
        if (message.stars != null && message.stars.length)
            for (let i = 0; i < message.stars.length; ++i)
                $root.Person.encode(message.stars[i], writer.uint32(42).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MultiPkRound.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.round != null && $Object.hasOwnProperty.call(message, "round") && message.round !== 0)
            writer.uint32(16).int32(message.round);
        if (message.roundTotal != null && $Object.hasOwnProperty.call(message, "roundTotal") && message.roundTotal !== 0)
            writer.uint32(24).int32(message.roundTotal);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(32).int32(message.status);
        if (message.startTime != null && $Object.hasOwnProperty.call(message, "startTime") && (typeof message.startTime === "object" ? message.startTime.low || message.startTime.high : message.startTime !== 0))
            writer.uint32(40).int64(message.startTime);
        if (message.endTime != null && $Object.hasOwnProperty.call(message, "endTime") && (typeof message.endTime === "object" ? message.endTime.low || message.endTime.high : message.endTime !== 0))
            writer.uint32(48).int64(message.endTime);
        if (message.teams != null && message.teams.length)
            for (let i = 0; i < message.teams.length; ++i)
                $root.PkTeam.encode(message.teams[i], writer.uint32(58).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MultiPkLoseToWin.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.teamId != null && $Object.hasOwnProperty.call(message, "teamId") && (typeof message.teamId === "object" ? message.teamId.low || message.teamId.high : message.teamId !== 0))
            writer.uint32(16).int64(message.teamId);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(26).string(message.title);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(32).int64(message.score);
        if (message.user != null && $Object.hasOwnProperty.call(message, "user"))
            $root.Person.encode(message.user, writer.uint32(42).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    MultiPkTeamQuery.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(16).int32(message.status);
        if (message.teams != null && message.teams.length)
            for (let i = 0; i < message.teams.length; ++i)
                $root.PkTeam.encode(message.teams[i], writer.uint32(26).fork(), _depth + 1).ldelim();
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    ClanPkQuickMessage.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.clanId != null && $Object.hasOwnProperty.call(message, "clanId") && (typeof message.clanId === "object" ? message.clanId.low || message.clanId.high : message.clanId !== 0))
            writer.uint32(16).int64(message.clanId);
        if (message.clanName != null && $Object.hasOwnProperty.call(message, "clanName") && message.clanName !== "")
            writer.uint32(26).string(message.clanName);
        if (message.sender != null && $Object.hasOwnProperty.call(message, "sender"))
            $root.Person.encode(message.sender, writer.uint32(34).fork(), _depth + 1).ldelim();
        if (message.content != null && $Object.hasOwnProperty.call(message, "content") && message.content !== "")
            writer.uint32(42).string(message.content);
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(48).int32(message.type);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    ClanPkPromotion.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.pkId != null && $Object.hasOwnProperty.call(message, "pkId") && (typeof message.pkId === "object" ? message.pkId.low || message.pkId.high : message.pkId !== 0))
            writer.uint32(8).int64(message.pkId);
        if (message.clanId != null && $Object.hasOwnProperty.call(message, "clanId") && (typeof message.clanId === "object" ? message.clanId.low || message.clanId.high : message.clanId !== 0))
            writer.uint32(16).int64(message.clanId);
        if (message.clanName != null && $Object.hasOwnProperty.call(message, "clanName") && message.clanName !== "")
            writer.uint32(26).string(message.clanName);
        if (message.stage != null && $Object.hasOwnProperty.call(message, "stage") && message.stage !== 0)
            writer.uint32(32).int32(message.stage);
        if (message.rank != null && $Object.hasOwnProperty.call(message, "rank") && message.rank !== 0)
            writer.uint32(40).int32(message.rank);
        if (message.score != null && $Object.hasOwnProperty.call(message, "score") && (typeof message.score === "object" ? message.score.low || message.score.high : message.score !== 0))
            writer.uint32(48).int64(message.score);
        if (message.title != null && $Object.hasOwnProperty.call(message, "title") && message.title !== "")
            writer.uint32(58).string(message.title);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    LoginResponse.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.roomid != null && $Object.hasOwnProperty.call(message, "roomid") && (typeof message.roomid === "object" ? message.roomid.low || message.roomid.high : message.roomid !== 0))
            writer.uint32(8).int64(message.roomid);
        if (message.userid != null && $Object.hasOwnProperty.call(message, "userid") && (typeof message.userid === "object" ? message.userid.low || message.userid.high : message.userid !== 0))
            writer.uint32(16).int64(message.userid);
        if (message.kugouid != null && $Object.hasOwnProperty.call(message, "kugouid") && (typeof message.kugouid === "object" ? message.kugouid.low || message.kugouid.high : message.kugouid !== 0))
            writer.uint32(24).int64(message.kugouid);
        if (message.nickname != null && $Object.hasOwnProperty.call(message, "nickname") && message.nickname !== "")
            writer.uint32(34).string(message.nickname);
        if (message.richlevel != null && $Object.hasOwnProperty.call(message, "richlevel") && message.richlevel !== 0)
            writer.uint32(40).int32(message.richlevel);
        if (message.richlevelV2 != null && $Object.hasOwnProperty.call(message, "richlevelV2") && message.richlevelV2 !== 0)
            writer.uint32(48).int32(message.richlevelV2);
        if (message.wellcomes != null && $Object.hasOwnProperty.call(message, "wellcomes") && message.wellcomes !== "")
            writer.uint32(58).string(message.wellcomes);
        if (message.userLogo != null && $Object.hasOwnProperty.call(message, "userLogo") && message.userLogo !== "")
            writer.uint32(66).string(message.userLogo);
        if (message.platform != null && $Object.hasOwnProperty.call(message, "platform") && message.platform !== 0)
            writer.uint32(72).int32(message.platform);
        if (message.referer != null && $Object.hasOwnProperty.call(message, "referer") && message.referer !== "")
            writer.uint32(82).string(message.referer);
        if (message.fanstags != null && $Object.hasOwnProperty.call(message, "fanstags") && message.fanstags !== "")
            writer.uint32(90).string(message.fanstags);
        if (message.ext != null && $Object.hasOwnProperty.call(message, "ext") && message.ext !== "")
            writer.uint32(98).string(message.ext);
        if (message.userExt != null && $Object.hasOwnProperty.call(message, "userExt"))
            $root.UserExtension.encode(message.userExt, writer.uint32(106).fork(), _depth + 1).ldelim();
        if (message.socsid != null && $Object.hasOwnProperty.call(message, "socsid") && message.socsid !== "")
            writer.uint32(114).string(message.socsid);
        if (message.deviceNo != null && $Object.hasOwnProperty.call(message, "deviceNo") && message.deviceNo !== "")
            writer.uint32(122).string(message.deviceNo);
        if (message.sid != null && $Object.hasOwnProperty.call(message, "sid") && message.sid !== "")
            writer.uint32(130).string(message.sid);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    ErrorResponse.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.cmd != null && $Object.hasOwnProperty.call(message, "cmd") && message.cmd !== 0)
            writer.uint32(8).int32(message.cmd);
        if (message.type != null && $Object.hasOwnProperty.call(message, "type") && message.type !== 0)
            writer.uint32(16).int32(message.type);
        if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
            writer.uint32(24).int64(message.seq);
        if (message.status != null && $Object.hasOwnProperty.call(message, "status") && message.status !== 0)
            writer.uint32(32).int32(message.status);
        if (message.errno != null && $Object.hasOwnProperty.call(message, "errno") && message.errno !== 0)
            writer.uint32(40).int32(message.errno);
        if (message.msg != null && $Object.hasOwnProperty.call(message, "msg") && message.msg !== "")
            writer.uint32(50).string(message.msg);
        if (message.sid != null && $Object.hasOwnProperty.call(message, "sid") && message.sid !== "")
            writer.uint32(58).string(message.sid);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    AckResponse.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.msgId != null && $Object.hasOwnProperty.call(message, "msgId") && message.msgId !== "")
            writer.uint32(10).string(message.msgId);
        if (message.offset != null && $Object.hasOwnProperty.call(message, "offset") && (typeof message.offset === "object" ? message.offset.low || message.offset.high : message.offset !== 0))
            writer.uint32(16).uint64(message.offset);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
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

    CloseSocket.encode = function (message, writer, _depth) {
        if (!writer)
            writer = $Writer.create();
        if (_depth === $undefined)
            _depth = 0;
        if (_depth > $util.recursionLimit)
            throw $Error("max depth exceeded");
        if (message.code != null && $Object.hasOwnProperty.call(message, "code") && message.code !== 0)
            writer.uint32(8).int32(message.code);
        if (message.msg != null && $Object.hasOwnProperty.call(message, "msg") && message.msg !== "")
            writer.uint32(18).string(message.msg);
        if (message.reconnect != null && $Object.hasOwnProperty.call(message, "reconnect") && message.reconnect !== false)
            writer.uint32(24).bool(message.reconnect);
        if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
            for (let i = 0; i < message.$unknowns.length; ++i)
                writer.raw(message.$unknowns[i]);
        return writer;
    };

    return CloseSocket;
})();

export {
  $root as default
};
