// Made by `npm run proto` from the .proto files. Not edited by hand.
import { type Schema, MAX_LIST_ITEMS, field, list, tooMany } from '../../../schema.ts';
import type * as body from './bodies.ts';
import { Guard, Medal, Person } from '../../../generated/codec.ts';
import type { Guard as GuardBody, Medal as MedalBody, Person as PersonBody } from '../../../generated/bodies.ts';
export const RedPacket: Schema<body.RedPacket> = {
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
    let sender: PersonBody | null = null;
    let title = '';
    let status = 0;
    let leftMs = 0;
    let coin = 0;
    let num = 0;
    let numLeft = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          packetId = r.text();
          break;
        case 16:
          roomId = r.int();
          break;
        case 24:
          version = r.int();
          break;
        case 32:
          kind = r.int();
          break;
        case 40:
          audience = r.int();
          break;
        case 50:
          sender = r.message(Person);
          break;
        case 58:
          title = r.text();
          break;
        case 64:
          status = r.int();
          break;
        case 72:
          leftMs = r.int();
          break;
        case 80:
          coin = r.int();
          break;
        case 88:
          num = r.int();
          break;
        case 96:
          numLeft = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { packetId, roomId, version, kind, audience, sender, title, status, leftMs, coin, num, numLeft };
  },
};
export const RedPacketShare: Schema<body.RedPacketShare> = {
  name: 'RedPacketShare',
  fields: { user: field(1, Person), coin: field(2, 'number'), best: field(3, 'flag') },
  read(r) {
    let user: PersonBody | null = null;
    let coin = 0;
    let best = false;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          user = r.message(Person);
          break;
        case 16:
          coin = r.int();
          break;
        case 24:
          best = r.bool();
          break;
        default:
          r.skip(tag);
      }
    }
    return { user, coin, best };
  },
};
export const RedPacketResult: Schema<body.RedPacketResult> = {
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
    let sender: PersonBody | null = null;
    let coin = 0;
    let num = 0;
    const shares: body.RedPacketShare[] = [];
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          packetId = r.text();
          break;
        case 16:
          roomId = r.int();
          break;
        case 24:
          kind = r.int();
          break;
        case 34:
          sender = r.message(Person);
          break;
        case 40:
          coin = r.int();
          break;
        case 48:
          num = r.int();
          break;
        case 58:
          if (shares.length >= MAX_LIST_ITEMS) throw tooMany('RedPacketResult.shares');
          shares.push(r.message(RedPacketShare));
          break;
        default:
          r.skip(tag);
      }
    }
    return { packetId, roomId, kind, sender, coin, num, shares };
  },
};
export const RankEntry: Schema<body.RankEntry> = {
  name: 'RankEntry',
  fields: {
    user: field(1, Person),
    rank: field(2, 'number'),
    score: field(3, 'number'),
    change: field(4, 'number'),
    mystic: field(5, 'flag'),
  },
  read(r) {
    let user: PersonBody | null = null;
    let rank = 0;
    let score = 0;
    let change = 0;
    let mystic = false;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          user = r.message(Person);
          break;
        case 16:
          rank = r.int();
          break;
        case 24:
          score = r.int();
          break;
        case 32:
          change = r.int();
          break;
        case 40:
          mystic = r.bool();
          break;
        default:
          r.skip(tag);
      }
    }
    return { user, rank, score, change, mystic };
  },
};
export const RankList: Schema<body.RankList> = {
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
    const entries: body.RankEntry[] = [];
    let total = 0;
    let leftMs = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 16:
          kind = r.int();
          break;
        case 24:
          period = r.int();
          break;
        case 32:
          version = r.int();
          break;
        case 42:
          if (entries.length >= MAX_LIST_ITEMS) throw tooMany('RankList.entries');
          entries.push(r.message(RankEntry));
          break;
        case 48:
          total = r.int();
          break;
        case 56:
          leftMs = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomId, kind, period, version, entries, total, leftMs };
  },
};
export const RankOwn: Schema<body.RankOwn> = {
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
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 16:
          kind = r.int();
          break;
        case 24:
          period = r.int();
          break;
        case 32:
          version = r.int();
          break;
        case 40:
          rank = r.int();
          break;
        case 48:
          score = r.int();
          break;
        case 56:
          gap = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomId, kind, period, version, rank, score, gap };
  },
};
export const MicSeat: Schema<body.MicSeat> = {
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
    let user: PersonBody | null = null;
    let status = 0;
    let volume = 0;
    let isVideo = false;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          seat = r.int();
          break;
        case 18:
          user = r.message(Person);
          break;
        case 24:
          status = r.int();
          break;
        case 32:
          volume = r.int();
          break;
        case 40:
          isVideo = r.bool();
          break;
        default:
          r.skip(tag);
      }
    }
    return { seat, user, status, volume, isVideo };
  },
};
export const MicAsker: Schema<body.MicAsker> = {
  name: 'MicAsker',
  fields: { requestId: field(1, 'text'), user: field(2, Person) },
  read(r) {
    let requestId = '';
    let user: PersonBody | null = null;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          requestId = r.text();
          break;
        case 18:
          user = r.message(Person);
          break;
        default:
          r.skip(tag);
      }
    }
    return { requestId, user };
  },
};
export const MicLink: Schema<body.MicLink> = {
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
    const seats: body.MicSeat[] = [];
    let waiting = 0;
    const asking: body.MicAsker[] = [];
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 16:
          version = r.int();
          break;
        case 24:
          isOpen = r.bool();
          break;
        case 34:
          if (seats.length >= MAX_LIST_ITEMS) throw tooMany('MicLink.seats');
          seats.push(r.message(MicSeat));
          break;
        case 40:
          waiting = r.int();
          break;
        case 50:
          if (asking.length >= MAX_LIST_ITEMS) throw tooMany('MicLink.asking');
          asking.push(r.message(MicAsker));
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomId, version, isOpen, seats, waiting, asking };
  },
};
export const MicRequest: Schema<body.MicRequest> = {
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
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 18:
          requestId = r.text();
          break;
        case 24:
          status = r.int();
          break;
        case 32:
          seat = r.int();
          break;
        case 40:
          position = r.int();
          break;
        case 48:
          leftMs = r.int();
          break;
        case 58:
          msg = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomId, requestId, status, seat, position, leftMs, msg };
  },
};
export const GuardUpdate: Schema<body.GuardUpdate> = {
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
    let user: PersonBody | null = null;
    let guard: GuardBody | null = null;
    let type = 0;
    let months = 0;
    let total = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 18:
          user = r.message(Person);
          break;
        case 26:
          guard = r.message(Guard);
          break;
        case 32:
          type = r.int();
          break;
        case 40:
          months = r.int();
          break;
        case 48:
          total = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomId, user, guard, type, months, total };
  },
};
export const MedalUpdate: Schema<body.MedalUpdate> = {
  name: 'MedalUpdate',
  fields: { roomId: field(1, 'number'), user: field(2, Person), medal: field(3, Medal), type: field(4, 'number') },
  read(r) {
    let roomId = 0;
    let user: PersonBody | null = null;
    let medal: MedalBody | null = null;
    let type = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 18:
          user = r.message(Person);
          break;
        case 26:
          medal = r.message(Medal);
          break;
        case 32:
          type = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomId, user, medal, type };
  },
};
export const FandomUpdate: Schema<body.FandomUpdate> = {
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
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 16:
          version = r.int();
          break;
        case 24:
          intimacyLevel = r.int();
          break;
        case 32:
          intimacy = r.int();
          break;
        case 40:
          guard = r.int();
          break;
        case 48:
          guardType = r.int();
          break;
        case 56:
          littleGuard = r.int();
          break;
        case 66:
          clubName = r.text();
          break;
        case 72:
          isFollow = r.bool();
          break;
        case 80:
          plateId = r.int();
          break;
        case 88:
          lightUp = r.bool();
          break;
        case 98:
          lightUpGuide = r.text();
          break;
        case 104:
          members = r.int();
          break;
        default:
          r.skip(tag);
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
