import type { Failure } from './result.ts';

/**
 * Limits of the messages that wait for one piece of code. Beyond them new messages are dropped and counted, because later messages depend
 * on earlier ones.
 */
const MAX_WAITING_MESSAGES = 500;
const MAX_WAITING_BYTES = 4_194_304;
/** After a failed load, the first message after this time starts a new attempt. */
const CODE_RETRY_MS = 30_000;

/** Code by name, loaded on first use. */
export interface LateCode<Code> {
  /** Calls `use` with the code: immediately if it is loaded, else in order after loading. `bytes`: size of the message that waits. */
  withCode(name: string, bytes: number, use: (code: Code) => void): void;
  /** Returns the code if it is already loaded and nothing waits for it. */
  ready(name: string): Code | null;
}

export interface LateCodeDeps<Code> {
  /** Code contained in the bundle. */
  readonly ready: Readonly<Record<string, Code>>;
  readonly loaders: Readonly<Record<string, () => Promise<Code>>>;
  readonly nowMs: () => number;
  /** The code could not be loaded, or a message was dropped while waiting for it; called once per dropped message. */
  readonly onFailure: (failure: Failure) => void;
  /** Called after each attempt to load. */
  readonly onLoad: (name: string, isLoaded: boolean) => void;
}

type Piece<Code> =
  | { readonly name: 'ready'; readonly code: Code }
  | { readonly name: 'loading'; readonly waiting: ((code: Code) => void)[]; bytes: number }
  | { readonly name: 'failed'; readonly retryMs: number };

export function createLateCode<Code>({ ready, loaders, nowMs, onFailure, onLoad }: LateCodeDeps<Code>): LateCode<Code> {
  const pieces = new Map<string, Piece<Code>>(Object.entries(ready).map(([name, code]) => [name, { name: 'ready', code }]));
  const reportLost = (name: string, why: string): void => onFailure({ code: 'MODULE_LOAD_FAILED', detail: `messages of ${name}: ${why}` });

  async function load(name: string, loader: () => Promise<Code>, waiting: readonly ((code: Code) => void)[]): Promise<void> {
    let code: Code;
    try {
      code = await loader();
    } catch (cause) {
      pieces.set(name, { name: 'failed', retryMs: nowMs() + CODE_RETRY_MS });
      for (const _lost of waiting) reportLost(name, String(cause));
      onLoad(name, false);
      return;
    }
    pieces.set(name, { name: 'ready', code });
    onLoad(name, true);
    for (const use of waiting) use(code);
  }

  return {
    ready(name) {
      const piece = pieces.get(name);
      return piece?.name === 'ready' ? piece.code : null;
    },
    withCode(name, bytes, use) {
      const piece = pieces.get(name);
      if (piece?.name === 'ready') {
        use(piece.code);
        return;
      }
      if (piece?.name === 'loading') {
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
      const loading = { name: 'loading' as const, waiting: [use], bytes };
      pieces.set(name, loading);
      void load(name, loader, loading.waiting);
    },
  };
}
