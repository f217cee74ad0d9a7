import { expect, test, vi } from 'vitest';

import { canRetry, forgetRetry, partFailed, partShown, retryLater, retryParts } from '../../../src/ui/overlays/page-parts.ts';
import type { PageEvent } from '../../../src/workers/room/api.ts';

test('S31 the room is notified of a shown part once, and only after a failure of that part', () => {
  const sent: PageEvent[] = [];
  const send = (event: PageEvent): void => void sent.push(event);
  partShown(send, 'text-en');
  expect(sent).toEqual([]);
  partFailed(send, 'text-en', '404');
  partShown(send, 'emoji');
  for (let at = 0; at < 2; at++) partShown(send, 'text-en');
  expect(sent).toEqual([
    { type: 'page-part-failed', name: 'text-en', feature: false, detail: '404' },
    { type: 'page-part-shown', name: 'text-en' },
  ]);
});

test('P5 a failed part is shown once more by a retry and when the network returns, a removed one is not', () => {
  const network = new EventTarget();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  const shown: string[] = [];
  const fail = (name: string): (() => void) => {
    const retry = (): void => void shown.push(name);
    retryLater(name, retry);
    return retry;
  };
  fail('controls');
  const removed = fail('account');
  forgetRetry(removed);
  expect(['controls', 'account'].map(canRetry)).toEqual([true, false]);
  retryParts();
  retryParts();
  expect([shown, canRetry('controls')]).toEqual([['controls'], false]);
  fail('chat');
  network.dispatchEvent(new Event('online'));
  expect(shown).toEqual(['controls', 'chat']);
  vi.unstubAllGlobals();
});
