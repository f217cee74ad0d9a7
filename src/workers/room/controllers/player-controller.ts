import {
  type PullFailureName,
  type StreamStatusName,
  STREAM_STATUS,
  type StreamStatus,
  PULL_FAILURE,
  SWITCH_REASON,
} from '../../../player/rules/names.ts';
import { assertNever } from '../../../player/base/errors.ts';
import type { Result } from '../../../core/errors.ts';
import { ROOM_LIMITS } from '../../../core/room/limits.ts';
import { playerMessage, noticeOfSwitch, REDUCED_FROM_LEVEL } from '../../../core/room/player-view.ts';
import { STORED_KEYS } from '../../../core/room/start/stored.ts';
import type { PlayerView } from '../../../core/room/view.ts';
import type { AddressSet } from '../../../player/rules/recovery/candidates.ts';
import type { PlayerConfig } from '../../../player/rules/constants.ts';
import type { PlayerProgress, PlayerLogBody } from '../../../player/rules/contract.ts';
import type { PlayerFact, PlayerOrder } from '../../../player/rules/recovery/orders.ts';
import { REMEMBERED } from '../../../player/rules/recovery/stored-visits.ts';
import type { StreamMessage } from '../../../player/rules/messages/stream-messages.ts';
import type { Platform } from '../../platform.ts';
import type { PageEvent, PlayerReport } from '../api.ts';
import type { Screen, StatsClient } from '../room-base.ts';
import type { Storage } from '../clients/storage.ts';

/** Stream changes that have a numeric status (P20). */
type StreamChange =
  /** The addresses are being fetched. */
  | { readonly type: 'fetching' }
  /** A player was started. */
  | { readonly type: 'started' }
  | { readonly type: 'first-frame' }
  | { readonly type: 'status'; readonly name: StreamStatusName }
  | { readonly type: 'failed'; readonly failure: PullFailureName }
  | { readonly type: 'stopped'; readonly by: 'owner' | 'viewer' };

const OF_NAME: Readonly<Record<StreamStatusName, StreamStatus>> = {
  created: STREAM_STATUS.BEGIN,
  playing: STREAM_STATUS.PLAYING,
  paused: STREAM_STATUS.PAUSE,
  buffering: STREAM_STATUS.BUFFERING,
  stopped: STREAM_STATUS.STOP,
  end: STREAM_STATUS.END,
};

/** Failures with their own status; any other failure is a stop. */
const OF_FAILURE: Partial<Readonly<Record<PullFailureName, StreamStatus>>> = {
  STREAM_ADDR_ERROR: STREAM_STATUS.NO_STREAM,
  ACK_NETWORK_FAIL: STREAM_STATUS.NO_STREAM,
  TIMEOUT: STREAM_STATUS.OVERTIME,
};

/**
 * The specification names the twelve statuses but not their conditions; this mapping is the project's. `before` distinguishes a resume from
 * a start.
 */
function streamStatus(before: StreamStatus | null, change: StreamChange): StreamStatus {
  switch (change.type) {
    case 'fetching':
      return STREAM_STATUS.PRELOAD;
    case 'started':
      return STREAM_STATUS.BEGIN;
    case 'first-frame':
      return STREAM_STATUS.READY;
    case 'status':
      return change.name === 'playing' && before === STREAM_STATUS.PAUSE ? STREAM_STATUS.RESUME : OF_NAME[change.name];
    case 'failed':
      return OF_FAILURE[change.failure] ?? STREAM_STATUS.STOP;
    case 'stopped':
      return change.by === 'viewer' ? STREAM_STATUS.PUBLISH_STOP : STREAM_STATUS.STOP;
  }
}

/** The room's side of the player: decides when to play live, and converts the player's facts to view, reports and stored memory. */

/** How long the notice about a switch of the kind is shown. */
const NOTICE_MS = 8_000;

export const isOfPlayer = (event: PageEvent): event is PlayerReport => event.type === 'player' || event.type === 'player-state';

interface PlayerControllerDeps {
  /** Delivers the events of the page. */
  readonly page: Pick<MessagePort, 'addEventListener'>;
  readonly platform: Pick<Platform, 'epochMs' | 'after'>;
  /** Time when the page was opened, milliseconds since 1970: origin of the times in the player log. */
  readonly openedEpochMs: number;
  readonly screen: Screen;
  readonly stats: StatsClient;
  readonly storage: Storage;
  /** Sends an order to the player on the page. */
  readonly send: (order: PlayerOrder) => void;
  readonly fetchAddresses: (round: number) => Promise<Result<AddressSet>>;
  /** The size of the picture became known or changed. */
  readonly onSize: (width: number, height: number) => void;
  /** The picture plays, or the network failed it. */
  readonly onPicture: (works: boolean) => void;
  /** P30: messages whose pictures are on the screen. */
  readonly onStreamMessages: (messages: readonly StreamMessage[]) => void;
  /** P24: the fail callback. */
  readonly onGiveUp: () => void;
}

export class PlayerController {
  readonly #deps: PlayerControllerDeps;
  #cancelNotice = (): void => undefined;
  /** True while the page has not answered the order to play. */
  #isPending = false;
  /** Attempt and first picture of the pull that runs. */
  #pull: readonly PlayerFact[] = [];
  #wasLive = false;
  /** Received bytes of the current attempt. */
  #bytes = 0;

  constructor(deps: PlayerControllerDeps) {
    this.#deps = deps;
    // Read to validate the entries: bad or expired ones are reported and removed; the player, on the page, ignores them.
    for (const name of REMEMBERED) deps.storage.read(STORED_KEYS[name]);
    deps.page.addEventListener('message', ({ data }: MessageEvent<PageEvent>) => {
      if (data.type === 'player') this.#onFact(data.fact, data.atMs);
      else if (data.type === 'player-state') this.#onState(data.facts);
    });
  }

  configure(config: PlayerConfig): void {
    this.#deps.send({ type: 'configure', config });
  }

  /** Live is on the stage. The page may already play it. */
  start(addresses: AddressSet | null): void {
    const { activity } = this.#view();
    this.#isPending = isUnused(activity);
    this.#deps.send({ type: 'play', addresses });
  }

  /** The stage belongs to something else. */
  stop(): void {
    this.#isPending = false;
    this.#deps.send({ type: 'stop', by: 'owner' });
  }

  retry(): void {
    this.#deps.send({ type: 'retry' });
  }

  /** Adds a line of another part of the room to the player log. */
  log(text: string): void {
    const { platform, openedEpochMs } = this.#deps;
    this.#addLine({ type: 'note', text }, platform.epochMs() - openedEpochMs);
  }

  isSettled(): boolean {
    return !this.#isPending && this.#view().activity.name !== 'connecting';
  }

  /** `atMs`: milliseconds since the page was opened. */
  #onFact(fact: PlayerFact, atMs: number): void {
    this.#isPending = false;
    if (fact.type === 'log') this.#addLine(fact.entry, atMs);
    // Before the state changes, because a notice compares with the previous kind.
    if (fact.type === 'attempt') this.#showNotice(noticeOfSwitch(this.#view().kind, fact.kind, fact.why));
    if (fact.type === 'failure' || fact.type === 'stopped') this.#pull = [];
    if (fact.type === 'attempt') this.#pull = [fact];
    if (fact.type === 'first-frame') this.#pull = [...this.#pull.slice(0, 1), fact];
    this.#show(fact);
    this.#report(fact);
    this.#pass(fact);
  }

  /** State of a player that was started before this room worker: shown, but not reported again. */
  #onState(facts: readonly PlayerFact[]): void {
    for (const fact of facts) this.#show(fact);
    this.#wasLive = !isUnused(this.#view().activity);
    this.#resumePull(facts);
    for (const fact of facts) if (fact.type === 'addresses-wanted' || fact.type === 'remember') this.#pass(fact);
  }

  /** Live was on the stage before this room worker was started, which replaces one that crashed. */
  wasLive(): boolean {
    return this.#wasLive;
  }

  /** A restarted stats worker has no data of the pull that runs. */
  onStatsPort(): void {
    this.#resumePull(this.#pull);
  }

  #resumePull(facts: readonly PlayerFact[]): void {
    this.#pull = facts;
    const attempt = facts.find((fact) => fact.type === 'attempt');
    const picture = facts.find((fact) => fact.type === 'first-frame');
    if (attempt && picture) {
      const fields = { kind: attempt.kind, reason: SWITCH_REASON[attempt.reason], sinceStartMs: picture.sinceStartMs };
      this.#deps.stats.emit({ type: 'pull', event: 'resumed', fields });
    } else if (attempt) this.#report(attempt);
  }

  // Long: one case for each fact.
  #show(fact: PlayerFact): void {
    const { screen, onSize } = this.#deps;
    switch (fact.type) {
      case 'attempt': {
        const { kind, reason, lines, line, kinds, savers } = fact;
        this.#patch({ kind, reason, status: 'created', lineCount: lines, line, kinds, savers, canPictureInPicture: false });
        this.#setStatus({ type: 'started' });
        return;
      }
      case 'closed':
        this.#patch({ status: 'stopped', needsClick: false });
        return;
      case 'stopped':
        this.#setStatus({ type: 'stopped', by: fact.by });
        return;
      case 'activity':
        this.#patch({ activity: fact.activity });
        return;
      case 'status':
        this.#patch({ status: fact.name });
        this.#setStatus({ type: 'status', name: fact.name });
        return;
      case 'first-frame':
        this.#setStatus({ type: 'first-frame' });
        this.#patch({ canPictureInPicture: fact.canPictureInPicture });
        onSize(fact.size.width, fact.size.height);
        return;
      case 'resolution':
        onSize(fact.size.width, fact.size.height);
        return;
      case 'autoplay':
        // The browser's autoplay policy does not change the viewer's choice: `muted` is kept.
        this.#patch({ needsClick: fact.blocked });
        return;
      case 'addresses-wanted':
        this.#setStatus({ type: 'fetching' });
        return;
      case 'failure':
        this.#setStatus({ type: 'failed', failure: fact.failure });
        return;
      case 'failure-shown':
        screen.patch({ tips: { noLive: false, liveFail: true, playerMessage: playerMessage(fact.failure, fact.unsupported) } });
        return;
      case 'failure-over':
        if (screen.get().tips.liveFail) screen.patch({ tips: { ...screen.get().tips, liveFail: false, playerMessage: '' } });
        return;
      case 'decode-level':
        // Shown while whole pictures are skipped, because that is visible.
        if (fact.level >= REDUCED_FROM_LEVEL) {
          // The timer of the previous notice must not remove this one.
          this.#cancelNotice();
          this.#patch({ notice: { type: 'reduced', level: fact.level } });
        } else if (this.#view().notice?.type === 'reduced') this.#patch({ notice: null });
        return;
      case 'track-dropped':
        this.#showNotice(fact);
        return;
      case 'sound':
        this.#patch({ volume: fact.volume, muted: fact.muted, needsClick: false });
        return;
      case 'saver':
        this.#patch({ saver: fact.saver });
        return;
      case 'progress':
      case 'stream-messages':
      case 'gave-up':
      case 'stalled':
      case 'stall-counted':
      case 'ack':
      case 'remember':
      case 'log':
        return;
      default:
        assertNever(fact);
    }
  }

  #report(fact: PlayerFact): void {
    const { stats } = this.#deps;
    switch (fact.type) {
      case 'attempt': {
        const { kind, reason, why, line, epoch } = fact;
        stats.emit({ type: 'pull', event: 'start', fields: { kind, reason: SWITCH_REASON[reason], why, line, epoch } });
        return;
      }
      case 'first-frame': {
        const { size, sinceStartMs } = fact;
        stats.emit({ type: 'pull', event: 'first-frame', fields: { ...size, sinceStartMs } });
        return;
      }
      case 'progress':
        stats.emit({ type: 'pull', event: 'progress', fields: figuresOf(fact.progress) });
        return;
      case 'failure': {
        const { failure, ack, kind, network, why } = fact;
        stats.failure({ code: failure, detail: why });
        const fields = { code: PULL_FAILURE[failure], failure, ack: ack ?? '', kind: kind ?? '', network: network ? 1 : 0, why };
        stats.emit({ type: 'pull', event: 'failed', fields });
        return;
      }
      case 'stopped':
        stats.emit({ type: 'pull', event: 'stopped', fields: { by: fact.by } });
        return;
      case 'stalled':
        stats.emit({ type: 'pull', event: 'stall', fields: { kind: fact.kind, lostMs: fact.lostMs } });
        return;
      case 'stall-counted':
        stats.emit({ type: 'count', name: 'player.stall-downgrade', by: 1 });
        return;
      case 'ack': {
        const { ack, from, to } = fact;
        const why = `${from.width}x${from.height} to ${to.width}x${to.height}`;
        stats.emit({ type: 'pull', event: 'ack', fields: { ack, why } });
        return;
      }
      case 'track-dropped': {
        const { track, name } = fact;
        stats.emit({ type: 'pull', event: 'track-dropped', fields: { track, name } });
        return;
      }
      case 'decode-level':
        stats.emit({ type: 'count', name: `player.decodeLevel.${fact.level}`, by: 1 });
        return;
      default:
    }
  }

  /** Passes the fact to other parts of the room and to storage. */
  #pass(fact: PlayerFact): void {
    const { storage, onPicture, onStreamMessages, onGiveUp } = this.#deps;
    if (fact.type === 'first-frame') onPicture(true);
    if (fact.type === 'progress') {
      // A player that shows its buffer proves nothing.
      if (fact.progress.bytes > this.#bytes) onPicture(true);
      this.#bytes = fact.progress.bytes;
    }
    if (fact.type === 'failure' && fact.network) onPicture(false);
    if (fact.type === 'stream-messages') onStreamMessages(fact.messages);
    if (fact.type === 'remember') storage.write(STORED_KEYS[fact.name], fact.value, fact.forS);
    if (fact.type === 'gave-up') onGiveUp();
    if (fact.type === 'addresses-wanted') this.#fetchAddresses(fact);
  }

  #fetchAddresses({ epoch, round }: Extract<PlayerFact, { type: 'addresses-wanted' }>): void {
    // Never rejects; a late answer has an old epoch, which the player drops.
    void this.#deps.fetchAddresses(round).then((answer) => {
      const { retryAfterMs } = answer.ok ? {} : answer.error;
      this.#deps.send({ type: 'take-addresses', epoch, addresses: answer.ok ? answer.value : null, ...(retryAfterMs && { retryAfterMs }) });
    });
  }

  /** Shows a notice for NOTICE_MS; null removes the current one. */
  #showNotice(notice: PlayerView['notice']): void {
    this.#cancelNotice();
    this.#patch({ notice });
    if (notice !== null) this.#cancelNotice = this.#deps.platform.after(NOTICE_MS, () => this.#patch({ notice: null }));
  }

  /** Updates the status code in the view and reports it. */
  #setStatus(change: StreamChange): void {
    const statusCode = streamStatus(this.#view().statusCode, change);
    this.#patch({ statusCode });
    this.#deps.stats.emit({ type: 'pull', event: 'status', fields: { status: statusCode } });
  }

  #addLine(body: PlayerLogBody, atMs: number): void {
    this.#patch({ log: [...this.#view().log, { ...body, atMs: Math.round(atMs) }].slice(-ROOM_LIMITS.logLines.value) });
  }

  readonly #view = (): PlayerView => this.#deps.screen.get().player;

  #patch(changed: Partial<PlayerView>): void {
    this.#deps.screen.patch({ player: { ...this.#view(), ...changed } });
  }
}

/** Live is not on the stage. */
const isUnused = (activity: PlayerView['activity']): boolean =>
  activity.name === 'idle' || (activity.name === 'stopped' && activity.by === 'owner');

/** NaN means unknown in messages between threads and is omitted from reports. */
function figuresOf(progress: PlayerProgress): Readonly<Record<string, number>> {
  const { positionS, bufferedS, paintedFrames, droppedFrames, bytes, latencyS, decodeMs } = progress;
  const figures = { positionS, bufferedS, paintedFrames, droppedFrames, bytes, latencyS, decodeMs };
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => Number.isFinite(value)));
}
