// Made by `npm run proto` from the .proto files. Not edited by hand.
import { MAX_LIST_ITEMS, field, list, tooMany } from '../../../schema.ts';
import { Person } from '../../../generated/codec.ts';
export const AudienceMember = {
    name: 'AudienceMember',
    fields: { user: field(1, Person), coins: field(2, 'number'), guard: field(3, 'number'), mystic: field(4, 'flag') },
    read(r) {
        let user = null;
        let coins = 0;
        let guard = 0;
        let mystic = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 16) {
                coins = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                guard = r.int();
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
        return { user, coins, guard, mystic };
    },
};
export const Audience = {
    name: 'Audience',
    fields: { roomId: field(1, 'number'), version: field(2, 'number'), members: list(3, AudienceMember), total: field(4, 'number') },
    read(r) {
        let roomId = 0;
        let version = 0;
        const members = [];
        let total = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                version = r.int();
                tag = r.tag();
            }
            while (tag === 26) {
                if (members.length >= MAX_LIST_ITEMS)
                    throw tooMany('Audience.members');
                members.push(r.message(AudienceMember));
                tag = r.tag();
            }
            if (tag === 32) {
                total = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, version, members, total };
    },
};
export const GivenGift = {
    name: 'GivenGift',
    fields: { giftId: field(1, 'number'), name: field(2, 'text'), iconUrl: field(3, 'text'), num: field(4, 'number') },
    read(r) {
        let giftId = 0;
        let name = '';
        let iconUrl = '';
        let num = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                giftId = r.int();
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
                num = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { giftId, name, iconUrl, num };
    },
};
export const UserProfile = {
    name: 'UserProfile',
    fields: {
        userId: field(1, 'number'),
        nickname: field(2, 'text'),
        userLogo: field(3, 'text'),
        richlevel: field(4, 'number'),
        fans: field(5, 'number'),
        isFollowing: field(6, 'flag'),
        guard: field(7, 'number'),
        coins: field(8, 'number'),
        gifts: list(9, GivenGift),
    },
    read(r) {
        let userId = 0;
        let nickname = '';
        let userLogo = '';
        let richlevel = 0;
        let fans = 0;
        let isFollowing = false;
        let guard = 0;
        let coins = 0;
        const gifts = [];
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                userId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                nickname = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                userLogo = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                richlevel = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                fans = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                isFollowing = r.bool();
                tag = r.tag();
            }
            if (tag === 56) {
                guard = r.int();
                tag = r.tag();
            }
            if (tag === 64) {
                coins = r.int();
                tag = r.tag();
            }
            while (tag === 74) {
                if (gifts.length >= MAX_LIST_ITEMS)
                    throw tooMany('UserProfile.gifts');
                gifts.push(r.message(GivenGift));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { userId, nickname, userLogo, richlevel, fans, isFollowing, guard, coins, gifts };
    },
};
export const PinnedLine = {
    name: 'PinnedLine',
    fields: { lineId: field(1, 'text'), user: field(2, Person), text: field(3, 'text') },
    read(r) {
        let lineId = '';
        let user = null;
        let text = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                lineId = r.text();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 26) {
                text = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { lineId, user, text };
    },
};
export const ChatMode = {
    name: 'ChatMode',
    fields: {
        roomId: field(1, 'number'),
        version: field(2, 'number'),
        slowS: field(3, 'number'),
        isFollowersOnly: field(4, 'flag'),
        pinned: field(5, PinnedLine),
    },
    read(r) {
        let roomId = 0;
        let version = 0;
        let slowS = 0;
        let isFollowersOnly = false;
        let pinned = null;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                version = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                slowS = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                isFollowersOnly = r.bool();
                tag = r.tag();
            }
            if (tag === 42) {
                pinned = r.message(PinnedLine);
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, version, slowS, isFollowersOnly, pinned };
    },
};
