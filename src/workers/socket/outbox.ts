import { assertNever } from '../../player/base/errors.ts';
import type { Clock } from '../../player/base/clock.ts';
import { type DecisionLog, createRunner, type Runner } from '../../player/base/machine.ts';
import { senderOf } from '../../core/room/chat/chat-row.ts';
import { chatQueue, type ChatQueue, type QueueEffect, type QueueEvent } from '../../core/socket/chat-queue.ts';
import { lineFailure } from '../../core/room/chat/own-lines.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import { COMMAND, type Command, chatCommand } from '../../core/socket/outgoing.ts';
import { ERRNO_REDISPATCH } from '../../core/socket/connection.ts';
import type { SocketPolicy } from '../../core/socket/connection-state.ts';
import type { BodyOfMessage, Message } from '../../wire/registry.ts';
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

/** Runs the queue of the viewer's lines (core/socket/chat-queue.ts) on the current connection, and the verification that a line may require. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #runner: Runner<ChatQueue<OutgoingLine>, QueueEvent<OutgoingLine>>;
  #queued = 0;
  /** A 502 was sent on this connection and not answered yet. */
  #isVerifying = false;

  constructor(deps: OutboxDeps) {
    const { clock, decisions, policy } = deps;
    this.#deps = deps;
    this.#runner = createRunner(chatQueue<OutgoingLine>(), {
      clock,
      decisions,
      context: () => ({ gapMs: policy.chatGapMs, lineTimeMs: policy.chatLineTimeMs, staleMs: policy.chatStaleMs }),
      execute: (effect) => this.#execute(effect),
      onState: (state) => this.#onState(state),
    });
  }

  /** Number of lines that wait. */
  get queued(): number {
    return this.#queued;
  }

  #onState({ lines }: ChatQueue<OutgoingLine>): void {
    const waiting = lines.reduce((sum, { confirmByMs }) => sum + (confirmByMs === null ? 1 : 0), 0);
    if (waiting === this.#queued) return;
    this.#queued = waiting;
    this.#deps.onQueued();
  }

  #execute(effect: QueueEffect<OutgoingLine>): void {
    switch (effect.type) {
      case 'send':
        if (!this.#sendLine(effect.line)) this.#runner.send({ type: 'not-taken', uuid: effect.line.uuid });
        return;
      case 'settle':
        this.#report(effect.line, { name: 'delivered', by: effect.why });
        return;
      case 'fail':
        if (effect.why === 'queue-full') this.#deps.stats({ type: 'failure', code: 'CHAT_QUEUE_FULL', detail: `${this.#queued} waiting` });
        if (effect.why === 'not-logged-in') this.#deps.down({ type: 'login-required' });
        this.#report(effect.line, { name: 'failed', failure: effect.why, message: effect.message });
        return;
      case 'give-back':
        this.#report(effect.line, { name: 'given-back' });
        return;
      default:
        assertNever(effect);
    }
  }

  #sendLine(line: OutgoingLine): boolean {
    // Final check of the connection's user, immediately before sending.
    if (line.userId !== this.#deps.connectedUserId()) return false;
    const deviceNo = this.#deps.deviceNo();
    return this.#deps.send(chatCommand(line.chat, { writtenMs: line.seq, uuid: line.uuid, deviceNo }, this.#deps.policy));
  }

  #report({ uuid }: OutgoingLine, outcome: LineOutcome): void {
    const name = `chat.line.${outcome.name === 'failed' ? outcome.failure : outcome.name}`;
    this.#deps.stats({ type: 'count', name, by: 1 });
    this.#deps.down({ type: 'line', uuid, outcome });
  }

  login(userId: number): void {
    this.#runner.send({ type: 'login', userId });
  }

  /** The login of the current connection was accepted. */
  ready(): void {
    this.#runner.send({ type: 'ready' });
  }

  lost(): void {
    this.#runner.send({ type: 'lost' });
  }

  write(line: OutgoingLine): void {
    this.#runner.send({ type: 'write', line, ageMs: this.#deps.clock.epochMs() - line.writtenMs });
  }

  nextConnection(): void {
    this.#isVerifying = false;
  }

  verify(code: string, key: string): void {
    this.#isVerifying = this.#deps.send({ id: COMMAND.verify, fields: { cmd: COMMAND.verify, code, key } });
  }

  /** A 901 that does not name its command answers the 502, if one was sent, and the login otherwise. */
  withCommand(message: Message): Message {
    if (message.name !== 'error' || message.body.cmd !== 0) return message;
    const isVerdict = this.#isVerifying && message.body.errno !== ERRNO_REDISPATCH;
    return { ...message, body: { ...message.body, cmd: isVerdict ? COMMAND.verify : COMMAND.login } };
  }

  /** Checks if the message answers a line or a verification. */
  onMessage(message: Message): void {
    switch (message.name) {
      case 'chat':
      case 'socket-chat':
        if (senderOf(message.body) === this.#deps.connectedUserId()) this.#settle(message.body, 'echo');
        return;
      case 'ack':
        this.#settle(message.body, 'acknowledgement');
        return;
      case 'error':
        if (message.body.cmd === COMMAND.chat) this.#onLineAnswer(message.body);
        else if (message.body.cmd === COMMAND.verify) this.#onVerdict(message.body);
        return;
      default:
    }
  }

  #settle({ uuid, seq }: { readonly uuid: string; readonly seq: number }, by: 'echo' | 'acknowledgement'): void {
    this.#runner.send({ type: 'settled', uuid, seq, by });
  }

  #onLineAnswer(answer: BodyOfMessage<'error'>): void {
    const { uuid, seq, status, errno, msg, key } = answer;
    if (status === 1) this.#settle(answer, 'acknowledgement');
    else this.#runner.send({ type: 'refused', uuid, seq, failure: lineFailure(errno), message: msg });
    if (key !== '') this.#showQuestion(answer, false);
  }

  #onVerdict(answer: BodyOfMessage<'error'>): void {
    this.#isVerifying = false;
    if (answer.status === 1) this.#deps.down({ type: 'verified' });
    else this.#showQuestion(answer, true);
  }

  #showQuestion({ key, codeUrl, codeText }: BodyOfMessage<'error'>, isWrong: boolean): void {
    // The server compares the key: it is returned as the server sent it, without the escaping of received texts.
    this.#deps.down({ type: 'verify', question: { key: asShown(key), imageUrl: codeUrl, text: codeText }, isWrong });
  }
}
