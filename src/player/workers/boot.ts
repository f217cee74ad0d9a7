import { ANSWER, QUESTION } from '../base/heartbeat.ts';
import { addMissing } from '../base/older-browsers.ts';
import { installScriptPolicy } from '../../design/script-policy.ts';

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
