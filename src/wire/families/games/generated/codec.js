// Made by `npm run proto` from the .proto files. Not edited by hand.
import { MAX_LIST_ITEMS, field, list, tooMany } from '../../../schema.ts';
import { Person } from '../../../generated/codec.ts';
export const Monster = {
    name: 'Monster',
    fields: { id: field(1, 'number'), type: field(2, 'number'), blood: field(3, 'number'), x: field(4, 'number'), y: field(5, 'number') },
    read(r) {
        let id = 0;
        let type = 0;
        let blood = 0;
        let x = 0;
        let y = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                type = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                blood = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                x = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                y = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, type, blood, x, y };
    },
};
export const TowerDefenseMonsters = {
    name: 'TowerDefenseMonsters',
    fields: { gameId: field(1, 'number'), wave: field(2, 'number'), monsters: list(3, Monster) },
    read(r) {
        let gameId = 0;
        let wave = 0;
        const monsters = [];
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                gameId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                wave = r.int();
                tag = r.tag();
            }
            while (tag === 26) {
                if (monsters.length >= MAX_LIST_ITEMS)
                    throw tooMany('TowerDefenseMonsters.monsters');
                monsters.push(r.message(Monster));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { gameId, wave, monsters };
    },
};
export const ShooterCriticalBuff = {
    name: 'ShooterCriticalBuff',
    fields: { gameId: field(1, 'number'), user: field(2, Person), rate: field(3, 'number'), durationS: field(4, 'number') },
    read(r) {
        let gameId = 0;
        let user = null;
        let rate = 0;
        let durationS = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                gameId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 24) {
                rate = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                durationS = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { gameId, user, rate, durationS };
    },
};
export const PetMissedOrder = {
    name: 'PetMissedOrder',
    fields: { petId: field(1, 'number'), orderId: field(2, 'text'), title: field(3, 'text'), coin: field(4, 'number') },
    read(r) {
        let petId = 0;
        let orderId = '';
        let title = '';
        let coin = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                petId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                orderId = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                coin = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { petId, orderId, title, coin };
    },
};
export const NumberLucky = {
    name: 'NumberLucky',
    fields: {
        activityId: field(1, 'number'),
        number: field(2, 'text'),
        user: field(3, Person),
        endTime: field(4, 'number'),
        leftMs: field(5, 'number'),
        version: field(6, 'number'),
        status: field(7, 'number'),
        joined: field(8, 'number'),
    },
    read(r) {
        let activityId = 0;
        let number = '';
        let user = null;
        let endTime = 0;
        let leftMs = 0;
        let version = 0;
        let status = 0;
        let joined = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                activityId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                number = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 32) {
                endTime = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                version = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 64) {
                joined = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { activityId, number, user, endTime, leftMs, version, status, joined };
    },
};
export const NumberLuckyPrize = {
    name: 'NumberLuckyPrize',
    fields: {
        activityId: field(1, 'number'),
        number: field(2, 'text'),
        prizeName: field(3, 'text'),
        iconUrl: field(4, 'text'),
        num: field(5, 'number'),
        user: field(6, Person),
    },
    read(r) {
        let activityId = 0;
        let number = '';
        let prizeName = '';
        let iconUrl = '';
        let num = 0;
        let user = null;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                activityId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                number = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                prizeName = r.text();
                tag = r.tag();
            }
            if (tag === 34) {
                iconUrl = r.text();
                tag = r.tag();
            }
            if (tag === 40) {
                num = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { activityId, number, prizeName, iconUrl, num, user };
    },
};
export const TankLocation = {
    name: 'TankLocation',
    fields: {
        gameId: field(1, 'number'),
        tankId: field(2, 'number'),
        x: field(3, 'number'),
        y: field(4, 'number'),
        angle: field(5, 'number'),
        user: field(6, Person),
    },
    read(r) {
        let gameId = 0;
        let tankId = 0;
        let x = 0;
        let y = 0;
        let angle = 0;
        let user = null;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                gameId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                tankId = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                x = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                y = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                angle = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { gameId, tankId, x, y, angle, user };
    },
};
export const OpenApp = {
    name: 'OpenApp',
    fields: { link: field(1, 'text'), title: field(2, 'text'), content: field(3, 'text') },
    read(r) {
        let link = '';
        let title = '';
        let content = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                link = r.text();
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
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { link, title, content };
    },
};
export const Emotion = {
    name: 'Emotion',
    fields: {
        emotionId: field(1, 'number'),
        name: field(2, 'text'),
        iconUrl: field(3, 'text'),
        user: field(4, Person),
        durationS: field(5, 'number'),
        id: field(6, 'number'),
    },
    read(r) {
        let emotionId = 0;
        let name = '';
        let iconUrl = '';
        let user = null;
        let durationS = 0;
        let id = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                emotionId = r.int();
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
            if (tag === 34) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 40) {
                durationS = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                id = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { emotionId, name, iconUrl, user, durationS, id };
    },
};
export const Confession = {
    name: 'Confession',
    fields: {
        id: field(1, 'number'),
        user: field(2, Person),
        star: field(3, Person),
        content: field(4, 'text'),
        audioUrl: field(5, 'text'),
        answer: field(6, 'number'),
    },
    read(r) {
        let id = 0;
        let user = null;
        let star = null;
        let content = '';
        let audioUrl = '';
        let answer = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                id = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 26) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 34) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 42) {
                audioUrl = r.text();
                tag = r.tag();
            }
            if (tag === 48) {
                answer = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, user, star, content, audioUrl, answer };
    },
};
export const StarGameChange = {
    name: 'StarGameChange',
    fields: {
        starId: field(1, 'number'),
        gameId: field(2, 'number'),
        status: field(3, 'number'),
        name: field(4, 'text'),
        link: field(5, 'text'),
    },
    read(r) {
        let starId = 0;
        let gameId = 0;
        let status = 0;
        let name = '';
        let link = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                starId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                gameId = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                name = r.text();
                tag = r.tag();
            }
            if (tag === 42) {
                link = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { starId, gameId, status, name, link };
    },
};
