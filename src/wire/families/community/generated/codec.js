// Made by `npm run proto` from the .proto files. Not edited by hand.
import { MAX_LIST_ITEMS, field, list, tooMany } from '../../../schema.ts';
import { Guard, Medal, Person } from '../../../generated/codec.ts';
export const RedPacket = {
    name: 'RedPacket',
    fields: {
        packetId: field(1, 'text'),
        roomId: field(2, 'number'),
        version: field(3, 'number'),
        kind: field(4, 'number'),
        audience: field(5, 'number'),
        sender: field(6, Person),
        title: field(7, 'text'),
        status: field(8, 'number'),
        leftMs: field(9, 'number'),
        coin: field(10, 'number'),
        num: field(11, 'number'),
        numLeft: field(12, 'number'),
    },
    read(r) {
        let packetId = '';
        let roomId = 0;
        let version = 0;
        let kind = 0;
        let audience = 0;
        let sender = null;
        let title = '';
        let status = 0;
        let leftMs = 0;
        let coin = 0;
        let num = 0;
        let numLeft = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                packetId = r.text();
                tag = r.tag();
            }
            if (tag === 16) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                version = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                kind = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                audience = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                sender = r.message(Person);
                tag = r.tag();
            }
            if (tag === 58) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 64) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 72) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 80) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 88) {
                num = r.int();
                tag = r.tag();
            }
            if (tag === 96) {
                numLeft = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { packetId, roomId, version, kind, audience, sender, title, status, leftMs, coin, num, numLeft };
    },
};
export const RedPacketShare = {
    name: 'RedPacketShare',
    fields: { user: field(1, Person), coin: field(2, 'number'), best: field(3, 'flag') },
    read(r) {
        let user = null;
        let coin = 0;
        let best = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 16) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                best = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { user, coin, best };
    },
};
export const RedPacketResult = {
    name: 'RedPacketResult',
    fields: {
        packetId: field(1, 'text'),
        roomId: field(2, 'number'),
        kind: field(3, 'number'),
        sender: field(4, Person),
        coin: field(5, 'number'),
        num: field(6, 'number'),
        shares: list(7, RedPacketShare),
    },
    read(r) {
        let packetId = '';
        let roomId = 0;
        let kind = 0;
        let sender = null;
        let coin = 0;
        let num = 0;
        const shares = [];
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                packetId = r.text();
                tag = r.tag();
            }
            if (tag === 16) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                kind = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                sender = r.message(Person);
                tag = r.tag();
            }
            if (tag === 40) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                num = r.int();
                tag = r.tag();
            }
            while (tag === 58) {
                if (shares.length >= MAX_LIST_ITEMS)
                    throw tooMany('RedPacketResult.shares');
                shares.push(r.message(RedPacketShare));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { packetId, roomId, kind, sender, coin, num, shares };
    },
};
export const RankEntry = {
    name: 'RankEntry',
    fields: { user: field(1, Person), rank: field(2, 'number'), score: field(3, 'number'), change: field(4, 'number') },
    read(r) {
        let user = null;
        let rank = 0;
        let score = 0;
        let change = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 16) {
                rank = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                change = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { user, rank, score, change };
    },
};
export const RankList = {
    name: 'RankList',
    fields: {
        roomId: field(1, 'number'),
        kind: field(2, 'number'),
        period: field(3, 'number'),
        version: field(4, 'number'),
        entries: list(5, RankEntry),
        total: field(6, 'number'),
        leftMs: field(7, 'number'),
    },
    read(r) {
        let roomId = 0;
        let kind = 0;
        let period = 0;
        let version = 0;
        const entries = [];
        let total = 0;
        let leftMs = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                kind = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                period = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                version = r.int();
                tag = r.tag();
            }
            while (tag === 42) {
                if (entries.length >= MAX_LIST_ITEMS)
                    throw tooMany('RankList.entries');
                entries.push(r.message(RankEntry));
                tag = r.tag();
            }
            if (tag === 48) {
                total = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, kind, period, version, entries, total, leftMs };
    },
};
export const RankOwn = {
    name: 'RankOwn',
    fields: {
        roomId: field(1, 'number'),
        kind: field(2, 'number'),
        period: field(3, 'number'),
        version: field(4, 'number'),
        rank: field(5, 'number'),
        score: field(6, 'number'),
        gap: field(7, 'number'),
    },
    read(r) {
        let roomId = 0;
        let kind = 0;
        let period = 0;
        let version = 0;
        let rank = 0;
        let score = 0;
        let gap = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                kind = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                period = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                version = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                rank = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                gap = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, kind, period, version, rank, score, gap };
    },
};
export const MicSeat = {
    name: 'MicSeat',
    fields: {
        seat: field(1, 'number'),
        user: field(2, Person),
        status: field(3, 'number'),
        volume: field(4, 'number'),
        isVideo: field(5, 'flag'),
    },
    read(r) {
        let seat = 0;
        let user = null;
        let status = 0;
        let volume = 0;
        let isVideo = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                seat = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 24) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                volume = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                isVideo = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { seat, user, status, volume, isVideo };
    },
};
export const MicAsker = {
    name: 'MicAsker',
    fields: { requestId: field(1, 'text'), user: field(2, Person) },
    read(r) {
        let requestId = '';
        let user = null;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                requestId = r.text();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { requestId, user };
    },
};
export const MicLink = {
    name: 'MicLink',
    fields: {
        roomId: field(1, 'number'),
        version: field(2, 'number'),
        isOpen: field(3, 'flag'),
        seats: list(4, MicSeat),
        waiting: field(5, 'number'),
        asking: list(6, MicAsker),
    },
    read(r) {
        let roomId = 0;
        let version = 0;
        let isOpen = false;
        const seats = [];
        let waiting = 0;
        const asking = [];
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
                isOpen = r.bool();
                tag = r.tag();
            }
            while (tag === 34) {
                if (seats.length >= MAX_LIST_ITEMS)
                    throw tooMany('MicLink.seats');
                seats.push(r.message(MicSeat));
                tag = r.tag();
            }
            if (tag === 40) {
                waiting = r.int();
                tag = r.tag();
            }
            while (tag === 50) {
                if (asking.length >= MAX_LIST_ITEMS)
                    throw tooMany('MicLink.asking');
                asking.push(r.message(MicAsker));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, version, isOpen, seats, waiting, asking };
    },
};
export const MicRequest = {
    name: 'MicRequest',
    fields: {
        roomId: field(1, 'number'),
        requestId: field(2, 'text'),
        status: field(3, 'number'),
        seat: field(4, 'number'),
        position: field(5, 'number'),
        leftMs: field(6, 'number'),
        msg: field(7, 'text'),
    },
    read(r) {
        let roomId = 0;
        let requestId = '';
        let status = 0;
        let seat = 0;
        let position = 0;
        let leftMs = 0;
        let msg = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                requestId = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                seat = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                position = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 58) {
                msg = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, requestId, status, seat, position, leftMs, msg };
    },
};
export const GuardUpdate = {
    name: 'GuardUpdate',
    fields: {
        roomId: field(1, 'number'),
        user: field(2, Person),
        guard: field(3, Guard),
        type: field(4, 'number'),
        months: field(5, 'number'),
        total: field(6, 'number'),
    },
    read(r) {
        let roomId = 0;
        let user = null;
        let guard = null;
        let type = 0;
        let months = 0;
        let total = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 26) {
                guard = r.message(Guard);
                tag = r.tag();
            }
            if (tag === 32) {
                type = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                months = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                total = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, user, guard, type, months, total };
    },
};
export const MedalUpdate = {
    name: 'MedalUpdate',
    fields: { roomId: field(1, 'number'), user: field(2, Person), medal: field(3, Medal), type: field(4, 'number') },
    read(r) {
        let roomId = 0;
        let user = null;
        let medal = null;
        let type = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 26) {
                medal = r.message(Medal);
                tag = r.tag();
            }
            if (tag === 32) {
                type = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, user, medal, type };
    },
};
export const FandomUpdate = {
    name: 'FandomUpdate',
    fields: {
        roomId: field(1, 'number'),
        version: field(2, 'number'),
        intimacyLevel: field(3, 'number'),
        intimacy: field(4, 'number'),
        guard: field(5, 'number'),
        guardType: field(6, 'number'),
        littleGuard: field(7, 'number'),
        clubName: field(8, 'text'),
        isFollow: field(9, 'flag'),
        plateId: field(10, 'number'),
        lightUp: field(11, 'flag'),
        lightUpGuide: field(12, 'text'),
        members: field(13, 'number'),
    },
    read(r) {
        let roomId = 0;
        let version = 0;
        let intimacyLevel = 0;
        let intimacy = 0;
        let guard = 0;
        let guardType = 0;
        let littleGuard = 0;
        let clubName = '';
        let isFollow = false;
        let plateId = 0;
        let lightUp = false;
        let lightUpGuide = '';
        let members = 0;
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
                intimacyLevel = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                intimacy = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                guard = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                guardType = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                littleGuard = r.int();
                tag = r.tag();
            }
            if (tag === 66) {
                clubName = r.text();
                tag = r.tag();
            }
            if (tag === 72) {
                isFollow = r.bool();
                tag = r.tag();
            }
            if (tag === 80) {
                plateId = r.int();
                tag = r.tag();
            }
            if (tag === 88) {
                lightUp = r.bool();
                tag = r.tag();
            }
            if (tag === 98) {
                lightUpGuide = r.text();
                tag = r.tag();
            }
            if (tag === 104) {
                members = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return {
            roomId,
            version,
            intimacyLevel,
            intimacy,
            guard,
            guardType,
            littleGuard,
            clubName,
            isFollow,
            plateId,
            lightUp,
            lightUpGuide,
            members,
        };
    },
};
