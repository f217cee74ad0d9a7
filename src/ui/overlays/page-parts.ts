import type { Clock } from '../../player/base/clock.ts';
import { LateParts, type LateWhy } from '../../core/late-part.ts';
import { pageClock } from '../../player/page/clock.ts';
import type { PageEvent } from '../../workers/room/api.ts';

export type Send = (event: PageEvent) => void;

/**
 * The code of a part could not be loaded; any other error of a part is its own. Each render throws it again until `forget`: React renders a
 * part that throws a second time, and would request a missing file again.
 */
export class LoadFailed extends Error {
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void = () => undefined) {
    super(String(cause));
    this.forget = forget;
  }
}

/** A mounted part. Its code is loaded by rendering it. */
interface Mounted {
  readonly name: string;
  readonly isFeature: boolean;
  readonly send: Send | undefined;
  /** Renders the part again. */
  readonly render: () => void;
}

/** Names of parts with a notice. A part that is opened again ends the notice of the one before. */
const noticed = new Set<string>();

function notice(
  { name, isFeature, send }: Pick<Mounted, 'name' | 'isFeature' | 'send'>,
  why: LateWhy,
  detail: string,
  isOff = false,
): void {
  noticed.add(name);
  send?.({ type: 'page-part-late', name, feature: isFeature, why, detail, isOff });
}

function partShown(send: Send, name: string): void {
  if (noticed.delete(name)) send({ type: 'page-part-shown', name });
}

/** The policy of late parts (core/late-part.ts) for components of the page. Keys are numbers of mounted parts. */
export class PageParts {
  readonly #mounted = new Map<string, Mounted>();
  readonly #off = new Set<string>();
  readonly #late: LateParts;
  #lastKey = 0;

  constructor(clock: Pick<Clock, 'nowMs' | 'after'>, random: () => number) {
    this.#late = new LateParts({
      clock,
      random,
      load: (key, why) => (why === 'needed' ? undefined : this.#mounted.get(key)?.render()),
      onNotice: (key, why, detail) => {
        const part = this.#mounted.get(key)!;
        if (why !== null) notice(part, why, detail);
        else if (part.send !== undefined) partShown(part.send, part.name);
      },
      onOff: (key, why, detail) => {
        this.#off.add(key);
        notice(this.#mounted.get(key)!, why, detail, true);
      },
    });
  }

  mount(part: Mounted): string {
    const key = String(++this.#lastKey);
    this.#mounted.set(key, part);
    this.#late.need(key);
    return key;
  }

  /** Nothing tries a closed part again, so that its notice would promise it for ever. A part that is off stays named. */
  unmount(key: string): void {
    const part = this.#mounted.get(key);
    if (part?.send !== undefined && !this.#off.delete(key)) partShown(part.send, part.name);
    this.#late.forget(key);
    this.#mounted.delete(key);
  }

  shown(key: string): void {
    const part = this.#mounted.get(key);
    if (part === undefined) return;
    this.#late.arrived(key);
    // Also the notice of a part of this name that was closed.
    if (part.send !== undefined) partShown(part.send, part.name);
  }

  failed(key: string, cause: unknown): void {
    if (cause instanceof LoadFailed) cause.forget();
    if (!this.#mounted.has(key)) return;
    if (cause instanceof LoadFailed) this.#late.refused(key, cause.message);
    else this.#late.threw(key, 'failed while drawing', cause);
  }

  /** Tries the parts of this page again that are late or have failed. */
  again(why: 'the viewer asked' | 'online' | 'visible'): void {
    this.#late.again(why);
  }
}

export const pageParts = new PageParts(pageClock, Math.random);

/** Called once, with the first render of the page. */
export function tryPartsAgainOnReturn(): void {
  addEventListener('online', () => pageParts.again('online'));
  document.addEventListener('visibilitychange', () => document.hidden || pageParts.again('visible'));
}

/** Loads code that is not a component, for example texts; resolves when it is loaded, however late. */
export function loadLate<T>(name: string, load: () => Promise<T>, send?: Send): Promise<T> {
  return new Promise((resolve) => {
    const key = pageParts.mount({ name, isFeature: false, send, render: () => attempt() });
    const attempt = (): void => {
      load().then(
        (loaded) => {
          pageParts.shown(key);
          pageParts.unmount(key);
          resolve(loaded);
        },
        (cause: unknown) => pageParts.failed(key, new LoadFailed(cause)),
      );
    };
    attempt();
  });
}
