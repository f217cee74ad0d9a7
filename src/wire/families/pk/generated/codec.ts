// Made by `npm run proto` from the .proto files. Not edited by hand.
import { type Schema, MAX_LIST_ITEMS, field, list, tooMany } from '../../../schema.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/codec.ts';
import type { Person as PersonBody } from '../../../generated/bodies.ts';
export const PkTeam: Schema<body.PkTeam> = {
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
    const stars: PersonBody[] = [];
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          teamId = r.int();
          break;
        case 18:
          name = r.text();
          break;
        case 24:
          score = r.int();
          break;
        case 32:
          rank = r.int();
          break;
        case 42:
          if (stars.length >= MAX_LIST_ITEMS) throw tooMany('PkTeam.stars');
          stars.push(r.message(Person));
          break;
        default:
          r.skip(tag);
      }
    }
    return { teamId, name, score, rank, stars };
  },
};
export const MultiPkRound: Schema<body.MultiPkRound> = {
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
    const teams: body.PkTeam[] = [];
    let leftMs = 0;
    let version = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          pkId = r.int();
          break;
        case 16:
          round = r.int();
          break;
        case 24:
          roundTotal = r.int();
          break;
        case 32:
          status = r.int();
          break;
        case 40:
          startTime = r.int();
          break;
        case 48:
          endTime = r.int();
          break;
        case 58:
          if (teams.length >= MAX_LIST_ITEMS) throw tooMany('MultiPkRound.teams');
          teams.push(r.message(PkTeam));
          break;
        case 64:
          leftMs = r.int();
          break;
        case 72:
          version = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { pkId, round, roundTotal, status, startTime, endTime, teams, leftMs, version };
  },
};
export const MultiPkLoseToWin: Schema<body.MultiPkLoseToWin> = {
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
    let user: PersonBody | null = null;
    let id = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          pkId = r.int();
          break;
        case 16:
          teamId = r.int();
          break;
        case 26:
          title = r.text();
          break;
        case 32:
          score = r.int();
          break;
        case 42:
          user = r.message(Person);
          break;
        case 50:
          id = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { pkId, teamId, title, score, user, id };
  },
};
export const MultiPkTeamQuery: Schema<body.MultiPkTeamQuery> = {
  name: 'MultiPkTeamQuery',
  fields: { pkId: field(1, 'number'), status: field(2, 'number'), teams: list(3, PkTeam) },
  read(r) {
    let pkId = 0;
    let status = 0;
    const teams: body.PkTeam[] = [];
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          pkId = r.int();
          break;
        case 16:
          status = r.int();
          break;
        case 26:
          if (teams.length >= MAX_LIST_ITEMS) throw tooMany('MultiPkTeamQuery.teams');
          teams.push(r.message(PkTeam));
          break;
        default:
          r.skip(tag);
      }
    }
    return { pkId, status, teams };
  },
};
export const BattleGiver: Schema<body.BattleGiver> = {
  name: 'BattleGiver',
  fields: { user: field(1, Person), score: field(2, 'number') },
  read(r) {
    let user: PersonBody | null = null;
    let score = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          user = r.message(Person);
          break;
        case 16:
          score = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { user, score };
  },
};
export const BattleSide: Schema<body.BattleSide> = {
  name: 'BattleSide',
  fields: {
    star: field(1, Person),
    roomId: field(2, 'number'),
    posterUrl: field(3, 'text'),
    score: field(4, 'number'),
    givers: list(5, BattleGiver),
  },
  read(r) {
    let star: PersonBody | null = null;
    let roomId = 0;
    let posterUrl = '';
    let score = 0;
    const givers: body.BattleGiver[] = [];
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          star = r.message(Person);
          break;
        case 16:
          roomId = r.int();
          break;
        case 26:
          posterUrl = r.text();
          break;
        case 32:
          score = r.int();
          break;
        case 42:
          if (givers.length >= MAX_LIST_ITEMS) throw tooMany('BattleSide.givers');
          givers.push(r.message(BattleGiver));
          break;
        default:
          r.skip(tag);
      }
    }
    return { star, roomId, posterUrl, score, givers };
  },
};
export const Battle: Schema<body.Battle> = {
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
    let own: body.BattleSide | null = null;
    let rival: body.BattleSide | null = null;
    let winner = 0;
    let punishment = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          pkId = r.int();
          break;
        case 16:
          version = r.int();
          break;
        case 24:
          phase = r.int();
          break;
        case 32:
          leftMs = r.int();
          break;
        case 42:
          own = r.message(BattleSide);
          break;
        case 50:
          rival = r.message(BattleSide);
          break;
        case 56:
          winner = r.int();
          break;
        case 66:
          punishment = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { pkId, version, phase, leftMs, own, rival, winner, punishment };
  },
};
export const ClanPkQuickMessage: Schema<body.ClanPkQuickMessage> = {
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
    let sender: PersonBody | null = null;
    let content = '';
    let type = 0;
    let id = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          pkId = r.int();
          break;
        case 16:
          clanId = r.int();
          break;
        case 26:
          clanName = r.text();
          break;
        case 34:
          sender = r.message(Person);
          break;
        case 42:
          content = r.text();
          break;
        case 48:
          type = r.int();
          break;
        case 58:
          id = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { pkId, clanId, clanName, sender, content, type, id };
  },
};
export const ClanPkPromotion: Schema<body.ClanPkPromotion> = {
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
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          pkId = r.int();
          break;
        case 16:
          clanId = r.int();
          break;
        case 26:
          clanName = r.text();
          break;
        case 32:
          stage = r.int();
          break;
        case 40:
          rank = r.int();
          break;
        case 48:
          score = r.int();
          break;
        case 58:
          title = r.text();
          break;
        case 64:
          leftMs = r.int();
          break;
        case 72:
          version = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { pkId, clanId, clanName, stage, rank, score, title, leftMs, version };
  },
};
