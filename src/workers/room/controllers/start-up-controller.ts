import { assertNever } from '../../../player/base/assert-never.ts';
import { createRunner } from '../../../player/base/machine.ts';
import { readPlayerConfig, type PlayerConfig } from '../../../player/rules/constants.ts';
import type { AddressSet } from '../../../player/rules/recovery/candidates.ts';
import { ok, type Result } from '../../../core/errors.ts';
import { addressesOfLive, debugAddresses, byLocalClock, type LiveInfo } from '../../../core/room/start/live-info.ts';
import {
  startUpMachine,
  type StartUp,
  type StartUpContext,
  type StartUpEffect,
  type StartUpEvent,
} from '../../../core/room/start/start-up.ts';
import { readOverrides } from '../../../core/room/start/page-input.ts';
import type { Unavailable } from '../../../core/room/start/unavailable.ts';
import type { Dialog } from '../../../core/room/view.ts';
import type { RoomBase } from '../room-base.ts';
import type { StageController } from './stage-controller.ts';
import { SESSION_KEYS } from '../../../core/room/start/stored.ts';

export interface StartUpDeps {
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

export interface StartUpController {
  readonly start: () => void;
  readonly send: (event: StartUpEvent) => void;
  readonly state: () => StartUp;
  /** null until it is known. */
  readonly info: () => LiveInfo | null;
  /** Stream addresses in live info, or those of the debug flags. */
  readonly knownAddresses: () => AddressSet | null;
  readonly fetchAddresses: (round: number) => Promise<Result<AddressSet>>;
  /** True if the start-up has nothing pending. */
  readonly isSettled: () => boolean;
}

/** P5: fetches live info and config, steps the start-up machine, and executes its effects. */
export function createStartUpController(deps: StartUpDeps): StartUpController {
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
    execute: (effect) => (effect.type === 'fetch-live-info' ? void loadLiveInfo() : execute(effect, deps)),
  });

  async function loadLiveInfo(): Promise<void> {
    if (roomId === null) return runner.send({ type: 'live-info-failed' });
    const [answer] = await Promise.all([calls.liveInfo(roomId), loadConfig()]);
    if (!answer.ok) {
      stats.failure(answer.error);
      deps.log(`live info: ${answer.error.detail}`);
      runner.send({ type: 'live-info-failed', status: answer.error.status });
      return;
    }
    report(answer.value.problems);
    runner.send({ type: 'live-info', info: byLocalClock(answer.value.value, platform.epochMs()) });
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
    send: (event) => runner.send(event),
    state: () => runner.state(),
    info,
    knownAddresses() {
      const stream = info()?.stream;
      return debugAddresses(flags) ?? (stream === undefined ? null : addressesOfLive(stream));
    },
    async fetchAddresses(round) {
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
    isSettled: () =>
      isConfigured && (runner.state().name === 'running' || runner.state().name === 'guest' || runner.state().name === 'gone'),
  };
}

/** All effects except loading, which the controller does itself. */
function execute(effect: Exclude<StartUpEffect, { type: 'fetch-live-info' }>, deps: StartUpDeps): void {
  const { stage } = deps;
  switch (effect.type) {
    case 'redirect':
      deps.base.send({ type: 'navigate', to: effect.to });
      return;
    case 'reload':
      deps.reload(effect.why);
      return;
    case 'offer-stage':
      stage.offer(effect.guest);
      return;
    case 'show-guest':
      stage.show(effect.guest);
      return;
    case 'withdraw-stage':
      stage.withdraw(effect.guest);
      return;
    case 'start-live':
      stage.startLive(effect.isRadio);
      return;
    case 'retry-live':
      stage.retryLive();
      return;
    case 'stop-live':
      stage.stopLive();
      return;
    case 'show-offline-video':
      stage.showOfflineVideo();
      return;
    case 'show-publish':
      stage.showPublish();
      return;
    case 'show-closed':
      stage.showClosed();
      return;
    case 'show-unavailable':
      deps.log(effect.why);
      deps.showUnavailable(effect.unavailable);
      return;
    case 'connect-socket':
      deps.connectSocket();
      return;
    case 'layout':
      deps.layout();
      return;
    case 'report-enter':
      deps.reportEnter();
      return;
    case 'open-dialog':
      deps.openDialog(effect.dialog);
      return;
    case 'log':
      deps.log(effect.line);
      return;
    default:
      assertNever(effect);
  }
}

/** Minimum interval between two reloads in milliseconds, so that a server whose live type alternates does not keep a page reloading. */
const RELOAD_GAP_MS = 30_000;

/** Makes the page reload; the time of the last reload is kept in session storage. */
export interface PageReload {
  readonly isAllowed: () => boolean;
  readonly reload: (why: string) => void;
}

export function createPageReload({ input, platform, stats, send }: RoomBase): PageReload {
  let reloadedMs = Number(input.session[SESSION_KEYS.reloadedMs] ?? 0);
  return {
    // A stored time in the future is of a system clock that was set back since.
    isAllowed: () => !(Math.abs(platform.epochMs() - reloadedMs) < RELOAD_GAP_MS),
    reload(why) {
      reloadedMs = platform.epochMs();
      stats.emit({ type: 'log', level: 'warn', text: why });
      send({ type: 'store', area: 'session', key: SESSION_KEYS.reloadedMs, value: String(reloadedMs) });
      send({ type: 'reload', why });
    },
  };
}
