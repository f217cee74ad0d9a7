import { assertNever } from '../../../player/base/assert-never.ts';
import { createRunner } from '../../../player/base/machine.ts';
import { byLocalClock, type LiveInfo } from '../../../core/room/start/live-info.ts';
import { liveCheckMachine, type CheckWhy, type LiveCheckEffect, type ShownState } from '../../../core/room/start/live-check.ts';
import type { Reach } from '../../../player/base/reachability.ts';
import type { StartUp, StartUpEvent } from '../../../core/room/start/start-up.ts';
import type { RoomBase } from '../room-base.ts';

export interface LiveCheckDeps {
  readonly base: RoomBase;
  /** `liveAskMs` of the remote config. */
  readonly firstMs: () => number | null;
  readonly hasPlayerFailed: () => boolean;
  readonly log: (line: string) => void;
  readonly startUp: (event: StartUpEvent) => void;
}

/** Requests live info again when there is a reason, and passes the result to the start-up (P6, P7, P21). */
export function createLiveCheckController(deps: LiveCheckDeps) {
  const { calls, platform, decisions, reach, roomId, stats } = deps.base;
  let answered: LiveInfo | null = null;
  const runner = createRunner(liveCheckMachine, {
    clock: platform,
    decisions,
    context: () => ({ firstMs: deps.firstMs(), random: platform.random(), isHeld: reach.holds('services') }),
    execute,
  });

  function execute(effect: LiveCheckEffect): void {
    switch (effect.type) {
      case 'request':
        deps.log(`live info again: ${effect.why}`);
        void load();
        return;
      case 'take-answer':
        if (answered !== null) deps.startUp({ type: 'live-info-again', info: answered, hasPlayerFailed: deps.hasPlayerFailed() });
        return;
      case 'take-push':
        deps.startUp({ type: 'live-status', liveStatus: effect.liveStatus });
        return;
      default:
        assertNever(effect);
    }
  }

  async function load(): Promise<void> {
    const answer = await calls.liveInfo(roomId ?? 0);
    if (!answer.ok) stats.failure(answer.error);
    answered = answer.ok ? byLocalClock(answer.value.value, platform.epochMs()) : null;
    runner.send({
      type: 'answer',
      liveStatus: answered?.liveStatus ?? null,
      retryAfterMs: answer.ok ? null : (answer.error.retryAfterMs ?? null),
    });
  }

  return {
    onStartUp: (state: StartUp) => runner.send({ type: 'shown', shown: shownOf(state, deps.hasPlayerFailed()) }),
    onPush: (liveStatus: 0 | 1) => runner.send({ type: 'push', liveStatus }),
    reach: (reach: Reach) => runner.send({ type: 'reach', reach }),
    check: (why: CheckWhy) => runner.send({ type: 'check', why }),
  };
}

export type LiveCheckController = ReturnType<typeof createLiveCheckController>;

function shownOf(state: StartUp, hasPlayerFailed: boolean): ShownState {
  switch (state.name) {
    case 'new':
    case 'live-info':
      return 'quiet';
    case 'gone':
      return state.isLimited === true ? 'limited' : 'quiet';
    case 'offered':
    case 'guest':
      return 'guest';
    case 'running':
      if (state.role.role === 1) return 'quiet';
      if (state.shows === 'closed') return 'limited';
      if (state.isFallback && !hasPlayerFailed) return 'unknown';
      return state.shows === 'offline-video' ? 'offline' : hasPlayerFailed ? 'failed' : 'live';
  }
}
