import type { DispatchAnswer, SocketAddress } from '../../../src/core/socket/address.ts';
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type Status,
  disconnected,
  SOCKET_POLICY,
} from '../../../src/core/socket/connection-state.ts';
import { dueMs, step } from '../../../src/core/socket/connection.ts';

export const list: readonly SocketAddress[] = ['a', 'b', 'c'].map((host) => ({ host, protocol: 'wss', socketType: 'binary' }));
const services = { socketFallback: [{ host: 'local', protocol: 'ws' as const }] };
export const answer = (code = 0, addresses = list): DispatchAnswer => ({
  ok: true,
  code,
  addresses,
  type: 'guest',
  ageS: 600,
  socToken: 'token',
});

/** A connection driven by hand: time is a number. Without spread, so that waits are the specified ones. */
export class Driven {
  connection: Connection = disconnected;
  nowMs = 0;
  effects: ConnectionEffect[] = [];
  reasons: string[] = [];
  fallback = true;
  random = 0;

  do(event: ConnectionEvent): this {
    const context = {
      policy: SOCKET_POLICY,
      services: this.fallback ? services : { socketFallback: [] },
      returnMs: 8_000,
      random: this.random,
    };
    const { next, effects, reasons } = step(this.connection, event, this.nowMs, context);
    this.connection = next;
    this.effects.push(...effects);
    this.reasons.push(...reasons);
    return this;
  }
  /** Sends an event with the epoch of the current dial. */
  now(event: ConnectionEvent extends infer E ? (E extends { epoch: number } ? Omit<E, 'epoch'> : never) : never): this {
    return this.do({ ...event, epoch: this.connection.epoch });
  }
  wait(ms: number): this {
    this.nowMs += ms;
    return this.do({ type: 'tick' });
  }
  /** Advances to the machine's next deadline. */
  due(): this {
    this.nowMs = dueMs(this.connection) ?? this.nowMs;
    return this.do({ type: 'tick' });
  }
  taken(): ConnectionEffect[] {
    return this.effects.splice(0);
  }
  hosts(): string[] {
    return this.taken().flatMap((effect) => (effect.type === 'dial' ? [effect.address.host] : []));
  }
  open(): this {
    return this.do({ type: 'connect', loginType: 'guest' })
      .now({ type: 'addressed', answer: answer() })
      .now({ type: 'opened' })
      .now({ type: 'message', status: null });
  }
}
export const status = (more: Partial<Status>): Status => ({ cmd: 0, type: 0, status: 0, errno: 0, ...more });
export const CONFIRMED = status({ type: 1, status: 1 });
