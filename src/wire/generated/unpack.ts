// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Unpacker } from '../packed.ts';
import type * as body from './bodies.ts';
export const VipData = (u: Unpacker): body.VipData => ({ weekVipLevel: u.number(), c: u.number() });
export const Mount = (u: Unpacker): body.Mount => ({
  id: u.number(),
  n: u.text(),
  bi: u.text(),
  p: u.number(),
  swf: u.text(),
  v: u.flag(),
});
export const Medal = (u: Unpacker): body.Medal => ({ id: u.number(), name: u.text(), iconUrl: u.text(), level: u.number() });
export const Guard = (u: Unpacker): body.Guard => ({ level: u.number(), annual: u.number(), name: u.text(), iconUrl: u.text() });
export const Plate = (u: Unpacker): body.Plate => ({
  id: u.number(),
  name: u.text(),
  level: u.number(),
  iconUrl: u.text(),
  lightUp: u.flag(),
});
export const Bubble = (u: Unpacker): body.Bubble => ({ id: u.number(), iconUrl: u.text() });
export const Intimacy = (u: Unpacker): body.Intimacy => ({ value: u.number(), level: u.number() });
export const StarCard = (u: Unpacker): body.StarCard => ({ id: u.number(), name: u.text(), level: u.number(), iconUrl: u.text() });
export const LuckyLabel = (u: Unpacker): body.LuckyLabel => ({ iconUrl: u.text(), name: u.text() });
export const UserState = (u: Unpacker): body.UserState => ({ icon: u.text(), content: u.text() });
export const FancyNumber = (u: Unpacker): body.FancyNumber => ({ number: u.text(), level: u.number(), iconUrl: u.text() });
export const UserExtension = (u: Unpacker): body.UserExtension => ({
  vipData: u.message(VipData),
  usingMount: u.message(Mount),
  medalList: u.messages(Medal),
  honorList: u.messages(Medal),
  userGuard: u.message(Guard),
  plate: u.message(Plate),
  bubble: u.message(Bubble),
  intimacy: u.message(Intimacy),
  starCard: u.message(StarCard),
  luckyLabel: u.message(LuckyLabel),
  userStateVo: u.message(UserState),
  fancyNumInfo: u.message(FancyNumber),
  isAndroid: u.flag(),
  worship: u.flag(),
  blackCard: u.flag(),
  mystic: u.flag(),
});
export const Chat = (u: Unpacker): Omit<body.Chat, 'ext'> => ({
  senderid: u.number(),
  userid: u.number(),
  kugouid: u.number(),
  sendername: u.text(),
  nickname: u.text(),
  richlevel: u.number(),
  richlevelV2: u.number(),
  receiverid: u.number(),
  receiveruserid: u.number(),
  receivername: u.text(),
  receiverrichlevel: u.number(),
  issecrect: u.flag(),
  chatmsg: u.text(),
  seq: u.number(),
  sex: u.number(),
  age: u.number(),
  userLogo: u.text(),
  platform: u.number(),
  fanstags: u.text(),
  referer: u.text(),
  wellcomes: u.text(),
  userExt: u.message(UserExtension),
  uuid: u.text(),
});
export const Person = (u: Unpacker): body.Person => ({
  userId: u.number(),
  kugouId: u.number(),
  nickname: u.text(),
  richlevel: u.number(),
  userLogo: u.text(),
});
export const PublicNotice = (u: Unpacker): body.PublicNotice => ({
  roomId: u.number(),
  content: u.text(),
  title: u.text(),
  iconUrl: u.text(),
  link: u.text(),
  user: u.message(Person),
  type: u.number(),
});
export const CommonNotice = (u: Unpacker): body.CommonNotice => ({
  roomId: u.number(),
  type: u.number(),
  title: u.text(),
  content: u.text(),
  iconUrl: u.text(),
  link: u.text(),
  durationS: u.number(),
  user: u.message(Person),
});
export const GiftEffect = (u: Unpacker): Omit<body.GiftEffect, 'ext'> => ({
  giftid: u.number(),
  giftname: u.text(),
  num: u.number(),
  price: u.number(),
  senderid: u.number(),
  senderkugouid: u.number(),
  sendername: u.text(),
  senderrichlevel: u.number(),
  senderlogo: u.text(),
  receiverid: u.number(),
  receiverkugouid: u.number(),
  receivername: u.text(),
  comboLevel: u.number(),
  comboSum: u.number(),
  comboId: u.text(),
  videoUrls: u.texts(),
  receivers: u.messages(Person),
  round: u.number(),
  roundTotal: u.number(),
  roundEndTime: u.number(),
  fancyNumber: u.message(FancyNumber),
  label: u.text(),
  type: u.number(),
  iconUrl: u.text(),
  roomid: u.number(),
  userExt: u.message(UserExtension),
});
export const LoginResponse = (u: Unpacker): Omit<body.LoginResponse, 'ext'> => ({
  roomid: u.number(),
  userid: u.number(),
  kugouid: u.number(),
  nickname: u.text(),
  richlevel: u.number(),
  richlevelV2: u.number(),
  wellcomes: u.text(),
  userLogo: u.text(),
  platform: u.number(),
  referer: u.text(),
  fanstags: u.text(),
  userExt: u.message(UserExtension),
  socsid: u.text(),
  deviceNo: u.text(),
  sid: u.text(),
  token: u.text(),
});
export const ErrorResponse = (u: Unpacker): body.ErrorResponse => ({
  cmd: u.number(),
  type: u.number(),
  seq: u.number(),
  status: u.number(),
  errno: u.number(),
  msg: u.text(),
  sid: u.text(),
  uuid: u.text(),
  key: u.text(),
  codeUrl: u.text(),
  codeText: u.text(),
});
export const AckResponse = (u: Unpacker): body.AckResponse => ({ msgId: u.text(), offset: u.number(), seq: u.number(), uuid: u.text() });
export const CloseSocket = (u: Unpacker): body.CloseSocket => ({ code: u.number(), msg: u.text(), reconnect: u.flag() });
export const LiveStatus = (u: Unpacker): body.LiveStatus => ({
  roomid: u.number(),
  status: u.number(),
  liveType: u.text(),
  time: u.number(),
});
export const Follow = (u: Unpacker): Omit<body.Follow, 'ext'> => ({
  roomid: u.number(),
  userid: u.number(),
  nickname: u.text(),
  richlevel: u.number(),
  richlevelV2: u.number(),
  userExt: u.message(UserExtension),
});
export const RoomCounts = (u: Unpacker): body.RoomCounts => ({ roomid: u.number(), viewers: u.number(), followers: u.number() });
