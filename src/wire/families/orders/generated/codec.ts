// Made by `npm run proto` from the .proto files. Not edited by hand.
import { type Schema, field } from '../../../schema.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/codec.ts';
import type { Person as PersonBody } from '../../../generated/bodies.ts';
export const RewardChallenge: Schema<body.RewardChallenge> = {
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
    let user: PersonBody | null = null;
    let star: PersonBody | null = null;
    let reason = '';
    let endTime = 0;
    let goal = 0;
    let leftMs = 0;
    let version = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          orderId = r.text();
          break;
        case 16:
          status = r.int();
          break;
        case 24:
          coin = r.int();
          break;
        case 34:
          title = r.text();
          break;
        case 40:
          score = r.int();
          break;
        case 50:
          user = r.message(Person);
          break;
        case 58:
          star = r.message(Person);
          break;
        case 66:
          reason = r.text();
          break;
        case 72:
          endTime = r.int();
          break;
        case 80:
          goal = r.int();
          break;
        case 88:
          leftMs = r.int();
          break;
        case 96:
          version = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { orderId, status, coin, title, score, user, star, reason, endTime, goal, leftMs, version };
  },
};
export const DanceOrder: Schema<body.DanceOrder> = {
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
    let user: PersonBody | null = null;
    let danceId = 0;
    let reason = '';
    let waitS = 0;
    let leftMs = 0;
    let version = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          orderId = r.text();
          break;
        case 16:
          status = r.int();
          break;
        case 24:
          coin = r.int();
          break;
        case 34:
          title = r.text();
          break;
        case 40:
          score = r.int();
          break;
        case 50:
          user = r.message(Person);
          break;
        case 56:
          danceId = r.int();
          break;
        case 66:
          reason = r.text();
          break;
        case 72:
          waitS = r.int();
          break;
        case 80:
          leftMs = r.int();
          break;
        case 88:
          version = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { orderId, status, coin, title, score, user, danceId, reason, waitS, leftMs, version };
  },
};
export const RewardSquareOrder: Schema<body.RewardSquareOrder> = {
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
    let user: PersonBody | null = null;
    let star: PersonBody | null = null;
    let type = 0;
    let msg = '';
    let link = '';
    let endTime = 0;
    let leftMs = 0;
    let version = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          orderId = r.text();
          break;
        case 16:
          status = r.int();
          break;
        case 24:
          coin = r.int();
          break;
        case 34:
          title = r.text();
          break;
        case 40:
          score = r.int();
          break;
        case 50:
          user = r.message(Person);
          break;
        case 58:
          star = r.message(Person);
          break;
        case 64:
          type = r.int();
          break;
        case 74:
          msg = r.text();
          break;
        case 82:
          link = r.text();
          break;
        case 88:
          endTime = r.int();
          break;
        case 96:
          leftMs = r.int();
          break;
        case 104:
          version = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { orderId, status, coin, title, score, user, star, type, msg, link, endTime, leftMs, version };
  },
};
