/** The chat server: viewers of each room, and their lines. */
import { WebSocketServer } from 'ws';
import { push, readCommand } from './wire.js';

const [LOGIN, RELOGIN, QUIT, ACK, CHAT] = [201, 2201, 202, 211, 501];
const [GUEST_LEVEL, LEVEL] = [0, 1];
const [ERROR, COUNTS] = [901, 490_022];
const CONFIRMED = { type: 1, status: 1, errno: 0 };
const [LOGIN_REFUSED, TOO_FAST, TOO_LONG] = [403, 50_101, 50_103];
const GUEST = { id: 0, nickname: '' };

const HEARTBEAT = Buffer.from('HEARTBEAT_REQUEST');
const MAX_FRAME_BYTES = 16_384;
const MAX_LINE_CHARS = 200;
/** Maximum number of lines of one viewer within RATE_MS. */
const MAX_LINES = 10;
const RATE_MS = 5_000;
/** A viewer with more unsent bytes than this is disconnected, and continues at its offset. */
const MAX_UNSENT_BYTES = 1_048_576;
/** A connection without data for this time is closed; heartbeats arrive every 10 s. */
const SILENT_MS = 60_000;
const SWEEP_MS = 10_000;
/** Maximum number of connections of this process. */
const MAX_CONNECTIONS = 12_000;
/** Lines of a room in memory, from which logins are answered. */
const MAX_ROOM_BYTES = 16_777_216;
/** A login gets the newest lines after its offset, at most this many bytes, a page at a time; without an offset the last HISTORY_LINES. */
const [MAX_REPLAY_BYTES, PAGE_BYTES, HISTORY_LINES] = [4_194_304, 65_536, 20];
const COUNTS_MS = 1_000;
const [TRY_LATER] = [1013];

// Long: the viewers of all rooms, whom every function reads or changes.
export async function createChat({ server, bus, rooms }) {
  // It repeats errors of the server, for example of a port in use, which the start of the server reports.
  const sockets = new WebSocketServer({ server, path: '/chat', maxPayload: MAX_FRAME_BYTES }).on('error', () => undefined);
  const halls = new Map([...rooms.keys()].map((room) => [room, { sockets: new Set(), lines: [], bytes: 0, isCountDue: true, total: 0 }]));
  const viewers = (roomId) => halls.get(roomId).sockets.size + bus.others(roomId);
  const send = (socket, bytes) => {
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(bytes);
  };
  /** From the end: a viewer misses the newest lines. */
  const firstAfter = (lines, after) => lines.findLastIndex(({ offset }) => offset <= after) + 1;
  const mayRead = ({ only }, { userId }) => only === null || (userId > 0 && only.includes(userId));

  /** A stored line. Viewers who still receive earlier ones get it in its order. */
  function onLine(roomId, offset, body) {
    const hall = halls.get(roomId);
    if (hall === undefined) return;
    const only = body.issecrect ? [body.senderid, body.receiverid || body.senderid] : null;
    const line = { offset, bytes: push(CHAT, body, offset, `${roomId}-${offset}`), only };
    hall.lines.push(line);
    hall.bytes += line.bytes.length;
    // A sixteenth at a time, because removing the first element moves all others.
    for (const part = hall.lines.length >> 4; hall.bytes > MAX_ROOM_BYTES;)
      for (const { bytes } of hall.lines.splice(0, part + 1)) hall.bytes -= bytes.length;
    for (const socket of hall.sockets) {
      const { viewer } = socket;
      if (!viewer.isLive || offset <= viewer.offset) continue;
      viewer.offset = offset;
      if (mayRead(line, viewer)) send(socket, line.bytes);
    }
  }

  /** A push that is not stored. `except`: the connection that caused it. `isFollow`: the number of followers changed. */
  function onPush({ room, command, body, except, isFollow = false }) {
    const hall = halls.get(room);
    if (hall === undefined) return;
    hall.isCountDue ||= isFollow;
    if (command === undefined) return;
    const bytes = push(command, body);
    for (const socket of hall.sockets) if (socket.viewer.id !== except) send(socket, bytes);
  }

  async function replay(socket, hall, after) {
    const { viewer } = socket;
    const { lines } = hall;
    const at = firstAfter(lines, after);
    const maxLines = after > 0 ? Infinity : HISTORY_LINES;
    let [first, bytes, shown] = [lines.length, 0, 0];
    for (; first > at && bytes < MAX_REPLAY_BYTES && shown < maxLines; first--)
      if (mayRead(lines[first - 1], viewer)) [bytes, shown] = [bytes + lines[first - 1].bytes.length, shown + 1];
    viewer.offset = Math.max(after, lines[first - 1]?.offset ?? 0);
    for (;;) {
      // By the offset, because lines arrive and are removed between two pages.
      const page = [];
      let size = 0;
      for (let next = firstAfter(lines, viewer.offset); next < lines.length && size < PAGE_BYTES; next++) {
        viewer.offset = lines[next].offset;
        if (!mayRead(lines[next], viewer)) continue;
        page.push(lines[next].bytes);
        size += lines[next].bytes.length;
      }
      if (page.length === 0) break;
      // The next page follows when this one is sent, so that a slow viewer holds one page.
      await Promise.all(page.map((line) => new Promise((resolve) => socket.send(line, resolve))));
      if (socket.readyState !== socket.OPEN) return;
    }
    viewer.isLive = true;
  }

  async function login(socket, command, fields) {
    const { roomid: roomId, kugouid: userId, token } = fields;
    const hall = halls.get(roomId);
    const user = hall === undefined ? null : userId === 0 ? GUEST : await bus.store.user(userId, token);
    if (user === null) return send(socket, push(ERROR, { cmd: command, type: 1, status: 0, errno: LOGIN_REFUSED, msg: '登录失败' }));
    if (socket.readyState !== socket.OPEN) return undefined;
    leave(socket);
    const { id: userid, nickname } = user;
    socket.viewer = { roomId, userId: userid, nickname, id: crypto.randomUUID(), lineTimes: [], isLive: false, offset: 0 };
    const entry = { roomid: roomId, userid, kugouid: userid, nickname, richlevel: userid === 0 ? GUEST_LEVEL : LEVEL };
    send(socket, push(LOGIN, { ...entry, socsid: fields.socsid, sid: fields.sid, deviceNo: fields.deviceNo, referer: fields.referer }));
    send(socket, push(ERROR, { cmd: command, ...CONFIRMED }));
    hall.sockets.add(socket);
    hall.isCountDue = true;
    if (userid > 0 && command === LOGIN) bus.push({ room: roomId, command: LOGIN, body: entry, except: socket.viewer.id });
    return replay(socket, hall, Number(fields.offset) || 0);
  }

  async function say(socket, { chatmsg, uuid, seq, issecrect, receiverid }) {
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
    // Repeated after a lost connection: the line was accepted, and only its echo was lost.
    if (!(await bus.append(roomId, `${userId} ${uuid}`, body))) send(socket, push(ACK, { seq, uuid }));
  }

  function leave(socket) {
    const hall = halls.get(socket.viewer?.roomId);
    hall?.sockets.delete(socket);
  }

  sockets.on('connection', (socket) => {
    if (sockets.clients.size > MAX_CONNECTIONS) return socket.close(TRY_LATER);
    socket.lastMs = Date.now();
    socket.on('error', () => socket.terminate());
    socket.on('close', () => leave(socket));
    socket.on('message', (data, isBinary) => {
      socket.lastMs = Date.now();
      if (!isBinary) return HEARTBEAT.equals(data) && socket.send('HEARTBEAT_RESPONSE');
      const { command, fields } = readCommand(data) ?? {};
      // The broker or the database is away: the room connects again and repeats what was not confirmed.
      const retry = () => socket.close(TRY_LATER);
      if (command === LOGIN || command === RELOGIN) login(socket, command, fields).catch(retry);
      else if (command === CHAT) say(socket, fields).catch(retry);
      else if (command === QUIT) socket.close(1000);
      return undefined;
    });
  });
  const sweep = setInterval(() => {
    for (const socket of sockets.clients) if (Date.now() - socket.lastMs > SILENT_MS) socket.terminate();
  }, SWEEP_MS);
  /** Once a second for each room whose numbers changed, however many viewers come and go. */
  async function sendCounts(roomId, hall) {
    const total = viewers(roomId);
    if (total === hall.total && !hall.isCountDue) return;
    [hall.total, hall.isCountDue] = [total, false];
    const followers = await bus.store.followers(roomId);
    onPush({ room: roomId, command: COUNTS, body: { roomid: roomId, viewers: total, followers } });
  }
  const counts = setInterval(() => {
    bus.report(Object.fromEntries([...halls].map(([roomId, hall]) => [roomId, hall.sockets.size])), sockets.clients.size);
    for (const [roomId, hall] of halls) sendCounts(roomId, hall).catch(() => (hall.isCountDue = true));
  }, COUNTS_MS);
  await bus.start({ onLine, onPush });

  return {
    viewers,
    onPush,
    close() {
      clearInterval(sweep);
      clearInterval(counts);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}
