import { assertNever } from '../core/assert-never.ts';
import type { ChatBatch, UserAction } from '../core/room/view.ts';
import type { SocketDown, SocketIdentity, SocketUp } from '../socket/api.ts';
import type { Screen } from './screen.ts';
import type { StatsLane } from './stats-lane.ts';

export interface SocketLaneNeeds {
  readonly screen: Screen;
  readonly stats: StatsLane;
  chat(batch: ChatBatch): void;
  onLoginRequired(): void;
  onOffset(offset: string): void;
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

/** The room worker's end of the data lane to the socket worker. */
export function createSocketLane(first: MessagePort, needs: SocketLaneNeeds): SocketLane {
  const { screen, stats } = needs;
  let port = first;
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
      case 'debug':
        for (const line of message.lines) console.debug(line);
        return;
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
        stats.tell({ type: 'count', name: 'socket.messages', by: message.messages.length });
        return;
      case 'chat-settled':
        return;
      default:
        assertNever(message);
    }
  }

  listen();
  return {
    connect: (identity) => up({ do: 'connect', identity }),
    sendChat: () => undefined,
    retry: () => up({ do: 'retry' }),
    sliderPassed: () => up({ do: 'slider-passed' }),
    replace(next) {
      port.close();
      port = next;
      listen();
    },
  };
}
