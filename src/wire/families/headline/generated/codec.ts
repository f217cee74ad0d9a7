// Made by `npm run proto` from the .proto files. Not edited by hand.
import { type Schema, field } from '../../../schema.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/codec.ts';
import type { Person as PersonBody } from '../../../generated/bodies.ts';
export const HeadlineContent: Schema<body.HeadlineContent> = {
  name: 'HeadlineContent',
  fields: {
    id: field(1, 'number'),
    roomId: field(2, 'number'),
    sender: field(3, Person),
    star: field(4, Person),
    giftname: field(5, 'text'),
    num: field(6, 'number'),
    content: field(7, 'text'),
    coin: field(8, 'number'),
    startTime: field(9, 'number'),
    durationS: field(10, 'number'),
    iconUrl: field(11, 'text'),
  },
  read(r) {
    let id = 0;
    let roomId = 0;
    let sender: PersonBody | null = null;
    let star: PersonBody | null = null;
    let giftname = '';
    let num = 0;
    let content = '';
    let coin = 0;
    let startTime = 0;
    let durationS = 0;
    let iconUrl = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 16:
          roomId = r.int();
          break;
        case 26:
          sender = r.message(Person);
          break;
        case 34:
          star = r.message(Person);
          break;
        case 42:
          giftname = r.text();
          break;
        case 48:
          num = r.int();
          break;
        case 58:
          content = r.text();
          break;
        case 64:
          coin = r.int();
          break;
        case 72:
          startTime = r.int();
          break;
        case 80:
          durationS = r.int();
          break;
        case 90:
          iconUrl = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, roomId, sender, star, giftname, num, content, coin, startTime, durationS, iconUrl };
  },
};
export const HeadlineMessage: Schema<body.HeadlineMessage> = {
  name: 'HeadlineMessage',
  fields: {
    id: field(1, 'number'),
    roomId: field(2, 'number'),
    sender: field(3, Person),
    content: field(4, 'text'),
    type: field(5, 'number'),
    link: field(6, 'text'),
  },
  read(r) {
    let id = 0;
    let roomId = 0;
    let sender: PersonBody | null = null;
    let content = '';
    let type = 0;
    let link = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 16:
          roomId = r.int();
          break;
        case 26:
          sender = r.message(Person);
          break;
        case 34:
          content = r.text();
          break;
        case 40:
          type = r.int();
          break;
        case 50:
          link = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, roomId, sender, content, type, link };
  },
};
export const CeremonyGlobalNotice: Schema<body.CeremonyGlobalNotice> = {
  name: 'CeremonyGlobalNotice',
  fields: {
    ceremonyId: field(1, 'number'),
    title: field(2, 'text'),
    content: field(3, 'text'),
    roomId: field(4, 'number'),
    link: field(5, 'text'),
    iconUrl: field(6, 'text'),
  },
  read(r) {
    let ceremonyId = 0;
    let title = '';
    let content = '';
    let roomId = 0;
    let link = '';
    let iconUrl = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          ceremonyId = r.int();
          break;
        case 18:
          title = r.text();
          break;
        case 26:
          content = r.text();
          break;
        case 32:
          roomId = r.int();
          break;
        case 42:
          link = r.text();
          break;
        case 50:
          iconUrl = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { ceremonyId, title, content, roomId, link, iconUrl };
  },
};
export const CeremonyMatch: Schema<body.CeremonyMatch> = {
  name: 'CeremonyMatch',
  fields: {
    ceremonyId: field(1, 'number'),
    matchId: field(2, 'number'),
    status: field(3, 'number'),
    star: field(4, Person),
    rival: field(5, Person),
    title: field(6, 'text'),
    msg: field(7, 'text'),
    endTime: field(8, 'number'),
    leftMs: field(9, 'number'),
  },
  read(r) {
    let ceremonyId = 0;
    let matchId = 0;
    let status = 0;
    let star: PersonBody | null = null;
    let rival: PersonBody | null = null;
    let title = '';
    let msg = '';
    let endTime = 0;
    let leftMs = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          ceremonyId = r.int();
          break;
        case 16:
          matchId = r.int();
          break;
        case 24:
          status = r.int();
          break;
        case 34:
          star = r.message(Person);
          break;
        case 42:
          rival = r.message(Person);
          break;
        case 50:
          title = r.text();
          break;
        case 58:
          msg = r.text();
          break;
        case 64:
          endTime = r.int();
          break;
        case 72:
          leftMs = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { ceremonyId, matchId, status, star, rival, title, msg, endTime, leftMs };
  },
};
