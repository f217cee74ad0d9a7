/**
 * The server side of a feature as a script (`mock.ts` of a feature): phases with their durations, the messages of the current state, the
 * actions of other viewers, and the calls that viewers may send. One player runs all scripts. Times are milliseconds of the scripted session,
 * which the developer's panel can stop and speed up.
 */
import { chance } from '../backend/faults.ts';
import { SESSION_CODE, refused, type SessionAnswer, type SessionCall, type SessionPush, type SessionViewer } from './session.ts';
import type { Session, SessionCommand, SessionRun, SessionStatus, RunDeps } from './session-host.ts';

export interface Phase<State> {
  /** Shown in the developer's panel; default: the number of the phase. */
  readonly name?: string;
  readonly ms: number;
  /** Changes the state. Returns messages that are sent after those of the state. */
  enter?(play: Play<State>): readonly SessionPush[] | undefined;
  /** Interval of `act`. */
  readonly everyMs?: number;
  /** Acts for other viewers. `turn` counts from 0 over all starts. */
  act?(play: Play<State>, turn: number): void;
  /** Name of the next phase, null: none. Default: the next one of the list. */
  next?(play: Play<State>): string | null;
}

/** Answers a call. A returned text refuses the call at this moment; undefined is a success without data. */
export type Rule<State> = (play: Play<State>, fields: SessionCall['fields'], viewer: SessionViewer) => SessionAnswer | string | undefined;
type Rules<State> = Readonly<Record<string, Rule<State>>>;

export interface Script<State> {
  /** Name of the feature, and of its row in the developer's panel. */
  readonly name: string;
  /** Feature whose calls it answers together with other sessions of that name: after the answer `unknownVerb` the next one is called. */
  readonly feature?: string;
  /** State at each start. */
  begin(): State;
  readonly phases?: readonly Phase<State>[];
  /** Messages of the current state: sent after each change, and to a viewer who joins. */
  state?(play: Play<State>): readonly SessionPush[];
  /** Further messages for a viewer who joins while the session is running. */
  show?(play: Play<State>): readonly SessionPush[];
  /** Phase after the developer's panel has ended the session; default: none. */
  ends?(play: Play<State>): string | null;
  /** The session is over. Returns messages that are sent after those of the state. `cut`: phase in which the panel ended it. */
  over?(play: Play<State>, cut: string | null): readonly SessionPush[] | undefined;
  /** Calls by verb: of viewers with a login, of the star, of everybody. */
  readonly calls?: Rules<State>;
  readonly starCalls?: Rules<State>;
  readonly openCalls?: Rules<State>;
  /** For a session without phases: its start and end by the panel, and its current phase. */
  start?(play: Play<State>): void;
  end?(play: Play<State>): void;
  phase?(play: Play<State>): string | null;
}

export const scripted = <State extends object>(script: Script<State>): Session => ({
  name: script.name,
  feature: script.feature ?? script.name,
  begin: (deps) => new Play(script, deps),
});

interface Timer {
  readonly atMs: number;
  readonly act: () => void;
}

const MAX_SPEED = 100;

/** One session that runs its script. */
export class Play<State> implements SessionRun {
  state: State;
  /** Counts the changes of the state. */
  version = 0;
  /** Last number used for an id of an order, a request or a message; continues over all starts. */
  made = 0;
  /** Number of starts. */
  run = 0;
  readonly #script: Script<State>;
  readonly #deps: RunDeps;
  #phase: Phase<State> | null = null;
  #endsMs = 0;
  #turns = 0;
  /** Timers that end with the current phase, and timers that end with the session. */
  #phaseTimers: readonly Timer[] = [];
  #timers: readonly Timer[] = [];
  #speed = 1;
  #isPaused = false;
  /** Start of the session's clock. */
  #anchor: { readonly realMs: number; readonly ms: number };
  #cancel: () => void = () => undefined;

  constructor(script: Script<State>, deps: RunDeps) {
    this.#script = script;
    this.#deps = deps;
    this.state = script.begin();
    this.#anchor = { realMs: deps.clock.nowMs(), ms: 0 };
  }

  get phase(): string | null {
    if (this.#script.phase !== undefined) return this.#script.phase(this);
    const phases = this.#script.phases ?? [];
    return this.#phase === null ? null : (this.#phase.name ?? `${phases.indexOf(this.#phase) + 1} / ${phases.length}`);
  }

  get nowMs(): number {
    return this.#anchor.ms + (this.#isPaused ? 0 : (this.#deps.clock.nowMs() - this.#anchor.realMs) * this.#speed);
  }

  /** Real milliseconds at the current speed until a time of the session, by default the end of the phase; 0 after it. */
  leftMs(atMs = this.#phase === null ? 0 : this.#endsMs): number {
    return Math.max(0, Math.round((atMs - this.nowMs) / this.#speed));
  }

  start(changes: Partial<State> = {}): undefined {
    this.#timers = [];
    this.run++;
    this.state = { ...this.#script.begin(), ...changes };
    const first = this.#script.phases?.[0];
    if (first !== undefined) this.#enter(first);
  }

  /** Enters a phase; null: the session is over. */
  enter(name: string | null): void {
    const phase = this.#script.phases?.find((one) => one.name === name);
    if (phase === undefined) this.#over(null);
    else this.#enter(phase);
  }

  /** Ends the session by order of the developer's panel. */
  end(): undefined {
    const { phase } = this;
    if (phase === null) return;
    const last = this.#script.ends?.(this) ?? null;
    if (last === null || last === phase) this.#over(phase);
    else this.enter(last);
  }

  /** The state has changed: sends it, then the other messages. */
  say(...more: readonly SessionPush[]): undefined {
    this.version++;
    this.push(...(this.#script.state?.(this) ?? []), ...more);
  }

  push(...pushes: readonly SessionPush[]): undefined {
    this.#send(pushes, null);
  }

  /** Acts after a time of the session, also in a later phase, but not after the next start. Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void {
    const timer = { atMs: this.nowMs + ms, act };
    this.#timers = [...this.#timers, timer];
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  }

  // For the host of the sessions.

  call({ verb, fields }: SessionCall, viewer: SessionViewer): SessionAnswer {
    if (verb === 'snapshot') {
      const own = this.#all().filter(({ toUserId }) => toUserId === null || toUserId === viewer.userId);
      this.#send(
        own.map((push) => ({ ...push, toUserId: viewer.userId })),
        null,
      );
      return { code: 0, data: {} };
    }
    const answer = this.#answer(verb, fields, viewer);
    this.#settle();
    return answer;
  }

  command(command: SessionCommand): void {
    if (command === 'start') {
      if (this.#isPaused) this.#retime(() => void (this.#isPaused = false));
      if (this.#script.start === undefined) {
        if (this.#script.phases !== undefined) this.start();
      } else {
        this.start();
        this.#script.start(this);
      }
    } else if (command === 'end') {
      if (this.#script.end === undefined) this.end();
      else this.#script.end(this);
    } else
      this.#retime(() => {
        if (typeof command === 'string') this.#isPaused = command === 'pause';
        else this.#speed = Math.min(MAX_SPEED, Math.max(0.1, command.speed));
      });
    this.#settle();
  }

  sendState(connection: string): void {
    this.#send(this.#all(), connection);
  }

  status(): Omit<SessionStatus, 'name'> {
    return { phase: this.phase, isPaused: this.#isPaused, speed: this.#speed };
  }

  dispose(): void {
    this.#cancel();
  }

  #all(): readonly SessionPush[] {
    const script = this.#script;
    return [...(script.state?.(this) ?? []), ...(this.phase === null ? [] : (script.show?.(this) ?? []))];
  }

  #answer(verb: string, fields: SessionCall['fields'], viewer: SessionViewer): SessionAnswer {
    const { calls = {}, starCalls = {}, openCalls = {} } = this.#script;
    const rule = [calls, starCalls, openCalls].find((rules) => Object.hasOwn(rules, verb))?.[verb];
    if (rule === undefined) return refused(SESSION_CODE.unknownVerb, '');
    const isOpen = Object.hasOwn(openCalls, verb);
    if (!isOpen && viewer.userId === 0) return refused(SESSION_CODE.loginNeeded, '请先登录');
    if (Object.hasOwn(starCalls, verb) && !viewer.isStar) return refused(SESSION_CODE.starOnly, '仅主播可操作');
    const answer = rule(this, fields, viewer);
    return typeof answer === 'string' ? refused(SESSION_CODE.notNow, answer) : (answer ?? { code: 0, data: {} });
  }

  #enter(phase: Phase<State>): void {
    this.#phase = phase;
    this.#endsMs = this.nowMs + phase.ms;
    this.#phaseTimers = [{ atMs: this.#endsMs, act: () => this.#next(phase) }];
    this.#schedule(phase);
    this.version++;
    const more = phase.enter?.(this) ?? [];
    // `enter` of the script may have entered another phase.
    if (this.#phase === phase) this.push(...(this.#script.state?.(this) ?? []), ...more);
  }

  #schedule(phase: Phase<State>): void {
    const { everyMs } = phase;
    if (everyMs === undefined) return;
    const timer = {
      atMs: this.nowMs + everyMs,
      act: () => {
        this.#schedule(phase);
        phase.act?.(this, this.#turns++);
      },
    };
    this.#phaseTimers = [...this.#phaseTimers, timer];
  }

  #next(phase: Phase<State>): void {
    const { phases = [] } = this.#script;
    const following = phases[phases.indexOf(phase) + 1];
    if (phase.next !== undefined) this.enter(phase.next(this));
    else if (following === undefined) this.#over(null);
    else this.#enter(following);
  }

  #over(cut: string | null): void {
    this.#phase = null;
    this.#phaseTimers = [];
    const more = this.#script.over?.(this, cut) ?? [];
    this.say(...more);
  }

  #send(pushes: readonly SessionPush[], connection: string | null): void {
    // A copy, because the state changes later.
    for (const push of pushes) this.#deps.push({ ...push, body: structuredClone(push.body) }, connection);
  }

  /** Messages contain the remaining time: after a change of the speed the current state is sent again. */
  #retime(change: () => void): void {
    this.#anchor = { ms: this.nowMs, realMs: this.#deps.clock.nowMs() };
    change();
    if (this.#isPaused || this.phase === null) return;
    this.version++;
    this.push(...this.#all());
  }

  #settle(): void {
    this.#cancel();
    this.#cancel = () => undefined;
    const next = this.#isPaused ? undefined : this.#earliest();
    if (next !== undefined)
      this.#cancel = this.#deps.clock.after(Math.max(1, (next.atMs - this.nowMs) / this.#speed), () => {
        this.#tick();
        this.#settle();
      });
    this.#deps.changed();
  }

  #tick(): void {
    for (let due = this.#earliest(); due !== undefined && due.atMs <= this.nowMs; due = this.#earliest()) {
      const { act } = due;
      this.#phaseTimers = this.#phaseTimers.filter((one) => one !== due);
      this.#timers = this.#timers.filter((one) => one !== due);
      act();
    }
  }

  #earliest(): Timer | undefined {
    return [...this.#phaseTimers, ...this.#timers].toSorted((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Picks one of the items, deterministic for seed and counter. */
export const pickBy = <T>(items: readonly T[], seed: number, counter: number): T =>
  items[Math.floor(chance(seed, counter) * items.length)]!;
