/**
 * A flood through the whole path of a message: bytes of a WebSocket, the socket worker, a structured clone, the room worker's client, the
 * page's rows.
 */
import { expect, test, vi } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import type { ChatBatch, RoomView } from '../../../src/core/room/view.ts';
import { EVERYBODY } from '../../../src/core/room/chat/welcome.ts';
import { BATCH_LIMITS } from '../../../src/core/socket/batch.ts';
import type { RoomMessage } from '../../../src/wire/registry.ts';
import { SocketClient } from '../../../src/workers/room/clients/socket-client.ts';
import type { SocketDown, SocketUp } from '../../../src/workers/socket/api.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { fakePort } from '../room/harness.ts';
import { identity, opened } from './harness.ts';

const BATCH_MS = 100;

const SECONDS = 8;
const PER_S = 5_000;
/** Interval in ms at which messages arrive: all of one interval arrive together. */
const STEP_MS = 20;
/** From this second on nothing arrives for 2 s, then everything at once, as after a stall: more than a batch may contain. */
const BURST_AT_S = 3;
const BURST_S = 2;
/** Every 25th message is a separate state, every 500th one of the viewer's own lines. */
const STATE_EVERY = 25;
const OWN_EVERY = 500;

function roomSide() {
  const port = fakePort<SocketUp, SocketDown>();
  let view: RoomView = initialView({ width: 1_280, height: 800 });
  const clock = manualClock();
  const seen: RoomMessage[] = [];
  const chats: ChatBatch[] = [];
  const socket = new SocketClient(port.port, {
    screen: {
      get: () => view,
      patch: (patch) => (view = { ...view, ...patch }),
      isFlushed: () => true,
      showFeature: () => undefined,
    },
    stats: { emit: () => undefined, failure: () => undefined, replace: () => undefined },
    platform: { ...clock, random: () => 0, uuid: () => 'uuid' },
    roomId: identity.roomId,
    session: {},
    store: () => undefined,
    userAgent: 'test',
    source: '',
    chat: (batch) => chats.push(batch),
    onMessage: (message) => seen.push(message),
    onLateCode: () => undefined,
    onLoginRequired: () => undefined,
    onReach: () => undefined,
    onSlider: () => undefined,
    me: () => ({ userId: identity.userId, starId: 77, name: '' }),
    blocked: () => new Set(),
    hides: () => null,
    welcomePolicy: () => EVERYBODY,
  });
  return { socket, seen, chats, clock, deliver: (message: SocketDown) => port.deliver(structuredClone(message)) };
}

test('S20 5,000 messages a second for 8 s: states and own lines arrive in order, dropped chat is counted, batches are bounded', async () => {
  const it = await opened();
  const room = roomSide();
  // Loads the code of the family of states.
  it.push({ id: 490_001, body: { orderId: 'first' } });
  await vi.dynamicImportSettled();
  await it.pass(200);
  it.batches.length = 0;
  it.down.length = 0;
  const sent = { chat: 0, state: 0, own: 0 };
  const push = (number: number): void => {
    if (number % OWN_EVERY === 0) it.push({ id: 501, body: { senderid: identity.userId, sendername: '我', chatmsg: `own ${sent.own++}` } });
    else if (number % STATE_EVERY === 0) it.push({ id: 490_001, body: { orderId: String(sent.state++) } });
    else it.push({ id: 501, body: { senderid: 9, sendername: '阿星', chatmsg: `${sent.chat++}` } });
  };
  let number = 1;
  for (let atMs = 0; atMs < SECONDS * 1_000; atMs += STEP_MS) {
    const second = atMs / 1_000;
    const isStalled = second >= BURST_AT_S && second < BURST_AT_S + BURST_S;
    const steps = isStalled ? 0 : second === BURST_AT_S + BURST_S ? 1 + (BURST_S * 1_000) / STEP_MS : 1;
    for (let left = (steps * PER_S * STEP_MS) / 1_000; left > 0; left--) push(number++);
    await it.pass(STEP_MS);
  }
  await it.pass(1_000);
  for (const message of it.down) {
    room.deliver(message);
    // The first batch waits until the decoding code is loaded.
    if (room.seen.length === 0) await vi.dynamicImportSettled();
    room.clock.advance(BATCH_MS);
  }

  expect(number - 1).toBe(SECONDS * PER_S);
  const count = (total: number): readonly number[] => Array.from({ length: total }, (_, at) => at);
  const lines = room.seen.flatMap((message) => (message.name === 'chat' ? [message.body] : []));
  expect(lines.flatMap(({ chatmsg }) => (chatmsg.startsWith('own') ? [Number(chatmsg.slice(4))] : []))).toEqual(count(sent.own));
  expect(room.seen.flatMap((message) => (message.name === 'song-order' ? [Number(message.body.orderId)] : []))).toEqual(count(sent.state));

  const chat = lines.flatMap(({ chatmsg }) => (chatmsg.startsWith('own') ? [] : [Number(chatmsg)]));
  expect(chat).toEqual(chat.toSorted((a, b) => a - b));
  const skipped = it.batches.reduce((sum, batch) => sum + batch.skipped.chat, 0);
  expect(chat.length + skipped).toBe(sent.chat);
  expect(it.count('socket.skipped')).toBe(skipped);
  // Only messages of the two stalled seconds are dropped.
  expect(skipped).toBeGreaterThan(0);
  expect(skipped).toBeLessThanOrEqual(BURST_S * PER_S);
  expect(Math.max(...it.batches.map(({ messages }) => messages.length))).toBeLessThanOrEqual(BATCH_LIMITS.maxChat + BATCH_LIMITS.maxKept);
  // Ten batches a second, and one more for each own line, which does not wait for the next batch.
  expect(it.batches.length).toBeLessThanOrEqual(SECONDS * (1_000 / BATCH_MS) + sent.own + 10);
  // Rows that the page does not show are counted as well.
  const said = room.chats.reduce((sum, { rows, skipped: left }) => sum + rows.length + left, 0);
  expect(said).toBeGreaterThanOrEqual(sent.chat);
});
