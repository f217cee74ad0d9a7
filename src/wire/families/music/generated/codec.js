// Made by `npm run proto` from the .proto files. Not edited by hand.
import { MAX_LIST_ITEMS, field, list, tooMany } from '../../../schema.ts';
import { Person } from '../../../generated/codec.ts';
export const MusicOption = {
    name: 'MusicOption',
    fields: { id: field(1, 'text'), text: field(2, 'text'), right: field(3, 'flag'), count: field(4, 'number') },
    read(r) {
        let id = '';
        let text = '';
        let right = false;
        let count = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                id = r.text();
                tag = r.tag();
            }
            if (tag === 18) {
                text = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                right = r.bool();
                tag = r.tag();
            }
            if (tag === 32) {
                count = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { id, text, right, count };
    },
};
export const MusicQuestion = {
    name: 'MusicQuestion',
    fields: {
        questionId: field(1, 'number'),
        title: field(2, 'text'),
        songUrl: field(3, 'text'),
        options: list(4, MusicOption),
        index: field(5, 'number'),
        endTime: field(6, 'number'),
    },
    read(r) {
        let questionId = 0;
        let title = '';
        let songUrl = '';
        const options = [];
        let index = 0;
        let endTime = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                questionId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                songUrl = r.text();
                tag = r.tag();
            }
            while (tag === 34) {
                if (options.length >= MAX_LIST_ITEMS)
                    throw tooMany('MusicQuestion.options');
                options.push(r.message(MusicOption));
                tag = r.tag();
            }
            if (tag === 40) {
                index = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                endTime = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { questionId, title, songUrl, options, index, endTime };
    },
};
export const MusicKit = {
    name: 'MusicKit',
    fields: { kitId: field(1, 'number'), name: field(2, 'text'), num: field(3, 'number'), iconUrl: field(4, 'text') },
    read(r) {
        let kitId = 0;
        let name = '';
        let num = 0;
        let iconUrl = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                kitId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                name = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                num = r.int();
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
        return { kitId, name, num, iconUrl };
    },
};
export const MusicPlayer = {
    name: 'MusicPlayer',
    fields: {
        star: field(1, Person),
        blood: field(2, 'number'),
        bloodTotal: field(3, 'number'),
        score: field(4, 'number'),
        answer: field(5, 'text'),
        right: field(6, 'flag'),
        excluded: field(7, 'flag'),
        kits: list(8, MusicKit),
    },
    read(r) {
        let star = null;
        let blood = 0;
        let bloodTotal = 0;
        let score = 0;
        let answer = '';
        let right = false;
        let excluded = false;
        const kits = [];
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 16) {
                blood = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                bloodTotal = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 42) {
                answer = r.text();
                tag = r.tag();
            }
            if (tag === 48) {
                right = r.bool();
                tag = r.tag();
            }
            if (tag === 56) {
                excluded = r.bool();
                tag = r.tag();
            }
            while (tag === 66) {
                if (kits.length >= MAX_LIST_ITEMS)
                    throw tooMany('MusicPlayer.kits');
                kits.push(r.message(MusicKit));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { star, blood, bloodTotal, score, answer, right, excluded, kits };
    },
};
export const MusicSettlement = {
    name: 'MusicSettlement',
    fields: {
        winnerId: field(1, 'number'),
        result: field(2, 'number'),
        coin: field(3, 'number'),
        score: field(4, 'number'),
        seasonLevel: field(5, 'number'),
        seasonName: field(6, 'text'),
    },
    read(r) {
        let winnerId = 0;
        let result = 0;
        let coin = 0;
        let score = 0;
        let seasonLevel = 0;
        let seasonName = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                winnerId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                result = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                seasonLevel = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                seasonName = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { winnerId, result, coin, score, seasonLevel, seasonName };
    },
};
export const MusicPkStatus = {
    name: 'MusicPkStatus',
    fields: {
        pkId: field(1, 'number'),
        status: field(2, 'number'),
        startTime: field(3, 'number'),
        endTime: field(4, 'number'),
        players: list(5, MusicPlayer),
        seasonLevel: field(6, 'number'),
        round: field(7, 'number'),
        leftMs: field(8, 'number'),
        version: field(9, 'number'),
    },
    read(r) {
        let pkId = 0;
        let status = 0;
        let startTime = 0;
        let endTime = 0;
        const players = [];
        let seasonLevel = 0;
        let round = 0;
        let leftMs = 0;
        let version = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                startTime = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                endTime = r.int();
                tag = r.tag();
            }
            while (tag === 42) {
                if (players.length >= MAX_LIST_ITEMS)
                    throw tooMany('MusicPkStatus.players');
                players.push(r.message(MusicPlayer));
                tag = r.tag();
            }
            if (tag === 48) {
                seasonLevel = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                round = r.int();
                tag = r.tag();
            }
            if (tag === 64) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 72) {
                version = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, status, startTime, endTime, players, seasonLevel, round, leftMs, version };
    },
};
export const MusicPkRounds = {
    name: 'MusicPkRounds',
    fields: {
        pkId: field(1, 'number'),
        round: field(2, 'number'),
        roundTotal: field(3, 'number'),
        question: field(4, MusicQuestion),
        players: list(5, MusicPlayer),
        leftMs: field(6, 'number'),
        version: field(7, 'number'),
    },
    read(r) {
        let pkId = 0;
        let round = 0;
        let roundTotal = 0;
        let question = null;
        const players = [];
        let leftMs = 0;
        let version = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                round = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                roundTotal = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                question = r.message(MusicQuestion);
                tag = r.tag();
            }
            while (tag === 42) {
                if (players.length >= MAX_LIST_ITEMS)
                    throw tooMany('MusicPkRounds.players');
                players.push(r.message(MusicPlayer));
                tag = r.tag();
            }
            if (tag === 48) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                version = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, round, roundTotal, question, players, leftMs, version };
    },
};
export const MusicPkEndInfo = {
    name: 'MusicPkEndInfo',
    fields: {
        pkId: field(1, 'number'),
        settlement: field(2, MusicSettlement),
        players: list(3, MusicPlayer),
        leftMs: field(4, 'number'),
        version: field(5, 'number'),
    },
    read(r) {
        let pkId = 0;
        let settlement = null;
        const players = [];
        let leftMs = 0;
        let version = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                settlement = r.message(MusicSettlement);
                tag = r.tag();
            }
            while (tag === 26) {
                if (players.length >= MAX_LIST_ITEMS)
                    throw tooMany('MusicPkEndInfo.players');
                players.push(r.message(MusicPlayer));
                tag = r.tag();
            }
            if (tag === 32) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                version = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, settlement, players, leftMs, version };
    },
};
export const MusicPkPublicChat = {
    name: 'MusicPkPublicChat',
    fields: { pkId: field(1, 'number'), sender: field(2, Person), content: field(3, 'text'), right: field(4, 'flag') },
    read(r) {
        let pkId = 0;
        let sender = null;
        let content = '';
        let right = false;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                sender = r.message(Person);
                tag = r.tag();
            }
            if (tag === 26) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                right = r.bool();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, sender, content, right };
    },
};
export const MusicPkResult = {
    name: 'MusicPkResult',
    fields: {
        pkId: field(1, 'number'),
        round: field(2, 'number'),
        answer: field(3, 'text'),
        players: list(4, MusicPlayer),
        settlement: field(5, MusicSettlement),
        leftMs: field(6, 'number'),
        version: field(7, 'number'),
    },
    read(r) {
        let pkId = 0;
        let round = 0;
        let answer = '';
        const players = [];
        let settlement = null;
        let leftMs = 0;
        let version = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                round = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                answer = r.text();
                tag = r.tag();
            }
            while (tag === 34) {
                if (players.length >= MAX_LIST_ITEMS)
                    throw tooMany('MusicPkResult.players');
                players.push(r.message(MusicPlayer));
                tag = r.tag();
            }
            if (tag === 42) {
                settlement = r.message(MusicSettlement);
                tag = r.tag();
            }
            if (tag === 48) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                version = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, round, answer, players, settlement, leftMs, version };
    },
};
export const MusicPkMatch = {
    name: 'MusicPkMatch',
    fields: {
        pkId: field(1, 'number'),
        status: field(2, 'number'),
        star: field(3, Person),
        rival: field(4, Person),
        endTime: field(5, 'number'),
        leftMs: field(6, 'number'),
        version: field(7, 'number'),
    },
    read(r) {
        let pkId = 0;
        let status = 0;
        let star = null;
        let rival = null;
        let endTime = 0;
        let leftMs = 0;
        let version = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 34) {
                rival = r.message(Person);
                tag = r.tag();
            }
            if (tag === 40) {
                endTime = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 56) {
                version = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, status, star, rival, endTime, leftMs, version };
    },
};
export const MusicPkExcludeError = {
    name: 'MusicPkExcludeError',
    fields: { pkId: field(1, 'number'), questionId: field(2, 'number'), optionIds: list(3, 'text'), user: field(4, Person) },
    read(r) {
        let pkId = 0;
        let questionId = 0;
        const optionIds = [];
        let user = null;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                questionId = r.int();
                tag = r.tag();
            }
            while (tag === 26) {
                if (optionIds.length >= MAX_LIST_ITEMS)
                    throw tooMany('MusicPkExcludeError.optionIds');
                optionIds.push(r.text());
                tag = r.tag();
            }
            if (tag === 34) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, questionId, optionIds, user };
    },
};
export const MusicPkHelpReborn = {
    name: 'MusicPkHelpReborn',
    fields: {
        pkId: field(1, 'number'),
        star: field(2, Person),
        helper: field(3, Person),
        blood: field(4, 'number'),
        coin: field(5, 'number'),
        id: field(6, 'text'),
    },
    read(r) {
        let pkId = 0;
        let star = null;
        let helper = null;
        let blood = 0;
        let coin = 0;
        let id = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 26) {
                helper = r.message(Person);
                tag = r.tag();
            }
            if (tag === 32) {
                blood = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                id = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, star, helper, blood, coin, id };
    },
};
export const MusicPkRemindAnswer = {
    name: 'MusicPkRemindAnswer',
    fields: {
        pkId: field(1, 'number'),
        questionId: field(2, 'number'),
        user: field(3, Person),
        content: field(4, 'text'),
        id: field(5, 'text'),
    },
    read(r) {
        let pkId = 0;
        let questionId = 0;
        let user = null;
        let content = '';
        let id = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                questionId = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 34) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 42) {
                id = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, questionId, user, content, id };
    },
};
export const MusicPkUseKit = {
    name: 'MusicPkUseKit',
    fields: {
        pkId: field(1, 'number'),
        user: field(2, Person),
        kit: field(3, MusicKit),
        questionId: field(4, 'number'),
        id: field(5, 'text'),
    },
    read(r) {
        let pkId = 0;
        let user = null;
        let kit = null;
        let questionId = 0;
        let id = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 26) {
                kit = r.message(MusicKit);
                tag = r.tag();
            }
            if (tag === 32) {
                questionId = r.int();
                tag = r.tag();
            }
            if (tag === 42) {
                id = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, user, kit, questionId, id };
    },
};
export const MusicPkKitAdd = {
    name: 'MusicPkKitAdd',
    fields: { pkId: field(1, 'number'), user: field(2, Person), kit: field(3, MusicKit), id: field(4, 'text') },
    read(r) {
        let pkId = 0;
        let user = null;
        let kit = null;
        let id = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 26) {
                kit = r.message(MusicKit);
                tag = r.tag();
            }
            if (tag === 34) {
                id = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, user, kit, id };
    },
};
export const MusicPkSendCall = {
    name: 'MusicPkSendCall',
    fields: { pkId: field(1, 'number'), user: field(2, Person), num: field(3, 'number'), content: field(4, 'text'), id: field(5, 'text') },
    read(r) {
        let pkId = 0;
        let user = null;
        let num = 0;
        let content = '';
        let id = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 24) {
                num = r.int();
                tag = r.tag();
            }
            if (tag === 34) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 42) {
                id = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, user, num, content, id };
    },
};
export const MusicPkTips = {
    name: 'MusicPkTips',
    fields: {
        pkId: field(1, 'number'),
        type: field(2, 'number'),
        title: field(3, 'text'),
        content: field(4, 'text'),
        durationS: field(5, 'number'),
        link: field(6, 'text'),
        id: field(7, 'text'),
    },
    read(r) {
        let pkId = 0;
        let type = 0;
        let title = '';
        let content = '';
        let durationS = 0;
        let link = '';
        let id = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
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
            if (tag === 40) {
                durationS = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                link = r.text();
                tag = r.tag();
            }
            if (tag === 58) {
                id = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, type, title, content, durationS, link, id };
    },
};
export const MusicStarGameStatus = {
    name: 'MusicStarGameStatus',
    fields: { starId: field(1, 'number'), status: field(2, 'number'), gameId: field(3, 'number'), startTime: field(4, 'number') },
    read(r) {
        let starId = 0;
        let status = 0;
        let gameId = 0;
        let startTime = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                starId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                gameId = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                startTime = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { starId, status, gameId, startTime };
    },
};
export const MusicWinner = {
    name: 'MusicWinner',
    fields: { user: field(1, Person), score: field(2, 'number') },
    read(r) {
        let user = null;
        let score = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                user = r.message(Person);
                tag = r.tag();
            }
            if (tag === 16) {
                score = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { user, score };
    },
};
export const MusicGuessStatus = {
    name: 'MusicGuessStatus',
    fields: {
        guessId: field(1, 'number'),
        status: field(2, 'number'),
        question: field(3, MusicQuestion),
        endTime: field(4, 'number'),
        leftMs: field(5, 'number'),
        version: field(6, 'number'),
        winners: list(7, MusicWinner),
        round: field(8, 'number'),
        roundTotal: field(9, 'number'),
    },
    read(r) {
        let guessId = 0;
        let status = 0;
        let question = null;
        let endTime = 0;
        let leftMs = 0;
        let version = 0;
        const winners = [];
        let round = 0;
        let roundTotal = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                guessId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                question = r.message(MusicQuestion);
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
            while (tag === 58) {
                if (winners.length >= MAX_LIST_ITEMS)
                    throw tooMany('MusicGuessStatus.winners');
                winners.push(r.message(MusicWinner));
                tag = r.tag();
            }
            if (tag === 64) {
                round = r.int();
                tag = r.tag();
            }
            if (tag === 72) {
                roundTotal = r.int();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { guessId, status, question, endTime, leftMs, version, winners, round, roundTotal };
    },
};
export const RealSingLog = {
    name: 'RealSingLog',
    fields: {
        songId: field(1, 'number'),
        songName: field(2, 'text'),
        status: field(3, 'number'),
        score: field(4, 'number'),
        content: field(5, 'text'),
    },
    read(r) {
        let songId = 0;
        let songName = '';
        let status = 0;
        let score = 0;
        let content = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                songId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                songName = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 42) {
                content = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { songId, songName, status, score, content };
    },
};
export const SongOrder = {
    name: 'SongOrder',
    fields: {
        orderId: field(1, 'text'),
        status: field(2, 'number'),
        songName: field(3, 'text'),
        singerName: field(4, 'text'),
        coin: field(5, 'number'),
        user: field(6, Person),
        leftMs: field(7, 'number'),
    },
    read(r) {
        let orderId = '';
        let status = 0;
        let songName = '';
        let singerName = '';
        let coin = 0;
        let user = null;
        let leftMs = 0;
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
            if (tag === 26) {
                songName = r.text();
                tag = r.tag();
            }
            if (tag === 34) {
                singerName = r.text();
                tag = r.tag();
            }
            if (tag === 40) {
                coin = r.int();
                tag = r.tag();
            }
            if (tag === 50) {
                user = r.message(Person);
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
        return { orderId, status, songName, singerName, coin, user, leftMs };
    },
};
export const SongOffer = {
    name: 'SongOffer',
    fields: { songId: field(1, 'number'), songName: field(2, 'text'), singerName: field(3, 'text'), coin: field(4, 'number') },
    read(r) {
        let songId = 0;
        let songName = '';
        let singerName = '';
        let coin = 0;
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                songId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                songName = r.text();
                tag = r.tag();
            }
            if (tag === 26) {
                singerName = r.text();
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
        return { songId, songName, singerName, coin };
    },
};
export const SongOrderList = {
    name: 'SongOrderList',
    fields: {
        roomId: field(1, 'number'),
        version: field(2, 'number'),
        isOpen: field(3, 'flag'),
        orders: list(4, SongOrder),
        offers: list(5, SongOffer),
    },
    read(r) {
        let roomId = 0;
        let version = 0;
        let isOpen = false;
        const orders = [];
        const offers = [];
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
                if (orders.length >= MAX_LIST_ITEMS)
                    throw tooMany('SongOrderList.orders');
                orders.push(r.message(SongOrder));
                tag = r.tag();
            }
            while (tag === 42) {
                if (offers.length >= MAX_LIST_ITEMS)
                    throw tooMany('SongOrderList.offers');
                offers.push(r.message(SongOffer));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { roomId, version, isOpen, orders, offers };
    },
};
