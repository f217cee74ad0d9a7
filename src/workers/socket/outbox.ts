import { assertNever } from '../../player/base/assert-never.ts';
import type { Clock } from '../../player/base/clock.ts';
import type { DecisionLog } from '../../player/base/decision-log.ts';
import { createRunner } from '../../player/base/machine.ts';
import { senderOf } from '../../core/room/chat/chat-row.ts';
import { chatQueue, type ChatQueue, type QueueEffect } from '../../core/socket/chat-queue.ts';
import { lineFailure } from '../../core/socket/chat-refusal.ts';
import { COMMAND, type Command } from '../../core/socket/commands.ts';
import { chatCommand } from '../../core/socket/outgoing.ts';
import type { SocketPolicy } from '../../core/socket/policy.ts';
import type { Message } from '../../wire/registry.ts';
import type { StatsEvent } from '../stats/api.ts';
import type { LineOutcome, OutgoingLine, SocketDown } from './api.ts';

export interface OutboxDeps {
  readonly clock: Clock;
  readonly decisions: DecisionLog;
  readonly policy: SocketPolicy;
  /** False if the socket did not accept it. */
  send(command: Command): boolean;
  /** User id of the login sent on the current connection; 0 without a login. */
  connectedUserId(): number;
  deviceNo(): string;
  down(message: SocketDown): void;
  stats(fact: StatsEvent): void;
  /** The number of waiting lines has changed. */
  onQueued(): void;
}

export interface Outbox {
  queued(): number;
  login(userId: number): void;
  /** The login of the current connection was accepted. */
  ready(): void;
  lost(): void;
  write(line: OutgoingLine): void;
  /** Checks if the message answers a line. */
  onMessage(message: Message): void;
}

/** Runs the queue of the viewer's lines (core/socket/chat-queue.ts) on the current connection. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { policy } = deps;
  let queued = 0;
  const runner = createRunner(chatQueue<OutgoingLine>(), {
    clock: deps.clock,
    decisions: deps.decisions,
    context: () => ({ gapMs: policy.chatGapMs, lineTimeMs: policy.chatLineTimeMs, staleMs: policy.chatStaleMs }),
    execute,
    onState,
  });

  function onState({ lines }: ChatQueue<OutgoingLine>): void {
    const waiting = lines.reduce((sum, { confirmByMs }) => sum + (confirmByMs === null ? 1 : 0), 0);
    if (waiting === queued) return;
    queued = waiting;
    deps.onQueued();
  }

  function execute(effect: QueueEffect<OutgoingLine>): void {
    switch (effect.type) {
      case 'send':
        if (!sendLine(effect.line)) runner.send({ type: 'not-taken', uuid: effect.line.uuid });
        return;
      case 'settle':
        report(effect.line, { name: 'delivered', by: effect.why });
        return;
      case 'fail':
        if (effect.why === 'queue-full') deps.stats({ type: 'failure', code: 'CHAT_QUEUE_FULL', detail: `${queued} waiting` });
        if (effect.why === 'not-logged-in') deps.down({ type: 'login-required' });
        report(effect.line, { name: 'failed', failure: effect.why, message: effect.message });
        return;
      case 'give-back':
        report(effect.line, { name: 'given-back' });
        return;
      default:
        assertNever(effect);
    }
  }

  function sendLine(line: OutgoingLine): boolean {
    // Final check of the connection's user, immediately before sending.
    if (line.userId !== deps.connectedUserId()) return false;
    return deps.send(chatCommand(line.chat, { writtenMs: line.seq, uuid: line.uuid, deviceNo: deps.deviceNo() }, policy));
  }

  function report({ uuid }: OutgoingLine, outcome: LineOutcome): void {
    deps.stats({ type: 'count', name: `chat.line.${outcome.name === 'failed' ? outcome.failure : outcome.name}`, by: 1 });
    deps.down({ type: 'line', uuid, outcome });
  }

  return {
    queued: () => queued,
    login: (userId) => runner.send({ type: 'login', userId }),
    ready: () => runner.send({ type: 'ready' }),
    lost: () => runner.send({ type: 'lost' }),
    write: (line) => runner.send({ type: 'write', line, ageMs: deps.clock.epochMs() - line.writtenMs }),
    onMessage(message) {
      switch (message.name) {
        case 'chat':
        case 'socket-chat':
          if (senderOf(message.body) === deps.connectedUserId())
            runner.send({ type: 'settled', uuid: message.body.uuid, seq: message.body.seq, by: 'echo' });
          return;
        case 'ack':
          runner.send({ type: 'settled', uuid: message.body.uuid, seq: message.body.seq, by: 'acknowledgement' });
          return;
        case 'error': {
          const { cmd, uuid, seq, status, errno, msg } = message.body;
          if (cmd !== COMMAND.chat) return;
          if (status === 1) runner.send({ type: 'settled', uuid, seq, by: 'acknowledgement' });
          else runner.send({ type: 'refused', uuid, seq, failure: lineFailure(errno), message: msg });
          return;
        }
        default:
      }
    },
  };
}
