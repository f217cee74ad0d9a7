/**
 * A process with viewers of one room: the room's own socket code (src/workers/socket) over real WebSockets, without a browser. Started by
 * backend.ts, which sends orders as messages and receives one answer for each.
 */
import { createDecisionLog } from '../../src/player/base/machine.ts';
import { readServices } from '../../src/core/services.ts';
import type { SocketDown } from '../../src/workers/socket/api.ts';
import { Socket } from '../../src/workers/socket/socket.ts';
import { codecOf } from '../../src/wire/all-families.ts';
import { readContents } from '../../src/wire/body.ts';
import { nodePlatform } from '../room/node-platform.ts';
import { quantile } from '../measure/schema.ts';

export type Order =
  /** Opens viewers until there are `viewers`; the first `talkers` of them have logins. */
  | { readonly type: 'open'; readonly url: string; readonly viewers: number; readonly talkers: number; readonly perS: number }
  /** `killPid`: ended by SIGKILL after half of the time. */
  | {
      readonly type: 'talk';
      readonly linesPerS: number;
      readonly forMs: number;
      readonly settleMs: number;
      readonly killPid: number | null;
    };

export interface Answer {
  /** Sockets whose login is confirmed. */
  readonly open: number;
  readonly written: number;
  /** Lines confirmed to their writers by an echo or an acknowledgement. */
  readonly accepted: number;
  /** Accepted lines times viewers, and how many of these the room would have shown. */
  readonly due: number;
  readonly shown: number;
  /** Lines shown more than once to a viewer. */
  readonly doubled: number;
  /** From writing to the socket code of a viewer, in ms. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Time in ms without a connection: median, and of the viewer that was longest without one. */
  readonly awayMs: number;
  readonly longestAwayMs: number;
  readonly reconnected: number;
}

const ROOM_ID = 1_001;
const FIRST_USER = 9_000_000;
const LOOK_MS = 50;
/** Upper bound of kept latencies. */
const MAX_LATENCIES = 2_000_000;

interface Viewer {
  readonly socket: Socket;
  isOpen: boolean;
  awaySinceMs: number;
  /** Texts of the current order, with the number of times each was shown. */
  shown: Map<string, number>;
}

const viewers: Viewer[] = [];
const accepted = new Set<string>();
const textOf = new Map<string, string>();
/** Lines of the current order; a new viewer also gets some of earlier ones. */
const current = new Set<string>();
let latencies: number[] = [];
let aways: number[] = [];
let lines = 0;

const PLATFORM = nodePlatform();

function openViewer(url: string, userId: number): Viewer {
  const services = readServices('', url).services;
  const viewer: Viewer = {
    isOpen: false,
    awaySinceMs: 0,
    shown: new Map(),
    socket: new Socket({
      services,
      platform: PLATFORM,
      decisions: createDecisionLog(),
      outs: { down: (message) => onDown(viewer, message), stats: () => undefined },
    }),
  };
  viewer.socket.up({
    type: 'connect',
    identity: {
      roomId: ROOM_ID,
      roomKind: 'live',
      vertical: false,
      userId,
      token: userId === 0 ? '' : 'bench',
      appId: '',
      platformId: 7,
      referer: '',
      sid: '',
      deviceNo: 'bench',
      dfid: '-',
    },
  });
  return viewer;
}

function onDown(viewer: Viewer, message: SocketDown): void {
  if (message.type === 'state') {
    const isOpen = message.name === 'open';
    if (viewer.isOpen && !isOpen) viewer.awaySinceMs = performance.now();
    if (!viewer.isOpen && isOpen && viewer.awaySinceMs > 0) aways.push(performance.now() - viewer.awaySinceMs);
    viewer.isOpen = isOpen;
    // Five failed attempts in a row: a player that shows its picture would make the next one.
    if (message.name === 'failed') viewer.socket.up({ type: 'retry', from: 'page' });
  }
  if (message.type === 'line' && message.outcome.name === 'delivered') accepted.add(textOf.get(message.uuid) ?? '');
  if (message.type !== 'messages') return;
  const nowMs = Date.now();
  for (const one of readContents(message.batch, codecOf).messages) {
    if (one.name !== 'chat') continue;
    const text = one.body.chatmsg;
    if (!current.has(text)) continue;
    viewer.shown.set(text, (viewer.shown.get(text) ?? 0) + 1);
    if (latencies.length < MAX_LATENCIES) latencies.push(nowMs - Number(text.split(' ')[0]));
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const openCount = (): number => viewers.filter(({ isOpen }) => isOpen).length;

async function open({ url, viewers: wanted, talkers, perS }: Extract<Order, { type: 'open' }>): Promise<void> {
  const startMs = performance.now();
  const first = viewers.length;
  while (viewers.length < wanted) {
    const due = Math.min(wanted, first + Math.ceil(((performance.now() - startMs) / 1_000) * perS));
    while (viewers.length < due) viewers.push(openViewer(url, viewers.length < talkers ? FIRST_USER + viewers.length : 0));
    await wait(LOOK_MS);
  }
  for (const endMs = performance.now() + 30_000; openCount() < wanted && performance.now() < endMs;) await wait(LOOK_MS);
}

async function talk(order: Extract<Order, { type: 'talk' }>, talkers: number): Promise<Answer> {
  const { linesPerS, forMs, settleMs, killPid } = order;
  for (const viewer of viewers) [viewer.shown, viewer.awaySinceMs] = [new Map(), 0];
  accepted.clear();
  textOf.clear();
  current.clear();
  [latencies, aways] = [[], []];
  const startMs = performance.now();
  let [written, isKilled] = [0, false];
  for (;;) {
    const ranMs = performance.now() - startMs;
    if (ranMs >= forMs) break;
    if (killPid !== null && !isKilled && ranMs >= forMs / 2) {
      isKilled = true;
      process.kill(killPid, 'SIGKILL');
    }
    for (const due = (ranMs / 1_000) * linesPerS; written < due; written++) {
      const uuid = PLATFORM.uuid();
      const text = `${Date.now()} ${++lines}`;
      textOf.set(uuid, text);
      current.add(text);
      const index = written % talkers;
      const chat = { text, receiverId: 0, receiverUserId: 0, secret: false, source: '', manual: true };
      viewers[index]!.socket.up({
        type: 'send-chat',
        line: { uuid, seq: Date.now() * 10 + (written % 10), userId: FIRST_USER + index, writtenMs: Date.now(), chat },
      });
    }
    await wait(10);
  }
  const isSettled = (): boolean =>
    accepted.size === written && viewers.every(({ isOpen, shown }) => isOpen && [...accepted].every((text) => shown.has(text)));
  for (const endMs = performance.now() + settleMs; performance.now() < endMs && !isSettled();) await wait(4 * LOOK_MS);
  let [shown, doubled] = [0, 0];
  for (const viewer of viewers)
    for (const text of accepted) {
      const times = viewer.shown.get(text) ?? 0;
      if (times > 0) shown++;
      if (times > 1) doubled++;
    }
  return {
    open: openCount(),
    written,
    accepted: accepted.size,
    due: accepted.size * viewers.length,
    shown,
    doubled,
    p50Ms: latencies.length === 0 ? Number.NaN : quantile(latencies, 0.5),
    p99Ms: latencies.length === 0 ? Number.NaN : quantile(latencies, 0.99),
    awayMs: aways.length === 0 ? 0 : quantile(aways, 0.5),
    longestAwayMs: Math.max(0, ...aways),
    reconnected: aways.length,
  };
}

let talkerCount = 0;
process.on('message', (order: Order) => {
  if (order.type === 'open') {
    talkerCount = order.talkers;
    void open(order).then(() => process.send?.({ open: openCount() }));
  } else void talk(order, talkerCount).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit(0));
