/** The room's end of the bridge to one embedded page. It accepts only messages of that page's window and of an allowed origin. */
import {
  BRIDGE,
  BRIDGE_VERSION,
  countCall,
  NO_CALLS,
  readCall,
  type BridgeAnswer,
  type BridgeCall,
  type BridgeInfo,
} from '../../core/frames/bridge.ts';
import { decideOrigin, type OriginPolicy } from '../../core/frames/origin.ts';
import { readBounded } from '../../player/base/bounded-read.ts';
import type { Result } from '../../core/errors.ts';

export interface BridgeHandlers {
  readonly policy: OriginPolicy;
  readonly gameService: string;
  info(): BridgeInfo;
  onReady(): void;
  onClose(): void;
  onHide(): void;
  onEscape(): void;
  onLogin(): void;
  onToast(text: string): void;
  /** On a failure the page's promise is rejected with the code. */
  onOpen(key: string): Result<unknown>;
  onRefused(why: string, origin: string): void;
}

/**
 * Listens until the returned function is called. A sandboxed page of the room's own origin has the origin `null`: its messages are accepted
 * until its window loads a second page, which may be any page.
 */
export function connectBridge(frame: HTMLIFrameElement, handlers: BridgeHandlers): () => void {
  let rate = NO_CALLS;
  let loads = 0;
  const isOpaque = !frame.sandbox.contains('allow-same-origin');
  const onLoad = (): void => void loads++;
  frame.addEventListener('load', onLoad);

  async function answer(call: BridgeCall): Promise<unknown> {
    switch (call.cmd) {
      case 'ready':
        handlers.onReady();
        return null;
      case 'close':
        handlers.onClose();
        return null;
      case 'hide':
        handlers.onHide();
        return null;
      case 'escape':
        handlers.onEscape();
        return null;
      case 'info':
        return handlers.info();
      case 'login':
        handlers.onLogin();
        return null;
      case 'toast':
        handlers.onToast(call.text);
        return null;
      case 'open': {
        const opened = handlers.onOpen(call.key);
        if (!opened.ok) throw new Error(opened.error.code);
        return null;
      }
      case 'ajax':
        return getJson(`${handlers.gameService}${call.path}`);
    }
  }

  function onMessage(event: MessageEvent<unknown>): void {
    if (event.source !== frame.contentWindow || frame.contentWindow === null) return;
    const isOwnPage = isOpaque && event.origin === 'null' && loads <= 1;
    const origin = decideOrigin(event.origin, handlers.policy);
    if (!isOwnPage && !origin.isAllowed) return handlers.onRefused(origin.why, event.origin);
    const counted = countCall(rate, performance.now());
    rate = counted.rate;
    if (counted.isTooMany) return handlers.onRefused('too many calls', event.origin);
    const call = readCall(event.data);
    if (!call.ok) return handlers.onRefused(call.error.code, event.origin);
    const { id } = call.value;
    const reply = (message: BridgeAnswer): void => frame.contentWindow?.postMessage(message, isOwnPage ? '*' : event.origin);
    answer(call.value).then(
      (value) => reply({ footlight: BRIDGE_VERSION, re: id, ok: true, value }),
      (cause: unknown) =>
        reply({ footlight: BRIDGE_VERSION, re: id, ok: false, error: cause instanceof Error ? cause.message : String(cause) }),
    );
    return undefined;
  }

  addEventListener('message', onMessage);
  return () => {
    removeEventListener('message', onMessage);
    frame.removeEventListener('load', onLoad);
  };
}

/** Without cookies, so that a frame cannot read through the room what it may not read itself. */
async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(BRIDGE.ajaxTimeoutMs) });
  if (!response.ok) throw new Error(String(response.status));
  const bytes = await readBounded(response.body, BRIDGE.maxBodyBytes);
  if (bytes === null) throw new Error('too long');
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}
