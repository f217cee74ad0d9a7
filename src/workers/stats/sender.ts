/** Delivery of reports: one outbox per host, the requests, the page's prepared beacons, and stored reports. */
import type { DecisionLog } from '../../core/decision-log.ts';
import { createRunner, type Runner } from '../../core/machine.ts';
import { beaconsOf, markerOf, MAX_BEACON_BYTES, utf8Bytes, type Delivered, type HeldBeacons } from '../../core/reports/beacons.ts';
import { hostOf, REPORT_HOSTS, requestOf, type Report, type ReportHost, type ReportRequest } from '../../core/reports/endpoints.ts';
import { outboxMachine, type Outbox, type OutboxEffect, type OutboxEvent } from '../../core/reports/outbox.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { PostResult, StatsPlatform } from './stats.ts';

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

export interface SenderDeps {
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

export interface Sender {
  /** Starts sending the reports of ended sessions, without those `delivered` by their beacons. Called once. */
  open(delivered: readonly Delivered[]): Promise<void>;
  add(reports: readonly Report[]): void;
  flush(): void;
  /** The content of the prepared beacons has changed. */
  hold(): void;
  /** Beacons have sent the reports of this marker. */
  release(delivered: Delivered): void;
  readonly session: string;
}

// Long: two flags, which most inner functions set, keep the outboxes of all hosts, the prepared beacons and the stored reports consistent.
export function createSender(deps: SenderDeps): Sender {
  const { platform, store } = deps;
  let lastNumber = 0;
  let heldText: string | null = null;
  /** By host: number of the newest report in the beacons that the page has. */
  let heldUpTo: Readonly<Record<string, number>> = {};
  let isHoldDue = false;
  let isSaveDue = false;
  let savedText = '';
  /** Number of the newest report in the stored record. */
  let savedUpTo = 0;
  /** Number of the newest report that another worker has taken over; those of a pending request are released with its answer. */
  let claimedUpTo = 0;
  let cancelTouch: () => void = () => undefined;

  /** Number of the newest report that its host has answered. */
  const answeredUpTo = new Map<ReportHost, number>();

  const sign = (text: string): string => platform.sign(text);
  const outboxes = new Map<ReportHost, Runner<Outbox, OutboxEvent>>(REPORT_HOSTS.map((host) => [host, createOutbox(host)]));

  function createOutbox(host: ReportHost): Runner<Outbox, OutboxEvent> {
    const runner = createRunner(
      { ...outboxMachine, name: `outbox ${host}` },
      {
        clock: platform,
        decisions: deps.decisions,
        context: () => ({ epochMs: platform.epochMs(), random: platform.random() }),
        execute: (effect: OutboxEffect) => void execute(effect),
        onState() {
          hold();
          scheduleSave();
        },
      },
    );
    async function execute(effect: OutboxEffect): Promise<void> {
      if (effect.type === 'drop') {
        deps.onDropped(effect.count, effect.why);
        return;
      }
      const numbers = runner.state().inFlight.map(({ number }) => number);
      // If the page closes before the next regular update, its beacons or the stored record would send these reports again.
      const isElsewhere = (): boolean => Math.min(...numbers) <= Math.max(heldUpTo[host] ?? 0, savedUpTo);
      if (isElsewhere()) publish();
      const request = requestOf(effect.endpoint, effect.texts, deps.services, sign);
      const result: PostResult = await platform.post(request);
      deps.onSent(request, result === 'sent', effect.texts.length);
      if (result !== 'failed') answeredUpTo.set(host, Math.max(answeredUpTo.get(host) ?? 0, ...numbers));
      runner.send({ type: result });
      runner.send({ type: 'release', upTo: claimedUpTo, except: [] });
      if (isElsewhere()) publish();
    }
    return runner;
  }

  const entries = (): readonly Outbox['waiting'][number][] =>
    [...outboxes.values()].flatMap((outbox) => [...outbox.state().inFlight, ...outbox.state().waiting]);

  function heldNow(): HeldBeacons {
    const closing = deps.closing().map(({ endpoint, body }) => requestOf(endpoint, [JSON.stringify(body)], deps.services, sign));
    let freeBytes = MAX_BEACON_BYTES - closing.reduce((sum, { body }) => sum + utf8Bytes(body), 0);
    const upTo: Record<string, number> = {};
    const contained: Record<string, number> = {};
    const except: number[] = [];
    const requests: ReportRequest[] = [];
    for (const [host, outbox] of outboxes) {
      const { waiting, inFlight } = outbox.state();
      const held = beaconsOf(outbox.state(), freeBytes);
      freeBytes -= held.bytes;
      contained[host] = held.upTo;
      // The stored record may still contain answered reports: the marker includes them.
      const last = Math.max(held.upTo, answeredUpTo.get(host) ?? 0);
      const unsent = [...inFlight, ...waiting.filter(({ number }) => number > held.upTo)];
      upTo[host] = last;
      except.push(...unsent.map(({ number }) => number).filter((number) => number < last));
      for (const { endpoint, texts } of held.batches) requests.push(requestOf(endpoint, texts, deps.services, sign));
    }
    heldUpTo = contained;
    return { requests: [...requests, ...closing], marker: markerOf({ session: deps.session, upTo, except }) };
  }

  function publish(): void {
    const held = heldNow();
    const text = JSON.stringify(held);
    if (text === heldText) return;
    heldText = text;
    deps.onHeld(held);
  }

  function hold(): void {
    if (isHoldDue) return;
    isHoldDue = true;
    platform.after(SENDER.holdMs, () => {
      isHoldDue = false;
      publish();
    });
  }

  function scheduleSave(): void {
    if (isSaveDue) return;
    isSaveDue = true;
    platform.after(SENDER.saveMs, () => {
      isSaveDue = false;
      void save();
    });
  }

  async function save(): Promise<void> {
    const stored = entries().map(({ number, endpoint, text, atMs }) => ({ number, endpoint, text, atMs }));
    const text = stored.map(({ number }) => number).join();
    const upTo = Math.max(0, ...stored.map(({ number }) => number));
    if (text === '' && savedText === '') return;
    savedText = text;
    const result = await store.save(stored, platform.epochMs());
    if (result === 'saved') savedUpTo = upTo;
    // Another worker took over the stored reports, because this tab was frozen or too many sessions have a record, and sends them now.
    // Newer reports stay here.
    if (result === 'claimed') releaseClaimed();
    cancelTouch();
    cancelTouch = platform.after(SENDER.touchMs, scheduleSave);
  }

  function releaseClaimed(): void {
    claimedUpTo = savedUpTo;
    for (const outbox of outboxes.values()) outbox.send({ type: 'release', upTo: claimedUpTo, except: [] });
  }

  async function claim(nextMs: number): Promise<void> {
    const orphans = await store.claim(platform.epochMs());
    for (const [host, outbox] of outboxes) {
      const entries = orphans.filter(({ endpoint }) => hostOf(endpoint) === host).map((entry) => ({ ...entry, number: ++lastNumber }));
      outbox.send({ type: 'adopt', entries });
    }
    platform.after(nextMs, () => void claim(SENDER.claimMs));
  }
  return {
    session: deps.session,
    async open(delivered) {
      if (delivered.length > 0) await store.forget(delivered);
      await claim(SENDER.firstClaimMs);
    },
    add(reports) {
      for (const [host, outbox] of outboxes) {
        const own = reports.filter(({ endpoint }) => hostOf(endpoint) === host);
        outbox.send({ type: 'add', reports: own, firstNumber: lastNumber + 1 });
        lastNumber += own.length;
      }
    },
    flush() {
      for (const outbox of outboxes.values()) outbox.send({ type: 'flush' });
    },
    hold,
    release({ upTo, except }) {
      for (const [host, outbox] of outboxes) outbox.send({ type: 'release', upTo: upTo[host] ?? 0, except });
    },
  };
}
