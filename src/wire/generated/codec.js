// Made by `npm run proto` from the .proto files. Not edited by hand.
import { MAX_LIST_ITEMS, NO_BYTES, field, list, tooMany } from '../schema.ts';
export const VipData = {
    name: 'VipData',
    fields: { weekVipLevel: field(1, 'number'), c: field(2, 'number') },
    read(r) {
        let weekVipLevel = 0;
        let c = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                weekVipLevel = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                c = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { weekVipLevel, c };
    },
};
export const Mount = {
    name: 'Mount',
    fields: {
        id: field(1, 'number'),
        n: field(2, 'text'),
        bi: field(3, 'text'),
        p: field(4, 'number'),
        swf: field(5, 'text'),
        v: field(6, 'flag'),
    },
    read(r) {
        let id = 0;
        let n = '';
        let bi = '';
        let p = 0;
        let swf = '';
        let v = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                n = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                bi = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                p = r.int();
                tag = r.tag();
            }
            if (tag === 42) {
                swf = r.text();
                tag = r.tag();
            }
            if (tag === 48) {
                v = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, n, bi, p, swf, v };
    },
};
export const Medal = {
    name: 'Medal',
    fields: { id: field(1, 'number'), name: field(2, 'text'), iconUrl: field(3, 'text'), level: field(4, 'number') },
    read(r) {
        let id = 0;
        let name = '';
        let iconUrl = '';
        let level = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                name = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                level = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, name, iconUrl, level };
    },
};
export const Guard = {
    name: 'Guard',
    fields: { level: field(1, 'number'), annual: field(2, 'number'), name: field(3, 'text'), iconUrl: field(4, 'text') },
    read(r) {
        let level = 0;
        let annual = 0;
        let name = '';
        let iconUrl = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                level = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                annual = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                name = r.text();
                tag = r.tag();
            }
            if (tag === 34) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { level, annual, name, iconUrl };
    },
};
export const Plate = {
    name: 'Plate',
    fields: {
        id: field(1, 'number'),
        name: field(2, 'text'),
        level: field(3, 'number'),
        iconUrl: field(4, 'text'),
        lightUp: field(5, 'flag'),
    },
    read(r) {
        let id = 0;
        let name = '';
        let level = 0;
        let iconUrl = '';
        let lightUp = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                name = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                level = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (tag === 40) {
                lightUp = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, name, level, iconUrl, lightUp };
    },
};
export const Bubble = {
    name: 'Bubble',
    fields: { id: field(1, 'number'), iconUrl: field(2, 'text') },
    read(r) {
        let id = 0;
        let iconUrl = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, iconUrl };
    },
};
export const Intimacy = {
    name: 'Intimacy',
    fields: { value: field(1, 'number'), level: field(2, 'number') },
    read(r) {
        let value = 0;
        let level = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                value = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                level = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { value, level };
    },
};
export const StarCard = {
    name: 'StarCard',
    fields: { id: field(1, 'number'), name: field(2, 'text'), level: field(3, 'number'), iconUrl: field(4, 'text') },
    read(r) {
        let id = 0;
        let name = '';
        let level = 0;
        let iconUrl = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                name = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                level = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, name, level, iconUrl };
    },
};
export const LuckyLabel = {
    name: 'LuckyLabel',
    fields: { iconUrl: field(1, 'text'), name: field(2, 'text') },
    read(r) {
        let iconUrl = '';
        let name = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (tag === 18) {
                name = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { iconUrl, name };
    },
};
export const UserState = {
    name: 'UserState',
    fields: { icon: field(1, 'text'), content: field(2, 'text') },
    read(r) {
        let icon = '';
        let content = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                icon = r.text();
                tag = r.tag();
            }
            if (tag === 18) {
                content = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { icon, content };
    },
};
export const FancyNumber = {
    name: 'FancyNumber',
    fields: { number: field(1, 'text'), level: field(2, 'number'), iconUrl: field(3, 'text') },
    read(r) {
        let number = '';
        let level = 0;
        let iconUrl = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                number = r.text();
                tag = r.tag();
            }
            if (tag === 16) {
                level = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { number, level, iconUrl };
    },
};
export const UserExtension = {
    name: 'UserExtension',
    fields: {
        vipData: field(1, VipData),
        usingMount: field(2, Mount),
        medalList: list(3, Medal),
        honorList: list(4, Medal),
        userGuard: field(5, Guard),
        plate: field(6, Plate),
        bubble: field(7, Bubble),
        intimacy: field(8, Intimacy),
        starCard: field(9, StarCard),
        luckyLabel: field(10, LuckyLabel),
        userStateVo: field(11, UserState),
        fancyNumInfo: field(12, FancyNumber),
        isAndroid: field(13, 'flag'),
        worship: field(14, 'flag'),
        blackCard: field(15, 'flag'),
        mystic: field(16, 'flag'),
    },
    read(r) {
        let vipData = null;
        let usingMount = null;
        const medalList = [];
        const honorList = [];
        let userGuard = null;
        let plate = null;
        let bubble = null;
        let intimacy = null;
        let starCard = null;
        let luckyLabel = null;
        let userStateVo = null;
        let fancyNumInfo = null;
        let isAndroid = false;
        let worship = false;
        let blackCard = false;
        let mystic = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                vipData = r.message(VipData);
                tag = r.tag();
            }
            if (tag === 18) {
                usingMount = r.message(Mount);
                tag = r.tag();
            }
            while (tag === 26) {
                if (medalList.length >= MAX_LIST_ITEMS)
                    throw tooMany('UserExtension.medalList');
                medalList.push(r.message(Medal));
                tag = r.tag();
            }
            while (tag === 34) {
                if (honorList.length >= MAX_LIST_ITEMS)
                    throw tooMany('UserExtension.honorList');
                honorList.push(r.message(Medal));
                tag = r.tag();
            }
            if (tag === 42) {
                userGuard = r.message(Guard);
                tag = r.tag();
            }
            if (tag === 50) {
                plate = r.message(Plate);
                tag = r.tag();
            }
            if (tag === 58) {
                bubble = r.message(Bubble);
                tag = r.tag();
            }
            if (tag === 66) {
                intimacy = r.message(Intimacy);
                tag = r.tag();
            }
            if (tag === 74) {
                starCard = r.message(StarCard);
                tag = r.tag();
            }
            if (tag === 82) {
                luckyLabel = r.message(LuckyLabel);
                tag = r.tag();
            }
            if (tag === 90) {
                userStateVo = r.message(UserState);
                tag = r.tag();
            }
            if (tag === 98) {
                fancyNumInfo = r.message(FancyNumber);
                tag = r.tag();
            }
            if (tag === 104) {
                isAndroid = r.bool();
                tag = r.tag();
            }
            if (tag === 112) {
                worship = r.bool();
                tag = r.tag();
            }
            if (tag === 120) {
                blackCard = r.bool();
                tag = r.tag();
            }
            if (tag === 128) {
                mystic = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return {
            vipData,
            usingMount,
            medalList,
            honorList,
            userGuard,
            plate,
            bubble,
            intimacy,
            starCard,
            luckyLabel,
            userStateVo,
            fancyNumInfo,
            isAndroid,
            worship,
            blackCard,
            mystic,
        };
    },
};
export const Chat = {
    name: 'Chat',
    fields: {
        senderid: field(1, 'number'),
        userid: field(2, 'number'),
        kugouid: field(3, 'number'),
        sendername: field(4, 'text'),
        nickname: field(5, 'text'),
        richlevel: field(6, 'number'),
        richlevelV2: field(7, 'number'),
        receiverid: field(8, 'number'),
        receiveruserid: field(9, 'number'),
        receivername: field(10, 'text'),
        receiverrichlevel: field(11, 'number'),
        issecrect: field(12, 'flag'),
        chatmsg: field(13, 'text'),
        seq: field(14, 'number'),
        sex: field(15, 'number'),
        age: field(16, 'number'),
        userLogo: field(17, 'text'),
        platform: field(18, 'number'),
        fanstags: field(19, 'text'),
        referer: field(20, 'text'),
        wellcomes: field(21, 'text'),
        ext: field(22, 'text'),
        userExt: field(23, UserExtension),
        uuid: field(24, 'text'),
    },
    read(r) {
        let senderid = 0;
        let userid = 0;
        let kugouid = 0;
        let sendername = '';
        let nickname = '';
        let richlevel = 0;
        let richlevelV2 = 0;
        let receiverid = 0;
        let receiveruserid = 0;
        let receivername = '';
        let receiverrichlevel = 0;
        let issecrect = false;
        let chatmsg = '';
        let seq = 0;
        let sex = 0;
        let age = 0;
        let userLogo = '';
        let platform = 0;
        let fanstags = '';
        let referer = '';
        let wellcomes = '';
        let ext = '';
        let userExt = null;
        let uuid = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                senderid = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                userid = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                kugouid = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                sendername = r.text();
                tag = r.tag();
            }
            if (tag === 42) {
                nickname = r.text();
                tag = r.tag();
            }
            if (tag === 48) {
                richlevel = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                richlevelV2 = r.int();
                tag = r.tag();
            }
            if (tag === 64) {
                receiverid = r.int();
                tag = r.tag();
            }
            if (tag === 72) {
                receiveruserid = r.int();
                tag = r.tag();
            }
            if (tag === 82) {
                receivername = r.text();
                tag = r.tag();
            }
            if (tag === 88) {
                receiverrichlevel = r.int();
                tag = r.tag();
            }
            if (tag === 96) {
                issecrect = r.bool();
                tag = r.tag();
            }
            if (tag === 106) {
                chatmsg = r.text();
                tag = r.tag();
            }
            if (tag === 112) {
                seq = r.int();
                tag = r.tag();
            }
            if (tag === 120) {
                sex = r.int();
                tag = r.tag();
            }
            if (tag === 128) {
                age = r.int();
                tag = r.tag();
            }
            if (tag === 138) {
                userLogo = r.text();
                tag = r.tag();
            }
            if (tag === 144) {
                platform = r.int();
                tag = r.tag();
            }
            if (tag === 154) {
                fanstags = r.text();
                tag = r.tag();
            }
            if (tag === 162) {
                referer = r.text();
                tag = r.tag();
            }
            if (tag === 170) {
                wellcomes = r.text();
                tag = r.tag();
            }
            if (tag === 178) {
                ext = r.text();
                tag = r.tag();
            }
            if (tag === 186) {
                userExt = r.message(UserExtension);
                tag = r.tag();
            }
            if (tag === 194) {
                uuid = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return {
            senderid,
            userid,
            kugouid,
            sendername,
            nickname,
            richlevel,
            richlevelV2,
            receiverid,
            receiveruserid,
            receivername,
            receiverrichlevel,
            issecrect,
            chatmsg,
            seq,
            sex,
            age,
            userLogo,
            platform,
            fanstags,
            referer,
            wellcomes,
            ext,
            userExt,
            uuid,
        };
    },
};
export const Person = {
    name: 'Person',
    fields: {
        userId: field(1, 'number'),
        kugouId: field(2, 'number'),
        nickname: field(3, 'text'),
        richlevel: field(4, 'number'),
        userLogo: field(5, 'text'),
        mystic: field(6, 'flag'),
    },
    read(r) {
        let userId = 0;
        let kugouId = 0;
        let nickname = '';
        let richlevel = 0;
        let userLogo = '';
        let mystic = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                userId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                kugouId = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                nickname = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                richlevel = r.int();
                tag = r.tag();
            }
            if (tag === 42) {
                userLogo = r.text();
                tag = r.tag();
            }
            if (tag === 48) {
                mystic = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { userId, kugouId, nickname, richlevel, userLogo, mystic };
    },
};
export const PublicNotice = {
    name: 'PublicNotice',
    fields: {
        roomId: field(1, 'number'),
        content: field(2, 'text'),
        title: field(3, 'text'),
        iconUrl: field(4, 'text'),
        link: field(5, 'text'),
        user: field(6, Person),
        type: field(7, 'number'),
    },
    read(r) {
        let roomId = 0;
        let content = '';
        let title = '';
        let iconUrl = '';
        let link = '';
        let user = null;
        let type = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 34) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (tag === 42) {
                link = r.text();
                tag = r.tag();
            }
            if (tag === 50) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 56) {
                type = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, content, title, iconUrl, link, user, type };
    },
};
export const CommonNotice = {
    name: 'CommonNotice',
    fields: {
        roomId: field(1, 'number'),
        type: field(2, 'number'),
        title: field(3, 'text'),
        content: field(4, 'text'),
        iconUrl: field(5, 'text'),
        link: field(6, 'text'),
        durationS: field(7, 'number'),
        user: field(8, Person),
    },
    read(r) {
        let roomId = 0;
        let type = 0;
        let title = '';
        let content = '';
        let iconUrl = '';
        let link = '';
        let durationS = 0;
        let user = null;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                type = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 34) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 42) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (tag === 50) {
                link = r.text();
                tag = r.tag();
            }
            if (tag === 56) {
                durationS = r.int();
                tag = r.tag();
            }
            if (tag === 66) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, type, title, content, iconUrl, link, durationS, user };
    },
};
export const PastLine = {
    name: 'PastLine',
    fields: { user: field(1, Person), text: field(2, 'text'), timeMs: field(3, 'number'), mystic: field(4, 'flag') },
    read(r) {
        let user = null;
        let text = '';
        let timeMs = 0;
        let mystic = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 18) {
                text = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                timeMs = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                mystic = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { user, text, timeMs, mystic };
    },
};
export const ChatHistory = {
    name: 'ChatHistory',
    fields: { roomid: field(1, 'number'), lines: list(2, PastLine) },
    read(r) {
        let roomid = 0;
        const lines = [];
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomid = r.int();
                tag = r.tag();
            }
            while (tag === 18) {
                if (lines.length >= MAX_LIST_ITEMS)
                    throw tooMany('ChatHistory.lines');
                lines.push(r.message(PastLine));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomid, lines };
    },
};
export const Envelope = {
    name: 'Envelope',
    fields: {
        offset: field(1, 'number'),
        ack: field(2, 'flag'),
        rpt: field(3, 'flag'),
        msgId: field(4, 'text'),
        compression: field(5, 'number'),
        codec: field(6, 'number'),
        content: field(7, 'bytes'),
        time: field(8, 'number'),
    },
    read(r) {
        let offset = 0;
        let ack = false;
        let rpt = false;
        let msgId = '';
        let compression = 0;
        let codec = 0;
        let content = NO_BYTES;
        let time = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                offset = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                ack = r.bool();
                tag = r.tag();
            }
            if (tag === 24) {
                rpt = r.bool();
                tag = r.tag();
            }
            if (tag === 34) {
                msgId = r.rawText();
                tag = r.tag();
            }
            if (tag === 40) {
                compression = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                codec = r.int();
                tag = r.tag();
            }
            if (tag === 58) {
                content = r.bytes();
                tag = r.tag();
            }
            if (tag === 64) {
                time = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { offset, ack, rpt, msgId, compression, codec, content, time };
    },
};
export const GiftEffect = {
    name: 'GiftEffect',
    fields: {
        giftid: field(1, 'number'),
        giftname: field(2, 'text'),
        num: field(3, 'number'),
        price: field(4, 'number'),
        senderid: field(5, 'number'),
        senderkugouid: field(6, 'number'),
        sendername: field(7, 'text'),
        senderrichlevel: field(8, 'number'),
        senderlogo: field(9, 'text'),
        receiverid: field(10, 'number'),
        receiverkugouid: field(11, 'number'),
        receivername: field(12, 'text'),
        comboLevel: field(13, 'number'),
        comboSum: field(14, 'number'),
        comboId: field(15, 'text'),
        videoUrls: list(16, 'text'),
        receivers: list(17, Person),
        round: field(18, 'number'),
        roundTotal: field(19, 'number'),
        roundEndTime: field(20, 'number'),
        fancyNumber: field(21, FancyNumber),
        label: field(22, 'text'),
        type: field(23, 'number'),
        iconUrl: field(24, 'text'),
        roomid: field(25, 'number'),
        ext: field(26, 'text'),
        userExt: field(27, UserExtension),
    },
    read(r) {
        let giftid = 0;
        let giftname = '';
        let num = 0;
        let price = 0;
        let senderid = 0;
        let senderkugouid = 0;
        let sendername = '';
        let senderrichlevel = 0;
        let senderlogo = '';
        let receiverid = 0;
        let receiverkugouid = 0;
        let receivername = '';
        let comboLevel = 0;
        let comboSum = 0;
        let comboId = '';
        const videoUrls = [];
        const receivers = [];
        let round = 0;
        let roundTotal = 0;
        let roundEndTime = 0;
        let fancyNumber = null;
        let label = '';
        let type = 0;
        let iconUrl = '';
        let roomid = 0;
        let ext = '';
        let userExt = null;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                giftid = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                giftname = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                num = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                price = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                senderid = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                senderkugouid = r.int();
                tag = r.tag();
            }
            if (tag === 58) {
                sendername = r.text();
                tag = r.tag();
            }
            if (tag === 64) {
                senderrichlevel = r.int();
                tag = r.tag();
            }
            if (tag === 74) {
                senderlogo = r.text();
                tag = r.tag();
            }
            if (tag === 80) {
                receiverid = r.int();
                tag = r.tag();
            }
            if (tag === 88) {
                receiverkugouid = r.int();
                tag = r.tag();
            }
            if (tag === 98) {
                receivername = r.text();
                tag = r.tag();
            }
            if (tag === 104) {
                comboLevel = r.int();
                tag = r.tag();
            }
            if (tag === 112) {
                comboSum = r.int();
                tag = r.tag();
            }
            if (tag === 122) {
                comboId = r.text();
                tag = r.tag();
            }
            while (tag === 130) {
                if (videoUrls.length >= MAX_LIST_ITEMS)
                    throw tooMany('GiftEffect.videoUrls');
                videoUrls.push(r.text());
                tag = r.tag();
            }
            while (tag === 138) {
                if (receivers.length >= MAX_LIST_ITEMS)
                    throw tooMany('GiftEffect.receivers');
                receivers.push(r.message(Person));
                tag = r.tag();
            }
            if (tag === 144) {
                round = r.int();
                tag = r.tag();
            }
            if (tag === 152) {
                roundTotal = r.int();
                tag = r.tag();
            }
            if (tag === 160) {
                roundEndTime = r.int();
                tag = r.tag();
            }
            if (tag === 170) {
                fancyNumber = r.message(FancyNumber);
                tag = r.tag();
            }
            if (tag === 178) {
                label = r.text();
                tag = r.tag();
            }
            if (tag === 184) {
                type = r.int();
                tag = r.tag();
            }
            if (tag === 194) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (tag === 200) {
                roomid = r.int();
                tag = r.tag();
            }
            if (tag === 210) {
                ext = r.text();
                tag = r.tag();
            }
            if (tag === 218) {
                userExt = r.message(UserExtension);
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return {
            giftid,
            giftname,
            num,
            price,
            senderid,
            senderkugouid,
            sendername,
            senderrichlevel,
            senderlogo,
            receiverid,
            receiverkugouid,
            receivername,
            comboLevel,
            comboSum,
            comboId,
            videoUrls,
            receivers,
            round,
            roundTotal,
            roundEndTime,
            fancyNumber,
            label,
            type,
            iconUrl,
            roomid,
            ext,
            userExt,
        };
    },
};
export const LoginResponse = {
    name: 'LoginResponse',
    fields: {
        roomid: field(1, 'number'),
        userid: field(2, 'number'),
        kugouid: field(3, 'number'),
        nickname: field(4, 'text'),
        richlevel: field(5, 'number'),
        richlevelV2: field(6, 'number'),
        wellcomes: field(7, 'text'),
        userLogo: field(8, 'text'),
        platform: field(9, 'number'),
        referer: field(10, 'text'),
        fanstags: field(11, 'text'),
        ext: field(12, 'text'),
        userExt: field(13, UserExtension),
        socsid: field(14, 'text'),
        deviceNo: field(15, 'text'),
        sid: field(16, 'text'),
        token: field(17, 'text'),
    },
    read(r) {
        let roomid = 0;
        let userid = 0;
        let kugouid = 0;
        let nickname = '';
        let richlevel = 0;
        let richlevelV2 = 0;
        let wellcomes = '';
        let userLogo = '';
        let platform = 0;
        let referer = '';
        let fanstags = '';
        let ext = '';
        let userExt = null;
        let socsid = '';
        let deviceNo = '';
        let sid = '';
        let token = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomid = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                userid = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                kugouid = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                nickname = r.text();
                tag = r.tag();
            }
            if (tag === 40) {
                richlevel = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                richlevelV2 = r.int();
                tag = r.tag();
            }
            if (tag === 58) {
                wellcomes = r.text();
                tag = r.tag();
            }
            if (tag === 66) {
                userLogo = r.text();
                tag = r.tag();
            }
            if (tag === 72) {
                platform = r.int();
                tag = r.tag();
            }
            if (tag === 82) {
                referer = r.text();
                tag = r.tag();
            }
            if (tag === 90) {
                fanstags = r.text();
                tag = r.tag();
            }
            if (tag === 98) {
                ext = r.text();
                tag = r.tag();
            }
            if (tag === 106) {
                userExt = r.message(UserExtension);
                tag = r.tag();
            }
            if (tag === 114) {
                socsid = r.text();
                tag = r.tag();
            }
            if (tag === 122) {
                deviceNo = r.text();
                tag = r.tag();
            }
            if (tag === 130) {
                sid = r.text();
                tag = r.tag();
            }
            if (tag === 138) {
                token = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return {
            roomid,
            userid,
            kugouid,
            nickname,
            richlevel,
            richlevelV2,
            wellcomes,
            userLogo,
            platform,
            referer,
            fanstags,
            ext,
            userExt,
            socsid,
            deviceNo,
            sid,
            token,
        };
    },
};
export const ErrorResponse = {
    name: 'ErrorResponse',
    fields: {
        cmd: field(1, 'number'),
        type: field(2, 'number'),
        seq: field(3, 'number'),
        status: field(4, 'number'),
        errno: field(5, 'number'),
        msg: field(6, 'text'),
        sid: field(7, 'text'),
        uuid: field(8, 'text'),
        key: field(9, 'text'),
        codeUrl: field(10, 'text'),
        codeText: field(11, 'text'),
    },
    read(r) {
        let cmd = 0;
        let type = 0;
        let seq = 0;
        let status = 0;
        let errno = 0;
        let msg = '';
        let sid = '';
        let uuid = '';
        let key = '';
        let codeUrl = '';
        let codeText = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                cmd = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                type = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                seq = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                errno = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                msg = r.text();
                tag = r.tag();
            }
            if (tag === 58) {
                sid = r.text();
                tag = r.tag();
            }
            if (tag === 66) {
                uuid = r.text();
                tag = r.tag();
            }
            if (tag === 74) {
                key = r.text();
                tag = r.tag();
            }
            if (tag === 82) {
                codeUrl = r.text();
                tag = r.tag();
            }
            if (tag === 90) {
                codeText = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { cmd, type, seq, status, errno, msg, sid, uuid, key, codeUrl, codeText };
    },
};
export const AckResponse = {
    name: 'AckResponse',
    fields: { msgId: field(1, 'text'), offset: field(2, 'number'), seq: field(3, 'number'), uuid: field(4, 'text') },
    read(r) {
        let msgId = '';
        let offset = 0;
        let seq = 0;
        let uuid = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                msgId = r.text();
                tag = r.tag();
            }
            if (tag === 16) {
                offset = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                seq = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                uuid = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { msgId, offset, seq, uuid };
    },
};
export const CloseSocket = {
    name: 'CloseSocket',
    fields: { code: field(1, 'number'), msg: field(2, 'text'), reconnect: field(3, 'flag') },
    read(r) {
        let code = 0;
        let msg = '';
        let reconnect = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                code = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                msg = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                reconnect = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { code, msg, reconnect };
    },
};
export const LiveStatus = {
    name: 'LiveStatus',
    fields: { roomid: field(1, 'number'), status: field(2, 'number'), liveType: field(3, 'text'), time: field(4, 'number') },
    read(r) {
        let roomid = 0;
        let status = 0;
        let liveType = '';
        let time = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomid = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                liveType = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                time = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomid, status, liveType, time };
    },
};
export const Follow = {
    name: 'Follow',
    fields: {
        roomid: field(1, 'number'),
        userid: field(2, 'number'),
        nickname: field(3, 'text'),
        richlevel: field(4, 'number'),
        richlevelV2: field(5, 'number'),
        ext: field(6, 'text'),
        userExt: field(7, UserExtension),
    },
    read(r) {
        let roomid = 0;
        let userid = 0;
        let nickname = '';
        let richlevel = 0;
        let richlevelV2 = 0;
        let ext = '';
        let userExt = null;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomid = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                userid = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                nickname = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                richlevel = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                richlevelV2 = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                ext = r.text();
                tag = r.tag();
            }
            if (tag === 58) {
                userExt = r.message(UserExtension);
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomid, userid, nickname, richlevel, richlevelV2, ext, userExt };
    },
};
export const RoomCounts = {
    name: 'RoomCounts',
    fields: { roomid: field(1, 'number'), viewers: field(2, 'number'), followers: field(3, 'number') },
    read(r) {
        let roomid = 0;
        let viewers = 0;
        let followers = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomid = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                viewers = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                followers = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomid, viewers, followers };
    },
};
