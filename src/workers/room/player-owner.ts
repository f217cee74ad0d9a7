import { assertNever } from '../core/assert-never.ts';
import { DEFAULT_PLAYER_CONFIG, PLAYER_CONSTANTS, type PlayerConfig } from '../core/player/constants.ts';
import { NO_HISTORY, readBrowser, type AddressSet, type PlayerHistory } from '../core/player/candidates.ts';
import type { PlayerCommand, PlayerFact, PlayerProgress } from '../core/player/contract.ts';
import { DEGREE_POLICY, DEGREE_START, DEGREES, nextDegree } from '../core/player/degree.ts';
import { PLAYER_MESSAGES } from '../core/player/messages.ts';
import { streamStatus, type Happening } from '../core/player/stream-status.ts';
import { PLAYER_KINDS, PULL_FAILURE, SWITCH_REASON, type PlayerKind } from '../core/player/names.ts';
import { deadlineMs, planOf, step } from '../core/player/recovery.ts';
import { IDLE, type Recovery, type RecoveryEffect, type RecoveryEvent, type Surroundings } from '../core/player/recovery-state.ts';
import type { StreamMessage } from '../core/player/stream-messages.ts';
import { decideThreads, MEASURED_PICTURES, readThreadCosts, withThreadCost, writeThreadCosts } from '../core/player/threads.ts';
import type { Result } from '../core/result.ts';
import { ROOM_LIMITS } from '../core/room/limits.ts';
import { STORED_KEYS } from '../core/room/stored.ts';
import type { Capabilities } from './api.ts';
import type { Screen } from './screen.ts';
import type { StatsLane } from './stats-lane.ts';
import type { Storage } from './storage.ts';

const DAY_S = 86_400;
/** After a pause in the reports the load before it says nothing. */
const MAX_LOAD_GAP_MS = 2_000;
/** Drivers and browsers are updated: what was learnt about native decoding is asked again after so long. */
const NATIVE_HEVC_DAYS = 14;
/** The machine may be another one's by then, or do something else beside. */
const DECODE_THREADS_DAYS = 14;

export interface PlayerOwnerNeeds {
  readonly screen: Screen;
  readonly stats: StatsLane;
  readonly storage: Storage;
  readonly capabilities: Capabilities;
  readonly userAgent: string;
  /** As the browser reports them. */
  readonly cores: number;
  tell(command: PlayerCommand): void;
  fetchAddresses(round: number): Promise<Result<AddressSet>>;
  /** The picture's size is known or changed. */
  onSize(width: number, height: number): void;
  /** P30: their pictures are on the screen. */
  onStreamMessages(messages: readonly StreamMessage[]): void;
  /** The fail callback of document 1, section 4. */
  onGiveUp(): void;
  nowMs(): number;
}

export interface PlayerOwner {
  configure(config: PlayerConfig): void;
  start(addresses: AddressSet | null): void;
  stop(by: 'room' | 'viewer'): void;
  fact(fact: PlayerFact): void;
  setVisible(isVisible: boolean): void;
  setLive(isLive: boolean): void;
  retry(): void;
  choose(kind: PlayerKind): void;
  chooseLine(line: number): void;
  wantPictureInPicture(): void;
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  log(line: string): void;
  isSettled(): boolean;
  dispose(): void;
}

/** Runs the effects of core/player/recovery.ts: the only place where a player is started or stopped. */
export function createPlayerOwner(needs: PlayerOwnerNeeds): PlayerOwner {
  const { screen, stats, storage, capabilities } = needs;
  const browser = readBrowser(needs.userAgent);
  const startedMs = needs.nowMs();
  let state: Recovery = IDLE;
  let config = DEFAULT_PLAYER_CONFIG;
  let history: PlayerHistory = readHistory(storage);
  let isVisible = true;
  let isLive = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let hiddenTimer: ReturnType<typeof setTimeout> | null = null;
  let isDecoding = true;
  let degree = DEGREE_START;
  let loadSeenMs = needs.nowMs();
  /** Of the player whose decoding was measured last. */
  let measuredEpoch = 0;
  screen.patch({ player: { ...screen.get().player, ...readSound(storage) } });

  const around = (): Surroundings => ({ config, browser, abilities: capabilities, history, isVisible, isLive });
  const patchPlayer = (patch: Partial<ReturnType<Screen['get']>['player']>): void =>
    screen.patch({ player: { ...screen.get().player, ...patch } });

  function log(line: string): void {
    const atS = ((needs.nowMs() - startedMs) / 1_000).toFixed(1);
    patchPlayer({ log: [...screen.get().player.log, `+${atS}s ${line}`].slice(-ROOM_LIMITS.logLines.value) });
  }

  function happened(happening: Happening): void {
    const statusCode = streamStatus(screen.get().player.statusCode, happening);
    patchPlayer({ statusCode });
    stats.tell({ type: 'pull', event: 'status', fields: { status: statusCode } });
  }

  function send(event: RecoveryEvent): void {
    const [next, ...effects] = step(state, event, needs.nowMs(), around());
    state = next;
    for (const effect of effects) run(effect);
    arm();
  }

  function arm(): void {
    if (timer !== null) clearTimeout(timer);
    const atMs = deadlineMs(state, around());
    timer = atMs === null ? null : setTimeout(() => send({ type: 'tick' }), Math.max(0, atMs - needs.nowMs()));
  }

  function run(effect: RecoveryEffect): void {
    switch (effect.do) {
      case 'play': {
        const { attempt, epoch, p2p, reason, why } = effect;
        const { volume, muted } = screen.get().player;
        const plan = 'run' in state ? planOf(state.run, around()) : null;
        patchPlayer({
          kind: attempt.kind,
          reason,
          status: 'created',
          lineCount: attempt.of,
          line: attempt.index,
          kinds: plan?.candidates.map(({ kind }) => kind) ?? [],
          canPictureInPicture: false,
        });
        happened({ is: 'started' });
        stats.tell({
          type: 'pull',
          event: 'start',
          fields: { kind: attempt.kind, reason: SWITCH_REASON[reason], why, line: attempt.index, epoch },
        });
        needs.tell({
          do: 'play',
          epoch,
          kind: attempt.kind,
          url: attempt.address.url,
          providerId: attempt.address.providerId,
          codec: attempt.address.codec,
          p2p,
          ...(attempt.kind === 'h265' && {
            connectMs: config.numbers.flvConnectMs,
            threads: decideThreads(needs.cores, threadCosts()),
          }),
          volume,
          muted,
        });
        stopDecodingWhenHidden();
        return;
      }
      case 'stop':
        needs.tell({ do: 'stop', epoch: effect.epoch });
        patchPlayer({ status: 'stopped', needsClick: false });
        return;
      case 'fetch-addresses': {
        const { epoch, round } = effect;
        happened({ is: 'fetching' });
        // Never rejects, and a late answer carries an epoch that the state machine drops.
        void needs
          .fetchAddresses(round)
          .then((answer) => send(answer.ok ? { type: 'addresses', epoch, addresses: answer.value } : { type: 'addresses-failed', epoch }));
        return;
      }
      case 'show-failure':
        screen.patch({ tips: { noLive: false, liveFail: true, playerMessage: PLAYER_MESSAGES[effect.failure] } });
        return;
      case 'hide-failure':
        if (screen.get().tips.liveFail) screen.patch({ tips: { ...screen.get().tips, liveFail: false, playerMessage: '' } });
        return;
      case 'count-stall': {
        history = { ...history, stallCount: history.stallCount + 1, staysOnH264: true };
        storage.write(STORED_KEYS.stallCount, history.stallCount, DAY_S * PLAYER_CONSTANTS.stallCountDays.value);
        storage.write(STORED_KEYS.stayOnH264, true, config.numbers.stayOnH264Ms / 1_000);
        stats.tell({ type: 'count', name: 'player.stall-downgrade', by: 1 });
        return;
      }
      case 'report-stall':
        stats.tell({ type: 'pull', event: 'stall', fields: { kind: effect.kind, lostMs: effect.lostMs } });
        return;
      case 'report':
        happened({ is: 'failed', failure: effect.failure });
        log(`${effect.failure}${effect.ack === null ? '' : ` (${effect.ack})`}: ${effect.why}`);
        stats.failure({ code: effect.failure, detail: effect.why });
        stats.tell({
          type: 'pull',
          event: 'failed',
          fields: {
            code: PULL_FAILURE[effect.failure],
            failure: effect.failure,
            ack: effect.ack ?? '',
            kind: effect.kind ?? '',
            network: effect.network ? 1 : 0,
            why: effect.why,
          },
        });
        return;
      case 'ack':
        log(`${effect.ack}: ${effect.why}`);
        stats.tell({ type: 'pull', event: 'ack', fields: { ack: effect.ack, why: effect.why } });
        return;
      case 'fail-callback':
        log(`gave up: ${effect.failure}`);
        needs.onGiveUp();
        return;
      case 'log':
        log(effect.line);
        return;
      default:
        assertNever(effect);
    }
  }

  function fact(seen: PlayerFact): void {
    if (seen.epoch !== state.epoch) return;
    switch (seen.type) {
      case 'status':
        patchPlayer({ status: seen.name });
        happened({ is: 'status', name: seen.name });
        return;
      case 'first-frame':
        happened({ is: 'first-frame' });
        log(`first picture ${seen.width}x${seen.height} after ${Math.round(seen.sinceStartMs)} ms`);
        // A canvas has none: h264 takes over for it, where there is h264.
        patchPlayer({
          canPictureInPicture: capabilities.pictureInPicture && (kindNow() !== 'h265' || screen.get().player.kinds.includes('h264')),
        });
        stats.tell({
          type: 'pull',
          event: 'first-frame',
          fields: { width: seen.width, height: seen.height, sinceStartMs: Math.round(seen.sinceStartMs) },
        });
        if (kindNow() === 'h265-native') rememberHevc(true);
        needs.onSize(seen.width, seen.height);
        send({ type: 'first-frame', epoch: seen.epoch, width: seen.width, height: seen.height });
        return;
      case 'resolution':
        log(`the picture is ${seen.width}x${seen.height} now`);
        needs.onSize(seen.width, seen.height);
        send(seen);
        return;
      case 'progress': {
        const { positionS, bufferedS, paintedFrames, droppedFrames, bytes, latencyS, decodeMs } = seen.progress;
        stats.tell({
          type: 'pull',
          event: 'progress',
          fields: finite({ positionS, bufferedS, paintedFrames, droppedFrames, bytes, latencyS, decodeMs }),
        });
        send(seen);
        lighten(seen.progress);
        measure(seen.epoch, seen.progress);
        return;
      }
      case 'failed':
        log(`player: ${seen.detail}`);
        if (seen.codecUnsupported && kindNow() === 'h265-native') rememberHevc(false);
        send(seen);
        return;
      case 'autoplay':
        if (seen.blocked) log(seen.muted ? 'the browser allows the picture, sound after a click' : 'the browser waits for a click');
        patchPlayer({ needsClick: seen.blocked, muted: seen.muted });
        send({ type: 'blocked', epoch: seen.epoch, isBlocked: seen.blocked && !seen.muted });
        return;
      case 'picture-in-picture':
        log(seen.active ? 'picture-in-picture' : 'back from picture-in-picture');
        if (!seen.active) send({ type: 'picture-in-picture-closed', epoch: seen.epoch });
        return;
      case 'stream-messages':
        needs.onStreamMessages(seen.messages);
        return;
      default:
        assertNever(seen);
    }
  }

  /** Less work for a decoder of our own that falls behind, more when it has long been at ease. */
  function lighten({ own }: PlayerProgress): void {
    if (!own || !isVisible) return;
    const nowMs = needs.nowMs();
    const elapsedMs = Math.min(nowMs - loadSeenMs, MAX_LOAD_GAP_MS);
    loadSeenMs = nowMs;
    if (own.degree === 0 && degree.degree !== 0) degree = DEGREE_START;
    const before = degree.degree;
    degree = nextDegree(degree, { load: own.load, behindMs: own.behindMs, elapsedMs }, DEGREE_POLICY);
    if (degree.degree === before) return;
    const { name, why } = DEGREES[degree.degree];
    log(`decode ${name}: ${why}`);
    stats.tell({ type: 'count', name: `player.degree.${degree.degree}`, by: 1 });
    needs.tell({ do: 'set-degree', degree: degree.degree, why });
  }

  const threadCosts = (): ReturnType<typeof readThreadCosts> => readThreadCosts(storage.read(STORED_KEYS.decodeThreads));

  /** Once a player, when it has decoded enough of everything: for the next start (core/player/threads.ts). */
  function measure(epoch: number, { own, decodeMs }: PlayerProgress): void {
    if (!own || epoch === measuredEpoch || own.degree !== 0 || own.decoded < MEASURED_PICTURES || state.at !== 'playing') return;
    measuredEpoch = epoch;
    const costs = withThreadCost(threadCosts(), own.threads, decodeMs, state.width * state.height);
    storage.write(STORED_KEYS.decodeThreads, writeThreadCosts(costs), DAY_S * DECODE_THREADS_DAYS);
    const next = decideThreads(needs.cores, costs);
    log(`decoding takes ${decodeMs.toFixed(1)} ms a picture on ${own.threads} threads; next time ${next.threads}: ${next.why}`);
  }

  const kindNow = (): PlayerKind | null => ('attempt' in state ? state.attempt.kind : null);

  /** Native HEVC is claimed more often than it works: what was seen is kept for a while and saves the next visit the question. */
  const rememberHevc = (works: boolean): void => storage.write(STORED_KEYS.nativeHevc, works, DAY_S * NATIVE_HEVC_DAYS);

  function choose(kind: PlayerKind, line: number): void {
    history = { ...history, chosen: kind };
    storage.write(STORED_KEYS.playerType, kind, DAY_S * PLAYER_CONSTANTS.playerTypeDays.value);
    send({ type: 'choose', kind, line, reason: 'USER_OPERATION' });
  }

  /** Each player that starts decodes; in a hidden tab for as long as those before it did. */
  function stopDecodingWhenHidden(): void {
    isDecoding = true;
    if (hiddenTimer !== null) clearTimeout(hiddenTimer);
    hiddenTimer = isVisible ? null : setTimeout(() => setDecoding(false, 'hidden'), config.numbers.hiddenDecodeStopMs);
  }

  function setDecoding(on: boolean, why: string): void {
    if (on === isDecoding) return;
    isDecoding = on;
    log(on ? `decoding again: ${why}` : `decoding stopped: ${why}`);
    if ('attempt' in state) needs.tell({ do: 'set-decoding', epoch: state.epoch, on, why });
  }

  return {
    configure(next) {
      config = next;
      arm();
    },
    start: (addresses) => send({ type: 'start', addresses }),
    stop(by) {
      send({ type: 'stop' });
      happened({ is: 'stopped', by });
    },
    fact,
    setVisible(next) {
      if (next === isVisible) return;
      isVisible = next;
      if (isVisible) setDecoding(true, 'visible');
      stopDecodingWhenHidden();
      send({ type: 'visibility' });
    },
    setLive(next) {
      isLive = next;
    },
    retry: () => send({ type: 'retry' }),
    choose: (kind) => choose(kind, 0),
    chooseLine(line) {
      if ('attempt' in state) send({ type: 'choose', kind: state.attempt.kind, line, reason: 'USER_OPERATION' });
    },
    wantPictureInPicture: () => send({ type: 'choose', kind: 'h264', line: 0, reason: 'PIP' }),
    setVolume(volume) {
      const muted = volume === 0;
      patchPlayer({ volume, muted, needsClick: false });
      storage.write(STORED_KEYS.volume, volume, null);
      needs.tell({ do: 'set-volume', volume, muted });
    },
    setMuted(muted) {
      patchPlayer({ muted, needsClick: false });
      storage.write(STORED_KEYS.muted, muted, null);
      needs.tell({ do: 'set-volume', volume: screen.get().player.volume, muted });
    },
    log,
    isSettled: () => state.at !== 'fetching' && state.at !== 'starting',
    dispose() {
      if (timer !== null) clearTimeout(timer);
      if (hiddenTimer !== null) clearTimeout(hiddenTimer);
    },
  };
}

function readHistory(storage: Storage): PlayerHistory {
  const stallCount = storage.read(STORED_KEYS.stallCount);
  const chosen = PLAYER_KINDS.find((kind) => kind === storage.read(STORED_KEYS.playerType));
  return {
    stallCount: typeof stallCount === 'number' && Number.isInteger(stallCount) && stallCount >= 0 ? stallCount : NO_HISTORY.stallCount,
    staysOnH264: storage.read(STORED_KEYS.stayOnH264) === true,
    chosen: chosen ?? null,
  };
}

function readSound(storage: Storage): { readonly volume: number; readonly muted: boolean } {
  const volume = storage.read(STORED_KEYS.volume);
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : PLAYER_CONSTANTS.volume.value,
    muted: storage.read(STORED_KEYS.muted) === true,
  };
}

/** NaN means "not known" on the lane and is left out of reports. */
const finite = (numbers: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => Number.isFinite(value)));
