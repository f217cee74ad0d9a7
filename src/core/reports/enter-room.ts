import type { Machine, Step } from '../../player/base/machine.ts';

/** P40: enter-room report: 3 s after the entry with state 0, at 10 s with state 1, then a heartbeat every 10 s. */
const ENTER_TIMES = { firstMs: 3_000, secondMs: 10_000, heartbeatMs: 10_000 } as const;

/** P40 gives `type` without values. */
export const ENTER_TYPE = { enter: 1, heartbeat: 2 } as const;

export interface EnterReport {
  readonly type: (typeof ENTER_TYPE)[keyof typeof ENTER_TYPE];
  readonly url: string;
  /** 2: web, 5: embed. */
  readonly page: 2 | 5;
  /** 0: web, 10: embed. P40 gives both values without their meaning; here they follow `page`. */
  readonly os: 0 | 10;
  /** 0 at the entry, 1 from 10 s on. */
  readonly state: 0 | 1;
  readonly room_id: number;
  readonly streamid: string;
}

/** Read for each report, because the stream id is unknown until the stream is live. */
export interface EnterContext {
  readonly roomId: number;
  readonly embed: boolean;
  readonly url: string;
  readonly streamId: string;
  /** The star's own room is reported from the entry on, because the star is about to broadcast. */
  readonly isStar: boolean;
}

/**
 * `offline`: in a room without a live stream, which reports nothing (P7, P40). `inside`: in a live room; `sent` counts the reports of this
 * visit. Milliseconds of one monotonic clock.
 */
export type Visit =
  | { readonly name: 'outside' }
  | { readonly name: 'offline' }
  | { readonly name: 'inside'; readonly sinceMs: number; readonly sent: number };

export type VisitEvent =
  | { readonly type: 'entered' }
  | { readonly type: 'live' }
  | { readonly type: 'offline' }
  /** A previous stats worker had started this visit: its entry was reported, only heartbeats follow. */
  | { readonly type: 'resumed' }
  | { readonly type: 'left' };

export interface VisitEffect {
  readonly type: 'report';
  readonly body: EnterReport;
}

export const visitMachine: Machine<Visit, VisitEvent, VisitEffect, EnterContext> = {
  name: 'enter-room report',
  initial: { name: 'outside' },
  deadlineMs: (visit) => (visit.name === 'inside' ? dueMs(visit) : null),
  step(visit, event, nowMs, context): Step<Visit, VisitEffect> {
    switch (event.type) {
      case 'entered':
        // A repeated entry is ignored, because a restarted room worker sends it again.
        if (visit.name !== 'outside') return [visit];
        return [context.isStar ? { name: 'inside', sinceMs: nowMs, sent: 0 } : { name: 'offline' }];
      case 'live':
        return [visit.name === 'inside' ? visit : { name: 'inside', sinceMs: nowMs, sent: 0 }];
      case 'offline':
        return [visit.name === 'inside' && !context.isStar ? { name: 'offline' } : visit];
      case 'resumed':
        return [{ name: 'inside', sinceMs: nowMs - ENTER_TIMES.secondMs, sent: 2 }];
      case 'left':
        return [{ name: 'outside' }];
      case 'tick':
        return report(visit, nowMs, context);
      default:
        return [visit];
    }
  },
};

function dueMs({ sinceMs, sent }: Extract<Visit, { name: 'inside' }>): number {
  const { firstMs, secondMs, heartbeatMs } = ENTER_TIMES;
  return sent === 0 ? sinceMs + firstMs : sinceMs + secondMs + (sent - 1) * heartbeatMs;
}

/** The report due now. After a sleep only one is sent; missed ones are skipped. */
function report(visit: Visit, nowMs: number, context: EnterContext): Step<Visit, VisitEffect> {
  if (visit.name !== 'inside' || nowMs < dueMs(visit)) return [visit];
  const { embed } = context;
  const body: EnterReport = {
    type: visit.sent < 2 ? ENTER_TYPE.enter : ENTER_TYPE.heartbeat,
    url: context.url,
    page: embed ? 5 : 2,
    os: embed ? 10 : 0,
    state: visit.sent === 0 ? 0 : 1,
    room_id: context.roomId,
    streamid: context.streamId,
  };
  const missed = visit.sent < 2 ? 0 : Math.floor((nowMs - dueMs(visit)) / ENTER_TIMES.heartbeatMs);
  return [
    { ...visit, sent: visit.sent + 1 + missed },
    { type: 'report', body },
  ];
}
