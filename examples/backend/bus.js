/**
 * Connects the chat processes of a site: stored lines, other pushes, the number of viewers, and the database. `localBus` is for one process.
 * With `natsBus` each room's lines are a stream of JetStream, so that every process sends and replays the same ones by their offset.
 */
const BEACON_MS = 1_000;
/** A process without a beacon for this time gets no new viewers. */
const GONE_MS = 3_000;
const REQUEST_MS = 5_000;
const RECONNECT_MS = 250;
/** Bounds of a room's stream. The duplicate window covers the 120 s in which the room sends an unconfirmed line again. */
const [KEPT_BYTES, KEPT_MS, DUPLICATE_MS] = [16_777_216, 600_000, 300_000];
const NANOS = 1_000_000;
/** A room is given to a second process when the first one has this many of its viewers: fewer copies of each line between processes. */
const ROOM_SHARE = 500;

/** `outs`: onLine(room, offset, body) for stored lines, also those from before the start; onPush(message) for all other pushes. */
export function localBus(store) {
  let outs;
  return {
    store,
    start(handlers) {
      outs = handlers;
      for (const { room, id, body } of store.lines()) outs.onLine(room, id, body);
    },
    /** True: stored. False: it was stored before. Rejects if it may be lost. */
    append(room, uuid, body) {
      const offset = store.addLine(room, uuid, body);
      if (offset !== null) outs.onLine(room, offset, body);
      return offset !== null;
    },
    push: (message) => outs.onPush(message),
    report: () => undefined,
    /** Viewers of a room in other processes. */
    others: () => 0,
    addresses: () => ['/chat'],
    close: () => undefined,
  };
}

/** `address`: of this process's chat, a path of the site or a host with a path. */
export async function natsBus({ url, id, address, roomIds, onLive }) {
  const [{ connect }, { jetstream, jetstreamManager }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ]);
  const nats = await connect({
    servers: url,
    name: id,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    waitOnFirstConnect: true,
  });
  const [streams, manager] = [jetstream(nats), await jetstreamManager(nats)];
  const nodes = new Map();
  const subscribe = (subject, take) => nats.subscribe(subject, { callback: (error, message) => error ?? take(message.json()) });
  subscribe('live', onLive);
  subscribe('beacon', (beacon) => nodes.set(beacon.id, { ...beacon, seenMs: Date.now() }));
  const alive = () => [...nodes.values()].filter(({ seenMs }) => Date.now() - seenMs < GONE_MS);
  const call = async (method, args) => {
    const { value, error } = (await nats.request('store', JSON.stringify({ method, args }), { timeout: REQUEST_MS })).json();
    if (error !== undefined) throw new Error(error);
    return value;
  };

  /** Resolves when the lines from before the start have arrived. */
  async function follow(room, onLine) {
    const name = `ROOM_${room}`;
    const bounds = { max_bytes: KEPT_BYTES, max_age: KEPT_MS * NANOS, duplicate_window: DUPLICATE_MS * NANOS };
    const { state } = await manager.streams.add({ name, subjects: [`room.${room}`], ...bounds });
    // An ordered consumer: it begins again after a gap or a lost connection, at the line after the last one.
    const consumer = await streams.consumers.get(name);
    await new Promise((resolve, reject) => {
      if (state.messages === 0) resolve();
      const callback = (message) => {
        onLine(room, message.seq, message.json());
        if (message.seq >= state.last_seq) resolve();
      };
      consumer.consume({ callback }).catch(reject);
    });
  }

  return {
    store: new Proxy(
      {},
      {
        get:
          (_store, method) =>
          (...args) =>
            call(method, args),
      },
    ),
    async start({ onLine, onPush }) {
      subscribe('push', onPush);
      await Promise.all(roomIds.map((room) => follow(room, onLine)));
    },
    append: async (room, uuid, body) => !(await streams.publish(`room.${room}`, JSON.stringify(body), { msgID: uuid })).duplicate,
    push: (message) => nats.publish('push', JSON.stringify(message)),
    report: (rooms, sockets) => nats.publish('beacon', JSON.stringify({ id, address, rooms, sockets })),
    others: (room) => alive().reduce((sum, node) => sum + (node.id === id ? 0 : (node.rooms[room] ?? 0)), 0),
    /** Best first: a process that has the room but less than its share of viewers, else the one with the fewest connections. */
    addresses(room) {
      const cost = ({ rooms, sockets }) => (rooms[room] > 0 && rooms[room] < ROOM_SHARE ? -1 : sockets);
      const sorted = alive().sort((a, b) => cost(a) - cost(b));
      // Counted until its next beacon, so that viewers who arrive together are spread too.
      if (sorted.length > 0) sorted[0].rooms[room] = (sorted[0].rooms[room] ?? 0) + 1;
      if (sorted.length > 0) sorted[0].sockets++;
      return sorted.map((node) => node.address);
    },
    close: () => nats.close(),
  };
}

/** The process that owns the database answers the others, and sends the state of the streams. */
export async function ownStore({ url, store, live }) {
  const { connect } = await import('@nats-io/transport-node');
  const nats = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: RECONNECT_MS, waitOnFirstConnect: true });
  const answer = ({ method, args }) => {
    try {
      return { value: store[method](...args) };
    } catch (error) {
      return { error: error.message };
    }
  };
  nats.subscribe('store', { callback: (error, message) => error ?? message.respond(JSON.stringify(answer(message.json()))) });
  const sendLive = () => nats.publish('live', JSON.stringify(live()));
  const timer = setInterval(sendLive, BEACON_MS);
  return {
    sendLive,
    close() {
      clearInterval(timer);
      return nats.close();
    },
  };
}
