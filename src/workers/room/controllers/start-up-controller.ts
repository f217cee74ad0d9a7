import { byType, type ByType } from '../../../core/by-type.ts';
import { createRunner } from '../../../player/base/machine.ts';
import { readPlayerConfig, type PlayerConfig } from '../../../player/rules/constants.ts';
import { ok } from '../../../core/errors.ts';
import { addressesOfLive, debugAddresses, byLocalClock, type LiveInfo, type Unavailable } from '../../../core/room/start/live-info.ts';
import {
  startUpMachine,
  type StartUp,
  type StartUpContext,
  type StartUpEffect,
  type StartUpEvent,
} from '../../../core/room/start/start-up.ts';
import { readOverrides } from '../../../core/room/start/page-input.ts';
import type { Dialog } from '../../../core/room/view.ts';
import type { RoomBase } from '../room-base.ts';
import type { StageController } from './stage-controller.ts';
import { SESSION_KEYS } from '../../../core/room/start/stored.ts';
import { assertNever } from '../../../player/base/errors.ts';
import { liveCheckMachine, type CheckWhy, type LiveCheckEffect, type ShownState } from '../../../core/room/start/live-check.ts';
import type { Reach } from '../../../player/base/waits.ts';

interface StartUpDeps {
  readonly base: RoomBase;
  readonly context: () => StartUpContext;
  /** The remote config is loaded: `player` for the player, `values` for switches of the room and its features. */
  readonly onConfig: (player: PlayerConfig, values: Readonly<Record<string, unknown>>) => void;
  readonly onState: (state: StartUp) => void;
  /** The address service no longer has the stream. */
  readonly onStreamOver: () => void;
  /** The room's data changed. */
  readonly onInfo: (info: LiveInfo, state: StartUp) => void;
  readonly log: (line: string) => void;
  readonly stage: StageController;
  readonly connectSocket: () => void;
  readonly layout: () => void;
  readonly reportEnter: () => void;
  readonly openDialog: (dialog: Dialog) => void;
  readonly reload: (why: string) => void;
  readonly showUnavailable: (unavailable: Unavailable) => void;
}

/** P5: fetches live info and config, steps the start-up machine, and executes its effects. */
export function createStartUpController(deps: StartUpDeps) {
  const { calls, flags, roomId, platform, decisions, stats, screen } = deps.base;
  let isConfigured = false;
  const runner = createRunner(startUpMachine, {
    clock: platform,
    decisions,
    context: deps.context,
    onState: (state) => {
      deps.onState(state);
      if ('info' in state) deps.onInfo(state.info, state);
    },
    // Loading never rejects.
    execute: (effect) => (effect.type === 'fetch-live-info' ? void loadLiveInfo() : byType(EXECUTE, effect, deps)),
  });

  async function loadLiveInfo(): Promise<void> {
    if (roomId === null) return runner.send({ type: 'live-info-failed' });
    const [answer] = await Promise.all([calls.liveInfo(roomId), loadConfig()]);
    if (!answer.ok) {
      stats.failure(answer.error);
      deps.log(`live info: ${answer.error.detail}`);
      return runner.send({ type: 'live-info-failed', status: answer.error.status });
    }
    report(answer.value.problems);
    return runner.send({ type: 'live-info', info: byLocalClock(answer.value.value, platform.epochMs()) });
  }

  /** Decisions wait for the config up to the timeout of its call; without it the defaults apply. */
  async function loadConfig(): Promise<void> {
    const answer = await calls.config();
    const overrides = flags.debug ? readOverrides(flags.config) : { values: {}, problems: [] };
    if (!answer.ok) stats.failure(answer.error);
    const given = answer.ok ? answer.value : {};
    const remote = readPlayerConfig(given);
    const local = readPlayerConfig(overrides.values, remote.config);
    report(remote.problems);
    for (const problem of overrides.problems) stats.failure(problem);
    for (const problem of local.problems) stats.failure({ code: 'PARAMETER_BAD', detail: `config: ${problem}` });
    isConfigured = true;
    deps.onConfig(local.config, { ...given, ...overrides.values });
  }

  function report(problems: readonly string[]): void {
    for (const detail of problems) stats.failure({ code: 'HTTP_BAD_BODY', detail });
  }

  function info(): LiveInfo | null {
    const state = runner.state();
    return 'info' in state ? state.info : null;
  }

  return {
    start: () => runner.send({ type: 'start' }),
    send: (event: StartUpEvent) => runner.send(event),
    state: () => runner.state(),
    /** null until it is known. */
    info,
    /** Stream addresses in live info, or those of the debug flags. */
    knownAddresses() {
      const stream = info()?.stream;
      return debugAddresses(flags) ?? (stream === undefined ? null : addressesOfLive(stream));
    },
    async fetchAddresses(round: number) {
      const forced = debugAddresses(flags);
      if (forced !== null) return ok(forced);
      const answer = await calls.addresses(roomId ?? 0, screen.get().player.kind, round === 0 ? 'start' : 'retry');
      if (!answer.ok) {
        stats.failure(answer.error);
        return answer;
      }
      const { value, problems } = answer.value;
      report(problems);
      if (value.status === 1) runner.send({ type: 'live-type', liveType: value.liveType });
      else deps.onStreamOver();
      return ok(value.addresses);
    },
    /** True if the start-up has nothing pending. */
    isSettled: () => isConfigured && ['running', 'guest', 'gone'].includes(runner.state().name),
  };
}

export type StartUpController = ReturnType<typeof createStartUpController>;

/** All effects except loading, which the controller does itself. */
const EXECUTE: ByType<Exclude<StartUpEffect, { type: 'fetch-live-info' }>, [deps: StartUpDeps]> = {
  redirect: ({ to }, { base }) => base.send({ type: 'navigate', to }),
  reload: ({ why }, deps) => deps.reload(why),
  'offer-stage': ({ guest }, { stage }) => stage.offer(guest),
  'show-guest': ({ guest }, { stage }) => stage.show(guest),
  'withdraw-stage': ({ guest }, { stage }) => stage.withdraw(guest),
  'start-live': ({ isRadio }, { stage }) => stage.startLive(isRadio),
  'retry-live': (_, { stage }) => stage.retryLive(),
  'stop-live': (_, { stage }) => stage.stopLive(),
  'show-offline-video': (_, { stage }) => stage.showOfflineVideo(),
  'show-publish': (_, { stage }) => stage.showPublish(),
  'show-closed': (_, { stage }) => stage.showClosed(),
  'show-unavailable'({ why, unavailable }, deps) {
    deps.log(why);
    deps.showUnavailable(unavailable);
  },
  'connect-socket': (_, deps) => deps.connectSocket(),
  layout: (_, deps) => deps.layout(),
  'report-enter': (_, deps) => deps.reportEnter(),
  'open-dialog': ({ dialog }, deps) => deps.openDialog(dialog),
  log: ({ line }, deps) => deps.log(line),
};

/** Minimum interval between two reloads in milliseconds, so that a server whose live type alternates does not keep a page reloading. */
const RELOAD_GAP_MS = 30_000;

/** Makes the page reload; the time of the last reload is kept in session storage. */
export function createPageReload({ input, platform, stats, send }: RoomBase) {
  let reloadedMs = Number(input.session[SESSION_KEYS.reloadedMs] ?? 0);
  return {
    // A stored time in the future is of a system clock that was set back since.
    isAllowed: () => !(Math.abs(platform.epochMs() - reloadedMs) < RELOAD_GAP_MS),
    reload(why: string) {
      reloadedMs = platform.epochMs();
      stats.emit({ type: 'log', level: 'warn', text: why });
      send({ type: 'store', area: 'session', key: SESSION_KEYS.reloadedMs, value: String(reloadedMs) });
      send({ type: 'reload', why });
    },
  };
}

interface LiveCheckDeps {
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
