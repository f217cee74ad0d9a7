import { type DecisionLog, createRunner, type Runner } from '../../player/base/machine.ts';
import {
  beaconsOf,
  markerOf,
  MAX_BEACON_BYTES,
  utf8Bytes,
  type Delivered,
  type HeldBeacons,
  type Endpoint,
  hostOf,
  REPORT_HOSTS,
  requestOf,
  type Report,
  type ReportHost,
  type ReportRequest,
} from '../../core/reports/beacons.ts';
import { outboxMachine, type Outbox, type OutboxEffect, type OutboxEvent } from '../../core/reports/outbox.ts';
import { type Reach, retryAfterMs } from '../../player/base/waits.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { PostResult, StatsPlatform } from './stats.ts';
import type { Platform } from '../platform.ts';

/** Delivery of reports: one outbox per host, the requests, the page's prepared beacons, and stored reports. */

const SENDER = {
  /** Minimum interval of beacon updates to the page; a request updates them at once if the page or the stored record has its reports. */
  holdMs: 1_000,
  /** Minimum interval of saves, and interval of record updates while reports wait. */
  saveMs: 1_000,
  touchMs: 5_000,
  /** Times of taking over reports of ended sessions: first after the start, when a reloaded page counts as ended, then regularly. */
  firstClaimMs: 20_000,
  claimMs: 60_000,
} as const;

interface SenderDeps {
  readonly services: Readonly<Record<ReportHost, string>>;
  readonly session: string;
  readonly platform: StatsPlatform;
  readonly store: OutboxStore;
  readonly decisions: DecisionLog;
  /** Reports that only a closing page makes. */
  closing(): readonly Report[];
  onHeld(held: HeldBeacons): void;
  onSent(request: ReportRequest, isSent: boolean, count: number): void;
  onDropped(count: number, why: string): void;
}

/** Keeps the outboxes of all hosts, the page's prepared beacons and the stored reports consistent. */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #outboxes: ReadonlyMap<ReportHost, Runner<Outbox, OutboxEvent>>;
  /** Number of the newest report that its host has answered. */
  readonly #answeredUpTo = new Map<ReportHost, number>();
  #lastNumber = 0;
  #heldText: string | null = null;
  /** By host: number of the newest report in the beacons that the page has. */
  #heldUpTo: Readonly<Record<string, number>> = {};
  #isHoldDue = false;
  #isSaveDue = false;
  #savedText = '';
  /** Number of the newest report in the stored record. */
  #savedUpTo = 0;
  /** Number of the newest report that another worker has taken over; those of a pending request are released with its answer. */
  #claimedUpTo = 0;
  #cancelTouch: () => void = () => undefined;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#outboxes = new Map(REPORT_HOSTS.map((host) => [host, this.#createOutbox(host)]));
  }

  get session(): string {
    return this.#deps.session;
  }

  /** Starts sending the reports of ended sessions, without those `delivered` by their beacons. Called once. */
  async open(delivered: readonly Delivered[]): Promise<void> {
    if (delivered.length > 0) await this.#deps.store.forget(delivered);
    await this.#claim(SENDER.firstClaimMs);
  }

  add(reports: readonly Report[]): void {
    for (const [host, outbox] of this.#outboxes) {
      const own = reports.filter(({ endpoint }) => hostOf(endpoint) === host);
      outbox.send({ type: 'add', reports: own, firstNumber: this.#lastNumber + 1 });
      this.#lastNumber += own.length;
    }
  }

  flush(): void {
    for (const outbox of this.#outboxes.values()) outbox.send({ type: 'flush' });
  }

  /** Another part of the room reports that the network works again, or that nothing is reachable. */
  reach(reach: Reach): void {
    for (const outbox of this.#outboxes.values()) outbox.send({ type: 'reach', reach });
  }

  /** Beacons have sent the reports of this marker. */
  release({ upTo, except }: Delivered): void {
    for (const [host, outbox] of this.#outboxes) outbox.send({ type: 'release', upTo: upTo[host] ?? 0, except });
  }

  #createOutbox(host: ReportHost): Runner<Outbox, OutboxEvent> {
    const runner = createRunner(
      { ...outboxMachine, name: `outbox ${host}` },
      {
        clock: this.#deps.platform,
        decisions: this.#deps.decisions,
        context: () => ({ epochMs: this.#deps.platform.epochMs(), random: this.#deps.platform.random() }),
        execute: (effect: OutboxEffect) => void this.#execute(effect, host, runner),
        onState: () => {
          this.hold();
          this.#scheduleSave();
        },
      },
    );
    return runner;
  }

  #entries(): readonly Outbox['waiting'][number][] {
    return [...this.#outboxes.values()].flatMap((outbox) => [...outbox.state().inFlight, ...outbox.state().waiting]);
  }

  #requestOf(endpoint: Endpoint, texts: readonly string[]): ReportRequest {
    return requestOf(endpoint, texts, this.#deps.services, (text) => this.#deps.platform.sign(text));
  }

  #heldNow(): HeldBeacons {
    const closing = this.#deps.closing().map(({ endpoint, body }) => this.#requestOf(endpoint, [JSON.stringify(body)]));
    let freeBytes = MAX_BEACON_BYTES - closing.reduce((sum, { body }) => sum + utf8Bytes(body), 0);
    const upTo: Record<string, number> = {};
    const contained: Record<string, number> = {};
    const except: number[] = [];
    const requests: ReportRequest[] = [];
    for (const [host, outbox] of this.#outboxes) {
      const { waiting, inFlight } = outbox.state();
      const held = beaconsOf(outbox.state(), freeBytes);
      freeBytes -= held.bytes;
      contained[host] = held.upTo;
      // The stored record may still contain answered reports: the marker includes them.
      const last = Math.max(held.upTo, this.#answeredUpTo.get(host) ?? 0);
      const unsent = [...inFlight, ...waiting.filter(({ number }) => number > held.upTo)];
      upTo[host] = last;
      except.push(...unsent.map(({ number }) => number).filter((number) => number < last));
      for (const { endpoint, texts } of held.batches) requests.push(this.#requestOf(endpoint, texts));
    }
    this.#heldUpTo = contained;
    return { requests: [...requests, ...closing], marker: markerOf({ session: this.#deps.session, upTo, except }) };
  }

  #publish(): void {
    const held = this.#heldNow();
    const text = JSON.stringify(held);
    if (text === this.#heldText) return;
    this.#heldText = text;
    this.#deps.onHeld(held);
  }

  /** The content of the prepared beacons has changed. */
  hold(): void {
    if (this.#isHoldDue) return;
    this.#isHoldDue = true;
    this.#deps.platform.after(SENDER.holdMs, () => {
      this.#isHoldDue = false;
      this.#publish();
    });
  }

  #scheduleSave(): void {
    if (this.#isSaveDue) return;
    this.#isSaveDue = true;
    this.#deps.platform.after(SENDER.saveMs, () => {
      this.#isSaveDue = false;
      void this.#save();
    });
  }

  async #save(): Promise<void> {
    const stored = this.#entries().map(({ number, endpoint, text, atMs }) => ({ number, endpoint, text, atMs }));
    const text = stored.map(({ number }) => number).join();
    const upTo = Math.max(0, ...stored.map(({ number }) => number));
    if (text === '' && this.#savedText === '') return;
    this.#savedText = text;
    const result = await this.#deps.store.save(stored, this.#deps.platform.epochMs());
    if (result === 'saved') this.#savedUpTo = upTo;
    // Another worker took over the stored reports, because this tab was frozen or too many sessions have a record, and sends them now.
    // Newer reports stay here.
    if (result === 'claimed') this.#releaseClaimed();
    this.#cancelTouch();
    this.#cancelTouch = this.#deps.platform.after(SENDER.touchMs, () => this.#scheduleSave());
  }

  #releaseClaimed(): void {
    this.#claimedUpTo = this.#savedUpTo;
    for (const outbox of this.#outboxes.values()) outbox.send({ type: 'release', upTo: this.#claimedUpTo, except: [] });
  }

  async #claim(nextMs: number): Promise<void> {
    const orphans = await this.#deps.store.claim(this.#deps.platform.epochMs());
    for (const [host, outbox] of this.#outboxes) {
      const adopted = orphans
        .filter(({ endpoint }) => hostOf(endpoint) === host)
        .map((entry) => ({ ...entry, number: ++this.#lastNumber }));
      outbox.send({ type: 'adopt', entries: adopted });
    }
    this.#deps.platform.after(nextMs, () => void this.#claim(SENDER.claimMs));
  }

  async #execute(effect: OutboxEffect, host: ReportHost, runner: Runner<Outbox, OutboxEvent>): Promise<void> {
    if (effect.type === 'drop') {
      this.#deps.onDropped(effect.count, effect.why);
      return;
    }
    const numbers = runner.state().inFlight.map(({ number }) => number);
    // If the page closes before the next regular update, its beacons or the stored record would send these reports again.
    const isElsewhere = (): boolean => Math.min(...numbers) <= Math.max(this.#heldUpTo[host] ?? 0, this.#savedUpTo);
    if (isElsewhere()) this.#publish();
    const request = this.#requestOf(effect.endpoint, effect.texts);
    const result: PostResult = await this.#deps.platform.post(request);
    this.#deps.onSent(request, result === 'sent', effect.texts.length);
    if (result === 'sent' || result === 'refused') this.#answeredUpTo.set(host, Math.max(this.#answeredUpTo.get(host) ?? 0, ...numbers));
    runner.send(typeof result === 'string' ? { type: result } : { type: 'failed', ...result });
    runner.send({ type: 'release', upTo: this.#claimedUpTo, except: [] });
    if (isElsewhere()) this.#publish();
  }
}

/** Timeout of a report in milliseconds. */
const POST_TIMEOUT_MS = 10_000;
/** Keepalive requests share 64 KiB with the page's beacons: a larger request is sent without keepalive. */
const MAX_KEEPALIVE_BYTES = 16_384;
/** 4xx statuses after which a later attempt may succeed. */
const RETRIED_STATUSES: readonly number[] = [401, 403, 404, 408, 425, 429];

const isPage = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

/** Sends one request of reports. Never rejects. */
export async function postReport(
  { url, body, contentType }: ReportRequest,
  { fetch, after, epochMs }: Pick<Platform, 'fetch' | 'after' | 'epochMs'>,
): Promise<PostResult> {
  const abort = new AbortController();
  const cancel = after(POST_TIMEOUT_MS, () => abort.abort());
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
      credentials: 'same-origin',
      keepalive: utf8Bytes(body) <= MAX_KEEPALIVE_BYTES,
      signal: abort.signal,
    });
    // A captive portal answers every request with a page, which is no receipt.
    if (response.ok) return isPage(response) ? 'failed' : 'sent';
    if (response.status >= 400 && response.status < 500 && !RETRIED_STATUSES.includes(response.status)) return 'refused';
    const afterMs = retryAfterMs(response.headers.get('retry-after'), epochMs(), Date.parse);
    return afterMs === null ? 'failed' : { retryAfterMs: afterMs };
  } catch {
    return 'failed';
  } finally {
    cancel();
    // Releases the body, which is not read.
    abort.abort();
  }
}
