import { assertNever } from '../core/assert-never.ts';
import { createChatFeed } from '../core/room/chat-feed.ts';
import { waitingRow } from '../core/room/chat-row.ts';
import { MAX_SOCKET_LINES } from '../core/room/limits.ts';
import type { ChatBatch, UserAction } from '../core/room/view.ts';
import { BATCH_MS } from '../core/socket/batch.ts';
import type { RoomMessage, SocketDown, SocketIdentity, SocketUp } from '../socket/api.ts';
import type { Message } from '../wire/registry.ts';
import type { Screen } from './screen.ts';
import type { StatsLane } from './stats-lane.ts';

/** From so many characters on, `source` names the game that the page was opened from (document 2, section 3). */
const GAME_SOURCE_LENGTH = 32;

export interface SocketLaneNeeds {
  readonly screen: Screen;
  readonly stats: StatsLane;
  /** `sourceFrom` of the page; '' is sent as `others`. */
  readonly source: string;
  chat(batch: ChatBatch): void;
  onLoginRequired(): void;
  onOffset(offset: string): void;
  /** Every message of the registry, whether or not it has a line in the chat. */
  onMessage(message: Message): void;
  me(): { readonly userId: number; readonly starId: number };
}

export interface SocketLane {
  connect(identity: SocketIdentity): void;
  sendChat(action: Extract<UserAction, { do: 'send-chat' }>): void;
  retry(): void;
  sliderPassed(): void;
  /** A restarted socket worker comes with a port of its own. */
  replace(port: MessagePort): void;
}

/** The room worker's end of the data lane to the socket worker, and the chat's way to the page. */
export function createSocketLane(first: MessagePort, needs: SocketLaneNeeds): SocketLane {
  const { screen, stats } = needs;
  const feed = createChatFeed();
  let port = first;
  let isQuiet = true;
  const up = (message: SocketUp): void => port.postMessage(message);

  function listen(): void {
    port.addEventListener('message', (event: MessageEvent<SocketDown>) => down(event.data));
    port.start();
  }

  function down(message: SocketDown): void {
    switch (message.kind) {
      case 'state': {
        const { at, attempt, queued, error } = message;
        screen.patch({ chat: { ...screen.get().chat, connection: at, attempt, queued, error } });
        return;
      }
      case 'dangerous':
        screen.patch({ chat: { ...screen.get().chat, slider: true } });
        return;
      case 'login-required':
        needs.onLoginRequired();
        return;
      case 'offset':
        needs.onOffset(message.offset);
        return;
      case 'messages':
        messages(message.messages, message.skipped);
        return;
      case 'chat-settled':
        feed.settle(message.localId);
        flushSoon();
        return;
      case 'debug':
        screen.patch({ chat: { ...screen.get().chat, debug: [...screen.get().chat.debug, ...message.lines].slice(-MAX_SOCKET_LINES) } });
        return;
      default:
        assertNever(message);
    }
  }

  function messages(batch: readonly RoomMessage[], skipped: number): void {
    stats.tell({ type: 'count', name: 'socket.messages', by: batch.length });
    if (skipped > 0) feed.skip(skipped);
    const { badExts } = feed.take(batch, needs.me());
    if (badExts > 0) stats.tell({ type: 'count', name: 'chat.bad-ext', by: badExts });
    flushSoon();
    // Its body was made by the table of its name (wire/body.ts), which is what the type says.
    for (const message of batch) needs.onMessage(message as unknown as Message);
  }

  /** The first change after a quiet time leaves at once, the next ones BATCH_MS apart: never more than ten batches a second. */
  function flushSoon(): void {
    if (!isQuiet) return;
    const batch = feed.flush();
    if (batch === null) return;
    needs.chat(batch);
    isQuiet = false;
    setTimeout(() => {
      isQuiet = true;
      flushSoon();
    }, BATCH_MS);
  }

  function sendChat(action: Extract<UserAction, { do: 'send-chat' }>): void {
    const said = action.text.trim();
    if (said === '') return;
    const { me, room } = screen.get();
    const localId = feed.nextId();
    // Without a login the socket worker refuses and asks for one: then there is nothing to show as waiting.
    if (me.userId > 0) {
      const isStar = me.userId === room.starId;
      const who = { userId: me.userId, name: me.nickname, richLevel: me.richLevel, isStar, isSecret: action.secret ?? false };
      feed.add(waitingRow(localId, said, who, Date.now()));
      flushSoon();
    }
    const receiver = action.toUserId ?? 0;
    const source = needs.source === '' ? 'others' : needs.source;
    const game = source.length >= GAME_SOURCE_LENGTH ? { gameId: source } : {};
    const chat = {
      text: said,
      receiverId: receiver,
      receiverUserId: receiver,
      secret: action.secret ?? false,
      source,
      ...game,
      manual: true,
    };
    up({ do: 'send-chat', localId, chat });
  }

  listen();
  return {
    connect: (identity) => up({ do: 'connect', identity }),
    sendChat,
    retry: () => up({ do: 'retry' }),
    sliderPassed: () => up({ do: 'slider-passed' }),
    replace(next) {
      port.close();
      port = next;
      listen();
    },
  };
}
