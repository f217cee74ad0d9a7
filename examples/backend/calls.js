/** The HTTP calls of docs/api/openapi.yaml, one row each. Missing calls answer 404, which the room treats as not supported. */
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
export function createCalls({ bus, rooms, chat }) {
  const { store } = bus;
  const streams = ({ roomId, live }) => {
    if (live === null) return { status: 0 };
    // Of every media server that has the stream: the room continues with the next one when the first ends.
    const addresses = live.servers.map((server) => `/svc/media/${server}/live/${roomId}.flv`);
    return {
      status: 1,
      stream: String(roomId),
      sid: live.session,
      liveType: live.codec === 'none' ? 'radio' : 'normal',
      httpflv: live.codec === 'h265' ? [] : addresses,
      h265flv: live.codec === 'h265' ? addresses : [],
      nativeh265: live.codec === 'h265' ? addresses : [],
      streamWidth: live.width,
      streamHeight: live.height,
    };
  };
  const card = async ({ roomId, live, ...own }) => ({
    ...own,
    starUserId: own.starId,
    avatar: '/svc/dots/ffb224.svg',
    cover: '',
    viewers: chat.viewers(roomId),
    followers: await store.followers(roomId),
    kind: 'normal',
    liveSince: live?.sinceS ?? 0,
    width: live?.width ?? 0,
    height: live?.height ?? 0,
  });
  const info = async (room, withCard) => ({
    responseCode: 0,
    responseMsg: '',
    serverTime: Math.floor(Date.now() / 1_000),
    data: { ...streams(room), ...(withCard && { room: await card(room) }) },
  });
  const listed = async (room) => ({ roomId: room.roomId, ...(await card(room)), liveType: 'normal', ...streams(room) });

  async function sendGift({ user, body }) {
    if (user === null) return NOT_LOGGED_IN;
    const { reqId, comboId, comboNum } = fieldsOf(body.ext);
    const { roomId } = fieldsOf(body.extStr);
    const gift = GIFTS.find(({ giftId }) => giftId === body.giftId);
    const { giftNum: count, toUserId } = body;
    const isOrder = typeof reqId === 'string' && reqId !== '' && typeof comboId === 'string' && rooms.has(roomId);
    if (gift === undefined || !isOrder || !Number.isInteger(count) || count < 1 || count > MAX_COUNT) return BAD_FIELDS;
    const paid = await store.pay(user.id, reqId, gift.price * count);
    if (paid === null) return NO_COINS;
    if (!paid.isNew) return paid.answer;
    const sender = { senderid: user.id, senderkugouid: user.id, sendername: user.nickname, senderrichlevel: 1 };
    const receiver = { receiverid: toUserId, receiverkugouid: toUserId, receivername: rooms.get(roomId).starName };
    const shown = { giftid: gift.giftId, giftname: gift.name, num: count, price: gift.price, type: gift.giftType, iconUrl: gift.icon };
    // Presses of the combo button are counted.
    const combo = { comboId, comboSum: count * Math.max(1, Number(comboNum) || 1), comboLevel: 0 };
    bus.push({ room: roomId, command: GIFT, body: { ...sender, ...receiver, ...shown, ...combo, roomid: roomId } });
    return paid.answer;
  }

  async function follow({ body }) {
    const { roomId, on } = body;
    // The body contains the login, because the live service may be on an origin without cookies.
    const user = await store.user(body.userId, typeof body.token === 'string' ? body.token : '');
    if (user === null) return { code: 401, msg: '请先登录' };
    if (!rooms.has(roomId) || (on !== 0 && on !== 1)) return BAD_FIELDS;
    const isNew = await store.follow(roomId, user.id, on === 1);
    const shown = on === 1 && { command: FOLLOW, body: { roomid: roomId, userid: user.id, nickname: user.nickname, richlevel: 1 } };
    if (isNew) bus.push({ room: roomId, isFollow: true, ...shown });
    return { code: 0 };
  }

  const calls = {
    'GET live/rooms': async () => ({ code: 0, data: { rooms: await Promise.all([...rooms.values()].map(listed)) } }),
    'GET live/room/*/info': ({ room }) => (room === undefined ? null : info(room, true)),
    'GET live/room/*/addresses': ({ room }) => (room === undefined ? null : info(room, false)),
    'GET live/config': () => ({ code: 0, data: {} }),
    'POST live/feature/follow/set': follow,
    'POST secure/mfx-kugoulive/ad/query': () => ({ code: 0, data: { adSwitch: 0 } }),
    'GET secure/gift/list': () => ({ code: 0, data: { tabs: [{ name: '热门', gifts: GIFTS }], receivers: [] } }),
    'GET secure/gift/wallet': ({ user }) => (user === null ? NOT_LOGGED_IN : { code: 0, data: { balance: user.coins, guard: 0, bag: [] } }),
    'POST secure/gift/send': sendGift,
    'GET backup/socket_scheduler/pc/binary/v1/address.jsonp': ({ host, isSecure, user, query }) => {
      const hosts = bus.addresses(Number(query.get('rid'))).map((address) => (address.startsWith('/') ? host + address : address));
      const addrs = hosts.map((one) => ({ host: one, protocol: isSecure ? 'wss' : 'ws', socketType: 1 }));
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
    /** The broadcast of a room: null, or its data and the media servers that have it. Viewers in this process are informed. */
    setLive(roomId, live) {
      const room = rooms.get(roomId);
      const isOther = (room?.live === null) !== (live === null);
      if (room !== undefined) room.live = live;
      if (isOther) chat.onPush({ room: roomId, command: LIVE_STATUS, body: { roomid: roomId, status: live === null ? 0 : 1 } });
    },
  };
}

/** The broadcast after a media server has started or lost the stream. Its session stays while any server has it: a new one is another broadcast. */
export function nextLive(live, { server, isLive, session, codec, width, height }) {
  const servers = (live?.servers ?? []).filter((one) => one !== server);
  if (isLive) servers.push(server);
  if (servers.length === 0) return null;
  return { ...(live ?? { session, codec, width, height, sinceS: Math.floor(Date.now() / 1_000) }), servers };
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
