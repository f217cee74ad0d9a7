import { createDecisionLog } from '../../../src/core/decision-log.ts';
import { NO_ADDRESSES, type AddressSet } from '../../../src/player/rules/candidates.ts';
import type { PlayerCommand, PlayerEvent, PlayerProgress } from '../../../src/player/rules/contract.ts';
import { ok, type Result } from '../../../src/core/result.ts';
import { initialView } from '../../../src/core/room/initial-view.ts';
import type { RoomView } from '../../../src/core/room/view.ts';
import type { Capabilities } from '../../../src/workers/room/api.ts';
import { createPlayerController } from '../../../src/workers/room/player-controller.ts';
import { createStorage } from '../../../src/workers/room/storage.ts';
import { PROGRESS } from '../../player/rules/harness.ts';
import { CAPABILITIES } from './harness.ts';

export const H264: AddressSet = { ...NO_ADDRESSES, httpflv: ['/live/a.flv'], width: 852, height: 480 };
export const BOTH: AddressSet = { ...H264, h265flv: ['/live/c.flv'] };
export const START_EPOCH_MS = 1_700_000_000_000;

interface Timer {
  readonly atMs: number;
  readonly act: () => void;
}

/** A player controller whose clock the test moves. */
// Long: a fake of everything around the player controller, in one place so that a test sees what there is.
export function controller(stored: Readonly<Record<string, string>> = {}, can: Partial<Capabilities> = {}) {
  let nowMs = 0;
  let view: RoomView = initialView({ width: 1_280, height: 720 });
  const timers = new Set<Timer>();
  const commands: PlayerCommand[] = [];
  const reported: Record<string, unknown>[] = [];
  /** What the room gets: sizes, and messages of the stream. */
  const outputs: unknown[] = [];
  /** Keys of the storage that were written. */
  const written: string[] = [];
  let answer: Result<AddressSet> = ok(H264);
  const player = createPlayerController({
    platform: {
      nowMs: () => nowMs,
      epochMs: () => START_EPOCH_MS + nowMs,
      random: () => 0.5,
      cores: 4,
      after(delayMs, act) {
        const timer = { atMs: nowMs + delayMs, act };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    decisions: createDecisionLog(),
    screen: {
      get: () => view,
      patch: (patch) => (view = { ...view, ...patch }),
      isFlushed: () => true,
      showFeature: () => undefined,
      dispose: () => undefined,
    },
    stats: { emit: (fact) => reported.push({ ...fact }), failure: (failure) => reported.push({ ...failure }), replace: () => undefined },
    storage: createStorage(
      stored,
      (key) => written.push(key),
      () => undefined,
      () => START_EPOCH_MS + nowMs,
    ),
    capabilities: { ...CAPABILITIES, ...can },
    userAgent: 'Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36',
    send: (command) => commands.push(command),
    fetchAddresses: () => Promise.resolve(answer),
    onSize: (width, height) => outputs.push({ width, height }),
    onStreamMessages: (messages) => outputs.push(messages),
    onGiveUp: () => reported.push({ type: 'gave-up' }),
  });
  player.setLive(true);
  const epoch = (): number => commands.flatMap((command) => ('epoch' in command ? [command.epoch] : [])).at(-1) ?? 0;
  return {
    player,
    commands,
    reported,
    outputs,
    written,
    epoch,
    view: () => view.player,
    tips: () => view.tips,
    timers,
    answers(next: Result<AddressSet>) {
      answer = next;
    },
    plays: () => commands.flatMap((command) => (command.do === 'play' ? [command] : [])),
    /** Reports of the pulled stream, by their name. */
    pulled: (event: string) => reported.filter((fact) => fact['type'] === 'pull' && fact['event'] === event),
    event(event: { type: PlayerEvent['type'] } & Record<string, unknown>) {
      player.onEvent({ epoch: epoch(), ...event } as unknown as PlayerEvent);
    },
    firstFrame() {
      player.onEvent({ type: 'first-frame', epoch: epoch(), width: 852, height: 480, sinceStartMs: 100 });
    },
    progress(progress: Partial<PlayerProgress>) {
      player.onEvent({ type: 'progress', epoch: epoch(), progress: { ...PROGRESS, ...progress } });
    },
    fail() {
      const event = { type: 'failed', failure: 'ACK_NETWORK_FAIL', detail: 'status 503', network: true, codecUnsupported: false } as const;
      player.onEvent({ ...event, epoch: epoch() });
    },
    /** Runs the timers that are due meanwhile, and what they wait for. */
    async wait(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        await Promise.resolve();
        await Promise.resolve();
        const [due] = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
        if (due === undefined) break;
        timers.delete(due);
        nowMs = Math.max(nowMs, due.atMs);
        due.act();
      }
      nowMs = untilMs;
    },
  };
}
