// Made by `npm run proto` from the .proto files. Not edited by hand.
import { field } from '../../../schema.ts';
import { Person } from '../../../generated/codec.ts';
export const HeadlineContent = {
    name: 'HeadlineContent',
    fields: {
        id: field(1, 'number'),
        roomId: field(2, 'number'),
        sender: field(3, Person),
        star: field(4, Person),
        giftname: field(5, 'text'),
        num: field(6, 'number'),
        content: field(7, 'text'),
        coin: field(8, 'number'),
        startTime: field(9, 'number'),
        durationS: field(10, 'number'),
        iconUrl: field(11, 'text'),
    },
    read(r) {
        let id = 0;
        let roomId = 0;
        let sender = null;
        let star = null;
        let giftname = '';
        let num = 0;
        let content = '';
        let coin = 0;
        let startTime = 0;
        let durationS = 0;
        let iconUrl = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                sender = r.message(Person);
                tag = r.tag();
            }
            if (tag === 34) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 42) {
                giftname = r.text();
                tag = r.tag();
            }
            if (tag === 48) {
                num = r.int();
                tag = r.tag();
            }
            if (tag === 58) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 64) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 72) {
                startTime = r.int();
                tag = r.tag();
            }
            if (tag === 80) {
                durationS = r.int();
                tag = r.tag();
            }
            if (tag === 90) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, roomId, sender, star, giftname, num, content, coin, startTime, durationS, iconUrl };
    },
};
export const HeadlineMessage = {
    name: 'HeadlineMessage',
    fields: {
        id: field(1, 'number'),
        roomId: field(2, 'number'),
        sender: field(3, Person),
        content: field(4, 'text'),
        type: field(5, 'number'),
        link: field(6, 'text'),
    },
    read(r) {
        let id = 0;
        let roomId = 0;
        let sender = null;
        let content = '';
        let type = 0;
        let link = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                sender = r.message(Person);
                tag = r.tag();
            }
            if (tag === 34) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 40) {
                type = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                link = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, roomId, sender, content, type, link };
    },
};
export const CeremonyGlobalNotice = {
    name: 'CeremonyGlobalNotice',
    fields: {
        ceremonyId: field(1, 'number'),
        title: field(2, 'text'),
        content: field(3, 'text'),
        roomId: field(4, 'number'),
        link: field(5, 'text'),
        iconUrl: field(6, 'text'),
    },
    read(r) {
        let ceremonyId = 0;
        let title = '';
        let content = '';
        let roomId = 0;
        let link = '';
        let iconUrl = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                ceremonyId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 42) {
                link = r.text();
                tag = r.tag();
            }
            if (tag === 50) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { ceremonyId, title, content, roomId, link, iconUrl };
    },
};
export const CeremonyMatch = {
    name: 'CeremonyMatch',
    fields: {
        ceremonyId: field(1, 'number'),
        matchId: field(2, 'number'),
        status: field(3, 'number'),
        star: field(4, Person),
        rival: field(5, Person),
        title: field(6, 'text'),
        msg: field(7, 'text'),
        endTime: field(8, 'number'),
        leftMs: field(9, 'number'),
    },
    read(r) {
        let ceremonyId = 0;
        let matchId = 0;
        let status = 0;
        let star = null;
        let rival = null;
        let title = '';
        let msg = '';
        let endTime = 0;
        let leftMs = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                ceremonyId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                matchId = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 42) {
                rival = r.message(Person);
                tag = r.tag();
            }
            if (tag === 50) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 58) {
                msg = r.text();
                tag = r.tag();
            }
            if (tag === 64) {
                endTime = r.int();
                tag = r.tag();
            }
            if (tag === 72) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { ceremonyId, matchId, status, star, rival, title, msg, endTime, leftMs };
    },
};
