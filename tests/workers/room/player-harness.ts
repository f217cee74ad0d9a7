import { createDecisionLog } from '../../../src/player/base/decision-log.ts';
import { ok, type Result } from '../../../src/core/errors.ts';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { rememberedIn, storedReader } from '../../../src/core/room/start/stored.ts';
import type { RoomView } from '../../../src/core/room/view.ts';
import { LivePlayer } from '../../../src/player/player.ts';
import type { AddressSet, DataSaver } from '../../../src/player/rules/recovery/candidates.ts';
import type { PlayerConfig } from '../../../src/player/rules/constants.ts';
import type { PlayerCommand, PlayerEvent, PlayerProgress } from '../../../src/player/rules/contract.ts';
import type { PlayerKind } from '../../../src/player/rules/names.ts';
import type { Capabilities, PlayerFact } from '../../../src/player/rules/recovery/orders.ts';
import { PlayerController } from '../../../src/workers/room/controllers/player-controller.ts';
import { createStorage } from '../../../src/workers/room/clients/storage.ts';
import { CAPABILITIES, H264, PROGRESS } from '../../../src/player/tests/rules/harness.ts';

export const START_EPOCH_MS = 1_700_000_000_000;

interface Timer {
  readonly atMs: number;
  readonly act: () => void;
}

/** The page's player and the room's controller connected directly, with a manual clock. */
// Long: a fake of their whole environment, in one place for readers of the tests.
export function controller(stored: Readonly<Record<string, string>> = {}, can: Partial<Capabilities> = {}) {
  let nowMs = 0;
  let view: RoomView = initialView({ width: 1_280, height: 720 });
  const timers = new Set<Timer>();
  const commands: PlayerCommand[] = [];
  const reported: Record<string, unknown>[] = [];
  /** Outputs to the room: sizes, and messages of the stream. */
  const outputs: unknown[] = [];
  /** Storage keys that were written. */
  const written: string[] = [];
  let answer: Result<AddressSet> = ok(H264);
  const platform = {
    nowMs: () => nowMs,
    epochMs: () => START_EPOCH_MS + nowMs,
    random: () => 0,
    cores: 4,
    after(delayMs: number, act: () => void) {
      const timer = { atMs: nowMs + delayMs, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const facts: PlayerFact[] = [];
  const newRoom = (): PlayerController => {
    const made = new PlayerController({
      platform,
      openedEpochMs: START_EPOCH_MS,
      screen: {
        get: () => view,
        patch(patch) {
          if (made === room) view = { ...view, ...patch };
        },
        isFlushed: () => true,
        showFeature: () => undefined,
      },
      stats: { emit: (fact) => reported.push({ ...fact }), failure: (failure) => reported.push({ ...failure }), replace: () => undefined },
      storage: createStorage(
        stored,
        (key) => written.push(key),
        (failure) => reported.push({ ...failure }),
        () => START_EPOCH_MS + nowMs,
      ),
      send(order) {
        if (made === room) live.order(order);
      },
      fetchAddresses: () => Promise.resolve(answer),
      onSize: (width, height) => outputs.push({ width, height }),
      onPicture: () => undefined,
      onStreamMessages: (messages) => outputs.push(messages),
      onGiveUp: () => reported.push({ type: 'gave-up' }),
    });
    return made;
  };
  let room: PlayerController | null = newRoom();
  const live = new LivePlayer({
    platform,
    decisions: createDecisionLog(),
    capabilities: { ...CAPABILITIES, ...can },
    userAgent: 'Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36',
    remembered: rememberedIn(storedReader(stored, START_EPOCH_MS)),
    send: (command) => commands.push(command),
    onFact(fact) {
      facts.push(fact);
      room?.onFact(fact, nowMs);
    },
  });
  /** Orders of the room, actions of the viewer, and events of the browser. */
  const player = {
    configure: (config: PlayerConfig) => room?.configure(config),
    start: (addresses: AddressSet | null) => room?.start(addresses),
    stop: (by: 'owner' | 'viewer') => (by === 'owner' ? room?.stop() : live.order({ type: 'stop', by })),
    log: (text: string) => room?.log(text),
    retry: () => live.order({ type: 'retry' }),
    choose: (kind: PlayerKind) => live.order({ type: 'choose-kind', kind }),
    chooseSaver: (saver: DataSaver) => live.order({ type: 'choose-saver', saver }),
    chooseLine: (line: number) => live.order({ type: 'choose-line', line }),
    wantPictureInPicture: () => live.order({ type: 'picture-in-picture' }),
    setVolume: (volume: number) => live.order({ type: 'set-volume', volume }),
    setMuted: (muted: boolean) => live.order({ type: 'set-muted', muted }),
    setVisible: (isVisible: boolean) => live.setVisible(isVisible),
    setOnline: (isOnline: boolean) => live.setOnline(isOnline),
    onEvent: (event: PlayerEvent) => live.onEvent(event),
    dispose: () => live.dispose(),
  };
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
    facts,
    isSettled: () => room?.isSettled(),
    /** The room worker crashes; its view is lost. */
    loseRoom() {
      room = null;
      view = initialView({ width: 1_280, height: 720 });
    },
    /** A new room worker receives the player's state. */
    newRoom() {
      room = newRoom();
      room.onState(live.state());
    },
    answers(next: Result<AddressSet>) {
      answer = next;
    },
    plays: () => commands.flatMap((command) => (command.type === 'play' ? [command] : [])),
    /** Reports of the pulled stream, by name. */
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
    /** Fires due timers and settles their effects. */
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
