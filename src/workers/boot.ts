import { ANSWER, QUESTION } from '../core/heartbeat.ts';
import { addMissing } from '../core/older-browsers.ts';
import { installScriptPolicy } from '../core/script-policy.ts';

/** First import of every worker: without it the page does not receive unhandled rejections of the worker. */
addEventListener('unhandledrejection', (event) => {
  reportError(event.reason);
});
installScriptPolicy(globalThis);
addMissing();

/** Answers the page's heartbeat (core/heartbeat.ts). Registered before Comlink, which must not receive the question. */
addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.data !== QUESTION) return;
  event.stopImmediatePropagation();
  postMessage(ANSWER);
});
