/** The HTTP calls of docs/api/openapi.yaml, one row each. Missing calls answer 404, which the room treats as not supported. */
import { push } from './wire.js';

const [GIFT, FOLLOW, LIVE_STATUS] = [601, 490_020, 490_002];
const NOT_LOGGED_IN = { code: 1, msg: '请先登录' };
const NO_COINS = { code: 100_032_049, msg: '星币不足' };
const BAD_FIELDS = { code: 400, msg: '参数错误' };
const MAX_COUNT = 9_999;
/** Seconds for which a viewer may use a chat address. */
const ADDRESS_AGE_S = 1_800;

const REPORTS = ['log/stats', 'log/log', 'log/enter-room', 'log/analytics', 'game/game/rpt/enter', 'game/game/rpt/hb'];
const GIFTS = [
  { giftId: 1, name: '玫瑰', price: 1, icon: '/svc/dots/e5484d.svg', giftType: 1 },
  { giftId: 2, name: '星星', price: 10, icon: '/svc/dots/ffb224.svg', giftType: 1 },
  { giftId: 3, name: '火箭', price: 500, icon: '/svc/dots/6e56cf.svg', giftType: 1 },
];

/** `rooms`: by number, the site's data of the room; its `live` is the broadcast of the media server. */
// Long: a table of the calls, each with the state that all of them share.
export function createCalls({ store, rooms, chat }) {
  const streams = ({ roomId, live }) => {
    if (live === null) return { status: 0 };
    const address = `/svc/media/live/${roomId}.flv`;
    return {
      status: 1,
      stream: String(roomId),
      sid: live.session,
      liveType: live.codec === 'none' ? 'radio' : 'normal',
      httpflv: live.codec === 'h265' ? [] : [address],
      h265flv: live.codec === 'h265' ? [address] : [],
      nativeh265: live.codec === 'h265' ? [address] : [],
      streamWidth: live.width,
      streamHeight: live.height,
    };
  };
  const card = ({ roomId, live, ...own }) => ({
    ...own,
    starUserId: own.starId,
    avatar: '/svc/dots/ffb224.svg',
    cover: '',
    viewers: chat.viewers(roomId),
    followers: store.followers(roomId),
    kind: 'normal',
    liveSince: live?.sinceS ?? 0,
    width: live?.width ?? 0,
    height: live?.height ?? 0,
  });
  const info = (room, withCard) => ({
    responseCode: 0,
    responseMsg: '',
    serverTime: Math.floor(Date.now() / 1_000),
    data: { ...streams(room), ...(withCard && { room: card(room) }) },
  });
  const listed = (room) => ({ roomId: room.roomId, ...card(room), liveType: 'normal', ...streams(room) });

  function sendGift({ user, body }) {
    if (user === null) return NOT_LOGGED_IN;
    const { reqId, comboId, comboNum } = fieldsOf(body.ext);
    const { roomId } = fieldsOf(body.extStr);
    const gift = GIFTS.find(({ giftId }) => giftId === body.giftId);
    const { giftNum: count, toUserId } = body;
    const isOrder = typeof reqId === 'string' && reqId !== '' && typeof comboId === 'string' && rooms.has(roomId);
    if (gift === undefined || !isOrder || !Number.isInteger(count) || count < 1 || count > MAX_COUNT) return BAD_FIELDS;
    const known = store.orderAnswer(user.id, reqId);
    if (known !== null) return known;
    const answer = store.pay(user.id, reqId, gift.price * count);
    if (answer === null) return NO_COINS;
    const sender = { senderid: user.id, senderkugouid: user.id, sendername: user.nickname, senderrichlevel: 1 };
    const receiver = { receiverid: toUserId, receiverkugouid: toUserId, receivername: rooms.get(roomId).starName };
    const shown = { giftid: gift.giftId, giftname: gift.name, num: count, price: gift.price, type: gift.giftType, iconUrl: gift.icon };
    // Presses of the combo button are counted.
    const combo = { comboId, comboSum: count * Math.max(1, Number(comboNum) || 1), comboLevel: 0 };
    chat.publish(roomId, push(GIFT, { ...sender, ...receiver, ...shown, ...combo, roomid: roomId }));
    return answer;
  }

  function follow({ body }) {
    const { roomId, on } = body;
    // The body contains the login, because the live service may be on an origin without cookies.
    const user = store.user(body.userId, typeof body.token === 'string' ? body.token : '');
    if (user === null) return { code: 401, msg: '请先登录' };
    if (!rooms.has(roomId) || (on !== 0 && on !== 1)) return BAD_FIELDS;
    const isNew = store.follow(roomId, user.id, on === 1);
    if (isNew && on === 1) chat.publish(roomId, push(FOLLOW, { roomid: roomId, userid: user.id, nickname: user.nickname, richlevel: 1 }));
    if (isNew) chat.sendCounts(roomId);
    return { code: 0 };
  }

  const calls = {
    'GET live/rooms': () => ({ code: 0, data: { rooms: [...rooms.values()].map(listed) } }),
    'GET live/room/*/info': ({ room }) => (room === undefined ? null : info(room, true)),
    'GET live/room/*/addresses': ({ room }) => (room === undefined ? null : info(room, false)),
    'GET live/config': () => ({ code: 0, data: {} }),
    'POST live/feature/follow/set': follow,
    'POST secure/mfx-kugoulive/ad/query': () => ({ code: 0, data: { adSwitch: 0 } }),
    'GET secure/gift/list': () => ({ code: 0, data: { tabs: [{ name: '热门', gifts: GIFTS }], receivers: [] } }),
    'GET secure/gift/wallet': ({ user }) => (user === null ? NOT_LOGGED_IN : { code: 0, data: { balance: user.coins, guard: 0, bag: [] } }),
    'POST secure/gift/send': sendGift,
    'GET backup/socket_scheduler/pc/binary/v1/address.jsonp': ({ host, isSecure, user }) => {
      const addrs = [{ host: `${host}/chat`, protocol: isSecure ? 'wss' : 'ws', socketType: 1 }];
      return { code: 0, data: { addrs, age: ADDRESS_AGE_S, type: user === null ? 'guest' : 'login' } };
    },
  };
  // Storing reports is up to the site; this one only accepts them.
  for (const path of REPORTS) calls[`POST ${path}`] = () => ({ code: 0 });

  return {
    /** undefined: no such call. null: no such room. */
    answer({ method, path, ...request }) {
      const [, id] = /^live\/room\/(\d{1,12})\//.exec(path) ?? [];
      const name = id === undefined ? path : path.replace(id, '*');
      return calls[`${method} ${name}`]?.({ room: rooms.get(Number(id)), ...request });
    },
    /** The media server has started or lost the stream of a room. False: no such room. */
    onStream({ room: roomId, isLive, session, codec, width, height }) {
      const room = rooms.get(roomId);
      if (room === undefined) return false;
      room.live = isLive ? { session, codec, width, height, sinceS: Math.floor(Date.now() / 1_000) } : null;
      chat.publish(roomId, push(LIVE_STATUS, { roomid: roomId, status: isLive ? 1 : 0 }));
      return true;
    },
  };
}

/** The fields of a JSON object; an empty object for anything else. */
export function fieldsOf(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
