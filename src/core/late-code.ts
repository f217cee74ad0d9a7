import type { Failure } from './result.ts';

/** What waits for one piece of code; more is counted and lost, the newest first: what came first explains what follows. */
export const MAX_WAITING_MESSAGES = 500;
export const MAX_WAITING_BYTES = 4_194_304;
/** Code that could not be loaded is tried again with the first message after this. */
export const CODE_RETRY_MS = 30_000;

/** Code by name that is loaded when it is first needed. */
export interface LateCode<Code> {
  /** Calls `use` with the code: at once, or in order when it has come. `bytes`: what is held meanwhile. */
  withCode(name: string, bytes: number, use: (code: Code) => void): void;
  /** The code where it is there already: nothing waits for it then. */
  ready(name: string): Code | null;
}

export interface LateCodeDeps<Code> {
  /** What the bundle holds already. */
  readonly ready: Readonly<Record<string, Code>>;
  readonly loaders: Readonly<Record<string, () => Promise<Code>>>;
  readonly nowMs: () => number;
  /** The code could not be loaded, or something was lost for want of it. Once for each that was lost. */
  readonly onFailure: (failure: Failure) => void;
}

type Piece<Code> =
  | { readonly at: 'ready'; readonly code: Code }
  | { readonly at: 'loading'; readonly waiting: ((code: Code) => void)[]; bytes: number }
  | { readonly at: 'failed'; readonly retryMs: number };

export function createLateCode<Code>({ ready, loaders, nowMs, onFailure }: LateCodeDeps<Code>): LateCode<Code> {
  const pieces = new Map<string, Piece<Code>>(Object.entries(ready).map(([name, code]) => [name, { at: 'ready', code }]));
  const reportLost = (name: string, why: string): void => onFailure({ code: 'MODULE_LOAD_FAILED', detail: `messages of ${name}: ${why}` });

  async function load(name: string, loader: () => Promise<Code>, waiting: readonly ((code: Code) => void)[]): Promise<void> {
    let code: Code;
    try {
      code = await loader();
    } catch (cause) {
      pieces.set(name, { at: 'failed', retryMs: nowMs() + CODE_RETRY_MS });
      for (const _lost of waiting) reportLost(name, String(cause));
      return;
    }
    pieces.set(name, { at: 'ready', code });
    for (const use of waiting) use(code);
  }

  return {
    ready(name) {
      const piece = pieces.get(name);
      return piece?.at === 'ready' ? piece.code : null;
    },
    withCode(name, bytes, use) {
      const piece = pieces.get(name);
      if (piece?.at === 'ready') {
        use(piece.code);
        return;
      }
      if (piece?.at === 'loading') {
        if (piece.waiting.length >= MAX_WAITING_MESSAGES || piece.bytes + bytes > MAX_WAITING_BYTES) {
          reportLost(name, 'too many wait');
          return;
        }
        piece.waiting.push(use);
        piece.bytes += bytes;
        return;
      }
      const loader = loaders[name];
      if (loader === undefined || (piece !== undefined && nowMs() < piece.retryMs)) {
        reportLost(name, loader === undefined ? 'no such code' : 'not loaded');
        return;
      }
      const loading = { at: 'loading' as const, waiting: [use], bytes };
      pieces.set(name, loading);
      void load(name, loader, loading.waiting);
    },
  };
}
