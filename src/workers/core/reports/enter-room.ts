/** Enter-room report (document 1, section 7 and 9): at 3 s with state 0 and at 10 s with state 1 after the entry, then a heartbeat every 10 s. */
export const ENTER_TIMES = { firstMs: 3_000, secondMs: 10_000, heartbeatMs: 10_000 } as const;

/** The document gives `type` without its values. */
export const ENTER_TYPE = { enter: 1, heartbeat: 2 } as const;

export interface EnterReport {
  readonly type: (typeof ENTER_TYPE)[keyof typeof ENTER_TYPE];
  readonly url: string;
  /** 2 web, 5 embed. */
  readonly page: 2 | 5;
  /** 0 web, 10 embed: the document gives the two values without saying which; they go with `page` here. */
  readonly os: 0 | 10;
  /** 0 at the entry, 1 from 10 s on. */
  readonly state: 0 | 1;
  readonly room_id: number;
  readonly streamid: string;
}

export interface EnterWhere {
  readonly roomId: number;
  readonly embed: boolean;
  readonly url: string;
  readonly streamId: string;
}

/** `sent` counts reports of this stay. Milliseconds of one monotonic clock. */
export type Stay = { readonly at: 'outside' } | { readonly at: 'inside'; readonly sinceMs: number; readonly sent: number };

export const outside: Stay = { at: 'outside' };

/** Entering twice is one stay: a room worker that was restarted says it again. */
export const enter = (stay: Stay, nowMs: number): Stay => (stay.at === 'inside' ? stay : { at: 'inside', sinceMs: nowMs, sent: 0 });

/** The stay that a stats worker of before had begun: its entry was reported, the heartbeats go on. */
export const resume = (nowMs: number): Stay => ({ at: 'inside', sinceMs: nowMs - ENTER_TIMES.secondMs, sent: 2 });

export function stayDueMs(stay: Stay): number | null {
  if (stay.at === 'outside') return null;
  const { firstMs, secondMs, heartbeatMs } = ENTER_TIMES;
  if (stay.sent === 0) return stay.sinceMs + firstMs;
  return stay.sinceMs + secondMs + (stay.sent - 1) * heartbeatMs;
}

/** The report that is due now. After a sleep only one is: what was missed is over. */
export function stepStay(stay: Stay, where: EnterWhere, nowMs: number): { readonly next: Stay; readonly report: EnterReport | null } {
  const due = stayDueMs(stay);
  if (stay.at === 'outside' || due === null || nowMs < due) return { next: stay, report: null };
  const { secondMs, heartbeatMs } = ENTER_TIMES;
  const report: EnterReport = {
    type: stay.sent < 2 ? ENTER_TYPE.enter : ENTER_TYPE.heartbeat,
    url: where.url,
    page: where.embed ? 5 : 2,
    os: where.embed ? 10 : 0,
    state: stay.sent === 0 ? 0 : 1,
    room_id: where.roomId,
    streamid: where.streamId,
  };
  const missed = stay.sent < 2 ? 0 : Math.floor((nowMs - (stay.sinceMs + secondMs + (stay.sent - 1) * heartbeatMs)) / heartbeatMs);
  return { next: { ...stay, sent: stay.sent + 1 + missed }, report };
}
