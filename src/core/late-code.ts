import type { Clock } from '../player/base/clock.ts';
import { type LateWhy, LateParts } from './late-part.ts';
import type { Failure } from './errors.ts';

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
