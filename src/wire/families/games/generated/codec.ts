// Made by `npm run proto` from the .proto files. Not edited by hand.
import { type Schema, MAX_LIST_ITEMS, field, list, tooMany } from '../../../schema.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/codec.ts';
import type { Person as PersonBody } from '../../../generated/bodies.ts';
export const Monster: Schema<body.Monster> = {
  name: 'Monster',
  fields: { id: field(1, 'number'), type: field(2, 'number'), blood: field(3, 'number'), x: field(4, 'number'), y: field(5, 'number') },
  read(r) {
    let id = 0;
    let type = 0;
    let blood = 0;
    let x = 0;
    let y = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 16:
          type = r.int();
          break;
        case 24:
          blood = r.int();
          break;
        case 32:
          x = r.int();
          break;
        case 40:
          y = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, type, blood, x, y };
  },
};
export const TowerDefenseMonsters: Schema<body.TowerDefenseMonsters> = {
  name: 'TowerDefenseMonsters',
  fields: { gameId: field(1, 'number'), wave: field(2, 'number'), monsters: list(3, Monster) },
  read(r) {
    let gameId = 0;
    let wave = 0;
    const monsters: body.Monster[] = [];
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          gameId = r.int();
          break;
        case 16:
          wave = r.int();
          break;
        case 26:
          if (monsters.length >= MAX_LIST_ITEMS) throw tooMany('TowerDefenseMonsters.monsters');
          monsters.push(r.message(Monster));
          break;
        default:
          r.skip(tag);
      }
    }
    return { gameId, wave, monsters };
  },
};
export const ShooterCriticalBuff: Schema<body.ShooterCriticalBuff> = {
  name: 'ShooterCriticalBuff',
  fields: { gameId: field(1, 'number'), user: field(2, Person), rate: field(3, 'number'), durationS: field(4, 'number') },
  read(r) {
    let gameId = 0;
    let user: PersonBody | null = null;
    let rate = 0;
    let durationS = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          gameId = r.int();
          break;
        case 18:
          user = r.message(Person);
          break;
        case 24:
          rate = r.int();
          break;
        case 32:
          durationS = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { gameId, user, rate, durationS };
  },
};
export const PetMissedOrder: Schema<body.PetMissedOrder> = {
  name: 'PetMissedOrder',
  fields: { petId: field(1, 'number'), orderId: field(2, 'text'), title: field(3, 'text'), coin: field(4, 'number') },
  read(r) {
    let petId = 0;
    let orderId = '';
    let title = '';
    let coin = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          petId = r.int();
          break;
        case 18:
          orderId = r.text();
          break;
        case 26:
          title = r.text();
          break;
        case 32:
          coin = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { petId, orderId, title, coin };
  },
};
export const NumberLucky: Schema<body.NumberLucky> = {
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
    let user: PersonBody | null = null;
    let endTime = 0;
    let leftMs = 0;
    let version = 0;
    let status = 0;
    let joined = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          activityId = r.int();
          break;
        case 18:
          number = r.text();
          break;
        case 26:
          user = r.message(Person);
          break;
        case 32:
          endTime = r.int();
          break;
        case 40:
          leftMs = r.int();
          break;
        case 48:
          version = r.int();
          break;
        case 56:
          status = r.int();
          break;
        case 64:
          joined = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { activityId, number, user, endTime, leftMs, version, status, joined };
  },
};
export const NumberLuckyPrize: Schema<body.NumberLuckyPrize> = {
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
    let user: PersonBody | null = null;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          activityId = r.int();
          break;
        case 18:
          number = r.text();
          break;
        case 26:
          prizeName = r.text();
          break;
        case 34:
          iconUrl = r.text();
          break;
        case 40:
          num = r.int();
          break;
        case 50:
          user = r.message(Person);
          break;
        default:
          r.skip(tag);
      }
    }
    return { activityId, number, prizeName, iconUrl, num, user };
  },
};
export const TankLocation: Schema<body.TankLocation> = {
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
    let user: PersonBody | null = null;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          gameId = r.int();
          break;
        case 16:
          tankId = r.int();
          break;
        case 24:
          x = r.int();
          break;
        case 32:
          y = r.int();
          break;
        case 40:
          angle = r.int();
          break;
        case 50:
          user = r.message(Person);
          break;
        default:
          r.skip(tag);
      }
    }
    return { gameId, tankId, x, y, angle, user };
  },
};
export const OpenApp: Schema<body.OpenApp> = {
  name: 'OpenApp',
  fields: { link: field(1, 'text'), title: field(2, 'text'), content: field(3, 'text') },
  read(r) {
    let link = '';
    let title = '';
    let content = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          link = r.text();
          break;
        case 18:
          title = r.text();
          break;
        case 26:
          content = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { link, title, content };
  },
};
export const Emotion: Schema<body.Emotion> = {
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
    let user: PersonBody | null = null;
    let durationS = 0;
    let id = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          emotionId = r.int();
          break;
        case 18:
          name = r.text();
          break;
        case 26:
          iconUrl = r.text();
          break;
        case 34:
          user = r.message(Person);
          break;
        case 40:
          durationS = r.int();
          break;
        case 48:
          id = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { emotionId, name, iconUrl, user, durationS, id };
  },
};
export const Confession: Schema<body.Confession> = {
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
    let user: PersonBody | null = null;
    let star: PersonBody | null = null;
    let content = '';
    let audioUrl = '';
    let answer = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 18:
          user = r.message(Person);
          break;
        case 26:
          star = r.message(Person);
          break;
        case 34:
          content = r.text();
          break;
        case 42:
          audioUrl = r.text();
          break;
        case 48:
          answer = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, user, star, content, audioUrl, answer };
  },
};
export const StarGameChange: Schema<body.StarGameChange> = {
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
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          starId = r.int();
          break;
        case 16:
          gameId = r.int();
          break;
        case 24:
          status = r.int();
          break;
        case 34:
          name = r.text();
          break;
        case 42:
          link = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { starId, gameId, status, name, link };
  },
};
