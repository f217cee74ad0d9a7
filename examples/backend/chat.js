/** The chat server: viewers of each room, and their lines. */
import { WebSocketServer } from 'ws';
import { push, readCommand } from './wire.js';

const [LOGIN, RELOGIN, QUIT, ACK, CHAT] = [201, 2201, 202, 211, 501];
const [GUEST_LEVEL, LEVEL] = [0, 1];
const [ERROR, COUNTS] = [901, 490_022];
const CONFIRMED = { type: 1, status: 1, errno: 0 };
const [LOGIN_REFUSED, TOO_FAST, TOO_LONG] = [403, 50_101, 50_103];

const HEARTBEAT = Buffer.from('HEARTBEAT_REQUEST');
const MAX_FRAME_BYTES = 16_384;
const MAX_LINE_CHARS = 200;
/** Maximum number of lines of one viewer within RATE_MS. */
const MAX_LINES = 10;
const RATE_MS = 5_000;
/** A viewer with more unsent bytes than this is disconnected. */
const MAX_UNSENT_BYTES = 1_048_576;
/** A connection without data for this time is closed; heartbeats arrive every 10 s. */
const SILENT_MS = 60_000;
const SWEEP_MS = 10_000;
/** Maximum number of connections of this process. */
const MAX_CONNECTIONS = 5_000;

export function createChat({ server, store, rooms }) {
  // It repeats errors of the server, for example of a port in use, which the start of the server reports.
  const sockets = new WebSocketServer({ server, path: '/chat', maxPayload: MAX_FRAME_BYTES }).on('error', () => undefined);
  /** Extension point for a larger site: lines are published to and received from a message broker. */
  const publish = (roomId, bytes, only = null, except = null) => {
    for (const socket of sockets.clients) {
      const { viewer } = socket;
      if (viewer?.roomId === roomId && socket !== except && (only === null || only.includes(viewer.userId))) send(socket, bytes);
    }
  };
  const send = (socket, bytes) => {
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(bytes);
  };
  const viewers = (roomId) => [...sockets.clients].filter(({ viewer }) => viewer?.roomId === roomId).length;
  const sendCounts = (roomId) =>
    publish(roomId, push(COUNTS, { roomid: roomId, viewers: viewers(roomId), followers: store.followers(roomId) }));

  function login(socket, command, fields) {
    const { roomid: roomId, kugouid: userId, token } = fields;
    const user = userId === 0 ? { id: 0, nickname: '' } : store.user(userId, token);
    if (user === null || !rooms.has(roomId))
      return send(socket, push(ERROR, { cmd: command, type: 1, status: 0, errno: LOGIN_REFUSED, msg: '登录失败' }));
    socket.viewer = { roomId, userId: user.id, nickname: user.nickname, lineTimes: [] };
    const { id: userid, nickname } = user;
    const entry = { roomid: roomId, userid, kugouid: userid, nickname, richlevel: userid === 0 ? GUEST_LEVEL : LEVEL };
    send(socket, push(LOGIN, { ...entry, socsid: fields.socsid, sid: fields.sid, deviceNo: fields.deviceNo, referer: fields.referer }));
    send(socket, push(ERROR, { cmd: command, ...CONFIRMED }));
    for (const { id, body } of store.linesAfter(roomId, Number(fields.offset) || 0)) send(socket, push(CHAT, body, id));
    if (user.id > 0 && command === LOGIN) publish(roomId, push(LOGIN, entry), null, socket);
    sendCounts(roomId);
  }

  function say(socket, { chatmsg, uuid, seq, issecrect, receiverid }) {
    const { viewer } = socket;
    if (viewer === undefined || viewer.userId === 0 || uuid === '') return;
    const nowMs = Date.now();
    const refuse = (errno) => send(socket, push(ERROR, { cmd: CHAT, type: 2, status: 0, errno, seq, uuid }));
    if (chatmsg.trim() === '' || chatmsg.length > MAX_LINE_CHARS) return refuse(TOO_LONG);
    viewer.lineTimes = [...viewer.lineTimes.filter((ms) => ms > nowMs - RATE_MS), nowMs].slice(-MAX_LINES - 1);
    if (viewer.lineTimes.length > MAX_LINES) return refuse(TOO_FAST);
    const { roomId, userId, nickname } = viewer;
    const sender = { senderid: userId, userid: userId, kugouid: userId, sendername: nickname, nickname, richlevel: LEVEL };
    const body = { ...sender, chatmsg, uuid, seq, receiverid, receiveruserid: receiverid, issecrect: issecrect === 1, platform: 7 };
    const id = store.addLine(roomId, uuid, body);
    // Repeated after a lost connection: the line was accepted, and only its echo was lost.
    if (id === null) return send(socket, push(ACK, { seq, uuid }));
    publish(roomId, push(CHAT, body, id), issecrect === 1 ? [userId, receiverid || userId] : null);
  }

  sockets.on('connection', (socket) => {
    if (sockets.clients.size > MAX_CONNECTIONS) return socket.close(1013);
    socket.lastMs = Date.now();
    socket.on('error', () => socket.terminate());
    socket.on('close', () => socket.viewer !== undefined && sendCounts(socket.viewer.roomId));
    socket.on('message', (data, isBinary) => {
      socket.lastMs = Date.now();
      if (!isBinary) return HEARTBEAT.equals(data) && socket.send('HEARTBEAT_RESPONSE');
      const { command, fields } = readCommand(data) ?? {};
      if (command === LOGIN || command === RELOGIN) login(socket, command, fields);
      else if (command === CHAT) say(socket, fields);
      else if (command === QUIT) socket.close(1000);
    });
  });
  const sweep = setInterval(() => {
    for (const socket of sockets.clients) if (Date.now() - socket.lastMs > SILENT_MS) socket.terminate();
  }, SWEEP_MS);

  return {
    publish,
    viewers,
    sendCounts,
    close() {
      clearInterval(sweep);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
