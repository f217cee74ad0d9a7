import { assertNever } from '../../../player/base/errors.ts';
import { LateCode, type LateCodeDeps, type LateWhy } from '../../../core/late-part.ts';
import { hasBlockedLine, isOfBlocked } from '../../../core/room/chat/blocked.ts';
import { ChatFeed } from '../../../core/room/chat/chat-feed.ts';
import { chatRow, type ChatPeople } from '../../../core/room/chat/chat-row.ts';
import { MAX_SOCKET_LINES } from '../../../core/room/limits.ts';
import { hideMystics, type KnownMystics } from '../../../core/room/people/mystic.ts';
import { readOffsets, writeOffsets } from '../../../core/room/chat/own-lines.ts';
import { SESSION_KEYS } from '../../../core/room/start/stored.ts';
import type { ChatBatch, ChatRow, ChatView, UserAction } from '../../../core/room/view.ts';
import { NOBODY_WELCOMED, welcome, type WelcomePolicy } from '../../../core/room/chat/welcome.ts';
import type { Reach } from '../../../player/base/waits.ts';
import type { PackedMessages, Skipped } from '../../../core/socket/batch.ts';
import type { Contents } from '../../../wire/body.ts';
import type { BodyOfMessage, RoomMessage } from '../../../wire/registry.ts';
import type { SocketDown, SocketIdentity, SocketUp } from '../../socket/api.ts';
import { asShown } from '../../../core/socket/cleaning.ts';
import { MAX_CHAT_CHARS, safetyFields, type SafetyFields } from '../../../core/socket/outgoing.ts';
import type { Platform } from '../../platform.ts';
import { OwnLines } from './own-lines.ts';
import type { Screen, StatsClient } from '../room-base.ts';

/** Longer text of several returned lines is truncated, because the send box holds one line. */
const MAX_GIVEN_BACK_CHARS = 500;

export interface SocketClientDeps {
  readonly screen: Screen;
  readonly stats: StatsClient;
  readonly platform: Pick<Platform, 'nowMs' | 'epochMs' | 'after' | 'random' | 'uuid'>;
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
  /** Code that messages need is late; null: it is loaded. */
  onLateCode(name: string, why: LateWhy | null): void;
  me(): ChatPeople;
  /** Users whose lines are hidden. */
  blocked(): ReadonlySet<number>;
  /** Whether a row is hidden by the viewer's choices; null: none is. */
  hides(): ((row: ChatRow) => boolean) | null;
  welcomePolicy(): WelcomePolicy;
  /** The chat is connected, or an attempt failed. */
  onReach(works: boolean): void;
}

/** Decodes the contents of a batch; not part of the worker's first bundle. */
export type Decode = (batch: PackedMessages) => Contents;

async function loadDecode(): Promise<Decode> {
  const [{ readContents }, { codecOf }] = await Promise.all([import('../../../wire/body.ts'), import('../../../wire/all-families.ts')]);
  return (batch) => readContents(batch, codecOf);
}

interface ArrivalsDeps extends Pick<LateCodeDeps<Decode>, 'clock' | 'random' | 'onNotice'> {
  readonly load: () => Promise<Decode>;
  readonly stats: Pick<StatsClient, 'emit' | 'failure'>;
  readonly messages: (batch: readonly RoomMessage[], skipped: Skipped) => void;
}

/** Converts batches of the socket worker to messages in order of arrival; batches that arrive before the code is loaded are queued. */
export function createArrivals(deps: ArrivalsDeps): (batch: PackedMessages, skipped: Skipped) => void {
  const { load, stats, messages } = deps;
  let waiting = 0;
  const code = new LateCode<Decode>({
    ...deps,
    ready: {},
    loaders: { contents: load },
    onFailure(failure, isMessage) {
      if (isMessage) waiting--;
      stats.failure(failure);
    },
  });
  // Preloaded for the first batch; a failure is reported when it is needed.
  load().catch(() => undefined);
  return (batch, skipped) => {
    // The batch holds no protobuf content: every message was JSON or was dropped.
    if (waiting === 0 && batch.read.length === batch.count) return messages(batch.read, skipped);
    waiting++;
    return code.withCode('contents', batch.buffer.byteLength, (decode) => {
      waiting--;
      const { messages: decoded, failures, badExts } = decode(batch);
      for (const [failed, { count, detail }] of failures) stats.emit({ type: 'failure', code: failed, detail, by: count });
      if (badExts > 0) stats.emit({ type: 'count', name: 'chat.bad-ext', by: badExts });
      messages(decoded, skipped);
    });
  };
}

/** The room worker's end of the port to the socket worker; converts messages to chat rows for the page. */
export class SocketClient {
  readonly #deps: SocketClientDeps;
  readonly #feed: ChatFeed;
  readonly #lines: OwnLines;
  readonly #arrive: ReturnType<typeof createArrivals>;
  #port: MessagePort;
  readonly #mystics: KnownMystics = new Set();
  #welcomed = NOBODY_WELCOMED;
  #lastBatchMs = Number.NEGATIVE_INFINITY;
  #cancelFlush = (): void => undefined;
  /** True if the socket worker behind the port has not received this room's data yet. */
  #isFresh = true;
  #identity: SocketIdentity | null = null;
  /** The login of the room, and the token that replaces its own in the next chat login. */
  #login = { userId: 0, given: '', token: '' };
  #vertical: boolean | null = null;
  #sliderPasses = 0;
  #returnMs: number | null = null;
  #safety: SafetyFields | undefined;
  #offsets: ReturnType<typeof readOffsets>;
  #entryId: string | undefined;
  #addresses: string | undefined;

  constructor(port: MessagePort, deps: SocketClientDeps) {
    this.#deps = deps;
    this.#port = port;
    this.#offsets = readOffsets(deps.session[SESSION_KEYS.socketOffset]);
    this.#entryId = deps.session[SESSION_KEYS.entryId];
    this.#addresses = deps.session[SESSION_KEYS.socketAddresses];
    this.#feed = new ChatFeed((entry) => this.#isWelcome(entry));
    this.#lines = this.#createLines();
    this.#arrive = createArrivals({
      load: loadDecode,
      clock: deps.platform,
      random: deps.platform.random,
      stats: deps.stats,
      messages: (received, skipped) => this.#messages(received, skipped),
      onNotice: (name, why) => deps.onLateCode(name, why),
    });
    this.#listen();
  }

  #createLines(): OwnLines {
    const deps = this.#deps;
    const { platform, screen, session, source, roomId } = deps;
    return new OwnLines({
      clock: platform,
      roomId,
      stored: session[SESSION_KEYS.ownLines],
      feed: this.#feed,
      source,
      uuid: () => platform.uuid(),
      speaker() {
        const { me, room } = screen.get();
        const { userId } = deps.me();
        return { userId, name: me.nickname, logo: me.logo ?? '', richLevel: me.richLevel, isStar: userId > 0 && userId === room.starId };
      },
      // A socket worker that has no login yet would return the line of a viewer: `connect` sends it. It refuses the line of a visitor.
      send: (line) => {
        if (!this.#isFresh || line.userId === 0) this.#up({ type: 'send-chat', line });
      },
      store: (text) => deps.store(SESSION_KEYS.ownLines, text),
      giveBack: (text) => this.#giveBack(text),
    });
  }

  #isWelcome(entry: Parameters<typeof welcome>[1]): boolean {
    const { welcomed, isShown } = welcome(this.#welcomed, entry, this.#deps.platform.nowMs(), this.#deps.welcomePolicy());
    this.#welcomed = welcomed;
    return isShown;
  }

  #up(message: SocketUp): void {
    this.#port.postMessage(message);
  }

  #patchChat(patch: Partial<ChatView>): void {
    const { screen } = this.#deps;
    screen.patch({ chat: { ...screen.get().chat, ...patch } });
  }

  #listen(): void {
    this.#port.addEventListener('message', (event: MessageEvent<SocketDown>) => this.#down(event.data));
    this.#port.start();
  }

  #down(message: SocketDown): void {
    switch (message.type) {
      case 'state': {
        const { name: at, attempt, retryAtMs, queued, error } = message;
        const before = this.#deps.screen.get().chat.connection;
        this.#patchChat({ connection: at, attempt, retryAtMs, queued, error });
        // A connection that its server closed has not failed to return.
        const isLost = at === 'paused' || (at === 'waiting' && attempt > 0);
        if (before !== at && (isLost || at === 'open')) this.#deps.onReach(!isLost);
        return;
      }
      case 'slider':
        this.#deps.onSlider(message.needed);
        return;
      case 'login-required':
        this.#deps.onLoginRequired();
        return;
      case 'offset': {
        const stored = writeOffsets(this.#offsets, this.#deps.roomId, message.offset);
        this.#offsets = readOffsets(stored);
        this.#deps.store(SESSION_KEYS.socketOffset, stored);
        return;
      }
      case 'addresses':
        this.#addresses = message.stored ?? undefined;
        this.#deps.store(SESSION_KEYS.socketAddresses, message.stored);
        return;
      case 'messages':
        this.#arrive(message.batch, message.skipped);
        return;
      case 'family':
        this.#deps.onLateCode(message.family, message.why);
        return;
      case 'line':
        this.#lines.settle(message.uuid, message.outcome);
        this.#flushSoon();
        return;
      case 'verify':
        this.#patchChat({ verify: { ...message.question, text: asShown(message.question.text), isWrong: message.isWrong } });
        return;
      case 'verified':
        this.#patchChat({ verify: null });
        this.#lines.resendVerified();
        this.#flushSoon();
        return;
      case 'debug':
        this.#patchChat({
          debug: [...this.#deps.screen.get().chat.debug, ...message.lines].slice(-MAX_SOCKET_LINES),
          totals: message.totals,
        });
        return;
      default:
        assertNever(message);
    }
  }

  #messages(received: readonly RoomMessage[], skipped: Skipped): void {
    const me = this.#deps.me();
    const batch = received.map((message) => hideMystics(message, me.userId, this.#mystics));
    this.#deps.stats.emit({ type: 'count', name: 'socket.messages', by: batch.length });
    if (skipped.chat > 0) this.#feed.skip(skipped.chat);
    const blocked = this.#deps.blocked();
    const shown = blocked.size === 0 ? batch : batch.filter((message) => !hasBlockedLine(message, blocked));
    const hides = this.#deps.hides();
    this.#feed.add(shown, me, {
      ownRow: (uuid, seq) => this.#lines.echoed(uuid, seq),
      hasRow: (text) => this.#lines.has(text),
      blocked,
      hides,
    });
    this.#flushSoon();
    for (const message of batch) {
      if (message.name === 'login') this.#renewToken(message.body);
      if (isOfBlocked(message, blocked)) continue;
      // A gift, an entry or a notice has effects besides its line; a line of the chat only flies over the picture.
      const line = hides !== null && (message.name === 'chat' || message.name === 'socket-chat') ? chatRow(message, 0, me) : null;
      if (line === null || hides?.(line) !== true) this.#deps.onMessage(message);
    }
  }

  /** The server may have replaced the token: a restarted socket worker and a restored page log in with the new one. */
  #renewToken({ userid, token }: BodyOfMessage<'login'>): void {
    if (userid > 0 && userid === this.#login.userId && token !== '') this.#login = { ...this.#login, token: asShown(token) };
  }

  /** The first change after a quiet time is sent immediately, the next ones at the feed's interval: at most ten batches a second. */
  #flushSoon(): void {
    this.#cancelFlush();
    const gapMs = this.#feed.gapMs();
    if (gapMs === null) return;
    const nowMs = this.#deps.platform.nowMs();
    const inMs = this.#lastBatchMs + gapMs - nowMs;
    if (inMs > 0) {
      this.#cancelFlush = this.#deps.platform.after(inMs, () => this.#flushSoon());
      return;
    }
    const batch = this.#feed.flush();
    if (batch !== null) this.#deps.chat(batch);
    this.#lastBatchMs = nowMs;
  }

  /** Lines of another login are returned one by one and joined in the send box in their order. */
  #giveBack(text: string): void {
    const { givenBack } = this.#deps.screen.get().chat;
    const whole = givenBack === null ? text : `${givenBack.text} ${text}`;
    this.#patchChat({ givenBack: { id: (givenBack?.id ?? 0) + 1, text: whole.slice(0, MAX_GIVEN_BACK_CHARS) } });
  }

  sendChat(action: Extract<UserAction, { type: 'send-chat' }>): void {
    const text = action.text.trim();
    if (text === '') return;
    if (this.#deps.screen.get().chat.givenBack !== null) this.#patchChat({ givenBack: null });
    this.#lines.write(text.slice(0, MAX_CHAT_CHARS), action.toUserId ?? 0, action.secret ?? false, action.isScripted !== true);
    this.#flushSoon();
  }

  connect(next: SocketIdentity): void {
    if (this.#entryId === undefined) {
      // Identifies this entry into the room: a reload in the same tab keeps it.
      this.#entryId = this.#deps.platform.uuid();
      this.#deps.store(SESSION_KEYS.entryId, this.#entryId);
    }
    // The question was for a line of the previous login.
    if (this.#identity !== null && this.#identity.userId !== next.userId) this.#patchChat({ verify: null });
    const { userId, token } = next;
    if (this.#login.userId !== userId || this.#login.given !== token) this.#login = { userId, given: token, token };
    const offset = this.#offsets.get(next.roomId);
    const entered = {
      ...next,
      token: this.#login.token,
      entryId: this.#entryId,
      vertical: this.#vertical ?? next.vertical,
      ...(this.#safety === undefined ? {} : { safety: this.#safety }),
      ...(offset === undefined ? {} : { offset }),
    };
    this.#identity = this.#addresses === undefined ? entered : { ...entered, addresses: this.#addresses };
    this.#up({ type: 'connect', identity: this.#identity });
    if (this.#isFresh) {
      this.#isFresh = false;
      this.#lines.sendAll();
    }
    this.#flushSoon();
  }

  sliderPassed(): void {
    if (this.#identity === null) return;
    const { roomId, deviceNo, dfid } = this.#identity;
    this.#sliderPasses++;
    const passedMs = this.#deps.platform.epochMs();
    const safety = safetyFields({ roomId, deviceNo, dfid, userAgent: this.#deps.userAgent, passedTimes: this.#sliderPasses, passedMs });
    this.#safety = safety;
    this.#up({ type: 'slider-passed', safety });
  }

  /** The answer to the question in the view; null: cancelled. */
  verifyChat(code: string | null): void {
    const { verify } = this.#deps.screen.get().chat;
    if (verify === null) return;
    if (code === null) this.#patchChat({ verify: null });
    else if (code.trim() !== '') this.#up({ type: 'verify-chat', code: code.trim().slice(0, MAX_CODE_CHARS), key: verify.key });
  }

  resendChat(rowId: number): void {
    this.#lines.resend(rowId);
    this.#flushSoon();
  }

  retry(from: 'viewer' | 'page'): void {
    this.#up({ type: 'retry', from });
  }

  reach(reach: Reach): void {
    this.#up({ type: 'reach', reach });
  }

  /** `chatReturnMs` of the remote config. */
  spreadReturns(ms: number): void {
    this.#returnMs = ms;
    this.#up({ type: 'return-spread', ms });
  }

  /** Orientation of the room; reported when it changes (410001). */
  setVertical(next: boolean): void {
    if (next === this.#vertical) return;
    this.#vertical = next;
    this.#up({ type: 'screen', vertical: next });
  }

  /** The page is closing (202). */
  leave(): void {
    this.#up({ type: 'leave' });
  }

  /** Connects to a restarted socket worker by its new port. */
  replace(next: MessagePort): void {
    this.#port.close();
    this.#port = next;
    this.#isFresh = true;
    this.#deps.onSlider(false);
    this.#listen();
    if (this.#returnMs !== null) this.spreadReturns(this.#returnMs);
  }
}

/** Answers typed from a picture have four to six characters. */
const MAX_CODE_CHARS = 32;
