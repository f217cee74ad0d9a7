// Made by `npm run proto` from the .proto files. Not edited by hand.
import { MAX_LIST_ITEMS, field, list, tooMany } from '../../../schema.ts';
import { Person } from '../../../generated/codec.ts';
export const PkTeam = {
    name: 'PkTeam',
    fields: {
        teamId: field(1, 'number'),
        name: field(2, 'text'),
        score: field(3, 'number'),
        rank: field(4, 'number'),
        stars: list(5, Person),
    },
    read(r) {
        let teamId = 0;
        let name = '';
        let score = 0;
        let rank = 0;
        const stars = [];
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                teamId = r.int();
                tag = r.tag();
            }
            if (tag === 18) {
                name = r.text();
                tag = r.tag();
            }
            if (tag === 24) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                rank = r.int();
                tag = r.tag();
            }
            while (tag === 42) {
                if (stars.length >= MAX_LIST_ITEMS)
                    throw tooMany('PkTeam.stars');
                stars.push(r.message(Person));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { teamId, name, score, rank, stars };
    },
};
export const MultiPkRound = {
    name: 'MultiPkRound',
    fields: {
        pkId: field(1, 'number'),
        round: field(2, 'number'),
        roundTotal: field(3, 'number'),
        status: field(4, 'number'),
        startTime: field(5, 'number'),
        endTime: field(6, 'number'),
        teams: list(7, PkTeam),
        leftMs: field(8, 'number'),
        version: field(9, 'number'),
    },
    read(r) {
        let pkId = 0;
        let round = 0;
        let roundTotal = 0;
        let status = 0;
        let startTime = 0;
        let endTime = 0;
        const teams = [];
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
            if (tag === 32) {
                status = r.int();
                tag = r.tag();
            }
            if (tag === 40) {
                startTime = r.int();
                tag = r.tag();
            }
            if (tag === 48) {
                endTime = r.int();
                tag = r.tag();
            }
            while (tag === 58) {
                if (teams.length >= MAX_LIST_ITEMS)
                    throw tooMany('MultiPkRound.teams');
                teams.push(r.message(PkTeam));
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
        return { pkId, round, roundTotal, status, startTime, endTime, teams, leftMs, version };
    },
};
export const MultiPkLoseToWin = {
    name: 'MultiPkLoseToWin',
    fields: {
        pkId: field(1, 'number'),
        teamId: field(2, 'number'),
        title: field(3, 'text'),
        score: field(4, 'number'),
        user: field(5, Person),
        id: field(6, 'text'),
    },
    read(r) {
        let pkId = 0;
        let teamId = 0;
        let title = '';
        let score = 0;
        let user = null;
        let id = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                teamId = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                title = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                score = r.int();
                tag = r.tag();
            }
            if (tag === 42) {
                user = r.message(Person);
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
        return { pkId, teamId, title, score, user, id };
    },
};
export const MultiPkTeamQuery = {
    name: 'MultiPkTeamQuery',
    fields: { pkId: field(1, 'number'), status: field(2, 'number'), teams: list(3, PkTeam) },
    read(r) {
        let pkId = 0;
        let status = 0;
        const teams = [];
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
            while (tag === 26) {
                if (teams.length >= MAX_LIST_ITEMS)
                    throw tooMany('MultiPkTeamQuery.teams');
                teams.push(r.message(PkTeam));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, status, teams };
    },
};
export const BattleGiver = {
    name: 'BattleGiver',
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
export const BattleSide = {
    name: 'BattleSide',
    fields: {
        star: field(1, Person),
        roomId: field(2, 'number'),
        posterUrl: field(3, 'text'),
        score: field(4, 'number'),
        givers: list(5, BattleGiver),
    },
    read(r) {
        let star = null;
        let roomId = 0;
        let posterUrl = '';
        let score = 0;
        const givers = [];
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 10) {
                star = r.message(Person);
                tag = r.tag();
            }
            if (tag === 16) {
                roomId = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                posterUrl = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                score = r.int();
                tag = r.tag();
            }
            while (tag === 42) {
                if (givers.length >= MAX_LIST_ITEMS)
                    throw tooMany('BattleSide.givers');
                givers.push(r.message(BattleGiver));
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { star, roomId, posterUrl, score, givers };
    },
};
export const Battle = {
    name: 'Battle',
    fields: {
        pkId: field(1, 'number'),
        version: field(2, 'number'),
        phase: field(3, 'number'),
        leftMs: field(4, 'number'),
        own: field(5, BattleSide),
        rival: field(6, BattleSide),
        winner: field(7, 'number'),
        punishment: field(8, 'text'),
    },
    read(r) {
        let pkId = 0;
        let version = 0;
        let phase = 0;
        let leftMs = 0;
        let own = null;
        let rival = null;
        let winner = 0;
        let punishment = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                version = r.int();
                tag = r.tag();
            }
            if (tag === 24) {
                phase = r.int();
                tag = r.tag();
            }
            if (tag === 32) {
                leftMs = r.int();
                tag = r.tag();
            }
            if (tag === 42) {
                own = r.message(BattleSide);
                tag = r.tag();
            }
            if (tag === 50) {
                rival = r.message(BattleSide);
                tag = r.tag();
            }
            if (tag === 56) {
                winner = r.int();
                tag = r.tag();
            }
            if (tag === 66) {
                punishment = r.text();
                tag = r.tag();
            }
            if (r.pos === at) {
                r.skip(tag);
                tag = r.tag();
            }
        }
        return { pkId, version, phase, leftMs, own, rival, winner, punishment };
    },
};
export const ClanPkQuickMessage = {
    name: 'ClanPkQuickMessage',
    fields: {
        pkId: field(1, 'number'),
        clanId: field(2, 'number'),
        clanName: field(3, 'text'),
        sender: field(4, Person),
        content: field(5, 'text'),
        type: field(6, 'number'),
        id: field(7, 'text'),
    },
    read(r) {
        let pkId = 0;
        let clanId = 0;
        let clanName = '';
        let sender = null;
        let content = '';
        let type = 0;
        let id = '';
        let tag = r.tag();
        while (tag !== 0) {
            const at = r.pos;
            if (tag === 8) {
                pkId = r.int();
                tag = r.tag();
            }
            if (tag === 16) {
                clanId = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                clanName = r.text();
                tag = r.tag();
            }
            if (tag === 34) {
                sender = r.message(Person);
                tag = r.tag();
            }
            if (tag === 42) {
                content = r.text();
                tag = r.tag();
            }
            if (tag === 48) {
                type = r.int();
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
        return { pkId, clanId, clanName, sender, content, type, id };
    },
};
export const ClanPkPromotion = {
    name: 'ClanPkPromotion',
    fields: {
        pkId: field(1, 'number'),
        clanId: field(2, 'number'),
        clanName: field(3, 'text'),
        stage: field(4, 'number'),
        rank: field(5, 'number'),
        score: field(6, 'number'),
        title: field(7, 'text'),
        leftMs: field(8, 'number'),
        version: field(9, 'number'),
    },
    read(r) {
        let pkId = 0;
        let clanId = 0;
        let clanName = '';
        let stage = 0;
        let rank = 0;
        let score = 0;
        let title = '';
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
                clanId = r.int();
                tag = r.tag();
            }
            if (tag === 26) {
                clanName = r.text();
                tag = r.tag();
            }
            if (tag === 32) {
                stage = r.int();
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
            if (tag === 58) {
                title = r.text();
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
        return { pkId, clanId, clanName, stage, rank, score, title, leftMs, version };
    },
};
