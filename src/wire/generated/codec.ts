// Made by `npm run proto` from the .proto files. Not edited by hand.
import { type Schema, MAX_LIST_ITEMS, NO_BYTES, field, list, tooMany } from '../schema.ts';
import type * as body from './bodies.ts';
export const VipData: Schema<body.VipData> = {
  name: 'VipData',
  fields: { weekVipLevel: field(1, 'number'), c: field(2, 'number') },
  read(r) {
    let weekVipLevel = 0;
    let c = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          weekVipLevel = r.int();
          break;
        case 16:
          c = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { weekVipLevel, c };
  },
};
export const Mount: Schema<body.Mount> = {
  name: 'Mount',
  fields: {
    id: field(1, 'number'),
    n: field(2, 'text'),
    bi: field(3, 'text'),
    p: field(4, 'number'),
    swf: field(5, 'text'),
    v: field(6, 'flag'),
  },
  read(r) {
    let id = 0;
    let n = '';
    let bi = '';
    let p = 0;
    let swf = '';
    let v = false;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 18:
          n = r.text();
          break;
        case 26:
          bi = r.text();
          break;
        case 32:
          p = r.int();
          break;
        case 42:
          swf = r.text();
          break;
        case 48:
          v = r.bool();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, n, bi, p, swf, v };
  },
};
export const Medal: Schema<body.Medal> = {
  name: 'Medal',
  fields: { id: field(1, 'number'), name: field(2, 'text'), iconUrl: field(3, 'text'), level: field(4, 'number') },
  read(r) {
    let id = 0;
    let name = '';
    let iconUrl = '';
    let level = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 18:
          name = r.text();
          break;
        case 26:
          iconUrl = r.text();
          break;
        case 32:
          level = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, name, iconUrl, level };
  },
};
export const Guard: Schema<body.Guard> = {
  name: 'Guard',
  fields: { level: field(1, 'number'), annual: field(2, 'number'), name: field(3, 'text'), iconUrl: field(4, 'text') },
  read(r) {
    let level = 0;
    let annual = 0;
    let name = '';
    let iconUrl = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          level = r.int();
          break;
        case 16:
          annual = r.int();
          break;
        case 26:
          name = r.text();
          break;
        case 34:
          iconUrl = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { level, annual, name, iconUrl };
  },
};
export const Plate: Schema<body.Plate> = {
  name: 'Plate',
  fields: {
    id: field(1, 'number'),
    name: field(2, 'text'),
    level: field(3, 'number'),
    iconUrl: field(4, 'text'),
    lightUp: field(5, 'flag'),
  },
  read(r) {
    let id = 0;
    let name = '';
    let level = 0;
    let iconUrl = '';
    let lightUp = false;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 18:
          name = r.text();
          break;
        case 24:
          level = r.int();
          break;
        case 34:
          iconUrl = r.text();
          break;
        case 40:
          lightUp = r.bool();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, name, level, iconUrl, lightUp };
  },
};
export const Bubble: Schema<body.Bubble> = {
  name: 'Bubble',
  fields: { id: field(1, 'number'), iconUrl: field(2, 'text') },
  read(r) {
    let id = 0;
    let iconUrl = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 18:
          iconUrl = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, iconUrl };
  },
};
export const Intimacy: Schema<body.Intimacy> = {
  name: 'Intimacy',
  fields: { value: field(1, 'number'), level: field(2, 'number') },
  read(r) {
    let value = 0;
    let level = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          value = r.int();
          break;
        case 16:
          level = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { value, level };
  },
};
export const StarCard: Schema<body.StarCard> = {
  name: 'StarCard',
  fields: { id: field(1, 'number'), name: field(2, 'text'), level: field(3, 'number'), iconUrl: field(4, 'text') },
  read(r) {
    let id = 0;
    let name = '';
    let level = 0;
    let iconUrl = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          id = r.int();
          break;
        case 18:
          name = r.text();
          break;
        case 24:
          level = r.int();
          break;
        case 34:
          iconUrl = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { id, name, level, iconUrl };
  },
};
export const LuckyLabel: Schema<body.LuckyLabel> = {
  name: 'LuckyLabel',
  fields: { iconUrl: field(1, 'text'), name: field(2, 'text') },
  read(r) {
    let iconUrl = '';
    let name = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          iconUrl = r.text();
          break;
        case 18:
          name = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { iconUrl, name };
  },
};
export const UserState: Schema<body.UserState> = {
  name: 'UserState',
  fields: { icon: field(1, 'text'), content: field(2, 'text') },
  read(r) {
    let icon = '';
    let content = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          icon = r.text();
          break;
        case 18:
          content = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { icon, content };
  },
};
export const FancyNumber: Schema<body.FancyNumber> = {
  name: 'FancyNumber',
  fields: { number: field(1, 'text'), level: field(2, 'number'), iconUrl: field(3, 'text') },
  read(r) {
    let number = '';
    let level = 0;
    let iconUrl = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          number = r.text();
          break;
        case 16:
          level = r.int();
          break;
        case 26:
          iconUrl = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { number, level, iconUrl };
  },
};
export const UserExtension: Schema<body.UserExtension> = {
  name: 'UserExtension',
  fields: {
    vipData: field(1, VipData),
    usingMount: field(2, Mount),
    medalList: list(3, Medal),
    honorList: list(4, Medal),
    userGuard: field(5, Guard),
    plate: field(6, Plate),
    bubble: field(7, Bubble),
    intimacy: field(8, Intimacy),
    starCard: field(9, StarCard),
    luckyLabel: field(10, LuckyLabel),
    userStateVo: field(11, UserState),
    fancyNumInfo: field(12, FancyNumber),
    isAndroid: field(13, 'flag'),
    worship: field(14, 'flag'),
    blackCard: field(15, 'flag'),
    mystic: field(16, 'flag'),
  },
  read(r) {
    let vipData: body.VipData | null = null;
    let usingMount: body.Mount | null = null;
    const medalList: body.Medal[] = [];
    const honorList: body.Medal[] = [];
    let userGuard: body.Guard | null = null;
    let plate: body.Plate | null = null;
    let bubble: body.Bubble | null = null;
    let intimacy: body.Intimacy | null = null;
    let starCard: body.StarCard | null = null;
    let luckyLabel: body.LuckyLabel | null = null;
    let userStateVo: body.UserState | null = null;
    let fancyNumInfo: body.FancyNumber | null = null;
    let isAndroid = false;
    let worship = false;
    let blackCard = false;
    let mystic = false;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          vipData = r.message(VipData);
          break;
        case 18:
          usingMount = r.message(Mount);
          break;
        case 26:
          if (medalList.length >= MAX_LIST_ITEMS) throw tooMany('UserExtension.medalList');
          medalList.push(r.message(Medal));
          break;
        case 34:
          if (honorList.length >= MAX_LIST_ITEMS) throw tooMany('UserExtension.honorList');
          honorList.push(r.message(Medal));
          break;
        case 42:
          userGuard = r.message(Guard);
          break;
        case 50:
          plate = r.message(Plate);
          break;
        case 58:
          bubble = r.message(Bubble);
          break;
        case 66:
          intimacy = r.message(Intimacy);
          break;
        case 74:
          starCard = r.message(StarCard);
          break;
        case 82:
          luckyLabel = r.message(LuckyLabel);
          break;
        case 90:
          userStateVo = r.message(UserState);
          break;
        case 98:
          fancyNumInfo = r.message(FancyNumber);
          break;
        case 104:
          isAndroid = r.bool();
          break;
        case 112:
          worship = r.bool();
          break;
        case 120:
          blackCard = r.bool();
          break;
        case 128:
          mystic = r.bool();
          break;
        default:
          r.skip(tag);
      }
    }
    return {
      vipData,
      usingMount,
      medalList,
      honorList,
      userGuard,
      plate,
      bubble,
      intimacy,
      starCard,
      luckyLabel,
      userStateVo,
      fancyNumInfo,
      isAndroid,
      worship,
      blackCard,
      mystic,
    };
  },
};
export const Chat: Schema<body.Chat> = {
  name: 'Chat',
  fields: {
    senderid: field(1, 'number'),
    userid: field(2, 'number'),
    kugouid: field(3, 'number'),
    sendername: field(4, 'text'),
    nickname: field(5, 'text'),
    richlevel: field(6, 'number'),
    richlevelV2: field(7, 'number'),
    receiverid: field(8, 'number'),
    receiveruserid: field(9, 'number'),
    receivername: field(10, 'text'),
    receiverrichlevel: field(11, 'number'),
    issecrect: field(12, 'flag'),
    chatmsg: field(13, 'text'),
    seq: field(14, 'number'),
    sex: field(15, 'number'),
    age: field(16, 'number'),
    userLogo: field(17, 'text'),
    platform: field(18, 'number'),
    fanstags: field(19, 'text'),
    referer: field(20, 'text'),
    wellcomes: field(21, 'text'),
    ext: field(22, 'text'),
    userExt: field(23, UserExtension),
    uuid: field(24, 'text'),
  },
  read(r) {
    let senderid = 0;
    let userid = 0;
    let kugouid = 0;
    let sendername = '';
    let nickname = '';
    let richlevel = 0;
    let richlevelV2 = 0;
    let receiverid = 0;
    let receiveruserid = 0;
    let receivername = '';
    let receiverrichlevel = 0;
    let issecrect = false;
    let chatmsg = '';
    let seq = 0;
    let sex = 0;
    let age = 0;
    let userLogo = '';
    let platform = 0;
    let fanstags = '';
    let referer = '';
    let wellcomes = '';
    let ext = '';
    let userExt: body.UserExtension | null = null;
    let uuid = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          senderid = r.int();
          break;
        case 16:
          userid = r.int();
          break;
        case 24:
          kugouid = r.int();
          break;
        case 34:
          sendername = r.text();
          break;
        case 42:
          nickname = r.text();
          break;
        case 48:
          richlevel = r.int();
          break;
        case 56:
          richlevelV2 = r.int();
          break;
        case 64:
          receiverid = r.int();
          break;
        case 72:
          receiveruserid = r.int();
          break;
        case 82:
          receivername = r.text();
          break;
        case 88:
          receiverrichlevel = r.int();
          break;
        case 96:
          issecrect = r.bool();
          break;
        case 106:
          chatmsg = r.text();
          break;
        case 112:
          seq = r.int();
          break;
        case 120:
          sex = r.int();
          break;
        case 128:
          age = r.int();
          break;
        case 138:
          userLogo = r.text();
          break;
        case 144:
          platform = r.int();
          break;
        case 154:
          fanstags = r.text();
          break;
        case 162:
          referer = r.text();
          break;
        case 170:
          wellcomes = r.text();
          break;
        case 178:
          ext = r.text();
          break;
        case 186:
          userExt = r.message(UserExtension);
          break;
        case 194:
          uuid = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return {
      senderid,
      userid,
      kugouid,
      sendername,
      nickname,
      richlevel,
      richlevelV2,
      receiverid,
      receiveruserid,
      receivername,
      receiverrichlevel,
      issecrect,
      chatmsg,
      seq,
      sex,
      age,
      userLogo,
      platform,
      fanstags,
      referer,
      wellcomes,
      ext,
      userExt,
      uuid,
    };
  },
};
export const Person: Schema<body.Person> = {
  name: 'Person',
  fields: {
    userId: field(1, 'number'),
    kugouId: field(2, 'number'),
    nickname: field(3, 'text'),
    richlevel: field(4, 'number'),
    userLogo: field(5, 'text'),
  },
  read(r) {
    let userId = 0;
    let kugouId = 0;
    let nickname = '';
    let richlevel = 0;
    let userLogo = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          userId = r.int();
          break;
        case 16:
          kugouId = r.int();
          break;
        case 26:
          nickname = r.text();
          break;
        case 32:
          richlevel = r.int();
          break;
        case 42:
          userLogo = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { userId, kugouId, nickname, richlevel, userLogo };
  },
};
export const PublicNotice: Schema<body.PublicNotice> = {
  name: 'PublicNotice',
  fields: {
    roomId: field(1, 'number'),
    content: field(2, 'text'),
    title: field(3, 'text'),
    iconUrl: field(4, 'text'),
    link: field(5, 'text'),
    user: field(6, Person),
    type: field(7, 'number'),
  },
  read(r) {
    let roomId = 0;
    let content = '';
    let title = '';
    let iconUrl = '';
    let link = '';
    let user: body.Person | null = null;
    let type = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 18:
          content = r.text();
          break;
        case 26:
          title = r.text();
          break;
        case 34:
          iconUrl = r.text();
          break;
        case 42:
          link = r.text();
          break;
        case 50:
          user = r.message(Person);
          break;
        case 56:
          type = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomId, content, title, iconUrl, link, user, type };
  },
};
export const CommonNotice: Schema<body.CommonNotice> = {
  name: 'CommonNotice',
  fields: {
    roomId: field(1, 'number'),
    type: field(2, 'number'),
    title: field(3, 'text'),
    content: field(4, 'text'),
    iconUrl: field(5, 'text'),
    link: field(6, 'text'),
    durationS: field(7, 'number'),
    user: field(8, Person),
  },
  read(r) {
    let roomId = 0;
    let type = 0;
    let title = '';
    let content = '';
    let iconUrl = '';
    let link = '';
    let durationS = 0;
    let user: body.Person | null = null;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomId = r.int();
          break;
        case 16:
          type = r.int();
          break;
        case 26:
          title = r.text();
          break;
        case 34:
          content = r.text();
          break;
        case 42:
          iconUrl = r.text();
          break;
        case 50:
          link = r.text();
          break;
        case 56:
          durationS = r.int();
          break;
        case 66:
          user = r.message(Person);
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomId, type, title, content, iconUrl, link, durationS, user };
  },
};
export const Envelope: Schema<body.Envelope> = {
  name: 'Envelope',
  fields: {
    offset: field(1, 'number'),
    ack: field(2, 'flag'),
    rpt: field(3, 'flag'),
    msgId: field(4, 'text'),
    compression: field(5, 'number'),
    codec: field(6, 'number'),
    content: field(7, 'bytes'),
    time: field(8, 'number'),
  },
  read(r) {
    let offset = 0;
    let ack = false;
    let rpt = false;
    let msgId = '';
    let compression = 0;
    let codec = 0;
    let content: Uint8Array = NO_BYTES;
    let time = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          offset = r.int();
          break;
        case 16:
          ack = r.bool();
          break;
        case 24:
          rpt = r.bool();
          break;
        case 34:
          msgId = r.rawText();
          break;
        case 40:
          compression = r.int();
          break;
        case 48:
          codec = r.int();
          break;
        case 58:
          content = r.bytes();
          break;
        case 64:
          time = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { offset, ack, rpt, msgId, compression, codec, content, time };
  },
};
export const GiftEffect: Schema<body.GiftEffect> = {
  name: 'GiftEffect',
  fields: {
    giftid: field(1, 'number'),
    giftname: field(2, 'text'),
    num: field(3, 'number'),
    price: field(4, 'number'),
    senderid: field(5, 'number'),
    senderkugouid: field(6, 'number'),
    sendername: field(7, 'text'),
    senderrichlevel: field(8, 'number'),
    senderlogo: field(9, 'text'),
    receiverid: field(10, 'number'),
    receiverkugouid: field(11, 'number'),
    receivername: field(12, 'text'),
    comboLevel: field(13, 'number'),
    comboSum: field(14, 'number'),
    comboId: field(15, 'text'),
    videoUrls: list(16, 'text'),
    receivers: list(17, Person),
    round: field(18, 'number'),
    roundTotal: field(19, 'number'),
    roundEndTime: field(20, 'number'),
    fancyNumber: field(21, FancyNumber),
    label: field(22, 'text'),
    type: field(23, 'number'),
    iconUrl: field(24, 'text'),
    roomid: field(25, 'number'),
    ext: field(26, 'text'),
    userExt: field(27, UserExtension),
  },
  read(r) {
    let giftid = 0;
    let giftname = '';
    let num = 0;
    let price = 0;
    let senderid = 0;
    let senderkugouid = 0;
    let sendername = '';
    let senderrichlevel = 0;
    let senderlogo = '';
    let receiverid = 0;
    let receiverkugouid = 0;
    let receivername = '';
    let comboLevel = 0;
    let comboSum = 0;
    let comboId = '';
    const videoUrls: string[] = [];
    const receivers: body.Person[] = [];
    let round = 0;
    let roundTotal = 0;
    let roundEndTime = 0;
    let fancyNumber: body.FancyNumber | null = null;
    let label = '';
    let type = 0;
    let iconUrl = '';
    let roomid = 0;
    let ext = '';
    let userExt: body.UserExtension | null = null;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          giftid = r.int();
          break;
        case 18:
          giftname = r.text();
          break;
        case 24:
          num = r.int();
          break;
        case 32:
          price = r.int();
          break;
        case 40:
          senderid = r.int();
          break;
        case 48:
          senderkugouid = r.int();
          break;
        case 58:
          sendername = r.text();
          break;
        case 64:
          senderrichlevel = r.int();
          break;
        case 74:
          senderlogo = r.text();
          break;
        case 80:
          receiverid = r.int();
          break;
        case 88:
          receiverkugouid = r.int();
          break;
        case 98:
          receivername = r.text();
          break;
        case 104:
          comboLevel = r.int();
          break;
        case 112:
          comboSum = r.int();
          break;
        case 122:
          comboId = r.text();
          break;
        case 130:
          if (videoUrls.length >= MAX_LIST_ITEMS) throw tooMany('GiftEffect.videoUrls');
          videoUrls.push(r.text());
          break;
        case 138:
          if (receivers.length >= MAX_LIST_ITEMS) throw tooMany('GiftEffect.receivers');
          receivers.push(r.message(Person));
          break;
        case 144:
          round = r.int();
          break;
        case 152:
          roundTotal = r.int();
          break;
        case 160:
          roundEndTime = r.int();
          break;
        case 170:
          fancyNumber = r.message(FancyNumber);
          break;
        case 178:
          label = r.text();
          break;
        case 184:
          type = r.int();
          break;
        case 194:
          iconUrl = r.text();
          break;
        case 200:
          roomid = r.int();
          break;
        case 210:
          ext = r.text();
          break;
        case 218:
          userExt = r.message(UserExtension);
          break;
        default:
          r.skip(tag);
      }
    }
    return {
      giftid,
      giftname,
      num,
      price,
      senderid,
      senderkugouid,
      sendername,
      senderrichlevel,
      senderlogo,
      receiverid,
      receiverkugouid,
      receivername,
      comboLevel,
      comboSum,
      comboId,
      videoUrls,
      receivers,
      round,
      roundTotal,
      roundEndTime,
      fancyNumber,
      label,
      type,
      iconUrl,
      roomid,
      ext,
      userExt,
    };
  },
};
export const LoginResponse: Schema<body.LoginResponse> = {
  name: 'LoginResponse',
  fields: {
    roomid: field(1, 'number'),
    userid: field(2, 'number'),
    kugouid: field(3, 'number'),
    nickname: field(4, 'text'),
    richlevel: field(5, 'number'),
    richlevelV2: field(6, 'number'),
    wellcomes: field(7, 'text'),
    userLogo: field(8, 'text'),
    platform: field(9, 'number'),
    referer: field(10, 'text'),
    fanstags: field(11, 'text'),
    ext: field(12, 'text'),
    userExt: field(13, UserExtension),
    socsid: field(14, 'text'),
    deviceNo: field(15, 'text'),
    sid: field(16, 'text'),
    token: field(17, 'text'),
  },
  read(r) {
    let roomid = 0;
    let userid = 0;
    let kugouid = 0;
    let nickname = '';
    let richlevel = 0;
    let richlevelV2 = 0;
    let wellcomes = '';
    let userLogo = '';
    let platform = 0;
    let referer = '';
    let fanstags = '';
    let ext = '';
    let userExt: body.UserExtension | null = null;
    let socsid = '';
    let deviceNo = '';
    let sid = '';
    let token = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomid = r.int();
          break;
        case 16:
          userid = r.int();
          break;
        case 24:
          kugouid = r.int();
          break;
        case 34:
          nickname = r.text();
          break;
        case 40:
          richlevel = r.int();
          break;
        case 48:
          richlevelV2 = r.int();
          break;
        case 58:
          wellcomes = r.text();
          break;
        case 66:
          userLogo = r.text();
          break;
        case 72:
          platform = r.int();
          break;
        case 82:
          referer = r.text();
          break;
        case 90:
          fanstags = r.text();
          break;
        case 98:
          ext = r.text();
          break;
        case 106:
          userExt = r.message(UserExtension);
          break;
        case 114:
          socsid = r.text();
          break;
        case 122:
          deviceNo = r.text();
          break;
        case 130:
          sid = r.text();
          break;
        case 138:
          token = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return {
      roomid,
      userid,
      kugouid,
      nickname,
      richlevel,
      richlevelV2,
      wellcomes,
      userLogo,
      platform,
      referer,
      fanstags,
      ext,
      userExt,
      socsid,
      deviceNo,
      sid,
      token,
    };
  },
};
export const ErrorResponse: Schema<body.ErrorResponse> = {
  name: 'ErrorResponse',
  fields: {
    cmd: field(1, 'number'),
    type: field(2, 'number'),
    seq: field(3, 'number'),
    status: field(4, 'number'),
    errno: field(5, 'number'),
    msg: field(6, 'text'),
    sid: field(7, 'text'),
    uuid: field(8, 'text'),
    key: field(9, 'text'),
    codeUrl: field(10, 'text'),
    codeText: field(11, 'text'),
  },
  read(r) {
    let cmd = 0;
    let type = 0;
    let seq = 0;
    let status = 0;
    let errno = 0;
    let msg = '';
    let sid = '';
    let uuid = '';
    let key = '';
    let codeUrl = '';
    let codeText = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          cmd = r.int();
          break;
        case 16:
          type = r.int();
          break;
        case 24:
          seq = r.int();
          break;
        case 32:
          status = r.int();
          break;
        case 40:
          errno = r.int();
          break;
        case 50:
          msg = r.text();
          break;
        case 58:
          sid = r.text();
          break;
        case 66:
          uuid = r.text();
          break;
        case 74:
          key = r.text();
          break;
        case 82:
          codeUrl = r.text();
          break;
        case 90:
          codeText = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { cmd, type, seq, status, errno, msg, sid, uuid, key, codeUrl, codeText };
  },
};
export const AckResponse: Schema<body.AckResponse> = {
  name: 'AckResponse',
  fields: { msgId: field(1, 'text'), offset: field(2, 'number'), seq: field(3, 'number'), uuid: field(4, 'text') },
  read(r) {
    let msgId = '';
    let offset = 0;
    let seq = 0;
    let uuid = '';
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 10:
          msgId = r.text();
          break;
        case 16:
          offset = r.int();
          break;
        case 24:
          seq = r.int();
          break;
        case 34:
          uuid = r.text();
          break;
        default:
          r.skip(tag);
      }
    }
    return { msgId, offset, seq, uuid };
  },
};
export const CloseSocket: Schema<body.CloseSocket> = {
  name: 'CloseSocket',
  fields: { code: field(1, 'number'), msg: field(2, 'text'), reconnect: field(3, 'flag') },
  read(r) {
    let code = 0;
    let msg = '';
    let reconnect = false;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          code = r.int();
          break;
        case 18:
          msg = r.text();
          break;
        case 24:
          reconnect = r.bool();
          break;
        default:
          r.skip(tag);
      }
    }
    return { code, msg, reconnect };
  },
};
export const LiveStatus: Schema<body.LiveStatus> = {
  name: 'LiveStatus',
  fields: { roomid: field(1, 'number'), status: field(2, 'number'), liveType: field(3, 'text'), time: field(4, 'number') },
  read(r) {
    let roomid = 0;
    let status = 0;
    let liveType = '';
    let time = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomid = r.int();
          break;
        case 16:
          status = r.int();
          break;
        case 26:
          liveType = r.text();
          break;
        case 32:
          time = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomid, status, liveType, time };
  },
};
export const Follow: Schema<body.Follow> = {
  name: 'Follow',
  fields: {
    roomid: field(1, 'number'),
    userid: field(2, 'number'),
    nickname: field(3, 'text'),
    richlevel: field(4, 'number'),
    richlevelV2: field(5, 'number'),
    ext: field(6, 'text'),
    userExt: field(7, UserExtension),
  },
  read(r) {
    let roomid = 0;
    let userid = 0;
    let nickname = '';
    let richlevel = 0;
    let richlevelV2 = 0;
    let ext = '';
    let userExt: body.UserExtension | null = null;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomid = r.int();
          break;
        case 16:
          userid = r.int();
          break;
        case 26:
          nickname = r.text();
          break;
        case 32:
          richlevel = r.int();
          break;
        case 40:
          richlevelV2 = r.int();
          break;
        case 50:
          ext = r.text();
          break;
        case 58:
          userExt = r.message(UserExtension);
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomid, userid, nickname, richlevel, richlevelV2, ext, userExt };
  },
};
export const RoomCounts: Schema<body.RoomCounts> = {
  name: 'RoomCounts',
  fields: { roomid: field(1, 'number'), viewers: field(2, 'number'), followers: field(3, 'number') },
  read(r) {
    let roomid = 0;
    let viewers = 0;
    let followers = 0;
    while (r.pos < r.end) {
      const tag = r.tag();
      switch (tag) {
        case 8:
          roomid = r.int();
          break;
        case 16:
          viewers = r.int();
          break;
        case 24:
          followers = r.int();
          break;
        default:
          r.skip(tag);
      }
    }
    return { roomid, viewers, followers };
  },
};
