import { assertNever } from '../core/assert-never.ts';
import type { Result } from '../core/result.ts';
import {
  leadInDeadlineMs,
  LEAD_IN,
  stepLeadIn,
  type LeadIn,
  type LeadInEffect,
  type LeadInEvent,
  type LeadInVideo,
} from '../core/room/lead-in.ts';
import type { Decoded, LeadInList } from '../core/room/live-info.ts';
import type { StatsLane } from './stats-lane.ts';

export interface LeadInOwnerNeeds {
  readonly stats: StatsLane;
  readonly unionId: string;
  fetchList(nextFetchId: string): Promise<Result<Decoded<LeadInList>>>;
  show(video: LeadInVideo): void;
  onEnd(why: string): void;
  nowMs(): number;
}

/** Runs the effects of core/room/lead-in.ts; returns the way to send it events. */
export function createLeadInOwner(needs: LeadInOwnerNeeds): { send(event: LeadInEvent): void; isOn(): boolean } {
  const { stats } = needs;
  const isLogged = LEAD_IN.unionIds.some((id) => id === needs.unionId);
  let state: LeadIn = { at: 'off' };
  let timer: ReturnType<typeof setTimeout> | null = null;

  function send(event: LeadInEvent): void {
    const [next, ...effects] = stepLeadIn(state, event, needs.nowMs());
    state = next;
    for (const effect of effects) run(effect);
    if (timer !== null) clearTimeout(timer);
    const atMs = leadInDeadlineMs(state);
    timer = atMs === null ? null : setTimeout(() => send({ type: 'tick' }), Math.max(0, atMs - needs.nowMs()));
  }

  async function fetchList(nextFetchId: string): Promise<void> {
    const answer = await needs.fetchList(nextFetchId);
    if (!answer.ok) {
      stats.failure(answer.error);
      send({ type: 'list-failed' });
      return;
    }
    for (const detail of answer.value.problems) stats.failure({ code: 'HTTP_BAD_BODY', detail });
    send({ type: 'list', ...answer.value.value });
  }

  function run(effect: LeadInEffect): void {
    switch (effect.do) {
      case 'fetch-list':
        // Never rejects.
        void fetchList(effect.nextFetchId);
        return;
      case 'show':
        needs.show(effect.video);
        return;
      case 'end':
        stats.tell({ type: 'log', level: 'info', text: `lead-in: ${effect.why}` });
        needs.onEnd(effect.why);
        return;
      case 'report-timeout':
        stats.tell({ type: 'log', level: 'error', text: `lead-in: code ${effect.code}` });
        stats.tell({ type: 'count', name: `lead-in.${effect.code}`, by: 1 });
        return;
      case 'log-duration':
        if (isLogged) stats.tell({ type: 'log', level: 'info', text: `lead-in: ${effect.seconds} s, union id ${needs.unionId}` });
        return;
      default:
        assertNever(effect);
    }
  }

  return { send, isOn: () => state.at !== 'off' };
}
