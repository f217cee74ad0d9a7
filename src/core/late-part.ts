import { WAITS, waitMs } from '../player/base/waits.ts';
import type { Clock } from '../player/base/clock.ts';
import type { ErrorCode, Failure } from './errors.ts';

/**
 * One policy for every part whose code or answer may be late: features, panels, texts, message families, parts of the page. Slow is not
 * dead: a load is never abandoned, and its result is used whenever it arrives. Only the third throw ends a part; a remote config that
 * switches a part off is applied by the owner of the part.
 */

/** A part that is not ready after this time, in ms, gets a notice with its name and a button. */
export const LATE_NOTICE_MS = 10_000;
/** A part that has thrown this many times stays off. */
export const MAX_THROWS = 3;

export type LateWhy = 'takes long' | 'could not be loaded' | 'failed while running' | 'failed while drawing';
export type AgainWhy = 'the viewer asked' | 'online' | 'visible' | 'waited' | 'needed';
export type ThrowWhy = Extract<LateWhy, `failed ${string}`>;

/** Code of the report, and of the notice in the view. */
export const NOTICE_CODES: Readonly<Record<LateWhy, ErrorCode>> = {
  'takes long': 'MODULE_LATE',
  'could not be loaded': 'MODULE_LOAD_FAILED',
  'failed while running': 'PART_FAILED',
  'failed while drawing': 'PART_FAILED',
};

interface LatePart {
  readonly name: 'idle' | 'loading' | 'waiting' | 'ready' | 'off';
  /** Number of the current attempt: results of older attempts count only if they are successful. */
  readonly attempt: number;
  /** Failures since the part was last ready. */
  readonly failures: number;
  readonly throws: number;
  readonly notice: LateWhy | null;
  readonly dueMs: number | null;
}

type LateEvent =
  | { readonly type: 'again'; readonly why: AgainWhy }
  | { readonly type: 'arrived' }
  | { readonly type: 'refused'; readonly attempt: number }
  | { readonly type: 'threw'; readonly why: ThrowWhy }
  | { readonly type: 'tick' };

type LateEffect =
  | { readonly type: 'load'; readonly attempt: number; readonly why: AgainWhy }
  /** Null: the notice ends. */
  | { readonly type: 'notice'; readonly why: LateWhy | null }
  | { readonly type: 'off'; readonly why: ThrowWhy };

const LATE_START: LatePart = { name: 'idle', attempt: 0, failures: 0, throws: 0, notice: null, dueMs: null };

function stepLatePart(part: LatePart, event: LateEvent, nowMs: number, random: number): readonly [LatePart, ...LateEffect[]] {
  if (part.name === 'off') return [part];
  switch (event.type) {
    case 'again': {
      // A load that is pending is repeated only for a person: the browser's loader returns the same request to a program.
      if (part.name === 'ready' || (part.name === 'loading' && event.why !== 'the viewer asked')) return [part];
      const attempt = part.attempt + 1;
      const dueMs = part.notice === null ? nowMs + LATE_NOTICE_MS : null;
      return [
        { ...part, name: 'loading', attempt, dueMs: part.name === 'loading' ? part.dueMs : dueMs },
        { type: 'load', attempt, why: event.why },
      ];
    }
    case 'arrived': {
      // An older attempt may arrive while the next one is awaited; after a throw, code that arrives changes nothing.
      if (part.name !== 'loading' && part.notice !== 'could not be loaded') return [part];
      const next: LatePart = { ...part, name: 'ready', failures: 0, notice: null, dueMs: null };
      return part.notice === null ? [next] : [next, { type: 'notice', why: null }];
    }
    case 'refused':
      return part.name === 'loading' && part.attempt === event.attempt ? wait(part, 'could not be loaded', nowMs, random) : [part];
    case 'threw': {
      const throws = part.throws + 1;
      if (throws >= MAX_THROWS) {
        const next: LatePart = { ...part, name: 'off', throws, notice: null, dueMs: null };
        return part.notice === null
          ? [next, { type: 'off', why: event.why }]
          : [next, { type: 'notice', why: null }, { type: 'off', why: event.why }];
      }
      return wait({ ...part, throws }, event.why, nowMs, random);
    }
    case 'tick':
      if (part.dueMs === null || nowMs < part.dueMs) return [part];
      if (part.name === 'waiting') return stepLatePart(part, { type: 'again', why: 'waited' }, nowMs, random);
      return [
        { ...part, notice: 'takes long', dueMs: null },
        { type: 'notice', why: 'takes long' },
      ];
  }
}

function wait(part: LatePart, why: LateWhy, nowMs: number, random: number): readonly [LatePart, ...LateEffect[]] {
  const failures = part.failures + 1;
  const dueMs = nowMs + waitMs(WAITS.latePart, failures, random);
  const next: LatePart = { ...part, name: 'waiting', failures, notice: why, dueMs };
  return part.notice === why ? [next] : [next, { type: 'notice', why }];
}

interface LatePartsDeps {
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly random: () => number;
  /** Starts an attempt. Its promise settles with the attempt; without one, the owner calls `arrived` or `refused`. */
  readonly load: (name: string, why: AgainWhy) => Promise<void> | void;
  /** Null: the part is ready, and its notice ends. */
  readonly onNotice: (name: string, why: LateWhy | null, detail: string) => void;
  readonly onOff: (name: string, why: ThrowWhy, detail: string) => void;
}

/** Executes the policy for parts by name, each with at most one timer. */
export class LateParts {
  readonly #deps: LatePartsDeps;
  readonly #parts = new Map<string, { state: LatePart; cancel: () => void }>();

  constructor(deps: LatePartsDeps) {
    this.#deps = deps;
  }

  get(name: string): LatePart {
    return this.#parts.get(name)?.state ?? LATE_START;
  }

  need(name: string): void {
    if (this.get(name).name === 'idle') this.#send(name, { type: 'again', why: 'needed' });
  }

  /** Another attempt of one part, or of all parts that have a notice. */
  again(why: AgainWhy, name?: string): void {
    const names = name === undefined ? [...this.#parts.keys()].filter((known) => this.get(known).notice !== null) : [name];
    for (const known of names) this.#send(known, { type: 'again', why });
  }

  arrived(name: string): void {
    this.#send(name, { type: 'arrived' });
  }

  /** The current attempt failed. */
  refused(name: string, detail: string): void {
    this.#send(name, { type: 'refused', attempt: this.get(name).attempt }, detail);
  }

  threw(name: string, why: ThrowWhy, cause: unknown): void {
    this.#send(name, { type: 'threw', why }, cause instanceof Error ? cause.message : String(cause));
  }

  /** The part is no longer needed, or its owner has switched it off. */
  forget(name: string): void {
    this.#parts.get(name)?.cancel();
    this.#parts.delete(name);
  }

  #send(name: string, event: LateEvent, detail = ''): void {
    const part = this.#parts.get(name) ?? { state: LATE_START, cancel: () => undefined };
    this.#parts.set(name, part);
    const { clock, random, onNotice, onOff } = this.#deps;
    const nowMs = clock.nowMs();
    const [next, ...effects] = stepLatePart(part.state, event, nowMs, random());
    part.state = next;
    part.cancel();
    part.cancel =
      next.dueMs === null ? () => undefined : clock.after(Math.max(0, next.dueMs - nowMs), () => this.#send(name, { type: 'tick' }));
    for (const effect of effects) {
      if (effect.type === 'load') this.#load(name, effect.attempt, effect.why);
      else if (effect.type === 'notice') onNotice(name, effect.why, detail);
      else onOff(name, effect.why, detail);
    }
  }

  #load(name: string, attempt: number, why: AgainWhy): void {
    const part = this.#parts.get(name);
    const isKnown = (): boolean => part !== undefined && this.#parts.get(name) === part;
    this.#deps.load(name, why)?.then(
      () => isKnown() && this.arrived(name),
      (cause: unknown) => isKnown() && this.#send(name, { type: 'refused', attempt }, String(cause)),
    );
  }
}

/**
 * Limits of the messages that wait for one piece of code. Beyond them new messages are dropped and counted, because later messages depend
 * on earlier ones.
 */
const MAX_WAITING_MESSAGES = 500;
const MAX_WAITING_BYTES = 4_194_304;

export interface LateCodeDeps<Code> {
  /** Code contained in the bundle. */
  readonly ready: Readonly<Record<string, Code>>;
  readonly loaders: Readonly<Record<string, () => Promise<Code>>>;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly random: () => number;
  /** A message was dropped, or an attempt to load code failed. */
  readonly onFailure: (failure: Failure, isMessage: boolean) => void;
  /** Code is late; null: it is loaded. */
  readonly onNotice: (name: string, why: LateWhy | null) => void;
}

/** Code by name, loaded on first use and however late (late-part.ts); messages wait for it in order. */
export class LateCode<Code> {
  readonly #deps: LateCodeDeps<Code>;
  readonly #codes: Map<string, Code>;
  readonly #waiting = new Map<string, { readonly uses: ((code: Code) => void)[]; bytes: number }>();
  readonly #late: LateParts;

  constructor(deps: LateCodeDeps<Code>) {
    this.#deps = deps;
    this.#codes = new Map(Object.entries(deps.ready));
    this.#late = new LateParts({
      clock: deps.clock,
      random: deps.random,
      load: async (name) => this.#arrived(name, await deps.loaders[name]!()),
      onNotice: (name, why, detail) => {
        deps.onNotice(name, why);
        if (why === 'could not be loaded') this.#fail(name, detail, false);
      },
      onOff: () => undefined,
    });
  }

  /** Returns the code if it is already loaded. */
  ready(name: string): Code | null {
    return this.#codes.get(name) ?? null;
  }

  /** Calls `use` with the code: immediately if it is loaded, else in order after loading. `bytes`: size of the message that waits. */
  withCode(name: string, bytes: number, use: (code: Code) => void): void {
    const code = this.#codes.get(name);
    if (code !== undefined) return use(code);
    if (this.#deps.loaders[name] === undefined) return this.#fail(name, 'no such code', true);
    const waiting = this.#waiting.get(name) ?? { uses: [], bytes: 0 };
    if (waiting.uses.length >= MAX_WAITING_MESSAGES || waiting.bytes + bytes > MAX_WAITING_BYTES)
      return this.#fail(name, 'too many wait', true);
    waiting.uses.push(use);
    waiting.bytes += bytes;
    this.#waiting.set(name, waiting);
    return this.#late.need(name);
  }

  #arrived(name: string, code: Code): void {
    this.#codes.set(name, code);
    const uses = this.#waiting.get(name)?.uses ?? [];
    this.#waiting.delete(name);
    for (const use of uses) use(code);
  }

  #fail(name: string, why: string, isMessage: boolean): void {
    this.#deps.onFailure({ code: 'MODULE_LOAD_FAILED', detail: `messages of ${name}: ${why}` }, isMessage);
  }
}
