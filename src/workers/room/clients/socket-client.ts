import { assertNever } from '../../../core/assert-never.ts';
import { hasBlockedLine, isOfBlocked } from '../../../core/room/chat/blocked.ts';
import { createChatFeed } from '../../../core/room/chat/chat-feed.ts';
import type { ChatPeople } from '../../../core/room/chat/chat-row.ts';
import { MAX_SOCKET_LINES } from '../../../core/room/limits.ts';
import { hideMystics } from '../../../core/room/people/mystic.ts';
import { readOffsets, writeOffsets } from '../../../core/room/chat/own-lines.ts';
import { SESSION_KEYS } from '../../../core/room/start/stored.ts';
import type { ChatBatch, ChatView, UserAction } from '../../../core/room/view.ts';
import { NOBODY_WELCOMED, welcome, type WelcomePolicy } from '../../../core/room/chat/welcome.ts';
import type { Skipped } from '../../../core/socket/batch.ts';
import type { RoomMessage } from '../../../wire/registry.ts';
import type { SocketDown, SocketIdentity, SocketUp } from '../../socket/api.ts';
import { asShown } from '../../../core/socket/cleaning.ts';
import { MAX_CHAT_CHARS } from '../../../core/socket/outgoing.ts';
import { safetyFields } from '../../../core/socket/safety.ts';
import type { Platform } from '../../platform.ts';
import { createArrivals } from './arrivals.ts';
import { createOwnLines } from './own-lines.ts';
import type { Screen } from '../screen.ts';
import type { StatsClient } from './stats-client.ts';

/** Longer text of several returned lines is truncated, because the send box holds one line. */
const MAX_GIVEN_BACK_CHARS = 500;

export interface SocketClientDeps {
  readonly screen: Screen;
  readonly stats: StatsClient;
  readonly platform: Pick<Platform, 'nowMs' | 'epochMs' | 'after' | 'uuid'>;
  readonly roomId: number;
  /** Session storage at the start of the page, and writes to it. */
  readonly session: Readonly<Record<string, string>>;
  store(key: string, value: string | null): void;
  readonly userAgent: string;
  /** `sourceFrom` of the page; '' is sent as `others`. */
  readonly source: string;
  chat(batch: ChatBatch): void;
  onLoginRequired(): void;
  /** S1, S23: the address service requires the slider check, or it is no longer needed. */
  onSlider(needed: boolean): void;
  /** Called for every message of the registry, with or without a chat row. */
  onMessage(message: RoomMessage): void;
  /** Called after each attempt to load code that messages need. */
  onLateCode(name: string, isLoaded: boolean): void;
  me(): ChatPeople;
  /** Users whose lines are hidden. */
  blocked(): ReadonlySet<number>;
  welcomePolicy(): WelcomePolicy;
}

export interface SocketClient {
  connect(identity: SocketIdentity): void;
  sendChat(action: Extract<UserAction, { type: 'send-chat' }>): void;
  resendChat(rowId: number): void;
  /** The answer to the question in the view; null: cancelled. */
  verifyChat(code: string | null): void;
  retry(): void;
  sliderPassed(): void;
  /** Orientation of the room; reported when it changes (410001). */
  setVertical(vertical: boolean): void;
  /** The page is closing (202). */
  leave(): void;
  /** Connects to a restarted socket worker by its new port. */
  replace(port: MessagePort): void;
}

/** The room worker's end of the port to the socket worker; converts messages to chat rows for the page. */
// Long: one port with its state (identity, offsets, lines, feed), which is replaced as a whole when the worker restarts.
export function createSocketClient(first: MessagePort, deps: SocketClientDeps): SocketClient {
  const { screen, stats } = deps;
  let welcomed = NOBODY_WELCOMED;
  const feed = createChatFeed((entry) => {
    const decision = welcome(welcomed, entry, deps.platform.nowMs(), deps.welcomePolicy());
    welcomed = decision.welcomed;
    return decision.isShown;
  });
  let port = first;
  let lastBatchMs = Number.NEGATIVE_INFINITY;
  let cancelFlush = (): void => undefined;
  /** True if the socket worker behind the port has not received this room's data yet. */
  let isFresh = true;
  let identity: SocketIdentity | null = null;
  let vertical: boolean | null = null;
  let sliderPasses = 0;
  let offsets = readOffsets(deps.session[SESSION_KEYS.socketOffset]);
  let entryId = deps.session[SESSION_KEYS.entryId];
  let addresses = deps.session[SESSION_KEYS.socketAddresses];
  const up = (message: SocketUp): void => port.postMessage(message);

  const lines = createOwnLines({
    clock: deps.platform,
    roomId: deps.roomId,
    stored: deps.session[SESSION_KEYS.ownLines],
    feed,
    source: deps.source,
    uuid: () => deps.platform.uuid(),
    speaker() {
      const { me, room } = screen.get();
      const { userId } = deps.me();
      return { userId, name: me.nickname, logo: me.logo ?? '', richLevel: me.richLevel, isStar: userId > 0 && userId === room.starId };
    },
    send: (line) => up({ type: 'send-chat', line }),
    store: (text) => deps.store(SESSION_KEYS.ownLines, text),
    giveBack,
  });

  const arrive = createArrivals({
    load: () => import('../../../wire/contents.ts'),
    nowMs: () => deps.platform.nowMs(),
    stats,
    messages,
    onLoad: (name, isLoaded) => deps.onLateCode(name, isLoaded),
  });
  const patchChat = (patch: Partial<ChatView>): void => screen.patch({ chat: { ...screen.get().chat, ...patch } });

  function listen(): void {
    port.addEventListener('message', (event: MessageEvent<SocketDown>) => down(event.data));
    port.start();
  }

  function down(message: SocketDown): void {
    switch (message.type) {
      case 'state': {
        const { name: at, attempt, retryAtMs, queued, error } = message;
        patchChat({ connection: at, attempt, retryAtMs, queued, error });
        return;
      }
      case 'slider':
        deps.onSlider(message.needed);
        return;
      case 'login-required':
        deps.onLoginRequired();
        return;
      case 'offset': {
        const stored = writeOffsets(offsets, deps.roomId, message.offset);
        offsets = readOffsets(stored);
        deps.store(SESSION_KEYS.socketOffset, stored);
        return;
      }
      case 'addresses':
        addresses = message.stored ?? undefined;
        deps.store(SESSION_KEYS.socketAddresses, message.stored);
        return;
      case 'messages':
        arrive(message.batch, message.skipped);
        return;
      case 'family':
        deps.onLateCode(message.family, message.isLoaded);
        return;
      case 'line':
        lines.settle(message.uuid, message.outcome);
        flushSoon();
        return;
      case 'verify':
        patchChat({ verify: { ...message.question, text: asShown(message.question.text), isWrong: message.isWrong } });
        return;
      case 'verified':
        patchChat({ verify: null });
        lines.resendVerified();
        flushSoon();
        return;
      case 'debug':
        patchChat({ debug: [...screen.get().chat.debug, ...message.lines].slice(-MAX_SOCKET_LINES), totals: message.totals });
        return;
      default:
        assertNever(message);
    }
  }

  function messages(received: readonly RoomMessage[], skipped: Skipped): void {
    const me = deps.me();
    const batch = received.map((message) => hideMystics(message, me.userId));
    stats.emit({ type: 'count', name: 'socket.messages', by: batch.length });
    if (skipped.talk > 0) feed.skip(skipped.talk);
    const blocked = deps.blocked();
    const shown = blocked.size === 0 ? batch : batch.filter((message) => !hasBlockedLine(message, blocked));
    feed.add(shown, me, { ownRow: (uuid, seq) => lines.rowOf(uuid, seq), blocked });
    flushSoon();
    for (const message of batch) if (!isOfBlocked(message, blocked)) deps.onMessage(message);
  }

  /** The first change after a quiet time is sent immediately, the next ones at the feed's interval: at most ten batches a second. */
  function flushSoon(): void {
    cancelFlush();
    const gapMs = feed.gapMs();
    if (gapMs === null) return;
    const nowMs = deps.platform.nowMs();
    const inMs = lastBatchMs + gapMs - nowMs;
    if (inMs > 0) {
      cancelFlush = deps.platform.after(inMs, flushSoon);
      return;
    }
    const batch = feed.flush();
    if (batch !== null) deps.chat(batch);
    lastBatchMs = nowMs;
  }

  /** Lines of another login are returned one by one and joined in the send box in their order. */
  function giveBack(text: string): void {
    const { givenBack } = screen.get().chat;
    const whole = givenBack === null ? text : `${givenBack.text} ${text}`;
    patchChat({ givenBack: { id: (givenBack?.id ?? 0) + 1, text: whole.slice(0, MAX_GIVEN_BACK_CHARS) } });
  }

  function sendChat(action: Extract<UserAction, { type: 'send-chat' }>): void {
    const said = action.text.trim();
    if (said === '') return;
    if (screen.get().chat.givenBack !== null) patchChat({ givenBack: null });
    lines.write(said.slice(0, MAX_CHAT_CHARS), action.toUserId ?? 0, action.secret ?? false, action.isScripted !== true);
    flushSoon();
  }

  function connect(next: SocketIdentity): void {
    if (entryId === undefined) {
      // Identifies this entry into the room: a reload in the same tab keeps it.
      entryId = deps.platform.uuid();
      deps.store(SESSION_KEYS.entryId, entryId);
    }
    const offset = offsets.get(next.roomId);
    identity = { ...next, entryId, vertical: vertical ?? next.vertical, ...(offset === undefined ? {} : { offset }) };
    if (addresses !== undefined) identity = { ...identity, addresses };
    up({ type: 'connect', identity });
    if (isFresh) lines.sendAll();
    isFresh = false;
    flushSoon();
  }

  function sliderPassed(): void {
    if (identity === null) return;
    const { roomId, deviceNo, dfid } = identity;
    sliderPasses++;
    const passedMs = deps.platform.epochMs();
    const safety = safetyFields({ roomId, deviceNo, dfid, userAgent: deps.userAgent, passedTimes: sliderPasses, passedMs });
    up({ type: 'slider-passed', safety });
  }

  function verifyChat(code: string | null): void {
    const { verify } = screen.get().chat;
    if (verify === null) return;
    if (code === null) patchChat({ verify: null });
    else if (code.trim() !== '') up({ type: 'verify-chat', code: code.trim().slice(0, MAX_CODE_CHARS), key: verify.key });
  }

  listen();
  return {
    connect,
    sendChat,
    resendChat(rowId) {
      lines.resend(rowId);
      flushSoon();
    },
    verifyChat,
    retry: () => up({ type: 'retry' }),
    sliderPassed,
    setVertical(next) {
      if (next === vertical) return;
      vertical = next;
      up({ type: 'screen', vertical: next });
    },
    leave: () => up({ type: 'leave' }),
    replace(next) {
      port.close();
      port = next;
      isFresh = true;
      listen();
    },
  };
}

/** Answers typed from a picture have four to six characters. */
const MAX_CODE_CHARS = 32;
