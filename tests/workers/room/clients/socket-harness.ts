/** The room worker's client of the socket worker, with a fake port, screen and clock. */
import { initialView } from '../../../../src/core/room/initial-view.ts';
import { EVERYBODY, type WelcomePolicy } from '../../../../src/core/room/chat/welcome.ts';
import type { ChatBatch, ChatRow, RoomView } from '../../../../src/core/room/view.ts';
import { SocketClient } from '../../../../src/workers/room/clients/socket-client.ts';
import type { SocketDown, SocketIdentity, SocketUp } from '../../../../src/workers/socket/api.ts';
import type { StatsEvent } from '../../../../src/workers/stats/api.ts';
import { manualClock } from '../../../../src/player/tests/manual-clock.ts';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { fakePort } from '../harness.ts';

interface ClientCase {
  readonly session?: Readonly<Record<string, string>>;
  readonly blocked?: ReadonlySet<number>;
  readonly hides?: ((row: ChatRow) => boolean) | null;
  readonly source?: string;
  readonly welcome?: WelcomePolicy;
  /** The viewer and the room as the page shows them. */
  readonly shown?: { readonly me?: Partial<RoomView['me']>; readonly room?: Partial<RoomView['room']> };
  readonly userId?: number;
}

export function client({
  session = {},
  blocked = new Set(),
  hides = null,
  source = '',
  welcome = EVERYBODY,
  shown = {},
  userId = 7,
}: ClientCase = {}) {
  const clock = manualClock();
  const port = fakePort<SocketUp, SocketDown>();
  const first = initialView({ width: 1_280, height: 800 });
  let view: RoomView = { ...first, me: { ...first.me, ...shown.me }, room: { ...first.room, ...shown.room } };
  const facts: StatsEvent[] = [];
  const chats: ChatBatch[] = [];
  const stored: (readonly [string, string | null])[] = [];
  const outputs: string[] = [];
  let uuids = 0;
  const socket = new SocketClient(port.port, {
    screen: {
      get: () => view,
      patch: (patch) => (view = { ...view, ...patch }),
      isFlushed: () => true,
      showFeature: () => undefined,
    },
    stats: { emit: (fact) => void facts.push(fact), failure: () => undefined, replace: () => undefined },
    platform: { ...clock, random: () => 0, uuid: () => `uuid-${++uuids}` },
    roomId: 1_001,
    session,
    store: (key, value) => stored.push([key, value]),
    userAgent: 'test',
    source,
    chat: (batch) => chats.push(batch),
    onMessage: ({ name }) => outputs.push(name),
    onLateCode: (name, why) => outputs.push(`${name} ${why ?? 'loaded'}`),
    onLoginRequired: () => outputs.push('login required'),
    onReach: () => undefined,
    onSlider: (needed) => outputs.push(`slider ${needed}`),
    me: () => ({ userId, starId: 77, name: '小鱼' }),
    blocked: () => blocked,
    hides: () => hides,
    welcomePolicy: () => welcome,
  });
  return {
    socket,
    clock,
    port,
    chats,
    stored,
    outputs,
    facts,
    chat: () => view.chat,
    connects: (): readonly SocketIdentity[] => port.posted.flatMap((message) => (message.type === 'connect' ? [message.identity] : [])),
    rows: () => chats.flatMap(({ rows }) => rows),
    lines: (posted: readonly SocketUp[] = port.posted) =>
      posted.flatMap((message) => (message.type === 'send-chat' ? [message.line.chat.text] : [])),
  };
}

export const batchOf = (count: number, chat = 0): SocketDown =>
  messagesDown(
    Array.from({ length: count }, (_, at) => messageOf('chat', { senderid: 9, sendername: '阿星', chatmsg: `${at}` })),
    { chat },
  );
export const question = { type: 'verify', question: { key: 'k', imageUrl: '', text: '1+1' }, isWrong: false } as const;
export const say = (text: string) => ({ type: 'send-chat', text }) as const;
