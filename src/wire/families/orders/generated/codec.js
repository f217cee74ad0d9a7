// Made by `npm run proto` from the .proto files. Not edited by hand.
import { field } from '../../../schema.ts';
import { Person } from '../../../generated/codec.ts';
export const RewardChallenge = {
    name: 'RewardChallenge',
    fields: {
        orderId: field(1, 'text'),
        status: field(2, 'number'),
        coin: field(3, 'number'),
        title: field(4, 'text'),
        score: field(5, 'number'),
        user: field(6, Person),
        star: field(7, Person),
        reason: field(8, 'text'),
        endTime: field(9, 'number'),
        goal: field(10, 'number'),
        leftMs: field(11, 'number'),
        version: field(12, 'number'),
    },
    read(r) {
        let orderId = '';
        let status = 0;
        let coin = 0;
        let title = '';
        let score = 0;
        let user = null;
        let star = null;
        let reason = '';
        let endTime = 0;
        let goal = 0;
        let leftMs = 0;
        let version = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                orderId = r.text();
                tag = r.tag();
            }
            if (tag === 16) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 40) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 58) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 66) {
                reason = r.text();
                tag = r.tag();
            }
            if (tag === 72) {
                endTime = r.int();
                tag = r.tag();
            }
            if (tag === 80) {
                goal = r.int();
                tag = r.tag();
            }
            if (tag === 88) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 96) {
                version = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { orderId, status, coin, title, score, user, star, reason, endTime, goal, leftMs, version };
    },
};
export const DanceOrder = {
    name: 'DanceOrder',
    fields: {
        orderId: field(1, 'text'),
        status: field(2, 'number'),
        coin: field(3, 'number'),
        title: field(4, 'text'),
        score: field(5, 'number'),
        user: field(6, Person),
        danceId: field(7, 'number'),
        reason: field(8, 'text'),
        waitS: field(9, 'number'),
        leftMs: field(10, 'number'),
        version: field(11, 'number'),
    },
    read(r) {
        let orderId = '';
        let status = 0;
        let coin = 0;
        let title = '';
        let score = 0;
        let user = null;
        let danceId = 0;
        let reason = '';
        let waitS = 0;
        let leftMs = 0;
        let version = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                orderId = r.text();
                tag = r.tag();
            }
            if (tag === 16) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 40) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 56) {
                danceId = r.int();
                tag = r.tag();
            }
            if (tag === 66) {
                reason = r.text();
                tag = r.tag();
            }
            if (tag === 72) {
                waitS = r.int();
                tag = r.tag();
            }
            if (tag === 80) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 88) {
                version = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { orderId, status, coin, title, score, user, danceId, reason, waitS, leftMs, version };
    },
};
export const RewardSquareOrder = {
    name: 'RewardSquareOrder',
    fields: {
        orderId: field(1, 'text'),
        status: field(2, 'number'),
        coin: field(3, 'number'),
        title: field(4, 'text'),
        score: field(5, 'number'),
        user: field(6, Person),
        star: field(7, Person),
        type: field(8, 'number'),
        msg: field(9, 'text'),
        link: field(10, 'text'),
        endTime: field(11, 'number'),
        leftMs: field(12, 'number'),
        version: field(13, 'number'),
    },
    read(r) {
        let orderId = '';
        let status = 0;
        let coin = 0;
        let title = '';
        let score = 0;
        let user = null;
        let star = null;
        let type = 0;
        let msg = '';
        let link = '';
        let endTime = 0;
        let leftMs = 0;
        let version = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                orderId = r.text();
                tag = r.tag();
            }
            if (tag === 16) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 40) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 58) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 64) {
                type = r.int();
                tag = r.tag();
            }
            if (tag === 74) {
                msg = r.text();
                tag = r.tag();
            }
            if (tag === 82) {
                link = r.text();
                tag = r.tag();
            }
            if (tag === 88) {
                endTime = r.int();
                tag = r.tag();
            }
            if (tag === 96) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 104) {
                version = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { orderId, status, coin, title, score, user, star, type, msg, link, endTime, leftMs, version };
    },
};
