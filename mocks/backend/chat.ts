/**
 * The chat of a server: its connections with their recordings and faults, and the messages between them. The socket worker of the offline
 * room and the origin server supply the sockets.
 */
import { COMMAND } from '../../src/core/socket/outgoing.ts';
import { toAll, type ChatPush } from '../control.ts';
import type { SocketLog } from '../recordings/recording.ts';
import { MAX_WAIT_MS } from '../recordings/replay.ts';
import type { Scenario } from '../scenario.ts';
import { greetingFor, roomLogOf } from '../sessions/room-talk.ts';
import { createChatServer, createKnownLines, type ChatOut, type ChatViewer, type SaidLine, type ChatServer } from './chat-server.ts';
import { faultOf, faultsNow, type Fault, type Injected, chance } from './faults.ts';
import { SEED } from '../scenarios.ts';

/** Whether a message is for this chat connection. */
const isFor = (message: ChatPush, connection: string, viewer: ChatViewer | null): boolean =>
  viewer !== null &&
  (message.roomId === null || message.roomId === viewer.roomId) &&
  (message.connection === null || message.connection === connection) &&
  (message.toUserId === null || message.toUserId === viewer.userId);

/** Applies the part of a message that concerns the chat server, even if the message itself is lost. */
function execute({ mutesMs, slow }: ChatPush, server: ChatServer, nowMs: number): void {
  if (mutesMs !== undefined) server.mute(nowMs + mutesMs);
  if (slow !== undefined) server.slow(server.viewer()?.userId === slow.starId ? 0 : slow.ms);
}

/**
 * Sends messages that are in no recording to one connection; with the fault `disorder` it drops, doubles and reorders some of them in turn.
 */
function createDisorderingSender(
  faults: (elapsedMs: number) => readonly Fault[],
  send: (message: ChatPush) => void,
): (message: ChatPush) => void {
  let count = 0;
  let held: ChatPush | null = null;
  return (message) => {
    const share = faultOf(faults(0), 'disorder')?.share ?? 0;
    const roll = chance(SEED, count++);
    if (held !== null) {
      const late = held;
      held = null;
      send(message);
      send(late);
      return;
    }
    if (roll < share / 3) return;
    if (roll < (share * 2) / 3) held = message;
    else {
      send(message);
      if (roll < share) send(message);
    }
  };
}

/** One socket of the chat. */
export interface ChatSocket {
  readonly path: string;
  /** Number of earlier connections. */
  readonly earlier: number;
  readonly scenario: Scenario;
  readonly log: SocketLog;
  /** The log is a recorded session, which contains the messages of its room. */
  readonly isReplay?: boolean;
  readonly send: (message: ChatOut) => void;
  /** `isClean`: with a close frame. */
  readonly close: (code: number, isClean: boolean) => void;
}

export interface ChatDeps {
  readonly injected: () => Injected;
  /** A viewer has logged in; called after the answer to the login. */
  readonly onJoin: (viewer: ChatViewer, connection: string, scenario: Scenario) => void;
  /** A line was accepted; repetitions are not. */
  readonly onLine?: (line: SaidLine) => void;
}

const QUIT_CODE = 1000;

export function createChat({ injected, onJoin, onLine }: ChatDeps) {
  const open = new Set<(message: ChatPush) => void>();
  const knownLines = createKnownLines();
  return {
    /** Sends a message to the connections that it is for. */
    deliver(message: ChatPush): void {
      for (const take of open) take(message);
    },
    open({ path, earlier, scenario, log, isReplay = false, send, close }: ChatSocket) {
      const startMs = Date.now();
      const connection = `${path} ${earlier} ${crypto.randomUUID()}`;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isOver = false;
      const faults = (): readonly Fault[] => faultsNow(scenario.faults, injected(), { channel: 'socket', path, earlier, startMs });
      const server = createChatServer({
        log,
        roomLog: (roomId) => (isReplay ? null : roomLogOf(scenario.chat, roomId)),
        greeting: (roomId, nowMs) => (isReplay ? [] : greetingFor(scenario.chat, roomId, nowMs)),
        behaviour: scenario.behaviour,
        faults,
        earlier,
        knownLines,
        onJoin: (viewer) => void setTimeout(() => onJoin(viewer, connection, scenario), 0),
        onLine(line) {
          onLine?.(line);
          const { roomId, body, toUserId } = line;
          for (const other of open) if (other !== take) other({ ...toAll({ id: COMMAND.chat, body }, roomId), toUserId });
        },
      });
      const sendLater = createDisorderingSender(faults, ({ id, body }) => send(server.push(id, body, Date.now())));
      const take = (message: ChatPush): void => {
        if (!isFor(message, connection, server.viewer())) return;
        execute(message, server, Date.now());
        sendLater(message);
      };
      const end = (): void => {
        isOver = true;
        open.delete(take);
        clearTimeout(timer);
      };
      const turn = (): void => {
        const nowMs = Date.now();
        const due = server.due(nowMs - startMs, nowMs);
        for (const message of due.messages) send(message);
        if (due.close) {
          end();
          close(due.close.code, due.close.isClean);
        } else timer = setTimeout(turn, Math.min(MAX_WAIT_MS, Math.max(1, due.nextMs - (nowMs - startMs))));
      };
      open.add(take);
      turn();
      return {
        /** The socket was closed. */
        end,
        receive(message: Uint8Array | string): void {
          setTimeout(
            () => {
              if (isOver) return;
              const answer = server.receive(message, Date.now());
              for (const reply of answer.messages) send(reply);
              if (!answer.close) return;
              end();
              close(QUIT_CODE, true);
            },
            faultOf(faults(), 'delay')?.ms ?? 0,
          );
        },
      };
    },
  };
}
export type Chat = ReturnType<typeof createChat>;
export type ChatConnection = ReturnType<Chat['open']>;
