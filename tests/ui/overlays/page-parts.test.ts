import { expect, test } from 'vitest';

import { partFailed, partShown } from '../../../src/ui/overlays/page-parts.ts';
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
