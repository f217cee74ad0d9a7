import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import type { Failure, Result } from '../../core/errors.ts';
import type { Elsewhere, Grant, OnAir } from './room.ts';
import {
  afterLoss,
  CONNECT_TIMEOUT_MS,
  INTERRUPTED_GRACE_MS,
  STEADY_MS,
  STUCK_LIMIT_MS,
  UNHEARD_LIMIT_MS,
  type Link,
  type LossWhy,
  type Sent,
  openUplink,
  stepUplink,
  type Uplink,
  type UplinkWhy,
} from './rules-connection.ts';

/**
 * P31: broadcast state of the star. The page owns camera, preview and connection and reports their events; starting and ending need the
 * server's permission; this machine decides. `epoch` numbers requests and connections: an answer to an older one is dropped. `sinceMs` is
 * milliseconds since 1970; all other times use the worker's clock.
 */
export type Publishing =
  /** `error`: reason why the last attempt failed or the broadcast ended. */
  | { readonly name: 'ready'; readonly epoch: number; readonly error: Failure | null }
  /** Another window or device broadcasts, or this page did before a reload. The server is polled until it ends. */
  | {
      readonly name: 'elsewhere';
      readonly epoch: number;
      readonly sinceMs: number;
      readonly error: Failure | null;
      /** null: a query is pending. */
      readonly queryAtMs: number | null;
    }
  | Trying
  | Live
  /** `before`: state to restore if the server refuses to end the broadcast. */
  | { readonly name: 'stopping'; readonly epoch: number; readonly sinceMs: number; readonly before: Live | null };

/** Connecting for the first time (`starting`), or after the connection was lost (`returning`). */
export interface Trying {
  readonly name: 'starting' | 'returning';
  readonly epoch: number;
  /** Id of the continued broadcast; '' for a new one. */
  readonly session: string;
  /** 0 before the first time on the air. */
  readonly sinceMs: number;
  readonly failures: number;
  readonly uplink: Uplink | null;
  readonly attempt: Attempt;
}
export type Attempt =
  | { readonly name: 'waiting'; readonly untilMs: number }
  | { readonly name: 'requesting' }
  | { readonly name: 'connecting'; readonly link: Link; readonly untilMs: number };

export interface Live {
  readonly name: 'live';
  readonly epoch: number;
  readonly session: string;
  readonly sinceMs: number;
  /** Reason why the broadcast could not be ended. */
  readonly error: Failure | null;
  readonly link: Link;
  readonly failures: number;
  readonly openedMs: number;
  /** null: not interrupted. */
  readonly interruptedMs: number | null;
  /** Time when the number of sent bytes last changed. */
  readonly movedMs: number;
  /** Time when bytes were last received. */
  readonly heardMs: number;
  readonly uplink: Uplink;
  /** null before the first sample. */
  readonly sent: Sent | null;
}

export type PublishEvent =
  | { readonly type: 'begin' }
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  /** Live info was read again; the state published by this page is newer. */
  | { readonly type: 'room-changed' }
  | { readonly type: 'granted'; readonly epoch: number; readonly answer: Result<Grant | Elsewhere> }
  | { readonly type: 'ended'; readonly epoch: number; readonly error: Failure | null }
  | { readonly type: 'on-air'; readonly epoch: number; readonly answer: Result<OnAir> }
  | { readonly type: 'link-open' | 'link-interrupted'; readonly epoch: number }
  | { readonly type: 'link-lost'; readonly epoch: number; readonly failure: Failure }
  | { readonly type: 'sent'; readonly epoch: number; readonly sent: Sent };

export type PublishEffect =
  | { readonly type: 'request-start'; readonly epoch: number; readonly session: string; readonly takeOver: boolean }
  | { readonly type: 'request-end'; readonly epoch: number }
  | { readonly type: 'query-status'; readonly epoch: number }
  /** null: not on the air. */
  | { readonly type: 'show-on-air'; readonly sinceMs: number | null }
  | { readonly type: 'report'; readonly failure: Failure }
  | { readonly type: 'log'; readonly line: string; readonly why?: LossWhy | UplinkWhy };

export type PublishStep = Step<Publishing, PublishEffect>;

/** Actions of the panel; the page's connection reports its events as actions too. */
export type PublishAction = Extract<
  PublishEvent,
  { readonly type: 'start' | 'stop' | 'link-open' | 'link-interrupted' | 'link-lost' | 'sent' }
>;

export interface PublishContext {
  readonly epochMs: number;
  readonly random: number;
}

/** Interval between queries while the room is on the air elsewhere. */
const QUERY_AGAIN_MS = 5_000;

export const NOT_PUBLISHING: Publishing = { name: 'ready', epoch: 0, error: null };

export const publishingMachine: Machine<Publishing, PublishEvent, PublishEffect, PublishContext> = {
  name: 'publish',
  initial: NOT_PUBLISHING,
  step: stepPublishing,
  deadlineMs: deadlineOf,
};

function deadlineOf(state: Publishing): number | null {
  switch (state.name) {
    case 'elsewhere':
      return state.queryAtMs;
    case 'starting':
    case 'returning':
      return state.attempt.name === 'requesting' ? null : state.attempt.untilMs;
    case 'live':
      return state.interruptedMs === null ? null : state.interruptedMs + INTERRUPTED_GRACE_MS;
    case 'ready':
    case 'stopping':
      return null;
  }
}

const isTrying = (state: Publishing): state is Trying => state.name === 'starting' || state.name === 'returning';

export function stepPublishing(state: Publishing, event: PublishEvent | Tick, nowMs: number, context: PublishContext): PublishStep {
  switch (event.type) {
    case 'begin':
      return state.name === 'ready' ? queryStatus(state) : [state];
    case 'tick':
      return onTick(state, nowMs, context);
    case 'start':
      return onStart(state);
    case 'stop':
      return onStop(state, context);
    case 'room-changed':
      return [state, showOnAir(state)];
    case 'granted':
      return isTrying(state) && event.epoch === state.epoch ? onGranted(state, event.answer, nowMs, context) : [state];
    case 'ended':
      return state.name === 'stopping' && event.epoch === state.epoch ? onEnded(state, event.error, nowMs) : [state];
    case 'on-air':
      return event.epoch === state.epoch ? onOnAir(state, event.answer, nowMs) : [state];
    case 'link-open':
      return onLinkOpen(state, event.epoch, nowMs, context);
    case 'link-interrupted':
      return state.name === 'live' && event.epoch === state.link.epoch && state.interruptedMs === null
        ? [{ ...state, interruptedMs: nowMs }, log('interrupted')]
        : [state];
    case 'link-lost':
      return onLinkLost(state, event.epoch, event.failure, nowMs, context);
    case 'sent':
      return state.name === 'live' && event.epoch === state.link.epoch ? onSent(state, event.sent, nowMs, context) : [state];
  }
}

const log = (line: string, why?: LossWhy | UplinkWhy): PublishEffect => ({ type: 'log', line: `publish: ${line}`, ...(why && { why }) });

function queryStatus(state: Extract<Publishing, { name: 'ready' | 'elsewhere' }>): PublishStep {
  const epoch = state.epoch + 1;
  const next = state.name === 'ready' ? { ...state, epoch } : { ...state, epoch, queryAtMs: null };
  return [next, { type: 'query-status', epoch }];
}

function onTick(state: Publishing, nowMs: number, context: PublishContext): PublishStep {
  const dueMs = deadlineOf(state);
  if (dueMs === null || nowMs < dueMs) return [state];
  if (state.name === 'elsewhere') return queryStatus(state);
  if (state.name === 'live') return lose(state, { code: 'PUBLISH_LOST', detail: 'the connection stayed interrupted' }, nowMs, context);
  if (!isTrying(state)) return [state];
  if (state.attempt.name === 'waiting') return requestStart(state);
  return lose(state, { code: 'HTTP_TIMEOUT', detail: `not connected after ${CONNECT_TIMEOUT_MS} ms` }, nowMs, context);
}

/** The server is asked before each connection, because it may have admitted another session or changed the address. */
function requestStart(state: Trying, takeOver = false): PublishStep {
  const epoch = state.epoch + 1;
  return [
    { ...state, epoch, attempt: { name: 'requesting' } },
    { type: 'request-start', epoch, session: state.session, takeOver },
  ];
}

function onStart(state: Publishing): PublishStep {
  if (state.name !== 'ready' && state.name !== 'elsewhere') return [state];
  const isElsewhere = state.name === 'elsewhere';
  const [next, ...effects] = requestStart(
    { name: 'starting', epoch: state.epoch, session: '', sinceMs: 0, failures: 0, uplink: null, attempt: { name: 'requesting' } },
    isElsewhere,
  );
  return [next, ...effects, log(isElsewhere ? 'take over' : 'start')];
}

function onStop(state: Publishing, { epochMs }: PublishContext): PublishStep {
  if (state.name === 'ready' || state.name === 'stopping') return [state];
  const epoch = state.epoch + 1;
  return [
    { name: 'stopping', epoch, sinceMs: state.sinceMs || epochMs, before: state.name === 'live' ? state : null },
    { type: 'request-end', epoch },
    log('stop'),
  ];
}

function onGranted(state: Trying, answer: Result<Grant | Elsewhere>, nowMs: number, context: PublishContext): PublishStep {
  const { epoch } = state;
  if (!answer.ok) {
    // The star is waiting for an answer, so there is no silent retry. A refusal with the server's text is final in any case.
    if (state.name === 'starting' || answer.error.code === 'PUBLISH_REFUSED') return fail(epoch, answer.error);
    return lose(state, answer.error, nowMs, context);
  }
  if (answer.value.name === 'elsewhere') {
    const sinceMs = answer.value.sinceMs || context.epochMs;
    const next = { name: 'elsewhere', epoch, sinceMs, error: null, queryAtMs: nowMs + QUERY_AGAIN_MS } as const;
    return [next, { type: 'show-on-air', sinceMs }, log('on the air elsewhere')];
  }
  const { session, url, providerId } = answer.value;
  const link: Link = { epoch, url, providerId };
  const sinceMs = state.sinceMs || Math.min(answer.value.sinceMs, context.epochMs);
  return [{ ...state, session, sinceMs, attempt: { name: 'connecting', link, untilMs: nowMs + CONNECT_TIMEOUT_MS } }, log('connect')];
}

const fail = (epoch: number, error: Failure): PublishStep => [
  { name: 'ready', epoch, error },
  { type: 'show-on-air', sinceMs: null },
  { type: 'report', failure: error },
  log(`${error.code} ${error.detail}`),
];

function onEnded(state: Extract<Publishing, { name: 'stopping' }>, error: Failure | null, nowMs: number): PublishStep {
  const { epoch, sinceMs, before } = state;
  if (error === null) return [{ name: 'ready', epoch, error: null }, { type: 'show-on-air', sinceMs: null }, log('ended')];
  const effects: readonly PublishEffect[] = [{ type: 'report', failure: error }, log(`${error.code} ${error.detail}`)];
  // The server still broadcasts: the star must see this and can try again.
  if (before !== null) return [{ ...before, epoch, error, interruptedMs: null }, ...effects];
  return [{ name: 'elsewhere', epoch, sinceMs, error, queryAtMs: nowMs + QUERY_AGAIN_MS }, ...effects];
}

function onOnAir(state: Publishing, answer: Result<OnAir>, nowMs: number): PublishStep {
  if (state.name !== 'ready' && state.name !== 'elsewhere') return [state];
  // Without an answer the state is kept. The query is repeated in `elsewhere`, which ends only after an answer.
  if (!answer.ok)
    return state.name === 'ready' ? [state, { type: 'report', failure: answer.error }] : [{ ...state, queryAtMs: nowMs + QUERY_AGAIN_MS }];
  const { epoch, error } = state;
  const { isOn, sinceMs } = answer.value;
  if (!isOn)
    return state.name === 'ready'
      ? [state]
      : [
          { name: 'ready', epoch, error: null },
          { type: 'show-on-air', sinceMs: null },
        ];
  return [
    { name: 'elsewhere', epoch, sinceMs, error, queryAtMs: nowMs + QUERY_AGAIN_MS },
    { type: 'show-on-air', sinceMs },
  ];
}

function onLinkOpen(state: Publishing, epoch: number, nowMs: number, { epochMs }: PublishContext): PublishStep {
  // The connection recovered.
  if (state.name === 'live' && epoch === state.link.epoch)
    return state.interruptedMs === null ? [state] : [{ ...state, interruptedMs: null }];
  if (!isTrying(state) || state.attempt.name !== 'connecting' || epoch !== state.attempt.link.epoch) return [state];
  const { session, failures } = state;
  const sinceMs = state.sinceMs || epochMs;
  return [
    {
      name: 'live',
      epoch: state.epoch,
      session,
      sinceMs,
      error: null,
      link: state.attempt.link,
      failures,
      openedMs: nowMs,
      interruptedMs: null,
      movedMs: nowMs,
      heardMs: nowMs,
      uplink: openUplink(nowMs, state.uplink ?? undefined),
      sent: null,
    },
    { type: 'show-on-air', sinceMs },
    log('live'),
  ];
}

function onLinkLost(state: Publishing, epoch: number, failure: Failure, nowMs: number, context: PublishContext): PublishStep {
  // If the server then refuses to end the broadcast, there is no connection to return to.
  if (state.name === 'stopping') return [epoch === state.before?.link.epoch ? { ...state, before: null } : state];
  if (state.name === 'live') return epoch === state.link.epoch ? lose(state, failure, nowMs, context) : [state];
  if (!isTrying(state) || state.attempt.name !== 'connecting' || epoch !== state.attempt.link.epoch) return [state];
  return lose(state, failure, nowMs, context);
}

function lose(state: Trying | Live, failure: Failure, nowMs: number, { random }: PublishContext): PublishStep {
  const failures = state.name === 'live' && nowMs - state.openedMs >= STEADY_MS ? 0 : state.failures;
  const hasBeenOnAir = state.name !== 'starting';
  const after = afterLoss({ failure, failures, hasBeenOnAir }, random);
  const line = `${failure.code} ${failure.detail}`;
  if (after.does === 'give-up') {
    const [next, ...effects] = fail(state.epoch, hasBeenOnAir ? { ...failure, code: 'PUBLISH_LOST' } : failure);
    return [next, ...effects, log(line, after.why)];
  }
  const { session, sinceMs, uplink } = state;
  const attempt: Attempt = { name: 'waiting', untilMs: nowMs + after.delayMs };
  const at = hasBeenOnAir ? 'returning' : 'starting';
  return [{ name: at, epoch: state.epoch, session, sinceMs, failures: failures + 1, uplink, attempt }, log(line, after.why)];
}

function onSent(state: Live, sent: Sent, nowMs: number, context: PublishContext): PublishStep {
  // If the browser does not report received bytes, this check is skipped.
  const hasHeard = Number.isNaN(sent.heardBytes) || sent.heardBytes !== state.sent?.heardBytes;
  const movedMs = sent.bytes === state.sent?.bytes ? state.movedMs : nowMs;
  const heardMs = hasHeard ? nowMs : state.heardMs;
  const problem =
    nowMs - movedMs >= STUCK_LIMIT_MS
      ? `nothing was sent for ${STUCK_LIMIT_MS} ms`
      : nowMs - heardMs >= UNHEARD_LIMIT_MS
        ? `no message of the server for ${UNHEARD_LIMIT_MS} ms`
        : '';
  if (problem !== '') return lose(state, { code: 'PUBLISH_LOST', detail: problem }, nowMs, context);
  const uplink = stepUplink(state.uplink, sent, nowMs);
  const next: Live = { ...state, sent, uplink, movedMs, heardMs };
  if (uplink.level === state.uplink.level || uplink.why === 'begins') return [next];
  return [next, log(`picture at step ${uplink.level}: ${uplink.why}`, uplink.why)];
}

/** Whether the room is, or may still be, live through this page's broadcast. */
export const isOnAir = (state: Publishing): boolean => state.name === 'live' || state.name === 'returning' || state.name === 'stopping';

/** The connection that the page should have now; null: none. */
export function linkOf(state: Publishing): Link | null {
  if (state.name === 'live') return state.link;
  if (state.name === 'stopping') return state.before?.link ?? null;
  return isTrying(state) && state.attempt.name === 'connecting' ? state.attempt.link : null;
}

const showOnAir = (state: Publishing): PublishEffect => ({
  type: 'show-on-air',
  sinceMs: 'sinceMs' in state && state.name !== 'starting' ? state.sinceMs : null,
});
