import { ANSWER, QUESTION } from '../core/heartbeat.ts';
import { addMissing } from '../core/older-browsers.ts';
import { installScriptPolicy } from '../core/script-policy.ts';

/** First import of every worker: without it an unhandled rejection inside a worker is invisible to the page. */
addEventListener('unhandledrejection', (event) => {
  reportError(event.reason);
});
installScriptPolicy(globalThis);
addMissing();

/** The page asks whether this worker still runs (core/heartbeat.ts). Comlink, which listens after this, is not to read the question. */
addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.data !== QUESTION) return;
  event.stopImmediatePropagation();
  postMessage(ANSWER);
});
